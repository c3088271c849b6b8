// One possible place for registers in an operator of STEPS combinational steps and LAT registers.
//
// The steps' estimated delays decide where the LAT registers go: LAT runs of whole steps, a
// register after each run (so the operator's result is registered), the slowest run as fast as can
// be. Every place computes the same plan and takes its share of it, none or more. Registers beyond
// one per step are laid out evenly.
//
// Latency: as many cycles as the plan puts here; 0 is a wire. Throughput: one word per cycle. Never
// stalls.

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
    parameter B_W = 0
) (
    input  wire         clk,
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

    // Does one of `count` runs, at most STEPS, end here? A run ends where the next step would break
    // the bound, or where only one step is left for each run to come.
    function integer ends_here(input integer count);
        integer i, load, bound, left;
        begin
            ends_here = 0;
            if (count > 0) begin
                bound = slowest(count);
                left = count;
                load = 0;
                for (i = 0; i <= STEP; i = i + 1) begin
                    load = load + delay(i);
                    ends_here = 0;
                    if (STEPS - 1 - i < left)
                        ends_here = 1;
                    else if (load + delay(i + 1) > bound)
                        ends_here = 1;
                    if (ends_here == 1) begin
                        left = left - 1;
                        load = 0;
                    end
                end
            end
        end
    endfunction

    localparam N = LAT / STEPS + ends_here(LAT % STEPS) - OPEN;

    initial
        if (LAT < 0 || STEP < 0 || STEP >= STEPS || N < 0)
            $error("fp32_stage: LAT %0d must be at least 0, STEP %0d below STEPS %0d, OPEN %0d 0",
                   LAT, STEP, STEPS, OPEN);

    generate
        if (A_W > 0) begin : product
            wire [W-1:0] word;
            tau_block #(.A_W(A_W), .B_W(B_W), .REG(N > 0)) block (
                .clk(clk), .a(in_word[B_W +: A_W]), .b(in_word[0 +: B_W]), .y(word)
            );
            if (N > 1) begin : chain
                reg [(N-1)*W-1:0] words;
                integer i;
                always @(posedge clk) begin
                    words[W-1:0] <= word;
                    for (i = 1; i < N - 1; i = i + 1)
                        words[i*W +: W] <= words[(i-1)*W +: W];
                end
                assign out_word = words[(N-2)*W +: W];
            end else begin : only
                assign out_word = word;
            end
        end else if (N == 0) begin : wired
            wire unused = &{1'b0, clk};
            assign out_word = in_word;
        end else if (N == 1) begin : single
            reg [W-1:0] word;
            always @(posedge clk)
                word <= in_word;
            assign out_word = word;
        end else begin : chain
            reg [N*W-1:0] words;
            always @(posedge clk)
                words <= {words[(N-1)*W-1:0], in_word};
            assign out_word = words[N*W-1 -: W];
        end
    endgenerate
endmodule

`default_nettype wire
