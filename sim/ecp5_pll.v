// Stands in for the PLL of ECP5 in simulations: the clock of the board is that of the core. Ports
// and parameters that our tops leave alone are left out (FPGA-TN-02200; Yosys, cells_bb.v).
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
