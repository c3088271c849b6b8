# SPDX-License-Identifier: MIT
# compile --circuit --trig core in fixed point: sines and cosines of q in the circuit, right, linted
# and found wrong where anything of them is spoilt. (measure/bench/circuit_states.sh runs them
# Verilated.)
. tests/cli/circuit.bash
vectors=60

ok "pendulum5 with its sines, without registers, is right" right pendulum5 --trig core --clock 0
of_sines=$work/pendulum5/pendulum5_circuit.v
ok "its inputs are q, qd and qdd" \
    eval '! grep -q "in_[sc]1" "$of_sines" &&
        grep -q "in_q5, // joint 4 .q5.: position (rad); point 15, -3.1416" "$of_sines"'
ok "and passes every lint" linted pendulum5
ok "a wrong number of a table is found" spoilt pendulum5 "5'd9: sine_value = " 's/= .*h./&f/'
ok "a wrong slope is found" spoilt pendulum5 "5'd20: sine_slope = " "s/'h./'h/"
ok "a wrong bend is found" spoilt pendulum5 "5'd30: sine_bend = " "s/'h./'h0/"
ok "a wrong quadrant is found" spoilt pendulum5 '_q = .* 2.d1' "s/2'd1/2'd3/"
ok "a wrong sign is found" spoilt pendulum5 '_n = ~' 's/= ~/= /'
ok "a wrong place in a piece is found" spoilt pendulum5 '1.b1};$' "s/1'b1};/1'b0};/"
ok "a sum of 2/pi with a wrong shift is found" spoilt pendulum5 "in_q.\[17:0\], 1'b0, 1'b1}" \
    "s/, 1'b0, 1'b1}/, 1'b1}/"

ok "puma with its sines, one sample a cycle, is right" right puma --trig core --clock 120
ok "and passes every lint" linted puma
blocks() { sed -nE 's|^// [0-9]+ multiplications in ([0-9]+) mult.*|\1|p' \
    "$work/puma/puma_circuit.v"; }
ok "and it takes what --dsp gives" test "$(blocks)" = 156
ok "puma at interval 3 is right" right puma --trig core --clock 100 --interval 3
ok "pendulum5 with its sines in sums is right" right pendulum5 --trig core --clock 90 --dsp 1
ok "puma560 for UltraScale+, shortest path, is right" right puma560 --trig core --clock 0 \
    --device xcup --optimise latency
ok "pendulum5 of 32 bits is right" right pendulum5 --trig core --clock 40 --numbers fixed:32 \
    --dsp 999
ok "a ratio and an offset: stewart, gravity, is right" right stewart --trig core --clock 60 \
    --function gravity --dsp 999
vectors=20
ok "motorcycle with its sines is right" right motorcycle --trig core --clock 60 --dsp 9999

same_torques() { # of the emitted integer C, 27 bits, and of binary64 to four digits
    cat >"$work/words.c" <<'C'
#include "pendulum5.h"
#include <stdio.h>
int main(void)
{
    double q[5] = {0.1, -3, 2, 1.5, -0.7}, qd[5] = {1, -1, 2, 0, 0.5}, qdd[5] = {3, 0, 1, -2, 5};
    double tau[5], far[5] = {0, 3.2, 0, 0, 0};
    if (pendulum5_torque_fixed(q, qd, qdd, tau) || pendulum5_torque_fixed(far, qd, qdd, tau) != 2)
        return 1;
    for (int i = 0; i < 5; i++)
        printf("%.4g ", tau[i]);
    return 0;
}
C
    right pendulum5 --trig core --clock 0 --numbers fixed:27 --dsp 999 >/dev/null &&
        gcc -std=c11 -Wall -Wextra -Werror -I"$work/pendulum5" -o "$work/words" "$work/words.c" \
            "$work/pendulum5/pendulum5.c" -lm && "$work/words" >"$work/ours" &&
        "$tauflow" compile robots/pendulum5.urdf --effort 0 -o "$work/double" >/dev/null &&
        sed -e 's/    if (.*/    pendulum5_torque_f64(q, qd, qdd, tau);/' \
            -e '/return 1;/d; s/, far.5. = .*;/;/' "$work/words.c" >"$work/exact.c" &&
        gcc -std=c11 -I"$work/double" -o "$work/exact" "$work/exact.c" \
            "$work/double/pendulum5.c" -lm && "$work/exact" >"$work/theirs" &&
        cat "$work/ours" "$work/theirs" && cmp "$work/ours" "$work/theirs"
}
ok "its integer C has the torques of binary64" same_torques

ok "33 bits of sines are refused" refused 2 "at most 32 bits, not 33" \
    compile "$work/no" pendulum5 --trig core --numbers fixed:33
ok "so are angles beyond what is reduced" refused 2 "angles being below 2\^13 rad" \
    compile "$work/no" pendulum5 --trig core --range 'q 10000'
ok "so are sines of fixed point in a core" refused 2 'take their sines from the host' \
    "$tauflow" schedule robots/pendulum5.urdf --effort 0 --trig core --numbers fixed:18
ok "so are they in a file" refused 2 'in fixed point only circuits compute sines and cosines' \
    "$tauflow" schedule "$work/pendulum5/pendulum5.ops" --numbers fixed:27
ok "nothing was written" test ! -e "$work/no"
finish
