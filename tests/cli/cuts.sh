#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Loops cut open and constraints on joints: in the file, on the command line, and what is refused.
. tests/cli/tap.bash
bike=robots/motorcycle.urdf
ball="ball name=leg a=rider a_xyz='0 0 -0.4' b=swing_arm b_xyz='-0.1 0 0'"
info() { "$tauflow" info "$bike" --effort 0 "$@"; }
ok cuts_come_from_the_command_line prints '^ball +3  pitch +leg: rider and swing_arm$' \
    info --cut "$ball"
ok rows_are_counted prints '^cuts +3, of 9 equations$' info --cut "$ball" \
    --cut "body name=w a=rider b=fork drop=rz" --cut "rod name=r a=rider b=fork length=0.5"
ok constraints_name_their_joints prints '^linear +1 +chain: rear_spin, front_spin$' \
    info --cut "linear name=chain joints='front_spin rear_spin' coefficients='1 -1' value=0.5"
inside() { # ELEMENT: a copy of the file with it
    sed "s|^</robot>|  $1\n</robot>|" "$bike" >"$work/bike.urdf"
    "$tauflow" info "$work/bike.urdf" --effort 0 "${@:2}"
}
same() {
    local in_file="<tauflow:cut kind='ball' name='leg' a='rider' a_xyz='0 0 -0.4'"
    inside "$in_file b='swing_arm' b_xyz='-0.1 0 0'/>" >"$work/a" &&
        info --cut "$ball" >"$work/b" && diff "$work/a" "$work/b"
}
ok cuts_of_the_file_are_those_of_the_command_line same
ok reports_in_json_have_cuts \
    prints '"cuts": \[\{"name": "leg", "kind": "ball", "equations": 3, "a": "rider"' \
    info --json --cut "$ball"
# Joints of a URDF that close loops: what is emitted is that of the file with the cut in it.
of_graph() { "$tauflow" "$1" tests/loops/graph.urdf --cut auto "${@:2}"; }
ok loops_of_a_graph_are_told prints '^ +chosen: 1 coordinate disappears, branches have 1 and 2$' \
    of_graph loops
same_code() {
    local how="--function closed-fd --effort 0"
    # shellcheck disable=SC2086
    of_graph compile $how -o "$work/graph" >/dev/null 2>&1 &&
        "$tauflow" compile tests/loops/fourbar.urdf $how -o "$work/cut" >/dev/null 2>&1 &&
        cmp "$work/graph/fourbar.c" "$work/cut/fourbar.c"
}
ok cuts_that_are_found_give_the_code_of_those_that_are_given same_code
ok loops_of_a_graph_are_refused_unasked refused 2 "of two joints, 'weld' and 'pin' \(--cut auto" \
    "$tauflow" loops tests/loops/graph.urdf
notes() { # a tree that is left open is never taken for a loop
    info --cut "$ball" >/dev/null 2>"$work/notes" &&
        grep -q "1 cut ('leg') left open: function 'id' is computed for the tree" "$work/notes"
}
ok functions_of_the_open_tree_say_so notes
ok a_cut_says_where_it_is_wrong \
    refused 2 "bike.urdf:[0-9]+:[0-9]+: error: cut 'c' has no 'b'" \
    inside "<tauflow:cut kind='ball' name='c' a='rider'/>"
ok a_cut_has_a_kind refused 2 "cut 'c': kind '': known are body, ball, rod$" \
    inside "<tauflow:cut name='c' a='rider' b='fork'/>"
ok a_cut_is_no_constraint refused 2 "cut 'c': kind 'linear': known are body, ball, rod$" \
    inside "<tauflow:cut kind='linear' name='c'/>"
ok a_constraint_is_no_cut refused 2 "constraint 'c': kind 'rod': known are linear, user, rolling$" \
    inside "<tauflow:constraint kind='rod' name='c'/>"
ok cuts_have_names refused 2 "cut '' has no 'name'" \
    inside "<tauflow:cut kind='ball' a='rider' b='fork'/>"
bad() { # MESSAGE CUT
    refused 2 "$1" info --cut "$2"
}
ends="a=rider b=fork"
ok kinds_come_first bad 'must begin with its kind, one of body, ball, rod, linear, user, rolling' \
    'name=c'
ok keys_have_values bad "'b': key=value expected" 'ball name=c a=rider b'
ok unknown_keys_are_refused bad "cut 'c' of kind ball has no 'colour'" "ball name=c $ends colour=1"
ok keys_of_other_kinds_are_refused bad "of kind ball has no 'length'" "ball name=c $ends length=1"
ok keys_stand_once bad "has 'a' twice" "ball name=c a=rider a=fork b=fork"
ok unknown_links_are_refused bad "cut 'c': robot 'motorcycle' has no link 'seat'" \
    'ball name=c a=rider b=seat'
ok a_link_is_not_cut_from_itself bad "'rider' and 'rider' do not move against each other" \
    'ball name=c a=rider b=rider'
ok rods_have_a_length bad "cut 'c' has no 'length'" "rod name=c $ends"
ok masses_are_not_negative bad "mass='-1': a mass is not negative" \
    "rod name=c $ends length=1 mass=-1"
ok only_rods_have_mass bad "of kind ball has no 'mass'" "ball name=c $ends mass=1"
ok lengths_are_positive bad "length='0': a rod has a positive length" "rod name=c $ends length=0"
ok points_are_numbers bad "a_xyz='here'" "ball name=c $ends a_xyz=here"
ok rows_have_names bad "drop='w': known are x, y, z, rx, ry, rz" "body name=c $ends drop=w"
ok rows_are_dropped_once bad 'a row is named twice' "body name=c $ends drop='x x'"
ok a_row_stays bad 'no row is left' "body name=c $ends drop='x y z rx ry rz'"
ok axes_are_known bad "axes='b': known are a, reference" "body name=c $ends axes=b"
screw="linear name=c joints='tx ty'"
ok unknown_joints_are_refused bad "constraint 'c': robot 'motorcycle' has no moving joint 'tq'" \
    "linear name=c joints=tq coefficients=1"
ok constraints_have_joints bad 'a joint is missing' "linear name=c joints='' coefficients=1"
ok joints_stand_once bad 'a joint is named twice' "linear name=c joints='tx tx' coefficients='1 2'"
ok each_joint_has_a_coefficient bad "coefficients='1'" "$screw coefficients=1"
ok coefficients_are_not_zero bad 'a coefficient is zero' "$screw coefficients='1 0'"
ok users_constraints_have_no_coefficients bad "of kind user has no 'coefficients'" \
    "user name=c joints='tx ty' coefficients='1 2'"
twice() { refused 2 'another cut or constraint has this name' info --cut "$ball" --cut "$ball"; }
ok names_are_told_apart twice
both() { # one in the file, one on the command line
    inside "<tauflow:cut kind='ball' name='leg' a='rider' b='fork'/>" --cut "$ball"
}
ok names_are_told_apart_from_those_of_the_file \
    refused 2 'another cut or constraint has this name' both
ok cuts_outside_the_chosen_chain_are_refused refused 2 'is not part of the chosen chain' \
    info --tip swing_arm --cut "$ball"
part() { "$tauflow" info robots/stewart.urdf --effort 0 --tip rod1 2>&1; }
ok those_of_a_file_are_left_out_with_a_note prints "note: cut 'leg6' is left out: link" part
ok joints_that_are_locked_do_not_move refused 2 "has no moving joint 'ty'" \
    info --lock ty=0 --cut "$screw coefficients='1 2'"
# What a file says of the joints of its loops.
delta=robots/loops/delta.urdf
ok files_name_independent_joints prints '^independent +tx, ty, tz$' "$tauflow" loops "$delta"
ok options_replace_independent_joints prints '^independent +arm1_y, arm2_y, arm3_y$' \
    "$tauflow" loops "$delta" --independent arm1_y,arm2_y,arm3_y
ok files_say_where_to_close prints '^  tz +-0\.744' "$tauflow" loops "$delta"
ok options_say_it_otherwise prints '^  tz +-0\.746' "$tauflow" loops "$delta" --closed-at tz=-0.85
said() { # MESSAGE ELEMENT
    sed "s|^</robot>|  $2\n</robot>|" "$delta" >"$work/delta.urdf"
    refused 2 "delta.urdf:[0-9]+:3: error: $1" "$tauflow" loops "$work/delta.urdf"
}
ok independent_joints_exist said "robot 'delta' has no joint 'q'" \
    "<tauflow:independent joints='q'/>"
ok independent_joints_are_named_once said "independent names joint 'tx' twice" \
    "<tauflow:independent joints='tx'/>"
ok starts_have_positions said "closed_at has no 'positions'" "<tauflow:closed_at joints='tx'/>"
ok a_start_has_a_position_per_joint said 'closed_at: positions: 2 numbers wanted, 1 found' \
    "<tauflow:closed_at joints='tx ty' positions='1'/>"
ok actuators_have_no_positions said "actuate has no 'positions'" \
    "<tauflow:actuate joints='tx' positions='1'/>"
ok somebody_is_actuated said 'actuate names no joint' "<tauflow:actuate joints=' '/>"
# Constraints of the user's own: their numbers are inputs.
cam="user name=cam joints='leg1_z leg2_z'"
light=robots/loops/stewart_light.urdf
ok users_constraints_take_a_freedom prints '^freedoms +5$' \
    "$tauflow" loops "$light" --independent tx,ty,tz,rx,ry --cut "$cam"
emitted() { # numbers go in; whoever repeats passes asks for new ones
    "$tauflow" compile "$light" --effort 0 --function closure --independent tx,ty,tz,rx,ry \
        --cut "$cam" -o "$work/c" &&
        grep -q 'user_constraints' "$work/c/stewart_light.h" &&
        grep -q 'void (\*constraints)(const double \*q' "$work/c/stewart_light.h"
}
ok emitted_c_takes_their_numbers emitted
ok their_passes_are_not_unrolled refused 2 "constraint 'cam': its numbers are inputs" \
    "$tauflow" info "$light" --effort 0 --function closure --newton 2 --joint-dynamics none \
    --independent tx,ty,tz,rx,ry --cut "$cam"
# MJCF: a parallelogram, flat where the file describes it.
bar() { # NAME PLACE JOINT INSIDE
    echo "<body name='$1' pos='$2 0 0'><joint name='$3' axis='0 1 0'/>" \
        "<inertial pos='0.2 0 0' mass='1' diaginertia='1 1 1'/>$4</body>"
}
{ echo "<mujoco><worldbody>"
    bar crank 0 drive "$(bar coupler 0.4 knee '')"
    bar rocker 1 rock ''
    echo "</worldbody><equality>"
    echo "<connect name='pin' body1='coupler' body2='rocker' anchor='1 0 0'/>"
    echo "</equality></mujoco>"; } >"$work/four.xml"
ok loops_of_mjcf_close prints '^closed at$' "$tauflow" loops "$work/four.xml" --closed-at drive=1
ok loops_of_mjcf_have_freedoms prints '^freedoms +1$' \
    "$tauflow" loops "$work/four.xml" --closed-at drive=1
polygon() { # ARGUMENTS: the generated loop, described
    bash robots/loops/ngon.sh "$@" >"$work/ngon.urdf" &&
        "$tauflow" info "$work/ngon.urdf" --effort 0
}
ok polygons_are_generated prints '^body +2  base +middle: left3 and right3$' polygon 7
ok polygons_may_be_cut_at_a_joint prints '^cuts +1, of 5 equations$' polygon 5 revolute
for arguments in 6 3 seven '5 rod' ''; do
    # shellcheck disable=SC2086
    ok "no_polygon_of_'$arguments'" refused 2 'an odd number of joints' \
        bash robots/loops/ngon.sh $arguments
done
finish
