// A source: words wait in order; the first of them is offered to the receivers of its mask.
//
//   in -------------------------+--> first word --> offer/data to the network
//        \-> queue --> first ---/         ^ pop when the last receiver of the mask has taken it
//
// Fall-through: a word that finds nothing waiting is offered in the cycle in which it comes.
// A receiver that takes the word earlier than others is struck out of `left` and not offered it again.
// There is no way to stop the input: whoever feeds it holds a credit for each word (at most DEPTH between
// in_valid and pop), so that nothing in front of a source ever freezes. A mask of 0 throws the word away.
// Stream rule, per receiver: an offered word and its offer stay until that receiver takes it.
`default_nettype none
module tau_source #(
    parameter RECEIVERS = 3,               // receivers that the network joins to this source
    parameter DEPTH     = 8,               // words that can wait
    parameter WORD_W    = 32               // bits of a word
) (
    input  wire                 clk,
    input  wire                 run,       // low: forgets all words
    // words
    input  wire                 in_valid,
    input  wire [WORD_W-1:0]    in_data,
    // emission sequence: the mask of the next word, and of the first one before there is any
    input  wire                 ahead_valid,
    input  wire [RECEIVERS-1:0] ahead,
    output wire                 pop,       // the first word leaves; next mask
    // network
    output wire [RECEIVERS-1:0] offer,
    output wire [WORD_W-1:0]    data,
    input  wire [RECEIVERS-1:0] taken      // receivers that take what they are offered in this cycle
);
    localparam ADDR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam LAST_ADDR = DEPTH - 1;
    localparam [ADDR_W-1:0] LAST = LAST_ADDR[ADDR_W-1:0];

    initial begin
        if (RECEIVERS < 1) $error("tau_source: RECEIVERS is %0d, must be 1 or more", RECEIVERS);
        if (DEPTH < 1) $error("tau_source: DEPTH is %0d, must be 1 or more", DEPTH);
    end

    reg [WORD_W-1:0]    queue [0:DEPTH-1]; // words behind `first`
    reg [ADDR_W-1:0]    read, write;
    reg [WORD_W-1:0]    first;
    reg                 waits;             // `first` is a word that waits
    reg                 more;              // so is some word in the queue
    reg                 masked;            // there is a mask
    reg [RECEIVERS-1:0] left;              // receivers of it that do not have the word yet

    wire [ADDR_W-1:0] read_next  = (read == LAST) ? {ADDR_W{1'b0}} : read + 1'b1;
    wire [ADDR_W-1:0] write_next = (write == LAST) ? {ADDR_W{1'b0}} : write + 1'b1;

    wire present = waits || in_valid;
    wire push    = in_valid && waits && (more || !pop); // into the queue
    wire pull    = pop && more;

    assign offer = {RECEIVERS{present}} & left;
    assign data  = waits ? first : in_data;
    // Who takes is known without looking at the offers, so that pop does not wait for the way there and back.
    assign pop   = present && masked && (left & ~taken) == {RECEIVERS{1'b0}};

    // A word that does not stay in the queue is written too, to a place that stays free; `first` follows the input while nothing waits.
    always @(posedge clk) begin
        if (in_valid)
            queue[write] <= in_data;
        if (pop || !waits)
            first <= more ? queue[read] : in_data;
    end

    always @(posedge clk)
        if (!run) begin
            read   <= {ADDR_W{1'b0}};
            write  <= {ADDR_W{1'b0}};
            waits  <= 1'b0;
            more   <= 1'b0;
            masked <= 1'b0;
            left   <= {RECEIVERS{1'b0}};
        end else begin
            if (push)
                write <= write_next;
            if (pull)
                read <= read_next;
            if (push != pull)
                more <= push || read_next != write;
            waits <= pop ? more || (waits && in_valid) : present;
            if (pop || !masked) begin
                masked <= ahead_valid;
                left   <= ahead & {RECEIVERS{ahead_valid}};
            end else if (present)
                left <= left & ~taken;
        end
endmodule
`default_nettype wire
