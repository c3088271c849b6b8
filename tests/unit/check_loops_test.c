/* SPDX-License-Identifier: MIT */
/* The second opinion on functions that close loops (scheduler/check): every function of every robot
 * with loops that ships passes, with joints independent, driven and actuated anywhere, and faults
 * that are planted in graphs are found. */
#include "unit/check_fixture.h"

#include "robot/cuts_read.h"

#include <math.h>
#include <stdlib.h>

#define CRANK "robots/loops/slider_crank.urdf"
#define PLANAR "robots/loops/planar4.urdf"
#define BENNETT "tests/loops/bennett.urdf"
#define NGON "build/tests/ngon5_check.urdf"
#define CARRIED "tests/loops/carried.urdf"
#define ROD "tests/loops/rod_removed.urdf"

static const function_kind FUNCTION[] = {
    FUNCTION_CLOSURE, FUNCTION_CLOSED_ID, FUNCTION_CLOSED_REDUCED, FUNCTION_CLOSED_FD,
    FUNCTION_CLOSED_FORCES, FUNCTION_AUGMENTED, FUNCTION_CLOSED_ID_DERIVATIVES,
    FUNCTION_CLOSED_FD_DERIVATIVES};
enum { ALL = sizeof FUNCTION / sizeof FUNCTION[0] };

static bool is_derivative(function_kind f)
{
    return f == FUNCTION_CLOSED_ID_DERIVATIVES || f == FUNCTION_CLOSED_FD_DERIVATIVES;
}

/* ---- graphs that are right ------------------------------------------------------------------- */

/* Options as the command line has them; NULL: none. */
typedef struct {
    const char *path, *independent, *actuate, *drive, *payload, *element, *cut;
    bool floating, gravity, loaded, classic, users;
    uint32_t newton;
    int partition;
    stabilisation stabilise;
} variant;

static void add(subject *s, arg_list *to, const char *option)
{
    if (option)
        *ARENA_PUSH(&s->mem, to, items) = option;
}

static void read_variant(subject *s, const variant *v)
{
    element_list *elements = ARENA_ARRAY(&s->mem, element_list, 1);
    cut_list *cuts = ARENA_ARRAY(&s->mem, cut_list, 1);
    snapping snapped = {0};
    joint_settings *j = &s->how.joints;
    s->d = diag_make(&s->mem);
    if (v->element)
        assert_int_equal(element_read_text(&s->mem, v->element, elements, &s->d), STATUS_OK);
    if (v->cut)
        assert_int_equal(cut_read_text(&s->mem, v->cut, &snapped, cuts, &s->d), STATUS_OK);
    s->how.tree.elements = elements;
    s->how.tree.cuts = cuts;
    s->how.tree.floating_base = v->floating;
    s->how.tree.gravity_is_input = v->gravity;
    s->how.tree.payloads = (const char **)ARENA_ARRAY(&s->mem, char *, 1);
    s->how.tree.payloads[0] = v->payload;
    s->how.tree.payloads_count = v->payload != NULL;
    s->how.tree.newton_passes = v->newton ? v->newton : 1;
    s->how.tree.partition = v->partition;
    s->how.tree.stabilise = v->stabilise;
    s->how.equations.form = v->classic ? FORMALISM_CLASSIC : FORMALISM_DEFAULT;
    add(s, &j->independent, v->independent);
    add(s, &j->actuate, v->actuate);
    add(s, &j->drive, v->drive);
    for (int k = 0; v->loaded && k < 3; k++) {
        static const char *const LOAD[] = {"q1=0.3", "q5=0.2", "q9=0.4"};
        add(s, &j->damping, LOAD[k]);
        add(s, &j->friction, LOAD[k]);
        add(s, &j->armature, LOAD[k]);
        add(s, &j->spring, LOAD[k]);
    }
    if (v->loaded)
        j->dynamics = DYNAMICS_ALL;
    if (!subject_read(s, v->path))
        fail_msg("%s, %s: %s", v->path, FUNCTION_KIND[s->how.equations.function].name,
                 s->d.error.text);
}

/* Far from what is allowed: constants are rounded once or twice, most of what is seen is below
 * 1e-15. Passes of Newton's method add what they move positions by. */
#define SEEN 2e-13

static void assert_passes(const variant *v, function_kind function)
{
    subject s = subject_make(function);
    check_result found;
    read_variant(&s, v);
    const status done = subject_ask(&s, &s.f.ops, &found);
    if (done != STATUS_OK || !found.done)
        fail_msg("%s of %s: %s", FUNCTION_KIND[function].name, v->path,
                 done != STATUS_OK ? s.d.error.text : found.why_not);
    assert_int_equal(found.states, 2 * CHECK_STATES);
    assert_non_null(found.worst_of);
    assert_true(found.worst <= SEEN);
    subject_free(&s);
}

static void assert_all_pass(const variant *v)
{
    for (uint32_t k = 0; k < ALL; k++)
        if (!v->users || !is_derivative(FUNCTION[k]))
            assert_passes(v, FUNCTION[k]);
}

static void shipped_systems_pass(void **state)
{
    (void)state;
    static const char *const PATH[] = {
        CRANK, "robots/loops/planar1.urdf", "robots/loops/planar2.urdf",
        "robots/loops/planar3.urdf", "robots/loops/planar3_centre.urdf", PLANAR,
        "robots/loops/delta.urdf", "robots/loops/stewart_light.urdf", "robots/stewart.urdf",
        BENNETT, "tests/loops/fourbar.urdf", "tests/loops/tilted.urdf", CARRIED,
        "tests/outside/mjcf/ball_loop.xml", NGON};
    for (uint32_t k = 0; k < sizeof PATH / sizeof *PATH; k++)
        assert_all_pass(&(variant){.path = PATH[k]});
}

static void the_car_passes(void **state)
{
    (void)state;
    assert_passes(&(variant){.path = "robots/car54.urdf"}, FUNCTION_CLOSED_FORCES);
    assert_passes(&(variant){.path = "robots/car54.urdf"}, FUNCTION_CLOSED_FD_DERIVATIVES);
}

static void actuators_anywhere_pass(void **state)
{
    (void)state;
    assert_all_pass(&(variant){PLANAR, .actuate = "q1,q3,q5"});
    assert_all_pass(&(variant){PLANAR, .actuate = "q1,q2,q3,q4,q5,q6"}); /* least norm */
    assert_all_pass(&(variant){PLANAR, .actuate = "q1,q3,q7,q9", .independent = "q1,q3,q5"});
    assert_all_pass(&(variant){CRANK, .actuate = "slide"});
    assert_passes(&(variant){PLANAR, .actuate = "q1,q3"}, FUNCTION_CLOSED_REDUCED);
}

static void choices_of_joints_pass(void **state)
{
    (void)state;
    assert_all_pass(&(variant){PLANAR, .partition = PARTITION_PIVOTS});
    assert_all_pass(&(variant){CRANK, .partition = PARTITION_RULE});
}

static void all_that_acts_passes(void **state)
{
    (void)state;
    assert_all_pass(&(variant){PLANAR, .loaded = true});
    assert_all_pass(&(variant){CRANK, .payload = "rod", .gravity = true});
    assert_all_pass(&(variant){
        CRANK, .element = "link name=spring a=base a_xyz='0.1 0.3 0.2' b=rod b_xyz='0.05 0 0' "
                          "law=spring stiffness=300 damping=20 rest=0.2"});
    assert_all_pass(&(variant){PLANAR, .cut = "linear name=gear joints='q1 q3' "
                                              "coefficients='1 0.5' value=-2.4",
                               .independent = "q7,q8", .actuate = "q7,q9"});
}

static void imposed_motion_and_free_bodies_pass(void **state)
{
    (void)state;
    assert_all_pass(&(variant){PLANAR, .drive = "q8"});
    assert_all_pass(&(variant){PLANAR, .drive = "q9", .loaded = true, .actuate = "q1,q3,q5"});
    assert_all_pass(&(variant){CRANK, .floating = true});
    assert_all_pass(&(variant){"robots/loops/delta.urdf", .floating = true});
}

/* Rods that were removed with their inertia; functions of the open tree have the halves at the
 * ends. */
static void rods_with_mass_pass(void **state)
{
    (void)state;
    assert_all_pass(&(variant){.path = ROD});
    assert_all_pass(&(variant){ROD, .floating = true, .gravity = true});
    assert_all_pass(&(variant){ROD, .classic = true, .newton = 2, .payload = "rocker"});
    assert_all_pass(&(variant){ROD, .drive = "turn", .actuate = "slide,turn,drive,swing,nod"});
    assert_all_pass(&(variant){
        "robots/puma.urdf", .cut = "rod name=tie a=base a_xyz='0.3 0.2 0.1' b=cross "
                                   "b_xyz='0 0.02 0.05' length=0.5 mass=2"});
}

static void ways_to_write_them_pass(void **state)
{
    (void)state;
    assert_all_pass(&(variant){PLANAR, .classic = true});
    assert_all_pass(&(variant){BENNETT, .classic = true});
    assert_all_pass(&(variant){PLANAR, .newton = 2, .loaded = true});
    assert_all_pass(&(variant){BENNETT, .newton = 3});
    assert_passes(&(variant){PLANAR, .stabilise = {20, 30}}, FUNCTION_AUGMENTED);
    assert_passes(&(variant){BENNETT, .stabilise = {20, 30}}, FUNCTION_AUGMENTED);
}

static void constraints_of_the_users_own_pass(void **state)
{
    (void)state;
    assert_all_pass(&(variant){"robots/puma.urdf", .cut = "user name=cam joints='q2 q3'",
                               .users = true});
    assert_all_pass(&(variant){PLANAR, .cut = "user name=cam joints='q3 q1'", .users = true,
                               .independent = "q7,q8", .actuate = "q7,q9"});
}

/* ---- planted faults -------------------------------------------------------------------------- */

static bool is_found(subject *s, const ops *p)
{
    check_result found;
    return subject_ask(s, p, &found) != STATUS_OK;
}

static ops copy_of(arena *mem, const ops *p)
{
    ops out = *p;
    out.constants = ARENA_ARRAY(mem, ops_constant, p->constants_count + 1);
    out.list = ARENA_ARRAY(mem, op, p->list_count + 1);
    out.outputs = ARENA_ARRAY(mem, ops_output, p->outputs_count + 1);
    memcpy(out.constants, p->constants, p->constants_count * sizeof *p->constants);
    memcpy(out.list, p->list, p->list_count * sizeof *p->list);
    memcpy(out.outputs, p->outputs, p->outputs_count * sizeof *p->outputs);
    return out;
}

static bool is_judged(const ops_output *o)
{
    return o->kind != OUTPUT_PIVOT && o->kind != OUTPUT_PIVOT_WHOLE;
}

/* Whether a fault changes a result at all, by more than rounding: in closed states, and of
 * functions that are judged in open ones, there. Moments of a body that loops keep from turning
 * change none. */
static bool is_alive(subject *s, const ops *wrong)
{
    enum { STATES = 4 };
    static const double ROUNDING = 1e-12;
    const ops *right = &s->f.ops;
    arena mem = arena_make();
    sample_set set[2];
    double *a = ARENA_ARRAY(&mem, double, right->outputs_count + 1),
           *b = ARENA_ARRAY(&mem, double, right->outputs_count + 1),
           *scratch = ARENA_ARRAY(&mem, double, right->list_count + 1), most = 0;
    assert_int_equal(passes_samples(&mem, &s->f, right, STATES, 1, &set[0], &s->d), STATUS_OK);
    set[1] = samples_make(&mem, right, STATES, 1);
    for (uint32_t k = 0; k < (is_derivative(right->function) ? STATES : 2 * STATES); k++) {
        const sample_set *of = &set[k / STATES];
        ops_eval64(right, of->exact + (k % STATES) * right->inputs_count, a, scratch);
        ops_eval64(wrong, of->exact + (k % STATES) * right->inputs_count, b, scratch);
        for (uint32_t i = 0; i < right->outputs_count; i++)
            if (is_judged(&right->outputs[i]) && a[i] != b[i] && !samples_is_rounding(of, i))
                most = fmax(most, fabs(a[i] - b[i]) / (fabs(a[i]) + fabs(b[i])));
    }
    arena_free(&mem);
    return !(most < ROUNDING);
}

/* A constant is moved so far. What counts is what it adds to the terms of a result; at most
 * CHECK_ALLOWED of these may pass. Three constants of Bennett's linkage are of motions that its
 * loops do not allow: in closed states they add nothing, in open ones 4e-8 to 3e-7 of the terms.
 * These are moved farther, and no constant passes that. */
static const double CHANGED[] = {1e-6, 1e-4};
enum { CHANGES = sizeof CHANGED / sizeof *CHANGED };

typedef enum { FAULT_CONSTANT, FAULT_SIGN, FAULT_TERM, FAULTS } fault;
static const char *const FAULT_WORD[FAULTS] = {"constant", "sign", "term"};

/* False where there is nothing of the kind. */
static bool plant(ops *p, fault f, uint32_t at, double changed)
{
    op *o = &p->list[at];
    const bool is_sum = f != FAULT_CONSTANT && (o->kind == OP_ADD || o->kind == OP_SUB);
    switch (f) {
    case FAULT_CONSTANT:
        p->constants[at].value *= 1 + changed;
        return p->constants[at].value != 0;
    case FAULT_SIGN:
        o->kind = o->kind == OP_ADD ? OP_SUB : OP_ADD;
        return is_sum;
    case FAULT_TERM: /* a + b becomes a + a */
        if (!is_sum || o->a == o->b)
            return false;
        o->b = o->a;
        return true;
    case FAULTS: break;
    }
    return false;
}

/* Whether a fault that changes a result is found; *planted counts it. */
static bool is_seen(subject *s, fault f, uint32_t at, double changed, uint32_t *planted)
{
    arena mem = arena_make();
    ops p = copy_of(&mem, &s->f.ops);
    const bool alive = plant(&p, f, at, changed) && is_alive(s, &p);
    const bool found = !alive || is_found(s, &p);
    *planted += alive;
    arena_free(&mem);
    return found;
}

static void assert_faults_found(const char *path, function_kind function, uint32_t most,
                                uint32_t *all, uint32_t *small)
{
    subject s = subject_make(function);
    read_variant(&s, &(variant){.path = path});
    assert_false(is_found(&s, &s.f.ops));
    for (fault f = 0; f < FAULTS; f++) {
        const bool constants = f == FAULT_CONSTANT;
        const uint32_t count = constants ? s.f.ops.constants_count : s.f.ops.list_count;
        uint32_t planted = 0, again = 0;
        for (uint32_t at = 0; at < count; at += count / most + 1) {
            bool found = is_seen(&s, f, at, CHANGED[0], &planted);
            *small += !found;
            for (int k = 1; k < CHANGES && constants && !found; k++)
                found = is_seen(&s, f, at, CHANGED[k], &again);
            if (!found)
                fail_msg("%s of %s: %s %s is not found", FUNCTION_KIND[function].name, path,
                         FAULT_WORD[f],
                         constants ? s.f.ops.constants[at].name : s.f.ops.list[at].name);
        }
        assert_true(planted > 0);
        *all += planted;
    }
    subject_free(&s);
}

static void planted_faults_are_found(void **state)
{
    uint32_t all = 0, small = 0;
    (void)state;
    for (uint32_t k = 0; k < ALL; k++) {
        assert_faults_found(CRANK, FUNCTION[k], 60, &all, &small);
        assert_faults_found(BENNETT, FUNCTION[k], 60, &all, &small);
        assert_faults_found(CARRIED, FUNCTION[k], 60, &all, &small);
        assert_faults_found("robots/loops/delta.urdf", FUNCTION[k], 20, &all, &small);
    }
    print_message("%u faults were planted; %u are found where constants are moved farther\n", all,
                  small);
    assert_true(small <= 3);
}

/* ---- what graphs tell of rows and joints ----------------------------------------------------- */

static bool keep_all(const ops_output *o)
{
    (void)o;
    return true;
}

static bool drop_left_out(const ops_output *o)
{
    return OUTPUT_KIND[o->kind].array != ARRAY_LEFT_OUT;
}

static bool drop_second_derivatives(const ops_output *o)
{
    return o->kind != OUTPUT_LEFT_OUT_ACCELERATION;
}

static bool drop_residuals(const ops_output *o)
{
    return o->kind != OUTPUT_RESIDUAL;
}

static status ask_without(subject *s, bool (*keep)(const ops_output *o))
{
    check_result found;
    ops p = copy_of(&s->mem, &s->f.ops);
    p.outputs_count = 0;
    for (uint32_t i = 0; i < s->f.ops.outputs_count; i++)
        if (keep(&s->f.ops.outputs[i]))
            p.outputs[p.outputs_count++] = s->f.ops.outputs[i];
    return subject_ask(s, &p, &found);
}

/* Nobody looks at rows of Bennett's linkage that were left out. */
static void rows_that_nobody_looks_at_are_found(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < ALL; k++) {
        subject s = subject_make(FUNCTION[k]);
        read_variant(&s, &(variant){.path = BENNETT});
        assert_int_equal(ask_without(&s, keep_all), STATUS_OK);
        assert_int_not_equal(ask_without(&s, drop_left_out), STATUS_OK);
        assert_int_not_equal(ask_without(&s, drop_second_derivatives), STATUS_OK);
        assert_non_null(strstr(s.d.error.text, "not all that is left of it is told"));
        assert_int_not_equal(ask_without(&s, drop_residuals), STATUS_OK);
        subject_free(&s);
    }
}

/* A graph of another mechanism: a row of a cut is gone, or in other axes. */
static void rows_that_are_lost_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        unsigned dropped;
        bool turns;
    } LOST[] = {{CARRIED, 1u << CUT_X, false},
                {CARRIED, 1u << CUT_Y, false},
                {BENNETT, 1u << CUT_Z, false},
                {CARRIED, 0, true}};
    for (uint32_t n = 0; n < sizeof LOST / sizeof *LOST * ALL; n++) {
        subject s = subject_make(FUNCTION[n % ALL]);
        read_variant(&s, &(variant){.path = LOST[n / ALL].path});
        tree_cut *cut = &s.f.tree.cuts[0];
        cut->what.dropped |= LOST[n / ALL].dropped;
        if (LOST[n / ALL].turns)
            cut->what.axes = CUT_AXES_A;
        assert_int_equal(passes_operations(&s.mem, &s.how, &s.f, &s.d), STATUS_OK);
        /* where loops are closed both axes mean the same, and nothing else is asked of slopes */
        assert_true(is_found(&s, &s.f.ops) ||
                    (LOST[n / ALL].turns && is_derivative(FUNCTION[n % ALL])));
        subject_free(&s);
    }
}

/* Loops that do not close are told, and nothing is said of the graph. */
static void loops_that_do_not_close_are_told(void **state)
{
    (void)state;
    subject s = subject_make(FUNCTION_CLOSED_FD);
    check_result found;
    read_variant(&s, &(variant){.path = "tests/loops/fourbar.urdf"});
    s.f.robot.cuts.list[0].frame[1].position.v[0] = 9; /* beyond the reach of all bars */
    assert_int_equal(subject_ask(&s, &s.f.ops, &found), STATUS_OK);
    assert_false(found.done);
    assert_non_null(strstr(found.why_not, "no position was found where the loops close"));
    subject_free(&s);
}

/* A result that is wrong by a share of itself: what is allowed of it is found by a small one. */
static void what_is_allowed_has_an_edge(void **state)
{
    (void)state;
    subject s = subject_make(FUNCTION_CLOSURE);
    check_result found;
    uint32_t at = 0;
    read_variant(&s, &(variant){.path = CRANK});
    ops p = copy_of(&s.mem, &s.f.ops);
    while (p.outputs[at].kind != OUTPUT_QDD_BIAS ||
           OPERAND_CLASS(p.outputs[at].value) != FROM_OP)
        at++;
    p.list = ARENA_ARRAY(&s.mem, op, p.list_count + 1);
    memcpy(p.list, s.f.ops.list, p.list_count * sizeof *p.list);
    p.constants = ARENA_ARRAY(&s.mem, ops_constant, p.constants_count + 1);
    memcpy(p.constants, s.f.ops.constants, p.constants_count * sizeof *p.constants);
    ops_constant *by = &p.constants[p.constants_count];
    *by = (ops_constant){.name = "by", .value = 1 + 0x1p-42};
    p.list[p.list_count] = (op){.kind = OP_MUL, .a = p.outputs[at].value, .name = "moved",
                                .b = OPERAND(FROM_CONSTANT, p.constants_count)};
    p.outputs[at].value = OPERAND(FROM_OP, p.list_count);
    p.list_count++;
    p.constants_count++;
    assert_int_equal(subject_ask(&s, &p, &found), STATUS_OK);
    assert_true(found.worst > 1e-14 && found.worst < CHECK_ALLOWED); /* it is this */
    const double edge = 0x1p-42 * CHECK_ALLOWED / found.worst;
    by->value = 1 + 0.99 * edge;
    assert_int_equal(subject_ask(&s, &p, &found), STATUS_OK);
    by->value = 1 + 1.01 * edge;
    assert_int_not_equal(subject_ask(&s, &p, &found), STATUS_OK);
    subject_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_systems_pass),
        cmocka_unit_test(the_car_passes),
        cmocka_unit_test(actuators_anywhere_pass),
        cmocka_unit_test(choices_of_joints_pass),
        cmocka_unit_test(all_that_acts_passes),
        cmocka_unit_test(imposed_motion_and_free_bodies_pass),
        cmocka_unit_test(rods_with_mass_pass),
        cmocka_unit_test(ways_to_write_them_pass),
        cmocka_unit_test(constraints_of_the_users_own_pass),
        cmocka_unit_test(planted_faults_are_found),
        cmocka_unit_test(rows_that_nobody_looks_at_are_found),
        cmocka_unit_test(rows_that_are_lost_are_found),
        cmocka_unit_test(loops_that_do_not_close_are_told),
        cmocka_unit_test(what_is_allowed_has_an_edge),
    };
    if (system("mkdir -p build/tests && bash robots/loops/ngon.sh 5 revolute >" NGON) != 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
