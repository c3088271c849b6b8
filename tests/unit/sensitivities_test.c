/* SPDX-License-Identifier: MIT */
/* Sensitivities of functions: what complex steps of the function say, number by number; with loops
 * closed what its own derivatives and those of its closure say. And which names are understood. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "random_tree.h" /* whose numbers are not those of complex steps */

#include "complex_steps.h"
#include "robot/number_names.h"

#define WITHIN 1e-10 /* of the largest number of its column; a wrong term is of its order */

static ops derived(arena *mem, const tree *t, function_kind of, const char *by, formalism form)
{
    tree own = *t;
    const char *list[] = {by};
    own.derive = (derive_wish){of, list, 1};
    const function_kind f = function_has(of, ARRAY_RESIDUAL) ? FUNCTION_CLOSED_SENSITIVITIES
                                                             : FUNCTION_SENSITIVITIES;
    return tree_ops(mem, &own, f, form, 0);
}

static const char *name_of(arena *mem, const ops_output *o)
{
    const word_kind *k = &OUTPUT_KIND[o->kind];
    return number_name(mem, k->array, o->of, k->offset + (k->is_vector ? o->axis : 0),
                       o->column_of);
}

/* The number of the state that a column is of. */
static cx *moved_by(state *s, arena *mem, const ops *p, const tree *t, const char *name)
{
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        for (uint32_t a = 0; a < WORD_ARRAYS; a++)
            if (WORD_ARRAY[a].owner == OWNER_COORDINATE && !WORD_ARRAY[a].is_result &&
                strcmp(name, number_name(mem, (word_array)a, t->coordinates[c].name, 0, NULL)) == 0)
                return &s->of[a][c];
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const word_kind *k = &INPUT_KIND[in->kind];
        const uint32_t number = k->offset + (k->is_vector ? in->axis : 0);
        if (k->made == MADE_COPY && strcmp(name, number_name(mem, k->array, in->of, number,
                                                             NULL)) == 0)
            return &s->of[k->array][word_number(k, in->index, in->axis)];
    }
    return NULL; /* nothing depends on it */
}

static void random_state(uint64_t *seed, state *s)
{
    for (uint32_t a = 0; a < WORD_ARRAYS; a++)
        for (uint32_t i = 0; i < NUMBERS; i++)
            s->of[a][i] = random_in(seed, -2, 2);
}

static double value_at(const ops *p, const cx *out, uint32_t row, uint32_t column)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_SENSITIVITY && p->outputs[i].index == row &&
            p->outputs[i].column == column)
            return creal(out[i]);
    fail_msg("no sensitivity %u,%u", row, column);
    return 0;
}

static uint32_t row_called(const ops *p, const char *name)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_SENSITIVITY && strcmp(p->outputs[i].of, name) == 0)
            return p->outputs[i].index;
    fail_msg("no row '%s'", name);
    return 0;
}

static const char *column_name(const ops *p, uint32_t column)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_SENSITIVITY && p->outputs[i].column == column)
            return p->outputs[i].column_of;
    return NULL;
}

/* Returns how many numbers were not zero. */
static uint32_t judge(const tree *t, function_kind of, const char *by, formalism form,
                      uint64_t *seed)
{
    arena mem = arena_make();
    const ops plain = tree_ops(&mem, t, of, FORMALISM_DEFAULT, 0), p = derived(&mem, t, of, by,
                                                                               form);
    state *s = ARENA_ARRAY(&mem, state, 1);
    cx *moved = ARENA_ARRAY(&mem, cx, plain.outputs_count + 1),
       *out = ARENA_ARRAY(&mem, cx, p.outputs_count + 1);
    uint32_t some = 0;
    random_state(seed, s);
    evaluate(&p, s, out);
    for (uint32_t c = 0; column_name(&p, c); c++) {
        cx *moves = moved_by(s, &mem, &plain, t, column_name(&p, c));
        const cx at = moves ? *moves : 0;
        double scale = 1e-3;
        if (moves)
            *moves += STEP * I;
        evaluate(&plain, s, moved);
        if (moves)
            *moves = at;
        for (uint32_t i = 0; i < plain.outputs_count; i++)
            scale = fmax(scale, fabs(cimag(moved[i]) / STEP));
        for (uint32_t i = 0; i < plain.outputs_count; i++) {
            if (plain.outputs[i].kind == OUTPUT_PIVOT || plain.outputs[i].kind ==
                                                             OUTPUT_PIVOT_WHOLE)
                continue;
            const char *name = name_of(&mem, &plain.outputs[i]);
            const double must = cimag(moved[i]) / STEP,
                         is = value_at(&p, out, row_called(&p, name), c);
            some += is != 0;
            if (!(fabs(is - must) <= WITHIN * scale))
                fail_msg("%s of %s: %s by %s is %.17g, not %.17g", FUNCTION_KIND[of].name, t->name,
                         name, column_name(&p, c), is, must);
        }
    }
    arena_free(&mem);
    return some;
}

static void every_function_of_random_trees_has_them(void **unused)
{
    (void)unused;
    static const struct {
        function_kind of;
        const char *by;
    } ASKED[] = {
        {FUNCTION_ID, "q,qd,qdd"},   {FUNCTION_GRAVITY, "q"},   {FUNCTION_BIAS, "qd,q"},
        {FUNCTION_MASS, "q"},        {FUNCTION_MASS_AND_BIAS, "q,qd"},
        {FUNCTION_POSITION, "q"},    {FUNCTION_VELOCITY, "q,qd"},
        {FUNCTION_ACCELERATION, "qd,q"}, {FUNCTION_JACOBIAN, "q"},
        {FUNCTION_REGRESSOR, "q,qdd"}, {FUNCTION_ID_DERIVATIVES, "q"}};
    uint64_t seed = 17;
    uint32_t some = 0;
    for (uint32_t round = 0; round < 12; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 4 == 3);
        *ARENA_PUSH(&mem, &t, frames) = (tree_frame){
            "tool", t.bodies_count - 1, {random_rotation(&seed), {{0.1, -0.3, 0.2}}}};
        const uint32_t forces = t.forces_count;
        for (size_t k = 0; k < sizeof ASKED / sizeof *ASKED; k++) {
            t.forces_count = ASKED[k].of == FUNCTION_REGRESSOR ? 0 : forces; /* knows none */
            some += judge(&t, ASKED[k].of, ASKED[k].by,
                          round % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &seed);
        }
        arena_free(&mem);
    }
    assert_true(some > 2000);
}

static void read_tree(const char *path, passes_settings *s, arena *mem, passes_forms *f)
{
    diag d = diag_make(mem);
    if (passes_tree(mem, path, s, f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
}

static void every_input_of_a_robot_may_be_named(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    passes_settings s = passes_default();
    passes_forms *f = ARENA_ARRAY(&mem, passes_forms, 1);
    uint64_t seed = 3;
    s.tree.gravity_is_input = true;
    s.tree.payloads = (const char *[]){"link6"};
    s.tree.payloads_count = 1;
    s.tree.force_links = (const char *[]){"link4"};
    s.tree.force_links_count = 1;
    s.tree.parameters = (const char *[]){"link5"};
    s.tree.parameters_count = 1;
    read_tree("robots/puma560.urdf", &s, &mem, f);
    const char *by = "gravity,payloads,forces,base_parameters,qd";
    assert_true(judge(&f->tree, FUNCTION_ID, by, FORMALISM_DEFAULT, &seed) > 60);
    assert_true(judge(&f->tree, FUNCTION_BASE_PARAMETERS, "inertias", FORMALISM_DEFAULT,
                      &seed) > 10);
    s = passes_default();
    read_tree("robots/puma560.urdf", &s, &mem, f);
    assert_true(judge(&f->tree, FUNCTION_FD, "q,qd,tau", FORMALISM_DEFAULT, &seed) > 80);
    assert_true(judge(&f->tree, FUNCTION_MINV, "q", FORMALISM_CLASSIC, &seed) > 50);
    arena_free(&mem);
}

/* --- loops ------------------------------------------------------------------------------------ */

static double sensitivity(closed_robot *r, const ops *p, const cx *out, word_array of,
                          uint32_t row, word_array by, uint32_t column)
{
    const tree *t = &r->forms.tree;
    const char *name = number_name(&r->mem, by, t->coordinates[column].name, 0, NULL);
    uint32_t c = 0;
    while (column_name(p, c) && strcmp(column_name(p, c), name) != 0)
        c++;
    assert_non_null(column_name(p, c));
    return value_at(p, out,
                    row_called(p, number_name(&r->mem, of, t->coordinates[row].name, 0, NULL)), c);
}

/* Of a mechanism on a fixed base, at closed states: what closed-fd-derivatives say. */
static void judge_loops(const char *path)
{
    static const word_array BY[3] = {ARRAY_Q, ARRAY_QD, ARRAY_EFFORT};
    closed_robot r = {.s = passes_default()};
    double *q, *qd, worst = 0;
    uint64_t random = 11;
    read_robot(path, &r);
    find_loops(&r);
    assert_int_equal(r.of_free, 0);
    const ops plain = function_of(&r, FUNCTION_CLOSED_FD, FORMALISM_DEFAULT),
              known = function_of(&r, FUNCTION_CLOSED_FD_DERIVATIVES, FORMALISM_DEFAULT),
              p = derived(&r.mem, &r.forms.tree, FUNCTION_CLOSED_FD, "q,qd,tau", FORMALISM_DEFAULT);
    const uint32_t columns = r.all, found = loops_motions(&r.mem, &r.l, 4, 3, &q, &qd);
    matrices *want = ARENA_ARRAY(&r.mem, matrices, 1);
    state *s = ARENA_ARRAY(&r.mem, state, 1);
    cx *out = ARENA_ARRAY(&r.mem, cx, p.outputs_count + 1);
    uint32_t judged = 0;
    for (uint32_t n = 0; n < found; n++) {
        if (!state_at(&r, &plain, q + n * columns, qd + n * columns, &random, s))
            continue;
        judged++;
        derivatives_at(&r, &known, s, want);
        evaluate(&p, s, out);
        for (uint32_t k = 0; k < 3; k++) {
            double scale = 1e-3;
            for (uint32_t i = 0; i < columns * columns; i++)
                scale = fmax(scale, fabs(want->by[k][i / columns][i % columns]));
            for (uint32_t i = 0; i < columns * columns; i++) {
                const double is = sensitivity(&r, &p, out, ARRAY_ACCELERATION, i / columns, BY[k],
                                              i % columns);
                worst = fmax(worst, fabs(is - want->by[k][i / columns][i % columns]) / scale);
            }
        }
    }
    print_message("%s: %u states, within %.1e\n", path, judged, worst);
    assert_true(judged > 1);
    assert_true(worst <= 1e-9);
    arena_free(&r.mem);
}

static void loops_stay_closed(void **unused)
{
    (void)unused;
    judge_loops("robots/loops/planar4.urdf");
    judge_loops("robots/stewart.urdf");
}

/* --- names ------------------------------------------------------------------------------------ */

static void columns_are(const tree *t, const char *by, const char *const *names, uint32_t count)
{
    arena mem = arena_make();
    const ops p = derived(&mem, t, FUNCTION_ID, by, FORMALISM_DEFAULT);
    for (uint32_t c = 0; c < count; c++)
        assert_string_equal(column_name(&p, c), names[c]);
    assert_null(column_name(&p, count));
    arena_free(&mem);
}

static void names_are_understood_in_their_order(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    passes_settings s = passes_default();
    passes_forms *f = ARENA_ARRAY(&mem, passes_forms, 1);
    s.tree.gravity_is_input = true;
    read_tree("robots/pendulum5.urdf", &s, &mem, f);
    const tree_coordinate *c = f->tree.coordinates;
    const char *second = number_name(&mem, ARRAY_Q, c[1].name, 0, NULL),
               *fifth = number_name(&mem, ARRAY_QD, c[4].name, 0, NULL);
    columns_are(&f->tree, arena_printf(&mem, "qd[4],%s,gravity[gravity.2],q[1]", c[1].name),
                (const char *[]){fifth, second, "gravity[gravity.2]"}, 3);
    columns_are(&f->tree, arena_printf(&mem, "gravity[1],qd[%s]", c[4].name),
                (const char *[]){"gravity[gravity.1]", fifth}, 2);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_of_random_trees_has_them),
        cmocka_unit_test(every_input_of_a_robot_may_be_named),
        cmocka_unit_test(loops_stay_closed),
        cmocka_unit_test(names_are_understood_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
