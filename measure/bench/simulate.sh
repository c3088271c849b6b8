#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A step of `tauflow simulate` beside one of the C that `tauflow fmu` writes, of the same method:
# microseconds of the processor, the best of ROUNDS rounds in which both take turns: what many steps
# take at least, less what a few do. The FMU evaluates a fifth time at the end of a step; simulate
# looks at energy, constraints and limits there.
set -eu
. measure/bench/fmu_steps.sh
tauflow=${BUILD:-build}/tauflow
cc=${CC:-gcc}
rounds=${ROUNDS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seconds() { # STEPS STEP MODEL OPTIONS...: of the processor, for that many steps
    local TIMEFORMAT=%U until
    until=$(awk -v n="$1" -v step="$2" 'BEGIN { print n * step }')
    { time "$tauflow" simulate "${@:3}" --effort 0 --step "$2" --until "$until" \
        >"$work/said" 2>&1; } 2>&1
}
row() { # NAME STEPS STEP MODEL OPTIONS...
    local name=$1 steps=$2 step=$3 k
    local -a all=() few=() of_c=()
    shift 3
    fmu_steps "$work/m" "$@" --step "$step"
    for ((k = 0; k < rounds; k++)); do
        of_c+=("$("$work/m" $steps)")
        few+=("$(seconds 1 "$step" "$@")")
        all+=("$(seconds $((steps + 1)) "$step" "$@")")
    done
    awk -v name="$name" -v n=$steps -v all="${all[*]}" -v few="${few[*]}" -v of_c="${of_c[*]}" '
        function least(list,    of, count, k, x) {
            count = split(list, of, " ")
            for (x = of[1] + 0; count > 1; count--)
                x = of[count] < x ? of[count] + 0 : x
            return x
        }
        BEGIN {
            us = 1e6 * (least(all) - least(few)) / n
            c = least(of_c)
            printf "%-14s %10.2f %10.2f %8.2f\n", name, us, c, us / c
        }'
}
printf '%-14s %10s %10s %8s\n' 'us per step' simulate 'C of FMU' ratio
row pendulum5 200000 1e-3 robots/pendulum5.urdf
row puma560 200000 1e-3 robots/puma560.urdf --start q2=0.5
row iiwa 100000 1e-3 robots/iiwa.urdf --start a2=0.5
row slider_crank 100000 1e-3 robots/loops/slider_crank.urdf --start crank_x=0,6
# Until other joints become independent, which an FMU does not do.
row planar4 30000 1e-5 robots/loops/planar4.urdf
row fivebar 30000 1e-5 tests/loops/fivebar.urdf --start a1=2.2,2 --start b1=0.9,-3
