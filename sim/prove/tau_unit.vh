// SPDX-License-Identifier: MIT
// Properties of tau_unit, put in front of its endmodule by prove.sh, with those of
// tau_unit_alone.vh or tau_unit_queued.vh. The unit is flat; its sequence, masks and operator are
// any.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- what the receivers suppose of it. Without a run its sequence has no head; a step makes a head
// of what is ahead, else it stays.
reg                 f_known;
reg [2*INDEX_W+3:0] f_reads;
reg [2*SLOT_W-1:0]  f_second;
reg [SLOT_W:0]      f_a, f_b;
always @(posedge clk) begin
    {f_known, f_reads} <= issue || !known ? {run && unused_coming, ahead_b, ahead_a}
                                          : {run && known, read_b, read_a};
    f_second <= issue || !known ? {b_ahead_above, a_ahead_above} : {b_above, a_above};
    f_a <= moves ? {a_ahead_constant, a_ahead_above} : {a_constant, a_above};
    f_b <= moves ? {b_ahead_constant, b_ahead_above} : {b_constant, b_above};
end
reg f_run;
always @(posedge clk) f_run <= run;
always @* if (f_old) begin
    assume ({known, read_b, read_a} == {f_known, f_reads});
    assume ({b_above, a_above} == f_second);
    assert ({a_constant, a_above} == f_a && {b_constant, b_above} == f_b);
    assert (f_run || (moves && !issue));
    assert (!issue || (moves && a_ready && b_ready));
    assert (known ? moves == issue : moves && !issue && !a_release && !b_release);
end
