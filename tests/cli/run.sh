# SPDX-License-Identifier: MIT
# tauflow run: predicted and measured cycles, results, dump, refusals.
. tests/cli/tap.bash
quick="--effort 0 --budget 4"

# agrees ARGUMENTS...: the verdict is ok, and both numbers of cycles are there and equal.
agrees() {
    "$tauflow" run --engine twin "$@" $quick --json >"$work/run.json" || return 1
    cat "$work/run.json"
    local cycles='"cycles_predicted": ([0-9]+), "cycles_measured": \1'
    local results='"steps": [1-9][0-9]*, "mismatches": 0, "max_rel_error": [0-9.e-]+, "ok": true'
    grep -qE "$cycles, $results" "$work/run.json"
}

for network in crossbar ring; do
    for modules in 1 3 8; do
        ok "measured equals predicted on a $network of $modules" \
            agrees robots/pendulum5.urdf --network $network --modules $modules
    done
done
ok "one lane, stored transfers, one-cycle units" \
    agrees robots/puma.urdf --lanes 1 --transfer 1 --mul-latency 1 --add-latency 1
ok "stalls change no word" agrees robots/pendulum5.urdf --steps 4 --stalls 40 --network ring
ok "another scheduler" agrees robots/pendulum5.urdf --scheduler random
ok "a free base with a force" agrees robots/pendulum5.urdf --base floating --force bar2 --modules 2
ok "a larger core with other times: cycles are predicted for it" \
    agrees robots/pendulum5.urdf --core 'modules=6 mul_latency=7 transfer=1 slots=64 lane_queue=16'

small() {
    agrees robots/pendulum5.urdf --core 'slots=64' &&
        ! agrees robots/pendulum5.urdf --core 'slots=2'
}
ok "a core is taken or not by its size" small
ok "what does not fit is refused with the numbers" \
    refused 2 'needs [0-9]+ slots in one receiver and the core has 2' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --core slots=2
ok "a wrong key of a core" refused 2 "'slotz=4' is not a known key=value" \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --core slotz=4
ok "a number out of range" refused 2 "'lanes=9': 1..8 expected" \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --core lanes=9
ok "too many modules" refused 2 '17 modules and a core has at most 16' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --modules 17
ok "no modules: the default of four" prints "mul3" \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --modules 0
ok "too many lanes" refused 2 'lanes=9, and a core has 1..8' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --lanes 9
ok "the ideal network" refused 2 'ideal network' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --machine 'mul=2 add=2'
ok "--json and --cycles-dump" \
    refused 2 'exclude each other' "$tauflow" run robots/pendulum5.urdf --json --cycles-dump
ok "tables need a folder, not a file" refused 2 "is not a folder" \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --tables robots/car.urdf
modules() { # those that were asked for
    local count=$1
    shift
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --steps 2 "$@" --json |
        python3 -c '
import json, sys
d = json.load(sys.stdin)
modules = f"modules={sys.argv[1]} "
assert d["machine"]["modules"] == int(sys.argv[1]) and modules in d["core"], d' $count
}
ok "--json counts modules" modules 2 --modules 2
ok "--json counts modules of a ring" modules 2 --modules 2 --network ring
ok "--json counts modules of a stream" modules 1 --modules 1 --stream 5
ok "--help has an example" prints '^  tauflow run robots/' "$tauflow" run --help
ok "the table names units" prints '^add3 +[0-9.]+ +[0-9.]+ +0\.[0-9]+$' \
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick

# Every operation once, each result the sum, difference or product of what stands before it; no unit
# twice in a cycle.
dump() {
    "$tauflow" info robots/pendulum5.urdf --effort 0 --json >"$work/info"
    "$tauflow" run robots/pendulum5.urdf $quick --cycles-dump >"$work/dump" || return 1
    awk -F'\t' -v want="$(sed -E 's/.*"mul": ([0-9]+), "add": ([0-9]+).*/\1 \2/' "$work/info")" '
        NR == 1 { next }
        { count++; value = $3 == "mul" ? $5 * $6 : $3 == "add" ? $5 + $6 : $5 - $6
          size = sqrt($5 * $5) + sqrt($6 * $6) + sqrt($7 * $7)
          if ((value - $7) ^ 2 > (1e-5 * size) ^ 2) { print "wrong:", $0; bad = 1 }
          if (seen[$1 " " $2]++ || named[$4]++) { print "twice:", $0; bad = 1 } }
        END { split(want, n, " ")
              if (count != n[1] + n[2]) { print count, "operations, not", want; bad = 1 }
              exit bad }' "$work/dump"
}
ok "the dump has every operation with its values" dump

# The cores that the Makefile builds for tests.
cores=${BUILD:-build}/sim/cores
for robot in pendulum5 puma iiwa; do
    ok "the Verilated crossbar runs $robot" \
        agrees robots/$robot.urdf --engine rtl --cores "$cores" --modules 2 --stalls 20
done
ok "the Verilated ring" \
    agrees robots/puma.urdf --engine rtl --cores "$cores" --modules 2 --network ring \
    --lanes 1 --transfer 1 --stalls 20
# The pair of latencies that docs/fpga.md argues for is the default of tools, library and
# boards, which all take it from machine/kinds.def.
same_latencies() {
    local chosen
    chosen=$(. measure/synth/tools.sh && echo "$chosen")
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick --steps 1 --json |
        grep "mul_latency=${chosen%,*} add_latency=${chosen#*,} " &&
        grep "^DEFAULT_CORE := crossbar_4_2_0_${chosen/,/_}_" "${BUILD:-build}/gen/tauflow_shape.mk"
}
ok "one pair of latencies is the default everywhere" same_latencies
ok "the Verilated core dumps no cycles" \
    refused 2 '--cycles-dump needs --engine twin' \
    "$tauflow" run robots/pendulum5.urdf --engine rtl --cycles-dump
ok "the twin has no waveform" refused 2 '--trace needs --engine rtl' \
    "$tauflow" run robots/pendulum5.urdf --engine twin --trace "$work/x.fst"

tables() {
    "$tauflow" run robots/pendulum5.urdf --engine twin $quick \
        --tables "$work/new/tables" >/dev/null || return 1
    mv "$work/new/tables" "$work"
    # every line of the load stream is in exactly one memory file
    cat "$work"/tables/*.hex | sort >"$work/words"
    cut -c9- "$work/tables/program.load" | sort | cmp - "$work/words"
}
ok "the folder of tables is made; they hold the words of the load stream" tables
useless() { # it prints what it saw, and fails
    "$tauflow" run robots/motorcycle.urdf --function minv --effort 0 --engine twin >"$work/out" \
        2>"$work/err"
    [ $? -eq 1 ] && grep -q '0 words differ, error 0\.[1-9]' "$work/err"
}
ok "results that binary32 cannot give are an error" useless
finish
