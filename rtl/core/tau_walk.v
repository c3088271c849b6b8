// SPDX-License-Identifier: MIT
// The steps of a program table that repeats: entry 0, 1, ..., length - 1, loop, loop + 1, ...,
// length - 1, loop, ... The table itself is beside it (tau_sequence, tau_sequences).
//
//   load --> table --> later --> ahead --> head --> user
//              ^   register  register  register
//              +-- fetch, step
//
// A step costs no logic: head, `ahead` and the place of the next entry are registers, and whoever
// looks up what the head means can do so a cycle early, from `ahead`. The table may be a block
// memory, whose output comes late and stays until a step: `later`. While run is low the sequence
// stands before entry 0, and steps; the head holds entry 0 from the fourth cycle of run on and
// stays there until next. One entry per cycle. Length 0: never a head. A length that is loaded sets
// loop to 0; a loop that comes after it is less than the length (tau_loader sees to it).
`default_nettype none
`include "tauflow_load.vh"
module tau_walk #(
    parameter TABLE   = 1,                 // number of the table in the load window
    parameter OWNER   = 0,                 // which of the tables of this number
    parameter ENTRY_W = 8,                 // bits of an entry
    parameter ADDR_W  = 4                  // bits of the number of an entry
) (
    input  wire               clk,
    input  wire               rst,         // forgets the program
    input  wire               run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load, // load window (tau_loader)
    // table: `later` is the entry that was at `fetch` in the last cycle with a step
    output reg  [ADDR_W-1:0]  fetch,
    output wire               step,
    input  wire [ENTRY_W-1:0] later,
    // use
    output reg                head_valid,
    output reg  [ENTRY_W-1:0] head,
    output wire               ahead_valid,
    output reg  [ENTRY_W-1:0] ahead,       // the head after this one, or the first to be
    input  wire               next         // only while head_valid
);
    wire extent_here = load[`TAUFLOW_LOAD_WRITE] &&
                       load[`TAUFLOW_LOAD_TABLE] == TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                       load[`TAUFLOW_LOAD_OWNER] == OWNER[`TAUFLOW_LOAD_OWNER_BITS-1:0] &&
                       load[`TAUFLOW_LOAD_WORD] == `TAUFLOW_WORD_EXTENT;
    wire length_here = extent_here && !load[`TAUFLOW_EXTENT_LOOP];
    wire loop_here   = extent_here && load[`TAUFLOW_EXTENT_LOOP];

    reg [ADDR_W-1:0] last;                 // address of the last entry
    reg [ADDR_W-1:0] loop;                 // address of the entry after that
    reg              filled;               // length > 0
    reg [1:0]        filling;              // `later` and `ahead` hold entries

    assign step        = next || !head_valid;
    assign ahead_valid = filling[1];

    always @(posedge clk) begin
        if (rst)
            filled <= 1'b0;
        else if (length_here)
            filled <= load[`TAUFLOW_EXTENT_SOME];
        if (length_here)
            last <= load[`TAUFLOW_LOAD_INDEX_LOW +: ADDR_W];
        if (length_here)
            loop <= {ADDR_W{1'b0}};
        else if (loop_here)
            loop <= load[`TAUFLOW_EXTENT_COUNT_LOW +: ADDR_W];
    end

    always @(posedge clk)
        if (step) begin
            ahead <= later;
            head  <= ahead;
        end

    wire [ADDR_W-1:0] after;
    tau_next #(.W(ADDR_W)) following (.at(fetch), .loop(loop), .at_end(fetch == last), .y(after));

    always @(posedge clk) begin
        if (!run) begin
            {head_valid, filling} <= 3'b000;
            fetch                 <= {ADDR_W{1'b0}};
        end else begin
            if (step)
                {head_valid, filling} <= {filling, filled};
            if (step)
                fetch <= after;
        end
    end
endmodule
`default_nettype wire
