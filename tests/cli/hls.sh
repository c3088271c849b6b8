# compile --hls: every robot, three kernels, two compilers, bit for bit; the scripts with and
# without the tools; bad options.
. tests/cli/tap.bash

strict="-std=c99 -O1 -Wall -Wextra -Wpedantic -Werror"
made() { # ROBOT OPTIONS...: files in $work/NAME, testbench right with both compilers
    local name folder compiler
    name=$(basename "$1" .urdf)
    folder=$work/$name
    "$tauflow" compile "$1" --effort 0 --budget 5 -o "$folder" --hls "${@:2}" || return 1
    for compiler in gcc clang; do
        $compiler $strict -o "$folder/bench" "$folder/${name}_hls.c" "$folder/${name}_tb.c" &&
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
        grep -q "^    static float $rows\]" "$work/ring/pendulum5_hls.c" || return 1
    done
}
ok "arrays have a row for every part" arrays

alone() { # each kernel by itself, as the tools test it
    local k
    for k in 1 2 3; do
        gcc $strict -DPUMA_ONLY=$k -o "$work/one" "$puma/puma_hls.c" "$puma/puma_tb.c" &&
            prints ' 192 words compared, 0 wrong$' "$work/one" || return 1
    done
}
ok "one kernel alone can be tested" alone
again() {
    made robots/puma.urdf && cp -r "$puma" "$puma.first" && made robots/puma.urdf &&
        rm -f "$puma"*/bench && diff -r "$puma.first" "$puma"
}
ok "two runs are byte-identical" again
all_files="puma.c puma.eqn puma.h puma.ops"
all_files="$all_files puma_hls.c puma_tables.h puma_tb.c run_bambu.sh run_vitis.tcl"
nine() { [ "$(cd "$puma" && echo *)" = "$all_files" ]; }
ok "nine files and nothing else" nine
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
pragma() { # TEXT
    grep -qx "#pragma HLS $1" "$puma/puma_hls.c"
}
limits() {
    made robots/puma.urdf --mul 3 --add 2 &&
        pragma 'allocation operation instances=fmul limit=3' &&
        pragma 'allocation operation instances=fadd limit=2'
}
ok "operators are limited to the units" limits
interval() { made robots/puma.urdf --interval 7 && pragma 'pipeline II=7'; }
ok "the interval is the one asked for" interval
streamed() { made robots/puma.urdf --interval 7 --ports stream && pragma 'pipeline II=22'; }
ok "but a stream of 22 words needs 22 cycles" streamed
mutant() {
    made robots/puma.urdf && sed -i '0,/ = in\[[0-9]*\] \* /s/ \* / + /' "$puma/puma_hls.c" &&
        gcc $strict -o "$work/bench" "$puma/puma_hls.c" "$puma/puma_tb.c" && ! "$work/bench"
}
ok "a wrong kernel fails its bench" mutant

# Without the tools: /usr/bin has none of them.
quiet() { (cd "$work" && env -i PATH=/usr/bin:/bin "$@"); }
ok "no Vitis HLS is said, and no failure" \
    prints '^SKIP: vitis_hls is not on the PATH$' quiet tclsh "$work/puma/run_vitis.tcl"
ok "no Bambu is said, and no failure" \
    prints '^SKIP: bambu is not on the PATH$' quiet bash "$work/puma/run_bambu.sh"

# With tools that only play their part: what the scripts ask of them, and what they make of the
# reports.
mkdir "$work/bin"
cat >"$work/bin/vitis_hls" <<'TOOL'
#!/usr/bin/env bash
exec tclsh /dev/stdin "$@" <<'TCL'
set ::said [open said w]
proc note {args} { puts $::said $args; flush $::said }
foreach name {set_top add_files open_solution set_part create_clock config_op csim_design
              cosim_design close_project} {
    interp alias {} $name {} note $name
}
proc open_project {reset name} { note open_project $name; set ::project $name }
proc csynth_design {} {
    note csynth_design
    file mkdir $::project/solution/syn/report
    set kernel [lindex [split $::project _] end]
    set f [open $::project/solution/syn/report/puma_${kernel}_csynth.xml w]
    puts $f "<profile><EstimatedClockPeriod>3.5</EstimatedClockPeriod>"
    puts $f "<Best-caseLatency>150</Best-caseLatency><Worst-caseLatency>161</Worst-caseLatency>"
    puts $f "<Interval-min>162</Interval-min>"
    puts $f "<Resources><BRAM_18K>7</BRAM_18K><DSP>20</DSP><FF>900</FF><LUT>1100</LUT></Resources>"
    puts $f "<AvailableResources><DSP>1920</DSP><LUT>242400</LUT></AvailableResources></profile>"
    close $f
}
set script [lindex $argv end]
info script $script
source $script
TCL
TOOL
cat >"$work/bin/bambu" <<'TOOL'
#!/usr/bin/env bash
echo "$@" >asked
case "$*" in
*--top-fname=puma_scheduled*)
    echo "Total number of flip-flops in function puma_scheduled: 812" ;;
esac
echo '    Total estimated area: 298'
echo '    Estimated number of DSPs: 12'
echo '  Total cycles             : 5120 cycles'
echo '  Number of executions     : 32'
TOOL
chmod +x "$work/bin/vitis_hls" "$work/bin/bambu"
made robots/puma.urdf >"$work/log"
cycles=$(sed -n 's/^#define PUMA_CYCLES \([0-9]*\).*/\1/p' "$puma/puma_tables.h")
vitis() {
    local said=$work/vitis/said figures=$puma/vitis.csv
    mkdir "$work/vitis" &&
        (cd "$work/vitis" && PATH=$work/bin:$PATH tclsh "$puma/run_vitis.tcl") &&
        cat "$said" "$figures" &&
        [ "$(grep -c '^csynth_design' "$said")" -eq 3 ] &&
        [ "$(grep -c '^csim_design' "$said")" -eq 3 ] &&
        grep -qx 'config_op fmul -latency 2' "$said" &&
        grep -q '^add_files -tb .*puma_tb.c -cflags {-std=c99 -DPUMA_ONLY=3}$' "$said" &&
        grep -qx "puma,scheduled,161,162,3.5,1100,900,20,7,$cycles" "$figures" &&
        [ "$(wc -l <"$figures")" -eq 4 ]
}
ok "Vitis HLS is run on all kernels and its figures are kept" vitis
bambu() {
    PATH=$work/bin:$PATH bash "$puma/run_bambu.sh" &&
        grep -q -- '--top-fname=puma_pipelined .*-DPUMA_ONLY=2 ' "$puma/bambu_pipelined/asked" &&
        grep -qx "puma,scheduled,5120,32,812,298,12,$cycles" "$puma/bambu.csv" &&
        grep -qx "puma,allocated,5120,32,NA,298,12,$cycles" "$puma/bambu.csv"
}
ok "Bambu is run on all kernels and its figures are kept" bambu
broken() {
    printf '#!/bin/sh\nexit 3\n' >"$work/bin/bambu"
    ! PATH=$work/bin:$PATH bash "$puma/run_bambu.sh"
}
ok "a tool that fails is a failure" broken
together() {
    TAUFLOW=$tauflow env PATH=/usr/bin:/bin bash hls/run.sh "$work/all" \
        robots/pendulum5.urdf robots/puma.urdf -- --effort 0 --budget 5 &&
        [ -x "$work/all/puma/bench_clang" ] && [ ! -e "$work/all/vitis.csv" ]
}
ok "robots one after another" together

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
