/* SPDX-License-Identifier: MIT */
/* Multiplier blocks of a circuit stand at places of the device, each at one of its own, and what
 * has to do with each other is near. */
#include "circuit/block_sites.h"
#include "circuit/circuit.h"
#include "unit/fixed_graph.h"

enum { ECP5_SITES = 156 };

static void build(arena *mem, const ops *p, const circuit_options *options, circuit *c)
{
    diag d = diag_make(mem);
    if (circuit_build(mem, p, options, c, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
}

static block_sites sites_of(arena *mem, const circuit *c)
{
    return block_sites_choose(mem, &c->stages, &c->shared);
}

static uint32_t apart(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

static uint32_t distance(const char *a, const char *b)
{
    unsigned x[2], y[2];
    assert_int_equal(sscanf(a, "X%u/Y%u/", &x[0], &y[0]), 2);
    assert_int_equal(sscanf(b, "X%u/Y%u/", &x[1], &y[1]), 2);
    return apart(x[0], x[1]) + apart(y[0], y[1]);
}

static void the_device_has_as_many_sites_as_blocks(void **state)
{
    (void)state;
    arena mem = arena_make();
    const block_site *site = device_sites(&mem, &DEVICE_LIST[DEVICE_ecp5]);
    for (uint32_t i = 0; i < ECP5_SITES; i++) {
        assert_non_null(site[i].name);
        for (uint32_t k = 0; k < i; k++)
            assert_string_not_equal(site[i].name, site[k].name);
    }
    assert_null(site[ECP5_SITES].name);
    assert_int_equal(DEVICE_LIST[DEVICE_ecp5].blocks, ECP5_SITES);
    assert_null(device_sites(&mem, &DEVICE_LIST[DEVICE_xc7])->name);
    arena_free(&mem);
}

/* Of all clocks and intervals: a known site for each operator that multiplies, no two at one, none
 * for others; shorter ways than in the order of the cells; the same again. */
static void every_block_has_a_site_of_its_own_and_ways_are_short(void **state)
{
    (void)state;
    const struct {
        uint32_t clock, interval;
    } cases[] = {{0, 1}, {100, 1}, {80, 2}, {60, 5}};
    uint32_t several = 0;
    uint64_t chosen = 0, first = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        arena mem = arena_make();
        input_box b;
        const ops p = fixed_graph(&mem, 18, seed, &b);
        const circuit_options options = {.name = "n", .target = &DEVICE_LIST[DEVICE_ecp5],
                                         .clock_mhz = cases[seed % 4].clock,
                                         .interval = cases[seed % 4].interval};
        if (p.format) {
            circuit c;
            build(&mem, &p, &options, &c);
            const block_sites s = sites_of(&mem, &c), again = sites_of(&mem, &c);
            const char *seen[ECP5_SITES];
            uint32_t count = 0;
            for (uint32_t i = 0; i < c.cells.list_count; i++) {
                const bool own = c.cells.list[i].kind == CELL_PRODUCT &&
                                 c.shared.of[i] == OPERATOR_OWN;
                assert_true((s.of_cell[i] != NULL) == own);
                if (own)
                    seen[count++] = s.of_cell[i];
                if (own)
                    assert_string_equal(s.of_cell[i], again.of_cell[i]);
            }
            for (uint32_t i = 0; i < c.shared.count; i++)
                if (s.of_operator[i])
                    seen[count++] = s.of_operator[i];
            assert_int_equal(count, s.count);
            assert_int_equal(count, circuit_blocks(&c));
            const block_site *known = device_sites(&mem, options.target);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t k = 0;
                while (known[k].name && strcmp(known[k].name, seen[i]) != 0)
                    k++;
                assert_non_null(known[k].name);
                for (k = 0; k < i; k++)
                    assert_string_not_equal(seen[i], seen[k]);
            }
            several += count > 4;
            chosen += s.force;
            first += s.first_force;
        }
        arena_free(&mem);
    }
    assert_true(several > 8);
    assert_true(chosen > 0 && chosen < first / 3);
}

/* Products of which each takes the one before it: neighbours in the chain are so on the device,
 * with registers between them and without. */
static void what_follows_stands_beside(void **state)
{
    (void)state;
    enum { LENGTH = 6, NEAR = 4 /* the widest gap between two blocks of a group, and one more */ };
    for (uint32_t clock = 0; clock <= 100; clock += 100) {
        arena mem = arena_make();
        input_box b;
        const ops random = ops_random_of(&mem, OP_DIV, LENGTH + 1, 1, 1);
        ops chain = {.robot = "chain", .inputs = random.inputs,
                     .inputs_count = random.inputs_count};
        for (uint32_t i = 0; i < LENGTH; i++)
            *ARENA_PUSH(&mem, &chain, list) = (op){
                .kind = OP_MUL, .a = OPERAND(FROM_INPUT, i + 1),
                .b = i ? OPERAND(FROM_OP, i - 1) : OPERAND(FROM_INPUT, 0)};
        *ARENA_PUSH(&mem, &chain, outputs) =
            (ops_output){.name = "out", .value = OPERAND(FROM_OP, LENGTH - 1)};
        const ops p = fixed_from(&mem, &chain, 18, &b);
        const circuit_options options = {.name = "n", .target = &DEVICE_LIST[DEVICE_ecp5],
                                         .clock_mhz = clock, .interval = 1};
        circuit c;
        build(&mem, &p, &options, &c);
        const block_sites s = sites_of(&mem, &c);
        const char *before = NULL;
        uint64_t all = 0;
        assert_int_equal(s.count, LENGTH);
        for (uint32_t i = 0; i < c.cells.list_count; i++) {
            if (!s.of_cell[i])
                continue;
            if (before)
                assert_true(distance(before, s.of_cell[i]) <= NEAR);
            all += before ? distance(before, s.of_cell[i]) : 0;
            before = s.of_cell[i];
        }
        if (!clock) /* from each to the next a word of 18 wires, and a sum that rounds it */
            assert_int_equal(s.force, all * 18 * BLOCK_SITES_WIRE / 2);
        arena_free(&mem);
    }
}

/* A word that two products read pulls each with its wires over the root of two. Between it and
 * them is a sum that rounds: 18 wires to it, 18 / sqrt(2) to each. Of springs a, b, c that meet,
 * the force between the ends of a and b is a b / (a + b + c). */
static void a_word_for_two_pulls_each_less(void **state)
{
    (void)state;
    arena mem = arena_make();
    input_box b;
    const ops random = ops_random_of(&mem, OP_DIV, 4, 1, 1);
    ops fork = {.robot = "fork", .inputs = random.inputs, .inputs_count = random.inputs_count};
    for (uint32_t i = 0; i < 3; i++) {
        *ARENA_PUSH(&mem, &fork, list) = (op){
            .kind = OP_MUL, .a = OPERAND(FROM_INPUT, i + 1),
            .b = i ? OPERAND(FROM_OP, 0) : OPERAND(FROM_INPUT, 0)};
        if (i)
            *ARENA_PUSH(&mem, &fork, outputs) =
                (ops_output){.name = i == 1 ? "one" : "two", .value = OPERAND(FROM_OP, i)};
    }
    const ops p = fixed_from(&mem, &fork, 18, &b);
    const circuit_options options = {.name = "n", .target = &DEVICE_LIST[DEVICE_ecp5],
                                     .interval = 1};
    circuit c;
    build(&mem, &p, &options, &c);
    const block_sites s = sites_of(&mem, &c);
    const char *site[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < c.cells.list_count; i++)
        if (s.of_cell[i])
            site[count++] = s.of_cell[i];
    assert_int_equal(count, 3);
    /* 18 x 12.728 / 43.456 and 12.728^2 / 43.456, times 256 */
    assert_int_equal(s.force, 1350 * (distance(site[0], site[1]) + distance(site[0], site[2])) +
                                  954 * distance(site[1], site[2]));
    arena_free(&mem);
}

/* A product for every block of the device, and a sum of all: whoever moves changes places. */
static void a_full_device_has_each_site_once(void **state)
{
    (void)state;
    arena mem = arena_make();
    input_box b;
    const ops random = ops_random_of(&mem, OP_DIV, ECP5_SITES + 1, 1, 1);
    ops many = {.robot = "many", .inputs = random.inputs, .inputs_count = random.inputs_count};
    for (uint32_t i = 0; i < ECP5_SITES; i++) {
        const uint32_t before = many.list_count;
        *ARENA_PUSH(&mem, &many, list) = (op){
            .kind = OP_MUL, .a = OPERAND(FROM_INPUT, i), .b = OPERAND(FROM_INPUT, i + 1)};
        if (i)
            *ARENA_PUSH(&mem, &many, list) =
                (op){.kind = OP_ADD, .a = OPERAND(FROM_OP, before - 1),
                     .b = OPERAND(FROM_OP, before)};
    }
    *ARENA_PUSH(&mem, &many, outputs) =
        (ops_output){.name = "out", .value = OPERAND(FROM_OP, many.list_count - 1)};
    const ops p = fixed_from(&mem, &many, 18, &b);
    const circuit_options options = {.name = "n", .target = &DEVICE_LIST[DEVICE_ecp5],
                                     .interval = 1};
    circuit c;
    build(&mem, &p, &options, &c);
    const block_sites s = sites_of(&mem, &c);
    assert_int_equal(s.count, ECP5_SITES);
    assert_true(s.force < s.first_force);
    for (uint32_t i = 0; i < c.cells.list_count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_true(!s.of_cell[i] || !s.of_cell[k] ||
                        strcmp(s.of_cell[i], s.of_cell[k]) != 0);
    arena_free(&mem);
}

static void who_has_no_sites_gets_none(void **state)
{
    (void)state;
    arena mem = arena_make();
    input_box b;
    ops p = fixed_graph(&mem, 18, 2, &b), wide = fixed_graph(&mem, 27, 2, &b);
    circuit_options options = {.name = "n", .target = &DEVICE_LIST[DEVICE_xcup],
                               .clock_mhz = 100, .interval = 1};
    circuit c;
    build(&mem, &p, &options, &c);
    assert_int_equal(sites_of(&mem, &c).count, 0);
    options.target = &DEVICE_LIST[DEVICE_ecp5];
    build(&mem, &p, &options, &c);
    assert_int_not_equal(sites_of(&mem, &c).count, 0);
    options.clock_mhz = 50;
    build(&mem, &wide, &options, &c); /* four blocks a product */
    assert_true(circuit_blocks(&c) > 0);
    assert_int_equal(sites_of(&mem, &c).count, 0);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_has_as_many_sites_as_blocks),
        cmocka_unit_test(every_block_has_a_site_of_its_own_and_ways_are_short),
        cmocka_unit_test(what_follows_stands_beside),
        cmocka_unit_test(a_word_for_two_pulls_each_less),
        cmocka_unit_test(a_full_device_has_each_site_once),
        cmocka_unit_test(who_has_no_sites_gets_none),
    };
    return cmocka_run_group_tests_name("block_sites", tests, NULL, NULL);
}
