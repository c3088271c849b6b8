// The network: every source reaches every receiver. Wires, multiplexers, ANDs and ORs, no state, no
// arbitration.
//
//   data[s]     --> offered_data[r]: of the source that receiver r waits for
//   offer[s][r] --> comes[r]: that source has a word for r, and r accepts it in this cycle
//   grab[r][s]  --> taken[s][r]: what s offers r is accepted in this cycle
//
// Receivers say twice what they want: by number for the data, whose multiplexers an FPGA may have
// cells for (tau_mux), and with a bit per source for the decisions, while they would accept.
`default_nettype none
module tau_crossbar #(
    parameter SOURCES   = 4,
    parameter RECEIVERS = 5,
    parameter WORD_W    = 32,              // bits of a word that count; others are copies
    parameter SELECT_W  = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of the number of a source
) (
    // sources; row s of an array is bits s * width
    input  wire [SOURCES*RECEIVERS-1:0]  offer,
    input  wire [SOURCES*32-1:0]         data,
    output wire [SOURCES*RECEIVERS-1:0]  taken,
    // receivers; row r likewise
    input  wire [RECEIVERS*SELECT_W-1:0] from, // a number below SOURCES
    input  wire [RECEIVERS*SOURCES-1:0]  grab, // its bit, if r would accept a word now
    output wire [RECEIVERS-1:0]          comes,
    output wire [RECEIVERS*32-1:0]       offered_data
);
    initial begin
        if (SOURCES < 1) $error("tau_crossbar: SOURCES is %0d, must be 1 or more", SOURCES);
        if (RECEIVERS < 1) $error("tau_crossbar: RECEIVERS is %0d, must be 1 or more", RECEIVERS);
    end

    genvar r, s;
    generate
        for (r = 0; r < RECEIVERS; r = r + 1) begin : receiver
            wire [SOURCES-1:0] column;
            for (s = 0; s < SOURCES; s = s + 1) begin : source
                assign column[s] = offer[s*RECEIVERS + r];
                assign taken[s*RECEIVERS + r] = grab[r*SOURCES + s];
            end
            assign comes[r] = |(column & grab[r*SOURCES +: SOURCES]);

            tau_ways #(.SOURCES(SOURCES), .WORD_W(WORD_W)) ways (
                .data(data), .from(from[r*SELECT_W +: SELECT_W]), .word(offered_data[r*32 +: 32])
            );
        end
    endgenerate
endmodule
`default_nettype wire
