#include "equations/derivatives.h"
#include "equations/rewrite.h"

#include <math.h>
#include <string.h>

derivative_forms derivative_forms_plain(arena *mem, const model *raw)
{
    derivative_forms f = {ARENA_ARRAY(mem, derivative_form, raw->count), 1};
    for (uint32_t i = 1; i < raw->count; i++) /* tips, and chains of parallel axes */
        f.of[i].still = 1;
    for (uint32_t i = 1; i < raw->count; i++)
        if (!model_is_parallel(raw, i))
            f.of[raw->bodies[i].parent].still = 0;
    return f;
}

net derivative_forms_write(arena *mem, const tree *t, const model *raw, const derivative_forms *f,
                           derivative_finish *finish, signals *s)
{
    arena writing = arena_make(), sharing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = net_make(&writing);
    finish(&writing, t, derivatives_begin(&writing, t, raw, f, s, &n), s, &n);
    net_sweep(&n);
    n = net_move(&n, &sharing); /* sums under construction are the larger part of the memory */
    arena_free(&writing);
    net_share_parts(&n);
    n = net_move(&n, mem);
    arena_free(&sharing);
    return n;
}

typedef struct {
    const tree *t;
    const model *raw;
    derivative_finish *finish;
    const objective *goal;
    derivative_forms *f;
    double best;
    uint64_t left, all; /* of the budget */
    progress *life;
} search;

/* Writing a body takes as long as at least so many operations, even if most are swept away. */
enum { BODY_OPERATIONS = 200 };

static double price(search *s)
{
    arena mem = arena_make();
    signals inputs;
    net n = derivative_forms_write(&mem, s->t, s->raw, s->f, s->finish, &inputs);
    uint64_t operations = net_cost_sum(net_count(&n));
    double cost = objective_price(s->goal, &n);
    arena_free(&mem);
    uint64_t least = (uint64_t)BODY_OPERATIONS * s->raw->count;
    uint64_t spent = operations > least ? operations : least;
    s->left -= s->left < spent ? s->left : spent;
    if (!progress_continue(s->life, 1 - (double)s->left / (double)s->all))
        s->left = 0;
    return cost;
}

static void try_form(search *s, uint32_t i, derivative_form trial)
{
    derivative_form old = s->f->of[i];
    if (!s->left || memcmp(&old, &trial, sizeof old) == 0)
        return;
    s->f->of[i] = trial;
    double cost = price(s);
    if (cost < s->best)
        s->best = cost;
    else
        s->f->of[i] = old;
}

static void search_body(search *s, uint32_t i)
{
    for (uint8_t bits = 0; bits < 4; bits++) {
        derivative_form f = s->f->of[i];
        f.still = bits & 1;
        f.meets_turned = bits >> 1;
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
            double size = fabs(i ? raw->bodies[i].anchor.v[k] : raw->gravity.v[k]);
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
    for (uint32_t i = 0; i < count && s->left; i++) {
        double old = s->f->length;
        if (length[i] == old)
            continue;
        s->f->length = length[i];
        double cost = price(s);
        if (cost < s->best)
            s->best = cost;
        else
            s->f->length = old;
    }
}

void derivative_forms_search(const tree *t, const model *raw, derivative_finish *finish,
                             const objective *goal, uint64_t budget_operations, progress *life,
                             derivative_forms *f)
{
    search s = {t, raw, finish, goal, f, 0, budget_operations, budget_operations, life};
    s.best = price(&s);
    for (double before = INFINITY; s.best < before && s.left;) {
        before = s.best;
        search_length(&s);
        for (uint32_t i = 1; i < raw->count; i++)
            if (raw->bodies[i].kind == BODY_REVOLUTE)
                search_body(&s, i);
    }
}
