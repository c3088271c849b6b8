#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables of docs/fpga.md and docs/circuits.md, between their marks, and
# docs/fpga.svg from the figures in measure/synth/.
#   measure/synth/report.sh [FOLDER]     FOLDER: where the three are written, the project's unless
# given
set -eu
. measure/synth/tools.sh
to=${1:-.} figures=measure/synth
documents="docs/fpga.md docs/circuits.md"
sizes="1 2 4 6 8 12 16" # of cores: modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$gen/tauflow_shape.sh" # shape_depths
# shellcheck disable=SC2086
for table in $(sed -n 's/^<!-- table \([a-z]*\) -->$/\1/p' $documents); do
    if [ "$table" = circuits ]; then
        awk -f measure/synth/circuits.awk measure/synth/circuits.csv >"$work/$table"
        continue
    fi
    awk -f measure/synth/tables.awk -v table="$table" -v chosen="$chosen" -v sizes="$sizes" \
        -v depths="$shape_depths" \
        $figures/{area,timing,cycles,cpu,operators,circuits}.csv >"$work/$table"
done
mkdir -p "$to/docs"
for document in $documents; do
    awk -v work="$work" -f measure/synth/marks.awk "$document" >"$work/made"
    mv "$work/made" "$to/$document"
done
awk -f measure/synth/plot.awk -v robot=iiwa -v chosen="$chosen" -v sizes="$sizes" \
    $figures/{area,timing,cycles}.csv >"$work/fpga.svg"
mv "$work/fpga.svg" "$to/docs"
