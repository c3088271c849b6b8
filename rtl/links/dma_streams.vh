// SPDX-License-Identifier: MIT
// The ports of the streams of DMA_W bits, one each way, between DMA and core. From the host tkeep
// may have zeros at its upper end in any beat, in whole words; to the host all beats are full.
`ifndef TAU_DMA_STREAMS
`define TAU_DMA_STREAMS \
    input  wire               s_axis_h2c_tvalid, \
    output wire               s_axis_h2c_tready, \
    input  wire [DMA_W-1:0]   s_axis_h2c_tdata, \
    input  wire [DMA_W/8-1:0] s_axis_h2c_tkeep, \
    input  wire               s_axis_h2c_tlast, \
    output wire               m_axis_c2h_tvalid, \
    input  wire               m_axis_c2h_tready, \
    output wire [DMA_W-1:0]   m_axis_c2h_tdata, \
    output wire [DMA_W/8-1:0] m_axis_c2h_tkeep, \
    output wire               m_axis_c2h_tlast
`endif
