// SPDX-License-Identifier: MIT
// Modules in a ring of two or more: a crossbar inside each station, relays between neighbours in
// both directions. Lanes reach the operand receivers of all stations, results of all stations reach
// the output ports. Units that modules share are dealt out to the stations one by one.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_shape.vh"
module tau_net_ring #(
    `TAUFLOW_SHAPE_PARAMETERS              // MODULES: stations, from 2
) (
    input  wire                                     clk,
    input  wire                                     rst,
    input  wire                                     run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0]            load,
    // lanes to operand receivers
    input  wire [LANES*`TAUFLOW_CORE_OPERANDS-1:0]  lane_offer,
    input  wire [LANES*32-1:0]                      lane_data,
    output wire [LANES*`TAUFLOW_CORE_OPERANDS-1:0]  lane_taken,
    // results to the output ports; row u is unit u
    output wire [`TAUFLOW_CORE_UNITS*OUT_LANES-1:0] out_offer,
    output wire [`TAUFLOW_CORE_UNITS*32-1:0]        out_data,
    input  wire [`TAUFLOW_CORE_UNITS*OUT_LANES-1:0] out_taken,
    output wire [`TAUFLOW_CORE_UNITS-1:0]           issue,
    output wire                                     overflow // a result did not fit
);
    initial
        if (MODULES < 2) $error("tau_net_ring: MODULES is %0d, must be 2 or more", MODULES);

    localparam PLACES   = `TAUFLOW_STATION_UNITS; // for units in a station
    localparam UNITS    = `TAUFLOW_CORE_UNITS;
    localparam UNIT_N   = `TAUFLOW_OPERANDS;      // operands of a unit
    localparam HERE_N   = `TAUFLOW_STATION_OPERANDS;
    localparam OPERANDS = `TAUFLOW_CORE_OPERANDS;

    // Relays of station m: rows from RELAYS*m, clockwise and then counter-clockwise.
    localparam RELAYS = `TAUFLOW_STATION_RELAYS;
    localparam MASK_W = `TAUFLOW_STATION_MASK;
    wire [RELAYS*MODULES*MASK_W-1:0] relay_offer, relay_taken;
    wire [RELAYS*MODULES*32-1:0]     relay_data;
    wire [MODULES-1:0]               over;
    assign overflow = |over;

    genvar m, l, k;
    generate
        for (m = 0; m < MODULES; m = m + 1) begin : stations
            // The relays that come in: clockwise from the station before, counter-clockwise from
            // the one after.
            localparam BEFORE = RELAYS * ((m + MODULES - 1) % MODULES);
            localparam AFTER  = RELAYS * ((m + 1) % MODULES) + 1;
            wire [LANES*HERE_N-1:0]     offer_here, taken_here;
            wire [PLACES*OUT_LANES-1:0] out_offer_here, out_taken_here;
            wire [PLACES*32-1:0]        out_data_here;
            wire [PLACES-1:0]           issue_here;

            for (k = 0; k < PLACES; k = k + 1) begin : unit
                localparam KIND = k, MODULE = m, U = `TAUFLOW_UNIT; // of shared ones, too
                if (U < UNITS) begin : here
                    for (l = 0; l < LANES; l = l + 1) begin : lane
                        assign offer_here[l*HERE_N + k*UNIT_N +: UNIT_N] =
                            lane_offer[l*OPERANDS + U*UNIT_N +: UNIT_N];
                        assign lane_taken[l*OPERANDS + U*UNIT_N +: UNIT_N] =
                            taken_here[l*HERE_N + k*UNIT_N +: UNIT_N];
                    end
                    assign out_offer[U*OUT_LANES +: OUT_LANES] =
                        out_offer_here[k*OUT_LANES +: OUT_LANES];
                    assign out_taken_here[k*OUT_LANES +: OUT_LANES] =
                        out_taken[U*OUT_LANES +: OUT_LANES];
                    assign out_data[U*32 +: 32] = out_data_here[k*32 +: 32];
                    assign issue[U] = issue_here[k];
                end else begin : free
                    for (l = 0; l < LANES; l = l + 1) begin : lane
                        assign offer_here[l*HERE_N + k*UNIT_N +: UNIT_N] = {UNIT_N{1'b0}};
                        wire unused_taken = |taken_here[l*HERE_N + k*UNIT_N +: UNIT_N];
                    end
                    assign out_taken_here[k*OUT_LANES +: OUT_LANES] = {OUT_LANES{1'b0}};
                    wire unused_out = |{out_offer_here[k*OUT_LANES +: OUT_LANES],
                                        out_data_here[k*32 +: 32], issue_here[k]};
                end
            end

            tau_station #(.STATION(m), `TAUFLOW_SHAPE_PASS) station (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .lane_offer(offer_here), .lane_data(lane_data), .lane_taken(taken_here),
                .from_offer({relay_offer[AFTER*MASK_W +: MASK_W],
                             relay_offer[BEFORE*MASK_W +: MASK_W]}),
                .from_data({relay_data[AFTER*32 +: 32], relay_data[BEFORE*32 +: 32]}),
                .from_taken({relay_taken[AFTER*MASK_W +: MASK_W],
                             relay_taken[BEFORE*MASK_W +: MASK_W]}),
                .to_offer(relay_offer[RELAYS*m*MASK_W +: RELAYS*MASK_W]),
                .to_data(relay_data[RELAYS*m*32 +: RELAYS*32]),
                .to_taken(relay_taken[RELAYS*m*MASK_W +: RELAYS*MASK_W]),
                .out_offer(out_offer_here), .out_data(out_data_here), .out_taken(out_taken_here),
                .issue(issue_here), .overflow(over[m])
            );
        end
    endgenerate
endmodule
`default_nettype wire
