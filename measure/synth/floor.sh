#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The floor under a 4-module core of fixed:24 (measure/synth/floor.v), placed and routed on ECP5:
#   measure/synth/floor.sh [WAYS ...]   10, 8 and 4 ways to a receiver unless given
# prints ways,mul,add,LUT4 of a module with memories,worst MHz,best MHz of SEEDS (1 to 5).
set -euo pipefail
. measure/synth/tools.sh
mkdir -p "$cache"
find_yosys || exit 77
find_nextpnr || exit 77
mhz=120
sources="$(file_of fixed_add fixed_mul fp32_stage tau_ways) $in_cells"
[ $# -gt 0 ] || set -- 10 8 4
for ways; do
    stem=$cache/floor-$ways
    nice -n 5 $yosys -q -p "read_verilog -I$gen $sources measure/synth/floor.v
        chparam -set WAYS $ways floor
        $(ecp5_flow floor $mhz); tee -q -o $stem.stat stat; write_json $stem.json" \
        >/dev/null 2>"$stem.err" || { cat "$stem.err"; exit 1; }
    IFS=, read -r lut lutram _ < <($measured cells "$stem.stat")
    clocks=$(for seed in ${SEEDS:-1 2 3 4 5}; do
        place_and_route "$stem-$seed" "$stem.json" "$seed" $mhz ||
            { echo "FAILED: nextpnr $ways ways: $(why_not "$stem-$seed")" >&2; exit 1; }
        cut -d, -f1 "$stem-$seed.row"
    done | sort -n)
    echo "$ways,2,1,$(((lut + lutram) / 4)),$(head -n 1 <<<"$clocks"),$(tail -n 1 <<<"$clocks")"
done
