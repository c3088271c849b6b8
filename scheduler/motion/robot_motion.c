#include "motion/robot_motion.h"

#include "motion/chain.h"
#include "motion/dense.h"
#include "motion/robot_cpu.h"
#include "robot/names_told.h"
#include "robot/numbers.h"

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

status robot_accelerate(robot_motion *x, double t, double *q, double *qd, double *qdd, diag *d)
{
    TRY(take_courses(x, t, q, qd, d));
    motion_query ask = {.q = q, .qd = qd, .tau = x->tau, .imposed = x->imposed, .qdd = qdd,
                        .reaction = x->tau};
    x->evaluations++;
    return x->from.answer(x->from.self, t, &ask, d);
}

static status not_finite(const robot_motion *x, double t, diag *d)
{
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s the motion is not finite: "
                             "shorter steps may do", x->t->name, t);
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
    for (uint32_t i = 0; i < l->count; i++) {
        x->side[i] = 0;
        for (uint32_t k = 0; k < x->count; k++)
            if (l->place[k] == LOOPS_NONE)
                x->side[i] -= x->open.row[(size_t)l->row[i] * x->count + k] * x->qd[k];
    }
    if (!(most <= ROBOT_CLOSED_WITHIN) || !solve_dependent(x))
        return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s the loops do not close: "
                                 "%.3g m or rad is left", x->t->name, t, most);
    for (uint32_t i = 0; i < l->count; i++)
        x->qd[l->dependent[i]] = x->side[i];
    return STATUS_OK;
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
    memmove(x->q, q, x->count * sizeof *q);
    memmove(x->qd, qd, x->count * sizeof *qd);
    TRY(take_courses(x, t, x->q, x->qd, d));
    if (!isfinite(dense_largest(x->q, x->count) + dense_largest(x->qd, x->count)))
        return not_finite(x, t, d);
    if (x->l)
        constraint_numbers_at(&x->open, x->q);
    if (x->l && !x->drifts)
        TRY(close_loops(x, t, d));
    if (x->l)
        TRY(look_at_left_out(x, t, d));
    x->energy = robot_energy(x->t, x->q, x->qd, x->bodies);
    if (!isfinite(x->energy))
        return not_finite(x, t, d);
    x->t_s = t;
    return STATUS_OK;
}

/* ---- the mover ------------------------------------------------------------------------------- */

static void look(void *self, moment *out)
{
    const robot_motion *x = self;
    *out = (moment){.t = x->t_s, .step_s = x->step_s, .q = x->q, .qd = x->qd, .tau = x->tau,
                    .energy = x->energy,
                    .potential = robot_energy(x->t, x->q, NULL, x->bodies)};
    for (uint32_t k = 0; x->l && k < x->l->all.count; k++) {
        out->open = fmax(out->open, fabs(x->open.value[k]));
        const double rate = dense_dot(x->open.row + (size_t)k * x->count, x->qd, x->count);
        out->open_rate = fmax(out->open_rate, fabs(rate));
    }
}

typedef struct {
    robot_motion *x;
    double step_s;
    uint64_t steps;
} stepper;

static status step(void *self, double until, diag *d)
{
    stepper *s = self;
    robot_motion *x = s->x;
    const double left = until - x->t_s;
    const bool is_last = left < 1.001 * s->step_s;
    const double h = is_last ? left : s->step_s;
    TRY(x->step(x, h, d));
    x->step_s = h;
    x->t_s = is_last ? until : (double)++s->steps * s->step_s; /* a product, not a sum */
    return STATUS_OK;
}

static void look_through(void *self, moment *out)
{
    look(((stepper *)self)->x, out);
}

mover robot_motion_mover(arena *mem, robot_motion *x, double step_s)
{
    stepper *s = ARENA_ARRAY(mem, stepper, 1);
    const char **names = ARENA_ARRAY(mem, const char *, x->count);
    for (uint32_t i = 0; i < x->count; i++)
        names[i] = x->t->coordinates[i].name;
    *s = (stepper){x, step_s, 0};
    return (mover){.self = s, .model = x->t->name, .names = names, .count = x->count,
                   .has_torques = true, .has_constraints = x->l != NULL,
                   .is_conservative = !x->torques && robot_is_conservative(x->t),
                   .look = look_through, .step = step};
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

static status unknown_joint(const tree *t, const char *where, const char *name, diag *d)
{
    return diag_error(d, (place){0}, "%s: robot '%s' has no joint '%s'%s", where, t->name,
                      text_shown(d->mem, name), coordinates_told(d->mem, t, name));
}

/* JOINT=POSITION[,RATE] */
static status take_start(robot_motion *x, const char *given, diag *d)
{
    const char *equals = strrchr(given, '=');
    double values[2] = {0};
    uint32_t found;
    if (!equals)
        return diag_error(d, (place){0}, "bad value '%s' of option --start: JOINT=POSITION[,RATE] "
                                         "expected", text_shown(d->mem, given));
    const uint32_t joint = joint_of(x->t, given, (size_t)(equals - given));
    if (joint == x->count)
        return unknown_joint(x->t, "--start",
                             arena_strndup(d->mem, given, (size_t)(equals - given)), d);
    char *list = arena_strdup(d->mem, equals + 1);
    for (char *c = list; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    const char *wrong = numbers_read_some(d->mem, list, values, 1, 2, &found);
    if (wrong)
        return diag_error(d, (place){0}, "bad value '%s' of option --start: %s",
                          text_shown(d->mem, given), wrong);
    if (found == 2 && x->l && x->l->place[joint] != LOOPS_NONE)
        return diag_error(d, (place){0}, "--start: joint '%s' depends on others, so that its rate "
                                         "follows from theirs", x->t->coordinates[joint].name);
    x->q[joint] = values[0];
    if (found == 2)
        x->qd[joint] = values[1];
    return STATUS_OK;
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
        const uint32_t joint = joint_of(x->t, c->names[k], strlen(c->names[k]));
        if (joint == x->count)
            return unknown_joint(x->t, path, c->names[k], d);
        if (x->t->coordinates[joint].driven != drives)
            return diag_error(d, (place){.file = path}, "joint '%s' is %sdriven (--drive), so that "
                              "its %s here", c->names[k], drives ? "not " : "",
                              drives ? "motion does not stand" : "torque does not stand");
        (*of)[k] = joint;
    }
    x->course_values = numbers(mem, c->columns > x->count ? c->columns : x->count);
    if (drives)
        course_smooth(mem, c);
    *out = c;
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
    double **const each[] = {&x->q, &x->qd, &x->qdd, &x->tau, &x->imposed};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++)
        *each[k] = numbers(mem, x->count);
    x->work = numbers(mem, ROBOT_WORK_ARRAYS * x->count);
    x->bodies = ARENA_ARRAY(mem, body_motion, x->t->bodies_count);
    x->is_integrated = ARENA_ARRAY(mem, bool, x->count + 1);
    x->cpu = ARENA_ARRAY(mem, robot_cpu, 1);
}

/* Accelerations by the evaluator. */
static status take_cpu(arena *mem, const robot_plan *p, robot_motion *x, diag *d)
{
    x->cpu->l = x->l;
    x->from = robot_cpu_accelerator(x->cpu);
    return function_numbers_make(mem, p->passes, p->forms,
                                 x->l ? FUNCTION_CLOSED_FD : FUNCTION_FD, &x->cpu->forward, d);
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

status robot_motion_begin(arena *mem, const robot_plan *p, robot_motion *out, diag *d)
{
    const tree *t = &p->forms->tree;
    robot_motion *x = out;
    *x = (robot_motion){.t = t, .count = t->coordinates_count, .iterations = p->iterations,
                        .step = p->step};
    if (tree_free_bodies(t))
        return diag_error(d, (place){0}, "robot '%s' has a free body: simulate moves robots on a "
                                         "fixed base", t->name);
    make_room(mem, x);
    TRY(find_loops(mem, x, d));
    for (uint32_t i = 0; i < x->count; i++)
        x->is_integrated[i] = !t->coordinates[i].driven &&
                              !(x->l && x->l->place[i] != LOOPS_NONE);
    for (uint32_t i = 0; i < p->start_count; i++)
        TRY(take_start(x, p->start[i], d));
    TRY(take_course(mem, x, p->torques, false, &x->torques, &x->torque_of, d));
    TRY(take_course(mem, x, p->drives, true, &x->drives, &x->drive_of, d));
    if (!p->drives_outside)
        TRY(check_driven(x, d));
    TRY(robot_settle(x, 0, x->q, x->qd, d));
    return p->by_multipliers ? take_chain(mem, x, d) : take_cpu(mem, p, x, d);
}
