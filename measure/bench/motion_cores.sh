#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Models that move on cores, next to the same on the CPU: cycles of an evaluation, predicted and
# measured, steps a second, energies. Steps of the CPU are those of compiled C: of natural
# coordinates the compiler's own, of robots what `tauflow fmu` writes, without its face.
set -eu
. measure/bench/fmu_steps.sh
tauflow=${BUILD:-build}/tauflow
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
field() { # NAME: of the JSON object that comes in
    sed -E "s/.*\"$1\": ([^,}]*).*/\1/"
}
cpu_speed() { # MODEL UNTIL OPTIONS...: steps a second, of one second of the processor
    local model=$1 until=$2
    shift 2
    case $model in
    *.nat) # the whole run, of the processor's time, as long as the clock can tell
        local TIMEFORMAT=%U took=0 seconds=10
        while [[ $took == 0* ]]; do
            seconds=$((10 * seconds))
            took=$({ time "$tauflow" simulate "$model" --until $seconds --rows 1 --json "$@" \
                >"$work/said" 2>/dev/null; } 2>&1) || : # too long a step for its energy: 3
        done
        awk -v n="$(field steps <"$work/said")" -v s="$took" 'BEGIN { printf "%.4g\n", n / s }'
        ;;
    *)
        fmu_steps "$work/m" "$model" "$@" &&
            "$work/m" "$(awk "BEGIN { print 1000 * $until }")" |
            awk '{ printf "%.4g\n", 1e6 / $1 }'
        ;;
    esac
}
# row NAME MODEL UNTIL SEARCH OPTIONS...: fails where cycles are not those that were predicted.
row() {
    local name=$1 model=$2 until=$3 search=$4 per_step=4 core cpu predicted least most
    shift 4
    local -a run=("$tauflow" simulate "$model" --until "$until" --rows 1 --json) plain=("$@")
    case $model in
    *.nat) per_step=2 plain+=(--iterations 2) ;;
    *) run+=(--effort 0) ;;
    esac
    core=$("${run[@]}" "$@" --device "${DEVICE:-twin:}" --budget "$search" 2>/dev/null)
    cpu=$("${run[@]}" "${plain[@]}" 2>/dev/null)
    predicted=$(field cycles_predicted <<<"$core")
    least=$(field cycles_least <<<"$core") most=$(field cycles_most <<<"$core")
    printf '%-16s %9s %9s %6s %11s %11s %11s %11s\n' "$name" "$predicted" "$most" \
        $((most - least)) "$(awk "BEGIN { printf \"%.4g\", 1e8 / $most / $per_step }")" \
        "$(cpu_speed "$model" "$until" "${plain[@]}")" "$(field energy_change <<<"$core")" \
        "$(field energy_change <<<"$cpu")"
    [ "$least" -eq "$predicted" ] && [ "$most" -eq "$predicted" ]
}
printf '%-16s %9s %9s %6s %11s %11s %11s %11s\n' "${DEVICE:-twin:}" 'cycles of' 'an evalu-' '' \
    'steps/s at' 'steps/s of' 'energy, J' 'energy, J' '' predicted measured jitter '100 MHz' \
    'the CPU' core CPU
pendulum=robots/natural/double_pendulum.nat
row 'pendulum 1e-2' $pendulum 10 20 --step 1e-2
row 'pendulum 1e-3' $pendulum 10 20
row 'pendulum 1e-4' $pendulum 10 20 --step 1e-4
row slider_crank robots/loops/slider_crank.urdf 1 20 --start crank_x=0,6
row planar4 robots/loops/planar4.urdf 0.2 20
row delta robots/loops/delta.urdf 0.1 20
row iiwa robots/iiwa.urdf 0.2 20 --start a2=0.5
row car54 robots/car54.urdf 0.01 1
