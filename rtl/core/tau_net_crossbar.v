// SPDX-License-Identifier: MIT
// Modules and the units that they share joined by one crossbar: every result and every lane reaches
// every operand receiver, or, on a sparse crossbar, all that hear it (tau_crossbar). There modules
// have fewer ways to a receiver and fewer bits in a mask, both counted without what is not heard.
// The output ports are joined outside; bits after the operands of a source's mask are for them.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_shape.vh"
module tau_net_crossbar #(
    `TAUFLOW_SHAPE_PARAMETERS
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
    localparam KINDS    = `TAUFLOW_MODULE_KINDS;
    localparam UNIT_N   = `TAUFLOW_OPERANDS;  // operands of a unit
    localparam UNITS    = `TAUFLOW_CORE_UNITS;
    localparam SOURCES  = UNITS + LANES;
    localparam SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1;
    localparam WORD_W   = (FIXED == 0) ? 32 : FIXED; // bits of a word that count
    localparam OPERANDS = `TAUFLOW_CORE_OPERANDS;
    localparam SPARSE   = `TAUFLOW_IS_SPARSE ? MODULES : 0;
    // Of a module: receivers that do not hear its units, ways to a receiver, bits of a mask.
    localparam UNHEARD  = (SPARSE != 0) ? UNIT_N * KINDS : 0;
    localparam WAYS     = (SPARSE != 0) ? SOURCES - KINDS : SOURCES;
    localparam WAY_W    = (WAYS > 1) ? $clog2(WAYS) : 1;
    localparam MASK_W   = `TAUFLOW_CORE_MASK;
    localparam HERE_W   = MASK_W - UNHEARD;

    // Of the receivers before r those that do not hear a module.
    function integer deaf_before(input integer r, input integer number);
        integer RECEIVER;
        begin
            deaf_before = 0;
            for (RECEIVER = 0; RECEIVER < r && RECEIVER < UNIT_N * KINDS * SPARSE;
                 RECEIVER = RECEIVER + 1)
                if (`TAUFLOW_SPARSE_DEAF == number)
                    deaf_before = deaf_before + 1;
        end
    endfunction

    wire [SOURCES*OPERANDS-1:0] offer, taken;
    wire [SOURCES*32-1:0]       data;
    wire [OPERANDS*SOURCES-1:0] grab;
    wire [OPERANDS*SELECT_W-1:0] from;
    wire [OPERANDS-1:0]         takes;
    wire [OPERANDS*32-1:0]      offered_data;
    wire [MODULES+`TAUFLOW_CORE_SHARED-1:0] over; // by module, then by shared unit
    assign overflow = |over;

    assign offer[UNITS*OPERANDS +: LANES*OPERANDS] = lane_offer;
    assign data[UNITS*32 +: LANES*32]              = lane_data;
    assign lane_taken = taken[UNITS*OPERANDS +: LANES*OPERANDS];
    assign out_data   = data[UNITS*32-1:0];

    tau_crossbar #(
        .SOURCES(SOURCES), .RECEIVERS(OPERANDS), .WORD_W(WORD_W), .SPARSE(SPARSE)
    ) crossbar (
        .offer(offer), .data(data), .taken(taken),
        .from(from), .grab(grab), .comes(takes), .offered_data(offered_data)
    );

    genvar m, k, i, r;
    generate
        for (m = 0; m < MODULES; m = m + 1) begin : modules
            // Rows of this module, by kind.
            wire [KINDS*UNIT_N*WAY_W-1:0]   from_here;
            wire [KINDS*UNIT_N*WAYS-1:0]    grab_here;
            wire [KINDS*UNIT_N-1:0]         takes_here;
            wire [KINDS*UNIT_N*32-1:0]      offered_here;
            wire [KINDS*HERE_W-1:0]         offer_here, taken_here;
            wire [KINDS*32-1:0]             data_here;
            wire [KINDS-1:0]                issue_here;

            for (k = 0; k < KINDS; k = k + 1) begin : kind
                localparam KIND = k, MODULE = m, U = `TAUFLOW_UNIT;
                for (i = 0; i < UNIT_N; i = i + 1) begin : operand
                    assign from[(U*UNIT_N+i)*SELECT_W +: WAY_W] =
                        from_here[(k*UNIT_N+i)*WAY_W +: WAY_W];
                    assign grab[(U*UNIT_N+i)*SOURCES +: WAYS] =
                        grab_here[(k*UNIT_N+i)*WAYS +: WAYS];
                    if (WAY_W < SELECT_W) begin : narrower
                        assign from[(U*UNIT_N+i)*SELECT_W + WAY_W +: SELECT_W-WAY_W] =
                            {SELECT_W-WAY_W{1'b0}};
                    end
                    if (WAYS < SOURCES) begin : fewer
                        assign grab[(U*UNIT_N+i)*SOURCES + WAYS +: SOURCES-WAYS] =
                            {SOURCES-WAYS{1'b0}};
                    end
                end
                assign takes_here[k*UNIT_N +: UNIT_N] = takes[U*UNIT_N +: UNIT_N];
                assign offered_here[k*UNIT_N*32 +: UNIT_N*32] =
                    offered_data[U*UNIT_N*32 +: UNIT_N*32];
                for (r = 0; r < OPERANDS; r = r + 1) begin : receiver
                    localparam BELOW = deaf_before(r, m);
                    if (deaf_before(r + 1, m) == BELOW) begin : hears
                        assign offer[U*OPERANDS+r] = offer_here[k*HERE_W+r-BELOW];
                        assign taken_here[k*HERE_W+r-BELOW] = taken[U*OPERANDS+r];
                    end else begin : deaf
                        assign offer[U*OPERANDS+r] = 1'b0;
                        wire unused = &{1'b0, taken[U*OPERANDS+r]};
                    end
                end
                assign out_offer[U*OUT_LANES +: OUT_LANES] =
                    offer_here[k*HERE_W+OPERANDS-UNHEARD +: OUT_LANES];
                assign taken_here[k*HERE_W+OPERANDS-UNHEARD +: OUT_LANES] =
                    out_taken[U*OUT_LANES +: OUT_LANES];
                assign data[U*32 +: 32] = data_here[k*32 +: 32];
                assign issue[U] = issue_here[k];
            end

            tau_module #(
                .MODULE(m), .SOURCES(WAYS), .RECEIVERS(HERE_W), `TAUFLOW_SHAPE_PASS
            ) units (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .from(from_here), .grab(grab_here), .takes(takes_here),
                .offered_data(offered_here),
                .offer(offer_here), .data(data_here), .taken(taken_here), .issue(issue_here),
                .overflow(over[m])
            );
        end
        for (i = 0; i < `TAUFLOW_CORE_SHARED; i = i + 1) begin : shared
            localparam SHARED = i, KIND = `TAUFLOW_SHARED_KIND, U = `TAUFLOW_MODULES_UNITS + i;
            tau_shared_unit #(
                .ID(U), .KIND(KIND), .LAT(`TAUFLOW_LATENCY), .SOURCES(SOURCES), .RECEIVERS(MASK_W),
                .TRANSFER(TRANSFER), .QUEUE(QUEUE), .SLOTS(SLOTS), .CONSTANTS(CONSTANTS),
                .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES), .FIXED(FIXED)
            ) fed (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .from(from[U*UNIT_N*SELECT_W +: UNIT_N*SELECT_W]),
                .grab(grab[U*UNIT_N*SOURCES +: UNIT_N*SOURCES]),
                .takes(takes[U*UNIT_N +: UNIT_N]),
                .offered_data(offered_data[U*UNIT_N*32 +: UNIT_N*32]),
                .offer({out_offer[U*OUT_LANES +: OUT_LANES], offer[U*OPERANDS +: OPERANDS]}),
                .data(data[U*32 +: 32]),
                .taken({out_taken[U*OUT_LANES +: OUT_LANES], taken[U*OPERANDS +: OPERANDS]}),
                .issue(issue[U]), .overflow(over[MODULES+i])
            );
        end
    endgenerate
endmodule
`default_nettype wire
