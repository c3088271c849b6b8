#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Robots in fixed point on cores: cycles and bits on twin and RTL, alone and as streams; images, and
# what the library does with them.
. tests/cli/tap.bash
step=$PWD/${BUILD:-build}/tauflow-step
cp robots/pendulum5.urdf robots/puma.urdf "$work"
cd "$work" || exit 1
robot=(pendulum5.urdf --effort 0)
fixed=("${robot[@]}" --numbers fixed:24)

runs() { # ENGINE OPTION...: what was promised, in 24 bits
    local engine=$1
    shift
    "$tauflow" run "$@" --engine "$engine" --stalls 3 --json >run.json || return 1
    cat run.json
    grep -q '"mismatches": 0' run.json && grep -q '"ok": true' run.json &&
        grep -q 'fixed=24' run.json
}
ok "twin: bits of the evaluator, cycles of the schedule" runs twin "${fixed[@]}" --steps 200
ok "twin, ring" runs twin "${fixed[@]}" --network ring --modules 3 --transfer 1 --steps 50
ok "twin, another robot" runs twin puma.urdf --effort 0 --numbers fixed:24 --steps 200
ok "twin, stream" runs twin "${fixed[@]}" --optimise throughput --modules 2 --stream 300
# The core that the other tests of fixed point have.
core=(--modules 2 --lanes 2 --mul-latency 2 --add-latency 1)
ok "rtl: bits of the evaluator, cycles of the schedule" runs rtl "${fixed[@]}" "${core[@]}"
ok "rtl, stream" runs rtl "${fixed[@]}" "${core[@]}" --optimise throughput --stream 300

latencies() { "$tauflow" schedule "${fixed[@]}" | grep 'latencies 2 and 1'; }
ok "fixed point brings its latencies" latencies
points() { # a variant of the equations that was chosen for the machine gets its points too
    "$tauflow" schedule "${fixed[@]}" --optimise machine --budget 5 -o p.sched >/dev/null &&
        grep -qx 'numbers fixed 24' p.sched && "$tauflow" check p.sched
}
ok "a schedule of the best variant has points" points
ok "numbers wider than words go into no core" refused 2 'numbers of 33 bits do not go into a core' \
    "$tauflow" image "${robot[@]}" --numbers fixed:33 -o p.tau
ok "a core of other numbers is refused" refused 2 \
    'its numbers are fixed point of 24 bits and the core.s are binary32' \
    "$tauflow" run "${fixed[@]}" --engine twin --core fixed=0

state=(--q '1 2 3 4 5' --qd '0.5 0 0 0 -1' --qdd '0 0 2 0 0' --json)
close_numbers() { # FILE FILE: torques within a hundred thousandth of the largest
    python3 - "$@" <<'PYTHON'
import json, sys
a, b = (json.load(open(f))["tau"] for f in sys.argv[1:])
print(a, b)
worst = max(abs(x - y) for x, y in zip(a, b))
sys.exit(not (len(a) == len(b) == 5 and 0 < worst < 1e-5 * max(map(abs, b))))
PYTHON
}
driven() {
    "$tauflow" image "${fixed[@]}" -o p.tau && "$tauflow" image "${robot[@]}" -o b.tau &&
        "$tauflow" dump p.tau >dump && cat dump &&
        grep -q '^numbers  *fixed point of 24 bits' dump &&
        grep -q 'velocity (rad/s), from -3 to 3, point 21' dump &&
        "$step" p.tau --device twin: "${state[@]}" >fixed.json &&
        "$step" b.tau --device twin: "${state[@]}" >binary.json &&
        close_numbers fixed.json binary.json
}
ok "the library converts units" driven
ok "the library refuses what was not proved" refused 2 \
    'qd\[1\] is out of the range of this program: 4, and -3 .. 3 expected' \
    "$step" p.tau --device twin: --q '1 2 3 4 5' --qd '0.5 4 0 0 -1'
ok "a core of binary32 refuses the image" refused 2 'its numbers are fixed point of 24 bits' \
    "$step" p.tau --device twin:crossbar_4_2_0_2_1_0_8_4_32_64_512_512_512_64_64
finish
