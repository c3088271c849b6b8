#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Places and routes the circuits of circuits.txt for ECP5, gathers circuits.csv, and prints it as
# the table of docs/circuits.md.
#   measure/synth/circuits.sh [FOLDER] [LIST]
# FOLDER holds the file, build/synth unless given; LIST: another than measure/synth/circuits.txt. A
# circuit stands between shift registers, so that pins do not count; without registers of its own
# its period is the delay from inputs to outputs. Results are kept in build/synth under the contents
# of the circuit, the flow and the tools: a second run only reads.
set -u
. measure/synth/tools.sh
cores_algorithms=$algorithms
defines="-DTAUFLOW_ECP5 -DTAUFLOW_ECP5_85"
route_limit=3600
folder=${1:-$cache} list=${2:-measure/synth/circuits.txt}
mkdir -p "$cache" "$folder"
find_yosys || exit 77
find_nextpnr || exit 77
failures=0

# KEY of what `compile` prints, the first number after WORD.
said() { # FILE WORD
    sed -nE "s/^circuit .*[ ,]$2 ([0-9.]+).*/\1/p" "$1"
}
made=$cache/circuits.csv.made
echo "robot,numbers,clock,options,latency_cycles,seed,mhz,comb,comb_of,ramw,ff,dsp,bram,logic_ns,\
routing_ns,from,to,nextpnr,rtl" >"$made"
while read -r robot numbers clock options target seeds; do
    what=$robot,$numbers,$clock,${options//,/ }
    # The static placer does not know rows of blocks well; what is mostly tables is as cores are.
    algorithms=$cores_algorithms
    synth=$(ecp5_flow synth_circuit "$target")
    [ "$numbers" = fp32 ] || {
        algorithms="--placer heap --router router2"
        synth="synth_ecp5 -abc9 -top synth_circuit"
    }
    home=$cache/circuit-$(echo "$what" | sha256sum | cut -c1-12)
    [ "$options" = - ] && given= || given=${options//,/ }
    # shellcheck disable=SC2086
    "$build/tauflow" compile "robots/$robot.urdf" --circuit --numbers "$numbers" --clock "$clock" \
        $given -o "$home" >"$home.said" || { failures=$((failures + 1)); continue; }
    $measured pins "$home/${robot}_circuit.v" >"$home/top.v"
    sources="$home/${robot}_circuit.v $home/top.v"
    [ "$numbers" = fp32 ] && sources="$sources $(echo rtl/operators/fp32_*.v) $in_cells"
    # shellcheck disable=SC2086
    rtl=$(rtl_hash "$gen" $sources) || { failures=$((failures + 1)); continue; }
    # shellcheck disable=SC2086
    stem=$home-$(echo "$defines $synth" | cat - $sources "$cache/yosys.version" | sha256sum |
        cut -c1-12)
    if [ ! -s "$stem.json" ]; then
        echo "yosys $what"
        nice -n 5 $yosys -q -p "read_verilog -I$gen $defines $sources
            $synth; write_json $stem.json.tmp" >/dev/null \
            2>"$stem.err" && mv "$stem.json.tmp" "$stem.json" ||
            { echo "FAILED: yosys $what"; failures=$((failures + 1)); continue; }
    fi
    for seed in ${SEEDS:-$(seeds_of "$seeds")}; do
        route=$stem-$target-$(echo "$device $algorithms" | cat - "$pins" "$cache/nextpnr.version" |
            sha256sum | cut -c1-12)-seed$seed
        if [ ! -s "$route.row" ]; then
            echo "nextpnr $what seed $seed"
            place_and_route "$route" "$stem.json" "$seed" "$target" || {
                echo "FAILED: nextpnr $what seed $seed: $(why_not "$route")"
                failures=$((failures + 1))
                continue
            }
        fi
        echo "$robot,$numbers,$clock,${options//,/ },$(said "$home.said" latency),$seed,$(cat \
            "$route.row"),$nextpnr_is,$rtl" >>"$made"
    done
done < <(rows_of "$list")
mv "$made" "$folder/circuits.csv"
$measured table circuits "$folder"
echo "$failures failed"
[ $failures = 0 ]
