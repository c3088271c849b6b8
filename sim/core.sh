#!/usr/bin/env bash
# Verilates one core shape into a shared object with the C table of core_face.h.
#     sim/core.sh NAME FOLDER GEN
# NAME: network_modules_lanes_transfer_mul_add_queue_lanequeue_relayqueue_slots_constants_receptions_issues_relaywords_
# lanewords_outputwords, where lanes is e.g. 4x2 for four in and two out, 4 for one out; and _trace for one that can write waveforms (rtl_name in sim/rtl_core.c makes it).
# FOLDER/core.so is made; GEN holds tauflow_regs.vh. The parts of Verilator that are the same for all shapes are
# compiled once, beside FOLDER.
set -eu
name=$1 folder=$2 gen=$3
include=$(verilator --getenv VERILATOR_ROOT)/include
flags="-std=c++17 -O1 -fPIC -fvisibility=hidden -isystem $include -isystem $include/vltstd"
mkdir -p "$folder"

IFS=_ read -r network modules lanes transfer mul add queue lane_queue relay_queue slots constants receptions issues relay_words \
    lane_words output_words trace <<<"$name"
case $network in crossbar) network=1 ;; ring) network=2 ;; *) echo "$name: no such network" >&2; exit 2 ;; esac
out_lanes=1
case $lanes in *x*) out_lanes=${lanes#*x} lanes=${lanes%x*} ;; esac
[ -n "$output_words" ] || { echo "$name: too few numbers" >&2; exit 2; }
runtime=$(dirname "$folder")/runtime${trace:+_trace}
mkdir -p "$runtime"
exec 9>"$runtime/lock"
flock 9 # two shapes may be built at once
if [ ! -f "$runtime/done" ]; then
    for part in verilated verilated_threads ${trace:+verilated_fst_c}; do
        g++ $flags -c -o "$runtime/$part.o" "$include/$part.cpp"
    done
    touch "$runtime/done"
fi
exec 9>&-

rm -rf "$folder/model"
verilator --cc --prefix Vcore --Mdir "$folder/model" --top-module tau_top -O3 --noassert --x-initial unique \
    ${trace:+--trace-fst --trace-structs} -Irtl -I"$gen" sim/lint.vlt rtl/tau_top.v \
    -GNETWORK=$network -GMODULES=$modules -GLANES=$lanes -GOUT_LANES=$out_lanes -GTRANSFER=$transfer -GMUL_LAT=$mul -GADD_LAT=$add -GQUEUE=$queue \
    -GLANE_QUEUE=$lane_queue -GRELAY_QUEUE=$relay_queue -GSLOTS=$slots -GCONSTANTS=$constants -GRECEPTIONS=$receptions \
    -GISSUES=$issues -GRELAY_WORDS=$relay_words -GLANE_WORDS=$lane_words -GOUTPUT_WORDS=$output_words
for source in "$folder"/model/*.cpp; do
    g++ $flags -c -o "${source%.cpp}.o" "$source"
done
g++ $flags -Wall -Wextra ${trace:+-DCORE_TRACE} -I"$folder/model" -Isim -c -o "$folder/model/core_face.o" sim/core_face.cpp
g++ -shared -Wl,-Bsymbolic -o "$folder/core.so.tmp" "$folder"/model/*.o "$runtime"/*.o ${trace:+-lz} -pthread
mv "$folder/core.so.tmp" "$folder/core.so"
