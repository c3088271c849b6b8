// SPDX-License-Identifier: MIT
// Several sequences side by side, of one kind of table (tau_sequence). Where there are two, deep
// and narrow, both are in one block memory, each behind a port of it; what is loaded goes in by
// the port of the first, which has nothing to read while run is low.
//
//   load index --\
//   fetch of 0 ---+-> port A --> later of 0
//   fetch of 1 -----> port B --> later of 1
`default_nettype none
`include "tauflow_load.vh"
module tau_sequences #(
    parameter N       = 2,                 // how many
    parameter TABLE   = 1,                 // number of their tables in the load window
    parameter [32*N-1:0] OWNERS = {32'd1, 32'd0}, // which of the tables of this number
    parameter ENTRY_W = 8,                 // bits of an entry, as in tau_sequence
    parameter DEPTH   = 16                 // entries that each table holds
) (
    input  wire                 clk,
    input  wire                 rst,       // forgets the programs
    input  wire                 run,
    // load window (tau_loader), and the bits of its data that these tables keep
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    input  wire [ENTRY_W-1:0]   load_entry,
    // use
    output wire [N-1:0]         head_valid,
    output wire [N*ENTRY_W-1:0] head,
    input  wire [N-1:0]         next       // only while head_valid
);
    localparam ADDR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam PORT_W = 18;                // bits of a word where a memory has two ports to read
    localparam SHARED = (N == 2 && DEPTH >= 64 && ENTRY_W <= PORT_W) ? 1 : 0;

    wire [N-1:0]         unused_coming;
    wire [N*ENTRY_W-1:0] unused_ahead;

    genvar i;
    generate
        if (SHARED != 0) begin : together
            wire [2*ADDR_W-1:0] fetch;
            wire [1:0]          step;
            reg  [ENTRY_W-1:0]  first, second; // what the ports read
            wire                here = load[`TAUFLOW_LOAD_WRITE] &&
                                       load[`TAUFLOW_LOAD_TABLE] ==
                                       TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                                       load[`TAUFLOW_LOAD_WORD] == `TAUFLOW_WORD_FIRST;
            wire                to_first  = here && load[`TAUFLOW_LOAD_OWNER] ==
                                            OWNERS[0 +: `TAUFLOW_LOAD_OWNER_BITS];
            wire                to_second = here && load[`TAUFLOW_LOAD_OWNER] ==
                                            OWNERS[32 +: `TAUFLOW_LOAD_OWNER_BITS];
            wire [ADDR_W:0]     place = run ? {1'b0, fetch[ADDR_W-1:0]}
                                            : {to_second, load[`TAUFLOW_LOAD_INDEX_LOW +: ADDR_W]};

            (* ram_style = "block", no_rw_check *)
            reg [ENTRY_W-1:0] entries [0:2*(1<<ADDR_W)-1];

            // What is read while run is low is not used.
            always @(posedge clk)
                if (step[0] || !run) begin
                    if (to_first || to_second)
                        entries[place] <= load_entry;
                    first <= entries[place];
                end
            always @(posedge clk)
                if (step[1])
                    second <= entries[{1'b1, fetch[2*ADDR_W-1:ADDR_W]}];

            for (i = 0; i < 2; i = i + 1) begin : one
                tau_walk #(
                    .TABLE(TABLE), .OWNER(OWNERS[32*i +: 32]), .ENTRY_W(ENTRY_W),
                    .ADDR_W(ADDR_W)
                ) walk (
                    .clk(clk), .rst(rst), .run(run), .load(load),
                    .fetch(fetch[i*ADDR_W +: ADDR_W]), .step(step[i]),
                    .later((i == 0) ? first : second), .head_valid(head_valid[i]),
                    .head(head[i*ENTRY_W +: ENTRY_W]), .ahead_valid(unused_coming[i]),
                    .ahead(unused_ahead[i*ENTRY_W +: ENTRY_W]), .next(next[i])
                );
            end
        end else begin : apart
            wire [N*ENTRY_W-1:0] unused_later;
            for (i = 0; i < N; i = i + 1) begin : one
                tau_sequence #(
                    .TABLE(TABLE), .OWNER(OWNERS[32*i +: 32]), .ENTRY_W(ENTRY_W),
                    .DEPTH(DEPTH)
                ) alone (
                    .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_entry),
                    .head_valid(head_valid[i]), .head(head[i*ENTRY_W +: ENTRY_W]),
                    .ahead_valid(unused_coming[i]), .ahead(unused_ahead[i*ENTRY_W +: ENTRY_W]),
                    .later(unused_later[i*ENTRY_W +: ENTRY_W]), .next(next[i])
                );
            end
        end
    endgenerate
endmodule
`default_nettype wire
