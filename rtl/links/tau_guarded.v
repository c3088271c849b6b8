// SPDX-License-Identifier: MIT
// A core as a board has it: its registers over AXI4-Lite, and the guard at its streams, so that
// ends of input packets need not be told and every output packet ends with a check word. The
// register GUARD tells so, and to how many bytes what follows pads them.
//
//   s_axil ── tau_axil_snoop ──> tau_top
//   in ────── tau_guard ───────>    │
//   out <──── tau_guard <───────────┘
`default_nettype none
`include "axil.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_guarded #(
    parameter FLIGHT_W = 6,                // 2^this samples may be in the core
    parameter MULTIPLE = 0,                // bytes that output packets are padded to; 0: none
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                    clk,
    input  wire                    rst,
    // registers: AXI4-Lite
    `TAU_AXIL_SLAVE,
    // beats of packets without their ends
    input  wire                    in_valid,
    output wire                    in_ready,
    input  wire [32*LANES-1:0]     in_data,
    // results, each packet closed by its check word
    output wire                    out_valid,
    input  wire                    out_ready,
    output wire [32*OUT_LANES-1:0] out_data,
    output wire                    out_last,
    output wire                    run      // RUN of the register CONTROL
);
    initial
        if (MULTIPLE < 0 || MULTIPLE > 65535)
            $error("tau_guarded: MULTIPLE is %0d, must be 0..65535", MULTIPLE);

    // what was written, as the core takes it
    wire                    write;
    wire [11:0]             write_address;
    wire [31:0]             write_data;

    wire                    core_in_valid, core_in_ready, core_in_last;
    wire                    core_out_valid, core_out_ready, core_out_last;
    wire [32*LANES-1:0]     core_in_data;
    wire [32*OUT_LANES-1:0] core_out_data;
    wire [31:0]             core_rdata;
    reg                     reads_guard;

    tau_axil_snoop snoop (
        .clk(clk), .rst(rst),
        `TAU_AXIL_HEARD,
        .write(write), .write_address(write_address), .write_data(write_data), .run(run)
    );

    tau_guard #(.LANES(LANES), .OUT_LANES(OUT_LANES), .FLIGHT_W(FLIGHT_W)) guard (
        .clk(clk), .rst(rst),
        .write_valid(write), .write_address(write_address), .write_data(write_data),
        .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .core_in_valid(core_in_valid), .core_in_ready(core_in_ready), .core_in_data(core_in_data),
        .core_in_last(core_in_last),
        .core_out_valid(core_out_valid), .core_out_ready(core_out_ready),
        .core_out_data(core_out_data), .core_out_last(core_out_last),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last)
    );

    tau_top #(`TAUFLOW_SHAPE_PASS) top (
        .clk(clk), .rst(rst),
        `TAU_AXIL_WITHIN, .s_axil_rdata(core_rdata), .s_axil_rresp(s_axil_rresp),
        .s_axis_tvalid(core_in_valid), .s_axis_tready(core_in_ready), .s_axis_tdata(core_in_data),
        .s_axis_tlast(core_in_last),
        .m_axis_tvalid(core_out_valid), .m_axis_tready(core_out_ready),
        .m_axis_tdata(core_out_data), .m_axis_tlast(core_out_last)
    );

    // The core does not know that it is guarded. It answers one read at a time.
    always @(posedge clk)
        if (s_axil_arvalid && s_axil_arready)
            reads_guard <= s_axil_araddr == `TAUFLOW_REG_GUARD;
    localparam [31:0] GUARD = 1 << `TAUFLOW_GUARD_CHECK_LOW |
                              MULTIPLE << `TAUFLOW_GUARD_MULTIPLE_LOW;
    assign s_axil_rdata = reads_guard ? GUARD : core_rdata;
endmodule
`default_nettype wire
