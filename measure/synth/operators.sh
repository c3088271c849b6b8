#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The clock of each operator alone, by latency, placed and routed on ECP5: writes operators.csv.
#   measure/synth/operators.sh [FOLDER] [LIST]   FOLDER: build/synth unless given; LIST: another
# than
#                                        measure/synth/operators.txt
# Three seeds each; the row has the worst. Rows of the same operator are replaced.
set -u
. measure/synth/tools.sh
# Small: the default placer does, and the router has nothing to gain.
algorithms="--router router2"
folder=${1:-$cache} list=${2:-measure/synth/operators.txt}
mkdir -p "$cache" "$folder"
find_yosys || exit 77
find_nextpnr || exit 77
. "$gen/tauflow_shape.sh" # shape_operators
head="operator,fixed,lat,seeds,mhz,logic_ns,routing_ns,lut4,dsp,rtl"
rtl=$(text_of_operators) || exit 1
tools=$(cat "$pins" "$cache/yosys.version" "$cache/nextpnr.version")

# The row of an operator in machine/kinds.def; fixed_NAME and fp32_NAME are of one kind.
kind_of() { # OPERATOR
    local kind=0 operator
    for operator in $shape_operators; do
        [ "${operator#*_}" != "${1#*_}" ] || { echo $kind; return; }
        kind=$((kind + 1))
    done
    return 1
}

while read -r operator fixed lats; do
    kind=$(kind_of "$operator") || { echo "FAILED: no kind has the operator $operator"; exit 1; }
    for lat in $lats; do
        name=$cache/$operator-$fixed-$lat-$(echo "$rtl" "$device $algorithms" "$tools" |
            sha256sum | cut -c1-12)
        if [ ! -s "$name.json" ]; then
            echo "yosys $operator, $fixed bits, latency $lat"
            nice -n 5 $yosys -q -p "read_verilog -I$gen $operator_sources; $(fit_of ecp5 operators)
                chparam -set KIND $kind -set LAT $lat -set FIXED $fixed synth_operator
                synth_ecp5 -abc9 -top synth_operator; tee -q -o $name.stat stat
                write_json $name.json.tmp" \
                >/dev/null 2>"$name.err" && mv "$name.json.tmp" "$name.json" ||
                { echo "FAILED: yosys $operator $lat: $(grep -m1 ERROR "$name.err")"; exit 1; }
        fi
        for seed in 1 2 3; do
            [ -s "$name-$seed.row" ] ||
                place_and_route "$name-$seed" "$name.json" $seed 150 ||
                { echo "FAILED: nextpnr $operator $lat: $(why_not "$name-$seed")"; exit 1; }
        done
        IFS=, read -r lut _ _ dsp _ < <($measured cells "$name.stat")
        row=$(cat "$name"-[1-3].row | sort -t, -n -k1,1 | head -n 1 |
            cut -d, -f1,8,9)
        keep "$folder/operators.csv" "$head" lat "$operator,$fixed,$lat,3,$row,$lut,$dsp,$rtl"
    done
done < <(rows_of "$list")
