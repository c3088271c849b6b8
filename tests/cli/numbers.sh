#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fixed point from the command line: what is refused, what info and compile say, and that accuracy
# is what docs/numbers.md promises.
. tests/cli/tap.bash
robots=$PWD/robots
cd "$work" || exit 1
fixed=("$robots/puma.urdf" --effort 0 --numbers)

for bad in fixed:15 fixed:41 fixed: fixed:024 fixed:2x fixed fp16 ''; do
    ok "numbers '$bad'" refused 2 "bad value '$bad' of option --numbers: fp32 or fixed:W" \
        "$tauflow" info "${fixed[@]}" "$bad"
done
ok "ranges without fixed point" refused 2 'ranges are for fixed point' \
    "$tauflow" info "$robots/puma.urdf" --range 'qd 3'
ok "a range of nothing" refused 2 "'speed' is no kind of input" \
    "$tauflow" info "${fixed[@]}" fixed:24 --range 'speed 3'
ok "an empty range" refused 2 'option --range needs a value' \
    "$tauflow" info "${fixed[@]}" fixed:24 --range ''
printf 'qdd 10\n\nqd elbow 3\n' >bad.ranges
ok "a range of no joint has its line" refused 2 "^bad.ranges:3:1: error: range of 'elbow'" \
    "$tauflow" info "${fixed[@]}" fixed:24 --ranges bad.ranges
ok "a function with divisions" refused 2 "fixed point has products.* and no 'div'" \
    "$tauflow" info "$robots/pendulum5.urdf" --effort 0 --function fd --numbers fixed:24
ok "two functions of fixed point" refused 2 'one function at a time' \
    "$tauflow" compile "${fixed[@]}" fixed:24 --function id,mass -o two
ok "real numbers of fixed point" refused 2 'real is for floating point' \
    "$tauflow" compile "${fixed[@]}" fixed:24 --real float -o real

cat >coarse.ops <<'OPS'
tauflow-ops 1
robot coarse
input x plain
const large 100000
a = add x large
b = sub a large
output o plain = b
OPS
ok "a bound that is no good is told" eval \
    '"$tauflow" info coarse.ops --numbers fixed:16 --states 9 2>&1 | grep "warning: .* largest"'
ok "a good one is not" eval \
    '! "$tauflow" info coarse.ops --numbers fixed:40 --states 9 2>&1 | grep warning'

printf 'qdd 10 # all joints\nqd q1 -1 2\n' >own.ranges
stated() {
    "$tauflow" info "${fixed[@]}" fixed:24 --states 10 --ranges own.ranges --range 'qdd q2 4' >said
    grep -E '^qd1 +-1 +2 +21  stated ' said && grep -E '^qdd1 +-10 +10 .* stated ' said &&
        grep -E '^qdd2 +-4 +4 .* stated ' said && grep -E '^qd2 +-3 +3 .* default ' said
}
ok "ranges of files, options and defaults" stated

# error of ROBOT at BITS below LIMIT, no overflow, and the bound above the error, up to ten times
accurate() { # ROBOT BITS LIMIT [OPTIONS]
    local robot=$1 bits=$2 limit=$3
    shift 3
    "$tauflow" info "$robot" --numbers "fixed:$bits" --states 20000 --json "$@" 2>/dev/null >said &&
        sed -E 's/.*"numbers": \{//; s/"inputs".*//' said &&
        python3 - "$limit" <<'PYTHON'
import json, sys
n = json.load(open("said"))["numbers"]
ok = 0 < n["error"] < float(sys.argv[1]) and n["overflows"] == 0 and n["states"] == 20000
ok = ok and all(o["error"] <= o["bound"] for o in n["outputs"])
ok = ok and n["error"] <= n["bound"] <= 10 * n["error"]
ok = ok and all(o["seen"] <= max(-o["low"], o["high"]) * (1 + 1e-12) for o in n["operations"])
sys.exit(not ok)
PYTHON
}
# make bench-numbers has more robots and more states
ok "puma560_with_27_bits" accurate "$robots/puma560.urdf" 27 1e-6 --effort 0
ok "puma560_with_18_bits" accurate "$robots/puma560.urdf" 18 3e-4 --effort 0
ok "iiwa_with_24_bits" accurate "$robots/iiwa.urdf" 24 6e-6 --effort 0
ok "a_floating_base_with_a_force" accurate "$robots/pendulum5.urdf" 24 6e-6 --effort 0 \
    --base floating --force bar5
ok "the_mass_matrix" accurate "$robots/puma560.urdf" 24 6e-6 --effort 0 --function mass

compiled() {
    "$tauflow" compile "${fixed[@]}" fixed:24 -o made >said && cat said &&
        grep -q 'made/puma.ops' said &&
        grep -qx 'numbers fixed 24' made/puma.ops && grep -qx '#define PUMA_WIDTH 24' made/puma.h &&
        gcc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -c -o puma.o made/puma.c &&
        "$tauflow" compile "${fixed[@]}" fixed:24 -o again >/dev/null &&
        diff -r -x '*.cert' made again
}
ok "compile writes operations with points and integer C, twice the same" compiled

kept() { # what a .ops file says of numbers holds, unless other numbers are asked for
    "$tauflow" info made/puma.ops --states 10 | grep '^numbers .* 24 bits' &&
        "$tauflow" info made/puma.ops --states 10 | grep -E '^qd1 .* file ' &&
        "$tauflow" info made/puma.ops --states 10 --numbers fixed:32 | grep '^numbers .* 32 bits' &&
        ! "$tauflow" info made/puma.ops --numbers fp32 | grep '^numbers' &&
        "$tauflow" schedule made/puma.ops --budget 5 -o p.sched &&
        grep -qx 'numbers fixed 24' p.sched && "$tauflow" check p.sched
}
ok "operations in fixed point keep their numbers" kept
finish
