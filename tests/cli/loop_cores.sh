#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Functions with closed loops on the machine: words are the evaluator's, cycles those predicted.
. tests/cli/tap.bash
twin() {
    "$tauflow" run "$@" --effort 0 --budget 1 --steps 5 --engine twin
}
for function in closure closed-id closed-reduced closed-fd closed-forces augmented \
    closed-id-derivatives closed-fd-derivatives; do
    for system in slider_crank planar2 planar4 delta; do
        ok "$system, $function" exact cycles twin robots/loops/$system.urdf --function $function
    done
    [ $function = augmented ] || ok "slider_crank, $function, two passes" exact cycles twin \
        robots/loops/slider_crank.urdf --function $function --newton 2
    if command -v verilator >/dev/null; then
        ok "slider_crank, $function, on the Verilated core" exact cycles verilated_ring \
            robots/loops/slider_crank.urdf --function $function
    fi
done
# Of 100 states errors are judged, too: loops are closed in them.
accurate() {
    "$tauflow" run "$@" --effort 0 --budget 1 --engine twin >"$work/said" || return 1
    cat "$work/said"
    awk '$1 == "max" && $4 < 1e-6 { good++ } $1 == "loops" && $4 > 0 && $4 < 1e-6 { good++ }
         END { exit good != 2 }' "$work/said"
}
for system in slider_crank planar4 delta; do
    ok "$system is accurate in binary32" accurate robots/loops/$system.urdf --function closed-fd
done
ok "samples that overlap" exact interval twin robots/loops/planar4.urdf --function closed-fd \
    --optimise throughput --stream 200
if command -v verilator >/dev/null; then
    for function in closed-fd closed-fd-derivatives; do
        ok "planar4, $function, on the Verilated core" exact cycles verilated_ring \
            robots/loops/planar4.urdf --function $function
    done
fi
finish
