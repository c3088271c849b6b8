/* SPDX-License-Identifier: MIT */
/* Many starts at once: what comes out of each is what comes out of it alone, to the bit, however
 * many threads there are. */
#include "motion_fixture.h"

#include "apps/motion/robot_cpu.h"
#include "apps/motion/start_batch.h"
#include "base/random.h"

#include <string.h>

#define UNTIL_S 0.05
#define STEP_S 1e-3

/* As a file has it, from its second line on. */
static number_table table_of(const char **names, uint32_t columns, double *value, uint32_t rows,
                             uint32_t *line)
{
    for (uint32_t i = 0; i < rows; i++)
        line[i] = i + 2;
    return (number_table){"starts.csv", names, columns, rows, value, line};
}

static motion *begun(const char *path, const char *method)
{
    motion *m = motion_make();
    m->s.tree.free_bodies_fall = true;
    motion_begin(m, path, method, (robot_plan){.by_multipliers = strcmp(method, "chain") == 0});
    if (strcmp(method, "chain") != 0)
        robot_cpu_compile(m->x.cpu, &m->d);
    return m;
}

static start_results moved(motion *m, const number_table *t, uint32_t threads, progress *life)
{
    start_results r;
    const start_plan plan = {&m->x, t, STEP_S, UNTIL_S, threads, NULL};
    if (starts_move(&m->mem, &plan, life, &r, &m->d) != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    assert_int_equal(r.count, t->rows);
    return r;
}

enum { STARTS = 23 };

static void fill(double *value, uint32_t count)
{
    uint64_t seed = 7;
    for (uint32_t i = 0; i < count; i++)
        value[i] = (double)(random_bits(&seed) >> 11) * 0x1p-53;
}

static void numbers_of_threads_do_not_matter(void **state)
{
    (void)state;
    static const struct {
        const char *robot, *method, *names[2];
    } EACH[] = {{"robots/iiwa.urdf", "rk4", {"a2", "a2.rate"}},
                {"robots/loops/slider_crank.urdf", "trapezoidal", {"crank_x", "crank_x.rate"}},
                {"robots/loops/slider_crank.urdf", "chain", {"crank_x", "crank_x.rate"}}};
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        motion *m = begun(EACH[k].robot, EACH[k].method);
        const char *names[2] = {EACH[k].names[0], EACH[k].names[1]};
        double value[2 * STARTS];
        uint32_t line[STARTS];
        fill(value, 2 * STARTS);
        const number_table t = table_of(names, 2, value, STARTS, line);
        const start_results one = moved(m, &t, 1, NULL);
        for (uint32_t threads = 2; threads <= 5; threads += 3) {
            const start_results more = moved(m, &t, threads, NULL);
            for (uint32_t i = 0; i < STARTS; i++) {
                assert_int_equal(more.list[i].done, STATUS_OK);
                assert_true(one.list[i].begun && more.list[i].begun);
                assert_memory_equal(one.list[i].moment, more.list[i].moment,
                                    one.columns.columns * sizeof(double));
                assert_true(one.list[i].moment[0] == UNTIL_S);
            }
            assert_memory_not_equal(one.list[0].moment, one.list[1].moment,
                                    one.columns.columns * sizeof(double));
        }
        robot_cpu_release(m->x.cpu);
        end(m);
    }
}

/* Whatever changes while it moves is its own. */
static void forks_share_no_number(void **state)
{
    (void)state;
    motion *m = begun("robots/loops/slider_crank.urdf", "rk4");
    robot_motion fork;
    assert_int_equal(robot_motion_fork(&m->mem, &m->x, &fork, &m->d), STATUS_OK);
    const robot_motion *a = &m->x, *b = &fork;
    const function_numbers *f = &a->cpu->forward, *g = &b->cpu->forward;
    const void *const pairs[][2] = {
        {a->q, b->q}, {a->qd, b->qd}, {a->qdd, b->qdd}, {a->tau, b->tau},
        {a->imposed, b->imposed}, {a->work, b->work}, {a->bodies, b->bodies},
        {a->passed, b->passed}, {a->square, b->square}, {a->side, b->side},
        {a->free_motion, b->free_motion}, {a->wrench, b->wrench},
        {a->free_acceleration, b->free_acceleration}, {a->open.values, b->open.values},
        {a->open.value, b->open.value}, {a->open.row, b->open.row},
        {a->open.guard, b->open.guard}, {f->in, g->in}, {f->out, g->out},
        {f->scratch, g->scratch}, {a->cpu, b->cpu}, {a->from.self, b->from.self}};
    for (uint32_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_non_null(pairs[i][1]);
        assert_ptr_not_equal(pairs[i][0], pairs[i][1]);
    }
    assert_true(f->code.run == g->code.run && f->code.run);
    robot_cpu_release(m->x.cpu);
    end(m);
}

/* As --start would have it. */
static void each_is_what_it_is_alone(void **state)
{
    (void)state;
    const char *names[] = {"a4", "a2.rate", "a2"};
    double value[] = {0.1, -1, 0.5, 0.3, 2, -0.25};
    uint32_t line[2];
    motion *all = begun("robots/iiwa.urdf", "rk4");
    const number_table t = table_of(names, 3, value, 2, line);
    const start_results r = moved(all, &t, 2, NULL);
    for (uint32_t i = 0; i < 2; i++) {
        const char *start[] = {i ? "a2=-0.25,2" : "a2=0.5,-1", i ? "a4=0.3" : "a4=0.1"};
        motion *m = motion_make();
        motion_begin(m, "robots/iiwa.urdf", "rk4", (robot_plan){.start = start, .start_count = 2});
        motion_run(m, STEP_S, UNTIL_S);
        const double *last = m->rows.rows + (m->rows.rows_count - 1) * m->rows.columns;
        assert_memory_equal(r.list[i].moment, last, m->rows.columns * sizeof *last);
        assert_true(r.list[i].report.energy_change == m->r.energy_change);
        end(m);
    }
    robot_cpu_release(all->x.cpu);
    end(all);
}

/* A slider that no crank reaches, between two that one does. */
static void a_start_that_fails_leaves_the_others(void **state)
{
    (void)state;
    const char *names[] = {"crank_x"};
    double value[] = {0.1, 1e300, 0.3};
    uint32_t line[3];
    motion *m = begun("robots/loops/slider_crank.urdf", "rk4");
    const number_table t = table_of(names, 1, value, 3, line);
    const start_results r = moved(m, &t, 2, NULL);
    assert_int_equal(r.list[0].done, STATUS_OK);
    assert_int_not_equal(r.list[1].done, STATUS_OK);
    assert_non_null(r.list[1].why);
    assert_int_equal(r.list[2].done, STATUS_OK);
    assert_true(r.list[2].moment[0] == UNTIL_S);
    robot_cpu_release(m->x.cpu);
    end(m);
}

static void unknown_names_fail_at_once(void **state)
{
    (void)state;
    const char *names[] = {"a8"};
    double value[] = {0.1};
    uint32_t line[1];
    motion *m = begun("robots/iiwa.urdf", "rk4");
    const number_table t = table_of(names, 1, value, 1, line);
    start_results r;
    const start_plan plan = {&m->x, &t, STEP_S, UNTIL_S, 1, NULL};
    assert_int_equal(starts_move(&m->mem, &plan, NULL, &r, &m->d), STATUS_INPUT);
    assert_non_null(strstr(m->d.error.text, "no joint 'a8'"));
    assert_string_equal(m->d.error.at.file, "starts.csv");
    robot_cpu_release(m->x.cpu);
    end(m);
}

/* From the first time that it is asked after so many. */
static bool stop_after(void *context)
{
    uint32_t *left = context;
    return *left == 0 || --*left == 0;
}

static void the_user_gets_what_there_is(void **state)
{
    (void)state;
    const char *names[] = {"a2"};
    double value[STARTS];
    uint32_t line[STARTS], left = 20, ended = 0, whole = 0;
    progress life = {.stop = stop_after, .context = &left};
    motion *m = begun("robots/iiwa.urdf", "rk4");
    fill(value, STARTS);
    const number_table t = table_of(names, 1, value, STARTS, line);
    const start_results r = moved(m, &t, 1, &life);
    for (uint32_t i = 0; i < STARTS; i++) {
        assert_int_equal(r.list[i].done, STATUS_OK);
        ended += r.list[i].begun && r.list[i].moment[0] < UNTIL_S;
        whole += r.list[i].begun && r.list[i].moment[0] == UNTIL_S;
    }
    assert_in_range(whole, 1, STARTS - 2);
    assert_in_range(ended, 0, 1);
    robot_cpu_release(m->x.cpu);
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_threads_do_not_matter),
        cmocka_unit_test(forks_share_no_number),
        cmocka_unit_test(each_is_what_it_is_alone),
        cmocka_unit_test(a_start_that_fails_leaves_the_others),
        cmocka_unit_test(unknown_names_fail_at_once),
        cmocka_unit_test(the_user_gets_what_there_is),
    };
    return cmocka_run_group_tests_name("start_batch", tests, NULL, NULL);
}
