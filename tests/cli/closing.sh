#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Closing loops as the document says; and rows that were left out: states and accelerations that do
# not fulfil them are open or singular in emitted C, simulate, on a core and in FMUs.
. tests/cli/tap.bash
cc=${CC:-gcc}
bennett=$PWD/tests/loops/bennett.urdf
tilted=$PWD/tests/loops/tilted.urdf
open=(--start q1=-1 --start q2=1) # two of five equations hold near there, the others do not

# The listing of docs/loops.md, letter by letter, from positions away from closed ones.
c_of() { # ROBOT FUNCTIONS FOLDER
    "$tauflow" compile "$1" --function "$2" --effort 0 -o "$work/$3" >/dev/null 2>&1
}
c_of robots/loops/slider_crank.urdf closed-fd crank
awk '/^    double worst;/ { on = 1 } on { print } /^    \} while/ { on = 0 }' \
    docs/loops.md >"$work/listing"
cat >"$work/follow.c" <<'END'
#include "slider_crank.h"
#include <math.h>
#include <string.h>
int main(void)
{
    double q[4] = {0.7, 0.19, 0.1, 0.9}, again[4], qdd[4], q_closed[4], qd_closed[4], residual[2];
    const double qd[4] = {6, 0, 0, 0}, tau[4] = {0.1, 0, 0, 0}, given = q[0];
    memcpy(again, q, sizeof q);
#include "listing"
    double wanted[4];
    if (slider_crank_closed_forward_until_closed_f64(1e-10, 20, again, qd, tau, wanted, q_closed,
                                                     qd_closed, residual))
        return 2;
    for (int i = 0; i < 4; i++)
        if (!(fabs(q[i] - again[i]) < 1e-9 && fabs(qdd[i] - wanted[i]) < 1e-7))
            return 3;
    return !(q[0] == given && qd_closed[0] == qd[0]) ? 4 : 0;
}
END
listed() {
    [ "$(wc -l <"$work/listing")" -eq 9 ] &&
        $cc -std=c11 -Wall -Wextra -Werror -I"$work/crank" -I"$work" -o "$work/follow" \
            "$work/follow.c" "$work/crank/slider_crank.c" -lm && "$work/follow"
}
ok the_listing_of_the_document_closes_the_loops listed

# Batches, and functions in pieces, return whole positions, too.
c_of robots/loops/delta.urdf closure delta
cat >"$work/whole.c" <<'END'
#include "delta.h"
enum { N = DELTA_JOINTS, STATES = 37 };
static double q[N * STATES], qd[N * STATES], q_closed[N * STATES], qd_closed[N * STATES],
    bias[N * STATES], dependence[N * N * STATES], residual[DELTA_BLOCKS * STATES];
int main(void)
{
    int same = 0, other = 0;
    for (int i = 0; i < N * STATES; i++) {
        q[i] = 0.001 * i + 0.1;
        qd[i] = 0.002 * i + 1;
    }
    delta_closure_batch_f64(STATES, STATES, q, qd, q_closed, qd_closed, bias, dependence, residual);
    for (int i = 0; i < N * STATES; i++) {
        same += q_closed[i] == q[i] && qd_closed[i] == qd[i];
        other += q_closed[i] == 0 || qd_closed[i] == 0;
    }
    return !(same == 3 * STATES && other == 0);
}
END
whole() {
    $cc -std=c11 -I"$work/delta" -o "$work/whole" "$work/whole.c" "$work/delta/delta.c" -lm &&
        "$work/whole"
}
ok batches_return_whole_positions whole

# --- rows that were left out ---
c_of "$bennett" closed-fd,augmented bennett
cat >"$work/rows.c" <<'END'
#include "bennett.h"
#include <stdio.h>
#define TRY(type, tag, tolerance)                                                                  \
    {                                                                                              \
        type q[3] = {(type)a[0], (type)a[1], (type)a[2]}, qd[3] = {0, 0, 2}, tau[3] = {0}, qdd[3], \
             qc[3], qdc[3], residual[1], left[9], held[5];                                         \
        const int closed = bennett_closed_forward_until_closed_##tag(                              \
            tolerance, 20, q, qd, tau, qdd, qc, qdc, residual, left);                              \
        const int solved = bennett_augmented_##tag(q, qdc, tau, qdd, residual, held, left);        \
        const int batch = bennett_augmented_batch_##tag(1, 1, q, qdc, tau, qdd, residual, held,    \
                                                        left);                                     \
        qdc[0] += 3; /* so that nothing keeps it closed */                                         \
        const int turned = bennett_augmented_##tag(q, qdc, tau, qdd, residual, held, left);        \
        printf("%d%d%d%d", closed, solved, batch, turned);                                         \
    }
int main(void)
{
    static const double AT[2][3] = {{1, 2.693071, -1}, {-1, 1, -1}};
    for (int k = 0; k < 2; k++) {
        const double *a = AT[k];
        TRY(double, f64, 1e-12)
        TRY(float, f32, 1e-5f)
        putchar(' ');
    }
    return 0;
}
END
$cc -std=c11 -Wall -Wextra -I"$work/bennett" -o "$work/rows" "$work/rows.c" \
    "$work/bennett/bennett.c" -lm
ok closed_states_are_closed_and_open_ones_are_not_in_c prints '^00010001 21112111 $' "$work/rows"
ok the_header_tells_how_much_may_be_left prints 'left_out is at most 2\^-40 \(float, and deriv' \
    cat "$work/bennett/bennett.h"

quietly() { # notes aside
    "$@" 2>"$work/notes"
    local code=$?
    grep -v ': note: ' "$work/notes" >&2
    return $code
}
moves() { quietly "$tauflow" simulate "$@" --effort 0; }
ok a_closed_start_moves prints '^constraints +within .*e-1[0-9], ' \
    moves "$bennett" --start q3=-1,2 --until 0.2
ok an_open_start_is_refused \
    refused 1 "constraint 'hinge.z', which was left out as redundant, is open by" \
    moves "$bennett" --start q3=-1,2 "${open[@]}"
ok fmus_are_not_made_of_an_open_start refused 1 "is open by" \
    quietly "$tauflow" fmu "$bennett" --start q3=-1,2 "${open[@]}" --effort 0 -o "$work/o.fmu"
ok a_plane_that_is_along_no_axis_moves prints '^constraints +within .*e-1[0-9], ' \
    moves "$tilted" --until 1 --independent drive
ok a_closed_start_moves_on_a_core prints '^cycles measured +[0-9]+, jitter 0$' \
    moves "$bennett" --start q3=-1,2 --until 0.02 --device twin: --budget 1
ok rows_are_told_by_a_run prints '^left out rows to +[0-9.]+e-0[67] of their terms$' \
    "$tauflow" run "$bennett" --function closed-fd --effort 0 --budget 1 --engine twin
json() {
    "$tauflow" run "$bennett" --function augmented --effort 0 --budget 1 --engine twin --json |
        grep -q '"left_out_within": [0-9.]*e-0[67], '
}
ok rows_are_told_by_a_run_in_json json

cat >"$work/fmu.c" <<'END'
#include "motion.h"
#include <stdio.h>
int main(void)
{
    motion m;
    motion_reset(&m);
    const int closed = motion_initialize(&m) || motion_start(&m) || motion_step(&m, 0, 0.05);
    motion_reset(&m);
    motion_set(&m, VALUE_START, -1);
    motion_set(&m, VALUE_START + 1, 1);
    motion_initialize(&m);
    printf("%d%d\n", closed, motion_start(&m) != NULL);
    return 0;
}
END
fmu() {
    "$tauflow" fmu "$bennett" --start q3=-1,2 --effort 0 -o "$work/b.fmu" >/dev/null 2>&1 &&
        python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' \
            "$work/b.fmu" "$work/fmu" &&
        $cc -std=c11 -I"$work/fmu/sources" -o "$work/in_fmu" "$work/fmu.c" \
            "$work/fmu/sources/motion.c" "$work/fmu/sources/bennett.c" -lm && "$work/in_fmu"
}
ok fmus_start_where_rows_hold_and_nowhere_else prints '^01$' fmu
finish
