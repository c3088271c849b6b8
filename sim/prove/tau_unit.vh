// Properties of tau_unit, put in front of its endmodule by prove.sh. The unit is flat, its sequences and its operator are
// any: what is proved is that the pipeline can always move, because the queue has room for all that is under way.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

localparam F_W = $clog2(LAT + QUEUE);
wire [F_W-1:0] f_read   = \deliver.words.read ;
wire [F_W-1:0] f_write  = \deliver.words.write ;
wire           f_queued = \deliver.words.queued ;
wire           f_push   = \deliver.words.push ;
wire           f_pull   = \deliver.words.pull ;

reg [7:0] f_count, f_flying; // results in the queue; operations in the pipeline
always @(posedge clk)
    f_count <= run ? f_count + {7'd0, f_push} - {7'd0, f_pull} : 0;
integer f_i;
always @* begin
    f_flying = 0;
    for (f_i = 0; f_i < LAT; f_i = f_i + 1)
        f_flying = f_flying + {7'd0, flight[f_i]};
end

always @* if (f_old && run) begin
    assert (\results.under_way  == f_count + f_flying && f_count + f_flying <= LAT + QUEUE);
    assert (f_queued == (f_count != 0) && f_read < LAT + QUEUE && f_write < LAT + QUEUE);
    assert ((f_read + f_count) % (LAT + QUEUE) == f_write);
    assert (!f_push || f_count < LAT + QUEUE || f_pull);
    assert (!issue || (known && a_ready && b_ready && f_count + f_flying < LAT + QUEUE));
    assert (issue || !(known && a_ready && b_ready) || f_count + f_flying == LAT + QUEUE);
end
