// SPDX-License-Identifier: MIT
// A source: words wait in order; the first of them is offered to the receivers of its mask.
//
//   in ---------------+--> first word --> offer/data to the network
//        \-> queue ---/        ^ pop when the last receiver of the mask has accepted it
//
// A word that finds nothing waiting is offered from the next cycle on, straight out of a register:
// it is the last one of whatever makes the words. A mask is taken only for a word that is there in
// the next cycle and becomes its offers, which are registers too: a receiver that accepts the word
// earlier than others is struck out of them, and when none is left, the word leaves. There is no
// way to stop the input: whoever feeds it holds a credit for each word (at most DEPTH in it), so
// that nothing in front of a source ever freezes. A mask of 0 throws the word away.
// Stream rule, per receiver: an offered word and its offer stay until that receiver accepts it.
`default_nettype none
module tau_source #(
    parameter RECEIVERS = 3,               // receivers that the network joins to this source
    parameter DEPTH     = 8,               // words that can wait
    parameter WORD_W    = 32               // bits of a word
) (
    input  wire                 clk,
    input  wire                 run,       // low: forgets all words
    // words
    input  wire                 comes,     // in_data is a word
    input  wire [WORD_W-1:0]    in_data,
    // emission sequence: the mask of the word after those that were offered
    input  wire                 mask_valid,
    input  wire [RECEIVERS-1:0] mask,
    output wire                 next,      // it is taken
    output wire                 pop,       // the first word leaves
    // network
    output reg  [RECEIVERS-1:0] offer,     // receivers of the first word that do not have it yet
    output wire [WORD_W-1:0]    data,      // the first word
    input  wire [RECEIVERS-1:0] taken      // receivers that accept what they are offered now
);
    localparam ADDR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam LAST_ADDR = DEPTH - 1;
    localparam [ADDR_W-1:0] LAST = LAST_ADDR[ADDR_W-1:0];

    initial begin
        if (RECEIVERS < 1) $error("tau_source: RECEIVERS is %0d, must be 1 or more", RECEIVERS);
        if (DEPTH < 1) $error("tau_source: DEPTH is %0d, must be 1 or more", DEPTH);
    end

    reg [WORD_W-1:0]    queue [0:DEPTH-1]; // words after `first`
    reg [ADDR_W-1:0]    read, write;
    reg [WORD_W-1:0]    first;
    reg                 here;              // `first` is a word
    reg                 more;              // some word in the queue waits too
    reg                 offered;           // the mask of the first was taken

    wire [ADDR_W-1:0] read_next  = (read == LAST) ? {ADDR_W{1'b0}} : read + 1'b1;
    wire [ADDR_W-1:0] write_next = (write == LAST) ? {ADDR_W{1'b0}} : write + 1'b1;

    wire push = comes && here && (more || !pop); // into the queue
    wire pull = pop && more;

    // There is a word for the next mask in the next cycle, if what is offered now leaves.
    wire due = comes || (offered ? more : here);

    // Who accepts is known without looking at the offers, so that pop does not wait for the way
    // there and back. Without an offer nobody lacks anything.
    wire none = (offer & ~taken) == {RECEIVERS{1'b0}};
    assign pop  = offered && none;
    assign next = mask_valid && none && due;
    assign data = first;

    // A word that does not stay in the queue is written too, to a place that stays free.
    always @(posedge clk) begin
        if (comes)
            queue[write] <= in_data;
        if (pop || !here)
            first <= more ? queue[read] : in_data;
    end

    always @(posedge clk)
        if (!run) begin
            read    <= {ADDR_W{1'b0}};
            write   <= {ADDR_W{1'b0}};
            here    <= 1'b0;
            more    <= 1'b0;
            offered <= 1'b0;
            offer   <= {RECEIVERS{1'b0}};
        end else begin
            if (push)
                write <= write_next;
            if (pull)
                read <= read_next;
            if (push != pull)
                more <= push || read_next != write;
            here    <= comes || (pop ? more : here);
            offered <= next || (offered && !pop);
            offer   <= next ? mask : offer & ~taken;
        end
endmodule
`default_nettype wire
