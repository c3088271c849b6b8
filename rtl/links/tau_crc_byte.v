// SPDX-License-Identifier: MIT
// The CRC of the serial link (machine/serial.def) after one more byte. No register.
`default_nettype none
`include "serial_link.vh"
module tau_crc_byte (
    input  wire [31:0] crc,
    input  wire [7:0]  data,
    output reg  [31:0] next
);
    integer i;
    always @* begin
        next = crc;
        for (i = 0; i < 8; i = i + 1)
            next = {1'b0, next[31:1]} ^
                   (next[0] ^ data[i] ? `TAUFLOW_SERIAL_CRC_POLYNOMIAL : 32'd0);
    end
endmodule
`default_nettype wire
