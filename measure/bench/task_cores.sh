#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash measure/bench/task_cores.sh BUILD: one evaluation on several cores of a board, a task on each
# and words over the host. Per model: microseconds (at MHZ) of one core of four modules and of
# eight; of two cores of four modules if words between them took no time, each as dense as the one,
# but not shorter than the longest path; and the time that a transfer may take from core to core,
# through the host, before two cores lose against one of four, and against one of eight, which has
# the same units.
set -u
build=$1
out=$build/bench/task_cores
mhz=${MHZ-143}
mkdir -p "$out"
bash robots/loops/ba2000.sh >"$out/ba2000.urdf" &&
    bash robots/loops/ngon.sh 51 >"$out/ngon51.urdf" &&
    bash robots/loops/ngon.sh 251 >"$out/ngon251.urdf" || exit 1
cycles() { # ROBOT FUNCTION MODULES: and the longest path
    "$build/tauflow" schedule "$1" --function "$2" --effort 0 --network ring --modules "$3" \
        2>/dev/null | awk '$1 == "cycles" { is = $2 } $1 == "critical" { path = $3 }
            END { print is, path; exit !is }'
}
printf '%-8s %-10s %10s %10s %10s %10s %12s %12s\n' robot function '4 modules' '8 modules' \
    '2 cores' transfers 'may take: 4' 'may take: 8'
for row in robots/car54.urdf:closed-fd "$out/ba2000.urdf:closed-fd" "$out/ngon51.urdf:augmented" \
    "$out/ngon251.urdf:augmented"; do
    robot=${row%:*} function=${row##*:}
    four=$(cycles "$robot" "$function" 4) && eight=$(cycles "$robot" "$function" 8) || exit 1
    "$build/tauflow" tasks "$robot" --function "$function" --effort 0 --ranks 2 --split exchange \
        --moves 1000 >"$out/said" || exit 1
    # Best case: the schedule of a task is as dense as that of the whole.
    awk -v robot="$(basename "$robot" .urdf)" -v function_name="$function" -v mhz="$mhz" \
        -v four="${four% *}" -v path="${four#* }" -v eight="${eight% *}" '
        / \*  / { gain = $(NF - 5); chain = $(NF - 2) }
        function time(x) { return x > 0.005 ? sprintf("%.2f us", x) : "no time" }
        END { one = four / mhz; ring = eight / mhz; two = one / gain
              two = two < path / mhz ? path / mhz : two
              printf("%-8s %-10s %7.2f us %7.2f us %7.2f us %10d %12s %12s\n", robot,
                  function_name, one, ring, two, chain, time((one - two) / chain),
                  time((ring - two) / chain)) }' "$out/said"
done
