/* SPDX-License-Identifier: MIT */
/* The machine description: its line, its JSON, its names, and what it refuses. */
#include "unit/sched_fixture.h"

#include "machine/core_files.h"

#include <stddef.h>

static void a_printed_machine_reads_back_the_same(void **state)
{
    (void)state;
    arena mem = arena_make();
    for (uint32_t i = 0; i < MACHINES_COUNT; i++) {
        machine m = machine_from(MACHINES[i]);
        text line = text_make(&mem), again = text_make(&mem);
        machine_print(&m, &line);
        machine back = machine_from(line.bytes);
        machine_print(&back, &again);
        assert_string_equal(line.bytes, again.bytes);
        assert_memory_equal(&m, &back, sizeof m);
    }
    arena_free(&mem);
}

/* What core a machine of the compiler is, as the library calls it. */
static void the_default_machine_is_the_core_we_ship(void **state)
{
    (void)state;
    const machine m = machine_default();
    const tauflow_shape core = shape_default();
    assert_int_equal(m.network, core.network);
    assert_int_equal(m.units[UNIT_MUL], core.modules);
    assert_int_equal(m.units[UNIT_ADD], core.modules);
    assert_int_equal(m.lanes, core.lanes);
    assert_int_equal(m.out_lanes, core.out_lanes);
    assert_int_equal(m.transfer_cycles, core.transfer_cycles);
    assert_int_equal(m.latency_cycles[UNIT_MUL], core.latency_cycles[UNIT_MUL]);
    assert_int_equal(m.latency_cycles[UNIT_ADD], core.latency_cycles[UNIT_ADD]);
    assert_int_equal(m.queue, core.queue);
    assert_int_equal(m.lane_queue, core.lane_queue);
    assert_int_equal(m.relay_queue, core.relay_queue);
}

static void assert_told(const char *line, const char *words)
{
    arena mem = arena_make();
    machine m = machine_from(line);
    text told = text_make(&mem);
    machine_tell(&m, &told);
    assert_string_equal(told.bytes, words);
    arena_free(&mem);
}

static void a_machine_is_told_in_words(void **state)
{
    (void)state;
    assert_told("mul=1 add=1", "ideal, 1 module, inputs in place, latencies 1 and 1");
    assert_told(
        "mul=2 add=0 div=1 div_latency=9 transfer=2",
        "ideal, 2 multipliers, 0 adders, 1 divider, inputs in place, transfers of 2 cycles, "
        "latencies 1 and 1, of a divider 9");
    assert_told("network=ring modules=2 mul=4 add=4 lanes=1 transfer=1 slots=16 receivers=1",
                "ring, 2 modules, 4 multipliers, 4 adders, 1 input lane, words stored first, "
                "latencies 1 and 1, one store a unit, 16 slots");
    assert_told("network=sparse mul=4 add=4 lanes=2",
                "sparse crossbar, 4 modules, 2 input lanes, words forwarded, latencies 1 and 1");
    assert_told("network=crossbar mul=3 add=3 lanes=2 out_lanes=2 queue=5",
                "crossbar, 3 modules, 2 input lanes, 2 output lanes, words forwarded, latencies 1 "
                "and 1, queues of 5, lanes 8, relays 4");
}

/* Each number at the edge of a size, then one more; the last size refuses with the numbers. */
static void a_program_gets_the_smallest_size_that_holds_it(void **state)
{
    (void)state;
    static const char *const SIZES[] = {"default", "large", "huge"};
    const size_t fields[] = {
        offsetof(tauflow_shape, slots),      offsetof(tauflow_shape, constants),
        offsetof(tauflow_shape, receptions), offsetof(tauflow_shape, issues),
        offsetof(tauflow_shape, lane_words), offsetof(tauflow_shape, output_words)};
    report why;
    char word[SHAPE_NAME_BYTES];
    for (size_t k = 0; k < sizeof SIZES / sizeof SIZES[0]; k++)
        for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
            tauflow_shape needs = shape_default(), edge, found;
            assert_true(shape_of_size(SIZES[k], &edge));
            uint32_t *wanted = (uint32_t *)((char *)&needs + fields[f]);
            *wanted = *(uint32_t *)((char *)&edge + fields[f]);
            assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_OK);
            shape_word(&found, word);
            assert_string_equal(word, SIZES[k]);
            ++*wanted;
            if (k + 1 < sizeof SIZES / sizeof SIZES[0]) {
                assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_OK);
                shape_word(&found, word);
                assert_string_equal(word, SIZES[k + 1]);
            } else {
                assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_WRONG_SHAPE);
                assert_non_null(strstr(why.text, "does not fit"));
            }
        }
}

/* Fewer modules and lanes rest; other times or another network need a core of their own. */
static void a_program_keeps_the_default_machine_only_where_its_cycles_hold(void **state)
{
    (void)state;
    const tauflow_shape standard = shape_default();
    tauflow_shape needs = standard, found;
    report why;
    needs.modules = needs.lanes = 1;
    assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_OK);
    assert_memory_equal(&found, &standard, sizeof found);
    const size_t times[] = {offsetof(tauflow_shape, transfer_cycles),
                            offsetof(tauflow_shape, latency_cycles[0]),
                            offsetof(tauflow_shape, latency_cycles[1]),
                            offsetof(tauflow_shape, queue),
                            offsetof(tauflow_shape, lane_queue),
                            offsetof(tauflow_shape, modules),
                            offsetof(tauflow_shape, lanes),
                            offsetof(tauflow_shape, out_lanes),
                            offsetof(tauflow_shape, network)};
    for (size_t f = 0; f < sizeof times / sizeof times[0]; f++) {
        needs = standard;
        ++*(uint32_t *)((char *)&needs + times[f]);
        assert_int_equal(shape_choose(&needs, &found, &why), TAUFLOW_OK);
        assert_memory_equal(&found, &needs, sizeof found);
    }
}

static void the_json_object_holds_every_key_of_the_line(void **state)
{
    (void)state;
    arena mem = arena_make();
    machine m = machine_from(
        "network=ring modules=2 mul=4 add=2 slots=16 lanes=2 transfer=1 mul_latency=4");
    text line = text_make(&mem), json = text_make(&mem);
    machine_print(&m, &line);
    machine_print_json(&m, &json);
    uint32_t keys = 0;
    for (char *key = strtok(line.bytes, " "); key; key = strtok(NULL, " "), keys++) {
        char *equals = strchr(key, '=');
        *equals = '\0';
        const char *quote = strcmp(key, "network") == 0 ? "\"" : "";
        assert_non_null(
            strstr(json.bytes, arena_printf(&mem, "\"%s\":%s%s%s", key, quote, equals + 1, quote)));
    }
    assert_int_equal(keys, 16);
    arena_free(&mem);
}

/* Those that --modules asks for: on a crossbar as many as of the kind that it has most of. */
static void the_json_object_counts_modules_on_every_network(void **state)
{
    (void)state;
    static const struct {
        const char *line, *json;
    } cases[] = {
        {"network=ideal mul=5 add=4", "\"modules\":5,"},
        {"network=crossbar mul=2 add=2 lanes=1", "\"modules\":2,"},
        {"network=sparse mul=4 add=4 lanes=2", "\"modules\":4,"},
        {"network=ring modules=2 mul=4 add=2 lanes=2", "\"modules\":2,"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arena mem = arena_make();
        const machine m = machine_from(cases[i].line);
        text json = text_make(&mem);
        machine_print_json(&m, &json);
        if (!strstr(json.bytes, cases[i].json))
            fail_msg("%s is not in %s", cases[i].json, json.bytes);
        arena_free(&mem);
    }
}

static void every_unit_and_receiver_is_found_by_its_name(void **state)
{
    (void)state;
    arena mem = arena_make();
    uint32_t seen = 0;
    for (uint32_t i = 0; i < MACHINES_COUNT; i++) {
        machine m = machine_from(MACHINES[i]);
        for (uint32_t u = 0; u < machine_units(&m); u++, seen++) {
            text name = text_make(&mem);
            machine_unit_name(&m, u, &name);
            assert_int_equal(machine_find_unit(&m, name.bytes, name.length), u);
            assert_true(machine_unit_module(&m, u) < m.stations);
        }
        for (uint32_t r = 0; r < machine_receivers(&m); r++, seen++) {
            text name = text_make(&mem);
            machine_receiver_name(&m, r, &name);
            assert_int_equal(machine_find_receiver(&m, name.bytes, name.length), r);
        }
    }
    assert_true(seen > 100);
    arena_free(&mem);
}

static void names_beyond_the_machine_are_not_found(void **state)
{
    (void)state;
    machine m = machine_from("network=ring modules=2 mul=2 add=2 transfer=1");
    static const char *const units[] = {"mul2",  "add02",          "add",  "div0",
                                        "mul-1", "mul99999999999", "mux0", ""};
    static const char *const receivers[] = {"mul0", "mul0.c", "mul2.a",        "m2>", "m0",
                                            "m>",   "outs",   "m99999999999>", ".a"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        assert_int_equal(machine_find_unit(&m, units[i], strlen(units[i])), UINT32_MAX);
    for (size_t i = 0; i < sizeof receivers / sizeof *receivers; i++)
        assert_int_equal(machine_find_receiver(&m, receivers[i], strlen(receivers[i])), UINT32_MAX);
}

#define DIGITS_50 "12345678901234567890123456789012345678901234567890"

static void impossible_machines_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        uint32_t column;
        const char *message;
    } cases[] = {
        {"", 1, "no unit"},
        {"mul=0 add=0", 1, "no unit"},
        {"mul=1 add=1 mul=2", 13, "'mul' is given twice"},
        {"mul=1  speed=3", 8, "'speed=3'"},
        {"mul", 1, "'mul' is not a known key=value"},
        {"add=1 mul=x", 7, "'mul=x' needs a whole number"},
        {"mul=-1 add=1", 1, "'mul=-1' needs a whole number"},
        {"mul=9999999999", 1, "'mul=9999999999' needs a whole number"},
        /* a word alone, wherever it stands, and sixty characters of it at most */
        {"mul=1 add=x lanes=2", 7, "'add=x' needs a whole number"},
        {"mul=1 network=crossbar modules=1 transfer=1 add=x lanes=2", 45, "'add=x' needs"},
        {"add=" DIGITS_50 "12345 mul=1", 1, "'add=" DIGITS_50 "12345' needs"},
        {"add=" DIGITS_50 "123456 mul=1", 1, "'add=" DIGITS_50 "123456' needs"},
        {"add=" DIGITS_50 "1234567 mul=1", 1, "'add=" DIGITS_50 "123456' needs"},
        {"network=" DIGITS_50 "123456789 mul=1", 1, "'" DIGITS_50 "123456789';"},
        {"network=" DIGITS_50 "1234567890 mul=1", 1, "'" DIGITS_50 "1234567890';"},
        {"network=" DIGITS_50 "12345678901 mul=1", 1, "'" DIGITS_50 "1234567890';"},
        {"mul=5000", 1, "mul=5000 is out of range"},
        {"mul=1 mul_latency=0", 1, "mul_latency=0 is out of range"},
        {"mul=1 queue=1000001", 1, "queue=1000001"},
        {"mul=1 receivers=3", 1, "receivers=3"},
        {"mul=1 network=mesh", 7, "unknown network 'mesh'"},
        {"mul=1 network=crossbar transfer=2", 1, "transfer=2"},
        {"mul=2 network=crossbar modules=2", 1, "modules=2"},
        {"mul=2 lanes=1", 1, "lanes=1"},
        {"mul=3 add=2 network=ring modules=2", 1, "mul=3 cannot be shared"},
        {"mul=2 add=2 network=sparse", 1, "a sparse crossbar has 3 to 16 modules"},
        {"mul=17 add=17 network=sparse", 1, "a sparse crossbar has 3 to 16 modules"},
        {"mul=4 add=4 network=sparse receivers=1", 1, "a sparse crossbar has 3 to 16 modules"},
        {"mul=4 add=3 network=sparse", 1, "add=3 and mul=4; a sparse crossbar has whole modules"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        machine m;
        place at = {.file = "f", .line = 1, .column = 1};
        assert_int_equal(machine_parse(cases[i].line, strlen(cases[i].line), at, &m, &d),
                         STATUS_INPUT);
        if (!strstr(d.error.text, cases[i].message) || d.error.at.column != cases[i].column)
            fail_msg("%s: column %u: %s", cases[i].line, d.error.at.column, d.error.text);
        arena_free(&mem);
    }
}

static void a_machine_without_a_needed_unit_is_refused_by_every_scheduler(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(
        &mem,
        "tauflow-ops 1\nrobot r\ninput x plain\na = mul x x\nb = add a x\noutput o plain = b\n");
    machine m = machine_from("mul=3");
    for (const scheduler_info *s = SCHEDULERS; s->word; s++) {
        diag d = diag_make(&mem);
        schedule out;
        scheduler_options options = {0};
        assert_int_equal(s->run(&mem, &p, &m, &options, &out, &d), STATUS_INPUT);
        assert_non_null(strstr(d.error.text, "no add unit"));
    }
    arena_free(&mem);
}

static void names_of_shapes_read_back_and_networks_that_are_none_have_one(void **state)
{
    (void)state;
    char name[SHAPE_NAME_BYTES];
    for (uint32_t lanes = 1; lanes <= 4; lanes++) {
        tauflow_shape shape = shape_default(), back;
        report r;
        shape.out_lanes = lanes;
        shape_name(&shape, name);
        assert_int_equal(shape_parse(name, &back, &r), TAUFLOW_OK);
        assert_memory_equal(&shape, &back, sizeof shape);
    }
    const uint32_t none[] = {NETWORK_KINDS, NETWORK_KINDS + 1, UINT32_MAX};
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        tauflow_shape shape = shape_default();
        shape.network = none[k];
        shape_name(&shape, name);
        const char *word = network_of(NETWORK_IDEAL)->word;
        assert_memory_equal(name, word, strlen(word));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_shapes_read_back_and_networks_that_are_none_have_one),
        cmocka_unit_test(the_default_machine_is_the_core_we_ship),
        cmocka_unit_test(a_machine_is_told_in_words),
        cmocka_unit_test(a_program_gets_the_smallest_size_that_holds_it),
        cmocka_unit_test(a_program_keeps_the_default_machine_only_where_its_cycles_hold),
        cmocka_unit_test(a_printed_machine_reads_back_the_same),
        cmocka_unit_test(the_json_object_holds_every_key_of_the_line),
        cmocka_unit_test(the_json_object_counts_modules_on_every_network),
        cmocka_unit_test(every_unit_and_receiver_is_found_by_its_name),
        cmocka_unit_test(names_beyond_the_machine_are_not_found),
        cmocka_unit_test(impossible_machines_are_refused_by_name),
        cmocka_unit_test(a_machine_without_a_needed_unit_is_refused_by_every_scheduler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
