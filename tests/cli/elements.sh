#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Forces, links and wheels: in the file, on the command line, and what is refused.
. tests/cli/tap.bash
bike=robots/motorcycle.urdf
link="link name=shock a=chassis a_xyz='-0.2 0 0.1' b=swing_arm b_xyz='-0.3 0 0'"
rear="wheel name=rear joint=rear_spin radius=0.3"
elements() { "$tauflow" info "$bike" --effort 0 "$@"; }
ok elements_come_from_the_command_line \
    prints '^sqrt +[1-9]' elements --function elements --element "$link law=user"
ok links_take_one_root_and_one_division \
    prints '^div +1$' elements --function id --element "$link stiffness=9e3 rest=0.4"
ok wheels_take_an_arc_tangent \
    prints '^atan2? +[1-9]' elements --function id --element "$rear stiffness=1e5 cornering=9"
inside() { # ELEMENT: a copy of the file with it
    sed "s|^</robot>|  $1\n</robot>|" "$bike" >"$work/bike.urdf"
    "$tauflow" info "$work/bike.urdf" --effort 0 --function elements "${@:2}"
}
same() {
    inside "<tauflow:wheel name='rear' joint='rear_spin' radius='0.3' law='user'/>" >"$work/a" &&
        elements --function elements --element "$rear law=user" >"$work/b" &&
        diff "$work/a" "$work/b"
}
ok elements_of_the_file_are_those_of_the_command_line same
ok another_prefix_is_another_name \
    refused 2 'bike.urdf:.*unknown element <tauflow:spring>' inside "<tauflow:spring name='s'/>"
ok an_element_says_where_it_is_wrong \
    refused 2 "bike.urdf:[0-9]+:[0-9]+: error: wheel 'w' has no 'joint'" \
    inside "<tauflow:wheel name='w' radius='1'/>"
bad() { # MESSAGE ELEMENT
    refused 2 "$1" elements --element "$2"
}
ok unknown_kinds_are_refused bad 'force, link, wheel, turn or torsion expected' 'spring name=s'
ok unknown_keys_are_refused bad "link 's' has no 'length'" "link name=s a=chassis b=rider length=1"
ok keys_of_other_laws_are_refused \
    bad "law 'input' has no 'stiffness'" "link name=s a=chassis b=rider law=input stiffness=1"
ok unknown_laws_are_refused \
    bad 'known are input, spring, user, call' "link name=s a=chassis b=rider law=magic"
ok unknown_links_are_refused bad "has no link 'seat'" "link name=s a=chassis b=seat"
ok unknown_joints_are_refused \
    bad "no moving joint 'spin'" "wheel name=w joint=spin radius=1 stiffness=1"
ok sliding_joints_turn_no_wheel \
    bad 'does not turn a wheel' "wheel name=w joint=fork_travel radius=1 stiffness=1"
ok numbers_are_numbers bad 'radius=' "wheel name=w joint=rear_spin radius=big stiffness=1"
ok negative_numbers_are_refused bad '0 or more' "$link stiffness=-1"
ok a_wheel_has_a_radius bad 'must be positive' "wheel name=w joint=rear_spin radius=0 stiffness=1"
ok creep_is_never_zero bad 'creep must be positive' "$rear law=user creep=0"
ok one_body_is_no_link bad 'do not move against each other' "link name=s a=chassis b=chassis"
ok ends_at_one_place_are_refused \
    bad 'always at one place' "link name=s a=chassis a_xyz='-0.08 0 0.468' b=rider"
ok flat_wheels_are_refused bad 'lies flat' "wheel name=w joint=yaw radius=1 stiffness=1"
ok a_turn_has_a_damping bad "turn 's': its damping must be positive" "turn name=s a=chassis b=rider"
ok a_lift_has_a_mass bad "force 's': the mass that it lifts must be positive" \
    "force name=s link=chassis law=lift"
ok only_a_lift_has_a_mass bad "force 's': law 'input' has no 'mass'" \
    "force name=s link=chassis mass=1"
ok a_turn_has_no_length bad "turn 's' has no 'rest'" "turn name=s a=chassis b=rider rest=1"
ok one_body_does_not_turn bad 'do not move against each other' \
    "turn name=s a=chassis b=chassis damping=1"
law="link name=s a=chassis b=swing_arm b_xyz='-0.3 0 0'"
ok laws_say_where_they_are_wrong bad "link 's': law='2.x \+ \*3': column 7: a number" \
    "$law law='2*x + *3'"
ok laws_of_the_file_say_where_they_are_wrong \
    refused 2 "bike.urdf:[0-9]+:[0-9]+: error: torsion 't': law='x\^y': column 3: 'y' is neither" \
    inside "<tauflow:torsion name='t' joint='fork_travel' law='x^y'/>"
ok tables_grow bad "link 's': table: point 3: x must grow strictly" "$law table=0:0,1:2,1:3"
ok laws_divide_by_something bad "element 's': law='1/\(x-x\)': it divides by 0$" \
    "$law law='1/(x-x)'"
ok laws_divide_by_something_at_rest bad "law='x/xd': it divides by 0 at rest" "$law law='x/xd'"
ok roots_are_of_something bad 'the root of a negative number' "$law law='sqrt(x - x - 1)'"
ok torsion_has_a_joint bad "no moving joint 'fork' .*fork_travel" \
    'torsion name=t joint=fork stiffness=1'
ok torsion_is_between_two_joints bad "'fork_travel' and 'fork_travel' do not move against each" \
    'torsion name=t joint=fork_travel other=fork_travel stiffness=1'
ok shafts_have_two_ends bad "torsion 't': law 'drive_shaft' has no 'other' joint" \
    'torsion name=t joint=fork_travel law=drive_shaft stiffness=1'
ok unknown_laws_of_a_name_are_refused \
    bad 'known are input, user, call, torsion_bar, anti_roll_bar, .*or an expression' \
    'torsion name=t joint=fork_travel law=gas_spring'
ok calls_have_a_name bad "link 's': law 'call' has no 'call', the name of a C function" \
    "$law law=call"
ok calls_have_a_name_of_c bad "link 's': call='2x': a C identifier expected" "$law law=call call=2x"
ok calls_have_no_parameters bad "link 's': law 'call' has no 'stiffness'" \
    "$law law=call call=f stiffness=1"
ok only_calls_are_called bad "link 's': law 'spring' has no 'call'" "$law call=f"
ok wheels_know_their_laws bad 'known are tyre, magic, user, call' "$rear law=springy"
counted() { # FUNCTION [OPTION...]: operations
    elements --function "$@" | awk '/^(mul|add) /{ n += $2 } END { print n }'
}
turns() { # FUNCTION: how many operations a damper of turning adds
    local bare
    bare=$(counted "$1") && echo $(($(counted "$1" --element "turn name=s a=chassis b=swing_arm \
damping=3") - bare))
}
adds() { [ "$(turns bias)" -gt 0 ] && [ "$(turns gravity)" = 0 ]; }
ok a_turn_acts_on_what_moves_alone adds
of_a_joint() { # a law of x alone costs three products and a sum, at rest, too
    local law="torsion name=t joint=fork_travel law='x*(2 + 3*x^2)'"
    [ $(($(counted gravity --element "$law") - $(counted gravity))) -le 5 ]
}
ok torsion_acts_at_its_joint_alone of_a_joint
twice() { refused 2 'another element has this name' elements --element "$link" --element "$link"; }
ok names_are_told_apart twice
ok wheels_on_free_bodies_are_refused \
    refused 2 'hangs on a free body' elements --base floating --element "$rear law=user"
ok function_elements_needs_one refused 2 'has no element' elements --function elements
finish
