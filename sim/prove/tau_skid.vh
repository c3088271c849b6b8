// SPDX-License-Identifier: MIT
// Properties of tau_skid, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

wire f_in  = in_valid && in_ready && run;
wire f_out = out_valid && out_ready && run;

// --- stream rule at the output; ready and valid do not depend on the other side
reg              f_waits;
reg [WORD_W-1:0] f_data;
always @(posedge clk) {f_waits, f_data} <= {run && out_valid && !out_ready, out_data};
always @* if (f_old && run && f_waits) assert (out_valid && out_data == f_data);
reg              f_run, f_next;
reg [WORD_W-1:0] f_next_data;
always @(posedge clk) {f_run, f_next, f_next_data} <= {run, run && next_valid, next_data};
always @* if (f_old) assert (out_valid == f_next && out_data == f_next_data);
always @* if (f_old)
    assert ((!second_valid || first_valid) && in_ready == (f_run && !second_valid));

// --- any one word is followed
(* anyseq *) wire f_pick;
reg               f_live;
reg [WORD_W-1:0]  f_word;
reg               f_ahead; // a word in front of it
wire f_enters = f_in && f_pick && !f_live;
always @(posedge clk)
    if (!run)
        f_live <= 1'b0;
    else if (f_enters) begin
        f_live  <= 1'b1;
        f_word  <= in_data;
        f_ahead <= first_valid && !out_ready;
    end else if (f_live && f_out) begin
        f_live  <= f_ahead;
        f_ahead <= 1'b0;
    end
always @* if (f_old && run && f_live)
    if (f_ahead)
        assert (first_valid && second_valid && second == f_word);
    else
        assert (first_valid && first == f_word && out_data == f_word);
