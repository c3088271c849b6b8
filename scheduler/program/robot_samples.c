/* SPDX-License-Identifier: MIT */
#include "program/robot_samples.h"

#include "loops/loops.h"

/* Not where constraints of the user's own come with the state, and not for fixed point, which was
 * made for all positions in the ranges of its inputs. */
static bool closes_loops(const ops *p, const tree *t)
{
    bool own = false;
    for (uint32_t i = 0; t && i < t->cuts_count; i++)
        own = own || t->cuts[i].what.kind == CUT_USER;
    return t && !own && !ops_has_points(p) && function_has(p->function, ARRAY_RESIDUAL);
}

status robot_samples(arena *mem, const tree *t, const ops *p, uint32_t steps, uint64_t seed,
                     bool within_limits, sample_set *out, diag *d)
{
    enum { MOTIONS = 1000 }; /* different ones; torques and accelerations differ in all states */
    sample_motions at = {.within_limits = within_limits};
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
