# SPDX-License-Identifier: MIT
# compile --hls: every robot, three kernels, two compilers, bit for bit; bad options. The scripts
# that run the tools are in hls_tools.sh.
. tests/cli/tap.bash

strict="-std=c99 -O1 -Wall -Wextra -Wpedantic -Werror"
made() { # ROBOT OPTIONS...: files in $work/NAME, testbench right with both compilers
    local name folder compiler
    name=$(basename "$1" .urdf)
    folder=$work/$name
    "$tauflow" compile "$1" --effort 0 --budget 5 -o "$folder" --hls "${@:2}" || return 1
    for compiler in gcc clang; do
        $compiler $strict -o "$folder/bench" "$folder/${name}"_*.c &&
            prints '^[a-z0-9]+: 32 vectors, [1-9][0-9]* words compared, 0 wrong$' \
                "$folder/bench" || return 1
    done
}
puma=$work/puma
turn=0
for robot in robots/*.urdf; do
    case $((turn % 4)) in
    0) options= ;;
    1) options="--modules 2 --network ring --ports stream" ;;
    2) options="--mul 3 --add 2 --network ideal --interval 8" ;;
    3) options="--mul 5 --add 4 --transfer 0 --lanes 4 --ports stream" ;;
    esac
    turn=$((turn + 1))
    ok "$(basename "$robot" .urdf) is right bit for bit, $options" made "$robot" $options
done

ok "fixed point is right bit for bit" made robots/pendulum5.urdf --numbers fixed:24
ok "fixed point of 32 bits, ring, streams" made robots/pendulum5.urdf --numbers fixed:32 \
    --modules 2 --network ring --ports stream
ok "fixed point, ideal network" made robots/pendulum5.urdf --numbers fixed:18 --network ideal \
    --mul 3 --add 2
ok "HLS C has words of 32 bits" refused 2 'HLS C has words of 32 bits, not of 33' \
    "$tauflow" compile robots/pendulum5.urdf --effort 0 --numbers fixed:33 --hls -o "$work/wide"

arrays() { # of a ring of three modules: as many rows as there are parts, and no more
    local rows
    "$tauflow" compile robots/pendulum5.urdf --effort 0 --budget 5 --hls --network ring \
        --modules 3 -o "$work/ring" >"$work/out" || return 1
    for rows in 'store\[12' 'mul\[3' 'add\[3' 'lane\[2' 'relay\[6'; do
        grep -q "^    static float $rows\]" "$work/ring/pendulum5_scheduled.c" || return 1
    done
}
ok "arrays have a row for every part" arrays

alone() { # each kernel by itself, as the tools test it
    local kernel number=0
    for kernel in allocated pipelined scheduled; do
        number=$((number + 1))
        gcc $strict -DPUMA_ONLY=$number -o "$work/one" "$puma/puma_$kernel.c" "$puma/puma_tb.c" &&
            prints ' 192 words compared, 0 wrong$' "$work/one" || return 1
    done
}
ok "each kernel is a file by itself" alone
loops() { # that Bambu refuses: pragmas of loops, with streams and sines and in the schedule
    "$tauflow" compile robots/pendulum5.urdf --effort 0 --budget 5 --hls --ports stream \
        --trig core -o "$work/loops" >"$work/out" &&
        grep -c 'HLS \(unroll\|pipeline\)' "$work/loops"/*.c &&
        for file in "$work/loops"/pendulum5_{allocated,pipelined,scheduled}.c; do
            gcc -E -D__BAMBU__ "$file" >"$work/seen" && ! grep 'HLS unroll' "$work/seen" || return 1
        done &&
        [ "$(grep -c 'HLS pipeline' "$work/seen")" -eq 0 ] # of the last, which has loops alone
}
ok "Bambu sees no pragma that it has no use for in a loop" loops
again() {
    made robots/puma.urdf && cp -r "$puma" "$puma.first" && made robots/puma.urdf &&
        rm -f "$puma"*/bench && diff -r -x '*.cert' "$puma.first" "$puma"
}
ok "two runs are byte-identical" again
all_files="puma.c puma.cert puma.eqn puma.h puma.ops"
all_files="$all_files puma_allocated.c puma_pipelined.c puma_scheduled.c puma_tables.h puma_tb.c"
all_files="$all_files run_bambu.sh run_vitis.tcl"
twelve() { [ "$(cd "$puma" && echo *)" = "$all_files" ]; }
ok "twelve files and nothing else" twelve
same_cycles() {
    local wanted
    wanted=$("$tauflow" schedule robots/puma.urdf --effort 0 --budget 5 --json |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["cycles"])') &&
        grep -x "#define PUMA_CYCLES $wanted /\* of one sample, by the schedule \*/" \
            "$puma/puma_tables.h" &&
        grep -x "#define PUMA_STEPS $wanted /\* passes of the scheduled kernel's loop \*/" \
            "$puma/puma_tables.h"
}
ok "the loop has as many passes as the schedule has cycles" same_cycles
pragma() { # KERNEL TEXT
    grep -qx "#pragma HLS $2" "$puma/puma_$1.c"
}
limits() {
    made robots/puma.urdf --mul 3 --add 2 &&
        pragma allocated 'allocation operation instances=fmul limit=3' &&
        pragma allocated 'allocation operation instances=fadd limit=2'
}
ok "operators are limited to the units" limits
interval() { made robots/puma.urdf --interval 7 && pragma pipelined 'pipeline II=7'; }
ok "the interval is the one asked for" interval
streamed() {
    made robots/puma.urdf --interval 7 --ports stream && pragma pipelined 'pipeline II=22'
}
ok "but a stream of 22 words needs 22 cycles" streamed
mutant() {
    made robots/puma.urdf &&
        sed -i '0,/ = in\[[0-9]*\] \* /s/ \* / + /' "$puma/puma_allocated.c" &&
        gcc $strict -o "$work/bench" "$puma"/puma_*.c && ! "$work/bench"
}
ok "a wrong kernel fails its bench" mutant

# Equations: the best on the machine unless others are asked for.
cycles_of() { # OPTIONS...
    "$tauflow" compile robots/puma.urdf --effort 1 --budget 5 --hls -o "$work/goal" "$@" |
        sed -n 's/^HLS schedule *\([0-9]*\) cycles$/\1/p'
}
goals() {
    local best few
    few=$(cycles_of --optimise ops) && best=$(cycles_of) && echo "$best $few" &&
        [ "$best" -lt "$few" ] && gcc $strict -o "$work/bench" "$work"/goal/puma_*.c &&
        prints ' 0 wrong$' "$work/bench"
}
ok "the variant with the shortest schedule is taken" goals
fixed_goal() { # its points are proved after it was chosen
    "$tauflow" compile robots/pendulum5.urdf --effort 1 --budget 5 --hls --numbers fixed:24 \
        -o "$work/points" >"$work/out" &&
        gcc $strict -o "$work/bench" "$work"/points/pendulum5_*.c &&
        prints ' 0 wrong$' "$work/bench"
}
ok "in fixed point, too" fixed_goal

# The packet wrapper, with a source and a sink that pause at random.
cat >"$work/bench.v" <<'BENCH'
module bench;
    parameter WORDS_N = 5;
    reg clk = 0, rst = 1, valid = 0, ready = 0;
    reg [31:0] sent = 0, taken = 0, wrong = 0;
    wire in_ready, out_valid, out_last;
    wire [31:0] out_data;
    hls_packet #(.DATA_W(32), .WORDS_N(WORDS_N)) dut (
        .clk(clk), .rst(rst), .in_data(sent), .in_valid(valid), .in_ready(in_ready),
        .out_data(out_data), .out_last(out_last), .out_valid(out_valid), .out_ready(ready));
    always #1 clk = !clk;
    always @(posedge clk) begin
        rst <= 0;
        ready <= $random;
        if (!rst && !(valid && !in_ready)) valid <= $random;
        if (valid && in_ready) sent <= sent + 1;
        if (out_valid && ready) begin
            if (out_data !== taken || out_last !== (taken % WORDS_N == WORDS_N - 1))
                wrong = wrong + 1;
            taken = taken + 1;
        end
        if (taken == 1000) begin
            $display("%0d words, %0d wrong", taken, wrong);
            $finish;
        end
    end
endmodule
BENCH
packets() { # WORDS_N
    verilator --lint-only -Wall -GWORDS_N="$1" hls/hls_packet.v &&
        iverilog -g2005 -Wall -Wno-timescale -Pbench.WORDS_N="$1" -s bench -o "$work/packets" \
            "$work/bench.v" hls/hls_packet.v &&
        prints '^1000 words, 0 wrong$' vvp -n "$work/packets"
}
for words in 1 5 8; do
    ok "packets of $words words end where they should" packets $words
done

refuse() { # PATTERN OPTIONS...
    refused 2 "$1" "$tauflow" compile robots/puma.urdf -o "$work/none" "${@:2}" &&
        [ ! -e "$work/none" ]
}
ok "units without --hls" refuse 'are for HLS C: add --hls' --modules 2
ok "ports without --hls" refuse 'are for HLS C: add --hls' --ports stream
ok "an interval of 0" refuse "bad value '0' of option --interval" --hls --interval 0
ok "an interval that is no number" refuse "bad value 'x' of option --interval" --hls --interval x
ok "ports that do not exist" refuse "bad value 'pins' of option --ports" --hls --ports pins
ok "modules and units" refuse 'exclude each other' --hls --modules 2 --mul 2
ok "no adder" refuse 'no add unit and [0-9]+ operations need one' --hls --mul 2 --effort 0
ok "latency 0" refuse 'mul_latency=0 is out of range' --hls --mul-latency 0
ok "too few slots" \
    refuse 'needs [0-9]+ slots and the machine has 1' --hls --slots 1 --effort 0 --budget 1

finish
