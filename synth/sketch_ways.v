// A sketch, never simulated: the ten ways of a crossbar of four modules to one receiver, by the
// number of the source and multiplexers of cells (rtl/tau_mux.v), for its cells only
// (docs/core.md). rtl/tau_crossbar.v has one bit per source, ANDs and ORs.
`default_nettype none
module sketch_ways #(
    parameter WORD_W = 24
) (
    input  wire [10*WORD_W-1:0] data,
    input  wire [3:0]           from,
    output wire [WORD_W-1:0]    word
);
    wire [WORD_W-1:0] unit;
    tau_mux #(.N(8), .W(WORD_W)) units (
        .words(data[8*WORD_W-1:0]), .select(from[2:0]), .invert(1'b0), .y(unit)
    );
    tau_mux #(.N(4), .W(WORD_W)) lanes (
        .words({data[8*WORD_W +: 2*WORD_W], unit, unit}), .select({from[3], from[0]}),
        .invert(1'b0), .y(word)
    );
endmodule
`default_nettype wire
