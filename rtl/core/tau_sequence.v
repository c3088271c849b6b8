// SPDX-License-Identifier: MIT
// A program table that repeats, and its steps (tau_walk).
//
// Entries of more than 32 bits are loaded as several words, each into its part of the entry.
`default_nettype none
`include "tauflow_load.vh"
module tau_sequence #(
    parameter TABLE   = 1,                 // number of the table in the load window
    parameter OWNER   = 0,                 // which of the tables of this number
    parameter ENTRY_W = 8,                 // bits of an entry, 1..96
    parameter FIRST_W = 32,                // of them in the first word, 1..32; 32 in the others
    parameter DEPTH   = 16                 // entries that the table holds
) (
    input  wire               clk,
    input  wire               rst,         // forgets the program
    input  wire               run,
    // load window (tau_loader), and the bits of its data that this table keeps
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    input  wire [ENTRY_W-1:0] load_entry,
    // use
    output wire               head_valid,
    output wire [ENTRY_W-1:0] head,
    output wire               ahead_valid,
    output wire [ENTRY_W-1:0] ahead,       // the head after this one, or the first to be
    output wire [ENTRY_W-1:0] later,       // the one after that; comes late in the cycle
    input  wire               next         // only while head_valid
);
    localparam ADDR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam WORDS  = (ENTRY_W - FIRST_W + 63) / 32;

    initial begin
        if (FIRST_W < 1 || FIRST_W > 32)
            $error("tau_sequence: FIRST_W is %0d, must be 1..32", FIRST_W);
        if (ENTRY_W < 1 || ENTRY_W > 96)
            $error("tau_sequence: ENTRY_W is %0d, must be 1..96", ENTRY_W);
        if (DEPTH < 1 || DEPTH > 65535)
            $error("tau_sequence: DEPTH is %0d, must be 1..65535", DEPTH);
    end

    localparam WORD_W = `TAUFLOW_LOAD_WORD_BITS;
    wire [WORD_W-1:0] load_word  = load[`TAUFLOW_LOAD_WORD];
    wire [ADDR_W-1:0] load_index = load[`TAUFLOW_LOAD_INDEX_LOW +: ADDR_W];
    wire              entry_here = load[`TAUFLOW_LOAD_WRITE] &&
                                   load[`TAUFLOW_LOAD_TABLE] ==
                                   TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                                   load[`TAUFLOW_LOAD_OWNER] ==
                                   OWNER[`TAUFLOW_LOAD_OWNER_BITS-1:0];

    wire [ADDR_W-1:0] fetch;
    wire              step;
    reg [ENTRY_W-1:0] raw;
    assign later = raw;

    tau_walk #(.TABLE(TABLE), .OWNER(OWNER), .ENTRY_W(ENTRY_W), .ADDR_W(ADDR_W)) walk (
        .clk(clk), .rst(rst), .run(run), .load(load), .fetch(fetch), .step(step), .later(raw),
        .head_valid(head_valid), .head(head), .ahead_valid(ahead_valid), .ahead(ahead), .next(next)
    );

    // The step is the enable of the memory's output: block memories keep what they read. Small
    // memories of LUTs take the room beside the logic that decides; block memories lie idle. But a
    // last word of a few bits is in LUTs even so: its write enable would take a second block.
    localparam LAST_LOW = (WORDS == 1) ? ENTRY_W : FIRST_W + 32 * (WORDS - 2);
    localparam DEEP_W   = (DEPTH < 64) ? 0 : (ENTRY_W - LAST_LOW <= 4) ? LAST_LOW : ENTRY_W;
    genvar w;
    generate
        if (DEEP_W > 0) begin : deep
            (* ram_style = "block", no_rw_check *) reg [DEEP_W-1:0] entries [0:DEPTH-1];
            always @(posedge clk)
                if (step)
                    raw[DEEP_W-1:0] <= entries[fetch];
        end
        if (DEEP_W < ENTRY_W) begin : shallow
            (* ram_style = "distributed" *) reg [ENTRY_W-1:DEEP_W] entries [0:DEPTH-1];
            always @(posedge clk)
                if (step)
                    raw[ENTRY_W-1:DEEP_W] <= entries[fetch];
        end
        for (w = 0; w < WORDS; w = w + 1) begin : word
            localparam LOW  = (w == 0) ? 0 : FIRST_W + 32 * (w - 1);
            localparam MOST = (w == 0) ? FIRST_W : 32;
            localparam W    = (ENTRY_W - LOW < MOST) ? ENTRY_W - LOW : MOST;
            wire       write = entry_here && load_word == w[WORD_W-1:0];
            if (LOW < DEEP_W) begin : deep_word
                always @(posedge clk)
                    if (write)
                        deep.entries[load_index][LOW +: W] <= load_entry[LOW +: W];
            end else begin : shallow_word
                always @(posedge clk)
                    if (write)
                        shallow.entries[load_index][LOW +: W] <= load_entry[LOW +: W];
            end
        end
    endgenerate
endmodule
`default_nettype wire
