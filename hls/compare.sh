#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One robot after another, by the same equations on as many operators of the same latencies: what
# Bambu makes of the allocated kernel, our core, and our circuit. Cycles of one sample, cells by
# Yosys for AMD 7 series, nothing placed.
#   hls/compare.sh OUT [ROBOT ...]     OUT gets compare.csv, for hls/hls_tables.sh
# Environment: GOALS (equations: "ops machine"). Without Bambu its rows are left out, which is said.
# Bambu's figures of the same kernel by the same tools are kept in OUT; so are rows of other robots
# in OUT/compare.csv, with the core's cells as they are now: it is one core for all.
set -u
[ $# -ge 1 ] || { echo "usage: hls/compare.sh OUT [ROBOT ...]" >&2; exit 2; }
tauflow=${TAUFLOW:-build/tauflow}
out=$1
shift
[ $# -gt 0 ] || set -- pendulum5 puma puma560 iiwa
machine="--modules 4 --mul-latency 2 --add-latency 3"
mkdir -p "$out" || exit 1
failed=0
command -v bambu >/dev/null || echo "SKIP: bambu is not on the PATH, its rows are left out"

# Cells: of the core once, of a circuit a robot.
bash measure/synth/run.sh quick "$out" hls/cores.txt
core=$([ -s "$out/area.csv" ] && tail -n 1 "$out/area.csv" | cut -d, -f10,12,13)
pattern=$(printf '%s|' "$@")
grep -E "^(#|xc7 (${pattern%|}) )" hls/circuits.txt >"$out/circuits.txt"
bash measure/synth/circuits_amd.sh "$out" "$out/circuits.txt"
[ -s "$out/circuits_amd.csv" ] || failed=1

# What Bambu's figures are made from: kernel, testbench, script, versions of the tools.
made_from() { # FOLDER
    { cat "$1"/*_allocated.c "$1"/*_tb.c "$1"/*_tables.h "$1/run_bambu.sh" && bambu --version &&
        yosys -V; } 2>/dev/null | sha256sum | cut -c1-12
}
number() { # KEY: of a JSON object
    sed -nE "s/.*\"$1\": ([0-9]+).*/\1/p"
}
made=$out/compare.csv.made
echo "robot,by,equations,options,words_right,words,cycles,lut,ff,dsp" >"$made"
for robot in "$@"; do
    for goal in ${GOALS:-ops machine}; do
        folder=$out/$robot-$goal
        # shellcheck disable=SC2086
        "$tauflow" compile "robots/$robot.urdf" --hls $machine --optimise "$goal" -o "$folder" \
            >"$out/said" || exit 2
        if command -v bambu >/dev/null; then
            key=$(made_from "$folder")
            if [ "$(cat "$folder/bambu.key" 2>/dev/null)" != "$key" ]; then
                rm -f "$folder/bambu.key"
                if bash "$folder/run_bambu.sh" >"$folder/bambu.log" 2>&1; then
                    grep -q ,NA "$folder/bambu.csv" || echo "$key" >"$folder/bambu.key"
                else
                    echo "bambu failed on $robot: see $folder/bambu.log"
                    failed=1
                fi
            fi
            # robot,kernel,device,period,right,words,cycles,lut,ff,dsp,...
            awk -F, -v goal="$goal" 'NR > 1 {
                printf "%s,bambu,%s,%s %s ns,%s,%s,%s,%s,%s,%s\n", $1, goal, $3, $4, $5, $6, $7,
                    $8, $9, $10 }' "$folder/bambu.csv" >>"$made"
        fi
        # shellcheck disable=SC2086
        "$tauflow" run "robots/$robot.urdf" $machine --optimise "$goal" --engine twin --json \
            >"$out/said" || failed=1
        echo "$robot,core,$goal,crossbar 4 modules,-,-,$(number cycles_measured <"$out/said"),\
${core:-NA,NA,NA}" >>"$made"
    done
    # device,robot,function,numbers,clock,options,latency,lut,lutram,ff,dsp,bram
    awk -F, -v robot="$robot" '$2 == robot {
        printf "%s,circuit,ops,%s MHz %s,-,-,%s,%s,%s,%s\n", $2, $5, $6, $7, $8, $10, $11 }' \
        "$out/circuits_amd.csv" >>"$made"
done
# Robots in the order in which they came to the table.
[ -s "$out/compare.csv" ] || head -n 1 "$made" >"$out/compare.csv"
awk -F, -v OFS=, -v cells="${core:-NA,NA,NA}" '
    FNR == 1 { file++; head = $0; next }
    !($1 in place) { place[$1] = ++robots }
    file == 2 && !($1 in now) { now[$1] = 1; rows[$1] = "" }
    file == 1 && $2 == "core" { $0 = $1 "," $2 "," $3 "," $4 "," $5 "," $6 "," $7 "," cells }
    { rows[$1] = rows[$1] $0 "\n" }
    END {
        print head
        for (k = 1; k <= robots; k++)
            for (robot in place)
                if (place[robot] == k)
                    printf "%s", rows[robot]
    }' "$out/compare.csv" "$made" >"$made.all"
mv "$made.all" "$out/compare.csv"
rm "$made"
cat "$out/compare.csv"
exit $failed
