// Properties of tau_sequence, put in front of its endmodule by prove.sh: the head stays until next, then it is the entry
// behind; entries come in order 0 .. length - 1, loop .. length - 1 and again. The table is any table.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run && rst);
always @* if (f_old) assume (!rst);
always @* if (run) assume (!load[61]);
always @* if (next) assume (head_valid);
always @* if (length_here) assume (load[31:0] <= DEPTH);
always @* if (loop_here) assume (load[31:0] == 0 || load[31:0] < f_length);

reg [15:0] f_length, f_loop, f_at; // what was loaded; entry that is the head
always @(posedge clk) begin
    f_length <= rst ? 16'd0 : length_here ? load[15:0] : f_length;
    f_loop   <= rst || length_here ? 16'd0 : loop_here ? load[15:0] : f_loop;
    f_at     <= !run ? 16'd0 : next ? (f_at + 16'd1 == f_length ? f_loop : f_at + 16'd1) : f_at;
end

reg               f_run, f_stays;
reg [ENTRY_W-1:0] f_head;
always @(posedge clk) {f_run, f_stays, f_head} <= {run, run && head_valid && !next, head};

always @* if (f_old) begin
    assert (f_length <= DEPTH && filled == (f_length != 0));
    if (filled)
        assert (last == f_length - 16'd1 && loop == f_loop && f_loop < f_length);
    if (run && f_run) begin
        if (f_stays)
            assert (head_valid && head == f_head);
        if (head_valid) begin
            assert (filled && f_at < f_length);
            assert (head == word[0].entries[f_at[ADDR_W-1:0]]);
            assert (behind == (f_at + 16'd1 == f_length ? f_loop : f_at + 16'd1));
        end else
            assert (behind == 0 && f_at == 0);
    end
    if (!f_run)
        assert (!run || (!head_valid && behind == 0 && f_at == 0));
end
