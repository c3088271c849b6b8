# SPDX-License-Identifier: MIT
# What equations with a shorter path are worth in C: nanoseconds per state in double, of those with
# the fewest operations and of those that are fastest on a core, both compiled and measured in turn
# (tauflow report --cpu). compile takes the second kind where something is divided.
#   measure/bench/variants.sh BUILD ROBOT...
set -eu
build=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

measured() { # ROBOT FUNCTION GOAL: operations and nanoseconds
    "$build/tauflow" report "$1" --function "$2" --optimise "$3" --cpu -o "$work/page.html" \
        2>/dev/null >"$work/said"
    sed -nE 's/.*: ([0-9]+) operations in .*/\1/p' "$work/said"
    sed -nE 's/.*"cpu":\{"float_ns":[^,]*,"double_ns":([0-9.]+).*/\1/p' "$work/page.html"
}
printf '%-16s %-6s %10s %8s %10s %8s %8s\n' variants '' fewest ns faster ns ratio
for robot in "$@"; do
    for function in id mass fd minv; do
        # shellcheck disable=SC2046
        set -- $(measured "$robot" $function ops) $(measured "$robot" $function machine)
        ratio=$(awk -v a="$2" -v b="$4" 'BEGIN { printf "%.2f", a / b }')
        printf '%-16s %-6s %10s %8s %10s %8s %8s\n' "$(basename "$robot" .urdf)" $function "$@" \
            "$ratio"
    done
done
