#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pictures of docs/vehicles_others.md: bash docs/vehicles_others.sh
# With a folder as argument they go there instead of docs.
set -eu
into=${1:-docs} tauflow=${BUILD:-build}/tauflow robots=robots/vehicles
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

moved() { # NAME MODEL OPTION...
    "$tauflow" simulate "$robots/$2" --csv "$work/$1.csv" --rows 250 "${@:3}" >/dev/null
}
drawn() { # NAME COLUMN:FACTOR:LABEL...: of the table, over its time
    awk -F , -v wanted="${*:2}" '
        NR == 1 {
            n = split(wanted, line, " ")
            printf "time (s)"
            for (k = 1; k <= n; k++) {
                split(line[k], part, ":")
                for (i = 1; i <= NF; i++) if ($i == part[1]) column[k] = i
                factor[k] = part[2]
                gsub("_", " ", part[3])
                printf ",%s", part[3]
            }
            print ""; next
        }
        {
            printf "%s", $1
            for (k = 1; k <= n; k++) printf ",%.6g", $column[k] * factor[k]
            print ""
        }
    ' "$work/$1.csv" | awk -F , -f docs/plot.awk >"$into/$1.svg"
}
spins() { for wheel in "${@:2}"; do echo "--start ${wheel}_spin=0,$1"; done; }

moved iltis_suspension iltis_suspension.nat --method conserving --step 1e-3 --until 3.5
drawn iltis_suspension 'fl_hub.z:1000:hub_(mm)'
moved iltis iltis.nat --method both --step 2e-3 --until 8
drawn iltis 'A.z:1:chassis_(m)' 'fl_hub.z:1:front_hub_(m)' 'rl_hub.z:1:rear_hub_(m)'
# shellcheck disable=SC2046
moved van van.urdf --effort 0 --lock steer=0 --start tx=0,8 --step 2e-3 --until 4 \
    $(spins 23.5 fl fr rl rr)
drawn van 'tz:1000:chassis_(mm)' 'axle_z:1000:rear_axle_(mm)' 'fl_arm:406:front_wheel_(mm)' \
    'pitch:1000:pitch_(mrad)'
# shellcheck disable=SC2046
moved truck truck.urdf --effort 0 --drive steer --motion $robots/slalom.csv --start tx=0,15 \
    --step 4e-3 --until 5 $(spins 31.6 fl fr dl dr tl1 tr1 tl2 tr2 tl3 tr3)
drawn truck 'steer:1000:steer_(mrad)' 'yaw:1000:yaw_(mrad)' 'hitch_yaw:1000:hitch_(mrad)' \
    'roll:1000:roll_(mrad)' 'rear2_roll:1000:axle_roll_(mrad)'
