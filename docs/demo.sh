#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The last part of `make demo`: runs what was built and shows it on one page (24 lines of 80).
#     docs/demo.sh BUILD
set -eu
build=$1
demo=$build/demo
# The state is that of the example in C, so that both columns of torques mean the same.
state() { sed -n "s/.* $1\[.*{\(.*\)};/\1/p" docs/example_torque.c; }

"$build/tauflow" info robots/puma560.urdf >"$demo/info.log"
"$demo/torque" >"$demo/torque.log"
"$build/tauflow-step" "$demo/puma560.tau" --q "$(state q)" --qd "$(state qd)" --qdd "$(state qdd)" \
    >"$demo/step.log"
"$build/track" "$demo/puma560.tau" sim: "$demo/track.csv" "$demo/track.svg" >"$demo/track.log"

count() { awk -v key="$1" '$1 == key { print $2 }' "$demo/info.log"; }
cycles() {
    sed -n 's/^cycles *\([0-9]*\) (\([0-9]*\).*/\1 measured, \2 predicted/p' "$demo/step.log"
}
figure() { sed -n "s/^.*$1 *\([0-9.e+-]*\) .*/\1/p" "$demo/track.log"; } # what follows $1
seconds=$(figure 'sim:,' | awk '{ print $1 / 1000 }')
start=$(figure 'at the start')
cat <<END

PUMA 560: robots/puma560.urdf, $(count mul) multiplications and $(count add) additions

  torque     in the C for a CPU, binary64     on the simulated core, binary32
$(paste "$demo/torque.log" <(grep -v '^cycles' "$demo/step.log") |
    awk '{ printf "  %-12s %18.6f %-10s %22.6f %s\n", $1, $2, $3 " " $4, $6, $7 " " $8 }')
  cycles $(cycles)
  the simulated arm, moved by the core for $seconds s, starts $start rad off its path;
  from $(figure 'off; from') s on no joint is more than $(figure 'largest tracking error') rad off

Look at    $demo/track.svg                the motion, in a browser
           $demo/puma560.eqn              the equations
           $demo/puma560.c, puma560.h     for your controller
           $demo/puma560.tau              the program for the core

Next       build/tauflow report YOUR.urdf -o page.html   a page for a browser
           build/tauflow compile YOUR.urdf -o build/yours
           docs/first_hour_robotics.md, docs/first_hour_fpga.md
END
