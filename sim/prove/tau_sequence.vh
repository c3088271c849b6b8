// SPDX-License-Identifier: MIT
// Properties of tau_sequence, put in front of its endmodule by prove.sh: a word that is loaded is
// in its place until another is loaded there, and `later` is what was at `fetch` in the last cycle
// with a step, which is what its steps suppose of the table (tau_walk.vh).
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (run) assume (!load[`TAUFLOW_LOAD_WRITE]);

(* anyconst *) wire [ADDR_W-1:0] f_place;  // any one entry
always @* assume (f_place < DEPTH);
wire f_entry_here = entry_here && load_word != `TAUFLOW_WORD_EXTENT;
always @* if (f_entry_here) assume (load_index < DEPTH && load_word < WORDS);

reg [ENTRY_W-1:0] f_entry, f_known;        // what was loaded there, and of which bits that is known
reg [ENTRY_W-1:0] f_read, f_read_known;    // the same of what was read
reg               f_any = 1'b0;            // it was this place
wire [ENTRY_W-1:0] f_mine;                 // bits of the word that is loaded
genvar f_b;
generate
    for (f_b = 0; f_b < ENTRY_W; f_b = f_b + 1)
        assign f_mine[f_b] = load_word == ((f_b < FIRST_W) ? 0 : 1 + (f_b - FIRST_W) / 32);
endgenerate
wire f_writes = f_entry_here && load_index == f_place;
initial f_known = 0;
always @(posedge clk) begin
    if (f_writes) begin
        f_entry <= (f_entry & ~f_mine) | (load_entry & f_mine);
        f_known <= f_known | f_mine;
    end
    if (step) begin
        f_any                  <= fetch == f_place;
        {f_read, f_read_known} <= {f_entry, f_known & ~({ENTRY_W{f_writes}} & f_mine)};
    end
end
wire [ENTRY_W-1:0] f_held;
generate
    if (DEEP_W > 0)
        assign f_held[DEEP_W-1:0] = deep.entries[f_place];
    if (DEEP_W < ENTRY_W)
        assign f_held[ENTRY_W-1:DEEP_W] = shallow.entries[f_place];
endgenerate
always @* if (f_old) begin
    assert (((f_held ^ f_entry) & f_known) == 0);
    if (f_any)
        assert (((later ^ f_read) & f_read_known) == 0);
end
