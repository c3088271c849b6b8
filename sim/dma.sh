#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verilates the wrapper of a board around one core shape, together with the model of its DMA, into
# an object file.
#     sim/dma.sh KIND NAME DMA_BITS FOLDER GEN RUNTIME [TOP]
# KIND: xdma has the calls of sim/board/board.h, axidma those of sim/board/axidma_board.h; the model
# is sim/KIND_board.cpp, the wrapper tau_KIND; or TOP, which has the same ports; tau_xdma_clocks has
# core_clk besides. NAME: as in sim/core.sh. FOLDER/board.o is made; to
# be linked by g++. RUNTIME: folder of what is the same for all models (sim/model.sh).
set -eu
kind=$1 name=$2 bits=$3 folder=$4 gen=$5 runtime=$6 top=${7:-tau_$1}
clocks=
[ "$top" != tau_xdma_clocks ] || clocks=-DTWO_CLOCKS
. sim/model.sh
. rtl/rooms.sh
parameters=$("${BUILD:-build}/shape" "$name")
rm -rf "$folder/model"
mkdir -p "$folder"
model_runtime "$runtime"
verilator --cc --Mdir "$folder/model" --top-module "$top" --prefix "Vtau_$kind" -O3 --noassert \
    --x-initial unique $search_board -I"$gen" sim/lint.vlt sim/boards.vlt \
    "$(ls "rtl/links/$top.v" "sim/$top.v" 2>/dev/null)" \
    -GDMA_W="$bits" $(printf ' -G%s' $parameters)
objects=("$folder/model/board.o")
for pack in $(model_pack "$folder/model"); do
    model_compile "$pack"
    objects+=("${pack%.cc}.o")
done
g++ $model_flags $clocks -Wall -Wextra -DDMA_WORDS=$((bits / 32)) -isystem "$folder/model" -Isim \
    -Isim/board -Ihost -Imachine -I. -I"$gen" -c -o "$folder/model/board.o" "sim/${kind}_board.cpp"
ld -r -o "$folder/board.o.tmp" "${objects[@]}" "$runtime"/*.o
mv "$folder/board.o.tmp" "$folder/board.o"
rm -rf "$folder/model"
