// SPDX-License-Identifier: MIT
// An output port beside others: its words wait until their beat is whole, so that no port holds up
// the machine because another is late.
//
//   network --> tau_output --> QUEUE words --> tau_join
//
// Latency 1, one word per cycle; QUEUE words between accept and leave.
`default_nettype none
`include "tauflow_load.vh"
module tau_port #(
    parameter ID       = 8,                // as in tau_output
    parameter SOURCES  = 5,
    parameter WORDS    = 32,
    parameter QUEUE    = 32,               // words that it holds, from 2 for one word per cycle
    parameter WORD_W   = 32,               // bits of a word
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of a source
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // network
    output wire [SELECT_W-1:0] from,       // as in tau_output
    output wire [SOURCES-1:0]  grab,
    input  wire                takes,
    input  wire [WORD_W-1:0]   offered_data,
    // towards the stream
    output wire                out_valid,
    input  wire                out_ready,
    output wire [WORD_W-1:0]   out_data,
    output wire                finish
);
    wire              room, pop, comes, unused_room, unused_next;
    wire [WORD_W-1:0] word;

    tau_output #(.ID(ID), .SOURCES(SOURCES), .WORDS(WORDS), .WORD_W(WORD_W)) port (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .from(from), .grab(grab), .takes(takes), .offered_data(offered_data),
        .out_valid(comes), .out_ready(room), .out_data(word), .finish(finish)
    );

    tau_credit #(.CREDITS(QUEUE)) held (
        .clk(clk), .run(run), .enter(comes), .leave(pop), .room(room), .room_next(unused_room)
    );

    tau_source #(.RECEIVERS(1), .DEPTH(QUEUE), .WORD_W(WORD_W)) words (
        .clk(clk), .run(run), .comes(comes), .in_data(word),
        .mask_valid(1'b1), .mask(1'b1), .next(unused_next), .pop(pop), .offer(out_valid),
        .data(out_data), .taken(out_ready)
    );
endmodule
`default_nettype wire
