// ULX3S: its pins and its clock around serial_board. Pins: constraints/ulx3s.lpf.
`default_nettype none
`include "tauflow_shape.vh"
module ulx3s #(
    parameter BAUD   = 3000000,            // bits per second, an eighth of the clock at most
    parameter WAIT_W = 16,                 // as in tau_serial
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk25,
    input  wire       rst,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [7:0] led                  // 1: lit
);
    localparam CLOCK_HZ = 45000000;        // of the core, written here alone (docs/ecp5_boards.md)

    wire clk, locked;
    ecp5_clock #(.IN_HZ(25000000), .OUT_HZ(CLOCK_HZ)) clock (
        .clk_in(clk25), .clk(clk), .locked(locked)
    );

    serial_board #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .WAIT_W(WAIT_W), .PRESSED(1), `TAUFLOW_SHAPE_PASS
    ) board (
        .clk(clk), .locked(locked), .button(rst), .rx(uart_rx), .tx(uart_tx), .led(led)
    );
endmodule
`default_nettype wire
