# SPDX-License-Identifier: MIT
# Shared by the scripts that Verilate: compiling what Verilator wrote. Sourced.
# Each file that includes Verilator's headers costs the better part of a second, and the part of
# Verilator that is the same for all models five: so few, large files, and that part once.

model_include=$(verilator --getenv VERILATOR_ROOT)/include
model_flags="-std=c++17 -O1 -fPIC -isystem $model_include -isystem $model_include/vltstd"

# model_runtime FOLDER [trace]: FOLDER/*.o, what is the same for all models; with trace what writes
# waveforms, too. All but that runs at the start and the end alone, and is not optimised. Several
# may call it at once: one compiles, the others wait.
model_runtime() {
    local folder=$1 trace=${2:-}
    (umask 022 && mkdir -p "$folder")
    (
        umask 022 # as cores lie beside it (sim/core.sh)
        flock 9
        [ ! -f "$folder/done" ] || exit 0
        printf '#include <verilated%s.cpp>\n' '' _threads >"$folder/start.cc"
        g++ $model_flags -O0 -fvisibility=hidden -c -o "$folder/start.o" "$folder/start.cc"
        [ -z "$trace" ] || g++ $model_flags -fvisibility=hidden -c -o "$folder/trace.o" \
            "$model_include/verilated_fst_c.cpp"
        touch "$folder/done"
    ) 9>"$folder/lock"
}

# model_pack FOLDER: puts Verilator's files in FOLDER together into few and prints their paths:
# fast_K.cc, what runs in every cycle, and slow_K.cc, what runs at the start and the end alone and
# is not optimised, as in Verilator's own makefiles. A large file begins another one: of a million
# bytes, so that several compilers have work, of three where JOBS is one. To be compiled by
# model_compile.
model_pack() {
    local folder=$1 kind file bytes sum count most=3000000
    [ "${JOBS:-1}" = 1 ] || most=1000000
    for kind in fast slow; do
        rm -f "$folder/$kind"_*.cc
        sum=0 count=1
        for file in $(cd "$folder" && ls -S -- *.cpp); do
            case $kind-$file in
            fast-*Slow.cpp | fast-*__Syms.cpp) continue ;;
            slow-*Slow.cpp | slow-*__Syms.cpp | fast-*) ;;
            *) continue ;;
            esac
            bytes=$(wc -c <"$folder/$file")
            if [ $sum -gt 0 ] && [ $bytes -gt 100000 ] && [ $((sum + bytes)) -gt $most ]; then
                sum=0 count=$((count + 1))
            fi
            sum=$((sum + bytes))
            echo "#include <$file>" >>"$folder/${kind}_$count.cc"
        done
    done
    ls -S "$folder"/fast_*.cc "$folder"/slow_*.cc
}

# model_compile FILE.cc [OPTION...]: FILE.o beside it. Warnings are for what is ours.
model_compile() {
    local file=$1 optimise=
    shift
    case $file in */slow_*.cc) optimise=-O0 ;; esac
    g++ $model_flags $optimise "$@" -isystem "$(dirname "$file")" -c -o "${file%.cc}.o" "$file"
}
