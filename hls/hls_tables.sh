#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables of docs/hls.md, between their marks, from the figures in hls/.
#   hls/hls_tables.sh [FOLDER]     FOLDER: where it is written, by default docs
set -eu
folder=${1:-docs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F, 'NR > 1 {
        head = head " " $1 " |"
        rule = rule "---|"
        best = best " " $2 " |"
        few = few " " $4 " |"
    }
    END {
        print "| |" head
        print "|---|" rule
        print "| by default |" best
        print "| `--optimise ops` |" few
    }' hls/passes.csv >"$work/passes"
if [ -s hls/compare.csv ]; then
    awk -F, 'NR == 1 {
            print "| robot | by | equations | options | words right | cycles | LUT | FF | DSP |"
            print "|---|---|---|---|---|---|---|---|---|"
            next
        }
        { printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4,
            $6 == "-" ? "" : $5 " of " $6, $7, $8, $9, $10 }' hls/compare.csv >"$work/compare"
fi
awk -v work="$work" -f measure/synth/marks.awk docs/hls.md >"$work/hls.md"
mv "$work/hls.md" "$folder/hls.md"
