/* SPDX-License-Identifier: MIT */
#include "apps/motion/natural_ops.h"

#include "apps/motion/dense.h"
#include "apps/motion/graph_builder.h"

#include <string.h>

typedef graph_value value;

/* A sum of factor x word: what is linear. */
typedef struct {
    value of;
    double factor;
} part;

typedef struct {
    arena *mem;
    graph_builder *g;
    const natural *n;
} builder;

/* Sum of factor x word, factors of one word together, and equal factors together. */
static value combine(const builder *b, const part *list, uint32_t count)
{
    part *own = ARENA_ARRAY(b->mem, part, count + 1);
    uint32_t kept = 0;
    double rest = 0;
    for (uint32_t i = 0; i < count; i++) {
        part p = list[i];
        if (p.of.is_number) {
            rest += p.factor * p.of.number;
            continue;
        }
        if (p.of.negative)
            p = (part){graph_negative(p.of), -p.factor};
        uint32_t k = 0;
        while (k < kept && own[k].of.x != p.of.x)
            k++;
        own[k].of = p.of;
        own[k].factor += p.factor;
        kept = k == kept ? kept + 1 : kept;
    }
    value sum = graph_number(rest);
    for (uint32_t i = 0; i < kept; i++) {
        if (own[i].factor == 0)
            continue;
        value same = own[i].of;
        for (uint32_t k = i + 1; k < kept; k++)
            if (own[k].factor == own[i].factor || own[k].factor == -own[i].factor) {
                same = graph_plus(b->g, same,
                                  own[k].factor == own[i].factor ? own[k].of
                                                                 : graph_negative(own[k].of));
                own[k].factor = 0;
            }
        sum = graph_plus(b->g, sum, graph_times(b->g, graph_number(own[i].factor), same));
    }
    return sum;
}

/* Sum of products, those of one first factor together. */
static value dot(const builder *b, const value *x, const value *y, uint32_t count)
{
    value sum = graph_number(0);
    bool *done = ARENA_ARRAY(b->mem, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (done[i] || graph_is(x[i], 0))
            continue;
        value beside = y[i];
        for (uint32_t k = i + 1; k < count; k++)
            if (!done[k] && !x[k].is_number && !x[i].is_number && x[k].x == x[i].x) {
                beside = graph_plus(b->g, beside,
                                    x[k].negative == x[i].negative ? y[k] : graph_negative(y[k]));
                done[k] = true;
            }
        sum = graph_plus(b->g, sum, graph_times(b->g, x[i], beside));
    }
    return sum;
}

/* ---- the model ------------------------------------------------------------------------------- */

static value *values(const builder *b, uint32_t count)
{
    value *v = ARENA_ARRAY(b->mem, value, count + 1);
    for (uint32_t i = 0; i < count; i++)
        v[i] = graph_number(0);
    return v;
}

static value *inputs(const builder *b, input_kind kind, const char *prefix)
{
    value *v = values(b, b->n->count);
    for (uint32_t i = 0; i < b->n->count; i++)
        v[i] = graph_input(b->g, arena_printf(b->mem, "%s_%s", prefix, b->n->names[i]), kind,
                           b->n->names[i], i, 1, 0);
    return v;
}

/* Of a constraint with entry (i) factor: what its row is divided by. */
static double row_scale(const natural_constraint *c)
{
    const natural_term *first = &c->terms[0];
    return first->i == first->j ? 2 * first->factor : first->factor;
}

/* One row of J at q, or where `rates` are given that of dJ/dt. */
static void row_of(const builder *b, const natural_constraint *c, const value *at, bool of_rates,
                   value *row)
{
    const uint32_t n = b->n->count;
    part *parts = ARENA_ARRAY(b->mem, part, 2 * c->terms_count + 1);
    const double scale = row_scale(c);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t count = 0;
        for (uint32_t t = 0; t < c->terms_count; t++) {
            const natural_term *x = &c->terms[t];
            if (x->j == NATURAL_ONE && x->i == i && !of_rates)
                parts[count++] = (part){graph_number(1), x->factor / scale};
            if (x->j == NATURAL_ONE)
                continue;
            if (x->i == i)
                parts[count++] = (part){at[x->j], x->factor / scale};
            if (x->j == i)
                parts[count++] = (part){at[x->i], x->factor / scale};
        }
        row[i] = combine(b, parts, count);
    }
}

static void put(const builder *b, output_kind kind, uint32_t index, const char *prefix, value v,
                const char *of)
{
    graph_output(b->g, arena_printf(b->mem, "%s_%s", prefix, of), kind, of, index, v);
}

/* L D L' of S, whose lower triangle it replaces by L; 1/D apart. */
static void factor(const builder *b, value *s, uint32_t m, value *reciprocal)
{
    for (uint32_t i = 0; i < m; i++) {
        value *row = s + (size_t)i * m;
        const value whole = row[i];
        value pivot = whole;
        for (uint32_t j = 0; j < i; j++)
            for (uint32_t k = 0; k < j; k++) /* row[k] is still L D */
                row[j] = graph_minus(b->g, row[j],
                                     graph_times(b->g, row[k], s[(size_t)j * m + k]));
        for (uint32_t k = 0; k < i; k++) {
            const value carried = row[k];
            row[k] = graph_times(b->g, carried, reciprocal[k]);
            pivot = graph_minus(b->g, pivot, graph_times(b->g, carried, row[k]));
        }
        put(b, OUTPUT_PIVOT, i, "d", pivot, b->n->names[i]);
        put(b, OUTPUT_PIVOT_WHOLE, i, "D", whole, b->n->names[i]);
        reciprocal[i] = graph_reciprocal(b->g, pivot);
    }
}

static void solve(const builder *b, const value *s, const value *reciprocal, uint32_t m, value *x)
{
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t k = 0; k < i; k++)
            x[i] = graph_minus(b->g, x[i], graph_times(b->g, s[(size_t)i * m + k], x[k]));
    for (uint32_t i = 0; i < m; i++)
        x[i] = graph_times(b->g, x[i], reciprocal[i]);
    for (uint32_t i = m; i-- > 0;)
        for (uint32_t k = i + 1; k < m; k++)
            x[i] = graph_minus(b->g, x[i], graph_times(b->g, s[(size_t)k * m + i], x[k]));
}

/* M^-1, row by row. */
static double *inverse(const builder *b)
{
    const uint32_t n = b->n->count;
    double *f = ARENA_ARRAY(b->mem, double, (size_t)n * n);
    double *out = ARENA_ARRAY(b->mem, double, (size_t)n * n);
    memcpy(f, b->n->mass, (size_t)n * n * sizeof *f);
    dense_factor(f, n, 0);
    for (uint32_t i = 0; i < n; i++) {
        out[(size_t)i * n + i] = 1;
        dense_solve(f, n, out + (size_t)i * n);
    }
    return out;
}

/* M^-1 of a row. */
static void reach_of(const builder *b, const double *minv, const value *row, value *out)
{
    const uint32_t n = b->n->count;
    part *parts = ARENA_ARRAY(b->mem, part, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++)
            parts[k] = (part){row[k], minv[(size_t)i * n + k]};
        out[i] = combine(b, parts, n);
    }
}

static void write_graph(const builder *b)
{
    const natural *model = b->n;
    const uint32_t n = model->count, m = model->constraints_count;
    const value *q = inputs(b, INPUT_Q, "q"), *qd = inputs(b, INPUT_QD, "qd");
    const double *minv = inverse(b);
    value *row = values(b, m * n), *reach = values(b, m * n), *turned = values(b, n);
    value *s = values(b, m * m), *mu = values(b, m), *reciprocal = values(b, m);
    value *free_fall = values(b, n);
    double *force = ARENA_ARRAY(b->mem, double, n + 1);
    natural_forces(model, 0, model->q, model->q, model->qd, force);
    for (uint32_t i = 0; i < n; i++)
        free_fall[i] = graph_number(dense_dot(minv + (size_t)i * n, force, n));
    for (uint32_t k = 0; k < m; k++) {
        row_of(b, &model->constraints[k], q, false, row + (size_t)k * n);
        reach_of(b, minv, row + (size_t)k * n, reach + (size_t)k * n);
        row_of(b, &model->constraints[k], qd, true, turned);
        part *parts = ARENA_ARRAY(b->mem, part, n + 1);
        for (uint32_t i = 0; i < n; i++)
            parts[i] = (part){row[(size_t)k * n + i], free_fall[i].number};
        mu[k] = graph_plus(b->g, combine(b, parts, n), dot(b, turned, qd, n));
        for (uint32_t l = 0; l <= k; l++)
            s[(size_t)k * m + l] = dot(b, row + (size_t)k * n, reach + (size_t)l * n, n);
    }
    factor(b, s, m, reciprocal);
    solve(b, s, reciprocal, m, mu);
    for (uint32_t i = 0; i < n; i++) {
        value a = free_fall[i];
        for (uint32_t k = 0; k < m; k++)
            a = graph_minus(b->g, a, graph_times(b->g, reach[(size_t)k * n + i], mu[k]));
        put(b, OUTPUT_QDD, i, "a", a, b->n->names[i]);
    }
    for (uint32_t k = 0; k < m; k++)
        put(b, OUTPUT_MULTIPLIER, k, "lambda",
            graph_times(b->g, graph_number(1 / row_scale(&model->constraints[k])), mu[k]),
            arena_printf(b->mem, "%u", k));
    for (uint32_t i = m; i < n; i++) { /* arrays of pivots are whole */
        put(b, OUTPUT_PIVOT, i, "d", graph_number(1), b->n->names[i]);
        put(b, OUTPUT_PIVOT_WHOLE, i, "D", graph_number(1), b->n->names[i]);
    }
}

status natural_ops(arena *mem, const natural *n, ops *out, diag *d)
{
    *out = (ops){.robot = n->name, .function = FUNCTION_AUGMENTED};
    graph_builder g = graph_begin(mem, out);
    const builder b = {mem, &g, n};
    if (!n->constraints_count || n->constraints_count > n->count)
        return diag_error(d, (place){0}, "model '%s' has %s: it leaves nothing for a core to "
                                         "compute", n->name,
                          n->constraints_count ? "more constraints than coordinates"
                                               : "no constraints");
    if (n->links_count || n->roads_count || n->is_driven)
        return diag_error(d, (place){0}, "model '%s' has springs, dampers, roads or drives: only "
                                         "the CPU moves it", n->name);
    write_graph(&b);
    graph_end(&g);
    return ops_check(out, n->name, d);
}
