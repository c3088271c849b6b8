// SPDX-License-Identifier: MIT
// tau_next (../generic) in cells of ECP5: a chain of CCU2C, two bits each, whose tables choose
// before the carry is added. The input D of each table is 1, so that its lower quarter, what a bit
// carries by itself, is free: nothing but for the lowest bit, where 1 is added.
`default_nettype none
module tau_next #(
    parameter W = 4
) (
    input  wire [W-1:0] at,
    input  wire [W-1:0] loop,
    input  wire         at_end,
    output wire [W-1:0] y
);
    localparam PAIRS = (W + 1) / 2;
    localparam [15:0] CHOOSE = 16'hca00;   // C ? B : A; carries nothing
    localparam [15:0] LOWEST = 16'hd102;   // B ? C : !A; carries !B && A

    wire [2*PAIRS-1:0] at_all   = {{2*PAIRS-W{1'b0}}, at};
    wire [2*PAIRS-1:0] loop_all = {{2*PAIRS-W{1'b0}}, loop};
    wire [2*PAIRS-1:0] y_all;
    wire [PAIRS:0]     carry;
    assign carry[0] = 1'b0;
    assign y        = y_all[W-1:0];

    genvar i;
    generate
        for (i = 0; i < PAIRS; i = i + 1) begin : pair
            if (i == 0) begin : lowest
                CCU2C #(.INIT0(LOWEST), .INIT1(CHOOSE), .INJECT1_0("NO"), .INJECT1_1("NO")) two (
                    .CIN(1'b0), .A0(at_all[0]), .B0(at_end), .C0(loop_all[0]), .D0(1'b1),
                    .A1(at_all[1]), .B1(loop_all[1]), .C1(at_end), .D1(1'b1),
                    .S0(y_all[0]), .S1(y_all[1]), .COUT(carry[1])
                );
            end else begin : higher
                CCU2C #(.INIT0(CHOOSE), .INIT1(CHOOSE), .INJECT1_0("NO"), .INJECT1_1("NO")) two (
                    .CIN(carry[i]), .A0(at_all[2*i]), .B0(loop_all[2*i]), .C0(at_end), .D0(1'b1),
                    .A1(at_all[2*i+1]), .B1(loop_all[2*i+1]), .C1(at_end), .D1(1'b1),
                    .S0(y_all[2*i]), .S1(y_all[2*i+1]), .COUT(carry[i+1])
                );
            end
        end
    endgenerate
endmodule
`default_nettype wire
