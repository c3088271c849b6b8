/* SPDX-License-Identifier: MIT */
/* Mass matrix and bias: M x + c must be the torques of inverse dynamics, whatever the forms they
 * are written in, and as small as promised. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "random_motion.h"
#include "writers/mass.h"

/* The same place without velocities or accelerations; acc of free bodies stays. */
static tree_motion without(tree_motion m, bool velocities, bool accelerations)
{
    for (int i = 0; i < MOST; i++) {
        m.qd[i] = velocities ? 0 : m.qd[i];
        m.qdd[i] = accelerations ? 0 : m.qdd[i];
    }
    for (int b = 0; b < MOST_FREE; b++)
        for (int k = 0; k < 3; k++) {
            m.free_motion[9 * b + k] *= !velocities;
            m.free_motion[9 * b + 3 + k] *= !accelerations;
        }
    return m;
}

/* Results by freedom: free bodies first. */
typedef struct {
    double torque[MOST], mass[MOST][MOST];
    bool has_entry[MOST][MOST];
} results;

static results evaluate(arena *mem, const tree *t, const ops *p, const tree_motion *m)
{
    const double *out = motion_results(mem, p, m);
    results r = {0};
    uint32_t free_rows = 6 * tree_free_bodies(t);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        if (o->kind == OUTPUT_MASS) {
            r.mass[o->index][o->column] = r.mass[o->column][o->index] = out[i];
            r.has_entry[o->index][o->column] = true;
        } else if (o->kind == OUTPUT_TORQUE) {
            r.torque[free_rows + o->index] = out[i];
        } else {
            r.torque[6 * o->index + (o->kind == OUTPUT_MOMENT ? 3 : 0) + o->axis] = out[i];
        }
    }
    return r;
}

static double largest_of(const double *x, uint32_t count)
{
    double largest = 1e-3;
    for (uint32_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(x[i]));
    return largest;
}

/* 1e-11 of the largest: a few hundred roundings of terms that may exceed their sum tenfold. */
static void assert_near(const double *x, const double *y, uint32_t count, const char *what)
{
    double largest = largest_of(y, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(fabs(x[i] - y[i]) <= 1e-11 * largest))
            fail_msg("%s: number %u is %.17g and %.17g", what, i, x[i], y[i]);
}

/* M x + c with the accelerations of a motion; acc of free bodies is part of c. */
static void torques(const tree *t, const results *r, const tree_motion *m, double *out)
{
    uint32_t count = tree_freedoms(t), free_bodies = tree_free_bodies(t);
    double x[MOST] = {0};
    for (uint32_t b = 0; b < free_bodies; b++)
        memcpy(&x[6 * b + 3], &m->free_motion[9 * b + 3], 3 * sizeof(double));
    memcpy(&x[6 * free_bodies], m->qdd, t->coordinates_count * sizeof(double));
    for (uint32_t i = 0; i < count; i++) {
        out[i] = r->torque[i];
        for (uint32_t k = 0; k < count; k++)
            out[i] += r->mass[i][k] * x[k];
    }
}

static void assert_is_inverse_dynamics(arena *mem, const tree *t, formalism form, uint32_t effort,
                                       uint64_t *seed, const char *what)
{
    ops id = tree_ops(mem, t, FUNCTION_ID, FORMALISM_CLASSIC, 0),
        both = tree_ops(mem, t, FUNCTION_MASS_AND_BIAS, form, effort),
        mass = tree_ops(mem, t, FUNCTION_MASS, form, effort),
        bias = tree_ops(mem, t, FUNCTION_BIAS, form, effort),
        gravity = tree_ops(mem, t, FUNCTION_GRAVITY, form, effort);
    uint32_t count = tree_freedoms(t);
    for (int round = 0; round < 3; round++) {
        tree_motion m = random_motion(seed), slow = without(m, false, true),
                     still = without(m, true, true);
        double sum[MOST];
        results r = evaluate(mem, t, &both, &m), want = evaluate(mem, t, &id, &m);
        torques(t, &r, &m, sum);
        assert_near(sum, want.torque, count, what);
        results alone = evaluate(mem, t, &mass, &m);
        for (uint32_t i = 0; i < count; i++)
            assert_near(alone.mass[i], r.mass[i], count, what);
        want = evaluate(mem, t, &id, &slow);
        assert_near(evaluate(mem, t, &bias, &m).torque, want.torque, count, what);
        want = evaluate(mem, t, &id, &still);
        assert_near(evaluate(mem, t, &gravity, &m).torque, want.torque, count, what);
    }
}

static void mass_times_accelerations_and_bias_are_inverse_dynamics(void **unused)
{
    (void)unused;
    uint64_t seed = 1990;
    for (uint32_t round = 0; round < 80; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 3 == 0);
        const char *what = arena_printf(&mem, "tree %u", round);
        assert_is_inverse_dynamics(&mem, &t, FORMALISM_DEFAULT, round % 8 == 1, &seed, what);
        if (round % 4 == 0)
            assert_is_inverse_dynamics(&mem, &t, FORMALISM_CLASSIC, 0, &seed, what);
        arena_free(&mem);
    }
}

/* --- forms ---------------------------------------------------------------------------------- */

static void name_outputs(arena *mem, const tree *t, const mass_sums *sums, signals *s, net *n)
{
    (void)t;
    (void)s;
    for (uint32_t r = 0; r < sums->freedoms; r++) {
        for (uint32_t c = 0; c <= r; c++)
            net_output(n, arena_printf(mem, "M %u %u", r, c), sums->mass[mass_at(r, c)]);
        net_output(n, arena_printf(mem, "c %u 0", r), sums->bias[r]);
    }
}

static double signal_value(const signal *s, const tree_motion *m)
{
    switch (s->kind) {
    case INPUT_SIN: return sin(s->ratio * m->q[s->index] + s->offset);
    case INPUT_COS: return cos(s->ratio * m->q[s->index] + s->offset);
    case INPUT_Q: return s->ratio * m->q[s->index] + s->offset;
    case INPUT_QD: return m->qd[s->index];
    case INPUT_OMEGA: return m->free_motion[9 * s->index + s->axis];
    case INPUT_ACC: return m->free_motion[9 * s->index + 6 + s->axis];
    case INPUT_FORCE: return m->forces[6 * s->index + s->axis];
    case INPUT_MOMENT: return m->forces[6 * s->index + 3 + s->axis];
    default: fail_msg("nothing else is an input of M and c");
    }
    return 0;
}

static results evaluate_forms(arena *mem, const tree *t, const model *raw, const mass_forms *f,
                              const tree_motion *m)
{
    const mass_use use = {MASS_MATRIX | MASS_BIAS | MASS_VELOCITY | MASS_ACC, name_outputs};
    signals s;
    net n = mass_forms_write(mem, t, raw, f, &use, false, &s);
    n = net_copy(&n, mem);
    double *value = ARENA_ARRAY(mem, double, n.symbols_count + 1);
    for (sym x = 0, input = 0; x < n.symbols_count; x++)
        if (n.symbols[x].kind == SYM_INPUT)
            value[x] = signal_value(&s.list[input++], m);
    sym *order;
    uint32_t count = net_order(&n, mem, &order);
    net_evaluate(&n, order, count, value);
    results r = {0};
    for (sym x = 0; x < n.symbols_count; x++) {
        unsigned row, column;
        char what;
        const symbol *v = &n.symbols[x];
        if (v->kind != SYM_VARIABLE || !v->is_output)
            continue;
        assert_int_equal(sscanf(v->name, "%c %u %u", &what, &row, &column), 3);
        if (what == 'M')
            r.mass[row][column] = r.mass[column][row] = value[x];
        else
            r.torque[row] = value[x];
    }
    return r;
}

static void randomise(mass_forms *f, const model *raw, uint64_t *seed)
{
    f->length = random_in(seed, 0.2, 2);
    f->moments = (uint8_t)random_below(seed, 2);
    f->bias.force = random_in(seed, 0.2, 2);
    f->bias.acceleration = random_in(seed, 0.2, 2);
    for (uint32_t i = 1; i < raw->count; i++) {
        f->of[i].unturned = (uint8_t)random_below(seed, 2);
        body_form *b = &f->bias.of[i];
        b->inertia.keep = (uint8_t)random_below(seed, KEEP_CHOICES);
        b->inertia.spin = (uint8_t)random_below(seed, SPIN_CHOICES);
        b->euler = (uint8_t)random_below(seed, EULER_FORMS);
        uint8_t *bits[] = {&b->column, &b->group, &b->chain_moment, &b->chain_force,
                           &b->squares, &b->absorbed, &b->tensor};
        for (size_t k = 0; k < sizeof bits / sizeof *bits; k++)
            *bits[k] = (uint8_t)random_below(seed, 2);
        for (uint32_t k = raw->bodies[i].parent; k; k = raw->bodies[k].parent) {
            uint32_t j = raw->bodies[i].parent;
            while (j != k && random_below(seed, 2))
                j = raw->bodies[j].parent;
            f->meet[i * raw->count + k] = j;
        }
    }
}

static void every_form_gives_the_same_sums(void **unused)
{
    (void)unused;
    uint64_t seed = 33;
    for (uint32_t round = 0; round < 150; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 3 == 0);
        tree_motion m = random_motion(&seed);
        model raw;
        model_build(&mem, &t, &raw);
        mass_forms f = mass_forms_plain(&mem, &raw);
        results plain = evaluate_forms(&mem, &t, &raw, &f, &m);
        randomise(&f, &raw, &seed);
        results other = evaluate_forms(&mem, &t, &raw, &f, &m);
        const char *what = arena_printf(&mem, "tree %u", round);
        uint32_t count = tree_freedoms(&t);
        assert_near(other.torque, plain.torque, count, what);
        for (uint32_t i = 0; i < count; i++)
            assert_near(other.mass[i], plain.mass[i], count, what);
        arena_free(&mem);
    }
}

/* --- shipped robots ------------------------------------------------------------------------- */

/* Pivots of M = L D L': all positive, and not by rounding alone. */
static void assert_positive_definite(const results *r, uint32_t count, const char *what)
{
    double a[MOST][MOST];
    memcpy(a, r->mass, sizeof a);
    for (uint32_t k = 0; k < count; k++) {
        if (!(a[k][k] > 1e-12 * r->mass[k][k]))
            fail_msg("%s: pivot %u is %g of %g", what, k, a[k][k], r->mass[k][k]);
        for (uint32_t i = k + 1; i < count; i++)
            for (uint32_t j = k + 1; j < count; j++)
                a[i][j] -= a[i][k] * a[k][j] / a[k][k];
    }
}

static bool moves(const tree *t, uint32_t ancestor, uint32_t body)
{
    while (body && body != ancestor)
        body = t->bodies[body].parent;
    return body == ancestor;
}

/* Where neither of two joints moves the other the entry is the constant 0, and no other word is
 * missing. */
static void assert_zeros(const tree *t, const ops *p)
{
    uint32_t first = 6 * tree_free_bodies(t), count = tree_freedoms(t), entries = 0;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        if (o->kind != OUTPUT_MASS)
            continue;
        entries++;
        if (o->index < first || o->column < first)
            continue;
        bool coupled = false;
        for (uint32_t a = 1; a < t->bodies_count; a++)
            for (uint32_t b = 1; b < t->bodies_count; b++)
                if (t->bodies[a].kind != BODY_FREE && t->bodies[b].kind != BODY_FREE &&
                    t->bodies[a].coordinate == o->index - first &&
                    t->bodies[b].coordinate == o->column - first)
                    coupled = coupled || moves(t, a, b) || moves(t, b, a);
        bool is_zero = OPERAND_CLASS(o->value) == FROM_CONSTANT &&
                       p->constants[OPERAND_INDEX(o->value)].value == 0;
        assert_true(coupled || is_zero);
    }
    assert_int_equal(entries, count * (count + 1) / 2);
}

static const char *const ROBOTS[] = {"pendulum5", "puma", "puma560", "iiwa", "motorcycle",
                                     "car", "bogie", "stewart", "car54"};
enum { ROBOTS_COUNT = sizeof ROBOTS / sizeof *ROBOTS };

static void shipped_robots_have_symmetric_positive_mass(void **unused)
{
    (void)unused;
    uint64_t seed = 7;
    for (uint32_t k = 0; k < 2 * ROBOTS_COUNT; k++) {
        arena mem = arena_make();
        const char *name = ROBOTS[k / 2];
        bool floating = k % 2;
        if (floating && strcmp(name, "car54") == 0) /* 60 freedoms: as many as the others show */
            continue;
        tree t = shipped_tree(&mem, name, floating);
        assert_is_inverse_dynamics(&mem, &t, FORMALISM_DEFAULT, 0, &seed, name);
        assert_is_inverse_dynamics(&mem, &t, FORMALISM_CLASSIC, 0, &seed, name);
        ops p = tree_ops(&mem, &t, FUNCTION_MASS, FORMALISM_DEFAULT, 0);
        assert_zeros(&t, &p);
        tree_motion m = random_motion(&seed);
        results r = evaluate(&mem, &t, &p, &m);
        bool massless = floating && strcmp(name, "stewart") != 0; /* a root link without mass */
        if (!massless)
            assert_positive_definite(&r, tree_freedoms(&t), name);
        arena_free(&mem);
    }
}

static void assert_small_at(uint32_t effort, const char *name, function_kind function,
                            formalism form, uint32_t most)
{
    arena mem = arena_make();
    tree t = shipped_tree(&mem, name, false);
    ops p = tree_ops(&mem, &t, function, form, effort);
    if (p.list_count > most)
        fail_msg("%s, %s: %u operations", name, FUNCTION_KIND[function].name, p.list_count);
    arena_free(&mem);
}

static void assert_small(const char *name, function_kind function, formalism form, uint32_t most)
{
    assert_small_at(2, name, function, form, most);
}

/* Limits are what the compiler reaches today: a change that loses an operation must say so here. */
static void mass_and_bias_stay_small(void **unused)
{
    (void)unused;
    assert_small("puma", FUNCTION_MASS_AND_BIAS, FORMALISM_CLASSIC, 673);
    assert_small("pendulum5", FUNCTION_MASS_AND_BIAS, FORMALISM_CLASSIC, 294);
    assert_small("puma", FUNCTION_GRAVITY, FORMALISM_DEFAULT, 20);
    assert_small("puma", FUNCTION_BIAS, FORMALISM_DEFAULT, 202);
    assert_small("puma", FUNCTION_MASS, FORMALISM_DEFAULT, 122);
    assert_small("puma", FUNCTION_MASS_AND_BIAS, FORMALISM_DEFAULT, 322);
    assert_small("pendulum5", FUNCTION_MASS_AND_BIAS, FORMALISM_DEFAULT, 144);
    /* after the search for forms alone, where only the last bodies are to be absorbed */
    assert_small_at(1, "puma560", FUNCTION_BIAS, FORMALISM_DEFAULT, 249);
    assert_small("iiwa", FUNCTION_MASS, FORMALISM_DEFAULT, 248);
    assert_small("iiwa", FUNCTION_MASS_AND_BIAS, FORMALISM_DEFAULT, 639);
    assert_small("motorcycle", FUNCTION_MASS_AND_BIAS, FORMALISM_DEFAULT, 860);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_times_accelerations_and_bias_are_inverse_dynamics),
        cmocka_unit_test(every_form_gives_the_same_sums),
        cmocka_unit_test(shipped_robots_have_symmetric_positive_mass),
        cmocka_unit_test(mass_and_bias_stay_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
