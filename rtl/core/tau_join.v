// SPDX-License-Identifier: MIT
// The output stream: words of all lanes become beats, beats become packets of a fixed number, the
// last one with tlast.
//
//   lanes --> beat --> stream register --> m_axis
//
// A beat is whole when every lane has its word or is past its words of the packet (then 0).
//
// Latency 1, one beat per cycle.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_join #(
    parameter LANES  = 1,                  // words of a beat
    parameter MOST   = 64,                 // beats of the longest packet (tau_loader)
    parameter BEAT_W = (MOST > 1) ? $clog2(MOST + 1) : 2
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // lanes: accepted together
    input  wire [LANES-1:0]    in_valid,
    output wire [LANES-1:0]    in_ready,
    input  wire [LANES*32-1:0] in_data,
    // stream
    output wire                m_axis_tvalid,
    input  wire                m_axis_tready,
    output wire [LANES*32-1:0] m_axis_tdata,
    output wire                m_axis_tlast
);
    initial
        if (LANES < 1 || LANES > 4) $error("tau_join: LANES is %0d, must be 1..4", LANES);

    localparam [BEAT_W-1:0] ONE = {{BEAT_W-1{1'b0}}, 1'b1}, NONE = {BEAT_W{1'b0}};

    reg [BEAT_W-1:0]    beats, beat;
    reg                 some;              // beats is not 0
    reg                 beat_last;
    wire [LANES-1:0]    mine;              // lanes with a word in this beat
    wire [LANES*32-1:0] data;
    wire                room, room_next;

    localparam [31:0] TABLE = `TAUFLOW_LOAD_BEATS;
    wire load_here = load[`TAUFLOW_LOAD_WRITE] &&
                     load[`TAUFLOW_LOAD_TABLE] == TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0];
    wire [`TAUFLOW_LOAD_OWNER_BITS-1:0] load_owner = load[`TAUFLOW_LOAD_OWNER];
    wire [BEAT_W-1:0] beat_next  = beat_last ? NONE : beat + ONE;
    wire [BEAT_W-1:0] beat_after = beat + ONE + ONE;
    wire        whole = some && &(in_valid | ~mine);
    wire        leave = whole && room;

    always @(posedge clk) begin
        if (rst)
            beats <= NONE;
        else if (load_here && load_owner == `TAUFLOW_BEATS_OUT)
            beats <= load[`TAUFLOW_EXTENT_COUNT_LOW +: BEAT_W];
        some <= beats != NONE;
    end

    always @(posedge clk)
        if (!run) begin
            beat      <= NONE;
            beat_last <= beats == ONE;
        end else if (leave) begin
            beat      <= beat_next;
            beat_last <= beats == ONE || (!beat_last && beat_after == beats);
        end

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            reg [BEAT_W-1:0] words;        // of a packet
            reg        has;

            always @(posedge clk)
                if (rst)
                    words <= NONE;
                else if (load_here && load_owner ==
                         `TAUFLOW_BEATS_LANES + l[`TAUFLOW_LOAD_OWNER_BITS-1:0])
                    words <= load[`TAUFLOW_EXTENT_COUNT_LOW +: BEAT_W];

            wire       has_next = !run  ? words != NONE && beats != NONE :
                                  leave ? beat_next < words : has;
            always @(posedge clk)
                has <= has_next;

            assign mine[l] = has;
            if (LANES == 1) begin : alone
                // It needs not wait for its own word to say that it would leave.
                reg ready;
                always @(posedge clk)
                    ready <= has_next && room_next;
                assign in_ready = ready;
            end else begin : beside
                wire unused_room = room_next;
                assign in_ready[l] = has && leave;
            end
            assign data[l*32 +: 32] = has ? in_data[l*32 +: 32] : 32'd0;
        end
    endgenerate

    wire                unused_valid;
    wire [LANES*32:0]   unused_data;

    tau_skid #(.WORD_W(LANES * 32 + 1)) slice (
        .clk(clk), .run(run), .in_valid(whole), .in_ready(room), .in_data({beat_last, data}),
        .ready_next(room_next),
        .out_valid(m_axis_tvalid), .out_ready(m_axis_tready),
        .out_data({m_axis_tlast, m_axis_tdata}),
        .next_valid(unused_valid), .next_data(unused_data)
    );
endmodule
`default_nettype wire
