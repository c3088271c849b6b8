// SPDX-License-Identifier: MIT
// Which source waits to be asked, one bit per source: decoded from the entry after the head of a
// reception sequence while the head is still there, so that what is asked comes out of registers.
`default_nettype none
module tau_pick #(
    parameter SOURCES  = 4,
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1
) (
    input  wire                clk,
    input  wire                step,       // the entry ahead becomes the head
    input  wire [SELECT_W-1:0] ahead,      // its source
    output reg  [SOURCES-1:0]  pick        // of the head
);
    integer s;
    always @(posedge clk)
        if (step)
            for (s = 0; s < SOURCES; s = s + 1)
                pick[s] <= ahead == s[SELECT_W-1:0];
endmodule
`default_nettype wire
