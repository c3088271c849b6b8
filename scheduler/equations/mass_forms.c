#include "equations/forms.h"
#include "equations/mass.h"
#include "equations/rewrite.h"

#include <math.h>
#include <string.h>

mass_forms mass_forms_plain(arena *mem, const model *raw)
{
    mass_forms f = {ARENA_ARRAY(mem, mass_form, raw->count),
                    ARENA_ARRAY(mem, uint32_t, (size_t)raw->count * raw->count), 1,
                    forms_plain(mem, raw)};
    for (uint32_t i = 1; i < raw->count; i++)
        for (uint32_t k = raw->bodies[i].parent; k; k = raw->bodies[k].parent)
            f.meet[i * raw->count + k] = k;
    return f;
}

net mass_forms_write(arena *mem, const tree *t, const model *raw, const mass_forms *f,
                     const mass_use *use, bool shared, signals *s)
{
    arena writing = arena_make(), sharing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = net_make(&writing);
    mass_sums sums = mass_write(&writing, t, raw, f, use->wanted, s, &n);
    use->finish(&writing, t, &sums, s, &n);
    net_sweep(&n);
    if (shared) { /* the sums under construction are the larger part of the memory: they go first */
        n = net_move(&n, &sharing);
        arena_free(&writing);
        net_share_parts(&n);
    }
    n = net_move(&n, mem);
    arena_free(&writing);
    arena_free(&sharing);
    return n;
}

typedef struct {
    const tree *t;
    const model *raw;
    const mass_use *use;
    const objective *goal;
    mass_forms *f;
    double best;
    uint64_t left, all; /* of the budget */
    progress *life;
} search;

/* Writing a body takes as long as at least so many operations, even if most are swept away. */
enum { BODY_OPERATIONS = 48 };

static double price(search *s)
{
    arena mem = arena_make();
    signals inputs;
    net n = mass_forms_write(&mem, s->t, s->raw, s->f, s->use, true, &inputs);
    net_cost c = net_count(&n);
    double cost = objective_price(s->goal, &n);
    arena_free(&mem);
    uint64_t operations = net_cost_sum(c), least = (uint64_t)BODY_OPERATIONS * s->raw->count;
    uint64_t spent = operations > least ? operations : least;
    s->left -= s->left < spent ? s->left : spent;
    if (!progress_continue(s->life, 1 - (double)s->left / (double)s->all))
        s->left = 0;
    return cost;
}

static void try_form(search *s, uint32_t i, mass_form trial)
{
    mass_form old = s->f->of[i];
    if (!s->left || memcmp(&old, &trial, sizeof old) == 0)
        return;
    s->f->of[i] = trial;
    double cost = price(s);
    if (cost < s->best)
        s->best = cost;
    else
        s->f->of[i] = old;
}

static void try_body(search *s, uint32_t i, body_form trial)
{
    body_form old = s->f->bias.of[i];
    if (!s->left)
        return;
    s->f->bias.of[i] = trial;
    double cost = price(s);
    if (cost < s->best)
        s->best = cost;
    else
        s->f->bias.of[i] = old;
}

static void search_body(search *s, uint32_t i)
{
    mass_form f = s->f->of[i];
    f.unturned ^= 1;
    try_form(s, i, f);
    body_form b = s->f->bias.of[i];
    b.tensor ^= 1;
    try_body(s, i, b);
    b = s->f->bias.of[i];
    b.absorbed ^= 1;
    try_body(s, i, b);
}

/* The meeting places of one pair. */
static void search_pair(search *s, uint32_t i, uint32_t k)
{
    uint32_t *meet = &s->f->meet[i * s->raw->count + k];
    for (uint32_t j = s->raw->bodies[i].parent; s->left; j = s->raw->bodies[j].parent) {
        uint32_t old = *meet;
        if (j != old) {
            *meet = j;
            double cost = price(s);
            if (cost < s->best)
                s->best = cost;
            else
                *meet = old;
        }
        if (j == k)
            break;
    }
}

enum { MOST_SCALES = 48 };

/* Lengths that make an anchor, gravity or a first moment 1. */
static uint32_t length_candidates(const model *raw, double *scale)
{
    arena mem = arena_make();
    model m = model_copy(&mem, raw);
    model_regroup(&m, NULL);
    uint32_t count = 0;
    scale[count++] = 1;
    for (uint32_t i = 1; i < m.count; i++)
        for (int k = 0; k < 3; k++) {
            double size[2] = {fabs(m.bodies[i].anchor.v[k]), 1 / fabs(m.bodies[i].first.v[k])};
            for (int j = 0; j < 2; j++)
                if (size[j] > 0 && isfinite(size[j]) && count < MOST_SCALES)
                    scale[count++] = size[j];
        }
    arena_free(&mem);
    return count;
}

static void search_length(search *s)
{
    double scale[MOST_SCALES];
    uint32_t count = length_candidates(s->raw, scale);
    for (uint32_t i = 0; i < count && s->left; i++) {
        double old = s->f->length;
        s->f->length = scale[i];
        double cost = price(s);
        if (cost < s->best)
            s->best = cost;
        else
            s->f->length = old;
    }
}

static void search_matrix(search *s)
{
    search_length(s);
    for (uint32_t i = s->raw->count; i-- > 1;)
        if (s->raw->bodies[i].kind == BODY_REVOLUTE)
            search_body(s, i);
    for (uint32_t i = 1; i < s->raw->count; i++)
        for (uint32_t k = s->raw->bodies[i].parent; k; k = s->raw->bodies[k].parent)
            search_pair(s, i, k);
}

static net write_use(const void *context, arena *mem)
{
    const search *s = context;
    signals inputs;
    return mass_forms_write(mem, s->t, s->raw, s->f, s->use, true, &inputs);
}

static void search_bias(search *s, uint64_t budget)
{
    mass_use use = {s->use->wanted & ~(unsigned)MASS_MATRIX, s->use->finish};
    search alone = *s;
    alone.use = &use;
    forms_writer writer = {write_use, &alone};
    uint64_t left = forms_search(s->raw, &writer, s->goal, budget, s->life, &s->f->bias);
    s->left -= budget - left;
}

void mass_forms_search(const tree *t, const model *raw, const mass_use *use, const objective *goal,
                       uint64_t budget_operations, progress *life, mass_forms *f)
{
    search s = {t, raw, use, goal, f, 0, budget_operations, budget_operations, life};
    bool both = (use->wanted & MASS_MATRIX) && (use->wanted & MASS_BIAS);
    if (use->wanted & MASS_BIAS)
        search_bias(&s, both ? budget_operations / 2 : budget_operations);
    s.best = price(&s);
    for (double before = INFINITY; s.best < before && s.left;) {
        before = s.best;
        search_matrix(&s);
    }
}
