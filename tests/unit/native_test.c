/* SPDX-License-Identifier: MIT */
/* Machine code of graphs computes what the evaluator does, bit for bit; so do robots that move. */
#include "unit/ops_fixture.h"
#include "motion_fixture.h"

#include "apps/motion/robot_cpu.h"

#include <math.h>

/* Two numbers that are none may differ. */
static void assert_same(const double *got, const double *want, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&got[i], &want[i], sizeof *got) != 0 && !(isnan(got[i]) && isnan(want[i])))
            fail_msg("number %u is %a, not %a", i, got[i], want[i]);
}

static double any_number(uint64_t *seed)
{
    static const double RARE[] = {0, -0.0, INFINITY, -INFINITY, NAN, 0x1p-1070, -1e300, 1};
    const uint64_t drawn = random_bits(seed) % 64;
    return drawn < sizeof RARE / sizeof RARE[0] ? RARE[drawn] : 4 * random_unit(seed);
}

/* At states of which some have numbers that are rare; nothing beyond the results is written. */
static void compare(const ops *p, native_code *run, uint64_t seed)
{
    enum { STATES = 50 };
    arena mem = arena_make();
    double *in = ARENA_ARRAY(&mem, double, p->inputs_count + 1),
           *scratch = ARENA_ARRAY(&mem, double, p->list_count + 1),
           *got = ARENA_ARRAY(&mem, double, p->outputs_count + 1),
           *want = ARENA_ARRAY(&mem, double, p->outputs_count + 1);
    for (uint32_t k = 0; k < STATES; k++) {
        for (uint32_t i = 0; i < p->inputs_count; i++)
            in[i] = k % 2 ? any_number(&seed) : 4 * random_unit(&seed);
        scratch[p->list_count] = got[p->outputs_count] = want[p->outputs_count] = 12345;
        ops_eval64(p, in, want, scratch);
        memset(scratch, 0xff, p->list_count * sizeof *scratch);
        run(in, got, scratch);
        assert_same(got, want, p->outputs_count + 1);
        assert_true(scratch[p->list_count] == 12345);
    }
    arena_free(&mem);
}

static void random_graphs_have_the_bits_of_the_evaluator(void **state)
{
    (void)state;
    static const struct {
        uint32_t inputs, count;
    } SIZE[] = {{9, 1}, {9, 3}, {3, 40}, {9, 400}, {300, 400}, {9, 5000}};
    for (uint32_t k = 0; k < 10 * sizeof SIZE / sizeof SIZE[0]; k++) {
        arena mem = arena_make();
        native n;
        ops p = ops_random_of(&mem, k % 2 ? OP_KIND_COUNT : OP_ATAN2, SIZE[k / 10].inputs,
                              SIZE[k / 10].count, 77 + k);
        p = k % 3 ? p : ops_with_branches(p);
        /* The same result twice, an input and a constant. */
        const operand more[] = {p.outputs[0].value, OPERAND(FROM_INPUT, 2),
                                OPERAND(FROM_CONSTANT, 5)};
        for (uint32_t i = 0; i < sizeof more / sizeof more[0]; i++)
            *ARENA_PUSH(&mem, &p, outputs) =
                (ops_output){.name = arena_printf(&mem, "more%u", i), .value = more[i]};
        const char *why = native_make(&p, &n);
        if (why)
            fail_msg("%s", why);
        compare(&p, n.run, k);
        native_free(&n);
        assert_null(n.memory);
        arena_free(&mem);
    }
}

/* Each operation by itself on pairs of rare numbers. */
static void every_operation_has_the_bits_of_the_evaluator(void **state)
{
    (void)state;
    for (op_kind kind = 0; kind < OP_KIND_COUNT; kind++)
        for (uint32_t same = 0; same < 2; same++) {
            arena mem = arena_make();
            native n;
            ops p = {.robot = "one"};
            for (uint32_t i = 0; i < 2; i++)
                *ARENA_PUSH(&mem, &p, inputs) = (ops_input){.name = i ? "b" : "a"};
            const op one = {.name = "t", .kind = OP_ADD, .a = OPERAND(FROM_INPUT, 0),
                            .b = OPERAND(FROM_INPUT, 1)};
            *ARENA_PUSH(&mem, &p, list) = one;
            *ARENA_PUSH(&mem, &p, list) =
                (op){.name = "u", .kind = kind, .a = OPERAND(FROM_OP, 0),
                     .b = same ? OPERAND(FROM_OP, 0) : OPERAND(FROM_INPUT, 1)};
            *ARENA_PUSH(&mem, &p, outputs) = (ops_output){.name = "out", .value =
                                                          OPERAND(FROM_OP, 1)};
            assert_null(native_make(&p, &n));
            for (uint64_t seed = 1; seed < 20; seed++)
                compare(&p, n.run, seed);
            native_free(&n);
            arena_free(&mem);
        }
}

typedef struct {
    const char *robot, *method, *start[2];
    bool floating;
} mover_of;

/* Positions and rates after some steps, and how the equations are evaluated. */
static motion *moved(const mover_of *of, bool compiled)
{
    motion *m = motion_make();
    m->s.tree.floating_base = of->floating;
    m->s.tree.free_bodies_fall = true;
    motion_begin(m, of->robot, of->method,
                 (robot_plan){.start = of->start,
                              .start_count = of->start[1] ? 2 : of->start[0] ? 1 : 0});
    assert_null(m->x.cpu->forward.code.run);
    if (compiled)
        robot_cpu_compile(m->x.cpu, &m->d);
    assert_int_equal(m->x.cpu->forward.code.run != NULL, compiled);
    motion_run(m, 1e-3, 0.2);
    assert_int_equal(m->done, STATUS_OK);
    return m;
}

static void robots_move_to_the_same_bits(void **state)
{
    (void)state;
    static const mover_of EACH[] = {
        {"robots/iiwa.urdf", "rk4", {"a2=0.5,1", "a4=-1"}, false},
        {"robots/stewart.urdf", "rk4", {NULL}, true},
        {"robots/loops/delta.urdf", "rk4", {NULL}, false},
        {"robots/iiwa.urdf", "trapezoidal", {"a2=0.5,1"}, false},
        {"robots/loops/slider_crank.urdf", "rk4", {"crank_x=0,6"}, false},
        {"robots/loops/slider_crank.urdf", "trapezoidal", {"crank_x=0,6"}, false},
        {"robots/loops/planar2.urdf", "rk4", {NULL}, false},
        {"tests/loops/fourbar.urdf", "rk4", {NULL}, false},
        {"robots/stewart.urdf", "rk4", {NULL}, false},
        {"robots/car.urdf", "rk4", {NULL}, false},
    };
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        motion *const by[] = {moved(&EACH[k], false), moved(&EACH[k], true)};
        assert_true(by[0]->r.steps > 100 && by[0]->r.steps == by[1]->r.steps);
        assert_memory_equal(by[0]->x.q, by[1]->x.q, by[0]->x.positions * sizeof(double));
        assert_memory_equal(by[0]->x.qd, by[1]->x.qd, by[0]->x.rates * sizeof(double));
        assert_true(by[0]->r.energy_change == by[1]->r.energy_change);
        robot_cpu_release(by[1]->x.cpu);
        end(by[0]);
        end(by[1]);
    }
}

/* What is planned once for all states makes the words that one state alone makes. */
static void inputs_are_those_of_one_state(void **state)
{
    (void)state;
    motion *m = motion_make();
    const char *const start[] = {"crank_x=0.3,6"};
    motion_begin(m, "robots/loops/slider_crank.urdf", "rk4",
                 (robot_plan){.start = start, .start_count = 1});
    function_numbers *f = &m->x.cpu->forward;
    double *in = ARENA_ARRAY(&m->mem, double, f->p.inputs_count + 1);
    uint64_t seed = 3;
    for (uint32_t k = 0; k < 20; k++) {
        for (uint32_t i = 0; i < m->x.count; i++) {
            m->x.q[i] = k ? 4 * random_unit(&seed) : -0.0;
            m->x.qd[i] = k ? 4 * random_unit(&seed) : -0.0;
            m->x.tau[i] = k ? 4 * random_unit(&seed) : -0.0;
        }
        const robot_state s = {.q = m->x.q, .qd = m->x.qd, .tau = m->x.tau};
        (void)function_numbers_run(f, &s);
        state_to_inputs64(&f->p, &s, in);
        for (uint32_t i = 0; i < f->p.inputs_count; i++) /* sines: sines.h and the C library */
            assert_true(INPUT_KIND[f->p.inputs[i].kind].made <= MADE_COSINE
                            ? fabs(f->in[i] - in[i]) <= 0x1p-52
                            : memcmp(&f->in[i], &in[i], sizeof *in) == 0);
        assert_int_equal(function_numbers_run(f, &s), results_are_regular(&f->p, f->out, 0x1p-52));
    }
    end(m);
}

/* What computes something else is not used. */
static void wrong_code_is_not_taken(void **state)
{
    (void)state;
    motion *m = motion_make();
    motion_begin(m, "robots/pendulum5.urdf", "rk4", (robot_plan){0});
    function_numbers *f = &m->x.cpu->forward;
    assert_null(function_numbers_compile(f));
    assert_true(function_numbers_agrees(f));
    f->p.list[f->p.list_count / 2].kind = OP_DIV;
    assert_false(function_numbers_agrees(f));
    function_numbers_release(f);
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_have_the_bits_of_the_evaluator),
        cmocka_unit_test(every_operation_has_the_bits_of_the_evaluator),
        cmocka_unit_test(robots_move_to_the_same_bits),
        cmocka_unit_test(inputs_are_those_of_one_state),
        cmocka_unit_test(wrong_code_is_not_taken),
    };
    return cmocka_run_group_tests_name("native", tests, NULL, NULL);
}
