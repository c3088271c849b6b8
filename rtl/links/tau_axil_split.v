// SPDX-License-Identifier: MIT
// One AXI4-Lite for several slaves of 4 KiB each, by the address above its lower 12 bits: bits c of
// the flags, words c of the data belong to slave c. One write and one read at a time; each is
// answered before the next is accepted. Addresses of no slave are answered with DECERR.
`default_nettype none
module tau_axil_split #(
    parameter N = 2                        // slaves, 1..4
) (
    input  wire            clk,
    input  wire            rst,
    // from the master
    input  wire            s_axil_awvalid,
    output wire            s_axil_awready,
    input  wire [31:0]     s_axil_awaddr,
    input  wire            s_axil_wvalid,
    output wire            s_axil_wready,
    input  wire [31:0]     s_axil_wdata,
    input  wire [3:0]      s_axil_wstrb,
    output wire            s_axil_bvalid,
    input  wire            s_axil_bready,
    output wire [1:0]      s_axil_bresp,
    input  wire            s_axil_arvalid,
    output wire            s_axil_arready,
    input  wire [31:0]     s_axil_araddr,
    output wire            s_axil_rvalid,
    input  wire            s_axil_rready,
    output wire [31:0]     s_axil_rdata,
    output wire [1:0]      s_axil_rresp,
    // to the slaves: address, data and strobes are for all, the flags for one
    output wire [N-1:0]    m_axil_awvalid,
    input  wire [N-1:0]    m_axil_awready,
    output wire [11:0]     m_axil_awaddr,
    output wire [N-1:0]    m_axil_wvalid,
    input  wire [N-1:0]    m_axil_wready,
    output wire [31:0]     m_axil_wdata,
    output wire [3:0]      m_axil_wstrb,
    input  wire [N-1:0]    m_axil_bvalid,
    output wire [N-1:0]    m_axil_bready,
    input  wire [2*N-1:0]  m_axil_bresp,
    output wire [N-1:0]    m_axil_arvalid,
    input  wire [N-1:0]    m_axil_arready,
    output wire [11:0]     m_axil_araddr,
    input  wire [N-1:0]    m_axil_rvalid,
    output wire [N-1:0]    m_axil_rready,
    input  wire [32*N-1:0] m_axil_rdata,
    input  wire [2*N-1:0]  m_axil_rresp
);
    initial
        if (N < 1 || N > 4) $error("tau_axil_split: N is %0d, must be 1..4", N);

    // ---- writes: address and data are kept until the answer was taken
    reg         have_address, have_data, address_sent, data_sent;
    reg  [31:0] address;
    reg  [35:0] data;
    reg  [N-1:0] write_to;                 // none: no slave has the address
    wire        both     = have_address && have_data;
    wire        to_none  = write_to == {N{1'b0}};
    wire        answered = s_axil_bvalid && s_axil_bready;
    reg  [1:0]  bresp;

    assign s_axil_awready = !have_address;
    assign s_axil_wready  = !have_data;
    assign m_axil_awaddr  = address[11:0];
    assign {m_axil_wstrb, m_axil_wdata} = data;
    assign m_axil_awvalid = write_to & {N{both && !address_sent}};
    assign m_axil_wvalid  = write_to & {N{both && !data_sent}};
    assign m_axil_bready  = write_to & {N{address_sent && data_sent && s_axil_bready}};
    assign s_axil_bvalid  = both && (to_none || (address_sent && data_sent &&
                                                 (write_to & m_axil_bvalid) != {N{1'b0}}));
    assign s_axil_bresp   = to_none ? 2'b11 : bresp;

    always @(posedge clk)
        if (rst || answered)
            {have_address, have_data, address_sent, data_sent} <= 4'b0000;
        else begin
            have_address <= have_address || s_axil_awvalid;
            have_data    <= have_data || s_axil_wvalid;
            address_sent <= address_sent || (m_axil_awvalid & m_axil_awready) != {N{1'b0}};
            data_sent    <= data_sent || (m_axil_wvalid & m_axil_wready) != {N{1'b0}};
        end

    // ---- reads
    reg         have_read, read_sent;
    reg  [31:0] read_address;
    reg  [N-1:0] read_from;
    wire        from_none = read_from == {N{1'b0}};
    wire        read_done = s_axil_rvalid && s_axil_rready;
    reg  [1:0]  rresp;
    reg  [31:0] rdata;

    assign s_axil_arready = !have_read;
    assign m_axil_araddr  = read_address[11:0];
    assign m_axil_arvalid = read_from & {N{have_read && !read_sent}};
    assign m_axil_rready  = read_from & {N{read_sent && s_axil_rready}};
    assign s_axil_rvalid  = have_read && (from_none || (read_sent &&
                                                        (read_from & m_axil_rvalid) != {N{1'b0}}));
    assign s_axil_rdata   = from_none ? 32'd0 : rdata;
    assign s_axil_rresp   = from_none ? 2'b11 : rresp;

    always @(posedge clk)
        if (rst || read_done)
            {have_read, read_sent} <= 2'b00;
        else begin
            have_read <= have_read || s_axil_arvalid;
            read_sent <= read_sent || (m_axil_arvalid & m_axil_arready) != {N{1'b0}};
        end

    integer k;
    always @(posedge clk) begin
        if (s_axil_awvalid && s_axil_awready)
            address <= s_axil_awaddr;
        if (s_axil_wvalid && s_axil_wready)
            data <= {s_axil_wstrb, s_axil_wdata};
        if (s_axil_arvalid && s_axil_arready)
            read_address <= s_axil_araddr;
    end
    always @* begin
        bresp = 2'b00;
        rresp = 2'b00;
        rdata = 32'd0;
        for (k = 0; k < N; k = k + 1) begin
            write_to[k]  = address[31:12] == k[19:0];
            read_from[k] = read_address[31:12] == k[19:0];
            if (write_to[k])
                bresp = m_axil_bresp[2*k +: 2];
            if (read_from[k]) begin
                rresp = m_axil_rresp[2*k +: 2];
                rdata = m_axil_rdata[32*k +: 32];
            end
        end
    end
endmodule
`default_nettype wire
