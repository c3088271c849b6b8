#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A step of `tauflow simulate` beside one of the C that `tauflow fmu` writes, of the same method:
# microseconds of the processor, the best of ROUNDS rounds in which both take turns. The FMU
# evaluates a fifth time at the end of a step; simulate looks at energy and limits there.
set -eu
. measure/bench/fmu_steps.sh
tauflow=${BUILD:-build}/tauflow
cc=${CC:-gcc}
rounds=${ROUNDS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
steps=20000
seconds() { # STEPS MODEL OPTIONS...: of the processor, for that many steps
    local TIMEFORMAT=%U until
    until=$(awk -v n="$1" 'BEGIN { print n / 1000 }')
    shift
    { time "$tauflow" simulate "$@" --effort 0 --until "$until" >"$work/said" 2>&1; } 2>&1
}
row() { # NAME MODEL OPTIONS...
    local name=$1 best=1e9 best_of_c=1e9 all few of_c k
    shift
    fmu_steps "$work/m" "$@"
    for ((k = 0; k < rounds; k++)); do
        of_c=$("$work/m" $steps)
        few=$(seconds 1 "$@")
        all=$(seconds $((steps + 1)) "$@")
        read -r best best_of_c < <(awk -v best="$best" -v c="$best_of_c" -v all="$all" \
            -v few="$few" -v n=$steps -v now="$of_c" 'BEGIN { us = 1e6 * (all - few) / n
                print us < best ? us : best, now < c ? now : c }')
    done
    awk -v name="$name" -v us="$best" -v c="$best_of_c" 'BEGIN {
        printf "%-14s %10.2f %10.2f %8.2f\n", name, us, c, us / c }'
}
printf '%-14s %10s %10s %8s\n' 'us per step' simulate 'C of FMU' ratio
row pendulum5 robots/pendulum5.urdf
row puma560 robots/puma560.urdf --start q2=0.5
row iiwa robots/iiwa.urdf --start a2=0.5
row slider_crank robots/loops/slider_crank.urdf --start crank_x=0,6
