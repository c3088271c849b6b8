// SPDX-License-Identifier: MIT
// Words from one clock to another, in order, none lost and none twice. Pointers cross in Gray code,
// one bit of which changes at a time, through two registers; a word is read two cycles or more
// after it was written. Full rate either way; a word takes three cycles of the reader's clock.
//
// Both resets are high together for a cycle of each clock (tau_reset_pair). Stream rule: a word
// moves when valid && ready; an offered word stays until it is accepted; in_ready and out_valid are
// functions of registers.
`default_nettype none
module tau_async_queue #(
    parameter W       = 32,                // bits of a word
    parameter DEPTH_W = 3                  // it holds 2^this words, 1..8
) (
    input  wire         in_clk,
    input  wire         in_rst,
    input  wire         in_valid,
    output wire         in_ready,
    input  wire [W-1:0] in_data,
    input  wire         out_clk,
    input  wire         out_rst,
    output wire         out_valid,
    input  wire         out_ready,
    output wire [W-1:0] out_data
);
    initial begin
        if (W < 1) $error("tau_async_queue: W is %0d, must be 1 or more", W);
        if (DEPTH_W < 1 || DEPTH_W > 8)
            $error("tau_async_queue: DEPTH_W is %0d, must be 1..8", DEPTH_W);
    end

    function [DEPTH_W:0] gray(input [DEPTH_W:0] count);
        gray = count ^ {1'b0, count[DEPTH_W:1]};
    endfunction

    // Words written and read until now, modulo twice the depth, and their Gray codes.
    reg  [W-1:0]     words [0:(1 << DEPTH_W) - 1];
    reg  [DEPTH_W:0] in_count, in_gray, out_count, out_gray;
    // What the other side has seen of them: full when the two upper bits of the codes differ.
    (* ASYNC_REG = "TRUE" *) reg [DEPTH_W:0] out_seen_first, out_seen;
    (* ASYNC_REG = "TRUE" *) reg [DEPTH_W:0] in_seen_first, in_seen;
    localparam [DEPTH_W:0] FULL = 3 << (DEPTH_W - 1);

    assign in_ready  = !in_rst && in_gray != (out_seen ^ FULL);
    assign out_valid = !out_rst && in_seen != out_gray;
    assign out_data  = words[out_count[DEPTH_W-1:0]];

    wire [DEPTH_W:0] in_next = in_count + 1'b1, out_next = out_count + 1'b1;

    always @(posedge in_clk)
        if (in_rst) begin
            in_count       <= {DEPTH_W + 1{1'b0}};
            in_gray        <= {DEPTH_W + 1{1'b0}};
            out_seen_first <= {DEPTH_W + 1{1'b0}};
            out_seen       <= {DEPTH_W + 1{1'b0}};
        end else begin
            out_seen_first <= out_gray;
            out_seen       <= out_seen_first;
            if (in_valid && in_ready) begin
                in_count <= in_next;
                in_gray  <= gray(in_next);
            end
        end
    always @(posedge in_clk)
        if (in_valid && in_ready)
            words[in_count[DEPTH_W-1:0]] <= in_data;

    always @(posedge out_clk)
        if (out_rst) begin
            out_count     <= {DEPTH_W + 1{1'b0}};
            out_gray      <= {DEPTH_W + 1{1'b0}};
            in_seen_first <= {DEPTH_W + 1{1'b0}};
            in_seen       <= {DEPTH_W + 1{1'b0}};
        end else begin
            in_seen_first <= in_gray;
            in_seen       <= in_seen_first;
            if (out_valid && out_ready) begin
                out_count <= out_next;
                out_gray  <= gray(out_next);
            end
        end
endmodule
`default_nettype wire
