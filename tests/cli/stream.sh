# SPDX-License-Identifier: MIT
# Samples that overlap: tauflow run --stream, --optimise throughput, --interval.
. tests/cli/tap.bash
quick="--effort 0 --budget 2000"

# flows ARGUMENTS...: the verdict is ok, and interval predicted and measured are there and equal.
flows() {
    "$tauflow" run --engine twin "$@" $quick --json >"$work/stream.json" || return 1
    cat "$work/stream.json"
    local interval='"interval_predicted": ([0-9.]+), "interval_measured": \1'
    local latency='"latency_cycles": ([0-9]+), "latency_predicted": \2'
    local rate='"samples_per_second_at_mhz": [1-9][0-9]*' result='"mismatches": 0, .*"ok": true'
    grep -qE "$interval, $latency, .*$rate, .*$result" "$work/stream.json"
}

# The cores that the Makefile builds for tests: what is predicted is measured there too, and at the
# pins two register slices come on top.
cores=${BUILD:-build}/sim/cores
slices() {
    flows "$@" --engine rtl --cores "$cores" --out-lanes 1 --stream 200 &&
        python3 - "$work/stream.json" <<'PY'
import json, sys
o = json.load(open(sys.argv[1]))
assert o["latency_at_pins"] == o["latency_predicted"] + 2
PY
}
ok "the latency of the Verilated crossbar is the predicted one" slices robots/puma.urdf --modules 2
ok "that of overlapping samples too" slices robots/pendulum5.urdf --modules 2 --lanes 2 \
    --optimise throughput
ok "and on the Verilated ring" slices robots/pendulum5.urdf --modules 2 --network ring --lanes 1 \
    --transfer 1 --optimise throughput
for network in crossbar ring; do
    for modules in 1 2 5; do
        ok "overlapping samples on a $network of $modules" \
            flows robots/pendulum5.urdf --optimise throughput --network $network \
            --modules $modules --out-lanes 1 --stream 1000
    done
done
ok "a program for one sample, back to back" flows robots/pendulum5.urdf --modules 2 --stream 500
ok "stalls change no word" \
    flows robots/pendulum5.urdf --optimise throughput --modules 4 --transfer 1 --stream 500 \
    --stalls 10
ok "a core with other times" \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --optimise throughput --modules 2 \
    --stream 500 --core 'mul_latency=6 queue=8'

# The fewest modules: 65 multiplications (--effort 0) in 22 cycles are 3 modules.
fewest() {
    flows robots/pendulum5.urdf --interval 22 --stream 500 &&
        grep -q ' modules=3 ' "$work/stream.json" &&
        grep -q '"interval_predicted": 22.0000' "$work/stream.json"
}
ok "an interval chooses the fewest modules" fewest
warned() {
    local limit='words in and out limit the interval to 20 cycles'
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --optimise throughput --modules 8 \
        --lanes 1 --stream 200 2>&1 >"$work/out" |
        grep "warning: $limit with 1 input and 1 output lanes; the units allow 9"
}
ok "lanes that limit the interval are reported" warned
ok "an interval that no units reach" refused 2 'units and lanes need 17' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --modules 4 --interval 14
ok "an interval that no core reaches" refused 2 \
    'no core of 16 modules or fewer reaches an interval of 2 cycles' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --interval 2
ok "the ideal network" refused 2 'crossbar\|ring\|sparse' \
    "$tauflow" schedule robots/pendulum5.urdf --effort 0 --optimise throughput --machine thesis \
    --modules 2
ok "--cycles-dump" \
    refused 2 'one after another' \
    "$tauflow" run robots/pendulum5.urdf $quick --stream 10 --cycles-dump

written() {
    "$tauflow" schedule robots/pendulum5.urdf $quick --optimise throughput --modules 4 \
        --network crossbar --json -o "$work/a.sched" >"$work/a.json" &&
        grep -q '"interval": 17, "interval_bound": 17' "$work/a.json" &&
        "$tauflow" check "$work/a.sched" | grep -q 'a sample every 17'
}
ok "a schedule with an interval is written, read and checked" written
# By halves, as --time has it. 84 is the bound; with the room after the operations it is 96.
roomy() {
    "$tauflow" schedule robots/car.urdf --effort 0 --budget 300 --time 300 --modules 4 \
        --network crossbar --optimise throughput --json >"$work/r.json" && cat "$work/r.json" &&
        [ "$(sed 's/.*"interval": \([0-9]*\),.*/\1/' "$work/r.json")" -le 90 ]
}
ok "inputs that are wanted early have room for few moves to do" roomy
sed 's/^interval 17$/interval 16/' "$work/a.sched" >"$work/b.sched"
ok "a wrong interval is found" refused 2 'interval of 16' "$tauflow" check "$work/b.sched"
twice() {
    local path
    for path in "$work/1.tau" "$work/2.tau"; do
        "$tauflow" image robots/pendulum5.urdf $quick --optimise throughput --modules 4 \
            -o "$path" || return 1
    done
    cmp "$work/1.tau" "$work/2.tau"
}
ok "an image of overlapping samples is the same every time" twice
ok "its dump reports the interval" \
    prints "^interval  .* 17 cycles between samples" "$tauflow" dump "$work/1.tau"
ok "its dump reports what ports deliver" \
    prints "port 0, word of sample: .*again and again" "$tauflow" dump "$work/1.tau"
finish
