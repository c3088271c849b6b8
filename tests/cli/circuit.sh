# SPDX-License-Identifier: MIT
# compile --circuit: Verilog that its own testbench finds right, in Icarus and in Verilator, and
# wrong where anything in it is spoilt; linted by three tools; bad options.
. tests/cli/circuit.bash

ok "pendulum5 without registers is right bit for bit" right pendulum5 --clock 0
ok "and passes every lint" linted pendulum5
path_ns() { sed -nE 's|^// No registers.* within ([0-9]+)\..*|\1|p' \
    "$work/pendulum5/pendulum5_circuit.v"; }
fewest=$(path_ns)
ok "pendulum5 with the shortest path is right" right pendulum5 --clock 0 --optimise latency \
    --effort 1
ok "and is shorter by a quarter" test $((4 * $(path_ns))) -lt $((3 * fewest))
ok "pendulum5 with constants as sums is right" right pendulum5 --clock 0 --dsp 33
ok "pendulum5 at 80 MHz, 27 bits, is right" right pendulum5 --clock 80 --numbers fixed:27 --dsp 160
in_verilator() {
    MAKEFLAGS= verilator --binary --timing -Wno-fatal -MAKEFLAGS 'OPT_FAST= OPT_GLOBAL=' \
        --Mdir "$work/verilated" -o bench \
        "$work"/pendulum5/pendulum5_circuit{_tb,}.v >"$work/log" 2>&1 ||
        { cat "$work/log"; return 1; }
    prints '^passed: 64 samples twice' "$work/verilated/bench"
}
ok "Verilator finds it right, too" in_verilator
ok "stewart, mass matrix, at 30 MHz is right" right stewart --function mass --clock 30 --dsp 999
ok "puma at 170 MHz is right" right puma --clock 170
ok "and passes every lint" linted puma
again() { rm "$work"/puma/{bench,said} && mv "$work/puma" "$work/first" &&
    compile "$work/puma" puma --clock 170 --vectors $vectors &&
    diff -r -x '*.cert' "$work/puma" "$work/first"; }
ok "two runs are byte-identical" again
files="puma.c puma.cert puma.eqn puma.h puma.ops puma_circuit.lpf puma_circuit.tau puma_circuit.txt"
files="$files puma_circuit.v puma_circuit.xdc puma_circuit_core.v puma_circuit_tb.v"
ok "files and nothing else" test "$(cd "$work/puma" && echo *)" = "$files"
ok "constraints have the clock" grep -qx 'FREQUENCY PORT "clk" 170 MHZ;' \
    "$work/puma/puma_circuit.lpf"

ok "a wrong operator is found" spoilt puma '_t = .* - ' 's/ - / + /'
ok "a wrong shift is found" spoilt puma 'wire signed .* = c[0-9]+_t\[' 's/\];$/] >>> 1;/'
ok "a wrong constant is found" spoilt puma 'wire signed .* k[0-9]+ = ' 's/.;$/0 ^ 2;/'
ok "a register too few is found" spoilt puma 'reg signed .* c[0-9]+_[0-9]+; always' \
    "s/always @(posedge clk) \(c[0-9_]*\) <= \(c[0-9_]*\);/always @* \1 = \2;/"
ok "a wrong range is found" spoilt puma 'x[0-9]+_0 >= ' 's/>= -[0-9]*/>= -18/; s/>=/<=/'
ok "a range that nobody looks at is found" spoilt puma 'within_1 = ' "s/&each_within/1'b1/"
ok "a queue that is too short is found" spoilt puma 'localparam PLACE_BITS' \
    's/PLACE_BITS = [0-9]*/PLACE_BITS = 2/'
ok "a wrong latency is found" spoilt puma 'moves  <= \{moves' \
    's/{moves\[STAGES-1:0\], takes}/{moves[STAGES-2:0], takes, 1'"'b0"'}/'

ok "gravity and a load as inputs: right in fixed point" right pendulum5 --clock 100 --dsp 999 \
    --gravity input --payload bar5
ok "binary32 without a clock is refused" refused 2 'operators of binary32 have registers' \
    compile "$work/no" puma --numbers fp32 --clock 0
ok "so is binary32 at a clock that no operator keeps" refused 2 "no operator for '.*' at 400 MHz" \
    compile "$work/no" puma --numbers fp32 --clock 400
ok "so is a device that is not known" refused 2 "bad value 'spartan' of option --device: ecp5" \
    compile "$work/no" puma --device spartan
ok "so is a device without a circuit" refused 2 'are for circuits: add --circuit' \
    "$tauflow" compile robots/puma.urdf --device xc7 -o "$work/no"
ok "so is a clock without a circuit" refused 2 'are for circuits: add --circuit' \
    "$tauflow" compile robots/puma.urdf --clock 50 -o "$work/no"
ok "so is a function that depends on nothing" refused 2 "there is no input: nothing for a" \
    "$tauflow" compile robots/loops/stewart_light.urdf --function gravity --effort 0 --circuit \
    --no-cache -o "$work/nothing"
ok "so are more products of binary32 than blocks" \
    refused 2 'need [0-9]+ multiplier blocks, and there are 20$' \
    compile "$work/no" puma --numbers fp32 --dsp 20
ok "so is a clock that no operation keeps" refused 2 'a clock of 500 MHz is too fast' \
    compile "$work/no" puma --clock 500
ok "so is a clock that is none" refused 2 "bad value '2000' of option --clock" \
    compile "$work/no" puma --clock 2000
ok "so is an interval that is none" refused 2 "value '65' of option --interval: 1 .. 64 expected" \
    compile "$work/no" puma --interval 65
ok "so is an interval without a clock" refused 2 '--interval 2 is for circuits with a clock' \
    compile "$work/no" puma --interval 2 --clock 0
ok "so are more bits than words have" refused 2 'a circuit has at most 32 bits, not 33' \
    compile "$work/no" puma --numbers fixed:33
ok "so are divisions" refused 2 "fixed point has no 'div'|no 'div'" \
    compile "$work/no" pendulum5 --function fd
ok "nothing was written" test ! -e "$work/no"
finish
