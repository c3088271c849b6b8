/* SPDX-License-Identifier: MIT */
/* What the system's MuJoCo does not know yet of MJCF, judged by a newer one where its Python
 * package is installed (make deps-test): torques of random states within 1e-9 relative, as in
 * mjcf_torques_test.c, with all forces at joints. */
#include "ours.h"
#include "passes.h"
#include "tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AGREEMENT 1e-9
#define AGREEMENT_OF_AXES 1e-6 /* where MuJoCo had to find principal axes (seen: 3e-7) */
#define FOLDER "tests/outside/mjcf/newer/"
#define PYTHON OUTSIDE_FOLDER "/../venv/bin/python3"
#define SCRIPT "tests/outside/mujoco_newer.py"
#define QUICK_EFFORT 1

static const struct {
    const char *name;
    double agreement;
} ROBOTS[] = {{"actuators", AGREEMENT}, {"gravcomp", AGREEMENT}, {"lifting", AGREEMENT},
              {"replicas", AGREEMENT}, {"meshes", AGREEMENT_OF_AXES},
              {"attached", AGREEMENT_OF_AXES}};

/* ---- theirs ---------------------------------------------------------------------------------- */

static bool read_row(FILE *from, double *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (fscanf(from, "%lf", &to[i]) != 1)
            return false;
    return true;
}

static bool read_answers(arena *mem, FILE *from, trial *t)
{
    char name[200];
    if (fscanf(from, "%u", &t->coordinates_count) != 1 || t->coordinates_count > 1000)
        return false;
    uint32_t n = t->words = t->coordinates_count;
    t->coordinates = ARENA_ARRAY(mem, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (fscanf(from, "%199s", name) != 1)
            return false;
        t->coordinates[i] = arena_strdup(mem, name);
    }
    size_t all = (size_t)TRIAL_STATES * n;
    double **rows[] = {&t->q, &t->qd, &t->qdd, &t->result[0]};
    for (int k = 0; k < 4; k++)
        *rows[k] = ARENA_ARRAY(mem, double, all + 1);
    t->attitude = ARENA_ARRAY(mem, double, (size_t)TRIAL_STATES * 4);
    t->motion = ARENA_ARRAY(mem, double, (size_t)TRIAL_STATES * 9);
    for (size_t s = 0; s < TRIAL_STATES; s++)
        for (int k = 0; k < 4; k++)
            if (!read_row(from, *rows[k] + s * n, n))
                return false;
    return true;
}

static bool ask(arena *mem, const char *path, trial *t)
{
    const char *command = arena_printf(mem, "%s %s %s %d", PYTHON, SCRIPT, path, TRIAL_STATES);
    FILE *from = popen(command, "r");
    bool answered = from && read_answers(mem, from, t);
    return from && pclose(from) == 0 && answered;
}

/* ---- ours ------------------------------------------------------------------------------------ */

static void compare(tap *t, const char *name, double agreement, bool is_there)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    trial run = {.robot = name, .states = TRIAL_STATES};
    passes_settings s = passes_default();
    passes_forms f;
    equations_options options = equations_options_default();
    ops p;
    options.effort = QUICK_EFFORT;
    const char *path = arena_printf(&mem, FOLDER "%s.xml", name);
    bool built = passes_tree(&mem, path, &s, &f, &d) == STATUS_OK &&
                 ours_operations(&mem, &f.tree, &options, &p, &d) == STATUS_OK;
    tap_check(t, built, "%s: we take the file %s", name, built ? "" : d.error.text);
    if (!is_there) {
        tap_skip(t, "the Python package of MuJoCo is not installed (make deps-test)",
                 "%s: torques agree with the newer MuJoCo", name);
    } else {
        bool asked = ask(&mem, path, &run);
        tap_check(t, asked, "%s: the newer MuJoCo answers", name);
        const double *ours = asked && built ? ours_evaluation(&mem, &run, &f.tree, &p) : NULL;
        double apart = ours ? trial_difference(&run, ours, run.result[0]) : INFINITY;
        tap_check(t, apart < agreement, "%s: torques agree with the newer MuJoCo on %d states "
                                        "(%.1e)", name, TRIAL_STATES, apart);
    }
    arena_free(&mem);
}

int main(void)
{
    tap t = {0};
    bool is_there = system(PYTHON " -c 'import mujoco' >/dev/null 2>&1") == 0;
    for (size_t i = 0; i < sizeof ROBOTS / sizeof *ROBOTS; i++)
        compare(&t, ROBOTS[i].name, ROBOTS[i].agreement, is_there);
    return tap_end(&t);
}
