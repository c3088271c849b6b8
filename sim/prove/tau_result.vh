// SPDX-License-Identifier: MIT
// Properties of tau_result, put in front of its endmodule by prove.sh.

reg f_old = 1'b0; // there is a cycle before this one
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (!run);

// --- the environment: any receiver may be willing at any time, any words and masks may come
wire [RECEIVERS-1:0] f_takes = taken & offer;
reg                  f_here; // there is a word,
reg [WORD_W-1:0]     f_word; // this one,
reg [RECEIVERS-1:0]  f_mask; // for these receivers,
reg [RECEIVERS-1:0]  f_took; // of whom these have it
always @(posedge clk) begin
    f_here <= run && (next || (f_here && !free));
    f_took <= next ? 0 : f_took | f_takes;
    if (next) begin
        f_mask <= mask;
        f_word <= in_data;
    end
end

// --- a word comes when there is none, or the last of its receivers accepts the one before; every
// receiver of its mask gets it once, nobody else
always @* if (f_old && run) begin
    assert (next == (comes && (!f_here || (f_took | f_takes) == f_mask)));
    assert (offer == (f_here ? f_mask & ~f_took : 0));
    assert (!f_here || (f_took & ~f_mask) == 0);
    assert (!f_here || data == f_word);
    assert ((f_takes & f_took) == 0 || !f_here);
end

// --- stream rule: what was offered to a receiver and not accepted is offered unchanged
reg [RECEIVERS-1:0] f_waits;
reg [WORD_W-1:0]    f_data;
always @(posedge clk) begin
    f_waits <= run ? offer & ~f_takes : 0;
    f_data  <= data;
end
always @* if (f_old && run) begin
    assert ((f_waits & ~offer) == 0);
    assert (f_waits == 0 || (data == f_data && f_here && f_data == f_word));
    assert (f_waits == 0 || f_waits == offer);
end
