#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Small faults, one at a time: does a test notice? In a copy of the tracked files,
# build/mutate/tree.
#     tests/mutate/run.sh SEED COUNT [FILE...]
# or, with AGAIN=LIST in the environment, the faults of such a list as this leaves in
# build/mutate/alive.txt: is a new test red for what lived?
# A fault is built (incrementally, with sanitizers as in `make san`; warnings are no errors, a
# fault that does not compile is drawn again), then the tests of nearest.txt are run until one is
# red twice or does not end. What is left alive and is not argued in equivalent.txt is listed at the
# end, and more than 3 in 100 of it is a failure.
set -u
here=tests/mutate
# shellcheck source=tests/mutate/tree.bash
. $here/tree.bash
mkdir -p "${BUILD:-build}/mutate"
out=$(realpath "${BUILD:-build}/mutate") # as seen from the tree, too
export BUILD=build # in the tree
tree=$out/tree from=$out/from
seed=$1 count=$2
shift 2
mkdir -p "$tree" "$from"
[ $# -gt 0 ] ||
    set -- $(git ls-files 'base/*.c' 'machine/*.c' 'scheduler/*.c' 'host/*.c' 'sim/*.c' \
        sim/core_face.cpp 'rtl/*.v')
mutate=$out/mutate
drawing "$mutate" || exit 1
flags=(--no-print-directory -j "$(nproc)" BUILD=build WARNINGS=-w
    OPT="-O1 -fsanitize=address,undefined -fno-sanitize-recover=all")

# The files as they are now, twice: to mutate from, and the tree that is built.
copied "$from"
copied "$tree"

# What deps-test installed for tests that ask other programs: they skip without.
mkdir -p "$tree/build"
[ ! -d "$out/../venv" ] || ln -sfn "$(realpath "$out/../venv")" "$tree/build/venv"

here=$from/$here # the tables as they are now, too

# Tests of a file, each once: the one that has its name, those of lines that name the file, then of
# patterns, in their order.
tests_of() {
    local own
    own=$(basename "${1%.*}")_test
    { [ ! -f "$from/tests/unit/$own.c" ] || echo "0 $own"; listed_of "$1"; } |
        sort -s -k1,1 | awk '!seen[$2]++ { print $2 }'
}
listed_of() {
    while read -r pattern names; do
        case $pattern in '#'* | '') continue ;; esac
        # shellcheck disable=SC2254
        case $1 in "$pattern") printf '1 %s\n' $names ;; $pattern) printf '2 %s\n' $names ;; esac
    done <"$here/nearest.txt"
}

# script_of NAME.sh: one of the tree, or one that make writes.
script_of() {
    local folder
    for folder in cli host browser; do
        [ ! -f "$from/tests/$folder/$1" ] || { echo "tests/$folder/$1"; return; }
    done
    echo "build/tests/$1"
}

# What make must bring up to date for a test, and how it is run.
goals_of() {
    case $1 in
    tools.sh | board.sh)
        echo build/tauflow build/tauflow-{step,bench,board} build/track library \
            build/tests/{puma560,ring,stream}.tau
        ;;
    *_lint.sh | boards.sh | board_tops.sh)
        echo build/shape build/gen/{tauflow_{regs.vh,load.vh,shape.{vh,sh}},{serial,events}_link.vh}
        ;;
    *.sh)
        case $(script_of "$1") in
        build/*) script_of "$1" ;;
        *) echo build/tauflow build/tauflow-step test-cores library ;;
        esac
        ;;
    *_rtl | systemc_bench) echo "build/sim/$1" ;;
    *) echo "build/tests/$1" ;;
    esac
}
command_of() {
    case $1 in
    *.sh) echo bash "$(script_of "$1")" ;;
    *) echo "$(goals_of "$1")" ;;
    esac
}

# compiles FILE: with its fault. A Verilog file is judged by the tests alone; what `generate` writes
# make needs before anything else.
compiles() {
    local goal
    case $1 in
    *.v) return ;;
    machine/generate*)
        (cd "$tree" && cc -std=c11 -w -Imachine -fsyntax-only "$1")
        return
        ;;
    sim/board/*) goal=build/tauflow-board ;;
    host/examples/*) goal=build/track ;;
    sim/core_face.cpp) goal=build/tests/silent_reads.so ;;
    *) goal=build/obj/${1%.c}.o ;;
    esac
    (cd "$tree" && make "${flags[@]}" "$goal")
}

# asked TEST LIMIT: 0 green, 1 red, 2 it cannot be built, 3 no end. Its words are in $out/log, it
# ran for $ran seconds.
asked() {
    local build=1800 # what make runs may not end either; once all is there, C is built soon
    [ ! -s "$green/$1" ] || [ "${file##*.}" != c ] || build=$((120 + $2))
    (cd "$tree" && timeout -k 5 "$build" make "${flags[@]}" $(goals_of "$1")) \
        >"$out/log" 2>&1 || return 2
    local code started=$SECONDS
    (cd "$tree" && CMOCKA_MESSAGE_OUTPUT=TAP timeout -k 5 "$2" $(command_of "$1")) \
        </dev/null >"$out/log" 2>&1
    code=$? ran=$((SECONDS - started))
    case $code in
    0) ;;
    124 | 137) return 3 ;;
    *) return 1 ;;
    esac
    ! grep -aE '^not ok ' "$out/log" | grep -qivE '# skip'
}

# A test that was green once in this run of sources may be believed when it is red, and how long it
# took sets its limit. One that was not is asked without the fault first.
green=$out/green/$(tracked -z | xargs -0 cat 2>/dev/null | sha256sum | cut -c 1-16)
mkdir -p "$green"
limit_of() { cat "$green/$1" 2>/dev/null || echo 1200; }
without_fault() { # TEST FILE: what it takes now; it must be green
    cp "$from/$2" "$tree/$2"
    asked "$1" 1200 || {
        tail -n 20 "$out/log"
        echo "mutate: error: $1 fails without a fault" >&2
        exit 1
    }
    echo $((3 * ran + 20)) >"$green/$1"
}

# noticed TEST FILE: $how is what was seen. A test that waits for others can be red by accident, and
# a loaded computer is slow, not wrong: red must be red again, and what did not end is asked again
# when the test takes longer now than it did.
noticed() {
    local limit
    limit=$(limit_of "$1")
    asked "$1" "$limit"
    case $? in
    0)
        [ -s "$green/$1" ] || echo $((3 * ran + 20)) >"$green/$1"
        return 1
        ;;
    1)
        how=$(grep -aE '^not ok ' "$out/log" | grep -iv '# skip' | head -n 1 | cut -c 1-80)
        asked "$1" "$limit" && { echo "       once: $1, $how"; return 1; }
        ;;
    2) how="cannot be built: $(grep -aE '[Ee]rror' "$out/log" | head -n 1 | cut -c 1-80)" ;;
    3)
        how="no end within $limit s"
        cp "$tree/$2" "$out/fault"
        without_fault "$1" "$2"
        cp "$out/fault" "$tree/$2"
        [ "$(limit_of "$1")" -le "$limit" ] || ! asked "$1" "$(limit_of "$1")" || return 1
        ;;
    esac
    [ -s "$green/$1" ] || without_fault "$1" "$2"
}

# Argued: blocks of "FILE", "- old", "+ new", then why.
argued() { # FILE OLD NEW
    file=$1 old=$2 new=$3 awk 'BEGIN { RS = ""; FS = "\n" }
        $1 == ENVIRON["file"] && $2 == ENVIRON["old"] && $3 == ENVIRON["new"] { found = 1 }
        END { exit !found }' "$here/equivalent.txt"
}

# "FILE SITE" of every fault that is to be judged.
picked() {
    [ -n "$again" ] || { "$mutate" pick "$seed" $((2 * count)) "$@"; return; }
    local place old new file site shown
    while IFS= read -r place && IFS= read -r old && IFS= read -r new; do
        file=${place%%:*} site=0
        while shown=$("$mutate" show "$file" $site 2>/dev/null); do
            [ "${shown#*$'\n'}" != "$old"$'\n'"$new" ] || { echo "$file $site"; break; }
            site=$((site + 1))
        done
    done <<<"$again"
}

killed=0 alive=0 equal=0 still=0
again=${AGAIN:+$(cat "$AGAIN")}
: >"$out/alive.txt"
while [ $((killed + alive + equal)) -lt "$count" ] && read -r file site; do
    shown=$(cd "$from" && "$mutate" show "$file" "$site")
    old=$(sed -n 2p <<<"$shown") new=$(sed -n 3p <<<"$shown") place=$(sed -n 1p <<<"$shown")
    if argued "$file" "$old" "$new"; then
        equal=$((equal + 1))
        echo "equal  $place"
        continue
    fi
    started=$SECONDS
    "$mutate" apply "$from/$file" "$site" >"$tree/$file"
    if ! compiles "$file" >"$out/log" 2>&1; then
        still=$((still + 1))
        echo "still  $place"
    else
        by=
        for t in $(tests_of "$file"); do
            noticed "$t" "$file" && { by=$t; break; }
        done
        if [ -n "$by" ]; then
            killed=$((killed + 1))
            echo "killed $place by $by, $((SECONDS - started)) s: $how"
        else
            alive=$((alive + 1))
            echo "ALIVE  $place, $((SECONDS - started)) s"
            printf '%s\n' "$shown" | tee -a "$out/alive.txt" | sed 's/^/       /'
        fi
    fi
    cp "$from/$file" "$tree/$file"
done < <(cd "$from" && picked "$@")

echo "seed $seed: $killed killed, $alive alive, $equal equal and argued," \
    "$still not compiled and drawn again"
[ $((100 * alive)) -le $((3 * (killed + alive))) ] && [ $((killed + alive)) -gt 0 ]
