// SPDX-License-Identifier: MIT
// tau_xdma with a clock of its own for the core: registers and streams of the DMA's clock cross in
// seven queues (tau_async_queue). For cores that do not reach the clock of the DMA, or that could
// run faster.
//
//   s_axil aw, w, ar ──> queues ──> s_axil of tau_xdma      clk │ core_clk
//   s_axil b, r <─────── queues <──
//   s_axis_h2c ────────> queue ───> s_axis_h2c
//   m_axis_c2h <──────── queue <─── m_axis_c2h
//
// While RUN is 0 words in the queues are dropped, as the core drops its own.
`default_nettype none
`include "axil.vh"
`include "dma_streams.vh"
`include "tauflow_shape.vh"
module tau_xdma_clocks #(
    parameter DMA_W    = 128,              // as in tau_xdma
    parameter FLIGHT_W = 6,
    parameter QUEUE_W  = 4,                // 2^this beats of each stream may cross at once
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire               clk,         // of the DMA: all ports but core_clk
    input  wire               rst,
    input  wire               core_clk,
    // registers: AXI4-Lite
    `TAU_AXIL_SLAVE,
    // from the host, and to it: full beats and no end
    `TAU_DMA_STREAMS,
    // interrupt when a result waits, as in tau_xdma
    output wire               irq_req,
    input  wire               irq_ack,
    // for LEDs
    output wire               run
);
    wire dma_rst, core_rst;
    tau_reset_pair resets (
        .clk(clk), .ask(rst), .rst(dma_rst), .other_clk(core_clk), .other_rst(core_rst)
    );

    // ---- registers
    wire        awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
    wire [11:0] awaddr, araddr;
    wire [31:0] wdata, rdata, crossed_rdata;
    wire [3:0]  wstrb;
    wire [1:0]  bresp, rresp;

    // One write and one read at a time, as a core takes them: tau_events hears them.
    reg  address_sent, word_sent, read_sent;
    wire address_room, word_room, read_room;
    assign s_axil_awready = address_room && !address_sent;
    assign s_axil_wready  = word_room && !word_sent;
    assign s_axil_arready = read_room && !read_sent;
    always @(posedge clk) begin
        if (dma_rst || (s_axil_bvalid && s_axil_bready))
            {address_sent, word_sent} <= 2'b00;
        else begin
            address_sent <= address_sent || (s_axil_awvalid && s_axil_awready);
            word_sent    <= word_sent || (s_axil_wvalid && s_axil_wready);
        end
        read_sent <= !dma_rst && !(s_axil_rvalid && s_axil_rready) &&
                     (read_sent || (s_axil_arvalid && s_axil_arready));
    end

    tau_async_queue #(.W(12), .DEPTH_W(1)) write_address (
        .in_clk(clk), .in_rst(dma_rst),
        .in_valid(s_axil_awvalid && !address_sent), .in_ready(address_room),
        .in_data(s_axil_awaddr),
        .out_clk(core_clk), .out_rst(core_rst),
        .out_valid(awvalid), .out_ready(awready), .out_data(awaddr)
    );
    tau_async_queue #(.W(36), .DEPTH_W(1)) write_word (
        .in_clk(clk), .in_rst(dma_rst),
        .in_valid(s_axil_wvalid && !word_sent), .in_ready(word_room),
        .in_data({s_axil_wstrb, s_axil_wdata}),
        .out_clk(core_clk), .out_rst(core_rst),
        .out_valid(wvalid), .out_ready(wready), .out_data({wstrb, wdata})
    );
    tau_async_queue #(.W(2), .DEPTH_W(1)) write_answer (
        .in_clk(core_clk), .in_rst(core_rst),
        .in_valid(bvalid), .in_ready(bready), .in_data(bresp),
        .out_clk(clk), .out_rst(dma_rst),
        .out_valid(s_axil_bvalid), .out_ready(s_axil_bready), .out_data(s_axil_bresp)
    );
    tau_async_queue #(.W(12), .DEPTH_W(1)) read_address (
        .in_clk(clk), .in_rst(dma_rst),
        .in_valid(s_axil_arvalid && !read_sent), .in_ready(read_room),
        .in_data(s_axil_araddr),
        .out_clk(core_clk), .out_rst(core_rst),
        .out_valid(arvalid), .out_ready(arready), .out_data(araddr)
    );
    tau_async_queue #(.W(34), .DEPTH_W(1)) read_answer (
        .in_clk(core_clk), .in_rst(core_rst),
        .in_valid(rvalid), .in_ready(rready), .in_data({rresp, rdata}),
        .out_clk(clk), .out_rst(dma_rst),
        .out_valid(s_axil_rvalid), .out_ready(s_axil_rready),
        .out_data({s_axil_rresp, crossed_rdata})
    );

    // ---- streams; of a beat's bytes only whole words count, so one bit per word crosses
    localparam DMA_N = DMA_W / 32;
    wire               h2c_valid, h2c_ready, c2h_valid, c2h_ready, crossed;
    wire [DMA_W-1:0]   h2c_data, c2h_data;
    wire [DMA_N-1:0]   words_in, words_out;
    wire [DMA_W/8-1:0] h2c_keep;
    genvar g;
    generate
        for (g = 0; g < DMA_N; g = g + 1) begin : keep
            assign words_in[g]        = &s_axis_h2c_tkeep[4*g +: 4];
            assign h2c_keep[4*g +: 4] = {4{words_out[g]}};
        end
    endgenerate
    wire unused_ends = &{1'b0, s_axis_h2c_tlast};

    tau_async_queue #(.W(DMA_W + DMA_N), .DEPTH_W(QUEUE_W)) from_host (
        .in_clk(clk), .in_rst(dma_rst),
        .in_valid(s_axis_h2c_tvalid), .in_ready(s_axis_h2c_tready),
        .in_data({words_in, s_axis_h2c_tdata}),
        .out_clk(core_clk), .out_rst(core_rst),
        .out_valid(h2c_valid), .out_ready(h2c_ready), .out_data({words_out, h2c_data})
    );
    tau_async_queue #(.W(DMA_W), .DEPTH_W(QUEUE_W)) to_host (
        .in_clk(core_clk), .in_rst(core_rst),
        .in_valid(c2h_valid), .in_ready(c2h_ready), .in_data(c2h_data),
        .out_clk(clk), .out_rst(dma_rst),
        .out_valid(crossed), .out_ready(m_axis_c2h_tready || !run), .out_data(m_axis_c2h_tdata)
    );
    assign m_axis_c2h_tvalid = crossed && run;
    assign m_axis_c2h_tkeep  = {DMA_W / 8{1'b1}};
    assign m_axis_c2h_tlast  = 1'b0;

    // ---- core
    wire core_run;
    (* ASYNC_REG = "TRUE" *) reg [1:0] run_seen;
    always @(posedge clk)
        run_seen <= dma_rst ? 2'b00 : {run_seen[0], core_run};
    assign run = run_seen[1];

    tau_xdma #(.DMA_W(DMA_W), .FLIGHT_W(FLIGHT_W), .EVENTS(0), `TAUFLOW_SHAPE_PASS) core (
        .clk(core_clk), .rst(core_rst),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(wstrb),
        .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp),
        .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr),
        .s_axil_rvalid(rvalid), .s_axil_rready(rready), .s_axil_rdata(rdata), .s_axil_rresp(rresp),
        .s_axis_h2c_tvalid(h2c_valid), .s_axis_h2c_tready(h2c_ready),
        .s_axis_h2c_tdata(h2c_data), .s_axis_h2c_tkeep(h2c_keep), .s_axis_h2c_tlast(1'b0),
        .m_axis_c2h_tvalid(c2h_valid), .m_axis_c2h_tready(c2h_ready),
        .m_axis_c2h_tdata(c2h_data), .m_axis_c2h_tkeep(), .m_axis_c2h_tlast(),
        .irq_req(), .irq_ack(1'b0), .run(core_run)
    );

    // ---- interrupt, on the DMA's side
    tau_events events (
        .clk(clk), .rst(dma_rst),
        `TAU_AXIL_HEARD,
        .arvalid(s_axil_arvalid), .arready(s_axil_arready), .araddr(s_axil_araddr),
        .core_rdata(crossed_rdata), .rdata(s_axil_rdata),
        .there(m_axis_c2h_tvalid), .irq_req(irq_req), .irq_ack(irq_ack)
    );
endmodule
`default_nettype wire
