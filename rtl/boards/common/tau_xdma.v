// A core on the user side of the XDMA subsystem: registers over AXI4-Lite, packets over one
// stream each way, one clock.
//
//   s_axil ──────────────────────────────> tau_guarded: core and guard
//   s_axis_h2c ── tau_repack ── LANES ───────>  │
//   m_axis_c2h <─ tau_repack <─ OUT_LANES ──────┘
//                     └─ tau_transfer_ends: where transfers to the host end
//
// What the host sees is bytes: packets of both directions follow each other without a gap, words
// least significant byte first, an output packet closed by a beat of the core with its check word.
// A transfer holds any number of packets; where it ends (tlast) need not be where a packet ends,
// and only the last beat of a transfer to the host is not full. The register GUARD reads 1. While
// RUN is 0 whatever the host still sends is accepted and dropped, and a beat on offer is withdrawn:
// the next run starts clean.
`default_nettype none
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_xdma #(
    parameter DMA_W        = 128,          // bits of the DMA streams: 64, 128 or 256
    parameter FLIGHT_W     = 6,            // 2^this samples may be in the core
    parameter IDLE_W       = 12,           // see tau_transfer_ends
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire               clk,
    input  wire               rst,
    // registers: AXI4-Lite
    input  wire               s_axil_awvalid,
    output wire               s_axil_awready,
    input  wire [11:0]        s_axil_awaddr,
    input  wire               s_axil_wvalid,
    output wire               s_axil_wready,
    input  wire [31:0]        s_axil_wdata,
    input  wire [3:0]         s_axil_wstrb,
    output wire               s_axil_bvalid,
    input  wire               s_axil_bready,
    output wire [1:0]         s_axil_bresp,
    input  wire               s_axil_arvalid,
    output wire               s_axil_arready,
    input  wire [11:0]        s_axil_araddr,
    output wire               s_axil_rvalid,
    input  wire               s_axil_rready,
    output wire [31:0]        s_axil_rdata,
    output wire [1:0]         s_axil_rresp,
    // from the host; tkeep may have zeros at its upper end in any beat, in whole words
    input  wire               s_axis_h2c_tvalid,
    output wire               s_axis_h2c_tready,
    input  wire [DMA_W-1:0]   s_axis_h2c_tdata,
    input  wire [DMA_W/8-1:0] s_axis_h2c_tkeep,
    input  wire               s_axis_h2c_tlast,
    // to the host; tkeep has zeros in the last beat of a transfer only
    output wire               m_axis_c2h_tvalid,
    input  wire               m_axis_c2h_tready,
    output wire [DMA_W-1:0]   m_axis_c2h_tdata,
    output wire [DMA_W/8-1:0] m_axis_c2h_tkeep,
    output wire               m_axis_c2h_tlast,
    // for LEDs
    output wire               run
);
    localparam DMA_N  = DMA_W / 32;
    localparam DMA_CW = $clog2(DMA_N + 1);
    localparam OUT_CW = $clog2(OUT_LANES + 1);
    localparam [OUT_CW-1:0] OUT_ALL = OUT_LANES[OUT_CW-1:0];
    initial
        if (DMA_W != 64 && DMA_W != 128 && DMA_W != 256)
            $error("tau_xdma: DMA_W is %0d, must be 64, 128 or 256", DMA_W);

    wire        write;
    wire [11:0] write_address;
    wire [31:0] write_data;

    // ---- from the host
    reg  [DMA_CW-1:0]   in_words;
    wire                in_ready;
    wire                lanes_valid, lanes_ready, lanes_ends;
    wire [32*LANES-1:0] lanes_data;

    integer w;
    always @* begin
        in_words = {DMA_CW{1'b0}};
        for (w = 0; w < DMA_N; w = w + 1)
            in_words = in_words + {{DMA_CW - 1{1'b0}}, &s_axis_h2c_tkeep[4*w +: 4]};
    end
    assign s_axis_h2c_tready = in_ready || !run;

    tau_repack #(.IN_N(DMA_N), .OUT_N(LANES), .CLOSE(0)) from_host (
        .clk(clk), .run(run),
        .in_valid(s_axis_h2c_tvalid), .in_ready(in_ready), .in_data(s_axis_h2c_tdata),
        .in_words(in_words), .in_last(s_axis_h2c_tlast),
        .flush(1'b0), .held(),
        .out_valid(lanes_valid), .out_ready(lanes_ready), .out_data(lanes_data), .out_words(),
        .out_last(lanes_ends)
    );

    // ---- core
    wire                    lanes_last;
    wire                    out_valid, out_ready, out_last, out_ends, flush, held;
    wire [32*OUT_LANES-1:0] out_data;

    tau_guarded #(.FLIGHT_W(FLIGHT_W), `TAUFLOW_SHAPE_PASS) core (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
        .s_axil_awaddr(s_axil_awaddr),
        .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata),
        .s_axil_wstrb(s_axil_wstrb),
        .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp),
        .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
        .s_axil_araddr(s_axil_araddr),
        .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp),
        .in_valid(lanes_valid), .in_ready(lanes_ready), .in_data(lanes_data), .in_last(lanes_last),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last),
        .write(write), .write_address(write_address), .write_data(write_data), .run(run)
    );

    // ---- to the host
    wire [DMA_CW-1:0] out_words;

    // Samples that overlap (a loop is loaded) give fewer packets back than went in, and the host
    // asks for those: then each packet ends a transfer.
    reg  [2:0] load_table;
    reg        overlaps;
    wire       stops = write && write_address == `TAUFLOW_REG_CONTROL &&
                       !write_data[`TAUFLOW_CONTROL_RUN_LOW];
    wire       loads_loop = write && write_address == `TAUFLOW_REG_LOAD_DATA &&
                            {29'd0, load_table} == `TAUFLOW_LOAD_LOOP;
    always @(posedge clk) begin
        if (write && write_address == `TAUFLOW_REG_LOAD_ADDRESS)
            load_table <= write_data[`TAUFLOW_LOAD_ADDRESS_TABLE_LOW +: 3];
        if (rst || stops)
            overlaps <= 1'b0;
        else if (loads_loop && write_data != 32'd0)
            overlaps <= 1'b1;
    end

    tau_transfer_ends #(.FLIGHT_W(FLIGHT_W), .IDLE_W(IDLE_W)) ends (
        .clk(clk), .run(run),
        .in_moves(lanes_valid && lanes_ready), .in_last(lanes_last), .in_ends(lanes_ends),
        .in_waits(s_axis_h2c_tvalid || lanes_valid),
        .out_valid(out_valid), .out_moves(out_valid && out_ready), .out_last(out_last),
        .out_ends(out_ends),
        .held(held), .flush(flush)
    );

    tau_repack #(.IN_N(OUT_LANES), .OUT_N(DMA_N), .CLOSE(1)) to_host (
        .clk(clk), .run(run),
        .in_valid(out_valid), .in_ready(out_ready), .in_data(out_data), .in_words(OUT_ALL),
        .in_last(out_last && (out_ends || overlaps)), .flush(flush), .held(held),
        .out_valid(m_axis_c2h_tvalid), .out_ready(m_axis_c2h_tready), .out_data(m_axis_c2h_tdata),
        .out_words(out_words),
        .out_last(m_axis_c2h_tlast)
    );

    genvar g;
    generate
        for (g = 0; g < DMA_N; g = g + 1) begin : keep
            assign m_axis_c2h_tkeep[4*g +: 4] = {4{g < {{32 - DMA_CW{1'b0}}, out_words}}};
        end
    endgenerate
endmodule
`default_nettype wire
