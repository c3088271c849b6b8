// SPDX-License-Identifier: MIT
// A core on the user side of the XDMA subsystem: registers over AXI4-Lite, packets over one
// stream each way, one clock.
//
//   s_axil ──────────────────────────────> tau_guarded: core and guard
//   s_axis_h2c ── tau_repack ── LANES ───────>  │
//   m_axis_c2h <─ tau_pad <─ tau_repack <───────┘ OUT_LANES
//
// What the host sees is bytes: packets of both directions follow each other without a gap, words
// least significant byte first, an output packet closed by a beat of the core with its check word
// and padded with zeros to a multiple of DMA_MULTIPLE bytes, as descriptors are (register GUARD).
// Where transfers from the host end has no meaning, and none to the host is ended here: descriptors
// are full when the host has what it asked for, and a packet that ended one early would leave a gap
// in the host's memory. While RUN is 0 whatever the host still sends is accepted and dropped, and a
// beat on offer is withdrawn: the next run starts clean.
`default_nettype none
`include "axil.vh"
`include "dma_streams.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_xdma #(
    parameter DMA_W        = 128,          // bits of the DMA streams: 64, 128 or 256
    parameter FLIGHT_W     = 6,            // 2^this samples may be in the core
    parameter EVENTS       = 1,            // 0: without the interrupt (tau_events)
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire               clk,
    input  wire               rst,
    // registers: AXI4-Lite
    `TAU_AXIL_SLAVE,
    // from the host, and to it: full beats and no end
    `TAU_DMA_STREAMS,
    // interrupt when a result waits: a bit of usr_irq_req, usr_irq_ack
    output wire               irq_req,
    input  wire               irq_ack,
    // for LEDs
    output wire               run
);
    localparam DMA_N  = DMA_W / 32;
    localparam DMA_CW = $clog2(DMA_N + 1);
    localparam OUT_CW = $clog2(OUT_LANES + 1);
    localparam [OUT_CW-1:0] OUT_ALL = OUT_LANES[OUT_CW-1:0];
    initial
        if (DMA_W != 64 && DMA_W != 128 && DMA_W != 256)
            $error("tau_xdma: DMA_W is %0d, must be 64, 128 or 256", DMA_W);

    wire unused_ends = &{1'b0, s_axis_h2c_tlast};

    // ---- from the host
    reg  [DMA_CW-1:0]   in_words;
    wire                in_ready;
    wire                lanes_valid, lanes_ready;
    wire [32*LANES-1:0] lanes_data;

    integer w;
    always @* begin
        in_words = {DMA_CW{1'b0}};
        for (w = 0; w < DMA_N; w = w + 1)
            in_words = in_words + {{DMA_CW - 1{1'b0}}, &s_axis_h2c_tkeep[4*w +: 4]};
    end
    assign s_axis_h2c_tready = in_ready || !run;

    tau_repack #(.IN_N(DMA_N), .OUT_N(LANES), .CLOSE(0)) from_host (
        .clk(clk), .run(run),
        .in_valid(s_axis_h2c_tvalid), .in_ready(in_ready), .in_data(s_axis_h2c_tdata),
        .in_words(in_words), .in_last(1'b0),
        .out_valid(lanes_valid), .out_ready(lanes_ready), .out_data(lanes_data), .out_words(),
        .out_last()
    );

    // ---- core
    wire [31:0]             core_rdata;
    wire                    out_valid, out_ready, out_last;
    wire [32*OUT_LANES-1:0] out_data;

    tau_guarded #(.FLIGHT_W(FLIGHT_W), .MULTIPLE(`TAUFLOW_DMA_MULTIPLE), `TAUFLOW_SHAPE_PASS)
    core (
        .clk(clk), .rst(rst),
        `TAU_AXIL_WITHIN, .s_axil_rdata(core_rdata), .s_axil_rresp(s_axil_rresp),
        .in_valid(lanes_valid), .in_ready(lanes_ready), .in_data(lanes_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last),
        .run(run)
    );

    // ---- to the host
    wire              beat_valid, beat_ready, beat_last;
    wire [DMA_W-1:0]  beat_data;
    wire [DMA_CW-1:0] beat_words;

    tau_repack #(.IN_N(OUT_LANES), .OUT_N(DMA_N), .CLOSE(1)) to_host (
        .clk(clk), .run(run),
        .in_valid(out_valid), .in_ready(out_ready), .in_data(out_data), .in_words(OUT_ALL),
        .in_last(out_last),
        .out_valid(beat_valid), .out_ready(beat_ready), .out_data(beat_data),
        .out_words(beat_words), .out_last(beat_last)
    );

    tau_pad #(.N(DMA_N), .BLOCK(8 * `TAUFLOW_DMA_MULTIPLE / DMA_W)) pad (
        .clk(clk), .run(run),
        .in_valid(beat_valid), .in_ready(beat_ready), .in_data(beat_data), .in_words(beat_words),
        .in_last(beat_last),
        .out_valid(m_axis_c2h_tvalid), .out_ready(m_axis_c2h_tready), .out_data(m_axis_c2h_tdata),
        .out_last()
    );
    assign m_axis_c2h_tkeep = {DMA_W / 8{1'b1}};
    assign m_axis_c2h_tlast = 1'b0;

    generate
        if (EVENTS != 0) begin : interrupt
            tau_events events (
                .clk(clk), .rst(rst),
                `TAU_AXIL_HEARD,
                .arvalid(s_axil_arvalid), .arready(s_axil_arready), .araddr(s_axil_araddr),
                .core_rdata(core_rdata), .rdata(s_axil_rdata),
                .there(m_axis_c2h_tvalid), .irq_req(irq_req), .irq_ack(irq_ack)
            );
        end else begin : silent
            assign s_axil_rdata = core_rdata;
            assign irq_req      = 1'b0;
            wire   unused_ack   = &{1'b0, irq_ack};
        end
    endgenerate
endmodule
`default_nettype wire
