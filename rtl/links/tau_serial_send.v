// SPDX-License-Identifier: MIT
// Frames of the serial link (machine/serial.def) to bytes. The payload is written here beforehand
// and stays, so that a frame can be sent once more.
`default_nettype none
`include "serial_link.vh"
module tau_serial_send (
    input  wire        clk,
    input  wire        rst,
    // payload, only while it is not busy
    input  wire        write,
    input  wire [7:0]  write_place,
    input  wire [31:0] write_word,
    // send it
    input  wire        start,              // only while it is not busy
    input  wire [31:0] head,
    input  wire [7:0]  words,              // of the payload
    output wire        busy,
    // bytes
    output wire        out_valid,
    input  wire        out_ready,
    output reg  [7:0]  out_data
);
    localparam [31:0] FLAG = `TAUFLOW_SERIAL_FLAG, ESCAPE = `TAUFLOW_SERIAL_ESCAPE,
                      FLIP = `TAUFLOW_SERIAL_FLIP;
    localparam [2:0] IDLE = 3'd0, OPENS = 3'd1, FETCH = 3'd2, LOAD = 3'd3, BYTES = 3'd4,
                     CLOSES = 3'd5;

    reg  [31:0] payload [0:255];
    reg  [31:0] read_word, word, crc;
    wire [31:0] crc_next;
    reg  [2:0]  state;
    reg  [8:0]  at, last;                  // word: 0 the head, the payload, the check word
    reg  [1:0]  place;                     // byte of the word
    reg         escaped;                   // the escape of this byte is out
    wire [7:0]  plain   = word[7:0];
    wire        special = plain == FLAG[7:0] || plain == ESCAPE[7:0];
    wire        moves   = out_valid && out_ready;
    wire        gone    = state == BYTES && moves && (!special || escaped); // the byte itself
    wire [7:0]  read_place = at[7:0] - 8'd1;

    tau_crc_byte sum (.crc(crc), .data(plain), .next(crc_next));

    assign busy      = state != IDLE;
    assign out_valid = state == OPENS || state == BYTES || state == CLOSES;
    always @*
        if (state != BYTES)
            out_data = FLAG[7:0];
        else if (special)
            out_data = escaped ? plain ^ FLIP[7:0] : ESCAPE[7:0];
        else
            out_data = plain;

    always @(posedge clk)
        if (rst)
            state <= IDLE;
        else
            case (state)
            IDLE:    if (start) state <= OPENS;
            OPENS:   if (moves) state <= FETCH;
            FETCH:   state <= LOAD;
            LOAD:    state <= BYTES;
            BYTES:   if (gone && place == 2'd3) state <= at == last ? CLOSES : FETCH;
            default: if (moves) state <= IDLE;
            endcase

    always @(posedge clk) begin
        read_word <= payload[read_place];
        if (write)
            payload[write_place] <= write_word;
        if (state == IDLE && start) begin
            at   <= 9'd0;
            last <= {1'b0, words} + 9'd1;
            word <= head;
            crc  <= 32'hffffffff;
        end
        if (state == LOAD) begin
            place   <= 2'd0;
            escaped <= 1'b0;
            if (at == last)
                word <= ~crc;
            else if (at != 9'd0)
                word <= read_word;
        end
        if (state == BYTES && moves)
            escaped <= special && !escaped;
        if (gone) begin
            word  <= word >> 8;
            crc   <= crc_next;
            place <= place + 2'd1;
            if (place == 2'd3)
                at <= at + 9'd1;
        end
    end
endmodule
`default_nettype wire
