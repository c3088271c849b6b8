// SPDX-License-Identifier: MIT
// Properties of tau_sequences, put in front of its endmodule by prove.sh: of two tables in one
// memory each has what was loaded into it, whatever is loaded into the other, and its steps read
// it, as tau_walk.vh supposes.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (run) assume (!load[`TAUFLOW_LOAD_WRITE]);
always @* assume ((next & ~head_valid) == 0);

(* anyconst *) wire              f_which;   // any one entry of either
(* anyconst *) wire [ADDR_W-1:0] f_place;
wire [`TAUFLOW_LOAD_OWNER_BITS-1:0] f_owner = OWNERS[32 * f_which +: `TAUFLOW_LOAD_OWNER_BITS];
wire        f_writes = load[`TAUFLOW_LOAD_WRITE] &&
                       load[`TAUFLOW_LOAD_TABLE] == TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                       load[`TAUFLOW_LOAD_OWNER] == f_owner &&
                       load[`TAUFLOW_LOAD_WORD] == `TAUFLOW_WORD_FIRST &&
                       load[`TAUFLOW_LOAD_INDEX_LOW +: ADDR_W] == f_place;
wire [ADDR_W-1:0]  f_fetch = f_which ? together.fetch[2*ADDR_W-1:ADDR_W]
                                     : together.fetch[ADDR_W-1:0];
wire [ENTRY_W-1:0] f_later = f_which ? together.second : together.first;
reg [ENTRY_W-1:0]  f_entry, f_read;        // what was loaded there, what was there when it was read
reg                f_known = 1'b0, f_any = 1'b0;
always @(posedge clk) begin
    if (f_writes)
        {f_known, f_entry} <= {1'b1, load_entry};
    if (together.step[f_which]) begin
        f_any  <= run && f_known && f_fetch == f_place;
        f_read <= f_entry;
    end else if (!run)
        f_any <= 1'b0;
end
always @* if (f_old) begin
    assert (!f_known || together.entries[{f_which, f_place}] == f_entry);
    assert (!f_any || f_later == f_read);
end
