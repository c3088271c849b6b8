// Properties of tau_transfer_ends, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: the guard lets no more packets into the core than it can keep, and none out
// that is not in
reg  [FLIGHT_W:0] f_count;
wire f_push = run && in_moves && in_last;
wire f_pop  = run && out_moves && out_last;
always @(posedge clk) f_count <= run ? f_count + f_push - f_pop : 0;
always @* begin
    assume (!out_moves || out_valid);
    assume (!f_push || f_count < 1 << FLIGHT_W);
    assume (!f_pop || f_count != 0);
end
wire [FLIGHT_W-1:0] f_next = first + f_count[FLIGHT_W-1:0];
always @* if (f_old && run) assert (f_count <= 1 << FLIGHT_W && next == f_next);

// --- any one packet is followed: it ends a transfer when one ended within it and no flush has done
// so since
reg f_any, f_open_in, f_open_out;
always @(posedge clk) begin
    f_any      <= run && (in_moves ? !in_last && (f_any || in_ends) : f_any);
    f_open_in  <= run && (in_moves ? !in_ends : f_open_in);
    f_open_out <= run && (out_moves ? !out_last : f_open_out);
end
always @* if (f_old && run)
    assert (ended == f_any && open_in == f_open_in && open_out == f_open_out);
(* anyseq *) wire f_pick;
reg               f_live, f_end;
reg  [FLIGHT_W:0] f_ahead;
wire f_enters = f_push && f_pick && !f_live;
wire [FLIGHT_W-1:0] f_place = first + f_ahead[FLIGHT_W-1:0];
always @(posedge clk)
    if (!run)
        f_live <= 1'b0;
    else if (f_enters) begin
        f_live  <= 1'b1;
        f_ahead <= f_count - f_pop;
        f_end   <= f_any || in_ends;
    end else if (f_live) begin
        f_live  <= !(f_pop && f_ahead == 0);
        f_ahead <= f_ahead - f_pop;
        f_end   <= f_end && !flush;
    end
always @* if (f_old && run && f_live) begin
    assert (f_ahead < f_count && marks[f_place] == f_end);
    assert (f_ahead != 0 || out_ends == f_end);
end

// --- flush: words wait, no packet and no transfer is half through, and for so long nothing has
// come; then it comes
reg [IDLE_W:0] f_quiet;
wire f_rest = held && !out_valid && !in_waits && !f_open_in && !f_open_out;
always @(posedge clk) f_quiet <= run && f_rest && !flush ? f_quiet + 1 : 0;
always @* if (f_old && run) begin
    assert (f_quiet == idle && f_quiet <= 1 << IDLE_W);
    assert (!flush || (f_quiet == 1 << IDLE_W && !out_valid));
    assert (flush || f_quiet < 1 << IDLE_W || out_valid);
end
