// SPDX-License-Identifier: MIT
// An input lane: a source whose words come from the input stream.
//
// Word k of a sample comes in beat k. A lane that has fewer words than the sample has beats drops
// its part of the others. A word is offered when it comes, straight out of a register; one word per
// cycle. It holds QUEUE words, and one that leaves.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_lane #(
    parameter ID        = 0,               // number of the source in the load window
    parameter RECEIVERS = 5,               // receivers that the network joins to this lane
    parameter QUEUE     = 8,               // words that it holds, from 2
    parameter WORDS     = 32,              // most words of a sample
    parameter BEAT_W    = 6,               // bits of a number of beats, up to WORDS
    parameter FIXED     = 0                // bits of fixed point; 0: binary32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // stream
    input  wire                 enter,     // a beat comes; only while there is room
    input  wire                 enter_next, // in the next cycle
    input  wire [31:0]          in_data,
    input  wire [31:0]          next_data, // of the next cycle
    input  wire [BEAT_W-1:0]    beat_after, // as of tau_beats
    output wire                 room_next, // there is room in the next cycle
    output wire                 wide,      // fixed point: the word that comes has more bits
    // network
    output wire [RECEIVERS-1:0] offer,
    output wire [31:0]          data,
    input  wire [RECEIVERS-1:0] taken
);
    localparam [31:0] TABLE = `TAUFLOW_LOAD_EMISSION;
    localparam HELD = QUEUE + 1;           // words, with one whose place is not free yet

    reg [BEAT_W-1:0] words;                // of a sample
    reg        mine, next_mine;            // this beat, the next has a word for this lane
    wire       mine_next = enter ? next_mine : mine;
    wire       pop, unused_room;
    wire       unused_words = &{1'b0, in_data, next_data};

    generate
        if (FIXED == 0) begin : any
            assign wide = 1'b0;
        end else begin : signed_bits
            assign wide = enter && mine && in_data[31:FIXED-1] != {33-FIXED{in_data[31]}};
        end
    endgenerate

    always @(posedge clk)
        if (rst)
            words <= {BEAT_W{1'b0}};
        else if (load[`TAUFLOW_LOAD_WRITE] &&
                 load[`TAUFLOW_LOAD_TABLE] == TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                 load[`TAUFLOW_LOAD_OWNER] == ID[`TAUFLOW_LOAD_OWNER_BITS-1:0] &&
                 load[`TAUFLOW_LOAD_WORD] == `TAUFLOW_WORD_EXTENT &&
                 !load[`TAUFLOW_EXTENT_LOOP])  // its length
            words <= load[`TAUFLOW_EXTENT_COUNT_LOW +: BEAT_W];

    always @(posedge clk)
        if (!run)
            mine <= words != {BEAT_W{1'b0}};
        else
            mine <= mine_next;
    always @(posedge clk)
        if (!run || enter)
            next_mine <= beat_after < words;

    // The place of a word is free a cycle after the word has left: who takes it, anywhere in the
    // core, and whether a beat may enter all lanes are not one path.
    reg popped;
    always @(posedge clk)
        popped <= run && pop;

    tau_credit #(.CREDITS(HELD)) held (
        .clk(clk), .run(run), .enter(enter && mine), .leave(popped), .room(unused_room),
        .room_next(room_next)
    );

    localparam WORD_W = (FIXED == 0) ? 32 : FIXED; // the other bits are copies of the sign
    wire [WORD_W-1:0] word;
    assign data = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};

    tau_emitter #(
        .ID(ID), .RECEIVERS(RECEIVERS), .DEPTH(HELD), .EMISSIONS(WORDS), .WORD_W(WORD_W)
    ) deliver (
        .clk(clk), .rst(rst), .run(run), .load(load), .comes(enter_next && mine_next),
        .in_data(next_data[WORD_W-1:0]),
        .pop(pop), .offer(offer), .data(word), .taken(taken)
    );
endmodule
`default_nettype wire
