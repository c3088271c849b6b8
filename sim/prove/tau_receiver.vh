// SPDX-License-Identifier: MIT
// Properties of tau_receiver, put in front of its endmodule by prove.sh. The program in its tables
// is any program.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);
// Entries of a program name slots that are there; the network brings a word only from the source
// that is asked.
always @* if (run && want) assume (next_slot < SLOTS);
always @* if (takes) assume (grab != 0);
// A sequence has no head before a run, has one from the first one on, and it stays until it is used
// (tau_walk.vh).
reg                           f_want, f_opens;
reg [SELECT_W+2*SLOT_W-1:0]   f_reception;
always @(posedge clk) {f_want, f_opens, f_reception} <= {run && want, opens, reception};
always @* if (f_old) begin
    if (run && f_want)
        assume (want && (f_opens || reception == f_reception));
    if (!f_run)
        assume (!want);
end

// --- the environment: a unit whose head follows what is ahead (tau_unit.vh). It reads only what is
// ready, and moves on then; without a run it has no head. As long as it has none, what it seems to
// read is anything, but it releases nothing.
reg              f_run, f_moves, f_constant, f_head;
reg [SLOT_W-1:0] f_above;
always @(posedge clk) begin
    {f_run, f_moves}      <= {run, moves};
    f_head                <= run && (f_head || f_begins);
    {f_constant, f_above} <= moves ? {ahead_constant, ahead_above} : {read_constant, read_above};
end
(* anyseq *) wire f_begins;
wire f_there = read_constant || read_slot < SLOTS;
always @* if (f_old) begin
    assume ({read_constant, read_above} == {f_constant, f_above});
    if (!f_run)
        assume (moves && !read);
    if (!f_head)
        assume (moves && !read && !read_release);
    else
        assume (moves == read);
    if (run && read)
        assume (ready);
    if (run && f_head)
        assume (f_there && !(read_constant && read_release));
    if (run && f_head && !read_constant)
        assume (constant == 0);
end

// --- which slots are full, as an accept and a release make it in their cycle; how many are
reg [SLOTS-1:0] f_full;
always @(posedge clk)
    if (!run)
        f_full <= {SLOTS{1'b0}};
    else begin
        if (takes)
            f_full[slot] <= 1'b1;
        if (read && read_release)
            f_full[read_slot] <= 1'b0;
    end
reg [HELD_W-1:0] f_count;
integer f_i;
always @* begin
    f_count = 0;
    for (f_i = 0; f_i < SLOTS; f_i = f_i + 1)
        f_count = f_count + {{SLOT_W{1'b0}}, f_full[f_i]};
end

// --- what the compiler sees to (machine/counts.h) and the checker checks: numbers of words tell of
// the heads what full bits would
reg  [SLOT_W-1:0] f_most;                  // of the reception that is waited for
wire [SLOT_W-1:0] f_next = open ? slot : next_slot; // where the next word goes
always @(posedge clk) if (opens) f_most <= most;
always @* if (f_old && run) begin
    if (want)
        assume ((f_count <= (open ? f_most : most)) == !f_full[f_next]);
    if (f_head && !read_constant) begin
        assume ((f_count > read_above) == f_full[read_slot]);
        // the word that lacks is the next one that comes
        assume (f_full[read_slot] || f_count != read_above || !want || f_next == read_slot);
        assume (f_full[read_slot] || f_count == read_above || f_next != read_slot || !want);
    end
end
wire f_holds = read_constant || f_full[read_slot];

// --- a constant comes as it is
generate
    if (ZERO && BANK == 0) begin : zero
        always @* if (f_old) begin
            assert (whole.store[OVER] == 0);
            assert (!f_moved || !read_constant || read_slot == OVER);
        end
    end
endgenerate
reg f_moved = 1'b0;                        // what is read was ahead
always @(posedge clk) f_moved <= f_moved || moves;
always @* if (f_old) assert (f_moved || !f_head);
always @* if (f_old && run && f_run && f_head && read_constant)
    assert (ready && data[WORD_W-1:0] == constant);

// --- a full slot is never written; what is not there is not ready, what is there is
always @* if (f_old && run) begin
    assert (held == f_count);
    // a reception waits only for its slot, from the cycle on in which there is one
    assert (open ? want && slot < SLOTS && !f_full[slot] && f_count <= f_most
                 : !want || !f_want || f_full[next_slot]);
    assert (grab == (open ? 1 << from : 0));
    assert (!takes || open);
    assert (want || held == 0);
    if (f_run && f_head) begin
        assert (there == f_holds);
        assert (ready == (f_holds || (TRANSFER == 0 && takes && slot == read_slot)));
    end
end

// --- any one word is followed: from its accept to its release every read of its slot gives it, and
// none after
(* anyseq *) wire f_pick;
reg               f_live, f_gone;
reg [31:0]        f_word;
reg [SLOT_W-1:0]  f_slot;
wire [31:0]       f_stored;
generate
    if (BANK == 0)
        assign f_stored = whole.store[f_slot];
    else
        assign f_stored = f_slot[SLOT_W-1] ? banks.upper[f_slot[SLOT_W-2:0]]
                                           : banks.lower[f_slot[SLOT_W-2:0]];
endgenerate
wire f_enters = run && takes && f_pick && !f_live;
wire f_reads  = read && !read_constant && read_slot == (f_enters ? slot : f_slot);
always @(posedge clk)
    if (!run) begin
        f_live <= 1'b0;
        f_gone <= 1'b0;
    end else begin
        if (f_enters) begin
            f_word <= offered_data;
            f_slot <= slot;
        end
        f_live <= (f_live || f_enters) && !(f_reads && read_release);
        // gone: released and its slot not filled again
        f_gone <= ((f_gone && !f_enters) || ((f_live || f_enters) && f_reads && read_release))
                  && !(takes && !f_enters && slot == f_slot);
    end
always @* if (f_old && run) begin
    if (f_enters && f_reads)
        assert (TRANSFER == 0 && data == offered_data);
    if (f_live) begin
        assert (f_slot < SLOTS && f_full[f_slot] && f_stored == f_word);
        assert (!(takes && slot == f_slot));
        if (f_reads)
            assert (data == f_word);
    end
    if (f_gone && !f_live) begin
        assert (!f_full[f_slot]);
        assert (!(f_reads && ready && !f_enters) || (TRANSFER == 0 && takes));
    end
end
