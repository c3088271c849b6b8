# SPDX-License-Identifier: MIT
# The command line: help, version, and every way to get an option wrong.
. tests/cli/tap.bash
cat >"$work/arm.ops" <<'OPS'
tauflow-ops 1
robot "my arm"
input s sin 0 j0
input c cos 0 j0
input x q 1 j1
const k 2
t = mul s k
u = sub t c
v = div u x
output tau0 torque 0 j0 angle = v
output tau1 torque 1 j1 length = u
OPS

ok "--version" prints '^tauflow [0-9]+\.[0-9]+\.[0-9]+$' "$tauflow" --version
ok "--help lists the commands" prints '^  compile ' "$tauflow" --help
for command in info compile; do
    ok "$command --help has an example" \
        prints "^  tauflow $command robots/" "$tauflow" $command --help
    ok "$command --help shows defaults" prints "\(default: 2\)" "$tauflow" $command --help search
done
ok "no command" refused 2 '^tauflow: error: a command expected' "$tauflow"
ok "an unknown command" refused 2 "unknown command 'frob'" "$tauflow" frob
ok "a mistyped command" refused 2 "did you mean 'compile'" "$tauflow" compil x.urdf
ok "a mistyped function" refused 2 "unknown function 'jacobin' \(did you mean 'jacobian'\?\)$" \
    "$tauflow" info robots/puma.urdf --function jacobin
ok "a mistyped joint" refused 2 "no joint 'rear_spni' \(did you mean 'rear_spin'\?\)$" \
    "$tauflow" info robots/motorcycle.urdf --lock rear_spni=0
ok "a mistyped link" refused 2 "no link 'Link7' \(did you mean 'link7', 'link1', 'link2'\?\)$" \
    "$tauflow" info robots/iiwa.urdf --tip Link7
ok "a piece of a name" refused 2 "no joint 'spin' \(did you mean 'rear_spin', 'front_spin'\?\)$" \
    "$tauflow" info robots/motorcycle.urdf --drive spin
ok "a name that is far from all" \
    refused 2 "no link 'hand' \(links: base, link1, link2, link3, link4, link5 and 1 more\)$" \
    "$tauflow" info robots/puma560.urdf --force hand
ok "a mistyped start" refused 2 "no joint 'q7' \(did you mean 'q1', 'q2', 'q3'\?\)$" \
    "$tauflow" simulate robots/puma560.urdf --start q7=1
ok "no robot" refused 2 'ROBOT expected' "$tauflow" info
ok "two robots" refused 2 "unexpected argument 'b.urdf'" "$tauflow" info a.urdf b.urdf
ok "an unknown option" refused 2 "unknown option '--frob'" "$tauflow" info a.urdf --frob
ok "a mistyped option" refused 2 "did you mean '--gravity'" "$tauflow" info a.urdf --gravty=1
ok "a missing value" refused 2 'option --seed needs a value' "$tauflow" info a.urdf --seed
ok "a bad number" refused 2 "bad value '1x' of option --effort" "$tauflow" info a.urdf --effort 1x
ok "too much effort" refused 2 "bad value '4' of option --effort: 0, 1, 2 or 3" \
    "$tauflow" info a.urdf --effort 4
ok "a bad vector" refused 2 "bad value '1 2' of option --gravity: three finite numbers" \
    "$tauflow" info a.urdf --gravity '1 2'
ok "a bad vector in three pieces" \
    refused 2 "bad value '1' of option --gravity: three" "$tauflow" info a.urdf --gravity 1 2 x
ok "a bad choice" refused 2 "bad value 'half' of option --base: fixed.floating" \
    "$tauflow" info a.urdf --base half
ok "compile without a folder" refused 2 'compile needs a folder' "$tauflow" compile a.urdf
ok "compile with a name that C does not know" refused 2 "bad value '7 up' of option --name" \
    "$tauflow" compile a.urdf -o "$work" --name '7 up'
ok "json and passes" refused 2 'exclude each other' "$tauflow" info a.urdf --json --passes
ok "passes of a .ops file" refused 2 'arm.ops: error: --passes needs' \
    "$tauflow" info "$work/arm.ops" --passes

ok "json has exactly its keys" prints \
    '^\{"robot": "my arm", "joints": 2, "inputs": 3, "outputs": 2, "mul": 1, "add": 1, '\
'"div": 1, "sqrt": 0, "atan2": 0, "trig": 2, "critical_path": 3, "input_words": \[[^]]*\], '\
'"output_words": \[[^]]*\]\}$' \
    "$tauflow" info "$work/arm.ops" --json
gravity() { # every way to write it gives the same operations
    local want counts given
    counts="$tauflow info robots/pendulum5.urdf --effort 0 --json"
    want=$($counts --gravity '0 0 -3.7') && [ "$want" != "$($counts --gravity 0 0 0)" ] || return 1
    for given in ' 0 0 -3.7' '=0 0 -3.7' ' 0, 0, -3.7' ' 0,0,-3.7' ' 0,0 -3.7'; do
        [ "$($counts --gravity$given)" = "$want" ] || { echo "$given"; return 1; }
    done
}
ok "gravity needs no quotes" gravity
cat >"$work/hand.urdf" <<'URDF'
<robot name="hand"><link name="palm"/>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<link name="b"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="9"/></inertial></link>
<link name="pad"><inertial><mass value="0.5"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="lead" type="revolute"><parent link="palm"/><child link="a"/><axis xyz="0 1 0"/>
 <limit lower="-1" upper="2" velocity="3" effort="4"/><dynamics damping="0.1"/></joint>
<joint name="slave" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
 <mimic joint="lead" multiplier="-0.5" offset="0.25"/><limit effort="7"/></joint>
<joint name="glue" type="fixed"><parent link="b"/><child link="pad"/></joint></robot>
URDF
ok "info marks joints that follow others" \
    prints '^ +2 +1  prismatic +2.5  slave  \(mimic: -0.5 x lead \+ 0.25\)$' \
    "$tauflow" info "$work/hand.urdf" --effort 0
whole() {
    "$tauflow" info "$work/hand.urdf" --effort 0 --json 2>/dev/null | python3 -c '
import json, sys
d = json.load(sys.stdin)
lead, slave = d["joint_list"]
assert lead["limits"] == {"lower": -1, "upper": 2, "velocity": 3, "effort": 4}, lead
assert "mimic" not in lead, lead
assert lead["type"] == "revolute" and lead["axis"] == [0, 1, 0] and lead["parent"] == "base", lead
assert lead["parent_link"] == "palm" and lead["child_link"] == "a" and lead["mass_kg"] == 1, lead
assert slave["mimic"] == {"joint": "lead", "ratio": -0.5, "offset": 0.25}, slave
assert slave["limits"] == {"effort": 7}, slave
assert slave["parent"] == "lead" and slave["kind"] == "prismatic" and slave["mass_kg"] == 2.5, slave
assert d["joints"] == 1 and d["mass_kg"] == 3.5 and d["merged_links"] == 1, d
assert lead["dynamics"] == {"damping": 0.1} and "dynamics" not in slave, d["joint_list"]
assert [n["line"] for n in d["notes"]] == [5] and "damping" in d["notes"][0]["text"], d["notes"]
assert [w["line"] for w in d["warnings"]] == [3], d["warnings"]
assert "no real body" in d["warnings"][0]["text"], d["warnings"]
'
}
ok "json has joints, limits, mimics, masses, notes and warnings" whole
agree() { # the last pass, info, the emitted header; the .eqn says what it counts
    local counts
    counts=$("$tauflow" info robots/puma.urdf --effort 1 |
        awk '$1 == "mul" || $1 == "add" { printf " +%s", $2 }')
    "$tauflow" info robots/puma.urdf --effort 1 --passes | tail -1 | grep -E "signs$counts " &&
        "$tauflow" compile robots/puma.urdf --effort 1 -o "$work/puma" >/dev/null &&
        set -- $(sed -nE 's/^#define PUMA_(MULT|ADDI)[A-Z]* //p' "$work/puma/puma.h") &&
        [ " +$1 +$2" = "$counts" ] &&
        grep -E '^# [0-9]+ mul, [0-9]+ add as written; the .ops may have x ' "$work/puma/puma.eqn"
}
ok "counts agree, or say what they count" agree
same_with_function() { # COMMAND...: --function id changes nothing
    "$tauflow" "$@" --effort 0 >"$work/without" && "$tauflow" "$@" --effort 0 --function id |
        diff - "$work/without"
}
for command in info schedule explore; do
    ok "${command}_computes_inverse_dynamics_unless_asked" \
        same_with_function $command robots/pendulum5.urdf
done
for command in info compile schedule explore run image; do
    ok "${command}_refuses_an_unknown_function_and_lists_the_known" \
        refused 2 "^tauflow: error: unknown function 'frob' \\(known: id, " \
        "$tauflow" $command robots/pendulum5.urdf --function frob
done
function_line() { # what is computed may be said in a .ops file too
    sed '2a function id' "$work/arm.ops" >"$work/said.ops" &&
        "$tauflow" info "$work/arm.ops" >"$work/without" &&
        "$tauflow" info "$work/said.ops" --function id | diff - "$work/without" &&
        sed '2a function frob' "$work/arm.ops" >"$work/wrong.ops" &&
        refused 2 "wrong.ops:3:10: error: unknown function 'frob'" \
            "$tauflow" info "$work/wrong.ops"
}
ok a_function_line_of_a_.ops_file_is_read function_line
ok "counts for people" prints '^critical path +3$' "$tauflow" info "$work/arm.ops"
no_colour() {
    refused 2 '^nowhere.urdf: error' "$tauflow" info nowhere.urdf &&
        ! grep -q $'\x1b' "$work/err"
}
ok "no colour into a pipe" no_colour
full() {
    "$tauflow" info "$work/arm.ops" >/dev/full 2>"$work/err"
    [ $? -eq 1 ] && grep -q 'tauflow: error: cannot write to standard output' "$work/err"
}
ok "a full disk under stdout is exit code 1" full

finish
