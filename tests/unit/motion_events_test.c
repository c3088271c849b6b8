/* SPDX-License-Identifier: MIT */
/* Moments at which expressions pass zero: against closed solutions, by all methods; their rows,
 * their directions, the end at one; and the motion, which does not know of them. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/motion/events.h"
#include "motion_fixture.h"

#define ROBOT_FILE "build/tests/events.urdf"
#define CRANK "robots/loops/slider_crank.urdf"

static const char SWING[] =
    "<robot name='swing'><link name='base'/><link name='arm'><inertial><origin xyz='0 0 -0.3'/>"
    "<mass value='1'/><inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial>"
    "</link><joint name='pin' type='continuous'><parent link='base'/><child link='arm'/>"
    "<axis xyz='0 1 0'/></joint></robot>";
static const char DROP[] =
    "<robot name='drop'><link name='base'/><link name='block'><inertial><mass value='1'/>"
    "<inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial>"
    "</link><joint name='z' type='prismatic'><parent link='base'/><child link='block'/>"
    "<axis xyz='0 0 1'/><limit lower='-99' upper='99' velocity='0' effort='0'/></joint></robot>";

typedef struct {
    const char *robot, *path, *start, *method;
    const char *event[3], *stop;
    double step_s, until_s, tolerance;
    uint32_t rows;
} wish;

static motion *move(const wish *w)
{
    motion *m = motion_make();
    FILE *f = fopen(ROBOT_FILE, "w");
    assert_non_null(f);
    assert_true(!w->robot || fputs(w->robot, f) >= 0);
    assert_int_equal(fclose(f), 0);
    motion_begin(m, w->path ? w->path : ROBOT_FILE, w->method,
                 (robot_plan){.start = &w->start, .start_count = 1, .tolerance = w->tolerance});
    const mover moves = robot_motion_mover(&m->mem, &m->x, w->step_s);
    const track columns = track_make(moves.model, &moves.columns);
    events_plan events;
    uint32_t count = 0;
    while (count < 3 && w->event[count])
        count++;
    if (events_read(&m->mem, w->event, count, w->stop, &columns, &events, &m->d) != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    const simulation_plan all = {.until_s = w->until_s, .rows = w->rows,
                                 .events = count ? &events : NULL};
    m->done = simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    return m;
}

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.15g is not %.15g within %g", value, wanted, within);
}

static const double *row_of(const motion *m, uint32_t event)
{
    return m->rows.rows + (size_t)m->r.events[event].row * m->rows.columns;
}

static const char *const METHODS[] = {"rk4", "trapezoidal", "leapfrog", "rk45"};

/* z = 2 - g t^2/2, which all of them have without an error. What comes later in the same step does
 * not come any more. */
static void what_falls_meets_the_ground_in_time(void **state)
{
    (void)state;
    const double at = sqrt(2 * 2 / 9.81);
    for (uint32_t k = 0; k < 4; k++) {
        const wish w = {DROP, NULL, "z=2", METHODS[k],
                        {"under: z + 1e-4", "ground: z; falling", "never: t - 0.3; falling"},
                        "ground", 0.013, 5, 0, 7};
        motion *m = move(&w);
        assert_int_equal(m->r.events_count, 1);
        assert_true(m->r.ended && !m->r.events[0].rises);
        near(m->r.events[0].t, at, 1e-13);
        near(m->r.t, at, 1e-13);
        const double *last = m->rows.rows + (size_t)(m->rows.rows_count - 1) * m->rows.columns;
        assert_ptr_equal(last, row_of(m, 0));
        near(last[1], 0, 1e-12);
        near(last[2], -9.81 * at, 1e-11);
        end(m);
    }
}

static double mean_of(double a, double b)
{
    for (int k = 0; k < 60; k++) {
        const double next = (a + b) / 2;
        b = sqrt(a * b);
        a = next;
    }
    return a;
}

/* The period by the arithmetic-geometric mean: 2 pi sqrt(I/(m g l))/agm(1, cos(most/2)). */
static void a_pendulum_turns_and_passes_in_time(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double step_s, tolerance, within;
    } EACH[] = {{"rk4", 1e-3, 0, 1e-9}, {"trapezoidal", 1e-3, 0, 1e-4}, {"leapfrog", 1e-3, 0, 1e-4},
                {"rk45", 1e-3, 1e-8, 1e-7}, {"rk45", 1e-3, 1e-11, 1e-10}};
    const double period = 2 * acos(-1) * sqrt(0.1 / (9.81 * 0.3)) / mean_of(1, cos(0.5));
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        const wish w = {SWING, NULL, "pin=1", EACH[k].method,
                        {"turn: pin.rate", "low: pin; rising", "all: pin*1; both"}, NULL,
                        EACH[k].step_s, 2.6, EACH[k].tolerance, 10};
        motion *m = move(&w);
        uint32_t turns = 0, lows = 0, zeros = 0;
        double before = 0;
        for (uint32_t i = 0; i < m->r.events_count; i++) {
            const event_found *e = &m->r.events[i];
            assert_true(e->t >= before && row_of(m, i)[0] == e->t);
            before = e->t;
            if (e->event == 0) {
                near(e->t, ++turns * period / 2, EACH[k].within);
                near(row_of(m, i)[2], 0, 1e-12);
                assert_true(e->rises == (turns % 2 == 1));
            } else if (e->event == 1) {
                near(e->t, (lows++ + 0.75) * period, EACH[k].within);
                assert_true(e->rises);
            } else {
                near(e->t, (2 * zeros++ + 1) * period / 4, EACH[k].within);
            }
        }
        assert_true(turns >= 3 && lows >= 1 && zeros >= 3);
        for (uint32_t i = 1; i < m->rows.rows_count; i++)
            assert_true(m->rows.rows[(size_t)i * m->rows.columns] >=
                        m->rows.rows[(size_t)(i - 1) * m->rows.columns]);
        end(m);
    }
}

/* Loops are closed there, and nothing of the motion is another one. */
static void the_motion_does_not_know_of_them(void **state)
{
    (void)state;
    static const char *const EACH[] = {"rk4", "trapezoidal", "rk45", "rodas", "alpha"};
    for (uint32_t k = 0; k < 5; k++) {
        wish w = {NULL, CRANK, "crank_x=0,6", EACH[k],
                  {"far: slide.rate", "half: crank_x - 3", "t: t - 0.4321"}, NULL, 1e-3, 1, 0, 50};
        motion *with = move(&w);
        w.event[0] = NULL;
        motion *without = move(&w);
        assert_true(with->r.events_count >= 4 && without->r.events_count == 0);
        assert_int_equal(with->rows.rows_count, without->rows.rows_count + with->r.events_count);
        assert_memory_equal(with->x.q, without->x.q, with->x.count * sizeof(double));
        assert_memory_equal(with->x.qd, without->x.qd, with->x.count * sizeof(double));
        assert_true(with->r.steps == without->r.steps);
        assert_true(with->r.longest_s == without->r.longest_s &&
                    with->r.shortest_s == without->r.shortest_s);
        uint32_t count;
        const uint32_t open = track_first(&with->rows, TRACK_OPEN, &count);
        for (uint32_t i = 0; i < with->r.events_count; i++)
            near(row_of(with, i)[open], 0, 1e-12);
        end(with);
        end(without);
    }
}

/* One that begins at zero has not passed it; one that only touches it in a look is told once. */
static void zeros_are_passed_and_not_left(void **state)
{
    (void)state;
    const wish w = {DROP, NULL, "z=2", "rk4", {"start: 2 - z", "same: 0*z", "at: t - 0.25"}, NULL,
                    0.125, 0.5, 0, 0};
    motion *m = move(&w);
    assert_int_equal(m->r.events_count, 1);
    assert_true(m->r.events[0].event == 2 && m->r.events[0].t == 0.25 && m->r.events[0].rises);
    end(m);
}

static void what_is_wrong_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *event[2], *stop, *why;
    } EACH[] = {{{"z"}, NULL, "NAME: EXPRESSION expected"},
                {{": z"}, NULL, "NAME: EXPRESSION expected"},
                {{"a: z; down"}, NULL, "rising, falling or both expected"},
                {{"a: z +"}, NULL, "'z +', column 4"},
                {{"a: y"}, NULL, "'y' is neither t, z, z.rate, "},
                {{"a: z", "a: t"}, NULL, "another event has this name"},
                {{"a: z"}, "b", "--stop-at b: no --event has this name"}};
    const char *positions[] = {"z"};
    const track columns = track_make("drop", &(track_columns){.positions = positions,
                                                              .rates = positions,
                                                              .positions_count = 1,
                                                              .rates_count = 1});
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        motion *m = motion_make();
        events_plan p;
        assert_int_equal(events_read(&m->mem, EACH[k].event, EACH[k].event[1] ? 2 : 1,
                                     EACH[k].stop, &columns, &p, &m->d), STATUS_INPUT);
        if (!strstr(m->d.error.text, EACH[k].why))
            fail_msg("%s", m->d.error.text);
        end(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_falls_meets_the_ground_in_time),
        cmocka_unit_test(a_pendulum_turns_and_passes_in_time),
        cmocka_unit_test(the_motion_does_not_know_of_them),
        cmocka_unit_test(zeros_are_passed_and_not_left),
        cmocka_unit_test(what_is_wrong_is_told),
    };
    const int failed = cmocka_run_group_tests_name("motion_events", tests, NULL, NULL);
    remove(ROBOT_FILE);
    return failed;
}
