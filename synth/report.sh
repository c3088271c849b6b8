#!/usr/bin/env bash
# Writes the tables of docs/fpga.md, between their marks, and docs/fpga.svg from the figures in
# synth/.
#   synth/report.sh [FOLDER]     FOLDER: where the two are written, the project's unless given
set -eu
. synth/tools.sh
to=${1:-.}
sizes="1 2 4 6 8 12 16" # of cores: modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2086
for table in $(sed -n 's/^<!-- table \([a-z]*\) -->$/\1/p' docs/fpga.md); do
    awk -f synth/tables.awk -v table="$table" -v chosen="$chosen" -v sizes="$sizes" synth/area.csv \
        synth/timing.csv synth/cycles.csv synth/cpu.csv synth/operators.csv >"$work/$table"
done
awk -v work="$work" -f synth/marks.awk docs/fpga.md >"$work/made"
mkdir -p "$to/docs" && mv "$work/made" "$to/docs/fpga.md"
awk -f synth/plot.awk -v robot=iiwa -v chosen="$chosen" -v sizes="$sizes" synth/area.csv \
    synth/timing.csv synth/cycles.csv >"$work/fpga.svg"
mv "$work/fpga.svg" "$to/docs"
