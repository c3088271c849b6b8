// SPDX-License-Identifier: MIT
// Ends transfers by counting: after `start`, so many blocks of BLOCK beats go through, the last
// beat of them with out_last; before and after that beats wait. Latency 0; one beat per cycle.
//
// Stream rule: a beat moves when valid && ready; an offered beat stays unchanged until it is
// accepted, except by `start` and while `run` is low.
`default_nettype none
module tau_block_ends #(
    parameter W       = 128,               // bits of a beat
    parameter BLOCK   = 4,                 // beats of a block: a power of 2, 1..64
    parameter BLOCK_W = 20                 // bits of the number of blocks, 1..24
) (
    input  wire               clk,
    input  wire               run,         // low: no transfer
    input  wire               start,
    input  wire [BLOCK_W-1:0] blocks,      // with start: of the transfer that begins
    input  wire               in_valid,
    output wire               in_ready,
    input  wire [W-1:0]       in_data,
    output wire               out_valid,
    input  wire               out_ready,
    output wire [W-1:0]       out_data,
    output wire               out_last
);
    initial begin
        if (BLOCK < 1 || BLOCK > 64 || (BLOCK & (BLOCK - 1)) != 0)
            $error("tau_block_ends: BLOCK is %0d, must be a power of 2, 1..64", BLOCK);
        if (BLOCK_W < 1 || BLOCK_W > 24)
            $error("tau_block_ends: BLOCK_W is %0d, must be 1..24", BLOCK_W);
        if (W < 1) $error("tau_block_ends: W is %0d, must be 1 or more", W);
    end

    localparam SHIFT  = $clog2(BLOCK);
    localparam LEFT_W = BLOCK_W + SHIFT;

    reg  [LEFT_W-1:0] left;                // beats of the transfer that have not gone through
    wire              open = left != {LEFT_W{1'b0}};
    wire [LEFT_W-1:0] beats = {{LEFT_W - BLOCK_W{1'b0}}, blocks} << SHIFT;

    assign out_valid = run && open && in_valid;
    assign in_ready  = run && open && out_ready;
    assign out_data  = in_data;
    assign out_last  = left == {{LEFT_W - 1{1'b0}}, 1'b1};

    always @(posedge clk)
        if (!run)
            left <= {LEFT_W{1'b0}};
        else if (start)
            left <= beats;
        else if (out_valid && out_ready)
            left <= left - 1'b1;
endmodule
`default_nettype wire
