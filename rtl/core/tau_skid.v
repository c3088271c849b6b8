// SPDX-License-Identifier: MIT
// A stream register: cuts every path between its two sides. Holds two words, latency 1, one word
// per cycle. Stream rule: a word moves when valid && ready; an offered word stays unchanged until
// it is accepted; in_ready and out_valid are registers. ready_next, next_valid and next_data are
// what these and the output's registers get.
`default_nettype none
module tau_skid #(
    parameter WORD_W = 32                  // bits of a word
) (
    input  wire              clk,
    input  wire              run,          // low: forgets its words and accepts none
    input  wire              in_valid,
    output reg               in_ready,
    input  wire [WORD_W-1:0] in_data,
    output wire              out_valid,
    input  wire              out_ready,
    output wire [WORD_W-1:0] out_data,
    output wire              ready_next,
    // output of the next cycle, if run stays
    output wire              next_valid,
    output wire [WORD_W-1:0] next_data
);
    initial
        if (WORD_W < 1) $error("tau_skid: WORD_W is %0d, must be 1 or more", WORD_W);

    reg              first_valid, second_valid;
    reg [WORD_W-1:0] first, second;        // second: what came while the first was not accepted

    assign out_valid = first_valid;
    assign out_data  = first;

    wire move  = out_ready || !first_valid;
    wire enter = in_valid && in_ready;
    wire stays = !move && (enter || second_valid);

    assign ready_next = run && !stays;
    assign next_valid = move ? enter || second_valid : first_valid;
    assign next_data  = !move ? first : second_valid ? second : in_data;

    always @(posedge clk)
        if (!run) begin
            first_valid  <= 1'b0;
            second_valid <= 1'b0;
        end else begin
            second_valid <= stays;
            first_valid  <= next_valid;
        end

    always @(posedge clk) begin
        in_ready <= ready_next;
        first    <= next_data;
        // Whatever is there, until a word stays: holding it does not wait for in_valid.
        if (!second_valid)
            second <= in_data;
    end
endmodule
`default_nettype wire
