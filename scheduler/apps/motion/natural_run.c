/* SPDX-License-Identifier: MIT */
#include "apps/motion/natural_run.h"

static status failed(const natural_run *r, step_result why, diag *d)
{
    const place at = {0};
    if (why == STEP_LOST)
        return STATUS_SYSTEM; /* whoever does not answer has said why */
    if (why == STEP_DEPENDENT)
        return diag_error(d, at, "model '%s': constraints depend on each other at t = %.9g s, and "
                                 "only --solve penalty goes on from there",
                          r->motion.n->name, r->motion.t);
    return diag_system_error(d, at, "model '%s': no solution after t = %.9g s with steps of %.3g "
                                    "s: passes do not converge",
                             r->motion.n->name, r->motion.t, r->steer.h);
}

static status step(void *self, double until, diag *d)
{
    natural_run *r = self;
    const step_result done = steering_step(&r->steer, &r->motion, until, &r->energy);
    if (done != STEP_DONE)
        return failed(r, done, d);
    r->steps++;
    r->passes += r->motion.passes;
    if (r->motion.passes > r->passes_most)
        r->passes_most = r->motion.passes;
    if (!(r->steer.upper > 0) && r->steer.taken == r->step_s) /* times as products, not as sums */
        r->motion.t = (double)r->steps * r->step_s;
    return STATUS_OK;
}

static void look(void *self, moment *out)
{
    natural_run *r = self;
    *out = (moment){.t = r->motion.t, .step_s = r->steer.taken, .q = r->motion.q,
                    .qd = r->motion.qd,
                    .energy = natural_energy(r->motion.n, r->motion.t, r->motion.q,
                                             r->motion.qd),
                    .work = natural_supplied(&r->motion) - r->motion.dissipated,
                    .potential = natural_energy(r->motion.n, r->motion.t, r->motion.q, NULL),
                    .open = natural_open(&r->motion),
                    .open_rate = natural_open_rate(&r->motion), .refused = r->steer.rejected};
}

status natural_run_begin(arena *mem, const natural *n, const natural_plan *p, natural_run *out,
                         diag *d)
{
    *out = (natural_run){.step_s = p->step_s};
    out->steer = (steering){.upper = p->upper, .lower = p->lower, .switches = p->method->switches,
                            .step = p->method->natural, .h = p->step_s};
    const step_result done = natural_motion_begin(mem, n, &p->natural, &out->motion);
    if (done != STEP_DONE)
        return failed(out, done, d);
    out->energy = natural_balance(&out->motion);
    return STATUS_OK;
}

mover natural_run_mover(natural_run *r)
{
    const natural *n = r->motion.n;
    const track_columns columns = {.positions = n->names, .rates = n->names,
                                   .positions_count = n->count, .rates_count = n->count,
                                   .has_constraints = n->constraints_count > 0};
    return (mover){.self = r, .model = n->name, .columns = columns, .look = look,
                   .step = step};
}
