// The network: every source reaches every receiver. Wires, ANDs and ORs, no state, no arbitration.
//
//   data[s]     --> offered_data[r]: of the source that receiver r picks, 0 when it picks none
//   offer[s][r] --> comes[r]: that source has a word for r, and r accepts it in this cycle
//   grab[r][s]  --> taken[s][r]: what s offers r is accepted in this cycle
//
// Receivers say in two rows what they want, pick for the data and grab for the decisions, so that
// the many wires of the first do not keep the second apart.
`default_nettype none
module tau_crossbar #(
    parameter SOURCES   = 4,
    parameter RECEIVERS = 5
) (
    // sources; row s of an array is bits s * width
    input  wire [SOURCES*RECEIVERS-1:0] offer,
    input  wire [SOURCES*32-1:0]        data,
    output wire [SOURCES*RECEIVERS-1:0] taken,
    // receivers; row r likewise
    input  wire [RECEIVERS*SOURCES-1:0] pick,  // one bit of a row at most
    input  wire [RECEIVERS*SOURCES-1:0] grab,  // the same bit, if r would accept a word now
    output wire [RECEIVERS-1:0]         comes,
    output wire [RECEIVERS*32-1:0]      offered_data
);
    initial begin
        if (SOURCES < 1) $error("tau_crossbar: SOURCES is %0d, must be 1 or more", SOURCES);
        if (RECEIVERS < 1) $error("tau_crossbar: RECEIVERS is %0d, must be 1 or more", RECEIVERS);
    end

    genvar r, s;
    generate
        for (r = 0; r < RECEIVERS; r = r + 1) begin : receiver
            wire [SOURCES-1:0] column;
            wire [SOURCES-1:0] from = pick[r*SOURCES +: SOURCES];
            for (s = 0; s < SOURCES; s = s + 1) begin : source
                assign column[s] = offer[s*RECEIVERS + r];
                assign taken[s*RECEIVERS + r] = grab[r*SOURCES + s];
            end
            assign comes[r] = |(column & grab[r*SOURCES +: SOURCES]);

            reg [31:0] word;
            integer    i;
            always @* begin
                word = 32'd0;
                for (i = 0; i < SOURCES; i = i + 1)
                    word = word | (data[i*32 +: 32] & {32{from[i]}});
            end
            assign offered_data[r*32 +: 32] = word;
        end
    endgenerate
endmodule
`default_nettype wire
