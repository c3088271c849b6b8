#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tops of the boards with XDMA from their pins on, in Icarus (sim/board_tops.v).
. tests/cli/tap.bash
. tests/cli/boards.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen

works() { # BOARD DIVIDE [DEFINE]
    # shellcheck disable=SC2046
    iverilog -g2012 -Wno-timescale $(defines_of "$1") ${3:+-D$3} -DTOP="$1" -DDIVIDE="$2" -I"$gen" \
        $headers -o "$work/$1" -s board_tops sim/board_tops.v \
        $(files_of $board_rooms) rtl/links/tops/xdma.v &&
        vvp -n "$work/$1" >"$work/said" || return 1
    cat "$work/said"
    grep -q '^1\.\.' "$work/said" && ! grep -q '^not ok' "$work/said"
}
for board in $(boards link=xdma); do
    ok "$board: registers, reset, LEDs and bus lanes work from its pins on" works "$board" 0
    ok "$board: so they do with two cores and a clock of their own" works "$board" 9 XDMA_2
done
finish
