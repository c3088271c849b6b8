// SPDX-License-Identifier: MIT
// The clock of the core from that of the board, by a PLL of AMD's 7 series, with the ports of
// ecp5_clock: any whole number of kHz for which the oscillator, a multiple of the core's clock and
// up to 64 times the board's or a part of it, can be within 800 and 1600 MHz (DS181: the slowest
// parts; UG472). Not yet run on Vivado.
`default_nettype none
module amd7_clock #(
    parameter IN_HZ  = 100000000,
    parameter OUT_HZ = 60000000
) (
    input  wire clk_in,
    output wire clk,
    output wire locked                     // the clock is good
);
    // The board's clock is divided by IN_DIV, to no less than 19 MHz, and multiplied by IN_MULT:
    // the least IN_DIV that is possible, and the largest IN_MULT for that. 128 * IN_DIV + IN_MULT,
    // or 0.
    function integer oscillator(input integer in_khz, input integer out_khz);
        integer n, m;
        begin
            oscillator = 0;
            for (n = 4; n > 0; n = n - 1)
                for (m = 2; m <= 64; m = m + 1)
                    if (in_khz >= 19000 * n && in_khz * m % n == 0 && in_khz * m / n >= 800000 &&
                        in_khz * m / n <= 1600000 && in_khz * m / n % out_khz == 0 &&
                        in_khz * m / n / out_khz <= 128)
                        oscillator = 128 * n + m;
        end
    endfunction
    localparam FOUND   = oscillator(IN_HZ / 1000, OUT_HZ / 1000);
    localparam IN_DIV  = FOUND / 128;
    localparam IN_MULT = FOUND % 128;
    localparam OUT_DIV = FOUND == 0 ? 0 : IN_HZ / 1000 * IN_MULT / IN_DIV / (OUT_HZ / 1000);

    initial
        if (FOUND == 0)
            $error("amd7_clock: no oscillator makes %0d Hz of %0d", OUT_HZ, IN_HZ);

    wire feedback, made;
    PLLE2_BASE #(
        .CLKIN1_PERIOD(1.0e9 / IN_HZ), .DIVCLK_DIVIDE(IN_DIV), .CLKFBOUT_MULT(IN_MULT),
        .CLKOUT0_DIVIDE(OUT_DIV)
    ) pll (
        .CLKIN1(clk_in), .CLKFBIN(feedback), .CLKFBOUT(feedback), .CLKOUT0(made), .LOCKED(locked),
        .RST(1'b0), .PWRDWN(1'b0)
    );
    BUFG buffer (.I(made), .O(clk));
endmodule
`default_nettype wire
