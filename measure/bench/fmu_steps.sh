# SPDX-License-Identifier: MIT
# fmu_steps PROGRAM MODEL OPTIONS...: makes a program that takes as many steps as it is told with
# the C that `tauflow fmu` writes, and prints microseconds of the processor per step. For scripts
# that have $tauflow, $cc and a folder $work.
fmu_steps() {
    local program=$1
    shift
    "$tauflow" fmu "$@" --effort 0 --sources-only -o "$work/steps.fmu" >/dev/null 2>&1 || return 1
    rm -rf "$work/steps"
    python3 -m zipfile -e "$work/steps.fmu" "$work/steps"
    rm -f "$work"/steps/sources/fmi*.c
    $cc -std=c11 -O2 -ffp-contract=off -I"$work/steps/sources" -o "$program" \
        measure/bench/fmu_steps.c "$work"/steps/sources/*.c -lm
}
