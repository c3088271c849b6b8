// SPDX-License-Identifier: MIT
// Hears what is written over AXI4-Lite into the registers of a core and takes no part in it:
// `write` is high in the cycle in which the core's own (tau_axil.v) is, with the same address
// and data. So what stands beside a core follows its program.
`default_nettype none
`include "tauflow_regs.vh"
module tau_axil_snoop (
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
    // heard
    output reg         write,              // one cycle
    output reg  [11:0] write_address,
    output reg  [31:0] write_data,
    output reg         run                 // RUN of the register CONTROL
);
    reg  have_address, have_data, whole;
    wire both = have_address && have_data;

    always @(posedge clk)
        if (rst) begin
            have_address <= 1'b0;
            have_data    <= 1'b0;
            write        <= 1'b0;
            run          <= 1'b0;
        end else begin
            write <= both && whole;
            if (both)
                {have_address, have_data} <= 2'b00;
            else begin
                have_address <= have_address || (awvalid && awready);
                have_data    <= have_data || (wvalid && wready);
            end
            if (write && write_address == `TAUFLOW_REG_CONTROL)
                run <= write_data[`TAUFLOW_CONTROL_RUN_LOW];
        end

    always @(posedge clk) begin
        if (awvalid && awready)
            write_address <= awaddr;
        if (wvalid && wready) begin
            write_data <= wdata;
            whole      <= &wstrb;
        end
    end
endmodule
`default_nettype wire
