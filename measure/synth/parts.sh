#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the parts of a 4-module crossbar that forwards take on ECP5, each synthesised alone (Yosys):
#   measure/synth/parts.sh       prints part,format,of a module,LUT4,of them memory,flip-flops
# Flat, a core takes less than their sum: what is constant or the same in two parts is left out.
set -eu
. measure/synth/tools.sh
mkdir -p "$cache"
find_yosys || exit 77

cells() { # LABEL FORMAT COUNT TOP NAME VALUE ...
    local label=$1 format=$2 count=$3 top=$4 set= lut lutram ff
    shift 4
    while [ $# -gt 0 ]; do
        set="$set -set $1 $2"
        shift 2
    done
    nice -n 5 $yosys -q -p "read_verilog -I$gen $(rtl_of ecp5)
        $(fit_of ecp5)
        chparam $set $top; $(ecp5_flow "$top" 110); tee -q -o $cache/part.stat stat" \
        >/dev/null 2>"$cache/part.err" || { cat "$cache/part.err"; exit 1; }
    IFS=, read -r lut lutram ff _ < <($measured cells "$cache/part.stat" part)
    echo "$label,$format,$count,$((lut + lutram)),$lutram,$ff"
}

receiver="SOURCES 10 SLOTS 15 TRANSFER 0"
for format in binary32 fixed:24; do
    case $format in
    binary32)
        word=32 mul=3 add=4 issue=24 first=16 multiplier=fp32_mul adder=fp32_add
        rest="FRONT 80"
        ;;
    *)
        word=24 mul=2 add=1 issue=30 first=16 multiplier=fixed_mul adder=fixed_add
        rest="FRONT 60 W 24"
        ;;
    esac
    cells receiver $format 4 tau_receiver ID 5 WORD_W $word $receiver
    cells "receptions of a unit" $format 2 tau_sequences ENTRY_W 12 DEPTH 128
    cells "constants of a unit" $format 2 tau_constants OWNER 4 OWNERS 2 DEPTH 32 WORD_W $word
    cells "emissions of a module" $format 1 tau_sequences ENTRY_W 17 DEPTH 128
    cells "result of a unit" $format 2 tau_result RECEIVERS 17 WORD_W $word
    cells "issue sequence" $format 2 tau_sequence TABLE 2 OWNER 5 DEPTH 128 ENTRY_W $issue \
        FIRST_W $first
    cells "ways to a receiver" $format 4 tau_crossbar SOURCES 10 RECEIVERS 1 WORD_W $word
    # shellcheck disable=SC2086
    cells multiplier $format 1 $multiplier LAT $mul $rest
    # shellcheck disable=SC2086
    cells adder $format 1 $adder LAT $add $rest
done
