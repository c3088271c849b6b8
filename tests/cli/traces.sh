# SPDX-License-Identifier: MIT
# --trace-out: in each format every event of the schedule, once, in its cycle.
. tests/cli/tap.bash

pendulum=(robots/pendulum5.urdf --effort 0 --modules 2 --seed 5 --budget 5)
for ending in json kanata vcd fst sched; do
    option=--trace-out
    [ $ending != sched ] || option=-o
    "$tauflow" schedule "${pendulum[@]}" $option "$work/p.$ending" >/dev/null
done
# What the schedule says: operation, unit, cycle; and receptions.
sed -n 's/^issue \([^ ]*\) \([^ ]*\) \([0-9]*\).*/\1 \2 \3/p' "$work/p.sched" | sort >"$work/issues"
sed -n 's/^take \([^ ]*\) \([^ ]*\) \([0-9]*\).*/\2 \1 \3/p' "$work/p.sched" | sort >"$work/takes"
ok "there is something to compare with" eval '[ $(wc -l <"$work/issues") -gt 50 ] &&
    [ $(wc -l <"$work/takes") -gt 50 ]'

perfetto() {
    python3 - "$work/p.json" >"$work/said" <<'END_PYTHON' || return 1
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
begins = {e["id"]: e for e in events if e["ph"] == "s"}
ends = {e["id"]: e for e in events if e["ph"] == "f"}
assert begins.keys() == ends.keys() and len(begins) > 50
assert all(begins[i]["ts"] < ends[i]["ts"] for i in begins)
levels = [e for e in events if e["ph"] == "C"]
assert levels and all(e["args"]["words"] >= 0 for e in levels)
for e in events:
    if e["ph"] == "X" and e["pid"] != 1:
        print("ut"[e["pid"] == 3], e["name"], names[e["pid"], e["tid"]], e["ts"])
END_PYTHON
    diff <(sed -n 's/^u //p' "$work/said" | sort) "$work/issues" &&
        diff <(sed -n 's/^t //p' "$work/said" | sort) "$work/takes"
}
ok "Perfetto: issues and receptions are those of the schedule" perfetto
konata() {
    awk -F '\t' 'BEGIN { cycle = 0 }
        $1 == "C" { cycle += $2 }
        $1 == "I" { if ($2 != begun++) bad = "numbers of instructions do not count up" }
        $1 == "L" && $3 == 0 { name[$2] = $4 }
        $1 == "S" && $4 == "X" { issue[$2] = cycle; issues++ }
        $1 == "W" { if (!($3 in issue)) bad = "reads what was never begun" }
        $1 == "R" { ended[$2]++; if (!($2 in issue) || cycle <= issue[$2]) bad = "ends early" }
        END { for (i in name) { split(name[i], part, ": "); split(part[2], of, " = ")
                  print of[1], part[1], issue[i]; if (ended[i] != 1) bad = "ends not once" }
              if (bad) { print bad; exit 1 } }' "$work/p.kanata" >"$work/said" &&
        diff <(sort "$work/said") "$work/issues"
}
ok "Konata: every operation begins, is issued in its cycle and ends" konata
vcd() {
    awk '$1 == "$scope" { scope = $3 }
        $1 == "$var" && $2 == "string" && scope == "units" { unit[$4] = $5 }
        /^#/ { cycle = substr($1, 2) / 10 }
        /^s[^-]/ && ($2 in unit) { print substr($1, 2), unit[$2], cycle }' "$work/p.vcd" |
        sort >"$work/said" && diff "$work/said" "$work/issues"
}
ok "waveforms: every operation is at its unit in its cycle" vcd
# waves FILE.vcd: every time, signal and value, sorted; of several at one time the last counts.
waves() {
    awk '$1 == "$scope" { scope = $3 }
        $1 == "$var" { signal[$4] = scope "." $5 }
        /^#/ { now = substr($1, 2) }
        /^[sr]/ && ($2 in signal) { value[now " " signal[$2]] = $1 }
        END { for (k in value) print k, value[k] }' "$1" | sort
}
fst() { # ARGUMENTS of a schedule: what GTKWave's own reader makes of the FST file is the VCD
    "$tauflow" schedule "$@" --trace-out "$work/w.vcd" >/dev/null &&
        "$tauflow" schedule "$@" --trace-out "$work/w.fst" >/dev/null &&
        fst2vcd "$work/w.fst" >"$work/back.vcd" &&
        waves "$work/w.vcd" >"$work/vcd.waves" && waves "$work/back.vcd" >"$work/fst.waves" &&
        [ "$(wc -l <"$work/vcd.waves")" -gt 200 ] && diff "$work/vcd.waves" "$work/fst.waves"
}
if command -v fst2vcd >/dev/null; then
    ok "FST: read by GTKWave it is the VCD, value for value" fst "${pendulum[@]}"
    ok "FST: of a ring and samples that overlap as well" fst robots/puma.urdf --effort 0 \
        --network ring --modules 4 --optimise throughput --budget 5
    ok "FST: of fixed point as well" fst robots/pendulum5.urdf --effort 0 --numbers fixed:24 \
        --budget 5
else
    echo "ok $((tests += 1)) - FST: as the VCD # skip fst2vcd of GTKWave is not installed"
fi
values() { # those of the software twin, which computes them
    "$tauflow" run "${pendulum[@]}" --cycles-dump --steps 1 |
        awk 'NR > 1 { print $4, $7 }' | sort >"$work/twin" && [ -s "$work/twin" ] || return 1
    python3 -c '
import json, sys
for e in json.load(open(sys.argv[1]))["traceEvents"]:
    if e["ph"] == "X" and e["pid"] == 2:
        print(e["name"], "%.9g" % e["args"]["value"])' "$work/p.json" | sort | diff - "$work/twin"
}
ok "values are those of the machine" values
overlap() {
    "$tauflow" schedule robots/pendulum5.urdf --effort 0 --optimise throughput --modules 2 \
        --budget 20 --trace-out "$work/o.json" -o "$work/o.sched" >/dev/null || return 1
    python3 - "$work/o.json" "$(sed -n 's/^interval //p' "$work/o.sched")" <<'END_PYTHON'
import json, sys
issues = {}
for e in json.load(open(sys.argv[1]))["traceEvents"]:
    if e["ph"] == "X" and e["pid"] == 2:
        issues.setdefault(e["name"], []).append(e["ts"])
interval = int(sys.argv[2])
assert len(issues) > 50
for cycles in issues.values():
    assert [c - cycles[0] for c in cycles] == [k * interval for k in range(4)]
END_PYTHON
}
ok "samples that overlap follow each other at the interval" overlap
ok "a run writes the same trace" eval '"$tauflow" run "${pendulum[@]}" --engine twin --steps 1 \
    --trace-out "$work/run.json" && cmp "$work/run.json" "$work/p.json"'
ok "a run writes the same waveform" eval '"$tauflow" run "${pendulum[@]}" --engine twin --steps 1 \
    --trace-out "$work/run.fst" && cmp "$work/run.fst" "$work/p.fst"'
# The Verilated core that the Makefile builds to be looked into.
measured() { # ARGUMENTS: the core's own events are those of the schedule
    "$tauflow" run "$@" --engine rtl --cores "${BUILD:-build}/sim/cores" --steps 1 \
        --trace-out "$work/rtl.vcd" >/dev/null &&
        "$tauflow" schedule "$@" --trace-out "$work/plan.vcd" >/dev/null &&
        grep -q 'events of the Verilated core' "$work/rtl.vcd" &&
        grep -q 'events of the schedule' "$work/plan.vcd" &&
        [ "$(grep -c '^[sr]' "$work/rtl.vcd")" -gt 400 ] &&
        diff <(sed 1d "$work/rtl.vcd") <(sed 1d "$work/plan.vcd")
}
two=(--effort 0 --modules 2 --lanes 2 --budget 5)
ok "a Verilated core tells the events of the schedule, in their cycles" measured \
    robots/pendulum5.urdf "${two[@]}"
streamed() { # samples that overlap: every operation of all of them, at its unit, in its order
    "$tauflow" run robots/pendulum5.urdf "${two[@]}" --optimise throughput --engine rtl \
        --cores "${BUILD:-build}/sim/cores" --stream 20 --trace-out "$work/s.json" >/dev/null &&
        python3 - "$work/s.json" <<'END_PYTHON'
import collections, json, sys
trace = json.load(open(sys.argv[1]))
assert trace["otherData"]["events of"] == "the Verilated core"
issues = collections.defaultdict(list)
for e in trace["traceEvents"]:
    if e["ph"] == "X" and e["pid"] == 2:
        issues[e["name"]].append((e["args"]["sample"], e["ts"]))
assert len(issues) > 50
for seen in issues.values():
    assert [s for s, _ in seen] == [0, 1, 2, 3]
    assert sorted(t for _, t in seen) == [t for _, t in seen]
END_PYTHON
}
ok "of samples that overlap as well" streamed
ok "an ideal network has no receivers, and a trace all the same" eval '"$tauflow" schedule \
    robots/pendulum5.urdf --effort 0 --machine thesis --mul 2 --add 2 --trace-out "$work/i.vcd"'
ok "another ending is refused" refused 2 'p\.txt: error: a trace is for Perfetto \(FILE\.json\)' \
    "$tauflow" schedule "${pendulum[@]}" --trace-out "$work/p.txt"
finish
