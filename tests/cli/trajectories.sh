#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A motion against Exudyn's, which make deps-test installs; MuJoCo's is in trajectory_test.
. tests/cli/tap.bash
python=${BUILD:-build}/venv/bin/python

# Errors of Exudyn's method fall with the square of its step: 1.2e-6 m of the slider at 0.2 ms, 3e-7
# at 0.1 ms. What both extrapolate to is within 1e-8 (seen: 2.4e-9; the rate of the crank 8e-8).
alike() {
    "$python" tests/outside/exudyn_crank.py 1 2e-4 1e-4 >"$work/theirs" &&
        "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 \
            --until 1 --rows 1 --csv - 2>/dev/null | tail -1 | tr , ' ' >"$work/ours" &&
        cat "$work/theirs" "$work/ours" | awk '
            function size(x) { return x < 0 ? -x : x }
            NR <= 2 { slider[NR] = $1; rate[NR] = $2 }
            NR == 3 { near = size(slider[2] - $3); limit = (4 * slider[2] - slider[1]) / 3 - $3
                      turn = (4 * rate[2] - rate[1]) / 3 - $6; compared = 1 }
            END { print "slider", near, "extrapolated", limit, "rate of the crank", turn
                  exit !(compared && near < 3e-7 && size(limit) < 1e-8 && size(turn) < 1e-6) }'
}
if [ -x "$python" ] && "$python" -c 'import exudyn' 2>/dev/null; then
    ok exudyn_moves_the_slider_crank_alike alike
else
    tests=$((tests + 1))
    echo "ok $tests - exudyn_moves_the_slider_crank_alike # SKIP Exudyn is not installed:" \
        "make deps-test"
fi
finish
