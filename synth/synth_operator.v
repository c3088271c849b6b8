// An operator alone between registers, for its clock by latency. Pins as in synth_pins.
`default_nettype none
module synth_operator #(
    parameter IS_ADD = 0,                  // 0 fp32_mul, 1 fp32_add
    parameter LAT    = 4
) (
    input  wire       clk12,
    input  wire       uart_rx,
    output reg  [7:0] led
);
    reg  [64:0] shift, in;
    reg  [31:0] out;
    wire [31:0] y;

    integer i;
    always @(posedge clk12) begin
        shift <= {shift[63:0], uart_rx};
        in    <= shift;
        out   <= y;
        for (i = 0; i < 8; i = i + 1)
            led[i] <= ^(out >> (4 * i));
    end

    generate
        if (IS_ADD != 0) begin : add
            fp32_add #(.LAT(LAT)) operator (.clk(clk12), .a(in[31:0]), .b(in[63:32]), .sub(in[64]), .y(y));
        end else begin : mul
            fp32_mul #(.LAT(LAT), .BLOCK_W(18)) operator (.clk(clk12), .a(in[31:0]), .b(in[63:32]), .y(y));
        end
    endgenerate
endmodule
`default_nettype wire
