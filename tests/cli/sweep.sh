#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every robot file at hand, as a new user would try it: the shipped ones, the shared ones where they
# are there, and files made for what new users trip over. Each is described, compiled and run on the
# software twin, where predicted and measured cycles and every bit must agree; or
# it is refused with one line that names the file and what to do.
. tests/cli/tap.bash
shared=../shared/robots
mkdir "$work/made"

robot() { # NAME: a file of the robot whose inner part comes on standard input
    { echo "<robot name=\"$1\">"; cat; echo "</robot>"; } >"$work/made/$1.urdf"
}
link() { # NAME MASS
    echo "<link name=\"$1\"><inertial><origin xyz=\"0.1 0.2 0.3\"/><mass value=\"$2\"/>" \
        "<inertia ixx=\"0.2\" ixy=\"0\" ixz=\"0\" iyy=\"0.3\" iyz=\"0\" izz=\"0.4\"/>" \
        "</inertial></link>"
}
joint() { # NAME TYPE PARENT CHILD RPY [INNER]
    echo "<joint name=\"$1\" type=\"$2\"><parent link=\"$3\"/><child link=\"$4\"/>" \
        "<origin xyz=\"0 0.5 0.2\" rpy=\"$5\"/><axis xyz=\"0 0 1\"/>${6:-}</joint>"
}
two_links() { link base 1; link a 2; link b 1.5; }

{ two_links; joint j1 continuous base a "0 0 0"
    joint j2 continuous a b "1e-6 0 0"; } | robot tiny_angle
{ two_links; joint j1 continuous base a "0.3 0 0"
    joint j2 fixed a b "0 0 0" '<mimic joint="j1"/>'; } | robot mimic_on_fixed
{ two_links; link tool 0.3; joint j1 continuous base a "0.3 0 0"; joint j2 continuous a b "0 0.2 0"
    joint weld fixed b tool "0 0 0.1"; } | robot welded_tool
{ two_links; joint j1 continuous base a "0 0.4 0"
    joint j2 prismatic a b "0.1 0 0" '<mimic joint="j1" multiplier="0.3" offset="0.1"/>'
} | robot follower
{ two_links; joint j1 continuous base a "0 0.4 0" '<dynamics damping="0.1" friction="0.2"/>'
    joint j2 continuous a b "0.1 0 0"
    echo '<transmission name="t"><joint name="j1"/></transmission>'; } | robot with_dynamics
{ link base 1; link a 2; joint j1 fixed base a "0 0 0"; } | robot no_joints
{ two_links; joint j1 continuous base a "0 0 0"
    echo '<xacro:arm prefix="left" xmlns:xacro="http://ros.org/wiki/xacro"/>'
    joint j2 continuous a b "0 0 0"; } | robot xacro_left_in

agrees() { # FILE OPTIONS: on the twin
    local file=$1
    shift
    "$tauflow" info "$file" --effort 0 "$@" >/dev/null 2>"$work/notes" &&
        "$tauflow" compile "$file" --effort 0 -o "$work/compiled" "$@" >/dev/null 2>&1 &&
        "$tauflow" run "$file" --engine twin --effort 0 --budget 2 --steps 3 --json "$@" \
            >"$work/run.json" 2>/dev/null || { cat "$work/notes"; return 1; }
    cat "$work/run.json"
    grep -q '"mismatches": 0, .*"ok": true' "$work/run.json" &&
        [ "$(sed -E 's/.*"cycles_predicted": ([0-9]+), "cycles_measured": ([0-9]+).*/\1-\2/' \
            "$work/run.json" | awk -F- '{ print $1 - $2 }')" = 0 ]
}
made=(tiny_angle mimic_on_fixed welded_tool follower with_dynamics)
for file in robots/*.urdf "${made[@]/#/$work/made/}"; do
    [ -f "$file" ] || file=$file.urdf
    ok "$(basename "$file" .urdf)_runs_as_predicted" agrees "$file"
done
count=0
for file in "$shared"/*.urdf; do
    [ -f "$file" ] || continue
    count=$((count + 1))
    ok "shared_$(basename "$file" .urdf)_runs_as_predicted" agrees "$file"
    ok "shared_$(basename "$file" .urdf)_floats_as_predicted" agrees "$file" --base floating
done
[ $count -gt 0 ] || echo "ok $((tests += 1)) - shared_robots_run # skip $shared is not there"
floats() {
    agrees "$work/made/no_joints.urdf" --base floating
}
ok a_robot_without_joints_floats floats
ok a_robot_without_joints_is_refused_with_the_way_out refused 2 \
    'no_joints.urdf.*--base floating' "$tauflow" info "$work/made/no_joints.urdf"
ok xacro_that_was_left_in_is_refused_by_name refused 2 \
    'xacro_left_in.urdf:[0-9]+:[0-9]+: error: .*xacro' \
    "$tauflow" info "$work/made/xacro_left_in.urdf"
said() { # PATTERN FILE OPTIONS
    local pattern=$1
    shift
    "$tauflow" info --effort 0 "$@" 2>&1 >/dev/null | tee "$work/said"
    grep -qE -- "$pattern" "$work/said"
}
ok a_follower_on_a_fixed_joint_is_a_warning said 'warning: .*mimic' "$work/made/mimic_on_fixed.urdf"
ok damping_that_counts_is_a_note said "note: damping of 1 joint .*--joint-dynamics none" \
    "$work/made/with_dynamics.urdf"
ok friction_that_is_left_out_is_a_note said "note: friction of 1 joint .*--joint-dynamics all" \
    "$work/made/with_dynamics.urdf"
ok transmissions_that_are_left_out_are_a_note \
    said 'note: .*transmission' "$work/made/with_dynamics.urdf"
ok a_tool_below_the_tip_is_left_out_with_a_note \
    said 'note: .*tool' "$work/made/welded_tool.urdf" --tip b
finish
