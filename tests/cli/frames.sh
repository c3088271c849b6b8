#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Functions of frames: which frames there are, what is refused, what is noted.
. tests/cli/tap.bash
puma=(robots/puma.urdf --effort 0)

frames() { # WANTED OPTIONS...: the owners of the positions that come out, without repeats
    local wanted=$1 got
    shift
    "$tauflow" compile "$@" --effort 0 --function position -o "$work/c" >/dev/null || return 1
    got=$(awk '$1 == "output" && $3 == "origin" && $5 == "x" {print $6}' "$work"/c/*.ops)
    got=${got//\"/}
    rm -r "$work/c"
    echo "$got"
    [ "$(echo "$got" | paste -sd' ')" = "$wanted" ]
}
noted() { # PATTERN COMMAND...
    local pattern=$1
    shift
    "$@" >/dev/null 2>"$work/notes" && cat "$work/notes" && grep -qE -- "$pattern" "$work/notes"
}
ok frames_are_the_links_without_children_unless_given frames effector robots/puma.urdf
ok a_note_names_the_links_without_children \
    noted 'note: no --frame given: frames are .*children: effector$' \
    "$tauflow" info "${puma[@]}" --function velocity
ok every_link_without_children_that_moves_is_a_frame \
    frames 'rear_wheel rider front_wheel' robots/motorcycle.urdf
ok frames_come_as_given \
    frames 'forearm effector:0,0,0.1 shoulder' robots/puma.urdf \
    --frame forearm,effector:0,0,0.1 --frame shoulder
ok a_frame_on_a_function_without_frames_is_noted \
    noted "note: --frame has no effect on function 'id'" "$tauflow" info "${puma[@]}" \
    --frame effector

position=("$tauflow" info "${puma[@]}" --function position)
ok an_unknown_link_is_refused refused 2 "error: --frame: robot 'puma' has no link 'hand'" \
    "${position[@]}" --frame effector,hand
ok a_link_that_cannot_move_is_refused \
    refused 2 "puma.urdf:[0-9]+:[0-9]+: error: --frame: link 'base' is fixed to the base" \
    "${position[@]}" --frame base
ok a_link_outside_the_chosen_part_is_refused \
    refused 2 "error: --frame: link 'effector' is not part of the chosen chain" \
    "${position[@]}" --frame effector --tip forearm
ok a_frame_named_twice_is_refused refused 2 "error: --frame: 'effector' is named twice" \
    "${position[@]}" --frame effector --frame effector
for bad in effector:1 effector:1,2 effector:1,2,x ,effector effector, :1,2,3; do
    ok "frame_${bad}_is_refused" refused 2 "error: bad value '$bad' of option --frame" \
        "${position[@]}" --frame "$bad"
done

for scheme in progressive regressive hybrid; do
    ok "info_counts_the_${scheme}_scheme" \
        prints "^schemes  .*$scheme [1-9][0-9]*" "${position[@]}"
done
ok json_says_which_scheme_was_taken \
    prints '"schemes": \[\{"name": "progressive", "mul": [0-9]+.*"taken": true' \
    "${position[@]}" --json

# Both ways meet where that is cheapest, not only at the base: 119 operations today.
ok ways_meet_where_that_is_cheapest prints '^schemes  .*hybrid (1[01][0-9]|[1-9][0-9]) \(taken\)' \
    "$tauflow" info robots/iiwa.urdf --effort 1 --function jacobian
for function in position velocity acceleration jacobian; do
    ok "${function}_runs_on_a_core_bit_for_bit" prints '^mismatches +0$' \
        "$tauflow" run "${puma[@]}" --engine twin --steps 20 --function "$function"
done
finish
