// SPDX-License-Identifier: MIT
// A clock for cores beside that of the DMA: 1000 MHz / DIVIDE, by the MMCM of 7 series and, where
// XDMA_GT is defined, of UltraScale, from the 125 MHz of the DMA (UG472, UG572). With DIVIDE 0 it
// is the DMA's clock itself.
`default_nettype none
module core_clock #(
    parameter DIVIDE = 0                   // 0, or 4..125
) (
    input  wire clk,                       // of the DMA, 125 MHz; it may stop while resetn is low
    input  wire resetn,                    // of clk
    output wire core_clk,
    output wire runs                       // of clk: core_clk is what it should be
);
    initial
        if (DIVIDE != 0 && (DIVIDE < 4 || DIVIDE > 125))
            $error("core_clock: DIVIDE is %0d, must be 0 or 4..125", DIVIDE);

`ifdef XDMA_GT
    `define CORE_CLOCK_MMCM MMCME3_BASE
`else
    `define CORE_CLOCK_MMCM MMCME2_BASE
`endif
    generate
        if (DIVIDE != 0) begin : own
            wire made, back, locked;
            `CORE_CLOCK_MMCM #(
                .CLKIN1_PERIOD(8.0), .CLKFBOUT_MULT_F(8.0), .CLKOUT0_DIVIDE_F(DIVIDE)
            ) mmcm (
                .CLKIN1(clk), .CLKFBOUT(back), .CLKFBIN(back), .CLKOUT0(made), .LOCKED(locked),
                .RST(!resetn), .PWRDWN(1'b0)
            );
            BUFG buffer (.I(made), .O(core_clk));
            (* ASYNC_REG = "TRUE" *) reg [1:0] seen = 2'b00;
            always @(posedge clk)
                seen <= {seen[0], locked};
            assign runs = seen[1];
        end else begin : shared
            assign core_clk = clk;
            assign runs     = 1'b1;
            wire unused     = &{1'b0, resetn};
        end
    endgenerate
    `undef CORE_CLOCK_MMCM
endmodule
`default_nettype wire
