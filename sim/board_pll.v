// SPDX-License-Identifier: MIT
// Stand-ins for the PLLs of boards with a serial port in simulations: the clock of the board is
// that of the core. Ports and parameters that our modules leave alone are left out. ECP5:
// FPGA-TN-02200; Yosys, cells_bb.v. AMD 7 series: UG953.
module EHXPLLL #(
    parameter CLKI_DIV = 1, parameter CLKFB_DIV = 1,
    parameter CLKOP_ENABLE = "ENABLED", parameter CLKOP_DIV = 8, parameter CLKOP_CPHASE = 0,
    parameter CLKOP_FPHASE = 0,
    parameter CLKOS_ENABLE = "DISABLED", parameter CLKOS_DIV = 8, parameter CLKOS_CPHASE = 0,
    parameter CLKOS_FPHASE = 0,
    parameter FEEDBK_PATH = "CLKOP"
) (
    input  wire CLKI, input wire CLKFB, input wire RST, input wire STDBY,
    input  wire ENCLKOP, input wire ENCLKOS,
    input  wire PHASESEL0, input wire PHASESEL1, input wire PHASEDIR, input wire PHASESTEP,
    input  wire PHASELOADREG, input wire PLLWAKESYNC,
    output wire CLKOP, output wire CLKOS, output wire LOCK
);
    assign CLKOP = CLKI;
    assign CLKOS = CLKI;
    assign LOCK  = 1'b1;
endmodule
module PLLE2_BASE #(
    parameter CLKIN1_PERIOD = 0.0, parameter DIVCLK_DIVIDE = 1, parameter CLKFBOUT_MULT = 5,
    parameter CLKOUT0_DIVIDE = 1
) (
    input  wire CLKIN1, input wire CLKFBIN, input wire RST, input wire PWRDWN,
    output wire CLKFBOUT, output wire CLKOUT0, output wire LOCKED
);
    assign CLKFBOUT = CLKIN1;
    assign CLKOUT0  = CLKIN1;
    assign LOCKED   = 1'b1;
endmodule
module BUFG (input wire I, output wire O);
    assign O = I;
endmodule
