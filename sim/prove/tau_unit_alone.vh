// SPDX-License-Identifier: MIT
// Properties of tau_unit without a queue (tau_unit.vh): operations keep their order and their
// places in the pipeline, close up, and start whenever one of the places is or becomes free.
localparam F_W = $clog2(LAT + 1);
wire f_leaves = full[LAT-1] && enable[LAT-1]; // the first result
wire f_may    = known && mask_valid && a_ready && b_ready;

reg [F_W-1:0] f_count, f_full; // operations under way; stages that hold one
always @(posedge clk)
    f_count <= run ? f_count + issue - f_leaves : 0;
integer f_i;
always @* begin
    f_full = 0;
    for (f_i = 0; f_i < LAT; f_i = f_i + 1)
        f_full = f_full + full[f_i];
end
always @* if (f_old && run) begin
    assert (f_full == f_count && f_count <= LAT);
    assert (issue == (f_may && (f_count < LAT || f_leaves)));
    assert (&(full | enable)); // a stage without an operation takes what comes
    assert (offer == 0 || full[LAT-1]);
end

// --- any one operation is followed from its issue to the end
(* anyseq *) wire f_pick;
reg               f_live;
reg [F_W-1:0]     f_at;    // its stage
reg [F_W-1:0]     f_ahead; // operations before it
wire [LAT:0]      f_enable = {1'b0, enable};
always @(posedge clk)
    if (!run)
        f_live <= 1'b0;
    else if (issue && f_pick && !f_live) begin
        f_live  <= 1'b1;
        f_at    <= 0;
        f_ahead <= f_count - f_leaves;
    end else if (f_live) begin
        f_live  <= !(f_at == LAT - 1 && f_leaves);
        f_at    <= f_at + f_enable[f_at + 1];
        f_ahead <= f_ahead - (f_leaves && f_ahead != 0);
    end
reg [F_W-1:0] f_after; // stages after its own that hold one
always @* begin
    f_after = 0;
    for (f_i = 0; f_i < LAT; f_i = f_i + 1)
        if (f_i > f_at)
            f_after = f_after + full[f_i];
end
always @* if (f_old && run && f_live) begin
    assert (f_at < LAT && full[f_at] && f_after == f_ahead);
    assert (f_at != LAT - 1 || f_ahead == 0);
    assert (!enable[f_at] || f_at == LAT - 1 || f_enable[f_at + 1]); // nothing comes over it
end
