# SPDX-License-Identifier: MIT
# explore --circuit: cores as routed and circuits by the model on one front, and what both say
# elsewhere.
. tests/cli/tap.bash

robot=robots/pendulum5.urdf
designs() { # NAME OPTIONS...
    "$tauflow" explore $robot --effort 0 --budget 3 --circuit "${@:2}" --json >"$work/$1.json"
}
judged() { # NAME: whether its front is one
    python3 - "$work/$1.json" <<'PY'
import json, sys
o = json.load(open(sys.argv[1]))
keys = ("latency_ns", "interval_ns", "tables", "blocks")
vector = [tuple(d[k] for k in keys) for d in o["designs"]]
def better(a, b):
    return all(x <= y for x, y in zip(a, b)) and a != b
assert len(vector) > 4
for v, d in zip(vector, o["designs"]):
    beaten = any(better(w, v) for w in vector)
    assert d["front"] != beaten or vector.count(v) > 1, d
    if d["mhz"]:
        assert abs(d["latency_ns"] - 1000 * d["latency_cycles"] / d["mhz"]) < 0.06, d
        assert abs(d["interval_ns"] - 1000 * d["interval_cycles"] / d["mhz"]) < 0.06, d
    else:
        assert d["latency_ns"] == d["interval_ns"] > 0, d
assert {d["design"] for d in o["designs"]} >= {"circuit"}
PY
}
fixed_designs() { designs fixed --numbers fixed:18 --csv "$work/fixed.csv" && judged fixed; }
ok "in fixed point there is a front of cores and circuits" fixed_designs
ok "and in binary32" eval 'designs binary --csv "$work/binary.csv" && judged binary'
both() {
    python3 - "$work" <<'PY'
import csv, json, sys
for name in ("fixed", "binary"):
    o = json.load(open(f"{sys.argv[1]}/{name}.json"))
    rows = list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv")))
    assert len(rows) == len(o["designs"])
    for r, d in zip(rows, o["designs"]):
        assert all(str(d[k]) == r[k] for k in ("design", "numbers", "tables", "blocks", "how"))
        assert int(r["front"]) == d["front"]
    for d in o["designs"]: # cores that were routed have been of binary32 and of fixed point
        assert d["numbers"] in ("fp32", "fixed:18"), d
        own = {"fixed": "fixed:18", "binary": "fp32"}[name]
        assert d["design"] == "core" or d["numbers"] == own, d
    assert {d["design"] for d in o["designs"]} == {"core", "circuit"}
    assert any(d["design"] == "core" and d["interval_cycles"] < d["latency_cycles"]
               for d in o["designs"])
PY
}
ok "csv and json agree, and have cores, streams and circuits" both

# What the front says of a circuit is what compile says of it.
as_compiled() { # NAME NUMBERS OPTIONS...
    "$tauflow" compile $robot --effort 0 --circuit --numbers "$2" "${@:3}" -o "$work/made" \
        >"$work/said" &&
        python3 - "$work" "$1" "${*:3}" <<'PY'
import json, re, sys
work, name, how = sys.argv[1:]
said = open(work + "/said").read()
d, = [d for d in json.load(open(f"{work}/{name}.json"))["designs"] if d["how"] == how]
assert int(re.search(r"in (\d+) blocks", said)[1]) == d["blocks"]
assert int(re.search(r"tables +about (\d+)", said)[1]) == d["tables"]
if "--clock 0" in how:
    assert abs(float(re.search(r"combinational, ([\d.]+) ns", said)[1]) - d["latency_ns"]) < 0.06
else:
    assert int(re.search(r"latency (\d+) cycles", said)[1]) == d["latency_cycles"]
PY
}
ok "a circuit without a clock is that of compile" as_compiled fixed fixed:18 --clock 0
ok "so is one with shared blocks" as_compiled fixed fixed:18 --clock 160 --interval 2
ok "so is one of binary32" as_compiled binary fp32 --clock 140 --interval 8

# And of a core, what schedule says, and measure/synth/timing.csv of its clock.
as_scheduled() {
    local cycles
    cycles=$("$tauflow" schedule $robot --effort 0 --budget 3 --modules 1 --transfer 1 --json |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["cycles"])') &&
        python3 - "$work" "$cycles" <<'PY'
import csv, json, sys
d, = [d for d in json.load(open(sys.argv[1] + "/binary.json"))["designs"]
      if d["how"].startswith("crossbar, 1 module,") and "overlap" not in d["how"]]
assert d["latency_cycles"] == int(sys.argv[2]), d
mhz = [float(r["mhz"]) for r in csv.DictReader(open("measure/synth/timing.csv"))
       if (r["network"], r["modules"], r["fixed"]) == ("crossbar", "1", "0")]
assert abs(d["mhz"] - min(mhz)) < 0.011, (d, mhz)
PY
}
ok "a core has the cycles of schedule and the clock of its route" as_scheduled

# Tables by the model are those of routes, within a tenth.
as_routed() {
    python3 - "$tauflow" "$work/routed" <<'PY'
import csv, re, subprocess, sys
seen = 0
for r in csv.DictReader(open("measure/synth/circuits.csv")):
    if r["robot"] != "pendulum5" or r["numbers"] != "fixed:18" or r["options"] != "-":
        continue
    said = subprocess.run([sys.argv[1], "compile", "robots/pendulum5.urdf", "--circuit",
                           "--numbers", r["numbers"], "--clock", r["clock"], "-o", sys.argv[2]],
                          check=True, capture_output=True, text=True).stdout
    tables = int(re.search(r"tables +about (\d+)", said)[1])
    assert abs(tables - int(r["comb"])) <= 0.1 * int(r["comb"]), (tables, r["comb"])
    seen += 1
assert seen
PY
}
ok "tables are about those that were routed" as_routed
ok "the table has the front alone" eval \
    '[ "$("$tauflow" explore $robot --effort 0 --budget 3 --circuit --numbers fixed:18 |
        grep -cE "^(core|circuit) ")" = "$(grep -c ",1,\"" "$work/fixed.csv")" ]'
ok "a device that no core was routed for has circuits" eval \
    'designs amd --numbers fixed:18 --device xcup && judged amd && ! grep -q core "$work/amd.json"'

ok "an unknown device" refused 2 "bad value 'spartan' of option --device" \
    "$tauflow" explore $robot --circuit --device spartan
ok "a device without circuits" refused 2 "add --circuit" "$tauflow" explore $robot --device ecp5
for option in "--svg $work/a.svg" "--modules 2" "--most-mul 3"; do
    # shellcheck disable=SC2086
    ok "no $option" refused 2 "shows the cores that were routed" \
        "$tauflow" explore $robot --circuit $option
done
finish
