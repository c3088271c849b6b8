// Which source a receiver waits for, one bit per source: decoded from the entry after the head of
// its reception sequence while the head is still there, so that the network's multiplexers are
// driven by registers.
`default_nettype none
module tau_pick #(
    parameter SOURCES  = 4,
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1
) (
    input  wire                clk,
    input  wire                step,       // the entry ahead becomes the head
    input  wire [SELECT_W-1:0] ahead,      // its source
    output reg  [SOURCES-1:0]  pick_ahead, // decoded
    output reg  [SOURCES-1:0]  pick        // of the head
);
    integer s;
    always @*
        for (s = 0; s < SOURCES; s = s + 1)
            pick_ahead[s] = ahead == s[SELECT_W-1:0];

    always @(posedge clk)
        if (step)
            pick <= pick_ahead;
endmodule
`default_nettype wire
