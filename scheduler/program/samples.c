#include "program/samples.h"

#include "operations/layout.h"
#include "machine/fp32.h"
#include "operations/state.h"

#include <math.h>

static double uniform(uint64_t *state, double most)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return most * ((double)((z ^ z >> 31) >> 11) * 0x1p-52 - 1);
}

static double *random_array(arena *mem, uint32_t count)
{
    return ARENA_ARRAY(mem, double, count + 1);
}

static void refill(double *array, uint32_t count, double most, uint64_t *state)
{
    for (uint32_t i = 0; i < count; i++)
        array[i] = uniform(state, most);
}

sample_set samples_make(arena *mem, const ops *p, uint32_t steps, uint64_t seed)
{
    layout l = layout_make(mem, p);
    sample_set t = {.p = p, .steps = steps};
    size_t words = (size_t)steps * p->inputs_count;
    t.exact = ARENA_ARRAY(mem, double, words + 1);
    t.in = ARENA_ARRAY(mem, uint32_t, words + 1);
    t.out = ARENA_ARRAY(mem, uint32_t, (size_t)steps * p->outputs_count + 1);
    double *q = random_array(mem, l.coordinates), *qd = random_array(mem, l.coordinates);
    double *qdd = random_array(mem, l.coordinates);
    double *motion = random_array(mem, 9 * l.free_bodies);
    double *forces = random_array(mem, 6 * l.forces);
    for (uint32_t k = 0; k < steps; k++) {
        double *in = t.exact + (size_t)k * p->inputs_count;
        refill(q, l.coordinates, 3.14159265358979323846, &seed);
        refill(qd, l.coordinates, 3, &seed);
        refill(qdd, l.coordinates, 5, &seed);
        refill(motion, 9 * l.free_bodies, 3, &seed);
        refill(forces, 6 * l.forces, 20, &seed);
        refill(in, p->inputs_count, 1, &seed);
        state_to_inputs64(p, &(robot_state){q, qd, qdd, motion, forces}, in);
    }
    for (size_t w = 0; w < words; w++)
        t.in[w] = fp32_from_double(t.exact[w]);
    return t;
}

/* The binary32 evaluator on one sample; room for its words. */
typedef struct {
    float *in, *out, *scratch;
} evaluation;

static evaluation evaluation_make(arena *mem, const ops *p)
{
    return (evaluation){ARENA_ARRAY(mem, float, p->inputs_count + 1),
                        ARENA_ARRAY(mem, float, p->outputs_count + 1),
                        ARENA_ARRAY(mem, float, p->list_count + 1)};
}

static void evaluate(const sample_set *t, uint32_t step, const evaluation *e)
{
    const ops *p = t->p;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        e->in[i] = fp32_value(t->in[(size_t)step * p->inputs_count + i]);
    ops_eval32(p, e->in, e->out, e->scratch);
}

uint32_t *samples_expected(arena *mem, const sample_set *t)
{
    const ops *p = t->p;
    evaluation e = evaluation_make(mem, p);
    uint32_t *words = ARENA_ARRAY(mem, uint32_t, (size_t)t->steps * p->outputs_count + 1);
    for (uint32_t k = 0; k < t->steps; k++) {
        evaluate(t, k, &e);
        for (uint32_t o = 0; o < p->outputs_count; o++)
            words[(size_t)k * p->outputs_count + o] = fp32_bits(e.out[o]);
    }
    return words;
}

/* Largest magnitude and largest error of each output. */
typedef struct {
    double value, error;
} extent;

samples_verdict samples_judge(const sample_set *t)
{
    arena mem = arena_make();
    const ops *p = t->p;
    samples_verdict v = {0};
    evaluation e = evaluation_make(&mem, p);
    extent *most = ARENA_ARRAY(&mem, extent, p->outputs_count + 1);
    double *y = random_array(&mem, p->outputs_count), *scratch = random_array(&mem, p->list_count);
    for (uint32_t k = 0; k < t->steps; k++) {
        evaluate(t, k, &e);
        ops_eval64(p, t->exact + (size_t)k * p->inputs_count, y, scratch);
        for (uint32_t o = 0; o < p->outputs_count; o++) {
            uint32_t got = t->out[(size_t)k * p->outputs_count + o];
            v.mismatches += got != fp32_bits(e.out[o]);
            most[o].value = fmax(most[o].value, fabs(y[o]));
            most[o].error = fmax(most[o].error, fabs((double)fp32_value(got) - y[o]));
        }
    }
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        const double whole = most[o].value > 0 ? most[o].error / most[o].value : INFINITY;
        if (most[o].error > 0)
            v.max_rel_error = fmax(v.max_rel_error, whole);
    }
    arena_free(&mem);
    return v;
}
