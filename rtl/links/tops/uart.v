// SPDX-License-Identifier: MIT
// Top of a board with a serial port: its pins and the core's clock around serial_board. Its facts
// (board.def) come as macros; facts.tcl prints them. Pins: those of its constraints.
`default_nettype none
`include "tauflow_shape.vh"
module `BOARD #(
    parameter BAUD   = 3000000,            // bits per second, an eighth of the clock at most
    parameter WAIT_W = 16,                 // as in tau_serial
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       `BOARD_CLOCK,
    input  wire       `BOARD_BUTTON,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [7:0] led
);
    wire clk, locked;
    `BOARD_PLL #(.IN_HZ(`BOARD_CLOCK_HZ), .OUT_HZ(`BOARD_CORE_HZ)) clock (
        .clk_in(`BOARD_CLOCK), .clk(clk), .locked(locked)
    );

    wire [7:0] lit;
    assign led = `BOARD_LIT ? lit : ~lit;
    serial_board #(
        .CLOCK_HZ(`BOARD_CORE_HZ), .BAUD(BAUD), .WAIT_W(WAIT_W), .PRESSED(`BOARD_PRESSED),
        `TAUFLOW_SHAPE_PASS
    ) board (
        .clk(clk), .locked(locked), .button(`BOARD_BUTTON), .rx(uart_rx), .tx(uart_tx), .led(lit)
    );
endmodule
`default_nettype wire
