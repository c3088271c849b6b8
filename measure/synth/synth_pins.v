// SPDX-License-Identifier: MIT
// A core between two shift registers, so that a place and route sees its logic and not its pins.
//
//   uart_rx --> shift register --> registers --> tau_top --> registers --> XOR --> led
//
// Every input of the core comes from a register and every output ends in one: nothing is constant,
// nothing is left out, and the clock of the core alone is measured. Its pins are some of those in
// constraints/ecp5_evn.lpf.
`default_nettype none
`include "tauflow_shape.vh"
module synth_pins #(
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk12,
    input  wire       rst_n,
    input  wire       uart_rx,
    output reg  [7:0] led
);
    localparam DATA_W = LANES * 32, OUT_DATA_W = OUT_LANES * 32;
    localparam IN_W  = 1 + 12 + 1 + 32 + 4 + 1 + 1 + 12 + 1 + 1 + DATA_W + 1 + 1;
    localparam OUT_W = 1 + 1 + 1 + 2 + 1 + 1 + 32 + 2 + 1 + 1 + OUT_DATA_W + 1;

    reg  [IN_W-1:0]  shift, in;
    reg  [OUT_W-1:0] out;
    reg              reset;
    wire [OUT_W-1:0] made;

    localparam EIGHTH = OUT_W / 8;

    integer i;
    always @(posedge clk12) begin
        reset <= !rst_n;
        shift <= {shift[IN_W-2:0], uart_rx};
        in    <= shift;
        out   <= made;
        for (i = 0; i < 7; i = i + 1)
            led[i] <= ^out[EIGHTH*i +: EIGHTH];
        led[7] <= ^out[OUT_W-1:EIGHTH*7];
    end

    tau_top #(`TAUFLOW_SHAPE_PASS) top (
        .clk(clk12), .rst(reset),
        .s_axil_awvalid(in[0]), .s_axil_awready(made[0]), .s_axil_awaddr(in[12:1]),
        .s_axil_wvalid(in[13]), .s_axil_wready(made[1]), .s_axil_wdata(in[45:14]),
        .s_axil_wstrb(in[49:46]),
        .s_axil_bvalid(made[2]), .s_axil_bready(in[50]), .s_axil_bresp(made[4:3]),
        .s_axil_arvalid(in[51]), .s_axil_arready(made[5]), .s_axil_araddr(in[63:52]),
        .s_axil_rvalid(made[6]), .s_axil_rready(in[64]), .s_axil_rdata(made[38:7]),
        .s_axil_rresp(made[40:39]),
        .s_axis_tvalid(in[65]), .s_axis_tready(made[41]), .s_axis_tdata(in[66 +: DATA_W]),
        .s_axis_tlast(in[66+DATA_W]),
        .m_axis_tvalid(made[42]), .m_axis_tready(in[67+DATA_W]),
        .m_axis_tdata(made[43 +: OUT_DATA_W]), .m_axis_tlast(made[43+OUT_DATA_W])
    );
endmodule
`default_nettype wire
