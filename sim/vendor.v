// SPDX-License-Identifier: MIT
// Outsides of what the boards take from AMD's libraries and from the XDMA subsystem, for checks of
// syntax and hierarchy without them. Ports that our tops leave alone are left out. Primitives:
// UG953 (7 series), UG974 (UltraScale); xdma_0: PG195, "Port Descriptions", with four lanes, as
// many channels each way as XDMA_2, XDMA_3, XDMA_4 say, AXI4-Lite master. XDMA_GT: the extra clock
// port of UltraScale.
(* blackbox *) module IBUF (input wire I, output wire O); endmodule
(* blackbox *) module IBUFDS (input wire I, input wire IB, output wire O); endmodule
(* blackbox *) module IBUFDS_GTE2 (
    input wire I, input wire IB, input wire CEB, output wire O, output wire ODIV2
);
endmodule
(* blackbox *) module IBUFDS_GTE3 (
    input wire I, input wire IB, input wire CEB, output wire O, output wire ODIV2
);
endmodule
(* blackbox *) module BUFG (input wire I, output wire O); endmodule
(* blackbox *) module MMCME2_BASE #(
    parameter CLKIN1_PERIOD = 0.0, parameter CLKFBOUT_MULT_F = 5.0, parameter CLKOUT0_DIVIDE_F = 1.0
) (
    input wire CLKIN1, input wire CLKFBIN, input wire RST, input wire PWRDWN,
    output wire CLKFBOUT, output wire CLKOUT0, output wire LOCKED
);
endmodule
(* blackbox *) module MMCME3_BASE #(
    parameter CLKIN1_PERIOD = 0.0, parameter CLKFBOUT_MULT_F = 5.0, parameter CLKOUT0_DIVIDE_F = 1.0
) (
    input wire CLKIN1, input wire CLKFBIN, input wire RST, input wire PWRDWN,
    output wire CLKFBOUT, output wire CLKOUT0, output wire LOCKED
);
endmodule
`ifndef XDMA_BITS
`define XDMA_BITS 128
`endif
`ifdef XDMA_4
`define XDMA_CHANNELS 4
`elsif XDMA_3
`define XDMA_CHANNELS 3
`elsif XDMA_2
`define XDMA_CHANNELS 2
`else
`define XDMA_CHANNELS 1
`endif
(* blackbox *) module xdma_0 (
    input  wire                    sys_clk,
`ifdef XDMA_GT
    input  wire                    sys_clk_gt,
`endif
    input  wire                    sys_rst_n,
    input  wire [3:0]              pci_exp_rxp,
    input  wire [3:0]              pci_exp_rxn,
    output wire [3:0]              pci_exp_txp,
    output wire [3:0]              pci_exp_txn,
    output wire                    axi_aclk,
    output wire                    axi_aresetn,
    output wire                    user_lnk_up,
    input  wire [`XDMA_CHANNELS-1:0] usr_irq_req,
    output wire [`XDMA_CHANNELS-1:0] usr_irq_ack,
    output wire [31:0]             m_axil_awaddr,
    output wire [2:0]              m_axil_awprot,
    output wire                    m_axil_awvalid,
    input  wire                    m_axil_awready,
    output wire [31:0]             m_axil_wdata,
    output wire [3:0]              m_axil_wstrb,
    output wire                    m_axil_wvalid,
    input  wire                    m_axil_wready,
    input  wire                    m_axil_bvalid,
    input  wire [1:0]              m_axil_bresp,
    output wire                    m_axil_bready,
    output wire [31:0]             m_axil_araddr,
    output wire [2:0]              m_axil_arprot,
    output wire                    m_axil_arvalid,
    input  wire                    m_axil_arready,
    input  wire [31:0]             m_axil_rdata,
    input  wire [1:0]              m_axil_rresp,
    input  wire                    m_axil_rvalid,
    output wire                    m_axil_rready,
    output wire [`XDMA_BITS-1:0]   m_axis_h2c_tdata_0,
    output wire [`XDMA_BITS/8-1:0] m_axis_h2c_tkeep_0,
    output wire                    m_axis_h2c_tlast_0,
    output wire                    m_axis_h2c_tvalid_0,
    input  wire                    m_axis_h2c_tready_0,
    input  wire [`XDMA_BITS-1:0]   s_axis_c2h_tdata_0,
    input  wire [`XDMA_BITS/8-1:0] s_axis_c2h_tkeep_0,
    input  wire                    s_axis_c2h_tlast_0,
    input  wire                    s_axis_c2h_tvalid_0,
    output wire                    s_axis_c2h_tready_0
`ifdef XDMA_2
    ,
    output wire [`XDMA_BITS-1:0]   m_axis_h2c_tdata_1,
    output wire [`XDMA_BITS/8-1:0] m_axis_h2c_tkeep_1,
    output wire                    m_axis_h2c_tlast_1,
    output wire                    m_axis_h2c_tvalid_1,
    input  wire                    m_axis_h2c_tready_1,
    input  wire [`XDMA_BITS-1:0]   s_axis_c2h_tdata_1,
    input  wire [`XDMA_BITS/8-1:0] s_axis_c2h_tkeep_1,
    input  wire                    s_axis_c2h_tlast_1,
    input  wire                    s_axis_c2h_tvalid_1,
    output wire                    s_axis_c2h_tready_1
`endif
`ifdef XDMA_3
    ,
    output wire [`XDMA_BITS-1:0]   m_axis_h2c_tdata_2,
    output wire [`XDMA_BITS/8-1:0] m_axis_h2c_tkeep_2,
    output wire                    m_axis_h2c_tlast_2,
    output wire                    m_axis_h2c_tvalid_2,
    input  wire                    m_axis_h2c_tready_2,
    input  wire [`XDMA_BITS-1:0]   s_axis_c2h_tdata_2,
    input  wire [`XDMA_BITS/8-1:0] s_axis_c2h_tkeep_2,
    input  wire                    s_axis_c2h_tlast_2,
    input  wire                    s_axis_c2h_tvalid_2,
    output wire                    s_axis_c2h_tready_2
`endif
`ifdef XDMA_4
    ,
    output wire [`XDMA_BITS-1:0]   m_axis_h2c_tdata_3,
    output wire [`XDMA_BITS/8-1:0] m_axis_h2c_tkeep_3,
    output wire                    m_axis_h2c_tlast_3,
    output wire                    m_axis_h2c_tvalid_3,
    input  wire                    m_axis_h2c_tready_3,
    input  wire [`XDMA_BITS-1:0]   s_axis_c2h_tdata_3,
    input  wire [`XDMA_BITS/8-1:0] s_axis_c2h_tkeep_3,
    input  wire                    s_axis_c2h_tlast_3,
    input  wire                    s_axis_c2h_tvalid_3,
    output wire                    s_axis_c2h_tready_3
`endif
);
endmodule
// The block design of boards with Zynq (rtl/links/tops/axidma.tcl), as its wrapper shows it.
(* blackbox *) module zynq_system (
    output wire                    clk,
    output wire                    resetn,
    output wire [39:0]             m_axil_awaddr,
    output wire [2:0]              m_axil_awprot,
    output wire                    m_axil_awvalid,
    input  wire                    m_axil_awready,
    output wire [31:0]             m_axil_wdata,
    output wire [3:0]              m_axil_wstrb,
    output wire                    m_axil_wvalid,
    input  wire                    m_axil_wready,
    input  wire                    m_axil_bvalid,
    input  wire [1:0]              m_axil_bresp,
    output wire                    m_axil_bready,
    output wire [39:0]             m_axil_araddr,
    output wire [2:0]              m_axil_arprot,
    output wire                    m_axil_arvalid,
    input  wire                    m_axil_arready,
    input  wire [31:0]             m_axil_rdata,
    input  wire [1:0]              m_axil_rresp,
    input  wire                    m_axil_rvalid,
    output wire                    m_axil_rready,
    output wire [`XDMA_BITS-1:0]   m_axis_mm2s_tdata,
    output wire [`XDMA_BITS/8-1:0] m_axis_mm2s_tkeep,
    output wire                    m_axis_mm2s_tlast,
    output wire                    m_axis_mm2s_tvalid,
    input  wire                    m_axis_mm2s_tready,
    input  wire [`XDMA_BITS-1:0]   s_axis_s2mm_tdata,
    input  wire [`XDMA_BITS/8-1:0] s_axis_s2mm_tkeep,
    input  wire                    s_axis_s2mm_tlast,
    input  wire                    s_axis_s2mm_tvalid,
    output wire                    s_axis_s2mm_tready
);
endmodule
