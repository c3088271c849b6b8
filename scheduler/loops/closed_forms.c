/* SPDX-License-Identifier: MIT */
#include "loops/closed_parts.h"

#include "algebra/rewrite.h"
#include "loops/rods.h"
#include "writers/classic.h"

#include <assert.h>

static status check(const tree *t, bool by_partition, diag *d)
{
    arena mem = arena_make();
    loops l;
    diag own = diag_make(&mem);
    status done = loops_find(&mem, t, &l, &own);
    if (done != STATUS_OK)
        (void)diag_error(d, own.error.at, "%s", own.error.text);
    for (uint32_t i = 0; done == STATUS_OK && i < l.all.count; i++)
        if (l.is_redundant[i])
            diag_note(d, t->cuts[l.all.list[i].cut].what.at,
                      "constraint '%s' is redundant: it is left out", l.all.list[i].name);
    if (done == STATUS_OK && by_partition)
        loops_note_condition(&l, d);
    arena_free(&mem);
    return done;
}

status closed_check(const tree *t, diag *d)
{
    return check(t, true, d);
}

status closed_check_augmented(const tree *t, diag *d)
{
    return check(t, false, d);
}

/* What check accepted is found again. */
static loops find(arena *mem, const tree *t)
{
    loops l;
    diag d = diag_make(mem);
    status done = loops_find(mem, t, &l, &d);
    assert(done == STATUS_OK);
    (void)done;
    return l;
}

closure closed_loops(const closed_writer *w, unsigned asked)
{
    closure c;
    bool solvable = closure_write(w->mem, w->l, w->form, asked, w->s, w->n, &c);
    assert(solvable);
    (void)solvable;
    return c;
}

mass_sums closed_mass(const closed_writer *w, unsigned wanted)
{
    mass_sums sums =
        w->forms ? mass_write(w->mem, w->t, w->forms->raw, w->forms->mass, wanted, w->s, w->n)
                 : classic_mass(w->mem, w->t, wanted, w->s, w->n);
    const rod_motions rods = rods_write(w->mem, w->t, w->form->frames, w->s, w->n);
    for (uint32_t i = 0; rods.count && i < sums.freedoms; i++) {
        sums.bias[i] = rods_bias(&rods, w->n, sums.bias[i], i);
        for (uint32_t k = 0; k <= i; k++) {
            poly *to = &sums.mass[mass_at(i, k)];
            *to = rods_mass(&rods, w->n, *to, i, k);
        }
    }
    return sums;
}

poly closed_given_acceleration(const closed_writer *w, uint32_t freedom)
{
    const uint32_t of_free = 6 * tree_free_bodies(w->t), body = freedom / 6;
    if (freedom >= of_free)
        return signals_coordinate(w->s, w->n, INPUT_QDD, freedom - of_free, 1, 0);
    return signals_vector(w->s, w->n, freedom % 6 < 3 ? INPUT_ACC : INPUT_OMEGAD,
                          w->t->bodies[tree_free_body(w->t, body)].name, body, freedom % 3);
}

static bool is_large(const closed_function *f, const tree *t)
{
    return f->is_large && f->is_large(t);
}

void closed_write(arena *mem, const tree *t, const closed_function *f, signals *s, net *n)
{
    loops l = find(mem, t);
    const closure_form form = {.frames = CONSTRAINT_FRAMES_OWN, .through_cuts = is_large(f, t)};
    const closed_writer w = {mem, t, &l, &form, NULL, s, n};
    f->write(&w);
    closure_complete_pivots(t, s, n);
    net_sweep(n);
}

/* --- the cheapest ----------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    const tree *t;
    const closed_function *f;
    const loops *l;
    tree_forms forms;
} closed_search;

static net write_shared(const closed_search *q, const closure_form *form, signals *s)
{
    arena writing = arena_make();
    *s = (signals){.mem = q->mem, .t = q->t};
    net n = net_make(&writing);
    const closed_writer w = {&writing, q->t, q->l, form, &q->forms, s, &n};
    q->f->write(&w);
    closure_complete_pivots(q->t, s, &n);
    net_sweep(&n);
    net_share_proved(&n);
    net out = net_move(&n, q->mem);
    s->derived = NULL; /* lived in what is freed */
    arena_free(&writing);
    return out;
}

/* Whether inverting systems of so many rows by cofactors makes a difference. */
static bool has_block_of(const loops *l, uint32_t rows)
{
    bool has = l->independent_count == rows; /* actuators */
    for (uint32_t k = 0; k < l->blocks_count; k++)
        has = has || l->blocks[k].count == rows;
    return has;
}

/* Every way to write closures, with the forms of the tree's equations as they are. Derivatives need
 * B, so they do not go through the cuts, but have two ways of their own. */
static void weigh_closures(const closed_search *q, equations *e, const char *what)
{
    enum { FRAMES = CONSTRAINT_FRAMES_OF_MASS + 1, WAYS = FRAMES * COFACTORS_MOST * 2 };
    /* the second half goes through the cuts */
    const uint32_t first = is_large(q->f, q->t) ? WAYS / 2 : 0;
    uint32_t best = UINT32_MAX;
    for (uint32_t k = first; k < WAYS; k++) {
        const bool other = k >= WAYS / 2;
        const closure_form form = {(constraint_frames)(k % FRAMES), k / FRAMES % COFACTORS_MOST + 1,
                                   other && !q->f->derivatives, other && q->f->derivatives};
        if (form.cofactors > 1 && (q->f->has_no_blocks || !has_block_of(q->l, form.cofactors)))
            continue;
        signals words;
        net n = write_shared(q, &form, &words);
        const uint32_t cost = net_cost_sum(net_count(&n));
        if (cost >= best)
            continue;
        best = cost;
        e->graph = n;
        e->words = words;
    }
    equations_record(q->mem, e, what, &e->graph);
}

void closed_choose(arena *mem, const tree *t, const equations_options *o, const closed_function *f,
                   equations *e)
{
    const objective goal = {0};
    const mass_use sums = {f->mass, mass_outputs};
    loops l = find(mem, t);
    model raw;
    model_build(mem, t, &raw);
    mass_forms mass = mass_forms_plain(mem, &raw);
    recursion_forms recursion = forms_plain(mem, &raw);
    derivative_forms derivative = derivative_forms_plain(mem, &raw);
    const closed_search q = {mem, t, f, &l, {&raw, &mass, &recursion, &derivative}};
    weigh_closures(&q, e, "loops closed, shared sums and products");
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(net_count(&e->graph)));
    if (!b.form_operations || (!f->mass && !f->recursion && !f->derivatives))
        return;
    progress_search(o->life, "forms of the equations");
    if (f->mass)
        mass_forms_search(t, &raw, &sums, &goal, b.form_operations, o->life, &mass);
    if (f->recursion)
        forms_search(t, &raw, &goal, b.form_operations, o->life, NULL, &recursion);
    if (f->derivatives)
        derivative_forms_search(t, &raw, derivatives_put, &goal, b.form_operations, o->life,
                                &derivative);
    progress_end(o->life);
    weigh_closures(&q, e, "loops closed, forms of each body");
}
