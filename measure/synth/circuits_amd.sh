#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Cells of circuits on AMD devices: Yosys maps the circuits of circuits_amd.txt, nothing is placed.
#   measure/synth/circuits_amd.sh [FOLDER] [LIST]
# FOLDER gets circuits_amd.csv, build/synth unless given. Results are kept in build/synth under the
# contents of the circuit and the tool: a second run only reads.
set -u
. measure/synth/tools.sh
folder=${1:-$cache} list=${2:-measure/synth/circuits_amd.txt}
mkdir -p "$cache" "$folder"
find_yosys || exit 77
operators="$(echo rtl/operators/fp32_*.v) $(file_of tau_mux tau_sum)"
failures=0
made=$cache/circuits_amd.csv.made
echo "device,robot,function,numbers,clock,options,latency,lut,lutram,ff,dsp,bram" >"$made"
while read -r target robot function numbers clock options; do
    what=$target,$robot,$function,$numbers,$clock,${options//,/ }
    home=$cache/amd-$(echo "$what" | sha256sum | cut -c1-12)
    [ "$options" = - ] && given= || given=${options//,/ }
    [ "$clock" = 0 ] && kind=straight || kind=core
    # shellcheck disable=SC2086
    "$build/tauflow" compile "robots/$robot.urdf" --circuit --device "$target" --function \
        "$function" --numbers "$numbers" --clock "$clock" $given -o "$home" >"$home.said" ||
        { failures=$((failures + 1)); continue; }
    # shellcheck disable=SC2086
    stem=$home-$(cat "$home/${robot}_circuit.v" $operators "$cache/yosys.version" |
        sha256sum | cut -c1-12)
    if [ ! -s "$stem.row" ]; then
        echo "yosys $what"
        nice -n 5 $yosys -q -p "read_verilog -I$gen $home/${robot}_circuit.v $operators
            synth_xilinx -family $target -abc9 -flatten -noiopad -noclkbuf -top ${robot}_circuit
            tee -q -o $stem.stat stat" >/dev/null 2>"$stem.err" &&
            $measured cells "$stem.stat" "$kind" >"$stem.row.tmp" &&
            mv "$stem.row.tmp" "$stem.row" ||
            { echo "FAILED: yosys $what"; failures=$((failures + 1)); continue; }
    fi
    # in cycles, or of one without registers in ns
    latency=$(sed -nE 's/^circuit .*latency ([0-9]+) cycles.*/\1/p
        s/^circuit .*combinational, ([0-9.]+) ns.*/\1 ns/p' "$home.said")
    echo "$what,$latency,$(cat "$stem.row")" >>"$made"
done < <(rows_of "$list")
mv "$made" "$folder/circuits_amd.csv"
echo "$failures failed"
[ $failures = 0 ]
