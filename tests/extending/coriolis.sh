#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a tree with the function `coriolis`: its own test; the second opinion has judged it; and the C
# that is emitted of it gives what velocities add to the torques.
. tests/cli/tap.bash
own() {
    CMOCKA_MESSAGE_OUTPUT=TAP build/tests/coriolis_test >"$work/said" 2>&1 &&
        ! grep '^not ok' "$work/said" || { cat "$work/said"; return 1; }
}
ok its_own_test_passes own
ok info_lists_it prints '^coriolis +Coriolis matrix$' "$tauflow" info --functions
judged() {
    "$tauflow" compile robots/puma560.urdf --function coriolis --effort 1 --no-cache \
        -o "$work/judged" >"$work/said" && cat "$work/said" &&
        grep -qE '^checked +[1-9][0-9]* states, worst' "$work/said"
}
ok the_second_opinion_judges_it judged
sed 's|<joint name="q2".*|&<dynamics damping="0.1"/>|' robots/pendulum5.urdf >"$work/damped.urdf"
ok a_damper_is_refused refused 2 "joint 'q2': function 'coriolis' knows no dampers" \
    "$tauflow" info "$work/damped.urdf" --function coriolis
cat >"$work/sum.c" <<'E_C'
#include "pendulum5.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    enum { N = PENDULUM5_JOINTS };
    double q[N], qd[N], c[N * N], all[N], held[N], off = 0, largest = 0;
    for (int i = 0; i < N; i++) {
        q[i] = 0.3 + 0.5 * i;
        qd[i] = 1.1 - 0.4 * i;
    }
    pendulum5_coriolis_matrix_f64(q, qd, c);
    pendulum5_bias_f64(q, qd, all);
    pendulum5_gravity_f64(q, held);
    for (int i = 0; i < N; i++) {
        double sum = held[i] - all[i];
        for (int k = 0; k < N; k++)
            sum += c[N * i + k] * qd[k];
        off = fmax(off, fabs(sum));
        largest = fmax(largest, fabs(all[i] - held[i]));
    }
    printf("off by %g of %g\n", off, largest);
    return !(largest > 0.1 && off <= 1e-13 * largest);
}
E_C
emitted() {
    "$tauflow" compile robots/pendulum5.urdf --function coriolis,bias,gravity --effort 0 \
        -o "$work/emitted" >"$work/said" &&
        cc -std=c11 -I"$work/emitted" -o "$work/sum" "$work/sum.c" "$work/emitted/pendulum5.c" \
            -lm && "$work/sum"
}
ok emitted_c_adds_up emitted
ok its_document_names_it grep -q '^| `coriolis` ' docs/functions.md
finish
