// SPDX-License-Identifier: MIT
// Beats of up to IN_N words become beats of OUT_N words; the words stay in order and none is added.
// Latency 1; as many words per cycle as the narrower side carries, also through beats that are not
// full.
//
//   CLOSE 0: every beat out is full; ends of packets mean nothing, out_last is low.
//   CLOSE 1: the beat with the last word of a packet may be short, and the next packet begins in a
//            beat of its own.
//
// Stream rule: a beat moves when valid && ready; an offered beat stays unchanged until it is
// accepted; in_ready and out_valid are functions of registers. A beat without words is accepted and
// means nothing.
`default_nettype none
module tau_repack #(
    parameter IN_N   = 4,                  // words of a beat in, 1..16
    parameter OUT_N  = 2,                  // words of a beat out, 1..16
    parameter CLOSE  = 0,                  // 1: a packet's last beat may be short
    parameter WORD_W = 32,                 // bits of a word
    parameter IN_W   = $clog2(IN_N + 1),
    parameter OUT_W  = $clog2(OUT_N + 1)
) (
    input  wire                    clk,
    input  wire                    run,    // low: forgets its words, accepts and offers none
    input  wire                    in_valid,
    output wire                    in_ready,
    input  wire [WORD_W*IN_N-1:0]  in_data,
    input  wire [IN_W-1:0]         in_words, // of this beat, from the lowest up
    input  wire                    in_last, // ends a packet
    output wire                    out_valid,
    input  wire                    out_ready,
    output wire [WORD_W*OUT_N-1:0] out_data,
    output wire [OUT_W-1:0]        out_words,
    output wire                    out_last
);
    initial begin
        if (IN_N < 1 || IN_N > 16) $error("tau_repack: IN_N is %0d, must be 1..16", IN_N);
        if (OUT_N < 1 || OUT_N > 16) $error("tau_repack: OUT_N is %0d, must be 1..16", OUT_N);
        if (CLOSE < 0 || CLOSE > 1) $error("tau_repack: CLOSE is %0d, must be 0 or 1", CLOSE);
        if (WORD_W < 1) $error("tau_repack: WORD_W is %0d, must be 1 or more", WORD_W);
    end

    // Full rate without a path from out_ready to in_ready: a beat of either side may wait while one
    // of the narrower is added.
    localparam HOLD   = IN_N + OUT_N + (IN_N < OUT_N ? IN_N : OUT_N);
    localparam FILL_W = $clog2(HOLD + 1);
    localparam ROOM   = HOLD - IN_N;
    localparam [FILL_W-1:0] BEAT = OUT_N[FILL_W-1:0], MOST = ROOM[FILL_W-1:0];

    reg  [WORD_W*HOLD-1:0] words, words_next;
    reg  [FILL_W-1:0]      fill;           // words here
    reg  [FILL_W-1:0]      mark;           // words up to the last of a packet; 0: no end is here
    wire                   ends   = mark != {FILL_W{1'b0}};
    wire                   short_ = ends && mark < BEAT;

    // Nothing follows an end until it is on its way: one mark is enough.
    assign in_ready  = run && fill <= MOST && !ends;
    assign out_valid = run && (ends || fill >= BEAT);
    assign out_last  = ends && mark <= BEAT;
    assign out_data  = words[WORD_W*OUT_N-1:0];
    assign out_words = short_ ? mark[OUT_W-1:0] : BEAT[OUT_W-1:0];

    wire              enter = in_valid && in_ready;
    wire              leave = out_valid && out_ready;
    wire [FILL_W-1:0] gone  = !leave ? {FILL_W{1'b0}} : short_ ? mark : BEAT;
    wire [FILL_W-1:0] rest  = fill - gone;
    wire [FILL_W-1:0] added;
    wire [FILL_W-1:0] total = rest + (enter ? added : {FILL_W{1'b0}});
    wire              close = CLOSE != 0 && enter && in_last && in_words != {IN_W{1'b0}};
    generate
        if (FILL_W > IN_W) begin : wider
            assign added = {{FILL_W - IN_W{1'b0}}, in_words};
        end else begin : equal
            assign added = in_words;
        end
    endgenerate

    always @(posedge clk)
        if (!run) begin
            fill <= {FILL_W{1'b0}};
            mark <= {FILL_W{1'b0}};
        end else begin
            fill <= total;
            if (close)
                mark <= total;
            else if (leave)
                mark <= out_last || !ends ? {FILL_W{1'b0}} : mark - BEAT;
        end

    integer i, k;
    always @* begin
        words_next = leave ? words >> WORD_W * OUT_N : words;
        for (i = 0; i < HOLD; i = i + 1)
            for (k = 0; k < IN_N; k = k + 1)
                if (enter && {{32 - FILL_W{1'b0}}, rest} == i - k)
                    words_next[WORD_W*i +: WORD_W] = in_data[WORD_W*k +: WORD_W];
    end
    always @(posedge clk)
        words <= words_next;
endmodule
`default_nettype wire
