// The load window: checks where a word is to go and sends it to all tables; each knows its own.
// load = {write, table[2:0], owner[7:0], index[15:0], word[1:0], data[31:0]}, a register.
// A word for a place that the core does not have, a length that does not fit or a loop that is not within its length is not sent.
`default_nettype none
`include "tauflow_regs.vh"
module tau_loader #(
    parameter MODULES      = 2,            // shape of the core, as in tau_core
    parameter LANES        = 1,
    parameter OUT_LANES    = 1,
    parameter NETWORK      = 1,
    parameter CONSTANTS    = 16,
    parameter RECEPTIONS   = 64,
    parameter ISSUES       = 64,
    parameter RELAY_WORDS  = 64,
    parameter LANE_WORDS   = 32,
    parameter OUTPUT_WORDS = 32
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        write,              // only while the core does not run
    input  wire [28:0] address,            // LOAD_ADDRESS
    input  wire [31:0] data,
    output wire        fits,               // the word is sent; otherwise write is an error
    output reg  [61:0] load
);
    localparam RING      = NETWORK == 2 && MODULES > 1;
    localparam UNITS     = 2 * MODULES;
    localparam OPERANDS  = 4 * MODULES;
    localparam RELAYS    = RING ? 2 * MODULES : 0;
    localparam RECEIVERS = OPERANDS + OUT_LANES + RELAYS;
    localparam SOURCES   = UNITS + LANES + RELAYS;
    localparam WORDS     = (OPERANDS + OUT_LANES + 31) / 32; // of a mask over all receivers

    wire [1:0]  word  = address[1:0];
    wire [15:0] index = address[17:2];
    wire [7:0]  owner = address[25:18];
    wire [2:0]  kind  = address[28:26];

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
                    if (who < 16'd2 + OUT_LANES[15:0]) depth = 16'hffff;
                default: ;
            endcase
        end
    endfunction

    wire        is_length = {29'd0, kind} == `TAUFLOW_LOAD_LENGTH;
    wire        is_loop   = {29'd0, kind} == `TAUFLOW_LOAD_LOOP;
    wire        is_mask   = {29'd0, kind} == `TAUFLOW_LOAD_EMISSION;
    wire        is_wide   = is_mask && (!RING || (owner >= UNITS[7:0] && owner < UNITS[7:0] + LANES[7:0]));
    wire        of_owner  = is_length || is_loop; // of a sequence as a whole
    wire [15:0] room      = of_owner ? depth(owner, index) : depth({5'd0, kind}, {8'd0, owner});
    wire        has_loop  = {24'd0, owner} == `TAUFLOW_LOAD_RECEPTION || {24'd0, owner} == `TAUFLOW_LOAD_ISSUE || {24'd0, owner} == `TAUFLOW_LOAD_EMISSION;
    wire        known     = of_owner ? has_loop || (is_length && {24'd0, owner} == `TAUFLOW_LOAD_BEATS) : {29'd0, kind} != `TAUFLOW_LOAD_BEATS;

    // Lengths that were loaded, to hold loops against them: of receivers, units, sources.
    localparam FIRST_UNIT   = RECEIVERS;
    localparam FIRST_SOURCE = RECEIVERS + UNITS;
    localparam SEQUENCES    = RECEIVERS + UNITS + SOURCES;
    localparam PLACE_W      = $clog2(SEQUENCES);
    reg  [15:0]          lengths [0:SEQUENCES-1];
    reg  [SEQUENCES-1:0] loaded;           // since reset
    wire [PLACE_W-1:0]   place     = index[PLACE_W-1:0] + ({24'd0, owner} == `TAUFLOW_LOAD_RECEPTION ? {PLACE_W{1'b0}}
                                       : {24'd0, owner} == `TAUFLOW_LOAD_ISSUE ? FIRST_UNIT[PLACE_W-1:0] : FIRST_SOURCE[PLACE_W-1:0]);
    wire                 in_loop   = data == 32'd0 || (loaded[place] && data < {16'd0, lengths[place]});
    wire                 in_table  = is_length ? data <= {16'd0, room} : is_loop ? in_loop : index < room;

    assign fits = known && room != 16'd0 && in_table && (is_wide ? {1'b0, word} < WORDS[2:0] : word == 2'd0);

    wire keeps = write && fits && is_length && has_loop;
    always @(posedge clk) begin
        if (rst)
            loaded <= {SEQUENCES{1'b0}};
        else if (keeps)
            loaded[place] <= 1'b1;
        if (keeps)
            lengths[place] <= data[15:0];
    end

    always @(posedge clk) begin
        load[61]   <= !rst && write && fits;
        load[60:0] <= {kind, owner, index, word, data};
    end
endmodule
`default_nettype wire
