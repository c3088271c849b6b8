/* SPDX-License-Identifier: MIT */
/* Forward dynamics in O(N): the function `aba`, and one of the two ways of `fd`. */
#include "algebra/rewrite.h"
#include "functions/functions.h"
#include "writers/articulated.h"

bool articulated_takes(const tree *t, uint32_t *body)
{
    arena mem = arena_make();
    bool *moves = ARENA_ARRAY(&mem, bool, t->coordinates_count + 1), takes = true;
    for (*body = 1; *body < t->bodies_count; ++*body) {
        const tree_body *b = &t->bodies[*body];
        if (b->kind == BODY_FREE || b->rate == RATE_NONE)
            continue;
        takes = !moves[b->coordinate] && !t->coordinates[b->coordinate].driven;
        moves[b->coordinate] = true;
        if (!takes)
            break;
    }
    arena_free(&mem);
    return takes;
}

static net articulated_net(arena *mem, const tree *t, const model *raw, const mass_forms *f,
                           signals *s)
{
    arena writing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = net_make(&writing);
    articulated_write(&writing, t, raw, f, s, &n);
    return net_share_into(&n, &writing, mem);
}

/* --- the producer ---------------------------------------------------------------------------- */

static void write_plain(arena *mem, const tree *t, signals *s, net *n)
{
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    articulated_write(mem, t, &raw, &f, s, n);
}

/* In the forms that suit a goal; no search with a budget of 0. */
static net best_forms(arena *mem, const tree *t, const equations_options *o, const objective *goal,
                      uint64_t budget, signals *words)
{
    const mass_use bias = {MASS_BIAS | MASS_VELOCITY, mass_outputs};
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    progress_search(o->life, "forms of the equations");
    if (budget)
        mass_forms_search(t, &raw, &bias, goal, budget, o->life, &f);
    progress_end(o->life);
    return articulated_net(mem, t, &raw, &f, words);
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    const objective goal = {0};
    e->graph = best_forms(mem, t, o, &goal, 0, &e->words);
    equations_record(mem, e, "articulated bodies, shared sums and products", &e->graph);
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(net_count(&e->graph)));
    if (!b.form_operations)
        return;
    e->graph = best_forms(mem, t, o, &goal, b.form_operations, &e->words);
    equations_record(mem, e, "articulated bodies, forms of the bias", &e->graph);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o,
                       const objective *goal, signals *words)
{
    return best_forms(mem, t, o, goal, effort_budget_of(o->effort, 0).form_operations, words);
}

static status check(const tree *t, diag *d)
{
    uint32_t body;
    if (articulated_takes(t, &body))
        return STATUS_OK;
    return diag_error(d, t->bodies[body].at,
                      "joint '%s' follows another or its motion is imposed, which function 'aba' "
                      "cannot have; 'fd' takes it", t->bodies[body].name);
}

const producer PRODUCER_ABA = {
    .write = write_plain, .choose_forms = choose_forms, .short_forms = short_forms, .check = check};
