// A receiver: one operand port of a unit with its store.
//
//   network --offered--> slots (full bit each) --> operand
//      ^                    ^        constants --> operand
//      +-- select ---- reception sequence      ^-- read_*: from the unit's issue sequence
//
// Takes the word of the source that the reception sequence selects, into the slot that it names, when
// that slot is empty: one word a cycle. Whether it takes depends on registers and on the source alone,
// never on what the unit reads in this cycle; a slot that is released now can be filled from the next cycle on.
// A taken word can be read TRANSFER cycles later: 1 from the store, 0 also in the cycle in which it comes.
`default_nettype none
`include "tauflow_regs.vh"
module tau_receiver #(
    parameter ID         = 0,              // number of the receiver in the load window
    parameter SOURCES    = 4,              // sources that the network joins to it
    parameter SLOTS      = 16,             // words that the store holds
    parameter CONSTANTS  = 16,             // constants that fit
    parameter RECEPTIONS = 64,             // longest reception sequence
    parameter TRANSFER   = 1,              // 1 store cycle, 0 forwarding
    parameter INDEX_W    = 4,              // bits of the number of a slot or constant
    parameter SELECT_W   = (SOURCES > 1) ? $clog2(SOURCES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,        // low: the store is empty
    input  wire [61:0]         load,
    // network
    output wire [SELECT_W-1:0] select,     // source that it waits for
    input  wire                offered,    // that source has a word for this receiver
    input  wire [31:0]         offered_data,
    output wire                take,       // takes what is offered in this cycle
    // operand
    input  wire [INDEX_W-1:0]  read_index,
    input  wire                read_constant,
    input  wire                read_release, // the slot is empty after this read
    input  wire                read,       // the unit uses the operand in this cycle; only while ready
    output wire                ready,
    output wire [31:0]         data
);
    localparam SLOT_W     = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    localparam CONSTANT_W = (CONSTANTS > 1) ? $clog2(CONSTANTS) : 1;

    initial begin
        if (SOURCES < 1 || SOURCES > 256) $error("tau_receiver: SOURCES is %0d, must be 1..256", SOURCES);
        if (SLOTS < 1 || SLOTS > 4096) $error("tau_receiver: SLOTS is %0d, must be 1..4096", SLOTS);
        if (TRANSFER != 0 && TRANSFER != 1) $error("tau_receiver: TRANSFER is %0d, must be 0 or 1", TRANSFER);
        if (INDEX_W < SLOT_W || INDEX_W < CONSTANT_W) $error("tau_receiver: INDEX_W is %0d, too few bits", INDEX_W);
    end

    wire                want, filled;
    wire [SLOT_W-1:0]   slot, slot_ahead;
    wire [SELECT_W-1:0] unused_ahead;
    reg                 open;              // there is a head and its slot is empty

    wire takes = take && offered;

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNER(ID), .ENTRY_W(SELECT_W + SLOT_W), .DEPTH(RECEPTIONS)
    ) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry({load[16 +: SELECT_W], load[0 +: SLOT_W]}),
        .filled(filled), .head_valid(want), .head({select, slot}), .ahead({unused_ahead, slot_ahead}), .next(takes)
    );

    reg [31:0]      store [0:SLOTS-1];
    reg [SLOTS-1:0] full;

    assign take = open;

    wire [SLOT_W-1:0] read_slot = read_index[SLOT_W-1:0];
    wire [31:0]       constant;

    tau_constants #(.OWNER(ID), .DEPTH(CONSTANTS)) constants (
        .clk(clk), .load(load), .addr(read_index[CONSTANT_W-1:0]), .data(constant)
    );

    // A word that comes now is read now if its slot is the one to read. That slot is empty until the edge, so a place
    // that is full holds an older word and an empty one can only mean this one: data needs not wait for the network.
    wire there = full[read_slot];

    assign ready = read_constant || there || (TRANSFER == 0 && takes && slot == read_slot);
    assign data  = read_constant ? constant : (TRANSFER == 0 && !there) ? offered_data : store[read_slot];

    // Whatever is there goes into an empty slot until the word itself does: writing does not wait for the offer.
    always @(posedge clk)
        if (open)
            store[slot] <= offered_data;

    wire leaves = read && read_release && !read_constant;

    always @(posedge clk)
        if (!run)
            full <= {SLOTS{1'b0}};
        else begin
            if (takes)
                full[slot] <= 1'b1;
            // Behind the set: a word can come, be read for the last time and be gone in one cycle.
            if (leaves)
                full[read_slot] <= 1'b0;
        end

    // Whether the next head's slot will be empty, found while the head is still there: a slot becomes empty when it is
    // released and full when it is taken into.
    wire free_ahead = !full[slot_ahead] && !(open && slot_ahead == slot);

    always @(posedge clk)
        if (!run)
            open <= 1'b0;
        else if (takes || !want)
            open <= filled && (free_ahead || (leaves && read_slot == slot_ahead));
        else if (leaves && read_slot == slot)
            open <= 1'b1;
endmodule
`default_nettype wire
