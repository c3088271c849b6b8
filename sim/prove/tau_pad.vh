// SPDX-License-Identifier: MIT
// Properties of tau_pad, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: the stream rule; a beat has words, and all of them unless it is the last
reg f_asked;
reg [WORD_W*N-1:0]  f_asked_data;
reg [COUNT_W:0]     f_asked_rest;
always @(posedge clk) begin
    f_asked      <= run && in_valid && !in_ready;
    f_asked_data <= in_data;
    f_asked_rest <= {in_words, in_last};
end
always @* begin
    assume (in_words != 0 && in_words <= N && (in_last || in_words == N));
    assume (!f_old || !f_asked ||
            (in_valid && in_data == f_asked_data && {in_words, in_last} == f_asked_rest));
end

// --- stream rule at the output
reg                f_waits;
reg [WORD_W*N:0]   f_beat;
always @(posedge clk) begin
    f_waits <= run && out_valid && !out_ready;
    f_beat  <= {out_data, out_last};
end
always @* if (f_old && run && f_waits) assert (out_valid && {out_data, out_last} == f_beat);

// --- beats of a packet, counted: as many come in as go out, then zeros to the next multiple of
// BLOCK and not one more; ends are ends of whole blocks
reg [7:0] f_count;                       // beats of the packet that went out, up to a block
reg       f_over;                        // its last beat came in
wire      f_out = out_valid && out_ready, f_in = in_valid && in_ready;
wire      f_full = f_count + 1 == BLOCK;
always @(posedge clk)
    if (!run) begin
        f_count <= 0;
        f_over  <= 1'b0;
    end else if (f_out) begin
        f_count <= f_full ? 0 : f_count + 1;
        f_over  <= !f_full && (f_over || in_last);
    end
integer f_i;
always @* if (f_old && run) begin
    assert (f_count == beat && f_count < BLOCK && f_over == pads);
    assert (f_in == (f_out && !f_over));
    assert (!out_valid || out_last == (f_full && (f_over || in_last)));
    if (out_valid)
        for (f_i = 0; f_i < N; f_i = f_i + 1)
            assert (out_data[WORD_W*f_i +: WORD_W] ==
                    (!f_over && f_i < in_words ? in_data[WORD_W*f_i +: WORD_W] : 0));
end
