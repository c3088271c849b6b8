# SPDX-License-Identifier: MIT
# Balls that turn (--balls turning): every function that takes them agrees with the second opinion,
# which turns the child by its angular velocity and knows of no hinges; others say no. The
# second ball turns about x, z and y, the other way round.
. tests/cli/tap.bash

cat >"$work/balls.xml" <<'XML'
<mujoco model="balls">
  <worldbody>
    <body name="hip" pos="0.1 -0.2 0.3" euler="20 30 40">
      <joint name="slide" type="slide" axis="0.6 0 0.8"/>
      <inertial pos="0.02 0.03 -0.01" mass="1.3"
                fullinertia="0.02 0.03 0.025 0.001 -0.002 0.003"/>
      <body name="arm" pos="0.1 0.05 0.2" euler="10 -35 5">
        <joint name="ball" type="ball"/>
        <inertial pos="0.2 0.05 -0.03" mass="2" fullinertia="0.05 0.08 0.07 0.004 -0.006 0.005"/>
        <body name="hand" pos="0.3 0.01 0.04" euler="5 65 -20">
          <joint name="wrist" type="ball" pos="0.02 -0.01 0.03"/>
          <inertial pos="0.03 -0.12 0.05" mass="0.6"
                    fullinertia="0.004 0.005 0.006 0.0003 -0.0004 0.0005"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
XML

agrees() { # FUNCTION FORMALISM [OPTION...]
    $tauflow compile "$work/balls.xml" --balls turning --function "$1" --formalism "$2" \
        "${@:3}" --effort 0 --no-cache -o "$work/files" >"$work/log" 2>&1
}

for formalism in default classic; do
    for function in id gravity bias mass mass-bias fd aba minv; do
        ok "${function}_of_turning_balls_in_${formalism}_is_the_second_opinions" \
            agrees $function $formalism
    done
    for function in position velocity acceleration jacobian; do
        ok "${function}_of_turning_balls_in_${formalism}_is_the_second_opinions" \
            agrees $function $formalism --frame hand
    done
done

refuses() { # TEXT OPTION...
    refused 2 "$1" $tauflow info "$work/balls.xml" --balls turning "${@:2}"
}
ok derivatives_by_positions_are_refused \
    refuses "'id-derivatives' takes --balls hinges" --function id-derivatives
ok springs_at_angles_are_refused refuses "takes no spring" --spring ball.x=3
ok half_a_ball_is_refused refuses "all of its three hinges" --lock ball.x=0
for command in linearise equilibrium "fmu -o $work/balls.fmu"; do
    ok "${command%% *}_takes_hinges" refused 2 "takes --balls hinges" \
        $tauflow $command "$work/balls.xml" --balls turning
done

# What emitted C makes of quaternions: hinges at its angles turn as they do, and it comes back, the
# quaternion or its negative; also where the second angle is a right one.
cat >"$work/main.c" <<'C'
#include "balls_balls.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double worst;

static void look(const double r[8])
{
    double q[7] = {5, 9, 9, 9, 9, 9, 9}, again[8];
    balls_ball_angles_f64(r, q);
    balls_ball_quaternions_f64(q, again);
    for (int k = 0; k < 8; k += 4) {
        double same = 0, length = 0;
        for (int i = k; i < k + 4; i++) {
            same += again[i] * r[i];
            length += r[i] * r[i];
        }
        worst = fmax(worst, fabs(fabs(same) / sqrt(length) - 1));
    }
    worst = fmax(worst, fabs(q[0] - 5)); /* of the slide */
}

int main(int argc, char **argv)
{
    double q[7] = {0}, r[8];
    if (argc == 17) { /* a row of simulate: time, positions, quaternions */
        for (int i = 0; i < 8; i++)
            r[i] = atof(argv[9 + i]);
        balls_ball_angles_f64(r, q);
        for (int i = 1; i < 7; i++)
            worst = fmax(worst, fabs(q[i] - atof(argv[2 + i])));
        return !(worst < 1e-14);
    }
    for (int n = 0; n < 1000; n++) {
        for (int i = 0; i < 8; i++)
            r[i] = 2.0 * rand() / RAND_MAX - 1;
        look(r);
        for (int i = 0; i < 7; i++)
            q[i] = 6.0 * rand() / RAND_MAX - 3;
        q[2] = q[5] = n % 2 ? acos(0) : -acos(0);
        balls_ball_quaternions_f64(q, r);
        look(r);
    }
    printf("%s %s %g\n", balls_ball_names[0], balls_ball_names[1], worst);
    return !(worst < 1e-15 * 8 && strcmp(balls_ball_names[1], "wrist") == 0);
}
C
angles_in_c() {
    $tauflow compile "$work/balls.xml" --balls turning --effort 0 --no-cache --name balls --json \
        -o "$work/files" >"$work/made" 2>"$work/log" &&
        ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$work/files" "$work/main.c" \
            "$work/files/balls_balls.c" -lm -o "$work/main" && "$work/main"
}
ok angles_and_quaternions_in_c angles_in_c
ok balls_are_told_to_programs grep -q '"balls": \["ball", "wrist"\]' "$work/made"

# Motions: begun where hinges are singular.
moves() { # FILE OPTION...
    $tauflow simulate "$work/balls.xml" --balls turning --start slide=0,1 \
        --start ball.y=1.5707963,2 --until 0.02 --no-cache --csv "$work/$1.csv" --json "${@:2}" \
        >"$work/$1.json" 2>"$work/log"
}
tells_quaternions() {
    head -1 "$work/cpu.csv" | grep -q ',ball.qw,ball.qx,ball.qy,ball.qz,wrist.qw,' &&
        grep -q '"quaternions_off": [0-9.]*e-1[0-9],' "$work/cpu.json"
}
last_is_near() { # FILE WITHIN: positions and rates, of which rounding to binary32 leaves so much
    paste -d, <(tail -1 "$work/cpu.csv") <(tail -1 "$work/$1.csv") |
        awk -F, -v within="$2" '
            { n = NF / 2; for (i = 2; i <= 25; i++) if (($i - $(i + n)) ^ 2 > within ^ 2) exit 1 }
            END { exit n < 25 }'
}
ok balls_move moves cpu
ok quaternions_of_balls_are_told tells_quaternions
ok and_are_those_of_emitted_c \
    "$work/main" $(tail -1 "$work/cpu.csv" | cut -d , -f 1-16 | tr ',' ' ')
ok balls_move_by_errors moves rk45 --method rk45 --tolerance 1e-10
ok and_alike last_is_near rk45 1e-7
ok balls_move_by_matrices moves rodas --method rodas --tolerance 1e-10
ok and_alike_too last_is_near rodas 1e-7
ok balls_move_by_newtons_method moves alpha --method alpha --step 1e-4
ok and_closely_alike last_is_near alpha 1e-4
dampers_are_accounted_for() { # 1.82 J are dissipated, of 17.7
    $tauflow simulate tests/outside/mjcf/balls.xml --balls turning --until 1 --json \
        >"$work/damped.json" 2>"$work/log" &&
        grep -qE '"energy_change": [0-9.]*e-(09|1[0-9]),' "$work/damped.json" &&
        grep -q '"dissipated": 1.82' "$work/damped.json"
}
ok dampers_of_balls_take_what_energy_misses dampers_are_accounted_for
ok balls_move_on_a_core moves core --device twin:
ok and_nearly_alike last_is_near core 1e-5
ok leapfrog_takes_hinges refused 2 "takes --balls hinges" $tauflow simulate "$work/balls.xml" \
    --balls turning --effort 0 --until 0.01 --method leapfrog --csv "$work/never.csv"
ok and_nothing_is_written [ ! -e "$work/never.csv" ]
ok euler_takes_them prints '^steps +100 of order 1' "$tauflow" simulate "$work/balls.xml" \
    --balls turning --effort 0 --until 0.01 --step 1e-4 --method euler
finish
