# SPDX-License-Identifier: MIT
# The module around a circuit for measure/synth/circuits.sh: in and out by one pin each.
#   awk -f measure/synth/circuit_pins.awk NAME_circuit.v >top.v
#
#   uart_rx --> shift register --> registers --> circuit --> registers --> folded by four --> led
#
# Two registers follow each output, since the memory that a queue ends in takes the first one in;
# and never more than four bits are XORed between two registers. So the clock is the circuit's.
/^module / && !done { name = $2; inside = 1; next }
inside && /^\);/ { inside = 0; done = 1 }
!inside || done || !/put +wire/ { next }
{
    sub(/\/[\/*].*/, "")
    gsub(/,/, "")
    width = match($0, /\[[0-9]+:0\]/) ? substr($0, RSTART + 1) + 1 : 1
    port = $NF
    if (port == "clk" || port == "rst")
        pins = pins "." port "(" port "), "
    else if ($1 == "input") {
        pins = pins sprintf(".%s(in[%d:%d]), ", port, ins + width - 1, ins)
        ins += width
    } else {
        pins = pins sprintf(".%s(made[%d:%d]), ", port, outs + width - 1, outs)
        outs += width
    }
}
END {
    sub(/, $/, "", pins)
    print "module synth_circuit (input wire clk12, input wire rst_n, input wire uart_rx,"
    print "                      output wire [7:0] led);"
    print "    wire clk = clk12;\n    reg rst;"
    printf "    reg [%d:0] shift, in;\n    reg [%d:0] out, fold0;\n", ins - 1, outs - 1
    printf "    wire [%d:0] made;\n    %s dut (%s);\n", outs - 1, name, pins
    print "    always @(posedge clk) begin\n        rst <= !rst_n;"
    printf "        shift <= {shift[%d:0], uart_rx};\n", ins - 2
    print "        in <= shift;\n        out <= made;\n        fold0 <= out;\n    end"
    for (width = outs; width > 8; width = folded) {
        folded = int((width + 3) / 4)
        printf "    reg [%d:0] fold%d;\n    always @(posedge clk) begin\n", folded - 1, ++folds
        for (i = 0; i < folded; i++) {
            last = 4 * i + 3 < width ? 4 * i + 3 : width - 1
            printf "        fold%d[%d] <= ^fold%d[%d:%d];\n", folds, i, folds - 1, last, 4 * i
        }
        print "    end"
    }
    printf "    assign led = fold%d;\nendmodule\n", folds # what is missing is 0
}
