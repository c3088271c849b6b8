// SPDX-License-Identifier: MIT
// The load window: checks where a word is to go and sends it to all tables; each knows its own.
// load, LOAD of machine/load.def, is a register, three cycles after the write. What is counted,
// kept or refused is known a cycle after that.
// A length or loop goes to the table and owner whose it is, so that each of the many sequences
// compares these once and computes nothing: as a word that no entry has, WORD_EXTENT, with the
// address of the last entry as the index.
// A word for a place that the core does not have, a length that does not fit or a loop that is not
// within its length is not sent. The length is the last that was loaded, be it before a reset: the
// sequence is empty then, wherever its loop is. A circuit takes lengths of packets alone.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_loader #(
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        write,              // only while the core does not run
    input  wire [`TAUFLOW_LOAD_ADDRESS_BITS-1:0] address, // LOAD_ADDRESS
    input  wire [`TAUFLOW_LOAD_DATA_BITS-1:0]    data,
    output wire        sent,               // a word is sent: WRITE of it
    output reg         refused,            // a word did not fit
    output reg  [`TAUFLOW_LOAD_BITS-1:0] load
);
    localparam STATIONS  = `TAUFLOW_HAS_STATIONS;
    localparam UNITS     = `TAUFLOW_CORE_UNITS;
    localparam OPERANDS  = `TAUFLOW_CORE_OPERANDS;
    localparam RECEIVERS = `TAUFLOW_CORE_RECEIVERS;
    localparam SOURCES   = `TAUFLOW_CORE_SOURCES;
    localparam WORDS     = (`TAUFLOW_CORE_MASK + 31) / 32; // of a mask over all receivers

    localparam WORD_W  = `TAUFLOW_LOAD_WORD_BITS;
    localparam INDEX_W = `TAUFLOW_LOAD_INDEX_BITS;
    localparam OWNER_W = `TAUFLOW_LOAD_OWNER_BITS;
    localparam TABLE_W = `TAUFLOW_LOAD_TABLE_BITS;
    localparam DATA_W  = `TAUFLOW_LOAD_DATA_BITS;

    reg               held;                // a word that is to be checked
    reg [WORD_W-1:0]  word;
    reg [INDEX_W-1:0] index;
    reg [OWNER_W-1:0] owner;
    reg [TABLE_W-1:0] kind;
    reg [DATA_W-1:0]  value;

    always @(posedge clk) begin
        held  <= !rst && write;
        word  <= address[`TAUFLOW_LOAD_ADDRESS_WORD_LOW +: WORD_W];
        index <= address[`TAUFLOW_LOAD_ADDRESS_INDEX_LOW +: INDEX_W];
        owner <= address[`TAUFLOW_LOAD_ADDRESS_OWNER_LOW +: OWNER_W];
        kind  <= address[`TAUFLOW_LOAD_ADDRESS_TABLE_LOW +: TABLE_W];
        value <= data;
    end

    localparam [INDEX_W-1:0] NONE = {INDEX_W{1'b0}}, ONE = {{INDEX_W-1{1'b0}}, 1'b1};
    localparam PACKETS = {{32-OWNER_W{1'b0}}, `TAUFLOW_BEATS_LANES} + OUT_LANES; // their lengths
    // How many entries sequence `who` of table `what` holds; 0 when there is no such sequence.
    function [INDEX_W-1:0] depth(input [OWNER_W-1:0] what, input [INDEX_W-1:0] who);
        begin
            depth = NONE;
            case ({{32-OWNER_W{1'b0}}, what})
                `TAUFLOW_LOAD_RECEPTION:
                    if (who < OPERANDS[INDEX_W-1:0]) depth = RECEPTIONS[INDEX_W-1:0];
                    else if (who < OPERANDS[INDEX_W-1:0] + OUT_LANES[INDEX_W-1:0])
                        depth = OUTPUT_WORDS[INDEX_W-1:0];
                    else if (who < RECEIVERS[INDEX_W-1:0]) depth = RELAY_WORDS[INDEX_W-1:0];
                `TAUFLOW_LOAD_ISSUE:
                    if (who < UNITS[INDEX_W-1:0]) depth = ISSUES[INDEX_W-1:0];
                `TAUFLOW_LOAD_CONSTANT:
                    if (who < OPERANDS[INDEX_W-1:0]) depth = CONSTANTS[INDEX_W-1:0];
                `TAUFLOW_LOAD_EMISSION:
                    if (who < UNITS[INDEX_W-1:0]) depth = ISSUES[INDEX_W-1:0];
                    else if (who < UNITS[INDEX_W-1:0] + LANES[INDEX_W-1:0])
                        depth = LANE_WORDS[INDEX_W-1:0];
                    else if (who < SOURCES[INDEX_W-1:0]) depth = RELAY_WORDS[INDEX_W-1:0];
                `TAUFLOW_LOAD_BEATS:
                    if (who < PACKETS[INDEX_W-1:0])
                        depth = who == {{INDEX_W-OWNER_W{1'b0}}, `TAUFLOW_BEATS_IN}
                                ? LANE_WORDS[INDEX_W-1:0] : OUTPUT_WORDS[INDEX_W-1:0];
                default: ;
            endcase
        end
    endfunction

    wire [31:0] to_table  = {{32-TABLE_W{1'b0}}, kind};
    wire [31:0] of_table  = {{32-OWNER_W{1'b0}}, owner}; // a length or loop
    wire        is_length = to_table == `TAUFLOW_LOAD_LENGTH;
    wire        is_loop   = to_table == `TAUFLOW_LOAD_LOOP;
    wire        is_mask   = to_table == `TAUFLOW_LOAD_EMISSION;
    wire        is_wide   = is_mask && (!STATIONS ||
                                        (owner >= UNITS[OWNER_W-1:0] &&
                                         owner < UNITS[OWNER_W-1:0] + LANES[OWNER_W-1:0]));
    wire        is_second = to_table == `TAUFLOW_LOAD_ISSUE && word == `TAUFLOW_WORD_SECOND;
    wire        of_owner  = is_length || is_loop; // of a sequence as a whole
    wire [INDEX_W-1:0] room = of_owner ? depth(owner, index)
                                       : depth({{OWNER_W-TABLE_W{1'b0}}, kind},
                                               {{INDEX_W-OWNER_W{1'b0}}, owner});
    wire        has_loop  = of_table == `TAUFLOW_LOAD_RECEPTION ||
                            of_table == `TAUFLOW_LOAD_ISSUE ||
                            of_table == `TAUFLOW_LOAD_EMISSION;
    wire        is_beats  = is_length && of_table == `TAUFLOW_LOAD_BEATS;
    // A circuit has no tables.
    wire        known     = (CIRCUIT != 0) ? is_beats :
                            of_owner ? has_loop || is_beats :
                            to_table != `TAUFLOW_LOAD_BEATS;

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
    wire [PLACE_W-1:0]   first = of_table == `TAUFLOW_LOAD_RECEPTION ? {PLACE_W{1'b0}} :
                                 of_table == `TAUFLOW_LOAD_ISSUE ? FIRST_UNIT[PLACE_W-1:0] :
                                 FIRST_SOURCE[PLACE_W-1:0];
    wire [PLACE_W-1:0]   place = index[PLACE_W-1:0] + first;
    wire [INDEX_W:0]     length = {{INDEX_W+1-LENGTH_W{1'b0}}, lengths[place]};
    wire                 unused_length = length[INDEX_W];

    // What it is held against, looked up in one cycle and compared in the next.
    reg         looked;
    reg  [`TAUFLOW_LOAD_WRITE_LOW-1:0] entry; // as load, without WRITE
    reg  [INDEX_W-1:0] most;               // index or value must be below it,
    reg         equal;                     // or may be that: a length, a loop to the start
    reg         whole;                     // the value counts, not the index
    reg         named;                     // there is such a place
    reg         keep;                      // it is the length of a sequence, to be kept here
    reg         loops;                     // it is a loop
    reg  [PLACE_W-1:0] place_looked;

    always @(posedge clk) begin
        entry[`TAUFLOW_LOAD_DATA]  <= value;
        entry[`TAUFLOW_LOAD_WORD]  <= word;
        entry[`TAUFLOW_LOAD_INDEX] <= index;
        entry[`TAUFLOW_LOAD_OWNER] <= owner;
        entry[`TAUFLOW_LOAD_TABLE] <= kind;
        looked       <= !rst && held;
        most         <= is_loop ? length[INDEX_W-1:0] : room;
        named        <= known && room != NONE &&
                        (is_wide ? {1'b0, word} < WORDS[WORD_W:0]
                                 : word == `TAUFLOW_WORD_FIRST || is_second);
        whole        <= of_owner;
        equal        <= is_length || (is_loop && value == {DATA_W{1'b0}});
        keep         <= is_length && has_loop;
        loops        <= is_loop;
        place_looked <= place;
    end

    // The count of a length or loop, and what goes to its owner.
    wire [INDEX_W-1:0] count  = entry[`TAUFLOW_LOAD_DATA_LOW +: INDEX_W];
    wire [INDEX_W-1:0] number = whole ? count : entry[`TAUFLOW_LOAD_INDEX];
    wire               big    = entry[`TAUFLOW_LOAD_DATA] >> INDEX_W != 0;
    wire               fits   = named && (!whole || !big) &&
                                (number < most || (equal && number == most));
    wire [DATA_W-1:0]  extent;
    assign extent[`TAUFLOW_EXTENT_COUNT] = count;
    assign extent[`TAUFLOW_EXTENT_LOOP]  = loops;
    assign extent[`TAUFLOW_EXTENT_SOME]  = count != NONE;
    assign extent[DATA_W-1:`TAUFLOW_EXTENT_BITS] = {DATA_W-`TAUFLOW_EXTENT_BITS{1'b0}};

    // Bits that no owner has are known to be 0, so that nobody compares them.
    localparam OTHERS = (SOURCES > PACKETS) ? SOURCES : PACKETS;
    localparam MOST   = (RECEIVERS > OTHERS) ? RECEIVERS : OTHERS;
    localparam [OWNER_W-1:0] OWNERS = {OWNER_W{1'b1}} >> (OWNER_W - $clog2(MOST));

    assign sent = load[`TAUFLOW_LOAD_WRITE];

    reg                kept;               // what is sent is a length to be kept
    reg  [PLACE_W-1:0] keep_place;
    wire               keeps = sent && kept;
    always @(posedge clk)
        if (keeps)
            lengths[keep_place] <= load[`TAUFLOW_EXTENT_COUNT_LOW +: LENGTH_W];

    always @(posedge clk) begin
        refused    <= !rst && looked && !fits;
        kept       <= keep;
        keep_place <= place_looked;
        load[`TAUFLOW_LOAD_WRITE] <= !rst && looked && fits;
        load[`TAUFLOW_LOAD_DATA]  <= whole ? extent : entry[`TAUFLOW_LOAD_DATA];
        load[`TAUFLOW_LOAD_WORD]  <= whole ? `TAUFLOW_WORD_EXTENT : entry[`TAUFLOW_LOAD_WORD];
        load[`TAUFLOW_LOAD_INDEX] <= whole ? count - ONE : entry[`TAUFLOW_LOAD_INDEX];
        load[`TAUFLOW_LOAD_OWNER] <= OWNERS & (whole ? entry[`TAUFLOW_LOAD_INDEX_LOW +: OWNER_W]
                                                     : entry[`TAUFLOW_LOAD_OWNER]);
        load[`TAUFLOW_LOAD_TABLE] <= whole ? entry[`TAUFLOW_LOAD_OWNER_LOW +: TABLE_W]
                                           : entry[`TAUFLOW_LOAD_TABLE];
    end
endmodule
`default_nettype wire
