// SPDX-License-Identifier: MIT
// Properties of tau_tally, put in front of its endmodule by prove.sh: any one event's count is what
// happened since it was cleared.
(* anyconst *) wire [PLACE_W-1:0] f_pick;
always @* assume (f_pick < EVENTS);
wire f_is_last = f_pick == EVENTS - 1;
wire f_clear   = f_is_last ? clear_last : clear;
wire f_happens = happens[f_pick];
wire [LEFT_W-1:0] f_left = f_is_last ? left_last : left;

// --- from its first clear on, with reads as they are promised
reg f_live = 1'b0, f_live_then = 1'b0;
always @(posedge clk) {f_live, f_live_then} <= {f_live || f_clear, f_live};
always @* if (!f_live) assume (clear && clear_last && !read);
reg [1:0] f_credit = 2'd2;
always @(posedge clk)
    f_credit <= read ? f_credit - 2'd1 : (f_credit == 2'd2) ? 2'd2 : f_credit + 2'd1;
always @* assume (!read || (f_credit != 2'd0 && place < EVENTS));
always @* assert (f_credit <= 2'd2);

// --- what it is
reg [COUNT_W-1:0] f_count, f_then;
always @(posedge clk) begin
    f_count <= f_clear ? 0 : f_count + f_happens;
    f_then  <= f_count;
end
always @* if (f_live_then && at == f_pick) assert (count == f_then);

// --- why: its turn comes before the low counter can go around, and then both parts agree
wire f_turn = !read && turn == f_pick;
reg  f_seen;                               // it had its turn since it was cleared
reg  [COUNT_W-1:0] f_last, f_before;       // the count at its last turn, at the one before
reg  [7:0] f_age, f_age_before, f_since;   // cycles since these, and since it was cleared
always @(posedge clk) begin
    f_seen <= !f_clear && (f_seen || f_turn);
    if (f_turn) begin
        f_last       <= f_count;
        f_before     <= f_last;
        f_age        <= 8'd1;
        f_age_before <= f_age + 8'd1;
    end else
        f_age <= f_age + 8'd1;
    f_since <= f_clear ? 8'd0 : f_since + (f_left != 0);
end
wire [7:0] f_turns = (turn > f_pick) ? turn - f_pick - 1 : EVENTS - 1 + turn - f_pick;
wire [7:0] f_until = (turn > f_pick) ? EVENTS + f_pick - turn : f_pick - turn;
wire f_pending = keeps && at == f_pick;    // its last turn is being written
wire [COUNT_W-1:0] f_most = f_age, f_most_before = f_age_before - 8'd1;
always @* if (f_live) begin
    assert (turn < EVENTS);
    assert (lows[f_pick*32 +: LOW_W] == f_count[LOW_W-1:0]);
    assert (f_left <= WHOLE);
    if (!f_seen)
        assert (f_left >= f_until + 2);
    if (f_left != 0)
        assert (f_count <= f_since && f_since <= 2 * (WHOLE - f_left) + 3 - f_credit);
    if (f_seen) begin
        assert (f_age >= 1 && f_age <= 2 * f_turns + 3 - f_credit);
        assert (f_count - f_last <= f_most);
        assert ((f_pending ? sum : high[f_pick]) == f_last[COUNT_W-1:LOW_W-1]);
        if (f_pending && f_left == 0)
            assert (f_age == 1 && f_age_before <= ROUND + 1 && f_last - f_before <= f_most_before
                    && high[f_pick] == f_before[COUNT_W-1:LOW_W-1]);
    end
end
