/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_motion.h"

#include "apps/motion/chain.h"
#include "apps/motion/dense.h"
#include "apps/motion/robot_measures.h"
#include "apps/motion/robot_cpu.h"
#include "apps/motion/robot_partitions.h"
#include "apps/motion/robot_tangent.h"
#include "apps/motion/robot_turns.h"
#include "robot/numbers.h"
#include "writers/base_numbers.h"

#include <math.h>
#include <string.h>

static double *numbers(arena *mem, uint32_t count)
{
    return ARENA_ARRAY(mem, double, count + 1);
}

/* ---- what acts at a time --------------------------------------------------------------------- */

static status take_courses(robot_motion *x, double t, double *q, double *qd, diag *d)
{
    if (x->torques) {
        TRY(course_at(x->torques, t, x->course_values, d));
        for (uint32_t k = 0; k < x->torques->columns; k++)
            x->tau[x->torque_of[k]] = x->course_values[k];
    }
    for (uint32_t k = 0; x->drives && k < x->drives->columns; k++) {
        double of[3];
        TRY(course_smooth_at(x->drives, t, k, of, d));
        q[x->drive_of[k]] = of[0];
        qd[x->drive_of[k]] = of[1];
        x->imposed[x->drive_of[k]] = of[2];
    }
    return STATUS_OK;
}

void robot_changes(const robot_motion *x, const double *q, const double *qd, double *changes)
{
    memcpy(changes, qd, x->count * sizeof *changes);
    robot_turns_changes(x, q, qd, changes);
    if (x->states)
        robot_energy(x->t, q, qd, x->bodies);
    for (uint32_t i = 0; i < x->states; i++) {
        const tree_element *e = &x->t->elements[x->state_of[i]];
        const uint32_t at = x->positions - x->states + i;
        double along[2];
        element_along(e, q, qd, x->bodies, along);
        changes[at] = law_rate(e->what.formula, along[0], along[1], q[at]);
    }
}

static status not_finite(const robot_motion *x, double t, diag *d)
{
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s the motion is not finite: "
                                            "shorter steps may help", x->t->name, t);
}

/* Solves J_v y = side, side by place of rows. */
static bool solve_dependent(robot_motion *x)
{
    const loops *l = x->l;
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t k = 0; k < l->count; k++)
            x->square[(size_t)i * l->count + k] =
                x->open.row[(size_t)l->row[i] * x->count + l->dependent[k]];
    return dense_solve_any(x->square, l->count, x->side, 1);
}

bool robot_rates_follow(robot_motion *x, double *qd)
{
    const loops *l = x->l;
    for (uint32_t i = 0; i < l->count; i++) {
        x->side[i] = 0;
        for (uint32_t k = 0; k < x->count; k++)
            if (l->place[k] == LOOPS_NONE)
                x->side[i] -= x->open.row[(size_t)l->row[i] * x->count + k] * qd[k];
    }
    if (!solve_dependent(x))
        return false;
    for (uint32_t i = 0; i < l->count; i++)
        qd[l->dependent[i]] = x->side[i];
    return true;
}

static status do_not_close(const robot_motion *x, double t, double most, diag *d)
{
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s the loops do not close: "
                                            "%.3g m or rad is left", x->t->name, t, most);
}

status robot_lead(robot_motion *x, double t, const double *q, double *qd, diag *d)
{
    if (!tree_rolls(x->t))
        return STATUS_OK;
    robot_constraints_at(x, q);
    return robot_rates_follow(x, qd) ? STATUS_OK : do_not_close(x, t, 0, d);
}

/* Those of dependent joints, on the CPU as the pass that closed the loops told them. */
static status take_dependent_rates(robot_motion *x, double t, const double *q, double *qd, diag *d)
{
    if (x->from.self != x->cpu) {
        robot_constraints_at(x, q);
        return robot_rates_follow(x, qd) ? STATUS_OK : do_not_close(x, t, 0, d);
    }
    for (uint32_t i = 0; i < x->count; i++)
        qd[i] = x->l->place[i] != LOOPS_NONE ? x->law_rates[i] : qd[i];
    return STATUS_OK;
}

status robot_accelerate(robot_motion *x, double t, double *q, double *qd, double *qdd, diag *d)
{
    TRY(take_courses(x, t, q, qd, d));
    robot_turns_angles(x, q);
    motion_query ask = {.q = q, .qd = qd, .tau = x->tau, .imposed = x->imposed, .qdd = qdd,
                        .reaction = x->tau, .free_motion = x->free_motion, .wrench = x->wrench,
                        .free_acceleration = x->free_acceleration,
                        .base_parameters = x->base_parameters, .numbers = x->numbers};
    for (uint32_t i = 0; i < x->states; i++)
        x->element_forces[7 * (size_t)x->state_of[i] + 3] = q[x->positions - x->states + i];
    for (uint32_t k = 0; k < x->free_count; k++)
        free_to_motion(qd + x->count + FREE_RATES * k, x->free_motion + FREE_MOTION * k);
    x->evaluations++;
    TRY(x->from.answer(x->from.self, t, &ask, d));
    for (uint32_t k = 0; k < x->free_count; k++)
        free_from_acceleration(q + x->count + FREE_POSITIONS * k, x->t->gravity_ms2,
                               x->free_acceleration + FREE_ACCELERATION * k,
                               qdd + x->count + FREE_RATES * k);
    if (x->l && !x->drifts && (x->states || x->account))
        TRY(take_dependent_rates(x, t, q, qd, d));
    if (x->account)
        robot_work_look(x, q, qd);
    return STATUS_OK;
}

/* Newton's method for positions of dependent joints, then their rates, from those of the others. */
static status close_loops(robot_motion *x, double t, diag *d)
{
    const loops *l = x->l;
    double most = 0;
    for (uint32_t pass = 0; pass < ROBOT_PASSES_MOST; pass++) {
        most = 0;
        for (uint32_t i = 0; i < l->count; i++) {
            x->side[i] = -x->open.value[l->row[i]];
            most = fmax(most, fabs(x->side[i]));
        }
        if (most <= ROBOT_CLOSED_WITHIN || !solve_dependent(x))
            break;
        for (uint32_t i = 0; i < l->count; i++)
            x->q[l->dependent[i]] += x->side[i];
        robot_constraints_at(x, x->q);
    }
    const bool closed = most <= ROBOT_CLOSED_WITHIN && robot_rates_follow(x, x->qd);
    return closed ? STATUS_OK : do_not_close(x, t, most, d);
}

/* Constraints that were left out are solved for by nobody: only looked at. */
static status look_at_left_out(const robot_motion *x, double t, diag *d)
{
    const left_open left = loops_left_open(x->l, &x->open, x->qd,
                                           x->drifts ? LEFT_OUT_WITHIN32 : LEFT_OUT_WITHIN64);
    return left.which == LOOPS_NONE
               ? STATUS_OK
               : loops_left_open_error(x->t->name, t, x->l->all.list[left.which].name, left.share,
                                       d);
}

status robot_settle(robot_motion *x, double t, const double *q, const double *qd, diag *d)
{
    memmove(x->q, q, x->positions * sizeof *q);
    memmove(x->qd, qd, x->rates * sizeof *qd);
    TRY(take_courses(x, t, x->q, x->qd, d));
    robot_turns_settle(x);
    if (!isfinite(dense_largest(x->q, x->positions) + dense_largest(x->qd, x->rates)))
        return not_finite(x, t, d);
    if (x->l)
        robot_constraints_at(x, x->q);
    if (x->l && !x->drifts)
        TRY(close_loops(x, t, d));
    if (x->l)
        TRY(look_at_left_out(x, t, d));
    x->energy = robot_measures_energy(x);
    if (!isfinite(x->energy.all))
        return not_finite(x, t, d);
    x->t_s = t;
    return STATUS_OK;
}

const char *robot_law_state_name(arena *mem, const robot_motion *x, uint32_t i)
{
    const robot_element *e = &x->t->elements[x->state_of[i]].what;
    return arena_printf(mem, "%s.%s", e->name, e->state);
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Of all columns at a time. */
static uint32_t course_room(const robot_motion *x)
{
    const uint32_t torques = x->torques ? x->torques->columns : 0;
    return torques > x->count ? torques : x->count;
}

static status take_course(arena *mem, robot_motion *x, const char *path, bool drives,
                          const course **out, uint32_t **of, diag *d)
{
    if (!path)
        return STATUS_OK;
    course *c = ARENA_ARRAY(mem, course, 1);
    TRY(course_read(mem, path, c, d));
    *of = ARENA_ARRAY(mem, uint32_t, c->columns);
    for (uint32_t k = 0; k < c->columns; k++) {
        uint32_t joint;
        TRY(robot_joint_find(x->t, path, c->names[k], strlen(c->names[k]), &joint, d));
        if (x->t->coordinates[joint].driven != drives)
            return diag_error(d, (place){.file = path}, "joint '%s' is %sdriven (--drive), so that "
                              "this file must not give its %s", c->names[k], drives ? "not " : "",
                              drives ? "motion" : "torque");
        (*of)[k] = joint;
    }
    if (drives)
        course_smooth(mem, c);
    *out = c;
    x->course_values = numbers(mem, course_room(x));
    return STATUS_OK;
}

static status check_driven(const robot_motion *x, diag *d)
{
    for (uint32_t i = 0; i < x->count; i++) {
        bool has_course = !x->t->coordinates[i].driven;
        for (uint32_t k = 0; x->drives && k < x->drives->columns; k++)
            has_course = has_course || x->drive_of[k] == i;
        if (!has_course)
            return diag_error(d, (place){0}, "joint '%s' is driven: --motion FILE.csv must say how "
                                             "it moves", x->t->coordinates[i].name);
    }
    return STATUS_OK;
}

static status find_loops(arena *mem, robot_motion *x, diag *d)
{
    if (!x->t->cuts_count)
        return STATUS_OK;
    for (uint32_t k = 0; k < x->t->cuts_count; k++)
        if (x->t->cuts[k].what.kind == CUT_USER)
            return diag_error(d, x->t->cuts[k].what.at, "constraint '%s' of the user's own cannot "
                              "be simulated here", x->t->cuts[k].what.name);
    loops *l = ARENA_ARRAY(mem, loops, 1);
    TRY(loops_find(mem, x->t, l, d));
    x->l = l;
    memcpy(x->q, l->closed, x->count * sizeof *x->q);
    x->open = constraint_numbers_make(mem, x->t);
    x->square = numbers(mem, l->count * l->count);
    x->side = numbers(mem, l->count);
    return STATUS_OK;
}

static void make_room(arena *mem, robot_motion *x)
{
    const struct {
        double **of;
        uint32_t count;
    } each[] = {{&x->q, x->positions}, {&x->qd, x->rates}, {&x->qdd, x->rates},
                {&x->tau, x->count}, {&x->imposed, x->count},
                {&x->free_motion, FREE_MOTION * x->free_count},
                {&x->wrench, FREE_ACCELERATION * x->free_count},
                {&x->free_acceleration, FREE_ACCELERATION * x->free_count},
                {&x->element_forces, 7 * x->t->elements_count},
                {&x->element_states, 6 * x->t->elements_count}, {&x->law_rates, x->rates},
                {&x->work, ROBOT_WORK_ARRAYS * x->positions}};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++)
        *each[k].of = numbers(mem, each[k].count);
    x->bodies = ARENA_ARRAY(mem, body_motion, x->t->bodies_count);
    x->is_integrated = ARENA_ARRAY(mem, bool, x->positions + 1);
    x->is_led = ARENA_ARRAY(mem, bool, x->positions + 1);
    x->passed = limits_begin(mem, x->t);
    x->cpu = ARENA_ARRAY(mem, robot_cpu, 1);
    x->known = known_angles(mem, x->positions);
}

/* Accelerations by the evaluator. */
static status take_cpu(arena *mem, const robot_plan *p, robot_motion *x, diag *d)
{
    x->cpu->of = x;
    x->from = robot_cpu_accelerator(x->cpu);
    if (p->laws) {
        TRY(function_numbers_make(mem, p->passes, p->forms, FUNCTION_ELEMENTS, p->laws,
                                  &x->cpu->asked, d));
        x->cpu->asked.known = x->known;
    }
    TRY(function_numbers_make(mem, p->passes, p->forms, x->l ? FUNCTION_CLOSED_FD : FUNCTION_FD,
                              p->laws, &x->cpu->forward, d));
    x->cpu->forward.known = x->known;
    return STATUS_OK;
}

/* From here on all joints move by themselves, from a closed start. */
static status take_chain(arena *mem, robot_motion *x, diag *d)
{
    chain *c;
    if (!x->l)
        return diag_error(d, (place){0}, "robot '%s' has no loops, which method chain is for",
                          x->t->name);
    TRY(chain_make(mem, x->t, x->l, &c, d));
    x->from = chain_accelerator(c);
    x->drifts = true;
    for (uint32_t i = 0; i < x->count; i++)
        x->is_integrated[i] = true;
    return STATUS_OK;
}

/* Equations are of the tree of the file; what moves and has energy has these values. */
static void take_values(arena *mem, const robot_plan *p, robot_motion *x)
{
    const tree *of = &p->forms->tree;
    const parameter_values values = p->values ? *p->values : parameter_values_nominal(mem, of);
    model m;
    if (!of->parameters_count && !of->numbers_count)
        return;
    x->numbers = values.numbers;
    if (of->parameters_count) {
        model_build(mem, of, &m);
        x->base_parameters = numbers(mem, base_numbers_count(&m));
        base_numbers_values(of, &m, values.links, x->base_parameters);
    }
    tree *moves = ARENA_ARRAY(mem, tree, 1);
    *moves = tree_with_values(mem, of, &values);
    x->t = moves;
}

status robot_states_refuse(const tree *t, const char *who, diag *d)
{
    const uint32_t k = tree_law_with_state(t);
    if (k == t->elements_count)
        return STATUS_OK;
    const robot_element *e = &t->elements[k].what;
    return diag_error(d, e->at, "element '%s': its law has a state '%s', and %s has none: "
                      "'simulate' on the CPU integrates it", text_shown(d->mem, e->name),
                      e->formula->state, who);
}

static void find_states(arena *mem, robot_motion *x)
{
    x->state_of = ARENA_ARRAY(mem, uint32_t, x->t->elements_count + 1);
    for (uint32_t k = 0; k < x->t->elements_count; k++) {
        const element_formula *f = x->t->elements[k].what.formula;
        if (f && f->state)
            x->state_of[x->states++] = k;
    }
}

void robot_take_roles(robot_motion *x)
{
    for (uint32_t i = 0; i < x->positions; i++) {
        const bool depends = i < x->count && x->l && x->l->place[i] != LOOPS_NONE;
        x->is_integrated[i] = i >= x->count || (!x->t->coordinates[i].driven && !depends);
        x->is_led[i] = depends && tree_rolls(x->t);
    }
}

status robot_motion_begin(arena *mem, const robot_plan *p, robot_motion *out, diag *d)
{
    const tree *t = &p->forms->tree;
    robot_motion *x = out;
    *x = (robot_motion){.t = t, .count = t->coordinates_count, .iterations = p->iterations,
                        .free_count = tree_free_bodies(t), .step = p->step, .laws = p->laws,
                        .adapts = p->adapts, .tolerance = p->tolerance,
                        .absolute = p->absolute, .dissipation = p->dissipation};
    find_states(mem, x);
    x->positions = x->count + FREE_POSITIONS * x->free_count + BALL_POSITIONS * t->balls_count +
                   x->states;
    x->rates = x->count + FREE_RATES * x->free_count;
    if (x->free_count && t->gravity_is_input)
        return diag_error(d, (place){0}, "--gravity input: robot '%s' falls as it says, so that "
                                         "numbers are expected here", t->name);
    TRY(robot_turns_check(x, d));
    take_values(mem, p, x);
    make_room(mem, x);
    TRY(find_loops(mem, x, d));
    x->measures = robot_measures_make(mem, x);
    robot_take_roles(x);
    for (uint32_t k = 0; k < x->free_count; k++)
        free_take_pose(&x->t->bodies[tree_free_body(x->t, k)].origin,
                       x->q + x->count + FREE_POSITIONS * k);
    for (uint32_t i = 0; i < x->states; i++)
        *robot_law_state(x, i) = t->elements[x->state_of[i]].what.formula->initial;
    TRY(take_course(mem, x, p->torques, false, &x->torques, &x->torque_of, d));
    TRY(take_course(mem, x, p->drives, true, &x->drives, &x->drive_of, d));
    if (!p->drives_outside)
        TRY(check_driven(x, d));
    if (!p->by_multipliers)
        TRY(take_cpu(mem, p, x, d));
    robot_tangent_begin(mem, p, x);
    TRY(robot_work_begin(mem, p->passes, p->forms, x, d));
    if (p->changes_partition && x->l && !p->by_multipliers)
        robot_partitions_begin(mem, p, x);
    TRY(robot_motion_restart(mem, x, p->start, p->start_count, d));
    return p->by_multipliers ? take_chain(mem, x, d) : STATUS_OK;
}

status robot_motion_fork(arena *mem, const robot_motion *of, robot_motion *out, diag *d)
{
    robot_motion *x = out;
    *x = *of;
    x->newmark = NULL;
    make_room(mem, x);
    memcpy(x->q, of->q, x->positions * sizeof *x->q);
    memcpy(x->qd, of->qd, x->rates * sizeof *x->qd);
    memcpy(x->is_integrated, of->is_integrated, x->positions * sizeof *x->is_integrated);
    memcpy(x->is_led, of->is_led, x->positions * sizeof *x->is_led);
    if (x->torques || x->drives)
        x->course_values = numbers(mem, course_room(x));
    robot_work_fork(mem, x);
    if (x->l) {
        x->open = constraint_numbers_share(mem, &of->open);
        x->square = numbers(mem, x->l->count * x->l->count);
        x->side = numbers(mem, x->l->count);
    }
    x->measures = robot_measures_share(mem, of->measures, x);
    if (x->drifts)
        return take_chain(mem, x, d);
    *x->cpu = (robot_cpu){.forward = function_numbers_share(mem, &of->cpu->forward, x->known),
                          .of = x};
    if (x->laws)
        x->cpu->asked = function_numbers_share(mem, &of->cpu->asked, x->known);
    x->from = robot_cpu_accelerator(x->cpu);
    robot_tangent_fork(mem, of, x);
    if (of->partitions)
        robot_partitions_fork(mem, of, x);
    return STATUS_OK;
}
