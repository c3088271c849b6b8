#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# simulate --starts: where each of many motions ends, on any number of processors.
. tests/cli/tap.bash
starts=$work/starts.csv
{
    echo a2,a4,a2.rate
    for k in {1..17}; do echo "0.$k,-0.$((18 - k)),$((k - 9))"; done
} >"$starts"
moves() { "$tauflow" simulate robots/iiwa.urdf --effort 0 --until 0.1 "$@"; }
table() {
    moves --starts "$starts" --csv "$work/all.csv" >"$work/out" 2>"$work/err" &&
        grep -q '^start,t,a1,.*,a1.rate,.*,energy,step$' "$work/all.csv" &&
        [ "$(cut -d, -f1 "$work/all.csv" | tr '\n' ' ')" = "start $(echo {1..17}) " ] &&
        [ "$(cut -d, -f2 "$work/all.csv" | sort -u | tr '\n' ' ')" = "0.1 t " ] &&
        grep -qx 'moved to the end  17' "$work/out"
}
ok there_is_a_row_per_start table
alone() { # the eleventh line by itself
    moves --start a2=0.11,2 --start a4=-0.7 --rows 1 --csv "$work/one.csv" >/dev/null 2>&1 &&
        [ "11,$(tail -1 "$work/one.csv")" = "$(sed -n 12p "$work/all.csv")" ]
}
ok rows_are_what_is_computed_alone alone
one_processor() {
    taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[,-].*//')" "$tauflow" simulate \
        robots/iiwa.urdf --effort 0 --until 0.1 --starts "$starts" --csv "$work/by_one.csv" \
        --json >"$work/out" 2>/dev/null && grep -q '"processors": 1,' "$work/out" &&
        cmp "$work/all.csv" "$work/by_one.csv"
}
ok processors_do_not_matter one_processor
both() { # what is not in the file is as --start says
    printf 'a4\n-0.7\n' >"$work/part.csv"
    moves --start a2=0.11,2 --starts "$work/part.csv" --csv "$work/part.out" >/dev/null 2>&1 &&
        [ "1,$(tail -1 "$work/one.csv")" = "$(tail -1 "$work/part.out")" ]
}
ok starts_add_to_start both
counted() {
    moves --starts "$starts" --json 2>/dev/null >"$work/out" &&
        grep -q '"starts": 17, "whole": 17, "failed": 0, "steps": 1700, ' "$work/out"
}
ok json_counts_them counted
file() { # PATTERN LINES...: refused
    local pattern=$1
    shift
    printf '%s\n' "$@" >"$work/bad.csv"
    refused 2 "$pattern" moves --starts "$work/bad.csv"
}
ok joints_are_known file "bad.csv:1:1: error: --start: robot 'iiwa' has no joint 'a9'" a9 1
ok rates_stand_beside_positions file "1:1: error: column 'a2.rate' wants its position" a2.rate 1
ok starts_are_whole file 'bad.csv:3:1: error: 2 numbers expected, .*, not 1$' a1,a2 1,2 1
ok starts_are_numbers file "bad.csv:2:1: error: column 'a1': " a1 up
ok files_have_starts file 'bad.csv: error: no row of numbers' a1
ok files_have_names file 'bad.csv:1:1: error: names of columns expected, joints, or' ''
ok files_are_there refused 2 "none.csv: error: cannot open" moves --starts "$work/none.csv"
for other in "--svg $work/a.svg" --realtime "--device twin:"; do
    # shellcheck disable=SC2086
    ok "no${other%% *}" refused 2 "error: --starts moves a robot many times" moves \
        --starts "$starts" $other
done
ok models_in_natural_coordinates_have_their_own refused 2 "error: --start, --starts, .* are for" \
    "$tauflow" simulate robots/natural/double_pendulum.nat --starts "$starts"
sums() { # independent joints that changed, of all motions
    local each=()
    printf 'a1,a1.rate,b1,b1.rate\n2.2,2,0.9,-3\n2.1,2,0.9,-3\n' >"$work/bars.csv"
    bars() { "$tauflow" simulate tests/loops/fivebar.urdf --effort 0 --method "$@" 2>/dev/null; }
    for method in rk4 rk45; do
        mapfile -t each < <({
            bars $method --until 0.5 --start a1=2.2,2 --start b1=0.9,-3 --json
            bars $method --until 0.5 --start a1=2.1,2 --start b1=0.9,-3 --json
            bars $method --until 0.5 --starts "$work/bars.csv" --json
        } | sed 's/.*"partition_changes": \([0-9]*\),.*/\1/')
        [ "${each[0]}" -gt 0 ] && [ $((each[0] + each[1])) -eq "${each[2]}" ] || return 1
    done
    bars rk45 --until 0.5 --starts "$work/bars.csv" |
        grep -qx "independent       other joints ${each[2]} times"
}
ok changes_of_independent_joints_are_summed sums
# A motion that fails is told with its line; the others are in the table.
printf 'crank_x,crank_x.rate\n0,6\n0.1,1e30\n0.2,5\n' >"$work/fails.csv"
fails() {
    "$tauflow" simulate robots/loops/slider_crank.urdf --until 0.1 --starts "$work/fails.csv" \
        --csv "$work/fails.out" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && grep -q 'fails.csv:3:1: error: .*(1 of 3 starts fail)$' "$work/err" &&
        grep -q '^1,0.1,' "$work/fails.out" && grep -q '^3,0.1,' "$work/fails.out"
}
ok others_survive_a_failure fails
interrupted() {
    python3 - "$tauflow" simulate robots/iiwa.urdf --effort 0 --until 1000 --starts "$starts" \
        --csv "$work/some.csv" <<'PY' >"$work/out" 2>"$work/err"
import subprocess, sys, time
child = subprocess.Popen(sys.argv[1:])
time.sleep(2)
child.send_signal(2)
sys.exit(child.wait(timeout=60))
PY
    local code=$?
    cat "$work/err"
    [ $code -eq 0 ] && grep -q 'note: stopped early: 17 of 17 starts were not moved to the end' \
        "$work/err" && [ "$(wc -l <"$work/some.csv")" -ge 2 ] &&
        awk -F, 'NR > 1 && !($2 > 0 && $2 < 1000) { exit 1 }' "$work/some.csv"
}
ok ctrl_c_writes_what_there_is interrupted
finish
