// SPDX-License-Identifier: MIT
// Counts what is under way: at most CREDITS between enter and leave.
// room is a register: a place that is given back can be used from the next cycle on.
`default_nettype none
module tau_credit #(
    parameter CREDITS = 8                  // most that may be under way
) (
    input  wire clk,
    input  wire run,                       // low: nothing is under way
    input  wire enter,                     // only while room
    input  wire leave,                     // at most once for each enter
    output reg  room,
    output wire room_next                  // room of the next cycle
);
    localparam COUNT_W = $clog2(CREDITS + 1);
    localparam LAST_FREE = CREDITS - 1;

    initial
        if (CREDITS < 1) $error("tau_credit: CREDITS is %0d, must be 1 or more", CREDITS);

    reg [COUNT_W-1:0] under_way;

    assign room_next = !run || (enter && !leave ? under_way != LAST_FREE[COUNT_W-1:0]
                                                : room || leave);

    always @(posedge clk) begin
        room <= room_next;
        if (!run)
            under_way <= {COUNT_W{1'b0}};
        else if (enter != leave)
            under_way <= leave ? under_way - 1'b1 : under_way + 1'b1;
    end
endmodule
`default_nettype wire
