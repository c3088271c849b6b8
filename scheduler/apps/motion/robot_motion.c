/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_motion.h"

#include "apps/motion/chain.h"
#include "apps/motion/dense.h"
#include "apps/motion/robot_cpu.h"
#include "apps/motion/robot_partitions.h"
#include "robot/names_told.h"
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
    for (uint32_t k = 0; k < x->free_count; k++)
        free_changes(q + x->count + FREE_POSITIONS * k, qd + x->count + FREE_RATES * k,
                     changes + x->count + FREE_POSITIONS * k);
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

/* Rates of dependent joints from those of the others, by J. */
static bool rates_follow(robot_motion *x, double *qd)
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
    constraint_numbers_at(&x->open, q);
    return rates_follow(x, qd) ? STATUS_OK : do_not_close(x, t, 0, d);
}

/* Those of dependent joints, on the CPU as the pass that closed the loops told them. */
static status take_dependent_rates(robot_motion *x, double t, const double *q, double *qd, diag *d)
{
    if (x->from.self != x->cpu) {
        constraint_numbers_at(&x->open, q);
        return rates_follow(x, qd) ? STATUS_OK : do_not_close(x, t, 0, d);
    }
    for (uint32_t i = 0; i < x->count; i++)
        qd[i] = x->l->place[i] != LOOPS_NONE ? x->law_rates[i] : qd[i];
    return STATUS_OK;
}

status robot_accelerate(robot_motion *x, double t, double *q, double *qd, double *qdd, diag *d)
{
    TRY(take_courses(x, t, q, qd, d));
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
        constraint_numbers_at(&x->open, x->q);
    }
    const bool closed = most <= ROBOT_CLOSED_WITHIN && rates_follow(x, x->qd);
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
    for (uint32_t k = 0; k < x->free_count; k++)
        free_normalise(x->q + x->count + FREE_POSITIONS * k);
    if (!isfinite(dense_largest(x->q, x->positions) + dense_largest(x->qd, x->rates)))
        return not_finite(x, t, d);
    if (x->l)
        constraint_numbers_at(&x->open, x->q);
    if (x->l && !x->drifts)
        TRY(close_loops(x, t, d));
    if (x->l)
        TRY(look_at_left_out(x, t, d));
    x->energy = robot_energy(x->t, x->q, x->qd, x->bodies);
    if (!isfinite(x->energy.all))
        return not_finite(x, t, d);
    x->t_s = t;
    return STATUS_OK;
}

/* ---- the start ------------------------------------------------------------------------------- */

static uint32_t joint_of(const tree *t, const char *name, size_t length)
{
    uint32_t i = 0;
    while (i < t->coordinates_count && (strlen(t->coordinates[i].name) != length ||
                                        memcmp(t->coordinates[i].name, name, length) != 0))
        i++;
    return i;
}

status robot_joint_find(const tree *t, const char *where, const char *name, size_t length,
                        uint32_t *joint, diag *d)
{
    *joint = joint_of(t, name, length);
    if (*joint < t->coordinates_count)
        return STATUS_OK;
    const char *given = arena_strndup(d->mem, name, length);
    return diag_error(d, (place){0}, "%s: robot '%s' has no joint '%s'%s", where, t->name,
                      text_shown(d->mem, given), coordinates_told(d->mem, t, given));
}

/* What --start says. */
typedef struct {
    double position, rate;
    bool has_rate;
} start;

/* The freedom of a free body that is called so; 6 x free_count: there is none. */
static uint32_t freedom_of(arena *mem, const robot_motion *x, const char *name, size_t length)
{
    uint32_t i = 0;
    for (; i < FREE_RATES * x->free_count; i++) {
        const char *is = tree_freedom_name(mem, x->t, i);
        if (strlen(is) == length && memcmp(is, name, length) == 0)
            break;
    }
    return i;
}

/* angles: roll, pitch and yaw of each body; the first that is given makes the others zero. */
static void start_freely(robot_motion *x, uint32_t freedom, const start *s, double *angles)
{
    const uint32_t body = freedom / FREE_RATES, axis = freedom % FREE_RATES;
    double *positions = x->q + x->count + FREE_POSITIONS * body, *turned = angles + 3 * body;
    if (s->has_rate)
        x->qd[x->count + freedom] = s->rate;
    if (axis < 3) {
        positions[axis] = s->position;
        return;
    }
    turned[axis - 3] = s->position;
    const pose at = {mat3_from_rpy(turned[0], turned[1], turned[2]), free_pose(positions).position};
    free_take_pose(&at, positions);
}

/* JOINT=POSITION[,RATE] */
static status take_start(robot_motion *x, const char *given, double *angles, diag *d)
{
    const char *equals = strrchr(given, '=');
    double values[2] = {0};
    uint32_t found;
    if (!equals)
        return diag_error(d, (place){0}, "bad value '%s' of option --start: JOINT=POSITION[,RATE] "
                                         "expected", text_shown(d->mem, given));
    const size_t length = (size_t)(equals - given);
    uint32_t joint = joint_of(x->t, given, length);
    const uint32_t freedom = joint < x->count ? 0 : freedom_of(d->mem, x, given, length);
    if (joint == x->count && freedom == FREE_RATES * x->free_count)
        return robot_joint_find(x->t, "--start", given, length, &joint, d);
    char *list = arena_strdup(d->mem, equals + 1);
    for (char *c = list; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    const char *wrong = numbers_read_some(d->mem, list, values, 1, 2, &found);
    if (wrong)
        return diag_error(d, (place){0}, "bad value '%s' of option --start: %s",
                          text_shown(d->mem, given), wrong);
    const start s = {values[0], values[1], found == 2};
    if (joint == x->count) {
        start_freely(x, freedom, &s, angles);
        return STATUS_OK;
    }
    if (s.has_rate && x->l && x->l->place[joint] != LOOPS_NONE)
        return diag_error(d, (place){0}, "--start: joint '%s' depends on others, so that its rate "
                                         "follows from theirs", x->t->coordinates[joint].name);
    x->q[joint] = s.position;
    if (s.has_rate)
        x->qd[joint] = s.rate;
    return STATUS_OK;
}

status robot_motion_restart(arena *mem, robot_motion *x, const char *const *starts,
                            uint32_t count, diag *d)
{
    double *angles = numbers(mem, 3 * x->free_count);
    for (uint32_t i = 0; i < count; i++)
        TRY(take_start(x, starts[i], angles, d));
    TRY(x->partitions ? robot_partitions_settle(x, d) : robot_settle(x, 0, x->q, x->qd, d));
    x->given = (works){0};
    limits_look(x->t, 0, x->q, x->qd, x->tau, x->passed);
    return STATUS_OK;
}

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
                {&x->element_forces, 7 * x->t->elements_count}, {&x->law_rates, x->rates},
                {&x->work, ROBOT_WORK_ARRAYS * x->positions}};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++)
        *each[k].of = numbers(mem, each[k].count);
    x->bodies = ARENA_ARRAY(mem, body_motion, x->t->bodies_count);
    x->is_integrated = ARENA_ARRAY(mem, bool, x->positions + 1);
    x->is_led = ARENA_ARRAY(mem, bool, x->positions + 1);
    x->passed = ARENA_ARRAY(mem, limit_passed, x->count * LIMITS + 1);
    x->cpu = ARENA_ARRAY(mem, robot_cpu, 1);
}

/* Accelerations by the evaluator. */
static status take_cpu(arena *mem, const robot_plan *p, robot_motion *x, diag *d)
{
    x->cpu->of = x;
    x->from = robot_cpu_accelerator(x->cpu);
    return function_numbers_make(mem, p->passes, p->forms,
                                 x->l ? FUNCTION_CLOSED_FD : FUNCTION_FD, p->laws,
                                 &x->cpu->forward, d);
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
                        .absolute = p->absolute};
    find_states(mem, x);
    x->positions = x->count + FREE_POSITIONS * x->free_count + x->states;
    x->rates = x->count + FREE_RATES * x->free_count;
    if (x->free_count && t->gravity_is_input)
        return diag_error(d, (place){0}, "--gravity input: robot '%s' falls as it says, so that "
                                         "numbers are expected here", t->name);
    take_values(mem, p, x);
    make_room(mem, x);
    TRY(find_loops(mem, x, d));
    robot_take_roles(x);
    for (uint32_t k = 0; k < x->free_count; k++)
        free_take_pose(&x->t->bodies[tree_free_body(x->t, k)].origin,
                       x->q + x->count + FREE_POSITIONS * k);
    for (uint32_t i = 0; i < x->states; i++)
        x->q[x->positions - x->states + i] = t->elements[x->state_of[i]].what.formula->initial;
    TRY(take_course(mem, x, p->torques, false, &x->torques, &x->torque_of, d));
    TRY(take_course(mem, x, p->drives, true, &x->drives, &x->drive_of, d));
    if (!p->drives_outside)
        TRY(check_driven(x, d));
    if (!p->by_multipliers)
        TRY(take_cpu(mem, p, x, d));
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
    if (x->drifts)
        return take_chain(mem, x, d);
    *x->cpu = (robot_cpu){.forward = function_numbers_share(mem, &of->cpu->forward), .of = x};
    x->from = robot_cpu_accelerator(x->cpu);
    if (of->partitions)
        robot_partitions_fork(mem, of, x);
    return STATUS_OK;
}
