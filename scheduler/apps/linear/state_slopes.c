/* SPDX-License-Identifier: MIT */
#include "apps/linear/state_slopes.h"

#include "robot/number_names.h"

#include <string.h>

/* Among the numbers of an element in arrays of the state: a law's state, and its rate. */
enum { STATE_AMONG_FORCES = 3, RATE_AMONG_STATES = 2 };

/* A function, derived by whole arrays. */
static status derive(arena *mem, const passes_settings *passes, const passes_forms *forms,
                     function_kind of, const char *arrays, const law_calls *laws, uint32_t count,
                     slope_numbers *out, diag *d)
{
    const function_kind by_way_of = function_has(of, ARRAY_CLOSED_Q) ? FUNCTION_CLOSED_SENSITIVITIES
                                                                     : FUNCTION_SENSITIVITIES;
    passes_forms own = *forms;
    const char **by = ARENA_ARRAY(mem, const char *, 1);
    *by = arrays;
    own.tree.derive = own.options.derive = (derive_wish){of, by, 1};
    *out = (slope_numbers){.count = count, .from = ARENA_ARRAY(mem, uint32_t, count),
                           .number = ARENA_ARRAY(mem, double, count)};
    return function_numbers_make(mem, passes, &own, by_way_of, laws, &out->of, d);
}

static uint32_t result_of(const function_numbers *f, const char *row, const char *column)
{
    for (uint32_t i = 0; i < f->p.outputs_count; i++) {
        const ops_output *o = &f->p.outputs[i];
        if (o->kind == OUTPUT_SENSITIVITY && strcmp(o->of, row) == 0 &&
            strcmp(o->column_of, column) == 0)
            return i;
    }
    return UINT32_MAX;
}

static bool take(slope_numbers *n, const robot_state *state)
{
    if (!function_numbers_run(&n->of, state))
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        n->number[i] = n->from[i] == UINT32_MAX ? 0 : n->of.out[n->from[i]];
    return true;
}

/* ---- which results these are ----------------------------------------------------------------- */

static const char *joint_number(arena *mem, const robot_motion *x, word_array array, uint32_t joint)
{
    return number_name(mem, array, x->t->coordinates[joint].name, 0, NULL);
}

static const char *law_number(arena *mem, const robot_motion *x, word_array array, uint32_t state,
                              uint32_t number)
{
    return number_name(mem, array, x->t->elements[x->state_of[state]].what.name, number, NULL);
}

static void find_results(arena *mem, const robot_motion *x, state_slopes *s)
{
    uint32_t *by_all = s->by_all.from, *by_states = s->by_states.from;
    for (uint32_t i = 0; i < s->count; i++) {
        const char *rate = law_number(mem, x, ARRAY_ELEMENT_STATES, i, RATE_AMONG_STATES);
        for (uint32_t k = 0; k < 2 * x->count; k++)
            *by_all++ = result_of(&s->by_all.of, rate,
                                  joint_number(mem, x, k < x->count ? ARRAY_Q : ARRAY_QD,
                                               k % x->count));
        *by_all++ = result_of(&s->by_all.of, rate, law_number(mem, x, ARRAY_ELEMENT_FORCES, i,
                                                              STATE_AMONG_FORCES));
    }
    for (uint32_t k = 0; k < x->count; k++)
        for (uint32_t i = 0; i < s->count; i++)
            *by_states++ = result_of(&s->by_states.of, joint_number(mem, x, ARRAY_ACCELERATION, k),
                                     law_number(mem, x, ARRAY_ELEMENT_FORCES, i,
                                                STATE_AMONG_FORCES));
}

status state_slopes_make(arena *mem, const passes_settings *passes, const passes_forms *forms,
                         const robot_motion *x, const law_calls *laws, state_slopes *out, diag *d)
{
    *out = (state_slopes){.count = x->states, .rate = ARENA_ARRAY(mem, double, x->states + 1),
                          .changes = ARENA_ARRAY(mem, double, x->positions + 1)};
    if (!out->count)
        return STATUS_OK;
    TRY(derive(mem, passes, forms, FUNCTION_ELEMENTS, "q,qd,element_forces", laws,
               out->count * (2 * x->count + 1), &out->by_all, d));
    TRY(derive(mem, passes, forms, x->l ? FUNCTION_CLOSED_FD : FUNCTION_FD, "element_forces", laws,
               out->count * x->count, &out->by_states, d));
    find_results(mem, x, out);
    return STATUS_OK;
}

/* ---- at a state ------------------------------------------------------------------------------ */

bool state_slopes_take(state_slopes *s, const robot_motion *x)
{
    const robot_state state = {.q = x->q, .qd = x->qd, .tau = x->tau, .imposed = x->imposed,
                               .element_forces = x->element_forces};
    if (!s->count)
        return true;
    robot_changes(x, x->q, x->qd, s->changes);
    memcpy(s->rate, s->changes + x->positions - x->states, s->count * sizeof *s->rate);
    return take(&s->by_all, &state) && take(&s->by_states, &state);
}
