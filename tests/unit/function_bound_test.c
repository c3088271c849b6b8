/* SPDX-License-Identifier: MIT */
/* What no equations can beat: hand values, against all programs of a few operations, and against
 * schedules of robots. */
#include "unit/robot_ops.h"
#include "unit/sched_fixture.h"

#include "machine/timing.h"
#include "operations/function_needs.h"
#include "schedule/function_bound.h"

#include <stdlib.h>

/* ---- needs ---------------------------------------------------------------------------------- */

static output_need need_of(const char *bytes)
{
    arena mem = arena_make();
    const ops p = ops_from(&mem, bytes);
    output_need n[4];
    assert_true(p.outputs_count <= 4);
    assert_true(function_needs_find(&mem, &p, n));
    arena_free(&mem);
    return n[0];
}

#define PLAIN "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\ninput z plain\n"
#define ANGLE "tauflow-ops 1\nrobot r\ninput s sin 0 joint\ninput c cos 0 joint\n" \
              "input v qd 0 joint\n"

static void words_that_cancel_are_not_needed(void **state)
{
    (void)state;
    const output_need n = need_of(PLAIN "a = add x y\nb = sub a x\nc = mul b z\n"
                                        "output o plain = c\n");
    assert_int_equal(n.words, 2);
    assert_int_equal(n.degree, 2);
}

static void degrees_are_those_of_what_is_left(void **state)
{
    (void)state;
    /* (x + y) (x - y) + y y, times x */
    output_need n = need_of(PLAIN "a = add x y\nb = sub x y\nc = mul a b\nd = mul y y\n"
                                  "e = add c d\nf = mul e x\ng = mul f z\noutput o plain = f\n"
                                  "output p plain = g\n");
    assert_int_equal(n.words, 1);
    assert_int_equal(n.degree, 3);
    n = need_of(PLAIN "a = mul x x\nb = mul a a\nc = mul b b\nd = mul c c\ne = mul d d\n"
                      "f = mul y z\ng = add e f\noutput o plain = g\n");
    assert_int_equal(n.words, 3);
    assert_int_equal(n.degree, 32);
}

static void squares_of_sine_and_cosine_are_worth_a_constant(void **state)
{
    (void)state;
    output_need n = need_of(ANGLE "a = mul s s\nb = mul c c\nd = add a b\ne = mul d v\n"
                                  "output o torque 0 joint angle = e\n");
    assert_int_equal(n.words, 1);
    assert_int_equal(n.degree, 1);
    n = need_of(ANGLE "a = mul s c\nb = mul a v\noutput o torque 0 joint angle = b\n");
    assert_int_equal(n.words, 3);
    assert_int_equal(n.degree, 3);
}

/* The sine of twice the angle is twice the product of the other two; one position is a multiple of
 * the other; a root may be one of a square of what belongs to an angle. */
static void words_that_hang_together_are_not_counted(void **state)
{
    (void)state;
    output_need n = need_of(
        "tauflow-ops 1\nrobot r\ninput s sin 0 joint\ninput c cos 0 joint\n"
        "input t sin 0 joint ratio 2\ninput v qd 0 joint\na = mul s c\nb = mul a t\nd = mul b v\n"
        "output o torque 0 joint angle = d\n");
    assert_int_equal(n.words, 1);
    assert_int_equal(n.degree, 1);
    n = need_of("tauflow-ops 1\nrobot r\ninput q q 0 joint\ninput r q 0 joint ratio 2\n"
                "input v qd 0 joint\na = add q r\nb = mul a v\n"
                "output o torque 0 joint length = b\n");
    assert_int_equal(n.words, 1);
    n = need_of(ANGLE "input q q 0 joint\na = mul s q\nb = mul a v\n"
                      "output o torque 0 joint angle = b\n");
    assert_int_equal(n.words, 3);
    n = need_of(ANGLE "input q q 0 joint\na = mul s s\nb = sqrt a\nd = mul b q\ne = mul d v\n"
                      "output o torque 0 joint angle = e\n");
    assert_int_equal(n.words, 1);
}

/* ---- all programs ---------------------------------------------------------------------------- */

enum { INPUTS = 4, PROBES = 2, MOST_FUNCTIONS = 12000 };

/* A function of the inputs: its values at points of a field, in which two polynomials that differ
 * hardly ever agree; when it is there at the earliest, and how. */
typedef struct {
    uint64_t value[PROBES];
    uint32_t ready;
    op_kind kind;
    uint32_t a, b; /* functions; an input has none */
    uint32_t input;
} found;

typedef struct {
    found *list;
    uint32_t list_count, list_capacity;
    uint32_t *table, table_size; /* index + 1 by value */
} universe;

static const uint64_t PRIME = 0x7fffffff;

static uint64_t apply(op_kind kind, uint64_t a, uint64_t b)
{
    return kind == OP_MUL ? a * b % PRIME : kind == OP_ADD ? (a + b) % PRIME
                                                           : (a + PRIME - b) % PRIME;
}

static void know(arena *mem, universe *u, found f)
{
    uint32_t at = (uint32_t)((f.value[0] * 31 + f.value[1]) % u->table_size);
    for (; u->table[at]; at = (at + 1) % u->table_size) {
        found *other = &u->list[u->table[at] - 1];
        if (memcmp(other->value, f.value, sizeof f.value) == 0)
            return; /* known, and no later: cycles are gone through in order */
    }
    *ARENA_PUSH(mem, u, list) = f;
    u->table[at] = u->list_count;
}

/* Everything that units without end can have computed in each cycle, if input order[i] comes
 * i-th. */
static universe all_programs(arena *mem, const machine *m, const uint32_t *order)
{
    universe u = {.table_size = 1 << 20};
    u.table = ARENA_ARRAY(mem, uint32_t, u.table_size);
    for (uint32_t t = 0; u.list_count < MOST_FUNCTIONS / 8; t++) {
        for (uint32_t i = 0; i < INPUTS; i++) {
            const uint32_t there = m->lanes ? i / m->lanes + m->transfer_cycles : 0;
            found f = {.ready = t, .input = order[i], .kind = OP_KIND_COUNT};
            uint64_t seed = order[i];
            for (uint32_t k = 0; k < PROBES; k++)
                f.value[k] = random_bits(&seed) % PRIME;
            if (there == t)
                know(mem, &u, f);
        }
        const uint32_t count = u.list_count;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count && u.list_count < MOST_FUNCTIONS; b++)
                for (op_kind kind = OP_MUL; kind <= OP_SUB; kind++) {
                    const uint32_t step = timing_distance(m, OP_KIND[kind].unit, 0);
                    const found *x = &u.list[a], *y = &u.list[b];
                    found f = {.ready = t, .kind = kind, .a = a, .b = b};
                    if (x->ready + step > t || y->ready + step > t)
                        continue;
                    for (uint32_t k = 0; k < PROBES; k++)
                        f.value[k] = apply(kind, x->value[k], y->value[k]);
                    know(mem, &u, f);
                }
    }
    return u;
}

/* The function as a graph. */
static uint32_t write_function(const universe *u, uint32_t of, text *out, uint32_t *numbers)
{
    static const char *const WORD[] = {[OP_MUL] = "mul", [OP_ADD] = "add", [OP_SUB] = "sub"};
    const found *f = &u->list[of];
    if (f->kind == OP_KIND_COUNT || numbers[of])
        return of;
    write_function(u, f->a, out, numbers);
    write_function(u, f->b, out, numbers);
    numbers[of] = 1;
    text_printf(out, "t%u = %s", of, WORD[f->kind]);
    const uint32_t operands[2] = {f->a, f->b};
    for (uint32_t k = 0; k < 2; k++)
        if (u->list[operands[k]].kind == OP_KIND_COUNT)
            text_printf(out, " x%u", u->list[operands[k]].input);
        else
            text_printf(out, " t%u", operands[k]);
    text_add(out, "\n");
    return of;
}

static ops function_as_ops(arena *mem, const universe *u, uint32_t of)
{
    text t = text_make(mem);
    text_add(&t, "tauflow-ops 1\nrobot r\n");
    for (uint32_t i = 0; i < INPUTS; i++)
        text_printf(&t, "input x%u plain\n", i);
    write_function(u, of, &t, ARENA_ARRAY(mem, uint32_t, u->list_count));
    text_printf(&t, "output o plain = t%u\n", of);
    return ops_from(mem, t.bytes);
}

static const char *const SMALL[] = {
    "mul=1 add=1 mul_latency=1 add_latency=1",
    "mul=1 add=1 mul_latency=2 add_latency=1",
    "mul=1 add=1 mul_latency=1 add_latency=3 transfer=1",
    "network=crossbar mul=1 add=1 lanes=1 mul_latency=3 add_latency=1",
    "network=crossbar mul=1 add=1 lanes=2 mul_latency=2 add_latency=1 transfer=1",
};

/* The length in which the function can be computed, over all orders in which inputs may come. */
static uint32_t shortest_of(const found *f, const machine *m, universe *const *all, uint32_t count)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < all[i]->list_count; k++)
            if (memcmp(all[i]->list[k].value, f->value, sizeof f->value) == 0 &&
                all[i]->list[k].ready < least)
                least = all[i]->list[k].ready;
    return m->network == NETWORK_IDEAL ? least : timing_cycles(least - m->transfer_cycles);
}

static void no_program_beats_the_bound(void **state)
{
    (void)state;
    static const uint32_t ORDERS[][INPUTS] = {{0, 1, 2, 3}, {2, 3, 0, 1}, {3, 1, 2, 0},
                                              {1, 0, 3, 2}, {0, 2, 1, 3}, {0, 3, 1, 2}};
    enum { ORDERS_COUNT = sizeof ORDERS / sizeof *ORDERS };
    uint32_t cases = 0, tight = 0;
    for (uint32_t i = 0; i < sizeof SMALL / sizeof *SMALL; i++) {
        arena mem = arena_make();
        const machine m = machine_from(SMALL[i]);
        universe *all[ORDERS_COUNT];
        for (uint32_t k = 0; k < ORDERS_COUNT; k++) {
            all[k] = ARENA_ARRAY(&mem, universe, 1);
            *all[k] = all_programs(&mem, &m, ORDERS[k]);
        }
        uint64_t seed = i;
        for (uint32_t k = 0; k < 150; k++) {
            arena work = arena_make();
            const uint32_t of = INPUTS + (uint32_t)(random_bits(&seed) %
                                                    (all[0]->list_count - INPUTS));
            if (all[0]->list[of].kind == OP_KIND_COUNT)
                continue;
            const ops p = function_as_ops(&work, all[0], of);
            const uint32_t bound = function_bound_compute(&work, &p, &m).cycles,
                           best = shortest_of(&all[0]->list[of], &m, all, ORDERS_COUNT);
            assert_true(bound <= best);
            tight += bound == best;
            cases++;
            arena_free(&work);
        }
        arena_free(&mem);
    }
    assert_true(cases > 600);
    assert_true(tight > cases / 4);
}

/* ---- machines ------------------------------------------------------------------------------ */

/* Eight words in a sum, two a cycle: the first pairs come in 0 and are used at once. */
static void words_come_two_a_cycle(void **state)
{
    (void)state;
    arena mem = arena_make();
    text t = text_make(&mem);
    text_add(&t, "tauflow-ops 1\nrobot r\n");
    for (uint32_t i = 0; i < 8; i++)
        text_printf(&t, "input x%u plain\n", i);
    text_add(&t, "s1 = add x0 x1\n");
    for (uint32_t i = 2; i < 8; i++)
        text_printf(&t, "s%u = add s%u x%u\n", i, i - 1, i);
    text_add(&t, "output o plain = s7\noutput p plain = s6\n");
    const ops p = ops_from(&mem, t.bytes);
    /* Two in each of the cycles 0 .. 3, and sums that are there in 5: of all eight words no sum is
     * there in 4, of seven neither. One of the two leaves in 5, the other in 6. */
    const machine m = machine_from("network=crossbar mul=4 add=4 lanes=2 add_latency=1");
    function_bound b = function_bound_compute(&mem, &p, &m);
    assert_int_equal(b.cycles, 7);
    assert_int_equal(b.words, 8);
    assert_int_equal(b.degree, 1);
    assert_int_equal(b.leaving, 2);
    const machine slow = machine_from("network=crossbar mul=4 add=4 lanes=0 mul_latency=5 "
                                      "add_latency=4");
    b = function_bound_compute(&mem, &p, &slow);
    assert_int_equal(b.cycles, 14); /* three additions; two words that leave */
    assert_int_equal(b.leaving, 2);
    arena_free(&mem);
}

static void loops_are_not_known(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, PLAIN "a = add x y\noutput o plain = a\n");
    const machine m = machine_from("mul=1 add=1");
    p.function = FUNCTION_CLOSURE;
    assert_int_equal(function_bound_compute(&mem, &p, &m).cycles, 0);
    arena_free(&mem);
}

/* Every robot, of binary32 and fixed point, on every kind of machine. */
static void no_schedule_of_a_robot_beats_the_bound(void **state)
{
    (void)state;
    static const char *const ROBOTS[] = {"puma560", "iiwa", "pendulum5", "stewart", "motorcycle"};
    static const function_kind OF[] = {FUNCTION_ID, FUNCTION_MASS, FUNCTION_FD,
                                       FUNCTION_GRAVITY};
    uint32_t cases = 0, known = 0;
    for (uint32_t r = 0; r < sizeof ROBOTS / sizeof *ROBOTS; r++)
        for (uint32_t f = r ? 1 : 0; f <= sizeof OF / sizeof *OF; f++) {
            arena mem = arena_make();
            const bool fixed = f == 0;
            const ops p = function_ops(&mem, arena_printf(&mem, "robots/%s.urdf", ROBOTS[r]),
                                       fixed ? FUNCTION_ID : OF[f - 1], fixed ? 24 : 0);
            for (uint32_t i = 0; i < MACHINES_COUNT; i++, cases++) {
                const machine m = machine_from(MACHINES[i]);
                const function_bound b = function_bound_compute(&mem, &p, &m);
                known += b.cycles > 0;
                assert_true(b.cycles <= schedule_by(&mem, "thesis", &p, &m, 1, 0).cycles);
            }
            arena_free(&mem);
        }
    assert_int_equal(cases, 21 * MACHINES_COUNT);
    assert_true(known > cases / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_cancel_are_not_needed),
        cmocka_unit_test(degrees_are_those_of_what_is_left),
        cmocka_unit_test(squares_of_sine_and_cosine_are_worth_a_constant),
        cmocka_unit_test(words_that_hang_together_are_not_counted),
        cmocka_unit_test(no_program_beats_the_bound),
        cmocka_unit_test(words_come_two_a_cycle),
        cmocka_unit_test(loops_are_not_known),
        cmocka_unit_test(no_schedule_of_a_robot_beats_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
