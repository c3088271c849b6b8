/* SPDX-License-Identifier: MIT */
#include "algebra/descent.h"
#include "algebra/rewrite.h"
#include "writers/forms.h"
#include "writers/mass.h"

#include <math.h>
#include <string.h>

mass_forms mass_forms_plain(arena *mem, const model *raw)
{
    mass_forms f = {ARENA_ARRAY(mem, mass_form, raw->count),
                    ARENA_ARRAY(mem, uint32_t, (size_t)raw->count * raw->count), 0,
                    1, forms_plain(mem, raw)};
    for (uint32_t i = 1; i < raw->count; i++)
        for (uint32_t k = raw->bodies[i].parent; k; k = raw->bodies[k].parent)
            f.meet[i * raw->count + k] = k;
    return f;
}

/* As they are written, in `writing`. */
static net write_in(arena *writing, const tree *t, const model *raw, const mass_forms *f,
                    const mass_use *use, signals *s)
{
    net n = net_make(writing);
    mass_sums sums = mass_write(writing, t, raw, f, use->wanted, s, &n);
    use->finish(writing, t, &sums, s, &n);
    net_sweep(&n);
    return n;
}

net mass_forms_write(arena *mem, const tree *t, const model *raw, const mass_forms *f,
                     const mass_use *use, bool shared, signals *s)
{
    arena writing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = write_in(&writing, t, raw, f, use, s);
    return forms_keep(&n, &writing, shared, mem);
}

typedef struct {
    const tree *t;
    const model *raw;
    const mass_use *use;
    mass_forms *f;
    descent d;
} search;

/* Writing a body takes as long as at least so many operations, even if most are swept away. */
enum { BODY_OPERATIONS = 48 };

/* Whether the forms as they stand are the cheapest so far. */
static bool is_cheaper(search *s)
{
    if (!s->d.left)
        return false;
    arena mem = arena_make();
    signals inputs = {.mem = &mem, .t = s->t};
    net n = write_in(&mem, s->t, s->raw, s->f, s->use, &inputs);
    const bool cheaper = descent_gains(&s->d, 0, &n);
    arena_free(&mem);
    return cheaper;
}

static void try_mass_form(search *s, uint32_t i, mass_form trial)
{
    mass_form old = s->f->of[i];
    s->f->of[i] = trial;
    if (!is_cheaper(s))
        s->f->of[i] = old;
}

static void try_body_form(search *s, uint32_t i, body_form trial)
{
    body_form old = s->f->bias.of[i];
    if (memcmp(&old, &trial, sizeof old) == 0)
        return;
    s->f->bias.of[i] = trial;
    if (!is_cheaper(s))
        s->f->bias.of[i] = old;
}

/* True if j is an ancestor of `from`, `ancestor` at the most. */
static bool is_between(const model *raw, uint32_t j, uint32_t from, uint32_t ancestor)
{
    for (uint32_t h = raw->bodies[from].parent; h; h = raw->bodies[h].parent) {
        if (h == j)
            return true;
        if (h == ancestor)
            return false;
    }
    return false;
}

/* --- choices of the whole robot ----------------------------------------------------------- */

/* Body i's form after change `number`. */
typedef body_form (*change_of)(const search *s, uint32_t i, uint32_t number);

/* The same change of all bodies. */
static void try_uniform(search *s, change_of change, uint32_t numbers)
{
    arena mem = arena_make();
    uint32_t count = s->raw->count;
    body_form *old = ARENA_ARRAY(&mem, body_form, count);
    for (uint32_t number = 0; number < numbers && s->d.left; number++) {
        memcpy(old, s->f->bias.of, count * sizeof *old);
        for (uint32_t i = 1; i < count; i++)
            s->f->bias.of[i] = change(s, i, number);
        if (memcmp(old, s->f->bias.of, count * sizeof *old) == 0 || !is_cheaper(s))
            memcpy(s->f->bias.of, old, count * sizeof *old);
    }
    arena_free(&mem);
}

static body_form change_number(const search *s, uint32_t i, uint32_t number)
{
    return forms_numbered(s->f->bias.of[i], number);
}

static bool is_leaf(const model *raw, uint32_t i)
{
    for (uint32_t k = i + 1; k < raw->count; k++)
        if (raw->bodies[k].parent == i)
            return false;
    return true;
}

/* Nobody is absorbed, everybody, or the last bodies alone. */
enum { ABSORB_RULES = 3 };
static body_form change_absorbed(const search *s, uint32_t i, uint32_t number)
{
    body_form f = s->f->bias.of[i];
    f.absorbed = number == 1 || (number == 2 && is_leaf(s->raw, i));
    return f;
}

enum { MOST_SCALES = 48 };

static void add_scale(double *scale, uint32_t *count, double value)
{
    if (value == 0 || !isfinite(value) || *count == MOST_SCALES)
        return;
    for (uint32_t i = 0; i < *count; i++)
        if (net_same_constant(scale[i], value))
            return;
    scale[(*count)++] = value;
}

/* Lengths that make an anchor or a first moment 1. */
static uint32_t length_candidates(const model *raw, double *scale)
{
    arena mem = arena_make();
    model m = model_copy(&mem, raw);
    model_regroup(&m, NULL);
    uint32_t count = 0;
    add_scale(scale, &count, 1);
    for (uint32_t i = 1; i < m.count; i++)
        for (int k = 0; k < 3; k++) {
            add_scale(scale, &count, fabs(m.bodies[i].place.v[k]));
            add_scale(scale, &count, 1 / fabs(m.bodies[i].first.v[k]));
        }
    for (int k = 0; k < 3; k++)
        add_scale(scale, &count, fabs(m.gravity.v[k]));
    arena_free(&mem);
    return count;
}

/* One unit of length for all, then each by itself. */
static void search_scales(search *s)
{
    double scale[MOST_SCALES];
    uint32_t count = length_candidates(s->raw, scale);
    double *which[] = {&s->f->length, &s->f->bias.force, &s->f->bias.acceleration};
    for (uint32_t part = 0; part < 4; part++)
        for (uint32_t i = 0; i < count && s->d.left; i++) {
            double old[] = {*which[0], *which[1], *which[2]};
            for (uint32_t k = 0; k < 3; k++)
                if (part == 0 || part == k + 1)
                    *which[k] = k == 1 ? 1 / scale[i] : scale[i];
            bool same = old[0] == *which[0] && old[1] == *which[1] && old[2] == *which[2];
            if (!same && !is_cheaper(s))
                for (uint32_t k = 0; k < 3; k++)
                    *which[k] = old[k];
        }
}

/* Absorbs body i with all after it, or none of them, or those on the way to it. */
static void search_subtree(search *s, uint32_t i)
{
    arena mem = arena_make();
    uint32_t count = s->raw->count;
    body_form *old = ARENA_ARRAY(&mem, body_form, count), *of = s->f->bias.of;
    for (int rule = 0; rule < 4 && s->d.left; rule++) {
        memcpy(old, of, count * sizeof *old);
        for (uint32_t k = 1; k < count; k++) {
            bool touches = rule < 2 ? k == i || is_between(s->raw, i, k, 0)
                                    : k == i || is_between(s->raw, k, i, 0);
            if (touches)
                of[k].absorbed = rule % 2 == 0;
        }
        if (memcmp(old, of, count * sizeof *old) == 0 || !is_cheaper(s))
            memcpy(of, old, count * sizeof *old);
    }
    arena_free(&mem);
}

/* --- choices of one body ------------------------------------------------------------------ */

static void search_chain(search *s, uint32_t i)
{
    for (int bits = 0; bits < 8; bits++) {
        body_form f = s->f->bias.of[i];
        f.group = bits & 1;
        f.chain_moment = bits >> 1 & 1;
        f.chain_force = bits >> 2 & 1;
        try_body_form(s, i, f);
    }
}

static void search_bias(search *s, uint32_t i)
{
    body_form f = s->f->bias.of[i];
    f.absorbed ^= 1;
    try_body_form(s, i, f);
    if (s->raw->bodies[i].kind != BODY_REVOLUTE)
        return;
    for (uint32_t number = 0; number < FORM_NUMBERS; number++) {
        f = forms_numbered(s->f->bias.of[i], number);
        if (!f.absorbed || (f.inertia.keep == KEEP_NONE && f.inertia.spin == SPIN_NONE))
            try_body_form(s, i, f);
    }
    f = s->f->bias.of[i];
    f.squares ^= 1;
    try_body_form(s, i, f);
    if (model_is_parallel(s->raw, i))
        search_chain(s, i);
}

static void search_body(search *s, uint32_t i)
{
    if (s->use->wanted & MASS_BIAS)
        search_bias(s, i);
    if (s->raw->bodies[i].kind != BODY_REVOLUTE)
        return;
    body_form f = s->f->bias.of[i];
    f.tensor ^= 1;
    try_body_form(s, i, f);
    if (!(s->use->wanted & MASS_MATRIX))
        return;
    mass_form m = s->f->of[i];
    m.unturned ^= 1;
    try_mass_form(s, i, m);
}

/* --- where motions and wrenches meet ------------------------------------------------------ */

/* Lets the motion of k, or of every ancestor of j if k is 0, meet all wrenches from after j at
 * j. */
static void try_meeting(search *s, uint32_t k, uint32_t j)
{
    arena mem = arena_make();
    uint32_t count = s->raw->count;
    uint32_t *old = ARENA_ARRAY(&mem, uint32_t, (size_t)count * count);
    memcpy(old, s->f->meet, (size_t)count * count * sizeof *old);
    for (uint32_t i = j + 1; i < count; i++) {
        if (!is_between(s->raw, j, i, 0))
            continue;
        for (uint32_t h = s->raw->bodies[j].parent; h; h = s->raw->bodies[h].parent)
            if (!k || h == k)
                s->f->meet[i * count + h] = j;
    }
    if (memcmp(old, s->f->meet, (size_t)count * count * sizeof *old) == 0 || !is_cheaper(s))
        memcpy(s->f->meet, old, (size_t)count * count * sizeof *old);
    arena_free(&mem);
}

/* The meeting places of one pair. */
static void search_pair(search *s, uint32_t i, uint32_t k)
{
    uint32_t *meet = &s->f->meet[i * s->raw->count + k];
    for (uint32_t j = s->raw->bodies[i].parent; s->d.left; j = s->raw->bodies[j].parent) {
        uint32_t old = *meet;
        *meet = j;
        if (j != old && !is_cheaper(s))
            *meet = old;
        if (j == k)
            break;
    }
}

/* Where a robot branches the motions before are carried once and meet the wrenches of all
 * branches. */
static void meet_at_junctions(search *s)
{
    for (uint32_t j = 1; j < s->raw->count; j++) {
        uint32_t children = 0;
        for (uint32_t k = j + 1; k < s->raw->count; k++)
            children += s->raw->bodies[k].parent == j;
        if (children > 1 && s->raw->bodies[j].parent)
            try_meeting(s, 0, j);
    }
}

static void search_matrix(search *s)
{
    s->f->moments ^= 1;
    if (!is_cheaper(s))
        s->f->moments ^= 1;
    const model_body *bodies = s->raw->bodies;
    for (uint32_t j = 1; j < s->raw->count && s->d.left; j++)
        if (!is_leaf(s->raw, j) && bodies[j].parent)
            try_meeting(s, 0, j);
    for (uint32_t j = 1; j < s->raw->count && s->d.left; j++)
        for (uint32_t k = bodies[j].parent; k && !is_leaf(s->raw, j); k = bodies[k].parent)
            try_meeting(s, k, j);
    for (uint32_t i = 1; i < s->raw->count && s->d.left; i++)
        for (uint32_t k = bodies[i].parent; k; k = bodies[k].parent)
            search_pair(s, i, k);
}

/* With a budget for fewer trials than this the choices of single bodies come too late: rules for
 * the whole robot go first. */
enum { FEW_TRIALS = 500 };

void mass_forms_search(const tree *t, const model *raw, const mass_use *use, const objective *goal,
                       uint64_t budget_operations, progress *life, mass_forms *f)
{
    const uint64_t least = (uint64_t)BODY_OPERATIONS * raw->count;
    search s = {t, raw, use, f, descent_make(goal, budget_operations, least, life, NULL)};
    is_cheaper(&s); /* as they are: what trials are held against */
    if ((use->wanted & MASS_BIAS) && (double)s.d.left < s.d.best * FEW_TRIALS)
        try_uniform(&s, change_absorbed, ABSORB_RULES);
    if (use->wanted & MASS_MATRIX)
        meet_at_junctions(&s);
    if (use->wanted & MASS_BIAS)
        try_uniform(&s, change_number, FORM_NUMBERS);
    for (double before = INFINITY; s.d.best < before && s.d.left;) {
        before = s.d.best;
        for (uint32_t i = raw->count; (use->wanted & MASS_BIAS) && i-- > 1;)
            search_subtree(&s, i);
        search_scales(&s);
        for (uint32_t i = raw->count; i-- > 1;)
            if (raw->bodies[i].kind != BODY_FREE)
                search_body(&s, i);
        if (use->wanted & MASS_MATRIX)
            search_matrix(&s);
    }
    descent_free(&s.d);
}
