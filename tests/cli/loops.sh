#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Loops: what closes them, which joints follow which, and what is refused.
. tests/cli/tap.bash
bar() { # NAME LENGTH
    echo "<link name='$1'><inertial><origin xyz='$2 0 0'/><mass value='1'/><inertia ixx='0.1'
        iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
}
joint() { # NAME PARENT CHILD X
    echo "<joint name='$1' type='continuous'><parent link='$2'/><child link='$3'/>
        <origin xyz='$4 0 0'/><axis xyz='0 0 1'/></joint>"
}
fourbar() { # LENGTH of the last bar, SUFFIX of names
    bar "crank$2" 0.2
    bar "coupler$2" 0.5
    bar "rocker$2" 0.4
    joint "drive$2" ground "crank$2" 0
    joint "knee$2" "crank$2" "coupler$2" 0.4
    joint "rock$2" ground "rocker$2" 1
    echo "<tauflow:cut kind='ball' name='pin$2' a='rocker$2' a_xyz='$1 0 0' b='coupler$2'
        b_xyz='1 0 0'/>"
}
robot() { # whose parts come in
    echo "<robot name='fourbar' xmlns:tauflow='tauflow'><link name='ground'/>$(cat)</robot>"
}
fourbar 0.8 '' | robot >"$work/four.urdf"
fourbar 0.01 '' | robot >"$work/short.urdf"
{ fourbar 0.8 '' && fourbar 0.7 2; } | robot >"$work/two.urdf"
loops() { "$tauflow" loops "$work/four.urdf" --closed-at drive=1 --closed-at rock=1.5 "$@"; }
ok joints_follow_by_the_rule prints '^independent +drive$' loops --independent drive
ok rows_that_say_nothing_are_named prints '^redundant +pin.z: ' loops
ok freedoms_are_counted prints '^freedoms +1$' loops
ok blocks_are_drawn prints '^  pin.x +\[xx\]$' loops --independent drive
ok json_has_blocks \
    prints '"blocks": \[\{"constraints": \["pin.x", "pin.y"\], "joints":' loops --json
ok a_start_chooses_the_branch prints '^  rock +1\.[0-9]+$' loops --independent drive
ok driven_joints_are_independent prints '^independent +drive \(driven\)$' loops --drive drive
ok what_does_not_close_is_refused refused 2 "the loops of robot 'fourbar' do not close: from 40" \
    "$tauflow" loops "$work/short.urdf" --lock drive=0.5 --lock knee=0.5
ok trees_have_no_loops refused 2 "robot 'puma' has no loops" "$tauflow" loops robots/puma.urdf
ok too_many_choices_are_refused refused 2 'names 2 joints: .* so that 1 are independent$' \
    loops --independent drive,rock
ok unknown_joints_are_refused refused 2 "--independent: robot 'fourbar' has no joint 'x'" \
    loops --independent x
ok driven_joints_may_be_too_many refused 2 'too many constraints: robot .fourbar. has 3 joints' \
    loops --drive drive --drive knee
four() { "$tauflow" loops robots/loops/planar4.urdf "$@"; }
ok the_rule_is_taken_on_demand prints '^chosen by +symbolic rule$' four --partition rule
ok pivots_are_taken_on_demand prints '^chosen by +largest pivots$' four --partition pivots
ok pivots_choose_others prints '^independent +q2, q4, q9$' four --partition pivots
ok who_chooses_is_said_once refused 2 'error: --independent and --partition rule exclude each' \
    four --partition rule --independent q7,q8,q9
# The rule's choice for the car costs binary32 most of its figures: every command says so.
rule() { "$tauflow" "$@" robots/car54.urdf --partition rule 2>&1; }
ok bad_partitions_are_noted \
    prints 'note: dependent joints \(by symbolic rule\) follow .* up to 2e\+05' rule loops
ok bad_partitions_of_functions_are_noted prints 'note: dependent joints .* binary32' \
    rule info --effort 0 --function closure
quiet() { ! rule info --effort 0 "$@" | grep 'condition numbers'; }
ok partitions_that_do_not_matter_are_not_noted quiet --function id
good() { ! "$tauflow" loops robots/car54.urdf 2>&1 | grep 'condition numbers'; }
ok good_partitions_are_not_noted good
# At its first closed position the delta robot is singular with these, at others it is not.
ok one_singular_position_is_no_reason prints '^div +[1-9]' "$tauflow" info robots/loops/delta.urdf \
    --effort 0 --function closure --independent tx,forearm2_y,forearm3_y
info() { "$tauflow" info "$work/four.urdf" --closed-at drive=1 --effort 0 "$@"; }
ok functions_close_loops prints '^div +[1-9]' info --function closed-fd --independent drive
# Searches multiplied its squares out, so that rounded constants were what was left of them.
ok residuals_keep_their_figures prints '^checked +6 states' "$tauflow" compile --no-cache \
    robots/loops/planar1.urdf --effort 1 --function closed-fd -o "$work/planar1"
# A free body without mass, or with little, carries the four bars on a rail: it moves back as they
# move on.
on_rail() { # MASS of the free body
    { echo "<link name='free'><inertial><mass value='$1'/><inertia ixx='1' iyy='1' izz='1' ixy='0'
        ixz='0' iyz='0'/></inertial></link><joint name='rail' type='prismatic'>
        <parent link='free'/><child link='ground'/><axis xyz='1 0 0'/></joint>" &&
        fourbar 0.8 ''; } | robot >"$work/rail.urdf"
    "$tauflow" compile "$work/rail.urdf" --base floating --closed-at drive=1 --no-check --effort 0 \
        --function closed-fd -o "$work/rail"
}
nothing_moves="free body 'free' can move, .*without moving any inertia"
ok free_bodies_move_something refused 2 "$nothing_moves" on_rail 0
ok roundings_are_nothing refused 2 "$nothing_moves" on_rail 1e-15
ok little_is_something on_rail 1e-12
ok a_constraint_may_hold_everything refused 2 'so that nothing can move$' \
    loops --cut "linear name=c joints=rock coefficients=1 value=1.5"
two() {
    "$tauflow" info "$work/two.urdf" --effort 0 --function closed-id --closed-at drive=1 "$@"
}
ok actuators_must_decide refused 2 'do not decide its motion: with all of them held it can' \
    two --actuate drive,knee
ok actuators_that_decide_are_taken prints '^outputs +26$' two --actuate drive,knee2
ok derivatives_need_second_ones_of_constraints \
    refused 2 "error: constraint 'cam' is the user's own and has no second derivatives" info \
    --function closed-fd-derivatives --cut "user name=cam joints='drive knee'"
finish
