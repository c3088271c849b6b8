// Lattice ECP5 Evaluation Board: its pins and its clock around serial_board. 12 MHz of the USB
// chip become 48 MHz: 16 cycles per bit at 3 Mbaud. Pins: constraints/ecp5_evn.lpf.
`default_nettype none
`include "tauflow_shape.vh"
module ecp5_evn #(
    parameter BAUD   = 3000000,            // bits per second, 6000000 at most
    parameter WAIT_W = 16,                 // as in tau_serial
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk12,
    input  wire       rst_n,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [7:0] led                  // 0: lit
);
    localparam CLOCKS = (48000000 + BAUD / 2) / BAUD;

    // The oscillator of the PLL runs at 12 x 4 x 12 = 576 MHz (400..800 are allowed).
    wire clk, locked;
    (* FREQUENCY_PIN_CLKI = "12", FREQUENCY_PIN_CLKOP = "48" *)
    EHXPLLL #(
        .CLKI_DIV(1), .CLKFB_DIV(4), .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(12), .CLKOP_CPHASE(11),
        .CLKOP_FPHASE(0), .FEEDBK_PATH("CLKOP")
    ) pll (
        .CLKI(clk12), .CLKFB(clk), .CLKOP(clk), .LOCK(locked),
        .RST(1'b0), .STDBY(1'b0), .ENCLKOP(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0),
        .PHASEDIR(1'b0), .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0)
    );

    wire [7:0] lit;
    assign led = ~lit;
    serial_board #(.CLOCKS(CLOCKS), .WAIT_W(WAIT_W), .PRESSED(0), `TAUFLOW_SHAPE_PASS) board (
        .clk(clk), .locked(locked), .button(rst_n), .rx(uart_rx), .tx(uart_tx), .led(lit)
    );
endmodule
`default_nettype wire
