/* SPDX-License-Identifier: MIT */
#include "algebra/descent.h"
#include "algebra/rewrite.h"
#include "writers/derivatives.h"

#include <math.h>
#include <string.h>

derivative_forms derivative_forms_plain(arena *mem, const model *raw)
{
    derivative_forms f = {ARENA_ARRAY(mem, derivative_form, raw->count), 1};
    for (uint32_t i = 1; i < raw->count; i++) /* tips, and chains of parallel axes */
        f.of[i].axes = AXES_STILL;
    for (uint32_t i = 1; i < raw->count; i++)
        if (!model_is_parallel(raw, i))
            f.of[raw->bodies[i].parent].axes = AXES_MET_BEFORE;
    return f;
}

/* As they are written, in `writing`. */
static net write_in(arena *writing, const tree *t, const model *raw, const derivative_forms *f,
                    derivative_finish *finish, bool is_trial, signals *s)
{
    net n = net_make(writing);
    n.is_trial = is_trial;
    finish(writing, t, derivatives_begin(writing, t, raw, f, s, &n), s, &n);
    net_sweep(&n);
    return n;
}

net derivative_forms_write(arena *mem, const tree *t, const model *raw, const derivative_forms *f,
                           derivative_finish *finish, signals *s)
{
    arena writing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = write_in(&writing, t, raw, f, finish, false, s);
    return net_share_into(&n, &writing, mem);
}

typedef struct {
    const tree *t;
    const model *raw;
    derivative_finish *finish;
    derivative_forms *f;
    descent d;
} search;

/* Writing a body takes as long as at least so many operations, even if most are swept away. */
enum { BODY_OPERATIONS = 200 };

/* Whether the forms as they stand are the cheapest so far. */
static bool is_cheaper(search *s)
{
    if (!s->d.left)
        return false;
    arena mem = arena_make();
    signals inputs = {.mem = &mem, .t = s->t};
    net n = write_in(&mem, s->t, s->raw, s->f, s->finish, true, &inputs);
    const bool cheaper = descent_gains(&s->d, 0, &n);
    arena_free(&mem);
    return cheaper;
}

static void try_form(search *s, uint32_t i, derivative_form trial)
{
    derivative_form old = s->f->of[i];
    if (memcmp(&old, &trial, sizeof old) == 0)
        return;
    s->f->of[i] = trial;
    if (!is_cheaper(s))
        s->f->of[i] = old;
}

static void search_body(search *s, uint32_t i)
{
    for (uint8_t axes = 0; axes < AXES_CHOICES; axes++) {
        derivative_form f = s->f->of[i];
        f.axes = axes;
        try_form(s, i, f);
    }
    for (uint8_t keep = 0; keep < KEEP_CHOICES; keep++) {
        derivative_form f = s->f->of[i];
        f.inertia.keep = keep;
        try_form(s, i, f);
    }
}

enum { MOST_LENGTHS = 64 };

/* Units in which an anchor is 1, or gravity. */
static uint32_t length_candidates(const model *raw, double *length)
{
    uint32_t count = 0;
    length[count++] = 1;
    for (uint32_t i = 0; i < raw->count; i++)
        for (int k = 0; k < 3 && count < MOST_LENGTHS; k++) {
            double size = fabs(i ? raw->bodies[i].place.v[k] : raw->gravity.v[k]);
            bool known = size == 0;
            for (uint32_t j = 0; j < count; j++)
                known = known || net_same_constant(length[j], size);
            if (!known)
                length[count++] = size;
        }
    return count;
}

static void search_length(search *s)
{
    double length[MOST_LENGTHS];
    uint32_t count = length_candidates(s->raw, length);
    for (uint32_t i = 0; i < count && s->d.left; i++) {
        double old = s->f->length;
        if (length[i] == old)
            continue;
        s->f->length = length[i];
        if (!is_cheaper(s))
            s->f->length = old;
    }
}

void derivative_forms_search(const tree *t, const model *raw, derivative_finish *finish,
                             const objective *goal, uint64_t budget_operations, progress *life,
                             derivative_forms *f)
{
    const uint64_t least = (uint64_t)BODY_OPERATIONS * raw->count;
    search s = {t, raw, finish, f, descent_make(goal, budget_operations, least, life, NULL)};
    is_cheaper(&s); /* as they are: what trials are held against */
    for (double before = INFINITY; s.d.best < before && s.d.left;) {
        before = s.d.best;
        search_length(&s);
        for (uint32_t i = 1; i < raw->count; i++)
            if (raw->bodies[i].kind == BODY_REVOLUTE)
                search_body(&s, i);
    }
    descent_free(&s.d);
}
