// SPDX-License-Identifier: MIT
// A core between the streams of AMD's AXI DMA: as tau_xdma, but a transfer of results has an end
// (tlast), which that DMA waits for. The host tells how many blocks a transfer has before it begins
// one (register TRANSFER), and results wait until then: none gets into a transfer of before.
//
//   s_axil ──┬───────────────────────────────> tau_xdma: core, guard, padding
//   s_axis_h2c (MM2S) ────────────────────────>    │
//   m_axis_c2h (S2MM) <── tau_block_ends <─────────┘
//             └ TRANSFER ──────┘
`default_nettype none
`include "axil.vh"
`include "dma_streams.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_axidma #(
    parameter DMA_W    = 128,              // bits of the DMA streams: 64, 128 or 256
    parameter FLIGHT_W = 6,                // 2^this samples may be in the core
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire               clk,
    input  wire               rst,
    // registers: AXI4-Lite
    `TAU_AXIL_SLAVE,
    // from the host, and to it: full beats
    `TAU_DMA_STREAMS,
    // for LEDs
    output wire               run
);
    localparam BLOCK_W = 20;

    wire             beat_valid, beat_ready, write;
    wire [DMA_W-1:0] beat_data;
    wire [11:0]      write_address;
    wire [31:0]      write_data;

    tau_xdma #(.DMA_W(DMA_W), .FLIGHT_W(FLIGHT_W), .EVENTS(0), `TAUFLOW_SHAPE_PASS) core (
        .clk(clk), .rst(rst),
        `TAU_AXIL_WITHIN, .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
        .s_axis_h2c_tvalid(s_axis_h2c_tvalid), .s_axis_h2c_tready(s_axis_h2c_tready),
        .s_axis_h2c_tdata(s_axis_h2c_tdata), .s_axis_h2c_tkeep(s_axis_h2c_tkeep),
        .s_axis_h2c_tlast(s_axis_h2c_tlast),
        .m_axis_c2h_tvalid(beat_valid), .m_axis_c2h_tready(beat_ready),
        .m_axis_c2h_tdata(beat_data), .m_axis_c2h_tkeep(m_axis_c2h_tkeep), .m_axis_c2h_tlast(),
        .irq_req(), .irq_ack(1'b0), .run(run)
    );

    tau_axil_snoop snoop (
        .clk(clk), .rst(rst),
        `TAU_AXIL_HEARD,
        .write(write), .write_address(write_address), .write_data(write_data), .run()
    );
    wire unused_blocks = &{1'b0, write_data[31:BLOCK_W]};

    tau_block_ends #(.W(DMA_W), .BLOCK(8 * `TAUFLOW_DMA_MULTIPLE / DMA_W), .BLOCK_W(BLOCK_W)) ends (
        .clk(clk), .run(run),
        .start(write && write_address == `TAUFLOW_REG_TRANSFER),
        .blocks(write_data[BLOCK_W-1:0]),
        .in_valid(beat_valid), .in_ready(beat_ready), .in_data(beat_data),
        .out_valid(m_axis_c2h_tvalid), .out_ready(m_axis_c2h_tready),
        .out_data(m_axis_c2h_tdata), .out_last(m_axis_c2h_tlast)
    );
endmodule
`default_nettype wire
