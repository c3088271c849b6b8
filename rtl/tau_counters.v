// Performance counters: samples, cycles of the last one, interval, busy cycles, operations by unit.
// Counts are visible from the cycle after the event.
`default_nettype none
module tau_counters #(
    parameter UNITS = 4                    // units of the core
) (
    input  wire                clk,
    input  wire                clear,
    input  wire                run,        // low: no sample is in flight
    input  wire                start_now,  // first beat of a sample
    input  wire                finish_now, // last word of a sample
    input  wire [UNITS-1:0]    issue_now,
    output wire                in_flight,  // some sample has started and not finished
    output reg  [31:0]         samples,
    output reg  [31:0]         cycles,     // of the last sample, both ends; all ones: not known
    output reg  [31:0]         interval,   // between the last two finishes
    output reg  [31:0]         busy,       // cycles with a sample in flight, both ends counted
    output reg  [UNITS*32-1:0] issues
);
    // Events are counted a cycle later: they come at the end of long paths.
    reg              start, finish;
    reg [UNITS-1:0]  issue;

    always @(posedge clk) begin
        start  <= run && start_now;
        finish <= run && finish_now;
        issue  <= issue_now;
    end

    localparam STAMPS = 32;                // samples in flight that are timed

    reg [31:0] now, finished;
    reg [31:0] stamps [0:STAMPS-1];        // cycle of the start
    reg [4:0]  oldest, newest;
    reg [15:0] flying;
    reg        lost;                       // more were in flight: stamps were overwritten

    assign in_flight = flying != 16'd0;

    // A sample may start and finish in one cycle.
    wire [31:0] started = in_flight ? stamps[oldest] : now;

    always @(posedge clk) begin
        now <= now + 32'd1;
        if (start)
            stamps[newest] <= now;
        if (!run) begin
            oldest <= 5'd0;
            newest <= 5'd0;
            flying <= 16'd0;
            lost   <= 1'b0;
        end else begin
            if (start)
                newest <= newest + 5'd1;
            if (finish)
                oldest <= oldest + 5'd1;
            if (start && !finish)
                flying <= flying + 16'd1;
            if (finish && !start)
                flying <= flying - 16'd1;
            lost <= in_flight && (lost || (start && flying >= STAMPS[15:0]));
        end
    end

    always @(posedge clk)
        if (clear) begin
            samples  <= 32'd0;
            cycles   <= 32'd0;
            interval <= 32'd0;
            busy     <= 32'd0;
        end else begin
            if (finish) begin
                samples  <= samples + 32'd1;
                cycles   <= lost ? 32'hffff_ffff : now - started + 32'd1;
                interval <= now - finished;
            end
            if (start || in_flight)
                busy <= busy + 32'd1;
        end

    always @(posedge clk)
        if (finish)
            finished <= now;

    genvar u;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : unit
            always @(posedge clk)
                if (clear)
                    issues[u*32 +: 32] <= 32'd0;
                else if (issue[u])
                    issues[u*32 +: 32] <= issues[u*32 +: 32] + 32'd1;
        end
    endgenerate
endmodule
`default_nettype wire
