// Lattice ECP5 Evaluation Board: its pins and its clock, of the USB chip, around serial_board.
// Pins: constraints/ecp5_evn.lpf.
`default_nettype none
`include "tauflow_shape.vh"
module ecp5_evn #(
    parameter BAUD   = 3000000,            // bits per second, an eighth of the clock at most
    parameter WAIT_W = 16,                 // as in tau_serial
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk12,
    input  wire       rst_n,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [7:0] led                  // 0: lit
);
    localparam CLOCK_HZ = 69000000;        // of the core, written here alone (docs/ecp5_boards.md)

    wire clk, locked;
    ecp5_clock #(.IN_HZ(12000000), .OUT_HZ(CLOCK_HZ)) clock (
        .clk_in(clk12), .clk(clk), .locked(locked)
    );

    wire [7:0] lit;
    assign led = ~lit;
    serial_board #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .WAIT_W(WAIT_W), .PRESSED(0), `TAUFLOW_SHAPE_PASS
    ) board (
        .clk(clk), .locked(locked), .button(rst_n), .rx(uart_rx), .tx(uart_tx), .led(lit)
    );
endmodule
`default_nettype wire
