# SPDX-License-Identifier: MIT
# What compile --hls writes for the HLS tools: the scripts with and without them, what they ask for,
# which answers they do not believe; hls/compare.sh; the tables of docs/hls.md.
. tests/cli/tap.bash
puma=$work/puma
ok "puma is compiled" "$tauflow" compile robots/puma.urdf --effort 0 --budget 5 -o "$puma" --hls

# Without the tools: /usr/bin has none of them.
quiet() { (cd "$work" && env -i PATH=/usr/bin:/bin "$@"); }
ok "no Vitis HLS is said, and no failure" \
    prints '^SKIP: neither vitis_hls nor vitis-run is on the PATH$' \
    quiet tclsh "$work/puma/run_vitis.tcl"
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
[ "$1" = -V ] && echo "Yosys for a test" && exit
script=${!#}
[ ! -e log ] || echo "$script" >asked_of_yosys
[ "${ANSWER:-}" = unmapped ] && exit 1
printf '     %s %s\n' LUT2 100 LUT6 900 FDRE 700 FDSE 12 DSP48E1 8 CARRY4 44 \
    >"$(sed -n 's/.*tee -q -o \([^ ]*\) stat.*/\1/p' <<<"$script")"
json=$(sed -n 's/.*write_json \([^ ]*\).*/\1/p' <<<"$script")
[ -z "$json" ] || echo '{}' >"$json"
TOOL
chmod +x "$work/bin/vitis_hls" "$work/bin/bambu" "$work/bin/yosys"
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
newer() { # its name since 2023.2
    mkdir "$work/newer" && printf '#!/bin/sh\necho "$@" >called\n' >"$work/newer/vitis-run" &&
        chmod +x "$work/newer/vitis-run" &&
        (cd "$work/newer" && PATH=$work/newer:$PATH tclsh "$puma/run_vitis.tcl") &&
        grep -x -- "--mode hls --tcl $puma/run_vitis.tcl" "$work/newer/called"
}
ok "or by its newer name" newer
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
passes() {
    [ "$(sed -n '1p;$p' "$work/all/passes.csv")" = "robot,passes,cycles,cycles_of_fewest
puma,$cycles,$cycles,$cycles" ]
}
ok "and their passes are kept" passes

# Beside our core and our circuit, by the same stand-ins. Without Bambu its rows are left out.
mkdir "$work/b"
ln -s "$PWD/${BUILD:-build}/gen" "$tauflow" "$work/b"
compared() { # PATH
    env PATH="$1" BUILD="$work/b" TAUFLOW="$tauflow" YOSYS="$work/bin/yosys" NEXTPNR=true \
        GOALS=ops ANSWER=right bash hls/compare.sh "$work/compare" puma
}
beside() {
    local figures=$work/compare/compare.csv
    compared "$work/bin:$PATH" && cut -d, -f1-6,8- "$figures" | diff - <(
        echo "robot,by,equations,options,words_right,words,lut,ff,dsp"
        echo "puma,bambu,ops,xc7z020-1clg484-VVD 10 ns,192,192,1000,712,8"
        echo "puma,core,ops,crossbar 4 modules,-,-,1000,712,8"
        echo "puma,circuit,ops,100 MHz --interval 8,-,-,1000,712,8") &&
        ! cut -d, -f7 "$figures" | grep -vxE 'cycles|[1-9][0-9]+' &&
        compared "$PATH" | grep -q '^SKIP: bambu is not on the PATH, its rows are left out$' &&
        ! grep bambu "$figures"
}
command -v bambu >/dev/null || ok "Bambu beside our core and our circuit" beside
others_stay() { # and their core is today's
    local figures=$work/compare/compare.csv
    printf '%s\n' robot,by,equations,options,words_right,words,cycles,lut,ff,dsp \
        arm,bambu,ops,x,9,9,50,1,2,3 arm,core,ops,x,-,-,60,4,5,6 puma,bambu,ops,old,0,0,0,0,0,0 \
        >"$figures"
    compared "$PATH" >"$work/said" && cat "$figures" && sed -n 2,3p "$figures" | diff - <(
        echo "arm,bambu,ops,x,9,9,50,1,2,3"
        echo "arm,core,ops,x,-,-,60,1000,712,8") &&
        [ "$(sed 1d "$figures" | cut -d, -f1,2 | tr '\n' ' ')" = \
            "arm,bambu arm,core puma,core puma,circuit " ]
}
command -v bambu >/dev/null || ok "rows of other robots stay" others_stay
tables() { # of docs/hls.md are what the figures say
    mkdir "$work/docs" && bash hls/hls_tables.sh "$work/docs" &&
        diff docs/hls.md "$work/docs/hls.md"
}
ok "docs/hls.md has the figures of hls/" tables

finish
