// SPDX-License-Identifier: MIT
// The register of machine/events.def beside those of a core: hears what is written over AXI4-Lite,
// answers its reads in the core's place, and asks for an interrupt as soon as a result waits.
`default_nettype none
`include "events_link.vh"
module tau_events (
    input  wire        clk,
    input  wire        rst,
    // AXI4-Lite, as it passes
    input  wire        awvalid,
    input  wire        awready,
    input  wire [11:0] awaddr,
    input  wire        wvalid,
    input  wire        wready,
    input  wire [31:0] wdata,
    input  wire [3:0]  wstrb,
    input  wire        arvalid,
    input  wire        arready,
    input  wire [11:0] araddr,
    input  wire [31:0] core_rdata,         // what the core answers
    output wire [31:0] rdata,
    // a beat of results is offered to the DMA
    input  wire        there,
    // to the XDMA subsystem: a bit of usr_irq_req, usr_irq_ack
    output wire        irq_req,
    input  wire        irq_ack
);
    localparam [31:0] REGISTER = `TAUFLOW_EVENTS_REGISTER;

    wire        heard, armed;
    wire [11:0] address;
    wire [31:0] data;
    reg         reads;                     // the core answers one read at a time
    wire        write = heard && address == REGISTER[11:0];
    wire        wanted = (data & `TAUFLOW_EVENTS_ARMED) != 32'd0;

    tau_axil_snoop snoop (
        .clk(clk), .rst(rst),
        .awvalid(awvalid), .awready(awready), .awaddr(awaddr),
        .wvalid(wvalid), .wready(wready), .wdata(wdata), .wstrb(wstrb),
        .write(heard), .write_address(address), .write_data(data), .run()
    );
    tau_interrupt interrupt (
        .clk(clk), .rst(rst), .write(write), .wanted(wanted), .there(there),
        .armed(armed), .request(irq_req), .ack(irq_ack)
    );

    always @(posedge clk)
        if (arvalid && arready)
            reads <= araddr == REGISTER[11:0];
    assign rdata = !reads ? core_rdata
                 : `TAUFLOW_EVENTS_PRESENT | (armed ? `TAUFLOW_EVENTS_ARMED : 32'd0);
endmodule
`default_nettype wire
