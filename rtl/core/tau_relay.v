// SPDX-License-Identifier: MIT
// A relay: a receiver without slots in one module, joined to a source of the next.
//
//   network of m --offered--> source --> network of m + 1 or m - 1
//                  ^           ^ emission sequence
//                  reception sequence
//
// A word that it accepts is offered next door from the next cycle on; one word per cycle; QUEUE
// words between accept and pop. Whether it accepts is known from registers and its source alone.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_relay #(
    parameter ID        = 0,               // number of the receiver in the load window
    parameter SOURCE_ID = 0,               // number of the source in the load window
    parameter SOURCES   = 5,               // sources of the module where it accepts
    parameter RECEIVERS = 7,               // receivers of the module where it delivers
    parameter QUEUE     = 4,               // words it holds, from 2 for one word per cycle
    parameter WORDS     = 64,              // longest sequences
    parameter WORD_W    = 32,              // bits of a word
    parameter SELECT_W  = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of a source
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // where it accepts
    output wire [SELECT_W-1:0]  from,      // source that it waits for
    output wire [SOURCES-1:0]   grab,      // its bit, while it would accept a word
    input  wire                 takes,     // that source has a word: it is accepted in this cycle
    input  wire [WORD_W-1:0]    offered_data,
    // where it delivers
    output wire [RECEIVERS-1:0] offer,
    output wire [WORD_W-1:0]    data,
    input  wire [RECEIVERS-1:0] taken
);
    wire want, room, pop, unused_coming, unused_room;
    wire [SELECT_W-1:0] select_ahead, unused_later;
    wire [SOURCES-1:0]  pick;

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNER(ID), .ENTRY_W(SELECT_W), .DEPTH(WORDS)
    ) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .load_entry(load[`TAUFLOW_RECEPTION_SELECT_LOW +: SELECT_W]),
        .head_valid(want), .head(from), .ahead_valid(unused_coming), .ahead(select_ahead),
        .later(unused_later), .next(takes)
    );

    tau_pick #(.SOURCES(SOURCES)) picks (
        .clk(clk), .step(takes || !want), .ahead(select_ahead), .pick(pick)
    );

    tau_credit #(.CREDITS(QUEUE)) held (
        .clk(clk), .run(run), .enter(takes), .leave(pop), .room(room), .room_next(unused_room)
    );

    assign grab = pick & {SOURCES{want && room}};

    tau_emitter #(
        .ID(SOURCE_ID), .RECEIVERS(RECEIVERS), .DEPTH(QUEUE), .EMISSIONS(WORDS), .WORD_W(WORD_W)
    ) deliver (
        .clk(clk), .rst(rst), .run(run), .load(load), .comes(takes), .in_data(offered_data),
        .pop(pop), .offer(offer), .data(data), .taken(taken)
    );
endmodule
`default_nettype wire
