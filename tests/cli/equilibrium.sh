#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What equilibrium prints, and what it refuses; what linearise and simulate make of what it found.
. tests/cli/tap.bash
. tests/cli/pendulum.bash
at() { "$tauflow" equilibrium "$@"; }
ok positions_are_told prints '^turn +0\.31078948835 +0 +3  free$' at "$pendulum" --torque turn=3
ok what_is_left_is_told prints '^left +[0-9.]+(e-1[5-9])? of the sum of terms' \
    at "$pendulum" --torque turn=3
ok undamped_states_are_neutral prints '^stability +neutral: no small motion grows' at "$pendulum"
ok damped_states_are_stable prints '^stability +stable: every small motion dies' \
    at "$pendulum" --damping turn=0.1
ok unstable_states_are_told prints '^stability +unstable: some small motion grows$' \
    at "$pendulum" --torque turn=3 --start turn=2.7
ok frequencies_are_told prints '^0 \+- 4\.42945 i +0\.704968 ' at "$pendulum"
ok json_has_the_same prints '"stability": "neutral", "anywhere": \[\], "joints": \[\{"joint": ' \
    at "$pendulum" --json
ok held_joints_are_told prints '^q2 +-0\.5 +0 +-?[0-9.]+  held$' \
    at robots/puma560.urdf --free q3 --start q2=-0.5
ok dependent_joints_are_told prints '^slide +0\.2[0-9]+ +0 +0  follows$' \
    at "$crank" --spring crank_x=3,0.2
ok joints_that_stand_anywhere_are_told prints '^stands anywhere +q1$' \
    at robots/puma560.urdf --start q2=1.4 --start q3=1.5
twice() { at robots/puma560.urdf --start q2=1 >"$work/a" && at robots/puma560.urdf --start q2=1 |
    diff - "$work/a"; }
ok runs_are_the_same_to_the_bit twice
beyond() {
    at "$pendulum" --torque turn=5 2>&1 >/dev/null |
        grep -F "note: joint 'turn' is beyond its effort limit of 4 N m: 5 N m"
}
ok limits_that_are_passed_are_noted beyond

# At a point of a table its slope is there: of what damps, 5.333 N s/m at rest (Steffen), and of
# what springs. 2 kg: -c/(2 m) +- i sqrt(k/m - (c/(2 m))^2).
tabled() { # OF TABLE EIGENVALUES
    cat >"$work/block.urdf" <<END
<robot name="block" xmlns:tauflow="tauflow"><link name="wall"/><link name="mass"><inertial>
<mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="x" type="prismatic"><parent link="wall"/><child link="mass"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="9" velocity="9"/></joint>
<tauflow:torsion name="k" joint="x" law="8*x"/>
<tauflow:torsion name="t" joint="x" law="table($1)" table="$2"/></robot>
END
    at "$work/block.urdf" >"$work/said" && cat "$work/said" && grep -q -- "^$3 " "$work/said"
}
ok dampers_of_a_table_damp_at_a_point tabled xd -1:-3.4,-0.3:-1.4,0:0,0.3:1.8,1:4.6 \
    '-1.33333 +- 1.49071 i'
ok springs_of_a_table_are_stiff_at_a_point tabled x -1:-10,0:0,1:10 '0 +- 3 i'

# Its line is a start for the other commands: an equilibrium there, and one that stays.
start() { at "$@" | sed -n 's/^as a start *//p'; }
followed() { # ARGUMENTS...
    local words
    words=$(start "$@") && [ -n "$words" ] &&
        "$tauflow" linearise "$@" $words | grep -q '^equilibrium       yes$' &&
        "$tauflow" simulate "$@" $words --until 0.1 --step 0.01 --rows 1 --csv "$work/m.csv" &&
        python3 - "$work/m.csv" <<'PY'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
away = max(abs(float(rows[-1][k]) - float(rows[0][k])) for k in rows[0]
           if k.endswith(".rate"))
print(away)
assert away < 1e-9
PY
}
ok it_is_a_start_for_trees followed "$pendulum" --spring turn=3,1
ok it_is_a_start_for_loops followed "$crank" --spring crank_x=3,0.2

# ---- what is refused ---------------------------------------------------------------------------
cat >"$work/lift.urdf" <<'END'
<robot name="lift"><link name="base"/><link name="car"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="up" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="0 0 1"/>
<limit lower="-50" upper="50" effort="4" velocity="5"/></joint></robot>
END
ok what_falls_for_ever_is_refused refused 2 \
    "joint 'up' lacks 19\.62 N, 1 of its terms.*: joint 'up' changes nothing of it$" \
    at "$work/lift.urdf"
ok what_rests_on_a_limit_is_refused refused 2 "joint 'turn' is at its upper limit of 3$" \
    at "$pendulum" --torque turn=20
ok singular_loops_are_told refused 2 'its loops are nearly singular there' \
    at robots/loops/planar1.urdf
ok unknown_joints_are_refused refused 2 "--start: robot 'pendulum' has no joint 'trun'" \
    at "$pendulum" --start trun=1
ok unknown_free_joints_are_refused refused 2 "--free: robot 'pendulum' has no joint 'x'" \
    at "$pendulum" --free x
ok torques_of_held_joints_are_refused refused 2 "--torque: joint 'q1' is held" \
    at robots/puma560.urdf --free q2 --torque q1=1
ok robots_that_cannot_move_are_refused refused 2 'no joint is left that moves' \
    at "$pendulum" --drive turn
cat >"$work/free.xml" <<'END'
<mujoco><worldbody><body name="box"><freejoint/><geom size="0.1" mass="1"/></body></worldbody>
</mujoco>
END
ok free_bodies_are_refused refused 2 'has a free body: this is of robots on a fixed base' \
    at "$work/free.xml"
finish
