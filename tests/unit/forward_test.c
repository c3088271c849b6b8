/* SPDX-License-Identifier: MIT */
/* Forward dynamics: it undoes inverse dynamics, in both formalisms and body by body; the inverse
 * mass matrix inverts; what cannot be solved is refused or told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operations/layout.h"
#include "random_tree.h"
#include "tree_ops.h"

enum { MOST = 64 }; /* freedoms */

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], free_motion[18], forces[12], tau[MOST], wrench[12];
    double imposed[MOST], payloads[10];
} state;

static state random_state(uint64_t *seed)
{
    state s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < MOST; i++) {
        s.q[i] = random_in(seed, -3, 3);
        s.qd[i] = random_in(seed, -2, 2);
        s.qdd[i] = random_in(seed, -2, 2);
    }
    for (int i = 0; i < 18; i++)
        s.free_motion[i] = random_in(seed, -2, 2);
    for (int i = 0; i < 12; i++)
        s.forces[i] = random_in(seed, -5, 5);
    memcpy(s.imposed, s.qdd, sizeof s.qdd);
    s.payloads[0] = 1.5; /* kg, centre, moments */
    s.payloads[2] = 0.1;
    s.payloads[4] = s.payloads[5] = s.payloads[6] = 0.02;
    return s;
}

static double *evaluate(tree_function *f, const state *s)
{
    const robot_state now = {.q = s->q, .qd = s->qd, .qdd = s->qdd, .tau = s->tau,
                             .free_motion = s->free_motion, .forces = s->forces,
                             .wrench = s->wrench, .imposed = s->imposed,
                             .payloads = s->payloads};
    return state_results(&f->mem, &f->p, &now);
}

/* Torques and wrenches of a state by inverse dynamics, into the state; the largest of them. */
static double drive(tree_function *id, state *s)
{
    double largest = 0, *out = evaluate(id, s);
    for (uint32_t i = 0; i < id->p.outputs_count; i++) {
        const ops_output *o = &id->p.outputs[i];
        largest = fmax(largest, fabs(out[i]));
        if (o->kind == OUTPUT_TORQUE)
            s->tau[o->index] = out[i];
        else
            s->wrench[6 * o->index + (o->kind == OUTPUT_MOMENT ? 3 : 0) + o->axis] = out[i];
    }
    return largest;
}

/* Accelerations into the state; the smallest pivot against the entry that it is left of, negative
 * where a pivot is. */
static double accelerate(tree_function *fd, state *s, double largest)
{
    double *out = evaluate(fd, s), pivot[MOST], least = 1;
    for (uint32_t i = 0; i < fd->p.outputs_count; i++) {
        const ops_output *o = &fd->p.outputs[i];
        switch (o->kind) {
        case OUTPUT_QDD: s->qdd[o->index] = out[i]; break;
        case OUTPUT_FREE_LINEAR: s->free_motion[9 * o->index + 6 + o->axis] = out[i]; break;
        case OUTPUT_FREE_ANGULAR: s->free_motion[9 * o->index + 3 + o->axis] = out[i]; break;
        case OUTPUT_REACTION:
            assert_true(fabs(out[i] - s->tau[o->index]) <= 1e-9 * largest);
            break;
        case OUTPUT_PIVOT: pivot[o->index] = out[i]; break;
        case OUTPUT_PIVOT_WHOLE:
            if (!(pivot[o->index] / out[i] >= least))
                least = pivot[o->index] / out[i];
            break;
        default: fail();
        }
    }
    return least;
}

/* What is solved backwards stable leaves torques right to some roundings, however far the
 * accelerations may be from those that the torques came from. Returns 0 where the pivots tell that
 * it cannot be solved. */
static int check_undoes(tree_function *id, tree_function *fd, uint64_t seed, const char *what)
{
    state s = random_state(&seed), again;
    double largest = drive(id, &s), was[MOST + 12];
    again = s;
    for (int i = 0; i < MOST; i++)
        again.qdd[i] = 0;
    for (int i = 0; i < 6; i++)
        again.free_motion[3 + i] = 0;
    double least = accelerate(fd, &again, largest);
    if (!(least > 0x1p-40))
        return 0;
    memcpy(was, s.tau, sizeof s.tau);
    memcpy(was + MOST, s.wrench, sizeof s.wrench);
    drive(id, &again);
    for (int i = 0; i < MOST + 12; i++) {
        double now = i < MOST ? again.tau[i] : again.wrench[i - MOST];
        if (!(fabs(now - was[i]) <= 1e-9 * largest))
            fail_msg("%s, seed %llu: torque %d is %.17g, not %.17g (pivot %g)", what,
                     (unsigned long long)seed, i, now, was[i], least);
    }
    for (int i = 0; i < MOST && least > 1e-4; i++)
        if (s.tau[i] != 0 && !(fabs(again.qdd[i] - s.qdd[i]) <= 1e-8 * 10))
            fail_msg("%s: acceleration %d is %.17g, not %.17g (pivot %g)", what, i, again.qdd[i],
                     s.qdd[i], least);
    return 1;
}

static void forward_undoes_inverse_on_random_trees(void **unused)
{
    (void)unused;
    static const struct {
        function_kind function;
        formalism form;
    } ways[] = {{FUNCTION_FD, FORMALISM_CLASSIC}, {FUNCTION_FD, FORMALISM_DEFAULT},
                {FUNCTION_ABA, FORMALISM_DEFAULT}};
    uint64_t seed = 2004;
    uint32_t solved = 0, refused = 0, told = 0;
    for (uint64_t round = 0; round < 60; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 3 == 0);
        for (uint32_t c = 0; round % 4 == 1 && c < t.coordinates_count; c++) {
            t.coordinates[c].armature = c % 2 ? 0.3 : 0;
            t.coordinates[c].damping = 0.4;
            t.coordinates[c].driven = round % 8 == 5 && c % 3 == 1;
        }
        if (round % 5 == 2)
            *ARENA_PUSH(&mem, &t, payloads) = (tree_payload){
                "load", t.bodies_count - 1, {random_rotation(&seed), {{0, 0.1, 0.1}}}};
        tree_function id = function_build(&t, FUNCTION_ID, FORMALISM_DEFAULT, 0);
        for (int k = 0; k < 3; k++) {
            tree_function fd = function_build(&t, ways[k].function, ways[k].form, 0);
            for (uint64_t s = 0; fd.built && s < 3; s++) {
                int good = check_undoes(&id, &fd, 100 * round + s + 1, k == 2 ? "aba" : "fd");
                solved += good == 1;
                told += good == 0;
            }
            refused += !fd.built;
            if (!fd.built)
                assert_non_null(strstr(fd.d.error.text, "oint 'j"));
            arena_free(&fd.mem);
        }
        arena_free(&id.mem);
        arena_free(&mem);
    }
    print_message("# %u solved, %u refused, %u told by pivots\n", solved, refused, told);
    assert_true(solved > 200 && refused > 20);
}

/* --- shipped robots --------------------------------------------------------------------------- */

static tree shipped(arena *mem, const char *name, bool floating)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f = {0};
    s.tree.floating_base = floating;
    if (passes_tree(mem, arena_printf(mem, "robots/%s.urdf", name), &s, &f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return f.tree;
}

static const char *const SHIPPED[] = {"pendulum5", "puma", "puma560", "iiwa", "motorcycle",
                                      "car", "bogie", "car54", "stewart"};
enum { SHIPPED_COUNT = sizeof SHIPPED / sizeof SHIPPED[0] };

static void forward_undoes_inverse_on_shipped_robots(void **unused)
{
    (void)unused;
    uint32_t solved = 0;
    for (int k = 0; k < SHIPPED_COUNT; k++) {
        arena mem = arena_make();
        tree t = shipped(&mem, SHIPPED[k], false);
        tree_function id = function_build(&t, FUNCTION_ID, FORMALISM_DEFAULT, 0);
        for (int way = 0; way < 3; way++) {
            tree_function fd = function_build(&t, way == 2 ? FUNCTION_ABA : FUNCTION_FD,
                                              way == 0 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT,
                                              way == 1 && k < 2 ? 1 : 0);
            assert_true(fd.built);
            for (uint64_t s = 1; s <= 5; s++)
                solved += (uint32_t)check_undoes(&id, &fd, s, SHIPPED[k]);
            arena_free(&fd.mem);
        }
        arena_free(&id.mem);
        arena_free(&mem);
    }
    assert_int_equal(solved, 15 * SHIPPED_COUNT);
}

/* [LOOPS F 4, 5]: PUMA explicit 711, motorcycle explicit 2576; without any search. */
static void forward_dynamics_needs_no_more_operations_than_published(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        uint32_t most;
    } systems[] = {{"puma", 711}, {"motorcycle", 2576}};
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        tree t = shipped(&mem, systems[k].name, false);
        tree_function fd = function_build(&t, FUNCTION_FD, FORMALISM_DEFAULT, 0);
        assert_true(fd.p.list_count <= systems[k].most);
        arena_free(&fd.mem);
        arena_free(&mem);
    }
}

/* The dearer way would be chosen only by mistake: long chains go body by body. */
static void the_cheaper_way_is_taken(void **unused)
{
    (void)unused;
    for (int k = 0; k < SHIPPED_COUNT; k++) {
        arena mem = arena_make();
        tree t = shipped(&mem, SHIPPED[k], false);
        tree_function fd = function_build(&t, FUNCTION_FD, FORMALISM_DEFAULT, 0);
        tree_function aba = function_build(&t, FUNCTION_ABA, FORMALISM_DEFAULT, 0);
        assert_true(fd.p.list_count <= aba.p.list_count);
        arena_free(&fd.mem);
        arena_free(&aba.mem);
        arena_free(&mem);
    }
}

/* --- the inverse mass matrix ------------------------------------------------------------------ */

/* Entries of a matrix of freedoms; the smallest pivot where it has any. */
static double matrix(tree_function *f, const state *s, double m[MOST][MOST])
{
    double *out = evaluate(f, s), pivot[MOST], least = 1;
    for (uint32_t i = 0; i < f->p.outputs_count; i++) {
        const ops_output *o = &f->p.outputs[i];
        if (o->kind == OUTPUT_PIVOT)
            pivot[o->index] = out[i];
        else if (o->kind == OUTPUT_PIVOT_WHOLE)
            least = pivot[o->index] / out[i] >= least ? least : pivot[o->index] / out[i];
        else
            m[o->index][o->column] = m[o->column][o->index] = out[i];
    }
    return least;
}

static void the_inverse_mass_matrix_inverts(void **unused)
{
    (void)unused;
    static double m[MOST][MOST], inverse[MOST][MOST];
    uint64_t seed = 11;
    uint32_t inverted = 0;
    for (uint64_t round = 0; round < 30; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 2 == 0);
        const uint32_t count = tree_freedoms(&t);
        tree_function mass = function_build(&t, FUNCTION_MASS, FORMALISM_DEFAULT, 0);
        tree_function minv = function_build(
            &t, FUNCTION_MINV, round % 3 ? FORMALISM_DEFAULT : FORMALISM_CLASSIC, 0);
        state s = random_state(&seed);
        bool solved = minv.built && matrix(&minv, &s, inverse) > 1e-6;
        if (solved)
            matrix(&mass, &s, m);
        for (uint32_t i = 0; solved && i < count; i++)
            for (uint32_t k = 0; k < count; k++) {
                double sum = i == k ? -1 : 0, size = 1;
                for (uint32_t p = 0; p < count; p++) {
                    sum += m[i][p] * inverse[p][k];
                    size += fabs(m[i][p] * inverse[p][k]);
                }
                assert_true(fabs(sum) <= 1e-9 * size);
            }
        inverted += solved;
        arena_free(&mass.mem);
        arena_free(&minv.mem);
        arena_free(&mem);
    }
    assert_true(inverted > 10);
}

/* --- what cannot be solved -------------------------------------------------------------------- */

static void add_joint(arena *mem, tree *t, body_kind kind, vec3 axis, inertia body)
{
    uint32_t number = t->bodies_count;
    const char *name = arena_printf(mem, "j%u", number);
    *ARENA_PUSH(mem, t, coordinates) = (tree_coordinate){.name = name, .is_angle = true};
    *ARENA_PUSH(mem, t, bodies) = (tree_body){
        .name = name, .link = name, .at = {"robot.urdf", 10 * number, 3}, .kind = kind,
        .parent = number - 1, .origin = pose_identity(), .axis = axis, .ratio = 1, .body = body,
        .coordinate = t->coordinates_count - 1};
}

static tree base_alone(arena *mem)
{
    tree t = {.name = "robot", .gravity_ms2 = {{0, 0, -9.81}}};
    ARENA_PUSH(mem, &t, bodies);
    return t;
}

static const vec3 X = {{1, 0, 0}}, Z = {{0, 0, 1}};

static void joints_that_move_no_inertia_are_refused(void **unused)
{
    (void)unused;
    static const function_kind solves[] = {FUNCTION_FD, FUNCTION_ABA, FUNCTION_MINV};
    for (int k = 0; k < 5; k++) {
        arena mem = arena_make();
        tree t = base_alone(&mem);
        inertia point = {.mass_kg = 2, .com_m = {{0, 0, 0.5}}};
        add_joint(&mem, &t, BODY_REVOLUTE, X, point);
        if (k < 3) {
            add_joint(&mem, &t, BODY_REVOLUTE, X, (inertia){0}); /* nothing hangs on it */
        } else { /* two about one axis */
            add_joint(&mem, &t, BODY_REVOLUTE, Z, (inertia){0});
            add_joint(&mem, &t, BODY_REVOLUTE, Z, (inertia){0});
            add_joint(&mem, &t, BODY_REVOLUTE, X, point);
        }
        tree_function f = function_build(&t, solves[k % 3], FORMALISM_DEFAULT, 0);
        if (f.built)
            fail_msg("case %d went through", k);
        if (!strstr(f.d.error.text, "joint 'j2' can move"))
            fail_msg("case %d: %s", k, f.d.error.text);
        assert_int_equal(f.d.error.at.line, 20);
        arena_free(&f.mem);
        arena_free(&mem);
    }
}

/* Two joints about one axis: what is left of the first pivot is rounding, which no structure
 * shows. */
static void rounding_is_no_pivot(void **unused)
{
    (void)unused;
    static double inverse[MOST][MOST];
    arena mem = arena_make();
    tree t = base_alone(&mem);
    inertia point = {.mass_kg = 2, .com_m = {{0.3, 0.2, 0.5}}};
    add_joint(&mem, &t, BODY_REVOLUTE, X, point);
    add_joint(&mem, &t, BODY_REVOLUTE, Z, (inertia){0});
    add_joint(&mem, &t, BODY_REVOLUTE, Z, (inertia){0});
    add_joint(&mem, &t, BODY_REVOLUTE, X, point);
    tree_function minv = function_build(&t, FUNCTION_MINV, FORMALISM_DEFAULT, 0);
    assert_true(minv.built);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t drawn = seed;
        state s = random_state(&drawn);
        assert_false(matrix(&minv, &s, inverse) > 0x1p-40);
    }
    arena_free(&minv.mem);
    arena_free(&mem);
}

/* A point that comes to lie on the axis of a massless carrier: solvable but there. */
static void states_that_cannot_be_solved_are_told(void **unused)
{
    (void)unused;
    static const function_kind solves[] = {FUNCTION_FD, FUNCTION_ABA};
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        tree t = base_alone(&mem);
        add_joint(&mem, &t, BODY_REVOLUTE, Z, (inertia){0});
        add_joint(&mem, &t, BODY_REVOLUTE, X, (inertia){.mass_kg = 2, .com_m = {{0, 0, 0.5}}});
        tree_function fd = function_build(&t, solves[k], FORMALISM_DEFAULT, 0);
        assert_true(fd.built);
        uint64_t seed = 3;
        state s = random_state(&seed);
        s.q[1] = 0.5;
        assert_true(accelerate(&fd, &s, 1) > 1e-3);
        s.q[1] = 0;
        assert_false(accelerate(&fd, &s, 1) > 0x1p-40);
        arena_free(&fd.mem);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_undoes_inverse_on_random_trees),
        cmocka_unit_test(forward_undoes_inverse_on_shipped_robots),
        cmocka_unit_test(forward_dynamics_needs_no_more_operations_than_published),
        cmocka_unit_test(the_cheaper_way_is_taken),
        cmocka_unit_test(the_inverse_mass_matrix_inverts),
        cmocka_unit_test(joints_that_move_no_inertia_are_refused),
        cmocka_unit_test(states_that_cannot_be_solved_are_told),
        cmocka_unit_test(rounding_is_no_pivot),
    };
    return cmocka_run_group_tests_name("forward", tests, NULL, NULL);
}
