// One of N words, inverted if asked: y = words[select] ^ invert. Combinational.
//
// A module of its own because synthesis has to be told: an ECP5 makes the four or eight ways of a
// bit in one place, of two or four look-up tables and the multiplexers beside them, but Yosys
// takes those multiplexers for wide tables only. synth/ecp5_mux.v is this module for ECP5, in its
// cells; any other family takes this text.
`default_nettype none
module tau_mux #(
    parameter N = 8,                       // words, 4 or 8
    parameter W = 24                       // bits of a word, from 1
) (
    input  wire [N*W-1:0]       words,     // word i in bits i * W and up
    input  wire [$clog2(N)-1:0] select,
    input  wire                 invert,
    output wire [W-1:0]         y
);
    initial
        if ((N != 4 && N != 8) || W < 1)
            $error("tau_mux: N %0d must be 4 or 8, W %0d from 1", N, W);

    genvar i, k;
    generate
        for (i = 0; i < W; i = i + 1) begin : place
            wire [N-1:0] ways;
            for (k = 0; k < N; k = k + 1) begin : way
                assign ways[k] = words[k*W+i];
            end
            assign y[i] = ways[select] ^ invert;
        end
    endgenerate
endmodule
`default_nettype wire
