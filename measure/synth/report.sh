#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables of docs/fpga.md and docs/circuits.md, between their marks, and
# docs/fpga.svg from the figures in measure/synth/.
#   measure/synth/report.sh [FOLDER]     FOLDER: where the three are written, the project's unless
# given
set -eu
. measure/synth/tools.sh
to=${1:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t settings < <(table_settings)
mkdir -p "$to/docs"
for document in docs/fpga.md docs/circuits.md; do
    $measured tables $document measure/synth "${settings[@]}" >"$work/made"
    mv "$work/made" "$to/$document"
done
$measured plot measure/synth "${settings[@]}" >"$work/fpga.svg"
mv "$work/fpga.svg" "$to/docs"
