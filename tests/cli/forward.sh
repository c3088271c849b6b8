#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
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

# Imposed motion on a core: inverse dynamics of the accelerations that come out needs the torques
# that went in, and the reaction at the joint whose motion is imposed.
step() { # FUNCTION OPTIONS...: of one state, by the library
    local function=$1
    shift
    "${BUILD:-build}/tauflow-step" "$work/$function.tau" --device twin: \
        --q '0.1 -0.5 0.7 0.2 0.4 -0.3' --qd '0.5 1 -1 2 0 1' "$@"
}
numbers() { # ARRAY: of what step printed, six on one line
    sed -n "/^$1, 6\$/,\$p" | sed -n 2,7p | awk '{ printf "%s ", $2 }'
}
imposed() {
    for function in id fd; do
        "$tauflow" image robots/puma560.urdf --effort 0 --budget 1 --function $function \
            $([ $function = id ] || echo --drive q3) -o "$work/$function.tau" || return 1
    done
    step fd --tau '9 8 0 2 1 0.5' --imposed '0 0 2 0 0 0' >"$work/fd.out" || return 1
    cat "$work/fd.out"
    step id --qdd "$(numbers qdd <"$work/fd.out")" | awk '{ print $2 }' >"$work/id.out"
    set -- $(numbers reaction <"$work/fd.out")
    [ $# -eq 6 ] && cat "$work/id.out" && printf '%s\n' 9 8 "$3" 2 1 0.5 | paste "$work/id.out" - |
        awk 'NF == 2 { d = $1 - $2; if (d < 0) d = -d; if (d > 2e-4) exit 1; n++ }
             END { exit n != 6 }'
}
ok "images_impose_motion" imposed
no_unit() { step fd --imposed '0 0 2 0 0 0' | grep -A6 '^pivot,'; }
ok "pivots_have_no_unit_and_their_joints_names" prints '^q3 +0$' no_unit
finish
