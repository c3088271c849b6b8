#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HLS C of robots through the tools that are here: C simulation with gcc and clang always, Vitis HLS
# and Bambu where they are on the PATH. Figures of all robots end in OUT/vitis.csv, OUT/bambu.csv
# and OUT/passes.csv, of which hls/hls_tables.sh makes the tables of docs/hls.md.
#
#   bash hls/run.sh OUT ROBOT.urdf ... [-- options of tauflow compile]
set -u
usage() {
    echo "usage: hls/run.sh OUT ROBOT.urdf ... [-- options of tauflow compile]" >&2
    exit 2
}
tauflow=${TAUFLOW:-build/tauflow}
[ $# -ge 2 ] || usage
out=$1
shift
robots=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    robots+=("$1")
    shift
done
[ $# -gt 0 ] && shift
[ ${#robots[@]} -gt 0 ] || usage
mkdir -p "$out" || exit 1

# simulate FOLDER NAME: the testbench with both compilers.
simulate() {
    local compiler
    for compiler in gcc clang; do
        "$compiler" -std=c99 -O1 -Wall -Wextra -Wpedantic -Werror -o "$1/bench_$compiler" \
            "$1/$2"_*.c || return 1
        echo "$compiler: $("$1/bench_$compiler" | tail -n 1)"
        "$1/bench_$compiler" >"$1/bench.log" || { tail -n 5 "$1/bench.log"; return 1; }
    done
}

tools=
for tool in vitis_hls vitis-run bambu; do # either of the first two
    case $tools:$tool in *vitis_hls*:vitis-run) continue ;; esac
    if command -v $tool >/dev/null; then
        tools="$tools $tool"
    else
        echo "SKIP: $tool is not on the PATH"
    fi
done

rm -f "$out/vitis.csv" "$out/bambu.csv"
echo "robot,passes,cycles,cycles_of_fewest" >"$out/passes.csv"
failed=0
for robot in "${robots[@]}"; do
    folder=$out/$(basename "$robot" .urdf)
    cycles=$("$tauflow" compile "$robot" -o "$folder" --hls "$@" |
        sed -n 's/^HLS schedule *\([0-9]*\) cycles$/\1/p')
    [ -n "$cycles" ] || exit 2
    tables=("$folder"/*_tables.h)
    name=$(basename "${tables[0]}" _tables.h)
    echo "$name: schedule of $cycles cycles"
    passes=$(sed -n 's/^#define [A-Z0-9_]*_STEPS \([0-9]*\) .*/\1/p' "${tables[0]}")
    fewest=$("$tauflow" schedule "$robot" "$@" --optimise ops | sed -n 's/^cycles *//p')
    echo "$name,$passes,$cycles,$fewest" >>"$out/passes.csv"
    simulate "$folder" "$name" || failed=1
    for tool in $tools; do
        case $tool in
        vitis_hls) (cd "$folder" && vitis_hls -f run_vitis.tcl >vitis.log 2>&1) ;;
        vitis-run) (cd "$folder" && vitis-run --mode hls --tcl run_vitis.tcl >vitis.log 2>&1) ;;
        bambu) bash "$folder/run_bambu.sh" >"$folder/bambu.log" 2>&1 ;;
        esac || { echo "$tool failed on $name: see the logs in $folder"; failed=1; }
    done
    for tool in vitis bambu; do
        [ -s "$folder/$tool.csv" ] || continue
        start=1 # the heading once
        [ ! -s "$out/$tool.csv" ] || start=2
        tail -n +$start "$folder/$tool.csv" >>"$out/$tool.csv"
    done
done
exit $failed
