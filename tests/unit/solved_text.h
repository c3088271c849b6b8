/* SPDX-License-Identifier: MIT */
/* What a robot given as text does in one state: its equations, built and evaluated. */
#ifndef TAUFLOW_SOLVED_TEXT_H
#define TAUFLOW_SOLVED_TEXT_H

#include "unit/robot_text.h"

#include "operations/state.h"
#include "passes.h"

#include <float.h>
#include <math.h>

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81;

enum { MOST_JOINTS = 4, MOST_OUTPUTS = 36 };

typedef struct {
    double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS], tau[MOST_JOINTS];
} motion;

typedef struct {
    double torque[MOST_OUTPUTS]; /* or what else a function gives, in its order */
    uint32_t outputs;
    uint32_t inputs, shifted; /* all, and those with an offset */
} answer;

typedef struct {
    formalism form;
    function_kind function;
    vec3 gravity_ms2;
    bool floats;
    double snap_rad;
    uint32_t effort;
} question;

static inline answer ask(const char *xml, const question *what, const motion *m)
{
    bench b = bench_make();
    urdf_options reading = {.snap_rad = what->snap_rad};
    tree_options building = tree_options_default();
    building.gravity_ms2 = what->gravity_ms2;
    building.floating_base = what->floats;
    building.tips = true;
    assert_int_equal(bench_read_bytes(&b, xml, strlen(xml), &reading), STATUS_OK);
    assert_built(&b, &building);
    passes_settings how = passes_default();
    passes_forms f = {.tree = b.t};
    how.equations.function = what->function;
    how.equations.form = what->form;
    how.equations.effort = what->effort;
    assert_int_equal(passes_operations(&b.tree_mem, &how, &f, &b.d), STATUS_OK);
    const ops p = f.ops;
    double *in = ARENA_ARRAY(&b.tree_mem, double, p.inputs_count + 1);
    double *scratch = ARENA_ARRAY(&b.tree_mem, double, p.list_count + 1);
    static const double FREE[9] = {1, -2, 3, -4, 5, -6, 7, -8, 9}, WRENCH[6] = {6, -5, 4, -3, 2, 1};
    robot_state s = {.q = m->q, .qd = m->qd, .qdd = m->qdd, .tau = m->tau, .free_motion = FREE,
                     .wrench = WRENCH};
    assert_true(p.outputs_count <= MOST_OUTPUTS);
    answer a = {.outputs = p.outputs_count, .inputs = p.inputs_count};
    for (uint32_t i = 0; i < p.inputs_count; i++)
        a.shifted += p.inputs[i].offset != 0;
    state_to_inputs64(&p, &s, in);
    ops_eval64(&p, in, a.torque, scratch);
    bench_free(&b);
    return a;
}

static inline answer solve(const char *xml, double snap_rad, formalism form, const motion *m)
{
    question id = {form, FUNCTION_ID, {{0, 0, -GRAVITY}}, .snap_rad = snap_rad, .effort = 1};
    return ask(xml, &id, m);
}

/* A few roundings of that very torque. */
static inline void assert_torque(double got, double expected)
{
    assert_near(got, expected, 8 * DBL_EPSILON * fabs(expected));
}

#define BODY(name, com, mass, moments)                                                            \
    "<link name='" name "'><inertial><origin xyz='" com "'/><mass value='" mass "'/>"             \
    "<inertia " moments "/></inertial></link>"
#define ENDS(name, parent, child)                                                                 \
    "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child "'/>"
#define TURNS(name, parent, child, origin)                                                        \
    ENDS(name, parent, child) "<origin " origin "/><axis xyz='0 0 1'/></joint>"
#define SLIDES(name, parent, child, axis)                                                         \
    "<joint name='" name "' type='prismatic'><parent link='" parent "'/><child link='" child "'/>" \
    "<axis xyz='" axis "'/><limit effort='1' velocity='1'/></joint>"
#define ROUND(i) "ixx='" i "' iyy='" i "' izz='" i "'"

static const formalism BOTH[2] = {FORMALISM_DEFAULT, FORMALISM_CLASSIC};

#endif
