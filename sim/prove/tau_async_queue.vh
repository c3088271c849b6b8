// SPDX-License-Identifier: MIT
// Properties of tau_async_queue, put in front of its endmodule by prove.sh, which has replaced its
// two clocks by ticks of one time: in any step either clock may tick, or both, or none.
(* anyseq *) wire f_in_tick, f_out_tick;

// --- the environment: both sides are reset together, once
reg f_in_up = 1'b0, f_out_up = 1'b0;
always @(posedge f_time) begin
    f_in_up  <= f_in_up || f_in_tick;
    f_out_up <= f_out_up || f_out_tick;
end
wire f_up = f_in_up && f_out_up;
always @* assume (in_rst == !f_up && out_rst == !f_up);
always @* begin
    if (f_in_up && !f_up)
        assert ({in_count, in_gray, out_seen_first, out_seen} == 0);
    if (f_out_up && !f_up)
        assert ({out_count, out_gray, in_seen_first, in_seen} == 0);
end

// --- counts: what each side knows of the other is old, never new
function [DEPTH_W:0] f_count(input [DEPTH_W:0] code);
    integer f_b;
    begin
        f_count = code;
        for (f_b = 1; f_b <= DEPTH_W; f_b = f_b + 1)
            f_count = f_count ^ (code >> f_b);
    end
endfunction
wire [DEPTH_W:0] f_o2 = f_count(out_seen), f_o1 = f_count(out_seen_first),
                 f_i2 = f_count(in_seen), f_i1 = f_count(in_seen_first);
wire [DEPTH_W:0] f_1 = f_o1 - f_o2, f_2 = out_count - f_o2, f_3 = f_i2 - f_o2, f_4 = f_i1 - f_o2,
                 f_5 = in_count - f_o2;
always @* if (f_up) begin
    assert (in_gray == gray(in_count) && out_gray == gray(out_count));
    assert (f_1 <= f_2 && f_2 <= f_3 && f_3 <= f_4 && f_4 <= f_5 && f_5 <= 1 << DEPTH_W);
    assert (in_ready == (f_5 != 1 << DEPTH_W) && out_valid == (f_i2 != out_count));
end

// --- codes that cross change in one bit at a time: a register that takes one while it changes gets
// the old one or the new one
reg             f_was_up = 1'b0;
reg [DEPTH_W:0] f_in_code, f_out_code;
always @(posedge f_time) {f_was_up, f_in_code, f_out_code} <= {f_up, in_gray, out_gray};
wire [DEPTH_W:0] f_in_diff = in_gray ^ f_in_code, f_out_diff = out_gray ^ f_out_code;
always @* if (f_was_up)
    assert ((f_in_diff & (f_in_diff - 1'b1)) == 0 && (f_out_diff & (f_out_diff - 1'b1)) == 0);

// --- any one word is followed: from its write on it stands in its place, unchanged, until it is
// read; and whatever is read was written
(* anyconst *) wire [DEPTH_W:0] f_k;
reg  [W-1:0]     f_word;
wire [DEPTH_W:0] f_place = f_k - out_count, f_fill = in_count - out_count;
wire             f_inside = f_place < f_fill;
always @(posedge f_time)
    if (f_in_tick && in_valid && in_ready && in_count == f_k)
        f_word <= in_data;
always @* if (f_up && f_inside) assert (words[f_k[DEPTH_W-1:0]] == f_word);
always @* if (f_up && out_valid && out_count == f_k) assert (f_inside && out_data == f_word);

// --- stream rule: what was offered stays until it is taken
reg f_waits;
always @(posedge f_time) f_waits <= f_up && out_valid && !(f_out_tick && out_ready);
always @* if (f_was_up && f_waits) assert (out_valid);
