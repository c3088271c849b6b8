# SPDX-License-Identifier: MIT
# Samples that overlap, on 1, 2, 4 and 8 modules of both networks: interval predicted and measured
# over 10,000 samples, against the bound of the units; latency against the schedule for one sample;
# samples per second at the clock of docs/fpga.md (100 MHz where it has none), next to the emitted
# batch code and the outside libraries on this computer. ENGINE=rtl runs the Verilated cores, which
# are built where they are missing.
#   measure/bench/stream.sh BUILD ROBOT...
set -eu
build=$1
shift
tauflow=$build/tauflow
engine=${ENGINE:-twin}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# Latencies of a core, unless others are asked for.
chosen=$(. measure/synth/tools.sh && echo "$chosen")

# number KEY FILE: of a JSON object
number() { sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$2"; }

# run ARGUMENTS...: a core that is missing is built
run() {
    "$tauflow" run "$@" --json >"$work/run.json" 2>"$work/error" && return
    cat "$work/error" >&2
    return 1
}

# routed NETWORK MODULES: MHz on ECP5 of the core with the chosen latencies and stored transfers,
# worst seed, and its DSP blocks; 100 and 0 where it was not routed
routed() {
    "$build/gen/measured" routed "$1" "$2" measure/synth "chosen=$chosen"
}

# row NETWORK MODULES OPERATIONS: of the table; OPERATIONS of the kind that has the most
row() {
    awk -v network="$1" -v n="$2" -v most="$3" -v routed="$(routed "$1" "$2")" \
        -v predicted="$(number interval_predicted "$work/run.json")" \
        -v measured="$(number interval_measured "$work/run.json")" \
        -v usage="$(number usage "$work/run.json")" \
        -v latency="$(number latency_predicted "$work/run.json")" \
        -v alone="$(number cycles_predicted "$work/alone.json")" \
        -v slots="$(sed -n 's/.* slots=\([0-9]*\).*/\1/p' "$work/run.json")" 'BEGIN {
        split(routed, fpga, " ")
        rate = fpga[1] * 1e6 / measured
        printf "  %-8s %7d %6d", network, n, int((most + n - 1) / n)
        printf " %8.2f %8.2f %6.3f", predicted, measured, usage
        printf " %7d %6d %6.2f %5d", latency, alone, latency / alone, slots
        printf " %5s %10.0f", fpga[1] (fpga[2] ? "" : "*"), rate
        printf " %13s\n", fpga[2] ? sprintf("%.0f", rate / fpga[2]) : "-" }'
}

for robot in "$@"; do
    "$tauflow" info "$robot" --json >"$work/info.json"
    mul=$(number mul "$work/info.json")
    add=$(number add "$work/info.json")
    echo "$(basename "$robot" .urdf): $mul mul, $add add; $engine, 10,000 samples," \
        "latencies ($chosen), stored transfers"
    echo "  network  modules  bound interval measured  usage latency  alone  ratio slots  " \
        "MHz  samples/s  per DSP block   (* not routed: assumed)"
    for network in crossbar ring; do
        for modules in 1 2 4 8; do
            [ "$network$modules" != ring1 ] || continue # a ring of one module is a crossbar
            options="--network $network --modules $modules --transfer 1"
            "$tauflow" run "$robot" $options --steps 4 --engine twin --json >"$work/alone.json"
            if ! run "$robot" $options --optimise throughput --stream 10000 --engine "$engine"; then
                failed=1
                continue
            fi
            row "$network" "$modules" $((mul > add ? mul : add))
        done
    done
    "$build/bench/cpu" "$build/bench" "$robot" >"$work/cpu" || failed=1
    echo "  on this processor, one core:"
    awk '/emitted scalar float|batch float|MuJoCo|KDL|Pinocchio/ && / [0-9.]+ ns / {
            for (i = 2; i <= NF; i++) if ($i == "ns") { ns = $(i - 1); break }
            name = $0; sub(/ +[0-9.]+ ns.*/, "", name)
            if (!seen[name]++) printf "  %-46s %12.0f samples/s\n", name, 1e9 / ns }' "$work/cpu"
done
exit $failed
