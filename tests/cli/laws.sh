#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Force laws on cores: friction, springs, links, wheels on ground, with the units that they need.
# Cycles as predicted, bits of the evaluator.
. tests/cli/tap.bash
bike=robots/motorcycle.urdf
link="link name=shock a=chassis a_xyz='-0.2 0 0.1' b=swing_arm b_xyz='-0.3 0 0'"
spring="$link stiffness=9000 rest=0.4 damping=300"
tyre="stiffness=1e5 damping=100 slip=10 cornering=9"
rear="wheel name=rear joint=rear_spin radius=0.3"
front="wheel name=front joint=front_spin radius=0.3 ground=input"
twin() { "$tauflow" run "$@" --effort 0 --budget 1 --engine twin --steps 20; }
for function in id bias mass-bias fd; do
    ok "spring_and_two_tyres, $function" exact cycles twin $bike --function $function \
        --element "$spring" --element "$rear $tyre" --element "$front $tyre"
done
for function in id fd elements; do
    ok "laws_of_the_user, $function" exact cycles twin $bike --function $function \
        --element "$link law=user" --element "$rear law=user" \
        --element "$front law=user convention=code"
done
ok "on_a_ring" exact cycles twin $bike --network ring --modules 3 --element "$spring" \
    --element "$rear $tyre"
ok "with_sines_in_the_core" exact cycles twin $bike --trig core --element "$rear $tyre"
ok "samples_that_overlap" exact interval \
    twin $bike --optimise throughput --stream 100 --element "$rear $tyre"
cubic="$link rest=0.4 k=9000 c=300 law='k*x + c*xd + 2e5*x^3'"
stop='torsion name=stop joint=fork_travel rest=0.1 law=bump_stop stiffness=1e5 damping=0.1'
air="$link rest=0.3 law=air_spring area=0.005 pressure=4e5 height=0.2"
damper="link name=damper a=chassis a_xyz='-0.2 0 0.2' b=swing_arm law=damper \
table='-2:-900,-0.2:-300,0:0,0.2:700,2:3000'"
bar='torsion name=bar joint=fork_travel other=rear_spin law=drive_shaft stiffness=9 play=0.1'
for function in id gravity mass-bias fd id-derivatives elements; do
    ok "an_expression_and_a_stop, $function" exact cycles twin $bike --function $function \
        --element "$cubic" --element "$stop"
done
for law in "$air" "$damper" "$bar" "turn name=u a=chassis b=swing_arm law='9*xd + xd^3'"; do
    ok "law, ${law%% *} ${law##*law=}" exact cycles twin $bike --element "$law"
done
wave="torsion name=wave joint=fork_travel law='5*sin(3*x - 1)*xd + cos(-x*xd) + sin(x)'"
for function in id gravity id-derivatives; do
    ok "sines_of_a_law, $function" exact cycles twin $bike --function $function --element "$wave"
done
ok "sines_of_a_law_and_of_joints" exact cycles twin $bike --trig core --element "$wave"
proved() { # NAME FUNCTION OPTION...
    "$tauflow" compile robots/pendulum5.urdf -o "$work/$1" --effort 0 --function "$2" "${@:3}" &&
        "$tauflow" verify "$work/$1/pendulum5.cert" >"$work/steps" && ! grep ' open ' "$work/steps"
}
sine="torsion name=wave joint=q2 law='5*sin(3*x - 1)*xd + cos(-x*xd) + sin(x)'"
ok "sines_of_a_law_in_c" proved c fd --hls --element "$sine"
ok "one_sine_in_c" proved one gravity --element "$sine"
ok "sines_of_a_law_in_a_circuit" proved circuit gravity --circuit --clock 50 --element "$sine"
ok "sines_of_a_law_in_fixed_point" proved fixed id --numbers fixed:24 --element "$sine"
ok "laws_with_sines_in_the_core" exact cycles twin $bike --trig core --function fd \
    --element "$cubic" --element "$stop" --element "$bar"
for function in id fd; do
    ok "friction_of_two_joints, $function" exact cycles twin robots/pendulum5.urdf \
        --function $function --friction q1=2 --friction q3=0.5
    ok "springs_and_dampers, $function" exact cycles twin robots/pendulum5.urdf \
        --function $function --spring q1=5,0.3 --damping q2=2
done

ok "circuits_have_branches" eval '"$tauflow" compile $bike -o "$work/circuit" --effort 0 \
    --function gravity --element "$rear $tyre" --circuit --clock 50 --dsp 999 &&
    grep -q "negate_a(1.b1), .negate_b(1.b1)" "$work"/circuit/*_circuit.v'
ok "circuits_have_laws" eval '"$tauflow" compile $bike -o "$work/laws" --effort 0 \
    --function gravity --element "$cubic" --element "$stop" --circuit --clock 50 --dsp 999'
ok "fixed_point_has_polynomials" "$tauflow" info robots/pendulum5.urdf --effort 0 \
    --element "torsion name=t joint=q1 law='9*x + 3*x^3 + 0.1*xd'" --numbers fixed:24
ok "fixed_point_has_no_tables" refused 2 "no 'below', which 'law_stop' is: nothing proves its" \
    "$tauflow" info $bike --effort 0 --function gravity --element "$stop" --numbers fixed:24
ok "a_law_is_called_by_its_element" refused 2 "which 'law_gabel____1' is: nothing proves" \
    "$tauflow" info $bike --effort 0 --function gravity --numbers fixed:24 \
    --element "${stop/name=stop/name=\'gabel ä 1\'}"
ok "fixed_point_has_none_of_it" refused 2 "no 'sqrt', which .* nothing proves its range" \
    "$tauflow" info $bike --effort 0 --function gravity --element "$rear $tyre" --numbers fixed:24

if command -v verilator >/dev/null; then
    ok "on_the_verilated_core" exact cycles verilated_ring $bike --element "$spring" \
        --element "$rear $tyre" --element "$front $tyre"
    ok "laws_on_the_verilated_core" exact cycles verilated_ring $bike --element "$cubic" \
        --element "$stop" --element "$damper"
fi
finish
