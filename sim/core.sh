#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verilates one core shape into a shared object with the C table of machine/pins.h.
#     sim/core.sh NAME FOLDER GEN PARAMETERS [CORE.v CIRCUIT.v]
# NAME: of the shape, and _trace for one that can be looked into: it writes waveforms and tells its
# events. PARAMETERS: what build/shape prints for the shape, NAME=VALUE between blanks.
# FOLDER/core.so is made; GEN holds the Verilog that machine/generate.c makes. Of a circuit the last
# two are what compile --circuit wrote, and FOLDER is one level deeper. The parts of
# Verilator that are the same for all shapes are compiled once, beside FOLDER. Verilator works in
# FOLDER, as it takes modules that it does not know from where it stands.
# Several may build the same core at once: one does, the others wait for it. Lines `step K of N` on
# the standard output are for whoever shows progress; JOBS compilers run at a time (1 unless given).
set -eu
name=$1 folder=$2 gen=$3 given=${4:?parameters expected}
shift 4
circuit=("$@")
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd) gen=$(cd "$gen" && pwd)
for k in "${!circuit[@]}"; do circuit[k]=$(realpath "${circuit[k]}"); done
cd "$folder"

refuse() { echo "$name: $*" >&2; exit 2; }
. "$root/rtl/rooms.sh"
search=() rooms=()
for room in $core_rooms; do search+=(-y "$root/rtl/$room") rooms+=("$root/rtl/$room"); done
trace=
case $name in *_trace) trace=trace ;; esac
read -ra parameters <<<"${given//$'\n'/ }"
parameters=("${parameters[@]/#/-G}")
case ${parameters[*]}-${#circuit[@]} in
*-GCIRCUIT=*-2) parameters+=("-DTAUFLOW_CORE=$(basename "${circuit[0]}" .v)") ;;
*-GCIRCUIT=*) refuse "the Verilog of a circuit is needed" ;;
*-0) ;;
*) refuse "a core is made of no circuit" ;;
esac

# fresh FILE: newer than everything it is made from; what a circuit's text is, its name says
fresh() {
    [ -f "$1" ] && [ -z "$(find "${rooms[@]}" "$root/sim/core.sh" "$root/sim/model.sh" \
        "$root/sim/core_face.cpp" "$root/machine/pins.h" "$root/sim/lint.vlt" \
        "$root/sim/watch.sv" "$gen"/tauflow_*.vh -type f -newer "$1")" ]
}
exec 8>"$folder/lock"
flock 8
fresh "$folder/core.so" && exit 0 # by another, meanwhile

echo "step 0 of 0" # after Verilator the number of files is known
. "$root/sim/model.sh"
cores=$(dirname "$folder")
[ ${#circuit[@]} = 0 ] || cores=$(dirname "$cores")
runtime=$cores/runtime${trace:+_trace}
model_runtime "$runtime" $trace

rm -rf "$folder/model"
verilator --cc --prefix Vcore --Mdir "$folder/model" --top-module tau_top -O3 --noassert \
    --x-initial unique ${trace:+--trace-fst --trace-structs} "${search[@]}" -I"$gen" \
    "$root/sim/lint.vlt" ${trace:+"$root/sim/watch.sv"} "$root/rtl/core/tau_top.v" "${circuit[@]}" \
    "${parameters[@]}"

# compile K N SOURCE
compile() {
    echo "step $1 of $2"
    model_compile "$3" -fvisibility=hidden -Wall -Wextra ${trace:+-DCORE_TRACE} -I"$root" -I"$gen"
}
export -f compile model_compile
export model_flags trace root gen
mapfile -t sources < <(model_pack "$folder/model")
echo '#include "sim/core_face.cpp"' >>"$folder/model/fast_1.cc"
for k in "${!sources[@]}"; do
    printf '%s\0' $((k + 1)) ${#sources[@]} "${sources[$k]}"
done | xargs -0 -n 3 -P "${JOBS:-1}" bash -c 'compile "$@"' core.sh
g++ -shared -Wl,-Bsymbolic -o "$folder/core.so.tmp" "$folder"/model/*.o "$runtime"/*.o \
    ${trace:+-lz} -pthread
mv "$folder/core.so.tmp" "$folder/core.so"
rm -rf "$folder/model"
