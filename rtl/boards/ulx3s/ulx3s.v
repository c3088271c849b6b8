// ULX3S: its pins and its clock around serial_board. 25 MHz become 45 MHz: 15 cycles per bit at
// 3 Mbaud. Pins: constraints/ulx3s.lpf.
`default_nettype none
`include "tauflow_shape.vh"
module ulx3s #(
    parameter BAUD   = 3000000,            // bits per second, 5625000 at most
    parameter WAIT_W = 16,                 // as in tau_serial
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk25,
    input  wire       rst,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [7:0] led                  // 1: lit
);
    localparam CLOCKS = (45000000 + BAUD / 2) / BAUD;

    // The oscillator of the PLL runs at 25 x 27 = 675 MHz (400..800 are allowed); its first output
    // is the feedback, 25 MHz, and the second is 675 / 15 = 45 MHz.
    wire feedback, clk, locked;
    (* FREQUENCY_PIN_CLKI = "25", FREQUENCY_PIN_CLKOP = "25", FREQUENCY_PIN_CLKOS = "45" *)
    EHXPLLL #(
        .CLKI_DIV(1), .CLKFB_DIV(1), .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(27), .CLKOP_CPHASE(26),
        .CLKOP_FPHASE(0), .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(15), .CLKOS_CPHASE(14),
        .CLKOS_FPHASE(0), .FEEDBK_PATH("CLKOP")
    ) pll (
        .CLKI(clk25), .CLKFB(feedback), .CLKOP(feedback), .CLKOS(clk), .LOCK(locked),
        .RST(1'b0), .STDBY(1'b0), .ENCLKOP(1'b0), .ENCLKOS(1'b0), .PHASESEL0(1'b0),
        .PHASESEL1(1'b0), .PHASEDIR(1'b0), .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0)
    );

    serial_board #(.CLOCKS(CLOCKS), .WAIT_W(WAIT_W), .PRESSED(1), `TAUFLOW_SHAPE_PASS) board (
        .clk(clk), .locked(locked), .button(rst), .rx(uart_rx), .tx(uart_tx), .led(led)
    );
endmodule
`default_nettype wire
