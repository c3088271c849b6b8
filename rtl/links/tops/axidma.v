// SPDX-License-Identifier: MIT
// Top of a board with Zynq UltraScale+: a core beside the processors, its packets through AXI DMA.
// Clock, reset, registers and streams come from the block design zynq_system (axidma.tcl); the only
// pins are LEDs. Its facts (board.def) come as macros; facts.tcl prints them. Pins: those of its
// constraints. Not yet run on Vivado.
`default_nettype none
`include "tauflow_shape.vh"
module `BOARD #(
    parameter DMA_W = `BOARD_DMA_BITS,     // as in tau_axidma; the DMA must be made for it
    `TAUFLOW_SHAPE_PARAMETERS
) (
    output wire [7:0] led
);
    wire               clk, resetn, run;
    wire               awvalid, awready, wvalid, wready, bvalid, bready;
    wire               arvalid, arready, rvalid, rready;
    wire [31:0]        wdata, rdata;
    wire [39:0]        awaddr, araddr;     // the window repeats where it is given more
    wire [3:0]         wstrb;
    wire [1:0]         bresp, rresp;
    wire               h2c_valid, h2c_ready, h2c_last, c2h_valid, c2h_ready, c2h_last;
    wire [DMA_W-1:0]   h2c_data, c2h_data;
    wire [DMA_W/8-1:0] h2c_keep, c2h_keep;

    zynq_system system (
        .clk(clk), .resetn(resetn),
        .m_axil_awaddr(awaddr), .m_axil_awprot(), .m_axil_awvalid(awvalid),
        .m_axil_awready(awready),
        .m_axil_wdata(wdata), .m_axil_wstrb(wstrb), .m_axil_wvalid(wvalid), .m_axil_wready(wready),
        .m_axil_bvalid(bvalid), .m_axil_bresp(bresp), .m_axil_bready(bready),
        .m_axil_araddr(araddr), .m_axil_arprot(), .m_axil_arvalid(arvalid),
        .m_axil_arready(arready),
        .m_axil_rdata(rdata), .m_axil_rresp(rresp), .m_axil_rvalid(rvalid), .m_axil_rready(rready),
        .m_axis_mm2s_tdata(h2c_data), .m_axis_mm2s_tkeep(h2c_keep), .m_axis_mm2s_tlast(h2c_last),
        .m_axis_mm2s_tvalid(h2c_valid), .m_axis_mm2s_tready(h2c_ready),
        .s_axis_s2mm_tdata(c2h_data), .s_axis_s2mm_tkeep(c2h_keep), .s_axis_s2mm_tlast(c2h_last),
        .s_axis_s2mm_tvalid(c2h_valid), .s_axis_s2mm_tready(c2h_ready)
    );

    reg rst;
    always @(posedge clk)
        rst <= !resetn;

    tau_axidma #(.DMA_W(DMA_W), `TAUFLOW_SHAPE_PASS) core (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr[11:0]),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(wstrb),
        .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp),
        .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr[11:0]),
        .s_axil_rvalid(rvalid), .s_axil_rready(rready), .s_axil_rdata(rdata), .s_axil_rresp(rresp),
        .s_axis_h2c_tvalid(h2c_valid), .s_axis_h2c_tready(h2c_ready),
        .s_axis_h2c_tdata(h2c_data), .s_axis_h2c_tkeep(h2c_keep), .s_axis_h2c_tlast(h2c_last),
        .m_axis_c2h_tvalid(c2h_valid), .m_axis_c2h_tready(c2h_ready),
        .m_axis_c2h_tdata(c2h_data), .m_axis_c2h_tkeep(c2h_keep), .m_axis_c2h_tlast(c2h_last),
        .run(run)
    );

    tau_leds leds (
        .board_clk(clk), .clk(clk), .rst(rst), .link(resetn), .run(run),
        .moves({c2h_valid && c2h_ready, h2c_valid && h2c_ready}), .led(led)
    );
endmodule
`default_nettype wire
