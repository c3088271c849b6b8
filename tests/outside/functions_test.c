/* SPDX-License-Identifier: MIT */
/* Every function of machine/functions.def against every outside library that is here, on every
 * robot file, fixed and floating: each entry of each result within 1e-9 of the largest entry of its
 * row over all states. The three rows of a vector are one for that: which of them is zero is a
 * matter of axes. A row that is zero but for rounding is measured by 1e-5 of the largest of all
 * rows: such a row must be right to 1e-14 of what passes through it, some dozens of roundings. The
 * libraries snap no angles (docs/algebra.md): every entry may be off by ten times the change that
 * our reader's note announces (there are several joints), of the largest of all rows.
 * Where a mass matrix has to be solved, what its condition makes of roundings is allowed if that is
 * more (answers_loss): for what is solved from a library's masses in long double up to 8e-9
 * (stewart), for what it solves itself up to 3e-5 (car54).
 *
 * A regressor is judged by the torques that its product with the parameters is.
 *
 * A function joins by its row in functions.def; a new array of results by a case in answers.c.
 *
 *   functions_test         20 states, without a search for short equations
 *   functions_test full    1,000 states, the search at its quick effort */
#include "answers.h"
#include "ours.h"
#include "tap.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define AGREEMENT 1e-9
#define SCALE_FLOOR 1e-5
#define SNAPPED_ANGLES 10

typedef struct {
    tap *t;
    const trial_libraries *l;
    uint32_t states, effort;
    double snapped_rad; /* in this file */
    bool judges[FUNCTIONS];
} judge_settings;

/* One result of one function, over the states. */
typedef struct {
    uint32_t rows, columns;
    uint32_t *scale; /* per row: the first row that it is measured with */
    double *apart;   /* per entry */
    double *size;    /* per scale: the largest entry outside */
} measure;

/* Rows of a vector are measured with the first of them. */
static void find_scales(measure *m, word_array array)
{
    uint32_t numbers = WORD_ARRAY[array].numbers;
    for (uint32_t row = 0; row < m->rows; row++)
        m->scale[row] = row;
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        for (uint32_t row = 0; row < m->rows && OUTPUT_KIND[k].array == array; row++) {
            uint32_t axis = row % numbers - OUTPUT_KIND[k].offset;
            if (OUTPUT_KIND[k].is_vector && row % numbers >= OUTPUT_KIND[k].offset && axis < 3)
                m->scale[row] = row - axis;
        }
}

static void measure_state(measure *m, const double *ours, const double *theirs)
{
    for (uint32_t i = 0; i < m->rows * m->columns; i++) {
        double difference = fabs(ours[i] - theirs[i]), size = fabs(theirs[i]);
        double *row = &m->size[m->scale[i / m->columns]];
        m->apart[i] = isfinite(difference) ? fmax(m->apart[i], difference) : INFINITY;
        *row = fmax(*row, size);
    }
}

static double measured(const measure *m, double snapped_rad)
{
    double share = fmax(SCALE_FLOOR, SNAPPED_ANGLES * snapped_rad / AGREEMENT);
    double floor = 0, worst = 0;
    for (uint32_t row = 0; row < m->rows; row++)
        floor = fmax(floor, share * m->size[row]);
    for (uint32_t i = 0; i < m->rows * m->columns; i++)
        if (m->apart[i] > 0)
            worst = fmax(worst, m->apart[i] / fmax(floor, m->size[m->scale[i / m->columns]]));
    return worst;
}

/* In every state a pivot that is no more than rounding errors, as emitted C judges it. */
static bool tells_singular(ours_function *ours, size_t states)
{
    uint32_t pivots = 0, columns = 0;
    size_t singular = 0;
    ours_size(ours, ARRAY_PIVOT, &pivots, &columns);
    for (size_t s = 0; s < states; s++) {
        bool here = false;
        ours_evaluate(ours, s);
        const double *pivot = ours_result(ours, ARRAY_PIVOT),
                     *whole = ours_result(ours, ARRAY_PIVOT_WHOLE);
        for (uint32_t k = 0; k < pivots; k++)
            here = here || !(pivot[k] > PIVOT_UNITS * DBL_EPSILON * whole[k]);
        singular += here;
    }
    return states > 0 && singular == states;
}

static void compare_array(const judge_settings *j, const trial *run, uint32_t library,
                          function_kind function, word_array array, ours_function *ours)
{
    arena mem = arena_make();
    measure m = {0};
    const char *name = FUNCTION_KIND[function].name, *why = "";
    ours_size(ours, array, &m.rows, &m.columns);
    m.apart = ARENA_ARRAY(&mem, double, (size_t)m.rows * m.columns + 1);
    m.size = ARENA_ARRAY(&mem, double, m.rows + 1);
    m.scale = ARENA_ARRAY(&mem, uint32_t, m.rows + 1);
    find_scales(&m, array);
    double *theirs = ARENA_ARRAY(&mem, double, (size_t)m.rows * m.columns + 7);
    answers *a = answers_make(&mem, j->l, run, library);
    uint32_t done = 0;
    for (size_t s = 0; s < run->states && m.rows; s++) {
        if (!answers_get(a, name, array, s, theirs, &why))
            continue;
        ours_evaluate(ours, s);
        measure_state(&m, ours_result(ours, array), theirs);
        done++;
    }
    double apart = measured(&m, j->snapped_rad), allowed = fmax(AGREEMENT, answers_loss(a));
    if (m.rows && !done && tells_singular(ours, run->states))
        tap_check(j->t, true, "%s %s: %s of %s is told to be singular, and for %s %s", run->robot,
                  TRIAL_KIND_WORD[run->kind], WORD_ARRAY[array].name, name, j->l->name[library],
                  why);
    else if (m.rows && !done)
        tap_skip(j->t, why, "%s %s: %s of %s is that of %s", run->robot,
                 TRIAL_KIND_WORD[run->kind], WORD_ARRAY[array].name, name, j->l->name[library]);
    else if (m.rows)
        tap_check(j->t, apart < allowed,
                  "%s %s: %s of %s is that of %s in %u states (%.1e of %.0e)", run->robot,
                  TRIAL_KIND_WORD[run->kind], WORD_ARRAY[array].name, name, j->l->name[library],
                  done, apart, allowed);
    arena_free(&mem);
}

/* A refusal is right where there is nothing to solve, or where a function that moves bodies one by
 * one would have to move several by one coordinate. */
static void judge_refusal(const judge_settings *j, const trial *run, function_kind function,
                          const char *reason)
{
    arena mem = arena_make();
    answers *a = answers_make(&mem, j->l, run, 0);
    bool solves = function_has(function, ARRAY_ACCELERATION) ||
                  function_has(function, ARRAY_MINV) || function_has(function, ARRAY_QDD_Q);
    tap_check(j->t, solves && (answers_have_followers(a) || !answers_can_solve(a, 0)),
              "%s %s: %s is refused with reason: %s", run->robot, TRIAL_KIND_WORD[run->kind],
              FUNCTION_KIND[function].name, reason);
    arena_free(&mem);
}

static bool is_judged(function_kind function, uint32_t array)
{
    bool by_product = function_has(function, ARRAY_REGRESSOR) &&
                      (array == ARRAY_TAU || array == ARRAY_WRENCH);
    return WORD_ARRAY[array].is_result && answers_know((word_array)array) &&
           (by_product || function_has(function, (word_array)array));
}

/* Some results no library has: elements of force; pivots that a solution had are no quantities of
 * the robot. */
static bool judges_any(tap *t, function_kind function)
{
    bool any = false;
    if (function_has(function, ARRAY_RESIDUAL)) /* closed loops: closed_dynamics_test has each */
        return false;
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        any = any || is_judged(function, k);
    if (!any)
        tap_skip(t, "no library has it", "%s is that of others", FUNCTION_KIND[function].name);
    return any;
}

static void compare_function(const judge_settings *j, const trial *run, const tree *bodies,
                             function_kind function)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    equations_options options = equations_options_default();
    options.function = function;
    options.effort = j->effort;
    ops p = {0};
    status built = ours_operations(&mem, bodies, &options, &p, &d);
    ours_function *ours = built == STATUS_OK ? ours_function_make(&mem, run, bodies, &p) : NULL;
    if (ours == NULL)
        judge_refusal(j, run, function,
                      built == STATUS_OK ? "other coordinates than KDL" : d.error.text);
    for (uint32_t i = 0; ours != NULL && i < TRIAL_LIBRARIES; i++)
        for (uint32_t k = 0; run->opinions[i] != NULL && k < WORD_ARRAYS; k++)
            if (is_judged(function, k))
                compare_array(j, run, i, function, (word_array)k, ours);
    arena_free(&mem);
}

static void compare_robot(judge_settings *j, const char *path, trial_kind kind)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    trial run;
    tree bodies = {0};
    if (!trial_open(&mem, j->l, path, kind, j->states, &run)) {
        tap_check(j->t, false, "%s %s: %s", run.robot, TRIAL_KIND_WORD[kind], run.why[0]);
        arena_free(&mem);
        return;
    }
    if (ours_tree(&mem, &run, &bodies, &d) != STATUS_OK)
        tap_check(j->t, false, "%s %s: %s", run.robot, TRIAL_KIND_WORD[kind], d.error.text);
    j->snapped_rad = ours_snapped(&d);
    for (uint32_t f = 0; bodies.bodies_count && f < FUNCTIONS; f++)
        if (j->judges[f])
            compare_function(j, &run, &bodies, (function_kind)f);
    trial_close(j->l, &run);
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
    judge_settings j = {&t, &l, full ? 1000 : 20, full ? 1 : 0, 0, {false}};
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        j.judges[f] = judges_any(&t, (function_kind)f);
    tap_check(&t, l.list[0] != NULL, "KDL is here %s", l.why[0]);
    for (uint32_t i = 1; i < TRIAL_LIBRARIES; i++)
        if (l.list[i] == NULL)
            tap_skip(&t, l.why[i], "functions are those of %s", l.name[i]);
    for (uint32_t i = 0; l.list[0] != NULL && i < files.path_count; i++)
        for (trial_kind kind = TRIAL_FIXED; kind <= TRIAL_FLOATING; kind++)
            compare_robot(&j, files.path[i], kind);
    arena_free(&mem);
    return tap_end(&t);
}
