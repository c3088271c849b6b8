// SPDX-License-Identifier: MIT
// Included inside an operator that looks up the piece of a function, after its table: `pieces`,
// 1024 words of 54 bits. HEAD steps stand before the table and HEAD_LAT registers, the table's own
// among them, so that it is a block memory (without any it is logic); TAIL_LAT after it.
localparam TAIL_LAT = LAT - HEAD_LAT;
localparam TABLE_LAT = (HEAD_LAT + HEAD - 1) / HEAD;
localparam HEAD_W = (HEAD_LAT > 0) ? HEAD_LAT : 1, TAIL_W = (TAIL_LAT > 0) ? TAIL_LAT : 1;
localparam TABLE_W = (TABLE_LAT > 1) ? TABLE_LAT - 1 : 1; // after the table's own
wire [LAT:0]       enables = {1'b1, enable};
wire               unused_enables = &{1'b0, enables};
wire [HEAD_W-1:0]  head_enable = enables[0 +: HEAD_W];
wire [TAIL_W-1:0]  tail_enable = enables[HEAD_LAT +: TAIL_W];
wire [TABLE_W-1:0] table_enable = enables[(TABLE_LAT > 1 ? HEAD_LAT - TABLE_W : 0) +: TABLE_W];

initial
    if (LAT < 1 || FRONT < 1 || FRONT > 255)
        $error("%m: LAT %0d must be at least 1, FRONT %0d 1..255", LAT, FRONT);

// The table, and as many registers as its place has, the first of them its own.
wire [9:0] number;
wire [53:0] piece_read, piece;
generate
    if (TABLE_LAT == 0) begin : logic_table
        assign piece_read = pieces[number];
    end else begin : memory_table
        reg [53:0] word;
        always @(posedge clk)
            if (enables[HEAD_LAT-TABLE_LAT])
                word <= pieces[number];
        assign piece_read = word;
    end
endgenerate
fp32_stage #(.W(54), .LAT(TABLE_LAT == 0 ? 0 : TABLE_LAT - 1), .STEPS(1), .STEP(0)) stage_table (
    .clk(clk), .enable(table_enable), .in_word(piece_read), .out_word(piece)
);
