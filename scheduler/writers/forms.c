/* SPDX-License-Identifier: MIT */
#include "writers/forms.h"
#include "algebra/descent.h"
#include "algebra/rewrite.h"

#include <math.h>
#include <string.h>

recursion_forms forms_plain(arena *mem, const model *raw)
{
    recursion_forms f = {ARENA_ARRAY(mem, body_form, raw->count), 1, 1};
    for (uint32_t i = 0; i < raw->count; i++)
        f.of[i] = (body_form){.column = 1, .group = 1, .chain_moment = 1};
    return f;
}

/* As it is written, in `writing`. */
static net write_in(arena *writing, const tree *t, const model *raw, const recursion_forms *f,
                    bool is_trial, signals *s)
{
    model m = model_copy(writing, raw);
    inertia_form *own = ARENA_ARRAY(writing, inertia_form, raw->count);
    for (uint32_t i = 0; i < raw->count; i++)
        own[i] = f->of[i].inertia;
    model_regroup(&m, own);
    net n = net_make(writing);
    n.is_trial = is_trial;
    recursion_write(writing, &m, t, f, s, &n);
    return n;
}

net forms_keep(const net *n, arena *writing, bool shared, arena *mem)
{
    if (shared)
        return net_share_into(n, writing, mem);
    const net kept = net_move(n, mem);
    arena_free(writing);
    return kept;
}

net forms_write(arena *mem, const tree *t, const model *raw, const recursion_forms *f, bool shared,
                signals *s)
{
    arena writing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = write_in(&writing, t, raw, f, false, s);
    return forms_keep(&n, &writing, shared, mem);
}

typedef struct {
    const tree *t;
    const model *raw;
    recursion_forms *f;
    descent d;
} search;

/* Writing a body takes as long as at least so many operations, even if most are swept away. */
enum { BODY_OPERATIONS = 24 };

static uint64_t key_of(const search *s)
{
    const recursion_forms *f = s->f;
    uint64_t key = descent_hash(1, f->of, s->raw->count * sizeof *f->of);
    key = descent_hash(key, &f->acceleration, sizeof f->acceleration);
    return descent_hash(key, &f->force, sizeof f->force);
}

/* Whether the forms as they stand are the cheapest so far. */
static bool is_cheaper(search *s)
{
    const uint64_t key = key_of(s);
    bool cheaper = false;
    if (!s->d.left || descent_repeats(&s->d, key, &cheaper))
        return cheaper;
    arena mem = arena_make();
    signals inputs = {.mem = &mem, .t = s->t};
    net n = write_in(&mem, s->t, s->raw, s->f, true, &inputs);
    cheaper = descent_gains(&s->d, key, &n);
    arena_free(&mem);
    return cheaper;
}

/* Keeps the trial form of body i if it is cheaper, else puts `old` back. */
static void try_form(search *s, uint32_t i, body_form trial)
{
    body_form old = s->f->of[i];
    if (memcmp(&old, &trial, sizeof old) == 0)
        return;
    s->f->of[i] = trial;
    if (!is_cheaper(s))
        s->f->of[i] = old;
}

body_form forms_numbered(body_form f, uint32_t number)
{
    f.inertia.spin = (uint8_t)(number % SPIN_CHOICES);
    number /= SPIN_CHOICES;
    f.euler = (uint8_t)(number % EULER_FORMS);
    number /= EULER_FORMS;
    f.column = number % 2 == 0;
    f.inertia.keep = (uint8_t)(number / 2);
    return f;
}

/* One form for all bodies: what a robot too large for body by body gets. */
static void search_uniform(search *s)
{
    arena mem = arena_make();
    body_form *old = ARENA_ARRAY(&mem, body_form, s->raw->count);
    for (uint32_t number = 0; number < FORM_NUMBERS && s->d.left; number++) {
        memcpy(old, s->f->of, s->raw->count * sizeof(body_form));
        for (uint32_t i = 1; i < s->raw->count; i++)
            s->f->of[i] = forms_numbered(old[i], number);
        if (!is_cheaper(s))
            memcpy(s->f->of, old, s->raw->count * sizeof(body_form));
    }
    arena_free(&mem);
}

static void search_body(search *s, uint32_t i)
{
    for (uint32_t number = 0; number < FORM_NUMBERS; number++)
        try_form(s, i, forms_numbered(s->f->of[i], number));
    body_form f = s->f->of[i];
    f.squares ^= 1;
    try_form(s, i, f);
    bool parallel = model_is_parallel(s->raw, i);
    for (int bits = 0; parallel && bits < 8; bits++) {
        f = s->f->of[i];
        f.group = bits & 1;
        f.chain_moment = bits >> 1 & 1;
        f.chain_force = bits >> 2 & 1;
        try_form(s, i, f);
    }
}

enum { MOST_SCALES = 96 };

/* Lengths for accelerations (an anchor or gravity becomes 1, or a first moment does), moments for
 * forces. */
static uint32_t scale_candidates(const model *raw, double *scale)
{
    arena mem = arena_make();
    model m = model_copy(&mem, raw);
    model_regroup(&m, NULL);
    uint32_t count = 0;
    scale[count++] = 1;
    for (int k = 0; k < 3; k++)
        if (raw->gravity.v[k] != 0)
            scale[count++] = fabs(raw->gravity.v[k]);
    for (uint32_t i = 1; i < m.count; i++)
        for (int k = 0; k < 3; k++) {
            double size[2] = {fabs(m.bodies[i].place.v[k]), fabs(m.bodies[i].first.v[k])};
            for (int j = 0; j < 2; j++)
                if (size[j] > 0 && count + 2 <= MOST_SCALES) {
                    scale[count++] = size[j];
                    scale[count++] = 1 / size[j];
                }
        }
    arena_free(&mem);
    return count;
}

static void search_scale(search *s, double *which, const double *scale, uint32_t count)
{
    for (uint32_t i = 0; i < count && s->d.left; i++) {
        double old = *which;
        *which = scale[i];
        if (!is_cheaper(s))
            *which = old;
    }
}

static void search_scales(search *s)
{
    double scale[MOST_SCALES];
    uint32_t count = scale_candidates(s->raw, scale);
    search_scale(s, &s->f->acceleration, scale, count);
    search_scale(s, &s->f->force, scale, count);
}

void forms_search(const tree *t, const model *raw, const objective *goal,
                  uint64_t budget_operations, progress *life, descent_memory *known,
                  recursion_forms *f)
{
    const uint64_t least = (uint64_t)BODY_OPERATIONS * raw->count;
    search s = {t, raw, f, descent_make(goal, budget_operations, least, life, known)};
    is_cheaper(&s); /* as they are: what trials are held against */
    search_uniform(&s);
    for (double before = INFINITY; s.d.best < before && s.d.left;) {
        before = s.d.best;
        search_scales(&s);
        for (uint32_t i = 1; i < raw->count; i++)
            if (raw->bodies[i].kind == BODY_REVOLUTE)
                search_body(&s, i);
    }
    descent_free(&s.d);
}
