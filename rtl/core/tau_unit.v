// SPDX-License-Identifier: MIT
// A unit: a pipelined operator that starts its operations in the order of its issue sequence.
//
//   operand a --+
//               +--> issue --> operator of its kind (LAT cycles) --> source --> network
//   operand b --+      ^ issue sequence, credit
//
// An operation is issued when both operands are ready and there is room for its result. Without a
// queue (QUEUE = 0) results wait in the stages of the pipeline, the first of them in its last one,
// where it is offered; those behind it close up, and when all LAT stages are full, an operation is
// issued in the cycle in which the first result leaves. With a queue the pipeline never stops:
// LAT + QUEUE results at most are between issue and pop, the source has room for all of them, and a
// place is free from the cycle after the pop on. Latency LAT from issue to the offer, one operation
// per cycle.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_unit #(
    parameter ID        = 0,               // number of unit and source in the load window
    parameter KIND      = 0,               // row of machine/kinds.def
    parameter LAT       = 4,               // cycles of the operator, from 1
    parameter QUEUE     = 0,               // results that may wait after the pipeline
    parameter ISSUES    = 64,              // longest issue sequence
    parameter RECEIVERS = 5,               // receivers that the network joins to the result
    parameter INDEX_W   = 4,               // bits of the number of a slot or constant
    parameter SLOT_W    = 4,               // bits of the number of a slot, up to INDEX_W
    parameter FRONT     = 30,              // as in the operators
    parameter FIXED     = 0                // bits of fixed point; 0: binary32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // operands: receivers a and b
    output wire                 a_constant,
    output wire                 a_release, // 0 without an operation
    output wire [SLOT_W-1:0]    a_above,
    output wire                 a_ahead_constant, // of the operation after this one
    output wire [SLOT_W-1:0]    a_ahead_slot,
    output wire [SLOT_W-1:0]    a_ahead_above,
    input  wire                 a_ready,
    input  wire [31:0]          a_data,
    output wire                 b_constant,
    output wire                 b_release,
    output wire [SLOT_W-1:0]    b_above,
    output wire                 b_ahead_constant,
    output wire [SLOT_W-1:0]    b_ahead_slot,
    output wire [SLOT_W-1:0]    b_ahead_above,
    input  wire                 b_ready,
    input  wire [31:0]          b_data,
    output wire                 later_b,   // the constant of the one after that, if it has one,
    output wire [INDEX_W-1:0]   later_index, // is operand b; its number
    output wire                 issue,     // reads both
    output wire                 moves,     // the operation after it is the next cycle's head
    output wire                 overflow,  // a result does not fit; one cycle per result
    // emission sequence (tau_sequence): receivers of the next result
    input  wire                 mask_valid,
    input  wire [RECEIVERS-1:0] mask,
    output wire                 mask_next,
    // network
    output wire [RECEIVERS-1:0] offer,
    output wire [31:0]          data,
    input  wire [RECEIVERS-1:0] taken
);
    localparam READ_W  = INDEX_W + 2;
    localparam FIRST_W = 2 + 2 * READ_W;   // of an issue
    localparam ABOVE_W = 2 * SLOT_W;       // of its second word, and in fixed point its shift
    localparam SHIFT_W = (FIXED == 0) ? 0 : `TAUFLOW_ISSUE_SECOND_SHIFT_BITS;
    localparam ENTRY_W = FIRST_W + ABOVE_W + SHIFT_W;

    initial begin
        if (KIND < 0 || KIND >= `TAUFLOW_CORE_KINDS)
            $error("tau_unit: KIND is %0d, cores have %0d", KIND, `TAUFLOW_CORE_KINDS);
        if (LAT < 1 || LAT > 255) $error("tau_unit: LAT is %0d, must be 1..255", LAT);
        if (QUEUE < 0 || QUEUE > 255) $error("tau_unit: QUEUE is %0d, must be 0..255", QUEUE);
        if (INDEX_W < 1 || INDEX_W > `TAUFLOW_READ_INDEX_BITS)
            $error("tau_unit: INDEX_W is %0d, must be 1..%0d", INDEX_W, `TAUFLOW_READ_INDEX_BITS);
    end

    wire              known, unused_coming;
    wire              negate_a, negate_b;
    wire [READ_W-1:0] read_a, read_b, ahead_a, ahead_b, after_a, after_b;
    wire [1:0]        unused_negate_ahead, unused_negate_later;
    wire [`TAUFLOW_ISSUE_SECOND_SHIFT_BITS-1:0] shift;
    wire              unused_flags = |{after_a[READ_W-1 -: 2], after_b[READ_W-1]};
    wire              unused_ahead = |{ahead_a, ahead_b}; // bits of constants and releases
    wire              unused_head = |{read_a[INDEX_W-1:0], read_b[INDEX_W-1:0]};

    wire [ENTRY_W-1:0] load_entry, head, ahead, later;
    wire               unused_second = |{ahead[ENTRY_W-1:FIRST_W], later[ENTRY_W-1:FIRST_W]};
    assign load_entry[FIRST_W-1:0] = {load[`TAUFLOW_ISSUE_FIRST_NEGATE_A],
                                      load[`TAUFLOW_ISSUE_FIRST_NEGATE_B],
                                      load[`TAUFLOW_ISSUE_FIRST_B_RELEASE],
                                      load[`TAUFLOW_ISSUE_FIRST_B_CONSTANT],
                                      load[`TAUFLOW_ISSUE_FIRST_B_INDEX_LOW +: INDEX_W],
                                      load[`TAUFLOW_ISSUE_FIRST_A_RELEASE],
                                      load[`TAUFLOW_ISSUE_FIRST_A_CONSTANT],
                                      load[`TAUFLOW_ISSUE_FIRST_A_INDEX_LOW +: INDEX_W]};
    assign load_entry[FIRST_W +: ABOVE_W] = {load[`TAUFLOW_ISSUE_SECOND_ABOVE_B_LOW +: SLOT_W],
                                             load[`TAUFLOW_ISSUE_SECOND_ABOVE_A_LOW +: SLOT_W]};
    generate
        if (FIXED == 0) begin : plain
            assign shift = {`TAUFLOW_ISSUE_SECOND_SHIFT_BITS{1'b0}};
        end else begin : shifts
            assign load_entry[ENTRY_W-1 -: SHIFT_W] =
                load[`TAUFLOW_ISSUE_SECOND_SHIFT_LOW +: SHIFT_W];
            assign shift = head[ENTRY_W-1 -: SHIFT_W];
        end
    endgenerate

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_ISSUE), .OWNER(ID), .ENTRY_W(ENTRY_W), .FIRST_W(FIRST_W),
        .DEPTH(ISSUES)
    ) issues (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_entry),
        .head_valid(known), .head(head), .ahead_valid(unused_coming), .ahead(ahead),
        .later(later), .next(issue)
    );
    assign {negate_a, negate_b, read_b, read_a} = head[FIRST_W-1:0];
    assign {unused_negate_ahead, ahead_b, ahead_a} = ahead[FIRST_W-1:0];
    assign {unused_negate_later, after_b, after_a} = later[FIRST_W-1:0];
    assign a_constant = read_a[READ_W-2];
    assign b_constant = read_b[READ_W-2];
    assign a_release = known && read_a[READ_W-1];
    assign b_release = known && read_b[READ_W-1];
    assign {b_above, a_above} = head[FIRST_W +: ABOVE_W];
    assign {b_ahead_above, a_ahead_above} = ahead[FIRST_W +: ABOVE_W];
    assign a_ahead_constant = ahead_a[READ_W-2];
    assign b_ahead_constant = ahead_b[READ_W-2];
    assign a_ahead_slot = ahead_a[SLOT_W-1:0];
    assign b_ahead_slot = ahead_b[SLOT_W-1:0];
    assign later_b     = after_b[READ_W-2];
    assign later_index = later_b ? after_b[INDEX_W-1:0] : after_a[INDEX_W-1:0];

    wire go;                               // there is room for a result
    assign issue = known && mask_valid && a_ready && b_ready && go;
    assign moves = issue || !known;

    localparam OPEN = 1;                   // the operator ends in the register of its source
    wire [31:0] result;
    wire        lost;                      // of the result that is in it
    generate
        `TAUFLOW_OPERATOR
    endgenerate

    // Which stages of the operator hold an operation; one that is not enabled keeps it. Without
    // that `flight` will hold one in the next cycle; bit 0 is the issue.
    localparam STAGES = (LAT < 1) ? 1 : LAT; // a wrong LAT is refused above, not by its widths
    localparam LAST   = STAGES - 1;
    wire [STAGES-1:0] enable;
    reg  [STAGES-1:0] full;
    wire [STAGES-1:0] flight = (full << 1) | {{LAST{1'b0}}, issue};

    always @(posedge clk)
        full <= run ? flight | ~enable : {STAGES{1'b0}};

    // What is too large is seen a cycle after it came to the last register; in a register, so that
    // nothing else waits for it.
    reg came, looked, over;
    always @(posedge clk) begin
        came   <= run && flight[LAST] && enable[LAST];
        looked <= came;
        over   <= looked && lost;
    end
    assign overflow = over;

    localparam WORD_W = (FIXED == 0) ? 32 : FIXED; // the other bits are copies of the sign
    wire [WORD_W-1:0] word;
    wire              unused_result = &{1'b0, result};
    wire              unused_full = full[LAST];
    assign data = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};

    genvar i;
    generate
        if (QUEUE == 0) begin : alone
            // A stage waits while it and all after it are full and the last result stays.
            wire free;
            for (i = 0; i < LAST; i = i + 1) begin : stage
                assign enable[i] = free || !(&full[LAST-1:i]);
            end
            assign enable[LAST] = free;
            assign go = enable[0];

            tau_result #(.RECEIVERS(RECEIVERS), .WORD_W(WORD_W)) deliver (
                .clk(clk), .run(run), .comes(flight[LAST]), .in_data(result[WORD_W-1:0]),
                .free(free), .mask(mask), .next(mask_next), .offer(offer), .data(word),
                .taken(taken)
            );
        end else begin : queued
            // Nothing waits: the source has room for all that is under way.
            wire pop, unused_room;
            assign enable = {STAGES{1'b1}};

            tau_credit #(.CREDITS(LAT + QUEUE)) results (
                .clk(clk), .run(run), .enter(issue), .leave(pop), .room(go),
                .room_next(unused_room)
            );
            tau_source #(.RECEIVERS(RECEIVERS), .DEPTH(LAT + QUEUE), .WORD_W(WORD_W)) deliver (
                .clk(clk), .run(run), .comes(flight[LAST]), .in_data(result[WORD_W-1:0]),
                .mask_valid(mask_valid), .mask(mask), .next(mask_next), .pop(pop), .offer(offer),
                .data(word), .taken(taken)
            );
        end
    endgenerate
endmodule
`default_nettype wire
