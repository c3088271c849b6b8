/* SPDX-License-Identifier: MIT */
#include "numbers/explore_box.h"

#include <string.h>

enum {
    STATES = 5000,
    SWEEPS = 8,
    DIRECTIONS = 16,
    CLIMBED = 3000 /* operations of a graph, at most: each climb evaluates all before it */
};

/* A climb of one operation. */
typedef struct {
    const input_box *b;
    ops part; /* the graph up to the operation */
    double *in, *trial, *values;
    double most;
} climb;

/* Keeps the trial where it is better. */
static bool judge(climb *c)
{
    ops_eval64(&c->part, c->trial, NULL, c->values);
    const double size = fabs(c->values[c->part.list_count - 1]);
    const bool better = size > c->most * (1 + 1e-9);
    if (better) {
        c->most = size;
        memcpy(c->in, c->trial, c->part.inputs_count * sizeof *c->in);
    } else {
        memcpy(c->trial, c->in, c->part.inputs_count * sizeof *c->in);
    }
    return better;
}

static bool sweep(climb *c, uint32_t round)
{
    const input_box *b = c->b;
    bool better = false;
    for (uint32_t i = 0; i < c->part.inputs_count; i++) {
        if (INPUT_KIND[c->part.inputs[i].kind].made != MADE_COPY)
            continue;
        const span s = b->input[i];
        const double tries[3] = {s.low, s.high, 0.5 * (s.low + s.high)};
        for (uint32_t k = 0; k < 3; k++) {
            c->trial[i] = tries[k];
            better |= judge(c);
        }
    }
    for (uint32_t j = 0; j < b->layout.count[OWNER_COORDINATE]; j++) {
        const span s = b->coordinate[j];
        for (uint32_t k = 0; k < DIRECTIONS; k++) {
            const double at = (k + (double)round / SWEEPS) / DIRECTIONS;
            input_box_set(b, j, s.low + at * (s.high - s.low), c->trial);
            better |= judge(c);
        }
    }
    return better;
}

void explore_box(const input_box *b, double *most)
{
    const ops *p = b->p;
    const size_t row = p->inputs_count;
    arena mem = arena_make();
    double *best = ARENA_ARRAY(&mem, double, row * p->list_count + 1);
    climb c = {.b = b, .part = *p, .in = ARENA_ARRAY(&mem, double, row + 1),
               .trial = ARENA_ARRAY(&mem, double, row + 1),
               .values = ARENA_ARRAY(&mem, double, p->list_count + 1)};
    uint64_t seed = 1;
    c.part.outputs_count = 0;
    for (uint32_t n = 0; n < STATES; n++) {
        input_box_draw(b, &seed, c.in);
        ops_eval64(&c.part, c.in, NULL, c.values);
        for (uint32_t i = 0; i < p->list_count; i++)
            if (n == 0 || fabs(c.values[i]) > most[i]) {
                most[i] = fabs(c.values[i]);
                memcpy(best + row * i, c.in, row * sizeof *best);
            }
    }
    for (uint32_t i = 0; i < p->list_count && p->list_count <= CLIMBED; i++) {
        c.part.list_count = i + 1;
        c.most = most[i];
        memcpy(c.in, best + row * i, row * sizeof *c.in);
        memcpy(c.trial, c.in, row * sizeof *c.in);
        for (uint32_t round = 0; round < SWEEPS; round++)
            if (!sweep(&c, round) && round > 1)
                break;
        most[i] = c.most;
    }
    arena_free(&mem);
}
