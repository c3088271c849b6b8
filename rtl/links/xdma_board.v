// SPDX-License-Identifier: MIT
// What boards with AMD's XDMA subsystem share: the subsystem on four lanes of PCI Express and cores
// after it, one per channel, on the subsystem's clock or one of their own, with reset button and
// LEDs.
//
// A top adds its pins and the buffer of the PCI Express clock, which differs by family. XDMA_GT is
// defined (facts.def) where the subsystem takes the clock of the transceivers apart: UltraScale.
// XDMA_2, XDMA_3, XDMA_4 are defined (links/xdma.tcl) where it has as many channels or more.
`default_nettype none
`include "tauflow_shape.vh"
module xdma_board #(
    parameter DMA_W   = 128,               // as in tau_xdma; the XDMA subsystem must be made for it
    parameter PRESSED = 1,                 // level of the pressed button
    parameter CORE_DIVIDE = 0,             // 0: cores run on the DMA's clock; else 1000 MHz / this
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       sys_clk_p,           // the board's own clock, for an LED only
    input  wire       sys_clk_n,
    input  wire       cpu_reset,
    output wire [7:0] led,
    input  wire       pcie_clk,            // after its buffer
    input  wire       pcie_clk_gt,         // for the transceivers, where they take it apart
    input  wire       pcie_rst_n,
    input  wire [3:0] pcie_rx_p,
    input  wire [3:0] pcie_rx_n,
    output wire [3:0] pcie_tx_p,
    output wire [3:0] pcie_tx_n
);
    wire sys_clk, button, pcie_rst_in;
    IBUF   reset_buffer (.I(pcie_rst_n), .O(pcie_rst_in));
    IBUF   button_buffer (.I(cpu_reset), .O(button));
    IBUFDS sys_clk_buffer (.I(sys_clk_p), .IB(sys_clk_n), .O(sys_clk));

`ifdef XDMA_4
    localparam CORES = 4;
`elsif XDMA_3
    localparam CORES = 3;
`elsif XDMA_2
    localparam CORES = 2;
`else
    localparam CORES = 1;
`endif
    // The windows of all cores repeat where the BAR is larger.
    localparam [31:0] WINDOW = (32'd4096 << $clog2(CORES)) - 32'd1;

    wire                     clk, resetn, rst, link, core_clk, core_clk_runs;
    wire                     awvalid, awready, wvalid, wready, bvalid, bready;
    wire                     arvalid, arready, rvalid, rready;
    wire [31:0]              wdata, rdata, awaddr, araddr;
    wire [3:0]               wstrb;
    wire [1:0]               bresp, rresp;
    wire [CORES-1:0]         h2c_valid, h2c_ready, h2c_last, c2h_valid, c2h_ready, c2h_last;
    wire [DMA_W*CORES-1:0]   h2c_data, c2h_data;
    wire [DMA_W*CORES/8-1:0] h2c_keep, c2h_keep;
    wire [CORES-1:0]         run, irq_req, irq_ack;

    xdma_0 xdma (
        .sys_clk(pcie_clk), .sys_rst_n(pcie_rst_in),
`ifdef XDMA_GT
        .sys_clk_gt(pcie_clk_gt),
`endif
        .pci_exp_rxp(pcie_rx_p), .pci_exp_rxn(pcie_rx_n),
        .pci_exp_txp(pcie_tx_p), .pci_exp_txn(pcie_tx_n),
        .axi_aclk(clk), .axi_aresetn(resetn), .user_lnk_up(link),
        .usr_irq_req(irq_req), .usr_irq_ack(irq_ack),
        .m_axil_awaddr(awaddr), .m_axil_awprot(), .m_axil_awvalid(awvalid),
        .m_axil_awready(awready),
        .m_axil_wdata(wdata), .m_axil_wstrb(wstrb), .m_axil_wvalid(wvalid), .m_axil_wready(wready),
        .m_axil_bvalid(bvalid), .m_axil_bresp(bresp), .m_axil_bready(bready),
        .m_axil_araddr(araddr), .m_axil_arprot(), .m_axil_arvalid(arvalid),
        .m_axil_arready(arready),
        .m_axil_rdata(rdata), .m_axil_rresp(rresp), .m_axil_rvalid(rvalid), .m_axil_rready(rready),
        .m_axis_h2c_tdata_0(h2c_data[DMA_W-1:0]),
        .m_axis_h2c_tkeep_0(h2c_keep[DMA_W/8-1:0]), .m_axis_h2c_tlast_0(h2c_last[0]),
        .m_axis_h2c_tvalid_0(h2c_valid[0]), .m_axis_h2c_tready_0(h2c_ready[0]),
        .s_axis_c2h_tdata_0(c2h_data[DMA_W-1:0]),
        .s_axis_c2h_tkeep_0(c2h_keep[DMA_W/8-1:0]), .s_axis_c2h_tlast_0(c2h_last[0]),
        .s_axis_c2h_tvalid_0(c2h_valid[0]), .s_axis_c2h_tready_0(c2h_ready[0])
`ifdef XDMA_2
        ,
        .m_axis_h2c_tdata_1(h2c_data[DMA_W*1 +: DMA_W]),
        .m_axis_h2c_tkeep_1(h2c_keep[DMA_W/8*1 +: DMA_W/8]), .m_axis_h2c_tlast_1(h2c_last[1]),
        .m_axis_h2c_tvalid_1(h2c_valid[1]), .m_axis_h2c_tready_1(h2c_ready[1]),
        .s_axis_c2h_tdata_1(c2h_data[DMA_W*1 +: DMA_W]),
        .s_axis_c2h_tkeep_1(c2h_keep[DMA_W/8*1 +: DMA_W/8]), .s_axis_c2h_tlast_1(c2h_last[1]),
        .s_axis_c2h_tvalid_1(c2h_valid[1]), .s_axis_c2h_tready_1(c2h_ready[1])
`endif
`ifdef XDMA_3
        ,
        .m_axis_h2c_tdata_2(h2c_data[DMA_W*2 +: DMA_W]),
        .m_axis_h2c_tkeep_2(h2c_keep[DMA_W/8*2 +: DMA_W/8]), .m_axis_h2c_tlast_2(h2c_last[2]),
        .m_axis_h2c_tvalid_2(h2c_valid[2]), .m_axis_h2c_tready_2(h2c_ready[2]),
        .s_axis_c2h_tdata_2(c2h_data[DMA_W*2 +: DMA_W]),
        .s_axis_c2h_tkeep_2(c2h_keep[DMA_W/8*2 +: DMA_W/8]), .s_axis_c2h_tlast_2(c2h_last[2]),
        .s_axis_c2h_tvalid_2(c2h_valid[2]), .s_axis_c2h_tready_2(c2h_ready[2])
`endif
`ifdef XDMA_4
        ,
        .m_axis_h2c_tdata_3(h2c_data[DMA_W*3 +: DMA_W]),
        .m_axis_h2c_tkeep_3(h2c_keep[DMA_W/8*3 +: DMA_W/8]), .m_axis_h2c_tlast_3(h2c_last[3]),
        .m_axis_h2c_tvalid_3(h2c_valid[3]), .m_axis_h2c_tready_3(h2c_ready[3]),
        .s_axis_c2h_tdata_3(c2h_data[DMA_W*3 +: DMA_W]),
        .s_axis_c2h_tkeep_3(c2h_keep[DMA_W/8*3 +: DMA_W/8]), .s_axis_c2h_tlast_3(c2h_last[3]),
        .s_axis_c2h_tvalid_3(c2h_valid[3]), .s_axis_c2h_tready_3(c2h_ready[3])
`endif
    );

`ifndef XDMA_GT
    wire unused_clk_gt = &{1'b0, pcie_clk_gt};
`endif

    core_clock #(.DIVIDE(CORE_DIVIDE)) clock (
        .clk(clk), .resetn(resetn), .core_clk(core_clk), .runs(core_clk_runs)
    );
    tau_reset_button #(.PRESSED(PRESSED)) reset (
        .clk(clk), .resetn(resetn && core_clk_runs), .button(button), .rst(rst)
    );

    tau_xdma_cores #(
        .CORES(CORES), .OWN_CLOCK(CORE_DIVIDE != 0), .DMA_W(DMA_W), `TAUFLOW_SHAPE_PASS
    ) cores (
        .clk(clk), .rst(rst), .core_clk(core_clk),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr & WINDOW),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(wstrb),
        .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp),
        .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr & WINDOW),
        .s_axil_rvalid(rvalid), .s_axil_rready(rready), .s_axil_rdata(rdata), .s_axil_rresp(rresp),
        .s_axis_h2c_tvalid(h2c_valid), .s_axis_h2c_tready(h2c_ready),
        .s_axis_h2c_tdata(h2c_data), .s_axis_h2c_tkeep(h2c_keep), .s_axis_h2c_tlast(h2c_last),
        .m_axis_c2h_tvalid(c2h_valid), .m_axis_c2h_tready(c2h_ready),
        .m_axis_c2h_tdata(c2h_data), .m_axis_c2h_tkeep(c2h_keep), .m_axis_c2h_tlast(c2h_last),
        .irq_req(irq_req), .irq_ack(irq_ack), .run(run)
    );

    tau_leds leds (
        .board_clk(sys_clk), .clk(clk), .rst(rst), .link(link), .run(|run),
        .moves({|(c2h_valid & c2h_ready), |(h2c_valid & h2c_ready)}), .led(led)
    );
endmodule
`default_nettype wire
