/* SPDX-License-Identifier: MIT */
/* The checker against the schedulers and against schedules broken on purpose. */
#include "unit/sched_fixture.h"

#include <stdlib.h>

static void every_scheduler_makes_legal_schedules_on_every_machine(void **state)
{
    (void)state;
    uint32_t cases = 0;
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (uint32_t i = 0; i < MACHINES_COUNT; i++)
            for (const scheduler_info *s = SCHEDULERS; s->word; s++, cases++) {
                arena mem = arena_make();
                ops p = ops_random(&mem, 4 + (uint32_t)seed, 30 * (uint32_t)seed, seed);
                machine m = machine_from(MACHINES[i]);
                schedule made = schedule_by(&mem, s->word, &p, &m, seed, 4);
                assert_legal(&p, &made);
                arena_free(&mem);
            }
    assert_int_equal(cases, 8 * 3 * MACHINES_COUNT);
}

static bool is_legal(const ops *p, const schedule *s)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    bool legal = schedule_check(p, s, "schedule", NULL, &d) == STATUS_OK;
    arena_free(&mem);
    return legal;
}

/* A schedule that the machine runs as written has no slack: no event can be earlier. Two receptions
 * of one receiver in one cycle, an operation before its operand, a slot still full: some rule must
 * object. */
static void no_event_can_be_earlier_than_the_machine_does_it(void **state)
{
    (void)state;
    uint32_t cases = 0;
    for (uint32_t i = 2; i < MACHINES_COUNT; i++) {
        arena mem = arena_make();
        ops p = ops_random(&mem, 6, 50, i);
        machine m = machine_from(MACHINES[i]);
        schedule s = schedule_by(&mem, i % 2 ? "random" : "best", &p, &m, i, 3);
        for (uint32_t j = 0; j < p.list_count; j++) {
            if (s.issues[j].cycle == 0)
                continue;
            s.issues[j].cycle--;
            assert_false(is_legal(&p, &s));
            s.issues[j].cycle++;
            cases++;
        }
        for (uint32_t k = 0; k < s.takes_count; k++) {
            if (s.takes[k].cycle == 0)
                continue;
            s.takes[k].cycle--;
            assert_false(is_legal(&p, &s));
            s.takes[k].cycle++;
            cases++;
        }
        assert_legal(&p, &s);
        arena_free(&mem);
    }
    assert_true(cases > 1000);
}

/* Whatever a broken schedule is, if the checker lets it pass then the machine runs it, and no
 * later. */
static void what_the_checker_accepts_the_machine_runs_in_time(void **state)
{
    (void)state;
    uint32_t accepted = 0, rejected = 0;
    uint64_t random = 7;
    for (uint32_t round = 0; round < 3000; round++) {
        arena mem = arena_make();
        ops p = ops_random(&mem, 4, 20, round % 5);
        machine m = machine_from(MACHINES[2 + round % (MACHINES_COUNT - 2)]);
        schedule s = schedule_by(&mem, "random", &p, &m, round, 1);
        uint32_t what = (uint32_t)(random_bits(&random) % 6),
                 j = (uint32_t)(random_bits(&random) % p.list_count);
        uint32_t k = (uint32_t)(random_bits(&random) % s.takes_count),
                 by = 1 + (uint32_t)(random_bits(&random) % 3);
        switch (what) {
        case 0: s.issues[j].cycle += by; break;
        case 1: s.issues[j].unit = (uint32_t)(random_bits(&random) % machine_units(&m)); break;
        case 2: s.issues[j].swap = !s.issues[j].swap; break;
        case 3: s.takes[k].cycle += by; break;
        case 4: s.takes[k].slot = (uint32_t)(random_bits(&random) % 4); break;
        default:
            s.takes[k].word = (uint32_t)(random_bits(&random) % (p.inputs_count + p.list_count));
            break;
        }
        if (is_legal(&p, &s)) {
            diag d = diag_make(&mem);
            uint32_t promised = s.cycles;
            accepted++;
            assert_int_equal(schedule_settle(&p, &s, &d), STATUS_OK);
            assert_true(s.cycles <= promised);
            assert_legal(&p, &s);
        } else {
            rejected++;
        }
        arena_free(&mem);
    }
    assert_true(accepted > 50 && rejected > 1000);
}

/* ---- each rule by name --------------------------------------------------------------------- */

/* b = x k; c = b + y on one multiplier and one adder, two lanes, store cycle:
 * x taken by mul0.a in 0, b issued 1, at its source 2, taken by add0.a in 2, c issued 3, out in
 * 4. */
static const char TINY[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst k 2\n"
                           "b = mul x k\nc = add b y\noutput o plain = c\n"
                           "schedule hand\n";
static const char CROSSBAR[] =
    "machine network=crossbar mul=2 add=1 lanes=2 transfer=1 slots=2 mul_latency=1\n";
static const char EVENTS[] =
    "enter x 0 0\nenter y 1 0\nissue b mul0 1\nissue c add0 3\n"
    "take mul0.a x 0 0\ntake add0.a b 2 0\ntake add0.b y 0 0\ntake out c 4 0\n";

static status check_text(arena *mem, const char *bytes, diag *d)
{
    ops p;
    schedule s;
    sched_lines lines;
    TRY(schedule_parse_lines(mem, "t.sched", bytes, strlen(bytes), &p, &s, &lines, d));
    return schedule_check(&p, &s, "t.sched", &lines, d);
}

/* The example with one line replaced. */
static char *with(arena *mem, const char *old, const char *new)
{
    char *whole = arena_printf(mem, "%s%scycles 5\n%s", TINY, CROSSBAR, EVENTS);
    char *at = *old ? strstr(whole, old) : whole + strlen(whole);
    assert_non_null(at);
    return arena_printf(mem, "%.*s%s%s", (int)(at - whole), whole, new, at + strlen(old));
}

static void the_hand_example_is_legal(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    if (check_text(&mem, with(&mem, "", ""), &d) != STATUS_OK)
        fail_msg("%u: %s", d.error.at.line, d.error.text);
    arena_free(&mem);
}

static void every_broken_rule_is_named_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
        uint32_t line;
        const char *message;
    } cases[] = {
        {"issue c add0 3", "issue c add0 2", 15,
         "'c' starts in cycle 2 but its operand 'b' is not there before cycle 3"},
        {"issue c add0 3", "issue c mul1 3", 15, "mul1 cannot do it"},
        {"issue b mul0 1", "issue b mul1 1", 14, "'b' reads 'x' from mul1.a, which never takes it"},
        {"issue b mul0 1", "issue b mul0 0", 14, "'b' starts in cycle 0"},
        {"issue b mul0 1", "issue b mul0 1 swap", 14, "reads 'x' from mul0.b"},
        {"take add0.a b 2 0", "take add0.a b 1 0", 17,
         "'b' in cycle 1, but the word is not first at its source before cycle 2"},
        {"take add0.b y 0 0", "", 15, "'c' reads 'y' from add0.b, which never takes it"},
        {"take add0.b y 0 0", "take add0.b y 0 2", 18, "add0.b has no slot 2"},
        {"take out c 4 0", "", 15, "no receiver takes the result of 'c'"},
        {"take out c 4 0", "take out c 3 0", 19, "not first at its source before cycle 4"},
        {"take out c 4 0", "take out c 5 0", 11, "says 5 cycles and takes 6"},
        {"take out c 4 0", "take out c 4 1", 19, "out has no slot 1"},
        {"cycles 5", "cycles 4", 11, "says 4 cycles and takes 5"},
        {"enter y 1 0", "enter y 1 1", 13, "position 1 on lane 1, where the next free one is 0"},
        {"enter y 1 0", "enter y 0 1", 18,
         "add0.b takes 'y' in cycle 0, but the word is not first at its source before cycle 1"},
        {"enter y 1 0\n", "", 17, "input 'y' is taken but comes on no lane"},
        {"", "take add0.a y 0 1\n", 20, "add0.a takes 'y' and no operation reads it"},
        {"", "take out b 2 0\n", 20, "the output port takes 'b', which is no output"},
        {"", "take add0.a b 3 1\n", 20, "add0.a takes 'b' twice"},
        {"", "take add0.a x 2 1\n", 20, "add0.a takes both"},
        {"", "take mul0.b b 5 1\n", 20, "mul0.b takes 'b' and no operation reads it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        if (check_text(&mem, with(&mem, cases[i].old, cases[i].new), &d) != STATUS_INPUT)
            fail_msg("case %zu (%s) was accepted", i, cases[i].new);
        if (!strstr(d.error.text, cases[i].message) || d.error.at.line != cases[i].line)
            fail_msg("case %zu (%s): line %u: %s", i, cases[i].new, d.error.at.line, d.error.text);
        arena_free(&mem);
    }
}

/* Two modules, b made in module 0 and used in module 1: it crosses relay m0>. */
static void ring_rules_are_named(void **state)
{
    (void)state;
    static const char HEAD[] = "tauflow-ops 1\nrobot r\ninput x plain\nb = mul x x\nc = mul b "
                               "b\noutput o plain = c\nschedule hand\n"
                               "machine network=ring modules=3 mul=3 transfer=1\n";
    static const struct {
        const char *events;
        const char *message;
    } cases[] = {
        {"cycles 5\nissue b mul0 0\nissue c mul1 3\ntake m0> b 1 0\ntake mul1.a b 2 0\ntake mul1.b "
         "b 2 0\ntake out c 4 0\n",
         NULL},
        {"cycles 5\nissue b mul0 0\nissue c mul1 3\ntake m0> b 1 0\ntake mul1.a b 1 0\ntake mul1.b "
         "b 2 0\ntake out c 4 0\n",
         "not first at its source before cycle 2"},
        {"cycles 5\nissue b mul0 0\nissue c mul1 3\ntake mul1.a b 2 0\ntake mul1.b b 2 0\ntake out "
         "c 4 0\n",
         "no relay brings to module 1"},
        {"cycles 5\nissue b mul0 0\nissue c mul1 3\ntake m0> b 1 0\ntake m0< b 1 0\ntake mul1.a b "
         "2 0\ntake mul1.b b 2 0\ntake out c 4 0\n",
         "brings 'b' where no one takes it"},
        {"cycles 5\nissue b mul0 0\nissue c mul1 3\ntake m0> b 1 0\ntake m2> b 1 0\ntake mul1.a b "
         "2 0\ntake mul1.b b 2 0\ntake out c 4 0\n",
         "where it is already"},
        {"cycles 5\nissue b mul0 0\nissue c mul1 3\ntake m0> b 1 0\ntake m1> x 1 0\ntake mul1.a b "
         "2 0\ntake mul1.b b 2 0\ntake out c 4 0\n",
         "in its place"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        status done = check_text(&mem, arena_printf(&mem, "%s%s", HEAD, cases[i].events), &d);
        if (!cases[i].message)
            assert_int_equal(done, STATUS_OK);
        else if (done == STATUS_OK || !strstr(d.error.text, cases[i].message))
            fail_msg("case %zu: %s", i, done == STATUS_OK ? "accepted" : d.error.text);
        arena_free(&mem);
    }
}

/* b is made in module 1: operand a of module 0 and operand b of module 2 do not hear it. */
static void a_receiver_that_does_not_hear_a_unit_is_named(void **state)
{
    (void)state;
    static const char HEAD[] = "tauflow-ops 1\nrobot r\ninput x plain\nconst k 3\nb = mul x x\n"
                               "c = mul b k\noutput o plain = c\nschedule hand\nmachine "
                               "network=sparse mul=3 add=3 lanes=1\n";
    static const struct {
        const char *receiver, *swap, *message;
    } cases[] = {{"mul0.b", " swap", NULL},
                 {"mul0.a", "", "mul0.a takes 'b' from mul1, which it does not hear"},
                 {"mul1.a", "", NULL},
                 {"mul1.b", " swap", NULL},
                 {"mul2.a", "", NULL},
                 {"mul2.b", " swap", "mul2.b takes 'b' from mul1, which it does not hear"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t interval = 0; interval < 2; interval++) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            const char *take = arena_printf(&mem, "take %s b 1 0\n", cases[i].receiver);
            const int order = strcmp(cases[i].receiver, "mul1.a"); /* receptions are in order */
            const char *file = arena_printf(
                &mem, "%scycles 3\n%senter x 0 0\nissue b mul1 0\nissue c %.4s 1%s\n%s"
                      "take mul1.a x 0 0\n%stake mul1.b x 0 0\n%stake out c 2 0\n",
                HEAD, interval ? "interval 3\n" : "", cases[i].receiver, cases[i].swap,
                order < 0 ? take : "", order == 0 ? take : "", order > 0 ? take : "");
            status done = check_text(&mem, file, &d);
            if (!cases[i].message ? done != STATUS_OK
                                  : done == STATUS_OK || !strstr(d.error.text, cases[i].message))
                fail_msg("case %zu: %s", i, done == STATUS_OK ? "accepted" : d.error.text);
            arena_free(&mem);
        }
}

/* x moves by four places to the point of the sum, y stays. */
static void the_operand_that_moves_further_comes_through_receiver_a(void **state)
{
    (void)state;
    static const struct {
        const char *sum, *swap, *a, *b;
        bool legal;
    } cases[] = {{"x y", "", "x", "y", true}, {"x y", " swap", "y", "x", false},
                 {"y x", "", "y", "x", false}, {"y x", " swap", "x", "y", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t interval = 0; interval < 2; interval++) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            const char *file = arena_printf(
                &mem, "tauflow-ops 1\nrobot r\nnumbers fixed 16\n"
                      "input x plain point 12 from -0x1p+0 to 0x1p+0\n"
                      "input y plain point 8 from -0x1p+0 to 0x1p+0\n"
                      "b = sub %s point 8\noutput o plain = b\nschedule hand\n"
                      "machine network=crossbar mul=1 add=1 lanes=2\ncycles 2\n%s"
                      "enter x 0 0\nenter y 1 0\nissue b add0 0%s\n"
                      "take add0.a %s 0 0\ntake add0.b %s 0 0\ntake out b 1 0\n",
                cases[i].sum, interval ? "interval 2\n" : "", cases[i].swap, cases[i].a,
                cases[i].b);
            const status done = check_text(&mem, file, &d);
            if (cases[i].legal ? done != STATUS_OK
                               : done == STATUS_OK ||
                                     !strstr(d.error.text, "comes through receiver a"))
                fail_msg("case %zu: %s", i, done == STATUS_OK ? "accepted" : d.error.text);
            arena_free(&mem);
        }
}

static void a_full_slot_and_a_missing_credit_are_named(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    /* x stays in slot 0 of mul0.a until c reads it in 3; y goes over it in 1. */
    const char *slot =
        "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst k 2\nb = mul x k\nc = mul x "
        "k\ne = mul y k\n"
        "output o plain = b\noutput p plain = c\noutput q plain = e\nschedule hand\n"
        "machine network=crossbar mul=1 lanes=1 transfer=0\ncycles 5\nenter x 0 0\nenter y 0 1\n"
        "issue b mul0 0\nissue e mul0 1\nissue c mul0 3\n"
        "take mul0.a x 0 0\ntake mul0.a y 1 0\ntake out b 1 0\ntake out e 2 0\ntake out c 4 0\n";
    assert_int_equal(check_text(&mem, slot, &d), STATUS_INPUT);
    assert_non_null(strstr(
        d.error.text, "slot 0 of mul0.a still holds 'x' in cycle 1, when 'y' is taken into it"));
    assert_int_equal(d.error.at.line, 21);
    /* Two credits (latency 1, queue 1): the third result waits for the first to be taken, in 3. */
    const char *credit =
        "tauflow-ops 1\nrobot r\ninput x plain\nb = mul x x\nc = mul x b\ne = mul x c\nf = add b "
        "b\noutput o plain = f\noutput p plain = e\n"
        "schedule hand\nmachine network=crossbar mul=1 add=1 transfer=0 queue=1\ncycles 5\n"
        "issue b mul0 0\nissue c mul0 1\nissue e mul0 2\nissue f add0 3\n"
        "take mul0.b b 1 0\ntake mul0.b c 2 0\ntake add0.a b 3 0\ntake add0.b b 3 0\ntake out e 3 "
        "0\ntake out f 4 0\n";
    assert_int_equal(check_text(&mem, credit, &d), STATUS_INPUT);
    if (!strstr(d.error.text, "not first at its source before cycle 4") &&
        !strstr(d.error.text, "credit returns in cycle 4"))
        fail_msg("%s", d.error.text);
    arena_free(&mem);
}

/* The results b and c of a multiplier of one stage are taken in 2 and 3; when may c and e start? */
static void a_result_that_leaves_makes_room_in_its_cycle_where_there_is_no_queue(void **state)
{
    (void)state;
    const struct {
        uint32_t queue, c, e;
        const char *error;
    } cases[] = {{0, 2, 3, NULL},
                 {0, 1, 3, "in cycle 1, but a credit returns in cycle 2"},
                 {1, 1, 3, NULL},
                 {1, 1, 2, "in cycle 2, but a credit returns in cycle 3"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        const char *hand = arena_printf(
            &mem,
            "tauflow-ops 1\nrobot r\ninput x plain\nconst k 2\nb = mul x k\nc = mul x k\n"
            "e = mul x k\nf = add b b\noutput o plain = f\noutput p plain = c\n"
            "output q plain = e\nschedule hand\n"
            "machine network=crossbar mul=1 add=1 transfer=0 queue=%u\ncycles 6\n"
            "issue b mul0 0\nissue c mul0 %u\nissue e mul0 %u\nissue f add0 2\n"
            "take add0.a b 2 0\ntake add0.b b 2 0\ntake out c 3 0\ntake out f 4 0\n"
            "take out e 5 0\n",
            cases[i].queue, cases[i].c, cases[i].e);
        status done = check_text(&mem, hand, &d);
        if (done != (cases[i].error ? STATUS_INPUT : STATUS_OK) ||
            (cases[i].error && !strstr(d.error.text, cases[i].error)))
            fail_msg("case %zu: %s", i, done == STATUS_OK ? "accepted" : d.error.text);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheduler_makes_legal_schedules_on_every_machine),
        cmocka_unit_test(no_event_can_be_earlier_than_the_machine_does_it),
        cmocka_unit_test(what_the_checker_accepts_the_machine_runs_in_time),
        cmocka_unit_test(the_hand_example_is_legal),
        cmocka_unit_test(every_broken_rule_is_named_with_its_line),
        cmocka_unit_test(ring_rules_are_named),
        cmocka_unit_test(a_receiver_that_does_not_hear_a_unit_is_named),
        cmocka_unit_test(the_operand_that_moves_further_comes_through_receiver_a),
        cmocka_unit_test(a_full_slot_and_a_missing_credit_are_named),
        cmocka_unit_test(a_result_that_leaves_makes_room_in_its_cycle_where_there_is_no_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
