// SPDX-License-Identifier: MIT
// Counts of many events, all of them exact, in one memory.
//
//   happens --> low counters, one per event --+
//                                             v one event per cycle, in turn, or the one asked for
//   high parts of the counts, a memory -----> + --> count, and back into the memory
//
// A low counter has one bit more than the memory leaves out: it is also the last bit of the high
// part. When the two differ the low counter has gone on past it, and the high part is 1 more. That
// is looked at before it can happen twice: the counters are as wide as a round of all events is
// long, together with the reads in it.
`default_nettype none
module tau_tally #(
    parameter EVENTS  = 8,
    parameter COUNT_W = 32,                // bits of a count
    parameter PLACE_W = (EVENTS > 1) ? $clog2(EVENTS) : 1
) (
    input  wire               clk,
    input  wire [EVENTS-1:0]  happens,
    input  wire               clear,       // all but the last event: from 0 on from the next cycle
    input  wire               clear_last,  // it
    // At any time at most two cycles with a read more than without.
    input  wire               read,
    input  wire [PLACE_W-1:0] place,       // event
    output wire [COUNT_W-1:0] count        // of the event asked for a cycle before
);
    localparam ROUND  = 2 * EVENTS + 2;    // cycles
    localparam LOW_W  = $clog2(ROUND + 1) + 1;
    localparam HIGH_W = COUNT_W - LOW_W + 1;
    localparam LAST_EVENT = EVENTS - 1;

    initial
        if (EVENTS < 1 || HIGH_W < 1)
            $error("tau_tally: EVENTS %0d, COUNT_W %0d: too few", EVENTS, COUNT_W);

    reg  [PLACE_W-1:0] turn;               // whose it is
    wire [PLACE_W-1:0] now = read ? place : turn;

    always @(posedge clk)
        if (!read)
            turn <= (turn >= LAST_EVENT[PLACE_W-1:0]) ? {PLACE_W{1'b0}} : turn + 1'b1;

    // What was cleared is 0, whatever the memory says, until everything had its turn and the last
    // of these is written.
    localparam WHOLE  = EVENTS + 1;
    localparam LEFT_W = $clog2(WHOLE + 1);
    reg [LEFT_W-1:0] left, left_last;      // turns until then

    always @(posedge clk) begin
        if (clear)
            left <= WHOLE[LEFT_W-1:0];
        else if (!read && left != {LEFT_W{1'b0}})
            left <= left - 1'b1;
        if (clear_last)
            left_last <= WHOLE[LEFT_W-1:0];
        else if (!read && left_last != {LEFT_W{1'b0}})
            left_last <= left_last - 1'b1;
    end
    wire is_zero = ((now == LAST_EVENT[PLACE_W-1:0]) ? left_last : left) != {LEFT_W{1'b0}};

    // The parts of a count are looked up in one cycle, put together and written in the next.
    reg  [HIGH_W-1:0]    high [0:EVENTS-1];
    reg  [HIGH_W-1:0]    base;
    reg  [LOW_W-1:0]     low;
    reg  [PLACE_W-1:0]   at;
    reg                  keeps;            // it is written
    wire [EVENTS*32-1:0] lows;             // a row each
    wire [31:0]          low_now;
    wire                 unused_low = &{1'b0, low_now};
    wire [HIGH_W-1:0]    sum = base + {{HIGH_W-1{1'b0}}, base[0] != low[LOW_W-1]};

    assign count = {sum, low[LOW_W-2:0]};

    tau_ways #(.SOURCES(EVENTS), .WORD_W(LOW_W)) ways (
        .data(lows), .from(now), .word(low_now)
    );

    always @(posedge clk) begin
        base  <= is_zero ? {HIGH_W{1'b0}} : high[now];
        low   <= low_now[LOW_W-1:0];
        at    <= now;
        keeps <= !read;
        if (keeps)
            high[at] <= sum;
    end

    genvar e;
    generate
        for (e = 0; e < EVENTS; e = e + 1) begin : one
            reg [LOW_W-1:0] passed;
            always @(posedge clk)
                if ((e == LAST_EVENT) ? clear_last : clear)
                    passed <= {LOW_W{1'b0}};
                else if (happens[e])
                    passed <= passed + 1'b1;
            assign lows[e*32 +: 32] = {{32-LOW_W{1'b0}}, passed};
        end
    endgenerate
endmodule
`default_nettype wire
