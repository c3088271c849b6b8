#!/usr/bin/env bash
# The clock of each operator alone, by latency, placed and routed on ECP5: writes operators.csv.
#   synth/operators.sh [FOLDER]     FOLDER: build/synth unless given
# Three seeds each; the row has the worst.
set -u
. synth/tools.sh
insist= algorithms="--router router2" # small: the usual placer does, and the router has nothing to gain
folder=${1:-$cache}
mkdir -p "$cache" "$folder"
find_yosys || exit 77
find_nextpnr || exit 77
rtl=$(cat rtl/fp32_*.v synth/synth_operator.v | sha256sum | cut -c1-12)
made=$cache/operators.csv.made
echo "operator,lat,seeds,mhz,logic_ns,routing_ns,rtl" >"$made"
for is_add in 0 1; do
    case $is_add in 0) operator=fp32_mul ;; 1) operator=fp32_add ;; esac
    for lat in 1 2 3 4 5 6 8; do
        name=$cache/$operator-$lat-$(echo "$rtl" "$device $algorithms" "$(cat "$pins" "$cache/yosys.version" "$cache/nextpnr.version")" | sha256sum | cut -c1-12)
        if [ ! -s "$name.json" ]; then
            echo "yosys $operator, latency $lat"
            nice -n 5 $yosys -q -p "read_verilog rtl/fp32_*.v synth/synth_operator.v; chparam -set IS_ADD $is_add -set LAT $lat synth_operator
                synth_ecp5 -abc9 -top synth_operator; write_json $name.json.tmp" >/dev/null 2>"$name.err" && mv "$name.json.tmp" "$name.json" ||
                { echo "FAILED: yosys $operator $lat: $(grep -m1 ERROR "$name.err")"; exit 1; }
        fi
        for seed in 1 2 3; do
            [ -s "$name-$seed.row" ] || place_and_route "$name-$seed" "$name.json" $seed 150 || { echo "FAILED: nextpnr $operator $lat: $(why_not "$name-$seed")"; exit 1; }
        done
        cat "$name"-[1-3].row | sort -t, -n -k1,1 | head -n 1 | awk -F, -v what="$operator,$lat,3" -v rtl="$rtl" '{ print what "," $1 "," $8 "," $9 "," rtl }' >>"$made"
    done
done
mv "$made" "$folder/operators.csv"
