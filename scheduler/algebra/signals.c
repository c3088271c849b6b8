/* SPDX-License-Identifier: MIT */
#include "algebra/signals.h"
#include "base/names.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static bool same_signal(const signal *a, const signal *b)
{
    return a->kind == b->kind && a->index == b->index && a->axis == b->axis &&
           a->ratio == b->ratio && a->offset == b->offset;
}

static uint64_t mix(uint64_t h, double value)
{
    uint64_t bits;
    value += 0.0; /* -0.0 equals 0.0 and must meet it */
    memcpy(&bits, &value, sizeof bits);
    h = (h ^ bits) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* The place of a signal in the table, or the free one where it belongs. */
static uint32_t *signal_slot(const signals *s, const signal *like)
{
    uint64_t h = ((uint64_t)like->index * 4 + like->axis) * INPUT_KIND_COUNT + (uint64_t)like->kind;
    h = mix(mix(h * 0xc4ceb9fe1a85ec53u, like->ratio), like->offset);
    uint32_t mask = s->table_size - 1, at = (uint32_t)(h >> 20) & mask;
    while (s->table[at] && !same_signal(&s->list[s->table[at] - 1], like))
        at = (at + 1) & mask;
    return &s->table[at];
}

static void table_grow(signals *s)
{
    s->table_size = s->table_size ? s->table_size * 2 : 256;
    s->table = ARENA_ARRAY(s->mem, uint32_t, s->table_size);
    for (uint32_t i = 0; i < s->list_count; i++)
        *signal_slot(s, &s->list[i]) = i + 1;
}

/* Inputs of plain coordinates are s1, qd1, ...; those of a shifted or scaled one get a number. */
static const char *coordinate_name(signals *s, const char *prefix, signal like)
{
    if (!s->variants)
        s->variants = arena_alloc(s->mem, sizeof *s->variants * (s->t->coordinates_count + 1));
    uint32_t *variants = &s->variants[like.index][like.kind];
    ++*variants;
    if (like.ratio == 1 && like.offset == 0)
        return arena_printf(s->mem, "%s%u", prefix, like.index + 1);
    return arena_printf(s->mem, "%s%u_%u", prefix, like.index + 1, *variants);
}

/* omega1x, tau3. */
static const char *axis_name(signals *s, const word_kind *kind, uint32_t index, uint32_t axis)
{
    const char *name = arena_printf(s->mem, "%s%u", kind->prefix, index + 1);
    return kind->is_vector ? arena_printf(s->mem, "%s%c", name, "xyz"[axis]) : name;
}

/* The symbol of an input; the input is made, with a name, when it is new. */
static sym signal_get(signals *s, net *n, signal like)
{
    if (s->list_count * 2 >= s->table_size)
        table_grow(s);
    uint32_t *slot = signal_slot(s, &like);
    if (*slot)
        return s->list[*slot - 1].symbol;
    const word_kind *kind = &INPUT_KIND[like.kind];
    const char *name = word_owner_of(kind) == OWNER_COORDINATE
                           ? coordinate_name(s, kind->prefix, like)
                           : axis_name(s, kind, like.index, like.axis);
    like.symbol = net_input(n, name);
    *ARENA_PUSH(s->mem, s, list) = like;
    *slot = s->list_count;
    return like.symbol;
}

/* Sums of x^2k with the coefficients, from the last to the first. */
static poly even_series(net *n, poly square, const double *coefficient, uint32_t count)
{
    poly sum = poly_number(n, coefficient[count - 1]);
    for (uint32_t k = count - 1; k-- > 0;)
        sum = net_assign(n, NULL, poly_add(n, poly_multiply(n, sum, square),
                                           poly_number(n, coefficient[k])));
    return sum;
}

/* Sine and cosine of an angle that is `step` further. What is left out is below step^10 / 10!. */
static void turn_on(net *n, poly step, poly *sine, poly *cosine)
{
    static const double SINE[] = {1, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880},
                        COSINE[] = {1, -1. / 2, 1. / 24, -1. / 720, 1. / 40320};
    enum { TERMS = 5 };
    poly square = net_assign(n, NULL, poly_multiply(n, step, step));
    poly s = net_assign(n, NULL, poly_multiply(n, even_series(n, square, SINE, TERMS), step));
    poly c = even_series(n, square, COSINE, TERMS), was = *sine;
    *sine = net_assign(n, NULL, poly_add(n, poly_multiply(n, *sine, c),
                                         poly_multiply(n, *cosine, s)));
    *cosine = net_assign(n, NULL, poly_sub(n, poly_multiply(n, *cosine, c),
                                           poly_multiply(n, was, s)));
}

static const derived_motion *derived_of(const signals *s, uint32_t coordinate)
{
    static const derived_motion NOTHING;
    return s->derived ? &s->derived[coordinate] : &NOTHING;
}

/* Of an angle that no position changes. */
static void constant_trig(net *n, int quarters, double offset, poly *sine, poly *cosine)
{
    double a = sin(offset), b = cos(offset);
    for (int turns = (quarters % 4 + 4) % 4; turns > 0; turns--) {
        const double was = a;
        a = b;
        b = -was;
    }
    *sine = a != 0 ? poly_number(n, a) : poly_zero();
    *cosine = b != 0 ? poly_number(n, b) : poly_zero();
}

void signals_trig(signals *s, net *n, uint32_t coordinate, double ratio, int quarters,
                  double offset, poly *sine, poly *cosine)
{
    if (ratio == 0) { /* a hinge of a ball that turns, say */
        constant_trig(n, quarters, offset, sine, cosine);
        return;
    }
    int flip = ratio < 0 ? -1 : 1;
    ratio *= flip;
    offset *= flip;
    double more = round(offset / (PI / 2)), rest = offset - more * (PI / 2);
    if (fabs(rest) <= DBL_EPSILON * fabs(offset)) { /* the multiple itself, rounded */
        rest = 0;
    } else {
        more = 0;
        rest = offset;
    }
    quarters = flip * quarters + (int)more % 4;
    signal like = {.of = s->t->coordinates[coordinate].name,
                   .index = coordinate,
                   .ratio = ratio,
                   .offset = rest};
    like.kind = INPUT_SIN;
    sym sin_symbol = signal_get(s, n, like);
    like.kind = INPUT_COS;
    sym cos_symbol = signal_get(s, n, like);
    n->symbols[sin_symbol].trig_partner = cos_symbol;
    n->symbols[cos_symbol].trig_partner = sin_symbol;
    poly a = poly_symbol(n, sin_symbol), b = poly_symbol(n, cos_symbol);
    for (int turns = (quarters % 4 + 4) % 4; turns > 0;
         turns--) { /* sin(x + pi/2) = cos x, cos(x + pi/2) = -sin x */
        poly was = a;
        a = b;
        b = poly_scale(n, was, -1);
    }
    *sine = poly_scale(n, a, flip);
    *cosine = b;
    const derived_motion *m = derived_of(s, coordinate);
    if (m->has_step)
        turn_on(n, net_assign(n, NULL, poly_scale(n, m->step, flip * ratio)), sine, cosine);
}

void signals_derive(signals *s, input_kind kind, uint32_t coordinate, poly value)
{
    if (!s->derived)
        s->derived = ARENA_ARRAY(s->mem, derived_motion, s->t->coordinates_count + 1);
    derived_motion *m = &s->derived[coordinate];
    switch (kind) {
    case INPUT_Q:
        m->has_step = true;
        m->step = value;
        break;
    case INPUT_QD:
        m->has_rate = true;
        m->rate = value;
        break;
    default:
        assert(kind == INPUT_QDD);
        m->has_acceleration = true;
        m->acceleration = value;
        break;
    }
}

poly signals_coordinate(signals *s, net *n, input_kind kind, uint32_t coordinate, double ratio,
                        double offset)
{
    const derived_motion *m = derived_of(s, coordinate);
    if (kind == INPUT_QD && m->has_rate)
        return m->rate;
    if (kind == INPUT_QDD && m->has_acceleration)
        return m->acceleration;
    signal like = {.kind = kind,
                   .of = s->t->coordinates[coordinate].name,
                   .index = coordinate,
                   .ratio = ratio,
                   .offset = offset};
    poly given = poly_symbol(n, signal_get(s, n, like));
    if (kind != INPUT_Q || !m->has_step)
        return given;
    return net_assign(n, NULL, poly_add(n, given, poly_scale(n, m->step, ratio)));
}

poly signals_vector(signals *s, net *n, input_kind kind, const char *of, uint32_t index,
                    uint32_t axis)
{
    signal like = {.kind = kind, .of = of, .index = index, .axis = axis, .ratio = 1};
    return poly_symbol(n, signal_get(s, n, like));
}

/* Squares of constraints, which are near 0 where loops are closed. */
static bool is_of_squares(const word_kind *kind)
{
    return kind->array == ARRAY_RESIDUAL || kind->array == ARRAY_LEFT_OUT;
}

static void add_result(signals *s, net *n, result r, poly value)
{
    const word_kind *kind = &OUTPUT_KIND[r.kind];
    r.name = axis_name(s, kind, r.index, r.axis);
    if (r.column_of)
        r.name = arena_printf(s->mem, "%s_%u", r.name, r.column + 1);
    r.symbol = net_output(n, r.name, value);
    n->symbols[r.symbol].keeps_squares = is_of_squares(kind);
    *ARENA_PUSH(s->mem, s, results) = r;
}

void signals_joint_output(signals *s, net *n, output_kind kind, uint32_t coordinate, poly value)
{
    const tree_coordinate *c = &s->t->coordinates[coordinate];
    add_result(s, n,
               (result){.kind = kind, .of = c->name, .index = coordinate, .is_angle = c->is_angle},
               value);
}

void signals_output(signals *s, net *n, output_kind kind, const char *of, uint32_t index,
                    uint32_t axis, poly value)
{
    add_result(s, n, (result){.kind = kind, .of = of, .index = index, .axis = axis}, value);
}

void signals_entry(signals *s, net *n, output_kind kind, const char *of, uint32_t row,
                   uint32_t axis, const char *column_of, uint32_t column, poly value)
{
    const bool of_joint = word_is_of_joint(&OUTPUT_KIND[kind]); /* whose row it is */
    assert(!WORD_ARRAY[OUTPUT_KIND[kind].array].is_symmetric || column <= row);
    add_result(s, n,
               (result){.kind = kind, .of = of, .index = row, .axis = axis,
                        .is_angle = of_joint && s->t->coordinates[row].is_angle,
                        .column_of = column_of, .column = column},
               value);
}

void signals_matrix_output(signals *s, net *n, output_kind kind, uint32_t row, uint32_t column,
                           poly value)
{
    const word_array_info *a = &WORD_ARRAY[OUTPUT_KIND[kind].array];
    const char *column_of = a->columns == OWNER_COORDINATE
                                ? s->t->coordinates[column].name
                                : tree_freedom_name(s->mem, s->t, column);
    signals_entry(s, n, kind, tree_freedom_name(s->mem, s->t, row), row, 0, column_of, column,
                  value);
}

void signals_rebind(signals *s, const net *copy)
{
    arena work = arena_make();
    name_table results = names_make(&work);
    for (uint32_t i = 0; i < s->results_count; i++)
        names_add(&results, s->results[i].name, strlen(s->results[i].name), i);
    uint32_t input = 0, which;
    for (sym x = 0; x < copy->symbols_count; x++) {
        const symbol *v = &copy->symbols[x];
        if (v->kind == SYM_INPUT)
            s->list[input++].symbol = x;
        bool is_output = v->kind == SYM_VARIABLE && v->is_output;
        if (is_output && names_find(&results, v->name, strlen(v->name), &which))
            s->results[which].symbol = x;
    }
    arena_free(&work);
}
