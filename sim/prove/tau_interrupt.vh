// SPDX-License-Identifier: MIT
// Properties of tau_interrupt, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (rst);

// --- what happened: of the request that stands, was it sent, was it answered; how many interrupts
// are owed to the host
reg f_request, f_sent, f_answered, f_owed, f_begins;
always @(posedge clk) begin
    f_request  <= !rst && request;
    f_begins   <= !rst && !request && f_owed && there && !write;
    f_sent     <= !rst && request && (f_sent || ack);
    f_answered <= !rst && request && (f_answered || write);
    if (rst)
        f_owed <= 1'b0;
    else if (write)
        f_owed <= wanted;
    else if (f_owed && !request && there)
        f_owed <= 1'b0;
end
always @* if (f_old) begin
    assert (armed == f_owed);
    // a request stays until it was sent and answered, and ends then
    if (f_request)
        assert (request == !(f_sent && f_answered));
    // none begins that nobody wanted, or before anything is there
    if (request && !f_request)
        assert (f_begins);
    // one that is wanted begins when something is there and no other stands
    if (f_begins)
        assert (request);
    // what it remembers of a request is what happened to it
    if (request)
        assert (sent == f_sent && answered == f_answered);
end
