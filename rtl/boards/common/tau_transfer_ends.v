// Decides with which output packet a transfer to the host ends: with that of the input packet in
// which the transfer from the host ended, which is what a host that reads what it has sent for
// waits for. Programs whose samples overlap may give fewer packets back than were sent. So when the
// input has ended, packets wait to be closed and nothing has come from the core for 2^IDLE_W
// cycles, `flush` ends the transfer, and the ends that were meant for later are forgotten.
`default_nettype none
module tau_transfer_ends #(
    parameter FLIGHT_W = 4,                // 2^this packets may be in the core
    parameter IDLE_W   = 12                // 2^this cycles without a word: nothing more comes
) (
    input  wire clk,
    input  wire run,                       // low: forgets everything
    // a beat enters the core
    input  wire in_moves,
    input  wire in_last,                   // of its packet
    input  wire in_ends,                   // it holds the end of a transfer
    input  wire in_waits,                  // there are words that have not entered
    // a beat leaves the guard
    input  wire out_valid,
    input  wire out_moves,
    input  wire out_last,                  // of its packet
    output wire out_ends,                  // this packet is the last of a transfer
    // words that are held back because no transfer has ended with them
    input  wire held,
    output wire flush                      // ends one after them; one cycle
);
    initial begin
        if (FLIGHT_W < 1 || FLIGHT_W > 8)
            $error("tau_transfer_ends: FLIGHT_W is %0d, must be 1..8", FLIGHT_W);
        if (IDLE_W < 2 || IDLE_W > 24)
            $error("tau_transfer_ends: IDLE_W is %0d, must be 2..24", IDLE_W);
    end

    reg  [(1 << FLIGHT_W)-1:0] marks;      // of the packets in the core, in a ring
    reg  [FLIGHT_W-1:0]        first, next;
    reg                        ended;      // this packet has an end within
    reg                        open_in;    // the transfer from the host goes on
    reg                        open_out;   // the packet to the host goes on
    reg  [IDLE_W:0]            idle;

    assign out_ends = marks[first];
    assign flush    = idle[IDLE_W] && !out_valid;

    always @(posedge clk)
        if (!run) begin
            marks    <= {(1 << FLIGHT_W){1'b0}};
            first    <= {FLIGHT_W{1'b0}};
            next     <= {FLIGHT_W{1'b0}};
            ended    <= 1'b0;
            open_in  <= 1'b0;
            open_out <= 1'b0;
            idle     <= {IDLE_W + 1{1'b0}};
        end else begin
            if (flush)
                marks <= {(1 << FLIGHT_W){1'b0}};
            if (in_moves) begin
                open_in <= !in_ends;
                ended   <= !in_last && (ended || in_ends);
                if (in_last) begin
                    marks[next] <= ended || in_ends;
                    next        <= next + 1'b1;
                end
            end
            if (out_moves) begin
                open_out <= !out_last;
                if (out_last)
                    first <= first + 1'b1;
            end
            if (out_valid || in_waits || open_in || open_out || !held || flush)
                idle <= {IDLE_W + 1{1'b0}};
            else
                idle <= idle + 1'b1;
        end
endmodule
`default_nettype wire
