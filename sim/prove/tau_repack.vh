// SPDX-License-Identifier: MIT
// Properties of tau_repack, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: beats are not longer than they can be
always @* assume (in_words <= IN_N);

// --- the buffer is what its counters say
always @* if (f_old) begin
    assert (fill <= HOLD && mark <= fill);
    assert (mark == 0 || (CLOSE == 1 && mark == fill));
end

// --- stream rule at the output; beats are full but for the last of a packet
always @* assert (out_data == words[WORD_W*OUT_N-1:0]);
(* anyseq *) wire [IN_W-1:0] f_which;
reg [FILL_W-1:0]       f_ahead;        // words in front of the followed one
reg                    f_waits;
reg [WORD_W*OUT_N-1:0] f_data;
reg [OUT_W:0]          f_rest;
always @(posedge clk)
    {f_waits, f_data, f_rest} <= {run && out_valid && !out_ready, out_data, out_words, out_last};
reg  [WORD_W*OUT_N-1:0] f_mask;        // of the words of the beat
reg  [WORD_W-1:0]       f_here, f_in;  // the followed word, in the buffer and in its beat
integer f_i;
always @* begin
    f_here = 0;
    f_in   = 0;
    for (f_i = 0; f_i < OUT_N; f_i = f_i + 1)
        f_mask[WORD_W*f_i +: WORD_W] = {WORD_W{f_i < out_words}};
    for (f_i = 0; f_i < HOLD; f_i = f_i + 1)
        if (f_ahead == f_i)
            f_here = words[WORD_W*f_i +: WORD_W];
    for (f_i = 0; f_i < IN_N; f_i = f_i + 1)
        if (f_which == f_i)
            f_in = in_data[WORD_W*f_i +: WORD_W];
end
always @* if (f_old && run) begin
    if (f_waits)
        assert (out_valid && ((out_data ^ f_data) & f_mask) == 0 &&
                {out_words, out_last} == f_rest);
    if (out_valid)
        assert (out_words == OUT_N || (CLOSE == 1 && out_last && out_words != 0));
    assert (!in_ready || fill + IN_N <= HOLD);
end

// --- any one word is followed: unchanged, in its place, and with the end of its packet where it
// is one
(* anyseq *) wire            f_pick;
reg               f_live, f_end;         // f_end: a packet ended with it
reg [WORD_W-1:0]  f_word;
wire f_enters = enter && f_pick && !f_live && f_which < in_words;
wire f_leaves = f_live && leave && f_ahead < out_words;
always @(posedge clk)
    if (!run)
        f_live <= 1'b0;
    else if (f_enters) begin
        f_live  <= 1'b1;
        f_word  <= f_in;
        f_ahead <= rest + f_which;
        f_end   <= CLOSE == 1 && in_last && f_which + 1 == in_words;
    end else if (f_live) begin
        f_live  <= !f_leaves;
        f_ahead <= f_ahead - gone;
    end
always @* if (f_old && run && f_live) begin
    assert (f_ahead < fill);
    assert (f_here == f_word);
    assert (!f_end || mark == f_ahead + 1);
    if (f_leaves)
        assert (!f_end || (out_last && f_ahead + 1 == out_words));
end
// --- and no end without a word that is one: the mark is set by ends alone and stays with its word
reg [FILL_W-1:0] f_mark;
reg              f_close, f_ran;
reg [FILL_W-1:0] f_gone;
always @(posedge clk) {f_mark, f_close, f_ran, f_gone} <= {mark, close, run, gone};
always @* if (f_old && run && f_ran && !f_close && mark != 0)
    assert (mark == f_mark - f_gone && f_mark != 0);
