// SPDX-License-Identifier: MIT
// Properties of tau_walk, put in front of its endmodule by prove.sh: the head stays until next,
// then it is the entry after; entries come in order 0 .. length - 1, loop .. length - 1 and again.
// The table is any table, of which `later` is what was at `fetch` in the last cycle with a step.
localparam DEPTH = 1 << ADDR_W;
reg [ENTRY_W-1:0] f_entries [0:DEPTH-1];   // never written: any
reg [ENTRY_W-1:0] f_later;
always @(posedge clk) if (step) f_later <= f_entries[fetch];
always @* assume (later == f_later);
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run && rst);
always @* if (f_old) assume (!rst);
// Up to the last cycle before run anything may be loaded.
always @* if (run) assume (!load[`TAUFLOW_LOAD_WRITE]);
always @* if (next) assume (head_valid);
// What tau_loader makes of a length or a loop.
wire [15:0] f_count = load[`TAUFLOW_EXTENT_COUNT], f_last = f_count - 16'd1;
always @* if (length_here)
    assume (f_count <= DEPTH && load[`TAUFLOW_EXTENT_SOME] == (f_count != 16'd0) &&
            load[`TAUFLOW_LOAD_INDEX] == f_last);
always @* if (loop_here) assume (f_count == 0 || f_count < f_length);

reg [15:0] f_length, f_loop, f_at; // what was loaded; entry that is the head
always @(posedge clk) begin
    f_length <= rst ? 16'd0 : length_here ? f_count : f_length;
    f_loop   <= rst || length_here ? 16'd0 : loop_here ? f_count : f_loop;
    f_at     <= !run ? 16'd0 : next ? (f_at + 16'd1 == f_length ? f_loop : f_at + 16'd1) : f_at;
end

function [15:0] f_after(input [15:0] at);
    f_after = at + 16'd1 == f_length ? f_loop : at + 16'd1;
endfunction
wire [15:0] f_behind = f_after(f_at);
wire [15:0] f_third  = f_after(f_behind);

// What the table holds there.
wire [ENTRY_W-1:0] f_first_entry  = f_entries[0];
wire [ENTRY_W-1:0] f_at_entry     = f_entries[f_at[ADDR_W-1:0]];
wire [ENTRY_W-1:0] f_behind_entry = f_entries[f_behind[ADDR_W-1:0]];
wire [ENTRY_W-1:0] f_third_entry  = f_entries[f_third[ADDR_W-1:0]];

// --- the laws that its users suppose: without a run there is no head; a step makes a head of what
// is ahead; else it stays
reg               f_run, f_step, f_valid, f_coming;
reg [ENTRY_W-1:0] f_head, f_ahead;
always @(posedge clk) begin
    {f_run, f_step, f_valid, f_coming} <= {run, next || !head_valid, head_valid, ahead_valid};
    {f_head, f_ahead}                  <= {head, ahead};
end
always @* if (f_old) begin
    assert (head == (f_step ? f_ahead : f_head));
    assert (head_valid == (f_run && (f_step ? f_coming : f_valid)));
end

// --- a program is there from the fourth cycle of run on, in order
reg [1:0] f_ran; // cycles of run so far, up to 3
always @(posedge clk) f_ran <= !run ? 2'd0 : f_ran == 2'd3 ? 2'd3 : f_ran + 2'd1;
always @* if (f_old) begin
    assert (f_length <= DEPTH && filled == (f_length != 0));
    if (filled)
        assert (last == f_length - 16'd1 && loop == f_loop && f_loop < f_length);
    assert (f_run == (f_ran != 0));
    assert (head_valid == (filled && f_ran == 3) && ahead_valid == (filled && f_ran >= 2) &&
            filling[0] == (filled && f_ran >= 1));
    assert (f_ran == 3 || f_at == 0);
    if (f_ran == 0)
        assert (fetch == 0);
    else if (filled) begin
        assert (f_at < f_length);
        if (f_ran == 1)
            assert (later == f_first_entry && fetch == f_after(16'd0));
        if (f_ran == 2)
            assert (ahead == f_first_entry && later == f_behind_entry &&
                    fetch == f_third);
        if (f_ran == 3) begin
            assert (head == f_at_entry);
            assert (ahead == f_behind_entry);
            assert (later == f_third_entry && fetch == f_after(f_third));
        end
    end
end
