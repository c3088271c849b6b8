#!/usr/bin/env bash
# The clock of each operator alone, by latency, placed and routed on ECP5: writes operators.csv.
#   synth/operators.sh [FOLDER]     FOLDER: build/synth unless given
# Three seeds each; the row has the worst.
set -u
. synth/tools.sh
# Small: the default placer does, and the router has nothing to gain.
insist= algorithms="--router router2"
folder=${1:-$cache}
mkdir -p "$cache" "$folder"
find_yosys || exit 77
find_nextpnr || exit 77
. "$gen/tauflow_shape.sh" # shape_operators
sources="$(echo rtl/fp32_*.v) synth/synth_operator.v"
# shellcheck disable=SC2086
rtl=$(cat $sources "$gen/tauflow_shape.vh" | sha256sum | cut -c1-12)
tools=$(cat "$pins" "$cache/yosys.version" "$cache/nextpnr.version")
made=$cache/operators.csv.made
echo "operator,lat,seeds,mhz,logic_ns,routing_ns,rtl" >"$made"
kind=0
for operator in $shape_operators; do
    for lat in 1 2 3 4 5 6 8; do
        name=$cache/$operator-$lat-$(echo "$rtl" "$device $algorithms" "$tools" | sha256sum |
            cut -c1-12)
        if [ ! -s "$name.json" ]; then
            echo "yosys $operator, latency $lat"
            nice -n 5 $yosys -q -p "read_verilog -I$gen $sources; chparam -set BLOCK_W 18 fp32_mul
                chparam -set KIND $kind -set LAT $lat synth_operator
                synth_ecp5 -abc9 -top synth_operator; write_json $name.json.tmp" \
                >/dev/null 2>"$name.err" && mv "$name.json.tmp" "$name.json" ||
                { echo "FAILED: yosys $operator $lat: $(grep -m1 ERROR "$name.err")"; exit 1; }
        fi
        for seed in 1 2 3; do
            [ -s "$name-$seed.row" ] ||
                place_and_route "$name-$seed" "$name.json" $seed 150 ||
                { echo "FAILED: nextpnr $operator $lat: $(why_not "$name-$seed")"; exit 1; }
        done
        cat "$name"-[1-3].row | sort -t, -n -k1,1 | head -n 1 |
            awk -F, -v what="$operator,$lat,3" -v rtl="$rtl" \
                '{ print what "," $1 "," $8 "," $9 "," rtl }' >>"$made"
    done
    kind=$((kind + 1))
done
mv "$made" "$folder/operators.csv"
