// SPDX-License-Identifier: MIT
// Between core and DMA: makes the ends of input packets and closes every output packet with a check
// word, so that a host sees any bit that changed on the way in or out, and any result that belongs
// to another sample. Check word: CRC-32 (IEEE 802.3, words least significant byte first) of two
// words, which are the CRC-32 of all input words of the sample, padding included, and the CRC-32 of
// its output words, padding included. It is the lowest word of a beat of its own, the last of the
// packet; the others are 0. Beats of a packet are learnt from the load window, by listening to the
// register writes. Latency 0, one beat per cycle each way; one more cycle per packet for the check
// word.
`default_nettype none
`include "tauflow_regs.vh"
module tau_guard #(
    parameter LANES     = 2,               // 32-bit words of an input beat, 1..8
    parameter OUT_LANES = 1,               // of an output beat, 1..4
    parameter FLIGHT_W  = 4                // 2^this samples may be in the core
) (
    input  wire                    clk,
    input  wire                    rst,
    // register writes, as the core takes them
    input  wire                    write_valid,
    input  wire [11:0]             write_address,
    input  wire [31:0]             write_data,
    // from DMA
    input  wire                    in_valid,
    output wire                    in_ready,
    input  wire [32*LANES-1:0]     in_data,
    // to core
    output wire                    core_in_valid,
    input  wire                    core_in_ready,
    output wire [32*LANES-1:0]     core_in_data,
    output wire                    core_in_last,
    // from core
    input  wire                    core_out_valid,
    output wire                    core_out_ready,
    input  wire [32*OUT_LANES-1:0] core_out_data,
    input  wire                    core_out_last,
    // to DMA
    output wire                    out_valid,
    input  wire                    out_ready,
    output wire [32*OUT_LANES-1:0] out_data,
    output wire                    out_last
);
    initial begin
        if (LANES < 1 || LANES > 8) $error("tau_guard: LANES is %0d, must be 1..8", LANES);
        if (OUT_LANES < 1 || OUT_LANES > 4)
            $error("tau_guard: OUT_LANES is %0d, must be 1..4", OUT_LANES);
        if (FLIGHT_W < 1 || FLIGHT_W > 8)
            $error("tau_guard: FLIGHT_W is %0d, must be 1..8", FLIGHT_W);
    end

    function [31:0] crc_word(input [31:0] crc, input [31:0] word);
        integer i;
        begin
            crc_word = crc;
            for (i = 0; i < 32; i = i + 1)
                crc_word = {1'b0, crc_word[31:1]} ^ (crc_word[0] ^ word[i] ? 32'hedb88320 : 32'd0);
        end
    endfunction

    function [31:0] crc_beat(input [31:0] crc, input [32*LANES-1:0] beat);
        integer l;
        begin
            crc_beat = crc;
            for (l = 0; l < LANES; l = l + 1)
                crc_beat = crc_word(crc_beat, beat[32*l +: 32]);
        end
    endfunction

    function [31:0] crc_result(input [31:0] crc, input [32*OUT_LANES-1:0] beat);
        integer l;
        begin
            crc_result = crc;
            for (l = 0; l < OUT_LANES; l = l + 1)
                crc_result = crc_word(crc_result, beat[32*l +: 32]);
        end
    endfunction

    // ---- what is loaded
    localparam [31:0] LOAD_BEATS_AT = `TAUFLOW_LOAD_LENGTH << `TAUFLOW_LOAD_ADDRESS_TABLE_LOW |
                                      `TAUFLOW_LOAD_BEATS << `TAUFLOW_LOAD_ADDRESS_OWNER_LOW;
    localparam INDEX_LOW = `TAUFLOW_LOAD_ADDRESS_INDEX_LOW;
    localparam INDEX_W   = `TAUFLOW_LOAD_ADDRESS_INDEX_BITS;
    reg  [31:0] load_address;
    reg  [15:0] beats;
    wire        stops   = write_valid && write_address == `TAUFLOW_REG_CONTROL && !write_data[0];
    wire        loads   = write_valid && write_address == `TAUFLOW_REG_LOAD_DATA;
    wire        is_beats = load_address == LOAD_BEATS_AT;
    always @(posedge clk) begin
        if (write_valid && write_address == `TAUFLOW_REG_LOAD_ADDRESS)
            load_address <= write_data;
        else if (loads)
            load_address[INDEX_LOW +: INDEX_W] <= load_address[INDEX_LOW +: INDEX_W] +
                                                  {{INDEX_W-1{1'b0}}, 1'b1};
        if (loads && is_beats)
            beats <= write_data[15:0];
    end

    // ---- in: count, sum up, keep the sum until the sample's results are out
    reg  [15:0]       beat;
    reg  [31:0]       in_crc;
    reg  [31:0]       kept [0:(1 << FLIGHT_W) - 1];
    reg  [FLIGHT_W:0] kept_first, kept_next;
    wire              none = kept_first == kept_next;
    wire              full = kept_next - kept_first == {1'b1, {FLIGHT_W{1'b0}}};
    wire              open = beat != 16'd0 || !full;
    wire              enters = core_in_valid && core_in_ready;
    wire [31:0]       in_crc_next = crc_beat(beat == 16'd0 ? 32'hffffffff : in_crc, in_data);
    assign core_in_valid = in_valid && open;
    assign in_ready      = core_in_ready && open;
    assign core_in_data  = in_data;
    assign core_in_last  = beat + 16'd1 == beats;

    // ---- out: words of the core, then the check word
    reg         at_word, at_check;         // at_word: the packet has begun
    reg  [31:0] out_crc;
    wire        leaves = core_out_valid && core_out_ready;
    wire        closes = at_check && out_valid && out_ready;
    // The word of the inputs is summed up a cycle earlier than that of the outputs: a packet has a
    // beat of results at least, so that nothing waits for it and no word is of the sample before.
    reg  [31:0] half;
    reg         half_known;
    wire [31:0] check = ~crc_word(half, ~out_crc);
    wire [32*OUT_LANES-1:0] check_beat;
    assign check_beat[31:0] = check;
    generate
        if (OUT_LANES > 1) begin : pad
            assign check_beat[32*OUT_LANES-1:32] = {32 * (OUT_LANES - 1){1'b0}};
        end
    endgenerate
    assign core_out_ready = out_ready && !at_check;
    assign out_valid      = at_check ? half_known : core_out_valid;
    assign out_data       = at_check ? check_beat : core_out_data;
    assign out_last       = at_check;

    always @(posedge clk) begin
        if (rst || stops) begin
            beat       <= 16'd0;
            kept_first <= {FLIGHT_W + 1{1'b0}};
            kept_next  <= {FLIGHT_W + 1{1'b0}};
            at_word    <= 1'b0;
            at_check   <= 1'b0;
            half_known <= 1'b0;
        end else begin
            half_known <= !none;
            if (enters) begin
                beat <= core_in_last ? 16'd0 : beat + 16'd1;
                if (core_in_last)
                    kept_next <= kept_next + 1'b1;
            end
            if (leaves) begin
                at_word  <= !core_out_last;
                at_check <= core_out_last;
            end
            if (closes) begin
                at_check   <= 1'b0;
                kept_first <= kept_first + 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        half <= crc_word(32'hffffffff, ~kept[kept_first[FLIGHT_W-1:0]]);
        if (enters) begin
            in_crc <= in_crc_next;
            kept[kept_next[FLIGHT_W-1:0]] <= in_crc_next;
        end
        if (leaves)
            out_crc <= crc_result(at_word ? out_crc : 32'hffffffff, core_out_data);
    end
endmodule
`default_nettype wire
