#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verilates one core shape into a shared object with the C table of machine/pins.h.
#     sim/core.sh NAME FOLDER GEN [CORE.v CIRCUIT.v]
# NAME: the values of the shape's parameters in the order of machine/shape.def, joined by _; the
# network by its word; lanes e.g. 4x2 for four in and two out, 4 for one out; options that are not 0
# with their keys, as _fixed24 or _div1_div-latency9; and _trace for one that can be looked into: it
# writes waveforms and tells its events.
# FOLDER/core.so is made; GEN holds what machine/generate.c makes: names and Verilog. Of a circuit
# the last two are what compile --circuit wrote, and FOLDER is one level deeper. The parts of
# Verilator that are the same for all shapes are compiled once, beside FOLDER. Verilator works in
# FOLDER, as it takes modules that it does not know from where it stands.
# Several may build the same core at once: one does, the others wait for it. Lines `step K of N` on
# the standard output are for whoever shows progress; JOBS compilers run at a time (1 unless given).
set -eu
name=$1 folder=$2 gen=$3
shift 3
circuit=("$@")
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd) gen=$(cd "$gen" && pwd)
for k in "${!circuit[@]}"; do circuit[k]=$(realpath "${circuit[k]}"); done
cd "$folder"

refuse() { echo "$name: $*" >&2; exit 2; }
. "$gen/tauflow_shape.sh" # shape_names, shape_options, shape_networks
. "$root/rtl/rooms.sh"
search=() rooms=()
for room in $core_rooms; do search+=(-y "$root/rtl/$room") rooms+=("$root/rtl/$room"); done
read -ra names <<<"$shape_names"
trace=
case $name in *_trace) trace=trace ;; esac
IFS=_ read -ra values <<<"${name%_trace}"
number=0
for network in $shape_networks; do
    number=$((number + 1))
    [ "$network" != "${values[0]}" ] || break
    network=
done
[ -n "$network" ] || refuse "no such network"
values[0]=$number
parameters=() k=0
for parameter in "${names[@]}"; do
    if [ "$parameter" = OUT_LANES ]; then
        value=$out # of the value of LANES, which stands before it
    else
        value=${values[$k]-} k=$((k + 1)) out=1
    fi
    if [ "$parameter" = LANES ]; then
        case $value in *x*) out=${value#*x} value=${value%%x*} ;; esac
    fi
    case $value in '' | *[!0-9]*) refuse "$parameter is '$value'" ;; esac
    parameters+=("-G$parameter=$value")
done
read -ra options <<<"$shape_options" # parameter, key, ...
for ((i = 0; i < ${#options[@]}; i += 2)); do
    value=${values[$k]-} key=${options[i + 1]}
    case $value in
    "$key"[0-9]*) parameters+=("-G${options[i]}=${value#"$key"}") k=$((k + 1)) ;;
    esac
done
[ $k = ${#values[@]} ] || refuse "${#values[@]} numbers, not $k"
case $name-${#circuit[@]} in
*_circuit[0-9]*-2) parameters+=("-DTAUFLOW_CORE=$(basename "${circuit[0]}" .v)") ;;
*_circuit[0-9]*) refuse "the Verilog of a circuit is needed" ;;
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
