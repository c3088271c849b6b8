#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tasks: groups of the source's bogie, what it and the car are expected to gain, what is refused.
. tests/cli/tap.bash
bash robots/loops/ba2000.sh >"$work/ba2000.urdf"
cut() { # ROBOT ARGUMENTS...
    "$tauflow" tasks "$@" --function closed-fd --effort 0
}
# The table of groups, a line each: branches; blocks. Chapter 4 of the source.
cut "$work/ba2000.urdf" --ranks 5 --stay >"$work/said"
groups() {
    sed -n '/^group /,/^$/p' "$work/said" | awk 'NR > 1 && NF { $2 = ""; print }' >"$work/groups"
    diff "$work/groups" - <<'END'
0  1 3 7
1  2 6 9; 1 3
2  8; 2
3  4; 4
4  5; 5
END
}
ok groups_of_the_bogie_are_those_of_the_source groups
# Those that are wished: 2 and 9 hold one block, 3 and 7 follow 1 as free branches.
wished() {
    cut "$work/ba2000.urdf" --group 8,4 --group 6,1 --ranks 3 --stay >"$work/wished" &&
        sed -n '/^group /,/^$/p' "$work/wished" | awk 'NR > 1 && NF { $2 = ""; print }' \
            >"$work/groups" &&
        diff "$work/groups" - <<'END'
0  1 3 6 7
1  2 9; 1 3
2  4 8; 2 4
3  5; 5
END
}
ok groups_are_those_that_are_wished wished
bad_group() { # WHY --group ...
    refused 2 "option --group: $1" cut "$work/ba2000.urdf" "${@:2}"
}
ok groups_are_numbers bad_group 'numbers of branches are expected, as in 1,3,7' --group 1,x
ok groups_are_of_branches bad_group 'there are branches 1 to 9' --group 1,10
ok branches_are_in_one_group bad_group 'branch 9 is in another group already, or in the block' \
    --group 1,2 --group 3,9
# Where tasks are made of groups, each group stands in the line of one task.
shared_out() {
    "$tauflow" tasks robots/bogie.urdf --effort 0 --ranks 2 >"$work/shared" &&
        sed -n '/^task /,/^$/p' "$work/shared" |
        awk 'NR > 1 { for (i = 8; i <= NF; i++) print $i }' | sort -n >"$work/stand" &&
        seq 0 5 | diff - "$work/stand"
}
ok each_group_stands_in_the_line_of_its_task shared_out
branches() {
    sed -n '/^branch /,/^$/p' "$work/said" | awk 'NR > 1 && NF { print $1, $2, NF - 2 }' |
        tr '\n' ';' >"$work/branches"
    [ "$(cat "$work/branches")" = '1 0 6;2 1 2;3 1 2;4 2 3;5 3 3;6 2 2;7 3 2;8 1 1;9 2 2;' ]
}
ok branches_of_the_bogie_are_those_of_the_source branches
blocks() {
    "$tauflow" loops "$work/ba2000.urdf" | awk '/^block/ {
            sub(/.* for /, ""); gsub(/,/, ""); printf "%s;", $0 }' >"$work/blocks"
    [ "$(cat "$work/blocks")" = "rod_pitch;lever;rod_yaw front_yaw front_roll after 1 2;\
fl_steer after 3;rear_steer after 1 3;" ]
}
ok blocks_of_the_bogie_are_those_of_the_source blocks

# gains SPEED-UP TRANSFERS ROBOT RANKS SPLIT [MORE]: at least, at most. What is found without
# --split and --moves is in docs/tasks.md: here it would take too long.
gains() {
    local gain=$1 most=$2
    shift 2
    cut "$1" --ranks "$2" --split "$3" --json "${@:4}" >"$work/json" || return 1
    cat "$work/json"
    sed "s/.*\"$3_moved\": //" "$work/json" | awk -F'[:,]' -v gain="$gain" -v most="$most" '
        { for (i = 1; i < NF; i++) { if ($i ~ /speed_up/) is = $(i + 1)
              if ($i ~ /"transfers"/) sent = $(i + 1) } }
        END { exit !(is >= gain && sent <= most) }'
}
ok five_tasks_gain_what_the_source_expects \
    gains 2.05 34 "$work/ba2000.urdf" 5 exchange --moves 0 --transfer-weight 30
ok four_tasks_do gains 2.05 34 "$work/ba2000.urdf" 4 exchange
ok three_tasks_do gains 1.64 34 "$work/ba2000.urdf" 3 balance --moves 1000
ok two_tasks_do gains 1.61 34 "$work/ba2000.urdf" 2 balance --moves 1000
ok the_car_gains_on_two gains 1.9 34 robots/car54.urdf 2 balance --moves 0
ok the_car_gains_on_four gains 3.5 34 robots/car54.urdf 4 exchange --moves 1000
bash robots/loops/ngon.sh 251 >"$work/ngon251.urdf"
loop_gains() { # the two chains of a loop; its multipliers by the recursion
    "$tauflow" tasks "$work/ngon251.urdf" --function augmented --ranks 2 --effort 0 --stay \
        --split exchange --json | awk -F'[:,]' '{ for (i = 1; i < NF; i++) {
            if ($i ~ /speed_up/) is = $(i + 1); if ($i ~ /"transfers"/) sent = $(i + 1)
            if ($i ~ /critical_transfers/) chain = $(i + 1) } }
        END { exit !(is >= 1.99 && sent == 3 && chain == 3) }'
}
ok a_loop_of_251_joints_gains_two loop_gains

joined() { # without --ranks: while the smallest has less than half of the mean, five become four
    cut "$work/ba2000.urdf" --stay | awk '$1 == "exchange" { tasks = $2 } END { exit tasks != 4 }'
}
ok small_tasks_are_joined joined
directly() { # longest paths first, where most operands are: 2.38, 114 transfers (docs/tasks.md)
    cut "$work/ba2000.urdf" --ranks 5 --split direct --stay |
        awk '$1 == "direct" { gain = $4; sent = $8 }
            END { exit !(gain >= 2.35 && sent > 0 && sent <= 118) }'
}
ok direct_scheduling_is_shorter directly
ok trees_without_loops_have_tasks \
    prints '^groups +6 ' "$tauflow" tasks robots/bogie.urdf --effort 0 --stay
ok deadlock_is_told prints '^deadlock +none: [0-9]+ transfers were followed' \
    "$tauflow" tasks robots/iiwa.urdf --effort 0 --ranks 2 --moves 100
ok one_task_sends_nothing prints '^exchange, moved \* +1 +[0-9]+ +1.00 +100 % +0 +0 +0$' \
    "$tauflow" tasks robots/iiwa.urdf --effort 0 --ranks 1
ok too_many_ranks_are_refused refused 2 "bad value '65' of option --ranks: 1 to 64 expected" \
    "$tauflow" tasks robots/iiwa.urdf --ranks 65
ok unknown_cuts_are_refused refused 2 "bad value 'none' of option --split" \
    "$tauflow" tasks robots/iiwa.urdf --split none

# Schedules that begin with a task on each module are legal, and others than without. On a ring that
# is the default where loops are closed, and there alone.
begin() { # NAME ROBOT FUNCTION [MORE]
    "$tauflow" schedule "$2" --function "$3" --network ring --modules 4 --effort 0 --budget 1 \
        -o "$work/$1.sched" "${@:4}" >/dev/null && "$tauflow" check "$work/$1.sched"
}
placed() { # ROBOT FUNCTION DEFAULT
    local other=own
    [ "$3" = tasks ] || other=tasks
    begin tasks "$1" "$2" --place tasks && begin own "$1" "$2" --place own &&
        begin default "$1" "$2" && cmp "$work/default.sched" "$work/$3.sched" &&
        ! cmp -s "$work/default.sched" "$work/$other.sched"
}
ok loops_on_rings_begin_with_tasks placed robots/loops/planar4.urdf closed-fd tasks
ok trees_begin_without placed robots/puma.urdf id own
"$tauflow" compile robots/pendulum5.urdf --effort 0 -o "$work/p" >/dev/null
ok tasks_start_from_robots refused 2 'error: tasks starts from a robot description, not' \
    "$tauflow" tasks "$work/p/pendulum5.ops"
ok graphs_have_no_tasks refused 2 'error: --place tasks needs a robot description' \
    "$tauflow" schedule "$work/p/pendulum5.ops" --place tasks
finish
