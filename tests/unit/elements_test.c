/* SPDX-License-Identifier: MIT */
/* Forces at points, links, turns and wheels on trees at random. What an element adds to the torques
 * is judged by its power, for every motion: torques . qd = - force . velocity, with positions from
 * a product of transforms of the test's own and velocities from their differences. */
#include <math.h>
#include <string.h>

#include "pose_of.h"
#include "random_tree.h"
#include "robot/elements.h"
#include "tree_ops.h"

enum { MOST = 16, TREES = 60 };

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], forces[6], element_forces[7], gravity[3];
} sample;

static sample random_sample(uint64_t *seed)
{
    sample s;
    for (int k = 0; k < MOST; k++) {
        s.q[k] = random_in(seed, -2, 2);
        s.qd[k] = random_in(seed, -2, 2);
        s.qdd[k] = random_in(seed, -2, 2);
    }
    for (int k = 0; k < 6; k++)
        s.forces[k] = random_in(seed, -3, 3);
    for (int k = 0; k < 7; k++)
        s.element_forces[k] = random_in(seed, -3, 3);
    for (int k = 0; k < 3; k++)
        s.gravity[k] = random_in(seed, -10, 10);
    return s;
}

/* --- the test's own transforms --------------------------------------------------------------- */

static pose point_of(const tree_element *e, const tree *t, int k, const double *q)
{
    return pose_multiply(pose_of(t, e->body[k], q), e->in_body[k]);
}

/* How a number of the positions changes while all joints move; errors of about 1e-9. */
typedef double of_positions(const tree *t, const tree_element *e, const double *q, int which);
static double rate_of(of_positions *f, const tree *t, const tree_element *e, const sample *s,
                      int which)
{
    const double h = 1e-5;
    double before[MOST], after[MOST];
    for (int k = 0; k < MOST; k++) {
        before[k] = s->q[k] - h * s->qd[k];
        after[k] = s->q[k] + h * s->qd[k];
    }
    return (f(t, e, after, which) - f(t, e, before, which)) / (2 * h);
}

static double position(const tree *t, const tree_element *e, const double *q, int which)
{
    return point_of(e, t, which / 3, q).position.v[which % 3];
}

static double distance(const tree *t, const tree_element *e, const double *q, int which)
{
    (void)which;
    return vec3_norm(vec3_sub(point_of(e, t, 1, q).position, point_of(e, t, 0, q).position));
}

static double entry(const tree *t, const tree_element *e, const double *q, int which)
{
    return point_of(e, t, which / 9, q).rotation.m[which % 9 / 3][which % 3];
}

static vec3 velocity_of(const tree *t, const tree_element *e, const sample *s, int k)
{
    vec3 v;
    for (int c = 0; c < 3; c++)
        v.v[c] = rate_of(position, t, e, s, 3 * k + c);
    return v;
}

/* From R' = omega x R. */
static vec3 omega_of(const tree *t, const tree_element *e, const sample *s, int k)
{
    mat3 r = point_of(e, t, k, s->q).rotation, rd;
    for (int c = 0; c < 9; c++)
        rd.m[c / 3][c % 3] = rate_of(entry, t, e, s, 9 * k + c);
    mat3 spin = mat3_multiply(rd, mat3_transpose(r));
    return (vec3){{spin.m[2][1], spin.m[0][2], spin.m[1][0]}};
}

/* --- what the equations say ------------------------------------------------------------------ */

static ops build(arena *mem, const tree *t, function_kind function, formalism form)
{
    return tree_ops(mem, t, function, form, 0);
}

static void evaluate(arena *mem, const ops *p, const sample *s, double *by_index)
{
    const robot_state now = {.q = s->q, .qd = s->qd, .qdd = s->qdd, .forces = s->forces,
                             .element_forces = s->element_forces, .gravity = s->gravity};
    const double *out = state_results(mem, p, &now);
    for (uint32_t k = 0; k < p->outputs_count; k++) {
        const word_kind *kind = &OUTPUT_KIND[p->outputs[k].kind];
        by_index[word_number(kind, p->outputs[k].index, p->outputs[k].axis)] = out[k];
    }
}

typedef struct {
    double with[MOST], without[MOST];
} comparison;

/* A function's results with the element and without it. */
static comparison compare(arena *mem, const tree *t, function_kind function, formalism form,
                          const sample *s)
{
    comparison c = {{0}, {0}};
    tree bare = *t;
    bare.elements_count = 0;
    ops p = build(mem, t, function, form), q = build(mem, &bare, function, form);
    evaluate(mem, &p, s, c.with);
    evaluate(mem, &q, s, c.without);
    return c;
}

/* Power that the joints give because the element is there. */
static double power_of(const comparison *c, const tree *t, const sample *s)
{
    double power = 0;
    for (uint32_t k = 0; k < t->coordinates_count; k++)
        power += (c->with[k] - c->without[k]) * s->qd[k];
    return power;
}

static void evaluate_element(arena *mem, const tree *t, const sample *s, double *states)
{
    ops p = build(mem, t, FUNCTION_ELEMENTS, FORMALISM_DEFAULT);
    evaluate(mem, &p, s, states);
}

/* Rates by differences are good to about 1e-8 of numbers of this size. */
static void assert_power(double got, double want)
{
    if (!(fabs(got - want) < 1e-6 * (1 + fabs(want))))
        fail_msg("power %.12g, not %.12g", got, want);
}

static void assert_adds(arena *mem, const tree *t, formalism form, const sample *s, double power)
{
    const comparison c = compare(mem, t, FUNCTION_ID, form, s);
    assert_power(power_of(&c, t, s), power);
}

static tree_element random_element(uint64_t *seed, const tree *t, element_type kind)
{
    tree_element e = {.what = {.name = "e", .kind = kind, .creep = 0.1}};
    for (int k = 0; k < 2; k++) {
        e.body[k] = 1 + random_below(seed, t->bodies_count - 1);
        e.in_body[k] = (pose){random_rotation(seed), {{0, 0, 0}}};
        for (int c = 0; c < 3; c++)
            e.in_body[k].position.v[c] = random_in(seed, -0.5, 0.5);
    }
    return e;
}

static uint32_t ancestor(const tree *t, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = t->bodies[a].parent;
        else
            b = t->bodies[b].parent;
    return a;
}

static void link_ends(uint64_t *seed, const tree *t, tree_element *e)
{
    e->body[1] = random_below(seed, t->bodies_count); /* the base too */
    if (e->body[0] == e->body[1])
        e->body[1] = 0;
    e->seen_from = ancestor(t, e->body[0], e->body[1]);
}

/* --- laws ------------------------------------------------------------------------------------ */

static void forces_at_points_work_on_their_points(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int n = 0; n < TREES; n++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, false);
        tree_element e = random_element(&seed, &t, ELEMENT_FORCE);
        *ARENA_PUSH(&mem, &t, elements) = e;
        sample s = random_sample(&seed);
        vec3 v = velocity_of(&t, &e, &s, 0), omega = omega_of(&t, &e, &s, 0);
        double power = 0, states[6];
        for (int c = 0; c < 3; c++)
            power -= s.element_forces[c] * v.v[c] + s.element_forces[3 + c] * omega.v[c];
        assert_adds(&mem, &t, n % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &s, power);
        evaluate_element(&mem, &t, &s, states);
        for (int c = 0; c < 3; c++) {
            assert_true(fabs(states[c] - position(&t, &e, s.q, c)) < 1e-12);
            assert_power(states[3 + c], v.v[c]);
        }
        arena_free(&mem);
    }
}

/* The force -mass x gravity, which may be an input; at rest as in motion. */
static void lifts_carry_a_mass_against_gravity(void **state)
{
    (void)state;
    uint64_t seed = 16;
    for (int n = 0; n < TREES; n++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, false);
        tree_element e = random_element(&seed, &t, ELEMENT_FORCE);
        e.what.law = LAW_LIFT;
        e.what.mass = random_in(&seed, 1, 5);
        *ARENA_PUSH(&mem, &t, elements) = e;
        sample s = random_sample(&seed);
        t.gravity_is_input = n % 3 == 0;
        const vec3 gravity = t.gravity_is_input
                                 ? (vec3){{s.gravity[0], s.gravity[1], s.gravity[2]}}
                                 : t.gravity_ms2;
        const double power = e.what.mass * vec3_dot(gravity, velocity_of(&t, &e, &s, 0));
        assert_adds(&mem, &t, n % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &s, power);
        const comparison held = compare(&mem, &t, FUNCTION_GRAVITY, FORMALISM_DEFAULT, &s);
        assert_power(power_of(&held, &t, &s), power);
        arena_free(&mem);
    }
}

/* F > 0 pulls the ends together: it takes power F x rate from whoever draws them apart. */
static void links_pull_their_ends_together(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int n = 0; n < TREES; n++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, false);
        tree_element e = random_element(&seed, &t, ELEMENT_LINK);
        link_ends(&seed, &t, &e);
        e.what.law = n % 3 ? LAW_SPRING : LAW_INPUT;
        e.what.stiffness = random_in(&seed, 1, 20);
        e.what.damping = n % 3 == 1 ? random_in(&seed, 1, 5) : 0;
        e.what.rest = random_in(&seed, 0, 1);
        *ARENA_PUSH(&mem, &t, elements) = e;
        sample s = random_sample(&seed);
        double length = distance(&t, &e, s.q, 0), rate = rate_of(distance, &t, &e, &s, 0);
        double pull = n % 3 ? e.what.stiffness * (length - e.what.rest) + e.what.damping * rate
                            : s.element_forces[0];
        assert_adds(&mem, &t, n % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &s, pull * rate);
        double states[6];
        evaluate_element(&mem, &t, &s, states);
        assert_true(fabs(states[0] - length) < 1e-12);
        assert_power(states[1], rate);
        arena_free(&mem);
    }
}

/* The moment damping x omega on both links takes the power damping x omega^2 from the motion; at
 * rest there is none. */
static void turns_are_damped_as_fast_as_links_turn(void **state)
{
    (void)state;
    uint64_t seed = 15;
    for (int n = 0; n < TREES; n++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, false);
        tree_element e = random_element(&seed, &t, ELEMENT_TURN);
        link_ends(&seed, &t, &e);
        e.what.law = LAW_VISCOUS;
        e.what.damping = random_in(&seed, 1, 5);
        *ARENA_PUSH(&mem, &t, elements) = e;
        sample s = random_sample(&seed);
        vec3 rate = vec3_sub(omega_of(&t, &e, &s, 1), omega_of(&t, &e, &s, 0));
        assert_adds(&mem, &t, n % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &s,
                    e.what.damping * vec3_dot(rate, rate));
        double states[6];
        evaluate_element(&mem, &t, &s, states);
        vec3 seen = mat3_apply(mat3_transpose(point_of(&e, &t, 1, s.q).rotation), rate);
        for (int c = 0; c < 3; c++)
            assert_power(states[c], seen.v[c]);
        const comparison c = compare(&mem, &t, FUNCTION_GRAVITY, FORMALISM_DEFAULT, &s);
        for (int k = 0; k < MOST; k++)
            assert_true(fabs(c.with[k] - c.without[k]) < 1e-12 * (1 + fabs(c.without[k])));
        arena_free(&mem);
    }
}

/* A law of the rates about the axes of the second link: its power is that of each by itself. */
static void laws_of_turns_take_what_they_say_of_each_rate(void **state)
{
    (void)state;
    uint64_t seed = 18;
    for (int n = 0; n < TREES; n++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        element_list read = {0};
        tree t = random_tree(&mem, &seed, false);
        tree_element e = random_element(&seed, &t, ELEMENT_TURN);
        link_ends(&seed, &t, &e);
        assert_int_equal(element_read_text(&mem, "turn name=e a=a b=b law='2*xd + 0.3*xd^3'", &read,
                                           &d), STATUS_OK);
        e.what = read.list[0];
        *ARENA_PUSH(&mem, &t, elements) = e;
        sample s = random_sample(&seed);
        vec3 rate = vec3_sub(omega_of(&t, &e, &s, 1), omega_of(&t, &e, &s, 0));
        vec3 seen = mat3_apply(mat3_transpose(point_of(&e, &t, 1, s.q).rotation), rate);
        double power = 0;
        for (int c = 0; c < 3; c++)
            power += seen.v[c] * (2 * seen.v[c] + 0.3 * pow(seen.v[c], 3));
        assert_adds(&mem, &t, n % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &s, power);
        arena_free(&mem);
    }
}

/* What moves both ends costs nothing: the operations of a link between neighbours do not grow with
 * the way to them. */
static void a_link_is_seen_from_the_body_that_carries_both_ends(void **state)
{
    (void)state;
    arena mem = arena_make();
    uint32_t count[2];
    for (uint32_t far = 0; far < 2; far++) {
        tree t = {.name = "chain", .gravity_ms2 = {{0, 0, -9.81}}};
        ARENA_PUSH(&mem, &t, bodies);
        for (uint32_t i = 0; i < (far ? 8u : 2u); i++) {
            *ARENA_PUSH(&mem, &t, bodies) = (tree_body){
                .name = arena_printf(&mem, "j%u", i), .link = "l", .parent = i, .ratio = 1,
                .coordinate = i, .axis = {{i % 2 == 0, 0, i % 2}}, .origin = pose_identity()};
            t.bodies[i + 1].origin.position.v[1] = 0.3;
            *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){
                .name = t.bodies[i + 1].name, .is_angle = true};
        }
        tree_element e = {.what = {.name = "e", .kind = ELEMENT_LINK, .law = LAW_USER}};
        e.body[0] = t.bodies_count - 1;
        e.body[1] = e.seen_from = t.bodies_count - 2;
        e.in_body[0] = e.in_body[1] = pose_identity();
        e.in_body[0].position.v[0] = 0.2;
        *ARENA_PUSH(&mem, &t, elements) = e;
        ops p = build(&mem, &t, FUNCTION_ELEMENTS, FORMALISM_DEFAULT);
        count[far] = p.list_count;
    }
    assert_true(count[0] > 0);
    assert_int_equal(count[0], count[1]);
    arena_free(&mem);
}

/* --- wheels ---------------------------------------------------------------------------------- */

/* LOOPS of the thesis [T 1.5.3] by angles, as a program would write it. */
typedef struct {
    vec3 x, y, contact, v_contact, v_centre, v_geo;
    double camber, radius, sink, slip, side;
} wheel_reference;

static wheel_reference wheel_of(const tree *t, const tree_element *e, const sample *s)
{
    wheel_reference w;
    pose centre = point_of(e, t, 1, s->q);
    vec3 axis = mat3_apply(centre.rotation, e->axis), up = {{0, 0, 1}};
    w.camber = asin(axis.v[2]);
    double c = cos(w.camber);
    vec3 t3 = vec3_scale(vec3_sub(up, vec3_scale(axis, sin(w.camber))), 1 / c);
    w.x = vec3_cross(axis, t3);
    w.y = vec3_cross(up, w.x);
    w.radius = (centre.position.v[2] - e->what.height) / c;
    vec3 arm = vec3_scale(t3, -w.radius);
    w.contact = vec3_add(centre.position, arm);
    w.v_centre = velocity_of(t, e, s, 1);
    w.v_contact = vec3_add(w.v_centre, vec3_cross(omega_of(t, e, s, 0), arm));
    double spin = e->ratio * s->qd[e->coordinate];
    w.v_geo = vec3_add(w.v_contact, vec3_scale(w.x, spin * w.radius));
    w.sink = fmin(0, c * (w.radius - e->what.radius));
    w.slip = vec3_dot(w.v_contact, w.x) / hypot(vec3_dot(w.v_centre, w.x), e->what.creep);
    w.side = atan2(vec3_dot(w.v_geo, w.y), hypot(vec3_dot(w.v_geo, w.x), e->what.creep));
    return w;
}

/* A body that turns, on one that is not the base. */
static bool make_wheel(uint64_t *seed, tree *t, tree_element *e)
{
    *e = random_element(seed, t, ELEMENT_WHEEL);
    uint32_t i = t->bodies_count - 1;
    const tree_body *b = &t->bodies[i];
    e->body[0] = i;
    e->body[1] = b->parent;
    e->in_body[0] = pose_identity();
    e->in_body[1] = b->origin;
    e->axis = b->axis;
    e->coordinate = b->coordinate;
    e->ratio = b->ratio;
    double q[MOST] = {0.3, 0.7, -0.4, 1.1, 0.2, -0.9, 0.5, 0.8};
    vec3 axis = mat3_apply(pose_of(t, i, q).rotation, b->axis);
    return b->kind == BODY_REVOLUTE && b->parent && fabs(axis.v[2]) < 0.99;
}

/* False, and nothing kept, where the tree that came has no such body. */
static bool open_wheel(uint64_t *seed, arena *mem, tree *t, tree_element *e, sample *s)
{
    *mem = arena_make();
    *t = random_tree(mem, seed, false);
    *s = random_sample(seed);
    if (make_wheel(seed, t, e)) {
        e->what.radius = 0.3;
        return true;
    }
    arena_free(mem);
    return false;
}

/* The height is chosen so that the wheel is pressed in, or off the ground. */
static void set_height(tree_element *e, const tree *t, const sample *s, double above)
{
    wheel_reference w = wheel_of(t, e, s);
    pose centre = point_of(e, t, 1, s->q);
    e->what.height = centre.position.v[2] - cos(w.camber) * (e->what.radius + above);
}

static void wheels_push_at_their_contacts(void **state)
{
    (void)state;
    uint64_t seed = 13;
    int done = 0;
    for (int n = 0; n < 4 * TREES; n++) {
        arena mem;
        tree t;
        tree_element e;
        sample s;
        if (!open_wheel(&seed, &mem, &t, &e, &s))
            continue;
        done++;
        e.what.law = LAW_USER;
        set_height(&e, &t, &s, -0.05);
        *ARENA_PUSH(&mem, &t, elements) = e;
        wheel_reference w = wheel_of(&t, &e, &s);
        vec3 omega = omega_of(&t, &e, &s, 0);
        const double *f = s.element_forces;
        vec3 force = vec3_add(vec3_scale(w.x, f[0]), vec3_scale(w.y, f[1]));
        vec3 moment = vec3_add(vec3_scale(w.x, f[3]), vec3_scale(w.y, f[4]));
        force.v[2] += f[2];
        moment.v[2] += f[5];
        double power = -vec3_dot(force, w.v_contact) - vec3_dot(moment, omega);
        assert_adds(&mem, &t, n % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT, &s, power);
        double got[6];
        evaluate_element(&mem, &t, &s, got);
        const double want[6] = {w.sink, w.side, w.camber, w.slip, w.v_contact.v[2], w.radius};
        for (int k = 0; k < 6; k++)
            assert_power(got[k], want[k]);
        /* The printed code's indicators. */
        t.elements[0].what.convention = INDICATORS_CODE;
        evaluate_element(&mem, &t, &s, got);
        double forward = hypot(vec3_dot(w.v_centre, w.x), e.what.creep);
        double alpha = atan(vec3_dot(w.v_contact, w.y) / forward);
        double slip = -vec3_dot(w.v_contact, w.x) /
                      (cos(alpha) *
                       sqrt(w.v_centre.v[0] * w.v_centre.v[0] +
                            w.v_centre.v[1] * w.v_centre.v[1] + e.what.creep * e.what.creep));
        assert_power(got[0], w.radius);
        assert_power(got[1], alpha);
        assert_power(got[3], slip);
        arena_free(&mem);
    }
    assert_true(done > 20);
}

static void tyres_load_by_penetration_and_let_go_off_the_ground(void **state)
{
    (void)state;
    uint64_t seed = 14;
    int done = 0;
    for (int n = 0; n < 4 * TREES; n++) {
        arena mem;
        tree t;
        tree_element e;
        sample s;
        if (!open_wheel(&seed, &mem, &t, &e, &s))
            continue;
        done++;
        e.what.law = LAW_TYRE;
        e.what.stiffness = 100;
        e.what.damping = 7;
        e.what.slip = 3;
        e.what.cornering = 2;
        set_height(&e, &t, &s, n % 3 ? -0.05 : 0.05);
        *ARENA_PUSH(&mem, &t, elements) = e;
        wheel_reference w = wheel_of(&t, &e, &s);
        double load = -w.sink * (e.what.stiffness - e.what.damping * w.v_contact.v[2]);
        vec3 force = vec3_add(vec3_scale(w.x, -e.what.slip * w.slip * load),
                              vec3_scale(w.y, -e.what.cornering * w.side * load));
        force.v[2] += load;
        assert_true(n % 3 || load == 0);
        assert_adds(&mem, &t, FORMALISM_DEFAULT, &s, -vec3_dot(force, w.v_contact));
        arena_free(&mem);
    }
    assert_true(done > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_at_points_work_on_their_points),
        cmocka_unit_test(lifts_carry_a_mass_against_gravity),
        cmocka_unit_test(links_pull_their_ends_together),
        cmocka_unit_test(turns_are_damped_as_fast_as_links_turn),
        cmocka_unit_test(laws_of_turns_take_what_they_say_of_each_rate),
        cmocka_unit_test(a_link_is_seen_from_the_body_that_carries_both_ends),
        cmocka_unit_test(wheels_push_at_their_contacts),
        cmocka_unit_test(tyres_load_by_penetration_and_let_go_off_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
