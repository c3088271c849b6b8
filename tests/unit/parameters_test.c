/* SPDX-License-Identifier: MIT */
/* Parameters of links as numbers of the state: base parameters made of masses, centres and moments
 * give the results of a robot that has these in its file; so do points of elements. */
#include "loops/loops.h"
#include "robot/parameter_values.h"
#include "robot/reading.h"
#include "unit/tree_ops.h"
#include "writers/base_numbers.h"

#include <math.h>
#include <string.h>

enum { MOST_LINKS = 64, MOST_NUMBERS = 1024 };

typedef struct {
    arena mem;
    diag d;
    robot r;
    tree_options options;
    tree t;
} subject;

/* floating: the link that is a free base; NULL: the base is fixed. */
static void subject_read(subject *s, const char *path, const char *parameters,
                         const char *floating)
{
    const urdf_options how = urdf_options_default();
    *s = (subject){.mem = arena_make(), .options = tree_options_default()};
    s->d = diag_make(&s->mem);
    s->options.floating_base = floating != NULL;
    s->options.root = floating;
    s->options.parameters = ARENA_ARRAY(&s->mem, const char *, 1);
    s->options.parameters[0] = parameters;
    s->options.parameters_count = 1;
    assert_int_equal(robot_read(&s->mem, path, &how, &s->r, &s->d), STATUS_OK);
    assert_int_equal(tree_build(&s->mem, &s->r, &s->options, &s->t, &s->d), STATUS_OK);
}

/* The largest number of each kind is what errors are relative to: sums of its terms are no less. */
static double random_in(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*seed >> 11) * 0x1p-53);
}

/* A body that there can be: moments of point masses beside its centre. */
static inertia random_body(uint64_t *seed)
{
    inertia out = {.mass_kg = random_in(seed, 0.5, 5)};
    for (int k = 0; k < 3; k++)
        out.com_m.v[k] = random_in(seed, -0.2, 0.2);
    for (int n = 0; n < 3; n++) {
        vec3 at;
        for (int k = 0; k < 3; k++)
            at.v[k] = random_in(seed, -0.2, 0.2);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                out.inertia_com_kgm2.m[r][c] += (r == c ? vec3_dot(at, at) : 0) -
                                                at.v[r] * at.v[c];
    }
    return out;
}

static void put_inertia(const inertia *of, double *to)
{
    to[0] = of->mass_kg;
    memcpy(to + 1, of->com_m.v, sizeof of->com_m.v);
    for (int k = 0; k < 6; k++)
        to[4 + k] = of->inertia_com_kgm2.m[SECOND_PLACE[k].row][SECOND_PLACE[k].column];
}

/* New numbers for all links that are named: in the state, and in a robot of its own. */
static tree changed_tree(subject *s, double *inertias)
{
    uint64_t seed = 11;
    tree out;
    tree_options plain = s->options;
    robot other = s->r;
    plain.parameters_count = 0;
    other.links = ARENA_ARRAY(&s->mem, robot_link, s->r.links_count);
    memcpy(other.links, s->r.links, s->r.links_count * sizeof *s->r.links);
    assert_true(s->t.parameters_count > 0 && s->t.parameters_count <= MOST_LINKS);
    for (uint32_t k = 0; k < s->t.parameters_count; k++)
        for (uint32_t i = 0; i < s->r.links_count; i++)
            if (strcmp(s->r.links[i].name, s->t.parameters[k].on.link) == 0) {
                other.links[i].body = random_body(&seed);
                put_inertia(&other.links[i].body, inertias + 10 * k);
            }
    assert_int_equal(tree_build(&s->mem, &other, &plain, &out, &s->d), STATUS_OK);
    return out;
}

typedef struct {
    double q[MOST_LINKS], qd[MOST_LINKS], qdd[MOST_LINKS], tau[MOST_LINKS], motion[9], wrench[6];
} motions;

static void fill(double *of, uint32_t count, double most, uint64_t *seed)
{
    for (uint32_t i = 0; i < count; i++)
        of[i] = random_in(seed, -most, most);
}

static uint32_t base_count(subject *s)
{
    model m;
    model_build(&s->mem, &s->t, &m);
    return base_numbers_count(&m);
}

/* base: of the map; in its order. */
static double *base_of(subject *s, const double *inertias)
{
    const ops map = written_ops(&s->mem, &s->t, FUNCTION_BASE_PARAMETERS, FORMALISM_DEFAULT, 0);
    const robot_state at = {.inertias = inertias};
    double *made = state_results(&s->mem, &map, &at);
    double *out = ARENA_ARRAY(&s->mem, double, MOST_NUMBERS);
    assert_int_equal(map.outputs_count, base_count(s));
    for (uint32_t i = 0; i < map.outputs_count; i++)
        out[map.outputs[i].index] = made[i];
    return out;
}

/* A position where the loops are closed, if there are any. */
static void close_loops(subject *s, const tree *plain, double *q)
{
    loops l;
    if (!plain->cuts_count)
        return;
    assert_int_equal(loops_find(&s->mem, plain, &l, &s->d), STATUS_OK);
    assert_true(l.closed_count > 1);
    memcpy(q, l.closed + plain->coordinates_count, plain->coordinates_count * sizeof *q);
}

/* Pivots are left of other entries, and where loops are closed in another order. */
static bool is_comparable(function_kind f, output_kind kind)
{
    return kind != OUTPUT_PIVOT_WHOLE &&
           !(kind == OUTPUT_PIVOT && function_has(f, ARRAY_RESIDUAL));
}

static void compare(subject *s, const tree *plain, function_kind f, formalism form,
                    const double *base, const double *given)
{
    /* and what is small beside bodies of kilograms and decimetres is zero but for rounding */
    static const double ALLOWED = 1e-12, LEAST = 1e-6;
    motions m;
    uint64_t seed = 5;
    double largest[OUTPUT_KIND_COUNT];
    fill((double *)&m, sizeof m / sizeof(double), 2, &seed);
    close_loops(s, plain, m.q);
    const robot_state at = {.q = m.q, .qd = m.qd, .qdd = m.qdd, .tau = m.tau, .wrench = m.wrench,
                            .free_motion = m.motion, .base_parameters = base,
                            .numbers = given};
    const ops a = written_ops(&s->mem, &s->t, f, form, 0),
              b = written_ops(&s->mem, plain, f, form, 0);
    const double *x = state_results(&s->mem, &a, &at), *y = state_results(&s->mem, &b, &at);
    assert_int_equal(a.outputs_count, b.outputs_count);
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        largest[k] = LEAST;
    for (uint32_t i = 0; i < a.outputs_count; i++)
        largest[a.outputs[i].kind] = fmax(largest[a.outputs[i].kind], fabs(y[i]));
    for (uint32_t i = 0; i < a.outputs_count; i++)
        if (is_comparable(f, a.outputs[i].kind) &&
            !(fabs(x[i] - y[i]) <= ALLOWED * largest[a.outputs[i].kind]))
            fail_msg("%s of %s: %s is %.17g, not %.17g", FUNCTION_KIND[f].name, s->r.name,
                     a.outputs[i].name, x[i], y[i]);
}

/* Every function; those that solve for accelerations of a tree only where each body is heavy. */
static void judge(const char *path, const char *parameters, const char *floating, bool is_heavy)
{
    subject s;
    subject_read(&s, path, parameters, floating);
    double inertias[10 * MOST_LINKS];
    tree plain = changed_tree(&s, inertias);
    const double *base = base_of(&s, inertias);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        const bool solves = function_has((function_kind)f, ARRAY_PIVOT),
                   closes = function_has((function_kind)f, ARRAY_RESIDUAL);
        if (!function_has((function_kind)f, ARRAY_BASE_PARAMETERS) ||
            (closes ? plain.cuts_count == 0 : solves && !is_heavy))
            continue;
        s.t.derive = plain.derive = any_derivation((function_kind)f);
        compare(&s, &plain, (function_kind)f, FORMALISM_DEFAULT, base, NULL);
        compare(&s, &plain, (function_kind)f, FORMALISM_CLASSIC, base, NULL);
    }
    arena_free(&s.mem);
}

static void parameters_equal_those_of_the_file(void **state)
{
    (void)state;
    judge("robots/iiwa.urdf", "link7", NULL, true);
    judge("robots/iiwa.urdf", "all", NULL, true);
    judge("robots/puma560.urdf", "link2,link6", NULL, true);
    judge("robots/puma560.urdf", "all", "base", false); /* which has no mass */
    judge("robots/puma.urdf", "all", "forearm", true);
    judge("robots/motorcycle.urdf", "all", NULL, true);
}

static void parameters_hold_where_loops_close(void **state)
{
    (void)state;
    judge("robots/loops/slider_crank.urdf", "all", NULL, true);
    judge("robots/loops/planar2.urdf", "all", NULL, false);
    judge("robots/loops/planar3.urdf", "all", NULL, false);
    judge("robots/loops/delta.urdf", "all", NULL, false);
}

/* ---- points of elements ---------------------------------------------------------------------- */

/* A spring, a law, and what carries a mass: where they act as the robot has it, or elsewhere. */
static element_list acting_on(arena *mem, const char *const links[4], const double *at)
{
    element_list list = {0};
    diag d = diag_make(mem);
    const char *const texts[] = {
        arena_printf(mem, "link name=s a=%s b=%s a_xyz='%.17g %.17g %.17g' b_xyz='%.17g 0.3 %.17g' "
                          "stiffness=90 rest=0.4 damping=3", links[0], links[1], at[0], at[1],
                     at[2], at[3], at[4]),
        arena_printf(mem, "link name=l a=%s b=%s a_xyz='%.17g 0.2 0.1' b_xyz='0.1 0.7 0' "
                          "law='9*x^3 + xd'", links[2], links[1], at[5]),
        arena_printf(mem, "force name=f link=%s law=lift mass=1.5 xyz='%.17g %.17g %.17g'",
                     links[3], at[6], at[7], at[8])};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (element_read_text(mem, texts[k], &list, &d) != STATUS_OK)
            fail_msg("%s", d.error.text);
    return list;
}

static void judge_points(const char *path, const char *const links[4])
{
    static const double OF_FILE[] = {0.1, 0, -0.2, 0.3, 0.05, 0, 0.2, 0.1, 0},
                        ELSEWHERE[] = {-0.15, 0.2, 0.1, 0.25, -0.3, 0.4, -0.1, 0.3, 0.2};
    const urdf_options how = urdf_options_default();
    const char *given = "s.a_x,s.a_y,s.a_z,s.b_x,s.b_z,l.a_x,f.x,f.y,f.z";
    subject s = {.mem = arena_make(), .options = tree_options_default()};
    tree plain;
    uint32_t seen = 0;
    s.d = diag_make(&s.mem);
    assert_int_equal(robot_read(&s.mem, path, &how, &s.r, &s.d), STATUS_OK);
    const element_list own = acting_on(&s.mem, links, OF_FILE),
                       other = acting_on(&s.mem, links, ELSEWHERE);
    s.options.elements = &other;
    assert_int_equal(tree_build(&s.mem, &s.r, &s.options, &plain, &s.d), STATUS_OK);
    s.options.elements = &own;
    s.options.parameters = &given;
    s.options.parameters_count = 1;
    assert_int_equal(tree_build(&s.mem, &s.r, &s.options, &s.t, &s.d), STATUS_OK);
    assert_int_equal(s.t.numbers_count, sizeof ELSEWHERE / sizeof *ELSEWHERE);
    const parameter_values values = {NULL, (double *)ELSEWHERE};
    const tree same = tree_with_values(&s.mem, &s.t, &values);
    for (uint32_t e = 0; e < plain.elements_count; e++)
        for (int k = 0; k < 2; k++)
            assert_true(vec3_norm(vec3_sub(same.elements[e].in_body[k].position,
                                           plain.elements[e].in_body[k].position)) < 1e-15);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        const bool closes = function_has((function_kind)f, ARRAY_RESIDUAL);
        if (!function_has((function_kind)f, ARRAY_NUMBERS) || closes != (plain.cuts_count > 0) ||
            f == FUNCTION_BASE_PARAMETERS)
            continue;
        s.t.derive = plain.derive = any_derivation((function_kind)f);
        compare(&s, &plain, (function_kind)f, FORMALISM_DEFAULT, NULL, ELSEWHERE);
        compare(&s, &plain, (function_kind)f, FORMALISM_CLASSIC, NULL, ELSEWHERE);
        seen++;
    }
    assert_true(seen > 5);
    arena_free(&s.mem);
}

static void points_equal_those_of_the_file(void **state)
{
    (void)state;
    judge_points("robots/puma560.urdf", (const char *const[]){"base", "link5", "link2", "link6"});
    judge_points("robots/pendulum5.urdf", (const char *const[]){"bar1", "bar4", "base", "bar5"});
    judge_points("robots/loops/slider_crank.urdf",
                 (const char *const[]){"base", "rod", "crank", "rod"});
}

/* What is looked at while equations are written has the masses of the file: pivots, in whatever
 * order, are told next to much the same. */
static void pivots_are_next_to_those_of_the_file(void **state)
{
    (void)state;
    subject s;
    subject_read(&s, "robots/loops/slider_crank.urdf", "all", NULL);
    tree plain;
    motions m;
    uint64_t seed = 5;
    model of;
    double base[MOST_NUMBERS];
    model_build(&s.mem, &s.t, &of);
    base_numbers_of_file(&s.t, &of, base);
    s.options.parameters_count = 0;
    assert_int_equal(tree_build(&s.mem, &s.r, &s.options, &plain, &s.d), STATUS_OK);
    fill((double *)&m, sizeof m / sizeof(double), 2, &seed);
    const robot_state at = {.q = m.q, .qd = m.qd, .tau = m.tau, .base_parameters = base};
    const ops a = written_ops(&s.mem, &s.t, FUNCTION_AUGMENTED, FORMALISM_CLASSIC, 0),
              b = written_ops(&s.mem, &plain, FUNCTION_AUGMENTED, FORMALISM_CLASSIC, 0);
    const double *x = state_results(&s.mem, &a, &at), *y = state_results(&s.mem, &b, &at);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < a.outputs_count; i++)
        if (a.outputs[i].kind == OUTPUT_PIVOT_WHOLE) {
            assert_true(x[i] < 16 * y[i] && y[i] < 16 * x[i]);
            seen++;
        }
    assert_true(seen > 0);
    arena_free(&s.mem);
}

/* Nominal values are those of the file, and where links double, theirs do. */
static void values_are_linear_in_links(void **state)
{
    (void)state;
    subject s;
    subject_read(&s, "robots/puma560.urdf", "link3,link6", NULL);
    double inertias[10 * 2], twice[MOST_NUMBERS], once[MOST_NUMBERS], none[MOST_NUMBERS];
    inertia links[2];
    const uint32_t count = base_count(&s);
    for (uint32_t k = 0; k < 2; k++) {
        links[k] = s.t.parameters[k].nominal;
        put_inertia(&links[k], inertias + 10 * k);
    }
    model m;
    model_build(&s.mem, &s.t, &m);
    base_numbers_values(&s.t, &m, links, once);
    const double *made = base_of(&s, inertias);
    for (uint32_t i = 0; i < count; i++)
        assert_true(fabs(made[i] - once[i]) <= 1e-15 * (1 + fabs(once[i])));
    for (uint32_t k = 0; k < 2; k++) {
        links[k].mass_kg *= 2;
        for (int e = 0; e < 9; e++)
            links[k].inertia_com_kgm2.m[e / 3][e % 3] *= 2;
    }
    base_numbers_values(&s.t, &m, links, twice);
    links[0] = links[1] = (inertia){0};
    base_numbers_values(&s.t, &m, links, none);
    for (uint32_t i = 0; i < count; i++)
        assert_true(fabs(twice[i] + none[i] - 2 * once[i]) <= 1e-14);
    arena_free(&s.mem);
}

/* As many as function regressor finds by numbers, where every link has inertia and no joint
 * follows another. */
static void base_parameters_are_the_fewest(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t count;
    } OF[] = {{"robots/iiwa.urdf", 43}, {"robots/puma560.urdf", 36}, {"robots/pendulum5.urdf", 15}};
    for (size_t k = 0; k < sizeof OF / sizeof *OF; k++) {
        subject s;
        subject_read(&s, OF[k].path, "all", NULL);
        tree plain;
        uint32_t found = 0;
        s.options.parameters_count = 0;
        assert_int_equal(tree_build(&s.mem, &s.r, &s.options, &plain, &s.d), STATUS_OK);
        const ops p = written_ops(&s.mem, &plain, FUNCTION_REGRESSOR, FORMALISM_DEFAULT, 0);
        for (uint32_t i = 0; i < p.outputs_count; i++)
            found += p.outputs[i].kind == OUTPUT_PARAMETER;
        assert_int_equal(found, OF[k].count);
        assert_int_equal(base_count(&s), OF[k].count);
        const ops id = written_ops(&s.mem, &s.t, FUNCTION_ID, FORMALISM_DEFAULT, 0);
        uint32_t read = 0;
        for (uint32_t i = 0; i < id.inputs_count; i++)
            read += id.inputs[i].kind == INPUT_BASE_PARAMETER;
        assert_int_equal(read, OF[k].count);
        arena_free(&s.mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_equal_those_of_the_file),
        cmocka_unit_test(parameters_hold_where_loops_close),
        cmocka_unit_test(points_equal_those_of_the_file),
        cmocka_unit_test(pivots_are_next_to_those_of_the_file),
        cmocka_unit_test(values_are_linear_in_links),
        cmocka_unit_test(base_parameters_are_the_fewest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
