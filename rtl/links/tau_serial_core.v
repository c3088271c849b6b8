// SPDX-License-Identifier: MIT
// A core at the end of a serial link: registers and packets over two wires.
//
//   rx, tx ── tau_serial ── AXI4-Lite ─────────────────────> tau_guarded: core and guard
//                 ├─ words ── tau_repack ── LANES ──────────>  │
//                 └─ words <─ tau_repack <─ OUT_LANES ─────────┘
//
// While RUN is 0 words that wait are forgotten: the next run starts clean.
`default_nettype none
`include "tauflow_shape.vh"
module tau_serial_core #(
    parameter CLOCKS = 16,                 // cycles per bit, as in tau_uart
    parameter WAIT_W = 16,                 // as in tau_serial
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rx,
    output wire       tx,
    // for LEDs
    output wire       opened,
    output wire       frame_good,
    output wire       frame_bad,
    output wire       run,
    output wire [1:0] moves                // a word moves: to the core, from it
);
    localparam OUT_CW = $clog2(OUT_LANES + 1);
    localparam [OUT_CW-1:0] OUT_ALL = OUT_LANES[OUT_CW-1:0];

    wire                    awvalid, awready, wvalid, wready, bvalid, bready;
    wire                    arvalid, arready, rvalid, rready;
    wire [11:0]             awaddr, araddr;
    wire [31:0]             wdata, rdata;
    wire                    to_valid, to_ready, from_valid, from_ready;
    wire [31:0]             to_data, from_data;
    wire                    in_valid, in_ready, out_valid, out_ready;
    wire [32*LANES-1:0]     in_data;
    wire [32*OUT_LANES-1:0] out_data;

    tau_serial #(.CLOCKS(CLOCKS), .WAIT_W(WAIT_W)) serial (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx),
        .m_axil_awvalid(awvalid), .m_axil_awready(awready), .m_axil_awaddr(awaddr),
        .m_axil_wvalid(wvalid), .m_axil_wready(wready), .m_axil_wdata(wdata),
        .m_axil_bvalid(bvalid), .m_axil_bready(bready),
        .m_axil_arvalid(arvalid), .m_axil_arready(arready), .m_axil_araddr(araddr),
        .m_axil_rvalid(rvalid), .m_axil_rready(rready), .m_axil_rdata(rdata),
        .run(run),
        .to_valid(to_valid), .to_ready(to_ready), .to_data(to_data),
        .from_valid(from_valid), .from_ready(from_ready), .from_data(from_data),
        .opened(opened), .frame_good(frame_good), .frame_bad(frame_bad)
    );

    tau_repack #(.IN_N(1), .OUT_N(LANES), .CLOSE(0)) to_core (
        .clk(clk), .run(run),
        .in_valid(to_valid), .in_ready(to_ready), .in_data(to_data), .in_words(1'b1),
        .in_last(1'b0),
        .out_valid(in_valid), .out_ready(in_ready), .out_data(in_data), .out_words(), .out_last()
    );

    tau_guarded #(.FLIGHT_W(6), `TAUFLOW_SHAPE_PASS) core (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata),
        .s_axil_wstrb(4'b1111),
        .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(),
        .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr),
        .s_axil_rvalid(rvalid), .s_axil_rready(rready), .s_axil_rdata(rdata), .s_axil_rresp(),
        .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(),
        .run(run)
    );

    tau_repack #(.IN_N(OUT_LANES), .OUT_N(1), .CLOSE(0)) from_core (
        .clk(clk), .run(run),
        .in_valid(out_valid), .in_ready(out_ready), .in_data(out_data), .in_words(OUT_ALL),
        .in_last(1'b0),
        .out_valid(from_valid), .out_ready(from_ready), .out_data(from_data), .out_words(),
        .out_last()
    );
    assign moves = {from_valid && from_ready, to_valid && to_ready};
endmodule
`default_nettype wire
