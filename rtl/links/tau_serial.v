// SPDX-License-Identifier: MIT
// The board's end of the serial link (docs/serial.md): carries out one request at a time and sends
// its reply.
//
//   rx ── tau_uart ── tau_serial_receive ──┐        ┌──> m_axil: registers
//   tx <─ tau_uart <─ tau_serial_send <────┴ here ──┼──> to: words for the core
//                                                   └─── from: result words
//
// A request with the number of the last one is not carried out again: the last reply, which is
// still there, is sent once more. A word on offer at `to` is withdrawn when the core has not taken
// it for 2^WAIT_W cycles; the host offers it again.
`default_nettype none
`include "serial_link.vh"
module tau_serial #(
    parameter CLOCKS = 16,                 // cycles per bit, as in tau_uart
    parameter WAIT_W = 16                  // 2^this cycles without a word end a MOVE, 4..24
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        rx,
    output wire        tx,
    // registers: AXI4-Lite
    output wire        m_axil_awvalid,
    input  wire        m_axil_awready,
    output wire [11:0] m_axil_awaddr,
    output wire        m_axil_wvalid,
    input  wire        m_axil_wready,
    output wire [31:0] m_axil_wdata,
    input  wire        m_axil_bvalid,
    output wire        m_axil_bready,
    output wire        m_axil_arvalid,
    input  wire        m_axil_arready,
    output wire [11:0] m_axil_araddr,
    input  wire        m_axil_rvalid,
    output wire        m_axil_rready,
    input  wire [31:0] m_axil_rdata,
    // streams of words
    input  wire        run,                // low: the core takes and gives none
    output wire        to_valid,
    input  wire        to_ready,
    output wire [31:0] to_data,
    input  wire        from_valid,
    output wire        from_ready,
    input  wire [31:0] from_data,
    // for LEDs
    output reg         opened,             // a host has opened the link since reset
    output wire        frame_good,         // one cycle: a frame came
    output wire        frame_bad           // one cycle: something came that is none
);
    initial
        if (WAIT_W < 4 || WAIT_W > 24)
            $error("tau_serial: WAIT_W is %0d, must be 4..24", WAIT_W);

    localparam [31:0] VERSION = `TAUFLOW_SERIAL_VERSION, OPEN = `TAUFLOW_SERIAL_OPEN,
                      READ = `TAUFLOW_SERIAL_READ, WRITE = `TAUFLOW_SERIAL_WRITE,
                      MOVE = `TAUFLOW_SERIAL_MOVE, REPLY = `TAUFLOW_SERIAL_REPLY,
                      REFUSED = `TAUFLOW_SERIAL_REFUSED, AGAIN = `TAUFLOW_SERIAL_AGAIN,
                      MOST = `TAUFLOW_SERIAL_PAYLOAD_MOST,
                      CLOSED = `TAUFLOW_SERIAL_REASON_CLOSED,
                      STOPPED = `TAUFLOW_SERIAL_REASON_STOPPED,
                      UNKNOWN = `TAUFLOW_SERIAL_REASON_UNKNOWN;

    // ---- bytes and frames
    wire        byte_valid, byte_error, send_valid, send_ready;
    wire [7:0]  byte_data, send_data;
    wire        full, busy;
    wire [31:0] head, word;
    wire [7:0]  words;
    reg         done, start, start_again;
    reg  [7:0]  place;                     // of the next word of the request
    reg         put;
    reg  [31:0] put_word;
    reg  [7:0]  put_place, results;        // results: words of the reply
    reg  [31:0] reply;                     // its head

    tau_uart #(.CLOCKS(CLOCKS)) uart (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx),
        .in_valid(send_valid), .in_ready(send_ready), .in_data(send_data),
        .out_valid(byte_valid), .out_data(byte_data), .out_error(byte_error)
    );
    tau_serial_receive receive (
        .clk(clk), .rst(rst),
        .in_valid(byte_valid), .in_data(byte_data), .in_error(byte_error),
        .full(full), .done(done), .head(head), .words(words),
        .read_place(place), .read_word(word), .bad(frame_bad)
    );
    tau_serial_send send (
        .clk(clk), .rst(rst),
        .write(put), .write_place(put_place), .write_word(put_word),
        .start(start || start_again), .head(start_again ? AGAIN : reply),
        .words(start_again ? 8'd0 : results), .busy(busy),
        .out_valid(send_valid), .out_ready(send_ready), .out_data(send_data)
    );
    assign frame_good = done;

    // ---- the request
    wire [7:0]  kind     = head[7:0];
    wire [7:0]  number   = head[15:8];
    wire [15:0] argument = head[31:16];
    wire        is_open  = kind == OPEN[7:0] && words == 8'd1;
    wire        is_read  = kind == READ[7:0] && words == 8'd0;
    wire        is_write = kind == WRITE[7:0] && words != 8'd0 && !words[0];
    wire        is_move  = kind == MOVE[7:0];

    localparam [3:0] IDLE = 4'd0, DECIDE = 4'd1, OPENS = 4'd2, READS = 4'd3, READS_DATA = 4'd4,
                     OFFSET = 4'd5, DATA = 4'd6, WRITES = 4'd7, WRITTEN = 4'd8, MOVES = 4'd9,
                     REPLIES = 4'd10;
    reg  [3:0]  state;
    reg         have_last;                 // `last` is the number of a request
    reg  [7:0]  last;
    reg         fetched;                   // `word` is the one at `place`
    reg  [11:0] offset;
    reg         address_out, data_out;     // of a write: still on offer
    reg         says_again;                // something bad came
    reg  [WAIT_W:0] quiet;                 // cycles without a word
    wire        repeated = have_last && number == last;
    wire        takes    = to_valid && to_ready;
    wire        gives    = from_valid && from_ready;
    wire        has_all  = place == words && {8'd0, results} >= argument;
    wire        ends     = has_all || results == MOST[7:0] || quiet[WAIT_W];

    assign m_axil_arvalid = state == READS;
    assign m_axil_araddr  = argument[11:0];
    assign m_axil_rready  = state == READS_DATA;
    assign m_axil_awvalid = state == WRITES && address_out;
    assign m_axil_awaddr  = offset;
    assign m_axil_wvalid  = state == WRITES && data_out;
    assign m_axil_wdata   = word;
    assign m_axil_bready  = state == WRITTEN;
    assign to_valid       = state == MOVES && place != words && fetched;
    assign to_data        = word;
    assign from_ready     = state == MOVES && results != MOST[7:0];

    always @(posedge clk)
        if (rst) begin
            state       <= IDLE;
            opened      <= 1'b0;
            have_last   <= 1'b0;
            says_again  <= 1'b0;
            done        <= 1'b0;
            start       <= 1'b0;
            start_again <= 1'b0;
            put         <= 1'b0;
        end else begin
            done        <= 1'b0;
            start       <= 1'b0;
            start_again <= 1'b0;
            put         <= 1'b0;
            fetched     <= 1'b1;           // unless the place changes, below
            if (frame_bad)
                says_again <= 1'b1;
            case (state)
            IDLE: begin
                place   <= 8'd0;
                fetched <= 1'b0;
                if (!busy && !start && !start_again && !done) begin
                    if (full)
                        state <= DECIDE;
                    else if (says_again) begin
                        start_again <= 1'b1;
                        says_again  <= 1'b0;
                    end
                end
            end
            DECIDE: begin
                quiet <= {WAIT_W + 1{1'b0}};
                if (is_open)
                    state <= OPENS;
                else if (!opened) begin
                    state   <= REPLIES;
                    results <= 8'd0;
                    reply   <= {CLOSED[15:0], number, REFUSED[7:0]};
                end else if (repeated)
                    state <= REPLIES;
                else begin
                    have_last   <= 1'b1;
                    last        <= number;
                    results     <= 8'd0;
                    reply       <= {16'd0, number, kind | REPLY[7:0]};
                    address_out <= 1'b1;
                    data_out    <= 1'b1;
                    if (is_read)
                        state <= READS;
                    else if (is_write)
                        state <= OFFSET;
                    else if (is_move && run)
                        state <= MOVES;
                    else begin
                        state <= REPLIES;
                        reply <= {is_move ? STOPPED[15:0] : UNKNOWN[15:0], number, REFUSED[7:0]};
                    end
                end
            end
            OPENS: begin
                opened    <= argument == VERSION[15:0];
                have_last <= 1'b0;
                reply     <= {VERSION[15:0], number, kind | REPLY[7:0]};
                results   <= 8'd1;
                put       <= 1'b1;
                put_place <= 8'd0;
                put_word  <= word;
                state     <= REPLIES;
            end
            READS:
                if (m_axil_arready)
                    state <= READS_DATA;
            READS_DATA:
                if (m_axil_rvalid) begin
                    put       <= 1'b1;
                    put_place <= 8'd0;
                    put_word  <= m_axil_rdata;
                    results   <= 8'd1;
                    state     <= REPLIES;
                end
            OFFSET:
                if (fetched) begin
                    offset  <= word[11:0];
                    place   <= place + 8'd1;
                    fetched <= 1'b0;
                    state   <= DATA;
                end
            DATA:
                if (fetched)
                    state <= WRITES;
            WRITES: begin
                if (m_axil_awready)
                    address_out <= 1'b0;
                if (m_axil_wready)
                    data_out <= 1'b0;
                if ((!address_out || m_axil_awready) && (!data_out || m_axil_wready))
                    state <= WRITTEN;
            end
            WRITTEN:
                if (m_axil_bvalid) begin
                    address_out <= 1'b1;
                    data_out    <= 1'b1;
                    place       <= place + 8'd1;
                    fetched     <= 1'b0;
                    state       <= place + 8'd1 == words ? REPLIES : OFFSET;
                end
            MOVES: begin
                if (takes) begin
                    place   <= place + 8'd1;
                    fetched <= 1'b0;
                end
                if (gives) begin
                    put       <= 1'b1;
                    put_place <= results;
                    put_word  <= from_data;
                    results   <= results + 8'd1;
                end
                quiet <= takes || gives ? {WAIT_W + 1{1'b0}} : quiet + 1'b1;
                reply[31:16] <= {8'd0, takes ? place + 8'd1 : place};
                if (ends && !takes && !gives)
                    state <= REPLIES;
            end
            default: begin                 // REPLIES
                start <= 1'b1;
                done  <= 1'b1;
                state <= IDLE;
            end
            endcase
        end
endmodule
`default_nettype wire
