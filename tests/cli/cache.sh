# What searches found is kept for the next command on the same robot: a hit prints and writes the
# bytes that a search does, in a part of the time; what somebody changed is refused, removed and
# told; the folder is the user's alone and stays below its limit.
. tests/cli/tap.bash
export XDG_CACHE_HOME=$work/cache
results=$XDG_CACHE_HOME/tauflow/results
robot=robots/pendulum5.urdf other=robots/puma.urdf
mkdir "$work/new" "$work/first" "$work/again" "$work/left"

clear() { "$tauflow" cache --clear; }
kept() { find "$results/" -type f | wc -l; } # also through a link

# ---- a hit ------------------------------------------------------------------------------------

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
        "$work/first/$1.seconds" "$work/again/$1.seconds"
}
for command in schedule image report compile run info; do
    clear >"$work/cleared"
    ok "${command}_searches_and_keeps_what_it_found" eval \
        "into $work/first $command && [ \$(kept) -gt 0 ]"
    ok "${command}_prints_and_writes_the_same_when_it_finds_that" eval \
        "into $work/again $command && same $command $work/first $work/again"
    ok "${command}_is_fast_then" is_fast "$command"
done
for command in schedule image compile; do
    ok "${command}_is_what_a_search_without_the_cache_makes" eval \
        "into $work/new $command --no-cache && same $command $work/new $work/again"
done
nothing_is_kept() {
    clear && "$tauflow" info "$robot" --no-cache >"$work/said" && [ "$(kept)" = 0 ]
}
ok no_cache_keeps_nothing nothing_is_kept
ended_early() { # where that computer was fast enough, there is one result
    clear && "$tauflow" info robots/car54.urdf --time 0.05 --effort 3 2>&1 >/dev/null |
        grep 'ended after --time' && [ "$(kept)" = 0 ]
}
ok what_was_ended_early_is_not_kept ended_early

# ---- other commands ---------------------------------------------------------------------------

counted() { # OPTION...: of the plain robot none is taken
    local before
    clear && "$tauflow" info "$robot" >"$work/said" && before=$(kept) &&
        "$tauflow" info "$robot" "$@" >"$work/said" && echo "$before, then $(kept)" &&
        [ "$(kept)" -gt "$before" ]
}
ok another_seed_is_another_result counted --seed 2
ok another_effort_is_another_result counted --effort 1
ok another_gravity_is_another_result counted --gravity '1 2 3'
ok a_locked_joint_is_another_result counted --lock q2=0.5
moved() { # another mass in the file
    local before
    sed 's/mass value="[0-9.]*"/mass value="3.25"/' $robot >"$work/moved.urdf"
    ! cmp -s $robot "$work/moved.urdf" && clear && "$tauflow" info "$robot" >"$work/said" &&
        before=$(kept) && "$tauflow" info "$work/moved.urdf" >"$work/said" &&
        [ "$(kept)" -gt "$before" ]
}
ok another_mass_is_another_result moved
twice() { # at once: both are right, and nothing is left halfway
    clear
    "$tauflow" schedule "$robot" --budget 50 >"$work/one" & local one=$!
    "$tauflow" schedule "$robot" --budget 50 >"$work/two" && wait $one &&
        cmp "$work/one" "$work/two" && [ "$(kept)" = "$(find "$results" -name '*.result' | wc -l)" ]
}
ok two_commands_at_once_leave_nothing_halfway twice

# ---- what somebody changed --------------------------------------------------------------------

entry() { find "$results" -name '*.result'; }
prepare() { # COMMAND: one entry, a copy of it in $work/entry
    clear >"$work/cleared" && "$tauflow" "$1" "$robot" ${2:-} >"$work/good" &&
        [ "$(kept)" = 1 ] && cp "$(entry)" "$work/entry"
}
seal() { # FILE: with the sum of what it holds now
    local sum
    sed -i '$d' "$1" && sum=$(sha256sum <"$1") && echo "end ${sum%% *}" >>"$1"
}
# told COMMAND PATTERN: the entry as it is now is refused: a note, the same result, a new entry that
# is the old one
told() {
    local command=$1 pattern=$2
    cmp "$(entry)" "$work/entry" && { echo "nothing was changed"; return 1; }
    "$tauflow" "$command" "$robot" ${3:-} >"$work/now" 2>"$work/notes" || return 1
    cat "$work/notes"
    grep -qE "note: a kept result is removed, and the search runs again: .*$pattern" \
        "$work/notes" && cmp "$work/good" "$work/now" && cmp "$(entry)" "$work/entry"
}
changed() { # COMMAND SED PATTERN [seal]
    prepare "$1" && sed -i "$2" "$(entry)" && { [ -z "${4:-}" ] || seal "$(entry)"; } &&
        told "$1" "$3"
}
ok one_changed_byte_is_told changed info '20s/./#/' 'its file is damaged'
half() {
    prepare info && truncate -s 900 "$(entry)" && told info 'its file is damaged'
}
ok half_a_file_is_told half
empty() { prepare info && : >"$(entry)" && told info 'its file is damaged'; }
ok an_empty_file_is_told empty
more() { prepare info && echo more >>"$(entry)" && told info 'its file is damaged'; }
ok a_longer_file_is_told more
# With a sum that fits:
ok a_changed_constant_is_told changed info '0,/^constant 0x1\.\([0-8]\)/s//constant 0x1.9/' \
    'its equations are not those of this robot' seal
ok a_changed_sign_is_told changed info '0,/^output .* +/s/ +/ -/' \
    'its equations are not those of this robot' seal
ok a_text_that_is_no_net_is_told changed info '0,/^sum /s//son /' '' seal
key() { # of another entry
    prepare info && sed -i 's/^key ..../key 0000/' "$(entry)" && seal "$(entry)" &&
        told info 'its file is damaged'
}
ok the_entry_of_another_key_is_told key
strange() { # the whole entry of another robot, under this one's key
    clear && "$tauflow" info "$other" >/dev/null && cp "$(entry)" "$work/strange" &&
        prepare info && local name line && name=$(entry) && line=$(sed -n 2p "$name") &&
        sed "2s/.*/$line/" "$work/strange" >"$name" && seal "$name" && told info ''
}
ok the_equations_of_another_robot_are_told strange
schedule_entry() { # the one that has a schedule
    grep -l '^schedule ' "$results"/*.result
}
bad_schedule() { # SED PATTERN: of the choice's entry, sealed
    clear >"$work/cleared" && "$tauflow" schedule "$robot" --budget 50 >"$work/good" &&
        local file && file=$(schedule_entry) && cp "$file" "$work/entry" &&
        sed -i "$1" "$file" && ! cmp -s "$file" "$work/entry" && seal "$file" &&
        "$tauflow" schedule "$robot" --budget 50 >"$work/now" 2>"$work/notes" || return 1
    cat "$work/notes"
    grep -qE "note: a kept result is removed, .*$2" "$work/notes" &&
        cmp "$work/good" "$work/now" && cmp "$file" "$work/entry"
}
ok a_schedule_that_is_too_good_is_told bad_schedule 's/^cycles [0-9]*$/cycles 10/' 'cycle'
ok an_operation_before_its_operands_is_told bad_schedule \
    's/^\(issue t[0-9]* add[0-9]\) [3-9]\([0-9]\)$/\1 1\2/' 'cycle'
ok a_schedule_for_another_machine_is_told bad_schedule '/^machine /s/slots=0/slots=9/' \
    'its schedule is for another machine'

# ---- the folder -------------------------------------------------------------------------------

mode() { stat -c %a "$1"; }
its_own() {
    clear && rm -r "$XDG_CACHE_HOME" && "$tauflow" info "$robot" >/dev/null &&
        [ "$(mode "$results")" = 700 ] && [ "$(kept)" = 1 ]
}
ok the_folder_is_the_users_alone its_own
# unused PATTERN: the command does its work, keeps nothing, and says why
unused() {
    local before
    before=$(kept)
    "$tauflow" info "$robot" --seed $RANDOM >"$work/now" 2>"$work/notes" || return 1
    cat "$work/notes"
    grep -qE "note: results of searches are not kept: $1" "$work/notes" &&
        [ "$(grep -c 'not kept' "$work/notes")" = 1 ] && [ "$(kept)" = "$before" ] &&
        "$tauflow" cache | grep -E "^unused +$1"
}
not_taken() { # the entry that is there, for a good reason or not
    chmod 700 "$results" && prepare info && touch -d 2020-01-01 "$(entry)" &&
        chmod "$1" "$results" && "$tauflow" info "$robot" >"$work/now" &&
        cmp "$work/good" "$work/now" &&
        [ "$(stat -c %y "$(entry)" | cut -c 1-4)" = 2020 ]
}
ok nothing_is_read_where_others_can_write not_taken 777
ok nor_where_others_can_read not_taken 750
ok but_where_nobody_else_can eval '! not_taken 700'
opened() { chmod 777 "$results" && unused 'others can write to '; }
ok a_folder_that_others_can_write_to_is_not_used opened
readable() { chmod 755 "$results" && unused 'others can read .*: chmod 700'; }
ok nor_one_that_others_can_read readable
ok nor_is_it_cleared refused 2 'no results are kept: others can read' "$tauflow" cache --clear
chmod 700 "$results"
linked() {
    mv "$results" "$work/elsewhere" && ln -s "$work/elsewhere" "$results" && unused '.* is a link'
}
ok nor_a_link linked
rm -f "$results" && mv "$work/elsewhere" "$results"
no_folder() { # a file stands there
    : >"$work/file" && XDG_CACHE_HOME=$work/file "$tauflow" info "$robot" >"$work/now" &&
        [ ! -s "$work/file" ]
}
ok where_there_can_be_no_folder_the_command_does_its_work no_folder
no_home() {
    env -u XDG_CACHE_HOME -u HOME "$tauflow" info "$robot" >"$work/now" &&
        env -u XDG_CACHE_HOME -u HOME "$tauflow" cache | grep 'neither XDG_CACHE_HOME nor HOME'
}
ok nor_without_a_home no_home
in_home() {
    env -u XDG_CACHE_HOME HOME="$work/left" "$tauflow" info "$robot" >"$work/now" &&
        [ "$(find "$work/left/.cache/tauflow/results" -type f | wc -l)" = 1 ]
}
ok without_xdg_cache_home_it_is_below_home in_home
linked_entry() { # a link in the place of a result is not followed
    prepare info && mv "$(entry)" "$work/real" && ln -s "$work/real" "$results/$(basename \
        "$(sed -n 's/^key //p' "$work/real").result")" &&
        "$tauflow" info "$robot" >"$work/now" && cmp "$work/good" "$work/now" &&
        cmp "$work/real" "$work/entry"
}
ok a_link_in_the_place_of_a_result_is_not_believed linked_entry

# ---- limit and clear --------------------------------------------------------------------------

name_of() { printf '%064d.result' "$1"; }
full() { # five of 60 MB, the third of which was used last: the others go, but one
    clear >"$work/cleared"
    local i
    for i in 1 2 3 4 5; do
        truncate -s 60M "$results/$(name_of $i)" &&
            touch -d "2020-01-0$i" "$results/$(name_of $i)" || return 1
    done
    touch -d 2021-01-01 "$results/$(name_of 3)"
    "$tauflow" info "$robot" >"$work/said" && ls -l --time-style=long-iso "$results"
    [ ! -e "$results/$(name_of 1)" ] && [ ! -e "$results/$(name_of 2)" ] &&
        [ -e "$results/$(name_of 3)" ] && [ -e "$results/$(name_of 5)" ] &&
        [ "$(du -b "$results" | cut -f 1)" -lt 200000000 ]
}
ok what_was_not_used_for_the_longest_time_goes_first full
told_of() {
    "$tauflow" cache >"$work/said" && cat "$work/said" &&
        grep -qx "folder   $results" "$work/said" &&
        grep -qE '^size +[0-9.]+ MB, at most 268 MB$' "$work/said" &&
        [ "$("$tauflow" cache --json | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["results"], d["unused"])')" = "$(kept) None" ]
}
ok cache_tells_how_many_and_how_large told_of
left_alone() { # what stands there and is no result
    : >"$results/mine" && mkdir -p "$results/$(name_of 9)" && clear >"$work/said" &&
        cat "$work/said" && grep -qE '^[0-9]+ results? removed$' "$work/said" &&
        [ -e "$results/mine" ] && [ -d "$results/$(name_of 9)" ] && [ "$(kept)" = 1 ]
}
ok clear_removes_results_and_nothing_else left_alone
finish
