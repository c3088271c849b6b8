#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program of a test around Verilog of ours:
#     sim/verilate.sh PROGRAM RUNTIME VERILATOR_ARGUMENT... -- HARNESS.cpp [COMPILER_ARGUMENT...]
# RUNTIME: folder of what is the same for all models (sim/model.sh). The compiler's arguments are
# those of the harness and of the link, objects to link among them.
set -eu
program=$1 runtime=$2
shift 2
. sim/model.sh
. rtl/rooms.sh
verilog=()
while [ "$1" != -- ]; do
    verilog+=("$1")
    shift
done
shift
folder=$program.obj
rm -rf "$folder"
mkdir -p "$folder"
model_runtime "$runtime"
verilator --cc -Wall -O3 --noassert $search_board -Mdir "$folder" "${verilog[@]}"
models=()
for pack in $(model_pack "$folder"); do
    model_compile "$pack"
    models+=("${pack%.cc}.o")
done
g++ -std=c++17 -isystem "$model_include" -isystem "$model_include/vltstd" -isystem "$folder" \
    -I. -Itests -o "$program" "$@" "${models[@]}" "$runtime"/*.o -pthread
rm -rf "$folder"
