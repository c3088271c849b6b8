#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Motion in natural coordinates at every step of the published table, and the methods beside each
# other: what docs/motion.md shows. Steps of 1e-6 s take a minute.
set -eu
tauflow=${BUILD:-build}/tauflow
field() { # NAME: of the JSON object that comes in
    sed -E "s/.*\"$1\": ([^,}]*).*/\1/"
}
row() { # MODEL ARGUMENTS...: energy, constraints, iterations, microseconds per step
    local said
    said=$("$tauflow" simulate "robots/natural/$1.nat" --json --rows 1 "${@:2}")
    printf ' %11s %8s %8s %6s %9.3f\n' "$(field energy_change <<<"$said")" \
        "$(field open <<<"$said")" "$(field open_rate <<<"$said")" \
        "$(field iterations <<<"$said")" "$(awk -v s="$(field seconds <<<"$said")" \
            -v n="$(field steps <<<"$said")" 'BEGIN { print 1e6 * s / n }')"
}
heading() {
    printf '\n%-28s %11s %8s %8s %6s %9s\n' "$1" 'energy, J' open rate iter. 'us a step'
}
heading 'double pendulum, 10 s'
for way in penalty direct; do
    for method in index1 index3; do
        for step in 1e-2 1e-3 1e-4 1e-5 ${MOTION_STEPS-1e-6}; do
            printf '%-8s %-8s %-10s' "$method" "$way" "$step"
            row double_pendulum --method "$method" --solve "$way" --step "$step"
        done
    done
done
heading 'double pendulum, steered'
for steer in 2.65e-5,1e-7 1e-6,1e-7 1e-7,1e-8 1e-8,1e-9; do
    printf '%-28s' "$steer"
    row double_pendulum --method multi-index --steer "$steer"
done
heading 'spherical pendulum, 5 s'
for way in penalty direct; do
    for method in plain index3 conserving both; do
        printf '%-12s %-15s' "$method" "$way"
        row spherical_pendulum --method "$method" --solve "$way" --step 0.025 --until 5
    done
done
