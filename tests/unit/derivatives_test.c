/* Derivatives of inverse dynamics: against differences of the torques, and the laws that tie them
 * to torques, mass matrix and tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "operations/state.h"
#include "passes.h"
#include "random_tree.h"

enum { MOST = 32 }; /* freedoms */

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], free_motion[9 * 2], forces[6], gravity[3], payloads[10];
} numbers;

typedef struct {
    double by_position[MOST][MOST], by_rate[MOST][MOST], mass[MOST][MOST];
} matrices;

static numbers random_numbers(uint64_t *state)
{
    numbers x;
    for (int i = 0; i < MOST; i++) {
        x.q[i] = random_in(state, -3, 3);
        x.qd[i] = random_in(state, -2, 2);
        x.qdd[i] = random_in(state, -2, 2);
    }
    for (int i = 0; i < 18; i++)
        x.free_motion[i] = random_in(state, -2, 2);
    for (int i = 0; i < 6; i++)
        x.forces[i] = random_in(state, -5, 5);
    for (int i = 0; i < 3; i++)
        x.gravity[i] = random_in(state, -9, 9);
    for (int i = 0; i < 10; i++)
        x.payloads[i] = random_in(state, 0.05, 0.2);
    return x;
}

static ops build(arena *mem, const tree *t, function_kind function, formalism form, uint32_t effort)
{
    equations_options o = equations_options_default();
    o.function = function;
    o.form = form;
    o.effort = effort;
    equations *e;
    ops p = {0};
    diag d = diag_make(mem);
    if (equations_build(mem, t, &o, &e, &d) != STATUS_OK ||
        ops_lower(mem, e, SUMS_BALANCED, &p, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

static void evaluate(const ops *p, const numbers *x, double *out)
{
    arena work = arena_make();
    robot_state s = {.q = x->q, .qd = x->qd, .qdd = x->qdd, .free_motion = x->free_motion,
                     .forces = x->forces, .gravity = x->gravity, .payloads = x->payloads};
    double *in = ARENA_ARRAY(&work, double, p->inputs_count + 1);
    state_to_inputs64(p, &s, in);
    ops_eval64(p, in, out, ARENA_ARRAY(&work, double, p->list_count + 1));
    arena_free(&work);
}

/* Torques by freedom. */
static void torques(const ops *p, const numbers *x, double *tau)
{
    arena work = arena_make();
    double *out = ARENA_ARRAY(&work, double, p->outputs_count + 1);
    uint32_t of_free = 0;
    evaluate(p, x, out);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        of_free += p->outputs[i].kind != OUTPUT_TORQUE;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        uint32_t row = o->kind == OUTPUT_TORQUE
                           ? of_free + o->index
                           : 6 * o->index + (o->kind == OUTPUT_FORCE ? 0 : 3) + o->axis;
        tau[row] = out[i];
    }
    arena_free(&work);
}

static void derivatives_at(const ops *p, const numbers *x, matrices *m)
{
    arena work = arena_make();
    double *out = ARENA_ARRAY(&work, double, p->outputs_count + 1);
    memset(m, 0, sizeof *m);
    evaluate(p, x, out);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        switch ((int)o->kind) {
        case OUTPUT_TAU_Q: m->by_position[o->index][o->column] = out[i]; break;
        case OUTPUT_TAU_QD: m->by_rate[o->index][o->column] = out[i]; break;
        case OUTPUT_MASS: m->mass[o->index][o->column] = m->mass[o->column][o->index] = out[i];
            break;
        default: fail();
        }
    }
    arena_free(&work);
}

/* --- differences ---------------------------------------------------------------------------- */

/* Central, of fourth order: with h = 1e-3 the formula is off by about 1e-12 of the torques' own
 * derivatives, and rounding leaves 1e-13 of the torques over h. Judged at 1e-8 of the largest entry
 * of the matrix; a wrong term is of its order. */
static void difference(const ops *id, const numbers *at, double *moved, uint32_t freedoms,
                       double *slope)
{
    const double h = 1e-3, step[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double start = *moved, tau[MOST];
    memset(slope, 0, sizeof(double) * freedoms);
    for (int k = 0; k < 4; k++) {
        *moved = start + step[k] * h;
        torques(id, at, tau);
        for (uint32_t i = 0; i < freedoms; i++)
            slope[i] += weight[k] * tau[i] / (12 * h);
    }
    *moved = start;
}

static void compare(const char *what, double got[][MOST], double want[][MOST], uint32_t rows,
                    uint32_t columns)
{
    double scale = 1e-3;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            scale = fmax(scale, fabs(want[r][c]));
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            if (!(fabs(got[r][c] - want[r][c]) <= 1e-8 * scale))
                fail_msg("%s[%u][%u] = %.17g, not %.17g", what, r, c, got[r][c], want[r][c]);
}

static void differences_at(const ops *id, numbers *x, const tree *t, matrices *m)
{
    const uint32_t all = tree_freedoms(t), of_free = 6 * tree_free_bodies(t);
    double slope[MOST];
    memset(m, 0, sizeof *m);
    for (uint32_t c = 0; c < all; c++) {
        uint32_t joint = c - of_free, word = 9 * (c / 6) + c % 3; /* omega, omegad, acc */
        bool of_joint = c >= of_free, linear = c % 6 < 3;
        double *rate = of_joint ? &x->qd[joint] : &x->free_motion[word];
        double *acceleration = of_joint ? &x->qdd[joint] : &x->free_motion[word + (linear ? 6 : 3)];
        difference(id, x, acceleration, all, slope);
        for (uint32_t r = 0; r < all; r++)
            m->mass[r][c] = slope[r];
        if (!of_joint && linear)
            continue; /* nothing depends on where a free body is going */
        difference(id, x, rate, all, slope);
        for (uint32_t r = 0; r < all; r++)
            m->by_rate[r][c] = slope[r];
        if (!of_joint)
            continue;
        difference(id, x, &x->q[joint], all, slope);
        for (uint32_t r = 0; r < all; r++)
            m->by_position[r][joint] = slope[r];
    }
}

static void judge_tree(arena *mem, const tree *t, formalism form, uint32_t effort, uint64_t *state)
{
    ops id = build(mem, t, FUNCTION_ID, FORMALISM_DEFAULT, 0);
    ops d = build(mem, t, FUNCTION_ID_DERIVATIVES, form, effort);
    const uint32_t all = tree_freedoms(t);
    matrices *want = ARENA_ARRAY(mem, matrices, 2), *got = want + 1;
    assert_true(all <= MOST);
    for (int round = 0; round < 2; round++) {
        numbers x = random_numbers(state);
        differences_at(&id, &x, t, want);
        derivatives_at(&d, &x, got);
        compare("tau_q", got->by_position, want->by_position, all, t->coordinates_count);
        compare("tau_qd", got->by_rate, want->by_rate, all, all);
        compare("mass", got->mass, want->mass, all, all);
    }
}

static void derivatives_are_differences_on_random_trees(void **unused)
{
    (void)unused;
    uint64_t state = 2024;
    for (int round = 0; round < 24; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 2 == 0);
        judge_tree(&mem, &t, FORMALISM_DEFAULT, round % 3 == 0, &state);
        arena_free(&mem);
    }
}

static void the_classic_formalism_differentiates_its_recursion(void **unused)
{
    (void)unused;
    uint64_t state = 77;
    for (int round = 0; round < 6; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 2 == 0);
        judge_tree(&mem, &t, FORMALISM_CLASSIC, 0, &state);
        arena_free(&mem);
    }
}

/* Gravity and a load come with the state; rotors, springs, damping and friction act at joints. */
static void joints_loads_and_gravity_have_their_derivatives(void **unused)
{
    (void)unused;
    uint64_t state = 5;
    for (int round = 0; round < 8; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 2 == 0);
        t.gravity_is_input = true;
        *ARENA_PUSH(&mem, &t, payloads) = (tree_payload){
            "hand", t.bodies_count - 1, {random_rotation(&state), {{0.1, 0.2, -0.1}}}};
        for (uint32_t c = 0; c < t.coordinates_count; c++) {
            tree_coordinate *of = &t.coordinates[c];
            of->armature = random_in(&state, 0, 1);
            of->damping = random_in(&state, 0, 1);
            of->stiffness = random_in(&state, 0, 9);
            of->rest = random_in(&state, -1, 1);
            of->has_friction = c % 2;
            if (of->has_friction) /* wide, so that differences see it */
                *ARENA_PUSH(&mem, &t, frictions) = (tree_friction){c, 2, 1};
        }
        judge_tree(&mem, &t, FORMALISM_DEFAULT, 0, &state);
        arena_free(&mem);
    }
}

static void derivatives_are_differences_on_shipped_robots(void **unused)
{
    (void)unused;
    static const char *const robots[] = {"iiwa", "puma560", "stewart"};
    uint64_t state = 99;
    for (int i = 0; i < 6; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        passes_settings s = passes_default();
        passes_forms f;
        s.tree.floating_base = i % 2;
        const char *path = arena_printf(&mem, "robots/%s.urdf", robots[i / 2]);
        assert_int_equal(passes_tree(&mem, path, &s, &f, &d), STATUS_OK);
        if (tree_freedoms(&f.tree) <= MOST)
            judge_tree(&mem, &f.tree, FORMALISM_DEFAULT, 1, &state);
        arena_free(&mem);
    }
}

/* --- laws ------------------------------------------------------------------------------------ */

/* A tree of two arms on one base: what one does the other does not feel. */
static void joints_of_different_arms_have_zero_by_structure(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    uint64_t state = 3;
    tree t = {.name = "arms", .gravity_ms2 = {{0, 0, -9.81}}};
    ARENA_PUSH(&mem, &t, bodies);
    for (uint32_t j = 0; j < 4; j++) {
        *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){
            .name = arena_printf(&mem, "j%u", j), .is_angle = true};
        *ARENA_PUSH(&mem, &t, bodies) = (tree_body){
            .name = arena_printf(&mem, "j%u", j), .link = arena_printf(&mem, "l%u", j), .ratio = 1,
            .coordinate = j, .parent = j < 2 ? 0 : j - 1, .axis = {{0, 0, 1}},
            .origin = {random_rotation(&state), {{0.1, 0.2, 0.3}}}, .body = random_inertia(&state)};
    }
    ops p = build(&mem, &t, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, 0);
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < p.outputs_count; i++) { /* arms: 0 and 2, 1 and 3 */
        const ops_output *o = &p.outputs[i];
        if ((o->index ^ o->column) % 2 == 0)
            continue;
        assert_int_equal(OPERAND_CLASS(o->value), FROM_CONSTANT);
        assert_true(p.constants[OPERAND_INDEX(o->value)].value == 0);
        zeros++;
    }
    assert_int_equal(zeros, 8 + 8 + 4);
    arena_free(&mem);
}

/* M x + half of the velocities' part is the torque: tau(q, qd, qdd) - tau(q, 0, 0) is
 * M qdd + tau_qd qd / 2, for the part with velocities is quadratic in them. */
static void torques_follow_from_their_derivatives(void **unused)
{
    (void)unused;
    uint64_t state = 12;
    for (int round = 0; round < 10; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, false);
        ops id = build(&mem, &t, FUNCTION_ID, FORMALISM_DEFAULT, 0);
        ops d = build(&mem, &t, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, 1);
        matrices *m = ARENA_ARRAY(&mem, matrices, 1);
        numbers x = random_numbers(&state), still = x;
        double tau[MOST], held[MOST], scale = 1;
        memset(still.qd, 0, sizeof still.qd);
        memset(still.qdd, 0, sizeof still.qdd);
        torques(&id, &x, tau);
        torques(&id, &still, held);
        derivatives_at(&d, &x, m);
        for (uint32_t r = 0; r < t.coordinates_count; r++)
            scale = fmax(scale, fabs(tau[r]));
        for (uint32_t r = 0; r < t.coordinates_count; r++) {
            double sum = held[r];
            for (uint32_t c = 0; c < t.coordinates_count; c++)
                sum += m->mass[r][c] * x.qdd[c] + m->by_rate[r][c] * x.qd[c] / 2;
            assert_true(fabs(sum - tau[r]) <= 1e-12 * scale);
        }
        arena_free(&mem);
    }
}

/* Operations of the shipped arms, as docs/algebra.md has them, with room for the search's luck. */
static void derivatives_of_arms_are_small(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        uint32_t most;
    } promise[] = {{"robots/iiwa.urdf", 2080}, {"robots/puma560.urdf", 1050},
                   {"robots/puma.urdf", 1050}};
    for (int i = 0; i < 3; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        passes_settings s = passes_default();
        passes_forms f;
        s.equations.function = FUNCTION_ID_DERIVATIVES;
        assert_int_equal(passes_read(&mem, promise[i].path, &s, &f, &d), STATUS_OK);
        if (f.ops.list_count > promise[i].most)
            fail_msg("%s: %u operations", promise[i].path, f.ops.list_count);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_differences_on_random_trees),
        cmocka_unit_test(the_classic_formalism_differentiates_its_recursion),
        cmocka_unit_test(joints_loads_and_gravity_have_their_derivatives),
        cmocka_unit_test(derivatives_are_differences_on_shipped_robots),
        cmocka_unit_test(joints_of_different_arms_have_zero_by_structure),
        cmocka_unit_test(torques_follow_from_their_derivatives),
        cmocka_unit_test(derivatives_of_arms_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
