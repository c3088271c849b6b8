#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Motion: what simulate writes, and what it refuses.
. tests/cli/tap.bash
pendulum=robots/natural/double_pendulum.nat
moves() { "$tauflow" simulate "$pendulum" "$@"; }
ok energy_is_told prints '^energy +0 J, changes by at most 0.00468$' moves
ok penalties_do_the_same prints 'changes by at most 0.00468$' moves --solve penalty
ok json_has_the_same prints '"steps": 100, .*"energy_change": ' moves --until 0.1 --json
rows() { # LINES FILE: with the names first
    head -1 "$2" | grep -q '^t,A.x,A.y,B.x,B.y,A.x.rate,.*,energy,open,open_rate,step$' &&
        [ "$(wc -l <"$2")" -eq "$1" ] || { wc -l "$2"; return 1; }
}
evenly() { moves --until 1 --rows 10 --csv "$work/ten.csv" && rows 12 "$work/ten.csv"; }
ok rows_are_evenly_spaced evenly
all() { moves --until 0.1 --rows 0 --csv "$work/all.csv" && rows 102 "$work/all.csv"; }
ok all_steps_may_be_written all
twice() { moves --until 0.1 --rows 0 --csv - | cmp - "$work/all.csv"; }
ok runs_are_the_same_to_the_bit twice
ends() { # steps that do not divide the time end with a shorter one
    moves --until 0.1 --step 0.03 --rows 0 --csv "$work/ends.csv" &&
        tail -1 "$work/ends.csv" | grep -q '^0\.1,' && rows 6 "$work/ends.csv"
}
ok the_end_is_reached ends
# A failure in the middle: one line, and the file has what was computed.
fails() {
    "$tauflow" simulate robots/natural/spherical_pendulum.nat --method plain --step 0.025 \
        --csv "$work/part.csv" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && [ "$(wc -l <"$work/part.csv")" -gt 200 ] &&
        grep -q "model 'spherical_pendulum': no solution after t = 5" "$work/err"
}
ok a_failure_leaves_what_was_computed fails
ok steps_are_positive refused 2 "bad value '0' of option --step: more than 0 s" moves --step 0
ok steps_are_not_negative refused 2 "bad value '-1' of option --step" moves --step -1
ok ends_are_positive refused 2 "bad value '-2' of option --until" moves --until -2
ok steps_fit_the_time refused 2 "--step 3 is longer than all that is to be" moves --step 3 --until 2
ok penalties_are_positive refused 2 "bad value '0' of option --penalty" moves --penalty 0
ok unknown_methods_are_refused refused 2 \
    "unknown method 'rk5' for natural coordinates \(known: index1, index3, " moves --method rk5
ok bounds_of_the_energy_are_two refused 2 "bad value '1e-6' of option --steer: UPPER,LOWER" \
    moves --steer 1e-6
ok bounds_of_the_energy_are_ordered refused 2 "option --steer" moves --steer 1e-7,1e-6
model() { # LINES...: refused with what the first argument says
    local pattern=$1
    shift
    printf '%s\n' "$@" >"$work/model.nat"
    refused 2 "$pattern" "$tauflow" simulate "$work/model.nat"
}
two=(plane 'fixed O 0 0' 'point A 1 0')
ok statements_are_known model "model.nat:2:1: error: unknown statement 'poin'" plane 'poin A 1 0'
ok numbers_are_numbers model 'model.nat:2:1: error: point: .*one' plane 'point A one 0'
ok names_are_known model "4:1: error: bar: no point or vector 'B' before" "${two[@]}" 'bar O B 1'
ok names_are_unique model "4:1: error: point: there is a 'A' already" "${two[@]}" 'point A 2 0'
ok masses_are_positive model "4:1: error: bar: '-1' is not larger than 0" "${two[@]}" 'bar O A -1'
ok points_have_mass model 'model.nat: error: A.x moves no mass' "${two[@]}"
ok starts_are_closed model 'nat:5:1: error: distance O A 2: does not hold at the start, by -3$' \
    "${two[@]}" 'mass A 1' 'distance O A 2'
ok starts_are_closed_to_nine_digits model 'distance O A 1.00000001: does not hold at the start' \
    "${two[@]}" 'mass A 1' 'distance O A 1.00000001'
printf '%s\n' "${two[@]}" 'mass A 1' 'distance O A 1.0000000001' >"$work/near.nat"
ok starts_are_closed_by_rounding prints '^constraints +within ' "$tauflow" simulate \
    "$work/near.nat" --until 0.01
ok rates_are_closed model '4:1: error: bar O A 1: does not hold for the rates at the start' \
    plane 'fixed O 0 0' 'point A 1 0 rate 2 0' 'bar O A 1'
ok rates_are_whole model "nat:2:1: error: point: 'rate' and 2 numbers expected at the end" \
    plane 'point A 1 0 rate 2'
ok words_are_counted model "nat:4:1: error: bar: 'bar A B KG' expected" "${two[@]}" 'bar O A'
ok something_must_move model 'error: no point or vector that can move' 'fixed O 0 0 0'
ok gravity_comes_first model 'nat:2:1: error: gravity: only before the first' 'fixed O 0 0 0' \
    'gravity 0 0 -1'
ok constraints_that_hold_nothing_are_told model 'nat:4:1: error: distance O P: nothing of it can' \
    "${two[@]::2}" 'fixed P 1 0' 'distance O P'
ok lines_that_hold_nothing_are_told model 'nat:5:1: error: along: nothing of it can move' \
    plane 'fixed O 0 0' 'fixed P 1 0' 'fixed R 2 0' 'along O P R 2'
# Two rods between the same points: only penalties can.
printf '%s\n' "${two[@]}" 'mass A 1' 'distance O A' 'distance O A 1' >"$work/twice.nat"
ok dependent_constraints_are_told refused 2 'constraints depend on each other at t = 0 s' \
    "$tauflow" simulate "$work/twice.nat"
ok penalties_take_dependent_constraints prints '^constraints +within [0-9.]+e-1[0-9]' \
    "$tauflow" simulate "$work/twice.nat" --solve penalty --until 1
# A body with a unit vector of its own, at a right angle to a bar.
cat >"$work/vector.nat" <<'END'
gravity 0 0 -9.81
fixed O 0 0 0
point A 1 0 0 rate 0 0.3 0
vector u 0 0 1
bar O A 2
mass u 0.1
dot A-O u
END
ok vectors_stay_units_at_right_angles prints '^constraints +within [0-9.]+e-1[0-9], .* [0-9.]+e-1' \
    "$tauflow" simulate "$work/vector.nat" --until 2
# Robots: loops, torques, driven joints.
crank() { "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 "$@"; }
ok loops_stay_closed prints '^constraints +within [0-9.]+e-1[3-9], their rates within [0-9.]+e-1' \
    crank --until 0.5
ok energy_of_a_robot_is_told prints '^energy +0.71589168 J, changes by at most [0-9.]+e-1[0-9]$' \
    crank --until 0.2
ok springs_keep_energy prints '^energy .* at most [0-9.]+e-(0[89]|10)$' crank --until 0.2 \
    --element "link name=k a=base a_xyz='0.5 0.1 0' b=slider b_xyz='0.01 0 0' stiffness=30 rest=0.2"
ok laws_keep_energy prints '^energy .* at most [0-9.]+e-(0[89]|1[0-9])$' crank --until 0.2 \
    --element "link name=k a=base a_xyz='0.5 0.1 0' b=slider b_xyz='0.01 0 0' law='9*x + 200*x^3'" \
    --element 'torsion name=t joint=crank_x other=slide ratio=0.3 table=-1:-2,0:0,1:1,7:9'
# A mass of 2 kg on 8 x + 40 x^3 N, let go at 0.5 m: back there after 4 K(m) / 3 s, K the complete
# elliptic integral of m = 10/36, by the arithmetic-geometric mean of 1 and sqrt(1 - m).
cat >"$work/duffing.urdf" <<'END'
<robot name="duffing" xmlns:tauflow="tauflow">
  <link name="wall"/>
  <link name="block"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="wall"/><child link="block"/>
    <axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="9" velocity="9"/></joint>
  <tauflow:link name="anchor" a="wall" a_xyz="-3 0 0" b="block" rest="3" law="8*x + 40*x^3"/>
</robot>
END
comes_back() { # WITHIN OPTION...
    "$tauflow" simulate "$work/duffing.urdf" --start slide=0.5,0 --step 1e-3 \
        --until 2.2681552446571724 --rows 0 --csv "$work/duffing.csv" "${@:2}" >"$work/said" &&
        tail -n 1 "$work/duffing.csv" | awk -F, -v near="$1" '
            { x = $2 - 0.5; print $0; exit !(x * x < near * near && $3 * $3 < 36 * near * near) }'
}
ok a_cubic_spring_swings_as_long_as_it_should comes_back 1e-10
ok it_does_so_on_the_twin comes_back 1e-6 --device twin:
ok lifts_keep_energy prints '^energy .* at most [0-9.]+e-(0[89]|1[0-9])$' crank --until 0.2 \
    --element "force name=l link=rod xyz='0.1 0.02 0.03' law=lift mass=0.7"
ok rotors_and_springs_of_joints_keep_energy prints '^energy .* at most [0-9.]+e-(0[89]|1[0-9])$' \
    crank --until 0.2 --armature crank_x=0.002 --spring crank_x=0.5,1
ok joints_have_columns prints \
    '^t,crank_x,slide,rod_x,rod_y,crank_x.rate,.*,crank_x.torque,.*,energy,open,open_rate,step$' \
    crank --until 0.01 --csv -
crank_ends() { # with a shorter step, also where more than half of one is left
    crank --until 0.01 --step 0.0065 --rows 0 --csv "$work/ends.csv" >/dev/null &&
        [ "$(cut -d, -f1 "$work/ends.csv" | tr '\n' ' ')" = 't 0 0.0065 0.01 ' ]
}
ok the_end_of_a_robot_is_reached crank_ends
ok robots_have_methods refused 2 "unknown method 'index1' for robots \(known: rk4, trapez" \
    crank --method index1
ok multipliers_hold_cuts prints '^constraints +within [0-9.]+e-(08|09)' crank --method chain \
    --baumgarte-alpha 5 --baumgarte-beta 5 --until 0.5
ok chains_have_loops refused 2 "robot 'puma' has no loops, which method chain is for" \
    "$tauflow" simulate robots/puma.urdf --method chain
ok chains_take_balls_and_rods refused 2 "method chain takes only balls and rods" \
    "$tauflow" simulate \
    robots/loops/planar1.urdf --method chain
ok starts_name_joints refused 2 "--start: robot 'slider_crank' has no joint 'crank'" \
    crank --start crank=1
ok starts_are_numbers refused 2 "bad value 'crank_x=up' of option --start" crank --start crank_x=up
ok starts_have_a_form refused 2 "JOINT=POSITION\[,RATE\] expected" crank --start crank_x
ok rates_of_dependent_joints_follow refused 2 "joint 'slide' depends on others" \
    crank --start slide=0.2,1
open_loop() { # a start that no slider reaches
    crank --start slide=9 --cut "linear name=far joints='slide' coefficients=1 value=9"
}
ok open_loops_are_told refused 2 'do not close|too many constraints|can move' open_loop
cat >"$work/free.urdf" <<'END'
<robot name="kite"><link name="base"/><link name="sail"><inertial><mass value="1"/><inertia
ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="air"
type="floating"><parent link="base"/><child link="sail"/></joint></robot>
END
# Free bodies: of floating joints, and of --base floating.
kite() { "$tauflow" simulate "$work/free.urdf" --until 1 "$@"; }
thrown() { # at 2 m, upwards with 5 m/s, turning about its x with 2 rad/s
    kite --start sail.z=2,5 --start sail.rx=0,2 --rows 1 --csv "$work/thrown.csv" &&
        [ "$(head -1 "$work/thrown.csv")" = "t,sail.x,sail.y,sail.z,sail.qw,sail.qx,sail.qy,\
sail.qz,sail.x.rate,sail.y.rate,sail.z.rate,sail.rx.rate,sail.ry.rate,sail.rz.rate,energy,step" ] &&
        tail -1 "$work/thrown.csv" | tr , '\n' | paste -s -d' ' |
        awk '{ z = $4 - (2 + 5 - 9.81 / 2); w = $5 - cos(1); x = $6 - sin(1); v = $11 + 4.81
               exit !(NF == 16 && z^2 < 1e-20 && w^2 < 1e-20 && x^2 < 1e-20 && v^2 < 1e-20) }'
}
ok free_bodies_fall_and_turn thrown
weightless() {
    kite --gravity 0 0 0 --start sail.z=2,5 --rows 1 --csv - 2>"$work/err" | tail -1 |
        awk -F, '{ print; exit !(($4 - 7) ^ 2 < 1e-20) }' && cat "$work/err" && [ ! -s "$work/err" ]
}
ok gravity_is_what_is_said_and_no_note_denies_it weightless
ok free_bodies_start_by_freedoms refused 2 "--start: robot 'kite' has no joint 'sail.qx'" \
    kite --start sail.qx=1
ok gravity_of_free_bodies_is_a_number refused 2 '--gravity input: .* numbers are expected' \
    kite --gravity input
floating() { "$tauflow" simulate robots/loops/slider_crank.urdf --base floating --effort 0 \
    --start crank_x=0,6 --start base.ry=0.3,0.4 --until 0.2 "$@"; }
ok robots_float prints '^energy .* at most [0-9.]+e-(0[89]|1[0-9])$' floating
ok robots_float_by_the_trapezoidal_rule prints '^energy .* at most [0-9.]+e-0[67]$' floating \
    --method trapezoidal
ok robots_float_on_cores prints '^cycles measured +[0-9]+, jitter 0$' floating --device twin: \
    --budget 1 --until 0.05
# Limits of joints that are passed.
cat >"$work/limits.urdf" <<'END'
<robot name="swing"><link name="base"/><link name="arm"><inertial><origin xyz="0.3 0 0"/><mass
value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="pin" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit
lower="-1" upper="0.5" velocity="0" effort="0"/></joint></robot>
END
swings() {
    "$tauflow" simulate "$work/limits.urdf" --until 2 "$@" >"$work/out" 2>"$work/err"
}
passes() { # falls past 0.5 rad, to nearly pi; the first time by the row of the CSV file
    swings --rows 0 --csv "$work/swing.csv" && cat "$work/err" &&
        at=$(awk -F, 'NR > 1 && $2 > 0.5 { print $1; exit }' "$work/swing.csv") &&
        [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qE "^tauflow: note: joint 'pin' passes its \
upper limit of 0.5 rad at t = $at s; its worst is 3.14[0-9]? rad, at t = [01].[0-9]+ s: limits \
stop no joint here$" "$work/err"
}
ok limits_that_are_passed_are_told passes
listed() {
    swings --json && python3 - "$work/out" <<'PY'
import json, sys
limit, = json.load(open(sys.argv[1]))["limits"]
assert limit["joint"] == "pin" and limit["limit"] == "upper" and limit["value"] == 0.5
assert 0.1 < limit["first"] < limit["at"] and limit["worst"] > 3
PY
}
ok limits_that_are_passed_are_in_the_json listed
kept() { swings --until 0.1 && [ ! -s "$work/err" ]; }
ok limits_that_are_kept_are_not_told kept
# Ctrl-C, after so many seconds: what was computed until then, a note, exit code 0.
stopped() { # SECONDS ARGUMENTS...
    python3 - "$@" <<'PY' >"$work/out" 2>"$work/err"
import subprocess, sys, time
child = subprocess.Popen(sys.argv[2:])
time.sleep(float(sys.argv[1]))
child.send_signal(2)
sys.exit(child.wait(timeout=60))
PY
}
ends_early() {
    rm -f "$work"/i.*
    stopped 2 "$tauflow" simulate robots/natural/double_pendulum.nat --until 100000 --json \
        --csv "$work/i.csv" --svg "$work/i.svg" && cat "$work/err" &&
        [ "$(wc -l <"$work/err")" -eq 1 ] && python3 - "$work" <<'PY'
import json, re, sys, xml.dom.minidom
work = sys.argv[1]
said = json.load(open(work + "/out"))
t = said["t"]
assert said["stopped"] is True and 0 < t < 100000, said
note = re.fullmatch(r"tauflow: note: the motion was stopped early, at t = (\S+) s of 100000 s: "
                    r".*\n", open(work + "/err").read())
assert abs(float(note[1]) - t) < 1e-4 * t
rows = open(work + "/i.csv").read().splitlines()
assert float(rows[-1].split(",")[0]) == t and len(rows) > 2, rows[-1]
xml.dom.minidom.parse(work + "/i.svg")
PY
}
ok ctrl_c_ends_the_motion_with_what_there_is ends_early
ends_search() { # which is of minutes here: no motion follows it
    stopped 1 "$tauflow" simulate robots/iiwa.urdf --effort 3 --until 100000 --csv "$work/i.csv" \
        --svg "$work/i.svg" && cat "$work/err" && [ "$(wc -l <"$work/i.csv")" -eq 2 ] &&
        grep -q 'note: the search was stopped early' "$work/err" &&
        grep -q 'note: the motion was stopped early, at t = 0 s of 100000 s' "$work/err" &&
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/i.svg"
}
ok ctrl_c_in_the_search_ends_both ends_search
csv() { printf '%s\n' "$@" >"$work/in.csv"; }
torques() { crank --until 1 --torques "$work/in.csv" --csv "$work/some.csv" "$@"; }
csv t,crank_x 0,0.1 0.5,0.1
short() {
    rm -f "$work/some.csv"
    refused 2 'in.csv: error: too short: it ends at t = 0.5 s, and t = 0.5005 s is asked for' \
        torques --rows 0 && [ "$(wc -l <"$work/some.csv")" -eq 502 ]
}
ok short_torques_leave_what_was_computed short
csv t,crank_x 0,0.1 0.5,much
ok torques_are_numbers refused 2 "in.csv:3:1: error: column 'crank_x': 'much'" torques
csv t,crank_x 0,0.1 0.5
ok torques_are_whole refused 2 'in.csv:3:1: error: 2 numbers expected, .*, not 1$' torques
csv t,crank_x 0.5,0.1 0.5,0.2
ok times_grow refused 2 'in.csv:3:1: error: times must grow' torques
csv t,crank_x 0.5,0.1 0.6,0.2
ok times_begin_at_the_start refused 2 'in.csv: error: begins at t = 0.5 s, after the' torques
csv t,wheel 0,1
ok torques_are_of_joints refused 2 "has no joint 'wheel'" torques
csv time,crank_x 0,1
ok columns_are_named refused 2 "in.csv:1:1: error: names of columns expected, 't' first" torques
csv t,crank_x
ok rows_are_expected refused 2 'in.csv: error: no row of numbers' torques
csv t,crank_x 0,0 2,12
ok driven_joints_have_no_torque refused 2 "joint 'crank_x' is driven" torques --drive crank_x
ok driven_joints_need_a_course refused 2 "joint 'crank_x' is driven: --motion FILE.csv must say" \
    crank --drive crank_x
ok driven_joints_move prints '^energy ' crank --drive crank_x --motion "$work/in.csv" --until 0.1
ok undriven_joints_have_no_course refused 2 "joint 'crank_x' is not driven" \
    crank --motion "$work/in.csv"
# On the twin of a core: every evaluation takes what was predicted, and energies are the CPU's.
on_twin() {
    crank --until 0.1 --device twin: --budget 20 --json >"$work/said" && cat "$work/said" &&
        sed -E 's/.*("cycles_predicted".*"repeated": [0-9]+).*/\1/; s/[^0-9]+/ /g' "$work/said" |
        awk '{ exit !($1 > 0 && $1 == $2 && $2 == $3 && $4 == 0) }' &&
        grep -qE '"energy_change": [0-9.]+e-(07|08|09)' "$work/said"
}
ok cores_take_what_was_predicted on_twin
ok natural_coordinates_move_on_cores prints '^cycles measured +[0-9]+, jitter 0$' moves \
    --device twin --budget 20 --until 0.1
twice_each() { # as often as --iterations 2 on the CPU, where energies are the same within 3 %
    local on_core on_cpu
    on_core=$("$@" --device twin: --budget 20 --json) &&
        on_cpu=$("$@" --iterations 2 --json) &&
        printf '%s\n' "$on_core" "$on_cpu" |
        sed -E 's/.*"energy_change": ([^,]*),.*/\1/' | tr '\n' ' ' |
        awk '{ print; exit !($2 > 0 && $1 > 0.97 * $2 && $1 < 1.03 * $2) }'
}
ok cores_keep_the_energy_of_natural_coordinates twice_each moves --until 0.2 --step 1e-4
ok cores_keep_the_energy_of_the_trapezoidal_rule twice_each crank --until 0.2 --method trapezoidal
ok other_methods_stay_on_the_cpu refused 2 "method 'index3' runs on the CPU" moves \
    --device twin: --method index3
# On a Verilated core of the tests, ring and dividers.
ok verilated_cores_take_what_was_predicted prints '^cycles measured +[0-9]+, jitter 0$' moves \
    --device sim: --budget 20 --until 0.01 --machine "network=ring modules=2 mul=2 \
    add=2 div=2 sqrt=1 atan=2 lanes=2 transfer=0 mul_latency=3 add_latency=4 div_latency=9 \
    sqrt_latency=8 atan_latency=14"
ok trees_move_on_cores prints '^cycles measured +[0-9]+, jitter 0$' "$tauflow" simulate \
    robots/pendulum5.urdf --effort 0 --budget 20 --until 0.02 --device twin:
ok unknown_cores_are_told refused 1 '^tauflow: error: moon: ' crank --device moon
ok time_is_kept prints '^real time +worst step [0-9.]+ us of 1000.0; [0-9]+ of 100 were late$' \
    crank --until 0.1 --realtime
real_time() { # a tenth of a second takes at least that
    local began=$(date +%s%N)
    crank --until 0.1 --realtime >/dev/null
    [ $(($(date +%s%N) - began)) -ge 99000000 ]
}
ok real_time_is_not_faster real_time
drawn() { # well-formed, a line per coordinate
    crank --until 0.2 --svg "$work/drawn.svg" >/dev/null &&
        python3 -c "import sys, xml.dom.minidom as x; d = x.parse(sys.argv[1])
paths = [p for p in d.getElementsByTagName('path') if p.getAttribute('class').startswith('l ')]
sys.exit(len(paths) != 4 + 4 + 1 + 2)" "$work/drawn.svg" && ! grep -qiE 'nan|inf' "$work/drawn.svg"
}
ok motions_are_drawn drawn
# Programs that draw pictures know no variables of style sheets: each colour stands on its element.
. tests/cli/pictures.bash
plain_colours() {
    ! grep -n 'var(' "$work/drawn.svg" &&
        python3 -c "import re, sys, xml.dom.minidom as x; d = x.parse(sys.argv[1])
def colour(e, name):
    while e.nodeType == 1 and not e.getAttribute(name):
        e = e.parentNode
    return e.nodeType == 1 and re.match('#[0-9a-f]{3,6}', e.getAttribute(name))
marks = [(t, n) for t, n in (('text', 'fill'), ('rect', 'fill'), ('path', 'stroke'))
         for _ in d.getElementsByTagName(t)]
assert len(marks) > 40
assert all(colour(e, n) for t, n in (('text', 'fill'), ('rect', 'fill'), ('path', 'stroke'))
           for e in d.getElementsByTagName(t))" "$work/drawn.svg"
}
ok colours_stand_on_the_elements plain_colours
ok another_program_draws_it_on_white drawn_on_white "$work/drawn.svg"
ok robots_are_not_steered refused 2 '--steer is for natural coordinates' crank --steer 1e-6,1e-7
ok laws_outside_are_refused refused 2 "cannot be simulated: 'push' comes from outside" crank \
    --element "force name=push link=slider"
ok natural_models_have_no_joints refused 2 'are for robots' moves --start A.x=1
# Motions that are computed to their ends and are of no use: a code of their own, files written.
crank() { "$tauflow" simulate robots/loops/slider_crank.urdf --start crank_x=0,6 --effort 0 "$@"; }
useless() {
    crank --step 0.05 --until 5 --csv "$work/useless.csv" >"$work/out" 2>"$work/err"
    [ $? -eq 3 ] && [ "$(wc -l <"$work/useless.csv")" -eq 102 ] &&
        grep -q '^energy .* changes by at most 0.2231$' "$work/out" &&
        [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q "warning: model 'slider_crank': the motion is \
of no use: .* by 0.2231 J, 26.8 % of the 0.8329 J that .* (allowed: 2 %)" "$work/err"
}
ok a_motion_that_loses_energy_ends_with_a_code_of_its_own useless
piped() { crank --step 0.05 --until 5 --csv - >"$work/piped.csv" 2>/dev/null; [ $? -eq 3 ] &&
    cmp "$work/piped.csv" "$work/useless.csv"; }
ok so_it_does_where_the_table_is_printed piped
ok dampers_may_take_energy prints '^energy .* at most [0-9.]+e-(09|1[0-9])$' crank --until 2 \
    --damping crank_x=0.01
ok what_they_took_is_told prints '^work +0 J supplied, 0.[34][0-9]* J dissipated$' crank --until 2 \
    --damping crank_x=0.01
ok figures_have_it_too prints '"supplied": 0, "dissipated": 0.[34][0-9]*, "energy": ' crank \
    --until 2 --damping crank_x=0.01 --json
printf 't,crank_x\n0,0.1\n9,0.1\n' >"$work/torque.csv"
ok torques_may_give_energy prints '^work +[1-9][0-9.]* J supplied, 0 J dissipated$' crank \
    --until 2 --torques "$work/torque.csv"
judged() { # OPTION...: beside the account, too
    crank --step 0.05 --until 5 "$@" >"$work/out" 2>"$work/err"
    [ $? -eq 3 ] && grep -q 'of no use: beside what forces gave and took the energy' "$work/err"
}
ok no_account_excuses_long_steps judged --damping crank_x=0.001
printf 't,crank_x\n0,0\n9,0\n' >"$work/torque.csv"
ok nor_do_torques judged --torques "$work/torque.csv"
ok what_is_exchanged_is_told prints '"energy_exchanged": 0.8' crank --step 1e-3 --until 1 --json
plain() {
    "$tauflow" simulate robots/natural/spherical_pendulum.nat --method plain --step 0.025 \
        --until 5 >/dev/null 2>&1
    [ $? -eq 3 ]
}
ok natural_coordinates_lose_no_energy plain
finish
