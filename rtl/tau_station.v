// One station of the ring: a module, the crossbar among its sources and receivers, and its two relays.
//
//   sources    0 multiplier, 1 adder, 2 from the station before (clockwise), 3 from the one behind, 4.. lanes
//   receivers  0..3 operands, then the relays clockwise and counter-clockwise
//   masks      0..3 operands, then the output ports, then the relays clockwise and counter-clockwise
`default_nettype none
module tau_station #(
    parameter STATION     = 0,             // number of this station
    parameter MODULES     = 2,             // stations of the ring
    parameter LANES       = 1,             // input lanes
    parameter OUT_LANES   = 1,             // output ports
    parameter RELAY_QUEUE = 4,             // words that a relay holds
    parameter RELAY_WORDS = 64,            // longest sequences of a relay
    parameter TRANSFER    = 1,             // the rest: as in tau_module
    parameter MUL_LAT     = 4,
    parameter ADD_LAT     = 5,
    parameter QUEUE       = 4,
    parameter SLOTS       = 16,
    parameter CONSTANTS   = 16,
    parameter RECEPTIONS  = 64,
    parameter ISSUES      = 64
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       run,
    input  wire [61:0]                load,
    // lanes to the operand receivers of this station
    input  wire [LANES*4-1:0]         lane_offer,
    input  wire [LANES*32-1:0]        lane_data,
    output wire [LANES*4-1:0]         lane_taken,
    // from the neighbours' relays: 0 clockwise, 1 counter-clockwise
    input  wire [2*(6+OUT_LANES)-1:0] from_offer,
    input  wire [2*32-1:0]            from_data,
    output wire [2*(6+OUT_LANES)-1:0] from_taken,
    // what the own relays deliver next door
    output wire [2*(6+OUT_LANES)-1:0] to_offer,
    output wire [2*32-1:0]            to_data,
    input  wire [2*(6+OUT_LANES)-1:0] to_taken,
    // results to the output ports: of the multiplier, of the adder
    output wire [2*OUT_LANES-1:0]     out_offer,
    output wire [2*32-1:0]            out_data,
    input  wire [2*OUT_LANES-1:0]     out_taken,
    output wire [1:0]                 issue
);
    localparam SOURCES     = 4 + LANES;
    localparam MASK_W      = 6 + OUT_LANES;
    localparam FIRST_RELAY = 4 * MODULES + OUT_LANES; // receiver number of station 0, clockwise

    wire [SOURCES*6-1:0]  offer, taken;
    wire [SOURCES*32-1:0] data;
    wire [6*SOURCES-1:0]  pick, grab;
    wire [5:0]            takes;
    wire [6*32-1:0]       offered_data;
    wire [2*MASK_W-1:0]   unit_offer, unit_taken;

    tau_crossbar #(.SOURCES(SOURCES), .RECEIVERS(6)) crossbar (
        .offer(offer), .data(data), .taken(taken),
        .pick(pick), .grab(grab), .comes(takes), .offered_data(offered_data)
    );

    tau_module #(
        .MUL_ID(STATION), .ADD_ID(MODULES + STATION), .SOURCES(SOURCES), .RECEIVERS(MASK_W), .TRANSFER(TRANSFER),
        .MUL_LAT(MUL_LAT), .ADD_LAT(ADD_LAT), .QUEUE(QUEUE), .SLOTS(SLOTS), .CONSTANTS(CONSTANTS),
        .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES)
    ) pair (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .pick(pick[4*SOURCES-1:0]), .grab(grab[4*SOURCES-1:0]), .takes(takes[3:0]), .offered_data(offered_data[127:0]),
        .mul_offer(unit_offer[MASK_W-1:0]), .mul_data(data[31:0]), .mul_taken(unit_taken[MASK_W-1:0]),
        .add_offer(unit_offer[MASK_W +: MASK_W]), .add_data(data[63:32]), .add_taken(unit_taken[MASK_W +: MASK_W]),
        .issue(issue)
    );
    assign data[127:64] = from_data;
    assign out_data     = data[63:0];

    genvar i, l;
    generate
        for (i = 0; i < 2; i = i + 1) begin : unit
            assign offer[i*6 +: 6] = {unit_offer[i*MASK_W + 4 + OUT_LANES +: 2], unit_offer[i*MASK_W +: 4]};
            assign unit_taken[i*MASK_W +: MASK_W] = {taken[i*6+4 +: 2], out_taken[i*OUT_LANES +: OUT_LANES], taken[i*6 +: 4]};
            assign out_offer[i*OUT_LANES +: OUT_LANES] = unit_offer[i*MASK_W + 4 +: OUT_LANES];
        end
        for (i = 0; i < 2; i = i + 1) begin : from
            // Relays do not reach output ports: no offer to them is ever taken.
            assign offer[(2+i)*6 +: 6] = {from_offer[i*MASK_W + 4 + OUT_LANES +: 2], from_offer[i*MASK_W +: 4]};
            assign from_taken[i*MASK_W +: MASK_W] = {taken[(2+i)*6+4 +: 2], {OUT_LANES{1'b0}}, taken[(2+i)*6 +: 4]};
        end
        for (l = 0; l < LANES; l = l + 1) begin : lane
            // Nor do lanes reach relays.
            assign offer[(4+l)*6 +: 6] = {2'b00, lane_offer[l*4 +: 4]};
            assign data[(4+l)*32 +: 32] = lane_data[l*32 +: 32];
            assign lane_taken[l*4 +: 4] = taken[(4+l)*6 +: 4];
        end
        for (i = 0; i < 2; i = i + 1) begin : relay
            tau_relay #(
                .ID(FIRST_RELAY + 2 * STATION + i), .SOURCE_ID(2 * MODULES + LANES + 2 * STATION + i),
                .SOURCES(SOURCES), .RECEIVERS(MASK_W), .QUEUE(RELAY_QUEUE), .WORDS(RELAY_WORDS)
            ) next_door (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .pick(pick[(4+i)*SOURCES +: SOURCES]), .grab(grab[(4+i)*SOURCES +: SOURCES]), .takes(takes[4+i]),
                .offered_data(offered_data[(4+i)*32 +: 32]),
                .offer(to_offer[i*MASK_W +: MASK_W]), .data(to_data[i*32 +: 32]), .taken(to_taken[i*MASK_W +: MASK_W])
            );
        end
    endgenerate
endmodule
`default_nettype wire
