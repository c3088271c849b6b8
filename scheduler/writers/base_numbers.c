/* SPDX-License-Identifier: MIT */
/* Which entries depend on a link is found in numbers: each of the ten of a body alone, handed
 * inwards; sums that are zero are exactly zero (robot/wide.h). */
#include "writers/base_numbers.h"

#include <math.h>

const second_place SECOND_PLACE[6] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

static const inertia_form AS_IT_IS = {KEEP_NONE, SPIN_NONE};
enum { MASS_BIT = 1, FIRST_BITS = 14 };

static wide number_of(const model_body *b, uint32_t number)
{
    const model_exact *e = &b->exact;
    if (number == 0)
        return e->mass;
    if (number < 4)
        return e->first.v[number - 1];
    const second_place at = SECOND_PLACE[number - 4];
    return e->second.m[at.row][at.column];
}

static void set_number(model_body *b, uint32_t number, wide value)
{
    model_exact *e = &b->exact;
    if (number == 0) {
        e->mass = value;
    } else if (number < 4) {
        e->first.v[number - 1] = value;
    } else {
        const second_place at = SECOND_PLACE[number - 4];
        e->second.m[at.row][at.column] = e->second.m[at.column][at.row] = value;
    }
}

void base_numbers_leave(model_body *b)
{
    for (uint32_t k = 0; k < BASE_NUMBERS; k++)
        if (b->held && base_number_is_given(b, k))
            set_number(b, k, wide_settle(wide_sub(number_of(b, k), b->held[k])));
}

/* --- which --------------------------------------------------------------------------------- */

/* Whether it, and all that carries it, only slides. */
static bool never_turns(const model *m, uint32_t i)
{
    for (; i; i = m->bodies[i].parent)
        if (m->bodies[i].kind != BODY_PRISMATIC)
            return false;
    return true;
}

static bool turns_one_way(const model *m, uint32_t i)
{
    const model_body *b = &m->bodies[i];
    return b->kind == BODY_REVOLUTE &&
           (never_turns(m, b->parent) || (m->bodies[b->parent].folds && model_is_parallel(m, i)));
}

/* Whether the axis of a first joint stands still and gravity does nothing about it. */
static bool gravity_lies_along(const tree *t, const model *m, uint32_t i)
{
    const model_body *b = &m->bodies[i];
    if (b->parent || b->kind != BODY_REVOLUTE || t->gravity_is_input)
        return false;
    const wide_vec3 axis = wide_mat3_column(b->exact.rotation, 2);
    const wide_vec3 across = wide_vec3_cross(axis, wide_vec3_rounded(t->gravity_ms2));
    return wide_vec3_is_zero(across);
}

/* The next body inwards, up to one that has ten such numbers itself: these reach all that others
 * reach from there. */
static uint32_t next_inwards(const model *m, uint32_t i, const bool *is_named)
{
    const uint32_t h = m->bodies[i].parent;
    return is_named[h] ? 0 : h;
}

/* Hands one number of body i inwards, and marks where it arrives. */
static void mark_reached(model *trial, uint32_t i, uint32_t number, const bool *is_named,
                         uint16_t *reached)
{
    for (uint32_t k = i; k; k = next_inwards(trial, k, is_named))
        for (uint32_t e = 0; e < BASE_NUMBERS; e++)
            set_number(&trial->bodies[k], e, wide_exact(0));
    set_number(&trial->bodies[i], number, wide_exact(1));
    for (uint32_t k = i; k; k = next_inwards(trial, k, is_named)) {
        model_regroup_body(trial, k, AS_IT_IS);
        for (uint32_t e = 0; e < BASE_NUMBERS; e++)
            if (number_of(&trial->bodies[k], e).hi != 0)
                reached[k] |= (uint16_t)(1u << e);
    }
}

static void find_reached(const tree *t, const model *m, uint16_t *reached)
{
    arena work = arena_make();
    bool *is_named = ARENA_ARRAY(&work, bool, m->count);
    model trial = model_copy(&work, m);
    for (uint32_t k = 0; k < t->parameters_count; k++)
        is_named[t->parameters[k].on.body] = true;
    for (uint32_t i = 1; i < m->count; i++)
        trial.bodies[i].is_sound = true;
    for (uint32_t i = 1; i < m->count; i++)
        for (uint32_t number = 0; is_named[i] && number < BASE_NUMBERS; number++)
            mark_reached(&trial, i, number, is_named, reached);
    for (uint32_t i = 1; i < m->count; i++) {
        if (gravity_lies_along(t, m, i))
            reached[i] &= (uint16_t)~FIRST_BITS;
        if (never_turns(m, i))
            reached[i] &= MASS_BIT;
    }
    arena_free(&work);
}

/* What entries of a regrouped model have of known numbers. */
static void find_held(arena *mem, model *m)
{
    arena work = arena_make();
    model known = model_copy(&work, m);
    model_regroup(&known, NULL);
    for (uint32_t i = 1; i < m->count; i++) {
        if (!m->bodies[i].given)
            continue;
        wide *held = ARENA_ARRAY(mem, wide, BASE_NUMBERS);
        for (uint32_t k = 0; k < BASE_NUMBERS; k++)
            held[k] = number_of(&known.bodies[i], k);
        m->bodies[i].held = held;
    }
    arena_free(&work);
}

void base_numbers_choose(arena *mem, const tree *t, model *m)
{
    uint16_t *reached = ARENA_ARRAY(mem, uint16_t, m->count);
    bool *carries = ARENA_ARRAY(mem, bool, m->count);
    for (uint32_t k = 0; k < t->parameters_count; k++)
        for (uint32_t i = t->parameters[k].on.body; i; i = m->bodies[i].parent)
            carries[i] = true;
    for (uint32_t i = 1; i < m->count; i++) {
        model_set_inertia(&m->bodies[i], tree_constant(t, i));
        m->bodies[i].is_sound = m->bodies[i].is_sound || carries[i]; /* what is given is */
        m->bodies[i].folds = carries[i] && turns_one_way(m, i);
    }
    find_reached(t, m, reached);
    uint32_t count = 0;
    for (uint32_t i = 1; i < m->count; i++) {
        m->bodies[i].given = reached[i];
        m->bodies[i].first_given = count;
        for (uint32_t k = 0; k < BASE_NUMBERS; k++)
            count += base_number_is_given(&m->bodies[i], k);
    }
    find_held(mem, m);
}

const model *base_numbers_nominal(arena *mem, const tree *t, const model *m)
{
    if (!t->parameters_count)
        return m;
    model *nominal = ARENA_ARRAY(mem, model, 1);
    *nominal = model_copy(mem, m);
    for (uint32_t i = 1; i < m->count; i++)
        model_set_inertia(&nominal->bodies[i], &t->bodies[i].body);
    return nominal;
}

/* --- what they are ------------------------------------------------------------------------- */

uint32_t base_number_index(const model_body *b, uint32_t number)
{
    uint32_t index = b->first_given;
    for (uint32_t k = 0; k < number; k++)
        index += base_number_is_given(b, k);
    return index;
}

uint32_t base_numbers_count(const model *m)
{
    return base_number_index(&m->bodies[m->count - 1], BASE_NUMBERS);
}

const char *base_number_name(arena *mem, const model_body *b, uint32_t number)
{
    static const char *const WHAT[BASE_NUMBERS] = {"m", "mx", "my", "mz", "Pxx", "Pyy", "Pzz",
                                                   "Pxy", "Pxz", "Pyz"};
    const bool one_moment = b->folds && number == 4; /* Pyy is in it */
    return arena_printf(mem, "%s.%s", b->name, one_moment ? "Jzz" : WHAT[number]);
}

void base_numbers_values(const tree *t, const model *m, const inertia *links, double *out)
{
    arena work = arena_make();
    model whole = model_copy(&work, m);
    inertia *all = ARENA_ARRAY(&work, inertia, m->count);
    for (uint32_t i = 1; i < m->count; i++)
        all[i] = *tree_constant(t, i);
    for (uint32_t k = 0; k < t->parameters_count; k++) {
        const tree_payload *on = &t->parameters[k].on;
        all[on->body] = inertia_join(all[on->body], inertia_move(links[k], on->link_in_body));
    }
    for (uint32_t i = 1; i < m->count; i++) {
        model_body *b = &whole.bodies[i];
        model_set_inertia(b, &all[i]);
        b->is_sound = m->bodies[i].is_sound;
        b->held = NULL;
    }
    model_regroup(&whole, NULL);
    for (uint32_t i = 1; i < m->count; i++)
        for (uint32_t k = 0; k < BASE_NUMBERS; k++) {
            const model_body *b = &whole.bodies[i];
            if (base_number_is_given(b, k))
                out[base_number_index(b, k)] = wide_value(number_of(b, k));
        }
    arena_free(&work);
}

void base_numbers_of_file(const tree *t, const model *m, double *out)
{
    arena work = arena_make();
    inertia *links = ARENA_ARRAY(&work, inertia, t->parameters_count + 1);
    for (uint32_t k = 0; k < t->parameters_count; k++)
        links[k] = t->parameters[k].nominal;
    base_numbers_values(t, m, links, out);
    arena_free(&work);
}

/* --- where they may be --------------------------------------------------------------------- */

static const uint32_t KIND_FIRST[] = {0, 1, 4, BASE_NUMBERS};

/* Of m, then h, then P; the same of mass, centre and moments. */
static void find_ranges(const double *of, base_range *out)
{
    static const double SHARE = 0.5, LEAST = 0.1;
    for (uint32_t kind = 0; kind < 3; kind++) {
        double most = 0;
        for (uint32_t k = KIND_FIRST[kind]; k < KIND_FIRST[kind + 1]; k++)
            most = fmax(most, fabs(of[k]));
        for (uint32_t k = KIND_FIRST[kind]; k < KIND_FIRST[kind + 1]; k++) {
            const double half = fmax(SHARE * fabs(of[k]), LEAST * most);
            out[k] = (base_range){of[k] - half, of[k] + half};
        }
    }
}

void base_numbers_ranges(const tree *t, const model *m, base_range *out)
{
    arena work = arena_make();
    double *values = ARENA_ARRAY(&work, double, base_numbers_count(m) + 1);
    base_numbers_of_file(t, m, values);
    for (uint32_t i = 1; i < m->count; i++) {
        const model_body *b = &m->bodies[i];
        double own[BASE_NUMBERS] = {0};
        base_range range[BASE_NUMBERS];
        for (uint32_t k = 0; k < BASE_NUMBERS; k++)
            if (base_number_is_given(b, k))
                own[k] = values[base_number_index(b, k)];
        find_ranges(own, range);
        for (uint32_t k = 0; k < BASE_NUMBERS; k++)
            if (base_number_is_given(b, k))
                out[base_number_index(b, k)] = range[k];
    }
    arena_free(&work);
}

void base_link_ranges(const inertia *nominal, base_range out[BASE_NUMBERS])
{
    double own[BASE_NUMBERS] = {nominal->mass_kg};
    for (uint32_t k = 0; k < 3; k++)
        own[1 + k] = nominal->com_m.v[k];
    for (uint32_t k = 0; k < 6; k++)
        own[4 + k] = nominal->inertia_com_kgm2.m[SECOND_PLACE[k].row][SECOND_PLACE[k].column];
    find_ranges(own, out);
}
