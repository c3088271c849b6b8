#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tops of the boards from their pins on, in Icarus (sim/board_tops.v). Boards are found by their
# facts, rtl/boards/NAME/board.tcl.
. tests/cli/tap.bash
gen=${BUILD:-build}/gen

works() { # BOARD DIVIDE [DEFINE]
    local defines
    defines=$(echo "source rtl/boards/$1/board.tcl; puts [dict get \$board defines]" | tclsh |
        sed 's/[^ ]\{1,\}/-D&/g')
    iverilog -g2012 -Wno-timescale $defines ${3:+-D$3} -DTOP="$1" -DDIVIDE="$2" -I"$gen" \
        -o "$work/$1" -s board_tops sim/board_tops.v rtl/*.v rtl/boards/common/*.v \
        rtl/boards/"$1"/*.v &&
        vvp -n "$work/$1" >"$work/said" || return 1
    cat "$work/said"
    grep -q '^1\.\.' "$work/said" && ! grep -q '^not ok' "$work/said"
}
for facts in rtl/boards/*/board.tcl; do
    board=$(basename "$(dirname "$facts")")
    ok "$board: registers, reset, LEDs and bus lanes work from its pins on" works "$board" 0
    ok "$board: so they do with two cores and a clock of their own" works "$board" 9 XDMA_2
done
finish
