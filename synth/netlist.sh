#!/usr/bin/env bash
# Cells of cores by kind and width, flat and before anything is mapped to a technology: what the
# Verilog says, independent of the order in which a mapper meets it. To compare two trees:
#   synth/netlist.sh [TREE]     TREE: this one unless given; a core of one module and a ring of two
#   diff <(bash synth/netlist.sh OTHER) <(bash synth/netlist.sh)
set -eu
. synth/tools.sh
tree=${1:-.}
sources="$(cd "$tree" && echo rtl/fp32_*.v rtl/tau_*.v | sed 's|rtl/tau_guard.v ||')"
for modules in 1 2; do
    depths $modules 2 usual
    parameters=$(printf ' -set %s %s' NETWORK 2 MODULES $modules LANES 2 TRANSFER 1 MUL_LAT 3 \
        ADD_LAT 4 $depth)
    $yosys -q -p "read_verilog -I$gen $(printf "$tree/%s " $sources synth/synth_pins.v)
        $(fit_of ecp5 operators); chparam $parameters synth_pins
        hierarchy -check -top synth_pins; proc; flatten; opt -nodffe -nosdff; fsm; opt
        wreduce; peepopt; opt_clean; tee -q -o $cache/netlist.stat stat -width" >/dev/null
    echo "modules $modules"
    awk '/Number of cells/ || $1 ~ /^\$/ { print $1 ~ /^\$/ ? $1 : "cells", $NF }' \
        "$cache/netlist.stat"
done
