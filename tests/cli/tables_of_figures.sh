# SPDX-License-Identifier: MIT
# What reads logs and writes the tables of measurements (measure/tables): columns go by name, rows
# replace those of the same thing, and what is wrong in a file is one line with its place.
. tests/cli/tap.bash
measured=${BUILD:-build}/gen/measured
canned=tests/cli/synth figures=$work/figures
mapfile -t settings < <(. measure/synth/tools.sh && table_settings)

fresh() { # the committed figures, to be broken
    rm -rf "$figures" && cp -r measure/synth "$figures"
}
refuses() { # MESSAGE COMMAND...: exit code 2, that one line, nothing else
    local wanted=$1
    shift
    "$@" >"$work/out" 2>"$work/err"
    local code=$?
    cat "$work/err"
    [ $code = 2 ] && [ ! -s "$work/out" ] && [ "$(cat "$work/err")" = "$wanted" ]
}
document() { # TEXT...: lines of a document
    printf '%s\n' "$@" >"$work/document"
}
tables() { "$measured" tables "$work/document" "$figures" "${settings[@]}"; }

# ---- columns ----
turned() { # the documents are those of the same columns in another order
    local file
    fresh
    for file in area timing cycles cpu operators circuits; do
        sed -E 's/^([^,]*),(.*)$/\2,\1/' measure/synth/$file.csv >"$figures/$file.csv"
    done
    for file in docs/fpga.md docs/circuits.md; do
        diff $file <("$measured" tables $file "$figures" "${settings[@]}") || return 1
    done
    diff docs/fpga.svg <("$measured" plot "$figures" "${settings[@]}") &&
        "$measured" cores measure/synth >"$work/cores" && [ "$(wc -l <"$work/cores")" -gt 10 ] &&
        diff "$work/cores" <("$measured" cores "$figures")
}
ok a_column_may_stand_anywhere turned
broken() { # FILE SED-COMMAND LINE MESSAGE: of the tables of docs/fpga.md
    fresh
    sed -i -E "$2" "$figures/$1.csv"
    refuses "$figures/$1.csv:$3: error: $4" \
        "$measured" tables docs/fpga.md "$figures" "${settings[@]}"
}
ok a_column_that_is_missing_is_named broken timing '1s/,mhz,/,mhx,/' 1 \
    "no column 'mhz' (did you mean 'mhz_8', 'mhz_6', 'mhx'?)"
ok a_short_row_is_refused broken timing '3s/,[^,]*$//' 3 "columns: 25, in the head: 26"
ok a_blank_line_is_refused broken cycles '4s/.*//' 4 "columns: 1, in the head: 16"
ok a_word_is_no_number broken timing \
    '/^crossbar,4,2,0,3,4,default,0,1,/s/^(([^,]*,){12})[^,]*/\1fast/' \
    "$(grep -n '^crossbar,4,2,0,3,4,default,0,1,' measure/synth/timing.csv | cut -d: -f1)" \
    "mhz 'fast' is no number"
ok infinity_is_no_number broken cpu '2s/,.*/,inf/' 2 "ns 'inf' is no number"
ok two_columns_of_a_name_are_refused broken area '1s/lutram/lut/' 1 "two columns 'lut'"
ok quotes_are_refused broken area '2s/usual/"usual"/' 2 "a field in quotes, which no measurement is"
ok a_table_without_a_head_is_refused broken area '1,$d' 1 "no head: names of columns expected"
absent() {
    fresh
    rm "$figures/cycles.csv"
    ! "$measured" table robots "$figures" "${settings[@]}" >"$work/out" 2>"$work/err" &&
        cat "$work/err" && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] &&
        grep -q "^$figures/cycles.csv: error: " "$work/err"
}
ok a_table_that_is_not_there_is_named absent
ok a_setting_that_is_missing_is_named refuses "measured: error: chosen=... is needed" \
    "$measured" table routed measure/synth sizes=4
one_older() { # a row of another text is told apart, and nothing else is
    fresh
    sed -i -E '/^sparse,4,2,0,2,1,usual,24,3,/s/,[^,]*$/,abc/' "$figures/timing.csv"
    "$measured" table texts "$figures" "${settings[@]}" >"$work/out"
    grep sparse "$work/out"
    grep -Fqx '| ECP5, routed | older | abc | 1 | `sparse,4,2,0,2,1,usual,24` |' "$work/out" &&
        [ "$(diff <("$measured" table texts measure/synth "${settings[@]}") "$work/out" |
            grep -c '^[<>]')" = 3 ]
}
ok a_row_of_another_text_is_told one_older
nothing_of_today() { # where no hash is today's all rows are older
    "$measured" table texts measure/synth "texts=ecp5 0 xc7 0 xcup 0 operators 0" >"$work/out" &&
        ! grep today "$work/out" &&
        [ "$(awk -F ' [|] ' 'NR > 2 { n += $4 } END { print n }' "$work/out")" = \
            "$(tail -qn +2 measure/synth/{timing,area,operators}.csv | wc -l)" ]
}
ok every_row_is_of_some_text nothing_of_today
ok an_empty_setting_is_missing refuses "measured: error: sizes=... is needed" \
    "$measured" table networks measure/synth sizes= chosen=3,4
ok tables_of_a_wrong_name_are_named refuses \
    "measured: error: no table 'rbots' (did you mean 'robots'?)" \
    "$measured" table rbots measure/synth

# ---- marks ----
fresh
document 'before' '<!-- table robots -->' 'old'
ok a_table_without_an_end_is_refused refuses \
    "$work/document:2: error: the table 'robots' has no '<!-- end -->'" tables
document '<!-- table robots -->' 'old' '<!-- table sizes -->' '<!-- end -->'
ok a_table_within_a_table_is_refused refuses \
    "$work/document:1: error: the table 'robots' has no '<!-- end -->'" tables
document 'before' '<!-- end -->'
ok an_end_without_a_table_is_refused refuses \
    "$work/document:2: error: an end without a '<!-- table NAME -->'" tables
document 'before' 'after'
ok a_document_without_tables_is_refused refuses \
    "$work/document:2: error: no '<!-- table NAME -->' up to here" tables
document 'before' '' '<!-- table robot -->' '<!-- end -->'
ok a_table_that_nobody_makes_is_refused refuses \
    "$work/document:3: error: no table 'robot' (did you mean 'robots'?)" tables
document 'a' '<!-- table one -->' 'old' '<!-- end -->' 'b'
printf '%s\n' '<!-- table one -->' 'new' 'rows' '<!-- end -->' >"$work/made"
filled() {
    [ "$("$measured" marks "$work/document" "$work/made" | tr '\n' ' ')" = \
        "a <!-- table one --> new rows <!-- end --> b " ]
}
ok what_stands_between_marks_is_replaced filled
printf '%s\n' '<!-- table two -->' '<!-- end -->' >>"$work/made"
ok a_document_has_a_mark_for_every_table refuses \
    "$work/document: error: no mark '<!-- table two -->'" \
    "$measured" marks "$work/document" "$work/made"

# ---- rows that are kept ----
head=network,modules,x,n,mhz
keep() { "$measured" keep "$work/kept.csv" "$head" n "$1"; }
kept() {
    local row
    rm -f "$work/kept.csv"
    for row in ring,2,0,10,1.5 ring,2,0,9,2.5 crossbar,16,0,1,7 ring,2,0,10,3.5 \
        crossbar,4,0,1,7; do
        keep $row >"$work/new" && mv "$work/new" "$work/kept.csv" || return 1
    done
    cat "$work/kept.csv"
    [ "$(tail -n +2 "$work/kept.csv" | paste -sd ' ')" = \
        "crossbar,16,0,1,7 crossbar,4,0,1,7 ring,2,0,9,2.5 ring,2,0,10,3.5" ] &&
        [ "$(head -n 1 "$work/kept.csv")" = "$head" ]
}
ok a_row_replaces_that_of_the_same_thing_and_rows_are_in_order kept
ok a_row_of_another_length_is_refused \
    refuses "ROW:1: error: columns: 4, in the head: 5" keep 1,2,3,4
ok a_key_that_is_no_column_is_refused refuses \
    "HEAD:1: error: no column 'seed' (columns: network, modules, x, n, mhz)" \
    "$measured" keep "$work/kept.csv" "$head" seed ring,2,0,1,1
other_head() {
    sed -i '1s/mhz/clock/' "$work/kept.csv"
    refuses "$work/kept.csv:1: error: other columns than those of the row: $head" keep ring,2,0,1,1
}
ok a_table_of_other_columns_is_refused other_head

# ---- logs ----
ok one_module_around_a_circuit diff <("$measured" pins $canned/pins.in) $canned/pins.out
ok a_circuit_that_breaks_off_is_refused refuses \
    "$work/half.v:6: error: no module with inputs and outputs up to here" eval \
    'head -n 6 $canned/pins.in >"$work/half.v"; "$measured" pins "$work/half.v"'
ok a_memory_that_nobody_counts_is_named refuses \
    "$work/stat:1: error: what a memory RAMB99X1 takes is not known" eval \
    'echo "  RAMB99X1 3" >"$work/stat"; "$measured" cells "$work/stat"'
printf '  LUT4 3\n  RAM256X1D 2\n' >"$work/stat"
every_kind() {
    [ "$("$measured" cells "$work/stat" straight)" = 3,16,0,0,0 ] &&
        echo >"$work/none" && [ "$("$measured" cells "$work/none" part)" = 0,0,0,0,0 ]
}
ok a_part_needs_neither_tables_nor_registers every_kind
ok a_core_has_registers refuses "$work/stat:2: error: no flip-flop up to here" \
    "$measured" cells "$work/stat"
ok a_kind_of_report_that_is_none_is_refused refuses \
    "measured: error: 'cores' is none of core, straight, part" "$measured" cells "$work/stat" cores
estimate() {
    sed '/^Info: Routing globals/,/^Info: Program/{/^Info: Program/!d}' $canned/routed.log \
        >"$work/log"
    refuses "$work/log:$(wc -l <"$work/log"): error: no clock after routing up to here" \
        "$measured" route "$work/log"
}
ok an_estimate_is_no_clock estimate
routed_again() { # what was routed before counts no more
    sed 's/^Info: Program finished/Info: Routing..\n&/' $canned/routed.log >"$work/log"
    refuses "$work/log:$(wc -l <"$work/log"): error: no clock after routing up to here" \
        "$measured" route "$work/log"
}
ok the_clock_is_that_of_the_last_route routed_again
first_of_the_worst() { # two seeds of the same clock: the path is that of the first
    fresh
    sed -nE '1p; s/^((crossbar,4,2,0,3,4),default,0,1),(.*),top\.(.*)$/\1,\3,top.one.\4/p' \
        measure/synth/timing.csv >"$figures/timing.csv"
    sed -nE '2{s/^(([^,]*,){8})1,/\12,/; s/top\.one\./top.two./g; p}' \
        "$figures/timing.csv" >"$work/second"
    cat "$work/second" >>"$figures/timing.csv"
    [ "$(wc -l <"$figures/timing.csv")" = 3 ] &&
        "$measured" table seeds "$figures" >"$work/out" && cat "$work/out" &&
        grep -q '`one\.' "$work/out" && ! grep -q '`two\.' "$work/out"
}
ok of_seeds_of_the_same_clock_the_first_is_told first_of_the_worst
said() {
    echo '{"robot": "a b", "slots": 0, "core": "modules=4 slots=6 relay_slots=7", "ok": true}' \
        >"$work/run.json"
    [ "$("$measured" said "$work/run.json" slots ok modules)" = 6,true,4 ] &&
        refuses "$work/run.json: error: says nothing of 'lots'" \
            "$measured" said "$work/run.json" slots lots
}
ok the_last_value_of_a_whole_name_counts said

# ---- the program ----
listed() {
    "$measured" >"$work/out" 2>"$work/err"
    [ $? = 2 ] && [ ! -s "$work/out" ] && [ "$(grep -c '^measured ' "$work/err")" -ge 10 ] &&
        ! "$measured" cells 2>"$work/err" && grep -q '^measured cells STAT' "$work/err"
}
ok without_arguments_it_lists_what_it_does listed
full() {
    "$measured" table circuits measure/synth 2>"$work/err" >/dev/full
    [ $? = 1 ] && grep -q "^measured: error: standard output cannot be written" "$work/err"
}
[ ! -c /dev/full ] || ok a_full_disk_is_told full
lists() { # what a script of the flow reads unless another list is given is there
    local list
    grep -ohE ':-[a-z/]+/[a-z_]+\.txt' measure/synth/*.sh | cut -c 3- | sort -u >"$work/lists"
    [ "$(wc -l <"$work/lists")" -ge 4 ] && while read -r list; do
        [ -s "$list" ] || { echo "no $list"; return 1; }
    done <"$work/lists"
}
ok the_lists_of_the_flow_are_there lists
finish
