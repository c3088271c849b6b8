// SPDX-License-Identifier: MIT
// y = a * b / 2^(W - 1 - shift), rounded to nearest, ties upwards: integers of W bits, two's
// complement.
//
// overflow: the result does not fit (-2^(W-1) does not), y is its lower W bits; a cycle after y.
// Bit for bit fixed_mul of machine/fixed.h; shift is fixed_mul_code there, its lowest two bits.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one product per cycle. A
// pure data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> products -> rows -> sum -> select -> y
// Every arrow may hold registers (fp32_stage). Up to 18 bits the product is one `*`, a block of
// 18x18 bits. Above that four: the upper 18 bits and the lower ones, so that three are blocks and
// the last is small. They become two rows in the time of a look-up table, so there is one carry
// chain, not three, and it takes the one in the place of rounding, too. The product of one block is
// rounded after its shift was chosen, which is a shorter one.

`default_nettype none

module fixed_mul #(
    parameter W = 24,     // bits of a number, 8..32
    parameter LAT = 2,    // cycles from operands to result, from 1
    parameter FRONT = 10, // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0    // 1: its last register is left to whoever takes the result
) (
    input  wire         clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire         negate_a, // every operator has these; a product takes no notice of them, as
    input  wire         negate_b, // programs negate operands of sums only
    input  wire [5:0]   shift,
    output wire [W-1:0] y,
    output reg          overflow
);
    localparam STEPS = 5;
    localparam SPLIT = W > 18;
    // Tenths of a nanosecond, estimated; the way to the operator is the first step.
    localparam [7:0] ROWS = SPLIT ? 8'd20 : 8'd1;
    localparam [7:0] SUM = SPLIT ? 8'd35 : 8'd1, SELECT = SPLIT ? 8'd12 : 8'd35;
    localparam [8*STEPS-1:0] DELAYS = {SELECT, SUM, ROWS, 8'd60, FRONT[7:0]};
    localparam LOW = SPLIT ? W - 18 : 1; // bits of the lower part
    localparam PRODUCT_W = 2 * W;
    localparam LAST = W - 5;             // half of the least last place; below it bits only carry

    initial
        if (W < 8 || W > 32 || LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fixed_mul: W %0d must be 8..32, LAT %0d from 1, FRONT %0d 1..255", W, LAT,
                   FRONT);

    wire unused = &{1'b0, negate_a, negate_b, shift[5:2]};

    wire [W-1:0] a_0, b_0;
    wire [1:0]   shift_0;
    fp32_stage #(.W(2 * W + 2), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .enable(enable), .in_word({a, b, shift[1:0]}), .out_word({a_0, b_0, shift_0})
    );

    // --- 0 products, with their registers. `whole` has the product of the upper parts above that
    // of the lower ones, which fills its place exactly; `side_a`, `side_b` those of an upper and a
    // lower part.
    wire [PRODUCT_W-1:0] whole_1, side_a_1, side_b_1;
    wire [1:0]           shift_1;
    fp32_stage #(.W(2), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk), .enable(enable), .in_word(shift_0), .out_word(shift_1)
    );
    generate
        if (SPLIT) begin : four
            wire [17:0]       a_high = a_0[W-1:LOW], b_high = b_0[W-1:LOW];
            wire [LOW:0]      a_low = {1'b0, a_0[LOW-1:0]}, b_low = {1'b0, b_0[LOW-1:0]};
            wire [35:0]       high;
            wire [LOW+18:0]   cross_a, cross_b;
            wire [2*LOW+1:0]  low;
            wire              unused_low = &{1'b0, low[2*LOW+1:2*LOW]};
            fp32_stage #(
                .W(36), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS), .A_W(18), .B_W(18)
            ) product_high (
                .clk(clk), .enable(enable), .in_word({a_high, b_high}), .out_word(high)
            );
            fp32_stage #(
                .W(LOW + 19), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS), .A_W(18),
                .B_W(LOW + 1)
            ) product_a (
                .clk(clk), .enable(enable), .in_word({a_high, b_low}), .out_word(cross_a)
            );
            fp32_stage #(
                .W(LOW + 19), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS), .A_W(18),
                .B_W(LOW + 1)
            ) product_b (
                .clk(clk), .enable(enable), .in_word({b_high, a_low}), .out_word(cross_b)
            );
            fp32_stage #(
                .W(2 * LOW + 2), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS),
                .A_W(LOW + 1), .B_W(LOW + 1)
            ) product_low (
                .clk(clk), .enable(enable), .in_word({a_low, b_low}), .out_word(low)
            );
            assign whole_1 = {high, low[2*LOW-1:0]};
            assign side_a_1 = {{PRODUCT_W-2*LOW-19{cross_a[LOW+18]}}, cross_a, {LOW{1'b0}}};
            assign side_b_1 = {{PRODUCT_W-2*LOW-19{cross_b[LOW+18]}}, cross_b, {LOW{1'b0}}};
        end else begin : one
            fp32_stage #(
                .W(PRODUCT_W), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS), .A_W(W),
                .B_W(W)
            ) product_whole (
                .clk(clk), .enable(enable), .in_word({a_0, b_0}), .out_word(whole_1)
            );
            assign side_a_1 = {PRODUCT_W{1'b0}};
            assign side_b_1 = {PRODUCT_W{1'b0}};
        end
    endgenerate

    // --- 1 rows: three numbers become two, without carries that run. One block is a row alone.
    wire [PRODUCT_W-1:0] row_1, twos_1;
    generate
        if (SPLIT) begin : compressed
            assign row_1 = whole_1 ^ side_a_1 ^ side_b_1;
            assign twos_1 = ((whole_1 & side_a_1) | (whole_1 & side_b_1) |
                             (side_a_1 & side_b_1)) << 1;
        end else begin : as_is
            wire unused_sides = &{1'b0, side_a_1, side_b_1};
            assign row_1 = whole_1;
            assign twos_1 = {PRODUCT_W{1'b0}};
        end
    endgenerate

    wire [PRODUCT_W-1:0] row_2, twos_2;
    wire [1:0]           shift_2;
    fp32_stage #(
        .W(2 * PRODUCT_W + 2), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)
    ) stage_1 (
        .clk(clk), .enable(enable), .in_word({row_1, twos_1, shift_1}),
        .out_word({row_2, twos_2, shift_2})
    );

    // --- 2 sum, with a one in half of the result's last place: from there on the two rows become
    // those of places where one, and where both are 1, which leaves that place free. tau_plus does
    // so of the places above. One block is rounded last. What lies below the half of the last bit
    // that any shift keeps is dropped.
    localparam FIRST = LAST + 4;
    wire [PRODUCT_W-1:0] sum_2;
    wire                 unused_2 = &{1'b0, sum_2[LAST-1:0]};
    generate
        if (SPLIT) begin : rounded
            wire [3:0] half = 4'b1000 >> shift_2, from_half = {half[3] | half[2] | half[1] |
                       half[0], half[2] | half[1] | half[0], half[1] | half[0], half[0]};
            wire [3:0] once = row_2[LAST +: 4] ^ twos_2[LAST +: 4];
            wire [3:0] both = row_2[LAST +: 4] & twos_2[LAST +: 4];
            wire [3:0] near_a = (from_half & once) | (~from_half & row_2[LAST +: 4]);
            wire [3:0] near_b = half | (from_half & {both[2:0], 1'b0}) |
                                (~from_half & twos_2[LAST +: 4]);
            tau_plus #(.W(PRODUCT_W - FIRST), .LOW(FIRST), .CARRY(0)) sum (
                .a(row_2[PRODUCT_W-1:FIRST]), .b(twos_2[PRODUCT_W-1:FIRST]), .one(both[3]),
                .low_a({near_a, row_2[LAST-1:0]}), .low_b({near_b, twos_2[LAST-1:0]}), .y(sum_2)
            );
        end else begin : block_alone
            wire unused_twos = &{1'b0, twos_2};
            assign sum_2 = row_2;
        end
    endgenerate

    wire [PRODUCT_W-LAST-1:0] sum_3;
    wire [1:0]                shift_3;
    fp32_stage #(
        .W(PRODUCT_W - LAST + 2), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)
    ) stage_2 (
        .clk(clk), .enable(enable), .in_word({sum_2[PRODUCT_W-1:LAST], shift_2}),
        .out_word({sum_3, shift_3})
    );

    // --- 3 select, with the half below and four bits above the result: they must be copies of its
    // sign. One block is rounded after that, which is a shorter carry chain.
    localparam TAKEN_W = W + 5;
    wire [TAKEN_W-1:0] taken_3;
    tau_mux #(.N(4), .W(TAKEN_W)) by_shift (
        .words({sum_3, {{1{sum_3[W+4]}}, sum_3[W+4:1]}, {{2{sum_3[W+4]}}, sum_3[W+4:2]},
                {{3{sum_3[W+4]}}, sum_3[W+4:3]}}),
        .select(shift_3), .invert(1'b0), .y(taken_3)
    );
    wire [W+3:0] word_3 = taken_3[W+4:1] +
                          {{W+3{1'b0}}, !SPLIT && taken_3[0]};

    fp32_stage #(
        .W(W), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS), .OPEN(OPEN)
    ) stage_3 (
        .clk(clk), .enable(enable), .in_word(word_3[W-1:0]), .out_word(y)
    );

    // Of the word in the last register, wherever that is.
    wire [W+3:0] word_4;
    fp32_stage #(.W(W + 4), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) stage_looked_at (
        .clk(clk), .enable(enable), .in_word(word_3), .out_word(word_4)
    );
    always @(posedge clk)
        overflow <= word_4[W+3:W] != {4{word_4[W-1]}} || word_4[W-1:0] == {1'b1, {W-1{1'b0}}};
endmodule

`default_nettype wire
