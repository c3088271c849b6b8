#include "motion.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define CLOSED_WITHIN 1e-12
#define PASSES_MOST 20

void motion_reset(motion *m)
{
    memset(m, 0, sizeof *m);
    memcpy(m->start, MODEL_START, sizeof m->start);
    memcpy(m->q, MODEL_START, sizeof m->q);
    memcpy(m->start_rate, MODEL_START_RATE, sizeof m->start_rate);
    memcpy(m->qd, MODEL_START_RATE, sizeof m->qd);
    memcpy(m->links, MODEL_LINKS, sizeof m->links);
    memcpy(m->numbers, MODEL_GIVEN, sizeof m->numbers);
    memcpy(m->states, MODEL_START_STATES, sizeof m->states);
    memcpy(m->start_states, MODEL_START_STATES, sizeof m->start_states);
    model_take_links(m->links, m->base_parameters);
}

/* Dependent joints follow; accelerations of all at a time. */
static int settle(motion *m, double t)
{
    double rates[MODEL_JOINTS], changes[MODEL_STATES + 1];
    memcpy(rates, m->qd, sizeof rates);
    m->has_accelerations = 0;
    if (model_accelerate(t, CLOSED_WITHIN, PASSES_MOST, m->q, m->qd, m->tau, m->base_parameters,
                         m->numbers, m->states, m->qdd, rates, changes))
        return 1;
    for (int i = 0; i < MODEL_STATES; i++)
        if (!isfinite(m->states[i]))
            return 1;
    for (int i = 0; i < MODEL_JOINTS; i++) {
        if (!MODEL_INTEGRATED[i])
            m->qd[i] = rates[i];
        if (!isfinite(m->q[i]) || !isfinite(m->qd[i]))
            return 1;
    }
    m->has_accelerations = 1;
    return 0;
}

/* Where the starts say, with loops closed. */
static int begin(motion *m)
{
    memcpy(m->q, m->start, sizeof m->q);
    memcpy(m->qd, m->start_rate, sizeof m->qd);
    memcpy(m->states, m->start_states, sizeof m->states);
    return settle(m, m->t);
}

const char *motion_set_time(motion *m, double start)
{
    if (m->phase != PHASE_MADE)
        return "the start time is set before initialization";
    if (!isfinite(start))
        return "the start time is not finite";
    m->t = start;
    m->has_accelerations = 0;
    return NULL;
}

const char *motion_initialize(motion *m)
{
    if (m->phase != PHASE_MADE)
        return "initialization comes first, and once";
    m->phase = PHASE_STARTING;
    return NULL;
}

const char *motion_start(motion *m)
{
    if (m->phase != PHASE_STARTING)
        return "it is not in initialization mode";
    const int lost = begin(m);
    m->phase = lost ? PHASE_LOST : PHASE_MOVING;
    return lost ? "no position with closed loops near the start" : NULL;
}

const char *motion_end(motion *m)
{
    if (m->phase != PHASE_MOVING && m->phase != PHASE_LOST)
        return "it does not move: there is nothing to terminate";
    m->phase = PHASE_ENDED;
    return NULL;
}

static int step(motion *m, double h)
{
    static const double PART[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    motion at = *m;
    double a[MODEL_JOINTS] = {0}, rate[MODEL_JOINTS], unused[MODEL_JOINTS];
    double sum_q[MODEL_JOINTS] = {0}, sum_qd[MODEL_JOINTS] = {0};
    double change[MODEL_STATES + 1] = {0}, sum_states[MODEL_STATES + 1] = {0};
    memcpy(rate, m->qd, sizeof rate);
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < MODEL_JOINTS; i++) {
            at.q[i] = m->q[i] + PART[stage] * h * (MODEL_INTEGRATED[i] ? rate[i] : m->qd[i]);
            at.qd[i] = m->qd[i] + (MODEL_INTEGRATED[i] ? PART[stage] * h * a[i] : 0);
        }
        for (int i = 0; i < MODEL_STATES; i++)
            at.states[i] = m->states[i] + PART[stage] * h * change[i];
        if (model_accelerate(m->t + PART[stage] * h, CLOSED_WITHIN, PASSES_MOST, at.q, at.qd,
                             m->tau, m->base_parameters, m->numbers, at.states, a, unused, change))
            return 1;
        for (int i = 0; i < MODEL_STATES; i++)
            sum_states[i] += WEIGHT[stage] * change[i];
        for (int i = 0; i < MODEL_JOINTS; i++) {
            rate[i] = at.qd[i];
            sum_q[i] += WEIGHT[stage] * at.qd[i];
            sum_qd[i] += WEIGHT[stage] * a[i];
        }
    }
    for (int i = 0; i < MODEL_JOINTS; i++) {
        m->q[i] += MODEL_INTEGRATED[i] ? h / 6 * sum_q[i] : h * m->qd[i];
        m->qd[i] += MODEL_INTEGRATED[i] ? h / 6 * sum_qd[i] : 0;
    }
    for (int i = 0; i < MODEL_STATES; i++)
        m->states[i] += h / 6 * sum_states[i];
    return settle(m, m->t + h);
}

static int advance(motion *m, double until)
{
    const double whole = until - m->t;
    const double count = fmax(1, floor(whole / MODEL_STEP + 0.5));
    const double began = m->t;
    if (!(whole > 0))
        return 0;
    for (double k = 1; k <= count; k++) {
        if (step(m, whole / count))
            return 1;
        m->t = began + whole * (k / count);
    }
    m->t = until;
    return 0;
}

const char *motion_step(motion *m, double at, double length)
{
    if (m->phase != PHASE_MOVING)
        return m->phase == PHASE_LOST    ? "no solution was found before: reset it"
               : m->phase == PHASE_ENDED ? "it was terminated: reset it"
                                         : "it is not initialized: no step can be taken";
    if (!isfinite(at) || !isfinite(length) || !isfinite(at + length))
        return "the time of a step is not finite";
    if (length < 0 || at + length < m->t)
        return "a step goes back in time";
    const int lost = advance(m, at + length);
    m->phase = lost ? PHASE_LOST : PHASE_MOVING;
    return lost ? "no solution: the motion ends here" : NULL;
}

int motion_keep(const motion *m, void **state)
{
    if (!*state)
        *state = malloc(sizeof *m);
    if (*state)
        memcpy(*state, m, sizeof *m);
    return !*state;
}

/* Of a copy: whoever reads them does not move it. */
static double *accelerations(motion *m)
{
    if (m->has_accelerations)
        return m->qdd;
    motion at = *m;
    const int lost = m->phase < PHASE_MOVING ? begin(&at) : settle(&at, at.t);
    for (int i = 0; i < MODEL_JOINTS; i++)
        m->qdd[i] = lost ? NAN : at.qdd[i];
    m->has_accelerations = 1;
    return m->qdd;
}

double *motion_value(motion *m, unsigned number)
{
    double *const arrays[] = {m->tau, m->q, m->qd, m->start, m->start_rate};
    if (number == VALUE_TIME)
        return &m->t;
    if (number >= VALUE_ACCELERATION)
        return number < VALUES ? &accelerations(m)[number - VALUE_ACCELERATION] : NULL;
    if (number >= VALUE_START_STATES)
        return &m->start_states[number - VALUE_START_STATES];
    if (number >= VALUE_STATES)
        return &m->states[number - VALUE_STATES];
    if (number >= VALUE_NUMBERS)
        return &m->numbers[number - VALUE_NUMBERS];
    if (number >= VALUE_LINKS)
        return &m->links[number - VALUE_LINKS];
    return number < VALUE_TIME ? &arrays[number / MODEL_JOINTS][number % MODEL_JOINTS] : NULL;
}

const char *motion_set(motion *m, unsigned number, double value)
{
    const int starts = (number >= VALUE_START && number < VALUE_TIME) ||
                       (number >= VALUE_START_STATES && number < VALUE_ACCELERATION),
              given = number >= VALUE_LINKS && number < VALUE_STATES;
    if (number >= VALUE_POSITION && !starts && !given)
        return "this variable cannot be set";
    if (starts && m->phase != PHASE_MADE && m->phase != PHASE_STARTING)
        return "starts are set before initialization ends";
    if (!isfinite(value))
        return "a value is not finite";
    *motion_value(m, number) = value;
    m->has_accelerations = 0;
    if (given && number < VALUE_NUMBERS)
        model_take_links(m->links, m->base_parameters);
    return NULL;
}
