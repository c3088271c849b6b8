// SPDX-License-Identifier: MIT
// Performance counters: samples, cycles of the last one, interval, busy cycles, operations by unit;
// beside them the words that were loaded. Events are seen from the second cycle after them.
`default_nettype none
`include "tauflow_regs.vh"
module tau_counters #(
    parameter UNITS   = 4,                 // units of the core
    parameter PLACE_W = $clog2(UNITS + 3)
) (
    input  wire               clk,
    input  wire               clear,       // all but the loaded words
    input  wire               clear_loaded,
    input  wire               run,         // low: no sample is in flight
    input  wire               start_now,   // first beat of a sample
    input  wire               finish_now,  // last word of a sample
    input  wire [UNITS-1:0]   issue_now,
    input  wire               loaded,      // a register, counted at once
    output wire               in_flight,   // some sample has started and not finished
    output reg                known,       // some sample has finished since `clear`
    output reg  [31:0]        not_cycles,  // of the last one, with both ends, inverted; 0: none
    output reg  [31:0]        interval,    // between the last two finishes
    // counts, three cycles after they are asked for
    input  wire               read,        // one cycle, and not in the four after it
    input  wire [PLACE_W-1:0] place,       // a unit, or
                                           // UNITS samples, + 1 busy cycles, + 2 loaded words
    output reg  [31:0]        count,
    output wire [31:0]        rest         // busy cycles without it
);
    // Events are counted a cycle later: they come at the end of long paths.
    reg              start, finish;
    reg [UNITS-1:0]  issue;

    always @(posedge clk) begin
        start  <= run && start_now;
        finish <= run && finish_now;
        issue  <= issue_now;
    end

    // --- cycles of samples -----------------------------------------------------------------
    localparam STAMPS  = `TAUFLOW_SAMPLES_TIMED;
    localparam STAMP_W = $clog2(STAMPS);

    reg [31:0] now, finished;
    reg [31:0] stamps [0:STAMPS-1];        // cycle of the start
    reg [STAMP_W-1:0] oldest, newest;
    reg [15:0] flying;
    reg        lost;                       // more were in flight: stamps were overwritten

    assign in_flight = flying != 16'd0;
    wire   lost_next = in_flight && (lost || (start && flying >= STAMPS[15:0]));

    // A finish is timed a cycle after it: its sample may have started in the same cycle.
    reg        timed, timed_lost, timed_clear;

    always @(posedge clk) begin
        now         <= now + 32'd1;
        timed       <= finish;
        timed_lost  <= lost_next;
        timed_clear <= clear;
        if (start)
            stamps[newest] <= now;
        if (!run) begin
            oldest <= {STAMP_W{1'b0}};
            newest <= {STAMP_W{1'b0}};
            flying <= 16'd0;
            lost   <= 1'b0;
        end else begin
            if (start)
                newest <= newest + 1'b1;
            if (timed)
                oldest <= oldest + 1'b1;
            if (start != finish)
                flying <= flying + {{15{finish}}, 1'b1};
            lost <= lost_next;
        end
    end

    always @(posedge clk) begin
        known <= !clear && (known || (timed && !timed_clear));
        if (timed)
            not_cycles <= timed_lost ? 32'd0 : stamps[oldest] + ~now;
        if (clear)
            interval <= 32'd0;
        else if (timed && !timed_clear)
            interval <= now - finished;
        if (timed)
            finished <= now;
    end

    // --- counts ----------------------------------------------------------------------------
    localparam BUSY = UNITS + 1;

    reg         read_busy;                 // the busy cycles are asked for after what was
    wire [31:0] found;
    reg  [31:0] busy;

    tau_tally #(.EVENTS(UNITS + 3)) tally (
        .clk(clk), .happens({loaded, start || in_flight, finish, issue}),
        .clear(clear), .clear_last(clear_loaded),
        .read(read || read_busy), .place(read ? place : BUSY[PLACE_W-1:0]), .count(found)
    );

    always @(posedge clk) begin
        read_busy <= read;
        busy      <= found;
        count     <= busy;
    end

    assign rest = busy - count;
endmodule
`default_nettype wire
