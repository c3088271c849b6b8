# SPDX-License-Identifier: MIT
# schedule, check and explore: figures, files, determinism, and every way to be wrong.
. tests/cli/tap.bash

cat >"$work/small.ops" <<'OPS'
tauflow-ops 1
robot small
input x plain
input y plain
const k 2
b = mul x k
c = add b y
e = mul c c
output o plain = e
OPS
small="$work/small.ops"

json_keys() {
    "$tauflow" schedule "$small" --machine thesis --mul 1 --add 1 --json | python3 -c '
import json, sys
o = json.load(sys.stdin)
assert o["mul_units"] == 1 and o["add_units"] == 1 and o["cycles"] == 3 and o["lower_bound"] == 3
assert o["usage"] == 0.5 and o["scheduler"] == "best" and o["proven_optimal"] is True
assert o["machine"]["network"] == "ideal"'
}
ok "json has the keys that scripts rely on" json_keys
ok "a schedule says when the bound is met, and of what" \
    prints '^lower bound +3: no schedule of this graph is shorter$' \
    "$tauflow" schedule "$small" --machine thesis --mul 1 --add 1
# What a bound says of the fewest operations, it does not say of the robot's other equations.
faster_equations() {
    "$tauflow" schedule robots/pendulum5.urdf --effort 1 --optimise ops >"$work/few" &&
        "$tauflow" schedule robots/pendulum5.urdf --effort 1 >"$work/fast" &&
        grep -q '^equations  *one way to write them was tried; others may be faster$' \
            "$work/few" &&
        grep -qE '^equations +the fastest here of [0-9]+ ways to write them$' "$work/fast" &&
        [ "$(awk '/^cycles/ { print $2 }' "$work/fast")" -lt \
            "$(awk '/^cycles/ { print $2 }' "$work/few")" ]
}
ok "by default the equations are the fastest on the machine, and a schedule says of how many" \
    faster_equations
cycles_of() {
    "$tauflow" schedule robots/pendulum5.urdf --effort 1 --budget 20 "$@" |
        awk '/^cycles/ { print $2 }'
}
never_slower() { # the fewest operations are one of the variants
    for modules in 1 2 8; do
        few=$(cycles_of --modules $modules --optimise ops)
        best=$(cycles_of --modules $modules)
        echo "$modules modules: $best, $few"
        [ "$best" -le "$few" ] || return 1
    done
}
ok "the default is never slower than the fewest operations" never_slower
# Two words that are there in 0, and stored; of a product of 4 + 1 cycles there is one at least.
ok "a schedule says what no equations of the function can beat, and why" \
    prints "^no equations +can beat 6 \\('o' needs 2 words and has degree 2\\)$" \
    "$tauflow" schedule "$small" --modules 1 --mul-latency 4 --add-latency 5 --transfer 1
all_equations_json() {
    "$tauflow" schedule "$small" --modules 1 --json | python3 -c '
import json, sys
o = json.load(sys.stdin)
assert 0 < o["all_equations_bound"] <= o["cycles"] and "degree 2" in o["all_equations_reason"]' &&
        "$tauflow" schedule robots/stewart.urdf --function augmented --effort 0 \
            --scheduler thesis --json | python3 -c '
import json, sys
assert "all_equations_bound" not in json.load(sys.stdin)'
}
ok "scripts get that bound too, where it is known" all_equations_json
# Taken in 0, stored, 1 + 4, 6 + 5, 12 + 4, taken by the output in 16.
ok "latencies and store cycles count" prints '^cycles +17$' \
    "$tauflow" schedule "$small" --modules 1 --mul-latency 4 --add-latency 5 --transfer 1
ok "forwarding saves a cycle an operation and the first" prints '^cycles +14$' \
    "$tauflow" schedule "$small" --modules 1 --mul-latency 4 --add-latency 5
ok "a whole machine in one option" prints \
    '^machine +ring, 2 modules, inputs in place, words stored first, latencies 1 and 1$' \
    "$tauflow" schedule "$small" --machine 'network=ring modules=2 mul=2 add=2 transfer=1'

round() { # NETWORK SCHEDULER
    local first=$work/$1.$2.sched second=$work/again.sched path
    for path in "$first" "$second"; do
        "$tauflow" schedule robots/pendulum5.urdf --effort 0 --modules 2 --network "$1" \
            --scheduler "$2" --budget 5 --seed 3 -o "$path" || return 1
    done
    cmp "$first" "$second" && "$tauflow" check "$first"
}
for network in ideal crossbar ring; do
    for scheduler in best thesis random; do
        ok "$scheduler on $network is legal and the same twice" round $network $scheduler
    done
done
checked() { "$tauflow" check "$work/ring.best.sched" --json | python3 -c '
import json, sys
o = json.load(sys.stdin)
assert o["ok"] is True and o["cycles"] == o["run_cycles"] > 0'; }
ok "the machine runs a settled schedule as written" checked

cycles_for() { # OBJECTIVE
    "$tauflow" schedule robots/pendulum5.urdf --effort 0 --modules 4 --mul-latency 4 \
        --add-latency 5 --budget 5 --optimise "$1" --json |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["cycles"])'
}
variants() {
    local chosen
    chosen=$(cycles_for machine)
    [ "$chosen" -le "$(cycles_for ops)" ] && [ "$chosen" -le "$(cycles_for latency)" ]
}
# Its many inputs make operations give way that others then find in their way.
ok "no receiver of a large graph is promised to two words" prints '^cycles +14[0-9][0-9]$' \
    "$tauflow" schedule robots/car54.urdf --function fd --effort 0
ok "the best variant for a machine is no longer than the others" variants

# The example of the document is legal.
awk '/^## Schedules/ { on = 1 }
     on && /^    / { print substr($0, 5) }
     on && /^\| line/ { exit }' docs/forms.md >"$work/document.sched"
ok "the document's example is legal" \
    prints '^legal: 2 operations of example in 5 cycles$' "$tauflow" check "$work/document.sched"
broken() { # SED MESSAGE
    sed "$1" "$work/document.sched" >"$work/broken.sched"
    refused 2 "$2" "$tauflow" check "$work/broken.sched"
}
late="operation 'c' starts in cycle 2 but its operand 'b' is not there before cycle 3"
ok "an operand that is not there yet" \
    broken 's/issue c add0 3/issue c add0 2/' "broken.sched:[0-9]+:1: error: $late"
ok "a unit out of range" \
    broken 's/issue c add0/issue c add7/' \
    "broken.sched:[0-9]+:9: error: the machine has no unit 'add7'"
ok "an operation twice" \
    broken 's/^issue b.*/&\n&/' "broken.sched:[0-9]+:7: error: operation 'b' is scheduled twice"
ok "an operation never" broken '/^issue b/d' "broken.sched: error: operation 'b' is not scheduled"
ok "an unknown operand" \
    broken 's/add b y/add b z/' "broken.sched:[0-9]+:[0-9]+: error: unknown operand 'z'"
ok "a length that is not true" \
    broken 's/^cycles 5/cycles 4/' \
    "broken.sched:[0-9]+:1: error: the schedule says 4 cycles and takes 5"
ok "operations without a schedule" \
    refused 2 "small.ops: error: no line 'schedule NAME'" "$tauflow" check "$small"
ok "no file" refused 2 'none.sched: error: cannot open' "$tauflow" check "$work/none.sched"

ok "no units" refused 2 'how many units' "$tauflow" schedule "$small" --machine thesis
ok "a machine that nobody knows" refused 2 "unknown machine 'thesys': default, thesis or key=" \
    "$tauflow" schedule "$small" --machine thesys
ok "a network that nobody knows" refused 2 "bad value 'star' of option --network" \
    "$tauflow" schedule "$small" --network star
ok "no adder" refused 2 'no add unit and 1 operations need one' "$tauflow" schedule "$small" --mul 2
ok "modules and units" \
    refused 2 'exclude each other' "$tauflow" schedule "$small" --modules 2 --mul 3
ok "a ring without modules" \
    refused 2 'a ring is described by --modules' \
    "$tauflow" schedule "$small" --mul 2 --add 2 --network ring
ok "latency 0" \
    refused 2 'mul_latency=0 is out of range' \
    "$tauflow" schedule "$small" --modules 1 --mul-latency 0
ok "a transfer that no network has" \
    refused 2 'transfer=3' "$tauflow" schedule "$small" --modules 1 --network crossbar --transfer 3
ok "a transfer that is no number" \
    refused 2 "bad value 'x' of option --transfer" \
    "$tauflow" schedule "$small" --modules 1 --transfer x
ok "too few slots" \
    refused 2 'needs [0-9]+ slots and the machine has 1' \
    "$tauflow" schedule robots/puma.urdf --effort 0 --budget 1 --modules 1 --network crossbar \
    --slots 1
# Without a preference for fewer slots the search ends with 6 of them.
ok "a schedule is found that needs as few slots as there are" \
    prints '^receptions +[0-9]+, at most 5 slots a receiver$' \
    "$tauflow" schedule robots/puma560.urdf --effort 0 --slots 5
ok "a bad machine line" \
    refused 2 "'speed=1' is not a known key" "$tauflow" schedule "$small" --machine 'mul=1 speed=1'
unwritten() {
    refused 1 "cannot write" \
        "$tauflow" schedule "$small" --modules 1 -o "$work/no/where.sched" && [ ! -e "$work/no" ]
}
ok "a file that cannot be written" unwritten

# A sixteenth of a search for each variant gives 77 cycles; the whole for the best of them, 75.
searched_again() {
    cycles=$("$tauflow" schedule robots/puma.urdf --effort 1 --optimise machine --network ring \
        --modules 4 --json | grep -oE '"cycles": [0-9]+' | grep -oE '[0-9]+$') &&
        [ "$cycles" -le 76 ]
}
ok "the best variant is searched again" searched_again

# ROBOT CYCLES, as docs/schedule.md has it.
is_found() {
    "$tauflow" schedule "$1" --no-cache | grep -qE "^cycles +$2$"
}
ok "close to its bound the search aims a cycle lower" is_found robots/loops/planar3.urdf 31
ok "later rounds for small robots pay more for a cycle" is_found robots/loops/planar1.urdf 63

explored() {
    "$tauflow" explore robots/pendulum5.urdf --effort 0 --scheduler thesis \
        --csv "$work/p.csv" --svg "$work/p.svg" --json >"$work/p.json" &&
        python3 - "$work" <<'PY'
import csv, json, sys, xml.dom.minidom
work = sys.argv[1]
o = json.load(open(work + "/p.json"))
rows = list(csv.DictReader(open(work + "/p.csv")))
assert len(rows) == len(o["points"]) > 4
assert o["shortest"]["cycles"] == min(int(r["cycles"]) for r in rows)
assert o["best_usage"]["usage"] == max(float(r["usage"]) for r in rows)
assert all(int(r["cycles"]) >= int(r["lower_bound"]) for r in rows)
xml.dom.minidom.parse(work + "/p.svg")
PY
}
ok "explore writes csv, svg and json that agree" explored
ok "explore prints the front" prints '^shortest +[0-9]+' "$tauflow" explore "$small"

finish
