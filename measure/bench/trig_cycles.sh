# SPDX-License-Identifier: MIT
# Cycles of a sample with sines given and with sines computed by the core (--trig core), on the
# default machine.
#   measure/bench/trig_cycles.sh BUILD ROBOT...
set -eu
build=$1
shift
cycles() {
    "$build/tauflow" schedule "$@" 2>/dev/null | awk '/^cycles/ { print $2 }'
}
printf '%-16s %8s %8s\n' cycles given computed
for robot in "$@"; do
    printf '%-16s %8s %8s\n' "$(basename "$robot" .urdf)" "$(cycles "$robot")" \
        "$(cycles "$robot" --trig core)"
done
