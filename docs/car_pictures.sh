#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pictures of docs/vehicles.md: bash docs/car_pictures.sh [STEP]
# The double lane change of 20 s, in steps of 1 ms unless STEP says otherwise; its first 9 s drawn.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
car=robots/vehicles/car.urdf
"${BUILD:-build}/tauflow" simulate "$car" --effort 0 --drive steering \
    --motion robots/vehicles/double_lane_change.csv --start tx=0,22.2222 --start fl_spin=0,71.72 \
    --start fr_spin=0,71.72 --start rl_spin=0,71.15 --start rr_spin=0,71.15 --until 20 \
    --step "${1:-1e-3}" --rows 1000 --csv "$work/car.csv"
python3 tests/outside/car_forces.py "$car" robots/tyres/car_even.tir "$work/car.csv" \
    "$work/loads.csv"
draw() { # NAME: a table
    awk -F , -f docs/plot.awk >"docs/car_$1.svg"
}
columns() { # NAMES VALUES: of the motion, values in terms of of("NAME of a column")
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "'"$1"'"; next }
        function of(name) { return $at[name] }
        $1 <= 9 && NR % 2 == 0 { print '"$2"' }' OFS=, "$work/car.csv"
}
columns 'm forwards,m to the left' 'of("tx"), sprintf("%.2f", of("ty"))' | draw path
columns 's,steering [rad],yaw rate [rad/s],lean [0.1 rad],pull [10 m/s^2]' \
    '$1, of("steering"), of("yaw.rate"), 10 * of("roll"),
     of("yaw.rate") * sqrt(of("tx.rate")^2 + of("ty.rate")^2) / 10' | draw motion
awk -F , 'NR == 1 { sub("t,", "s; kN,") } NR == 1 || $1 <= 9 && NR % 2 == 0' "$work/loads.csv" |
    draw loads
