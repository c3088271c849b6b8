// SPDX-License-Identifier: MIT
// Reset of the core's clock domain: high at once while the DMA is in reset, and while the button is
// pressed. The button is asynchronous and passes two registers.
`default_nettype none
module tau_reset_button #(
    parameter PRESSED = 1                  // level of the pressed button, 0 or 1
) (
    input  wire clk,
    input  wire resetn,                    // of the DMA, synchronous
    input  wire button,
    output reg  rst
);
    initial
        if (PRESSED < 0 || PRESSED > 1)
            $error("tau_reset_button: PRESSED is %0d, must be 0 or 1", PRESSED);

    (* ASYNC_REG = "TRUE" *) reg [1:0] level;
    always @(posedge clk) begin
        level <= {level[0], button};
        rst   <= !resetn || level[1] == PRESSED[0];
    end
endmodule
`default_nettype wire
