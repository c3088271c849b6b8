// SPDX-License-Identifier: MIT
// The bits of a quotient a / b of significands, 1 <= a, b < 2, one by one: for operators that
// divide.
//
//   a - b -> digit -> digit -> ... -> digit -> quotient
// A digit is one bit of the quotient: the remainder, doubled, less or plus b, which is one carry
// chain; remainders may be negative (non-restoring), the bit is whether the new one is not. After
// a - b and after every digit is a place for registers (fp32_stage), the steps FIRST .. FIRST +
// DIGITS of the operator; what else the operator has to keep goes along beside them.

`default_nettype none

module fp32_quotient #(
    parameter DIGITS = 25,          // after the one before the point
    parameter SIDE_W = 1,           // bits that go along
    parameter LAT = 1,              // of the operator, as in fp32_stage
    parameter STEPS = DIGITS + 1,
    parameter FIRST = 0,            // step in which a - b is made
    parameter [8*STEPS-1:0] DELAYS = {STEPS{8'd1}},
    parameter ENABLE_W = (LAT > 0) ? LAT : 1
) (
    input  wire              clk,
    input  wire [ENABLE_W-1:0] enable, // as in fp32_stage
    input  wire [SIDE_W-1:0] in_side,
    input  wire [22:0]       a,     // without the bit before the point
    input  wire [22:0]       b,
    output wire [SIDE_W-1:0] out_side,
    output wire [DIGITS:0]   quotient
);
    // The state after each digit: what goes along, b, the remainder (two's complement), the bits of
    // the quotient so far from the top, 0 for those to come.
    localparam STATE_W = SIDE_W + 23 + 25 + DIGITS + 1;
    wire [(DIGITS+1)*STATE_W-1:0] states;
    wire [24:0] less = {2'd1, a} - {2'd1, b};

    fp32_stage #(.W(STATE_W), .LAT(LAT), .STEPS(STEPS), .STEP(FIRST), .DELAYS(DELAYS)) stage_less (
        .clk(clk), .enable(enable),
        .in_word({in_side, b, less, !less[24], {DIGITS{1'b0}}}),
        .out_word(states[0 +: STATE_W])
    );

    genvar d;
    generate
        for (d = 1; d <= DIGITS; d = d + 1) begin : digit
            wire [SIDE_W-1:0] side;
            wire [22:0] divisor;
            wire [24:0] remainder;
            wire [DIGITS:0] bits;
            assign {side, divisor, remainder, bits} = states[(d-1)*STATE_W +: STATE_W];
            wire minus = !remainder[24];
            wire [24:0] next = {remainder[23:0], minus} + {minus, {1'b1, divisor} ^ {24{minus}}};
            wire [DIGITS:0] one = {{DIGITS{1'b0}}, !next[24]};

            fp32_stage #(
                .W(STATE_W), .LAT(LAT), .STEPS(STEPS), .STEP(FIRST + d), .DELAYS(DELAYS)
            ) stage (
                .clk(clk), .enable(enable),
                .in_word({side, divisor, next, bits | one << (DIGITS - d)}),
                .out_word(states[d*STATE_W +: STATE_W])
            );
        end
    endgenerate

    wire [22:0] unused_divisor;
    wire [24:0] unused_remainder;
    assign {out_side, unused_divisor, unused_remainder, quotient} =
        states[DIGITS*STATE_W +: STATE_W];
endmodule

`default_nettype wire
