// SPDX-License-Identifier: MIT
// AXI4-Lite with words of 32 bits and a window of 4 KiB: the ports of a slave, and what joins them,
// told once. No macro has arguments: Icarus 11 ends in a fault where a part that it looks for has.
`ifndef TAU_AXIL_SLAVE

// Ports of a slave.
`define TAU_AXIL_SLAVE \
    input  wire        s_axil_awvalid, \
    output wire        s_axil_awready, \
    input  wire [11:0] s_axil_awaddr, \
    input  wire        s_axil_wvalid, \
    output wire        s_axil_wready, \
    input  wire [31:0] s_axil_wdata, \
    input  wire [3:0]  s_axil_wstrb, \
    output wire        s_axil_bvalid, \
    input  wire        s_axil_bready, \
    output wire [1:0]  s_axil_bresp, \
    input  wire        s_axil_arvalid, \
    output wire        s_axil_arready, \
    input  wire [11:0] s_axil_araddr, \
    output wire        s_axil_rvalid, \
    input  wire        s_axil_rready, \
    output wire [31:0] s_axil_rdata, \
    output wire [1:0]  s_axil_rresp

// Pins of a slave inside of one, joined to its ports, but for its answers to reads.
`define TAU_AXIL_WITHIN \
    .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready), \
    .s_axil_awaddr(s_axil_awaddr), \
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata), \
    .s_axil_wstrb(s_axil_wstrb), \
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp), \
    .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready), \
    .s_axil_araddr(s_axil_araddr), \
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready)

// Pins of what hears the writes of a slave and takes no part in them.
`define TAU_AXIL_HEARD \
    .awvalid(s_axil_awvalid), .awready(s_axil_awready), .awaddr(s_axil_awaddr), \
    .wvalid(s_axil_wvalid), .wready(s_axil_wready), .wdata(s_axil_wdata), .wstrb(s_axil_wstrb)
`endif
