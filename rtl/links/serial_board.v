// SPDX-License-Identifier: MIT
// What boards with a serial port share: a core at the end of it, with reset button and LEDs. A top
// adds its pins and the clock.
//
// LEDs: 0 the clock runs (blinks), 1 a host has opened the link, 2 out of reset, 3 RUN is set,
// 4 and 5 words move to and from the core, 6 a frame came, 7 something came that is no frame
// (the last four held for about a tenth of a second).
`default_nettype none
`include "tauflow_shape.vh"
module serial_board #(
    parameter CLOCK_HZ = 48000000,         // of clk
    parameter BAUD     = 3000000,          // bits per second of the port
    parameter WAIT_W   = 16,               // as in tau_serial
    parameter PRESSED  = 1,                // level of the pressed button
    parameter BLINK_W  = 25,               // as in tau_leds
    parameter SHOW_W   = 22,
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire       clk,
    input  wire       locked,              // the clock is good
    input  wire       button,
    input  wire       rx,
    output wire       tx,
    output wire [7:0] led                  // 1: lit
);
    localparam CLOCKS = (CLOCK_HZ + BAUD / 2) / BAUD; // per bit, as in tau_uart

    (* ASYNC_REG = "TRUE" *) reg [1:0] good = 2'b00;
    always @(posedge clk)
        good <= {good[0], locked};

    wire       rst, opened, run, frame_good, frame_bad;
    wire [1:0] moves;
    wire [7:0] core_led, frame_led;

    tau_reset_button #(.PRESSED(PRESSED)) reset (
        .clk(clk), .resetn(good[1]), .button(button), .rst(rst)
    );

    tau_serial_core #(.CLOCKS(CLOCKS), .WAIT_W(WAIT_W), `TAUFLOW_SHAPE_PASS) core (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx),
        .opened(opened), .frame_good(frame_good), .frame_bad(frame_bad), .run(run), .moves(moves)
    );

    tau_leds #(.BLINK_W(BLINK_W), .SHOW_W(SHOW_W)) leds (
        .board_clk(clk), .clk(clk), .rst(rst), .link(opened), .run(run), .moves(moves),
        .led(core_led)
    );
    tau_leds #(.BLINK_W(1), .SHOW_W(SHOW_W)) frames (
        .board_clk(clk), .clk(clk), .rst(rst), .link(1'b0), .run(1'b0),
        .moves({frame_bad, frame_good}), .led(frame_led)
    );
    assign led = {frame_led[5:4], core_led[5:0]};
    wire unused = &{1'b0, core_led[7:6], frame_led[7:6], frame_led[3:0]};
endmodule
`default_nettype wire
