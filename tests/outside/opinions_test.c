/* SPDX-License-Identifier: MIT */
/* Two outside libraries that read the same file must agree with each other, far better than
 * we ask of our own torques: it shows that the way they are asked (order of joints, floating
 * base, forces, mimic) is understood alike, so that a later difference is ours. */
#include "tap.h"
#include "trial.h"

/* Rounding alone: a recursion over a few dozen bodies with long lever arms loses three digits of
 * 2^-53. MuJoCo's reader takes inertias apart into principal axes, whose angles carry some more. */
#define AGREEMENT 1e-11

static void compare_libraries(tap *t, const trial_libraries *l, const char *path, trial_kind kind)
{
    arena mem = arena_make();
    trial run;
    if (!trial_run(&mem, l, path, kind, &run)) {
        tap_check(t, false, "%s %s: %s", run.robot, TRIAL_KIND_WORD[kind], run.why[0]);
    } else {
        for (uint32_t i = 1; i < TRIAL_LIBRARIES; i++) {
            if (run.result[i] == NULL) {
                if (l->list[i] != NULL &&
                    kind == TRIAL_FIXED) /* the other kinds fail for the same reason */
                    tap_skip(t, run.why[i], "%s: %s agrees with KDL", run.robot, l->name[i]);
                continue;
            }
            double apart = trial_difference(&run, run.result[i], run.result[0]);
            tap_check(t, apart < AGREEMENT, "%s %s: %s agrees with KDL on %d states (%.1e)",
                      run.robot, TRIAL_KIND_WORD[kind], l->name[i], TRIAL_STATES, apart);
        }
    }
    arena_free(&mem);
}

int main(void)
{
    tap t = {0};
    trial_libraries l;
    trial_load_libraries(&l);
    arena mem = arena_make();
    robot_files files = robot_files_find(&mem, &t);
    tap_check(&t, l.list[0] != NULL, "KDL is here %s", l.why[0]);
    if (l.list[2] == NULL)
        tap_skip(&t, l.why[2], "Pinocchio agrees with KDL");
    for (uint32_t i = 0; l.list[0] != NULL && i < files.path_count; i++)
        for (trial_kind kind = 0; kind < TRIAL_KINDS; kind++)
            compare_libraries(&t, &l, files.path[i], kind);
    arena_free(&mem);
    return tap_end(&t);
}
