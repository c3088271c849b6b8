// SPDX-License-Identifier: MIT
// tauflow core with its interfaces: AXI4-Lite registers (regs.def), AXI4-Stream in and out.
//
//   s_axil --> registers, load window --> core
//   s_axis (LANES words per beat) -----> core --> m_axis (OUT_LANES words per beat)
//
// A sample is a packet of fixed length closed by tlast, on both streams. Reset: control bits only.
// The parameters of the shape, their ranges and defaults: machine/shape.def.
//
// TAUFLOW_CORE names the module that takes the place of the core: one robot's circuit has its own
// (docs/circuits.md).
`default_nettype none
`include "axil.vh"
`include "tauflow_load.vh"
`include "tauflow_shape.vh"
`ifndef TAUFLOW_CORE
`define TAUFLOW_CORE tau_core
`endif
module tau_top #(
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                    clk,
    input  wire                    rst,
    // registers
    `TAU_AXIL_SLAVE,
    // input stream
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    input  wire [LANES*32-1:0]     s_axis_tdata,
    input  wire                    s_axis_tlast,
    // output stream
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    output wire [OUT_LANES*32-1:0] m_axis_tdata,
    output wire                    m_axis_tlast
);
    wire                           write, read;
    wire [11:0]                    write_address, read_address;
    wire [31:0]                    write_data, read_data;
    wire                           run, start, finish, short_packet, long_packet, overflow;
    wire [`TAUFLOW_LOAD_BITS-1:0]  load;
    wire [`TAUFLOW_CORE_UNITS-1:0] issue;

    tau_axil #(.ADDR_W(12)) axil (
        .clk(clk), .rst(rst),
        `TAU_AXIL_WITHIN, .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
        .write(write), .write_address(write_address), .write_data(write_data),
        .read(read), .read_address(read_address), .read_data(read_data)
    );

    tau_regs #(`TAUFLOW_SHAPE_PASS) regs (
        .clk(clk), .rst(rst),
        .write(write), .write_address(write_address), .write_data(write_data),
        .read(read), .read_address(read_address), .read_data(read_data),
        .run(run), .load(load), .start(start), .finish(finish),
        .short_packet(short_packet), .long_packet(long_packet), .overflow(overflow), .issue(issue)
    );

    `TAUFLOW_CORE #(`TAUFLOW_SHAPE_PASS) core (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast),
        .start(start), .finish(finish), .short_packet(short_packet), .long_packet(long_packet),
        .overflow(overflow), .issue(issue)
    );
endmodule
`default_nettype wire
