#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Laws with states of their own: the relaxation length of a tyre's side force against the closed
# solution, with the orders of both methods; the same in emitted C; loops; what is refused.
. tests/cli/tap.bash
cc=${CC:-gcc}
cat >"$work/slide.urdf" <<'URDF'
<robot name="slide">
  <link name="ground"/>
  <joint name="y" type="prismatic"><parent link="ground"/><child link="wheel"/><axis xyz="0 1 0"/>
    <limit lower="-9" upper="9" velocity="9" effort="9e3"/></joint>
  <link name="wheel"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>
URDF
# m y'' = -C p,  p' = (y' - V p)/L: with m = 2, C = 400, V = 10, L = 0.5 the rates v and p have the
# eigenvalues of l^2 + 20 l + 400 = 0, -10 +- 10 sqrt(3) i.
side="torsion name=side joint=y law='cornering*p' state=p rate='(xd - speed*p)/length' \
initial=0.05 cornering=400 speed=10 length=0.5"
errors() { # METHOD STEP: of v and p after 0.5 s
    "$tauflow" simulate "$work/slide.urdf" --effort 0 --element "$side" --start y=0,1 \
        --method "$1" --step "$2" --until 0.5 --rows 1 --csv - | awk -F, -v t=0.5 '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        END { w = 10 * sqrt(3); v0 = 1; p0 = 0.05 # v = e^-10t (v0 cos wt + b sin wt)
              v = exp(-10 * t) * (v0 * cos(w * t) + (-200 * p0 + 10 * v0) / w * sin(w * t))
              p = exp(-10 * t) * (p0 * cos(w * t) + (2 * v0 - 20 * p0 + 10 * p0) / w * sin(w * t))
              a = $at["y.rate"] - v; b = $at["side.p"] - p
              printf "%.3g %.3g\n", a < 0 ? -a : a, b < 0 ? -b : b }'
}
order() { # METHOD STEP LEAST MOST: what halving the step divides errors by
    paste -d ' ' <(errors "$1" "$2") <(errors "$1" "$(awk "BEGIN { print $2 / 2 }")") |
        awk -v least="$3" -v most="$4" '{ print; for (i = 1; i <= 2; i++) { r = $i / $(i + 2)
            print r; if (!(r > least && r < most)) bad = 1 } } END { exit bad || NR != 1 }'
}
ok rk4_has_its_order order rk4 0.01 14 26
ok the_trapezoidal_rule_has_its_order order trapezoidal 0.005 3.8 4.2
small() { errors rk4 1e-3 | awk '{ print; exit !($1 < 1e-9 && $2 < 1e-10) }'; }
ok the_side_force_lags_as_the_closed_solution_says small

elsewhere() { # where --start says, as with another `initial`
    moved() {
        "$tauflow" simulate "$work/slide.urdf" --effort 0 --until 0.1 --rows 5 --csv - "$@"
    }
    cmp <(moved --element "$side" --start side.p=0.2) \
        <(moved --element "${side/initial=0.05/initial=0.2}") && [ "$(moved --element "$side" \
        --start side.p=0.2 | awk -F, 'NR == 2 { print $3 }')" = 0.2 ]
}
ok states_start_where_they_are_told elsewhere
many() { # of each line of a file
    printf 'side.p,y,y.rate\n0.05,0,0\n0.2,0,1\n' >"$work/starts.csv"
    "$tauflow" simulate "$work/slide.urdf" --effort 0 --until 0.1 --element "$side" \
        --starts "$work/starts.csv" --csv - | tail -1 | cut -d, -f 3- >"$work/a"
    "$tauflow" simulate "$work/slide.urdf" --effort 0 --until 0.1 --rows 1 --element "$side" \
        --start side.p=0.2 --start y=0,1 --csv - | tail -1 | cut -d, -f 2- >"$work/b"
    [ -s "$work/a" ] && cmp "$work/a" "$work/b"
}
ok states_start_where_lines_of_a_file_say many

# Linear systems have them as states. That of the example is linear all over: its steps are those of
# the robot.
stepped() {
    "$tauflow" linearise "$work/slide.urdf" --element "$side" --start y=0,1 --step 0.02 --csv - |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            $1 ~ /^next/ { print $at["constant"] }' >"$work/a"
    "$tauflow" simulate "$work/slide.urdf" --effort 0 --element "$side" --start y=0,1 --step 1e-4 \
        --until 0.02 --rows 1 --csv - | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            END { printf "%.17g\n%.17g\n%.17g\n", $at["y"], $at["y.rate"] - 1,
                         $at["side.p"] - 0.05 }' >"$work/b"
    paste "$work/a" "$work/b" | awk '{ print; if (($1 - $2) ^ 2 > 1e-20) bad = 1 }
        END { exit bad || NR != 3 }'
}
ok linear_systems_have_their_states stepped
ok modes_have_their_states prints '^-10 \+- 17\.3205 i .* y 1, side\.p 2 at 60 deg$' \
    "$tauflow" linearise "$work/slide.urdf" --element "$side"
# An air spring with a tank, and its line as a start for other commands, where it stays.
bag="torsion name=bag joint=y law='area*(ambient - p) + k*x + c*xd' state=p \
rate='3*(tank - p) - 1.375*p*xd/(0.3 + x)' area=1e-3 ambient=101325 k=100 c=20 tank=130000"
rested() {
    local words
    "$tauflow" equilibrium "$work/slide.urdf" --element "$bag" >"$work/said" &&
        cat "$work/said" && grep -qE '^bag\.p +130000$' "$work/said" &&
        grep -qE '^y +0\.28675 +0 +0  free$' "$work/said" &&
        words=$(sed -n 's/^as a start *//p' "$work/said") && [ -n "$words" ] &&
        "$tauflow" linearise "$work/slide.urdf" --element "$bag" $words |
        grep -q '^equilibrium       yes$' &&
        "$tauflow" simulate "$work/slide.urdf" --effort 0 --element "$bag" $words --until 0.1 \
            --rows 1 --csv - | awk -F, 'NR == 2 { y = $2; p = $3 }
            END { exit !(($2 - y) ^ 2 < 1e-24 && ($3 - p) ^ 2 < 1e-12 && NR == 3) }'
}
ok what_rests_has_states_that_rest rested
ok states_that_rest_are_in_json prints \
    '"states": \[\{"state": "bag\.p", "value": 1(30000|29999\.9999[0-9]*)\}\]' \
    "$tauflow" equilibrium "$work/slide.urdf" --element "$bag" --json
ok states_that_do_not_rest_are_told refused 2 \
    "no equilibrium is found: after .* state 'bag.p' changes by [0-9.]+ per second" \
    "$tauflow" equilibrium "$work/slide.urdf" --element "${bag/rate=\'3/rate=\'1 + p^2 + 0}"

# Emitted C: the state goes in with element_forces, its rate comes out of function elements.
emitted() {
    "$tauflow" compile "$work/slide.urdf" --effort 0 --real double --function fd,elements \
        --element "$side" -o "$work/c" >/dev/null && cat >"$work/own.c" <<'C' &&
#include "slide.h"
#include <math.h>
static void rates(const double *s, double *d) /* y, v, p */
{
    double forces[7] = {[3] = s[2]}, states[6], none = 0;
    slide_elements_f64(s, s + 1, forces, states);
    slide_forward_f64(s, s + 1, &none, forces, d + 1);
    d[0] = s[1];
    d[2] = states[2];
}
int main(void)
{
    const double w = 10 * sqrt(3), e = exp(-5), h = 1e-3;
    double s[3] = {0, 1, 0.05}, k[4][3], at[3];
    for (int n = 0; n < 500; n++) {
        static const double PART[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < 3; i++)
                at[i] = s[i] + (stage ? PART[stage] * h * k[stage - 1][i] : 0);
            rates(at, k[stage]);
        }
        for (int stage = 0; stage < 4; stage++)
            for (int i = 0; i < 3; i++)
                s[i] += h / 6 * WEIGHT[stage] * k[stage][i];
    }
    return !(fabs(s[1] - e * cos(w / 2)) < 1e-9 &&
             fabs(s[2] - e * (0.05 * cos(w / 2) + 1.5 / w * sin(w / 2))) < 1e-10);
}
C
        $cc -std=c11 -O1 -Wall -Wextra -Werror -I"$work/c" -o "$work/own" "$work/own.c" \
            "$work/c/slide.c" -lm && "$work/own"
}
ok emitted_c_has_state_and_rate emitted
looked_at() { # FUNCTION: the second opinion judges it
    "$tauflow" compile robots/motorcycle.urdf --effort 0 -o "$work/l" --function "$1" \
        --element "link name=s \
a=chassis a_xyz='-0.2 0 0.1' b=swing_arm b_xyz='-0.3 0 0' rest=0.4 law='k*x + c*(x - p)*abs(p)' \
state=p rate='(x - p)/tau + 0.1*sin(xd)' k=9e3 c=2e3 tau=0.05" | grep -q '^checked  *3 states'
}
for function in elements id fd fd-derivatives; do
    ok "the_second_opinion_knows_it, $function" looked_at $function
done
ok cores_hold_it exact cycles "$tauflow" run "$work/slide.urdf" --effort 0 --budget 1 \
    --engine twin --steps 5 --element "$side" --function elements
# A lag of a sliding joint in a loop, so fast that it is what it follows: the motion of that.
in_loops() {
    moved() {
        "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 \
            --until 0.3 --step 1e-4 --rows 1 --csv - --element "torsion name=s joint=slide $1" |
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                END { print $at["crank_x"], $at["crank_x.rate"] }'
    }
    paste <(moved "law='20*p' state=p rate='(xd - p)/0.0005'") <(moved "law='20*xd'") \
        <(moved "law='0*x'") | tee "$work/e" | awk '{ d = $1 - $3; e = $1 - $5
            exit !(d * d < 1e-5 * e * e && e * e > 1e-3) }' || { cat "$work/e"; return 1; }
}
ok in_loops_fast_lags_are_what_they_follow in_loops
loop_order() { # stale rates of dependent joints would make it first
    at_end() { # STEP
        "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 \
            --until 0.4 --step "$1" --rows 1 --csv - --element "torsion name=s joint=slide \
law='2*p' state=p rate='(xd - p)/0.05'" | awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            END { printf "%.15g %.15g ", $at["crank_x"], $at["s.p"] }'
    }
    (at_end 0.01 && at_end 0.005 && at_end 0.0005) | awk '{ for (i = 1; i <= 2; i++) {
            r = ($i - $(i + 4)) / ($(i + 2) - $(i + 4)); print r
            if (!(r > 14 && r < 28)) bad = 1 } } END { exit bad || NR != 1 }'
}
ok in_loops_it_sees_the_rates_of_dependent_joints loop_order

bad() { # MESSAGE LAW...
    refused 2 "$1" "$tauflow" info "$work/slide.urdf" --effort 0 \
        --element "torsion name=s joint=y $2"
}
ok a_state_has_a_rate bad "torsion 's': state 'p' has no 'rate'" "law='p' state=p"
ok a_rate_has_a_state bad "a 'rate' goes with a 'state'" "law='x' rate=x-1"
ok a_beginning_has_a_state bad "'initial' goes with a 'state'" "law='x' initial=1"
ok names_of_expressions_are_taken bad "state 'xd': this name is taken" "law='x' state=xd rate=x-xd"
ok states_have_names bad "state 'p-1': letters and _ expected" "law='x' state=p-1 rate=x"
ok laws_of_a_name_have_no_state bad "law 'torsion_bar' has no state" \
    "law=torsion_bar stiffness=1 state=p rate=x"
ok rates_say_where_they_are_wrong bad "rate='x - u': column 5: 'u' is neither x, xd, p nor a key" \
    "law='p' state=p rate='x - u'"
ok rates_divide_by_something bad "rate='1/\(p - p\)': it divides by 0" \
    "law='p' state=p rate='1/(p - p)'"
ok calls_have_no_state bad "law 'call' has no 'state'" "law=call call=f state=p rate=x"
ok turns_have_no_state refused 2 "turn 's': a turn has three rates, and no state" \
    "$tauflow" info robots/motorcycle.urdf --effort 0 \
    --element "turn name=s a=chassis b=rider law='xd^3' state=p rate=xd"
ok states_start_without_a_rate refused 2 "--start: how 'side.p' changes, the state of a law, is \
what the law says: one number expected" "$tauflow" simulate "$work/slide.urdf" --element "$side" \
    --start side.p=0.1,2
ok states_start_by_their_names refused 2 "--start: robot 'slide' has no joint 'side.q'" \
    "$tauflow" simulate "$work/slide.urdf" --element "$side" --start side.q=0.1
held="its law has a state 'p', and .* has none: 'simulate' on the CPU integrates it"
ok devices_integrate_none refused 2 "$held" "$tauflow" simulate "$work/slide.urdf" --effort 0 \
    --element "$side" --device twin:
finish
