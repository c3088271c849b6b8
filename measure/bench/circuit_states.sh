#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Circuits of shipped robots, Verilated, against the evaluator: every bit of many random states.
#   measure/bench/circuit_states.sh [STATES] [FORMATS] [ROBOTS] [OPTIONS]
# STATES: 1,000,000 unless given. FORMATS: of --numbers, "fixed:18 fixed:27 fp32"; ROBOTS: all;
# OPTIONS: further ones of compile. One line each: what was compared, twice, once with stalls at
# both ends. Fails when a bit differs.
set -u
. rtl/rooms.sh
build=${BUILD:-build}
states=${1:-1000000} formats=${2:-fixed:18 fixed:27 fp32}
robots=${3:-$(basename -as .urdf robots/*.urdf)} options=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
size() { # NAME: a number of the testbench
    sed -nE "s/.*[ ,]$1 = ([0-9]+)[,;].*/\1/p" "$work/out/robot_circuit_tb.v" | head -n 1
}
# The circuit with all words side by side, as its testbench has it.
flat() {
    echo "module flat (input wire clk, rst, in_valid, out_ready, input wire [$(($(size IN_BITS) - \
        1)):0] in, output wire [$(($(size OUT_BITS) - 1)):0] out, output wire in_ready, out_valid,
        out_in_range);"
    grep -q '\.out_in_range' "$work/out/robot_circuit_tb.v" || echo "assign out_in_range = 1'b1;"
    sed -n '/^    robot_circuit dut /,/^    );/p' "$work/out/robot_circuit_tb.v"
    echo endmodule
}
for robot in $robots; do
    for format in $formats; do
        what="$robot $format"
        # blocks and clock do not change what is computed
        # shellcheck disable=SC2086
        "$build/tauflow" compile "robots/$robot.urdf" --effort 0 --circuit --numbers "$format" \
            --clock 90 --dsp 99999 --vectors "$states" --name robot $options -o "$work/out" \
            >"$work/log" 2>&1 ||
            { echo "$what: $(tail -n 1 "$work/log")"; continue; } # no such circuit
        flat >"$work/flat.v"
        MAKEFLAGS='' verilator --cc --exe --build -j "$(nproc)" -O3 --x-assign fast \
            --x-initial fast -Wno-fatal $search_core -I"$build/gen" --Mdir "$work/model" \
            --top-module flat --prefix Vflat -o bench sim/lint.vlt \
            "$work/flat.v" "$work/out/robot_circuit.v" \
            "$(pwd)/bench/circuit_driver.cpp" >"$work/log" 2>&1 &&
            "$work/model/bench" "$work/out/robot_circuit.txt" "$(size LATENCY)" \
                "$(size INTERVAL)" >"$work/log" 2>&1 &&
            said=$(grep "^passed: $states samples" "$work/log") && echo "$what: $said" ||
            { echo "$what: FAILED: $(tail -n 1 "$work/log")"; failures=$((failures + 1)); }
        rm -rf "$work/out" "$work/model"
    done
done
[ $failures = 0 ]
