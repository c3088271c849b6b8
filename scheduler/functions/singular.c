/* SPDX-License-Identifier: MIT */
#include "functions/equations_parts.h"

/* The body that a freedom moves first. */
static const tree_body *body_of(const tree *t, uint32_t freedom)
{
    uint32_t of_free = 6 * tree_free_bodies(t), i = 1;
    if (freedom < of_free)
        return &t->bodies[tree_free_body(t, freedom / 6)];
    while (t->bodies[i].kind == BODY_FREE || t->bodies[i].coordinate != freedom - of_free)
        i++;
    return &t->bodies[i];
}

status equations_check_pivots(const tree *t, const equations *e, diag *d)
{
    for (uint32_t i = 0; i < e->words.results_count; i++) {
        const result *r = &e->words.results[i];
        const symbol *v = &e->graph.symbols[r->symbol];
        if (r->kind != OUTPUT_PIVOT || v->terms_count > 1 ||
            (v->terms_count == 1 && v->terms[0].count))
            continue;
        double value = v->terms_count ? term_coefficient(&e->graph, &v->terms[0]) : 0;
        const tree_body *b = body_of(t, r->index);
        const char *what = b->kind == BODY_FREE ? "free body" : "joint";
        if (value == 0)
            return diag_error(d, b->at,
                              "%s '%s' can move, and joints beyond it with it, without moving any "
                              "inertia: accelerations cannot be solved for", what, b->name);
        if (!(value > 0))
            return diag_error(d, b->at,
                              "%s '%s' moves an inertia of %g, which is not above zero: "
                              "accelerations cannot be solved for", what, b->name, value);
    }
    return STATUS_OK;
}
