// An input lane: a source whose words come from the input stream.
//
// Word k of a sample comes in beat k. A lane that has fewer words than the sample has beats gets padding behind
// them; padding takes its place in the queue like a word and is thrown away in the cycle in which it is first.
// Fall-through, one word a cycle, QUEUE words between enter and pop.
`default_nettype none
`include "tauflow_regs.vh"
module tau_lane #(
    parameter ID        = 0,               // number of the source in the load window
    parameter RECEIVERS = 5,               // receivers that the network joins to this lane
    parameter QUEUE     = 8,               // words that it holds, from 2 for one word a cycle
    parameter WORDS     = 32               // most words of a sample
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    input  wire [61:0]          load,
    // stream
    input  wire [15:0]          beats,     // of a sample
    input  wire                 enter,     // a beat comes; only while room
    input  wire [31:0]          in_data,
    output wire                 room,
    // network
    output wire [RECEIVERS-1:0] offer,
    output wire [31:0]          data,
    input  wire [RECEIVERS-1:0] taken
);
    wire                 mask_valid, mask_last, pop;
    wire [RECEIVERS-1:0] mask;
    wire [95:0]          load_words = {3{load[31:0]}};

    // Padding: as many places as beats without a word follow the last word; a lane without words has nothing else.
    reg [15:0] words, padding, left;
    reg        skip;

    tau_sequence #(.TABLE(`TAUFLOW_LOAD_EMISSION), .OWNER(ID), .ENTRY_W(RECEIVERS), .DEPTH(WORDS)) emissions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_words[RECEIVERS-1:0]),
        .head_valid(mask_valid), .head(mask), .head_last(mask_last), .next(pop && !skip)
    );

    tau_source #(.RECEIVERS(RECEIVERS), .DEPTH(QUEUE)) queue (
        .clk(clk), .run(run), .in_valid(enter), .in_data(in_data),
        .mask_valid(skip || mask_valid), .mask(skip ? {RECEIVERS{1'b0}} : mask), .pop(pop),
        .offer(offer), .data(data), .taken(taken)
    );

    tau_credit #(.CREDITS(QUEUE)) held (.clk(clk), .run(run), .enter(enter), .leave(pop), .room(room));

    always @(posedge clk) begin
        if (rst)
            words <= 16'd0;
        else if (load[61] && load[60:58] == `TAUFLOW_LOAD_LENGTH && load[57:50] == `TAUFLOW_LOAD_EMISSION && load[49:34] == ID[15:0])
            words <= load[15:0];
        padding <= beats - words;
    end

    always @(posedge clk)
        if (!run) begin
            skip <= words == 16'd0;
            left <= 16'd0;
        end else if (pop && words != 16'd0) begin
            if (!skip && mask_last) begin
                skip <= padding != 16'd0;
                left <= padding;
            end else if (skip) begin
                skip <= left != 16'd1;
                left <= left - 16'd1;
            end
        end
endmodule
`default_nettype wire
