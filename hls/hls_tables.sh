#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables of docs/hls.md, between their marks, from the figures in hls/.
#   hls/hls_tables.sh [FOLDER]     FOLDER: where it is written, by default docs
set -eu
folder=${1:-docs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${BUILD:-build}/gen/measured" tables docs/hls.md hls >"$work/hls.md"
mv "$work/hls.md" "$folder/hls.md"
