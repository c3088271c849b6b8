/* SPDX-License-Identifier: MIT */
/* Second derivatives of inverse dynamics: the recursion of the first ones, differentiated by
 * positions and velocities. By accelerations torques are linear, and their slope is the mass
 * matrix, so that only its own derivatives are left. */
#include "functions/functions.h"
#include "functions/second_parts.h"
#include "robot/numbers.h"

/* --- tensors ---------------------------------------------------------------------------------- */

second_tensors second_make(arena *mem, const tree *t)
{
    const uint32_t all = tree_freedoms(t), joints = t->coordinates_count;
    const size_t pairs = second_pair(all, 0), joint_pairs = second_pair(joints, 0);
    return (second_tensors){all, joints, ARENA_ARRAY(mem, poly, all * joint_pairs + 1),
                            ARENA_ARRAY(mem, poly, (size_t)all * joints * all + 1),
                            ARENA_ARRAY(mem, poly, all * pairs + 1),
                            ARENA_ARRAY(mem, poly, pairs * joints + 1)};
}

static const char *pair_name(signals *s, const char *a, const char *b)
{
    return arena_printf(s->mem, "%s,%s", a, b);
}

static const char *freedom_name(signals *s, uint32_t freedom)
{
    return tree_freedom_name(s->mem, s->t, freedom);
}

static const char *coordinate_name(signals *s, uint32_t coordinate)
{
    return s->t->coordinates[coordinate].name;
}

typedef const char *namer(signals *s, uint32_t number);

/* A row per freedom, a column per pair. */
static void put_pairs(signals *s, net *n, output_kind kind, const poly *values, uint32_t rows,
                      uint32_t count, namer *called)
{
    const uint32_t pairs = second_pair(count, 0);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b <= a; b++)
                signals_entry(s, n, kind, freedom_name(s, row), row, 0,
                              pair_name(s, called(s, a), called(s, b)), second_pair(a, b),
                              values[(size_t)row * pairs + second_pair(a, b)]);
}

void second_put(const second_tensors *x, const second_outputs *to, signals *s, net *n)
{
    const uint32_t all = x->freedoms, joints = x->coordinates, mixed = joints * all;
    put_pairs(s, n, to->by_positions, x->by_positions, all, joints, coordinate_name);
    for (uint32_t row = 0; row < all; row++)
        for (uint32_t k = 0; k < mixed; k++)
            signals_entry(s, n, to->by_mixed, freedom_name(s, row), row, 0,
                          pair_name(s, coordinate_name(s, k / all), freedom_name(s, k % all)), k,
                          x->by_mixed[(size_t)row * mixed + k]);
    put_pairs(s, n, to->by_rates, x->by_rates, all, all, freedom_name);
    for (uint32_t a = 0; a < all; a++)
        for (uint32_t b = 0; b <= a; b++)
            for (uint32_t c = 0; c < joints; c++)
                signals_entry(s, n, to->last_by_position,
                              pair_name(s, freedom_name(s, a), freedom_name(s, b)),
                              second_pair(a, b), 0, coordinate_name(s, c), c,
                              x->last_by_position[(size_t)second_pair(a, b) * joints + c]);
}

/* --- torques ---------------------------------------------------------------------------------- */

parameter *second_parameters(arena *mem, const tree *t, const signals *s, net *n)
{
    const uint32_t all = tree_freedoms(t), joints = t->coordinates_count;
    parameter *by = ARENA_ARRAY(mem, parameter, joints + all + 1);
    for (uint32_t c = 0; c < joints; c++)
        by[c] = parameter_position(mem, s, n, c);
    for (uint32_t k = 0; k < all; k++)
        by[joints + k] = parameter_freedom(mem, s, n, INPUT_QD, k);
    return by;
}

/* First derivatives as results for a while, each derived by some of the parameters. */
typedef struct {
    arena *mem;
    net *n;
    sym *list;
    uint32_t list_count, list_capacity;
    poly **to; /* per result and parameter; NULL: not asked for */
    uint32_t to_count, to_capacity, parameters;
} first_derivatives;

/* Places for the next derivative, one per parameter; NULL where it is zero. */
static poly **ask(first_derivatives *f, poly of)
{
    if (!of.count)
        return NULL;
    *ARENA_PUSH(f->mem, f, list) = net_output(f->n, NULL, of);
    for (uint32_t p = 0; p < f->parameters; p++)
        *ARENA_PUSH(f->mem, f, to) = NULL;
    return f->to + f->to_count - f->parameters;
}

static void differentiate(first_derivatives *f, const parameter *by)
{
    net *n = f->n;
    poly *partial = ARENA_ARRAY(f->mem, poly, (size_t)f->list_count * f->parameters + 1);
    net_differentiate(n, f->list, f->list_count, by, f->parameters, ELIMINATE_FORWARD, partial);
    for (uint32_t k = 0; k < f->list_count; k++) {
        n->symbols[f->list[k]].is_output = false;
        n->symbols[f->list[k]].uses--;
    }
    for (uint32_t i = 0; i < f->to_count; i++)
        if (f->to[i])
            *f->to[i] = partial[i];
}

void second_of_torques(arena *mem, const derivatives *d, const parameter *by, net *n,
                       second_tensors *out)
{
    const uint32_t all = d->freedoms, joints = d->coordinates, mixed = joints * all,
                   pairs = second_pair(all, 0), joint_pairs = second_pair(joints, 0);
    first_derivatives f = {.mem = mem, .n = n, .parameters = joints + all};
    for (uint32_t row = 0; row < all; row++) {
        for (uint32_t a = 0; a < joints; a++) {
            poly **to = ask(&f, d->by_position[(size_t)row * joints + a]);
            for (uint32_t b = 0; to && b <= a; b++)
                to[b] = &out->by_positions[(size_t)row * joint_pairs + second_pair(a, b)];
            for (uint32_t k = 0; to && k < all; k++)
                to[joints + k] = &out->by_mixed[(size_t)row * mixed + a * all + k];
        }
        for (uint32_t a = 0; a < all; a++) {
            poly **to = ask(&f, d->by_rate[(size_t)row * all + a]);
            for (uint32_t b = 0; to && b <= a; b++)
                to[joints + b] = &out->by_rates[(size_t)row * pairs + second_pair(a, b)];
        }
        for (uint32_t a = 0; a <= row; a++) {
            poly **to = ask(&f, d->mass[(size_t)row * all + a]);
            for (uint32_t c = 0; to && c < joints; c++)
                to[c] = &out->last_by_position[(size_t)second_pair(row, a) * joints + c];
        }
    }
    differentiate(&f, by);
}

/* Numbers that are not zero by structure: of freedoms behind the same joint of the base, for others
 * do not meet. */
static uint64_t numbers_count(const tree *t)
{
    arena work = arena_make();
    uint32_t *root = ARENA_ARRAY(&work, uint32_t, t->bodies_count + 1);
    uint64_t *free_ones = ARENA_ARRAY(&work, uint64_t, t->bodies_count + 1),
             *joints = ARENA_ARRAY(&work, uint64_t, t->bodies_count + 1), sum = 0;
    bool *is_counted = ARENA_ARRAY(&work, bool, t->coordinates_count + 1);
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        root[i] = b->parent ? root[b->parent] : i;
        if (b->kind == BODY_FREE)
            free_ones[root[i]] += 6;
        else if (!is_counted[b->coordinate])
            joints[root[i]]++;
        if (b->kind != BODY_FREE)
            is_counted[b->coordinate] = true;
    }
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const uint64_t k = joints[i], all = k + free_ones[i], pairs = all * (all + 1) / 2;
        sum += all * (k * (k + 1) / 2 + k * all + pairs) + pairs * k;
    }
    arena_free(&work);
    return sum;
}

status second_check_size(const tree *t, function_kind function, uint32_t most, diag *d)
{
    const uint64_t numbers = numbers_count(t);
    if (numbers <= most)
        return STATUS_OK;
    return diag_error(d, (place){0}, "function '%s' of robot '%s' has %llu numbers, more than %u: "
                      "--derive-by takes those of first derivatives that are wanted",
                      FUNCTION_KIND[function].name, text_shown(d->mem, t->name),
                      (unsigned long long)numbers, most);
}

/* --- producer --------------------------------------------------------------------------------- */

static void finish(arena *mem, const tree *t, writer *w, signals *s, net *n)
{
    static const second_outputs TO = {OUTPUT_TAU_Q_Q, OUTPUT_TAU_Q_QD, OUTPUT_TAU_QD_QD,
                                      OUTPUT_MASS_Q};
    second_tensors x = second_make(mem, t);
    const derivatives *d = derivatives_end(w, NULL);
    second_of_torques(mem, d, second_parameters(mem, t, s, n), n, &x);
    second_put(&x, &TO, s, n);
    net_sweep(n);
}

/* The plain forms: there is no recursion of the thesis for these. */
static void write_plain(arena *mem, const tree *t, signals *s, net *n)
{
    model raw;
    model_build(mem, t, &raw);
    derivative_forms f = derivative_forms_plain(mem, &raw);
    finish(mem, t, derivatives_begin(mem, t, &raw, &f, s, n), s, n);
}

derivative_forms second_forms(arena *mem, const tree *t, const model *raw,
                              const equations_options *o)
{
    const objective goal = {0};
    signals words;
    derivative_forms f = derivative_forms_plain(mem, raw);
    const net first = derivative_forms_write(mem, t, raw, &f, derivatives_put, &words);
    const effort_budget b = effort_budget_of(o->effort, net_cost_sum(net_count(&first)));
    progress_search(o->life, "forms of the equations");
    if (b.form_operations)
        derivative_forms_search(t, raw, derivatives_put, &goal, b.form_operations, o->life, &f);
    progress_end(o->life);
    return f;
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    model raw;
    model_build(mem, t, &raw);
    const derivative_forms f = second_forms(mem, t, &raw, o);
    e->graph = derivative_forms_write(mem, t, &raw, &f, finish, &e->words);
    equations_record(mem, e, "recursion for derivatives, differentiated", &e->graph);
}

/* 23 freedoms have half as many, in a second. */
static status check(const tree *t, diag *d)
{
    enum { MOST_NUMBERS = 60000 };
    return second_check_size(t, FUNCTION_ID_SECOND, MOST_NUMBERS, d);
}

const producer PRODUCER_ID_SECOND = {
    .write = write_plain, .choose_forms = choose_forms, .check = check};
