// SPDX-License-Identifier: MIT
// One possible place for registers in an operator of STEPS combinational steps and LAT registers.
//
// The steps' estimated delays decide where the LAT registers go: LAT runs of whole steps, a
// register after each run (so the operator's result is registered), the slowest run as fast as can
// be. Every place computes the same plan and takes its share of it, none or more. Registers beyond
// one per step are laid out evenly.
//
// Latency: as many cycles as the plan puts here; 0 is a wire. Throughput: one word per cycle. A
// register keeps its word while it is not enabled.

`default_nettype none

module fp32_stage #(
    parameter W = 32,                       // bits of the word, out_word
    parameter LAT = 1,                      // registers in the whole operator; 0: all wires
    parameter STEPS = 1,                    // steps of the operator
    parameter STEP = 0,                     // this place is after this step, from 0
    // of every step, any unit, from 1; step 0 in the lowest byte
    parameter [8*STEPS-1:0] DELAYS = 8'd1,
    parameter OPEN = 0,                     // 1, after the last step: one register less
    // Bits of two signed factors, W together, the first in the upper bits of in_word: the word is
    // their product, and its first register may be that of a multiplier block. 0: none.
    parameter A_W = 0,
    parameter B_W = 0,
    parameter ENABLE_W = (LAT > 0) ? LAT : 1
) (
    input  wire         clk,
    input  wire [ENABLE_W-1:0] enable,      // register i of the operator takes what comes to it
    input  wire [W-1:0] in_word,
    output wire [W-1:0] out_word
);
    function integer delay(input integer step);
        delay = {24'd0, DELAYS[8*step +: 8]};
    endfunction

    // Runs that filling one after the other makes when none may take longer than `bound`.
    function integer runs(input integer bound);
        integer i, load;
        begin
            runs = 1;
            load = 0;
            for (i = 0; i < STEPS; i = i + 1) begin
                if (load + delay(i) > bound) begin
                    runs = runs + 1;
                    load = 0;
                end
                load = load + delay(i);
            end
        end
    endfunction

    // The least bound that `count` runs can keep.
    function integer slowest(input integer count);
        integer i, most, sum;
        begin
            most = 1;
            sum = 0;
            for (i = 0; i < STEPS; i = i + 1) begin
                sum = sum + delay(i);
                if (delay(i) > most)
                    most = delay(i);
            end
            // Not less than a step, nor than an even share of all.
            slowest = sum / count;
            if (slowest < most)
                slowest = most;
            while (runs(slowest) > count)
                slowest = slowest + 1;
        end
    endfunction

    // How many of LAT % STEPS runs end before step `end_step`? A run ends where the next step would
    // break the bound, or where only one step is left for each run to come.
    function integer ended(input integer end_step);
        integer i, load, bound, ends;
        begin
            ended = 0;
            if (LAT % STEPS > 0) begin
                bound = slowest(LAT % STEPS);
                load = 0;
                for (i = 0; i < end_step; i = i + 1) begin
                    load = load + delay(i);
                    ends = 0;
                    if (STEPS - 1 - i < LAT % STEPS - ended)
                        ends = 1;
                    else if (load + delay(i + 1) > bound)
                        ends = 1;
                    if (ends == 1) begin
                        ended = ended + 1;
                        load = 0;
                    end
                end
            end
        end
    endfunction

    // Registers before this place, and here.
    localparam FIRST = LAT / STEPS * STEP + ended(STEP);
    localparam N = LAT / STEPS * (STEP + 1) + ended(STEP + 1) - FIRST - OPEN;

    initial
        if (LAT < 0 || STEP < 0 || STEP >= STEPS || N < 0)
            $error("fp32_stage: LAT %0d must be at least 0, STEP %0d below STEPS %0d, OPEN %0d 0",
                   LAT, STEP, STEPS, OPEN);

    // The word in each register of this place; without one, what comes out.
    localparam PLACES = (N > 1) ? N : 1;
    wire [PLACES*W-1:0] words;
    genvar i;
    generate
        if (A_W > 0 && N > 0) begin : block_ends
            tau_block #(.A_W(A_W), .B_W(B_W)) block (
                .clk(clk), .enable(enable[FIRST]), .a(in_word[B_W +: A_W]), .b(in_word[0 +: B_W]),
                .y(words[0 +: W])
            );
        end else if (A_W > 0) begin : product
            wire signed [A_W-1:0] a = in_word[B_W +: A_W];
            wire signed [B_W-1:0] b = in_word[0 +: B_W];
            assign words[0 +: W] = a * b;
        end else if (N > 0) begin : single
            reg [W-1:0] word;
            always @(posedge clk)
                if (enable[FIRST])
                    word <= in_word;
            assign words[0 +: W] = word;
        end else begin : wired
            assign words[0 +: W] = in_word;
        end
        for (i = 1; i < N; i = i + 1) begin : more
            reg [W-1:0] word;
            always @(posedge clk)
                if (enable[FIRST+i])
                    word <= words[(i-1)*W +: W];
            assign words[i*W +: W] = word;
        end
    endgenerate
    assign out_word = words[PLACES*W-1 -: W];
    wire unused = &{1'b0, clk, enable};    // of places without registers
endmodule

`default_nettype wire
