// SPDX-License-Identifier: MIT
// Top of a board with AMD's XDMA subsystem: its pins and the buffer of its PCI Express clock around
// xdma_board. Its facts (board.def) come as macros; facts.tcl prints them. Pins: those of its
// constraints. Not yet run on Vivado.
`default_nettype none
`include "tauflow_shape.vh"
module `BOARD #(
    parameter DMA_W   = `BOARD_DMA_BITS,   // as in xdma_board
    parameter PRESSED = `BOARD_PRESSED,
    parameter CORE_DIVIDE = 0,
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       sys_clk_p,
    input  wire       sys_clk_n,
    input  wire       cpu_reset,
    output wire [7:0] led,
    input  wire       pcie_clk_p,
    input  wire       pcie_clk_n,
    input  wire       pcie_rst_n,
    input  wire [3:0] pcie_rx_p,
    input  wire [3:0] pcie_rx_n,
    output wire [3:0] pcie_tx_p,
    output wire [3:0] pcie_tx_n
);
    // PG195, "XDMA Global Ports". UltraScale: the transceivers take the clock itself, the logic a
    // copy.
    wire pcie_clk, pcie_clk_gt;
`ifdef XDMA_GT
    IBUFDS_GTE3 clock_buffer (
        .I(pcie_clk_p), .IB(pcie_clk_n), .CEB(1'b0), .O(pcie_clk_gt), .ODIV2(pcie_clk)
    );
`else
    IBUFDS_GTE2 clock_buffer (
        .I(pcie_clk_p), .IB(pcie_clk_n), .CEB(1'b0), .O(pcie_clk), .ODIV2()
    );
    assign pcie_clk_gt = 1'b0;
`endif

    xdma_board #(
        .DMA_W(DMA_W), .PRESSED(PRESSED), .CORE_DIVIDE(CORE_DIVIDE), `TAUFLOW_SHAPE_PASS
    ) board (
        .sys_clk_p(sys_clk_p), .sys_clk_n(sys_clk_n), .cpu_reset(cpu_reset), .led(led),
        .pcie_clk(pcie_clk), .pcie_clk_gt(pcie_clk_gt), .pcie_rst_n(pcie_rst_n),
        .pcie_rx_p(pcie_rx_p), .pcie_rx_n(pcie_rx_n), .pcie_tx_p(pcie_tx_p), .pcie_tx_n(pcie_tx_n)
    );
endmodule
`default_nettype wire
