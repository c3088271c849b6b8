// y = a * b, signed; in the next cycle with REG = 1, in the register behind the product that
// multiplier blocks have inside. For ECP5 there is synth/ecp5_block.v in its place: Yosys 0.23
// leaves that register empty.
`default_nettype none
module tau_block #(
    parameter A_W = 18,
    parameter B_W = 18,
    parameter REG = 1
) (
    input  wire                  clk,
    input  wire signed [A_W-1:0] a,
    input  wire signed [B_W-1:0] b,
    output wire [A_W+B_W-1:0]    y
);
    wire signed [A_W+B_W-1:0] product = a * b;
    generate
        if (REG != 0) begin : registered
            reg [A_W+B_W-1:0] word;
            always @(posedge clk)
                word <= product;
            assign y = word;
        end else begin : wired
            wire unused = &{1'b0, clk};
            assign y = product;
        end
    endgenerate
endmodule
`default_nettype wire
