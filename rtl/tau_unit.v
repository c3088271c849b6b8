// A unit: a pipelined operator that starts its operations in the order of its issue sequence.
//
//   operand a --+
//               +--> issue --> operator of its kind (LAT cycles) --> source --> network
//   operand b --+      ^ issue sequence, credit
//
// An operation is issued when both operands are ready and a credit is free: LAT + QUEUE results at
// most are between issue and pop, and the source has room for all of them. The pipeline therefore
// never stops. Latency LAT from issue to the offer, one operation per cycle.
`default_nettype none
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_unit #(
    parameter ID        = 0,               // number of unit and source in the load window
    parameter KIND      = 0,               // row of machine/kinds.def
    parameter LAT       = 4,               // cycles of the operator, from 1
    parameter QUEUE     = 4,               // results that may wait after the pipeline, from 1
    parameter ISSUES    = 64,              // longest issue sequence
    parameter RECEIVERS = 5,               // receivers that the network joins to the result
    parameter INDEX_W   = 4,               // bits of the number of a slot or constant
    parameter FRONT     = 30,              // as in the operators
    parameter FIXED     = 0                // bits of fixed point; 0: binary32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    input  wire [61:0]          load,
    // operands: receivers a and b
    output wire [INDEX_W-1:0]   a_index,
    output wire                 a_constant,
    output wire                 a_release,
    output wire [INDEX_W-1:0]   a_ahead_index, // of the operation after this one
    output wire                 a_ahead_constant,
    output wire [INDEX_W-1:0]   a_later_index, // of the one after that
    input  wire                 a_ready,
    input  wire [31:0]          a_data,
    output wire [INDEX_W-1:0]   b_index,
    output wire                 b_constant,
    output wire                 b_release,
    output wire [INDEX_W-1:0]   b_ahead_index,
    output wire                 b_ahead_constant,
    output wire [INDEX_W-1:0]   b_later_index,
    input  wire                 b_ready,
    input  wire [31:0]          b_data,
    output wire                 issue,     // reads both
    output wire                 moves,     // the operation after it is the next cycle's head
    output wire                 overflow,  // a result does not fit; one cycle per result
    // network
    output wire [RECEIVERS-1:0] offer,
    output wire [31:0]          data,
    input  wire [RECEIVERS-1:0] taken
);
    localparam READ_W  = INDEX_W + 2;
    localparam FIRST_W = 2 + 2 * READ_W;   // of an issue; its second word has the shift,
    localparam SHIFT_W = (FIXED == 0) ? 0 : `TAUFLOW_SHIFT_BITS; // of fixed point

    initial begin
        if (KIND < 0 || KIND >= `TAUFLOW_CORE_KINDS)
            $error("tau_unit: KIND is %0d, cores have %0d", KIND, `TAUFLOW_CORE_KINDS);
        if (LAT < 1 || LAT > 255) $error("tau_unit: LAT is %0d, must be 1..255", LAT);
        if (QUEUE < 1 || QUEUE > 255) $error("tau_unit: QUEUE is %0d, must be 1..255", QUEUE);
        if (INDEX_W < 1 || INDEX_W > 12) $error("tau_unit: INDEX_W is %0d, must be 1..12", INDEX_W);
    end

    wire              known, credit, pop, unused_coming, unused_room;
    wire              negate_a, negate_b;
    wire [READ_W-1:0] read_a, read_b, ahead_a, ahead_b, later_a, later_b;
    wire [1:0]        unused_negate_ahead, unused_negate_later;
    wire [`TAUFLOW_SHIFT_BITS-1:0] shift;
    wire              unused_release = ahead_a[READ_W-1] || ahead_b[READ_W-1];
    wire              unused_flags = |{later_a[READ_W-1 -: 2], later_b[READ_W-1 -: 2]};

    wire [FIRST_W+SHIFT_W-1:0] load_entry, head, ahead, later;
    assign load_entry[FIRST_W-1:0] = {load[29:28], load[27:26], load[14 +: INDEX_W],
                                      load[13:12], load[0 +: INDEX_W]};
    generate
        if (FIXED == 0) begin : plain
            assign shift = {`TAUFLOW_SHIFT_BITS{1'b0}};
        end else begin : shifts
            wire unused_shift = &{1'b0, ahead[FIRST_W +: SHIFT_W], later[FIRST_W +: SHIFT_W]};
            assign load_entry[FIRST_W +: SHIFT_W] = load[SHIFT_W-1:0];
            assign shift = head[FIRST_W +: SHIFT_W];
        end
    endgenerate

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_ISSUE), .OWNER(ID), .ENTRY_W(FIRST_W + SHIFT_W), .FIRST_W(FIRST_W),
        .DEPTH(ISSUES)
    ) issues (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_entry),
        .head_valid(known), .head(head), .ahead_valid(unused_coming), .ahead(ahead),
        .later(later), .next(issue)
    );
    assign {negate_a, negate_b, read_b, read_a} = head[FIRST_W-1:0];
    assign {unused_negate_ahead, ahead_b, ahead_a} = ahead[FIRST_W-1:0];
    assign {unused_negate_later, later_b, later_a} = later[FIRST_W-1:0];
    assign {a_release, a_constant, a_index} = read_a;
    assign {b_release, b_constant, b_index} = read_b;
    assign {a_ahead_constant, a_ahead_index} = ahead_a[READ_W-2:0];
    assign {b_ahead_constant, b_ahead_index} = ahead_b[READ_W-2:0];
    assign a_later_index = later_a[INDEX_W-1:0];
    assign b_later_index = later_b[INDEX_W-1:0];

    tau_credit #(.CREDITS(LAT + QUEUE)) results (
        .clk(clk), .run(run), .enter(issue), .leave(pop), .room(credit), .room_next(unused_room)
    );

    assign issue = known && a_ready && b_ready && credit;
    assign moves = issue || !known;

    wire [31:0] result;
    wire        lost;                      // of the result of the cycle before
    generate
        `TAUFLOW_OPERATOR
    endgenerate

    // Which stages of the operator will hold an operation in the next cycle; bit 0 is the issue.
    wire [LAT-1:0] flight;
    reg  [LAT-1:0] flew;

    assign flight = (flew << 1) | {{(LAT - 1){1'b0}}, issue};

    always @(posedge clk)
        flew <= run ? flight : {LAT{1'b0}};

    // In a register, so that nothing else waits for it.
    reg came, over;                        // a result came in the cycle before; it was too large
    always @(posedge clk) begin
        came <= run && flew[LAT-1];
        over <= came && lost;
    end
    assign overflow = over;

    localparam WORD_W = (FIXED == 0) ? 32 : FIXED; // the other bits are copies of the sign
    wire [WORD_W-1:0] word;
    wire              unused_result = &{1'b0, result};
    assign data = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};

    tau_emitter #(
        .ID(ID), .RECEIVERS(RECEIVERS), .DEPTH(LAT + QUEUE), .EMISSIONS(ISSUES), .WORD_W(WORD_W)
    ) deliver (
        .clk(clk), .rst(rst), .run(run), .load(load), .soon(flight[LAT-1]),
        .in_data(result[WORD_W-1:0]), .pop(pop), .offer(offer), .data(word), .taken(taken)
    );
endmodule
`default_nettype wire
