# SPDX-License-Identifier: MIT
# The synthesis flow: what it reads off logs, what it refuses, and that documents say what the
# figures say. What reads and writes tables, measure/tables, is tested by tables_of_figures.sh.
. tests/cli/tap.bash
canned=tests/cli/synth

gives() { # WANTED COMMAND...
    local wanted=$1
    shift
    [ -n "$wanted" ] && [ "$("$@" | tee /dev/stderr)" = "$wanted" ]
}
fails_silently() { # COMMAND...: fails and prints no figures
    ! "$@" >"$work/out" 2>/dev/null && [ ! -s "$work/out" ]
}

measured=${BUILD:-build}/gen/measured
cells="$measured cells" clock="$measured route"
ok "figures of Yosys for ECP5: carry cells are two LUTs, a memory cell four" \
    gives "18758,4024,5070,16,16" $cells $canned/ecp5.stat
ok "figures of Yosys for 7-series: every width of LUT, block memories of 18 kbit" \
    gives "570,44,613,2,5" $cells $canned/xc7.stat
ok "a report without cells is refused" fails_silently $cells /dev/null
ok "a report with a memory that nobody counts is refused" \
    fails_silently $cells <(cat $canned/ecp5.stat; echo "     RAMB99X1 3")

routed="$canned/routed.log"
ok "the clock is the one after routing" gives "$(cat $canned/routed.row)" $clock $routed
ok "an estimate after placement is refused" \
    fails_silently $clock <(sed '/^Info: Routing globals/,$d' $routed)
ok "a log that breaks off is refused" \
    fails_silently $clock <(sed '/^Info: Program finished/d' $routed)
ok "a log with an error is refused" \
    fails_silently $clock <(cat $routed; echo "ERROR: no more places")

hash_of() { (. measure/synth/tools.sh && rtl_hash "$work/text" "$@") }
same_text() { # comments, spacing, macros and folders are no part of it; what is said is
    mkdir -p "$work/text/folder" && printf '`define TOP 3\n' >"$work/text/top.vh"
    printf 'module a(input wire x);\nwire y = x; // now\nendmodule\n' >"$work/text/a.v"
    printf '`include "top.vh"\nmodule a(input  wire x);\n/* y */ wire y=x;\nendmodule\n' \
        >"$work/text/folder/a.v"
    printf 'module b; wire [3:0] z; endmodule\n' >"$work/text/b.v"
    printf '`include "top.vh"\nmodule b; wire [`TOP:0] z; endmodule\n' >"$work/text/folder/b.v"
    local hash
    hash=$(hash_of "$work/text/b.v" "$work/text/a.v") && [ ${#hash} = 12 ] &&
        [ "$hash" = "$(hash_of "$work/text/folder/a.v" "$work/text/folder/b.v")" ] &&
        printf '`define TOP 4\n' >"$work/text/top.vh" &&
        [ "$hash" != "$(hash_of "$work/text/folder/a.v" "$work/text/folder/b.v")" ] &&
        ! hash_of "$work/text/none.v"
}
ok "rows know what their text says, not how it stands there" same_text

# What rows keep the hash of is all that their cores are made of.
whole() { # TARGET
    local files
    files=$(. measure/synth/tools.sh && measured_rtl_of "$1") && [[ $files == */fp32_mul.v* ]] &&
        [[ $files != */fp32_trig.v* ]] &&
        yosys -q -p "read_verilog -lib +/ecp5/cells_sim.v
                     read_verilog -I${BUILD:-build}/gen $files measure/synth/synth_pins.v
                     hierarchy -check -top synth_pins"
}
if command -v yosys >/dev/null; then
    ok "a row's hash is of all files that its core has parts of" whole ecp5
    ok "and of those of AMD's" whole xc7
fi

no_tool() {
    for script in "run.sh quick" operators.sh; do
        YOSYS=false bash measure/synth/$script "$work/none" >"$work/said"
        [ $? = 77 ] && grep -q '^skipped: ' "$work/said" && [ ! -s "$work/none/area.csv" ] &&
            [ ! -s "$work/none/operators.csv" ] || return 1
    done
}
ok "without Yosys the flow skips and says so" no_tool

# A flow of false tools: cells, and a router whose clock is that of the grade that it is asked for.
argument='value() { # NAME ARGUMENT...
    local name=$1
    shift
    while [ $# -gt 1 ]; do
        [ "$1" != "$name" ] || { echo "$2"; return; }
        shift
    done
}'
tool() { # NAME, its script on standard input
    { echo '#!/bin/bash'; echo "$argument"; cat; } >"$work/$1"
    chmod +x "$work/$1"
}
tool yosys <<END
[ "\$1" != -V ] || { echo "Yosys 0.99 (false)"; exit; }
for word in \$(value -p "\$@" | tr ';' ' '); do
    case \$word in
    *.stat) cp $canned/ecp5.stat "\$word" ;;
    *.json.tmp) echo cells >"\$word" ;;
    esac
done
END
tool nextpnr-false <<END
[ "\$1" != --version ] || { echo '"false" -- Place and Route (Version nextpnr-7.8.9)'; exit; }
case "\$*" in
*--no-place*--no-pack* | *--no-pack*--no-place*)
    grep -q '"was.speed": "8"' "\$(value --json "\$@")" &&
        ! grep -q arch "\$(value --json "\$@")" || exit 1
    mhz=\$(value --speed "\$@")0.5 ;;
*)
    value --seed "\$@" >>$work/seeds
    printf '"arch.%s": "8",\\n' type speed package >"\$(value --write "\$@")"
    mhz=1\$(value --seed "\$@").5 ;;
esac
sed "s/[0-9.]* MHz/\$mhz MHz/" $routed >"\$(value -l "\$@")"
END
flow() { # SHAPES SETTING...: into $work/flow
    local shapes=$1
    shift
    mkdir -p "$work/flow/synth" && ln -sfn "$(realpath "${BUILD:-build}/gen")" "$work/flow/gen"
    rm -f "$work/seeds"
    env BUILD="$work/flow" YOSYS="$work/yosys" NEXTPNR="$work/nextpnr-false" "$@" \
        bash measure/synth/run.sh full "$work/flow" <(echo "$shapes") >"$work/said" ||
        cat "$work/said"
}
column() { # FILE NAME: its values
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
        { print $at }' "$1"
}
every_seed() {
    flow "full crossbar 4 2 0 3 4 0 default 140 77,2-3 ecp5"
    local rows=$work/flow/timing.csv
    cat "$rows"
    [ "$(tr '\n' ' ' <"$work/seeds")" = "77 2 3 " ] &&
        [ "$(column "$rows" seed | sort -n | tr '\n' ' ')" = "2 3 77 " ] &&
        [ "$(column "$rows" mhz | sort -n | tr '\n' ' ')" = "12.50 13.50 177.50 " ] &&
        [ "$(column "$rows" mhz_8 | sort -u)" = 80.50 ] &&
        [ "$(column "$rows" mhz_6 | sort -u)" = 60.50 ] &&
        [ "$(column "$rows" yosys | sort -u)" = 0.99 ] &&
        [ "$(column "$rows" nextpnr | sort -u)" = "nextpnr-false 7.8.9" ] &&
        [ "$(column "$work/flow/area.csv" yosys)" = 0.99 ]
}
ok "each seed of a list has a row, with its clock in other grades and the tools" every_seed
kept() { # results are read the second time; another seed alone is routed
    flow "full crossbar 4 2 0 3 4 0 default 140 77,1-3 ecp5" && [ "$(cat "$work/seeds")" = 1 ]
}
ok "what was routed is not routed again" kept
shipped_depths() {
    (
        . "${BUILD:-build}/gen/tauflow_shape.sh" && . measure/synth/tools.sh
        depths 4 2 default 0 3,4 && [ "$depth" = "$shape_depths" ] &&
            grep "^DEFAULT_CORE := crossbar_.*_$(echo "$depth" | grep -o '[0-9]*' | paste -sd_)\$" \
                "$gen/tauflow_shape.mk"
    )
}
documented() { # the row of a table of docs/core.md
    (
        . "${BUILD:-build}/gen/tauflow_shape.sh"
        set -- $(echo "$shape_depths" | tr -d 'A-Z_')
        grep -qx "| the core | $1 | $2 | $3 | $4 | $6 | $7 |" docs/core.md &&
            grep -qx "| default | $1 | $2 | $3 | $6 | $7 |" docs/core.md
    )
}
ok "docs/core.md has the depths of the core that ships" documented
needed() { # what run and image say of a small robot
    bash measure/synth/needs.sh robots/pendulum5.urdf --effort 0 >"$work/needs" || return 1
    cat "$work/needs"
    grep -Eqx 'pendulum5,--effort 0,[0-9]+,[1-9](,[0-9]+){3},10,5,default' "$work/needs" &&
        ! bash measure/synth/needs.sh robots/none.urdf 2>"$work/said" && grep -q error "$work/said"
}
ok "what a robot needs of a core" needed
ok "the core of class default has the depths of the core that ships" shipped_depths
limited() { # PROGRAM: as the router, with a limit of a second of a processor
    echo "$1" | tool nextpnr-false
    rm -f "$work"/limited*
    (
        . measure/synth/tools.sh
        nextpnr=$work/nextpnr-false route_limit=1 pins=/dev/null
        place_and_route "$work/limited" none 1 100
    )
}
ok "a router that waits is not stopped, however long" \
    limited "sleep 2; cp $routed \"\$(value -l \"\$@\")\""
ok "a router that computes for longer than its limit is" \
    eval '! limited "while [ \$SECONDS -lt 30 ]; do :; done; cp $routed \"\$(value -l \"\$@\")\"" &&
        ! [ -e "$work/limited.row" ]'

# What stands around a circuit takes no part in its clock: one table between two registers, and two
# registers behind every output.
beside_the_circuit() {
    "${BUILD:-build}/tauflow" compile robots/pendulum5.urdf --circuit --numbers fixed:18 \
        --effort 0 -o "$work/circuit" >/dev/null &&
        "$measured" pins "$work/circuit/pendulum5_circuit.v" >"$work/circuit/top.v" &&
        yosys -p "read_verilog -sv $work/circuit/*_circuit.v $work/circuit/top.v
            blackbox pendulum5_circuit; hierarchy -check -top synth_circuit; synth -run coarse:fine
            techmap; opt; abc -lut 4; clean; ltp -noff" >"$work/said"
    grep 'Longest topological path' "$work/said"
    grep -q 'Longest topological path in synth_circuit (length=1)' "$work/said" &&
        grep -q 'fold0 <= out;' "$work/circuit/top.v"
}
ok "the pins around a circuit are no part of its clock" beside_the_circuit

same_documents() {
    local made
    mkdir "$work/made" && bash measure/synth/report.sh "$work/made" || return 1
    for made in docs/fpga.md docs/circuits.md docs/fpga.svg; do
        diff "$made" "$work/made/$made" || return 1
    done
}
ok "no figure of docs/fpga.md is infinite or nothing" eval \
    '! grep -nE "[^a-z](inf|nan)[^a-z]|, *\|$| 0\.0 \|" docs/fpga.md'
ok "tables and plot in docs are what measure/synth/report.sh makes of the figures" \
    same_documents
every_row() { # FILE: as many columns as the head, no empty figure
    awk -F, 'NR == 1 { columns = NF }
        NF != columns { print FILENAME ": " $0; bad = 1 }
        END { exit bad || NR < 2 }' "$1"
}
for file in area timing cycles cpu operators circuits; do
    ok "measure/synth/$file.csv is whole" every_row measure/synth/$file.csv
done
fits() { # every robot on the core that docs/fpga.md times it on
    . measure/synth/tools.sh
    # bogie and car54 are timed on one core only
    awk -F, 'NR > 1 && (($1 != "bogie" && $1 != "car54") || ($2 == "crossbar" && $3 == 4))' \
        measure/synth/cycles.csv >"$work/runs"
    [ -s "$work/runs" ] || return 1
    # columns from `slots` on are what the program needs, in the order of $depth
    local class robot network modules lanes transfer mul add fixed cycles needs
    while IFS=, read -r robot network modules lanes transfer mul add fixed cycles needs; do
        class=$(class_of "$robot" "$network" "$modules" "$lanes" "$transfer" "$mul,$add" "$fixed")
        depths "$modules" "$lanes" "$class" "$transfer" "$mul,$add"
        fits_depths "$needs" || { echo "$robot"; return 1; }
    done <"$work/runs"
}
ok "every robot fits the core that it is timed on" fits
finish
