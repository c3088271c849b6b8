#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Steps that an error steers (rk45): what is told of them, rows at their times, states of laws
# against a closed solution, files that end, starts, and what is refused.
. tests/cli/tap.bash
crank() { "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 "$@"; }
steers() { crank --method rk45 "$@"; }
ok steps_are_told prints '^steps +[0-9]+ of order 5, [0-9]+ refused; 0.001 to 0.01[0-9]* s$' \
    steers --until 1
ok fixed_steps_are_told prints '^steps +1000 of order 4, 0 refused; 0.001 to 0.001 s$' \
    crank --until 1
ok steered_steps_are_told prints '^steps +[0-9]+ of order 2, [1-9][0-9]* refused; ' \
    "$tauflow" simulate robots/natural/double_pendulum.nat --method multi-index --until 1
ok json_tells_them prints '"steps": [0-9]+, "order": 5, "refused": [0-9]+, .*"step_longest": ' \
    steers --until 1 --json
ok energy_keeps_to_the_tolerance prints '^energy .* at most [0-9.]+e-08$' steers --until 1
ok shorter_steps_keep_it_better prints '^energy .* at most [0-9.]+e-1[0-9]$' steers --until 1 \
    --tolerance 1e-11
ok the_absolute_part_counts prints '^energy .* at most [0-9.]+e-0[1-5]$' steers --until 1 \
    --absolute 1e-4
rows() { # at their times and closed; the step in their last column is the one around them
    steers --until 1 --rows 500 --csv "$work/rows.csv" >"$work/out" && awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { t = (NR - 2) / 500; if (($1 - t) ^ 2 > 1e-28 || $at["open"] > 1e-12) { print; exit 1 }
          wide += $at["step"] > 0.002 }
        END { exit !(NR == 502 && $1 == 1 && wide > 400) }' "$work/rows.csv"
}
ok rows_are_at_their_times_and_closed rows
all() { # rows of all steps: as many, and the start
    local steps
    steps=$(steers --until 1 --rows 0 --csv "$work/all.csv" | sed -n 's/^steps *\([0-9]*\) .*/\1/p')
    [ "$(wc -l <"$work/all.csv")" -eq $((steps + 2)) ]
}
ok all_steps_may_be_written all
# m y'' = -C p, p' = (y' - V p)/L: the closed solution of tests/cli/law_states.sh.
cat >"$work/slide.urdf" <<'URDF'
<robot name="slide">
  <link name="ground"/>
  <joint name="y" type="prismatic"><parent link="ground"/><child link="wheel"/><axis xyz="0 1 0"/>
    <limit lower="-9" upper="9" velocity="9" effort="9e3"/></joint>
  <link name="wheel"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>
URDF
lags() { # WITHIN OPTION...: of v and p in all rows
    "$tauflow" simulate "$work/slide.urdf" --effort 0 --start y=0,1 --until 0.5 --rows 100 --csv - \
        --element "torsion name=side joint=y law='400*p' state=p rate='(xd - 10*p)/0.5' \
initial=0.05" --method rk45 "${@:2}" | awk -F, -v near="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { t = $1; w = 10 * sqrt(3); e = exp(-10 * t)
          v = e * (cos(w * t) + (-200 * 0.05 + 10) / w * sin(w * t)) - $at["y.rate"]
          p = e * (0.05 * cos(w * t) + (2 - 10 * 0.05) / w * sin(w * t)) - $at["side.p"]
          if (v ^ 2 > near ^ 2 || p ^ 2 > near ^ 2) { print t, v, p; bad = 1 } }
        END { exit bad || NR != 102 }'
}
ok states_of_laws_are_steered_too lags 1e-7
ok their_errors_follow_the_tolerance lags 1e-10 --tolerance 1e-11
cat >"$work/swing.urdf" <<'URDF'
<robot name="swing"><link name="base"/><link name="arm"><inertial><origin xyz="0.3 0 0"/><mass
value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="pin" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit
lower="-1" upper="0.5" velocity="0" effort="0"/></joint></robot>
URDF
passes() { # the first time is that of the first row beyond, or of a step's end just before it
    "$tauflow" simulate "$work/swing.urdf" --method rk45 --tolerance 1e-6 --until 1 \
        --csv "$work/swing.csv" --json 2>/dev/null |
        sed 's/.*"first": \([^,]*\),.*/\1/' >"$work/first" && awk -F, '
        NR == FNR { first = $1; next }
        FNR > 1 && $2 > 0.5 { print first, before, $1; exit !(first > before && first <= $1) }
        { before = $1 }' "$work/first" "$work/swing.csv"
}
ok limits_are_looked_at_between_the_ends passes
csv() { printf '%s\n' "$@" >"$work/in.csv"; }
csv t,crank_x 0,0.1 0.5,0.1
short() { # the motion comes as far as the file
    rm -f "$work/some.csv"
    refused 2 'in.csv: error: too short: it ends at t = 0.5 s' steers --torques "$work/in.csv" \
        --csv "$work/some.csv" && tail -1 "$work/some.csv" | grep -q '^0.5,'
}
ok short_torques_leave_what_was_computed short
many() { # each as it is alone
    csv crank_x,crank_x.rate 0,6 0.1,5
    steers --starts "$work/in.csv" --until 1 --csv "$work/many.csv" >"$work/out" &&
        grep -qE '^steps +[0-9]+ of order 5, [0-9]+ refused$' "$work/out" &&
        steers --until 1 --rows 1000 --csv "$work/one.csv" >/dev/null &&
        [ "1,$(tail -1 "$work/one.csv")" = "$(sed -n 2p "$work/many.csv")" ]
}
ok starts_are_moved_by_steered_steps many
native() { steers --until 0.2 --csv - | cmp - <(steers --until 0.2 --csv -); }
ok runs_are_the_same_to_the_bit native
ok cores_take_fixed_steps refused 2 "method 'rk45' runs only on the CPU" steers --device twin:
ok tolerances_are_more_than_rounding refused 2 \
    "bad value '1e-15' of option --tolerance: for method 'rk45' 1e-14 or more" steers \
    --tolerance 1e-15
ok absolute_errors_steer refused 2 "--absolute: errors do not steer steps of method 'rk4'" \
    crank --absolute 1e-6
ok absolute_errors_are_positive refused 2 "bad value '-1' of option --absolute" steers --absolute -1
finish
