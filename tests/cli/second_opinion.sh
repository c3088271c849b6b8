# SPDX-License-Identifier: MIT
# The second opinion on the graph that a command takes: commands say what it found, --no-check
# leaves it out, and a graph without a robot has none. What it finds: tests/unit/check_*_test.c.
. tests/cli/tap.bash
robot=robots/pendulum5.urdf
passed='^checked +3 states, worst [0-9.e-]+ of the sum of terms \(allowed 1e-12\)$'
left='^check +left out \(--no-check\)$'

says() { # PATTERN COMMAND...
    local pattern=$1
    shift
    "$@" --effort 0 --no-cache >"$work/said" 2>&1 || { cat "$work/said"; return 1; }
    grep -qE "$pattern" "$work/said" || { cat "$work/said"; return 1; }
}
tells() { # COMMAND...: with the opinion and without
    says "$passed" "$@" && says "$left" "$@" --no-check
}
ok "compile tells" tells "$tauflow" compile $robot -o "$work/out" --function id,fd
ok "schedule tells" tells "$tauflow" schedule $robot
ok "image tells" tells "$tauflow" image $robot -o "$work/p.tau"
ok "a function that closes loops is judged, closed and open" \
    says "${passed/3 states/6 states}" "$tauflow" schedule robots/loops/slider_crank.urdf \
    --function closed-fd
ok "run tells" tells "$tauflow" run $robot --engine twin --steps 10
ok "a graph in fixed point is judged before it has points" \
    says "$passed" "$tauflow" schedule $robot --numbers fixed:24
ok "a circuit is judged" tells "$tauflow" compile $robot -o "$work/c" --circuit --numbers fixed:18
# Limits without room are none; in the position 0 alone nothing of this arm's gravity is seen.
limited() { # LOW HIGH
    sed "s/<limit lower=\"[^\"]*\" upper=\"[^\"]*\"/<limit lower=\"$1\" upper=\"$2\"/" \
        robots/iiwa.urdf >"$work/limited.urdf"
    says "$passed" "$tauflow" schedule "$work/limited.urdf" --function gravity &&
        says "$passed" "$tauflow" schedule "$work/limited.urdf" --function regressor
}
ok "joints with limits 0 and 0 are judged" limited 0 0
ok "joints with limits the wrong way round are judged" limited 1 -1
ok "joints with limits far away are judged" limited 7 8
ok "JSON tells" says '"check": \{"done": true, "states": 3, .*"allowed": 1e-12' \
    "$tauflow" schedule $robot --json
ok "JSON tells why not" says '"check": \{"done": false, "why_not": "--no-check"\}' \
    "$tauflow" schedule $robot --json --no-check
ok "a graph without a robot has none" says 'check +left out \(a .ops file has no robot\)' \
    "$tauflow" schedule "$work/out/pendulum5.id.ops"

# A result that is kept is judged again.
kept() {
    export XDG_CACHE_HOME=$work/kept
    local k
    for k in 1 2; do
        "$tauflow" schedule $robot --effort 0 >"$work/kept$k" || return
        grep -qE "$passed" "$work/kept$k" || return
    done
    diff "$work/kept1" "$work/kept2"
}
ok "a kept result is judged again" kept
finish
