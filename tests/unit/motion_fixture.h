/* SPDX-License-Identifier: MIT */
/* A robot on its way, for tests: made, its settings changed, read and begun, moved. */
#ifndef TAUFLOW_TEST_MOTION_FIXTURE_H
#define TAUFLOW_TEST_MOTION_FIXTURE_H

#include "apps/motion/methods.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
    track rows;
    simulation_report r;
    status done;
} motion;

static inline motion *motion_make(void)
{
    arena mem = arena_make();
    motion *m = ARENA_ARRAY(&mem, motion, 1);
    m->mem = mem;
    m->d = diag_make(&m->mem);
    m->s = passes_default();
    m->s.equations.effort = 0;
    return m;
}

/* By the method of that name; the rest of the plan is `as`. */
static inline void motion_begin(motion *m, const char *path, const char *name, robot_plan as)
{
    const motion_method *method;
    assert_int_equal(method_find(name, MODEL_ROBOT, &method, &m->d), STATUS_OK);
    assert_int_equal(passes_tree(&m->mem, path, &m->s, &m->forms, &m->d), STATUS_OK);
    as.forms = &m->forms;
    as.passes = &m->s;
    as.step = method->robot;
    as.adapts = method->adapts;
    if (robot_motion_begin(&m->mem, &as, &m->x, &m->d) != STATUS_OK)
        fail_msg("%s", m->d.error.text);
}

static inline void motion_run(motion *m, double step_s, double until_s)
{
    const mover moves = robot_motion_mover(&m->mem, &m->x, step_s);
    const simulation_plan all = {.until_s = until_s};
    m->done = simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d);
}

static inline void end(motion *m)
{
    arena mem = m->mem;
    arena_free(&mem);
}

#endif
