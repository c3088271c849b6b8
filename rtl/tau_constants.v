// Constants of one receiver: loaded with the program, read in the same cycle.
`default_nettype none
`include "tauflow_regs.vh"
module tau_constants #(
    parameter OWNER = 0,                   // number of the receiver
    parameter DEPTH = 16,                  // constants that fit
    parameter ADDR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
    input  wire              clk,
    input  wire [61:0]       load,         // {write, table, owner, index, word, data}
    input  wire [ADDR_W-1:0] addr,
    output wire [31:0]       data
);
    initial
        if (DEPTH < 1 || DEPTH > 4096) $error("tau_constants: DEPTH is %0d, must be 1..4096", DEPTH);

    reg [31:0] words [0:DEPTH-1];

    assign data = words[addr];

    always @(posedge clk)
        if (load[61] && {29'd0, load[60:58]} == `TAUFLOW_LOAD_CONSTANT && load[57:50] == OWNER[7:0])
            words[load[34 +: ADDR_W]] <= load[31:0];
endmodule
`default_nettype wire
