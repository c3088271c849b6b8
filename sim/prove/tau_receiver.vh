// Properties of tau_receiver, put in front of its endmodule by prove.sh. The program in its tables is any program.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);
always @* if (run) assume (!load[61] && !rst); // a reset ends the run
// Entries of a program name slots that are there; the unit reads only what is ready.
always @* if (run && want) assume (slot < SLOTS);
always @* if (run && !read_constant) assume (read_slot < SLOTS);
always @* if (run && read) assume (ready);

wire f_releases = read && read_release && !read_constant;

// --- a full slot is never written; what is not there is not ready
always @* if (f_old && run) begin
    assert (!takes || (offered && want && !full[slot]));
    assert (!(offered && want && !full[slot]) || takes);
    assert (take == (want && !full[slot]));
    assert (!want || filled);
    if (ready && !read_constant)
        assert (full[read_slot] || (TRANSFER == 0 && takes && slot == read_slot));
    if (TRANSFER != 0 && !read_constant)
        assert (ready == full[read_slot]);
end

// --- any one word is followed: from its take to its release every read of its slot gives it, and none after
(* anyseq *) wire f_pick;
reg               f_live, f_gone;
reg [31:0]        f_word;
reg [SLOT_W-1:0]  f_slot;
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
        assert (f_slot < SLOTS && full[f_slot] && store[f_slot] == f_word);
        assert (!(takes && slot == f_slot));
        if (f_reads)
            assert (data == f_word);
    end
    if (f_gone && !f_live) begin
        assert (!full[f_slot]);
        assert (!(f_reads && ready && !f_enters) || (TRANSFER == 0 && takes));
    end
end
