// SPDX-License-Identifier: MIT
// Bytes of the serial link to frames (machine/serial.def): a frame whose check word is right stays
// here, its words to be read, until it is done with. What arrives meanwhile is dropped in silence,
// up to the next flag: the host repeats what it has no reply to. Bytes that are no frame are told.
`default_nettype none
`include "serial_link.vh"
module tau_serial_receive (
    input  wire        clk,
    input  wire        rst,
    // bytes, and bytes that were spoilt on the wire
    input  wire        in_valid,
    input  wire [7:0]  in_data,
    input  wire        in_error,
    // the frame
    output reg         full,               // one is here
    input  wire        done,               // it is not needed any more
    output reg  [31:0] head,
    output reg  [7:0]  words,              // of its payload
    input  wire [7:0]  read_place,
    output reg  [31:0] read_word,          // of the payload, a cycle after its place
    output reg         bad                 // one cycle: what stood between two flags was no frame
);
    localparam [31:0] FLAG = `TAUFLOW_SERIAL_FLAG, ESCAPE = `TAUFLOW_SERIAL_ESCAPE,
                      FLIP = `TAUFLOW_SERIAL_FLIP, MOST = `TAUFLOW_SERIAL_PAYLOAD_MOST;
    // Bytes of the longest frame: head, payload and check word are 256 words.
    localparam [10:0] LONGEST = {MOST[8:0] + 9'd2, 2'b00};

    reg  [31:0] payload [0:255];           // from the second word on: the check word, too
    reg  [23:0] part;                      // of the word that comes
    reg  [31:0] crc;
    wire [31:0] crc_next;
    reg  [10:0] count;                     // bytes since the flag
    reg         escaped, spoilt, deaf;
    wire        is_flag   = in_data == FLAG[7:0];
    wire        is_escape = in_data == ESCAPE[7:0] && !escaped;
    wire [7:0]  plain     = escaped ? in_data ^ FLIP[7:0] : in_data;
    wire        takes     = in_valid && !full && !is_flag && !is_escape && count != LONGEST;
    wire        whole     = count[1:0] == 2'd3;
    wire        ends      = in_valid && !full && is_flag;
    wire        good      = !escaped && !spoilt && count[1:0] == 2'd0 && count >= 11'd8 &&
                            crc == `TAUFLOW_SERIAL_CRC_RESIDUE;
    wire        anything  = escaped || spoilt || count != 11'd0;

    tau_crc_byte sum (.crc(crc), .data(plain), .next(crc_next));

    always @(posedge clk)
        if (rst) begin
            full    <= 1'b0;
            bad     <= 1'b0;
            count   <= 11'd0;
            escaped <= 1'b0;
            spoilt  <= 1'b0;
            deaf    <= 1'b0;
        end else begin
            bad <= ends && anything && !good && !deaf;
            if (ends && good && !deaf)
                full <= 1'b1;
            else if (done)
                full <= 1'b0;
            if (in_valid && is_flag) begin
                count   <= 11'd0;
                escaped <= 1'b0;
                spoilt  <= 1'b0;
                deaf    <= 1'b0;
            end else if (full && in_valid)
                deaf <= 1'b1;
            else if (in_valid) begin
                escaped <= is_escape;
                if (takes)
                    count <= count + 11'd1;
                else if (!is_escape)
                    spoilt <= 1'b1;        // too long
            end
            if (in_error && !full)
                spoilt <= 1'b1;
        end

    always @(posedge clk) begin
        if (in_valid && is_flag)
            crc <= 32'hffffffff;
        else if (takes)
            crc <= crc_next;
        if (takes)
            part <= {plain, part[23:8]};
        if (takes && whole && count[10:2] == 9'd0)
            head <= {plain, part};
        if (ends)
            words <= count[9:2] - 8'd2;
    end

    // Word k of the payload in place k.
    wire [7:0] place = count[9:2] - 8'd1;
    always @(posedge clk) begin
        if (takes && whole)
            payload[place] <= {plain, part};
        read_word <= payload[read_place];
    end
endmodule
`default_nettype wire
