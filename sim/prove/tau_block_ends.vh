// SPDX-License-Identifier: MIT
// Properties of tau_block_ends, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: the stream rule; transfers begin one after the other
reg         f_asked;
reg [W-1:0] f_asked_data;
always @(posedge clk) {f_asked, f_asked_data} <= {run && in_valid && !in_ready, in_data};
always @* begin
    assume (!f_old || !run || !f_asked || (in_valid && in_data == f_asked_data));
    assume (!start || f_todo == 0);
end

// --- beats are counted: as many as were asked for go through, the last with the end and no other
reg [BLOCK_W+6:0] f_todo;
wire f_moves = out_valid && out_ready;
always @(posedge clk)
    if (!run)
        f_todo <= 0;
    else if (start)
        f_todo <= blocks * BLOCK;
    else if (f_moves)
        f_todo <= f_todo - 1;
always @* if (f_old && run) begin
    assert (f_todo == left);
    assert (f_moves == (in_valid && in_ready));
    assert (out_valid == (in_valid && f_todo != 0) && in_ready == (out_ready && f_todo != 0));
    assert (out_data == in_data);
    assert (!out_valid || out_last == (f_todo == 1));
end

// --- stream rule at the output
reg       f_waits;
reg [W:0] f_beat;
always @(posedge clk) {f_waits, f_beat} <= {run && out_valid && !out_ready, out_data, out_last};
always @* if (f_old && run && f_waits) assert (out_valid && {out_data, out_last} == f_beat);
