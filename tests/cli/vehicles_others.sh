#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Vehicles of docs/vehicles_others.md on the road: what they weigh stands on their wheels, energy
# less work stays, loops are closed, frequencies are those of a calculation by hand, and half the
# step comes nearer.
. tests/cli/tap.bash
robots=robots/vehicles

moved() { # NAME MODEL OPTION...: a table and what JSON tells
    "$tauflow" simulate "$2" --csv "$work/$1.csv" --json "${@:3}" >"$work/$1.json"
}
at() { # NAME COLUMN TIME: at the last row until then
    awk -F , -v name="$2" -v t="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        $1 <= t + 1e-9 { x = $c } END { if (x == "") exit 1; print x }' "$work/$1.csv"
}
told() { # NAME KEY
    sed "s/.*\"$2\": \([^,}]*\).*/\1/" "$work/$1.json"
}
# frequency NAME COLUMN UNTIL: of crossings of the mean, upwards, by straight lines between rows.
frequency() {
    awk -F , -v name="$2" -v until="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        $1 <= until { n++; t[n] = $1; x[n] = $c; sum += $c }
        END { for (i = 2; i <= n; i++) {
                  a = x[i - 1] - sum / n; b = x[i] - sum / n
                  if (a < 0 && b >= 0) {
                      last = t[i - 1] - a / (b - a) * (t[i] - t[i - 1])
                      if (!crossings++) first = last
                  }
              }
              if (crossings < 2) exit 1
              print (crossings - 1) / (last - first) }' "$work/$1.csv"
}
within() { # VALUE WANTED BY
    awk -v x="$1" -v wanted="$2" -v by="$3" 'BEGIN { print x, "for", wanted, "within", by
        exit !(x != "" && x - wanted <= by && wanted - x <= by) }'
}
most() { within "$1" 0 "$2"; }
hub_loads() { # NAME TIME: of the Iltis' wheels on the level, N
    for corner in fl fr rl rr; do at "$1" "${corner}_hub.z" "$2"; done |
        awk '{ sum += 460000 * (0.368 - $1) } END { printf "%.6f\n", sum }'
}

# ---- one suspension: rest, a bump that passes at 5 m/s ------------------------------------------
for h in 4 2 1; do
    moved susp$h $robots/iltis_suspension.nat --method conserving --step ${h}e-3 --until 3.2
done
moved susp_both $robots/iltis_suspension.nat --method both --step 2e-3 --until 3.2
ok suspension_keeps_energy_less_work most "$(told susp4 energy_change)" 1e-7
ok bump_gives_work awk -v w="$(told susp2 supplied)" 'BEGIN { exit !(w > 50 && w < 500) }'
ok suspension_rests_before_the_bump most "$(at susp2 fl_hub.z.rate 2.9)" 1e-5
# Errors of second order: those of 4 and 2 ms against 1 ms are as 15 to 3.
ok suspension_comes_nearer_by_the_square within "$(awk -v a="$(at susp4 fl_hub.z 3.2)" \
    -v b="$(at susp2 fl_hub.z 3.2)" -v c="$(at susp1 fl_hub.z 3.2)" \
    'BEGIN { print (a - c) / (b - c) }')" 5 1
ok suspension_moves_alike_by_both within "$(at susp_both fl_hub.z 3.2)" \
    "$(at susp1 fl_hub.z 3.2)" 2e-4

# ---- the Iltis: ramp and stairs -----------------------------------------------------------------
for method in conserving both; do
    moved iltis_$method $robots/iltis.nat --method $method --step 4e-3 --until 6.4
done
weight=$(awk 'BEGIN { print (1300 + 4 * 57) * 9.81 }')
ok iltis_stands_with_its_weight within "$(hub_loads iltis_conserving 0.9)" "$weight" 0.5
ok and_again_below_the_stairs within "$(hub_loads iltis_both 6.4)" "$weight" 150
ok stairs_take_the_wheels_off_the_ground awk -F , 'NR == 1 { for (i = 1; i <= NF; i++)
    if ($i == "fl_hub.z") c = i; next } $1 > 4 && $1 < 4.05 && $c > high { high = $c }
    END { print high; exit !(high > 0.368 + 0.4) }' "$work/iltis_conserving.csv"
ok iltis_keeps_energy_less_work most "$(told iltis_conserving energy_change)" 1e-5
ok projections_lose_a_part_of_it awk -v e="$(told iltis_both energy_change)" \
    -v all="$(told iltis_both energy_exchanged)" 'BEGIN { print e, all; exit !(e < 0.01 * all) }'
ok constraints_of_the_iltis_hold most "$(told iltis_conserving open)" 1e-9
ok rates_hold_by_projections most "$(told iltis_both open_rate)" 1e-12
ok both_methods_come_down_alike within "$(at iltis_both A.z 6.4)" \
    "$(at iltis_conserving A.z 6.4)" 2e-3
# By hand: leaf spring 35.9 kN/m and shock absorber 5.4 cos^2 20.9 deg, in series with the tyre,
# 460: 37.0 kN/m per wheel, 148 under 1300 kg: 10.7 1/s.
sed -e '/^damper/d' -e 's/ 0.4764$/ 0.4864/' $robots/iltis.nat >"$work/free.nat"
moved free "$work/free.nat" --method conserving --step 4e-3 --until 1.8
ok iltis_bounces_as_by_hand within "$(frequency free A.z 0.95)" 1.70 0.17
ok and_nothing_is_lost most "$(told free energy_change)" 1e-6

# ---- the van: bumps -----------------------------------------------------------------------------
spins() { for wheel in "${@:2}"; do echo "--start ${wheel}_spin=0,$1"; done; }
van() { # NAME STEP UNTIL [MODEL [TZ]]
    # shellcheck disable=SC2046
    moved "$1" "${4:-$robots/van.urdf}" --effort 0 --lock steer=0 --start tx=0,8 --step "$2" \
        --until "$3" --start tz="${5:-0}" $(spins 23.5 fl fr rl rr)
}
for h in 4e-3 2e-3 1e-3; do van van$h $h 1.9; done
ok loops_of_the_van_are_closed most "$(told van4e-3 open)" 2e-12
# Lever by hand about the front axle: masses and where they are, behind it.
rear=$(awk 'BEGIN { print 9.81 * (2680 * 1.77 + 6 * 0.16 + (170 + 116) * 3.3) / 3.3 }')
ok rear_wheels_carry_their_share within "$(awk -v z="$(at van2e-3 tz 1.2)" \
    -v p="$(at van2e-3 pitch 1.2)" -v a="$(at van2e-3 axle_z 1.2)" 'BEGIN {
    centre = 0.75 + z + cos(p) * (-0.423 + a) + sin(p) * 1.65
    print 2 * 420000 * (0.35 - centre) }')" "$rear" 30
ok straight_on_it_runs_straight most "$(at van2e-3 ty 1.9)" 1e-9
ok bumps_are_felt awk -v a="$(at van2e-3 fl_arm 1.4)" 'BEGIN { print a; exit !(a > 0.05) }'
ok van_comes_nearer_with_half_the_step awk -v a="$(at van4e-3 tz 1.9)" -v b="$(at van2e-3 tz 1.9)" \
    -v c="$(at van1e-3 tz 1.9)" 'function size(x) { return x < 0 ? -x : x }
    BEGIN { print a, b, c; exit !(size(b - c) < size(a - b) / 3 && size(a - b) < 1e-4) }'
# By hand: in front 9604 N m/rad at an arm of 0.406 m, 58.3 kN/m, and 380 in series, behind 90 and
# 420, twice, under 2680 kg: 9.65 1/s; with pitch 1.43 and 1.61 Hz.
sed -z -e 's|<tauflow:link name="[a-z]*_damper"[^>]*/>||g' -e 's/friction="250"/friction="0"/g' \
    -e 's/ground="table"[^>]*law=/law=/g' $robots/van.urdf |
    sed "s|\.\./tyres|$PWD/robots/tyres|" >"$work/van_free.urdf"
van van_free 4e-3 2.4 "$work/van_free.urdf" 0.01
ok van_bounces_as_by_hand within "$(frequency van_free tz 2.4)" 1.53 0.2

# ---- the truck: slalom --------------------------------------------------------------------------
truck() { # NAME STEP UNTIL OPTION...
    # shellcheck disable=SC2046
    moved "$1" $robots/truck.urdf --effort 0 --start tx=0,15 --step "$2" --until "$3" \
        $(spins 31.6 fl fr dl dr tl1 tr1 tl2 tr2 tl3 tr3) "${@:4}"
}
truck rolling 8e-3 1.6 --lock steer=0
loads() { # of all wheels, from positions of axles
    awk -v z="$(at rolling tz 1.6)" -v p="$(at rolling pitch 1.6)" \
        -v f="$(at rolling front_z 1.6)" -v d="$(at rolling drive_z 1.6)" \
        -v h="$(at rolling hitch_pitch 1.6)" -v r1="$(at rolling rear1_z 1.6)" \
        -v r2="$(at rolling rear2_z 1.6)" -v r3="$(at rolling rear3_z 1.6)" '
        function load(stiffness, at, angle, x, up) {
            return 2 * stiffness * (0.5 - at + sin(angle) * x - cos(angle) * up)
        }
        BEGIN {
            hitch = 1 + z + sin(p) * 1.25 + cos(p) * 0.2
            sum = load(1.0e6, 1 + z, p, 1.85, f - 0.5278) + load(2.0e6, 1 + z, p, -1.85, d - 0.5217)
            sum += load(1.1e6, hitch, p + h, -6.3, r1 - 0.7267)
            sum += load(1.1e6, hitch, p + h, -7.6, r2 - 0.7267)
            print sum + load(1.1e6, hitch, p + h, -8.9, r3 - 0.7267)
        }'
}
ok truck_rolls_with_its_weight within "$(loads)" \
    "$(awk 'BEGIN { print 9.81 * (5400 + 700 + 1150 + 23000 + 3 * 750) }')" 100
slalom=(--drive steer --motion $robots/slalom.csv)
for h in 1e-2 5e-3; do truck truck$h $h 2.5 "${slalom[@]}"; done
ok loop_of_the_truck_is_closed most "$(told truck1e-2 open)" 2e-12
ok truck_comes_nearer_with_half_the_step within "$(at truck1e-2 hitch_yaw 2.5)" \
    "$(at truck5e-3 hitch_yaw 2.5)" 2e-4
# By hand: turning without slip, v / L sin, integrated over the second half of the ramp's period.
ok truck_turns_as_it_is_steered awk -F , 'NR == 1 { for (i = 1; i <= NF; i++)
    if ($i == "yaw.rate") c = i; next } $c > high { high = $c } END { print high
    exit !(high > 0.6 * 0.03 * 15 / 3.7 && high < 1.1 * 0.03 * 15 / 3.7) }' "$work/truck5e-3.csv"
finish
