/* SPDX-License-Identifier: MIT */
/* Parameters of links as numbers of the state: base parameters made of masses, centres and moments
 * give the results of a robot that has these in its file; so do points of elements and places of
 * joints. */
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
    s.options.tips = true;
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

/* ---- places of joints ------------------------------------------------------------------------ */

#define BODY(name)                                                                                 \
    "<link name='" name "'><inertial><origin xyz='0.1 -0.2 0.3'/><mass value='1.5'/>"             \
    "<inertia ixx='0.4' iyy='0.5' izz='0.6' ixy='0.02' ixz='-0.03' iyz='0.01'/></inertial></link>"

/* A robot of all kinds of joints that may be elsewhere, on links that are fixed to others, turned:
 * a hinge, a slide, a plane, and a hinge that follows the first. */
static const char TURNED[] =
    "<robot name='turned'><link name='base'/>"
    "<joint name='mount' type='fixed'><parent link='base'/><child link='stand'/>"
    "<origin xyz='0.1 0.2 0.3' rpy='0.4 -0.7 1.1'/></joint><link name='stand'/>"
    "<joint name='hinge' type='continuous'><parent link='stand'/><child link='a'/>"
    "<origin xyz='0.1 0 -0.2' rpy='0.2 0 0.5'/><axis xyz='1 2 2'/></joint>" BODY("a")
    "<joint name='weld' type='fixed'><parent link='a'/><child link='b'/>"
    "<origin xyz='0.3 0 0.1' rpy='1.5707963267948966 0 0'/></joint>" BODY("b")
    "<joint name='slide' type='prismatic'><parent link='b'/><child link='c'/>"
    "<origin xyz='0 0.2 0' rpy='0 0.3 0'/><axis xyz='0 3 4'/>"
    "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>" BODY("c")
    "<joint name='plane' type='planar'><parent link='c'/><child link='d'/>"
    "<origin xyz='0.4 0 0' rpy='0 1 0'/><axis xyz='0 0 1'/></joint>" BODY("d")
    "<joint name='last' type='continuous'><parent link='d'/><child link='e'/>"
    "<origin xyz='0 0 0.5'/><axis xyz='0 1 0'/><mimic joint='hinge' multiplier='2' offset='0.1'/>"
    "</joint>" BODY("e") "</robot>";

static void read_turned(subject *s)
{
    const urdf_options how = urdf_options_default();
    input_file from = {.path = "turned.urdf", .name = "turned.urdf", .bytes = (char *)TURNED,
                       .length = sizeof TURNED - 1};
    assert_int_equal(robot_read_bytes(&s->mem, &from, &how, &s->r, &s->d), STATUS_OK);
}

/* The robot with its joints where `values` says. */
static void move_joints(subject *s, const double *values, tree *out)
{
    robot other = s->r;
    tree_options plain = s->options;
    plain.parameters_count = 0;
    other.joints = ARENA_ARRAY(&s->mem, robot_joint, s->r.joints_count);
    memcpy(other.joints, s->r.joints, s->r.joints_count * sizeof *s->r.joints);
    for (uint32_t k = 0; k < s->t.numbers_count; k++)
        for (uint32_t j = 0; j < s->r.joints_count; j++) {
            const char *own = arena_printf(&s->mem, "%s.%c", s->r.joints[j].name,
                                           "xyz"[s->t.numbers[k].what - GIVEN_POINT]);
            if (strcmp(own, s->t.numbers[k].name) == 0)
                other.joints[j].origin.position.v[s->t.numbers[k].what - GIVEN_POINT] = values[k];
        }
    assert_int_equal(tree_build(&s->mem, &other, &plain, out, &s->d), STATUS_OK);
}

/* given: joints, and links where their parameters are inputs, too. NULL: the robot above. */
static void judge_places(const char *path, const char *given, const double *values, bool is_heavy)
{
    const urdf_options how = urdf_options_default();
    subject s = {.mem = arena_make(), .options = tree_options_default()};
    tree plain;
    uint32_t seen = 0;
    s.d = diag_make(&s.mem);
    s.options.tips = true;
    if (path)
        assert_int_equal(robot_read(&s.mem, path, &how, &s.r, &s.d), STATUS_OK);
    else
        read_turned(&s);
    s.options.parameters = &given;
    s.options.parameters_count = 1;
    assert_int_equal(tree_build(&s.mem, &s.r, &s.options, &s.t, &s.d), STATUS_OK);
    assert_true(s.t.numbers_count > 0);
    move_joints(&s, values, &plain);
    const parameter_values elsewhere = {NULL, (double *)values};
    const tree same = s.t.parameters_count ? plain : tree_with_values(&s.mem, &s.t, &elsewhere);
    for (uint32_t i = 1; i < plain.bodies_count; i++)
        assert_true(vec3_norm(vec3_sub(same.bodies[i].origin.position,
                                       plain.bodies[i].origin.position)) < 1e-15);
    double inertias[10 * MOST_LINKS], *base = NULL;
    for (uint32_t k = 0; k < s.t.parameters_count; k++)
        put_inertia(&s.t.parameters[k].nominal, inertias + 10 * k);
    if (s.t.parameters_count)
        base = base_of(&s, inertias);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        const bool closes = function_has((function_kind)f, ARRAY_RESIDUAL),
                   solves = function_has((function_kind)f, ARRAY_PIVOT);
        if (!function_has((function_kind)f, ARRAY_NUMBERS) || f == FUNCTION_ELEMENTS ||
            (closes ? plain.cuts_count == 0 : solves && !is_heavy))
            continue;
        s.t.derive = plain.derive = any_derivation((function_kind)f);
        diag refused = diag_make(&s.mem);
        if (equations_check_tree(&plain, (function_kind)f, &refused) != STATUS_OK)
            continue;
        compare(&s, &plain, (function_kind)f, FORMALISM_DEFAULT, base, values);
        compare(&s, &plain, (function_kind)f, FORMALISM_CLASSIC, base, values);
        seen++;
    }
    assert_true(seen > 10);
    arena_free(&s.mem);
}

static void places_equal_those_of_the_file(void **state)
{
    (void)state;
    static const double ELSEWHERE[] = {-0.15, 0.2, 0.1,  0.25, -0.3, 0.4,
                                       -0.1,  0.3, 0.35, 0.17, 0.23, -0.4};
    static const double AGAIN[] = {0.45, -0.12, 0.31, 0.05, 0.6, 0, 0.2, -0.3, 1.1, -0.7, 0.3, 2};
    judge_places("robots/iiwa.urdf", "a1.x,a2.x,a2.z,a3.y,a4.z,a7.x,a7.y", ELSEWHERE, true);
    judge_places("robots/puma560.urdf", "q2.x,q2.y,q2.z,q3.x,q3.y,q5.z,link6", AGAIN, true);
    judge_places("robots/puma560.urdf", "link3,q3.x,q2.z,q4.x,q6.z,link5,link6", AGAIN, true);
    judge_places("robots/pendulum5.urdf", "q2.x,q2.y,q2.z,q3.x,q3.z,q5.z", AGAIN, true);
    judge_places(NULL, "hinge.x,hinge.y,slide.x,slide.z,plane.x,plane.y,plane.z,last.x,last.y",
                 ELSEWHERE, true);
    judge_places(NULL, "slide.y,plane.x,plane.z,last.z,c,e", AGAIN, true);
}

/* Where joints may be a little elsewhere, and loops close still. */
static void places_hold_where_loops_close(void **state)
{
    (void)state;
    static const double CRANK[] = {0.01, 0.11, 0.02, -0.01}, FOUR[] = {1.05, -1.7, 1.02},
                        DELTA[] = {0.02, 0.01};
    judge_places("robots/loops/slider_crank.urdf", "crank_x.x,crank_x.y,slide.z,rod_y.x", CRANK,
                 true);
    judge_places("robots/loops/planar4.urdf", "q2.x,q3.x,q4.x", FOUR, false);
    judge_places("robots/loops/delta.urdf", "arm1_y.x,forearm2_y.z", DELTA, false);
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
        cmocka_unit_test(places_equal_those_of_the_file),
        cmocka_unit_test(places_hold_where_loops_close),
        cmocka_unit_test(pivots_are_next_to_those_of_the_file),
        cmocka_unit_test(values_are_linear_in_links),
        cmocka_unit_test(base_parameters_are_the_fewest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
