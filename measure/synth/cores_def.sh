#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Cores that were placed and routed, as lines of macros for `tauflow explore --circuit`:
#   CORE(device, shape as key=value ..., 100 times its MHz, tables, multiplier blocks)
# from measure/synth/timing.csv: the worst clock of all seeds; tables are LUT4, those of carry
# chains and small memories among them.
set -eu
. measure/synth/tools.sh
echo "/* Made by measure/synth/cores_def.sh. */"
cores=$($measured cores measure/synth)
while read -r network modules lanes transfer mul add class fixed mhz tables blocks; do
    depths "$modules" "$lanes" "$class" "$transfer" "$mul,$add"
    line=$(echo "network $network modules $modules lanes $lanes transfer $transfer mul_latency" \
        "$mul add_latency $add fixed $fixed $depth" | tr A-Z a-z |
        sed -E 's/([^ ]+) ([^ ]+)/\1=\2/g')
    echo "CORE(ecp5, \"$line\", $mhz, $tables, $blocks)"
done <<<"$cores"
