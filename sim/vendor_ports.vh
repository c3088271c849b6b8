// SPDX-License-Identifier: MIT
// Ports of what the boards take from AMD and a test may play, told once: for the outsides of these
// parts (sim/vendor.v) and for those played by hand (sim/board_tops.v). DRIVEN is what the player
// drives: a wire where nobody plays.
`ifndef XDMA_BITS
`define XDMA_BITS 128
`endif
`ifndef DRIVEN
`define DRIVEN wire
`endif

`define GT_BUFFER_PORTS \
    input wire I, input wire IB, input wire CEB, output wire O, output wire ODIV2
`define MMCM_PARAMETERS \
    parameter CLKIN1_PERIOD = 0.0, parameter CLKFBOUT_MULT_F = 5.0, parameter CLKOUT0_DIVIDE_F = 1.0
`define MMCM_PORTS(kind) \
    input wire CLKIN1, input wire CLKFBIN, input wire RST, input wire PWRDWN, \
    output wire CLKFBOUT, output kind CLKOUT0, output kind LOCKED

// An AXI4-Lite master with addresses of so many bits.
`define AXIL_MASTER_PORTS(bits) \
    output `DRIVEN [bits-1:0] m_axil_awaddr, \
    output wire    [2:0]      m_axil_awprot, \
    output `DRIVEN            m_axil_awvalid, \
    input  wire               m_axil_awready, \
    output `DRIVEN [31:0]     m_axil_wdata, \
    output `DRIVEN [3:0]      m_axil_wstrb, \
    output `DRIVEN            m_axil_wvalid, \
    input  wire               m_axil_wready, \
    input  wire               m_axil_bvalid, \
    input  wire    [1:0]      m_axil_bresp, \
    output `DRIVEN            m_axil_bready, \
    output `DRIVEN [bits-1:0] m_axil_araddr, \
    output wire    [2:0]      m_axil_arprot, \
    output `DRIVEN            m_axil_arvalid, \
    input  wire               m_axil_arready, \
    input  wire    [31:0]     m_axil_rdata, \
    input  wire    [1:0]      m_axil_rresp, \
    input  wire               m_axil_rvalid, \
    output `DRIVEN            m_axil_rready

// A stream each way: from the host, and to it; k ends its names.
`define DMA_PORTS(from, to, k) \
    output `DRIVEN [`XDMA_BITS-1:0]   m_axis_``from``_tdata``k, \
    output `DRIVEN [`XDMA_BITS/8-1:0] m_axis_``from``_tkeep``k, \
    output `DRIVEN                    m_axis_``from``_tlast``k, \
    output `DRIVEN                    m_axis_``from``_tvalid``k, \
    input  wire                       m_axis_``from``_tready``k, \
    input  wire    [`XDMA_BITS-1:0]   s_axis_``to``_tdata``k, \
    input  wire    [`XDMA_BITS/8-1:0] s_axis_``to``_tkeep``k, \
    input  wire                       s_axis_``to``_tlast``k, \
    input  wire                       s_axis_``to``_tvalid``k, \
    output `DRIVEN                    s_axis_``to``_tready``k

// The XDMA subsystem.
`ifdef XDMA_4
`define XDMA_CHANNELS 4
`define XDMA_STREAMS \
    `DMA_PORTS(h2c, c2h, _0), `DMA_PORTS(h2c, c2h, _1), \
    `DMA_PORTS(h2c, c2h, _2), `DMA_PORTS(h2c, c2h, _3)
`elsif XDMA_3
`define XDMA_CHANNELS 3
`define XDMA_STREAMS \
    `DMA_PORTS(h2c, c2h, _0), `DMA_PORTS(h2c, c2h, _1), `DMA_PORTS(h2c, c2h, _2)
`elsif XDMA_2
`define XDMA_CHANNELS 2
`define XDMA_STREAMS \
    `DMA_PORTS(h2c, c2h, _0), `DMA_PORTS(h2c, c2h, _1)
`else
`define XDMA_CHANNELS 1
`define XDMA_STREAMS `DMA_PORTS(h2c, c2h, _0)
`endif
`ifdef XDMA_GT
`define XDMA_CLOCKS input wire sys_clk, input wire sys_clk_gt
`else
`define XDMA_CLOCKS input wire sys_clk
`endif
`define XDMA_PORTS \
    `XDMA_CLOCKS, \
    input  wire       sys_rst_n, \
    input  wire [3:0] pci_exp_rxp, \
    input  wire [3:0] pci_exp_rxn, \
    output wire [3:0] pci_exp_txp, \
    output wire [3:0] pci_exp_txn, \
    output wire       axi_aclk, \
    output wire       axi_aresetn, \
    output `DRIVEN    user_lnk_up, \
    input  wire [`XDMA_CHANNELS-1:0] usr_irq_req, \
    output wire [`XDMA_CHANNELS-1:0] usr_irq_ack, \
    `AXIL_MASTER_PORTS(32), \
    `XDMA_STREAMS
