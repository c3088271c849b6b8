/* SPDX-License-Identifier: MIT */
#include "apps/motion/joint_limits.h"

#include "robot/numbers.h"

#include <math.h>

/* More than rounding beyond a limit, as a share of it. */
#define MORE_THAN_ROUNDING 1e-9

static bool is_of_position(uint32_t limit)
{
    return limit == LIMIT_LOWER || limit == LIMIT_UPPER;
}

/* How far a number is beyond the limit; 0 or less: it keeps it. */
static double beyond(const tree_coordinate *c, uint32_t limit, double value)
{
    const double at = c->limit[limit];
    const double by = limit == LIMIT_LOWER ? at - value
                                           : (limit == LIMIT_UPPER ? value : fabs(value)) - at;
    return by - MORE_THAN_ROUNDING * (fabs(at) > 1 ? fabs(at) : 1);
}

limit_passed *limits_begin(arena *mem, const tree *t)
{
    limit_passed *passed = ARENA_ARRAY(mem, limit_passed, t->coordinates_count * LIMITS + 1);
    for (uint32_t i = 0; i < t->coordinates_count * LIMITS; i++) {
        const tree_coordinate *c = &t->coordinates[i / LIMITS];
        const uint32_t k = i % LIMITS;
        const bool is_one = c->has_limit[k] && (is_of_position(k) || c->limit[k] != 0);
        passed[i].at = is_one ? c->limit[k] : k == LIMIT_LOWER ? -INFINITY : INFINITY;
    }
    return passed;
}

/* Nothing of a joint's four limits is news: so it is at most moments of most motions. */
static bool is_no_news(const limit_passed *p, double t_s, double q, double qd, double tau)
{
    bool is = !(q < p[LIMIT_LOWER].at) && !(q > p[LIMIT_UPPER].at) &&
              !(fabs(qd) > p[LIMIT_VELOCITY].at) && !(fabs(tau) > p[LIMIT_EFFORT].at);
    for (uint32_t k = 0; k < LIMITS; k++) /* rows within a step come after its end */
        is = is && !(t_s < p[k].first_s);
    return is;
}

void limits_look(const tree *t, double t_s, const double *q, const double *qd, const double *tau,
                 limit_passed *passed)
{
    const double *const numbers[LIMITS] = {[LIMIT_LOWER] = q, [LIMIT_UPPER] = q,
                                           [LIMIT_VELOCITY] = qd, [LIMIT_EFFORT] = tau};
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        if (is_no_news(passed + i * LIMITS, t_s, q[i], qd[i], tau[i]))
            continue;
        for (uint32_t k = 0; k < LIMITS; k++) {
            const tree_coordinate *c = &t->coordinates[i];
            limit_passed *p = &passed[i * LIMITS + k];
            const double value = numbers[k][i], by = beyond(c, k, value);
            if (!(by > 0) || isinf(p->at))
                continue;
            if (!p->passed || t_s < p->first_s)
                p->first_s = t_s;
            if (!p->passed || by > beyond(c, k, p->worst)) {
                p->worst = value;
                p->worst_s = t_s;
                p->at = is_of_position(k) ? value : fabs(value);
            }
            p->passed = true;
        }
    }
}

static const char *unit_of(const tree_coordinate *c, uint32_t limit)
{
    if (limit == LIMIT_EFFORT)
        return c->is_angle ? "N m" : "N";
    if (limit == LIMIT_VELOCITY)
        return c->is_angle ? "rad/s" : "m/s";
    return c->is_angle ? "rad" : "m";
}

void limits_note(const tree *t, const limit_passed *passed, diag *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->coordinates_count * LIMITS; i++) {
        const tree_coordinate *c = &t->coordinates[i / LIMITS];
        const uint32_t k = i % LIMITS;
        const char *unit = unit_of(c, k);
        if (!passed[i].passed || ++count > LIMITS_NOTED)
            continue;
        diag_note(d, (place){0}, "joint '%s' passes its %s limit of %.4g %s at t = %.4g s; its "
                                 "worst is %.4g %s, at t = %.4g s: limits stop no joint here",
                  text_shown(d->mem, c->name), LIMIT_WORD[k], c->limit[k], unit,
                  passed[i].first_s, passed[i].worst, unit, passed[i].worst_s);
    }
    if (count > LIMITS_NOTED)
        diag_note(d, (place){0}, "%u more limits of joints are passed: --json lists all",
                  count - LIMITS_NOTED);
}

void limits_note_state(const tree *t, const limit_passed *passed, diag *d)
{
    for (uint32_t i = 0; i < t->coordinates_count * LIMITS; i++) {
        const tree_coordinate *c = &t->coordinates[i / LIMITS];
        const char *unit = unit_of(c, i % LIMITS);
        if (passed[i].passed)
            diag_note(d, (place){0}, "joint '%s' is beyond its %s limit of %.4g %s: %.4g %s",
                      text_shown(d->mem, c->name), LIMIT_WORD[i % LIMITS], c->limit[i % LIMITS],
                      unit, passed[i].worst, unit);
    }
}

void limits_print_json(const tree *t, const limit_passed *passed, text *out)
{
    const char *between = "";
    text_add(out, "[");
    for (uint32_t i = 0; i < t->coordinates_count * LIMITS; i++) {
        const limit_passed *p = &passed[i];
        const struct {
            const char *name;
            double number;
        } each[] = {{"value", t->coordinates[i / LIMITS].limit[i % LIMITS]}, {"first", p->first_s},
                    {"worst", p->worst}, {"at", p->worst_s}};
        if (!p->passed)
            continue;
        text_printf(out, "%s{\"joint\": ", between);
        text_add_json_string(out, t->coordinates[i / LIMITS].name);
        text_printf(out, ", \"limit\": \"%s\"", LIMIT_WORD[i % LIMITS]);
        for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++) {
            text_printf(out, ", \"%s\": ", each[k].name);
            text_add_number(out, each[k].number);
        }
        text_add(out, "}");
        between = ", ";
    }
    text_add(out, "]");
}
