/* SPDX-License-Identifier: MIT */
/* Where a robot starts, as --start says: joints, free bodies and states of laws by name. */
#include "apps/motion/robot_partitions.h"
#include "apps/motion/robot_turns.h"
#include "robot/names_told.h"
#include "robot/numbers.h"

#include <string.h>

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

/* The law's state that is called so; x->states: there is none. */
static uint32_t state_called(arena *mem, const robot_motion *x, const char *name, size_t length)
{
    uint32_t i = 0;
    for (; i < x->states; i++) {
        const char *is = robot_law_state_name(mem, x, i);
        if (strlen(is) == length && memcmp(is, name, length) == 0)
            break;
    }
    return i;
}

/* What a name of --start is that of; each number is that of none where it is not. */
typedef struct {
    uint32_t joint, freedom, state;
} started;

static status find_started(const robot_motion *x, const char *name, size_t length, started *out,
                           diag *d)
{
    *out = (started){joint_of(x->t, name, length), freedom_of(d->mem, x, name, length),
                     state_called(d->mem, x, name, length)};
    if (out->joint < x->count || out->freedom < FREE_RATES * x->free_count ||
        out->state < x->states)
        return STATUS_OK;
    return robot_joint_find(x->t, "--start", name, length, &out->joint, d);
}

static status start_joint(robot_motion *x, uint32_t joint, const start *s, diag *d)
{
    if (s->has_rate && x->l && x->l->place[joint] != LOOPS_NONE)
        return diag_error(d, (place){0}, "--start: joint '%s' depends on others, so that its rate "
                                         "follows from theirs", x->t->coordinates[joint].name);
    x->q[joint] = s->position;
    if (s->has_rate)
        x->qd[joint] = s->rate;
    return STATUS_OK;
}

static status start_state(robot_motion *x, uint32_t state, const start *s, diag *d)
{
    if (s->has_rate)
        return diag_error(d, (place){0}, "--start: how '%s' changes, the state of a law, is what "
                                         "the law says: one number expected",
                          text_shown(d->mem, robot_law_state_name(d->mem, x, state)));
    *robot_law_state(x, state) = s->position;
    return STATUS_OK;
}

/* NAME=POSITION[,RATE] */
static status take_start(robot_motion *x, const char *given, double *angles, diag *d)
{
    const char *equals = strrchr(given, '=');
    double values[2] = {0};
    uint32_t found;
    started of;
    if (!equals)
        return diag_error(d, (place){0}, "bad value '%s' of option --start: JOINT=POSITION[,RATE] "
                                         "expected", text_shown(d->mem, given));
    TRY(find_started(x, given, (size_t)(equals - given), &of, d));
    char *list = arena_strdup(d->mem, equals + 1);
    for (char *c = list; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    const char *wrong = numbers_read_some(d->mem, list, values, 1, 2, &found);
    if (wrong)
        return diag_error(d, (place){0}, "bad value '%s' of option --start: %s",
                          text_shown(d->mem, given), wrong);
    const start s = {values[0], values[1], found == 2};
    if (of.joint < x->count)
        return start_joint(x, of.joint, &s, d);
    if (of.state < x->states)
        return start_state(x, of.state, &s, d);
    start_freely(x, of.freedom, &s, angles);
    return STATUS_OK;
}

status robot_motion_restart(arena *mem, robot_motion *x, const char *const *starts,
                            uint32_t count, diag *d)
{
    double *angles = ARENA_ARRAY(mem, double, 3 * x->free_count + 1);
    for (uint32_t i = 0; i < count; i++)
        TRY(take_start(x, starts[i], angles, d));
    robot_turns_start(x);
    TRY(x->partitions ? robot_partitions_settle(x, d) : robot_settle(x, 0, x->q, x->qd, d));
    x->given = (works){0};
    limits_look(x->t, 0, x->q, x->qd, x->tau, x->passed);
    return STATUS_OK;
}
