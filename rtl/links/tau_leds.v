// SPDX-License-Identifier: MIT
// What the LEDs of a board show: 0 the board's own clock runs (some blinks in two seconds), 1 the
// link to the host is up, 2 the core is out of reset, 3 RUN is set, 4 and 5 bytes move to and from
// the core (held for about a tenth of a second). 6 and 7 are dark.
`default_nettype none
module tau_leds #(
    parameter BLINK_W = 27,                // 2^this cycles of the board's clock per blink
    parameter SHOW_W  = 24                 // 2^this cycles of the core's clock that a move is shown
) (
    input  wire       board_clk,
    input  wire       clk,
    input  wire       rst,
    input  wire       link,
    input  wire       run,
    input  wire [1:0] moves,               // a beat moves: to the core, from it
    output wire [7:0] led
);
    initial begin
        if (BLINK_W < 1) $error("tau_leds: BLINK_W is %0d, must be 1 or more", BLINK_W);
        if (SHOW_W < 1) $error("tau_leds: SHOW_W is %0d, must be 1 or more", SHOW_W);
    end

    reg [BLINK_W-1:0] blink = {BLINK_W{1'b0}};
    always @(posedge board_clk)
        blink <= blink + 1'b1;

    reg [SHOW_W:0] in_left, out_left;      // cycles to go
    always @(posedge clk)
        if (rst) begin
            in_left  <= {SHOW_W + 1{1'b0}};
            out_left <= {SHOW_W + 1{1'b0}};
        end else begin
            if (moves[0])
                in_left <= {1'b1, {SHOW_W{1'b0}}};
            else if (in_left != {SHOW_W + 1{1'b0}})
                in_left <= in_left - 1'b1;
            if (moves[1])
                out_left <= {1'b1, {SHOW_W{1'b0}}};
            else if (out_left != {SHOW_W + 1{1'b0}})
                out_left <= out_left - 1'b1;
        end

    assign led = {2'b00, out_left != {SHOW_W + 1{1'b0}}, in_left != {SHOW_W + 1{1'b0}},
                  run, !rst, link, blink[BLINK_W-1]};
endmodule
`default_nettype wire
