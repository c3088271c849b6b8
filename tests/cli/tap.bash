# SPDX-License-Identifier: MIT
# Shared by the scripts of this folder: TAP output, a folder to work in, the program under test.
set -u
tauflow=$PWD/${BUILD:-build}/tauflow
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=0

# ok NAME COMMAND...: one test, passed when the command succeeds; its output is shown when it does
# not.
ok() {
    local name=$1
    shift
    tests=$((tests + 1))
    if "$@" >"$work/ok.log" 2>&1; then
        echo "ok $tests - $name"
    else
        echo "not ok $tests - $name"
        sed 's/^/# /' "$work/ok.log"
    fi
}

# refused CODE PATTERN COMMAND...: exit code, exactly one line on stderr, which matches; nothing on
# stdout.
refused() {
    local code=$1 pattern=$2 got
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    got=$?
    cat "$work/err"
    [ "$got" -eq "$code" ] || { echo "exit code $got, not $code"; return 1; }
    [ "$(wc -l <"$work/err")" -eq 1 ] || { echo "not one line"; return 1; }
    [ ! -s "$work/out" ] || { echo "something on stdout"; return 1; }
    grep -qE -- "$pattern" "$work/err" || { echo "does not match: $pattern"; return 1; }
}

# prints PATTERN COMMAND...: exit code 0 and a line of stdout that matches.
prints() {
    local pattern=$1
    shift
    "$@" >"$work/out" || return 1
    cat "$work/out"
    grep -qE -- "$pattern" "$work/out"
}

# exact LINE COMMAND...: of a run: predicted = measured in both lines of that name, no bit differs.
exact() {
    local line=$1
    shift
    "$@" >"$work/said" || { cat "$work/said"; return 1; }
    grep -Eq '^mismatches +0$' "$work/said" &&
        awk -v line="$line" '$1 == line && $2 != "at" {
                n++; if (n > 1 && $3 != was) exit 1; was = $3 }
            END { exit n != 2 }' "$work/said" || { cat "$work/said"; return 1; }
}

# verilated_ring ARGUMENTS...: a run on the core of tests/rtl/core_test.c that has units of its own
# for quotients, roots and arc tangents.
verilated_ring() {
    "$tauflow" run "$@" --effort 0 --budget 1 --steps 5 --engine rtl --machine "network=ring \
        modules=2 mul=2 add=2 div=2 sqrt=1 atan=2 lanes=2 transfer=0 mul_latency=3 add_latency=4 \
        div_latency=9 sqrt_latency=8 atan_latency=14"
}

# limit_memory KILOBYTES: of the shell it is called in. Not with AddressSanitizer, which reserves
# terabytes.
limit_memory() {
    grep -q __asan_init "$tauflow" || ulimit -v "$1"
}

# files_there [PATH...]: of the tree, also those that are not tracked yet: they are checked before
# their first commit. Where there is no repository, all but what was built.
files_there() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files -co --exclude-standard -- "$@"
    else
        find "${@:-.}" -type f -not -path './build/*' | sed 's|^\./||'
    fi | sort -u | while IFS= read -r file; do
        [ ! -f "$file" ] || printf '%s\n' "$file"
    done
}

finish() {
    echo "1..$tests"
}
