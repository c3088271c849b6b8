// The registers of machine/regs.def: shape, control, errors, load window, performance counters.
`default_nettype none
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_regs #(
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                           clk,
    input  wire                           rst,
    // accesses
    input  wire                           write,
    input  wire [11:0]                    write_address,
    input  wire [31:0]                    write_data,
    input  wire [11:0]                    read_address,
    output reg  [31:0]                    read_data,
    // core
    output wire                           run,
    output wire [61:0]                    load,
    input  wire                           start,
    input  wire                           finish,
    input  wire                           short_packet,
    input  wire                           long_packet,
    input  wire                           overflow,
    input  wire [`TAUFLOW_CORE_UNITS-1:0] issue
);
    localparam UNITS = `TAUFLOW_CORE_UNITS;

    // RUN; what was loaded before it was set is in its place when run follows.
    reg         running;
    // Resets everything that moves: a register for what is wanted of it, without an inverter; set
    // at power-up.
    reg         halt = 1'b1;
    reg  [4:0]  errors;
    reg  [31:0] mark, load_count;
    reg  [28:0] load_address;
    reg         clear;

    assign run = !halt;

    // --- writes ----------------------------------------------------------------------------
    wire write_control = write && write_address == `TAUFLOW_REG_CONTROL;
    wire write_errors  = write && write_address == `TAUFLOW_REG_ERRORS;
    wire write_load    = write && write_address == `TAUFLOW_REG_LOAD_DATA;
    wire load_sent, load_refused;
    wire load_now      = write_load && !running;
    wire [15:0] load_index_next = load_address[17:2] + 16'd1;

    always @(posedge clk) begin
        halt  <= rst || !running;
        clear <= rst || (write_control && write_data[`TAUFLOW_CONTROL_CLEAR_LOW]);
        if (rst) begin
            running      <= 1'b0;
            errors       <= 5'd0;
            mark         <= 32'd0;
            load_address <= 29'd0;
            load_count   <= 32'd0;
        end else begin
            if (write_control)
                running <= write_data[`TAUFLOW_CONTROL_RUN_LOW];
            if (write && write_address == `TAUFLOW_REG_PROGRAM)
                mark <= write_data;
            if (write && write_address == `TAUFLOW_REG_LOAD_ADDRESS)
                load_address <= write_data[28:0];
            else if (write_load)
                load_address[17:2] <= load_index_next;
            if (write && write_address == `TAUFLOW_REG_LOAD_COUNT)
                load_count <= 32'd0;
            else if (load_sent)
                load_count <= load_count + 32'd1;
            errors <= (errors & ~(write_errors ? write_data[4:0] : 5'd0))
                      | {overflow, load_refused, write_load && running, long_packet, short_packet};
        end
    end

    tau_loader #(`TAUFLOW_SHAPE_PASS) loader (
        .clk(clk), .rst(rst), .write(load_now), .address(load_address), .data(write_data),
        .sent(load_sent), .refused(load_refused), .load(load)
    );

    // --- performance counters --------------------------------------------------------------
    wire                in_flight;
    wire [31:0]         samples, cycles, interval, busy;
    wire [UNITS*32-1:0] issues;

    tau_counters #(.UNITS(UNITS)) counters (
        .clk(clk), .clear(clear), .run(run),
        .start_now(start), .finish_now(finish), .issue_now(issue),
        .in_flight(in_flight), .samples(samples), .cycles(cycles), .interval(interval),
        .busy(busy), .issues(issues)
    );

    // --- reads -----------------------------------------------------------------------------
    // Registers by unit: those of the modules, those that modules share; powers of two, aligned.
    localparam COUNT    = `TAUFLOW_ISSUES_COUNT;
    localparam UNIT_W   = $clog2(COUNT);
    localparam SHARED_N = `TAUFLOW_SHARED_ISSUES_COUNT;
    localparam SHARED_W = $clog2(SHARED_N);
    localparam FIRST    = `TAUFLOW_MODULES_UNITS;  // shared unit
    wire [11:0] array        = {read_address[11:UNIT_W+2], {UNIT_W + 2{1'b0}}};
    wire [11:0] shared_array = {read_address[11:SHARED_W+2], {SHARED_W + 2{1'b0}}};
    wire        of_modules   = array == `TAUFLOW_REG_ISSUES || array == `TAUFLOW_REG_STALLS;
    wire        of_shared    = shared_array == `TAUFLOW_REG_SHARED_ISSUES ||
                               shared_array == `TAUFLOW_REG_SHARED_STALLS;
    wire        stalls       = array == `TAUFLOW_REG_STALLS ||
                               shared_array == `TAUFLOW_REG_SHARED_STALLS;
    wire [UNIT_W-1:0]   unit   = read_address[UNIT_W+1:2];
    wire [SHARED_W-1:0] shared = read_address[SHARED_W+1:2];
    // Those that are not there: 0.
    localparam ALL = COUNT + SHARED_N, ALL_W = $clog2(ALL);
    wire [ALL*32-1:0] issues_all;
    wire [ALL-1:0]    there;
    wire [ALL_W-1:0]  at = of_shared ? COUNT[ALL_W-1:0] + {{ALL_W - SHARED_W{1'b0}}, shared}
                                     : {{ALL_W - UNIT_W{1'b0}}, unit};
    wire [31:0]       unit_issues = issues_all[at*32 +: 32];

    genvar u;
    generate
        for (u = 0; u < ALL; u = u + 1) begin : by_unit
            localparam U = (u < COUNT) ? u : FIRST + u - COUNT;
            if (U < ((u < COUNT) ? FIRST : UNITS)) begin : known
                assign issues_all[u*32 +: 32] = issues[U*32 +: 32];
                assign there[u] = 1'b1;
            end else begin : none
                assign issues_all[u*32 +: 32] = 32'd0;
                assign there[u] = 1'b0;
            end
        end
    endgenerate

    always @* begin
        read_data = 32'd0;
        case (read_address)
            `TAUFLOW_REG_ID:           read_data = `TAUFLOW_ID_VALUE;
            `TAUFLOW_REG_VERSION:      read_data = `TAUFLOW_VERSION_VALUE;
            `TAUFLOW_SHAPE_READ
            `TAUFLOW_REG_CONTROL:      read_data = {31'd0, running};
            `TAUFLOW_REG_STATUS:       read_data = {29'd0, errors != 5'd0, in_flight, running};
            `TAUFLOW_REG_ERRORS:       read_data = {27'd0, errors};
            `TAUFLOW_REG_PROGRAM:      read_data = mark;
            `TAUFLOW_REG_LOAD_ADDRESS: read_data = {3'd0, load_address};
            `TAUFLOW_REG_LOAD_COUNT:   read_data = load_count;
            `TAUFLOW_REG_SAMPLES:      read_data = samples;
            `TAUFLOW_REG_CYCLES:       read_data = cycles;
            `TAUFLOW_REG_INTERVAL:     read_data = interval;
            `TAUFLOW_REG_BUSY:         read_data = busy;
            default:
                // A unit starts operations only while a sample is in flight: what it did not start
                // are its stalls.
                if ((of_modules || of_shared) && there[at])
                    read_data = stalls ? busy - unit_issues : unit_issues;
        endcase
    end
endmodule
`default_nettype wire
