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

function [15:0] f_after(input [15:0] at);
    f_after = at + 16'd1 == f_length ? f_loop : at + 16'd1;
endfunction
wire [15:0] f_behind = f_after(f_at);

// A program is complete some cycles before it is run.
reg f_loads = 1'b1;
always @(posedge clk) f_loads <= load[61] || rst;
always @* if (run) assume (!f_loads);

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
            assert (ahead == word[0].entries[f_behind[ADDR_W-1:0]]);
            assert (fetch == f_after(f_behind));
        end else
            assert (!filled && f_at == 0);
    end
    // The first entries are there before the run begins, if nothing was loaded in its last two cycles.
    if (!f_run && run && filled)
        assert (!head_valid && f_at == 0 && ahead == word[0].entries[0] && fetch == f_after(16'd0));
end
