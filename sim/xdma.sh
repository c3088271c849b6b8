#!/usr/bin/env bash
# Verilates the wrapper of a board around one core shape into an object file with the calls of
# sim/board/board.h (sim/xdma_board.cpp).
#     sim/xdma.sh NAME DMA_BITS FOLDER GEN
# NAME: as in sim/core.sh. FOLDER/board.o is made; to be linked by g++.
set -eu
name=$1 bits=$2 folder=$3 gen=$4
include=$(verilator --getenv VERILATOR_ROOT)/include
flags="-std=c++17 -O1 -isystem $include -isystem $include/vltstd"
parameters=$(tclsh rtl/boards/shape.tcl "$gen" "$name" | sed 's/^/-G/')
rm -rf "$folder/model"
mkdir -p "$folder"
verilator --cc --Mdir "$folder/model" --top-module tau_xdma -O3 --noassert --x-initial unique \
    -Irtl -Irtl/boards/common -I"$gen" sim/lint.vlt sim/boards.vlt rtl/boards/common/tau_xdma.v \
    -GDMA_W="$bits" $parameters
for source in "$folder"/model/*.cpp "$include/verilated.cpp" "$include/verilated_threads.cpp"; do
    g++ $flags -c -o "$folder/model/$(basename "${source%.cpp}").o" "$source"
done
g++ $flags -Wall -Wextra -DDMA_WORDS=$((bits / 32)) -I"$folder/model" -Isim/board -Ihost -Imachine \
    -I. -I"$gen" -c -o "$folder/model/board.o" sim/xdma_board.cpp
ld -r -o "$folder/board.o.tmp" "$folder"/model/*.o
mv "$folder/board.o.tmp" "$folder/board.o"
