// SPDX-License-Identifier: MIT
// Asks for one interrupt when something is there, as AMD's XDMA subsystem wants it (PG195, "User
// Interrupts"): the request stays until it was acknowledged and the host has answered it. The host
// answers by `write`, which also says whether it wants another one.
//
//   write (wanted) ──> armed ── there ──> request ── ack, write ──> low for a cycle at least
`default_nettype none
module tau_interrupt (
    input  wire clk,
    input  wire rst,
    input  wire write,                     // the host answers
    input  wire wanted,                    // with write: and wants another one
    input  wire there,                     // what an interrupt is wanted for
    output reg  armed,                     // an interrupt is wanted and was not asked for
    output reg  request,
    input  wire ack                        // the request has been sent, a cycle
);
    reg  sent, answered;                   // of the request that stands
    wire ends = request && (sent || ack) && (answered || write);

    always @(posedge clk)
        if (rst) begin
            armed   <= 1'b0;
            request <= 1'b0;
        end else begin
            if (write)
                armed <= wanted;
            else if (!request && there)
                armed <= 1'b0;
            request <= request ? !ends : armed && there && !write;
        end

    always @(posedge clk)
        if (rst || !request)
            {sent, answered} <= 2'b00;
        else
            {sent, answered} <= {sent || ack, answered || write};
endmodule
`default_nettype wire
