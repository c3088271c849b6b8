/* SPDX-License-Identifier: MIT */
/* Traces: what a core tells becomes the trace of the schedule when it does what was promised, and
 * none when it does not. */
#include "unit/program_fixture.h"

#include "apps/report/trace.h"

#include <stdlib.h>

enum { INPUTS = 16, OPERATIONS = 60 };

typedef struct {
    arena mem;
    ops p;
    schedule s;
    uint32_t in[INPUTS];
    trace t;
    core_event *seen; /* what a core that does as the schedule says tells */
    uint32_t seen_count, seen_capacity;
} traced;

static uint32_t word_of(double value)
{
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static void tell(traced *x, core_event_kind kind, const trace_event *e, uint64_t cycle)
{
    enum { OPENED = 1000 }; /* the core runs for some time before a sample comes */
    *ARENA_PUSH(&x->mem, x, seen) =
        (core_event){kind, e->place, kind == CORE_ISSUE ? 0 : word_of(e->value), OPENED + cycle};
}

static int by_cycle_downwards_in_one(const void *a, const void *b)
{
    const core_event *x = a, *y = b;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    return x->kind > y->kind ? -1 : x->kind < y->kind; /* beats last: any order will do */
}

static void begin(traced *x, const char *line, const char *scheduler, uint64_t seed)
{
    *x = (traced){.mem = arena_make()};
    const machine m = machine_from(line);
    x->p = graph_finished(&x->mem, ops_random(&x->mem, INPUTS, OPERATIONS, 3), false);
    x->s = schedule_by(&x->mem, scheduler, &x->p, &m, seed, 5);
    for (uint32_t i = 0; i < INPUTS; i++)
        x->in[i] = word_of(0.25 + i);
    x->t = trace_make(&x->mem, &x->p, &x->s, x->in);
    for (uint32_t i = 0; i < x->t.list_count; i++) {
        const trace_event *e = &x->t.list[i];
        if (e->kind == TRACE_ENTER)
            tell(x, CORE_ENTER, e, e->cycle);
        else if (e->kind == TRACE_ACCEPT)
            tell(x, CORE_ACCEPT, e, e->cycle);
        else {
            tell(x, CORE_ISSUE, e, e->cycle);
            tell(x, CORE_RESULT, e, e->until);
        }
    }
    qsort(x->seen, x->seen_count, sizeof *x->seen, by_cycle_downwards_in_one);
}

static status measure(traced *x, trace *out)
{
    diag d = diag_make(&x->mem);
    return trace_make_measured(&x->mem, &x->p, &x->s, x->in, x->seen, x->seen_count, out, &d);
}

static const char *const LINES[] = {
    "network=crossbar mul=2 add=2 lanes=2 mul_latency=3 add_latency=4",
    "network=ring modules=3 mul=3 add=3 lanes=1 lane_queue=2 transfer=1 relay_queue=2",
    "network=sparse mul=4 add=4 lanes=1 mul_latency=2 add_latency=1",
};
enum { LINES_COUNT = sizeof LINES / sizeof LINES[0] };

static void a_core_that_does_as_promised_has_the_trace_of_the_schedule(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < LINES_COUNT; k++) {
        traced x;
        trace got;
        begin(&x, LINES[k], "best", 1);
        assert_true(x.t.list_count > 2 * OPERATIONS);
        assert_int_equal(measure(&x, &got), STATUS_OK);
        assert_int_equal(got.list_count, x.t.list_count);
        assert_int_equal(got.end, x.t.end);
        assert_memory_equal(got.list, x.t.list, x.t.list_count * sizeof *x.t.list);
        assert_string_equal(got.origin, "the Verilated core");
        arena_free(&x.mem);
    }
}

static void an_operation_that_comes_later_is_later_in_the_trace(void **state)
{
    (void)state;
    traced x;
    trace got;
    begin(&x, LINES[0], "best", 1);
    core_event *last = NULL;
    for (uint32_t i = 0; i < x.seen_count; i++)
        if (x.seen[i].kind == CORE_RESULT)
            last = &x.seen[i];
    last->cycle += 7;
    assert_int_equal(measure(&x, &got), STATUS_OK);
    uint32_t later = 0;
    for (uint32_t i = 0; i < got.list_count; i++)
        later += got.list[i].kind == TRACE_ISSUE && got.list[i].until + 1000 == last->cycle;
    assert_int_equal(later, 1);
    arena_free(&x.mem);
}

static void an_event_that_is_missing_or_another_word_is_refused(void **state)
{
    (void)state;
    traced x;
    trace got;
    begin(&x, LINES[0], "best", 1);
    for (uint32_t i = 0; i < x.seen_count; i++) {
        const core_event was = x.seen[i];
        x.seen[i].place = UINT32_MAX; /* as of a part that the program does not use */
        assert_int_not_equal(measure(&x, &got), STATUS_OK);
        x.seen[i] = was;
        x.seen[i].word ^= 1;
        assert_int_equal(measure(&x, &got) == STATUS_OK, was.kind == CORE_ISSUE);
        x.seen[i] = was;
    }
    arena_free(&x.mem);
}

/* Lanes that hold two words and one that leaves: a beat enters a cycle after the third before it is
 * gone from every lane, and no later. */
static void a_full_lane_lets_no_beat_in(void **state)
{
    (void)state;
    uint32_t waits = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        traced x;
        uint64_t gone[INPUTS] = {0}, entered[INPUTS] = {0}; /* of beats */
        uint32_t words[INPUTS] = {0};
        begin(&x, "network=crossbar mul=1 add=1 lanes=2 lane_queue=2", "random", seed);
        for (uint32_t i = 0; i < x.t.list_count; i++) {
            const trace_event *e = &x.t.list[i];
            if (e->kind != TRACE_ENTER)
                continue;
            const uint32_t beat = x.s.entries[e->word].position;
            gone[beat] = e->until > gone[beat] ? e->until : gone[beat];
            entered[beat] = e->cycle;
            words[beat]++;
        }
        for (uint32_t k = 3; words[k] && words[k - 1] == 2; k++) { /* both lanes may be full */
            const uint64_t next = entered[k - 1] + 1, room = gone[k - 3] + 1;
            assert_int_equal(entered[k], room > next ? room : next);
            waits += entered[k] > next;
        }
        arena_free(&x.mem);
    }
    assert_true(waits > 0); /* else nothing was seen here */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_core_that_does_as_promised_has_the_trace_of_the_schedule),
        cmocka_unit_test(an_operation_that_comes_later_is_later_in_the_trace),
        cmocka_unit_test(an_event_that_is_missing_or_another_word_is_refused),
        cmocka_unit_test(a_full_lane_lets_no_beat_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
