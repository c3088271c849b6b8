/* SPDX-License-Identifier: MIT */
/* Planted faults are found by the second opinion: in graphs of every function constants, signs,
 * terms and angles in turn. What must be found: whatever changes some output by more than SEEN of
 * it in binary64. Of constants that is nearly all: sums of terms may be 1e5 times an output, and
 * check.h allows some 1e-14 of them. (Other faults change nothing: both products of a torque that
 * is 0, the angle of a joint that the mass matrix does not depend on. Base parameters may lack 1e-9
 * by design.) */
#include "unit/check_fixture.h"

#include "program/samples.h"

#include <math.h>

#define SEEN 5e-10
#define ZERO 1e-6

static bool is_found(subject *s, const ops *p)
{
    check_result found;
    const status done = subject_ask(s, p, &found);
    return done != STATUS_OK;
}

/* A graph with arrays of its own for what is changed. */
static ops copy_of(arena *mem, const ops *p)
{
    ops out = *p;
    out.constants = ARENA_ARRAY(mem, ops_constant, p->constants_count + 1);
    out.list = ARENA_ARRAY(mem, op, p->list_count + 1);
    out.inputs = ARENA_ARRAY(mem, ops_input, p->inputs_count + 1);
    memcpy(out.constants, p->constants, p->constants_count * sizeof *p->constants);
    memcpy(out.list, p->list, p->list_count * sizeof *p->list);
    memcpy(out.inputs, p->inputs, p->inputs_count * sizeof *p->inputs);
    return out;
}

/* The largest change of an output, of itself; that of an angle moves its word as much. */
static double change_of(const ops *p, const ops *changed)
{
    enum { STATES = 2 };
    arena mem = arena_make();
    const bool makes_base = p->function == FUNCTION_BASE_PARAMETERS;
    double most = 0, *out[2];
    const sample_set at = samples_make(&mem, p, STATES, 1);
    double *scratch = ARENA_ARRAY(&mem, double, p->list_count + 1);
    double *moved = ARENA_ARRAY(&mem, double, p->inputs_count + 1);
    for (int k = 0; k < 2; k++)
        out[k] = ARENA_ARRAY(&mem, double, p->outputs_count + 1);
    for (uint32_t n = 0; n < STATES; n++) {
        double *in = &at.exact[n * p->inputs_count];
        for (uint32_t i = 0; i < p->inputs_count; i++)
            moved[i] = in[i] + (changed->inputs[i].offset - p->inputs[i].offset);
        ops_eval64(p, in, out[0], scratch);
        ops_eval64(changed, moved, out[1], scratch);
        double largest = 0;
        for (uint32_t i = 0; i < p->outputs_count; i++)
            largest = fmax(largest, fabs(out[0][i]));
        for (uint32_t i = 0; i < p->outputs_count; i++) /* some are 0 but for rounding */
            if (out[0][i] != out[1][i] && p->outputs[i].kind != OUTPUT_PIVOT_WHOLE &&
                (p->outputs[i].kind != OUTPUT_PARAMETER || makes_base))
                most = fmax(most, fabs(out[1][i] - out[0][i]) /
                                      (fabs(out[0][i]) + ZERO * largest));
    }
    arena_free(&mem);
    return most;
}

typedef enum { FAULT_CONSTANT, FAULT_SIGN, FAULT_TERM, FAULT_OFFSET, FAULTS } fault;
static const char *const FAULT_WORD[FAULTS] = {"constants", "signs", "terms", "offsets"};

static uint32_t places(const ops *p, fault f)
{
    return f == FAULT_CONSTANT ? p->constants_count
           : f == FAULT_OFFSET ? p->inputs_count
                               : p->list_count;
}

/* False where there is nothing of the kind. */
static bool plant(ops *p, fault f, uint32_t at)
{
    op *o = &p->list[at];
    switch (f) {
    case FAULT_CONSTANT:
        p->constants[at].value *= 1 + 1e-9;
        return p->constants[at].value != 0;
    case FAULT_SIGN:
        if (o->kind != OP_ADD && o->kind != OP_SUB)
            return false;
        o->kind = o->kind == OP_ADD ? OP_SUB : OP_ADD;
        return true;
    case FAULT_TERM: /* a + b becomes a + a: the term b is lost, and another counts twice */
        if ((o->kind != OP_ADD && o->kind != OP_SUB) || o->a == o->b)
            return false;
        o->b = o->a;
        return true;
    case FAULT_OFFSET:
        p->inputs[at].offset += 1e-8;
        return word_is_affine(&INPUT_KIND[p->inputs[at].kind]);
    case FAULTS: break;
    }
    return false;
}

/* Some places of each kind, all over the graph. Returns how many were planted. */
static uint32_t all_are_found(const char *path, function_kind function, const char *parameters)
{
    enum { MOST = 40 };
    subject s = subject_make(function);
    s.how.tree.parameters = &parameters;
    s.how.tree.parameters_count = parameters != NULL;
    if (function_has(function, ARRAY_SENSITIVITIES))
        s.how.tree.derive = (derive_wish){FUNCTION_FD, (const char *[]){"q,tau"}, 1};
    uint32_t planted = 0, missed = 0;
    assert_true(subject_read(&s, path));
    assert_false(is_found(&s, &s.f.ops));
    for (fault f = 0; f < FAULTS; f++) {
        const uint32_t count = places(&s.f.ops, f), step = count / MOST + 1;
        for (uint32_t at = 0; at < count; at += step) {
            arena mem = arena_make();
            ops p = copy_of(&mem, &s.f.ops);
            const double change = plant(&p, f, at) ? change_of(&s.f.ops, &p) : 0;
            planted += change > SEEN;
            if (change > SEEN && !is_found(&s, &p)) {
                print_message("%s of %s: %s: number %u, which changes %g, is not found\n",
                              FUNCTION_KIND[function].name, path, FAULT_WORD[f], at, change);
                missed++;
                assert_int_equal(f, FAULT_CONSTANT);
            }
            arena_free(&mem);
        }
    }
    subject_free(&s);
    assert_true(20 * missed <= planted);
    return planted;
}

static void planted_faults_are_found(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < FUNCTIONS; k++)
        if (k != FUNCTION_ELEMENTS && k != FUNCTION_BASE_PARAMETERS &&
            !function_has((function_kind)k, ARRAY_RESIDUAL)) {
            assert_true(all_are_found("robots/puma.urdf", (function_kind)k, NULL) > 20);
            assert_true(all_are_found("robots/iiwa.urdf", (function_kind)k, NULL) > 20);
        }
}

/* Of what makes base parameters, and of what takes them on a robot without loops. */
static void faults_of_parameters_are_found(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < FUNCTIONS; k++)
        if (k == FUNCTION_BASE_PARAMETERS ||
            (function_has((function_kind)k, ARRAY_BASE_PARAMETERS) &&
             !function_has((function_kind)k, ARRAY_RESIDUAL))) {
            assert_true(all_are_found("robots/puma560.urdf", (function_kind)k, "link6") > 20);
            assert_true(all_are_found("robots/iiwa.urdf", (function_kind)k, "all") > 20);
        }
}

/* An arm with an axis that is tilted by `tilt`, about which gravity then pulls. */
static const char *tilted(arena *mem, double tilt)
{
    return arena_printf(
        mem, "<robot name='t'><link name='w'/><joint name='j' type='continuous'><parent link='w'/>"
             "<child link='a'/><axis xyz='%.17g 0 1'/></joint><link name='a'><inertial>"
             "<origin xyz='0.3 0 0'/><mass value='2'/><inertia ixx='0.1' iyy='0.2' izz='0.3' "
             "ixy='0' ixz='0' iyz='0'/></inertial></link></robot>", tilt);
}

/* The graph of an arm that stands straight, for a robot whose axis is tilted by 2 millionths of a
 * degree: nothing but the tilt makes its torque of gravity. */
static void a_lost_tilt_is_found(void **state)
{
    (void)state;
    static const function_kind OF[] = {FUNCTION_ID, FUNCTION_GRAVITY, FUNCTION_FD,
                                       FUNCTION_ID_DERIVATIVES};
    for (size_t k = 0; k < sizeof OF / sizeof *OF; k++) {
        subject straight = subject_make(OF[k]), askew = subject_make(OF[k]);
        straight.how.urdf.snap_rad = askew.how.urdf.snap_rad = 0;
        assert_true(subject_read_text(&straight, tilted(&straight.mem, 0)));
        assert_true(subject_read_text(&askew, tilted(&askew.mem, 3.5e-8)));
        assert_false(is_found(&straight, &straight.f.ops));
        assert_false(is_found(&askew, &askew.f.ops));
        assert_true(is_found(&askew, &straight.f.ops));
        subject_free(&straight);
        subject_free(&askew);
    }
}

/* A torque of one term: what is allowed of it is CHECK_ROUNDINGS of the term and of the constant
 * that stands for it, each as large as the torque. */
static void what_is_allowed_has_an_edge(void **state)
{
    (void)state;
    subject s = subject_make(FUNCTION_MASS);
    assert_true(subject_read_text(&s, tilted(&s.mem, 0)));
    ops p = copy_of(&s.mem, &s.f.ops);
    const double right = 0.3 + 2 * 0.3 * 0.3;
    p.outputs = ARENA_ARRAY(&s.mem, ops_output, 1);
    p.outputs[0] = s.f.ops.outputs[0];
    p.outputs[0].value = OPERAND(FROM_CONSTANT, 0);
    p.constants = ARENA_ARRAY(&s.mem, ops_constant, 1);
    double *constant = &p.constants[0].value;
    p.constants_count = 1;
    p.list_count = 0;
    *constant = right;
    assert_false(is_found(&s, &p));
    /* The sum of terms is the number itself. */
    *constant = right * (1 + 1.9 * CHECK_ROUNDINGS * DBL_EPSILON);
    assert_false(is_found(&s, &p));
    *constant = right * (1 + 2.1 * CHECK_ROUNDINGS * DBL_EPSILON);
    assert_true(is_found(&s, &p));
    subject_free(&s);
}

/* Words that belong to others, and words that are not there. */
static void wrong_places_are_found(void **state)
{
    (void)state;
    subject s = subject_make(FUNCTION_ID);
    assert_true(subject_read(&s, "robots/puma.urdf"));
    ops p = copy_of(&s.mem, &s.f.ops);
    p.outputs = ARENA_ARRAY(&s.mem, ops_output, p.outputs_count);
    memcpy(p.outputs, s.f.ops.outputs, p.outputs_count * sizeof *p.outputs);
    const operand first = p.outputs[0].value;
    p.outputs[0].value = p.outputs[1].value;
    p.outputs[1].value = first;
    assert_true(is_found(&s, &p));
    p.outputs[1].value = p.outputs[0].value;
    p.outputs[0].value = first;
    assert_false(is_found(&s, &p));
    p.outputs_count--; /* what is not given is 0 */
    assert_true(is_found(&s, &p));
    p.outputs_count++;
    p.inputs[0].of = "nobody";
    assert_true(is_found(&s, &p));
    subject_free(&s);
}

/* Each pivot, the first and the last as well: another number in its place. */
static void every_pivot_is_judged(void **state)
{
    (void)state;
    subject s = subject_make(FUNCTION_FD);
    uint32_t pivots = 0;
    assert_true(subject_read(&s, "robots/puma.urdf"));
    ops p = copy_of(&s.mem, &s.f.ops);
    p.outputs = ARENA_ARRAY(&s.mem, ops_output, p.outputs_count);
    memcpy(p.outputs, s.f.ops.outputs, p.outputs_count * sizeof *p.outputs);
    p.constants = ARENA_ARRAY(&s.mem, ops_constant, p.constants_count + 1);
    memcpy(p.constants, s.f.ops.constants, p.constants_count * sizeof *p.constants);
    p.constants[p.constants_count] = (ops_constant){.name = "other", .value = 7.5};
    const operand other = OPERAND(FROM_CONSTANT, p.constants_count++);
    for (uint32_t i = 0; i < p.outputs_count; i++) {
        const operand was = p.outputs[i].value;
        if (p.outputs[i].kind != OUTPUT_PIVOT)
            continue;
        pivots++;
        p.outputs[i].value = other;
        assert_true(is_found(&s, &p));
        p.outputs[i].value = was;
    }
    assert_true(pivots > 1);
    assert_false(is_found(&s, &p));
    subject_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_faults_are_found),
        cmocka_unit_test(faults_of_parameters_are_found),
        cmocka_unit_test(a_lost_tilt_is_found),
        cmocka_unit_test(what_is_allowed_has_an_edge),
        cmocka_unit_test(wrong_places_are_found),
        cmocka_unit_test(every_pivot_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
