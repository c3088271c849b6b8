# SPDX-License-Identifier: MIT
# The operators' Verilog: no warning from either tool at any latency, and products made of
# multiplier blocks.
. tests/cli/tap.bash
. rtl/rooms.sh

silent() { # no failure and nothing said
    "$@" >"$work/said" 2>&1 && [ ! -s "$work/said" ] || { cat "$work/said"; return 1; }
}
lint() { # TOP FILE [PARAMETER]
    ok "verilator has no warning: $1 ${3-}" silent verilator --lint-only -Wall $search_core \
        -I"$gen" ${3:+-G$3} --top-module "$1" "$2"
    ok "iverilog has no warning: $1 ${3-}" silent iverilog -g2005 -Wall $search_core -I "$gen" \
        ${3:+-P$1.$3} -s "$1" -o /dev/null "$2"
}
gen=${BUILD:-build}/gen
lint fp32_all sim/fp32_all.v LATENCIES=16
lint fixed_all sim/fixed_all.v # latencies 1 to 4, six widths
lint tau_mux rtl/vendors/generic/tau_mux.v
lint tau_sum rtl/vendors/generic/tau_sum.v
lint fixed_mul rtl/operators/fixed_mul.v LAT=21
lint fixed_add rtl/operators/fixed_add.v LAT=21
. "$gen/tauflow_shape.sh" # shape_operators
for operator in $shape_operators; do
    lint "$operator" "rtl/operators/$operator.v" LAT=21
done

# The flow up to the mapping of products; 24 x 24 bits take 2 blocks of 25 x 18 or 4 of 18 x 18.
blocks() { # FLOW CELL COUNT BLOCK_W
    yosys -q -p "read_verilog $(file_of fp32_stage fp32_class fp32_mul)
                 chparam -set BLOCK_W $4 fp32_mul
                 synth_$1 -top fp32_mul -flatten -run begin:map_ffs
                 select -assert-count $3 t:$2; select -assert-none t:\$mul t:\$macc"
}
fixed_blocks() { # W COUNT
    yosys -q -p "read_verilog $(file_of fp32_stage tau_mux tau_block tau_plus)
                 read_verilog $(file_of fixed_mul)
                 chparam -set W $1 fixed_mul
                 synth_ecp5 -top fixed_mul -flatten -run begin:map_ffs
                 select -assert-count $2 t:MULT18X18D; select -assert-none t:\$mul t:\$macc"
}
# Multiplexers and sums are told in cells of ECP5: the same function, for every select and word.
same() { # PART SET ...: tau_PART of vendors/generic and vendors/ecp5
    local part=$1 set="${*:2}"
    yosys -q -p "read_verilog rtl/vendors/generic/tau_$part.v; chparam $set tau_$part
        prep -top tau_$part; rename tau_$part plain; design -stash plain
        read_verilog rtl/vendors/ecp5/tau_$part.v +/ecp5/cells_sim.v; chparam $set tau_$part
        prep -flatten -top tau_$part; rename tau_$part cells; design -stash cells
        design -copy-from plain plain; design -copy-from cells cells
        miter -equiv -flatten plain cells both; sat -verify -prove trigger 0 both" 2>&1
}
ok "the cells of a multiplexer of four on ECP5 are its Verilog" same mux -set N 4 -set W 2
ok "the cells of a multiplexer of eight on ECP5 are its Verilog" same mux -set N 8 -set W 2
ok "the cells of a sum on ECP5 are its Verilog" same sum -set W 28
ok "the cells of a sum of three on ECP5 are its Verilog" same plus -set W 7 -set LOW 6
ok "the same with an even number of places" same plus -set W 8 -set LOW 5 \
    -set CARRY 0
# Yosys knows the multiplier block by its pins alone. As its manual has it, of what is used here: a
# product of signed numbers, in its output register if that has a clock, which CE0 enables.
block_model() {
    pins() { # NAME COUNT
        seq 0 $(($2 - 1)) | sed "s/^/$1/" | paste -sd,
    }
    bus() { # NAME COUNT
        seq $(($2 - 1)) -1 0 | sed "s/^/$1/" | paste -sd,
    }
    cat <<MODEL
module MULT18X18D #(
    parameter REG_INPUTA_CLK = "NONE", REG_INPUTB_CLK = "NONE", REG_PIPELINE_CLK = "NONE",
    parameter REG_OUTPUT_CLK = "NONE", REG_OUTPUT_CE = "CE0", CLK0_DIV = "ENABLED",
    parameter GSR = "ENABLED", MULT_BYPASS = "DISABLED"
) (
    input $(pins A 18), $(pins B 18), SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CLK0, CE0, RST0,
    output $(pins P 36)
);
    wire signed [17:0] a = {$(bus A 18)}, b = {$(bus B 18)};
    wire signed [35:0] product = SIGNEDA && SIGNEDB ? a * b : 36'd0;
    reg  [35:0] held;
    always @(posedge CLK0)
        if (RST0) held <= 36'd0;
        else if (CE0 && REG_OUTPUT_CE == "CE0") held <= product;
    assign {$(bus P 36)} = REG_OUTPUT_CLK == "CLK0" ? held : product;
endmodule
MODEL
}
same_block() { # A_W B_W [CHANGE]
    local set="-set A_W $1 -set B_W $2"
    block_model >"$work/block.v"
    sed "${3-}" rtl/vendors/ecp5/tau_block.v >"$work/cells.v"
    yosys -q -p "read_verilog rtl/vendors/generic/tau_block.v; chparam $set tau_block
        prep -top tau_block; rename -top plain; design -stash plain
        read_verilog $work/cells.v $work/block.v; chparam $set tau_block
        prep -flatten -top tau_block; rename -top cells; design -stash cells
        design -copy-from plain plain; design -copy-from cells cells
        miter -equiv -flatten plain cells both
        sat -verify -tempinduct -set-init-zero -prove trigger 0 both" 2>&1
}
ok "the cell of a product with its register on ECP5 is its Verilog" same_block 4 3
other_block() { # CHANGE
    same_block 4 3 "$1" | grep -q 'proof did fail'
}
ok "a cell that does not wait is found" other_block "s/CE0(enable)/CE0(1'b1)/"
ok "a cell without its register is found" other_block 's/CLK("CLK0")/CLK("NONE")/'
for bits in 1 2 7; do
    ok "the cells of a step of $bits bits on ECP5 are its Verilog" same next -set W $bits
done
ok "Xilinx: two DSP blocks per multiplier" blocks xilinx DSP48E1 2 24
ok "ECP5: four multiplier blocks per multiplier" blocks ecp5 MULT18X18D 4 18
ok "ECP5: one multiplier block for fixed point of 18 bits" fixed_blocks 18 1
ok "ECP5: four for 27 bits" fixed_blocks 27 4

# 1,024 pieces of 54 bits are three memories of 18 kbit; six products, two of them in halves.
sine_blocks() {
    yosys -q -p "read_verilog -I$gen $(file_of fp32_stage fp32_trig)
                 synth_ecp5 -top fp32_trig -flatten -run begin:map_ffs
                 select -assert-count 3 t:DP16KD; select -assert-count 7 t:MULT18X18D
                 select -assert-none t:\$mul t:\$macc t:\$mem_v2"
}
ok "ECP5: three block memories and seven multiplier blocks per sine unit" sine_blocks
angle_blocks() {
    yosys -q -p "read_verilog -I$gen $(file_of fp32_stage fp32_class fp32_quotient)
                 read_verilog -I$gen $(file_of fp32_atan2)
                 synth_ecp5 -top fp32_atan2 -flatten -run begin:map_ffs
                 select -assert-count 3 t:DP16KD; select -assert-count 3 t:MULT18X18D
                 select -assert-none t:\$mul t:\$macc t:\$mem_v2"
}
ok "ECP5: three of each per arc tangent unit" angle_blocks
finish
