// SPDX-License-Identifier: MIT
// The registers of machine/regs.def: shape, control, errors, load window, performance counters.
`default_nettype none
`include "tauflow_load.vh"
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
    input  wire                           read,      // one cycle, after that of read_address
    input  wire [11:0]                    read_address, // which stays
    output wire [31:0]                    read_data, // in the third cycle after `read`
    // core
    output wire                           run,
    output wire [`TAUFLOW_LOAD_BITS-1:0]  load,
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
    reg  [31:0] mark;
    reg  [`TAUFLOW_LOAD_ADDRESS_BITS-1:0] load_address;
    reg         clear, clear_loaded;

    assign run = !halt;

    // --- writes ----------------------------------------------------------------------------
    wire write_control = write && write_address == `TAUFLOW_REG_CONTROL;
    wire write_errors  = write && write_address == `TAUFLOW_REG_ERRORS;
    wire write_load    = write && write_address == `TAUFLOW_REG_LOAD_DATA;
    wire load_sent, load_refused;
    wire load_now      = write_load && !running;
    localparam INDEX_LOW = `TAUFLOW_LOAD_ADDRESS_INDEX_LOW;
    localparam INDEX_W   = `TAUFLOW_LOAD_ADDRESS_INDEX_BITS;
    wire [INDEX_W-1:0] load_index_next = load_address[INDEX_LOW +: INDEX_W] +
                                         {{INDEX_W-1{1'b0}}, 1'b1};

    always @(posedge clk) begin
        halt         <= rst || !running;
        clear        <= rst || (write_control && write_data[`TAUFLOW_CONTROL_CLEAR_LOW]);
        clear_loaded <= rst || (write && write_address == `TAUFLOW_REG_LOAD_COUNT);
        if (rst) begin
            running      <= 1'b0;
            errors       <= 5'd0;
            mark         <= 32'd0;
            load_address <= {`TAUFLOW_LOAD_ADDRESS_BITS{1'b0}};
        end else begin
            if (write_control)
                running <= write_data[`TAUFLOW_CONTROL_RUN_LOW];
            if (write && write_address == `TAUFLOW_REG_PROGRAM)
                mark <= write_data;
            if (write && write_address == `TAUFLOW_REG_LOAD_ADDRESS)
                load_address <= write_data[`TAUFLOW_LOAD_ADDRESS_BITS-1:0];
            else if (write_load)
                load_address[INDEX_LOW +: INDEX_W] <= load_index_next;
            errors <= (errors & ~(write_errors ? write_data[4:0] : 5'd0))
                      | {overflow, load_refused, write_load && running, long_packet, short_packet};
        end
    end

    tau_loader #(`TAUFLOW_SHAPE_PASS) loader (
        .clk(clk), .rst(rst), .write(load_now), .address(load_address), .data(write_data),
        .sent(load_sent), .refused(load_refused), .load(load)
    );

    // --- reads: three cycles ---------------------------------------------------------------
    // Registers by unit: those of the modules, banks of those that modules share; powers of two,
    // aligned.
    localparam COUNT    = `TAUFLOW_ISSUES_COUNT;
    localparam UNIT_W   = $clog2(COUNT);
    localparam SHARED_N = `TAUFLOW_SHARED_ISSUES_COUNT;
    localparam SHARED_W = $clog2(SHARED_N);
    localparam FIRST    = `TAUFLOW_MODULES_UNITS;  // shared unit
    wire [11:0] array        = {read_address[11:UNIT_W+2], {UNIT_W + 2{1'b0}}};
    wire [11:0] shared_array = {read_address[11:SHARED_W+2], {SHARED_W + 2{1'b0}}};
    wire [UNIT_W-1:0]   unit   = read_address[UNIT_W+1:2];
    wire [SHARED_W-1:0] shared = read_address[SHARED_W+1:2];

    // What is counted: units, then the other counts.
    localparam SAMPLES = UNITS, BUSY = UNITS + 1, LOADED = UNITS + 2;
    localparam PLACE_W = $clog2(UNITS + 3), WIDE_W = UNIT_W + 2;
    reg  [WIDE_W-1:0]  place;
    reg  [PLACE_W-1:0] place_then;
    wire               in_flight, known;
    wire [31:0]        not_cycles, interval, count, rest;

    // Of addresses that have a unit.
    wire is_shared = `TAUFLOW_IS_SHARED_ISSUES || `TAUFLOW_IS_SHARED_STALLS;
    wire there     = place < (is_shared ? UNITS[WIDE_W-1:0] : FIRST[WIDE_W-1:0]);

    always @*
        case (read_address)
            `TAUFLOW_REG_SAMPLES: place = SAMPLES[WIDE_W-1:0];
            `TAUFLOW_REG_BUSY: place = BUSY[WIDE_W-1:0];
            `TAUFLOW_REG_LOAD_COUNT: place = LOADED[WIDE_W-1:0];
            default:
                if (is_shared)
                    place = FIRST[WIDE_W-1:0] + {{WIDE_W - SHARED_W{1'b0}}, shared}
                            `TAUFLOW_FURTHER_UNITS;
                else
                    place = {{WIDE_W - UNIT_W{1'b0}}, unit};
        endcase

    tau_counters #(.UNITS(UNITS)) counters (
        .clk(clk), .clear(clear), .clear_loaded(clear_loaded), .run(run),
        .start_now(start), .finish_now(finish), .issue_now(issue), .loaded(load_sent),
        .in_flight(in_flight), .known(known), .not_cycles(not_cycles), .interval(interval),
        .read(read), .place(place_then), .count(count), .rest(rest)
    );

    localparam [2:0] STILL = 3'd0, MARK = 3'd1, ADDRESS = 3'd2, CYCLES = 3'd3, INTERVAL = 3'd4,
                     COUNTED = 3'd5, REST = 3'd6;
    reg [31:0] still;                      // what does not change, and a few bits; 0 elsewhere
    reg [31:0] still_then;
    reg [2:0]  select, select_then;
    reg        invert_then;

    always @* begin
        still  = 32'd0;
        select = STILL;
        case (read_address)
            `TAUFLOW_REG_ID:           still = `TAUFLOW_ID_VALUE;
            `TAUFLOW_REG_VERSION:      still = `TAUFLOW_VERSION_VALUE;
            `TAUFLOW_SHAPE_READ
            `TAUFLOW_REG_CONTROL:      still = {31'd0, running};
            `TAUFLOW_REG_STATUS:       still = {29'd0, errors != 5'd0, in_flight, running};
            `TAUFLOW_REG_ERRORS:       still = {27'd0, errors};
            `TAUFLOW_REG_PROGRAM:      select = MARK;
            `TAUFLOW_REG_LOAD_ADDRESS: select = ADDRESS;
            `TAUFLOW_REG_LOAD_COUNT:   select = COUNTED;
            `TAUFLOW_REG_SAMPLES:      select = COUNTED;
            `TAUFLOW_REG_CYCLES:       if (known) select = CYCLES;
            `TAUFLOW_REG_INTERVAL:     select = INTERVAL;
            `TAUFLOW_REG_BUSY:         select = COUNTED;
            default: begin
                if (there && (array == `TAUFLOW_REG_ISSUES || `TAUFLOW_IS_SHARED_ISSUES))
                    select = COUNTED;
                // A unit starts operations only while a sample is in flight: what it did not start
                // are its stalls.
                if (there && (array == `TAUFLOW_REG_STALLS || `TAUFLOW_IS_SHARED_STALLS))
                    select = REST;
            end
        endcase
    end

    always @(posedge clk) begin
        place_then  <= place[PLACE_W-1:0];
        still_then  <= still;
        select_then <= select;
        invert_then <= select == CYCLES;
    end

    tau_mux #(.N(8), .W(32)) chosen (
        .words({32'd0, rest, count, interval, not_cycles,
                {32-`TAUFLOW_LOAD_ADDRESS_BITS{1'b0}}, load_address, mark, still_then}),
        .select(select_then), .invert(invert_then), .y(read_data)
    );
endmodule
`default_nettype wire
