/* SPDX-License-Identifier: MIT */
/* Leapfrog, or velocity Verlet: rates by half a step, positions by a whole one along these, rates
 * by the other half. Of second order and symplectic, so that the energy swings and does not drift,
 * but only where accelerations depend on positions alone. */
#include "apps/motion/robot_cpu.h"

#include <string.h>

/* ---- what it fits ---------------------------------------------------------------------------- */

static bool is_rate(const ops *p, operand x, const bool *depends)
{
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return INPUT_KIND[p->inputs[OPERAND_INDEX(x)].kind].array == ARRAY_QD;
    case FROM_OP: return depends[OPERAND_INDEX(x)];
    default: return false;
    }
}

/* The joint whose acceleration depends on rates; NULL: none. */
static const char *depends_on_rates(const ops *p, arena *mem)
{
    bool *depends = ARENA_ARRAY(mem, bool, p->list_count + 1);
    for (uint32_t i = 0; i < p->list_count; i++)
        depends[i] = is_rate(p, p->list[i].a, depends) || is_rate(p, p->list[i].b, depends);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_QDD && is_rate(p, p->outputs[i].value, depends))
            return p->outputs[i].of;
    return NULL;
}

static status refuse(const robot_motion *x, const char *why, diag *d)
{
    return diag_error(d, (place){0}, "method 'leapfrog' takes accelerations that depend on "
                      "positions alone: of robot '%s' %s", x->t->name, why);
}

status robot_fits_leapfrog(const robot_motion *x, diag *d)
{
    TRY(tree_check_hinges(x->t, "method 'leapfrog'", d));
    if (x->free_count)
        return refuse(x, "those of bodies that turn freely depend on how they turn", d);
    if (x->states || x->laws)
        return refuse(x, "laws with states or in C may depend on rates", d);
    const char *joint = depends_on_rates(&x->cpu->forward.p, d->mem);
    if (!joint)
        return STATUS_OK;
    return refuse(x, arena_printf(d->mem, "that of joint '%s' depends on rates, because %s", joint,
                                  robot_is_conservative(x->t)
                                      ? "its mass matrix depends on positions"
                                      : "forces do, or its mass matrix depends on positions"), d);
}

/* ---- a step ---------------------------------------------------------------------------------- */

status robot_step_leapfrog(robot_motion *x, double h, diag *d)
{
    const uint32_t n = x->positions;
    double *q = x->work + n, *qd = q + n, *a = qd + n;
    if (!x->has_accelerations) {
        TRY(robot_fits_leapfrog(x, d));
        memcpy(q, x->q, n * sizeof *q);
        memcpy(qd, x->qd, x->rates * sizeof *qd);
        TRY(robot_accelerate(x, x->t_s, q, qd, x->qdd, d));
        x->has_accelerations = true;
    }
    robot_go(x, h / 2, x->qd, x->qdd, q, qd);
    if (x->account) { /* both forces meet the rates in the middle */
        robot_work_look(x, x->q, qd);
        x->power_here = x->power;
    }
    robot_go(x, h, qd, x->qdd, q, a);
    TRY(robot_accelerate(x, x->t_s + h, q, qd, a, d));
    for (uint32_t i = 0; i < x->rates; i++)
        qd[i] += x->is_integrated[i] ? h / 2 * a[i] : 0;
    TRY(robot_settle(x, x->t_s + h, q, qd, d));
    memcpy(x->qdd, a, x->rates * sizeof *a);
    works_add(&x->given, h / 2, &x->power_here);
    works_add(&x->given, h / 2, &x->power);
    return STATUS_OK;
}
