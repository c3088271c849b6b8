// The output port: a receiver without slots; what it takes goes out on the output stream in that order.
// One word a cycle; tlast on the last word of a sample. Whether it takes is known from registers and its source alone.
`default_nettype none
`include "tauflow_regs.vh"
module tau_output #(
    parameter ID       = 8,                // number of the receiver in the load window
    parameter SOURCES  = 5,                // sources that are joined to it
    parameter WORDS    = 32,               // most words of a sample
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [61:0]         load,
    // network
    output wire [SELECT_W-1:0] select,
    input  wire                offered,
    input  wire [31:0]         offered_data,
    output wire                take,
    // stream
    output wire                m_axis_tvalid,
    input  wire                m_axis_tready,
    output wire [31:0]         m_axis_tdata,
    output wire                m_axis_tlast,
    output wire                finish      // the last word of a sample is taken
);
    wire want, want_last, room;

    tau_sequence #(.TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNER(ID), .ENTRY_W(SELECT_W), .DEPTH(WORDS)) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load[16 +: SELECT_W]),
        .head_valid(want), .head(select), .head_last(want_last), .next(take)
    );

    assign take   = want && offered && room;
    assign finish = take && want_last;

    tau_skid #(.WORD_W(33)) slice (
        .clk(clk), .run(run), .in_valid(want && offered), .in_ready(room), .in_data({want_last, offered_data}),
        .out_valid(m_axis_tvalid), .out_ready(m_axis_tready), .out_data({m_axis_tlast, m_axis_tdata})
    );
endmodule
`default_nettype wire
