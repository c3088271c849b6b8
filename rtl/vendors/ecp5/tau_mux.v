// SPDX-License-Identifier: MIT
// tau_mux (../generic) in cells of ECP5: a look-up table chooses between two words and inverts,
// PFUMX joins two tables, L6MUX21 two pairs; all of them lie in neighbouring slices, with no wire
// of the fabric between. `keep`: a table that two multiplexers share fits into neither place.
`default_nettype none
module tau_mux #(
    parameter N = 8,
    parameter W = 24
) (
    input  wire [N*W-1:0]       words,
    input  wire [$clog2(N)-1:0] select,
    input  wire                 invert,
    output wire [W-1:0]         y
);
    localparam [15:0] CHOOSE = 16'h35ca;   // (C ? B : A) ^ D

    genvar i, k;
    generate
        for (i = 0; i < W; i = i + 1) begin : place
            wire [N/2-1:0] two;
            wire [N/4-1:0] four;
            for (k = 0; k < N / 2; k = k + 1) begin : pair
                (* keep *) LUT4 #(.INIT(CHOOSE)) table_of (
                    .A(words[2*k*W+i]), .B(words[(2*k+1)*W+i]), .C(select[0]), .D(invert),
                    .Z(two[k])
                );
            end
            for (k = 0; k < N / 4; k = k + 1) begin : joint
                (* keep *) PFUMX of_two (
                    .BLUT(two[2*k]), .ALUT(two[2*k+1]), .C0(select[1]), .Z(four[k])
                );
            end
            if (N == 8) begin : eight
                (* keep *) L6MUX21 of_four (
                    .D0(four[0]), .D1(four[1]), .SD(select[2]), .Z(y[i])
                );
            end else begin : only
                assign y[i] = four[0];
            end
        end
    endgenerate
endmodule
`default_nettype wire
