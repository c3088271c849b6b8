#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Synthesises the cores of shapes.txt, places and routes them for ECP5, and gathers area.csv and
# timing.csv.
#   measure/synth/run.sh quick|full [FOLDER] [SHAPES]
#   SEEDS="4 5" measure/synth/run.sh ...   these seeds instead of as many as the list says
# FOLDER holds the two files, build/synth unless given; rows of the same core are replaced. SHAPES:
# another list than measure/synth/shapes.txt. Every result is kept in build/synth under the contents
# of the RTL, the flow and the tools: a second run only reads.
set -u
. measure/synth/tools.sh
set_wanted=${1:-quick} folder=${2:-$cache} shapes=${3:-measure/synth/shapes.txt}
mkdir -p "$cache" "$folder"
area_head="target,network,modules,lanes,transfer,mul,add,depth,fixed,lut,lutram,ff,dsp,bram,yosys"
area_head="$area_head,rtl"
# shellcheck disable=SC2086
timing_head="network,modules,lanes,transfer,mul,add,depth,fixed,seed,part$(printf ',mhz_%s' \
    $grades),mhz,comb,comb_of,ramw,ff,dsp,bram,logic_ns,routing_ns,from,to,yosys,nextpnr,rtl"
failures=0

# Sets $rtl, the hash of what the listed cores of a family are made from.
declare -A text_hash=()
text_of() { # TARGET
    [ -n "${text_hash[$1]:-}" ] || text_hash[$1]=$(text_of_cores "$1") || return 1
    rtl=${text_hash[$1]}
}

# The name of a result's files: what it was made from, and what it is.
stem_of() { # NAME WHAT ...
    echo "$cache/$1-$(echo "$rtl" "$@" | sha256sum | cut -c1-12)"
}

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Yosys's flow of a target.
flow() { # TARGET
    case $1 in
    ecp5) synth=$(ecp5_flow synth_pins "$mhz") ;;
    xc7) synth="synth_xilinx -family xc7 -abc9 -flatten -top synth_pins" ;;
    xcup) synth="synth_xilinx -family xcup -abc9 -flatten -top synth_pins" ;;
    esac
}

area() { # TARGET NAME: sets $netlist
    local stem parameters row
    flow "$1"
    stem=$(stem_of "$2-$1" "$depth" "$(fit_of "$1"); $synth" "$(cat "$cache/yosys.version")")
    netlist=$stem.json
    if [ ! -s "$stem.row" ] || { [ "$1" = ecp5 ] && [ ! -s "$netlist" ]; }; then
        parameters=$(printf ' -set %s %s' NETWORK "$network" MODULES "$modules" LANES "$lanes" \
            TRANSFER "$transfer" MUL_LAT "$mul" ADD_LAT "$add" FIXED "$fixed" $depth)
        echo "yosys $1 $2"
        nice -n 5 $yosys -q -l "$stem.log" -p "
            read_verilog -I$gen $(rtl_of "$1") measure/synth/synth_pins.v
            $(fit_of "$1")
            chparam $parameters synth_pins; $synth
            tee -q -o $stem.stat stat; write_json $netlist.tmp" >/dev/null 2>"$stem.err" &&
            mv "$netlist.tmp" "$netlist" &&
            $measured cells "$stem.stat" >"$stem.row.tmp" &&
            mv "$stem.row.tmp" "$stem.row" ||
            { fail "yosys $1 $2: $(grep -m1 ERROR "$stem.err")"; return 1; }
        [ "$1" = ecp5 ] || rm "$netlist"
    fi
    row=$(cat "$stem.row")
    keep "$folder/area.csv" "$area_head" fixed "$1,$shape,$row,$yosys_is,$rtl"
}

route() { # NAME SEED
    local stem
    stem=$(stem_of "$1-seed$2" "$netlist" "$device $algorithms" "$mhz" \
        "$(cat "$pins" "$cache/nextpnr.version")")
    if [ ! -s "$stem.row" ] || { [ ! -s "$stem.grades" ] && [ ! -s "$stem.json" ]; }; then
        echo "nextpnr $1 seed $2"
        rm -f "$stem.grades"
        place_and_route "$stem" "$netlist" "$2" "$mhz" --write "$stem.json" ||
            { fail "nextpnr $1 seed $2: $(why_not "$stem")"; return 1; }
    fi
    if [ ! -s "$stem.grades" ]; then
        time_again "$stem" "$stem.json" "$mhz" && rm "$stem.json" ||
            { fail "nextpnr $1 seed $2: no time of other grades"; return 1; }
    fi
    keep "$folder/timing.csv" "$timing_head" seed \
        "$shape,$2,$part,$(cat "$stem.grades"),$(cat "$stem.row"),$yosys_is,$nextpnr_is,$rtl"
}

find_yosys || exit 77
place=1
find_nextpnr || place=0

while read -r in_set network_name modules lanes transfer mul add fixed class mhz seeds targets; do
    [ "$in_set" = quick ] || [ "$set_wanted" = full ] || continue
    network=$(network_number "$network_name") || { echo "no network $network_name"; exit 2; }
    shape=$network_name,$modules,$lanes,$transfer,$mul,$add,$class,$fixed
    name=${shape//,/_}
    depths "$modules" "$lanes" "$class" "$transfer" "$mul,$add" || exit 2
    route_limit=$((600 + 300 * modules))
    for target in ${targets//,/ }; do
        text_of "$target" || { fail "no text of $target"; continue; }
        area "$target" "$name" || continue
        [ "$target" = ecp5 ] && [ $place = 1 ] || continue
        for seed in ${SEEDS:-$(seeds_of "$seeds")}; do
            route "$name" "$seed"
        done
    done
done < <(rows_of "$shapes")
[ $place = 1 ] || { echo "skipped: places and routes"; [ $failures = 0 ] && exit 77; }
echo "$failures failed"
[ $failures = 0 ]
