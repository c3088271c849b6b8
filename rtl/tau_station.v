// One station of the ring: a module, the crossbar among its sources and receivers, and its two
// relays.
//
//   sources    units, from the station before (clockwise), from the one after, lanes
//   receivers  operands, then the relays clockwise and counter-clockwise
//   masks      operands, then the output ports, then the relays clockwise and counter-clockwise
`default_nettype none
`include "tauflow_shape.vh"
module tau_station #(
    parameter STATION = 0,                 // number of this station
    `TAUFLOW_SHAPE_PARAMETERS              // MODULES: stations of the ring
) (
    input  wire                                                       clk,
    input  wire                                                       rst,
    input  wire                                                       run,
    input  wire [61:0]                                                load,
    // lanes to the operand receivers of this station
    input  wire [LANES*`TAUFLOW_MODULE_OPERANDS-1:0]                  lane_offer,
    input  wire [LANES*32-1:0]                                        lane_data,
    output wire [LANES*`TAUFLOW_MODULE_OPERANDS-1:0]                  lane_taken,
    // from the neighbours' relays: 0 clockwise, 1 counter-clockwise
    input  wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   from_offer,
    input  wire [`TAUFLOW_STATION_RELAYS*32-1:0]                      from_data,
    output wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   from_taken,
    // what the own relays deliver next door
    output wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   to_offer,
    output wire [`TAUFLOW_STATION_RELAYS*32-1:0]                      to_data,
    input  wire [`TAUFLOW_STATION_RELAYS*`TAUFLOW_STATION_MASK-1:0]   to_taken,
    // results to the output ports; row k is the unit of kind k
    output wire [`TAUFLOW_MODULE_KINDS*OUT_LANES-1:0]                 out_offer,
    output wire [`TAUFLOW_MODULE_KINDS*32-1:0]                        out_data,
    input  wire [`TAUFLOW_MODULE_KINDS*OUT_LANES-1:0]                 out_taken,
    output wire [`TAUFLOW_MODULE_KINDS-1:0]                           issue,
    output wire                                                       overflow
);
    localparam KINDS       = `TAUFLOW_MODULE_KINDS;
    localparam OPERANDS    = `TAUFLOW_MODULE_OPERANDS;
    localparam RELAYS      = `TAUFLOW_STATION_RELAYS;
    localparam FIRST_FROM  = KINDS;                // sources: after the units,
    localparam FIRST_LANE  = KINDS + RELAYS;       // and after the neighbours' relays
    localparam SOURCES     = KINDS + RELAYS + LANES;
    localparam RECEIVERS   = OPERANDS + RELAYS;
    localparam MASK_W      = `TAUFLOW_STATION_MASK;
    localparam MASK_RELAY  = OPERANDS + OUT_LANES; // first bit of the relays in a mask
    // Numbers of the relays of this station in the load window, clockwise: receiver and source.
    localparam RELAY_ID    = `TAUFLOW_CORE_OPERANDS + OUT_LANES + RELAYS * STATION;
    localparam RELAY_FROM  = `TAUFLOW_CORE_UNITS + LANES + RELAYS * STATION;

    wire [SOURCES*RECEIVERS-1:0] offer, taken;
    wire [SOURCES*32-1:0]        data;
    wire [RECEIVERS*SOURCES-1:0] pick, grab;
    wire [RECEIVERS-1:0]         takes;
    wire [RECEIVERS*32-1:0]      offered_data;
    wire [KINDS*MASK_W-1:0]      unit_offer, unit_taken;

    tau_crossbar #(.SOURCES(SOURCES), .RECEIVERS(RECEIVERS)) crossbar (
        .offer(offer), .data(data), .taken(taken),
        .pick(pick), .grab(grab), .comes(takes), .offered_data(offered_data)
    );

    tau_module #(
        .MODULE(STATION), .SOURCES(SOURCES), .RECEIVERS(MASK_W), `TAUFLOW_SHAPE_PASS
    ) units (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .pick(pick[OPERANDS*SOURCES-1:0]), .grab(grab[OPERANDS*SOURCES-1:0]),
        .takes(takes[OPERANDS-1:0]), .offered_data(offered_data[OPERANDS*32-1:0]),
        .offer(unit_offer), .data(out_data), .taken(unit_taken), .issue(issue),
        .overflow(overflow)
    );
    assign data[KINDS*32-1:0]               = out_data;
    assign data[FIRST_FROM*32 +: RELAYS*32] = from_data;

    genvar i, l;
    generate
        for (i = 0; i < KINDS; i = i + 1) begin : unit
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
        for (i = 0; i < RELAYS; i = i + 1) begin : relay
            tau_relay #(
                .ID(RELAY_ID + i), .SOURCE_ID(RELAY_FROM + i), .SOURCES(SOURCES),
                .RECEIVERS(MASK_W), .QUEUE(RELAY_QUEUE), .WORDS(RELAY_WORDS)
            ) next_door (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .pick(pick[(OPERANDS+i)*SOURCES +: SOURCES]),
                .grab(grab[(OPERANDS+i)*SOURCES +: SOURCES]), .takes(takes[OPERANDS+i]),
                .offered_data(offered_data[(OPERANDS+i)*32 +: 32]),
                .offer(to_offer[i*MASK_W +: MASK_W]), .data(to_data[i*32 +: 32]),
                .taken(to_taken[i*MASK_W +: MASK_W])
            );
        end
    endgenerate
endmodule
`default_nettype wire
