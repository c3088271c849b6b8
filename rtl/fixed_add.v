// y = +-a / 2^i +- b / 2^j, rounded to nearest, ties upwards: integers of W bits, two's complement.
// One of i, j is 0 or 1, the other 0..31; at most one of the signs is minus.
//
// shift: bit 0: b is shifted further, else a; bit 1: the smaller shift; bits 6..2: the larger one:
// fixed_add_code of machine/fixed.h. overflow: the result does not fit (-2^(W-1) does not), y is
// its lower W bits; a cycle after y. Bit for bit fixed_add of machine/fixed.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one sum per cycle. A pure
// data path: no valid bit, no stall, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> choose -> by eights -> by bits -> add -> y
//                 the operand that moves; the other one becomes whole beside it
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
    localparam STEPS = 5;
    // Tenths of a nanosecond, estimated; the way to the operator is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd30, 8'd24, 8'd14, 8'd12, FRONT[7:0]};

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

    wire         moves_minus_1, stays_minus_1, small_1, unused_which_1;
    wire [4:0]   large_1;
    wire [W-1:0] moves_1, stays_1;
    fp32_stage #(.W(2 * W + 9), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk),
        .in_word({moves_minus_0, stays_minus_0, shift_0, moves_0, stays_0}),
        .out_word({moves_minus_1, stays_minus_1, large_1, small_1, unused_which_1, moves_1,
                   stays_1})
    );

    // --- 1 shift by eights, with one bit below the last place for what is dropped last. `ones`:
    // all below that are ones, so that a one added far below reaches it; ones stand below a number
    // that was inverted, and that is where it counts.
    wire signed [W:0] below_1 = {moves_1, moves_minus_1};
    reg  signed [W:0] eights_1;
    reg               ones_1;
    wire [31:0]       wide_1 = {{33-W{moves_1[W-1]}}, moves_1[W-2:0]};
    wire              ones_8_1 = &wide_1[6:0];
    wire              ones_16_1 = ones_8_1 && &wide_1[14:7];
    always @* begin
        case (large_1[4:3])
        2'd0: eights_1 = below_1;
        2'd1: eights_1 = below_1 >>> 8;
        2'd2: eights_1 = below_1 >>> 16;
        default: eights_1 = below_1 >>> 24;
        endcase
        case (large_1[4:3])
        2'd0: ones_1 = 1'b1;
        2'd1: ones_1 = ones_8_1;
        2'd2: ones_1 = ones_16_1;
        default: ones_1 = ones_16_1 && &wide_1[22:15];
        endcase
    end
    wire unused_1 = &{1'b0, wide_1[31:23]};

    // Beside it the operand that stays: the one that inverting lacks, or, where it is halved, the
    // half of the rounding.
    wire [W:0] whole_1 = {stays_1[W-1], stays_1} + {{W{1'b0}}, stays_minus_1 || small_1};
    wire [W:0] halved_1 = small_1 ? {whole_1[W], whole_1[W:1]} : whole_1;

    wire              moves_minus_2, stays_minus_2, small_2, ones_2, half_2;
    wire [2:0]        large_2;
    wire signed [W:0] eights_2;
    wire [W:0]        halved_2;
    fp32_stage #(.W(2 * W + 10), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) stage_1 (
        .clk(clk),
        .in_word({moves_minus_1, stays_minus_1, small_1, ones_1, whole_1[0], large_1[2:0],
                  eights_1, halved_1}),
        .out_word({moves_minus_2, stays_minus_2, small_2, ones_2, half_2, large_2, eights_2,
                   halved_2})
    );

    // --- 2 shift by bits, then what is carried in. Both halved: the halves that each of them
    // dropped, of which rounding has added one already, unless the place for it was taken by the
    // one that inverting lacks; then one is enough.
    wire signed [W:0] moves_2 = eights_2 >>> large_2;
    wire [6:0]        kept_2 = 7'h7f << large_2;
    wire              reaches_2 = moves_minus_2 && ones_2 && &(eights_2[6:0] | kept_2);
    wire              last_2 = moves_2[0];
    wire              both_2 = stays_minus_2 ? half_2 || last_2
                               : (last_2 && reaches_2) || (half_2 && (last_2 ^ reaches_2));
    wire              carry_2 = small_2 ? both_2 : last_2 || reaches_2;

    wire              carry_3;
    wire [W-1:0]      moves_3;
    wire [W:0]        halved_3;
    fp32_stage #(.W(2 * W + 2), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) stage_2 (
        .clk(clk), .in_word({carry_2, moves_2[W:1], halved_2}),
        .out_word({carry_3, moves_3, halved_3})
    );

    // --- 3 add. The bits above the result must be copies of its sign.
    wire [W+1:0] sum_3 = {halved_3[W], halved_3} + {{2{moves_3[W-1]}}, moves_3} +
                         {{W+1{1'b0}}, carry_3};

    wire [1:0] above_4;
    fp32_stage #(.W(W + 2), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) stage_3 (
        .clk(clk), .in_word(sum_3), .out_word({above_4, y})
    );

    always @(posedge clk)
        overflow <= above_4 != {2{y[W-1]}} || y == {1'b1, {W-1{1'b0}}};
endmodule

`default_nettype wire
