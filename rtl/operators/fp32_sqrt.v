// SPDX-License-Identifier: MIT
// y = square root of a in binary32: round to nearest, ties to even.
//
// A subnormal operand is read as the zero of its sign; the root of a zero is that zero, of infinity
// infinity. A NaN and any number below zero give 32'h7fc00000. Bit for bit fp32_sqrt of
// machine/fp32.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one root per cycle. A pure
// data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a -> classes, radicand -> digit -> digit -> ... -> digit -> round -> pack -> y
// A digit is one bit of the root, from the top: the remainder, times four and two bits of the
// radicand more, less what the bit would take of it, which is one carry chain; remainders may be
// negative (non-restoring), the bit is whether the new one is not. Every arrow may hold registers
// (fp32_stage). A root is never halfway between two numbers (its square would have 49 bits or
// more), so the bit after the last place alone rounds it; nor does it round up to a power of two.
// Yosys at LAT 8: 637 LUT and 105 CARRY4; 390 LUT4 and 194 CCU2C on ECP5.

`default_nettype none

module fp32_sqrt #(
    parameter LAT = 8,    // cycles from operand to result, from 1
    parameter FRONT = 10, // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0    // 1: its last register is left to whoever takes the result
) (
    input  wire        clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [31:0] a,
    input  wire [31:0] b,        // every operator has these; a root has one operand and takes no
    input  wire        negate_a, // notice of them
    input  wire        negate_b,
    output wire [31:0] y
);
    localparam DIGITS = 25;
    localparam STEPS = DIGITS + 4;
    // Tenths of a nanosecond on ECP5, estimated from the steps of fp32_add, the chains of the first
    // digits being short; the way to the operator is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd20, 8'd32, {13{8'd27}}, {12{8'd23}}, 8'd20,
                                       FRONT[7:0]};

    initial
        if (LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fp32_sqrt: LAT %0d must be at least 1, FRONT %0d 1..255", LAT, FRONT);

    wire unused_operands = &{1'b0, b, negate_a, negate_b};

    wire [31:0] a_0;
    fp32_stage #(.W(32), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .enable(enable), .in_word(a), .out_word(a_0)
    );

    // --- 0 classes; half the exponent, rounded down, as it will be written; the radicand, from 1
    // to below 4, two bits before the point
    wire zero_0, inf_0, no_number_0;
    fp32_class class_a (.word(a_0), .zero(zero_0), .top(inf_0), .nan(no_number_0));
    wire nan_0 = no_number_0 || (a_0[31] && !zero_0);
    wire [8:0] exponents_0 = {1'b0, a_0[30:23]} + 9'd127;
    wire unused_0 = &{1'b0, exponents_0[0]};
    wire [25:0] radicand_0 = a_0[23] ? {2'd1, a_0[22:0], 1'b0} : {1'b1, a_0[22:0], 2'd0};

    // The state after each digit: what goes along beside it, the radicand's bits to come, the
    // remainder (two's complement, the bits it needs), the root so far.
    localparam SIDE_W = 4 + 8, ROOM_W = DIGITS + 3, STATE_W = SIDE_W + 26 + ROOM_W + DIGITS;
    wire [(DIGITS+1)*STATE_W-1:0] states;

    fp32_stage #(.W(STATE_W), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk), .enable(enable),
        .in_word({a_0[31], nan_0, inf_0, zero_0, exponents_0[8:1], radicand_0, {ROOM_W{1'b0}},
                  {DIGITS{1'b0}}}),
        .out_word(states[0 +: STATE_W])
    );

    // --- 1 .. DIGITS: a digit each. With r the remainder and q the root, of d - 1 bits: 4 r + two
    // bits - (4 q + 1), or, where r was negative, + (4 q + 3), has d + 2 bits.
    genvar d;
    generate
        for (d = 1; d <= DIGITS; d = d + 1) begin : digit
            localparam BITS = d + 2;
            wire [SIDE_W-1:0] side;
            wire [25:0] radicand;
            wire [ROOM_W-1:0] remainder;
            wire [DIGITS-1:0] root;
            assign {side, radicand, remainder, root} = states[(d-1)*STATE_W +: STATE_W];
            wire minus = !remainder[BITS-2];
            wire [BITS-1:0] next = {remainder[BITS-3:0], radicand[25:24]} +
                                   {root[BITS-3:0] ^ {(BITS - 2){minus}}, 2'b11};
            wire unused = &{1'b0, remainder, root};

            fp32_stage #(
                .W(STATE_W), .LAT(LAT), .STEPS(STEPS), .STEP(1 + d), .DELAYS(DELAYS)
            ) stage (
                .clk(clk), .enable(enable),
                .in_word({side, radicand[23:0], 2'd0, {(ROOM_W - BITS){1'b0}}, next,
                          root[DIGITS-2:0], !next[BITS-1]}),
                .out_word(states[d*STATE_W +: STATE_W])
            );
        end
    endgenerate

    // --- round
    wire sign_r, nan_r, inf_r, zero_r;
    wire [7:0] exponent_r;
    wire [25:0] unused_radicand;
    wire [ROOM_W-1:0] unused_remainder;
    wire unused_top; // always 1
    wire [23:0] root_r;
    assign {sign_r, nan_r, inf_r, zero_r, exponent_r, unused_radicand, unused_remainder, unused_top,
            root_r} = states[DIGITS*STATE_W +: STATE_W];
    wire [30:0] rounded_r = {exponent_r, root_r[23:1]} + {30'd0, root_r[0]};

    wire sign_p, nan_p, inf_p, zero_p;
    wire [30:0] rounded_p;
    fp32_stage #(.W(35), .LAT(LAT), .STEPS(STEPS), .STEP(DIGITS + 2), .DELAYS(DELAYS)) stage_r (
        .clk(clk), .enable(enable),
        .in_word({sign_r, nan_r, inf_r, zero_r, rounded_r}),
        .out_word({sign_p, nan_p, inf_p, zero_p, rounded_p})
    );

    // --- pack; only a zero has the sign of the operand
    wire [31:0] word_p = nan_p  ? 32'h7fc00000 :
                         inf_p  ? 32'h7f800000 :
                         zero_p ? {sign_p, 31'd0} :
                                  {1'b0, rounded_p};

    fp32_stage #(
        .W(32), .LAT(LAT), .STEPS(STEPS), .STEP(DIGITS + 3), .DELAYS(DELAYS), .OPEN(OPEN)
    ) stage_p (
        .clk(clk), .enable(enable), .in_word(word_p), .out_word(y)
    );
endmodule

`default_nettype wire
