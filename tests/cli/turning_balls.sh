# SPDX-License-Identifier: MIT
# Balls that turn (--balls turning): every function that takes them agrees with the second opinion,
# which turns the child by its angular velocity and knows of no hinges; others say no.
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
          <inertial pos="0.07 -0.02 0.05" mass="0.6"
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

# Motions: begun where hinges are singular.
moves() { # FILE OPTION...
    $tauflow simulate "$work/balls.xml" --balls turning --start slide=0,1 \
        --start ball.y=1.5707963,2 --until 0.02 --no-cache --csv "$work/$1.csv" --json "${@:2}" \
        >"$work/$1.json" 2>"$work/log"
}
tells_quaternions() {
    head -1 "$work/cpu.csv" | grep -q ',ball.qw,ball.qx,ball.qy,ball.qz,wrist.qw,' &&
        grep -q '"quaternions_off": [1-9.]*e-1[0-9],' "$work/cpu.json"
}
last_is_near() { # FILE WITHIN: positions and rates, of which rounding to binary32 leaves so much
    paste -d, <(tail -1 "$work/cpu.csv") <(tail -1 "$work/$1.csv") |
        awk -F, -v within="$2" '
            { n = NF / 2; for (i = 2; i <= 25; i++) if (($i - $(i + n)) ^ 2 > within ^ 2) exit 1 }
            END { exit n < 25 }'
}
ok balls_move moves cpu
ok quaternions_of_balls_are_told tells_quaternions
ok balls_move_by_errors moves rk45 --method rk45 --tolerance 1e-10
ok and_alike last_is_near rk45 1e-7
ok balls_move_on_a_core moves core --device twin:
ok and_nearly_alike last_is_near core 1e-5
finish
