#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Results of searches that are kept: the next command on the same robot prints and writes the bytes
# that a search does, in a part of the time; whoever asks for anything else does not take them.
# Nothing is believed that is damaged, forged or of another user; the folder is the user's alone and
# stays below its limit.
. tests/cli/tap.bash
export XDG_CACHE_HOME=$work/home
kept=$XDG_CACHE_HOME/tauflow/results
robot=robots/pendulum5.urdf
little=(--function gravity --effort 1 --budget 1) # to search for, but all there is to keep

files() { find "$kept" -type f -name '*.result' 2>/dev/null | sort; }
count() { files | wc -l; }
counts() { # NUMBER: so many results are kept
    [ "$(count)" -eq "$1" ] || { echo "$(count) results, not $1"; return 1; }
}
plan() { # ARGUMENTS...: a search for equations and their schedule; into said and notes
    "$tauflow" schedule $robot "${little[@]}" "$@" >"$work/said" 2>"$work/notes" ||
        { cat "$work/notes"; return 1; }
}
quiet() { [ ! -s "$work/notes" ] || { cat "$work/notes"; return 1; }; }
as_first() { plan "$@" && cmp "$work/said" "$work/first"; }

# forge FILE [OLD NEW [KEY]]: with other bytes, and the sum that belongs to them
forge() {
    python3 - "$@" <<'PY'
import hashlib, sys
path, *change = sys.argv[1:]
bytes = open(path, "rb").read()
body = bytes[:bytes.rindex(b"end ")]
if change:
    old, new = (text.encode().decode("unicode_escape").encode("latin1") for text in change[:2])
    assert old in body, old
    body = body.replace(old, new, 1)
open(path, "wb").write(body + b"end " + hashlib.sha256(body).hexdigest().encode() + b"\n")
PY
}

# ---- taken ----
# Equations, and the one of several that was chosen with its schedule.
first() {
    plan && quiet && counts 2 && cp "$work/said" "$work/first" && [ "$(stat -c %a "$kept")" = 700 ]
}
ok a_search_is_kept first
ok and_taken_again eval 'as_first && quiet && counts 2'
ok it_is_what_a_search_finds eval 'as_first --no-cache && quiet && counts 2'
only=$(grep -al '^schedule ' $(files)) # what the next command takes
cp "$only" "$work/good"
back() { cp "$work/good" "$only"; }
told() { # a note that is in the file is told, so the file was read
    forge "$only" '\nequations ' '\nnote 11\nit was kept\nequations ' && as_first &&
        grep -qx 'tauflow: note: it was kept' "$work/notes"
}
ok it_is_read_with_what_was_said told
warned() {
    back && forge "$only" '\nequations ' '\nwarning 4\nlook\nequations ' && as_first
    grep -qx 'tauflow: warning: look' "$work/notes"
}
ok with_its_warnings_too warned
unread() { as_first --no-cache && quiet; }
ok but_not_where_a_new_search_is_asked_for unread
used() {
    back && touch -d '2001-01-01' "$only" && as_first &&
        [ $(($(date +%s) - $(stat -c %Y "$only"))) -lt 60 ]
}
ok what_is_used_is_young_again used

# ---- not taken by others ----
others() {
    local before
    for wish in '--seed 2' '--effort 2' '--modules 1' '--function bias' '--gravity 0,0,-1' \
        '--add-latency 9' '--snap 0' '--joint-dynamics none' '--lock q2=0.5' \
        '--numbers fixed:24' '--numbers fixed:18'; do
        before=$(count)
        plan $wish && quiet && [ "$(count)" -gt "$before" ] || { echo "$wish"; return 1; }
    done
}
ok other_wishes_have_other_results others
ranges() { # numbers change nothing of the equations; what is chosen has warnings of its ranges
    local before=$(count)
    plan --numbers fixed:24 --range 'qdd 20' && quiet && counts $((before + 1)) &&
        plan --range 'qdd 20' --numbers fixed:24 && quiet && counts $((before + 1)) &&
        plan --numbers fixed:24 --range 'qdd 30' && quiet && counts $((before + 2))
}
ok other_ranges_choose_anew_of_the_same_equations ranges
machines() { # equations know latencies, and lanes where they are small: one of the two is there
    local before=$(count)
    plan --network crossbar && quiet && counts $((before + 1)) && plan --lanes 3 && quiet &&
        counts $((before + 3))
}
ok another_machine_has_the_same_equations machines
ok options_that_change_no_result_share_it eval 'before=$(count); plan --json && counts $before'
another() { # the same bytes in another file are the same robot, one other digit is another
    local before=$(count)
    cp $robot "$work/same.urdf"
    robot=$work/same.urdf as_first && quiet && counts "$before" &&
        sed 's/mass value="[0-9.]*"/mass value="1.23"/' $robot >"$work/other.urdf" &&
        robot=$work/other.urdf plan && quiet && counts $((before + 2))
}
ok a_robot_is_what_its_file_says another

# ---- not believed ----
spoilt() { # WHY: told once; the search runs again, and its result is kept in its place
    as_first && [ "$(wc -l <"$work/notes")" -eq 1 ] &&
        grep -qE "^tauflow: note: a kept result is removed, and the search runs again: .*$1" \
            "$work/notes" && cmp "$only" "$work/good" || { cat "$work/notes"; return 1; }
}
bit() { back && sed -i '/^variants/ y/0123456789/1234567890/' "$only" &&
    ! cmp -s "$only" "$work/good" && spoilt 'its file is damaged'; }
ok a_changed_digit_is_told bit
short() {
    local bytes
    for bytes in 0 10 71 72 200 900; do
        head -c $bytes "$work/good" >"$only" && spoilt 'its file is damaged' || return 1
    done
    { cat "$work/good"; echo; } >"$only" && spoilt 'its file is damaged'
}
ok a_file_that_ends_early_or_late_is_told short
key() {
    back && forge "$only" "$(basename "$only" .result)" "$(printf '0%.0s' {1..64})" &&
        spoilt 'its file is damaged'
}
ok a_file_of_another_key_is_told key
escapes() {
    for text in '\x1b[2J' 'ab\x7fc' 'ab\x1fc'; do
        back && forge "$only" '\nequations ' "\nnote 4\n$text\nequations " &&
            spoilt 'its file is damaged' || return 1
    done
}
ok notes_that_would_control_a_terminal_are_no_notes escapes
lengths() {
    for text in 'note 3\nlook' 'note 5\nlook' 'note \nlook' 'note 99999999999\nlook' \
        'note 4294967300\nlook' 'note 4294967292\nlook' 'nota 4\nlook'; do
        back && forge "$only" '\nequations ' "\n$text\nequations " &&
            spoilt 'its file is damaged' || { echo "$text"; return 1; }
    done
}
ok wrong_lengths_are_told lengths
equations() {
    python3 - "$work/good" "$only" <<'PY' && forge "$only" && spoilt 'not those of this robot'
import re, sys
bytes = open(sys.argv[1], "rb").read() # a sign of the last sum
at = bytes.rindex(b"\noutput tau1")
at = bytes.index(b"+", at)
open(sys.argv[2], "wb").write(bytes[:at] + b"-" + bytes[at + 1:])
PY
}
ok equations_of_another_robot_are_told equations
edited() { # SED WHY: with the sum that fits
    back && sed -i "$1" "$only" && ! cmp "$only" "$work/good" && forge "$only" && spoilt "$2"
}
ok a_changed_constant_is_told edited '0,/^constant 0x1\.\([0-8]\)/s//constant 0x1.9/' \
    'its equations are not those of this robot'
ok a_text_that_is_no_net_is_told edited '0,/^sum /s//son /' ''
ok a_schedule_that_is_too_good_is_told edited 's/^cycles [0-9]*$/cycles 10/' 'cycle'
ok an_operation_before_its_operands_is_told edited \
    's/^\(issue t[0-9]* add[0-9]\) [2-9]\([0-9]\)$/\1 1\2/' 'cycle'
ok a_schedule_of_other_slots_is_told edited '/^machine /s/slots=0/slots=9/' \
    'its schedule is for another machine'
strange() { # the whole entry of another robot, under this one's key
    XDG_CACHE_HOME=$work/strangers robot=robots/puma.urdf plan &&
        sed "2s/.*/$(sed -n 2p "$work/good")/" \
            "$(grep -al '^schedule ' "$work"/strangers/tauflow/results/*.result)" >"$only" &&
        forge "$only" && spoilt ''
}
ok the_equations_of_a_whole_other_robot_are_told strange
none() { # WORD: without that part
    python3 - "$work/good" "$only" "$1" <<'PY' && forge "$only" && spoilt "it has no $1"
import re, sys
bytes = open(sys.argv[1], "rb").read()
found = re.search(b"\n" + sys.argv[3].encode() + b" ([0-9]+)\n", bytes)
open(sys.argv[2], "wb").write(bytes[:found.start() + 1] + bytes[found.end() + int(found[1]) + 1:])
PY
}
ok equations_that_are_missing_are_told none equations
ok a_schedule_that_is_missing_is_told none schedule
machine() {
    local other
    rm -rf "$work/aside" && plan --modules 1 --lanes 1 && other=$(files | xargs ls -t | head -1) &&
        [ "$other" != "$only" ] && python3 - "$work/good" "$other" "$only" <<'PY' &&
import re, sys
good, other = (open(name, "rb").read() for name in sys.argv[1:3])
at = good.index(b"\nschedule "), other.index(b"\nschedule ")
open(sys.argv[3], "wb").write(good[:at[0]] + other[at[1]:])
PY
        forge "$only" && as_first && [ "$(wc -l <"$work/notes")" -eq 1 ] && cat "$work/notes" &&
        cmp "$only" "$work/good"
}
ok a_schedule_for_another_machine_is_told machine
late() {
    local before=$(count)
    plan --seed 77 --time 0.000001
    cat "$work/notes"
    grep -q 'ended after --time' "$work/notes" && counts "$before"
}
ok what_the_clock_ended_is_not_kept late
twice() { # at once: both are right, and nothing is left halfway
    rm -f "$kept"/*.result
    "$tauflow" schedule $robot "${little[@]}" >"$work/one" & local one=$!
    as_first && wait $one && cmp "$work/one" "$work/first" && counts 2 &&
        [ "$(find "$kept" -type f | wc -l)" = 2 ]
}
ok two_commands_at_once_leave_nothing_halfway twice

# ---- the folder ----
unused() { # WHY: one note, the same result, and nothing written
    local before=$(count)
    as_first && [ "$(wc -l <"$work/notes")" -eq 1 ] &&
        grep -qE "^tauflow: note: results of searches are not kept: .*$1" "$work/notes" &&
        counts "$before" &&
        "$tauflow" cache | grep -qE "^unused   .*$1" || { cat "$work/notes"; return 1; }
}
open_to() { # WHO WHY
    back && forge "$only" '\nequations ' '\nnote 4\nread\nequations ' &&
        touch -d 2020-01-01 "$only" && chmod "$1" "$kept" && unused "$2" && chmod 700 "$kept" &&
        [ "$(date -r "$only" +%Y)" = 2020 ] && back
}
ok a_folder_that_others_read_is_not_used open_to 750 'others can read .*/results: chmod 700'
ok nor_one_that_all_read open_to 755 'others can read .*/results: chmod 700'
ok nor_one_that_others_write open_to 770 'others can write to .*/results'
ok nor_one_that_all_write open_to 702 'others can write to .*/results'
ok nor_one_that_is_open_to_all open_to 777 'others can write to .*/results'
above() {
    chmod 777 "$XDG_CACHE_HOME/tauflow" && unused 'others can write to .*/tauflow$' &&
        chmod 700 "$XDG_CACHE_HOME/tauflow"
}
ok nor_one_in_a_folder_that_others_write above
linked() {
    mv "$kept" "$work/away" && ln -s "$work/away" "$kept" && unused 'results is a link' &&
        rm "$kept" && : >"$kept" && unused 'results is no folder' && rm "$kept" &&
        mv "$work/away" "$kept"
}
ok nor_a_link_nor_a_file linked
exchanged() {
    chmod 777 "$XDG_CACHE_HOME" && unused 'anybody can exchange' && chmod 1777 "$XDG_CACHE_HOME" &&
        as_first && quiet && chmod 700 "$XDG_CACHE_HOME"
}
ok nor_one_that_anybody_can_exchange exchanged
strangers() {
    chown 12345 "$kept" && unused 'belongs to another user \(12345\)' && chown 0 "$kept"
}
[ "$(id -u)" -ne 0 ] || ok nor_one_of_another_user strangers
written() { # a file that others can write to, or a link, is no result
    back && forge "$only" '\nequations ' '\nnote 4\nread\nequations ' && chmod 666 "$only" &&
        as_first && quiet && cmp "$only" "$work/good" && mv "$only" "$work/aside" &&
        forge "$work/aside" '\nequations ' '\nnote 4\nread\nequations ' &&
        cp "$work/aside" "$work/forged" && ln -s "$work/aside" "$only" && as_first && quiet &&
        cmp "$work/aside" "$work/forged"
    rm -f "$only" && back && chmod 600 "$only"
}
ok a_file_that_others_write_is_not_read written
homeless() { env -u XDG_CACHE_HOME -u HOME "$tauflow" "$@"; }
nowhere() {
    homeless schedule $robot "${little[@]}" >"$work/said" 2>"$work/notes" &&
        cmp "$work/said" "$work/first" && quiet &&
        homeless cache | grep -qx 'unused   neither XDG_CACHE_HOME nor HOME names a folder' &&
        homeless cache --json | grep -q '"folder": "", .*"neither' &&
        HOME=$work/mine XDG_CACHE_HOME=here "$tauflow" cache |
        grep -qx "folder   $work/mine/.cache/tauflow/results" && [ ! -e here ]
}
ok without_a_home_nothing_is_kept nowhere
mine() {
    mkdir "$work/mine" && env -u XDG_CACHE_HOME HOME="$work/mine" \
        "$tauflow" schedule $robot "${little[@]}" >/dev/null &&
        ls "$work"/mine/.cache/tauflow/results/*.result &&
        [ "$(stat -c %a "$work/mine/.cache/tauflow/results")" = 700 ]
}
ok a_home_has_them_below_its_cache mine
full() { # no room, no right: the command goes on
    rm -rf "$work/none" && mkdir "$work/none" && : >"$work/none/tauflow" &&
        XDG_CACHE_HOME=$work/none plan && cmp "$work/said" "$work/first" &&
        XDG_CACHE_HOME=$work/none/tauflow plan && cmp "$work/said" "$work/first" &&
        [ -f "$work/none/tauflow" ] && [ ! -s "$work/none/tauflow" ]
}
ok where_nothing_can_be_made_the_command_goes_on full

# ---- how much is kept ----
fake() { # NUMBER MEGABYTES MINUTES: as large and as old
    local name
    name=$kept/$(printf '%064x' "$1").result
    truncate -s "$2M" "$name" && touch -d "$3 minutes ago" "$name"
}
has() { [ -e "$kept/$(printf '%064x' "$1").result" ]; }
room() {
    rm -f "$kept"/*.result && fake 1 70 40 && fake 2 70 30 && fake 3 70 50 && fake 4 45 20 &&
        : >"$kept/.tauflow-old" && touch -d '2 hours ago' "$kept/.tauflow-old" &&
        : >"$kept/.tauflow-new" && : >"$kept/mine.txt" && plan && ls -la "$kept" && has 1 &&
        has 2 && has 3 && has 4 && [ ! -e "$kept/.tauflow-old" ] && [ -e "$kept/.tauflow-new" ] &&
        fake 5 30 10 && plan --seed 3 && ls -la "$kept" && ! has 3 && ! has 1 && has 2 && has 4 &&
        has 5 && [ -e "$kept/mine.txt" ]
}
ok the_oldest_make_room_for_the_newest room
shown() {
    "$tauflow" cache >"$work/said" && cat "$work/said" && grep -qx "folder   $kept" "$work/said" &&
        grep -qx 'results  7' "$work/said" &&
        grep -qE '^size     152\.[0-9] MB, at most 268 MB$' "$work/said" &&
        "$tauflow" cache --json | grep -q '"results": 7, "bytes": 1520.*, "unused": null'
}
ok how_much_is_shown shown
cleared() { # what stands there and is no result stays
    local folder=$kept/$(printf '%064d' 9).result
    mkdir "$folder"
    "$tauflow" cache --clear >"$work/said" && cat "$work/said" &&
        [ "$(cat "$work/said")" = "7 results removed" ] && counts 0 &&
        [ ! -e "$kept/.tauflow-new" ] && [ -e "$kept/mine.txt" ] && [ -d "$folder" ] && plan &&
        "$tauflow" cache --clear | grep -qx '2 results removed' &&
        fake 1 1 1 && "$tauflow" cache --clear | grep -qx '1 result removed' &&
        "$tauflow" cache --clear --json | grep -q '"results": 0, "bytes": 0'
}
ok all_are_removed_and_nothing_else cleared
kept_closed() {
    chmod 750 "$kept" && refused 2 'no results are kept: others can read' "$tauflow" cache --clear
    local code=$?
    chmod 700 "$kept"
    return $code
}
ok what_is_not_used_is_not_cleared kept_closed

# ---- every command takes them ----
mkdir "$work/new" "$work/again" "$work/found"

# processor COMMAND...: its seconds of a processor; what it says is in $work/said
processor() {
    local TIMEFORMAT='%U %S'
    { time "$@" >"$work/said" 2>&1; } 2>"$work/time" && awk '{ print $1 + $2 }' "$work/time"
}
into() { # FOLDER COMMAND OPTION...: its files, and what it says without the name of the folder
    local folder=$1 command=$2 seconds
    shift 2
    case $command in
    schedule | image | report) set -- "$@" -o "$folder/$command.out" ;;
    compile) set -- "$@" -o "$folder/$command.out" --hls ;;
    run) set -- "$@" --steps 3 --engine twin ;;
    esac
    seconds=$(processor "$tauflow" "$command" "$robot" "$@") || { cat "$work/said"; return 1; }
    echo "$seconds" >"$folder/$command.seconds"
    sed "s|$folder|FOLDER|g; s| --no-cache||g; /^speed /d" "$work/said" >"$folder/$command.said"
    [ "$command" != report ] || # the page shows the command
        sed -i "s|$folder|FOLDER|g; s| --no-cache||g" "$folder/report.out"
    [ "$command" != compile ] || # and so does the certificate, with what its steps took
        sed -i "s|$folder|FOLDER|g; s| --no-cache||g; s| seconds [0-9.]*||" \
            "$folder/compile.out"/*.cert
}
same() { # COMMAND FOLDER FOLDER
    diff "$2/$1.said" "$3/$1.said" || return 1
    [ ! -e "$2/$1.out" ] || diff -r "$2/$1.out" "$3/$1.out"
}
# The second one takes a fifth of the time at most, or is over before time can be told.
is_fast() { # COMMAND
    awk 'NR == 1 { first = $1 } NR == 2 { again = $1 }
        END { print first, again; exit !(again <= 0.1 || again <= first / 5) }' \
        "$work/found/$1.seconds" "$work/again/$1.seconds"
}
for command in schedule image report compile run info; do
    "$tauflow" cache --clear >"$work/cleared"
    ok "${command}_searches_and_keeps_what_it_found" eval \
        "into $work/found $command && [ \$(count) -gt 0 ]"
    ok "${command}_prints_and_writes_the_same_when_it_finds_that" eval \
        "into $work/again $command && same $command $work/found $work/again"
    ok "${command}_is_fast_then" is_fast "$command"
done
for command in schedule image compile; do
    ok "${command}_is_what_a_search_without_the_cache_makes" eval \
        "into $work/new $command --no-cache && same $command $work/new $work/again"
done
nothing_is_kept() {
    "$tauflow" cache --clear && plan --no-cache && quiet && counts 0
}
ok no_cache_keeps_nothing nothing_is_kept
finish
