// SPDX-License-Identifier: MIT
// What kind of number a binary32 word is, for operators that read subnormals as zeros. Pure logic.

`default_nettype none

module fp32_class (
    input  wire [31:0] word,
    output wire        zero, // or subnormal
    output wire        top,  // infinite or no number
    output wire        nan
);
    wire unused = &{1'b0, word[31]};
    assign zero = word[30:23] == 8'd0;
    assign top = word[30:23] == 8'hff;
    assign nan = top && word[22:0] != 23'd0;
endmodule

`default_nettype wire
