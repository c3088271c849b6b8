# The synthesis flow: what it reads off logs, what it refuses, and that docs/fpga.md
# say what the figures say.
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

cells="awk -f synth/yosys.awk" clock="awk -f synth/nextpnr.awk"
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

no_tool() {
    for script in "run.sh quick" operators.sh; do
        YOSYS=false bash synth/$script "$work/none" >"$work/said"
        [ $? = 77 ] && grep -q '^skipped: ' "$work/said" && [ ! -s "$work/none/area.csv" ] &&
            [ ! -s "$work/none/operators.csv" ] || return 1
    done
}
ok "without Yosys the flow skips and says so" no_tool

same_documents() {
    local made
    mkdir "$work/made" && bash synth/report.sh "$work/made" || return 1
    for made in docs/fpga.md docs/fpga.svg; do
        diff "$made" "$work/made/$made" || return 1
    done
}
ok "no figure of docs/fpga.md is infinite or nothing" eval \
    '! grep -nE "[^a-z](inf|nan)[^a-z]|, *\|$| 0\.0 \|" docs/fpga.md'
ok "docs/fpga.md and docs/fpga.svg are what synth/report.sh makes of the figures" \
    same_documents
every_row() { # FILE: as many columns as the head, no empty figure
    awk -F, 'NR == 1 { columns = NF }
        NF != columns { print FILENAME ": " $0; bad = 1 }
        END { exit bad || NR < 2 }' "$1"
}
for file in area timing cycles cpu operators; do
    ok "synth/$file.csv is whole" every_row synth/$file.csv
done
fits() { # every robot on the core that docs/fpga.md times it on
    . synth/tools.sh
    # bogie and car54 are timed on one core only
    awk -F, 'NR > 1 && (($1 != "bogie" && $1 != "car54") || ($2 == "crossbar" && $3 == 4))' \
        synth/cycles.csv >"$work/runs"
    [ -s "$work/runs" ] || return 1
    # columns from `slots` on are what the program needs, in the order of $depth
    local class robot network modules lanes transfer mul add fixed cycles needs
    while IFS=, read -r robot network modules lanes transfer mul add fixed cycles needs; do
        class=$(class_of "$robot")
        depths "$modules" "$lanes" "$class" "$transfer" "$mul,$add"
        fits_depths "$needs" || { echo "$robot"; return 1; }
    done <"$work/runs"
}
ok "every robot fits the core that it is timed on" fits
finish
