// Properties of tau_source, put in front of its endmodule by prove.sh.

reg f_old = 1'b0; // there is a cycle before this one
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: credits, a mask that stays until its word leaves; any receiver may be willing at any time
wire [RECEIVERS-1:0] f_takes = taken & offer;
reg [ADDR_W:0] f_count; // words in the queue
always @(posedge clk)
    f_count <= run ? f_count + {{ADDR_W{1'b0}}, push} - {{ADDR_W{1'b0}}, pull} : 0;
always @* if (run && in_valid) assume (f_count < DEPTH);
reg                 f_held;
reg [RECEIVERS-1:0] f_mask;
always @(posedge clk) {f_held, f_mask} <= {run && mask_valid && !pop, mask};
always @* if (run && f_held) assume (mask_valid && mask == f_mask);

// --- the queue is what its pointers say
always @* if (f_old && run) begin
    assert (f_count <= DEPTH && read < DEPTH && write < DEPTH);
    assert (queued == (f_count != 0));
    assert ((read + f_count) % DEPTH == write);
    assert (done == 0 || (f_held && queued && (done & ~f_mask) == 0));
    assert (!pop || queued || in_valid);
end

// --- stream rule: what was offered to a receiver and not taken is offered unchanged
reg [RECEIVERS-1:0] f_waits;
reg [WORD_W-1:0]    f_data;
always @(posedge clk) begin
    f_waits <= run ? offer & ~f_takes : 0;
    f_data  <= data;
end
always @* if (f_old && run) begin
    assert ((f_waits & ~offer) == 0);
    assert (f_waits == 0 || data == f_data);
    assert (f_waits == 0 || (f_held && f_waits == (f_mask & ~done)));
    assert (f_waits == 0 || (queued && f_data == queue[read]));
end

// --- nothing lost, doubled or out of order: any one word is followed from entry to pop
(* anyseq *) wire   f_pick;
reg                 f_live;
reg [WORD_W-1:0]    f_word;
reg [ADDR_W:0]      f_ahead; // words in front of it
reg [RECEIVERS-1:0] f_took;  // receivers that have it
wire f_enters = run && in_valid && f_pick && !f_live;
wire f_first  = (f_live && f_ahead == 0) || (f_enters && f_count == 0);
wire [WORD_W-1:0]    f_this = f_live ? f_word : in_data;
wire [RECEIVERS-1:0] f_have = f_live ? f_took : 0;
always @(posedge clk)
    if (!run)
        f_live <= 1'b0;
    else if (f_live || f_enters) begin
        f_live  <= !(f_first && pop);
        f_word  <= f_this;
        f_ahead <= (f_live ? f_ahead : f_count) - {{ADDR_W{1'b0}}, pop && !f_first};
        f_took  <= f_first ? f_have | f_takes : 0;
    end
always @* if (f_old && run) begin
    if (f_first) begin
        assert (offer == 0 || data == f_this);
        assert ((f_takes & f_have) == 0);
        assert (!pop || (f_have | f_takes) == mask);
        assert (pop || !mask_valid || (mask & ~(f_have | f_takes)) != 0);
    end
    if (f_live) begin
        assert (f_ahead < f_count);
        assert (queue[(read + f_ahead) % DEPTH] == f_word);
        assert (f_took == (f_ahead == 0 ? done : 0));
    end
end
