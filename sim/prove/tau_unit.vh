// Properties of tau_unit, put in front of its endmodule by prove.sh. The unit is flat; its
// sequence, masks and operator are any: what is proved is that the pipeline can always move,
// because the queue has room for all that is under way, and that its receivers know a cycle ahead
// what it reads.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

localparam F_W = $clog2(LAT + QUEUE);
wire [F_W-1:0] f_read  = \deliver.read ;
wire [F_W-1:0] f_write = \deliver.write ;
wire           f_held  = \deliver.here ;

reg [7:0] f_count, f_flying; // results in the source; operations in the pipeline
always @(posedge clk)
    f_count <= run ? f_count + {7'd0, flight[LAT-1]} - {7'd0, pop} : 0;
integer f_i;
always @* begin
    f_flying = 0;
    for (f_i = 0; f_i < LAT - 1; f_i = f_i + 1)
        f_flying = f_flying + {7'd0, flew[f_i]};
end

function [F_W-1:0] f_place(input [F_W:0] sum); // in the ring of the queue
    f_place = sum < LAT + QUEUE ? sum : sum - (LAT + QUEUE);
endfunction
always @* if (f_old && run) begin
    assert (\results.under_way  == f_count + f_flying && f_count + f_flying <= LAT + QUEUE);
    assert (f_held == (f_count != 0) && \deliver.more  == (f_count > 1));
    assert (f_read < LAT + QUEUE && f_write < LAT + QUEUE &&
            f_place(f_read + f_count - f_held) == f_write);
    assert (credit == (f_count + f_flying < LAT + QUEUE));
    assert (!flew[LAT-1] || f_held);
    assert (!flight[LAT-1] || f_count < LAT + QUEUE);
    assert (\deliver.offered  ? f_held : offer == 0);
    assert (!issue || (known && a_ready && b_ready && f_count + f_flying < LAT + QUEUE));
    assert (issue || !(known && a_ready && b_ready) || f_count + f_flying == LAT + QUEUE);
end

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
