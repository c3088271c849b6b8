// SPDX-License-Identifier: MIT
// Properties of tau_source, put in front of its endmodule by prove.sh.

reg f_old = 1'b0; // there is a cycle before this one
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: credits; any receiver may be willing at any time, any masks may come
wire [RECEIVERS-1:0] f_takes = taken & offer;
reg [ADDR_W:0] f_count; // words in it
always @(posedge clk)
    f_count <= run ? f_count + {{ADDR_W{1'b0}}, comes} - {{ADDR_W{1'b0}}, pop} : 0;
always @* if (run && comes) assume (f_count < DEPTH + pop);
reg [RECEIVERS-1:0] f_mask; // of the word that is offered
reg                 f_had;  // there was a mask in the cycle before
always @(posedge clk) begin
    if (next)
        f_mask <= mask;
    f_had <= run && mask_valid;
end

// --- what waits is what the pointers say, who is left what the mask says
function [ADDR_W-1:0] f_place(input [ADDR_W:0] sum); // in the ring of the queue
    f_place = sum < DEPTH ? sum : sum - DEPTH;
endfunction
wire [RECEIVERS-1:0] f_done = {RECEIVERS{offered}} & f_mask & ~offer; // have the first word
always @* if (f_old && run) begin
    assert (f_count <= DEPTH && read < DEPTH && write < DEPTH);
    assert (here == (f_count != 0) && more == (f_count > 1));
    assert (f_place(read + f_count - here) == write);
    assert (!(|(offer & ~({RECEIVERS{offered}} & f_mask))));
    assert (offered ? here : !here || !f_had); // a word and a mask do not wait for each other
    assert (f_done == 0 || here);
    assert (!pop || (offered && here));
end

// --- stream rule: what was offered to a receiver and not accepted is offered unchanged
reg [RECEIVERS-1:0] f_waits;
reg [WORD_W-1:0]    f_data;
always @(posedge clk) begin
    f_waits <= run ? offer & ~f_takes : 0;
    f_data  <= data;
end
always @* if (f_old && run) begin
    assert (!(|(f_waits & ~offer)));
    assert (f_waits == 0 || data == f_data);
    assert (f_waits == 0 || f_waits == offer);
    assert (f_waits == 0 || (here && f_data == first));
end

// --- nothing lost, doubled or out of order: any one word is followed from entry to pop
(* anyseq *) wire   f_pick;
reg                 f_live;
reg [WORD_W-1:0]    f_word;
reg [ADDR_W:0]      f_ahead; // words in front of it
reg [ADDR_W-1:0]    f_at;    // its place in the queue
reg [RECEIVERS-1:0] f_took;  // receivers that have it
wire f_enters = run && comes && f_pick && !f_live;
wire f_first  = f_live && f_ahead == 0;
always @(posedge clk)
    if (!run)
        f_live <= 1'b0;
    else if (f_enters) begin
        f_live  <= 1'b1;
        f_word  <= in_data;
        f_at    <= write;
        f_ahead <= f_count - {{ADDR_W{1'b0}}, pop};
        f_took  <= 0;
    end else if (f_live) begin
        f_live  <= !(f_first && pop);
        f_ahead <= f_ahead - {{ADDR_W{1'b0}}, pop && !f_first};
        f_took  <= (f_took | f_takes) & {RECEIVERS{f_first}};
    end
always @* if (f_old && run) begin
    if (f_first) begin
        assert (offer == 0 || data == f_word);
        assert (!(|(f_takes & f_took)));
        assert (!pop || (f_took | f_takes) == f_mask);
        assert (pop || !offered || |(f_mask & ~(f_took | f_takes)));
    end
    if (f_live) begin
        assert (f_ahead < f_count);
        assert (f_ahead != 0 || first == f_word);
        assert (f_ahead == 0 || (f_at == f_place(read + f_ahead - 1) && queue[f_at] == f_word));
        assert (f_took == (f_done & {RECEIVERS{f_ahead == 0}}));
    end
end
