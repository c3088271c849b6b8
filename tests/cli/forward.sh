#!/usr/bin/env bash
# Forward dynamics: which scheme is taken, what is refused and where, imposed joints.
. tests/cli/tap.bash
info() { "$tauflow" info --effort 0 "$@" --function "$function"; }
function=fd
ok info_tells_both_schemes \
    prints '^schemes +factors 5[0-9][0-9] \(taken\), articulated 6[0-9][0-9]$' info robots/puma.urdf
ok trees_with_many_rows_go_body_by_body prints 'articulated [0-9]+ \(taken\)' \
    info robots/motorcycle.urdf
ok passes_count_divisions prints '^pass +mul +add +other +total +saving$' \
    info robots/puma.urdf --passes
driven() {
    info robots/puma.urdf --drive "$1" --json | python3 -c '
import json, sys
o = json.load(sys.stdin)
assert o["outputs"] == 6 + 1 + 2 * 5, o["outputs"]
assert [s["name"] for s in o["schemes"]] == ["factors"], o["schemes"]'
}
joint=$("$tauflow" info robots/puma.urdf --effort 0 --json | python3 -c '
import json, sys
print(json.load(sys.stdin)["joint_list"][2]["name"])')
ok an_imposed_joint_leaves_the_rows_and_gives_its_torque driven "$joint"
function=aba
ok aba_refuses_an_imposed_joint refused 2 "robots/puma.urdf:[0-9]+:[0-9]+: error: joint '$joint'" \
    info robots/puma.urdf --drive "$joint"

cat >"$work/hook.urdf" <<'URDF'
<robot name="hook">
  <link name="base"/>
  <link name="arm"><inertial><origin xyz="0 0 1"/><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hook"/>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="arm"/>
    <axis xyz="0 1 0"/></joint>
  <joint name="swivel" type="continuous"><parent link="arm"/><child link="hook"/>
    <axis xyz="0 0 1"/></joint>
</robot>
URDF
for function in fd aba minv; do
    ok "${function}_names_the_joint_that_moves_no_inertia" refused 2 \
        "hook.urdf:8:3: error: joint 'swivel' can move, .*without moving any inertia" \
        info "$work/hook.urdf"
    ok "${function}_takes_it_with_a_rotor" prints '^outputs' info "$work/hook.urdf" \
        --armature swivel=0.1
done
for function in fd aba minv; do
    ok "${function}_runs_on_a_core_with_a_divider" prints \
        '^machine +crossbar, 4 modules, 1 divider, .* of a divider 9$' \
        "$tauflow" run robots/puma.urdf --effort 0 --budget 2 --function $function --engine twin
    ok "${function}_is_scheduled" prints '^cycles' "$tauflow" schedule robots/puma.urdf --effort 0 \
        --function $function --machine thesis --mul 4 --add 4 --div 1 --budget 2
done
finish
