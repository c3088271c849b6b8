#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --trig core: sines and cosines are operations, and inputs are numbers of the state as they are.
. tests/cli/tap.bash

only_the_state() { # ROBOT OPTIONS: no input has to be made
    "$tauflow" compile "$1" -o "$work/forms" --effort 0 --trig core --name r "${@:2}" >/dev/null &&
        ! grep -E '^input .* (sin|cos) |^input .* q .*(ratio|offset)' "$work/forms/r.ops" &&
        grep -Eq '^input q[0-9]+ q ' "$work/forms/r.ops" && grep -q ' = sin ' "$work/forms/r.ops"
}
for robot in robots/*.urdf; do
    ok "only_the_state_enters_$(basename "$robot" .urdf)" only_the_state "$robot"
done
for function in gravity mass fd id-derivatives jacobian; do
    ok "and $function" only_the_state robots/puma560.urdf --function $function
done

# Sines of the state inside, from the same polynomials: equal bits where no offset is added.
cat >"$work/both.c" <<'C'
#include "host.h"
#include "core.h"
#include <math.h>
int main(void)
{
    double worst = 0;
    for (int k = 0; k < 1000; k++) {
        double q[6], qd[6], qdd[6], a[6], b[6];
        float qf[6], qdf[6], qddf[6], af[6], batch[6];
        for (int i = 0; i < 6; i++) {
            qf[i] = (float)(q[i] = (float)(k * 7919 % 1999 - 999 + i * 37) / 300.0f);
            qdf[i] = (float)(qd[i] = (float)(k * 104729 % 997 - 500 + i) / 200.0f);
            qddf[i] = (float)(qdd[i] = (float)(k * 1299709 % 991 - 500 - i) / 100.0f);
        }
        host_torque_f64(q, qd, qdd, a);
        core_torque_f64(q, qd, qdd, b);
        core_torque_f32(qf, qdf, qddf, af);
        core_batch_f32(1, 1, qf, qdf, qddf, batch);
        for (int i = 0; i < 6; i++) {
            worst = fmax(worst, fabs(a[i] - b[i]) + 1e-9 * fabs(a[i] - (double)af[i]));
            if (af[i] != batch[i] || !isfinite(a[i]))
                return 1;
        }
    }
    return !(worst < 1e-12);
}
C
same_torques() { # COMPILER FLAGS
    for t in host core; do
        "$tauflow" compile robots/puma560.urdf -o "$work" --name $t --trig $t --effort 0 \
            >/dev/null || return 1
    done
    "$@" -std=c11 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -O1 -o "$work/both" \
        "$work/both.c" "$work/host.c" "$work/core.c" -lm && "$work/both" && ! grep -q math.h \
        "$work/core.c"
}
ok "emitted_c_has_the_same_torques" same_torques gcc
ok "and_without_vectors" same_torques gcc -DCORE_VECTOR_BYTES=0 -DHOST_VECTOR_BYTES=0

hls() { # OPTIONS: three kernels against the evaluator, bit for bit
    "$tauflow" compile robots/puma560.urdf -o "$work/hls" --trig core --effort 0 --budget 5 --hls \
        "$@" >/dev/null && gcc -std=c11 -Wall -Wextra -Werror -Wno-unknown-pragmas \
        -ffp-contract=off -o "$work/bench" \
        "$work"/hls/puma560_{allocated,pipelined,scheduled,tb}.c -lm &&
        "$work/bench" >"$work/said" || { cat "$work/said"; return 1; }
}
ok "hls_c_is_the_evaluator_bit_for_bit" hls
ok "on_an_ideal_network_too" hls --network ideal --mul 2 --add 2

ok "info_counts_sines" prints '^trig +10$' \
    "$tauflow" info robots/puma560.urdf --effort 0 --trig core
ok "schedules_have_a_unit_for_them" prints '1 sine unit, .* of a sine unit 5' \
    "$tauflow" schedule robots/puma560.urdf --effort 0 --budget 1 --trig core
ok "more_and_slower_ones_can_be_had" prints '2 sine units, .* of a sine unit 7' \
    "$tauflow" schedule robots/puma560.urdf --effort 0 --budget 1 --trig core --trig-units 2 \
    --trig-latency 7
checked() {
    "$tauflow" schedule robots/puma560.urdf --effort 0 --budget 1 --trig core -o "$work/x.sched" &&
        grep -q ' trig=1 ' "$work/x.sched" && "$tauflow" check "$work/x.sched"
}
ok "their_schedule_is_written_and_checked" checked
ok "explore_takes_them" prints '^shortest' "$tauflow" explore robots/pendulum5.urdf --effort 0 \
    --trig core --most-mul 2 --most-add 2 --budget 1
twin() { "$tauflow" run "$@" --effort 0 --budget 1 --trig core --engine twin --steps 20; }
for robot in robots/*.urdf; do
    ok "twin_runs_$(basename "$robot" .urdf)_as_predicted" exact cycles twin "$robot"
done
ok "and_on_a_ring" exact cycles twin robots/puma560.urdf --network ring --modules 2
ok "and_forward_dynamics" exact cycles twin robots/puma.urdf --function fd
ok "and_samples_that_overlap" exact interval \
    twin robots/iiwa.urdf --optimise throughput --stream 300
ok "more_and_slower_units_run" exact cycles twin robots/iiwa.urdf --trig-units 2 --trig-latency 7
several() { # the shape of the core has them
    twin robots/iiwa.urdf --trig-units 2 --trig-latency 7 | grep -q '^core .* trig=2 trig_latency=7'
}
ok "on_a_core_that_has_them" several
if command -v verilator >/dev/null; then # on a core of the Makefile's TEST_SHAPES
    verilated() {
        "$tauflow" run "$@" --effort 0 --budget 1 --trig core --engine rtl --modules 2 --steps 20
    }
    ok "verilated_core_as_predicted" exact cycles verilated robots/puma560.urdf --stalls 5
    ok "samples_that_overlap_on_the_verilated_core" exact interval verilated robots/pendulum5.urdf \
        --optimise throughput --stream 50 --out-lanes 1 --lanes 2
fi
torques() { # host|core: of one state, by the library
    "$tauflow" image robots/puma560.urdf --effort 0 --budget 1 --trig "$1" -o "$work/$1.tau" \
        >/dev/null && "${BUILD:-build}/tauflow-step" "$work/$1.tau" --device twin: \
        --q '0.1 -0.5 0.7 0.2 0.4 -0.3' --qd '0.5 1 -1 2 0 1' --qdd '1 0 3 0 -2 0' |
        awk '$NF == "m" { print $(NF - 2) }'
}
driven() { # the library sends q, qd, qdd as they are; the torques are those of its own sines
    torques host >"$work/host.tau.txt" && torques core >"$work/core.tau.txt" &&
        ! "$tauflow" dump "$work/core.tau" | grep -E ': (co)?sine of ' &&
        paste "$work/host.tau.txt" "$work/core.tau.txt" | awk '
            { d = $1 - $2; if (d < 0) d = -d; if (d > 2e-5) exit 1; n++ } END { exit n != 6 }'
}
ok "the_library_sends_the_state_alone" driven
ok "fixed_point_takes_its_sines_from_the_host" refused 2 'leave out --trig core' \
    "$tauflow" info robots/puma.urdf --effort 0 --trig core --numbers fixed:24
ok "and_a_wrong_word" refused 2 "bad value 'fpga' of option --trig" \
    "$tauflow" info robots/puma.urdf --trig fpga
finish
