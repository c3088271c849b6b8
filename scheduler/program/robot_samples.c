/* SPDX-License-Identifier: MIT */
#include "program/robot_samples.h"

#include "loops/loops.h"
#include "writers/base_numbers.h"

/* Not where constraints of the user's own come with the state, and not for fixed point, which was
 * made for all positions in the ranges of its inputs. */
static bool closes_loops(const ops *p, const tree *t)
{
    bool own = false;
    for (uint32_t i = 0; t && i < t->cuts_count; i++)
        own = own || t->cuts[i].what.kind == CUT_USER;
    return t && !own && !ops_has_points(p) && function_has(p->function, ARRAY_RESIDUAL);
}

/* What is known of base parameters, and what each link adds. */
static void find_base(arena *mem, const tree *t, sample_motions *at)
{
    model m;
    model_build(mem, t, &m);
    at->base_count = base_numbers_count(&m);
    at->base_links = t->parameters_count;
    const size_t rows = 1 + (size_t)at->base_links;
    double *base = ARENA_ARRAY(mem, double, rows * at->base_count + 1);
    inertia *links = ARENA_ARRAY(mem, inertia, at->base_links);
    base_numbers_values(t, &m, links, base);
    for (uint32_t k = 0; k < at->base_links; k++) {
        double *row = base + (k + 1) * (size_t)at->base_count;
        links[k] = t->parameters[k].nominal;
        base_numbers_values(t, &m, links, row);
        links[k] = (inertia){0};
        for (uint32_t i = 0; i < at->base_count; i++)
            row[i] -= base[i];
    }
    at->base = base;
}

status robot_samples(arena *mem, const tree *t, const ops *p, uint32_t steps, uint64_t seed,
                     bool within_limits, sample_set *out, diag *d)
{
    enum { MOTIONS = 1000 }; /* different ones; torques and accelerations differ in all states */
    sample_motions at = {.within_limits = within_limits};
    if (t && t->parameters_count)
        find_base(mem, t, &at);
    if (closes_loops(p, t)) {
        loops l;
        double *q, *qd;
        TRY(loops_find(mem, t, &l, d));
        at.count = loops_motions(mem, &l, steps < MOTIONS ? steps : MOTIONS, seed, &q, &qd);
        at.q = q;
        at.qd = qd;
        at.joints = t->coordinates_count;
    }
    *out = samples_make_at(mem, p, &at, steps, seed);
    return STATUS_OK;
}
