// SPDX-License-Identifier: MIT
// Properties of tau_relay, put in front of its endmodule by prove.sh. The relay is flat: parts of
// its parts are named by their paths. The sequences are any sequences (any_sequence.v).
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);
always @* if (takes)
    assume (grab != 0); // the network brings a word only from the source that is asked
wire [RECEIVERS-1:0] f_takes = taken & offer;

localparam F_W = (QUEUE > 1) ? $clog2(QUEUE) : 1;
wire [F_W-1:0]       f_read   = \deliver.words.read ;
wire [F_W-1:0]       f_write  = \deliver.words.write ;
wire                 f_held   = \deliver.words.here ;
wire [WORD_W-1:0]    f_first  = \deliver.words.first ;
wire                 f_offered = \deliver.words.offered ;
wire [RECEIVERS-1:0] f_next    = \deliver.mask ;
wire                 f_masked  = \deliver.mask_valid ;

// Without a run sequences have no heads; a step makes a head of what is ahead, else it stays.
reg                 f_want, f_select, f_valid;
reg [RECEIVERS-1:0] f_head, f_mask; // the next mask; that of the word that is offered
always @(posedge clk) begin
    {f_want, f_select} <= takes || !want ? {run && unused_coming, select_ahead}
                                         : {run && want, from};
    {f_valid, f_head}  <= \deliver.next  || !f_masked ?
        {run && \deliver.unused_valid , \deliver.unused_ahead } : {run && f_masked, f_next};
    if (\deliver.next )
        f_mask <= f_next;
end
always @* if (f_old)
    assume ({want, from, f_masked, f_next} == {f_want, f_select, f_valid, f_head});

// --- any one word is followed from accept to pop, after `f_ahead` others
(* anyseq *) wire   f_pick;
reg                 f_live;
reg [WORD_W-1:0]    f_word;
reg [3:0]           f_inside, f_ahead; // words between accepts and pop
reg [RECEIVERS-1:0] f_took;
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
            f_took  <= (f_took | f_takes) & {RECEIVERS{f_ahead == 0}};
        end
    end

// --- what is inside is what the counter says, and the queue has room for it; it accepts while
// there is room, what the head names
function [F_W-1:0] f_place(input [F_W:0] sum); // in the ring of the queue
    f_place = sum < QUEUE ? sum : sum - QUEUE;
endfunction
wire [RECEIVERS-1:0] f_done = {RECEIVERS{f_offered}} & f_mask & ~offer; // have the first word
always @* if (f_old && run) begin
    assert (f_inside == \held.under_way  && f_inside <= QUEUE);
    assert (grab == (want && f_inside < QUEUE ? 1 << from : 0) &&
            (!want || pick == 1 << from));
    assert (f_held == (f_inside != 0) && \deliver.words.more  == (f_inside > 1));
    assert (f_read < QUEUE && f_write < QUEUE && f_place(f_read + f_inside - f_held) == f_write);
    assert (room == (f_inside < QUEUE));
    assert (!pop || (f_inside != 0 && f_offered));
    assert (!(|(offer & ~(f_mask & {RECEIVERS{f_offered}}))));
    assert (f_done == 0 || f_held);
    assert (!f_offered || f_held);
end

// --- stream rule
reg [RECEIVERS-1:0] f_waits;
reg [WORD_W-1:0]    f_data;
always @(posedge clk) begin
    f_waits <= run ? offer & ~f_takes : 0;
    f_data  <= data;
end
always @* if (f_old && run) begin
    assert (!(|(f_waits & ~offer)) && (f_waits == 0 || data == f_data));
    assert (f_waits == 0 || (f_held && f_data == f_first && f_waits == offer));
end

// --- nothing lost, doubled or out of order
wire [WORD_W-1:0] f_here = f_ahead == 0 ?
    f_first : \deliver.words.queue [f_place(f_read + f_ahead - 1)];
always @* if (f_old && run && f_live) begin
    assert (f_ahead < f_inside);
    assert (f_here == f_word);
    assert (f_took == (f_done & {RECEIVERS{f_ahead == 0}}));
    if (f_ahead == 0) begin
        assert (offer == 0 || data == f_word);
        assert (!(|(f_takes & f_took)));
        assert (!pop || (f_took | f_takes) == f_mask);
    end
end
