// SPDX-License-Identifier: MIT
// One station: a module, places for units that modules share, the crossbar among their sources and
// receivers, and relays, a way each (machine/networks.def).
//
//   sources    units of the module, shared units, relays of other stations by way, lanes
//   receivers  operands, then the relays by way
//   masks      operands, then the output ports, then the relays by way
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_shape.vh"
module tau_station #(
    parameter STATION = 0,                 // number of this station
    `TAUFLOW_SHAPE_PARAMETERS              // MODULES: stations
) (
    input  wire                                                       clk,
    input  wire                                                       rst,
    input  wire                                                       run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0]                              load,
    // lanes to the operand receivers of this station
    input  wire [LANES*`TAUFLOW_STATION_OPERANDS-1:0]                 lane_offer,
    input  wire [LANES*32-1:0]                                        lane_data,
    output wire [LANES*`TAUFLOW_STATION_OPERANDS-1:0]                 lane_taken,
    // from the neighbours' relays, by way
    input  wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   from_offer,
    input  wire [`TAUFLOW_STATION_RELAYS*32-1:0]                      from_data,
    output wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   from_taken,
    // what the own relays deliver next door
    output wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   to_offer,
    output wire [`TAUFLOW_STATION_RELAYS*32-1:0]                      to_data,
    input  wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   to_taken,
    // results to the output ports; row k is the unit at place k: the module's by kind, then shared
    output wire [`TAUFLOW_STATION_UNITS*OUT_LANES-1:0]                out_offer,
    output wire [`TAUFLOW_STATION_UNITS*32-1:0]                       out_data,
    input  wire [`TAUFLOW_STATION_UNITS*OUT_LANES-1:0]                out_taken,
    output wire [`TAUFLOW_STATION_UNITS-1:0]                          issue,
    output wire                                                       overflow
);
    localparam KINDS       = `TAUFLOW_MODULE_KINDS;
    localparam PLACES      = `TAUFLOW_STATION_UNITS;
    localparam UNIT_N      = `TAUFLOW_OPERANDS;    // operands of a unit
    localparam MODULE_N    = `TAUFLOW_MODULE_OPERANDS;
    localparam OPERANDS    = `TAUFLOW_STATION_OPERANDS;
    localparam RELAYS      = `TAUFLOW_STATION_RELAYS;
    localparam FIRST_FROM  = PLACES;               // sources: after the units,
    localparam FIRST_LANE  = PLACES + RELAYS;      // and after the neighbours' relays
    localparam SOURCES     = PLACES + RELAYS + LANES;
    localparam SELECT_W    = (SOURCES > 1) ? $clog2(SOURCES) : 1;
    localparam RECEIVERS   = OPERANDS + RELAYS;
    localparam WORD_W      = (FIXED == 0) ? 32 : FIXED; // bits of a word that count
    localparam MASK_W      = `TAUFLOW_STATION_MASK;
    localparam MASK_RELAY  = OPERANDS + OUT_LANES; // first bit of the relays in a mask
    // Numbers of the relays of this station in the load window: receivers and sources.
    localparam RELAY_ID    = `TAUFLOW_CORE_OPERANDS + OUT_LANES + RELAYS * STATION;
    localparam RELAY_FROM  = `TAUFLOW_CORE_UNITS + LANES + RELAYS * STATION;

    wire [SOURCES*RECEIVERS-1:0] offer, taken;
    wire [SOURCES*32-1:0]        data;
    wire [RECEIVERS*SELECT_W-1:0] from_of; // of each receiver
    wire [RECEIVERS*SOURCES-1:0] grab;
    wire [RECEIVERS-1:0]         takes;
    wire [RECEIVERS*32-1:0]      offered_data;
    wire                         unused_data = &{1'b0, offered_data};
    wire [PLACES*MASK_W-1:0]     unit_offer, unit_taken;
    wire [PLACES-1:KINDS-1]      over; // of the module, of shared units
    assign overflow = |over;

    tau_crossbar #(.SOURCES(SOURCES), .RECEIVERS(RECEIVERS), .WORD_W(WORD_W)) crossbar (
        .offer(offer), .data(data), .taken(taken),
        .from(from_of), .grab(grab), .comes(takes), .offered_data(offered_data)
    );

    tau_module #(
        .MODULE(STATION), .SOURCES(SOURCES), .RECEIVERS(MASK_W), `TAUFLOW_SHAPE_PASS
    ) units (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .from(from_of[MODULE_N*SELECT_W-1:0]), .grab(grab[MODULE_N*SOURCES-1:0]),
        .takes(takes[MODULE_N-1:0]), .offered_data(offered_data[MODULE_N*32-1:0]),
        .offer(unit_offer[KINDS*MASK_W-1:0]), .data(out_data[KINDS*32-1:0]),
        .taken(unit_taken[KINDS*MASK_W-1:0]), .issue(issue[KINDS-1:0]),
        .overflow(over[KINDS-1])
    );
    assign data[PLACES*32-1:0]              = out_data;
    assign data[FIRST_FROM*32 +: RELAYS*32] = from_data;

    genvar i, l;
    generate
        for (i = 0; i < PLACES; i = i + 1) begin : unit
            assign offer[i*RECEIVERS +: RECEIVERS] =
                {unit_offer[i*MASK_W + MASK_RELAY +: RELAYS], unit_offer[i*MASK_W +: OPERANDS]};
            assign unit_taken[i*MASK_W +: MASK_W] =
                {taken[i*RECEIVERS + OPERANDS +: RELAYS], out_taken[i*OUT_LANES +: OUT_LANES],
                 taken[i*RECEIVERS +: OPERANDS]};
            assign out_offer[i*OUT_LANES +: OUT_LANES] =
                unit_offer[i*MASK_W + OPERANDS +: OUT_LANES];
        end
        for (i = 0; i < RELAYS; i = i + 1) begin : from
            // Relays do not reach output ports: no offer to them is ever accepted.
            assign offer[(FIRST_FROM+i)*RECEIVERS +: RECEIVERS] =
                {from_offer[i*MASK_W + MASK_RELAY +: RELAYS], from_offer[i*MASK_W +: OPERANDS]};
            assign from_taken[i*MASK_W +: MASK_W] =
                {taken[(FIRST_FROM+i)*RECEIVERS + OPERANDS +: RELAYS], {OUT_LANES{1'b0}},
                 taken[(FIRST_FROM+i)*RECEIVERS +: OPERANDS]};
        end
        for (l = 0; l < LANES; l = l + 1) begin : lane
            // Nor do lanes reach relays.
            assign offer[(FIRST_LANE+l)*RECEIVERS +: RECEIVERS] =
                {{RELAYS{1'b0}}, lane_offer[l*OPERANDS +: OPERANDS]};
            assign data[(FIRST_LANE+l)*32 +: 32] = lane_data[l*32 +: 32];
            assign lane_taken[l*OPERANDS +: OPERANDS] =
                taken[(FIRST_LANE+l)*RECEIVERS +: OPERANDS];
        end
        for (i = KINDS; i < PLACES; i = i + 1) begin : shared
            localparam SHARED = (i - KINDS) * MODULES + STATION, KIND = `TAUFLOW_SHARED_KIND;
            if (SHARED < `TAUFLOW_CORE_SHARED) begin : here
                tau_shared_unit #(
                    .ID(`TAUFLOW_MODULES_UNITS + SHARED), .KIND(KIND), .LAT(`TAUFLOW_LATENCY),
                    .SOURCES(SOURCES), .RECEIVERS(MASK_W), .TRANSFER(TRANSFER), .QUEUE(QUEUE),
                    .SLOTS(SLOTS), .CONSTANTS(CONSTANTS), .RECEPTIONS(RECEPTIONS),
                    .ISSUES(ISSUES), .FIXED(FIXED)
                ) fed (
                    .clk(clk), .rst(rst), .run(run), .load(load),
                    .from(from_of[i*UNIT_N*SELECT_W +: UNIT_N*SELECT_W]),
                    .grab(grab[i*UNIT_N*SOURCES +: UNIT_N*SOURCES]),
                    .takes(takes[i*UNIT_N +: UNIT_N]),
                    .offered_data(offered_data[i*UNIT_N*32 +: UNIT_N*32]),
                    .offer(unit_offer[i*MASK_W +: MASK_W]), .data(out_data[i*32 +: 32]),
                    .taken(unit_taken[i*MASK_W +: MASK_W]), .issue(issue[i]),
                    .overflow(over[i])
                );
            end else begin : free
                assign from_of[i*UNIT_N*SELECT_W +: UNIT_N*SELECT_W] = {UNIT_N*SELECT_W{1'b0}};
                assign grab[i*UNIT_N*SOURCES +: UNIT_N*SOURCES] = {UNIT_N*SOURCES{1'b0}};
                assign unit_offer[i*MASK_W +: MASK_W] = {MASK_W{1'b0}};
                assign out_data[i*32 +: 32] = 32'd0;
                assign issue[i] = 1'b0;
                assign over[i] = 1'b0;
                wire unused = |{takes[i*UNIT_N +: UNIT_N], unit_taken[i*MASK_W +: MASK_W],
                                offered_data[i*UNIT_N*32 +: UNIT_N*32]};
            end
        end
        for (i = 0; i < RELAYS; i = i + 1) begin : relay
            wire [WORD_W-1:0] word;
            assign to_data[i*32 +: 32] = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};
            tau_relay #(
                .ID(RELAY_ID + i), .SOURCE_ID(RELAY_FROM + i), .SOURCES(SOURCES),
                .RECEIVERS(MASK_W), .QUEUE(RELAY_QUEUE), .WORDS(RELAY_WORDS), .WORD_W(WORD_W)
            ) next_door (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .from(from_of[(OPERANDS+i)*SELECT_W +: SELECT_W]),
                .grab(grab[(OPERANDS+i)*SOURCES +: SOURCES]), .takes(takes[OPERANDS+i]),
                .offered_data(offered_data[(OPERANDS+i)*32 +: WORD_W]),
                .offer(to_offer[i*MASK_W +: MASK_W]), .data(word),
                .taken(to_taken[i*MASK_W +: MASK_W])
            );
        end
    endgenerate
endmodule
`default_nettype wire
