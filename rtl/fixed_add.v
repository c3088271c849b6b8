// y = +-a / 2^i +- b / 2^j, rounded to nearest, ties upwards: integers of W bits, two's complement.
// One of i, j is 0 or 1, the other 0..31; at most one of the signs is minus.
//
// shift: bit 0: b is shifted further, else a; bit 1: the smaller shift; bits 6..2: the larger less
// the smaller: fixed_add_code of machine/fixed.h. overflow: the result does not fit (-2^(W-1) does
// not), y is its lower W bits; a cycle after y. Bit for bit fixed_add of machine/fixed.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one sum per cycle. A pure
// data path: no valid bit, no stall, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> choose -> by eights -> by bits -> add -> select -> y
//                 the operand that moves; the other one is negated beside it
// Every arrow may hold registers (fp32_stage). The operand that moves is negated by inverting it;
// the one that this lacks and the rounding are one carry into the sum, found from the bits that the
// shift drops.

`default_nettype none

module fixed_add #(
    parameter W = 24,     // bits of a number, 8..32
    parameter LAT = 1,    // cycles from operands to result, from 1
    parameter FRONT = 10  // tenths of a nanosecond until the operands are there, 1..255
) (
    input  wire         clk,
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire         negate_a,
    input  wire         negate_b,
    input  wire [6:0]   shift,
    output wire [W-1:0] y,
    output reg          overflow
);
    localparam STEPS = 6;
    // Tenths of a nanosecond, estimated; the way to the operator is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd8, 8'd30, 8'd20, 8'd14, 8'd8, FRONT[7:0]};

    initial
        if (W < 8 || W > 32 || LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fixed_add: W %0d must be 8..32, LAT %0d from 1, FRONT %0d 1..255", W, LAT,
                   FRONT);

    wire [W-1:0] a_0, b_0;
    wire         negate_a_0, negate_b_0;
    wire [6:0]   shift_0;
    fp32_stage #(.W(2 * W + 9), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .in_word({a, b, negate_a, negate_b, shift}),
        .out_word({a_0, b_0, negate_a_0, negate_b_0, shift_0})
    );

    // --- 0 choose which one moves; both inverted where they are negated
    wire         moves_minus_0 = shift_0[0] ? negate_b_0 : negate_a_0;
    wire         stays_minus_0 = shift_0[0] ? negate_a_0 : negate_b_0;
    wire [W-1:0] moves_0 = (shift_0[0] ? b_0 : a_0) ^ {W{moves_minus_0}};
    wire [W-1:0] stays_0 = (shift_0[0] ? a_0 : b_0) ^ {W{stays_minus_0}};

    wire         moves_minus_1, stays_minus_1, small_1;
    wire [4:0]   distance_1;
    wire [W-1:0] moves_1, stays_1;
    fp32_stage #(.W(2 * W + 8), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk),
        .in_word({moves_minus_0, stays_minus_0, shift_0[6:2], shift_0[1], moves_0, stays_0}),
        .out_word({moves_minus_1, stays_minus_1, distance_1, small_1, moves_1, stays_1})
    );

    // --- 1 shift by eights, with one bit below the last place: `moves` has what is dropped last
    // there, and `ones` says that all below that are ones, so that a one added far below would
    // reach it. Below a number that was inverted stand ones. Beside it, the operand that stays
    // becomes whole: the one that inverting lacks, or, where the sum is halved, half of the last
    // place.
    wire signed [W:0] below_1 = {moves_1, moves_minus_1};
    wire signed [W:0] eights_1 = below_1 >>> {distance_1[4:3], 3'd0};
    wire [W:0]        kept_1 = {W+1{1'b1}} << {distance_1[4:3], 3'd0};
    wire              ones_1 = &(below_1 | kept_1);
    wire [W:0]        whole_1 = {stays_1[W-1], stays_1} + {{W{1'b0}}, stays_minus_1 || small_1};

    wire              moves_minus_2, stays_minus_2, small_2, ones_2;
    wire [2:0]        distance_2;
    wire signed [W:0] eights_2;
    wire [W:0]        whole_2;
    fp32_stage #(.W(2 * W + 9), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) stage_1 (
        .clk(clk),
        .in_word({moves_minus_1, stays_minus_1, small_1, ones_1, distance_1[2:0], eights_1,
                  whole_1}),
        .out_word({moves_minus_2, stays_minus_2, small_2, ones_2, distance_2, eights_2, whole_2})
    );

    // --- 2 shift by bits; then what is carried in. Halved sums have their half already (whole_1),
    // unless the one of inverting took its place there.
    wire signed [W:0] moves_2 = eights_2 >>> distance_2;
    wire [W:0]        kept_2 = {W+1{1'b1}} << distance_2;
    wire              reaches_2 = moves_minus_2 && ones_2 && &(eights_2[6:0] | kept_2[6:0]);
    wire              carry_2 = small_2 ? stays_minus_2 || (moves_2[0] && reaches_2)
                                        : moves_2[0] || reaches_2;
    wire              unused_2 = &{1'b0, kept_2[W:7]};

    wire              small_3, carry_3;
    wire [W-1:0]      moves_3;
    wire [W:0]        whole_3;
    fp32_stage #(.W(2 * W + 3), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) stage_2 (
        .clk(clk), .in_word({small_2, carry_2, moves_2[W:1], whole_2}),
        .out_word({small_3, carry_3, moves_3, whole_3})
    );

    // --- 3 add
    wire [W+1:0] sum_3 = {whole_3[W], whole_3} + {{2{moves_3[W-1]}}, moves_3} +
                         {{W+1{1'b0}}, carry_3};

    wire         small_4;
    wire [W+1:0] sum_4;
    fp32_stage #(.W(W + 3), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) stage_3 (
        .clk(clk), .in_word({small_3, sum_3}), .out_word({small_4, sum_4})
    );

    // --- 4 select. The bits above the result must be copies of its sign.
    wire       small_5;
    wire [1:0] above_5;
    fp32_stage #(.W(W + 3), .LAT(LAT), .STEPS(STEPS), .STEP(5), .DELAYS(DELAYS)) stage_4 (
        .clk(clk), .in_word({small_4, sum_4[W+1:W], small_4 ? sum_4[W:1] : sum_4[W-1:0]}),
        .out_word({small_5, above_5, y})
    );

    always @(posedge clk)
        overflow <= above_5[1] != y[W-1] || (!small_5 && above_5[0] != y[W-1]) ||
                    y == {1'b1, {W-1{1'b0}}};
endmodule

`default_nettype wire
