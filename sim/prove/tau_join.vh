// SPDX-License-Identifier: MIT
// Properties of tau_join, put in front of its endmodule by prove.sh: beats are whole, each lane has
// exactly its words of every packet, in its first beats, and tlast comes after as many beats as
// were loaded. What leaves is what the stream register accepts (tau_skid.vh).
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run && rst);
always @* if (f_old) assume (!rst);
always @* if (run) assume (!load[`TAUFLOW_LOAD_WRITE]);
// Registers are written one at a time: a cycle is between a reset or the last word of a program and
// run.
reg f_loaded;
always @(posedge clk) f_loaded <= load[`TAUFLOW_LOAD_WRITE] || rst;
always @* if (f_old && f_loaded) assume (!run);

// Lanes keep what they offer until it is accepted.
reg                f_run;
reg [LANES-1:0]    f_waits;
reg [LANES*32-1:0] f_data;
always @(posedge clk) {f_run, f_waits, f_data} <= {run, in_valid & ~in_ready, in_data};

reg [15:0] f_beat; // beats that left of this packet
always @(posedge clk)
    if (!run)
        f_beat <= 16'd0;
    else if (leave)
        f_beat <= f_beat + 16'd1 == beats ? 16'd0 : f_beat + 16'd1;

always @* if (f_old && run && f_run) assert (some == (beats != 16'd0) && (some || mine == 0));
always @* if (f_old && run && f_run && beats != 16'd0) begin
    assert (f_beat < beats && beat == f_beat);
    assert (beat_last == (f_beat + 16'd1 == beats));
end
genvar f_g;
generate
    for (f_g = 0; f_g < LANES; f_g = f_g + 1) begin : f_lane
        always @* if (f_old && run && f_run && beats != 16'd0) begin
            assert (mine[f_g] == (f_beat < lane[f_g].words));
            assert ((in_valid[f_g] && in_ready[f_g]) == (leave && f_beat < lane[f_g].words));
            if (leave)
                assert (data[f_g*32 +: 32] ==
                        (f_beat < lane[f_g].words ? in_data[f_g*32 +: 32] : 32'd0));
            if (leave && f_beat < lane[f_g].words)
                assert (in_valid[f_g]);
            if (whole && !in_valid[f_g])
                assert (f_beat >= lane[f_g].words);
        end
    end
endgenerate
// A beat that is whole stays so until it leaves.
reg f_whole;
always @(posedge clk) f_whole <= run && whole && !leave;
generate
    for (f_g = 0; f_g < LANES; f_g = f_g + 1) begin : f_keeps
        always @* if (f_run && run && f_waits[f_g])
            assume (in_valid[f_g] && in_data[f_g*32 +: 32] == f_data[f_g*32 +: 32]);
    end
endgenerate
always @* if (f_old && run && f_run && f_whole) assert (whole);
