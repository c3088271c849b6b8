#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Laws of elements that are calls of the user's own C: they move a robot as the same formula does
# that is in the equations, emitted C asks them, derivatives take what they tell; and what is
# refused. (FMUs: fmu.sh; Python: tests/host/python.sh.)
. tests/cli/tap.bash
cc=${CC:-gcc}
bike=robots/motorcycle.urdf crank=robots/loops/slider_crank.urdf
rub='2*xd + 0.4*xd^3'
stiff='9000*x + 300*xd + 2e4*x^3' soft='9*x + 0.3*xd + 20*x^3'
coil="link name=coil a=chassis a_xyz='-0.2 0 0.1' b=swing_arm b_xyz='-0.3 0 0' rest=0.4"
bar='torsion name=bar joint=swing other=fork_travel ratio=0.3 rest=0.1'
cat >"$work/laws.c" <<'C'
#include <math.h>
double stiff(double x, double xd, double t, void *user, double dydx[2])
{
    (void)t, (void)user;
    dydx[0] = 9000 + 3 * 2e4 * x * x;
    dydx[1] = 300;
    return 9000 * x + 300 * xd + 2e4 * x * x * x;
}
double soft(double x, double xd, double t, void *user, double dydx[2])
{
    (void)t, (void)user;
    dydx[0] = 9 + 3 * 20 * x * x;
    dydx[1] = 0.3;
    return 9 * x + 0.3 * xd + 20 * x * x * x;
}
double load(double x, double xd, double t, void *user, double dydx[2])
{
    (void)t, (void)user;
    dydx[0] = 1e5 + 300 * xd;
    dydx[1] = 300 * x;
    return x * (1e5 + 300 * xd);
}
double rub(double x, double xd, double t, void *user, double dydx[2])
{
    (void)t, (void)user;
    dydx[0] = 0;
    dydx[1] = 2 + 3 * 0.4 * xd * xd;
    return 2 * xd + 0.4 * xd * xd * xd + x;
}
double untold(double x, double xd, double t, void *user, double dydx[2])
{
    (void)dydx;
    return stiff(x, xd, t, user, (double[2]){0});
}
double late(double x, double xd, double t, void *user, double dydx[2])
{
    (void)user, (void)dydx;
    return t > 0.05 ? sqrt(-1 - x * x - xd * xd) : 0;
}
C
simulate() { "$tauflow" simulate --effort 0 --until 0.2 "$@"; }
# close A B: tables of the same shape whose numbers agree within 1e-9 of 1 and of themselves.
close() {
    paste -d, "$1" "$2" | awk -F, 'NR > 1 { for (i = 1; i <= NF / 2; i++) {
            d = $i - $(i + NF / 2); s = 1 + ($i < 0 ? -$i : $i); if (d < 0) d = -d
            if (d / s > most) most = d / s; if ($i != 0) n++ } }
        END { print "most", most, "of", n; exit !(n > 100 && most < 1e-9) }'
}
# The same law in the equations: the expression that is called so, or keys of a wheel.
formula() { [ "$law" = load ] && echo 'stiffness=1e5 damping=300' || echo "law='${!law}'"; }
# moves ROBOT ELEMENT [OPTION...]: in the first columns, as energy knows the formula alone
law=stiff
moves() {
    simulate "$1" --element "$2 law=call call=$law" --law-file "$work/laws.c" --csv - "${@:3}" |
        cut -d, -f "1-$columns" >"$work/called.csv" &&
        simulate "$1" --element "$2 $(formula)" --csv - "${@:3}" | cut -d, -f "1-$columns" \
            >"$work/formula.csv" && close "$work/called.csv" "$work/formula.csv"
}
columns=29
ok a_link_moves_as_its_formula moves $bike "$coil"
ok a_torsion_moves_as_its_formula moves $bike "$bar" --method trapezoidal
columns=9
ok it_does_so_in_loops moves $crank 'torsion name=s joint=slide rest=0.05' --start crank_x=0,6
sed "s|<link name=\"base\"/>|<link name=\"base\"><inertial><mass value=\"3\"/><inertia ixx=\"1\" \
iyy=\"2\" izz=\"2\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>|" robots/pendulum5.urdf \
    >"$work/flying.urdf"
columns=24 law=soft
ok it_does_so_on_a_free_base moves "$work/flying.urdf" 'torsion name=s joint=q2 rest=0.3' \
    --base floating
# A wheel's law is asked for the load, which where friction bounds its forces is to the bit that of
# the formula; a turn's for the moment about each axis.
same() { # ROBOT ELEMENT [OPTION...]
    moves "$@" && cmp "$work/called.csv" "$work/formula.csv" &&
        [ "$(cut -d, -f "2-$columns" "$work/called.csv" | tail -n +2 | sort -u | wc -l)" -gt 100 ]
}
columns=29 law=load
wheel='wheel name=rear joint=rear_spin radius=0.3'
lines='slip=10 cornering=9'
on=(--start tz=0.25 --start tx=0,3 --start rear_spin=0,9 --start roll=0.1 --start yaw=0,0.2)
ok a_wheel_rolls_as_its_formula moves $bike "$wheel $lines" "${on[@]}" --until 0.05
ok a_wheel_does_so_within_its_ellipse same $bike "$wheel $lines friction=0.9" "${on[@]}"
ok a_wheel_does_so_on_uneven_ground same $bike \
    "$wheel $lines friction=0.9 ground='0.02*sin(3*x)'" "${on[@]}"
magic() { # the load alone is asked for, other forces are those of the file
    simulate $bike --element "$wheel law=call call=load file=robots/tyres/car_even.tir" \
        --law-file "$work/laws.c" --csv "$work/called.csv" "${on[@]}" 2>/dev/null &&
        simulate $bike --element "$wheel law=magic $(formula) file=robots/tyres/car_even.tir" \
            --csv "$work/formula.csv" "${on[@]}" 2>/dev/null &&
        cmp "$work/called.csv" "$work/formula.csv" && [ "$(wc -l <"$work/called.csv")" -gt 100 ]
}
ok a_wheel_does_so_by_the_magic_formula magic
law=rub
turn='turn name=rubs a=chassis b=rider'
ok a_turn_is_as_its_formula moves $bike "$turn" --start lean=0,2 --start roll=0,1
columns=9
ok a_turn_in_loops_is_as_its_formula moves $crank 'turn name=rubs a=crank b=rod' --start crank_x=0,6
law=stiff
near() { # ROBOT ELEMENT OPTION...: the same linear system
    "$tauflow" linearise "$1" --element "$2 law=call call=$law" --law-file "$work/laws.c" \
        --csv "$work/called.csv" "${@:3}" >/dev/null &&
        "$tauflow" linearise "$1" --element "$2 $(formula)" --csv "$work/formula.csv" \
            "${@:3}" >/dev/null &&
        paste -d, "$work/called.csv" "$work/formula.csv" | awk -F, 'NR > 1 {
            for (i = 2; i <= NF / 2; i++) { d = $i - $(i + NF / 2); if ($i != 0) n++
                if (d * d > 1e-18 * (1 + $i * $i)) bad = 1 } } END { exit bad || n < 5 }'
}
ok linear_systems_take_what_laws_tell near $bike "$coil" --start swing=0.1,1 --start lean=0.2,0.3
ok linear_systems_of_loops_do near $crank 'torsion name=s joint=slide rest=0.05' \
    --start crank_x=0.3,6
law=load
ok linear_systems_take_what_loads_tell near $bike "$wheel $lines friction=0.9" "${on[@]}"
law=rub
ok linear_systems_take_what_turns_tell near $bike "$turn" --start lean=0.2,2 --start roll=0.1,1
law=stiff
rests() {
    "$tauflow" equilibrium $1 --json "${@:3}" --element "$2 law=call call=$law" \
        --law-file "$work/laws.c" | grep -oE '"(position|torque)": [^,}]*' >"$work/a" &&
        "$tauflow" equilibrium $1 --json "${@:3}" --element "$2 $(formula)" |
        grep -oE '"(position|torque)": [^,}]*' >"$work/b" && paste "$work/a" "$work/b" |
        awk '($2 - $4) ^ 2 > 1e-16 * (1 + $2 ^ 2) { bad = 1 } END { exit bad || NR != 10 }'
}
law=soft
ok what_rests_does_so_alike rests robots/pendulum5.urdf 'torsion name=s joint=q2 rest=0.3'
law=stiff

# Emitted C: functions with laws beside those with the formula.
emit() { # NAME LAW OPTION...
    "$tauflow" compile "$robot" --effort 0 -o "$work/c" --name "$1" --element "$element $2" \
        --real double "${@:3}" >"$work/said"
}
built() {
    $cc -std=c11 -O1 -ffp-contract=off -Wall -Wextra -Werror -I"$work/c" -o "$work/tried" \
        "$work/tried.c" "$work"/c/*.c "$work/laws.c" -lm && "$work/tried"
}
both() { # ROBOT ELEMENT FUNCTIONS OPTION...
    robot=$1 element=$2
    rm -rf "$work/c"
    emit called "law=call call=$law" --function "$3" "${@:4}" &&
        emit formula "$(formula)" --function "$3" "${@:4}"
}
cat >"$work/tried.h" <<'C'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double q[32], qd[32], tau[32];
static void draw(void)
{
    for (int i = 0; i < 32; i++) {
        q[i] = rand() / (double)RAND_MAX - 0.5;
        qd[i] = rand() / (double)RAND_MAX - 0.5;
        tau[i] = rand() / (double)RAND_MAX - 0.5;
    }
}
static void same(const char *what, const double *x, const double *y, int n, double within)
{
    double most = 0, size = 1;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(y[i]));
        most = fmax(most, fabs(x[i] - y[i]));
    }
    if (!(most <= within * size)) {
        printf("%s: %g of %g\n", what, most, size);
        exit(1);
    }
}
C
trees() {
    both robots/puma560.urdf "link name=coil a=link1 b=link4 b_xyz='0.1 0 0.2' rest=0.4" \
        fd,fd-derivatives,id,gravity && cat >"$work/tried.c" <<'C' && built
#include "called_laws.h"
#include "formula.h"
#include "tried.h"
enum { N = 6 };
int main(void)
{
    static double a[N * N], b[N * N], c[N * N], d[N], x[N * N], y[N * N], z[N * N];
    for (int n = 0; n < 20; n++) {
        draw();
        if (called_forward_with_laws_f64(0, 0, q, qd, tau, a))
            return 2;
        formula_forward_f64(q, qd, tau, b);
        same("accelerations", a, b, N, 1e-13);
        if (called_torque_with_laws_f64(0, 0, q, qd, tau, a))
            return 3;
        formula_torque_f64(q, qd, tau, b);
        same("torques", a, b, N, 1e-13);
        called_gravity_with_laws_f64(0, 0, q, a);
        formula_gravity_f64(q, b);
        same("torques at rest", a, b, N, 1e-13);
        if (called_forward_derivatives_with_laws_f64(0, 0, q, qd, tau, x, y, z))
            return 4;
        formula_forward_derivatives_f64(q, qd, tau, a, b, c);
        same("by positions", y, b, N * N, 1e-12);
        same("by rates", z, c, N * N, 1e-12);
        for (int k = 0; k < N; k++) { /* by differences of fourth order */
            static const double AT[] = {-2, -1, 1, 2}, SHARE[] = {1, -8, 8, -1};
            const double h = 1e-4, was = q[k];
            double column[N];
            for (int i = 0; i < N; i++)
                d[i] = 0, column[i] = y[i * N + k];
            for (int j = 0; j < 4; j++) {
                q[k] = was + AT[j] * h;
                called_forward_with_laws_f64(0, 0, q, qd, tau, a);
                for (int i = 0; i < N; i++)
                    d[i] += SHARE[j] * a[i] / (12 * h);
            }
            q[k] = was;
            double most = 1;
            for (int i = 0; i < N; i++)
                most = fmax(most, fabs(a[i]));
            same("differences", column, d, N, 1e-10 * most / h);
        }
    }
    return 0;
}
C
}
ok functions_of_trees_ask_the_laws trees
touched() { # on the ground and above it; turns beside that, and at rest
    law=$1
    both $bike "$2" fd,fd-derivatives,id,gravity && cat >"$work/tried.c" <<'C' && built
#include "called_laws.h"
#include "formula.h"
#include "tried.h"
enum { N = FORMULA_JOINTS };
int main(void)
{
    static double a[N * N], b[N * N], c[N * N], x[N * N], y[N * N], z[N * N];
    for (int n = 0; n < 40; n++) {
        draw();
        q[2] = n % 2 ? 0.25 : 2; /* the height of what carries the wheel */
        if (called_forward_with_laws_f64(0, 0, q, qd, tau, a))
            return 2;
        formula_forward_f64(q, qd, tau, b);
        same("accelerations", a, b, N, 1e-12);
        called_gravity_with_laws_f64(0, 0, q, a);
        formula_gravity_f64(q, b);
        same("torques at rest", a, b, N, 1e-12);
        if (called_forward_derivatives_with_laws_f64(0, 0, q, qd, tau, x, y, z))
            return 4;
        formula_forward_derivatives_f64(q, qd, tau, a, b, c);
        same("by positions", y, b, N * N, 1e-12);
        same("by rates", z, c, N * N, 1e-12);
    }
    return 0;
}
C
}
ok functions_ask_for_loads touched load "$wheel $lines friction=0.9"
ok functions_ask_for_turns touched rub "$turn"
law=stiff
derived() {
    both robots/pendulum5.urdf 'torsion name=s joint=q2 other=q4 ratio=0.3 rest=0.1' fd \
        --derive-by q,qd && cat >"$work/tried.c" <<'C' && built
#include "called_laws.h"
#include "formula.h"
#include "tried.h"
int main(void)
{
    static double a[50], b[50];
    for (int n = 0; n < 20; n++) {
        draw();
        if (called_sensitivities_with_laws_f64(0, 0, q, qd, tau, a))
            return 2;
        formula_sensitivities_f64(q, qd, tau, b);
        same("sensitivities", a, b, 5 * 10, 1e-12);
    }
    return 0;
}
C
}
ok sensitivities_take_what_laws_tell derived
loops() {
    both $crank 'torsion name=s joint=slide rest=0.05' closed-fd &&
        cat >"$work/tried.c" <<'C' && built
#include "called_laws.h"
#include "formula.h"
#include "tried.h"
#include <string.h>
enum { N = FORMULA_JOINTS };
int main(void)
{
    for (int n = 0; n < 20; n++) {
        static double of[2][4][200];
        double x[N] = {0.05 * n, 0.2, -0.46, 0.84}, y[N];
        draw();
        memcpy(y, x, sizeof y);
        if (called_closed_forward_with_laws_f64(1e-12, 20, 0, 0, x, qd, tau, of[0][0], of[0][1],
                                                of[0][2], of[0][3]))
            return 2;
        if (formula_closed_forward_until_closed_f64(1e-12, 20, y, qd, tau, of[1][0], of[1][1],
                                                    of[1][2], of[1][3]))
            return 3;
        same("accelerations", of[0][0], of[1][0], N, 1e-10);
        same("positions", x, y, N, 1e-12);
    }
    return 0;
}
C
}
ok functions_with_loops_ask_the_laws loops
given() { # time and user are handed on; what says nothing is told
    robot=robots/pendulum5.urdf element='torsion name=s joint=q2'
    rm -rf "$work/c"
    emit called 'law=call call=own' --function fd,fd-derivatives \
        --element 'torsion name=u joint=q3 law=user' && cat >"$work/tried.c" <<'C' && built
#include "called_laws.h"
#include "tried.h"
double own(double x, double xd, double t, void *user, double dydx[2])
{
    const double *of = user;
    (void)xd;
    if (of[1] != 0)
        dydx[0] = dydx[1] = of[1];
    return of[0] * t + x;
}
int main(void)
{
    static double a[25], b[25], c[25], d[25];
    double user[2] = {3, 0}, forces[14] = {0};
    draw();
    forces[7] = 0.25; /* of the element whose law is left to us */
    if (called_forward_with_laws_f64(2, user, q, qd, tau, forces, a))
        return 2;
    if (called_forward_derivatives_with_laws_f64(2, user, q, qd, tau, forces, b, c, d) != 3)
        return 3; /* it tells no derivatives */
    forces[0] = 6 + q[1];
    called_forward_f64(q, qd, tau, forces, b);
    same("accelerations", a, b, 5, 1e-13);
    user[1] = 1;
    if (called_forward_derivatives_with_laws_f64(2, user, q, qd, tau, forces, b, c, d))
        return 4;
    user[0] = NAN;
    return called_forward_with_laws_f64(2, user, q, qd, tau, forces, a) == 3 ? 0 : 5;
}
C
}
ok time_and_user_are_handed_on given

call="$coil law=call call=stiff"
file=(--law-file "$work/laws.c")
ok a_call_needs_a_file refused 2 "law 'stiff' of link 'coil' is a call: --law-file FILE.c must" \
    simulate $bike --element "$call"
ok a_file_needs_a_call refused 2 "no element of robot 'motorcycle' has a law that is a call" \
    simulate $bike "${file[@]}"
ok a_file_is_there refused 2 "none.c: error: --law-file: the file cannot be read" \
    simulate $bike --element "$call" --law-file none.c
ok a_function_is_there refused 2 "laws.c: error: law 'gone' of link 'coil' is a call: there is no \
function 'double gone\(double x, double xd, double t, void \*user, double dydx\[2\]\)' here" \
    simulate $bike --element "$coil law=call call=gone" "${file[@]}"
echo 'double stiff(double x) { return x +; }' >"$work/broken.c"
ok a_file_compiles refused 2 'broken.c: error: --law-file: .*broken.c:1:36: error: expected' \
    simulate $bike --element "$call" --law-file "$work/broken.c"
ok a_compiler_is_there env CC=no-such-compiler bash -c '. tests/cli/tap.bash
    refused 2 "no-such-compiler: it cannot be started" "$@"' - \
    "$tauflow" simulate $bike --element "$call" "${file[@]}"
ok models_of_points_have_no_laws refused 2 '--law-file are for robots' \
    "$tauflow" simulate robots/natural/double_pendulum.nat "${file[@]}"
ok what_is_derived_is_told refused 2 "law 'untold' of link 'coil' is a call: at x = .* it gives no \
derivatives: dydx\[0\] and dydx\[1\] are needed here" \
    "$tauflow" linearise $bike --element "$coil law=call call=untold" "${file[@]}"
ok wheels_tell_what_calls_take refused 2 \
    "wheel 'rear': law 'call' takes what convention 'formula' tells" \
    simulate $bike --element "$wheel law=call call=load convention=code" "${file[@]}"
ok wheels_slide_by_one_law refused 2 \
    "wheel 'rear': its forces along and across are those of 'file', or of" simulate $bike \
    --element "$wheel law=call call=load slip=9 file=robots/tyres/car_even.tir" "${file[@]}"
ok calls_are_the_stiffness refused 2 "wheel 'rear': law 'call' has no 'stiffness'" \
    simulate $bike --element "$wheel law=call call=load stiffness=9" "${file[@]}"
ok cores_hold_no_calls_of_wheels refused 2 "law 'load' of wheel 'rear' is a call: a core cannot" \
    "$tauflow" image $bike --element "$wheel law=call call=load" -o "$work/no.tau"
lost() {
    simulate $bike --element "$coil law=call call=late" "${file[@]}" --csv "$work/lost.csv" \
        2>"$work/err"
    [ $? -eq 2 ] && cat "$work/err" && [ "$(wc -l <"$work/lost.csv")" -gt 40 ] &&
        grep -qE "law 'late' of link 'coil' is a call: at x = .*, t = 0\.05.* s its force is no \
finite number" "$work/err"
}
ok a_law_that_says_nothing_ends_the_motion lost
held="is a call: a core cannot hold it; law='user' leaves the call to the host"
for command in schedule "run --engine twin" explore; do
    ok "cores_hold_no_calls, ${command%% *}" refused 2 "$held" \
        "$tauflow" $command $bike --effort 0 --element "$call"
done
ok images_hold_no_calls refused 2 "$held" "$tauflow" image $bike --effort 0 --element "$call" \
    -o "$work/none.tau"
ok devices_hold_no_calls refused 2 "$held" simulate $bike --element "$call" "${file[@]}" \
    --device twin:
ok circuits_hold_no_calls refused 2 "a circuit cannot hold it" "$tauflow" compile $bike --effort 0 \
    --element "$call" --circuit -o "$work/none"
ok hls_holds_no_calls refused 2 "HLS C cannot hold it" "$tauflow" compile $bike --effort 0 \
    --element "$call" --hls -o "$work/none"
ok fixed_point_holds_no_calls refused 2 "fixed point cannot hold it" "$tauflow" compile \
    robots/pendulum5.urdf --effort 0 --element 'torsion name=s joint=q2 law=call call=f' \
    --numbers fixed:24 -o "$work/none"
ok cores_hold_functions_without_laws exact cycles "$tauflow" run $bike --effort 0 --budget 1 \
    --engine twin --steps 5 --function elements --element "$call"
ok second_derivatives_are_not_told refused 2 "which tells its first derivatives: function \
'id-second' needs second ones" "$tauflow" info robots/pendulum5.urdf --effort 0 \
    --function id-second --element 'torsion name=s joint=q2 law=call call=f'
ok derivatives_of_derivatives_are_not_told refused 2 'which tells its first derivatives' \
    "$tauflow" info robots/pendulum5.urdf --effort 0 --function fd-derivatives --derive-by q \
    --element 'torsion name=s joint=q2 law=call call=f'
ok laws_take_doubles refused 2 'which takes doubles: leave out --real float' "$tauflow" compile \
    $bike --effort 0 --element "$call" --real float -o "$work/none"
ok loops_tell_rates refused 2 "function 'closed-id' closes loops and does not tell at which rates" \
    "$tauflow" compile $crank --effort 0 --function closed-id -o "$work/none" \
    --element 'torsion name=s joint=slide law=call call=f'
finish
