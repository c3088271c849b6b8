// SPDX-License-Identifier: MIT
// The clock of the core from that of the board, by a PLL of ECP5: any whole number of kHz for which
// the oscillator, a multiple of both, can be within 400 and 800 MHz. The first output is the
// feedback, at the board's clock; the second is the core's.
`default_nettype none
module ecp5_clock #(
    parameter IN_HZ  = 12000000,
    parameter OUT_HZ = 48000000
) (
    input  wire clk_in,
    output wire clk,
    output wire locked                     // the clock is good
);
    // By how much the oscillator is divided: the least number that is possible, 0 where none is.
    function integer divider(input integer in_khz, input integer out_khz);
        integer n;
        begin
            divider = 0;
            for (n = 128; n > 0; n = n - 1)
                if (out_khz * n >= 400000 && out_khz * n <= 800000 && out_khz * n % in_khz == 0 &&
                    out_khz * n / in_khz <= 128)
                    divider = n;
        end
    endfunction
    localparam OUT_DIV = divider(IN_HZ / 1000, OUT_HZ / 1000);
    localparam IN_DIV  = OUT_HZ / 1000 * OUT_DIV / (IN_HZ / 1000);

    initial
        if (OUT_DIV == 0)
            $error("ecp5_clock: no oscillator makes %0d Hz of %0d", OUT_HZ, IN_HZ);

    wire feedback;
    // Strengths of its loop: those that prjtrellis' ecppll gives every PLL.
    (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
    EHXPLLL #(
        .CLKI_DIV(1), .CLKFB_DIV(1), .FEEDBK_PATH("CLKOP"),
        .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(IN_DIV), .CLKOP_CPHASE(IN_DIV - 1), .CLKOP_FPHASE(0),
        .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(OUT_DIV), .CLKOS_CPHASE(OUT_DIV - 1), .CLKOS_FPHASE(0)
    ) pll (
        .CLKI(clk_in), .CLKFB(feedback), .CLKOP(feedback), .CLKOS(clk), .LOCK(locked),
        .RST(1'b0), .STDBY(1'b0), .ENCLKOP(1'b0), .ENCLKOS(1'b0), .PHASESEL0(1'b0),
        .PHASESEL1(1'b0), .PHASEDIR(1'b0), .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0)
    );
endmodule
`default_nettype wire
