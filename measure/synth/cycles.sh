#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Cycles of robots on the cores of shapes.txt, measured on the software twin (which the Verilog core
# equals cycle for cycle), and what the program needs. The equations are made for each core, which
# takes seconds per row: every shipped robot on the 4-module
# crossbars of the chosen latencies, three robots on the others. Of seeds 1 to 16 of the search the
# first is taken whose program fits the depths of the core. fixed: bits of fixed point, 0 binary32.
#   measure/synth/cycles.sh [SHAPES] >measure/synth/cycles.csv
set -eu
. measure/synth/tools.sh
shapes=${1:-measure/synth/shapes.txt}
needs="slots,constants,receptions,issues,relay_words,lane_words,output_words"

# The row of one robot on one core.
row_of() {
    local shape=$network,$modules,$lanes,$transfer,$mul,$add,$fixed name figures
    # shellcheck disable=SC2086
    "$build/tauflow" run "$robot" --engine twin --seed $seed \
        --numbers $numbers --network "$network" --modules "$modules" --lanes "$lanes" \
        --transfer "$transfer" --mul-latency "$mul" --add-latency "$add" --slots "$slots" --json \
        >"$cache/run.json" &&
        [ "$($measured said "$cache/run.json" ok)" = true ] &&
        name=$($measured said "$cache/run.json" robot) &&
        figures=$($measured said "$cache/run.json" cycles_measured ${needs//,/ }) &&
        echo "$name,$shape,$figures"
}

echo "robot,network,modules,lanes,transfer,mul,add,fixed,cycles,$needs"
rows_of "$shapes" | tr -s ' ' | cut -d ' ' -f 2-8 | sort -u |
while read -r network modules lanes transfer mul add fixed; do
    third=motorcycle numbers=fp32
    [ "$fixed" = 0 ] || third=puma numbers=fixed:$fixed
    [ "$network" != sparse ] || third=puma
    robots="robots/iiwa.urdf robots/$third.urdf robots/puma560.urdf"
    [ "$network,$modules,$lanes,$mul,$add" != "crossbar,4,2,$chosen" ] ||
        robots=$(echo robots/*.urdf)
    for robot in $robots; do
        class=$(class_of "$(basename "$robot" .urdf)" "$network" "$modules" "$lanes" "$transfer" \
            "$mul,$add" "$fixed")
        depths "$modules" "$lanes" "$class" "$transfer" "$mul,$add"
        slots=$(echo "$depth" | sed -nE 's/^SLOTS ([0-9]+) .*/\1/p')
        for seed in $(seq 16); do
            row=$(row_of) || exit 1
            misfit=$(fits_depths "$(echo "$row" | cut -d, -f10-)") && break
        done
        [ -z "$misfit" ] || { echo "$robot: $misfit" >&2; exit 1; }
        echo "$row"
    done
done
