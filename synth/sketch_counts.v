// A sketch, never simulated: a receiver (rtl/tau_receiver.v) without full bits, for its cells only
// (docs/core.md). Receptions and reads come in fixed orders, so that a word is there when enough
// receptions have been, and a slot is empty when enough reads have been. How many more each entry
// needs than the one before it would be in the program.
`default_nettype none
module sketch_counts #(
    parameter SOURCES = 10, parameter SLOTS = 32, parameter CONSTANTS = 32,
    parameter RECEPTIONS = 128, parameter TRANSFER = 0, parameter INDEX_W = 5,
    parameter WORD_W = 24, parameter COUNT_W = 7, parameter MORE_W = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [61:0]         load,
    output wire [SOURCES-1:0]  pick,
    output reg  [SOURCES-1:0]  grab,
    input  wire                takes,
    input  wire [31:0]         offered_data,
    input  wire [INDEX_W-1:0]  read_index,
    input  wire                read_constant,
    input  wire                read,
    input  wire                moves,
    input  wire [MORE_W-1:0]   ahead_more,  // receptions that the next read needs more
    input  wire [INDEX_W-1:0]  later_index,
    output wire                ready,
    output wire [31:0]         data
);
    localparam SELECT_W   = $clog2(SOURCES);
    localparam SLOT_W     = $clog2(SLOTS);
    localparam CONSTANT_W = $clog2(CONSTANTS);

    wire                want, coming;
    wire [SLOT_W-1:0]   slot, unused_slot;
    wire [SELECT_W-1:0] unused_select, select_ahead;
    wire [MORE_W-1:0]   unused_more, more_ahead; // reads that the next reception needs more
    wire [MORE_W+SELECT_W+SLOT_W-1:0] unused_later;
    wire                step = takes || !want;
    wire [SOURCES-1:0]  pick_ahead;
    wire [WORD_W-1:0]   constant;

    tau_sequence #(
        .TABLE(1), .OWNER(5), .ENTRY_W(MORE_W + SELECT_W + SLOT_W), .DEPTH(RECEPTIONS)
    ) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .load_entry({load[24 +: MORE_W], load[16 +: SELECT_W], load[0 +: SLOT_W]}),
        .head_valid(want), .head({unused_more, unused_select, slot}), .ahead_valid(coming),
        .ahead({more_ahead, select_ahead, unused_slot}), .later(unused_later), .next(takes)
    );
    tau_pick #(.SOURCES(SOURCES)) from (
        .clk(clk), .step(step), .ahead(select_ahead), .pick_ahead(pick_ahead), .pick(pick)
    );
    tau_constants #(.OWNER(5), .DEPTH(CONSTANTS), .WORD_W(WORD_W)) constants (
        .clk(clk), .load(load), .step(moves), .addr(later_index[CONSTANT_W-1:0]), .data(constant)
    );

    // What there is beyond what the head needs: below 0 it waits.
    reg  [COUNT_W-1:0] words, reads;
    wire [COUNT_W-1:0] words_next = words + {{COUNT_W-1{1'b0}}, takes} -
                                    {{COUNT_W-MORE_W{1'b0}}, ahead_more & {MORE_W{moves}}};
    wire [COUNT_W-1:0] reads_next = reads + {{COUNT_W-1{1'b0}}, read} -
                                    {{COUNT_W-MORE_W{1'b0}}, more_ahead & {MORE_W{step}}};
    wire there = !words[COUNT_W-1];
    wire open  = want && !reads[COUNT_W-1];
    always @(posedge clk) begin
        words <= run ? words_next : {COUNT_W{1'b0}};
        reads <= run ? reads_next : {COUNT_W{1'b0}};
        grab  <= (step ? pick_ahead : pick) &
                 {SOURCES{run && !reads_next[COUNT_W-1] && (coming || !step)}};
    end

    reg [WORD_W-1:0] store [0:SLOTS-1];
    always @(posedge clk)
        if (open)
            store[slot] <= offered_data[WORD_W-1:0];
    assign ready = there || (TRANSFER == 0 && takes && &words);
    wire [WORD_W-1:0] word = read_constant ? constant :
                             (TRANSFER == 0 && !there) ? offered_data[WORD_W-1:0]
                                                       : store[read_index[SLOT_W-1:0]];
    assign data = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};
endmodule
`default_nettype wire
