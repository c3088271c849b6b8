// SPDX-License-Identifier: MIT
// The network: every source reaches every receiver, but for modules to which operands of a sparse
// crossbar are deaf (machine/network_sparse.c). Wires, multiplexers, ANDs and ORs, no state, no
// arbitration.
//
//   data[s]     --> offered_data[r]: of the source that receiver r waits for
//   offer[s][r] --> comes[r]: that source has a word for r, and r accepts it in this cycle
//   grab[r][s]  --> taken[s][r]: what s offers r is accepted in this cycle
//
// Receivers say twice what they want: by number for the data, whose multiplexers an FPGA may have
// cells for (tau_mux), and with a bit per source for the decisions, while they would accept. They
// count sources without those that they do not hear.
`default_nettype none
`include "tauflow_shape.vh"
module tau_crossbar #(
    parameter SOURCES   = 4,
    parameter RECEIVERS = 5,
    parameter WORD_W    = 32,              // bits of a word that count; others are copies
    parameter SPARSE    = 0,               // modules of a sparse crossbar; 0: all hear all
    parameter SELECT_W  = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of the number of a source
) (
    // sources; row s of an array is bits s * width
    input  wire [SOURCES*RECEIVERS-1:0]  offer,
    input  wire [SOURCES*32-1:0]         data,
    output wire [SOURCES*RECEIVERS-1:0]  taken,
    // receivers; row r likewise
    input  wire [RECEIVERS*SELECT_W-1:0] from, // number of a source, the upper bits may be 0
    input  wire [RECEIVERS*SOURCES-1:0]  grab, // its bit, if r would accept a word now
    output wire [RECEIVERS-1:0]          comes,
    output wire [RECEIVERS*32-1:0]       offered_data
);
    initial begin
        if (SOURCES < 1) $error("tau_crossbar: SOURCES is %0d, must be 1 or more", SOURCES);
        if (RECEIVERS < 1) $error("tau_crossbar: RECEIVERS is %0d, must be 1 or more", RECEIVERS);
    end

    // Of the sources before s those that a receiver does not hear: units of one module.
    function integer deaf_before(input integer RECEIVER, input integer s);
        integer at;
        begin
            deaf_before = 0;
            for (at = 0; at < s && at < `TAUFLOW_MODULE_KINDS * SPARSE; at = at + 1)
                if (RECEIVER < `TAUFLOW_MODULE_OPERANDS * SPARSE &&
                    at % SPARSE == `TAUFLOW_SPARSE_DEAF)
                    deaf_before = deaf_before + 1;
        end
    endfunction

    genvar r, s;
    generate
        for (r = 0; r < RECEIVERS; r = r + 1) begin : receiver
            localparam WAYS  = SOURCES - deaf_before(r, SOURCES);
            localparam WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
            wire [WAYS-1:0]    column;
            wire [WAYS*32-1:0] words;
            for (s = 0; s < SOURCES; s = s + 1) begin : source
                localparam BELOW = deaf_before(r, s);
                if (deaf_before(r, s + 1) != BELOW) begin : unheard
                    assign taken[s*RECEIVERS + r] = 1'b0;
                    wire unused = &{1'b0, offer[s*RECEIVERS + r]};
                end else begin : heard
                    assign column[s-BELOW] = offer[s*RECEIVERS + r];
                    assign words[(s-BELOW)*32 +: 32] = data[s*32 +: 32];
                    assign taken[s*RECEIVERS + r] = grab[r*SOURCES + s - BELOW];
                end
            end
            assign comes[r] = |(column & grab[r*SOURCES +: WAYS]);

            tau_ways #(.SOURCES(WAYS), .WORD_W(WORD_W)) ways (
                .data(words), .from(from[r*SELECT_W +: WAY_W]), .word(offered_data[r*32 +: 32])
            );
            wire unused_far = &{1'b0, grab[r*SOURCES +: SOURCES], from[r*SELECT_W +: SELECT_W]};
        end
    endgenerate
endmodule
`default_nettype wire
