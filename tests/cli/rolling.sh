#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Wheels that roll without slip: what is read, what is refused, and in which axes their rows are.
. tests/cli/tap.bash
disc=tests/loops/disc.urdf rover=tests/loops/rover.urdf
info() { "$tauflow" info "$disc" --effort 0 "$@"; }
ok wheels_have_a_joint_and_three_rows prints '^rolling +3 +touch: spin$' info
ok reports_in_json_have_wheels \
    prints '"name": "touch", "kind": "rolling", "equations": 3, "joints": \["spin"\]' info --json
ok places_follow_from_turns prints '^independent +yaw, lean, spin$' "$tauflow" loops "$disc"
ok what_a_plane_says_is_redundant prints '^redundant +edge.z: ' \
    "$tauflow" loops tests/loops/sleigh.urdf
# Text of the constraint in place of that of the file, on the disc.
with() { # TEXT COMMAND...
    sed -E "s|(<tauflow:constraint kind=\"rolling\" name=\"touch\").*/>|\1 $1/>|" "$disc" \
        >"$work/disc.urdf"
    "$tauflow" "$2" "$work/disc.urdf" "${@:3}"
}
bad() { # MESSAGE TEXT
    refused 2 "disc.urdf:[0-9]+:3: error: constraint 'touch'(: | )?$1" with "$2" info --effort 0
}
ok wheels_have_joints bad "has no 'joint'" 'radius="1"'
ok wheels_have_a_radius bad "has no 'radius'" 'joint="spin"'
ok radii_are_positive bad "radius='0': a wheel has a positive radius" 'joint="spin" radius="0"'
ok heights_are_numbers bad "height='low'" 'joint="spin" radius="1" height="low"'
ok wheels_have_no_coefficients bad "of kind rolling has no 'value'" \
    'joint="spin" radius="1" value="1"'
ok wheels_have_three_rows bad "drop='rx': known are x, y, z$" 'joint="spin" radius="1" drop="rx"'
ok a_row_stays bad "drop='x y z': no row is left" 'joint="spin" radius="1" drop="x y z"'
ok joints_exist bad "robot 'disc' has no moving joint 'wheel'" 'joint="wheel" radius="1"'
ok slides_do_not_roll bad "joint 'y' slides, and a wheel turns" 'joint="y" radius="1"'
ok wheels_that_lie_flat_touch_nothing bad "joint 'yaw' stands upright on the ground" \
    'joint="yaw" radius="1"'
free() { "$tauflow" info "$disc" --effort 0 --root turned --base floating; }
ok free_bodies_have_no_place refused 2 "joint 'spin' hangs on a free body, and where that is" free
ok ground_out_of_reach_is_noticed refused 2 "constraint 'low.z' is at best 0.2 away" \
    "$tauflow" loops tests/loops/sleigh.urdf \
    --cut "rolling name=low joint=spin radius=0.1 height=-0.2 drop='x y'"
# Where positions of dependent joints have to follow from others.
follows() { # WHAT COMMAND...
    refused 2 "constraint 'touch': where a wheel rolls without slip, .* which $1 needs$" "${@:2}"
}
ok derivatives_are_refused follows 'a function of derivatives' info \
    --function closed-fd-derivatives
ok sensitivities_are_refused follows 'a function of sensitivities' info --function closed-fd \
    --derive-by tau
ok linear_systems_are_refused follows 'a linear system' "$tauflow" linearise "$disc"
ok equilibria_are_refused follows 'a linear system' "$tauflow" equilibrium "$disc"
ok models_for_others_are_refused follows 'an FMU' "$tauflow" fmu "$disc" -o "$work/disc.fmu"
ok chains_are_refused refused 2 "cut 'touch': method chain takes only balls and rods" \
    "$tauflow" simulate "$disc" --method chain
# Rows along the wheel and to its left: the second opinion looks at every function.
dropped() { # ROWS INDEPENDENT
    for f in closure closed-id closed-fd closed-forces closed-reduced augmented; do
        with "joint=\"spin\" radius=\"0.5\" drop=\"$1\"" info --effort 0 --function "$f" \
            --independent "$2" >"$work/out" || return 1
    done
}
ok rows_to_the_left_of_a_wheel_are_right dropped x x,yaw,lean,spin
ok rows_along_a_wheel_are_right dropped 'y z' x,z,yaw,lean,spin
# A blade with an axis: nothing holds it along the wheel, so its turns about its axis stay.
blade() {
    with 'joint="spin" radius="0.5" drop="x"' simulate --independent x,yaw,lean,spin \
        --start yaw=0.2,0.5 --start lean=0.2,0 --start spin=0,6 --start x=0,2 --until 0.5 \
        --csv "$work/blade.csv" || return 1
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { now = $at["spin.rate"] + $at["yaw.rate"] * sin($at["lean"])
          first = NR == 2 ? now : first
          moved = $at["lean"] > most ? $at["lean"] : most
          worst = (now - first) ^ 2 > worst ? (now - first) ^ 2 : worst }
        END { print NR, first, moved, worst; exit !(NR > 100 && worst < 1e-18) }' \
        "$work/blade.csv"
}
ok what_slips_along_keeps_its_spin blade
# What is emitted for a processor and for a core.
compiled() {
    "$tauflow" compile "$rover" --function closed-fd,closed-id --effort 0 -o "$work/c" &&
        cc -std=c11 -Wall -Wextra -Werror -c "$work/c/rover.c" -o "$work/rover.o"
}
ok c_of_wheels_compiles compiled
ok cores_compute_what_rolls prints '^mismatches +0$' "$tauflow" run "$disc" --function closed-fd \
    --effort 0 --engine twin --steps 3
finish
