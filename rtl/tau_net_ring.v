// Modules in a ring of two or more: a crossbar inside each station, relays between neighbours in both directions.
// Lanes reach the operand receivers of all stations, results of all stations reach the output ports.
`default_nettype none
module tau_net_ring #(
    parameter MODULES     = 2,             // stations, from 2
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
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           run,
    input  wire [61:0]                    load,
    // lanes to operand receivers
    input  wire [LANES*4*MODULES-1:0]     lane_offer,
    input  wire [LANES*32-1:0]            lane_data,
    output wire [LANES*4*MODULES-1:0]     lane_taken,
    // results to the output ports; row u is unit u
    output wire [2*MODULES*OUT_LANES-1:0] out_offer,
    output wire [2*MODULES*32-1:0]        out_data,
    input  wire [2*MODULES*OUT_LANES-1:0] out_taken,
    output wire [2*MODULES-1:0]           issue
);
    initial
        if (MODULES < 2) $error("tau_net_ring: MODULES is %0d, must be 2 or more", MODULES);

    // Of the relays of station m: row 2m clockwise, 2m + 1 counter-clockwise.
    localparam MASK_W = 6 + OUT_LANES;
    wire [2*MODULES*MASK_W-1:0] relay_offer, relay_taken;
    wire [2*MODULES*32-1:0]     relay_data;

    genvar m, l;
    generate
        for (m = 0; m < MODULES; m = m + 1) begin : stations
            localparam A        = MODULES + m;                            // number of the adder
            localparam BEFORE   = 2 * ((m + MODULES - 1) % MODULES);      // relay that comes in clockwise
            localparam BEHIND   = 2 * ((m + 1) % MODULES) + 1;            // and counter-clockwise
            wire [LANES*4-1:0] offer_here, taken_here;

            for (l = 0; l < LANES; l = l + 1) begin : lane
                assign offer_here[l*4 +: 4] = {lane_offer[l*4*MODULES + 2*A +: 2], lane_offer[l*4*MODULES + 2*m +: 2]};
                assign {lane_taken[l*4*MODULES + 2*A +: 2], lane_taken[l*4*MODULES + 2*m +: 2]} = taken_here[l*4 +: 4];
            end

            tau_station #(
                .STATION(m), .MODULES(MODULES), .LANES(LANES), .OUT_LANES(OUT_LANES), .RELAY_QUEUE(RELAY_QUEUE), .RELAY_WORDS(RELAY_WORDS),
                .TRANSFER(TRANSFER), .MUL_LAT(MUL_LAT), .ADD_LAT(ADD_LAT), .QUEUE(QUEUE), .SLOTS(SLOTS),
                .CONSTANTS(CONSTANTS), .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES)
            ) station (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .lane_offer(offer_here), .lane_data(lane_data), .lane_taken(taken_here),
                .from_offer({relay_offer[BEHIND*MASK_W +: MASK_W], relay_offer[BEFORE*MASK_W +: MASK_W]}),
                .from_data({relay_data[BEHIND*32 +: 32], relay_data[BEFORE*32 +: 32]}),
                .from_taken({relay_taken[BEHIND*MASK_W +: MASK_W], relay_taken[BEFORE*MASK_W +: MASK_W]}),
                .to_offer(relay_offer[2*m*MASK_W +: 2*MASK_W]), .to_data(relay_data[2*m*32 +: 64]),
                .to_taken(relay_taken[2*m*MASK_W +: 2*MASK_W]),
                .out_offer({out_offer[A*OUT_LANES +: OUT_LANES], out_offer[m*OUT_LANES +: OUT_LANES]}), .out_data({out_data[A*32 +: 32], out_data[m*32 +: 32]}),
                .out_taken({out_taken[A*OUT_LANES +: OUT_LANES], out_taken[m*OUT_LANES +: OUT_LANES]}),
                .issue({issue[A], issue[m]})
            );
        end
    endgenerate
endmodule
`default_nettype wire
