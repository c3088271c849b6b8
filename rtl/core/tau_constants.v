// SPDX-License-Identifier: MIT
// Constants of the operands of a unit: loaded with the program, read two steps of the unit ahead.
// An operation has one at most, so that they are in one memory.
//
//   addr, of the operation after the one that is ahead --> words --> raw --> data, of the head,
//                                                        register   register  for each operand
//
// So they may be in a block memory, whose output comes late, and the operand is a register, which
// is 0 when it is no constant: whoever chooses among operands needs not choose this one.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_constants #(
    parameter OWNER  = 0,                  // number of the first receiver, a multiple of OWNERS
    parameter OWNERS = 1,                  // receivers whose constants these are, a power of 2
    parameter DEPTH  = 16,                 // constants that fit, of each
    parameter WORD_W = 32,                 // bits of each, 1..32
    parameter ADDR_W = ((DEPTH > 1) ? $clog2(DEPTH) : 1) + $clog2(OWNERS)
) (
    input  wire              clk,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    input  wire              step,         // the unit goes on to its next operation
    input  wire [ADDR_W-1:0] addr,         // {receiver, number of the constant}
    input  wire [OWNERS-1:0] ahead,        // of the operation ahead: this operand is a constant
    output reg  [OWNERS*WORD_W-1:0] data   // of the first receiver in the lowest bits
);
    localparam OWNER_W = $clog2(OWNERS);
    localparam INDEX_W = ADDR_W - OWNER_W;

    initial
        if (DEPTH < 1 || DEPTH > 4096)
            $error("tau_constants: DEPTH is %0d, must be 1..4096", DEPTH);

    localparam [31:0] TABLE = `TAUFLOW_LOAD_CONSTANT;
    wire [`TAUFLOW_LOAD_OWNER_BITS-1:0] owner = load[`TAUFLOW_LOAD_OWNER];
    wire write = load[`TAUFLOW_LOAD_WRITE] &&
                 load[`TAUFLOW_LOAD_TABLE] == TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                 owner[`TAUFLOW_LOAD_OWNER_BITS-1:OWNER_W] ==
                 OWNER[`TAUFLOW_LOAD_OWNER_BITS-1:OWNER_W];
    wire [`TAUFLOW_LOAD_OWNER_BITS+INDEX_W-1:0] unused_place;
    wire [ADDR_W-1:0]  place = unused_place[ADDR_W-1:0];
    assign unused_place = {owner, load[`TAUFLOW_LOAD_INDEX_LOW +: INDEX_W]};
    reg [WORD_W-1:0] raw;

    generate
        if (DEPTH * OWNERS >= 32) begin : deep
            (* ram_style = "block", no_rw_check *) reg [WORD_W-1:0] words [0:(1<<ADDR_W)-1];
            always @(posedge clk) begin
                if (write)
                    words[place] <= load[`TAUFLOW_LOAD_DATA_LOW +: WORD_W];
                if (step)
                    raw <= words[addr];
            end
        end else begin : shallow
            reg [WORD_W-1:0] words [0:(1<<ADDR_W)-1];
            always @(posedge clk) begin
                if (write)
                    words[place] <= load[`TAUFLOW_LOAD_DATA_LOW +: WORD_W];
                if (step)
                    raw <= words[addr];
            end
        end
    endgenerate

    integer i;
    always @(posedge clk)
        if (step)
            for (i = 0; i < OWNERS; i = i + 1)
                data[i*WORD_W +: WORD_W] <= ahead[i] ? raw : {WORD_W{1'b0}};
endmodule
`default_nettype wire
