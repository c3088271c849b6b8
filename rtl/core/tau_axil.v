// SPDX-License-Identifier: MIT
// AXI4-Lite slave to plain register accesses of 32 bits. One write and one read at a time; a read
// takes six cycles after its address. Writes of parts of a word are refused (SLVERR) and not passed
// on.
`default_nettype none
module tau_axil #(
    parameter ADDR_W = 12                  // bits of a byte address
) (
    input  wire              clk,
    input  wire              rst,
    // AXI4-Lite
    input  wire              s_axil_awvalid,
    output wire              s_axil_awready,
    input  wire [ADDR_W-1:0] s_axil_awaddr,
    input  wire              s_axil_wvalid,
    output wire              s_axil_wready,
    input  wire [31:0]       s_axil_wdata,
    input  wire [3:0]        s_axil_wstrb,
    output reg               s_axil_bvalid,
    input  wire              s_axil_bready,
    output reg  [1:0]        s_axil_bresp,
    input  wire              s_axil_arvalid,
    output wire              s_axil_arready,
    input  wire [ADDR_W-1:0] s_axil_araddr,
    output reg               s_axil_rvalid,
    input  wire              s_axil_rready,
    output reg  [31:0]       s_axil_rdata,
    output wire [1:0]        s_axil_rresp,
    // registers
    output reg               write,        // one cycle
    output reg  [ADDR_W-1:0] write_address,
    output reg  [31:0]       write_data,
    output wire              read,         // one cycle; read_address stays until
    output reg  [ADDR_W-1:0] read_address,
    input  wire [31:0]       read_data     // the third cycle after it, in which its word is here
);
    reg       have_address, have_data, whole;
    // What a write just before a read does is there when `read` is set.
    reg [5:0] reading;

    assign s_axil_awready = !have_address && !s_axil_bvalid;
    assign s_axil_wready  = !have_data && !s_axil_bvalid;
    assign s_axil_arready = reading == 6'd0 && !s_axil_rvalid;
    assign s_axil_rresp   = 2'b00;
    assign read           = reading[2];

    wire both = have_address && have_data;

    always @(posedge clk)
        if (rst) begin
            have_address  <= 1'b0;
            have_data     <= 1'b0;
            write         <= 1'b0;
            s_axil_bvalid <= 1'b0;
        end else begin
            write <= both && whole;
            if (both)
                {have_address, have_data} <= 2'b00;
            else begin
                have_address <= have_address || (s_axil_awvalid && s_axil_awready);
                have_data    <= have_data || (s_axil_wvalid && s_axil_wready);
            end
            if (both)
                s_axil_bvalid <= 1'b1;
            else if (s_axil_bready)
                s_axil_bvalid <= 1'b0;
        end

    always @(posedge clk) begin
        if (s_axil_awvalid && s_axil_awready)
            write_address <= s_axil_awaddr;
        if (s_axil_wvalid && s_axil_wready) begin
            write_data <= s_axil_wdata;
            whole      <= &s_axil_wstrb;
        end
        if (both)
            s_axil_bresp <= whole ? 2'b00 : 2'b10;
    end

    always @(posedge clk)
        if (rst) begin
            reading       <= 6'd0;
            s_axil_rvalid <= 1'b0;
        end else begin
            reading <= {reading[4:0], s_axil_arvalid && s_axil_arready};
            if (reading[5])
                s_axil_rvalid <= 1'b1;
            else if (s_axil_rready)
                s_axil_rvalid <= 1'b0;
        end

    always @(posedge clk) begin
        if (s_axil_arvalid && s_axil_arready)
            read_address <= s_axil_araddr;
        if (reading[5])
            s_axil_rdata <= read_data;
    end
endmodule
`default_nettype wire
