// y = a * b in binary32: round to nearest, ties to even.
//
// Subnormal operands are read as the zero of their sign. A result that gradual underflow would make
// subnormal is written as the zero of its sign; one that it would round up to the least normal, 2^-126,
// stays. Overflow gives infinity. A NaN operand and 0 * infinity give 32'h7fc00000. Bit for bit fp32_mul
// of scheduler/operations/fp32.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one product a cycle. A pure
// data path: no valid bit, no stall, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> unpack -> partial -> sum -> select -> round -> pack -> y
//                   products
// Every arrow may hold registers (fp32_cut). The product is cut as blocks of 25x18 bits or more like it:
// two `*` of 24x17 and 24x7 bits, their registers before and behind can move into the block, and the
// addition fits the block's own adder.

`default_nettype none

module fp32_mul #(
    parameter LAT = 4 // cycles from operands to result, from 1
) (
    input  wire        clk,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [31:0] y
);
    localparam STEPS = 6;
    localparam [8*STEPS-1:0] DELAYS = {8'd10, 8'd12, 8'd15, 8'd20, 8'd25, 8'd20};

    initial
        if (LAT < 1)
            $error("fp32_mul: LAT %0d must be at least 1", LAT);

    // --- 0 unpack: classes and the sum of exponents. The hidden bit is always set: a zero operand makes
    // the result zero by its class.
    wire a_zero = a[30:23] == 8'd0;
    wire b_zero = b[30:23] == 8'd0;
    wire a_top = a[30:23] == 8'hff;
    wire b_top = b[30:23] == 8'hff;
    wire a_nan = a_top && a[22:0] != 23'd0;
    wire b_nan = b_top && b[22:0] != 23'd0;
    wire nan_0 = a_nan || b_nan || (a_top && b_zero) || (a_zero && b_top);
    wire inf_0 = a_top || b_top;
    wire zero_0 = a_zero || b_zero;
    wire [8:0] exponents_0 = {1'b0, a[30:23]} + {1'b0, b[30:23]};

    wire sign_1, nan_1, inf_1, zero_1;
    wire [8:0] exponents_1;
    wire [23:0] a_1, b_1;
    fp32_cut #(.W(61), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) cut_0 (
        .clk(clk),
        .in_word({a[31] ^ b[31], nan_0, inf_0, zero_0, exponents_0, 1'b1, a[22:0], 1'b1, b[22:0]}),
        .out_word({sign_1, nan_1, inf_1, zero_1, exponents_1, a_1, b_1})
    );

    // --- 1 partial products, and the exponent of a product below 2 as it will be written
    wire [40:0] low_1 = {17'd0, a_1} * {24'd0, b_1[16:0]};
    wire [30:0] high_1 = {7'd0, a_1} * {24'd0, b_1[23:17]};
    wire [9:0] exponent_1 = {1'b0, exponents_1} - 10'd127; // two's complement

    wire sign_2, nan_2, inf_2, zero_2;
    wire [9:0] exponent_2;
    wire [40:0] low_2;
    wire [30:0] high_2;
    fp32_cut #(.W(86), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) cut_1 (
        .clk(clk),
        .in_word({sign_1, nan_1, inf_1, zero_1, exponent_1, low_1, high_1}),
        .out_word({sign_2, nan_2, inf_2, zero_2, exponent_2, low_2, high_2})
    );

    // --- 2 sum of the partial products
    wire [30:0] upper_2 = high_2 + {7'd0, low_2[40:17]};

    wire sign_3, nan_3, inf_3, zero_3;
    wire [9:0] exponent_3;
    wire [47:0] product_3;
    fp32_cut #(.W(62), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) cut_2 (
        .clk(clk),
        .in_word({sign_2, nan_2, inf_2, zero_2, exponent_2, upper_2, low_2[16:0]}),
        .out_word({sign_3, nan_3, inf_3, zero_3, exponent_3, product_3})
    );

    // --- 3 select the 24 bits of the result and decide on rounding. With exponent 0 the result is
    // subnormal or, when all 24 bits are ones, rounds up to 2^-126 on the subnormal grid: rounding up
    // always lets exactly that case carry into the exponent, and the others are flushed anyway. A product
    // of 2 or more never has 24 ones.
    wire two_3 = product_3[47]; // the product is 2 or more
    wire [22:0] fraction_3 = two_3 ? product_3[46:24] : product_3[45:23];
    wire half_3 = two_3 ? product_3[23] : product_3[22];
    wire rest_3 = product_3[21:0] != 22'd0 || (two_3 && product_3[22]);
    wire floor_3 = exponent_3 == 10'd0 && !two_3;
    wire up_3 = (half_3 && (rest_3 || fraction_3[0])) || floor_3;
    wire [9:0] scaled_3 = exponent_3 + {9'd0, two_3};

    wire sign_4, nan_4, inf_4, zero_4, up_4;
    wire [9:0] scaled_4;
    wire [22:0] fraction_4;
    fp32_cut #(.W(38), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) cut_3 (
        .clk(clk),
        .in_word({sign_3, nan_3, inf_3, zero_3, up_3, scaled_3, fraction_3}),
        .out_word({sign_4, nan_4, inf_4, zero_4, up_4, scaled_4, fraction_4})
    );

    // --- 4 round: a carry out of the fraction adds to the exponent
    wire [32:0] rounded_4 = {scaled_4, fraction_4} + {32'd0, up_4};

    wire sign_5, nan_5, inf_5, zero_5;
    wire [9:0] exponent_5;
    wire [22:0] fraction_5;
    fp32_cut #(.W(37), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) cut_4 (
        .clk(clk),
        .in_word({sign_4, nan_4, inf_4, zero_4, rounded_4}),
        .out_word({sign_5, nan_5, inf_5, zero_5, exponent_5, fraction_5})
    );

    // --- 5 pack
    wire over_5 = inf_5 || (!exponent_5[9] && (exponent_5[8] || exponent_5[7:0] == 8'hff));
    wire under_5 = zero_5 || exponent_5[9] || exponent_5[8:0] == 9'd0;
    wire [31:0] word_5 = nan_5   ? 32'h7fc00000 :
                         over_5  ? {sign_5, 31'h7f800000} :
                         under_5 ? {sign_5, 31'd0} :
                                   {sign_5, exponent_5[7:0], fraction_5};

    fp32_cut #(.W(32), .LAT(LAT), .STEPS(STEPS), .STEP(5), .DELAYS(DELAYS)) cut_5 (
        .clk(clk), .in_word(word_5), .out_word(y)
    );
endmodule

`default_nettype wire
