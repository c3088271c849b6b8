// The network: every source reaches every receiver. Wires and multiplexers, no state, no arbitration.
//
//   offer[s][r], data[s] --> offered[r], offered_data[r]: of the source that receiver r selects
//   take[r]              --> taken[s][r] for that source: what s offers r is taken in this cycle
`default_nettype none
module tau_crossbar #(
    parameter SOURCES   = 4,
    parameter RECEIVERS = 5,
    parameter SELECT_W  = (SOURCES > 1) ? $clog2(SOURCES) : 1
) (
    // sources; row s of an array is bits s * width
    input  wire [SOURCES*RECEIVERS-1:0]  offer,
    input  wire [SOURCES*32-1:0]         data,
    output wire [SOURCES*RECEIVERS-1:0]  taken,
    // receivers
    input  wire [RECEIVERS*SELECT_W-1:0] select,
    output wire [RECEIVERS-1:0]          offered,
    output wire [RECEIVERS*32-1:0]       offered_data,
    input  wire [RECEIVERS-1:0]          take
);
    initial begin
        if (SOURCES < 1) $error("tau_crossbar: SOURCES is %0d, must be 1 or more", SOURCES);
        if (RECEIVERS < 1) $error("tau_crossbar: RECEIVERS is %0d, must be 1 or more", RECEIVERS);
    end

    // Rows up to a power of two, so that every value of a select exists.
    localparam ROWS = 1 << SELECT_W;
    wire [ROWS*32-1:0] data_rows;
    assign data_rows[SOURCES*32-1:0] = data;

    genvar r, s;
    generate
        if (ROWS > SOURCES) begin : pad
            assign data_rows[ROWS*32-1:SOURCES*32] = {(ROWS - SOURCES) * 32{1'b0}};
        end
        for (r = 0; r < RECEIVERS; r = r + 1) begin : receiver
            wire [SELECT_W-1:0] from = select[r*SELECT_W +: SELECT_W];
            wire [ROWS-1:0]     column;
            for (s = 0; s < ROWS; s = s + 1) begin : source
                if (s < SOURCES) begin : real_row
                    assign column[s] = offer[s*RECEIVERS + r];
                    assign taken[s*RECEIVERS + r] = take[r] && from == s[SELECT_W-1:0];
                end else begin : no_row
                    assign column[s] = 1'b0;
                end
            end
            assign offered[r] = column[from];
            assign offered_data[r*32 +: 32] = data_rows[from*32 +: 32];
        end
    endgenerate
endmodule
`default_nettype wire
