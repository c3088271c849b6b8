// SPDX-License-Identifier: MIT
// What happens in a core, told to the program that clocks it (core_face.cpp): bound into the cores
// that can be looked into, NAME_trace. Places have their numbers in the load window.
`default_nettype none
module tau_watch #(
    parameter string EVENT = "",           // core_event_kind of machine/pins.h
    parameter ID = 0,
    parameter LATE = 0                     // 1: the word of the cycle before belongs to it
) (
    input wire        clk,
    input wire        run,
    input wire        happens,             // in this cycle
    input wire [31:0] word
);
    import "DPI-C" function void tauflow_enter(input int place, input int word);
    import "DPI-C" function void tauflow_issue(input int place, input int word);
    import "DPI-C" function void tauflow_result(input int place, input int word);
    import "DPI-C" function void tauflow_accept(input int place, input int word);

    reg [31:0] held;
    wire [31:0] its = (LATE != 0) ? held : word;

    always @(posedge clk) begin
        held <= word;
        if (run && happens)
            case (EVENT)
            "enter":  tauflow_enter(ID, its);
            "issue":  tauflow_issue(ID, its);
            "result": tauflow_result(ID, its);
            "accept": tauflow_accept(ID, its);
            default:  $error("tau_watch: EVENT is %s", EVENT);
            endcase
    end
endmodule

bind tau_lane tau_watch #(.EVENT("enter"), .ID(ID)) watch_enter (
    .clk(clk), .run(run), .happens(enter && mine), .word(in_data)
);
bind tau_unit tau_watch #(.EVENT("issue"), .ID(ID)) watch_issue (
    .clk(clk), .run(run), .happens(issue), .word(32'd0)
);
bind tau_unit tau_watch #(.EVENT("result"), .ID(ID), .LATE(1)) watch_result (
    .clk(clk), .run(run), .happens(came), .word(32'($signed(result[WORD_W-1:0])))
);
bind tau_receiver tau_watch #(.EVENT("accept"), .ID(ID)) watch_accept (
    .clk(clk), .run(run), .happens(takes), .word(32'($signed(offered_data[WORD_W-1:0])))
);
bind tau_relay tau_watch #(.EVENT("accept"), .ID(ID)) watch_accept (
    .clk(clk), .run(run), .happens(takes), .word(32'($signed(offered_data)))
);
bind tau_output tau_watch #(.EVENT("accept"), .ID(ID)) watch_accept (
    .clk(clk), .run(run), .happens(takes), .word(32'($signed(offered_data)))
);
`default_nettype wire
