# SPDX-License-Identifier: MIT
# report: a page of one file, the same twice, whole or not at all.
. tests/cli/tap.bash

make_page() { # NAME OPTION...
    "$tauflow" report robots/pendulum5.urdf --effort 0 -o "$work/$1.html" "${@:2}"
}
ok "a page is written, and its figures told" prints \
    '^.*/a\.html \([0-9]+ bytes\): [0-9]+ operations in [0-9]+ cycles; open it in a browser$' \
    make_page a
twice() {
    make_page a && cp "$work/a.html" "$work/b.html" && make_page a &&
        cmp "$work/a.html" "$work/b.html"
}
ok "two runs write the same bytes" twice
data() { # PAGE: its data
    sed -n 's|.*<script type="application/json" id="data">\(.*\)</script>|\1|p' "$1"
}
figures() {
    data "$work/a.html" | python3 -c '
import json, sys
d = json.load(sys.stdin)
p = d["programs"][0]
n = len(p["name"])
lists = ["kind", "a", "b", "unit", "cycle", "swap", "slack", "wait"]
assert n > 50 and all(len(p[k]) == n for k in lists)
assert len({(u, c) for u, c in zip(p["unit"], p["cycle"])}) == n
assert p["bounds"]["best"] <= p["cycles"] and p["interval_cycles"] >= p["interval_bound"]
assert d["robot"]["joints"] == 5 and len(d["robot"]["bodies"]) == 6
assert sum(d["passes"][-1][1:]) == n
assert d["passes"][0][0].startswith("recursion in the file"), d["passes"][0]
e = d["errors"]
results = sum(e["counts"]) + e["exact"] + e["below"]
assert e["states"] == 2000 and results == 2000 * len(p["outputs"])
assert 0 < e["most"] < 5e-7 and e["not_finite"] == 0
assert d["command"].startswith("tauflow report robots/pendulum5.urdf --effort 0 -o ")'
}
ok "its data fit together" figures
chain() { # the steps in their order, and before that of the equations what passes left
    data "$work/a.html" | python3 -c '
import json, sys
chain = json.load(sys.stdin)["chain"]
names = [x["step"] for x in chain]
assert names == ["model", "passes", "lowering", "schedule", "program", "image"], names
assert [x["step"] for x in chain if x["verdict"] == "recorded"] == ["passes"]
assert all(x["count"] > 0 for x in chain) and 0 < chain[1]["bound"] < 1e-20, chain'
}
ok "its chain tells what was checked, and what is only recorded" chain
# One robot, one graph: run, image and the page say the same of binary32.
expected() { # FUNCTION BETTER
    local robot=(robots/motorcycle.urdf --effort 0 --budget 1 --function "$1")
    "$tauflow" run "${robot[@]}" --engine twin --steps 2 --json >"$work/run.json" &&
        "$tauflow" run "${robot[@]}" --engine twin --steps 2 >"$work/run" &&
        "$tauflow" image "${robot[@]}" -o "$work/x.tau" >"$work/image" &&
        "$tauflow" report "${robot[@]}" --steps 9 -o "$work/x.html" >"$work/report" || return 1
    data "$work/x.html" >"$work/page.json"
    python3 - "$work" "$2" <<'PYTHON'
import json, re, sys
at, better = sys.argv[1], sys.argv[2] == "better"
said = json.load(open(at + "/run.json"))["binary32"]
assert json.load(open(at + "/page.json"))["binary32"] == said
assert said["states"] == 100 and said["limit"] == 1e-4
assert 0 < said["sampled"] < said["bound"]
assert said["double_is_better"] == better == (said["sampled"] > said["limit"])
for name in ["run", "image", "report"]:
    text = open(at + "/" + name).read()
    line = re.search(r"^binary32 error +(\S+) of the size of '(\S+)' in 100 states within limits, "
                     r"bound ([^ \n]+)", text, re.M)
    assert line, (name, text)
    assert float(line[1]) == said["sampled"] and line[2] == said["sampled_of"]
    assert float(line[3]) == said["bound"]
    assert ("\nbetter choice " in text) == better, text
PYTHON
}
ok "an ill-conditioned function is told by run, image and page" expected fd better
ok "a good one is told, too, without a better choice" expected id no
of_fixed_point() {
    "$tauflow" report robots/pendulum5.urdf --effort 0 --numbers fixed:24 --steps 9 \
        -o "$work/fixed.html" >"$work/report" && data "$work/fixed.html" | grep '"binary32":null' &&
        ! grep binary32 "$work/report"
}
ok "fixed point has its own bound" of_fixed_point
same_schedule() { # operation, unit, cycle; receiver, word, cycle
    "$tauflow" schedule robots/pendulum5.urdf --effort 0 -o "$work/a.sched" >/dev/null || return 1
    data "$work/a.html" | python3 -c '
import json, sys
p = json.load(sys.stdin)["programs"][0]
for name, unit, cycle in zip(p["name"], p["unit"], p["cycle"]):
    print("issue", name, p["units"][unit][0], cycle)
words = p["inputs"] + p["name"]
for receiver, word, cycle in zip(p["take_receiver"], p["take_word"], p["take_cycle"]):
    print("take", p["receivers"][receiver], words[word], cycle)' | sort >"$work/page" &&
        awk '$1 == "issue" || $1 == "take" { print $1, $2, $3, $4 }' "$work/a.sched" | sort |
        diff - "$work/page" && [ "$(wc -l <"$work/page")" -gt 100 ]
}
ok "its schedule is the one that schedule writes" same_schedule
ok "nothing on it comes from elsewhere" eval \
    '! grep -nE "(src|href)=\"[^#d]|@import|url\(" "$work/a.html"'
loops() {
    "$tauflow" report robots/stewart.urdf --effort 0 --function closure --steps 10 \
        -o "$work/loops.html" || return 1
    data "$work/loops.html" | python3 -c '
import json, sys
l = json.load(sys.stdin)["robot"]["loops"]
n = len(l["rows"])
assert n == len(l["dependent"]) == sum(b[1] for b in l["blocks"]) > 0
assert all(0 <= e < n * n for e in l["entries"]) and len(l["entries"]) >= n'
}
ok "a robot with loops has the blocks of J_v" loops
sed 's|robot name="[^"]*"|robot name="a\&lt;/script>\&lt;b>"|' robots/pendulum5.urdf \
    >"$work/odd.urdf"
odd() {
    "$tauflow" report "$work/odd.urdf" --effort 0 --steps 1 -o "$work/odd.html" &&
        [ "$(grep -c '</script>' "$work/odd.html")" = "$(grep -c '</script>' "$work/a.html")" ] &&
        grep -q '<title>a&lt;/script>&lt;b>,' "$work/odd.html"
}
ok "a name cannot break the page" odd
circuit() {
    "$tauflow" report robots/pendulum5.urdf --effort 0 --circuit --numbers fixed:18 --interval 2 \
        --steps 10 -o "$work/circuit.html" >"$work/said" || return 1
    data "$work/circuit.html" | python3 -c '
import json, sys
p = json.load(sys.stdin)["programs"][0]
n = len(p["name"])
assert n > 50 and all(0 <= p["cycle"][i] < p["until"][i] for i in range(n))
at = sorted((p["unit"][i], p["cycle"][i], p["until"][i]) for i in range(n))
own = [len({c % p["every"] for v, c, _ in at if v == u}) == sum(v == u for v, _, _ in at)
       for u in range(len(p["units"])) if p["units"][u][0].startswith("mul")]
assert all(own) and len(own) == p["multipliers"]  # each turn of an operator once
for i in range(n):
    for x in (p["a"][i], p["b"][i]):
        assert not 0 <= x < n or p["there"][x] <= p["cycle"][i]'
}
ok "a circuit has its cells in stages, and operators their turns" circuit
# The shortest one is that which compile writes.
shortest() {
    local wish=(robots/pendulum5.urdf --effort 1 --circuit --optimise latency --numbers fixed:18)
    "$tauflow" report "${wish[@]}" --steps 10 -o "$work/short.html" >"$work/said" &&
        "$tauflow" compile "${wish[@]}" -o "$work/short" >"$work/compiled" || return 1
    cat "$work/said" "$work/compiled"
    [ "$(sed -n 's/.* cells in \([0-9]* stages\).*/\1/p' "$work/said")" = \
        "$(sed -n 's/^circuit .* \([0-9]* stages\),.*/\1/p' "$work/compiled")" ] &&
        grep -q ' in [0-9]* stages' "$work/said"
}
ok "the page of the shortest circuit is of that which compile writes" shortest
# States are drawn where loops are closed, as run draws them; residuals have no relative error.
closed() {
    local of="robots/loops/planar1.urdf --effort 0 --budget 1 --function closed-fd --steps 200"
    "$tauflow" report $of -o "$work/closed.html" >"$work/said" || return 1
    "$tauflow" run $of --engine twin --json >"$work/run.json" || return 1
    data "$work/closed.html" | python3 -c '
import json, sys
most = json.load(sys.stdin)["errors"]["most"]
assert most == json.load(open(sys.argv[1]))["max_rel_error"], most' "$work/run.json"
}
ok "the largest error of a closed function is that of run" closed
# A measured time is there where it is asked for alone, as it differs from run to run.
measured() {
    make_page cpu --cpu --steps 9 >"$work/said" && data "$work/cpu.html" | python3 -c '
import json, sys
c = json.load(sys.stdin)["cpu"]
assert 1 < c["float_ns"] < 1e5 and 1 < c["double_ns"] < 1e5 and "-O3" in c["with"], c' &&
        data "$work/a.html" | grep -q '"cpu":null'
}
ok "--cpu measures the C of the graph" measured
sets_compiler() { # CC OPTION...: with that compiler, in an empty folder for temporary files
    local cc=$1
    shift
    mkdir -p "$work/temporary"
    CC=$cc TMPDIR=$work/temporary make_page none --steps 9 "$@"
}
ok "without a compiler it says so" refused 1 \
    'cannot measure the time on this processor: .*not found' sets_compiler /nowhere/cc --cpu
ok "what the compiler complains of is told" refused 1 \
    'cannot measure the time on this processor: .*error' sets_compiler 'cc -Dfloat=5' --cpu
ok "it leaves nothing behind, and no page" eval \
    '[ -z "$(ls -A "$work/temporary")" ] && [ ! -e "$work/none.html" ]'
# What is known of the clock; worst of all seeds in measure/synth/timing.csv.
routed() { # WANTED OPTION...
    make_page routed --steps 9 "${@:2}" >"$work/said" && data "$work/routed.html" | python3 -c '
import csv, json, sys
r = json.load(sys.stdin)["programs"][0]["routed"]
if sys.argv[1] == "none":
    sys.exit(r is not None)
key = "network modules lanes transfer mul add depth fixed".split()
mhz = [float(row["mhz"]) for row in csv.DictReader(open("measure/synth/timing.csv"))
       if [row[k] for k in key] == sys.argv[1].split()]
assert mhz and r["mhz"] == min(mhz) and r["holds"] and not r["alone"], (r, mhz)' "$1"
}
ok "a program has the clock of the core that ships, where that holds it" \
    routed 'crossbar 4 2 0 3 4 default 0'
ok "also of one module, and of fixed point" eval \
    'routed "crossbar 1 2 1 3 4 usual 0" --modules 1 --transfer 1 &&
     routed "sparse 4 2 0 2 1 usual 24" --numbers fixed:24 --network sparse'
ok "a core that was not routed has none" eval \
    'routed none --mul-latency 6 && routed none --modules 5 && routed none --numbers fixed:20'
ok "a circuit has no machine" refused 2 'a circuit has no machine' make_page c --circuit --modules 2
ok "options of circuits are for circuits" refused 2 'add --circuit$' make_page c --clock 50
ok "without a file it says what is missing" refused 2 'report needs a file for its page: -o' \
    "$tauflow" report robots/pendulum5.urdf
ok "a schedule beside it must be one" refused 2 'odd\.urdf:1:' \
    make_page c --beside "$work/odd.urdf"
ok "then there is no page" [ ! -e "$work/c.html" ]
ok "too many states are refused" refused 2 "bad value '1000001' of option --steps" \
    make_page c --steps 1000001
finish
