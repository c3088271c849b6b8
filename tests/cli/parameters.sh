#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Parameters of links that come with the state: what they cost, what is refused, and that emitted C
# and a core take what function base-parameters makes of the numbers of the file.
. tests/cli/tap.bash
step=$PWD/${BUILD:-build}/tauflow-step

# No more than the same torques with a load of inputs on the last link: 614 operations.
operations() { # MOST WORDS OPTIONS: of inverse dynamics, and of base parameters
    local most=$1 words=$2
    shift 2
    "$tauflow" info robots/iiwa.urdf --no-cache --json "$@" | python3 -c '
import json, sys
d = json.load(sys.stdin)
base = sum(w["kind"] == "base_parameter" for w in d["input_words"])
print(d["mul"], d["add"], base)
sys.exit(d["mul"] + d["add"] > int(sys.argv[1]) or base != int(sys.argv[2]))' "$most" "$words"
}
ok one_link_costs_no_more_than_a_load operations 614 13 --parameters link7
ok all_links_cost_no_more_than_a_load operations 614 43 --parameters all
ok links_may_be_named_in_several_options operations 614 25 --effort 0 --parameters link7,link5 \
    --parameters link6

puma=(robots/puma560.urdf --effort 0)
ok regressor_takes_numbers_only refused 2 \
    "error: --parameters platform: function 'regressor' takes numbers only" \
    "$tauflow" info robots/stewart.urdf --function regressor --parameters platform
ok an_unknown_link_is_told_the_nearest refused 2 \
    "error: --parameters: robot 'puma560' has no link 'lnik6' \(did you mean 'link6'\?\)" \
    "$tauflow" info "${puma[@]}" --parameters link5,lnik6
ok a_link_of_the_base_is_refused refused 2 "error: --parameters: link 'base' is fixed to the base" \
    "$tauflow" info "${puma[@]}" --parameters base
ok base_parameters_need_links refused 2 "function 'base-parameters' needs links .*--parameters" \
    "$tauflow" info "${puma[@]}" --function base-parameters
ok a_link_may_have_a_load_too prints '^inputs +5[0-9]$' "$tauflow" info "${puma[@]}" \
    --parameters link6 --payload link6
ok both_formalisms_pass_the_second_opinion prints '^checked +3 states' "$tauflow" compile \
    "${puma[@]}" --formalism classic --parameters link6 -o "$work/classic"
ok fixed_point_expects_them_near_the_file prints "^b2 .* nominal +parameter 1 'q2.mx'" \
    "$tauflow" info "${puma[@]}" --numbers fixed:32 --parameters link6
ok fixed_point_takes_other_ranges prints "^b2 +-3 +3 .* stated +parameter 1 'q2.mx'" \
    "$tauflow" info "${puma[@]}" --numbers fixed:32 --parameters link6 \
    --range 'base_parameter q2.mx 3'

for function in id fd base-parameters; do
    ok "${function}_runs_on_a_core" exact cycles "$tauflow" run "${puma[@]}" --engine twin \
        --budget 1 --steps 5 --function $function --parameters all
done
# Pivots are told next to those of the file: none is lost where links are like it.
for function in closed-id closed-forces augmented closed-fd-derivatives; do
    ok "${function}_runs_on_a_core" exact cycles "$tauflow" run robots/loops/slider_crank.urdf \
        --effort 0 --engine twin --budget 1 --steps 20 --function $function --parameters all
done

# Springs and dampers: every function passes the second opinion, by either formalism.
element="link name=shock a=bar1 b=bar4 b_xyz='0.1 0 0.2' stiffness=900 rest=0.4 damping=30"
turn="turn name=grip a=bar2 b=bar3 damping=0.7"
springs=(robots/pendulum5.urdf --effort 0 --element "$element" --element "$turn" --spring q2=5,0.1
    --parameters shock.stiffness,shock.rest,shock.damping,bar5
    --parameters grip.damping,q2.stiffness,q2.rest,q1.damping)
for function in id gravity mass-bias fd aba id-derivatives fd-derivatives; do
    for form in default classic; do
        ok "${function}_${form}_takes_springs" prints '^checked +3 states' "$tauflow" compile \
            "${springs[@]}" --formalism $form --function $function -o "$work/springs"
    done
done
for function in closed-id closed-forces augmented closed-fd-derivatives; do
    ok "${function}_takes_springs" prints '^checked +6 states' "$tauflow" compile \
        robots/loops/slider_crank.urdf --effort 0 --function $function --spring crank_x=5,0.1 \
        --element "link name=shock a=base b=rod b_xyz='0.1 0 0.2' stiffness=900 rest=0.4" \
        --parameters shock.stiffness,shock.rest,crank_x.stiffness,crank_x.rest,crank_x.damping \
        -o "$work/springs"
done
# Points of elements, as the robot's file has them or elsewhere.
points=("${springs[@]}" --element "force name=push link=bar3 xyz='0 0.1 0'"
    --parameters shock.a_x,shock.b_x,shock.b_y,shock.b_z,push.x,push.z)
for function in id gravity fd id-derivatives elements; do
    for form in default classic; do
        ok "${function}_${form}_takes_points" prints '^checked +3 states' "$tauflow" compile \
            "${points[@]}" --formalism $form --function $function -o "$work/points"
    done
done
ok points_run_on_a_core exact cycles "$tauflow" run "${points[@]}" --engine twin --budget 1 \
    --steps 5
ok points_have_values prints '.' "$tauflow" simulate "${springs[@]}" --parameters shock.b_x \
    --values <(echo shock.b_x=0.2) --until 0.01
# Places of joints: every function passes the second opinion.
places=("${puma[@]}" --parameters q2.x,q3.y,q3.z,q4.x,q6.z,link5)
for function in id gravity bias mass mass-bias fd aba minv id-derivatives fd-derivatives \
    position velocity acceleration jacobian base-parameters fd-second; do
    for form in default classic; do
        ok "${function}_${form}_takes_places" prints '^checked +3 states' "$tauflow" compile \
            "${places[@]}" --formalism $form --function $function -o "$work/places"
    done
done
for function in closure closed-id closed-fd closed-forces closed-reduced augmented \
    closed-id-derivatives closed-fd-derivatives; do
    ok "${function}_takes_places" prints '^checked +6 states' "$tauflow" compile \
        robots/loops/planar4.urdf --effort 0 --function $function \
        --parameters q2.x,q3.x,q8.z,upper1 -o "$work/places"
    ok "${function}_takes_places_in_space" prints '^checked +6 states' "$tauflow" compile \
        robots/loops/slider_crank.urdf --effort 0 --newton 2 --function $function \
        --parameters crank_x.x,crank_x.z,rod_y.x -o "$work/places"
done
ok a_free_base_takes_places prints '^checked +3 states' "$tauflow" compile robots/puma560.urdf \
    --effort 0 --base floating --parameters q2.x,q4.z -o "$work/places"
ok a_search_takes_places prints '^checked +3 states' "$tauflow" compile robots/puma560.urdf \
    --effort 1 --function mass-bias --parameters q3.x,q4.z,q5.y -o "$work/places"
for function in id fd mass jacobian; do
    ok "places_of_${function}_run_on_a_core" exact cycles "$tauflow" run "${places[@]}" \
        --engine twin --budget 1 --steps 5 --function $function
done
ok places_of_loops_run_on_a_core exact cycles "$tauflow" run robots/loops/slider_crank.urdf \
    --effort 0 --engine twin --budget 1 --steps 20 --function closed-fd --parameters rod_y.x
ok fixed_point_expects_places_near_the_file prints "^kn1 +0.2159 +0.6477 .* nominal +number" \
    "$tauflow" info "${puma[@]}" --parameters q3.x --numbers fixed:40
ok joints_keep_their_turns refused 2 \
    "--parameters q2.roll: how a joint is turned on its link is no input, only its place" \
    "$tauflow" info "${puma[@]}" --parameters q2.roll
ok joints_have_one_place refused 2 "joint 'q2' has no a_x that can be an input" "$tauflow" info \
    "${puma[@]}" --parameters q2.a_x
ok places_of_nobody_are_refused refused 2 "has no joint that moves and no element 'q9'" \
    "$tauflow" info "${puma[@]}" --parameters q9.x
ok places_are_named_once refused 2 "'q2.x' is named twice" "$tauflow" info "${puma[@]}" \
    --parameters q2.x,q3.x,q2.x
ok wheels_stay_where_they_are refused 2 \
    "joint 'rear_spin' carries wheel 'rear', whose place cannot be an input" "$tauflow" info \
    robots/motorcycle.urdf --effort 0 --parameters rear_spin.x \
    --element 'wheel name=rear joint=rear_spin radius=0.3 law=user'
sed '/joint name="q6"/s/type="[a-z]*"/type="fixed"/' robots/puma560.urdf >"$work/fixed.urdf"
ok fixed_joints_stay_where_they_are refused 2 "joint 'q6' is fixed, and only places of joints" \
    "$tauflow" info "$work/fixed.urdf" --effort 0 --parameters q6.x
ok regressors_take_no_places refused 2 "q2.x: function 'regressor' takes numbers only" "$tauflow" \
    info "${puma[@]}" --function regressor --parameters q2.x
ok a_link_has_two_points refused 2 "element 'shock' has no x that can be an input" "$tauflow" \
    info "${points[@]}" --parameters shock.x
ok a_force_has_one_point refused 2 "element 'push' has no a_x that can be an input" "$tauflow" \
    info "${points[@]}" --parameters push.a_x
ok springs_run_on_a_core exact cycles "$tauflow" run "${springs[@]}" --engine twin --budget 1 \
    --steps 5
ok fixed_point_expects_springs_near_the_file prints "^kn1 +450 +1350 .* nominal +number" \
    "$tauflow" info robots/puma560.urdf --effort 0 --spring q2=900 --parameters q2.stiffness \
    --numbers fixed:40
ok springs_of_nobody_are_refused refused 2 "no joint that moves and no element 'nope'" "$tauflow" \
    info "${springs[@]}" --parameters nope.rest
ok numbers_are_named_once refused 2 "'q2.rest' is named twice" "$tauflow" info "${springs[@]}" \
    --parameters q2.rest
ok other_laws_have_none refused 2 "element 'grip' has no rest that can be an input" "$tauflow" \
    info "${springs[@]}" --parameters grip.rest
ok regressors_have_numbers refused 2 "q2.rest: function 'regressor' takes numbers only" \
    "$tauflow" info robots/pendulum5.urdf --effort 0 --function regressor --spring q2=1 \
    --parameters q2.rest

numbers() { # FILE: ten of link6, as the array has them
    python3 - "$1" <<'PY'
import sys
import xml.etree.ElementTree as tree
link = next(l for l in tree.parse(sys.argv[1]).getroot() if l.get("name") == "link6")
at = link.find("inertial")
j = at.find("inertia")
centre = at.find("origin").get("xyz", "0 0 0").split() if at.find("origin") is not None else "000"
print(",".join([at.find("mass").get("value"), *centre,
                *(j.get(k) for k in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))]))
PY
}
# Torques of some N m in binary32: 1e-3 N m is a hundred roundings.
a_core_takes_what_a_core_makes() {
    local function base
    "$tauflow" image "${puma[@]}" --budget 1 -o "$work/plain.tau" >/dev/null || return 1
    for function in id base-parameters; do
        "$tauflow" image "${puma[@]}" --budget 1 --parameters link6 --function $function \
            -o "$work/$function.tau" >/dev/null || return 1
    done
    "$step" "$work/base-parameters.tau" --device twin: --json \
        --inertias "$(numbers robots/puma560.urdf)" >"$work/base.json" || return 1
    base=$(python3 -c 'import json, sys
print(*json.load(open(sys.argv[1]))["parameters"])' "$work/base.json")
    echo "$base"
    set -- --device twin: --json --q '0.1 -0.5 0.7 0.2 0.4 -0.3' --qd '0.5 1 -1 2 0 1' \
        --qdd '1 -2 0.5 3 1 2'
    "$step" "$work/plain.tau" "$@" >"$work/plain.json" &&
        "$step" "$work/id.tau" "$@" --base-parameters "$base" >"$work/id.json" && python3 -c '
import json, sys
a, b = (json.load(open(f))["tau"] for f in sys.argv[1:])
print(a, b)
assert len(a) == 6 and max(map(abs, a)) > 10
assert max(abs(x - y) for x, y in zip(a, b)) < 1e-3' "$work/plain.json" "$work/id.json"
}
ok a_core_takes_what_a_core_makes a_core_takes_what_a_core_makes

cat >"$work/main.c" <<'C'
#include "plain/puma560.h"
#include "open/open.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    const double q[6] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3}, qd[6] = {0.5, 1, -1, 2, 0, 1},
                 qdd[6] = {1, -2, 0.5, 3, 1, 2}, link[10] = {NUMBERS};
    double base[OPEN_PARAMETERS], tau[6], expected[6], worst = 0;
    puma560_torque_f64(q, qd, qdd, expected);
    open_base_parameters_f64(link, base);
    open_torque_f64(q, qd, qdd, base, tau);
    for (int k = 0; k < 6; k++)
        worst = fmax(worst, fabs(tau[k] - expected[k]));
    printf("%g of %s\n", worst, open_parameter_names[OPEN_PARAMETERS - 1]);
    return !(worst < 1e-12);
}
C
emitted_c_takes_them() {
    "$tauflow" compile "${puma[@]}" -o "$work/plain" >/dev/null &&
        "$tauflow" compile "${puma[@]}" --function id,base-parameters --parameters link6 \
            --name open -o "$work/open" >/dev/null &&
        grep -q 'open_base_parameters: base parameters. One state is inertias;' \
            "$work/open/open.h" &&
        ${CC:-cc} -std=c11 -I"$work" -DNUMBERS="$(numbers robots/puma560.urdf)" \
            "$work/main.c" "$work/plain/puma560.c" "$work/open/open.c" -lm -o "$work/main" &&
        "$work/main"
}
ok emitted_c_takes_what_it_makes emitted_c_takes_them
finish
