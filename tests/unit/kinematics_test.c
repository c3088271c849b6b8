/* SPDX-License-Identifier: MIT */
/* Frames and how they move: three schemes that share little must agree, and obey the laws that tie
 * position, velocity, acceleration and Jacobian together. Positions are judged by a product of
 * transforms of the test's own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/rewrite.h"
#include "random_tree.h"
#include "tree_ops.h"
#include "writers/kinematics.h"

enum { MOST_FRAMES = 3, MOST_FREEDOMS = 24, MOST_COORDINATES = 16 };

/* Results of one frame, as the arrays of words.def have them. */
typedef struct {
    double pose[12], velocity[6], acceleration[6], jacobian[6][MOST_FREEDOMS];
} frame_result;

typedef struct {
    double q[MOST_COORDINATES], qd[MOST_COORDINATES], qdd[MOST_COORDINATES];
} joint_state;

static const uint32_t ALL = ASK_ORIGIN | ASK_ROTATION | ASK_LINEAR | ASK_ANGULAR |
                            ASK_LINEAR_ACCELERATION | ASK_ANGULAR_ACCELERATION | ASK_JACOBIAN;

static tree random_framed_tree(arena *mem, uint64_t *state, bool free_base)
{
    tree t = random_tree(mem, state, free_base);
    uint32_t count = 1 + random_below(state, MOST_FRAMES);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t body = 1 + random_below(state, t.bodies_count - 1);
        pose at = {random_rotation(state), {{0, 0, 0}}};
        for (int r = 0; r < 3; r++)
            at.position.v[r] = random_below(state, 2) ? random_in(state, -0.4, 0.4) : 0;
        *ARENA_PUSH(mem, &t, frames) = (tree_frame){arena_printf(mem, "frame%u", k), body, at};
    }
    return t;
}

static joint_state random_state(uint64_t *seed)
{
    joint_state s;
    for (int i = 0; i < MOST_COORDINATES; i++) {
        s.q[i] = random_in(seed, -3, 3);
        s.qd[i] = random_in(seed, -2, 2);
        s.qdd[i] = random_in(seed, -2, 2);
    }
    return s;
}

/* --- asking --------------------------------------------------------------------------------- */

static void store(frame_result *to, output_kind kind, uint32_t axis, uint32_t column, double value)
{
    const word_kind *k = &OUTPUT_KIND[kind];
    uint32_t at = k->offset + axis;
    switch (k->array) {
    case ARRAY_POSE: to->pose[at] = value; break;
    case ARRAY_VELOCITY: to->velocity[at] = value; break;
    case ARRAY_FRAME_ACCELERATION: to->acceleration[at] = value; break;
    case ARRAY_JACOBIAN: to->jacobian[at][column] = value; break;
    default: fail();
    }
}

static double input_value(const signal *in, const joint_state *s)
{
    double angle = in->ratio * s->q[in->index] + in->offset;
    switch (in->kind) {
    case INPUT_SIN: return sin(angle);
    case INPUT_COS: return cos(angle);
    case INPUT_Q: return angle;
    case INPUT_QD: return s->qd[in->index];
    case INPUT_QDD: return s->qdd[in->index];
    default: fail();
    }
    return 0;
}

/* The equations as written, and their results. */
typedef struct {
    arena mem;
    signals s;
    net n;
    sym *order;
    uint32_t order_count;
    double *values;
} written;

static void write_form(const geometry *g, uint32_t asked, const kinematics_form *f, written *to)
{
    to->mem = arena_make();
    to->s = (signals){.mem = &to->mem, .t = g->t};
    to->n = net_make(&to->mem);
    kinematics_write(&to->mem, g, asked, f, &to->s, &to->n);
    to->order_count = net_order(&to->n, &to->mem, &to->order);
    to->values = ARENA_ARRAY(&to->mem, double, to->n.symbols_count + 1);
}

static void ask_written(written *w, const joint_state *state, frame_result *out)
{
    for (uint32_t i = 0; i < w->s.list_count; i++)
        w->values[w->s.list[i].symbol] = input_value(&w->s.list[i], state);
    net_evaluate(&w->n, w->order, w->order_count, w->values);
    for (uint32_t i = 0; i < w->s.results_count; i++) {
        const result *r = &w->s.results[i];
        store(&out[r->index], r->kind, r->axis, r->column, w->values[r->symbol]);
    }
}

static void ask_operations(arena *mem, const ops *p, const joint_state *state, frame_result *out)
{
    robot_state s = {.q = state->q, .qd = state->qd, .qdd = state->qdd};
    const double *values = state_results(mem, p, &s);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        store(&out[o->index], o->kind, o->axis, o->column, values[i]);
    }
}

/* Any form of a scheme: joined or not, ways meeting anywhere. */
static kinematics_form random_form(arena *mem, const geometry *g, kinematic_scheme scheme,
                                   uint64_t *state)
{
    kinematics_form f = kinematics_form_plain(mem, g, scheme);
    for (uint32_t i = 1; i < g->t->bodies_count; i++)
        f.joined[i] = f.joined[i] && random_below(state, 3);
    for (uint32_t k = 0; k < g->t->frames_count; k++)
        f.meeting[k] = random_below(state, kinematics_runs(g, &f, k) + 1);
    f.product = (uint8_t)random_below(state, NO_COLUMN + 1);
    return f;
}

/* --- judging -------------------------------------------------------------------------------- */

enum { RESULT_NUMBERS = sizeof(frame_result) / sizeof(double) };

static double largest(const frame_result *a)
{
    const double *x = (const double *)a;
    double most = 1;
    for (int i = 0; i < RESULT_NUMBERS; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Within 1e-12 of the largest number: trees have up to eight joints, each some ten roundings. */
static void assert_same(const frame_result *a, const frame_result *b, const char *what)
{
    const double *x = (const double *)a, *y = (const double *)b;
    for (int i = 0; i < RESULT_NUMBERS; i++)
        if (!(fabs(x[i] - y[i]) <= 1e-12 * largest(a)))
            fail_msg("%s: number %d is %.17g and %.17g", what, i, x[i], y[i]);
}

/* The pose of a body of the tree, by products of transforms from the base (or the free body). */
static pose pose_of(const tree *t, uint32_t body, const joint_state *s)
{
    const tree_body *b = &t->bodies[body];
    if (body == 0 || b->kind == BODY_FREE)
        return pose_identity();
    double q = b->ratio * s->q[b->coordinate] + b->offset;
    pose joint = pose_identity();
    if (b->kind == BODY_REVOLUTE)
        joint.rotation = mat3_rotation(b->axis, q);
    else
        joint.position = vec3_scale(b->axis, q);
    return pose_multiply(pose_of(t, b->parent, s), pose_multiply(b->origin, joint));
}

static void schemes_agree_on_random_trees(void **unused)
{
    (void)unused;
    uint64_t state = 1201;
    for (int round = 0; round < 150; round++) {
        arena mem = arena_make();
        tree t = random_framed_tree(&mem, &state, round % 3 == 0);
        geometry g = geometry_default(&mem, &t), plain = geometry_classic(&mem, &t);
        joint_state now = random_state(&state);
        frame_result reference[MOST_FRAMES] = {0};
        written w;
        kinematics_form f = kinematics_form_plain(&mem, &plain, SCHEME_PROGRESSIVE);
        write_form(&plain, ALL, &f, &w);
        ask_written(&w, &now, reference);
        arena_free(&w.mem);
        for (kinematic_scheme k = 0; k < KINEMATIC_SCHEMES; k++) {
            frame_result got[MOST_FRAMES] = {0};
            f = random_form(&mem, &g, k, &state);
            write_form(&g, ALL, &f, &w);
            ask_written(&w, &now, got);
            for (uint32_t i = 0; i < t.frames_count; i++)
                assert_same(&reference[i], &got[i], KINEMATIC_SCHEME_WORD[k]);
            arena_free(&w.mem);
        }
        arena_free(&mem);
    }
}

/* Position, velocity, acceleration and Jacobian, by either formalism and with a search, are what
 * all results together are. */
static void functions_of_frames_agree(void **unused)
{
    (void)unused;
    static const function_kind FUNCTION[] = {FUNCTION_POSITION, FUNCTION_VELOCITY,
                                             FUNCTION_ACCELERATION, FUNCTION_JACOBIAN};
    uint64_t state = 77;
    for (int round = 0; round < 12; round++) {
        arena mem = arena_make();
        tree t = random_framed_tree(&mem, &state, round % 2 == 0);
        geometry g = geometry_default(&mem, &t);
        joint_state now = random_state(&state);
        kinematics_form f = kinematics_form_plain(&mem, &g, SCHEME_REGRESSIVE);
        frame_result all[MOST_FRAMES] = {0}, got[2][MOST_FRAMES] = {0};
        written w;
        write_form(&g, ALL, &f, &w);
        ask_written(&w, &now, all);
        for (uint32_t k = 0; k < 4; k++) {
            ops classic = tree_ops(&mem, &t, FUNCTION[k], FORMALISM_CLASSIC, 0);
            ops found = tree_ops(&mem, &t, FUNCTION[k], FORMALISM_DEFAULT, 1);
            ask_operations(&mem, &classic, &now, got[0]);
            ask_operations(&mem, &found, &now, got[1]);
        }
        for (uint32_t i = 0; i < t.frames_count; i++) {
            assert_same(&all[i], &got[0][i], "classic");
            assert_same(&all[i], &got[1][i], "default");
        }
        arena_free(&w.mem);
        arena_free(&mem);
    }
}

/* Lengths that are symbols may meet each other before any number is there. */
static void lengths_as_symbols_add_up(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    tree t = {.name = "lift"};
    ARENA_PUSH(&mem, &t, bodies);
    *ARENA_PUSH(&mem, &t, bodies) = (tree_body){.name = "turn",
                                                .kind = BODY_REVOLUTE,
                                                .origin = {mat3_identity(), {{0, 0, 0.5}}},
                                                .axis = {{0, 0, 1}},
                                                .ratio = 1};
    *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){
        .name = "turn", .is_angle = true};
    *ARENA_PUSH(&mem, &t, frames) = (tree_frame){"top", 1, {mat3_identity(), {{0, 0, 0.25}}}};
    ops p = tree_ops(&mem, &t, FUNCTION_POSITION, FORMALISM_CLASSIC, 0);
    joint_state now = {.q = {0.3}};
    frame_result got = {0};
    ask_operations(&mem, &p, &now, &got);
    assert_true(got.pose[0] == 0 && got.pose[1] == 0 && got.pose[2] == 0.75);
    arena_free(&mem);
}

/* --- laws ----------------------------------------------------------------------------------- */

/* The state a time h later (qdd constant). */
static joint_state later(const joint_state *s, double h)
{
    joint_state to = *s;
    for (int i = 0; i < MOST_COORDINATES; i++) {
        to.q[i] += h * s->qd[i] + h * h / 2 * s->qdd[i];
        to.qd[i] += h * s->qdd[i];
    }
    return to;
}

static const double STEP_S = 1e-5;

/* A random tree with the results of all its frames in a random state, by a random scheme; a step
 * before and after it, too. */
typedef struct {
    tree t;
    joint_state now;
    frame_result results[MOST_FRAMES], before[MOST_FRAMES], after[MOST_FRAMES];
} law_case;

static void law_make(arena *mem, uint64_t *state, bool free_base, law_case *c)
{
    *c = (law_case){.t = random_framed_tree(mem, state, free_base)};
    geometry g = geometry_default(mem, &c->t);
    kinematic_scheme scheme = (kinematic_scheme)random_below(state, KINEMATIC_SCHEMES);
    kinematics_form f = random_form(mem, &g, scheme, state);
    written w;
    write_form(&g, ALL, &f, &w);
    c->now = random_state(state);
    joint_state then = later(&c->now, -STEP_S), soon = later(&c->now, STEP_S);
    ask_written(&w, &c->now, c->results);
    ask_written(&w, &then, c->before);
    ask_written(&w, &soon, c->after);
    arena_free(&w.mem);
}

/* A law is asserted of a frame, with its results, or says nothing about it: false. */
typedef struct {
    bool (*holds)(const law_case *c, const frame_result *r, uint32_t frame);
    uint64_t seed;
    int rounds, free_every; /* of so many trees one has a free base */
} law;

static void is_a_law(void **state)
{
    const law *l = *state;
    uint64_t seed = l->seed;
    int judged = 0;
    for (int round = 0; round < l->rounds; round++) {
        arena mem = arena_make();
        law_case c;
        law_make(&mem, &seed, round % l->free_every == 0, &c);
        for (uint32_t k = 0; k < c.t.frames_count; k++)
            judged += l->holds(&c, &c.results[k], k);
        arena_free(&mem);
    }
    assert_true(judged > 20);
}

static bool positions_are_products_of_transforms(const law_case *c, const frame_result *r,
                                                 uint32_t frame)
{
    const tree_frame *f = &c->t.frames[frame];
    pose at = pose_multiply(pose_of(&c->t, f->body, &c->now), f->in_body);
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(r->pose[i] - at.position.v[i]) <= 1e-12);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(r->pose[3 + 3 * i + j] - at.rotation.m[i][j]) <= 1e-12);
    }
    return true;
}

static bool rotations_are_orthonormal(const law_case *c, const frame_result *r, uint32_t frame)
{
    (void)c, (void)frame;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            double dot = 0;
            for (int i = 0; i < 3; i++)
                dot += r->pose[3 + 3 * a + i] * r->pose[3 + 3 * b + i];
            assert_true(fabs(dot - (a == b)) <= 1e-12);
        }
    return true;
}

static bool velocity_is_jacobian_times_rates(const law_case *c, const frame_result *r,
                                             uint32_t frame)
{
    (void)frame;
    uint32_t of_free = tree_freedoms(&c->t) - c->t.coordinates_count;
    for (int row = 0; row < 6; row++) {
        double sum = 0, size = 1;
        for (uint32_t i = 0; i < c->t.coordinates_count; i++) {
            double part = r->jacobian[row][of_free + i] * c->now.qd[i];
            sum += part;
            size += fabs(part);
        }
        assert_true(fabs(sum - r->velocity[row]) <= 1e-12 * size);
    }
    return true;
}

/* A free body moves what hangs on it by its own six: along its axes all alike, about them by the
 * arm. */
static bool a_free_body_moves_its_frames_along_and_about(const law_case *c, const frame_result *r,
                                                         uint32_t frame)
{
    uint32_t body = c->t.frames[frame].body;
    while (body && c->t.bodies[body].kind != BODY_FREE)
        body = c->t.bodies[body].parent;
    const double *p = r->pose;
    const double arm[3][3] = {{0, p[2], -p[1]}, {-p[2], 0, p[0]}, {p[1], -p[0], 0}};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            double one = body ? i == k : 0, by = body ? arm[k][i] : 0;
            assert_true(r->jacobian[k][i] == one);
            assert_true(r->jacobian[3 + k][i] == 0);
            assert_true(r->jacobian[3 + k][3 + i] == one);
            assert_true(fabs(r->jacobian[k][3 + i] - by) <= 1e-12);
        }
    return body != 0;
}

/* Central differences err by h^2/6 times the third derivative, and by roundings over h. Rates up
 * to 2 x 2 (a follower's ratio) of up to eight joints make frequencies up to 32 rad/s and
 * velocities up to some 100 m/s: 1e-10/6 x 32^2 x 100 = 2e-6 at worst, 1e-15 x 10 / 1e-5 = 1e-9 at
 * least. Seen: 2e-8. */
static const double DIFFERENCE = 1e-6;

static bool velocity_is_the_derivative_of_position(const law_case *c, const frame_result *r,
                                                   uint32_t frame)
{
    const double *before = c->before[frame].pose, *after = c->after[frame].pose;
    for (int i = 0; i < 3; i++) {
        double rate = (after[i] - before[i]) / (2 * STEP_S);
        assert_true(fabs(rate - r->velocity[i]) <= DIFFERENCE * largest(r));
        /* entry (z, y) of dR/dt R' is omega_x */
        int y = (i + 1) % 3, z = (i + 2) % 3;
        double turning = 0;
        for (int j = 0; j < 3; j++)
            turning += (after[3 + 3 * z + j] - before[3 + 3 * z + j]) / (2 * STEP_S) *
                       r->pose[3 + 3 * y + j];
        assert_true(fabs(turning - r->velocity[3 + i]) <= DIFFERENCE * largest(r));
    }
    return true;
}

static bool acceleration_is_the_derivative_of_velocity(const law_case *c, const frame_result *r,
                                                       uint32_t frame)
{
    const double *before = c->before[frame].velocity, *after = c->after[frame].velocity;
    for (int i = 0; i < 6; i++) {
        double rate = (after[i] - before[i]) / (2 * STEP_S);
        assert_true(fabs(rate - r->acceleration[i]) <= DIFFERENCE * largest(r));
    }
    return true;
}

/* --- counts --------------------------------------------------------------------------------- */

/* A serial arm: joints about the axes named, anchors along one axis each, and a tool. */
static tree serial_arm(arena *mem, const char *axes)
{
    static const vec3 ANCHOR[] = {{{0, 0, 0.4}}, {{0, 0.1, 0}}, {{0, 0, 0.5}},
                                  {{0.3, 0, 0}}, {{0, 0, 0.2}}, {{0, 0, 0.15}}};
    tree t = {.name = "arm"};
    ARENA_PUSH(mem, &t, bodies);
    uint32_t count = (uint32_t)strlen(axes);
    for (uint32_t i = 0; i < count; i++) {
        tree_body b = {.name = arena_printf(mem, "j%u", i), .kind = BODY_REVOLUTE, .parent = i,
                       .origin = {mat3_identity(), ANCHOR[i]}, .coordinate = i, .ratio = 1};
        b.axis.v[axes[i] - 'x'] = 1;
        *ARENA_PUSH(mem, &t, bodies) = b;
        *ARENA_PUSH(mem, &t, coordinates) = (tree_coordinate){
            .name = b.name, .is_angle = true};
    }
    *ARENA_PUSH(mem, &t, frames) = (tree_frame){"tool", count, {mat3_identity(), ANCHOR[count]}};
    return t;
}

/* Operations of a scheme after sharing, with the sines and cosines that are used. */
static uint32_t operations(const geometry *g, uint32_t asked, kinematic_scheme scheme)
{
    written w;
    arena mem = arena_make();
    kinematics_form f = kinematics_form_plain(&mem, g, scheme);
    uint32_t fewest = UINT32_MAX;
    for (uint32_t meeting = 0; meeting <= kinematics_runs(g, &f, 0); meeting++)
        for (uint8_t product = 0; product <= NO_COLUMN; product++) {
            f.meeting[0] = meeting;
            f.product = product;
            write_form(g, asked, &f, &w);
            net_share_parts(&w.n);
            net_cost c = net_count(&w.n);
            uint32_t sum = c.mul + c.add;
            for (uint32_t i = 0; i < w.s.list_count; i++)
                sum += w.s.list[i].kind <= INPUT_COS && w.n.symbols[w.s.list[i].symbol].uses;
            fewest = sum < fewest ? sum : fewest;
            arena_free(&w.mem);
        }
    arena_free(&mem);
    return fewest;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* [T] tables 1.1 and 1.2: a serial arm of five joints, axes not given; arithmetic and
 * trigonometric operations, progressive and regressive, or progressive and hybrid. Ours: an arm
 * with three parallel axes, as most of five joints have them, in every cell; and one whose axes are
 * those of a PUMA up to the fifth, where the cheaper of the two counts. */
static void five_joints_take_no_more_than_the_thesis(void **unused)
{
    (void)unused;
    const uint32_t p = ASK_ORIGIN, r = ASK_ROTATION, v = ASK_LINEAR, w = ASK_ANGULAR,
                   a = ASK_LINEAR_ACCELERATION | ASK_ANGULAR_ACCELERATION, j = ASK_JACOBIAN;
    const struct {
        const char *what;
        uint32_t asked, progressive;
        kinematic_scheme other;
        uint32_t limit;
    } row[] = {
        {"p", p, 69, SCHEME_REGRESSIVE, 43},
        {"p R", p | r, 73, SCHEME_REGRESSIVE, 75},
        {"p v", p | v, 118, SCHEME_REGRESSIVE, 87},
        {"p R v omega", p | r | v | w, 122, SCHEME_REGRESSIVE, 130},
        {"p R v omega a omegad", p | r | v | w | a, 247, SCHEME_REGRESSIVE, 259},
        {"p J", p | j, 117, SCHEME_HYBRID, 100},
        {"p v omega J", p | v | w | j, 164, SCHEME_HYBRID, 149},
    };
    static const char *const ARM[] = {"zyyyz", "zyyzy"};
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        tree t = serial_arm(&mem, ARM[k]);
        geometry g = geometry_default(&mem, &t);
        for (uint32_t i = 0; i < sizeof row / sizeof *row; i++) {
            uint32_t progressive = operations(&g, row[i].asked, SCHEME_PROGRESSIVE);
            uint32_t other = operations(&g, row[i].asked, row[i].other);
            print_message("%s %s: progressive %u (thesis %u), %s %u (thesis %u)\n", ARM[k],
                          row[i].what, progressive, row[i].progressive,
                          KINEMATIC_SCHEME_WORD[row[i].other], other, row[i].limit);
            if (k == 0)
                assert_true(progressive <= row[i].progressive && other <= row[i].limit);
            assert_true(least(progressive, other) <= least(row[i].progressive, row[i].limit));
        }
        arena_free(&mem);
    }
}

static void the_cheapest_scheme_is_taken(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    tree t = serial_arm(&mem, "zyyyz");
    diag d = diag_make(&mem);
    equations_options o = equations_options_default();
    o.function = FUNCTION_VELOCITY;
    equations *e;
    uint32_t count, taken = 0, fewest = UINT32_MAX, passes;
    assert_int_equal(equations_build(&mem, &t, &o, &e, &d), STATUS_OK);
    const equations_scheme *s = equations_schemes(e, &count);
    assert_int_equal(count, KINEMATIC_SCHEMES);
    for (uint32_t i = 0; i < count; i++) {
        fewest = least(fewest, s[i].mul + s[i].add);
        taken += s[i].taken;
    }
    for (uint32_t i = 0; i < count; i++)
        assert_true(!s[i].taken || s[i].mul + s[i].add == fewest);
    assert_int_equal(taken, 1);
    const equations_pass *last = equations_passes(e, &passes);
    last += passes - 1;
    assert_true(last->mul + last->add <= fewest);
    arena_free(&mem);
}

#define LAW(name, ...) {#name, is_a_law, NULL, NULL, &(law){name, __VA_ARGS__}}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schemes_agree_on_random_trees),
        cmocka_unit_test(functions_of_frames_agree),
        cmocka_unit_test(lengths_as_symbols_add_up),
        LAW(positions_are_products_of_transforms, 5, 60, 3),
        LAW(rotations_are_orthonormal, 6, 60, 3),
        LAW(velocity_is_jacobian_times_rates, 7, 60, 3),
        LAW(a_free_body_moves_its_frames_along_and_about, 8, 40, 1),
        LAW(velocity_is_the_derivative_of_position, 9, 60, 3),
        LAW(acceleration_is_the_derivative_of_velocity, 10, 60, 3),
        cmocka_unit_test(five_joints_take_no_more_than_the_thesis),
        cmocka_unit_test(the_cheapest_scheme_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
