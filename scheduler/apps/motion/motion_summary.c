/* SPDX-License-Identifier: MIT */
#include "apps/motion/motion_summary.h"

#include "apps/motion/robot_partitions.h"
#include "apps/motion/robot_tangent.h"

/* Clock that steps a second are told for, where they are not measured. */
#define CORE_HZ 100e6

static double per(double sum, uint64_t of)
{
    return of ? sum / (double)of : 0;
}

static void print_work(double supplied, double dissipated, text *out)
{
    text_printf(out, "work              %.6g J supplied, %.6g J dissipated\n", supplied,
                dissipated);
}

static void print_natural(const natural_run *n, const simulation_report *r, text *out)
{
    if (n->steer.upper > 0)
        text_printf(out, "steered           %.3g to %.3g s, %u rejected, %u in index 1\n",
                    r->shortest_s, r->longest_s, n->steer.rejected, n->steer.steps_index1);
    text_printf(out, "iterations        %.2f per step, at most %u\n",
                per((double)n->passes, r->steps), n->passes_most);
    if (natural_has_work(n->motion.n))
        print_work(natural_supplied(&n->motion), n->motion.dissipated, out);
}

static void print_robot(const robot_motion *x, const simulation_report *r, text *out)
{
    text_printf(out, "evaluations       %.2f per step", per((double)x->evaluations, r->steps));
    if (x->l && x->cpu->evaluations)
        text_printf(out, ", %.2f passes each to close loops, at most %u",
                    per((double)x->cpu->passes, x->cpu->evaluations), x->cpu->passes_most);
    text_add(out, "\n");
    if (x->t->balls_count || x->free_count)
        text_printf(out, "quaternions       of length 1 within %.2g, before each step sets it\n",
                    x->turns_off);
    robot_tangent_print(x, out);
    robot_partitions_print(x, out);
    if (x->account)
        print_work(x->given.supplied, x->given.dissipated, out);
}

static void print_core(const core_accelerator *c, const simulation_report *r, text *out)
{
    const double cycles = per((double)c->evaluations, r->steps) * c->most;
    text_printf(out, "core              %s\ncycles predicted  %u per evaluation\n", c->address,
                c->predicted);
    text_printf(out, "cycles measured   %u, jitter %u%s\n", c->most, c->most - c->least,
                c->passes > c->evaluations ? ", and some evaluations were repeated" : "");
    text_printf(out, "on the core       %.0f cycles per step: %.4g steps a second at %g MHz\n",
                cycles, CORE_HZ / cycles, CORE_HZ / 1e6);
}

void motion_print(const motion_summary *s, text *out)
{
    const simulation_report *r = s->r;
    text_printf(out, "model             %s\nmethod            %s%s\n", s->model, s->method->name,
                !s->natural ? "" : s->natural->motion.o.way == SOLVE_DIRECT ? ", direct"
                                                                            : ", penalties");
    text_printf(out, "time              %.9g s%s\n", r->t,
                r->stopped ? ", stopped there" : r->ended ? ", where an event ends it" : "");
    text_printf(out, "steps             %llu of order %u, %llu refused; %.3g to %.3g s\n",
                (unsigned long long)r->steps, s->method->order, (unsigned long long)r->refused,
                r->shortest_s, r->longest_s);
    if (s->natural)
        print_natural(s->natural, r, out);
    else
        print_robot(s->robot, r, out);
    if (s->core && r->steps)
        print_core(s->core, r, out);
    if (s->events)
        events_print(s->events, r, out);
    text_printf(out, "energy            %.9g J, changes by at most %.4g\n", r->energy,
                r->energy_change);
    if (s->has_constraints)
        text_printf(out, "constraints       within %.2g, their rates within %.2g\n", r->open,
                    r->open_rate);
    text_printf(out, "speed             %.3g s, %.3g us per step\n", r->seconds,
                per(1e6 * r->seconds, r->steps));
    if (s->realtime)
        text_printf(out, "real time         worst step %.1f us of %.1f; %llu of %llu were late\n",
                    1e6 * r->worst_s, 1e6 * r->longest_s, (unsigned long long)r->late,
                    (unsigned long long)r->steps);
}

void motion_print_json(const motion_summary *s, text *out)
{
    const simulation_report *r = s->r;
    const natural_run *n = s->natural;
    text_add(out, "{\"model\": ");
    text_add_json_string(out, s->model);
    text_printf(out, ", \"method\": \"%s\", \"t\": ", s->method->name);
    text_add_number(out, r->t);
    text_printf(out, ", \"steps\": %llu, \"order\": %u, \"refused\": %llu, ",
                (unsigned long long)r->steps, s->method->order, (unsigned long long)r->refused);
    if (n)
        text_printf(out, "\"solve\": \"%s\", \"rejected\": %u, \"steps_index1\": %u, "
                         "\"iterations\": %.3f, \"iterations_most\": %u, \"supplied\": %.9g, "
                         "\"dissipated\": %.9g, ",
                    n->motion.o.way == SOLVE_DIRECT ? "direct" : "penalty", n->steer.rejected,
                    n->steer.steps_index1, per((double)n->passes, r->steps), n->passes_most,
                    natural_supplied(&n->motion), n->motion.dissipated);
    else
        text_printf(out, "\"evaluations\": %llu, \"passes\": %.3f, \"passes_most\": %u, ",
                    (unsigned long long)s->robot->evaluations,
                    per((double)s->robot->cpu->passes, s->robot->cpu->evaluations),
                    s->robot->cpu->passes_most);
    if (s->robot && (s->robot->t->balls_count || s->robot->free_count))
        text_printf(out, "\"quaternions_off\": %.3g, ", s->robot->turns_off);
    if (s->robot) {
        robot_tangent_print_json(s->robot, out);
        robot_partitions_print_json(s->robot, out);
    }
    if (s->core && s->core->evaluations)
        text_printf(out, "\"cycles_predicted\": %u, \"cycles_least\": %u, \"cycles_most\": %u, "
                         "\"repeated\": %llu, ",
                    s->core->predicted, s->core->least, s->core->most,
                    (unsigned long long)(s->core->passes > s->core->evaluations
                                             ? s->core->passes - s->core->evaluations
                                             : 0));
    if (s->realtime)
        text_printf(out, "\"worst_step\": %.6g, \"late\": %llu, ", r->worst_s,
                    (unsigned long long)r->late);
    if (s->events)
        events_print_json(s->events, r, s->rows, out);
    if (s->robot)
        text_printf(out, "\"supplied\": %.9g, \"dissipated\": %.9g, ", s->robot->given.supplied,
                    s->robot->given.dissipated);
    text_add(out, "\"energy\": ");
    text_add_number(out, r->energy);
    text_printf(out, ", \"energy_change\": %.6g, \"energy_exchanged\": %.6g, \"open\": %.3g, "
                     "\"open_rate\": %.3g, ",
                r->energy_change, simulation_exchanged(r), r->open, r->open_rate);
    if (s->robot) {
        text_add(out, "\"limits\": ");
        limits_print_json(s->robot->t, s->robot->passed, out);
        text_add(out, ", ");
    }
    text_printf(out, "\"step_shortest\": %.6g, \"step_longest\": %.6g, \"stopped\": %s, "
                     "\"seconds\": %.3g}\n",
                r->shortest_s, r->longest_s, r->stopped ? "true" : "false", r->seconds);
}

const char *motion_described(arena *mem, const motion_summary *s)
{
    const simulation_report *r = s->r;
    return arena_printf(mem, "%s, %llu steps of %s%.3g s; energy %.6g J, changes by at most %.3g",
                        s->method->name, (unsigned long long)r->steps,
                        r->shortest_s < 0.999 * r->longest_s ? "up to " : "", r->longest_s,
                        r->energy, r->energy_change);
}
