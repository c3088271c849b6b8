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
        rm -f "$puma"*/bench && diff -r "$puma.first" "$puma"
}
ok "two runs are byte-identical" again
all_files="puma.c puma.eqn puma.h puma.ops"
all_files="$all_files puma_allocated.c puma_pipelined.c puma_scheduled.c puma_tables.h puma_tb.c"
all_files="$all_files run_bambu.sh run_vitis.tcl"
eleven() { [ "$(cd "$puma" && echo *)" = "$all_files" ]; }
ok "eleven files and nothing else" eleven
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
# Bambu as 2024.10 ends: exit code 0 whatever the simulation found. ANSWER says what it found.
cat >"$work/bin/bambu" <<'TOOL'
#!/usr/bin/env bash
echo "$@" >asked
[ "$ANSWER" = dies ] && exit 3
area=298 wrong=0
[ "$ANSWER" = inf ] && area=inf
[ "$ANSWER" = wrong ] && wrong=5
[ "$ANSWER" = mdpi ] && echo 'ERROR: MDPI library: Memory parameter 1 (3/6) mismatch'
[ "$ANSWER" = silent ] || echo "puma: 32 vectors, 192 words compared, $wrong wrong"
[ "$ANSWER" = code ] && echo 'error -> Returned error code!'
echo "    Total estimated area: $area"
echo '    Estimated number of DSPs: 0'
echo '  Total cycles             : 2464 cycles'
echo '  Number of executions     : 32'
echo '  Average execution        : 77 cycles'
TOOL
cat >"$work/bin/yosys" <<'TOOL'
#!/usr/bin/env bash
echo "$3" >asked_of_yosys
[ "$ANSWER" = unmapped ] && exit 1
printf '     %s %s\n' LUT2 100 LUT6 900 FDRE 700 FDSE 12 DSP48E1 8 CARRY4 44 >area.stat
TOOL
chmod +x "$work/bin/vitis_hls" "$work/bin/bambu" "$work/bin/yosys"
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
asked() { # PATTERN...: each in what the tool was asked
    local pattern
    for pattern in "$@"; do
        grep -qF -- "$pattern" "$puma/bambu_allocated/asked" || return 1
    done
}
run_bambu() { # ANSWER
    ANSWER=$1 PATH=$work/bin:$PATH bash "$puma/run_bambu.sh"
}
row() { # FIGURES: of the allocated kernel
    grep -qx "puma,allocated,xc7z020-1clg484-VVD,10,$1,$cycles" "$puma/bambu.csv"
}
bambu() {
    run_bambu right && cat "$puma/bambu_allocated/asked" &&
        asked '/puma_allocated.c ' --top-fname=puma_allocated --std=c99 --generate-interface=INFER \
            -p=__float '-C=*__float_mul=4,*__float_add=4,*__float_sub=4' --clock-period=10 \
            --device=xc7z020-1clg484-VVD -DPUMA_ONLY=1 --simulator=VERILATOR &&
        grep -qx 'read_verilog puma_allocated.v' "$puma/bambu_allocated/asked_of_yosys" &&
        row 192,192,77,1000,712,8,298,0 && [ "$(wc -l <"$puma/bambu.csv")" -eq 2 ] &&
        [ ! -e "$puma/bambu_scheduled" ]
}
ok "Bambu is asked for what it can do, and its figures are kept" bambu
endless() { run_bambu inf && row 192,192,77,1000,712,8,inf,0; }
ok "an area of inf stays inf beside that of Yosys" endless
unmapped() { run_bambu unmapped && row 192,192,77,NA,NA,NA,298,0; }
ok "no area is made up where Yosys has none" unmapped
not_believed() { # ANSWER FIGURES
    local figures=$2
    ! run_bambu "$1" >"$work/said" && cat "$work/said" && row "$figures,NA,NA,NA,NA,NA,NA" &&
        grep -q '^bambu failed on puma_allocated: ' "$work/said"
}
ok "wrong words are a failure" not_believed wrong 187,192
ok "so are words that were never compared" not_believed silent 0,0
ok "so is an error code of the simulation" not_believed code 192,192
ok "so is what Bambu's own comparison finds" not_believed mdpi 192,192
ok "so is a tool that fails" not_believed dies 0,0
others() {
    TAUFLOW_KERNELS="scheduled allocated" run_bambu right &&
        grep -q -- '--top-fname=puma_scheduled .*-DPUMA_ONLY=3 ' "$puma/bambu_scheduled/asked" &&
        [ "$(cut -d, -f2 "$puma/bambu.csv" | tr '\n' ' ')" = "kernel scheduled allocated " ] &&
        TAUFLOW_KERNELS=best refused 2 'no kernel is called best' run_bambu right
}
ok "other kernels are run when they are named" others
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
