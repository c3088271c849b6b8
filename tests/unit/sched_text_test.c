/* SPDX-License-Identifier: MIT */
/* The `.sched` form: round trips, and what its reader refuses where. */
#include "unit/sched_fixture.h"

static void a_printed_schedule_reads_back_the_same(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MACHINES_COUNT; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_random(&mem, 5, 40, i + 1), q;
        p.list[3].name = "has space";
        p.inputs[0].name = "quo\"te#";
        p.list[4].name = "schedule";
        machine m = machine_from(MACHINES[i]);
        schedule s = schedule_by(&mem, "random", &p, &m, i, 1), back;
        text once = text_make(&mem), twice = text_make(&mem);
        schedule_print(&p, &s, &once);
        if (schedule_parse(&mem, "f", once.bytes, once.length, &q, &back, &d) != STATUS_OK)
            fail_msg("%u:%u: %s", d.error.at.line, d.error.at.column, d.error.text);
        schedule_print(&q, &back, &twice);
        assert_string_equal(once.bytes, twice.bytes);
        assert_memory_equal(s.takes, back.takes, s.takes_count * sizeof *s.takes);
        assert_legal(&q, &back);
        arena_free(&mem);
    }
}

#define OPS "tauflow-ops 1\nrobot r\ninput x plain\na = mul x x\nb = add a x\noutput o plain = b\n"
#define MACHINE "schedule s\nmachine network=crossbar mul=1 add=1 lanes=1\n"

static void every_fault_is_named_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t line, column;
        const char *message;
    } cases[] = {
        {"", 1, 1, "first line must be"},
        {OPS, 0, 0, "no line 'schedule NAME'"},
        {"tauflow-ops 1\nrobot r\ninput x plain\na = mul x z\nschedule s\n", 4, 11,
         "unknown operand 'z'"},
        {OPS "schedule two words\n", 7, 1, "expected 'schedule NAME'"},
        {OPS "schedule s\ncycles 3\n", 8, 1, "'machine ...' must come first"},
        {OPS "schedule s\nmachine mul=1 ad=1\n", 8, 15, "'ad=1'"},
        {OPS "schedule s\n", 0, 0, "no line 'machine ...'"},
        {OPS MACHINE, 0, 0, "no line 'cycles NUMBER'"},
        {OPS MACHINE "cycles 3\nissue a mul0 0\n", 0, 0, "operation 'b' is not scheduled"},
        {OPS MACHINE "machine mul=1\n", 9, 1, "a second machine"},
        {OPS MACHINE "cycles 3\ncycles 3\n", 10, 1, "a second number of cycles"},
        {OPS MACHINE "cycles three\n", 9, 8, "'three' is no number of cycles"},
        {OPS MACHINE "cycles 1000000001\n", 9, 8, "over 1000000000"},
        {OPS MACHINE "cycles 99999999999999999999\n", 9, 8, "is no number of cycles"},
        {OPS MACHINE "cycles -3\n", 9, 8, "'-3' is no"},
        {OPS MACHINE "issues a mul0 0\n", 9, 1, "'issues' is no line of a schedule"},
        {OPS MACHINE "issue a mul0\n", 9, 1, "expected 'issue OPERATION UNIT CYCLE [swap]'"},
        {OPS MACHINE "issue z mul0 0\n", 9, 7, "no input or operation is called 'z'"},
        {OPS MACHINE "issue x mul0 0\n", 9, 7, "'x' is an input"},
        {OPS MACHINE "issue a mul1 0\n", 9, 9, "no unit 'mul1'"},
        {OPS MACHINE "issue a mul0 0 swop\n", 9, 16, "found 'swop'"},
        {OPS MACHINE "issue a mul0 0 swap more\n", 9, 21, "expected 'issue"},
        {OPS MACHINE "issue a mul0 0\nissue a mul0 1\n", 10, 7,
         "'a' is scheduled twice, first on line 9"},
        {OPS MACHINE "enter a 0 0\n", 9, 7, "'a' is an operation"},
        {OPS MACHINE "enter x 1 0\n", 9, 9, "lane 1 is out of range"},
        {OPS MACHINE "enter x 0 0\nenter x 0 1\n", 10, 7, "'x' enters twice"},
        {OPS MACHINE "take mul0.c x 0 0\n", 9, 6, "no receiver 'mul0.c'"},
        {OPS MACHINE "take mul0.a z 0 0\n", 9, 13, "called 'z'"},
        {OPS MACHINE "take mul0.a x 0\n", 9, 1, "expected 'take RECEIVER WORD CYCLE SLOT'"},
        {OPS MACHINE "issue \"a mul0 0\n", 9, 7, "malformed quoted name"},
        {OPS MACHINE "issue \"a\\q\" mul0 0\n", 9, 7, "malformed quoted name"},
        {OPS MACHINE "issue \x01 mul0 0\n", 9, 7, "unexpected byte 0x01"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p;
        schedule s;
        if (schedule_parse(&mem, "f", cases[i].bytes, strlen(cases[i].bytes), &p, &s, &d) !=
            STATUS_INPUT)
            fail_msg("case %zu was accepted", i);
        if (d.error.at.line != cases[i].line || d.error.at.column != cases[i].column ||
            !strstr(d.error.text, cases[i].message))
            fail_msg("case %zu: %u:%u: %s", i, d.error.at.line, d.error.at.column, d.error.text);
        arena_free(&mem);
    }
}

/* Truncated anywhere or with any byte changed, the reader and the checker end with a verdict. */
static void broken_bytes_end_with_a_verdict(void **state)
{
    (void)state;
    arena once = arena_make();
    ops p = ops_random(&once, 3, 12, 5);
    machine m = machine_from("network=ring modules=2 mul=2 add=2 div=2 lanes=1 transfer=1");
    schedule s = schedule_by(&once, "random", &p, &m, 1, 1);
    text good = text_make(&once);
    schedule_print(&p, &s, &good);
    uint64_t random = 3;
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 4000; round++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        char *bytes = arena_strndup(&mem, good.bytes, good.length);
        size_t length = round % 2 ? good.length : (size_t)(random_bits(&random) % good.length);
        if (round % 2)
            bytes[random_bits(&random) % length] = (char)random_bits(&random);
        ops q;
        schedule back;
        sched_lines lines;
        status done = schedule_parse_lines(&mem, "f", bytes, length, &q, &back, &lines, &d);
        if (done == STATUS_OK)
            done = schedule_check(&q, &back, "f", &lines, &d);
        if (done == STATUS_OK)
            done = schedule_settle(&q, &back, &d);
        refused += done != STATUS_OK;
        arena_free(&mem);
    }
    assert_true(refused > 2000);
    arena_free(&once);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_printed_schedule_reads_back_the_same),
        cmocka_unit_test(every_fault_is_named_with_its_place),
        cmocka_unit_test(broken_bytes_end_with_a_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
