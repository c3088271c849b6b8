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
for function in id fd; do
    ok "friction_of_two_joints, $function" exact cycles twin robots/pendulum5.urdf \
        --function $function --friction q1=2 --friction q3=0.5
    ok "springs_and_dampers, $function" exact cycles twin robots/pendulum5.urdf \
        --function $function --spring q1=5,0.3 --damping q2=2
done

ok "circuits_have_branches" eval '"$tauflow" compile $bike -o "$work/circuit" --effort 0 \
    --function gravity --element "$rear $tyre" --circuit --clock 50 --dsp 999 &&
    grep -q "negate_a(1.b1), .negate_b(1.b1)" "$work"/circuit/*_circuit.v'
ok "fixed_point_has_none_of_it" refused 2 "no 'sqrt', which .* nothing proves its range" \
    "$tauflow" info $bike --effort 0 --function gravity --element "$rear $tyre" --numbers fixed:24

if command -v verilator >/dev/null; then
    ok "on_the_verilated_core" exact cycles verilated_ring $bike --element "$spring" \
        --element "$rear $tyre" --element "$front $tyre"
fi
finish
