# SPDX-License-Identifier: MIT
# What time buys of the search for a schedule, on the default machine:
#   - quality over time: cycles after so many seconds of the longest search (--effort 3 --time), and
#     by effort, for the robots of CURVES;
#   - every ROBOT: the plain command beside the longest search, which ends after LONGEST seconds.
# Ratios are to the best schedule of the row; one that is over 1.02 by default gets a star.
#   measure/bench/search.sh BUILD ROBOT...
# Seconds are those of a processor, but --time is by the clock: other programs make that search
# shorter, so the load is told.
set -eu
build=$1
shift
LONGEST=${LONGEST:-60} TIMES=${TIMES:-0.25 0.5 1 2 4 8 16}
CURVES=${CURVES-robots/puma560.urdf robots/iiwa.urdf robots/bogie.urdf}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

name() { basename "${1%.*}"; }
number() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$work/json"; }
# found ROBOT OPTION...: operations, cycles and seconds of its schedule
found() {
    local robot=$1
    shift
    if ! { time "$build/tauflow" schedule "$robot" --no-cache --json "$@" >"$work/json" \
        2>"$work/said"; } 2>"$work/time"; then
        sed -n '$p' "$work/said" >&2
        exit 1
    fi
    echo "$(number operations) $(number cycles) $(awk '{ printf "%.2f", $1 + $2 }' "$work/time")"
}
# row NAME CYCLES...: each with its ratio to the best of them
row() {
    printf '%s\n' "$*" | awk '{
        best = $2
        for (i = 3; i <= NF; i++) best = $i < best ? $i : best
        printf "%-16s", $1
        for (i = 2; i <= NF; i++) printf "%6d %.3f", $i, $i / best
        print "" }'
}

echo "$(nproc) processors, load $(cut -d ' ' -f 1-3 /proc/loadavg)"
printf '\ncycles after so many seconds of --effort 3 --time, by the clock\n%-16s' robot
printf '%12s' $TIMES
echo
for robot in $CURVES; do
    cycles=
    for seconds in $TIMES; do
        made=($(found "$robot" --effort 3 --time "$seconds"))
        cycles="$cycles ${made[1]}"
    done
    # shellcheck disable=SC2086 # several words
    row "$(name "$robot")" $cycles
done

printf '\ncycles and seconds of a processor by effort\n%-16s%16s%16s%16s\n' robot 0 1 '2 (default)'
for robot in $CURVES; do
    printf '%-16s' "$(name "$robot")"
    for effort in 0 1 2; do
        made=($(found "$robot" --effort $effort))
        printf '%8d%8.2f' "${made[1]}" "${made[2]}"
    done
    echo
done

printf '\nthe plain command beside the longest search (--effort 3 --time %s)\n' "$LONGEST"
printf '%-16s%11s%8s%9s%11s%8s%9s%7s\n' robot operations cycles seconds operations cycles \
    seconds ratio
for robot in "$@"; do
    plain=($(found "$robot"))
    long=($(found "$robot" --effort 3 --time "$LONGEST"))
    printf '%s\n' "$(name "$robot") ${plain[*]} ${long[*]}" | awk '{
        printf "%-16s%11d%8d%9.2f%11d%8d%9.2f%7.3f%s\n", $1, $2, $3, $4, $5, $6, $7, $3 / $6,
            ($3 > 1.02 * $6 ? " *" : "") }'
done
