#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Derivatives of any function by inputs that are named, and second derivatives: what is refused,
# that the second opinion judges them, that emitted C and a core compute them, and that their
# certificates hold.
. tests/cli/tap.bash
puma=(robots/puma560.urdf --effort 0)
planar=(robots/loops/planar4.urdf --effort 0)

ok an_unknown_input_is_told_the_nearest refused 2 \
    "error: --derive-by: function 'id' of robot 'puma560' has no input 'qq' \(did you mean 'q'" \
    "$tauflow" info "${puma[@]}" --derive-by qd,qq
ok an_input_of_another_function_is_unknown refused 2 \
    "error: --derive-by: function 'mass' of robot 'puma560' has no input 'qd'" \
    "$tauflow" info "${puma[@]}" --function mass --derive-by qd
ok an_empty_name_is_unknown refused 2 "has no input ''" "$tauflow" info "${puma[@]}" --derive-by q,
ok a_place_beyond_the_array_is_unknown refused 2 "has no input 'q\[6\]'" \
    "$tauflow" info "${puma[@]}" --derive-by 'q[6]'
ok gravity_of_numbers_is_no_input refused 2 "has no input 'gravity'" \
    "$tauflow" info "${puma[@]}" --derive-by gravity
ok only_driven_joints_have_imposed_motions refused 2 "has no input 'imposed'" \
    "$tauflow" info "${puma[@]}" --function fd --derive-by imposed
ok one_function_is_derived_at_a_time refused 2 "--derive-by takes one function at a time, .* 2$" \
    "$tauflow" compile "${puma[@]}" --function id,fd --derive-by q -o "$work/none"
ok sensitivities_are_of_another_function refused 2 "--function NAME --derive-by INPUT" \
    "$tauflow" info "${puma[@]}" --function sensitivities
ok sensitivities_are_not_derived refused 2 "name the function that is derived" \
    "$tauflow" info "${puma[@]}" --function sensitivities --derive-by q
ok positions_as_they_are_have_none refused 2 "function 'augmented' has no sensitivities" \
    "$tauflow" info "${planar[@]}" --function augmented --derive-by q
ok what_a_function_refuses_stays_refused refused 2 "function 'elements'|has no element" \
    "$tauflow" info "${puma[@]}" --function elements --derive-by q

ok tensors_of_large_robots_are_refused refused 2 \
    "function 'fd-second' of robot 'bogie' has 31211 numbers, more than 15000: --derive-by" \
    "$tauflow" info robots/bogie.urdf --function fd-second

compiled() { "$tauflow" compile "$@" --no-cache -o "$work/c"; }
judged() { prints '^checked +[36] states' compiled "$@"; }
ok each_formalism_passes_the_second_opinion judged "${puma[@]}" --formalism classic --function fd \
    --derive-by q,qd,tau
ok a_search_passes_it judged robots/pendulum5.urdf --effort 1 --derive-by q,qd,qdd
ok frames_pass_it judged "${puma[@]}" --function jacobian --derive-by q
ok imposed_motions_pass_it judged "${puma[@]}" --function fd --drive q2 --derive-by imposed,q,tau
ok loads_pass_it judged "${puma[@]}" --payload link6 --force link4 --derive-by payloads,forces
ok parameters_pass_it judged "${puma[@]}" --parameters link6 --derive-by base_parameters
ok springs_pass_it judged "${puma[@]}" --function fd --spring q2=3,0.1 --damping q3=0.5 \
    --parameters q2.stiffness,q2.rest,q3.damping --derive-by numbers
for function in id fd mass-bias jacobian; do
    ok "places_of_joints_pass_it_for_$function" judged "${puma[@]}" --function $function \
        --parameters q2.x,q3.z,q5.y --derive-by 'numbers,q[q2]'
done
ok places_in_loops_pass_it judged "${planar[@]}" --function closed-fd --parameters q2.x,q4.x \
    --derive-by numbers
ok a_free_base_passes_it judged "${puma[@]}" --base floating --derive-by free_motion,q
ok elements_pass_it judged robots/motorcycle.urdf --effort 0 --derive-by element_forces,q \
    --element 'wheel name=rear joint=rear_spin radius=0.3 law=user'
ok loops_pass_it judged "${planar[@]}" --function closed-fd --derive-by q,qd,tau
ok loops_by_parameters_pass_it judged "${planar[@]}" --function closed-id --parameters all \
    --derive-by base_parameters,q
ok closure_passes_it judged "${planar[@]}" --function closure --derive-by q
ok second_derivatives_of_a_free_base_pass_it judged "${puma[@]}" --base floating \
    --function id-second
for function in id-second fd-second; do
    ok "${function}_passes_it" judged "${puma[@]}" --function $function
    ok "${function}_of_an_imposed_motion_passes_it" judged "${puma[@]}" --function $function \
        --drive q2 --armature q3=0.2 --friction q1=2
done

for function in id-second fd-second; do
    ok "${function}_runs_on_a_core" exact cycles "$tauflow" run robots/pendulum5.urdf --effort 0 \
        --engine twin --budget 1 --steps 3 --function $function
done
ok sensitivities_run_on_a_core exact cycles "$tauflow" run robots/pendulum5.urdf --effort 0 \
    --engine twin --budget 1 --steps 3 --function fd --derive-by tau,q
ok sensitivities_with_loops_run_on_a_core exact cycles "$tauflow" run "${planar[@]}" \
    --engine twin --budget 1 --steps 3 --function closed-id --derive-by 'q[0],qd[0]'

certified() { # OPTIONS...
    "$tauflow" compile "$@" --no-cache -o "$work/certified" >/dev/null &&
        "$tauflow" verify "$work/certified"/*.cert && rm -r "$work/certified"
}
ok certificates_of_sensitivities_hold certified "${puma[@]}" --function fd --derive-by q,tau
ok certificates_of_second_derivatives_hold certified robots/pendulum5.urdf --effort 0 \
    --function fd-second

# Central differences of emitted functions: steps of 1e-5 leave 1e-10 of higher derivatives and
# 1e-11 of rounding.
cat >"$work/main.c" <<'C'
#include "of/of.h"
#include "by/by.h"
#include "second/second.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
enum { N = OF_JOINTS, PAIRS = SECOND_POSITION_PAIRS };
static const double h = 1e-5;
static double q[N] = {0.1, -0.5, 0.7, 0.2, 0.4}, qd[N] = {0.5, 1, -1, 2, 0.3},
              tau[N] = {1, -2, 0.5, 3, 1};
static double worst;
static void judge(double is, double plus, double minus)
{
    const double must = (plus - minus) / (2 * h);
    worst = fmax(worst, fabs(is - must) / (1 + fabs(must)));
}
int main(void)
{
    double s[BY_RESULTS * BY_VARIED], plus[N], minus[N], first[2][N * N], rate[N * N],
        inverse[2][N * N], qq[N * PAIRS], mixed[N * N * N], rates[N * PAIRS], minv[PAIRS * N];
    by_sensitivities_f64(q, qd, tau, s);
    second_forward_second_derivatives_f64(q, qd, tau, qq, mixed, rates, minv);
    if (BY_RESULTS != N || BY_VARIED != N + 1 || strcmp(by_varied_names[N], "q[q3]") != 0)
        return 2;
    for (int c = 0; c <= N; c++) {
        double *x = c < N ? &qd[c] : &q[2];
        const double at = *x;
        *x = at + h, of_forward_f64(q, qd, tau, plus);
        *x = at - h, of_forward_f64(q, qd, tau, minus);
        *x = at;
        for (int r = 0; r < N; r++)
            judge(s[r * BY_VARIED + c], plus[r], minus[r]);
    }
    for (int c = 0; c < N; c++) {
        const double at = q[c];
        q[c] = at + h, of_forward_derivatives_f64(q, qd, tau, inverse[0], first[0], rate);
        q[c] = at - h, of_forward_derivatives_f64(q, qd, tau, inverse[1], first[1], rate);
        q[c] = at;
        for (int r = 0; r < N; r++)
            for (int a = 0; a < N; a++) {
                const int pair = a >= c ? a * (a + 1) / 2 + c : c * (c + 1) / 2 + a;
                judge(qq[r * PAIRS + pair], first[0][r * N + a], first[1][r * N + a]);
                if (a <= r)
                    judge(minv[(r * (r + 1) / 2 + a) * N + c], inverse[0][r * N + a],
                          inverse[1][r * N + a]);
            }
    }
    printf("%g\n", worst);
    return !(worst < 1e-6);
}
C
cat >"$work/places.c" <<'C'
#include "of/of.h"
#include "by/by.h"
#include <math.h>
#include <stdio.h>
enum { N = OF_JOINTS };
int main(void)
{
    const double h = 1e-4, q[N] = {0.1, -0.5, 0.7, 0.2, 0.4}, qd[N] = {0.5, 1, -1, 2, 0.3},
                 tau[N] = {1, -2, 0.5, 3, 1};
    double at[] = {0.3, -0.2, 0.1}, s[BY_RESULTS * BY_VARIED], plus[N], minus[N], worst = 0;
    if (OF_NUMBERS != 3 || BY_VARIED != 3)
        return 2;
    by_sensitivities_f64(q, qd, tau, at, s);
    for (int c = 0; c < 3; c++) {
        const double was = at[c];
        at[c] = was + h, of_forward_f64(q, qd, tau, at, plus);
        at[c] = was - h, of_forward_f64(q, qd, tau, at, minus);
        at[c] = was;
        for (int r = 0; r < N; r++) {
            const double must = (plus[r] - minus[r]) / (2 * h);
            worst = fmax(worst, fabs(s[r * BY_VARIED + c] - must) / (1 + fabs(must)));
        }
    }
    printf("%g\n", worst);
    return !(worst < 1e-4);
}
C
places_in_c() {
    local options=(robots/pendulum5.urdf --effort 0 --function fd --parameters q2.z,q3.x,q5.z)
    rm -rf "$work/of" "$work/by"
    "$tauflow" compile "${options[@]}" --name of -o "$work/of" &&
        "$tauflow" compile "${options[@]}" --derive-by numbers --name by -o "$work/by" &&
        ${CC:-cc} -std=c11 -I"$work" "$work/places.c" "$work"/{of,by}/*.c -lm -o "$work/places" &&
        "$work/places"
}
ok emitted_c_gives_what_differences_of_places_do places_in_c

emitted_c() {
    local options=(robots/pendulum5.urdf --effort 0)
    "$tauflow" compile "${options[@]}" --function fd,fd-derivatives --name of -o "$work/of" &&
        "$tauflow" compile "${options[@]}" --function fd --derive-by qd,q3 --name by \
            -o "$work/by" &&
        "$tauflow" compile "${options[@]}" --function fd-second --name second -o "$work/second" &&
        ${CC:-cc} -std=c11 -I"$work" "$work/main.c" "$work"/{of,by,second}/*.c -lm -o \
            "$work/main" && "$work/main"
}
ok emitted_c_gives_what_differences_do emitted_c
finish
