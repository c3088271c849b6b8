#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a tree with the board Arty A7-35T, a serial port and an FPGA of AMD's 7 series: its top has no
# warning, what every board is asked holds for it, it has a flow, and Verilated from its pins on it
# moves a robot at the library's other end.
. tests/cli/tap.bash
. tests/cli/boards.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen board=arty_a7

silent() {
    "$@" >"$work/said" 2>&1 && [ ! -s "$work/said" ] || { cat "$work/said"; return 1; }
}
passes() { # COMMAND...: prints TAP
    "$@" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }
    grep -v '^ok ' "$work/said"
    grep -q "^ok .*${says:-}" "$work/said" && ! grep -q '^not ok' "$work/said"
}
ok verilator_has_no_warning silent verilator --lint-only -Wall $(defines_of $board) \
    $search_board -I"$gen" sim/lint.vlt sim/boards.vlt sim/board_pll.v --top-module $board \
    "$(fact $board top)"
ok icarus_reads_it iverilog -g2005 $(defines_of $board) $search_board -I"$gen" \
    -P$board.MODULES=1 -P$board.SLOTS=4 -s $board -o "$work/top" sim/board_pll.v \
    "$(fact $board top)"
ok its_pins_are_documented eval "says='$board:' passes bash tests/cli/constraints.sh"
ok it_is_as_every_board_is eval \
    "says='$board: its clock' ONLY_BOARD=$board passes bash tests/cli/boards.sh"
ok it_has_a_flow prints "vivado .*/vivado.tcl .*-tclargs $board crossbar_" \
    make -n bitstream BOARD=$board
ok it_moves_a_robot eval "says=torques_are_those_of_the_twin passes bash \
    '${BUILD:-build}/tests/serial-$board.sh'"
finish
