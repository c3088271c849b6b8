/* SPDX-License-Identifier: MIT */
/* Accelerations on the CPU, in binary64. */
#include "apps/motion/robot_cpu.h"

#include "apps/motion/robot_measures.h"
#include "apps/motion/robot_partitions.h"

#include <math.h>
#include <string.h>

/* The largest sum of squares that a block of constraints has left. */
static double loops_residual(const function_numbers *f)
{
    double most = 0;
    for (uint32_t k = f->first[OUTPUT_RESIDUAL]; k < f->first[OUTPUT_RESIDUAL + 1]; k++) {
        const double left = f->out[f->places[k].from];
        if (isnan(left) || left > most)
            most = left;
    }
    return most;
}

/* Those of independent joints are zeros, which mean nothing. */
static void take_closed(const function_numbers *f, const loops *l, double *q)
{
    for (uint32_t k = f->first[OUTPUT_CLOSED_Q]; k < f->first[OUTPUT_CLOSED_Q + 1]; k++)
        if (l->place[f->places[k].to] != LOOPS_NONE)
            q[f->places[k].to] = f->out[f->places[k].from];
}

status loops_left_open_error(const char *of, double t, const char *which, double share,
                             diag *d)
{
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s the loops do not close: "
                             "constraint '%s', which was left out as redundant, is open by %.3g of "
                             "its terms", of, t, which, share);
}

status loops_close(function_numbers *f, const loops *l, robot_state *s, double *q, double t,
                   uint32_t *passes, diag *d)
{
    double most = 0;
    uint32_t left = 0;
    bool is_closed = false;
    s->q = q;
    for (*passes = 1; *passes <= ROBOT_PASSES_MOST; ++*passes) {
        const bool regular = function_numbers_run(f, s);
        most = l ? loops_residual(f) : 0;
        if (!regular)
            return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s its equations "
                                     "cannot be solved%s", f->p.robot, t,
                                     l ? ": other independent joints (--independent, --partition) "
                                         "may help"
                                       : "");
        left = f->has_left_out ? results_left_open(&f->p, f->out) : f->p.outputs_count;
        is_closed = most <= ROBOT_CLOSED_WITHIN * ROBOT_CLOSED_WITHIN;
        if (is_closed && left == f->p.outputs_count)
            return STATUS_OK;
        take_closed(f, l, q);
    }
    if (is_closed)
        return loops_left_open_error(f->p.robot, t, f->p.outputs[left].of, sqrt(f->out[left]), d);
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s the loops do not close: "
                             "%.3g m or rad is left", f->p.robot, t, sqrt(most));
}

/* What laws and what takes energy are asked with: with loops the pass that closed them told rates
 * of dependent joints. */
static void take_rates(robot_cpu *c, const motion_query *x)
{
    const robot_motion *m = c->of;
    double *rates = m->law_rates;
    memcpy(rates, x->qd, m->rates * sizeof *rates);
    for (uint32_t i = 0; i < c->forward.p.outputs_count; i++) {
        const ops_output *o = &c->forward.p.outputs[i];
        if (o->kind == OUTPUT_CLOSED_QD && m->l->place[o->index] != LOOPS_NONE)
            rates[o->index] = c->forward.out[i];
    }
}

static status answer(void *self, double t, motion_query *x, diag *d)
{
    robot_cpu *c = self;
    const robot_motion *m = c->of;
    const loops *l = m->l;
    robot_state s = {.qd = x->qd, .tau = x->tau, .imposed = x->imposed,
                     .free_motion = x->free_motion, .wrench = x->wrench,
                     .base_parameters = x->base_parameters, .numbers = x->numbers,
                     .element_forces = m->element_forces};
    uint32_t passes = 0;
    if (l || !m->laws)
        TRY(loops_close(&c->forward, l, &s, x->q, t, &passes, d));
    if (m->laws || m->states || m->account)
        take_rates(c, x);
    if (m->laws) {
        TRY(law_calls_at(m->laws, m->t, LAW_FORCES, t, x->q, m->law_rates, m->bodies,
                         m->element_forces, d));
        TRY(loops_close(&c->forward, l, &s, x->q, t, &passes, d));
    }
    function_numbers_take(&c->forward, OUTPUT_QDD, x->qdd);
    function_numbers_take(&c->forward, OUTPUT_REACTION, x->reaction);
    function_numbers_take(&c->forward, OUTPUT_FREE_LINEAR, x->free_acceleration);
    function_numbers_take(&c->forward, OUTPUT_FREE_ANGULAR, x->free_acceleration);
    c->passes += passes;
    c->evaluations++;
    if (passes > c->passes_most)
        c->passes_most = passes;
    return STATUS_OK;
}

accelerator robot_cpu_accelerator(robot_cpu *c)
{
    return (accelerator){c, answer};
}

void robot_cpu_compile(robot_cpu *c, diag *d)
{
    const char *why = function_numbers_compile(&c->forward);
    if (why)
        diag_note(d, (place){0}, "the equations are interpreted, which takes longer: %s", why);
    robot_measures_compile(c->of->measures);
    if (c->of->partitions)
        robot_partitions_compile(c);
    if (c->of->account && c->of->account->has_tyres)
        (void)function_numbers_compile(&c->of->account->tyres); /* else the evaluator does */
}

void robot_cpu_release(robot_cpu *c)
{
    if (c->of) /* the chain leaves it empty */
        robot_measures_release(c->of->measures);
    if (c->of && c->of->partitions)
        robot_partitions_release(c);
    else
        function_numbers_release(&c->forward);
    if (c->of && c->of->account)
        function_numbers_release(&c->of->account->tyres);
}
