// SPDX-License-Identifier: MIT
// The ways of all sources to one receiver: the word of one of them, by its number. Combinational.
//
//   eight sources --> tau_mux --+
//   eight sources --> tau_mux --+--> word
//   the others    --> tau_mux --+
`default_nettype none
module tau_ways #(
    parameter SOURCES  = 4,
    parameter WORD_W   = 32,               // bits of a word that count, 2..32; others are copies
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of the number of a source
) (
    input  wire [SOURCES*32-1:0] data,     // word s in bits s * 32 and up
    input  wire [SELECT_W-1:0]   from,     // a number below SOURCES
    output wire [31:0]           word
);
    localparam GROUPS = (SOURCES + 7) / 8;

    wire [GROUPS*WORD_W-1:0] groups;
    wire                     unused_from = &{1'b0, from};
    wire [WORD_W-1:0]        chosen;
    wire                     unused_data = &{1'b0, data};

    genvar g, k;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : group
            localparam REST = SOURCES - 8 * g;
            localparam WAYS = (REST == 1) ? 1 : (REST == 2) ? 2 : (REST <= 4) ? 4 : 8;
            wire [WAYS*WORD_W-1:0] words;
            for (k = 0; k < WAYS; k = k + 1) begin : way
                if (k < REST) begin : known
                    assign words[k*WORD_W +: WORD_W] = data[(8*g+k)*32 +: WORD_W];
                end else begin : none
                    assign words[k*WORD_W +: WORD_W] = {WORD_W{1'b0}};
                end
            end
            if (WAYS == 1) begin : one
                assign groups[g*WORD_W +: WORD_W] = words;
            end else if (WAYS == 2) begin : two
                assign groups[g*WORD_W +: WORD_W] =
                    from[0] ? words[WORD_W +: WORD_W] : words[0 +: WORD_W];
            end else begin : more
                tau_mux #(.N(WAYS), .W(WORD_W)) mux (
                    .words(words), .select(from[$clog2(WAYS)-1:0]), .invert(1'b0),
                    .y(groups[g*WORD_W +: WORD_W])
                );
            end
        end
        if (GROUPS == 1) begin : only
            assign chosen = groups;
        end else begin : several
            assign chosen = groups[from[SELECT_W-1:3]*WORD_W +: WORD_W];
        end
    endgenerate

    assign word = {{33-WORD_W{chosen[WORD_W-1]}}, chosen[WORD_W-2:0]};
endmodule
`default_nettype wire
