/* SPDX-License-Identifier: MIT */
/* Units that modules share: numbers of their parts, names of cores that have them, which programs
 * fit, and how many a schedule asks for. */
#include "unit/program_fixture.h"
#include "shape_called.h"
#include "tauflow_regs.h"

#include "schedule/machine_choice.h"

enum { CORE_NETWORKS = NETWORK_KINDS - NETWORK_CROSSBAR };

/* Shapes of all networks with every mix of shared units that makes a difference. */
static tauflow_shape shape_number_of(uint32_t i)
{
    tauflow_shape c = shape_default();
    c.network = NETWORK_CROSSBAR + i % CORE_NETWORKS;
    i /= CORE_NETWORKS;
    c.modules = network_of(c.network)->least + i % 5;
    c.out_lanes = 1 + i / 5 % 2;
    c.shared_units[0] = i / 10 % 5;
    c.shared_units[1] = i / 50 % 5;
    for (uint32_t k = 0; k < TAUFLOW_SHARED_KINDS; k++)
        c.latency_cycles[TAUFLOW_MODULE_KINDS + k] = c.shared_units[k] ? 3 + k : 0;
    return c;
}
enum { SHAPES = 250 * CORE_NETWORKS, SHARED_DIV = UNIT_DIV - TAUFLOW_MODULE_KINDS };

static void units_are_numbered_kind_by_kind(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SHAPES; i++) {
        const tauflow_shape c = shape_number_of(i);
        uint32_t unit = 0;
        for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++)
            for (uint32_t n = 0; n < core_kind_units(&c, (unit_kind)k); n++, unit++) {
                assert_int_equal(core_unit(&c, (unit_kind)k, n), unit);
                assert_int_equal(core_unit_kind(&c, unit), k);
                assert_int_equal(core_unit_number(&c, unit), n);
            }
        assert_int_equal(core_units(&c), unit);
        const machine m = machine_of_shape(&c);
        assert_int_equal(machine_units(&m), unit);
        for (uint32_t u = 0; u < unit && core_relays(&c); u++)
            assert_int_equal(machine_unit_module(&m, u), core_unit_module(&c, u));
        const tauflow_shape back = shape_of_machine(&m);
        assert_memory_equal(back.shared_units, c.shared_units, sizeof c.shared_units);
        assert_memory_equal(back.latency_cycles, c.latency_cycles, sizeof c.latency_cycles);
    }
}

/* A select and the bit in a mask say the same of who reaches whom; each means one thing. */
static void selects_and_masks_name_the_same_pairs(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SHAPES; i++) {
        const tauflow_shape c = shape_number_of(i);
        uint32_t selected = 0, masked = 0;
        for (uint32_t r = 0; r < core_receivers(&c); r++)
            for (uint32_t select = 0; select < 256; select++) {
                const uint32_t source = core_selected(&c, r, select);
                if (source == UINT32_MAX)
                    continue;
                selected++;
                assert_true(source < core_sources(&c));
                assert_int_equal(core_select(&c, r, source), select);
                const uint32_t bit = core_mask_bit(&c, source, r);
                assert_true(bit < core_mask_bits(&c, source));
                assert_int_equal(core_masked(&c, source, bit), r);
            }
        for (uint32_t s = 0; s < core_sources(&c); s++)
            for (uint32_t bit = 0; bit < 128; bit++)
                masked += core_masked(&c, s, bit) != UINT32_MAX;
        assert_int_equal(selected, masked);
    }
}

static void names_and_registers_carry_shared_units(void **state)
{
    (void)state;
    char name[SHAPE_NAME_BYTES];
    for (uint32_t i = 0; i < SHAPES; i++) {
        const tauflow_shape c = shape_number_of(i);
        shape_name(&c, name);
        assert_int_equal(strstr(name, "_div") != NULL, c.shared_units[0] > 0);
        const tauflow_shape back = shape_called(name);
        assert_memory_equal(&back, &c, sizeof c);
        const tauflow_shape told = shape_reported(&c);
        assert_memory_equal(told.shared_units, c.shared_units, sizeof c.shared_units);
        assert_memory_equal(told.latency_cycles, c.latency_cycles, sizeof c.latency_cycles);
    }
}

static void bad_names_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *end, *said;
    } bad[] = {{"_div0_div-latency9", "names no core"},
               {"_div-latency9_div1", "names no core"},
               {"_div1_div1", "names no core"},
               {"_div5_div-latency9", "5 dividers, 0 or 1..4 expected"},
               {"_div1", "1 dividers with a latency of 0"},
               {"_sqrt-latency9", "0 root extractors with a latency of 9"}};
    char whole[SHAPE_NAME_BYTES], name[SHAPE_NAME_BYTES];
    const tauflow_shape standard = shape_default();
    shape_name(&standard, name);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tauflow_shape c;
        report why;
        snprintf(whole, sizeof whole, "%.120s%s", name, bad[i].end);
        assert_int_equal(shape_parse(whole, &c, &why), TAUFLOW_BAD_CALL);
        if (!strstr(why.text, bad[i].said))
            fail_msg("%s: %s", whole, why.text);
    }
}

static void a_line_gives_a_latency_where_none_is_named(void **state)
{
    (void)state;
    tauflow_shape c = shape_default();
    report why;
    assert_int_equal(shape_parse_line("div=2 sqrt=1 sqrt_latency=3", &c, &why), TAUFLOW_OK);
    assert_int_equal(c.shared_units[SHARED_DIV], 2);
    assert_int_equal(c.latency_cycles[UNIT_DIV], TAUFLOW_DIV_CYCLES);
    assert_int_equal(c.latency_cycles[UNIT_SQRT], 3);
    assert_int_equal(shape_parse_line("div=0", &c, &why), TAUFLOW_OK);
    assert_int_equal(c.latency_cycles[UNIT_DIV], 0);
}

static void the_core_for_a_program_has_the_shared_units_it_asks_for(void **state)
{
    (void)state;
    tauflow_shape needs = shape_default(), found;
    report why;
    needs.shared_units[SHARED_DIV] = 1;
    needs.latency_cycles[UNIT_DIV] = 9;
    assert_int_equal(shape_fits(&needs, &(tauflow_shape){0}, &why), TAUFLOW_WRONG_SHAPE);
    const tauflow_shape without = shape_default();
    assert_int_equal(shape_fits(&needs, &without, &why), TAUFLOW_WRONG_SHAPE);
    assert_non_null(strstr(why.text, "it needs 1 dividers and the core has 0"));
    assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_OK);
    assert_memory_equal(&found, &needs, sizeof found);
    needs.modules = 2; /* the others rest */
    assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_OK);
    assert_int_equal(found.modules, without.modules);
    found.latency_cycles[UNIT_DIV] = 2;
    assert_int_equal(shape_fits(&needs, &found, &why), TAUFLOW_WRONG_SHAPE);
    assert_non_null(strstr(why.text, "needs 9 results in flight on a divider and the core has 2"));
}

static void on_a_ring_a_shared_unit_must_stay_at_its_station(void **state)
{
    (void)state;
    tauflow_shape needs = shape_called("ring_3_2_0_3_4_0_8_4_32_64_512_512_512_64_64_div1_sqrt1_"
                                       "div-latency9_sqrt-latency8"),
                  core = needs;
    report why;
    core.shared_units[1] = 3;
    assert_int_equal(shape_fits(&needs, &core, &why), TAUFLOW_OK);
    core.shared_units[SHARED_DIV] = 2; /* and the root goes on to station 2 */
    assert_int_equal(shape_fits(&needs, &core, &why), TAUFLOW_WRONG_SHAPE);
    assert_non_null(strstr(why.text, "it needs sqrt0 at station 1 of the ring and the core has it "
                                     "at 2"));
    core.shared_units[SHARED_DIV] = 4; /* round once */
    assert_int_equal(shape_fits(&needs, &core, &why), TAUFLOW_OK);
}

/* 40 products, 10 sums, 9 quotients. */
static ops quotients(arena *mem)
{
    text t = text_make(mem);
    text_add(&t, "tauflow-ops 1\nrobot q\ninput x plain\ninput y plain\n");
    for (uint32_t i = 0; i < 40; i++)
        text_printf(&t, "m%u = mul x y\n", i);
    for (uint32_t i = 0; i < 10; i++)
        text_printf(&t, "a%u = add m%u m%u\n", i, i, i + 10);
    for (uint32_t i = 0; i < 9; i++)
        text_printf(&t, "d%u = div a%u m%u\n", i, i, i + 20);
    for (uint32_t i = 0; i < 9; i++)
        text_printf(&t, "output d%u plain = d%u\n", i, i);
    text_add(&t, "output a9 plain = a9\n");
    for (uint32_t i = 29; i < 40; i++)
        text_printf(&t, "output m%u plain = m%u\n", i, i);
    return ops_from(mem, t.bytes);
}

static void machines_get_the_shared_units_that_operations_need(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = quotients(&mem);
    machine m = machine_offered();
    machine_share(&p, 0, &m);
    assert_int_equal(m.units[UNIT_DIV], 1);
    assert_int_equal(m.latency_cycles[UNIT_DIV], TAUFLOW_DIV_CYCLES);
    assert_int_equal(m.units[UNIT_SQRT], 0);
    assert_int_equal(m.latency_cycles[UNIT_SQRT], 1);
    m.units[UNIT_DIV] = 0;
    machine_share(&p, 4, &m); /* 9 in 4 cycles */
    assert_int_equal(m.units[UNIT_DIV], 3);
    machine_share(&p, 1, &m); /* what there is stays */
    assert_int_equal(m.units[UNIT_DIV], 3);
    m.units[UNIT_DIV] = 0;
    machine_share(&p, 1, &m); /* as many as a core can have */
    assert_int_equal(m.units[UNIT_DIV], TAUFLOW_DIVS_MOST);
    diag d = diag_make(&mem);
    schedule_wish w = schedule_wish_default();
    schedule s;
    assert_int_equal(schedule_by_wish(&mem, &p, &w, &s, &d), STATUS_OK);
    assert_int_equal(s.target.units[UNIT_DIV], 1);
    w.goal = GOAL_THROUGHPUT; /* 40 products on 8 modules: 5 cycles */
    machine_set_modules(&w.target, 8);
    assert_int_equal(schedule_by_wish(&mem, &p, &w, &s, &d), STATUS_OK);
    assert_int_equal(s.target.units[UNIT_DIV], 2);
    w.open_shared = false;
    assert_int_equal(schedule_by_wish(&mem, &p, &w, &s, &d), STATUS_INPUT);
    arena_free(&mem);
}

/* More quotients than one divider does in the time of the rest: the bounds must know. */
static void bounds_hold_with_few_shared_units(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CORES_COUNT; i++) {
        if (!strstr(CORES[i], " div="))
            continue;
        for (uint64_t seed = 1; seed <= 6; seed++) {
            arena mem = arena_make();
            const machine m = machine_from(CORES[i]);
            const ops p = graph_for_line(&mem, CORES[i], 6, 80, seed);
            const graph g = graph_build(&mem, &p);
            const schedule s = schedule_by(&mem, "best", &p, &m, seed, 8);
            assert_true(bounds_compute(&mem, &g, &m).best <= s.cycles);
            arena_free(&mem);
        }
    }
}

/* The drawing of docs/machine.md, for units of both kinds; ports, lanes and a divider hear and are
 * heard by all. */
static void operands_of_a_sparse_crossbar_are_deaf_to_one_module(void **state)
{
    (void)state;
    static const char *const HEARS[4][2] = {
        {"x.xx", "xx.x"}, {"xx.x", "xxx."}, {"xxx.", ".xxx"}, {".xxx", "x.xx"}};
    const tauflow_shape c = shape_called("sparse_4_2_0_3_4_0_8_4_32_64_512_512_512_64_64_div1"
                                         "_div-latency9");
    const machine m = machine_of_shape(&c);
    for (uint32_t r = 0; r < core_first_relay(&c); r++)
        for (uint32_t s = 0; s < core_sources(&c); s++) {
            const bool both = r < 16 && s < 8; /* operands and units of modules */
            assert_int_equal(core_hears(&c, r, s),
                             !both || HEARS[r / 2 % 4][r % 2][s % 4] == 'x');
            if (s < core_units(&c))
                assert_int_equal(machine_hears(&m, r, s), core_hears(&c, r, s));
        }
    assert_int_equal(core_mask_bits(&c, 0), core_first_relay(&c) - 4);
    assert_int_equal(core_mask_bits(&c, 8), core_first_relay(&c));
}

static void a_sparse_program_is_for_so_many_modules(void **state)
{
    (void)state;
    const tauflow_shape four = shape_called("sparse_4_2_0_3_4_0_8_4_32_64_512_512_512_64_64");
    tauflow_shape other = four, found;
    report why;
    other.modules = 5;
    assert_int_equal(shape_fits(&four, &four, &why), TAUFLOW_OK);
    assert_int_equal(shape_fits(&four, &other, &why), TAUFLOW_WRONG_SHAPE);
    assert_non_null(strstr(why.text, "for a sparse crossbar of 4 modules and the core has 5"));
    assert_int_equal(shape_choose(&four, &found, &why), TAUFLOW_OK);
    assert_memory_equal(&found, &four, sizeof found);
    other.modules = 2;
    assert_int_equal(shape_check(&other, TAUFLOW_BAD_CALL, "core", &why), TAUFLOW_BAD_CALL);
    assert_non_null(strstr(why.text, "a sparse crossbar has 3 or more"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_numbered_kind_by_kind),
        cmocka_unit_test(selects_and_masks_name_the_same_pairs),
        cmocka_unit_test(operands_of_a_sparse_crossbar_are_deaf_to_one_module),
        cmocka_unit_test(a_sparse_program_is_for_so_many_modules),
        cmocka_unit_test(names_and_registers_carry_shared_units),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(a_line_gives_a_latency_where_none_is_named),
        cmocka_unit_test(the_core_for_a_program_has_the_shared_units_it_asks_for),
        cmocka_unit_test(on_a_ring_a_shared_unit_must_stay_at_its_station),
        cmocka_unit_test(machines_get_the_shared_units_that_operations_need),
        cmocka_unit_test(bounds_hold_with_few_shared_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
