// SPDX-License-Identifier: MIT
// Several cores after one XDMA subsystem, one per channel: core c has the registers from c x 4 KiB
// on and streams c. All have the same shape and the same clock, that of the DMA or one of their
// own; each is loaded and run by itself.
`default_nettype none
`include "tauflow_shape.vh"
module tau_xdma_cores #(
    parameter CORES     = 2,               // 1..4: channels that XDMA has
    parameter OWN_CLOCK = 0,               // 1: cores run on core_clk (tau_xdma_clocks)
    parameter DMA_W     = 128,             // as in tau_xdma
    parameter FLIGHT_W  = 6,
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                     clk,   // of the DMA: all ports but core_clk
    input  wire                     rst,
    input  wire                     core_clk, // with OWN_CLOCK
    // registers: AXI4-Lite
    input  wire                     s_axil_awvalid,
    output wire                     s_axil_awready,
    input  wire [31:0]              s_axil_awaddr,
    input  wire                     s_axil_wvalid,
    output wire                     s_axil_wready,
    input  wire [31:0]              s_axil_wdata,
    input  wire [3:0]               s_axil_wstrb,
    output wire                     s_axil_bvalid,
    input  wire                     s_axil_bready,
    output wire [1:0]               s_axil_bresp,
    input  wire                     s_axil_arvalid,
    output wire                     s_axil_arready,
    input  wire [31:0]              s_axil_araddr,
    output wire                     s_axil_rvalid,
    input  wire                     s_axil_rready,
    output wire [31:0]              s_axil_rdata,
    output wire [1:0]               s_axil_rresp,
    // from the host, stream c in bits c
    input  wire [CORES-1:0]         s_axis_h2c_tvalid,
    output wire [CORES-1:0]         s_axis_h2c_tready,
    input  wire [DMA_W*CORES-1:0]   s_axis_h2c_tdata,
    input  wire [DMA_W*CORES/8-1:0] s_axis_h2c_tkeep,
    input  wire [CORES-1:0]         s_axis_h2c_tlast,
    // to the host
    output wire [CORES-1:0]         m_axis_c2h_tvalid,
    input  wire [CORES-1:0]         m_axis_c2h_tready,
    output wire [DMA_W*CORES-1:0]   m_axis_c2h_tdata,
    output wire [DMA_W*CORES/8-1:0] m_axis_c2h_tkeep,
    output wire [CORES-1:0]         m_axis_c2h_tlast,
    // interrupts when results wait, as in tau_xdma
    output wire [CORES-1:0]         irq_req,
    input  wire [CORES-1:0]         irq_ack,
    // for LEDs
    output wire [CORES-1:0]         run
);
    initial
        if (CORES < 1 || CORES > 4) $error("tau_xdma_cores: CORES is %0d, must be 1..4", CORES);

    wire [CORES-1:0]    awvalid, awready, wvalid, wready, bvalid, bready;
    wire [CORES-1:0]    arvalid, arready, rvalid, rready;
    wire [11:0]         awaddr, araddr;
    wire [31:0]         wdata;
    wire [3:0]          wstrb;
    wire [32*CORES-1:0] rdata;
    wire [2*CORES-1:0]  bresp, rresp;

    tau_axil_split #(.N(CORES)) split (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
        .s_axil_awaddr(s_axil_awaddr),
        .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata),
        .s_axil_wstrb(s_axil_wstrb),
        .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp),
        .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
        .s_axil_araddr(s_axil_araddr),
        .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp),
        .m_axil_awvalid(awvalid), .m_axil_awready(awready), .m_axil_awaddr(awaddr),
        .m_axil_wvalid(wvalid), .m_axil_wready(wready), .m_axil_wdata(wdata), .m_axil_wstrb(wstrb),
        .m_axil_bvalid(bvalid), .m_axil_bready(bready), .m_axil_bresp(bresp),
        .m_axil_arvalid(arvalid), .m_axil_arready(arready), .m_axil_araddr(araddr),
        .m_axil_rvalid(rvalid), .m_axil_rready(rready), .m_axil_rdata(rdata), .m_axil_rresp(rresp)
    );

    // Ports of a core of either kind.
    `define TAU_CHANNEL \
        .clk(clk), .rst(rst), \
        .s_axil_awvalid(awvalid[c]), .s_axil_awready(awready[c]), .s_axil_awaddr(awaddr), \
        .s_axil_wvalid(wvalid[c]), .s_axil_wready(wready[c]), .s_axil_wdata(wdata), \
        .s_axil_wstrb(wstrb), \
        .s_axil_bvalid(bvalid[c]), .s_axil_bready(bready[c]), \
        .s_axil_bresp(bresp[2*c +: 2]), \
        .s_axil_arvalid(arvalid[c]), .s_axil_arready(arready[c]), .s_axil_araddr(araddr), \
        .s_axil_rvalid(rvalid[c]), .s_axil_rready(rready[c]), \
        .s_axil_rdata(rdata[32*c +: 32]), .s_axil_rresp(rresp[2*c +: 2]), \
        .s_axis_h2c_tvalid(s_axis_h2c_tvalid[c]), .s_axis_h2c_tready(s_axis_h2c_tready[c]), \
        .s_axis_h2c_tdata(s_axis_h2c_tdata[DMA_W*c +: DMA_W]), \
        .s_axis_h2c_tkeep(s_axis_h2c_tkeep[DMA_W/8*c +: DMA_W/8]), \
        .s_axis_h2c_tlast(s_axis_h2c_tlast[c]), \
        .m_axis_c2h_tvalid(m_axis_c2h_tvalid[c]), .m_axis_c2h_tready(m_axis_c2h_tready[c]), \
        .m_axis_c2h_tdata(m_axis_c2h_tdata[DMA_W*c +: DMA_W]), \
        .m_axis_c2h_tkeep(m_axis_c2h_tkeep[DMA_W/8*c +: DMA_W/8]), \
        .m_axis_c2h_tlast(m_axis_c2h_tlast[c]), \
        .irq_req(irq_req[c]), .irq_ack(irq_ack[c]), .run(run[c])
    genvar c;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : channel
            if (OWN_CLOCK != 0) begin : own
                tau_xdma_clocks #(.DMA_W(DMA_W), .FLIGHT_W(FLIGHT_W), `TAUFLOW_SHAPE_PASS) core (
                    .core_clk(core_clk), `TAU_CHANNEL
                );
            end else begin : shared
                tau_xdma #(.DMA_W(DMA_W), .FLIGHT_W(FLIGHT_W), `TAUFLOW_SHAPE_PASS) core (
                    `TAU_CHANNEL
                );
            end
        end
        if (OWN_CLOCK == 0) begin : one_clock
            wire unused_clk = &{1'b0, core_clk};
        end
    endgenerate
    `undef TAU_CHANNEL
endmodule
`default_nettype wire
