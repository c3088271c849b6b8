/* SPDX-License-Identifier: MIT */
/* Circuits compute what the evaluator of fixed point does, their registers keep the clock, and
 * there are as few of them as can be. */
#include "circuit/circuit.h"
#include "circuit/phases.h"
#include "circuit/sum_form.h"
#include "operations/ops_fixed.h"
#include "unit/fixed_graph.h"

/* ---- whole numbers under differences --------------------------------------------------------- */

enum { NUMBERS = 6, RANGE = 4 };

static int64_t cost_of(const int64_t *cost, const int32_t *x)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < NUMBERS; i++)
        sum += cost[i] * x[i];
    return sum;
}

static bool keeps(const differences *all, const int32_t *x)
{
    for (uint32_t i = 0; i < all->items_count; i++)
        if (x[all->items[i].to] - x[all->items[i].from] < all->items[i].least)
            return false;
    return true;
}

/* The least cost of all x with x[0] = 0 and the others in 0 .. RANGE. */
static int64_t least_of_all(const differences *all, const int64_t *cost)
{
    int64_t least = INT64_MAX;
    int32_t x[NUMBERS] = {0};
    for (bool more = true; more;) {
        if (keeps(all, x) && cost_of(cost, x) < least)
            least = cost_of(cost, x);
        uint32_t i = 1;
        while (i < NUMBERS && x[i] == RANGE)
            x[i++] = 0;
        more = i < NUMBERS;
        if (more)
            x[i]++;
    }
    return least;
}

static void differences_find_the_least_cost(void **state)
{
    (void)state;
    uint64_t seed = 5;
    uint32_t moved = 0;
    for (uint32_t round = 0; round < 300; round++) {
        arena mem = arena_make();
        differences all = {0};
        int64_t cost[NUMBERS] = {0};
        int32_t x[NUMBERS] = {0};
        for (uint32_t i = 1; i < NUMBERS; i++)
            x[i] = (int32_t)(random_bits(&seed) % (RANGE + 1));
        for (uint32_t i = 1; i < NUMBERS; i++) { /* bounded on both sides */
            differences_add(&mem, &all, 0, i, 0);
            differences_add(&mem, &all, i, 0, -RANGE);
            int64_t one = (int64_t)(random_bits(&seed) % 21) - 10;
            cost[i] += one;
            cost[0] -= one;
        }
        for (uint32_t k = 0; k < 8; k++) {
            const uint32_t from = (uint32_t)(random_bits(&seed) % NUMBERS);
            const uint32_t to = (uint32_t)(random_bits(&seed) % NUMBERS);
            if (from != to) /* what the start keeps */
                differences_add(&mem, &all, from, to,
                                x[to] - x[from] - (int32_t)(random_bits(&seed) % 3));
        }
        const int64_t before = cost_of(cost, x), least = least_of_all(&all, cost);
        differences_solve(&mem, &all, NUMBERS, cost, x);
        assert_true(keeps(&all, x));
        assert_int_equal(x[0], 0);
        assert_int_equal(cost_of(cost, x), least);
        moved += before != least;
        arena_free(&mem);
    }
    assert_true(moved > 200);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void digits_of_constants_add_up_and_are_never_neighbours(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (uint32_t n = 0; n < 20000; n++) {
        const int64_t value = (int64_t)(random_bits(&seed) >> (33 + n % 30)) - (n % 2 ? 1000 : 0);
        uint32_t at[64];
        bool negative[64];
        const uint32_t count = signed_digits(value, at, negative);
        int64_t sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            sum += negative[i] ? -((int64_t)1 << at[i]) : (int64_t)1 << at[i];
            assert_true(i == 0 || at[i] + 1 < at[i - 1]);
        }
        assert_int_equal(sum, value);
    }
}

static void products_take_the_blocks_of_their_device(void **state)
{
    (void)state;
    static const struct {
        uint32_t device, a, b, blocks;
    } CASES[] = {{DEVICE_ecp5, 18, 18, 1}, {DEVICE_ecp5, 19, 18, 2}, {DEVICE_ecp5, 24, 24, 4},
                 {DEVICE_xc7, 18, 18, 1}, {DEVICE_xc7, 25, 18, 1}, {DEVICE_xc7, 18, 25, 1},
                 {DEVICE_xc7, 26, 18, 2}, {DEVICE_xc7, 25, 25, 2}, {DEVICE_xc7, 32, 32, 4},
                 {DEVICE_xcup, 18, 27, 1}, {DEVICE_xcup, 27, 27, 2}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_int_equal(device_blocks(&DEVICE_LIST[CASES[i].device], CASES[i].a, CASES[i].b),
                         CASES[i].blocks);
    assert_ptr_equal(device_named("xcup"), &DEVICE_LIST[DEVICE_xcup]);
    assert_null(device_named("xc"));
    /* operators of binary32 at the clocks of ECP5, and faster by the stated factor */
    assert_int_equal(device_latency(&DEVICE_LIST[DEVICE_xc7], UNIT_MUL, 124, 1), 2);
    assert_int_equal(device_latency(&DEVICE_LIST[DEVICE_xcup], UNIT_MUL, 205, 1), 2);
    assert_int_equal(device_latency(&DEVICE_LIST[DEVICE_xcup], UNIT_MUL, 206, 1), 3);
    /* what chooses from two takes 1.44 ns, from eight 2.88, over the cycles of the operator */
    const device *ecp5 = &DEVICE_LIST[DEVICE_ecp5];
    assert_int_equal(device_latency(ecp5, UNIT_MUL, 80, 1), 1);
    assert_int_equal(device_latency(ecp5, UNIT_MUL, 80, 2), 2);
    assert_int_equal(device_latency(ecp5, UNIT_ADD, 87, 8), 2); /* 10.00 + 2.88 / 2 of 11.49 */
    assert_int_equal(device_latency(ecp5, UNIT_ADD, 88, 8), 3);
}

static void give_equal_bits(arena *mem, const ops *p, const input_box *b, const cells *c,
                            uint64_t seed)
{
    double in[8];
    int64_t words[8], constants[16], wanted[64], got[64], values[64];
    int64_t *scratch = ARENA_ARRAY(mem, int64_t, c->list_count);
    assert_true(p->outputs_count <= 64 && p->list_count <= 64 && p->inputs_count <= 8 &&
                p->constants_count <= 16);
    ops_fixed_constants(p, constants);
    for (uint32_t n = 0; n < 300; n++) {
        input_box_draw(b, &seed, in);
        assert_int_equal(ops_fixed_inputs(p, in, words), p->inputs_count);
        assert_int_equal(ops_eval_fixed(p, constants, words, wanted, values), p->list_count);
        cells_eval(c, words, got, scratch);
        assert_memory_equal(got, wanted, p->outputs_count * sizeof *got);
    }
}

static void cells_compute_what_the_evaluator_does(void **state)
{
    (void)state;
    static const uint32_t WIDTHS[] = {16, 18, 25, 32}, DIGITS[] = {0, 3, 64};
    uint32_t graphs = 0, saved = 0, chains = 0, digits = 0, fused = 0, prepared = 0, taken_off = 0;
    for (uint64_t seed = 1; seed <= 240; seed++) {
        arena mem = arena_make();
        input_box b;
        ops p = fixed_graph(&mem, WIDTHS[seed % 4], seed, &b);
        if (!p.format) {
            arena_free(&mem);
            continue;
        }
        graphs++;
        /* by delay, blocks of the second and the third device add */
        const cells_options how = {&DEVICE_LIST[seed / 2 % DEVICES], seed % 5 ? 10000 : 2,
                                   DIGITS[seed % 3], seed / 4 % 2, 1};
        cells c;
        cells_build(&mem, &p, &how, &c);
        for (uint32_t i = 0; i < c.list_count; i++)
            if (c.list[i].kind == CELL_SUM) {
                const sum_form f = sum_form_of(&c.list[i]);
                assert_false(f.clash);
                saved += f.saves;
                chains += !f.saves;
            } else {
                digits += c.list[i].kind == CELL_DIGIT;
                fused += c.list[i].kind == CELL_PRODUCT && c.list[i].terms == 3;
                prepared += c.list[i].terms == 3 && c.list[i - 1].kind == CELL_SUM &&
                            c.list[i].op == c.list[i - 1].op;
                taken_off += c.list[i].kind == CELL_PRODUCT && c.list[i].term[0].negative;
            }
        give_equal_bits(&mem, &p, &b, &c, seed);
        arena_free(&mem);
    }
    assert_true(graphs > 20 && saved > 20 && chains > 100 && digits > 100);
    assert_true(fused > 20 && prepared > 5 && taken_off > 5);
}

static void cells_of_sines_compute_what_the_evaluator_does(void **state)
{
    (void)state;
    uint32_t graphs[FIXED_TRIG_WIDTH_MOST + 1] = {0}, tables = 0, digits = 0, products = 0;
    for (uint64_t seed = 1; seed <= 17 * 6; seed++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        input_box b;
        const uint32_t width = FIXED_WIDTH_LEAST + (uint32_t)(seed % 17);
        const ops p = fixed_graph_of(&mem, true, width, seed, &b);
        const cells_options how = {&DEVICE_LIST[seed % DEVICES], seed % 4 ? 10000 : 0,
                                   (uint32_t)(seed % 3), seed / 3 % 2, 1};
        cells c;
        stages s;
        const stages_sharing own = {.interval = 1};
        if (!p.format) {
            arena_free(&mem);
            continue;
        }
        graphs[width]++;
        cells_build(&mem, &p, &how, &c);
        uint32_t blocks = 0;
        for (uint32_t i = 0; i < c.list_count; i++) {
            tables += c.list[i].kind == CELL_TABLE;
            digits += c.list[i].kind == CELL_DIGIT && OP_KIND[p.list[c.list[i].op].kind].unit ==
                                                          UNIT_TRIG;
            blocks += c.list[i].kind == CELL_PRODUCT;
        }
        if (!how.by_delay) /* blocks that add may take a product twice, or none */
            assert_int_equal(blocks, c.products);
        products += blocks;
        give_equal_bits(&mem, &p, &b, &c, seed);
        if (stages_place(&mem, &c, how.target, 12500, &own, &s, &d) != STATUS_OK)
            fail_msg("%u bits at 80 MHz: %s", width, d.error.text);
        assert_true(s.slowest_ps <= 12500);
        arena_free(&mem);
    }
    for (uint32_t width = FIXED_WIDTH_LEAST; width <= FIXED_TRIG_WIDTH_MOST; width++)
        assert_true(graphs[width] > 0);
    assert_true(tables > 300 && digits > 100 && products > 100);
}

static uint32_t longest_ps(arena *mem, const ops *p, const device *target)
{
    const circuit_options options = {.name = "n", .target = target, .interval = 1};
    diag d = diag_make(mem);
    circuit c;
    if (circuit_build(mem, p, &options, &c, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return c.stages.slowest_ps;
}

static void blocks_that_add_shorten_the_longest_path(void **state)
{
    (void)state;
    const device *adds = &DEVICE_LIST[DEVICE_xcup];
    device other = *adds;
    uint64_t with = 0, without = 0;
    other.block_adds_ps = 0;
    assert_true(device_adds(adds, 18) && !device_adds(adds, 24) && !device_adds(&other, 18));
    for (uint64_t seed = 1; seed <= 20; seed++) {
        arena mem = arena_make();
        input_box b;
        const ops p = fixed_graph(&mem, 18, seed, &b);
        if (p.format) {
            with += longest_ps(&mem, &p, adds);
            without += longest_ps(&mem, &p, &other);
        }
        arena_free(&mem);
    }
    assert_true(with > 0 && with < without * 9 / 10);
}

static void blocks_are_a_limit(void **state)
{
    (void)state;
    arena mem = arena_make();
    input_box b;
    ops p = fixed_graph(&mem, 18, 2, &b);
    cells free_choice, few;
    cells_options how = {&DEVICE_LIST[0], 10000, 0, false, 1};
    assert_int_not_equal(p.format, 0);
    cells_build(&mem, &p, &how, &free_choice);
    how.most_blocks = free_choice.products - 1;
    cells_build(&mem, &p, &how, &few);
    assert_int_equal(few.products, free_choice.products - 1);
    /* a block for every two products */
    how.interval = 2;
    how.most_blocks = (free_choice.products + 1) / 2;
    cells_build(&mem, &p, &how, &few);
    assert_int_equal(few.products, free_choice.products);
    how.most_blocks = 0; /* products of two variables, too */
    cells_build(&mem, &p, &how, &few);
    assert_int_equal(few.products, 0);
    arena_free(&mem);
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Bits that registers keep when every cell works as early as it may. */
static uint64_t bits_when_early(const stages *s, arena *mem)
{
    const cells *c = s->c;
    uint32_t *at = ARENA_ARRAY(mem, uint32_t, c->list_count);
    uint32_t *last = ARENA_ARRAY(mem, uint32_t, c->list_count);
    uint64_t bits = 0;
    for (uint32_t i = 0; i < c->list_count; i++) {
        /* as in the plan, but not before its operands in it: a legal one all the same */
        at[i] = last[i] = s->at[i];
        for (uint32_t k = 0; k < c->list[i].terms; k++)
            if (OPERAND_CLASS(c->list[i].term[k].from) == FROM_OP) {
                const uint32_t from = OPERAND_INDEX(c->list[i].term[k].from);
                const uint32_t reads = stages_reads(s, i);
                last[from] = last[from] < reads ? reads : last[from];
            }
    }
    for (uint32_t i = 0; i < c->p->outputs_count; i++)
        if (OPERAND_CLASS(c->outputs[i]) == FROM_OP)
            last[OPERAND_INDEX(c->outputs[i])] = s->stages - 1;
    for (uint32_t i = 0; i < c->list_count; i++)
        bits += (uint64_t)c->list[i].bits * (last[i] - at[i]);
    return bits;
}

static void faster_clocks_have_more_stages_and_every_path_fits(void **state)
{
    (void)state;
    uint32_t tried = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        input_box b;
        ops p = fixed_graph(&mem, 18, seed, &b);
        cells c;
        const cells_options how = {&DEVICE_LIST[0], 10000, 3, false, 1};
        const stages_sharing own = {.interval = 1};
        uint32_t before = 1;
        if (p.format)
            cells_build(&mem, &p, &how, &c);
        for (uint32_t mhz = 20; p.format && mhz <= 160; mhz += 20, tried++) {
            stages s;
            if (stages_place(&mem, &c, how.target, 1000000 / mhz, &own, &s, &d) != STATUS_OK)
                fail_msg("%u MHz: %s", mhz, d.error.text);
            assert_int_equal(stages_check(&s, &d), STATUS_OK);
            assert_true(s.stages >= before && s.slowest_ps <= 1000000 / mhz);
            before = s.stages;
            /* what it says of registers is what the stages are */
            uint64_t inputs = 0;
            for (uint32_t i = 0; i < p.inputs_count; i++)
                inputs += (uint64_t)p.format * s.input_last[i];
            assert_int_equal(s.register_bits, inputs + bits_when_early(&s, &mem));
            /* a cell that comes too late for its readers, or too early for the clock, is found */
            if (s.stages > 2) {
                uint32_t i = 0;
                while (s.at[i] == s.last[i] || s.at[i] == 0)
                    if (++i == c.list_count)
                        break;
                if (i < c.list_count) {
                    diag spoilt = diag_make(&mem);
                    s.last[i] = s.at[i];
                    assert_int_not_equal(stages_check(&s, &spoilt), STATUS_OK);
                }
            }
        }
        arena_free(&mem);
    }
    assert_true(tried > 50);
}

static void a_clock_that_no_cell_keeps_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    input_box b;
    ops p = fixed_graph(&mem, 18, 2, &b);
    const circuit_options options = {.name = "n", .target = &DEVICE_LIST[0], .clock_mhz = 900,
                                     .interval = 1};
    circuit c;
    assert_int_not_equal(circuit_build(&mem, &p, &options, &c, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "900 MHz is too fast"));
    arena_free(&mem);
}

/* Whatever their latencies, operators of binary32 find their operands in the same stage. */
static void operators_of_binary32_meet_their_operands(void **state)
{
    (void)state;
    for (uint32_t run = 0; run < 10; run++) { /* each clock with operators alone, then shared */
        const uint32_t mhz = 20 + 25 * (run / 2), users = run % 2 ? 8 : 1;
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_with_branches(ops_random_of(&mem, OP_SIN, 8, 60, mhz));
        const circuit_options options = {.name = "n", .target = &DEVICE_LIST[0], .clock_mhz = mhz,
                                         .interval = users, .most_blocks = 10000};
        circuit c;
        if (circuit_build(&mem, &p, &options, &c, &d) != STATUS_OK)
            fail_msg("%s", d.error.text);
        assert_int_equal(c.cells.list_count, p.list_count);
        for (uint32_t i = 0; i < p.list_count; i++) {
            assert_int_equal(c.stages.at[i] - stages_reads(&c.stages, i), c.cells.list[i].cycles);
            assert_true(device_latency(options.target, OP_KIND[p.list[i].kind].unit, mhz,
                                       users) == c.cells.list[i].cycles);
        }
        arena_free(&mem);
    }
}

static void operators_that_are_not_there_are_refused(void **state)
{
    (void)state;
    static const struct {
        op_kind kinds;
        uint32_t mhz, blocks;
        const char *why;
    } CASES[] = {{OP_DIV, 400, 10000, "no operator for '"},
                 {OP_SIN, 141, 10000, "no operator for '"},
                 {OP_DIV, 50, 3, "multiplier blocks, and there are 3"},
                 {OP_DIV, 0, 10000, "operators of binary32 have registers"}};
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_random_of(&mem, CASES[i].kinds, 8, 60, 1);
        const circuit_options options = {.name = "n", .target = &DEVICE_LIST[0],
                                         .clock_mhz = CASES[i].mhz, .interval = 1,
                                         .most_blocks = CASES[i].blocks};
        circuit c;
        assert_int_not_equal(circuit_build(&mem, &p, &options, &c, &d), STATUS_OK);
        if (!strstr(d.error.text, CASES[i].why))
            fail_msg("%s", d.error.text);
        arena_free(&mem);
    }
}

/* ---- shared operators ------------------------------------------------------------------------ */

/* Random numbers in a row, each some stages after a few before it. */
static void phases_are_free_and_keep_differences(void **state)
{
    (void)state;
    enum { COUNT = 40, KINDS = 2 };
    uint64_t seed = 3;
    for (uint32_t round = 0; round < 200; round++) {
        arena mem = arena_make();
        differences all = {0};
        uint32_t kind[COUNT], most[KINDS] = {0}, counts[KINDS] = {0};
        int32_t x[COUNT] = {0};
        const uint32_t interval = 2 + (uint32_t)(random_bits(&seed) % 6);
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t own = (uint32_t)(random_bits(&seed) % 3);
            kind[i] = own < KINDS && i && i < COUNT - 1 ? own : PHASES_ALONE;
            if (kind[i] != PHASES_ALONE)
                counts[own]++;
            for (uint32_t k = 0; i && k < 2; k++) {
                const uint32_t from = i == COUNT - 1 ? (uint32_t)(random_bits(&seed) % i)
                                                     : i - 1 - (uint32_t)(random_bits(&seed) %
                                                                          (i < 5 ? i : 5));
                const int32_t least = 1 + (int32_t)(random_bits(&seed) % 3);
                differences_add(&mem, &all, from, i, least);
                x[i] = x[i] < x[from] + least ? x[from] + least : x[i];
            }
        }
        for (uint32_t i = 1; i + 1 < COUNT; i++) { /* nothing after the end */
            differences_add(&mem, &all, i, COUNT - 1, 0);
            x[COUNT - 1] = x[i] > x[COUNT - 1] ? x[i] : x[COUNT - 1];
        }
        for (uint32_t k = 0; k < KINDS; k++) /* now and then with one to spare */
            most[k] = (counts[k] + interval - 1) / interval + round % 2;
        const phases p = {&all, COUNT, kind, most, KINDS, interval};
        phases_choose(&mem, &p, x);
        assert_int_equal(x[0], 0);
        for (uint32_t i = 0; i < all.items_count; i++)
            assert_true(x[all.items[i].to] - x[all.items[i].from] >= all.items[i].least);
        assert_true(phases_fit(&mem, &p, x));
        /* what does not fit is seen: one operator less than the fullest phase of kind 0 has */
        uint32_t fullest = 0;
        for (uint32_t phase = 0; phase < interval; phase++) {
            uint32_t here = 0;
            for (uint32_t i = 0; i < COUNT; i++)
                here += kind[i] == 0 && (uint32_t)x[i] % interval == phase;
            fullest = here > fullest ? here : fullest;
        }
        most[0] = fullest - 1;
        assert_true(fullest && !phases_fit(&mem, &p, x));
        arena_free(&mem);
    }
}

/* No two operations have an operator at a time, and there are as few as the interval allows. */
static void shared_operators_have_one_operation_at_a_time(void **state)
{
    (void)state;
    uint32_t shared = 0;
    for (uint32_t interval = 2; interval <= 9; interval++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_random_of(&mem, OP_ATAN2, 8, 60, interval);
        const circuit_options options = {.name = "n", .target = &DEVICE_LIST[0], .clock_mhz = 50,
                                         .interval = interval};
        circuit c;
        if (circuit_build(&mem, &p, &options, &c, &d) != STATUS_OK)
            fail_msg("%s", d.error.text);
        uint32_t counts[UNIT_KINDS + 1] = {0};
        for (uint32_t i = 0; i < c.cells.list_count; i++) {
            counts[cells_unit(&c.cells, i)]++;
            for (uint32_t k = 0; k < i && c.shared.of[i] != OPERATOR_OWN; k++)
                if (c.shared.of[k] == c.shared.of[i]) {
                    shared++;
                    assert_int_equal(cells_unit(&c.cells, i), cells_unit(&c.cells, k));
                    assert_int_not_equal(c.stages.at[i] % interval, c.stages.at[k] % interval);
                }
        }
        for (unit_kind k = 0; k < UNIT_KINDS; k++)
            assert_int_equal(c.shared.of_kind[k], (counts[k] + interval - 1) / interval);
        /* two at a time are found */
        uint32_t first = UINT32_MAX;
        for (uint32_t i = 0; i < c.cells.list_count; i++)
            if (cells_unit(&c.cells, i) == UNIT_ADD)
                first = first == UINT32_MAX ? i : first;
        c.stages.sharing.most[UNIT_ADD] = 0;
        assert_true(first != UINT32_MAX && stages_check(&c.stages, &d) != STATUS_OK);
        arena_free(&mem);
    }
    assert_true(shared > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_find_the_least_cost),
        cmocka_unit_test(products_take_the_blocks_of_their_device),
        cmocka_unit_test(digits_of_constants_add_up_and_are_never_neighbours),
        cmocka_unit_test(cells_compute_what_the_evaluator_does),
        cmocka_unit_test(cells_of_sines_compute_what_the_evaluator_does),
        cmocka_unit_test(blocks_that_add_shorten_the_longest_path),
        cmocka_unit_test(blocks_are_a_limit),
        cmocka_unit_test(faster_clocks_have_more_stages_and_every_path_fits),
        cmocka_unit_test(a_clock_that_no_cell_keeps_is_refused),
        cmocka_unit_test(operators_of_binary32_meet_their_operands),
        cmocka_unit_test(operators_that_are_not_there_are_refused),
        cmocka_unit_test(phases_are_free_and_keep_differences),
        cmocka_unit_test(shared_operators_have_one_operation_at_a_time),
    };
    return cmocka_run_group_tests_name("circuit", tests, NULL, NULL);
}
