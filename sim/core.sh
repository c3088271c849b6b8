#!/usr/bin/env bash
# Verilates one core shape into a shared object with the C table of machine/pins.h.
#     sim/core.sh NAME FOLDER GEN
# NAME: network_modules_lanes_transfer_mul_add_queue_lanequeue_relayqueue_slots_constants_
# receptions_issues_relaywords_lanewords_outputwords, where lanes is e.g. 4x2 for four in and two
# out, 4 for one out; and _trace for one that can write waveforms (cores_name in host/cores.c).
# FOLDER/core.so is made; GEN holds tauflow_regs.vh. The parts of Verilator that are the same for
# all shapes are compiled once, beside FOLDER. Several may build the same core at once: one does,
# the others wait for it. Lines `step K of N` on the standard output are for whoever shows
# progress; JOBS compilers run at a time (1 unless given).
set -eu
name=$1 folder=$2 gen=$3
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"

IFS=_ read -r network modules lanes transfer mul add queue lane_queue relay_queue slots constants \
    receptions issues relay_words lane_words output_words trace <<<"$name"
case $network in
crossbar) network=1 ;;
ring) network=2 ;;
*) echo "$name: no such network" >&2; exit 2 ;;
esac
out_lanes=1
case $lanes in *x*) out_lanes=${lanes#*x} lanes=${lanes%x*} ;; esac
[ -n "$output_words" ] || { echo "$name: too few numbers" >&2; exit 2; }

# fresh FILE: newer than everything it is made from
fresh() {
    [ -f "$1" ] && [ -z "$(find "$root"/rtl/*.v "$root"/sim/core.sh "$root"/sim/core_face.cpp "$root"/machine/pins.h \
        "$root/sim/lint.vlt" "$gen/tauflow_regs.vh" -newer "$1")" ]
}
exec 8>"$folder/lock"
flock 8
fresh "$folder/core.so" && exit 0 # by another, meanwhile

echo "step 0 of 0" # Verilator tells the number of files
include=$(verilator --getenv VERILATOR_ROOT)/include
flags="-std=c++17 -O1 -fPIC -fvisibility=hidden -isystem $include -isystem $include/vltstd"
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
verilator --cc --prefix Vcore --Mdir "$folder/model" --top-module tau_top -O3 --noassert \
    --x-initial unique ${trace:+--trace-fst --trace-structs} -I"$root/rtl" -I"$gen" \
    "$root/sim/lint.vlt" "$root/rtl/tau_top.v" -GNETWORK=$network -GMODULES=$modules \
    -GLANES=$lanes -GOUT_LANES=$out_lanes -GTRANSFER=$transfer -GMUL_LAT=$mul -GADD_LAT=$add \
    -GQUEUE=$queue -GLANE_QUEUE=$lane_queue -GRELAY_QUEUE=$relay_queue -GSLOTS=$slots \
    -GCONSTANTS=$constants -GRECEPTIONS=$receptions -GISSUES=$issues -GRELAY_WORDS=$relay_words \
    -GLANE_WORDS=$lane_words -GOUTPUT_WORDS=$output_words

# compile K N SOURCE
compile() {
    local warnings=
    echo "step $1 of $2"
    case $3 in */core_face.cpp) warnings="-Wall -Wextra" ;; esac # ours
    g++ $flags $warnings ${trace:+-DCORE_TRACE} -I"$folder/model" -I"$root" -I"$gen" \
        -c -o "$folder/model/$(basename "${3%.cpp}").o" "$3"
}
export -f compile
export flags trace folder root gen
# Largest first, so that the last one is short.
mapfile -t sources < <(ls -S "$folder"/model/*.cpp && echo "$root/sim/core_face.cpp")
for k in "${!sources[@]}"; do
    printf '%s\0' $((k + 1)) ${#sources[@]} "${sources[$k]}"
done | xargs -0 -n 3 -P "${JOBS:-1}" bash -c 'compile "$@"' core.sh
g++ -shared -Wl,-Bsymbolic -o "$folder/core.so.tmp" "$folder"/model/*.o "$runtime"/*.o ${trace:+-lz} -pthread
mv "$folder/core.so.tmp" "$folder/core.so"
rm -rf "$folder/model"
