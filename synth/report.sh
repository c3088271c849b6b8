#!/usr/bin/env bash
# Writes the tables of README.md and docs/fpga.md, between their marks, and docs/fpga.svg from the
# figures in synth/.
#   synth/report.sh [FOLDER]     FOLDER: where the three are written, the project's unless given
set -eu
. synth/tools.sh
to=${1:-.}
documents="README.md docs/fpga.md"
sizes="1 2 4 6 8 12 16" # of cores: modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2086
for table in $(sed -n 's/^<!-- table \([a-z]*\) -->$/\1/p' $documents); do
    awk -f synth/tables.awk -v table="$table" -v chosen="$chosen" -v sizes="$sizes" synth/area.csv \
        synth/timing.csv synth/cycles.csv synth/cpu.csv synth/operators.csv >"$work/$table"
done
for document in $documents; do
    awk -v work="$work" -f synth/marks.awk "$document" >"$work/made"
    mkdir -p "$(dirname "$to/$document")" && mv "$work/made" "$to/$document"
done
awk -f synth/plot.awk -v robot=iiwa -v chosen="$chosen" -v sizes="$sizes" synth/area.csv \
    synth/timing.csv synth/cycles.csv >"$work/fpga.svg"
mv "$work/fpga.svg" "$to/docs"
