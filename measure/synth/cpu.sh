#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nanoseconds per sample of the emitted scalar C (single precision, sines and cosines given, as the
# core gets them) on this PC, by measure/bench/cpu.c.
#   measure/synth/cpu.sh >measure/synth/cpu.csv
set -eu
build=${BUILD:-build}
echo "robot,ns"
for robot in robots/*.urdf; do
    "$build/bench/cpu" "$build/bench" "$robot" >"$build/synth/cpu.log" ||
        { cat "$build/synth/cpu.log" >&2; exit 1; }
    ns=$(sed -nE 's/^  scalar float, sincos given +([0-9.]+) ns.*/\1/p' "$build/synth/cpu.log" |
        head -n 1)
    [ -n "$ns" ]
    echo "$(basename "$robot" .urdf),$ns"
done
