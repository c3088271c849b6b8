/* SPDX-License-Identifier: MIT */
#include "program/samples.h"

#include "base/random.h"
#include "numbers/input_box.h"
#include "operations/state.h"
#include "program/core_words.h"
#include "operations/rounding_bounds.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double uniform(uint64_t *state, double most)
{
    return most * ((double)(random_bits(state) >> 11) * 0x1p-52 - 1);
}

static double *numbers(arena *mem, uint32_t count)
{
    return ARENA_ARRAY(mem, double, count + 1);
}

static void refill(double *array, uint32_t count, double most, uint64_t *state)
{
    for (uint32_t i = 0; i < count; i++)
        array[i] = uniform(state, most);
}

/* A state whose numbers are drawn again and again. */
typedef struct {
    uint32_t count[WORD_ARRAYS];
    double *numbers[WORD_ARRAYS]; /* of input arrays, NULL of others */
    robot_state state;
    layout layout;
    const sample_motions *at;
} random_state;

static random_state random_state_make(arena *mem, const ops *p, const sample_motions *at)
{
    const layout l = layout_make(mem, p);
    random_state r = {.layout = l, .at = at};
#define INPUT_ARRAY(id, name, owner, per_owner, random, about)              \
    r.count[ARRAY_##id] = function_may_have(p->function, ARRAY_##id)        \
                              ? (per_owner)*l.count[OWNER_##owner]          \
                              : 0;                                          \
    r.numbers[ARRAY_##id] = numbers(mem, r.count[ARRAY_##id]);              \
    r.state.name = r.numbers[ARRAY_##id];
#include "machine/words.def"
    return r;
}

/* Into the ranges for which fixed point was made. Sines and cosines are of any angle; words of one
 * position move together. */
static void fit_to_ranges(const random_state *r, const ops *p, double *in, uint64_t *seed)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        const word_made made = INPUT_KIND[w->kind].made;
        const double middle = (w->low + w->high) / 2, half = (w->high - w->low) / 2;
        if (made == MADE_COPY)
            in[i] = middle + uniform(seed, half);
        else if (made == MADE_AFFINE)
            in[i] = middle + copysign(half, w->ratio) * r->state.q[w->index] /
                                 WORD_ARRAY[ARRAY_Q].random;
        in[i] = fmin(fmax(in[i], w->low), w->high);
    }
}

/* From -random .. random into what a joint's limits leave of it; into the limits where that is
 * nothing. */
static void fit_to_limits(random_state *r)
{
    static const input_kind LIMITED[] = {INPUT_Q, INPUT_QD, INPUT_EFFORT};
    for (size_t k = 0; k < sizeof LIMITED / sizeof *LIMITED; k++) {
        const word_array array = INPUT_KIND[LIMITED[k]].array;
        const double most = WORD_ARRAY[array].random;
        for (uint32_t i = 0; i < r->count[array]; i++) {
            span to;
            if (!input_limits(&r->layout, LIMITED[k], i, &to))
                continue;
            if (to.low < most && to.high > -most)
                to = (span){fmax(to.low, -most), fmin(to.high, most)};
            r->numbers[array][i] =
                to.low + (to.high - to.low) * (r->numbers[array][i] / most + 1) / 2;
        }
    }
}

/* Of a robot that there can be: links that are heavier or lighter, but as wide as they are. */
static void draw_base(random_state *r, uint64_t *seed)
{
    static const double MOST = 0.25;
    const sample_motions *at = r->at;
    double *to = r->numbers[ARRAY_BASE_PARAMETERS];
    const uint32_t count = r->count[ARRAY_BASE_PARAMETERS];
    for (uint32_t link = 0; link <= at->base_links; link++) {
        const double share = link ? 1 + uniform(seed, MOST) : 1;
        for (uint32_t i = 0; i < count; i++)
            to[i] = (link ? to[i] : 0) + share * at->base[(size_t)link * at->base_count + i];
    }
}

/* Springs and dampers near those of the file, where it is known. */
static void draw_numbers(const ops *p, double *in, uint64_t *seed)
{
    static const double SHARE = 0.5; /* of where they may be */
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        if (w->kind == INPUT_NUMBER && w->low < w->high)
            in[i] = (w->low + w->high) / 2 + uniform(seed, SHARE * (w->high - w->low) / 2);
    }
}

static void draw(random_state *r, const ops *p, uint64_t *seed, double *in)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (r->numbers[k])
            refill(r->numbers[k], r->count[k], WORD_ARRAY[k].random, seed);
    if (r->at->within_limits)
        fit_to_limits(r);
    if (r->at->base)
        draw_base(r, seed);
    refill(in, p->inputs_count, WORD_ARRAY[ARRAY_PLAIN].random, seed);
    state_to_inputs64(p, &r->state, in);
    draw_numbers(p, in, seed);
    if (ops_has_points(p))
        fit_to_ranges(r, p, in, seed);
}

/* ---- where loops are closed ------------------------------------------------------------------ */

typedef struct {
    const sample_motions *at;
    uint32_t next, refused;
    double *results, *scratch;
} motion_drawer;

/* The first numbers of an array of a state: no word is of joints after the last that it has. */
static void set_joints(random_state *r, word_array array, const double *from, uint32_t joints)
{
    const uint32_t count = joints < r->count[array] ? joints : r->count[array];
    memcpy(r->numbers[array], from, count * sizeof *from);
}

static void draw_at(motion_drawer *d, random_state *r, const ops *p, uint64_t *seed, double *in)
{
    enum { TRIALS = 100 }; /* after so many singular states the last one is taken as it is */
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        const size_t first = (size_t)d->next * d->at->joints;
        draw(r, p, seed, in);
        set_joints(r, ARRAY_Q, d->at->q + first, d->at->joints);
        set_joints(r, ARRAY_QD, d->at->qd + first, d->at->joints);
        d->next = (d->next + 1) % d->at->count;
        state_to_inputs64(p, &r->state, in);
        ops_eval64(p, in, d->results, d->scratch);
        if (results_are_regular(p, d->results, FLT_EPSILON)) /* by the law of the library */
            return;
        d->refused++;
    }
}

sample_set samples_make(arena *mem, const ops *p, uint32_t steps, uint64_t seed)
{
    return samples_make_at(mem, p, &(sample_motions){0}, steps, seed);
}

sample_set samples_make_at(arena *mem, const ops *p, const sample_motions *at, uint32_t steps,
                           uint64_t seed)
{
    random_state state = random_state_make(mem, p, at);
    sample_set t = {.p = p, .steps = steps, .is_closed = at->count > 0};
    motion_drawer drawer = {.at = at, .results = numbers(mem, p->outputs_count),
                            .scratch = numbers(mem, p->list_count)};
    const size_t words = (size_t)steps * p->inputs_count;
    t.exact = ARENA_ARRAY(mem, double, words + 1);
    t.in = ARENA_ARRAY(mem, uint32_t, words + 1);
    t.out = ARENA_ARRAY(mem, uint32_t, (size_t)steps * p->outputs_count + 1);
    for (uint32_t k = 0; k < steps; k++) {
        double *exact = t.exact + (size_t)k * p->inputs_count;
        if (t.is_closed)
            draw_at(&drawer, &state, p, &seed, exact);
        else
            draw(&state, p, &seed, exact);
        core_words_of_inputs(p, exact, t.in + (size_t)k * p->inputs_count);
    }
    t.refused = drawer.refused;
    return t;
}

bool samples_is_rounding(const sample_set *t, uint32_t output)
{
    const word_array array = OUTPUT_KIND[t->p->outputs[output].kind].array;
    return t->is_closed && (array == ARRAY_RESIDUAL || array == ARRAY_LEFT_OUT);
}

uint32_t *samples_expected(arena *mem, const sample_set *t)
{
    const ops *p = t->p;
    core_evaluator e = core_evaluator_make(mem, p);
    uint32_t *words = ARENA_ARRAY(mem, uint32_t, (size_t)t->steps * p->outputs_count + 1);
    for (uint32_t k = 0; k < t->steps; k++)
        core_evaluate(&e, t->in + (size_t)k * p->inputs_count,
                      words + (size_t)k * p->outputs_count);
    return words;
}

/* Of the largest value: binary32 mostly does better. Long chains of sums and products may be off
 * by what their roundings add up to, and no more. */
static const double ERROR_LIMIT = 5e-7;
/* Quotients amplify errors, of the data as well as of operations, by the condition of what they
 * divide by: an error may also be so many times what rounding the data alone changes. Each
 * operation rounds like a datum, and chains of dependent ones are some hundred long, of which few
 * meet the worst pivot. Not derived: up to 42 was seen, and this is the next power of two; a bound
 * over all operations would be the length of the chains, in the hundreds. */
static const double AMPLIFIED_LIMIT = 64;
/* But never so large a share of the largest value: what the data decide no better is of no use. A
 * choice: masses and inertias of a robot are seldom known to more than three digits. */
static const double USEFUL_LIMIT = 1e-3;

/* The graph with the constants that a core has. */
static ops rounded_constants(arena *mem, const ops *p)
{
    ops own = *p;
    own.constants = ARENA_ARRAY(mem, ops_constant, p->constants_count + 1);
    for (uint32_t i = 0; i < p->constants_count; i++) {
        own.constants[i] = p->constants[i];
        own.constants[i].value = core_word_value(p, OPERAND(FROM_CONSTANT, i),
                                                 core_word_of_constant(p, i));
    }
    return own;
}

void samples_join_kinds(const ops *p, double *largest)
{
    double whole[OUTPUT_KIND_COUNT] = {0};
    if (!ops_count(p).per_kind[OP_DIV])
        return;
    for (uint32_t o = 0; o < p->outputs_count; o++)
        whole[p->outputs[o].kind] = fmax(whole[p->outputs[o].kind], largest[o]);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        largest[o] = whole[p->outputs[o].kind];
}

double samples_relative(double error, double scale)
{
    return error == 0 ? 0 : scale > 0 ? error / scale : INFINITY;
}

samples_verdict samples_judge(const sample_set *t)
{
    arena mem = arena_make();
    const ops *p = t->p;
    samples_verdict v = {.accurate = true};
    const bool divides = ops_count(p).per_kind[OP_DIV];
    core_evaluator e = core_evaluator_make(&mem, p);
    uint32_t *want = ARENA_ARRAY(&mem, uint32_t, p->outputs_count + 1);
    /* of each output its largest magnitude and error, and the largest change of its value by the
     * rounding of state and constants */
    double *largest = numbers(&mem, p->outputs_count), *error = numbers(&mem, p->outputs_count);
    double *change = numbers(&mem, p->outputs_count);
    double *y = numbers(&mem, p->outputs_count), *scratch = numbers(&mem, p->list_count);
    double *rounded = numbers(&mem, p->inputs_count), *near = numbers(&mem, p->outputs_count);
    double *bounds = numbers(&mem, p->list_count), *bound = numbers(&mem, p->outputs_count);
    bool *beyond = ARENA_ARRAY(&mem, bool, p->outputs_count + 1); /* what roundings add up to */
    const ops data = rounded_constants(&mem, p);
    const bool bounded = !ops_has_points(p) && rounding_is_plain(p);
    for (uint32_t k = 0; k < t->steps; k++) {
        core_evaluate(&e, t->in + (size_t)k * p->inputs_count, want);
        ops_eval64(p, t->exact + (size_t)k * p->inputs_count, y, scratch);
        if (bounded)
            rounding_bounds(p, rounding_of(p), t->exact + (size_t)k * p->inputs_count,
                            scratch, bounds, bound);
        for (uint32_t i = 0; divides && i < p->inputs_count; i++)
            rounded[i] = core_word_value(p, OPERAND(FROM_INPUT, i),
                                         t->in[(size_t)k * p->inputs_count + i]);
        if (divides)
            ops_eval64(&data, rounded, near, scratch);
        for (uint32_t o = 0; o < p->outputs_count; o++) {
            uint32_t got = t->out[(size_t)k * p->outputs_count + o];
            v.mismatches += got != want[o];
            largest[o] = fmax(largest[o], fabs(y[o]));
            const double value = core_word_value(p, p->outputs[o].value, got);
            if (samples_is_rounding(t, o)) {
                double *to = p->outputs[o].kind == OUTPUT_RESIDUAL ? &v.closed_within
                                                                   : &v.left_out_within;
                *to = fmax(*to, sqrt(value));
            }
            error[o] = fmax(error[o], fabs(value - y[o]));
            beyond[o] = beyond[o] || !bounded || !(fabs(value - y[o]) <= bound[o]);
            change[o] = fmax(change[o], fabs(near[o] - y[o]));
        }
    }
    samples_join_kinds(p, largest);
    samples_join_kinds(p, error);
    samples_join_kinds(p, change);
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        if (samples_is_rounding(t, o))
            continue;
        v.beyond_bound = v.beyond_bound || (t->bound && error[o] > t->bound[o]);
        const double relative = samples_relative(error[o], largest[o]);
        v.max_rel_error = fmax(v.max_rel_error, relative);
        const bool explained = !beyond[o] ||
                               (divides && error[o] < AMPLIFIED_LIMIT * change[o]);
        v.accurate = v.accurate && (relative < ERROR_LIMIT ||
                                    (relative < USEFUL_LIMIT && explained));
    }
    v.accurate = v.accurate && v.closed_within <= RESIDUAL_ROOT &&
                 v.left_out_within <= LEFT_OUT_WITHIN32;
    arena_free(&mem);
    return v;
}
