/* SPDX-License-Identifier: MIT */
/* Searches that are ended early, and what is shown of them. */
#include "unit/program_fixture.h"

#include "base/progress.h"

/* Somebody who watches and says stop at the n-th question. */
typedef struct {
    uint32_t asked, stop_at, lines;
    bool listens;
    char line[200];
} watcher;

static bool says_stop(void *context)
{
    watcher *w = context;
    assert_true(w->listens);
    return ++w->asked > w->stop_at;
}

static void listens(void *context, bool on)
{
    ((watcher *)context)->listens = on;
}

static void forgets(void *context)
{
    ((watcher *)context)->asked = 0;
}

static void sees(void *context, const char *line)
{
    watcher *w = context;
    w->lines++;
    snprintf(w->line, sizeof w->line, "%s", line);
}

static progress watched(watcher *w)
{
    progress p = {.stop = says_stop, .listen = listens, .forget = forgets, .show = sees,
                  .context = w};
    progress_start(&p);
    return p;
}

/* A line is due: the work began long ago and nothing was shown lately. */
static void make_due(progress *p)
{
    p->began_s -= 100;
    p->shown_s = 0;
}

static void throughput_until(const ops *p, const char *core, uint32_t questions, uint64_t budget)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    watcher w = {.stop_at = questions};
    progress life = watched(&w);
    machine m = machine_from(core);
    schedule s;
    progress_search(&life, "search");
    scheduler_options options = {.seed = 1, .budget = budget, .life = &life};
    status done = schedule_throughput(&mem, p, &m, 0, &options, &s, &d);
    progress_end(&life);
    if (done != STATUS_OK)
        fail_msg("%s, stopped after %u questions: %s", core, questions, d.error.text);
    assert_legal(p, &s);
    assert_true(life.stopped);
    assert_true(w.asked <= questions + 8); /* nothing goes on for long after the word */
    program q = program_from(&mem, p, &s);
    if (program_check(p, &q, &d) != STATUS_OK)
        fail_msg("%s: %s", core, d.error.text);
    arena_free(&mem);
}

static void a_stopped_search_for_an_interval_gives_a_legal_schedule(void **state)
{
    (void)state;
    static const uint32_t QUESTIONS[] = {0, 1, 5};
    for (uint32_t i = 0; i < CORES_COUNT; i++)
        for (uint32_t k = 0; k < 3; k++) {
            arena mem = arena_make();
            ops p = graph_for_line(&mem, CORES[i], 6, 80 + 40 * k, 70 + i);
            throughput_until(&p, CORES[i], QUESTIONS[k], 100000000);
            arena_free(&mem);
        }
}

static void a_stopped_search_for_a_schedule_gives_the_best_so_far(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MACHINES_COUNT; i++) {
        uint32_t last = UINT32_MAX;
        for (uint32_t questions = 0; questions < 60; questions += 15) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            watcher w = {.stop_at = questions};
            progress life = watched(&w);
            machine m = machine_from(MACHINES[i]);
            ops p = ops_random(&mem, 6, 120, 5 + i);
            schedule s;
            progress_search(&life, "search");
            scheduler_options options = {.seed = 1, .budget = 1000000, .life = &life};
            assert_int_equal(schedule_best(&mem, &p, &m, &options, &s, &d), STATUS_OK);
            progress_end(&life);
            assert_legal(&p, &s);
            assert_true(s.cycles <= last); /* more rounds of the same search */
            last = s.cycles;
            arena_free(&mem);
        }
    }
}

static void who_watches_changes_nothing(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    watcher w = {.stop_at = UINT32_MAX};
    progress life = watched(&w);
    make_due(&life);
    ops p = robot_ops(&mem, "robots/pendulum5.urdf");
    machine m = machine_from("network=ring modules=2 mul=2 add=2 lanes=2");
    text seen = text_make(&mem), alone = text_make(&mem);
    scheduler_options options = {.seed = 1, .budget = 800, .life = &life};
    schedule s;
    progress_search(&life, "search");
    assert_int_equal(schedule_throughput(&mem, &p, &m, 0, &options, &s, &d), STATUS_OK);
    progress_end(&life);
    schedule_print(&p, &s, &seen);
    assert_true(w.lines > 0);
    options.life = NULL;
    assert_int_equal(schedule_throughput(&mem, &p, &m, 0, &options, &s, &d), STATUS_OK);
    schedule_print(&p, &s, &alone);
    assert_string_equal(seen.bytes, alone.bytes);
    arena_free(&mem);
}

static void a_line_tells_stage_part_and_best(void **state)
{
    (void)state;
    watcher w = {.stop_at = UINT32_MAX};
    progress life = watched(&w);
    progress_search(&life, "search");
    assert_true(progress_continue(&life, 0.5));
    assert_int_equal(w.lines, 0); /* short work shows nothing */
    make_due(&life);
    life.stage_s -= 60;
    progress_best(&life, "%u cycles", 42u);
    progress_span whole = progress_narrow(&life, 0.5, 1), half = progress_narrow(&life, 0.5, 1);
    assert_true(progress_continue(&life, 0.2)); /* 0.5 + 0.5 * (0.5 + 0.5 * 0.2) */
    assert_string_equal(w.line, "search: 80 %, 15 s left, best so far 42 cycles");
    assert_true(progress_continue(&life, 0.3)); /* too soon for another line */
    assert_int_equal(w.lines, 1);
    progress_widen(&life, half);
    progress_widen(&life, whole);
    make_due(&life);
    assert_true(progress_continue(&life, 0.25));
    assert_string_equal(w.line, "search: 25 %, 180 s left, best so far 42 cycles");
    progress_end(&life);
    assert_string_equal(w.line, "");
    assert_false(w.listens);
}

static void time_is_shared_and_given_back(void **state)
{
    (void)state;
    watcher w = {.stop_at = UINT32_MAX};
    progress life = watched(&w);
    life.limit_s = 1000;
    progress_start(&life);
    progress_search(&life, "search");
    double end = progress_share(&life, 0.25);
    assert_true(life.end_s > life.began_s + 249 && life.end_s < life.began_s + 400);
    life.end_s = progress_now() - 1;
    assert_false(progress_continue(&life, 0));
    assert_true(life.late && !life.stopped);
    progress_unshare(&life, end);
    assert_true(progress_continue(&life, 0));
    progress_end(&life);
    life.end_s = progress_now() - 1;
    progress_run(&life, "run"); /* the limit is for searches */
    assert_true(progress_continue(&life, 0));
    progress_end(&life);
}

static void a_wish_between_stages_is_kept_where_work_is_held(void **state)
{
    (void)state;
    watcher w = {.stop_at = UINT32_MAX};
    progress life = watched(&w);
    progress_hold(&life);
    assert_true(w.listens);
    progress_search(&life, "search");
    progress_end(&life);
    assert_true(w.listens);
    assert_false(progress_wish(&life));
    w.stop_at = 0;
    assert_true(progress_wish(&life));
    assert_false(progress_wish(NULL));
    progress_release(&life);
    assert_false(w.listens);
    progress_search(&life, "search");
    progress_end(&life);
    assert_false(w.listens);
}

static void a_note_tells_who_ended_the_search(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    progress life = {.limit_s = 2};
    progress_note(&life, &d);
    progress_note(NULL, &d);
    assert_int_equal(d.notes_count, 0);
    life.late = true;
    progress_note(&life, &d);
    assert_non_null(strstr(d.notes[0].text, "ended after --time 2"));
    life.stopped = true;
    progress_note(&life, &d);
    assert_non_null(strstr(d.notes[1].text, "stopped early"));
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_search_for_an_interval_gives_a_legal_schedule),
        cmocka_unit_test(a_stopped_search_for_a_schedule_gives_the_best_so_far),
        cmocka_unit_test(who_watches_changes_nothing),
        cmocka_unit_test(a_line_tells_stage_part_and_best),
        cmocka_unit_test(time_is_shared_and_given_back),
        cmocka_unit_test(a_wish_between_stages_is_kept_where_work_is_held),
        cmocka_unit_test(a_note_tells_who_ended_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
