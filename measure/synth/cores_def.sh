#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Cores that were placed and routed, as lines of macros for `tauflow explore --circuit`:
#   CORE(device, shape as key=value ..., 100 times its MHz, tables, multiplier blocks)
# from measure/synth/timing.csv: the worst clock of all seeds; tables are LUT4, those of carry
# chains and small memories among them.
set -eu
. measure/synth/tools.sh
echo "/* Made by measure/synth/cores_def.sh. */"
awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        key = $1
        for (i = 2; i <= 8; i++)
            key = key " " $i
        mhz = $column["mhz"]
        if (!(key in worst) || mhz < worst[key])
            worst[key] = mhz
        cells[key] = $column["comb"] + 2 * $column["ramw"] " " $column["dsp"]
    }
    END { for (key in worst) print key, int(100 * worst[key] + 0.5), cells[key]
    }' measure/synth/timing.csv |
    sort | while read -r network modules lanes transfer mul add class fixed mhz tables blocks; do
    depths "$modules" "$lanes" "$class" "$transfer" "$mul,$add"
    line=$(echo "network $network modules $modules lanes $lanes transfer $transfer mul_latency" \
        "$mul add_latency $add fixed $fixed $depth" | tr A-Z a-z |
        awk '{ for (i = 1; i < NF; i += 2) printf("%s%s=%s", (i > 1 ? " " : ""), $i, $(i + 1)) }')
    echo "CORE(ecp5, \"$line\", $mhz, $tables, $blocks)"
done
