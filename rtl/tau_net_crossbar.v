// Modules joined by one crossbar: every result and every lane reaches every operand receiver.
// The output ports are joined outside; bits from 4 MODULES on of a source's mask are for them.
`default_nettype none
module tau_net_crossbar #(
    parameter MODULES    = 2,
    parameter LANES      = 1,              // input lanes
    parameter OUT_LANES  = 1,              // output ports
    parameter TRANSFER   = 1,              // the rest: as in tau_module
    parameter MUL_LAT    = 4,
    parameter ADD_LAT    = 5,
    parameter QUEUE      = 4,
    parameter SLOTS      = 16,
    parameter CONSTANTS  = 16,
    parameter RECEPTIONS = 64,
    parameter ISSUES     = 64
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
    localparam UNITS    = 2 * MODULES;
    localparam SOURCES  = UNITS + LANES;
    localparam OPERANDS = 4 * MODULES;

    wire [SOURCES*OPERANDS-1:0]  offer, taken;
    wire [SOURCES*32-1:0]        data;
    wire [OPERANDS*SOURCES-1:0]  pick, grab;
    wire [OPERANDS-1:0]          takes;
    wire [OPERANDS*32-1:0]       offered_data;

    assign offer[UNITS*OPERANDS +: LANES*OPERANDS] = lane_offer;
    assign data[UNITS*32 +: LANES*32]              = lane_data;
    assign lane_taken = taken[UNITS*OPERANDS +: LANES*OPERANDS];
    assign out_data   = data[UNITS*32-1:0];

    tau_crossbar #(.SOURCES(SOURCES), .RECEIVERS(OPERANDS)) crossbar (
        .offer(offer), .data(data), .taken(taken),
        .pick(pick), .grab(grab), .comes(takes), .offered_data(offered_data)
    );

    genvar m;
    generate
        for (m = 0; m < MODULES; m = m + 1) begin : modules
            localparam A = MODULES + m;    // number of the adder
            tau_module #(
                .MUL_ID(m), .ADD_ID(A), .SOURCES(SOURCES), .RECEIVERS(OPERANDS + OUT_LANES), .TRANSFER(TRANSFER),
                .MUL_LAT(MUL_LAT), .ADD_LAT(ADD_LAT), .QUEUE(QUEUE), .SLOTS(SLOTS), .CONSTANTS(CONSTANTS),
                .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES)
            ) pair (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .pick({pick[2*A*SOURCES +: 2*SOURCES], pick[2*m*SOURCES +: 2*SOURCES]}),
                .grab({grab[2*A*SOURCES +: 2*SOURCES], grab[2*m*SOURCES +: 2*SOURCES]}),
                .takes({takes[2*A +: 2], takes[2*m +: 2]}),
                .offered_data({offered_data[2*A*32 +: 64], offered_data[2*m*32 +: 64]}),
                .mul_offer({out_offer[m*OUT_LANES +: OUT_LANES], offer[m*OPERANDS +: OPERANDS]}), .mul_data(data[m*32 +: 32]),
                .mul_taken({out_taken[m*OUT_LANES +: OUT_LANES], taken[m*OPERANDS +: OPERANDS]}),
                .add_offer({out_offer[A*OUT_LANES +: OUT_LANES], offer[A*OPERANDS +: OPERANDS]}), .add_data(data[A*32 +: 32]),
                .add_taken({out_taken[A*OUT_LANES +: OUT_LANES], taken[A*OPERANDS +: OPERANDS]}),
                .issue({issue[A], issue[m]})
            );
        end
    endgenerate
endmodule
`default_nettype wire
