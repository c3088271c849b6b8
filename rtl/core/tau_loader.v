// SPDX-License-Identifier: MIT
// The load window: checks where a word is to go and sends it to all tables; each knows its own.
// load = {write, table[2:0], owner[7:0], index[15:0], word[1:0], data[31:0]}, a register, three
// cycles after the write. What is counted, kept or refused is known a cycle after that.
// A length or loop goes to the table and owner whose it is, so that each of the many sequences
// compares these once and computes nothing: as word 3, which no entry has, with data[16] 1 for a
// loop, data[17] 1 for one that is not 0, and the address of the last entry as the index.
// A word for a place that the core does not have, a length that does not fit or a loop that is not
// within its length is not sent. The length is the last that was loaded, be it before a reset: the
// sequence is empty then, wherever its loop is. A circuit takes lengths of packets alone.
`default_nettype none
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_loader #(
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        write,              // only while the core does not run
    input  wire [28:0] address,            // LOAD_ADDRESS
    input  wire [31:0] data,
    output wire        sent,               // a word is sent: load[61]
    output reg         refused,            // a word did not fit
    output reg  [61:0] load
);
    localparam STATIONS  = `TAUFLOW_HAS_STATIONS;
    localparam UNITS     = `TAUFLOW_CORE_UNITS;
    localparam OPERANDS  = `TAUFLOW_CORE_OPERANDS;
    localparam RECEIVERS = `TAUFLOW_CORE_RECEIVERS;
    localparam SOURCES   = `TAUFLOW_CORE_SOURCES;
    localparam WORDS     = (`TAUFLOW_CORE_MASK + 31) / 32; // of a mask over all receivers

    reg         held;                      // a word that is to be checked
    reg  [1:0]  word;
    reg  [15:0] index;
    reg  [7:0]  owner;
    reg  [2:0]  kind;
    reg  [31:0] value;

    always @(posedge clk) begin
        held                       <= !rst && write;
        {kind, owner, index, word} <= address;
        value                      <= data;
    end

    // How many entries sequence `who` of table `what` holds; 0 when there is no such sequence.
    function [15:0] depth(input [7:0] what, input [15:0] who);
        begin
            depth = 16'd0;
            case ({24'd0, what})
                `TAUFLOW_LOAD_RECEPTION:
                    if (who < OPERANDS[15:0]) depth = RECEPTIONS[15:0];
                    else if (who < OPERANDS[15:0] + OUT_LANES[15:0]) depth = OUTPUT_WORDS[15:0];
                    else if (who < RECEIVERS[15:0]) depth = RELAY_WORDS[15:0];
                `TAUFLOW_LOAD_ISSUE:
                    if (who < UNITS[15:0]) depth = ISSUES[15:0];
                `TAUFLOW_LOAD_CONSTANT:
                    if (who < OPERANDS[15:0]) depth = CONSTANTS[15:0];
                `TAUFLOW_LOAD_EMISSION:
                    if (who < UNITS[15:0]) depth = ISSUES[15:0];
                    else if (who < UNITS[15:0] + LANES[15:0]) depth = LANE_WORDS[15:0];
                    else if (who < SOURCES[15:0]) depth = RELAY_WORDS[15:0];
                `TAUFLOW_LOAD_BEATS:
                    if (who < 16'd2 + OUT_LANES[15:0])
                        depth = who == 16'd0 ? LANE_WORDS[15:0] : OUTPUT_WORDS[15:0];
                default: ;
            endcase
        end
    endfunction

    wire        is_length = {29'd0, kind} == `TAUFLOW_LOAD_LENGTH;
    wire        is_loop   = {29'd0, kind} == `TAUFLOW_LOAD_LOOP;
    wire        is_mask   = {29'd0, kind} == `TAUFLOW_LOAD_EMISSION;
    wire        is_wide   = is_mask && (!STATIONS || (owner >= UNITS[7:0] &&
                                                  owner < UNITS[7:0] + LANES[7:0]));
    wire        is_second = {29'd0, kind} == `TAUFLOW_LOAD_ISSUE && word == 2'd1;
    wire        of_owner  = is_length || is_loop; // of a sequence as a whole
    wire [15:0] room      = of_owner ? depth(owner, index) : depth({5'd0, kind}, {8'd0, owner});
    wire        has_loop  = {24'd0, owner} == `TAUFLOW_LOAD_RECEPTION ||
                            {24'd0, owner} == `TAUFLOW_LOAD_ISSUE ||
                            {24'd0, owner} == `TAUFLOW_LOAD_EMISSION;
    wire        is_beats  = is_length && {24'd0, owner} == `TAUFLOW_LOAD_BEATS;
    // A circuit has no tables.
    wire        known     = (CIRCUIT != 0) ? is_beats :
                            of_owner ? has_loop || is_beats :
                            {29'd0, kind} != `TAUFLOW_LOAD_BEATS;

    // Lengths that were loaded, to hold loops against them: of receivers, units, sources.
    localparam FIRST_UNIT   = RECEIVERS;
    localparam FIRST_SOURCE = RECEIVERS + UNITS;
    localparam SEQUENCES    = RECEIVERS + UNITS + SOURCES;
    localparam PLACE_W      = $clog2(SEQUENCES);
    // Bits of the longest: of two depths together, so that it is no less than either.
    localparam LENGTH_W     = $clog2((RECEPTIONS | ISSUES | RELAY_WORDS | LANE_WORDS |
                                      OUTPUT_WORDS) + 1);
    reg  [LENGTH_W-1:0]  lengths [0:SEQUENCES-1];
    integer              s;
    initial
        for (s = 0; s < SEQUENCES; s = s + 1)
            lengths[s] = {LENGTH_W{1'b0}};
    wire [PLACE_W-1:0]   first = {24'd0, owner} == `TAUFLOW_LOAD_RECEPTION ? {PLACE_W{1'b0}} :
                                 {24'd0, owner} == `TAUFLOW_LOAD_ISSUE ? FIRST_UNIT[PLACE_W-1:0] :
                                 FIRST_SOURCE[PLACE_W-1:0];
    wire [PLACE_W-1:0]   place = index[PLACE_W-1:0] + first;
    wire [16:0]          length = {{17-LENGTH_W{1'b0}}, lengths[place]};
    wire                 unused_length = length[16];

    // What it is held against, looked up in one cycle and compared in the next.
    reg         looked;
    reg  [60:0] entry;                     // {kind, owner, index, word, value}
    reg  [15:0] most;                      // index or value must be below it,
    reg         equal;                     // or may be that: a length, a loop to the start
    reg         whole;                     // the value counts, not the index
    reg         named;                     // there is such a place
    reg         keep;                      // it is the length of a sequence, to be kept here
    reg         loops;                     // it is a loop
    reg  [PLACE_W-1:0] place_looked;

    always @(posedge clk) begin
        looked       <= !rst && held;
        entry        <= {kind, owner, index, word, value};
        most         <= is_loop ? length[15:0] : room;
        named        <= known && room != 16'd0 &&
                        (is_wide ? {1'b0, word} < WORDS[2:0] : word == 2'd0 || is_second);
        whole        <= of_owner;
        equal        <= is_length || (is_loop && value == 32'd0);
        keep         <= is_length && has_loop;
        loops        <= is_loop;
        place_looked <= place;
    end

    wire [15:0] number = whole ? entry[15:0] : entry[49:34];
    wire        fits   = named && (!whole || entry[31:16] == 16'd0) &&
                         (number < most || (equal && number == most));

    // Bits that no owner has are known to be 0, so that nobody compares them.
    localparam PACKETS = 2 + OUT_LANES;
    localparam OTHERS  = (SOURCES > PACKETS) ? SOURCES : PACKETS;
    localparam MOST    = (RECEIVERS > OTHERS) ? RECEIVERS : OTHERS;
    localparam [7:0] OWNERS = (MOST > 128) ? 8'd255 : (8'd1 << $clog2(MOST)) - 8'd1;

    assign sent = load[61];

    reg                kept;               // what is sent is a length to be kept
    reg  [PLACE_W-1:0] keep_place;
    wire               keeps = sent && kept;
    always @(posedge clk)
        if (keeps)
            lengths[keep_place] <= load[LENGTH_W-1:0];

    always @(posedge clk) begin
        load[61]   <= !rst && looked && fits;
        refused    <= !rst && looked && !fits;
        kept       <= keep;
        keep_place <= place_looked;
        load[60:0] <= whole ? {entry[52:50], entry[41:34] & OWNERS, entry[15:0] - 16'd1, 2'd3,
                               14'd0, entry[15:0] != 16'd0, loops, entry[15:0]}
                            : {entry[60:58], entry[57:50] & OWNERS, entry[49:0]};
    end
endmodule
`default_nettype wire
