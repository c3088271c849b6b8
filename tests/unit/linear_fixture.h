/* SPDX-License-Identifier: MIT */
/* A robot at a state, with slopes and linear system, for tests; pendulums of point masses. */
#ifndef TAUFLOW_TEST_LINEAR_FIXTURE_H
#define TAUFLOW_TEST_LINEAR_FIXTURE_H

#include "apps/linear/linear_system.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MOST = 12 };

typedef struct {
    const char *of;     /* a file, or what stands in one */
    const char *start[WORDS_MOST], *torque[WORDS_MOST], *free[WORDS_MOST], *drive[WORDS_MOST],
        *spring[WORDS_MOST], *actuate[WORDS_MOST], *element[WORDS_MOST];
    frame_wish frame;   /* without a name: none */
    bool is_weightless;
} rest_wish;

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    element_list elements;
    passes_forms forms;
    slopes at;
    linear_system system;
    status done;
} rest;

static inline uint32_t count_words(const char *const *words)
{
    uint32_t count = 0;
    while (count < WORDS_MOST && words[count])
        count++;
    return count;
}

#define ADD_WORDS(r, from, to)                                                                     \
    for (uint32_t i_ = 0; i_ < count_words(from); i_++)                                            \
    *ARENA_PUSH(&(r)->mem, &(r)->s.joints.to, items) = (from)[i_]

static inline const char *robot_file(const char *given, char *path)
{
    if (*given != '<')
        return given;
    const int file = mkstemp(strcpy(path, "/tmp/tauflow_linear_XXXXXX"));
    assert_true(file >= 0 && write(file, given, strlen(given)) == (ssize_t)strlen(given));
    assert_int_equal(close(file), 0);
    return path;
}

static inline slopes_plan plan_of(const rest *r, const rest_wish *w)
{
    return (slopes_plan){.forms = &r->forms, .passes = &r->s, .start = w->start,
                         .start_count = count_words(w->start), .torque = w->torque,
                         .torque_count = count_words(w->torque), .free = w->free,
                         .free_count = count_words(w->free)};
}

/* Its file read. */
static inline rest *read_rest(const rest_wish *w)
{
    char path[] = "/tmp/tauflow_linear_XXXXXX";
    arena mem = arena_make();
    rest *r = ARENA_ARRAY(&mem, rest, 1);
    r->mem = mem;
    r->d = diag_make(&r->mem);
    r->s = passes_default();
    r->s.equations.effort = 0;
    ADD_WORDS(r, w->drive, drive);
    ADD_WORDS(r, w->spring, spring);
    ADD_WORDS(r, w->actuate, actuate);
    for (uint32_t i = 0; i < count_words(w->element); i++)
        assert_int_equal(element_read_text(&r->mem, w->element[i], &r->elements, &r->d), STATUS_OK);
    r->s.tree.elements = &r->elements;
    if (w->frame.name) {
        frame_wish *frame = ARENA_ARRAY(&r->mem, frame_wish, 1);
        *frame = w->frame;
        r->s.tree.frames = frame;
        r->s.tree.frames_count = 1;
    }
    if (w->is_weightless)
        r->s.tree.gravity_ms2 = (vec3){{0, 0, 0}};
    r->done = passes_tree(&r->mem, robot_file(w->of, path), &r->s, &r->forms, &r->d);
    if (*w->of == '<')
        remove(path);
    return r;
}

/* And its linear system made, or `done` and d say why not. */
static inline rest *take_rest(rest_wish w)
{
    rest *r = read_rest(&w);
    const slopes_plan plan = plan_of(r, &w);
    if (r->done == STATUS_OK)
        r->done = slopes_begin(&r->mem, &plan, &r->at, &r->d);
    if (r->done == STATUS_OK)
        r->done = slopes_take(&r->at, &r->d);
    if (r->done == STATUS_OK)
        r->done = linear_system_make(&r->mem, &r->at, &r->system, &r->d);
    return r;
}

static inline rest *good_rest(rest_wish w)
{
    rest *r = take_rest(w);
    if (r->done != STATUS_OK)
        fail_msg("%s", r->d.error.text);
    return r;
}

static inline void end_rest(rest *r)
{
    arena mem = r->mem;
    arena_free(&mem);
}

static inline void near_to(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.17g is not %.17g within %g", value, wanted, within);
}

/* A point mass of MASS kg at LENGTH m below a joint about y, of a text of XML. */
#define PENDULUM_LINK(name, mass, length)                                                          \
    "<link name='" name "'><inertial><origin xyz='0 0 -" length "'/><mass value='" mass "'/>"      \
    "<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define PENDULUM_JOINT(name, parent, child, z, more)                                               \
    "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child      \
    "'/><origin xyz='0 0 " z "'/><axis xyz='0 1 0'/>" more "</joint>"
#define PENDULUM                                                                                   \
    "<robot name='pendulum'><link name='base'/>" PENDULUM_LINK("bob", "2", "0.5")                  \
    PENDULUM_JOINT("turn", "base", "bob", "0", "<dynamics damping='0.3'/>") "</robot>"
#define DOUBLE_PENDULUM                                                                            \
    "<robot name='two'><link name='base'/>" PENDULUM_LINK("one", "1.5", "0.7")                     \
    PENDULUM_LINK("other", "1.5", "0.7") PENDULUM_JOINT("a", "base", "one", "0", "")               \
    PENDULUM_JOINT("b", "one", "other", "-0.7", "") "</robot>"

#define G 9.81

#endif
