// SPDX-License-Identifier: MIT
// A receiver: one operand port of a unit with its store.
//
//   network --offered--> slots, how many are full --> operand
//      ^                    ^           constants --> operand
//      +-- from, grab - next reception            ^-- read_*: from the unit's issue sequence
//
// Accepts the word of the source that the reception sequence names, into the slot that it names,
// when that slot is empty: one word per cycle. Whether it accepts depends on registers and on the
// source alone, never on what the unit reads in this cycle; a slot that is released now can be
// filled from the next cycle on. An accepted word can be read TRANSFER cycles later: 1 from the
// store, 0 also in the cycle in which it comes.
//
// No slot has a bit that says whether it is full. Words come and are released in fixed orders, so
// that the number of words in the store tells: a slot is empty when there are at most as many as
// its reception says (`most`), a word is there when there are more than its read says (`above`;
// both from the compiler, machine/counts.h). Either is compared a cycle early: what is read next,
// and the next reception, which is taken from its sequence when its slot is empty.
`default_nettype none
`include "tauflow_regs.vh"
module tau_receiver #(
    parameter ID         = 0,              // number of the receiver in the load window
    parameter SOURCES    = 4,              // sources that the network joins to it
    parameter SLOTS      = 16,             // words that the store holds
    parameter TRANSFER   = 1,              // 1 store cycle, 0 forwarding
    parameter WORD_W     = 32,             // bits of a word that count, 2..32; others are copies
    // Words of a memory made of look-up tables, a power of 2, where the multiplexer behind two of
    // them is to choose among all that an operand may be (ECP5: 16); 0 elsewhere.
    parameter BANK       = 0,
    parameter SLOT_W     = (SLOTS > 1) ? $clog2(SLOTS) : 1, // of the last of them
    parameter SELECT_W   = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of the number of a source
) (
    input  wire                clk,
    input  wire                run,        // low: the store is empty
    // reception sequence (tau_sequence)
    input  wire                want,       // there is a next reception
    input  wire [SELECT_W+2*SLOT_W-1:0] reception, // {source, most, slot}
    output wire                opens,      // it is waited for from the next cycle on
    // network
    output reg  [SELECT_W-1:0] from,       // source that it waits for
    output reg  [SOURCES-1:0]  grab,       // its bit, while it would accept a word
    input  wire                takes,      // that source has a word: it is accepted in this cycle
    input  wire [31:0]         offered_data,
    // operand
    input  wire                read_constant,
    input  wire                read_release, // the slot is empty after this read; 0 without one
    input  wire [SLOT_W-1:0]   read_above, // the word is there when the store holds more
    input  wire                read,       // the unit uses the operand now; only while ready
    // What is read from the next cycle on: what is ahead.
    input  wire                moves,
    input  wire                ahead_constant,
    input  wire [SLOT_W-1:0]   ahead_slot, // anything with a constant
    input  wire [SLOT_W-1:0]   ahead_above,
    input  wire [WORD_W-1:0]   constant,   // of what is read, if it is one, else 0
    output wire                ready,
    output wire [31:0]         data
);
    localparam HELD_W = $clog2(SLOTS + 1);

    // A number of words, up to SLOTS - 1, as wide as one that may be SLOTS.
    function [HELD_W-1:0] wide(input [SLOT_W-1:0] number);
        wide = {{HELD_W-SLOT_W{1'b0}}, number};
    endfunction

    initial begin
        if (SOURCES < 1 || SOURCES > 256)
            $error("tau_receiver: SOURCES is %0d, must be 1..256", SOURCES);
        if (SLOTS < 1 || SLOTS > 4096) $error("tau_receiver: SLOTS is %0d, must be 1..4096", SLOTS);
        if (TRANSFER != 0 && TRANSFER != 1)
            $error("tau_receiver: TRANSFER is %0d, must be 0 or 1", TRANSFER);
    end

    wire [SLOT_W-1:0]   next_slot, most;
    wire [SELECT_W-1:0] next_from;
    assign {next_from, most, next_slot} = reception;
    reg                 open;              // one is waited for: its slot is empty
    reg  [SLOT_W-1:0]   slot;
    reg                 there;             // the operand is a constant or in the store

    wire              unused_data = &{1'b0, offered_data};

    // Where the numbers of slots leave one over, its word is 0 and is what a constant reads.
    localparam [SLOT_W-1:0] OVER = {SLOT_W{1'b1}};
    localparam              ZERO = SLOTS <= {{32-SLOT_W{1'b0}}, OVER};
    reg  [SLOT_W-1:0] read_slot;
    always @(posedge clk)
        if (moves)
            read_slot <= (ZERO && ahead_constant) ? OVER : ahead_slot;

    reg  [HELD_W-1:0] held;                // words in the store
    wire              last = held == wide(read_above); // one word lacks

    // A word that comes now is read now if it is the only one that lacks: data needs not wait for
    // the network to know where to come from.
    assign ready = there || (TRANSFER == 0 && takes && last);
    wire [WORD_W-1:0] offered = offered_data[WORD_W-1:0];
    wire [WORD_W-1:0] word;
    assign data = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};

    // Whatever is there goes into an empty slot until the word itself does: writing does not wait
    // for the offer.
    generate
        if (TRANSFER == 0 && BANK > 0 && SLOTS > BANK && SLOTS <= 2 * BANK) begin : banks
            localparam BANK_W = SLOT_W - 1;
            reg [WORD_W-1:0] lower [0:BANK-1];
            reg [WORD_W-1:0] upper [0:SLOTS-BANK-1];

            always @(posedge clk) begin
                if (open && !slot[BANK_W])
                    lower[slot[BANK_W-1:0]] <= offered;
                if (open && slot[BANK_W])
                    upper[slot[BANK_W-1:0]] <= offered;
            end
            // A constant is always there.
            tau_mux #(.N(4), .W(WORD_W)) operand (
                .words({constant, upper[read_slot[BANK_W-1:0]], lower[read_slot[BANK_W-1:0]],
                        offered}),
                .select({there && (read_constant || read_slot[BANK_W]),
                         there && (read_constant || !read_slot[BANK_W])}),
                .invert(1'b0), .y(word)
            );
        end else begin : whole
            reg [WORD_W-1:0] store [0:(1<<SLOT_W)-1];

            initial
                if (ZERO)
                    store[OVER] = {WORD_W{1'b0}};
            always @(posedge clk)
                if (open)
                    store[slot] <= offered;
            // A constant is always there.
            wire [WORD_W-1:0] stored = (TRANSFER == 0 && !there) ? offered : store[read_slot];
            assign word = ((!ZERO && read_constant) ? {WORD_W{1'b0}} : stored) | constant;
        end
    endgenerate

    wire leaves = read && read_release;

    always @(posedge clk)
        if (!run)
            held <= {HELD_W{1'b0}};
        else if (takes != leaves)
            held <= held + {{HELD_W-1{leaves}}, 1'b1};

    // How many words more than the next read needs: it comes when that of the head, if there is
    // one, was issued. The last bit carries.
    wire [HELD_W+1:0] beyond = {1'b0, held, 1'b0} - {1'b0, wide(ahead_above), read_release};

    always @(posedge clk)
        there <= moves ? ahead_constant ||
                         (run && !beyond[HELD_W+1] && (takes || beyond[HELD_W:1] != {HELD_W{1'b0}}))
                       : there || (takes && last);

    // How many words fewer than the next reception may find: it comes when what is waited for, if
    // anything is, was accepted.
    wire [HELD_W+1:0] spare = {1'b0, wide(most), 1'b0} - {1'b0, held, open};
    wire              room  = !spare[HELD_W+1] || (leaves && &spare[HELD_W:1]);

    assign opens = want && (takes || !open) && room;

    initial
        open = 1'b0;                       // nothing is written before the first run
    always @(posedge clk)
        open <= run && (opens || (open && !takes));

    // Set and cleared, so that a bit is one look-up table of the number.
    integer s;
    always @(posedge clk)
        if (!run || (takes && !opens))
            grab <= {SOURCES{1'b0}};
        else if (opens)
            for (s = 0; s < SOURCES; s = s + 1)
                grab[s] <= next_from == s[SELECT_W-1:0];

    always @(posedge clk)
        if (opens) begin
            from <= next_from;
            slot <= next_slot;
        end
endmodule
`default_nettype wire
