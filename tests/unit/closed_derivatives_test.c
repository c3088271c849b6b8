/* SPDX-License-Identifier: MIT */
/* Derivatives with loops closed, of every closed mechanism that ships: what closed-id and closed-fd
 * answer to a change of an independent position, velocity, acceleration, or of a torque, while the
 * loops stay closed. What judges them are closed-id and closed-fd themselves in complex numbers
 * (complex_steps.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "complex_steps.h"
#include "robot/cuts_read.h"

/* --- judgement -------------------------------------------------------------------------------- */

/* Rounding errors of 1e-16 grow by the condition of J_v and of the mass matrix; a wrong term is of
 * the order of the matrix. */
#define WITHIN 1e-11

/* Inverse and forward dynamics, and the derivatives of each. */
typedef struct {
    ops of[2], p[2];
} functions;

static functions functions_of(closed_robot *r, formalism form)
{
    return (functions){{function_of(r, FUNCTION_CLOSED_ID, FORMALISM_DEFAULT),
                        function_of(r, FUNCTION_CLOSED_FD, FORMALISM_DEFAULT)},
                       {function_of(r, FUNCTION_CLOSED_ID_DERIVATIVES, form),
                        function_of(r, FUNCTION_CLOSED_FD_DERIVATIVES, form)}};
}

static void judge(closed_robot *r, const functions *f, uint32_t states)
{
    double *q, *qd, worst[2] = {0};
    uint64_t random = 11;
    uint32_t judged = 0;
    const uint32_t found = loops_motions(&r->mem, &r->l, states, 3, &q, &qd),
                   columns = r->forms.tree.coordinates_count;
    matrices *want = ARENA_ARRAY(&r->mem, matrices, 2), *got = want + 1;
    state *s = ARENA_ARRAY(&r->mem, state, 1);
    for (uint32_t n = 0; n < found; n++) {
        if (!state_at(r, &f->of[1], q + n * columns, qd + n * columns, &random, s))
            continue;
        judged++;
        for (uint32_t k = 0; k < 2; k++) {
            neighbours_at(r, &f->of[k], s, want);
            derivatives_at(r, &f->p[k], s, got);
            worst[k] = fmax(worst[k], differ(got, want, r->all));
        }
    }
    print_message("%s: %u states, closed-id-derivatives within %.1e, closed-fd-derivatives within "
                  "%.1e\n", r->forms.tree.name, judged, worst[0], worst[1]);
    assert_true(judged > states / 2);
    assert_true(worst[0] <= WITHIN && worst[1] <= WITHIN);
}

static const struct {
    const char *path;
    uint32_t states;
} SYSTEMS[] = {{"robots/loops/slider_crank.urdf", 200},
               {"robots/loops/planar1.urdf", 200},
               {"robots/loops/planar2.urdf", 200},
               {"robots/loops/planar3.urdf", 200},
               {"robots/loops/planar3_centre.urdf", 200},
               {"robots/loops/planar4.urdf", 200},
               {"robots/loops/delta.urdf", 200},
               {"robots/loops/stewart_light.urdf", 50},
               {"robots/stewart.urdf", 50},
               /* a revolute joint cut: rotations in the axes of one end */
               {"build/tests/ngon9_derivatives.urdf", 200},
               {"robots/car54.urdf", 5}};
enum { SYSTEMS_COUNT = sizeof SYSTEMS / sizeof *SYSTEMS };

static void make_ngon(void)
{
    if (system("mkdir -p build/tests && bash robots/loops/ngon.sh 9 revolute "
               ">build/tests/ngon9_derivatives.urdf") != 0)
        fail_msg("ngon.sh failed");
}

/* Equations of the car take seconds: tests share them. */
static closed_robot robots[SYSTEMS_COUNT];
static functions of_robots[SYSTEMS_COUNT];

static int read_systems(void **unused)
{
    (void)unused;
    make_ngon();
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++) {
        robots[k] = (closed_robot){.s = passes_default()};
        read_robot(SYSTEMS[k].path, &robots[k]);
        find_loops(&robots[k]);
        of_robots[k] = functions_of(&robots[k], FORMALISM_DEFAULT);
    }
    return 0;
}

static int free_systems(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++)
        arena_free(&robots[k].mem);
    return 0;
}

static void derivatives_follow_closed_loops_on_shipped_systems(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++)
        judge(&robots[k], &of_robots[k], SYSTEMS[k].states);
}

/* --- variants --------------------------------------------------------------------------------- */

static uint32_t joint_called(const closed_robot *r, const char *name)
{
    const tree *t = &r->forms.tree;
    uint32_t i = 0;
    while (i < t->coordinates_count && strcmp(t->coordinates[i].name, name))
        i++;
    assert_in_range(i, 0, t->coordinates_count - 1);
    return i;
}

/* Rotors, springs, damping and friction at every joint. */
static void load_joints(closed_robot *r)
{
    tree *t = &r->forms.tree;
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        tree_coordinate *c = &t->coordinates[i];
        c->armature = 0.1 + 0.01 * i;
        c->damping = 0.3 + 0.02 * i;
        c->stiffness = 4 + 0.5 * i;
        c->rest = 0.1;
        c->has_friction = true;
        *ARENA_PUSH(&r->mem, t, frictions) = (tree_friction){i, 0.5, 0.4};
    }
}

/* Options as the command line has them, space between; NULL: none. */
typedef struct {
    const char *path, *independent, *actuated, *driven, *payload, *element, *cut;
    bool floating, gravity, loaded;
    uint32_t newton;
    formalism form;
} variant;

static void mark(closed_robot *r, const char *names, size_t flag)
{
    char *list = arena_printf(&r->mem, "%s", names ? names : "");
    for (char *name = strtok(list, " "); name; name = strtok(NULL, " "))
        *(bool *)((char *)&r->forms.tree.coordinates[joint_called(r, name)] + flag) = true;
}

static void judge_variant(const variant *v)
{
    closed_robot r = {.s = passes_default()};
    arena mem = arena_make();
    diag d = diag_make(&mem);
    element_list elements = {0};
    cut_list cuts = {0};
    snapping snapped = {0};
    if ((v->element && element_read_text(&mem, v->element, &elements, &d) != STATUS_OK) ||
        (v->cut && cut_read_text(&mem, v->cut, &snapped, &cuts, &d) != STATUS_OK))
        fail_msg("%s", d.error.text);
    r.s.tree.elements = &elements;
    r.s.tree.cuts = &cuts;
    r.s.tree.floating_base = v->floating;
    r.s.tree.gravity_is_input = v->gravity;
    r.s.tree.payloads = (const char **)&v->payload;
    r.s.tree.payloads_count = v->payload != NULL;
    read_robot(v->path, &r);
    if (v->loaded)
        load_joints(&r);
    if (v->independent)
        for (uint32_t i = 0; i < r.forms.tree.coordinates_count; i++)
            r.forms.tree.coordinates[i].independent = false;
    if (v->actuated)
        for (uint32_t i = 0; i < r.forms.tree.coordinates_count; i++)
            r.forms.tree.coordinates[i].actuated = false;
    mark(&r, v->independent, offsetof(tree_coordinate, independent));
    mark(&r, v->actuated, offsetof(tree_coordinate, actuated));
    mark(&r, v->driven, offsetof(tree_coordinate, driven));
    r.forms.tree.newton_passes = v->newton;
    find_loops(&r);
    const functions f = functions_of(&r, v->form);
    judge(&r, &f, 20);
    arena_free(&r.mem);
    arena_free(&mem);
}

#define PLANAR "robots/loops/planar4.urdf"
#define CRANK "robots/loops/slider_crank.urdf"

static void derivatives_of_actuators_anywhere(void **unused)
{
    (void)unused;
    judge_variant(&(variant){PLANAR, .actuated = "q1 q3 q5"});
    judge_variant(&(variant){PLANAR, .actuated = "q1 q2 q3 q4 q5 q6"}); /* least norm */
    judge_variant(&(variant){PLANAR, .actuated = "q1 q3 q7 q9", .independent = "q1 q3 q5"});
    judge_variant(&(variant){CRANK, .actuated = "slide"});
}

static void derivatives_with_all_that_acts(void **unused)
{
    (void)unused;
    judge_variant(&(variant){PLANAR, .loaded = true});
    judge_variant(&(variant){CRANK, .payload = "rod", .gravity = true});
    judge_variant(&(variant){CRANK, .element = "link name=spring a=base a_xyz='0.1 0.3 0.2' b=rod "
                                               "b_xyz='0.05 0 0' law=spring stiffness=300 "
                                               "damping=20 rest=0.2"});
    judge_variant(&(variant){PLANAR, .cut = "linear name=gear joints='q1 q3' "
                                            "coefficients='1 0.5' value=-2.4",
                             .independent = "q7 q8", .actuated = "q7 q9"});
}

static void derivatives_with_imposed_motion_and_free_bodies(void **unused)
{
    (void)unused;
    judge_variant(&(variant){PLANAR, .driven = "q8"});
    judge_variant(&(variant){PLANAR, .driven = "q9", .loaded = true, .actuated = "q1 q3 q5"});
    judge_variant(&(variant){CRANK, .floating = true});
    judge_variant(&(variant){"robots/loops/delta.urdf", .floating = true});
}

static void derivatives_in_every_way_to_write_them(void **unused)
{
    (void)unused;
    judge_variant(&(variant){PLANAR, .form = FORMALISM_CLASSIC});
    judge_variant(&(variant){CRANK, .form = FORMALISM_CLASSIC});
    judge_variant(&(variant){PLANAR, .newton = 2, .loaded = true});
    judge_variant(&(variant){CRANK, .newton = 2});
}

/* Two passes in one evaluation: derivatives are of the positions that the first leads to, not of
 * those given, and not through the pass. */
static void derivatives_are_of_the_positions_that_passes_lead_to(void **unused)
{
    (void)unused;
    static const char *const PATHS[] = {PLANAR, CRANK};
    for (uint32_t n = 0; n < 4; n++) {
        closed_robot r = {.s = passes_default()};
        read_robot(PATHS[n / 2], &r);
        find_loops(&r);
        const function_kind function = n % 2 ? FUNCTION_CLOSED_FD_DERIVATIVES
                                             : FUNCTION_CLOSED_ID_DERIVATIVES;
        const ops one = function_of(&r, function, FORMALISM_DEFAULT);
        r.forms.tree.newton_passes = 2;
        const ops two = function_of(&r, function, FORMALISM_DEFAULT);
        double *q, *qd;
        uint64_t random = 5;
        assert_int_equal(loops_motions(&r.mem, &r.l, 1, 8, &q, &qd), 1);
        matrices *m = ARENA_ARRAY(&r.mem, matrices, 3);
        state *s = ARENA_ARRAY(&r.mem, state, 1);
        assert_true(state_at(&r, &one, q, qd, &random, s));
        for (uint32_t i = 0; i < r.l.count; i++)
            s->of[ARRAY_Q][r.l.dependent[i]] += 0.02 * cos(i);
        derivatives_at(&r, &one, s, &m[0]);
        derivatives_at(&r, &two, s, &m[1]);
        evaluate_closed(&r, &one, 1, s, ARENA_ARRAY(&r.mem, cx, one.outputs_count + 1));
        derivatives_at(&r, &one, s, &m[2]);
        assert_true(differ(&m[1], &m[2], r.all) <= WITHIN);
        assert_true(differ(&m[1], &m[0], r.all) > 1e-4); /* of the positions given */
        arena_free(&r.mem);
    }
}

/* --- laws ------------------------------------------------------------------------------------- */

/* Where the independent joints are the actuators: what torques change by per acceleration is the
 * reduced mass matrix; times what accelerations change by it is minus what torques change by, or
 * one. */
static void belong_together(const closed_robot *r, const matrices *inverse, const matrices *forward)
{
    const uint32_t *u = r->l.independent, count = r->l.independent_count;
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < count; j++) {
                double sum = 0, size = 1;
                for (uint32_t x = 0; x < count; x++) {
                    const double part = inverse->by[2][u[i]][u[x]] * forward->by[k][u[x]][u[j]];
                    sum += part;
                    size = fmax(size, fabs(part));
                }
                const double want = k < 2 ? -inverse->by[k][u[i]][u[j]] : i == j;
                if (!(fabs(sum - want) <= 1e-10 * size))
                    fail_msg("%s: matrix %u, row %u, column %u: %.13g, not %.13g",
                             r->forms.tree.name, k, u[i], u[j], sum, want);
            }
}

static void forward_and_inverse_belong_together(void **unused)
{
    (void)unused;
    for (uint32_t n = 0; n < SYSTEMS_COUNT; n++) {
        closed_robot *r = &robots[n];
        ops inverse = of_robots[n].p[0];
        const ops *forward = &of_robots[n].of[1];
        bool actuated = false;
        for (uint32_t i = 0; i < r->forms.tree.coordinates_count; i++) {
            actuated = actuated || r->forms.tree.coordinates[i].actuated;
            r->forms.tree.coordinates[i].actuated = false;
        }
        if (actuated)
            inverse = function_of(r, FUNCTION_CLOSED_ID_DERIVATIVES, FORMALISM_DEFAULT);
        double *q, *qd;
        uint64_t random = 5;
        assert_int_equal(loops_motions(&r->mem, &r->l, 1, 8, &q, &qd), 1);
        matrices *m = ARENA_ARRAY(&r->mem, matrices, 2);
        state *s = ARENA_ARRAY(&r->mem, state, 1);
        cx *out = ARENA_ARRAY(&r->mem, cx, forward->outputs_count + 1);
        assert_true(state_at(r, forward, q, qd, &random, s));
        for (uint32_t i = 0; i < r->l.count; i++)
            s->of[ARRAY_EFFORT][r->l.dependent[i]] = 0;
        evaluate(forward, s, out);
        for (uint32_t i = 0; i < forward->outputs_count; i++)
            if (forward->outputs[i].kind == OUTPUT_QDD)
                s->of[ARRAY_QDD][forward->outputs[i].index] = out[i];
        derivatives_at(r, &inverse, s, &m[0]);
        derivatives_at(r, &of_robots[n].p[1], s, &m[1]);
        belong_together(r, &m[0], &m[1]);
    }
}

/* A constraint of the user's own has no second derivatives. */
static void constraints_of_the_user_are_refused(void **unused)
{
    (void)unused;
    static const function_kind OF[] = {FUNCTION_CLOSED_ID_DERIVATIVES,
                                       FUNCTION_CLOSED_FD_DERIVATIVES};
    for (uint32_t k = 0; k < 2; k++) {
        closed_robot r = {.s = passes_default()};
        arena mem = arena_make();
        diag d = diag_make(&mem);
        cut_list cuts = {0};
        snapping snapped = {0};
        assert_int_equal(cut_read_text(&mem, "user name=cam joints='q1 q3'", &snapped, &cuts,
                                       &d), STATUS_OK);
        r.s.tree.cuts = &cuts;
        read_robot(PLANAR, &r);
        r.s.equations.function = OF[k];
        passes_forms f = {.tree = r.forms.tree};
        assert_int_not_equal(passes_operations(&r.mem, &r.s, &f, &r.d), STATUS_OK);
        assert_non_null(strstr(r.d.error.text, "'cam'"));
        assert_non_null(strstr(r.d.error.text, "second derivatives"));
        arena_free(&r.mem);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_follow_closed_loops_on_shipped_systems),
        cmocka_unit_test(derivatives_of_actuators_anywhere),
        cmocka_unit_test(derivatives_with_all_that_acts),
        cmocka_unit_test(derivatives_with_imposed_motion_and_free_bodies),
        cmocka_unit_test(derivatives_in_every_way_to_write_them),
        cmocka_unit_test(derivatives_are_of_the_positions_that_passes_lead_to),
        cmocka_unit_test(forward_and_inverse_belong_together),
        cmocka_unit_test(constraints_of_the_user_are_refused),
    };
    return cmocka_run_group_tests(tests, read_systems, free_systems);
}
