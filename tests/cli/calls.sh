#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Divisions, roots and arc tangents: which units they need, and that they run on cores that have
# them.
. tests/cli/tap.bash

cat >"$work/polar.ops" <<'OPS'
tauflow-ops 1
robot polar
input x plain
input y plain
xx = mul x x
yy = mul y y
sum = add xx yy
r = sqrt sum
angle = atan2 y x
slope = div y r
output radius plain = r
output phi plain = angle
output sine plain = slope
OPS
polar=$work/polar.ops
divides=$work/divides.ops
sed -e '/atan2\|phi/d' "$polar" >"$divides"

units="--mul 1 --add 1 --div 1 --sqrt 1 --atan 1"
ok "schedules_have_units_for_them" prints '^cycles +4$' \
    "$tauflow" schedule "$polar" --machine thesis --mul 2 --add 1 --div 1 --sqrt 1 --atan 1
# mul 0..1, add 1..2, sqrt 2..9, div 9..22
ok "each kind has its latency" prints '^cycles +22$' \
    "$tauflow" schedule "$polar" --machine thesis --mul 2 --add 1 --div 1 --sqrt 1 --atan 1 \
    --sqrt-latency 7 --div-latency 13 --atan-latency 19
ok "a machine with them is told in words" prints \
    '1 divider, 1 root extractor, 1 arc tangent unit, .* of an arc tangent unit 19' \
    "$tauflow" schedule "$polar" --machine thesis $units --atan-latency 19
ok "without a unit the kind is named" refused 2 'the machine has no sqrt unit and 1 operations' \
    "$tauflow" schedule "$polar" --machine thesis --mul 1 --add 1 --div 1 --atan 1
checked() { # the text of a schedule has the units, and the checker reads it
    "$tauflow" schedule "$polar" --network crossbar $units --atan-latency 5 \
        -o "$work/polar.sched" && grep -q ' sqrt=1 atan=1 ' "$work/polar.sched" &&
        grep -q ' atan_latency=5 ' "$work/polar.sched" &&
        "$tauflow" check "$work/polar.sched"
}
ok "a schedule with them is written and checked" checked
ok "explore takes them" prints '^shortest +2 +1 +4' \
    "$tauflow" explore "$polar" --machine thesis --div 1 --sqrt 1 --atan 1
ok "info counts them" prints '^sqrt +1$' "$tauflow" info "$polar"
json_counts() {
    "$tauflow" info "$polar" --json | python3 -c '
import json, sys
o = json.load(sys.stdin)
assert (o["mul"], o["add"], o["div"], o["sqrt"], o["atan2"]) == (2, 1, 1, 1, 1)'
}
ok "and so does its json" json_counts

# Cores have units of each kind where a function needs them.
ok "one_unit_of_each_kind_that_is_needed" prints \
    '^machine +crossbar, 4 modules, 1 divider, 1 root extractor, .* divider 9, of a root .* 8$' \
    "$tauflow" schedule "$divides"
ok "none_of_a_kind_that_is_not" prints '^machine +crossbar, 4 modules, 2 input' \
    "$tauflow" schedule robots/puma.urdf --effort 0 --budget 2
ok "as_many_as_are_asked_for" prints '4 modules, 3 dividers, 1 root' \
    "$tauflow" schedule "$divides" --div 3 --div-latency 2
for network in crossbar ring; do
    ok "quotients_and_roots_run_on_the_twin, $network" prints '^mismatches +0$' \
        "$tauflow" run "$divides" --engine twin --network $network
    ok "arc_tangents_do, too, $network" prints '^mismatches +0$' \
        "$tauflow" run "$polar" --engine twin --network $network
done
dumped() {
    "$tauflow" image "$polar" -o "$work/polar.tau" >/dev/null && "$tauflow" dump "$work/polar.tau"
}
ok "images_ask_for_the_unit" prints '1 arc tangent units, .* 14 cycles of an arc tangent' dumped
cat >"$work/least.ops" <<'OPS'
tauflow-ops 1
robot least
input x plain
input y plain
apart = sub x y
less = below apart apart
least = add less y
output least plain = least
OPS
for network in crossbar ring; do # x is less: y and what it is less
    ok "branches_run_on_adders, $network" exact cycles \
        "$tauflow" run "$work/least.ops" --engine twin --network $network --steps 200
done
ok "and_ask_for_no_unit_of_their_own" prints '^machine +crossbar, 4 modules, 2 input' \
    "$tauflow" schedule "$work/least.ops"
ok "a_core_without_the_unit_is_refused" refused 2 'it needs 1 dividers and the core has 0' \
    "$tauflow" run "$divides" --engine twin --core div=0
finish
