#!/usr/bin/env bash
# Circuits of shipped robots, Verilated, against the evaluator: every bit of many random states.
#   bench/circuit_states.sh [STATES] [FORMATS] [ROBOTS]
# STATES: 1,000,000 unless given. FORMATS: of --numbers, "fixed:18 fixed:27 fp32"; ROBOTS: all.
# One line each: what was compared, twice, once with stalls at both ends. Fails when a bit differs.
set -u
build=${BUILD:-build}
states=${1:-1000000} formats=${2:-fixed:18 fixed:27 fp32}
robots=${3:-$(basename -as .urdf robots/*.urdf)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
for robot in $robots; do
    for format in $formats; do
        what="$robot $format"
        # blocks and clock do not change what is computed
        "$build/tauflow" compile "robots/$robot.urdf" --effort 0 --circuit --numbers "$format" \
            --clock 90 --dsp 99999 --vectors "$states" --name robot -o "$work/out" \
            >"$work/log" 2>&1 ||
            { echo "$what: $(tail -n 1 "$work/log")"; continue; } # no such circuit
        MAKEFLAGS='' verilator --binary --timing -O3 -Wno-fatal -Irtl -I"$build/gen" \
            --Mdir "$work/model" -o bench sim/lint.vlt "$work/out/robot_circuit_tb.v" \
            "$work/out/robot_circuit.v" >"$work/log" 2>&1 &&
            "$work/model/bench" "+vectors=$work/out/robot_circuit.txt" >"$work/log" 2>&1 &&
            said=$(grep "^passed: $states samples" "$work/log") && echo "$what: $said" ||
            { echo "$what: FAILED: $(tail -n 1 "$work/log")"; failures=$((failures + 1)); }
        rm -rf "$work/out" "$work/model"
    done
done
[ $failures = 0 ]
