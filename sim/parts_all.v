// SPDX-License-Identifier: MIT
// The parts of the core side by side, each with pins of its own, for sim/parts_rtl.cpp.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module parts_all (
    input  wire        clk,
    input  wire        rst,
    input  wire        run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // stream register
    input  wire        skid_in_valid,
    output wire        skid_in_ready,
    input  wire [31:0] skid_in_data,
    output wire        skid_out_valid,
    input  wire        skid_out_ready,
    output wire [31:0] skid_out_data,
    // source with its emissions: owner 0
    input  wire        source_comes,
    input  wire [31:0] source_in_data,
    output wire        source_pop,
    output wire [2:0]  source_offer,
    output wire [31:0] source_data,
    input  wire [2:0]  source_taken,
    // receivers that store and that forward: owners 0 and 1
    output wire [1:0]  receiver_from,
    output wire [3:0]  receiver_grab,
    input  wire [1:0]  receiver_takes,
    input  wire [63:0] receiver_offered_data,
    input  wire [1:0]  receiver_constant,
    input  wire [1:0]  receiver_release,
    input  wire [3:0]  receiver_above,
    input  wire [1:0]  receiver_read,
    input  wire [1:0]  receiver_moves,
    input  wire [1:0]  receiver_ahead_constant,
    input  wire [3:0]  receiver_ahead_slot,
    input  wire [3:0]  receiver_ahead_above,
    input  wire [3:0]  receiver_later_index,
    output wire [1:0]  receiver_ready,
    output wire [63:0] receiver_data,
    // relay: receiver 2, source 1
    output wire        relay_from,
    output wire [1:0]  relay_grab,
    input  wire        relay_takes,
    input  wire [31:0] relay_offered_data,
    output wire [2:0]  relay_offer,
    output wire [31:0] relay_data,
    input  wire [2:0]  relay_taken,
    // sequences of 33, 64 and 96 bits, 96 pins for each: emissions of owners 8, 9 and 10
    output wire [2:0]   sequence_valid,
    output wire [287:0] sequence_head,
    output wire [287:0] sequence_ahead,
    output wire [287:0] sequence_later,
    input  wire [2:0]   sequence_next,
    // source of 70 receivers: owner 11
    input  wire        wide_comes,
    input  wire [31:0] wide_in_data,
    output wire        wide_pop,
    output wire [69:0] wide_offer,
    output wire [31:0] wide_data,
    input  wire [69:0] wide_taken,
    // registers behind AXI-Lite: 16 words of memory
    input  wire        axil_awvalid,
    output wire        axil_awready,
    input  wire [3:0]  axil_awaddr,
    input  wire        axil_wvalid,
    output wire        axil_wready,
    input  wire [31:0] axil_wdata,
    input  wire [3:0]  axil_wstrb,
    output wire        axil_bvalid,
    input  wire        axil_bready,
    output wire [1:0]  axil_bresp,
    input  wire        axil_arvalid,
    output wire        axil_arready,
    input  wire [3:0]  axil_araddr,
    output wire        axil_rvalid,
    input  wire        axil_rready,
    output wire [31:0] axil_rdata,
    output wire [1:0]  axil_rresp
);
    wire        unused_ready, unused_next;
    wire [31:0] unused_next_data;
    tau_skid #(.WORD_W(32)) skid (
        .clk(clk), .run(run), .in_valid(skid_in_valid), .in_ready(skid_in_ready),
        .in_data(skid_in_data),
        .out_valid(skid_out_valid), .out_ready(skid_out_ready), .out_data(skid_out_data),
        .ready_next(unused_ready), .next_valid(unused_next), .next_data(unused_next_data)
    );

    tau_emitter #(.ID(0), .RECEIVERS(3), .DEPTH(5), .EMISSIONS(16)) source (
        .clk(clk), .rst(rst), .run(run), .load(load), .comes(source_comes),
        .in_data(source_in_data), .pop(source_pop), .offer(source_offer), .data(source_data),
        .taken(source_taken)
    );

    // Receptions of both in one memory, which sequences of 64 entries and more share.
    wire [1:0] receiver_want, receiver_opens;
    wire [9:0] reception;
    tau_sequences #(
        .N(2), .TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNERS({32'd1, 32'd0}), .ENTRY_W(5), .DEPTH(64)
    ) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .load_entry({load[`TAUFLOW_RECEPTION_SELECT_LOW],
                      load[`TAUFLOW_RECEPTION_MOST_LOW +: 2],
                      load[`TAUFLOW_RECEPTION_SLOT_LOW +: 2]}), .head_valid(receiver_want),
        .head(reception), .next(receiver_opens)
    );

    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : receivers
            wire [31:0] constant;
            tau_constants #(.OWNER(i), .DEPTH(4)) constants (
                .clk(clk), .load(load), .step(receiver_moves[i]),
                .addr(receiver_later_index[2*i +: 2]), .ahead(receiver_ahead_constant[i]),
                .data(constant)
            );
            tau_receiver #(
                .ID(i), .SOURCES(2), .SLOTS(3), .TRANSFER(1 - i)
            ) receiver (
                .clk(clk), .run(run), .want(receiver_want[i]), .reception(reception[5*i +: 5]),
                .opens(receiver_opens[i]),
                .from(receiver_from[i]), .grab(receiver_grab[2*i +: 2]),
                .takes(receiver_takes[i]),
                .offered_data(receiver_offered_data[32*i +: 32]),
                .read_constant(receiver_constant[i]),
                .read_release(receiver_release[i]), .read_above(receiver_above[2*i +: 2]),
                .read(receiver_read[i]), .moves(receiver_moves[i]),
                .ahead_constant(receiver_ahead_constant[i]),
                .ahead_slot(receiver_ahead_slot[2*i +: 2]),
                .ahead_above(receiver_ahead_above[2*i +: 2]),
                .constant(constant), .ready(receiver_ready[i]), .data(receiver_data[32*i +: 32])
            );
        end
    endgenerate

    tau_relay #(.ID(2), .SOURCE_ID(1), .SOURCES(2), .RECEIVERS(3), .QUEUE(3), .WORDS(16)) relay (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .from(relay_from), .grab(relay_grab), .takes(relay_takes),
        .offered_data(relay_offered_data),
        .offer(relay_offer), .data(relay_data), .taken(relay_taken)
    );

    // Entries of two and three words, in memories of both kinds (64 entries and more are deep, but
    // for the 33rd bit).
    genvar b;
    generate
        for (i = 0; i < 3; i = i + 1) begin : sequences
            localparam W = (i == 0) ? 33 : 32 * (i + 1);
            wire [W-1:0] head, ahead, later, entry;
            wire         unused_coming;
            for (b = 0; b < W; b = b + 1) begin : bits
                assign entry[b] = load[`TAUFLOW_LOAD_DATA_LOW + b % 32];
            end
            tau_sequence #(
                .TABLE(`TAUFLOW_LOAD_EMISSION), .OWNER(8 + i), .ENTRY_W(W), .DEPTH(i < 2 ? 64 : 16)
            ) one (
                .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(entry),
                .head_valid(sequence_valid[i]), .head(head), .ahead_valid(unused_coming),
                .ahead(ahead), .later(later), .next(sequence_next[i])
            );
            assign sequence_head[96*i +: 96]  = {{(96 - W){1'b0}}, head};
            assign sequence_ahead[96*i +: 96] = {{(96 - W){1'b0}}, ahead};
            assign sequence_later[96*i +: 96] = {{(96 - W){1'b0}}, later};
        end
    endgenerate

    tau_emitter #(.ID(11), .RECEIVERS(70), .DEPTH(5), .EMISSIONS(16)) wide (
        .clk(clk), .rst(rst), .run(run), .load(load), .comes(wide_comes), .in_data(wide_in_data),
        .pop(wide_pop), .offer(wide_offer), .data(wide_data), .taken(wide_taken)
    );

    wire        axil_write, unused_axil_read;
    wire [3:0]  axil_write_address, axil_read_address;
    wire [31:0] axil_write_data;
    reg  [31:0] axil_words [0:15];
    always @(posedge clk)
        if (axil_write)
            axil_words[axil_write_address] <= axil_write_data;
    tau_axil #(.ADDR_W(4)) axil (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(axil_awvalid), .s_axil_awready(axil_awready), .s_axil_awaddr(axil_awaddr),
        .s_axil_wvalid(axil_wvalid), .s_axil_wready(axil_wready), .s_axil_wdata(axil_wdata),
        .s_axil_wstrb(axil_wstrb), .s_axil_bvalid(axil_bvalid), .s_axil_bready(axil_bready),
        .s_axil_bresp(axil_bresp), .s_axil_arvalid(axil_arvalid), .s_axil_arready(axil_arready),
        .s_axil_araddr(axil_araddr), .s_axil_rvalid(axil_rvalid), .s_axil_rready(axil_rready),
        .s_axil_rdata(axil_rdata), .s_axil_rresp(axil_rresp),
        .write(axil_write), .write_address(axil_write_address), .write_data(axil_write_data),
        .read(unused_axil_read), .read_address(axil_read_address),
        .read_data(axil_words[axil_read_address])
    );
endmodule
`default_nettype wire
