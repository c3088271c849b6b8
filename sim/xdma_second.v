// SPDX-License-Identifier: MIT
// The second of two cores after one XDMA subsystem, with the ports of tau_xdma, for the tests of
// that: registers go through the splitter, and the first core must stay as it is.
`default_nettype none
`include "axil.vh"
`include "dma_streams.vh"
`include "tauflow_shape.vh"
module xdma_second #(
    parameter DMA_W    = 128,
    parameter FLIGHT_W = 6,
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire               clk,
    input  wire               rst,
    `TAU_AXIL_SLAVE,
    `TAU_DMA_STREAMS,
    output wire               irq_req,
    input  wire               irq_ack,
    output wire               run
);
    wire               first_valid, first_ready, first_last, first_run, first_req;
    wire [DMA_W-1:0]   first_data;
    wire [DMA_W/8-1:0] first_keep;
    tau_xdma_cores #(.CORES(2), .DMA_W(DMA_W), .FLIGHT_W(FLIGHT_W), `TAUFLOW_SHAPE_PASS) cores (
        .clk(clk), .rst(rst), .core_clk(1'b0),
        .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
        .s_axil_awaddr({20'd1, s_axil_awaddr}),
        .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata),
        .s_axil_wstrb(s_axil_wstrb),
        .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp),
        .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
        .s_axil_araddr({20'd1, s_axil_araddr}),
        .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp),
        .s_axis_h2c_tvalid({s_axis_h2c_tvalid, 1'b0}),
        .s_axis_h2c_tready({s_axis_h2c_tready, first_ready}),
        .s_axis_h2c_tdata({s_axis_h2c_tdata, {DMA_W{1'b0}}}),
        .s_axis_h2c_tkeep({s_axis_h2c_tkeep, {DMA_W / 8{1'b0}}}),
        .s_axis_h2c_tlast({s_axis_h2c_tlast, 1'b0}),
        .m_axis_c2h_tvalid({m_axis_c2h_tvalid, first_valid}),
        .m_axis_c2h_tready({m_axis_c2h_tready, 1'b1}),
        .m_axis_c2h_tdata({m_axis_c2h_tdata, first_data}),
        .m_axis_c2h_tkeep({m_axis_c2h_tkeep, first_keep}),
        .m_axis_c2h_tlast({m_axis_c2h_tlast, first_last}),
        .irq_req({irq_req, first_req}), .irq_ack({irq_ack, 1'b0}),
        .run({run, first_run})
    );
    wire unused_first = &{1'b0, first_ready, first_data, first_keep, first_last};
    always @(posedge clk)
        if (!rst && (first_run || first_valid || first_req))
            $error("what was meant for the second core reached the first");
endmodule
`default_nettype wire
