// Properties of tau_relay, put in front of its endmodule by prove.sh. The relay is flat: parts of its parts are named
// by their paths. The sequences are any sequences (tau_sequence_any.v).
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);
wire [RECEIVERS-1:0] f_takes = taken & offer;

localparam F_W = (QUEUE > 1) ? $clog2(QUEUE) : 1;
wire [F_W-1:0]       f_read   = \deliver.words.read ;
wire [F_W-1:0]       f_write  = \deliver.words.write ;
wire                 f_queued = \deliver.words.queued ;
wire [RECEIVERS-1:0] f_done   = \deliver.words.done ;
wire [RECEIVERS-1:0] f_head   = \deliver.mask ;
wire                 f_valid  = \deliver.mask_valid ;

// The heads of sequences stay until next.
reg                 f_select_held, f_mask_held, f_select;
reg [RECEIVERS-1:0] f_mask;
always @(posedge clk) begin
    {f_select_held, f_select} <= {run && want && !takes, select};
    {f_mask_held, f_mask}     <= {run && f_valid && !pop, f_head};
end
always @* if (f_select_held) assume (want && select == f_select);
always @* if (f_mask_held) assume (f_valid && f_head == f_mask);

// --- any one word is followed from take to pop, behind `f_ahead` others
(* anyseq *) wire   f_pick;
reg                 f_live;
reg [WORD_W-1:0]    f_word;
reg [3:0]           f_inside, f_ahead; // words between takes and pop
reg [RECEIVERS-1:0] f_took;
wire [3:0] f_count  = f_inside - {3'd0, arrived}; // of them in the queue
wire       f_enters = takes && f_pick && !f_live;
always @(posedge clk)
    if (!run) begin
        f_live   <= 1'b0;
        f_inside <= 0;
    end else begin
        f_inside <= f_inside + {3'd0, takes} - {3'd0, pop};
        if (f_enters) begin
            f_live  <= 1'b1;
            f_word  <= offered_data;
            f_ahead <= f_inside - {3'd0, pop};
            f_took  <= 0;
        end else if (f_live) begin
            f_live  <= !(pop && f_ahead == 0);
            f_ahead <= f_ahead - {3'd0, pop && f_ahead != 0};
            f_took  <= f_ahead == 0 ? f_took | f_takes : 0;
        end
    end

// --- what is inside is what the counter says, and the queue has room for it
always @* if (f_old && run) begin
    assert (f_inside == \held.under_way  && f_inside <= QUEUE && (f_inside != 0 || !arrived));
    assert (f_queued == (f_count != 0) && f_read < QUEUE && f_write < QUEUE);
    assert ((f_read + f_count) % QUEUE == f_write);
    assert (!arrived || f_count < QUEUE);
    assert (!pop || f_inside != 0);
    assert (f_done == 0 || (f_queued && f_mask_held && (f_done & ~f_mask) == 0));
end

// --- stream rule
reg [RECEIVERS-1:0] f_waits;
reg [WORD_W-1:0]    f_data;
always @(posedge clk) begin
    f_waits <= run ? offer & ~f_takes : 0;
    f_data  <= data;
end
always @* if (f_old && run) begin
    assert ((f_waits & ~offer) == 0 && (f_waits == 0 || data == f_data));
    assert (f_waits == 0 || (f_queued && f_data == \deliver.words.queue [f_read]
            && f_mask_held && f_waits == (f_mask & ~f_done)));
end

// --- nothing lost, doubled or out of order
always @* if (f_old && run && f_live) begin
    assert (f_ahead < f_inside);
    assert (f_ahead == f_count ? arrived && arrived_data == f_word : \deliver.words.queue [(f_read + f_ahead) % QUEUE] == f_word);
    assert (f_took == (f_ahead == 0 ? f_done : 0));
    if (f_ahead == 0) begin
        assert (offer == 0 || data == f_word);
        assert ((f_takes & f_took) == 0);
        assert (!pop || (f_took | f_takes) == f_head);
    end
end
