/* SPDX-License-Identifier: MIT */
/* The claim of the compiler: its torques are those of outside libraries, to 1e-9 relative in
 * double (the measure is in trial.c), for every robot file, fixed and floating, with
 * external forces, in both formalisms. The recursion over our tree is asked first: where it
 * is right and the equations are not, the equations are wrong; where it is wrong, the reader is.
 *
 *   torques_test         the search for short equations runs at its default effort where the base
 * is fixed and at the quick one elsewhere (same passes, fewer steps), to be done in half a minute
 *   torques_test full    at its default effort everywhere */
#include "identities.h"
#include "ours.h"
#include "operations/angles.h"
#include "tap.h"

#include <string.h>

#define AGREEMENT 1e-9

static void compare(tap *t, const trial_libraries *l, const trial *run, const char *what,
                    const double *ours)
{
    for (uint32_t i = 0; i < TRIAL_LIBRARIES; i++) {
        if (run->result[i] == NULL)
            continue; /* opinions_test says why */
        double apart = ours == NULL ? 1 : trial_difference(run, ours, run->result[i]);
        tap_check(t, apart < AGREEMENT, "%s %s: %s agrees with %s on %d states (%.1e)", run->robot,
                  TRIAL_KIND_WORD[run->kind], what, l->name[i], TRIAL_STATES, apart);
    }
}

#define QUICK_EFFORT 1

static void compare_formalism(tap *t, const trial_libraries *l, const trial *run,
                              const tree *bodies, formalism form, bool full)
{
    equations_options options = equations_options_default();
    options.form = form;
    if (!full && run->kind != TRIAL_FIXED)
        options.effort = QUICK_EFFORT;
    const char *word = form == FORMALISM_CLASSIC ? "classic" : "default";
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = {0};
    if (ours_operations(&mem, bodies, &options, &p, &d) == STATUS_OK) {
        compare(t, l, run, word, ours_evaluation(&mem, run, bodies, &p));
        if (run->kind == TRIAL_FIXED)
            identities_check(&mem, t, arena_printf(&mem, "%s %s", run->robot, word), bodies, &p);
    } else {
        tap_check(t, false, "%s %s: %s: %s", run->robot, TRIAL_KIND_WORD[run->kind], word,
                  d.error.text);
    }
    arena_free(&mem);
}

/* Inputs of a joint's own angle alone, and still the same torques. */
static void compare_plain(tap *t, const trial_libraries *l, const trial *run, const tree *bodies)
{
    equations_options options = equations_options_default();
    options.effort = QUICK_EFFORT;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = {0};
    tree own = *bodies;
    own.plain_angles = true;
    if (ours_operations(&mem, &own, &options, &p, &d) == STATUS_OK && !ops_moved_angles(&p))
        compare(t, l, run, "plain angles", ours_evaluation(&mem, run, bodies, &p));
    else
        tap_check(t, false, "%s: plain angles: %u inputs are not. %s", run->robot,
                  ops_moved_angles(&p), d.error.text ? d.error.text : "");
    arena_free(&mem);
}

static void compare_robot(tap *t, const trial_libraries *l, const char *path, trial_kind kind,
                          bool full)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    trial run;
    tree bodies;
    if (!trial_run(&mem, l, path, kind, &run)) {
        tap_check(t, false, "%s %s: %s", run.robot, TRIAL_KIND_WORD[kind], run.why[0]);
    } else if (ours_tree(&mem, &run, &bodies, &d) != STATUS_OK) {
        tap_check(t, false, "%s %s: %s", run.robot, TRIAL_KIND_WORD[kind], d.error.text);
    } else {
        compare(t, l, &run, "recursion", ours_recursion(&mem, &run, &bodies));
        compare_formalism(t, l, &run, &bodies, FORMALISM_DEFAULT, full);
        compare_formalism(t, l, &run, &bodies, FORMALISM_CLASSIC, full);
        if (kind == TRIAL_FIXED)
            compare_plain(t, l, &run, &bodies);
    }
    arena_free(&mem);
}

int main(int count, char **argument)
{
    bool full = count > 1 && strcmp(argument[1], "full") == 0;
    tap t = {0};
    trial_libraries l;
    trial_load_libraries(&l);
    arena mem = arena_make();
    robot_files files = robot_files_find(&mem, &t);
    tap_check(&t, l.list[0] != NULL, "KDL is here %s", l.why[0]);
    for (uint32_t i = 0; l.list[0] != NULL && i < files.path_count; i++)
        for (trial_kind kind = 0; kind < TRIAL_KINDS; kind++)
            compare_robot(&t, &l, files.path[i], kind, full);
    arena_free(&mem);
    return tap_end(&t);
}
