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
    awk -v robot="$(basename "$robot" .urdf)" '
        /^  scalar float, sincos given/ && !good {
            for (i = 2; i <= NF; i++)
                if ($i == "ns") { printf "%s,%s\n", robot, $(i - 1); good = 1 }
        }
        END { exit !good }' "$build/synth/cpu.log"
done
