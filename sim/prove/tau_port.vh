// SPDX-License-Identifier: MIT
// Properties of tau_port, put in front of its endmodule by prove.sh. The port is flat: parts of its
// parts are named by their paths. The sequence is any sequence (any_sequence.v).
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);
always @* if (takes)
    assume (grab != 0); // the network brings a word only from the source that is asked
always @* if (run && out_ready) assume (out_valid);

// Without a run the sequence has no head; a step makes a head of what is ahead, else it stays.
reg f_want, f_select;
always @(posedge clk)
    {f_want, f_select} <= takes || !\port.want  ?
        {run && \port.unused_coming , \port.select_ahead } :
        {run && \port.want , \port.from };
always @* if (f_old) assume ({\port.want , \port.from } == {f_want, f_select});

localparam F_W = (QUEUE > 1) ? $clog2(QUEUE) : 1;
wire [F_W-1:0]    f_read  = \words.read ;
wire [F_W-1:0]    f_write = \words.write ;
wire              f_held  = \words.here ;
wire [WORD_W-1:0] f_first = \words.first ;

// --- any one word is followed from accept to leave, after `f_ahead` others
(* anyseq *) wire f_pick;
reg               f_live;
reg [WORD_W-1:0]  f_word;
reg [3:0]         f_inside, f_ahead; // words between accept and leave
wire       f_enters = takes && f_pick && !f_live;
always @(posedge clk)
    if (!run) begin
        f_live   <= 1'b0;
        f_inside <= 0;
    end else begin
        f_inside <= f_inside + {3'd0, takes} - {3'd0, out_ready};
        if (f_enters) begin
            f_live  <= 1'b1;
            f_word  <= offered_data;
            f_ahead <= f_inside - {3'd0, out_ready};
        end else if (f_live) begin
            f_live  <= !(out_ready && f_ahead == 0);
            f_ahead <= f_ahead - {3'd0, out_ready && f_ahead != 0};
        end
    end

// --- it accepts exactly while there is room; the queue is what its pointers say
function [F_W-1:0] f_place(input [F_W:0] sum); // in the ring of the queue
    f_place = sum < QUEUE ? sum : sum - QUEUE;
endfunction
always @* if (f_old && run) begin
    assert (f_inside == \held.under_way  && f_inside <= QUEUE);
    assert (f_held == (f_inside != 0) && \words.more  == (f_inside > 1));
    assert (f_read < QUEUE && f_write < QUEUE && f_place(f_read + f_inside - f_held) == f_write);
    assert (room == (f_inside < QUEUE));
    assert (\words.offered  == (f_inside != 0));
    assert (out_valid == (f_inside != 0));
    assert (!\port.want  || \port.pick  == 1 << \port.from );
    assert (grab == (\port.want  && f_inside < QUEUE ? 1 << \port.from  : 0));
end

// --- nothing lost, doubled or out of order; stream rule
reg              f_waits;
reg [WORD_W-1:0] f_data;
always @(posedge clk) {f_waits, f_data} <= {run && out_valid && !out_ready, out_data};
wire [WORD_W-1:0] f_here = f_ahead == 0 ? f_first : \words.queue [f_place(f_read + f_ahead - 1)];
always @* if (f_old && run) begin
    if (f_waits)
        assert (out_valid && out_data == f_data && f_held && f_data == f_first);
    if (f_live) begin
        assert (f_ahead < f_inside);
        assert (f_here == f_word);
        assert (f_ahead != 0 || out_data == f_word);
    end
end
