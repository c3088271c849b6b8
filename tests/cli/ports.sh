# SPDX-License-Identifier: MIT
# Ports of circuits and words of cores say what they are, everywhere in the same words; and
# --plain-angles leaves none that is not of a joint's own angle.
. tests/cli/circuit.bash
vectors=20

what="joint 1 'q2': sine of q \+ 0.08800737352774075 \(rad\)"
torque="joint 1 'q2': torque \(N m\)"
compile "$work/p" puma560 --clock 120 >"$work/said"
for file in puma560_circuit.v puma560_circuit_tb.v puma560_circuit_core.v; do
    ok "$file says what in_s2_1 is" grep -qE "in_s2_1\>.* (//|/\*) $what" "$work/p/$file"
    ok "and out_tau2" grep -qE "out_tau2\>.* /\* $torque" "$work/p/$file"
done
ok "so does the header of fixed point" grep -qE "^ \*   in\[2\] $what, \* 2\^16" "$work/p/puma560.h"
ok "so does dump, of the circuit" prints "lane 2, s2_1: $what, from -1 to 1, point 16$" \
    "$tauflow" dump "$work/p/puma560_circuit.tau"
ok "compile tells that there are offsets" grep -qE \
    "^offsets +4 of [0-9]+ inputs are not of a joint's own .* --plain-angles makes them so$" \
    "$work/said"
of_info() {
    "$tauflow" info robots/puma560.urdf --effort 0 --states 9 "$@" >"$work/info" &&
        grep -qE "^s2_1 .* $what$" "$work/info" && grep -qE "^tau2 .* $torque$" "$work/info"
}
ok "info of fixed point says it" of_info --numbers fixed:18
ok "info --words says it of binary32" of_info --words
in_json() {
    "$tauflow" info robots/puma560.urdf --effort 0 --json | python3 -c '
import json, sys
i = json.load(sys.stdin)
w = {x["name"]: x for x in i["input_words"]}
assert len(w) == i["inputs"] and len(i["output_words"]) == i["outputs"]
s = w["s2_1"]
assert (s["kind"], s["of"], s["number"], s["unit"], s["ratio"]) == ("sin", "q2", 1, "rad", 1)
assert s["offset"] == 0.08800737352774075
assert s["what"] == "joint 1 '"'q2'"': sine of q + 0.08800737352774075 (rad)"
assert i["output_words"][1]["unit"] == "N m" and "ratio" not in i["output_words"][1]'
}
ok "info --json has it in pieces" in_json
"$tauflow" compile robots/puma560.urdf --effort 0 -o "$work/c" >/dev/null
ok "the header of C says the same" grep -qE "^ \*   in\[2\] $what$" "$work/c/puma560.h"
"$tauflow" image robots/puma560.urdf --effort 0 --budget 1 -o "$work/p.tau" >"$work/said"
ok "so does dump, of a core" prints ", s2_1: $what$" "$tauflow" dump "$work/p.tau"
ok "image tells that there are offsets" grep -qE '^offsets +4 of ' "$work/said"

# Without offsets.
no_offset() { # FILE...
    ! grep -nE "(sine|position as|cosine) (of )?(-?[0-9.]+ )?q [-+] " "$@"
}
plain() { # ROBOT OPTIONS...: its testbench finds it right, and no port has an offset
    right "$@" --plain-angles >"$work/said" || { cat "$work/said"; return 1; }
    grep -qE '^plain angles +[0-9]+ inputs rotated inside, by [0-9]+ of these' "$work/said" &&
        ! grep -q '^offsets' "$work/said" && no_offset "$work/$1/$1_circuit.v" "$work/$1/$1.h" &&
        grep -q "joint 3 '.*': sine of q (rad)" "$work/$1/$1_circuit.v"
}
ok "puma560 with plain angles is right in fixed point" plain puma560 --clock 120
ok "iiwa is, which rotates two inputs" plain iiwa --clock 80 --interval 4
rotates() { grep -qE '^plain angles +2 inputs rotated inside, by 6 of these' "$work/said"; }
ok "and says what that costs" rotates
ok "its gravity is right in binary32" plain iiwa --function gravity --clock 60 --interval 4 \
    --numbers fp32
bounded() { # proven ranges: no overflow, and errors below the bound
    "$tauflow" info robots/iiwa.urdf --effort 0 --plain-angles --numbers fixed:24 --states 2000 \
        --json | python3 -c '
import json, sys
i = json.load(sys.stdin)
n = i["numbers"]
assert n["overflows"] == 0 and 0 < n["error"] < n["bound"] < 1e-5
assert i["plain_angles"] == {"inputs": 2, "operations": 6}
assert all(w.get("offset", 0) == 0 for w in i["input_words"])'
}
ok "ranges and bounds of rotated inputs are proved" bounded
on_core() { # OPTIONS...: every word is the evaluator's, and cycles are as predicted
    exact cycles "$tauflow" run robots/iiwa.urdf --effort 0 --budget 1 --plain-angles \
        --engine twin --steps 20 "$@"
}
ok "a core gives the bits of the rotated graph" on_core
ok "and those of fixed point" on_core --numbers fixed:24
# The library takes positions and makes the words itself: torques of both images agree.
step=$PWD/${BUILD:-build}/tauflow-step
torques() { # OPTIONS...
    "$tauflow" image robots/iiwa.urdf --effort 0 --budget 1 -o "$work/x.tau" "$@" >/dev/null &&
        "$step" "$work/x.tau" --device twin: --q '1 -2 0.3 0.4 2 -0.6 0.7' \
            --qd '1 1 -1 0.5 0.2 1 -2' --qdd '1 2 3 -1 -2 -3 1' --json
}
agree() {
    torques >"$work/a" && torques --plain-angles >"$work/b" && python3 - "$work" <<'PYTHON'
import json, sys
a, b = (json.load(open(sys.argv[1] + "/" + n))["tau"] for n in "ab")
assert len(a) == len(b) == 7
size = max(abs(x) for x in a)
assert all(abs(x - y) < 1e-6 * size for x, y in zip(a, b)), (a, b)
PYTHON
}
ok "torques through the library are those without the option" agree
ok "with --trig core there is nothing to take out" refused 2 'leave out --plain-angles' \
    "$tauflow" info robots/iiwa.urdf --effort 0 --trig core --plain-angles
compile "$work/f" iiwa --clock 120 >/dev/null
ok "operations in fixed point keep their inputs" refused 2 \
    'in fixed point were chosen for their inputs: leave out --plain-angles' \
    "$tauflow" info "$work/f/iiwa.ops" --plain-angles
"$tauflow" compile robots/iiwa.urdf --effort 0 -o "$work/g" >/dev/null
ok "a file of operations in binary32 can be rotated" prints \
    '^plain angles +2 inputs rotated inside, by 6' "$tauflow" info "$work/g/iiwa.ops" \
    --plain-angles
finish
