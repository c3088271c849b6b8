#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Options about joints: what they change, as `info --json` reports it, and what they refuse.
. tests/cli/tap.bash
body='<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
{ echo '<robot name="hand">'
  for link in palm a b c d; do echo "<link name=\"$link\">$body</link>"; done
  echo '<joint name="lead" type="revolute"><parent link="palm"/><child link="a"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="2" velocity="3" effort="4"/></joint>
<joint name="slave" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
<limit lower="-0.5" upper="0.5"/><mimic joint="lead" multiplier="0.5"/></joint>
<joint name="a=b" type="continuous"><parent link="b"/><child link="c"/><limit upper="1"/></joint>
<joint name="weld" type="fixed"><parent link="c"/><child link="d"/></joint></robot>'
} >"$work/hand.urdf"
hand=$work/hand.urdf

info() { # OPTIONS: the report
    "$tauflow" info "$hand" --effort 0 --json "$@" 2>/dev/null
}
reports() { # PYTHON OPTIONS: an expression of the report d and its joints by name, j
    local law=$1
    shift
    info "$@" | python3 -c '
import json, sys
d = json.load(sys.stdin)
j = {k["name"]: k for k in d["joint_list"]}
if not eval("(" + sys.argv[1] + ")"):
    sys.exit(json.dumps(d))' "$law"
}
ok damping_friction_and_rotors_are_set_joint_by_joint reports \
    'j["lead"]["dynamics"] == {"damping": 0.5, "armature": 0.25} and
     j["a=b"]["dynamics"] == {"damping": 3}' --damping lead=0.5 --armature lead=0.25 \
    --damping a=b=2 --damping a=b=3
ok springs_rest_where_they_are_told reports \
    'j["slave"]["dynamics"] == {"stiffness": 30, "rest": -0.1}' --spring slave=30,-0.1
ok locked_joints_are_no_joints reports \
    'd["joints"] == 1 and "a=b" not in j and j["slave"]["mass_kg"] == 3' --lock a=b=100
ok followers_of_locked_joints_are_locked reports \
    'd["joints"] == 1 and list(j) == ["a=b"]' --lock lead=0.5
ok joints_are_locked_up_to_their_limits reports 'list(j) == ["a=b"]' --lock lead=-1
ok driven_joints_are_marked reports \
    'j["a=b"]["driven"] and "driven" not in j["lead"]' --drive a=b
ok mimics_become_independent reports \
    'd["joints"] == 3 and "mimic" not in j["slave"]' --independent-mimic
ok independent_mimics_are_locked_alone reports \
    'list(j) == ["lead", "a=b"]' --independent-mimic --lock slave=0.1

# What is in the equations and what is not, sentence by sentence.
sed 's|<axis xyz="0 1 0"/>|&<dynamics damping="0.1" friction="0.2"/>|' "$hand" >"$work/lossy.urdf"
in='of 1 joint.* is part of the equations; --joint-dynamics none leaves it out'
out='of 1 joint.* is left out, because it takes a square root and a division; --joint-dynamics'
out="$out all includes it"
notes() { # DAMPING FRICTION OPTIONS: what the notes say of them, nothing for no note
    local damping=$1 friction=$2
    shift 2
    "$tauflow" info "$work/lossy.urdf" --effort 0 "$@" >"$work/said" 2>&1 || return 1
    cat "$work/said"
    [ "$(grep -c 'note: damping' "$work/said")" -eq "$([ -z "$damping" ]; echo $?)" ] &&
        [ "$(grep -c 'note: friction' "$work/said")" -eq "$([ -z "$friction" ]; echo $?)" ] &&
        grep -q "note: damping $damping" <(cat "$work/said"; echo 'note: damping ') &&
        grep -q "note: friction $friction" <(cat "$work/said"; echo 'note: friction ')
}
ok linear_dynamics_are_said_to_be_in_and_friction_to_be_out notes "$in" "$out" \
    --joint-dynamics linear
ok all_dynamics_are_said_to_be_in notes "$in" "$in" --joint-dynamics all
ok no_dynamics_are_no_note notes '' '' --joint-dynamics none

ok a_lock_outside_the_limits_is_an_error refused 2 \
    "hand.urdf:[0-9]+:[0-9]+: error: --lock: joint 'lead' cannot be at 2.01: its upper limit is 2" \
    "$tauflow" info "$hand" --lock lead=2.01
ok a_lock_that_moves_a_follower_outside_its_limits_is_an_error refused 2 \
    "error: --lock: joint 'slave' cannot be at 0.75: its upper limit is 0.5" \
    "$tauflow" info "$hand" --lock lead=1.5
ok followers_are_not_locked_alone refused 2 \
    "--lock: joint 'slave' follows joint 'lead': name that one, or give --independent-mimic" \
    "$tauflow" info "$hand" --lock slave=0
ok followers_are_not_driven refused 2 "--drive: joint 'slave' follows joint 'lead'" \
    "$tauflow" info "$hand" --drive slave
ok fixed_joints_have_no_rotor refused 2 "^tauflow: error: --armature: joint 'weld' is fixed" \
    "$tauflow" info "$hand" --armature weld=1
ok locked_joints_have_no_damping refused 2 "--damping: joint 'lead' is fixed" \
    "$tauflow" info "$hand" --lock lead=0 --damping lead=1
ok negative_armatures_are_refused refused 2 "bad value 'lead=-1' of option --armature: it is neg" \
    "$tauflow" info "$hand" --armature lead=-1
ok widths_must_be_positive refused 2 "bad value '0' of option --friction-width: it must be pos" \
    "$tauflow" info "$hand" --friction-width 0
ok what_is_no_number_is_refused refused 2 \
    "bad value 'lead=1,x' of option --spring: 'x' is not a finite decimal number" \
    "$tauflow" info "$hand" --spring lead=1,x
ok a_joint_without_a_value_is_refused refused 2 \
    "bad value 'lead' of option --armature: JOINT=VALUE expected" \
    "$tauflow" info "$hand" --armature lead
for option in damping friction friction-width armature spring lock; do
    ok "${option}_of_an_unknown_joint_is_refused" refused 2 \
        "^tauflow: error: --$option: robot 'hand' has no joint 'nobody'" \
        "$tauflow" info "$hand" --$option nobody=1
    ok "${option}_takes_no_crowd_of_numbers" refused 2 \
        "bad value 'lead=1,2,3' of option --$option: too many numbers" \
        "$tauflow" info "$hand" --$option lead=1,2,3
done
ok drive_of_an_unknown_joint_is_refused refused 2 "--drive: robot 'hand' has no joint 'nobody'" \
    "$tauflow" info "$hand" --drive nobody

# Loads and gravity.
load=b=2,0.1,0,0,0.01,0.02,0.03,0,0,0
ok payloads_add_to_the_mass reports 'd["mass_kg"] == 6 and j["slave"]["mass_kg"] == 3' \
    --payload $load
inputs=$(info | sed 's/.*"inputs": //; s/,.*//')
ok payload_inputs_are_ten reports "d['inputs'] == 10 + $inputs" --payload d
"$tauflow" compile "$hand" --effort 0 --gravity input -o "$work/g" >"$work/log" 2>&1
ok gravity_inputs_are_words reports "sum(k in open('$work/g/hand.ops').read() for k in
    (' gravity 0 x ', ' gravity 0 z ')) == 2" --gravity input
ok no_gravity_word_but_one refused 2 \
    "bad value 'moon' of option --gravity: three finite numbers or 'input' expected" \
    "$tauflow" info "$hand" --gravity moon
ok gravity_inputs_on_a_free_base_are_a_note \
    prints 'gravity has no effect on a free base' \
    sh -c "'$tauflow' info '$hand' --effort 0 --base floating --gravity input 2>&1"
for bad in 1,2 1,2,3,4,5 1,2,3,4,5,6,7,8,9,10,11; do
    ok "a_payload_of_${bad//,/_}_is_refused" refused 2 "--payload: .*1, 4 or 10 numbers expected" \
        "$tauflow" info "$hand" --payload b=$bad
done
ok a_payload_without_a_number_is_refused refused 2 "--payload: 'x' is not a finite decimal number" \
    "$tauflow" info "$hand" --payload b=x
ok a_negative_payload_is_refused refused 2 "--payload: its mass is negative" \
    "$tauflow" info "$hand" --payload b=-1
ok a_payload_that_no_body_has_is_a_warning \
    prints "warning: --payload b=1,0,0,0,1,1,3,0,0,0: no real body has this inertia" \
    sh -c "'$tauflow' info '$hand' --effort 0 --payload b=1,0,0,0,1,1,3,0,0,0 2>&1"
ok a_payload_on_an_unknown_link_is_refused refused 2 \
    "--payload: robot 'hand' has no link 'nobody'" "$tauflow" info "$hand" --payload nobody=1
ok a_payload_on_the_base_is_refused refused 2 \
    "error: --payload: link 'palm' is fixed to the base" "$tauflow" info "$hand" --payload palm
ok a_payload_beside_the_chain_is_refused refused 2 \
    "error: --payload: link 'd' is not part of the chosen chain" \
    "$tauflow" info "$hand" --payload d --tip b
ok two_payload_inputs_on_one_link_are_refused refused 2 \
    "error: --payload: link 'b' is named twice" "$tauflow" info "$hand" --payload b --payload b
loads_run() { # on the twin, every bit
    "$tauflow" run "$hand" --engine twin --effort 0 --budget 2 --steps 3 --json --payload d \
        --payload b --gravity input "$@" 2>/dev/null | tee "$work/run" | grep '"mismatches": 0,'
}
ok programs_take_loads_and_gravity loads_run
finish
