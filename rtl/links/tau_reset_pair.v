// SPDX-License-Identifier: MIT
// One reset for two clocks: when `ask` is high both resets become high, and neither goes before the
// other has been seen high. So there are cycles in which both are, however the clocks compare.
`default_nettype none
module tau_reset_pair (
    input  wire clk,
    input  wire ask,                       // of clk
    output reg  rst,                       // of clk
    input  wire other_clk,
    output reg  other_rst                  // of other_clk
);
    (* ASYNC_REG = "TRUE" *) reg [1:0] there = 2'b00; // rst, as the other clock sees it
    (* ASYNC_REG = "TRUE" *) reg [1:0] back  = 2'b00; // other_rst, as this clock sees it
    initial {rst, other_rst} = 2'b11;

    always @(posedge clk) begin
        back <= {back[0], other_rst};
        rst  <= ask || (rst && !back[1]);
    end
    always @(posedge other_clk) begin
        there     <= {there[0], rst};
        other_rst <= there[1];
    end
endmodule
`default_nettype wire
