// SPDX-License-Identifier: MIT
// Bytes over two wires: eight data bits, no parity, one stop bit, CLOCKS cycles per bit. Both
// directions are independent of each other.
//
// Receiver: the line passes two registers, and a spike of one cycle is taken out. A falling edge
// begins a byte. Each bit is the majority of three samples around its middle, an eighth of a bit
// apart; a start bit that is high by then was none and is forgotten. A stop bit that is low is told
// (out_error), and the line must be high before the next byte. Sender and receiver may differ by
// 2 % in the length of a bit.
`default_nettype none
module tau_uart #(
    parameter CLOCKS = 16                  // cycles per bit, 8..65535
) (
    input  wire       clk,
    input  wire       rst,
    // wires
    input  wire       rx,
    output wire       tx,
    // to send: accepted when valid && ready
    input  wire       in_valid,
    output wire       in_ready,
    input  wire [7:0] in_data,
    // received: for one cycle, nobody can hold it back
    output reg        out_valid,
    output wire [7:0] out_data,
    output reg        out_error            // in place of a byte: its stop bit was low
);
    initial
        if (CLOCKS < 8 || CLOCKS > 65535)
            $error("tau_uart: CLOCKS is %0d, must be 8..65535", CLOCKS);

    localparam LAST_N = CLOCKS - 1, APART_N = CLOCKS / 8, FIRST_N = CLOCKS / 2 - APART_N,
               MIDDLE_N = CLOCKS / 2, VOTE_N = CLOCKS / 2 + APART_N;
    localparam [15:0] LAST = LAST_N[15:0], FIRST = FIRST_N[15:0], MIDDLE = MIDDLE_N[15:0],
                      VOTE = VOTE_N[15:0];

    // ---- send: a start bit, eight data bits and the stop bit leave a register
    reg [8:0]  leaving;
    reg [3:0]  bits_left;                  // 0: idle
    reg [15:0] send_clock;
    wire       send_ends = send_clock == LAST;
    assign tx       = leaving[0];
    assign in_ready = bits_left == 4'd0 || (bits_left == 4'd1 && send_ends);

    always @(posedge clk)
        if (rst) begin
            leaving   <= 9'h1ff;
            bits_left <= 4'd0;
        end else if (in_valid && in_ready) begin
            leaving    <= {in_data, 1'b0};
            bits_left  <= 4'd10;
            send_clock <= 16'd0;
        end else if (bits_left != 4'd0) begin
            send_clock <= send_ends ? 16'd0 : send_clock + 16'd1;
            if (send_ends) begin
                leaving   <= {1'b1, leaving[8:1]};
                bits_left <= bits_left - 4'd1;
            end
        end

    // ---- receive
    localparam IDLE = 4'd15, START = 4'd0, STOP = 4'd9;
    (* ASYNC_REG = "TRUE" *) reg [3:0] level; // the oldest last
    reg        line, line_was;             // now, a cycle ago
    reg [3:0]  place;                      // IDLE, or which bit: START, 1..8, STOP
    reg [15:0] clock;                      // of this bit
    reg [1:0]  seen;                       // the first two samples
    reg [7:0]  came;
    wire       vote = (seen[0] && seen[1]) || (seen[0] && line) || (seen[1] && line);
    assign out_data = came;

    always @(posedge clk)
        if (rst) begin
            level     <= 4'b1111;
            line      <= 1'b1;
            line_was  <= 1'b1;
            place     <= IDLE;
            out_valid <= 1'b0;
            out_error <= 1'b0;
        end else begin
            level     <= {level[2:0], rx};
            line      <= (level[1] && level[2]) || (level[1] && level[3]) ||
                         (level[2] && level[3]);
            line_was  <= line;
            out_valid <= place == STOP && clock == VOTE && vote;
            out_error <= place == STOP && clock == VOTE && !vote;
            if (place == IDLE) begin
                if (line_was && !line)
                    place <= START;
            end else if (clock == VOTE && ((place == START && vote) || place == STOP))
                place <= IDLE;
            else if (clock == LAST)
                place <= place + 4'd1;
        end

    always @(posedge clk) begin
        clock <= place == IDLE || clock == LAST ? 16'd0 : clock + 16'd1;
        if (clock == FIRST)
            seen[0] <= line;
        if (clock == MIDDLE)
            seen[1] <= line;
        if (clock == VOTE && place != START && place != STOP && place != IDLE)
            came <= {vote, came[7:1]};
    end
endmodule
`default_nettype wire
