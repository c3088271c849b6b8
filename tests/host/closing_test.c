/* SPDX-License-Identifier: MIT */
/* A robot with closed loops on a core: a call repeats passes until the loops are closed, counts
 * them, and says when they are too few or lead nowhere. */
#include "tauflow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FORCES TESTS_FOLDER "/planar4_closed-forces.tau"
#define TORQUES TESTS_FOLDER "/planar4_closed-id.tau" /* which the default core holds */
#define BASE TESTS_FOLDER "/planar4_base.tau" /* forces, with the joints at the base independent */
#define HEAVY TESTS_FOLDER "/planar4_heavy.tau" /* forces, of a robot with another mass */
enum { N = 9 };

/* LOOPS B.9, model 4. */
static const double START[N] = {-2.2, 1.5, -0.2, 1.2, 1.8, 1.2, 0.1, -0.05, 0.2};
static const double CLOSED[6] = {-2.358884636159, 1.441563040214, -0.363400565038,
                                 1.412919273030,  1.636489671260, 1.651487899035};
static const double QD[N] = {0, 0, 0, 0, 0, 0, 0.3, -0.4, 0.5};
static const double QDD[N] = {8.765828026082, -15.855499079270, -9.464404811312,
                              5.777971324740, 1.649842646748,   7.122522375955,
                              -0.094725809189, -11.047688949939, 1.031785687651};
static const double LAMBDA[6] = {1.615492790503, 0.279969849328,  0.223242809211,
                                 1.377603682533, -1.454518527476, 2.067146851387};

static void must(tauflow *h, tauflow_status done)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (done != TAUFLOW_OK)
        fail_msg("%s", tauflow_message(h, why, sizeof why));
}

static void told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

static tauflow *loaded(const char *address, const char *image)
{
    tauflow *h = NULL;
    must(h, tauflow_open(address, NULL, &h));
    must(h, tauflow_load(h, image));
    return h;
}

typedef struct {
    double qdd[N], q[N], residual[3], multiplier[6];
} results;

static tauflow_status call(tauflow *h, const double *q, results *out)
{
    const double zero[N] = {0};
    const tauflow_input in[] = {{"q", q}, {"qd", QD}, {"tau", zero}};
    const tauflow_output wanted[] = {{"qdd", out->qdd}, {"q_closed", out->q},
                                     {"residual", out->residual},
                                     {"multiplier", out->multiplier}};
    return tauflow_call(h, in, 3, wanted, 4);
}

static uint64_t passes(tauflow *h)
{
    tauflow_statistics s;
    must(h, tauflow_figures(h, &s));
    return s.passes;
}

/* Accelerations up to 16, of sums up to some 30, through a matrix of condition 4, in binary32. */
#define NEAR 2e-4

static void calls_repeat_until_loops_are_closed(void **state)
{
    (void)state;
    results r;
    tauflow *h = loaded("twin:", FORCES);
    must(h, call(h, START, &r));
    assert_in_range(passes(h), 3, 6);
    for (int i = 0; i < N; i++)
        assert_true(fabs(r.qdd[i] - QDD[i]) < NEAR);
    for (int i = 0; i < 6; i++) {
        assert_true(fabs(r.q[i] - CLOSED[i]) < 1e-5);
        assert_true(fabs(r.multiplier[i] - LAMBDA[i]) < NEAR);
    }
    /* from there a single pass will do */
    const uint64_t before = passes(h);
    double q[N];
    memcpy(q, r.q, sizeof q); /* whole */
    assert_memory_equal(q + 6, START + 6, 3 * sizeof q[0]);
    must(h, call(h, q, &r));
    assert_int_equal(passes(h), before + 1);
    tauflow_close(h);
}

/* Every bit, and as many passes. */
static void twin_and_simulation_agree(void **state)
{
    (void)state;
    static const char *const ADDRESS[2] = {"twin:", "sim:"};
    static const double GIVEN[N] = {0, 0, 0, 0, 0, 0, 1, 2, -0.5};
    double tau[2][N], q[2][N], residual[2][3];
    uint64_t count[2];
    for (int k = 0; k < 2; k++) {
        tauflow *h = loaded(ADDRESS[k], TORQUES);
        const tauflow_input in[] = {{"q", START}, {"qd", QD}, {"qdd", GIVEN}};
        const tauflow_output out[] = {{"tau", tau[k]}, {"q_closed", q[k]},
                                      {"residual", residual[k]}};
        must(h, tauflow_call(h, in, 3, out, 3));
        count[k] = passes(h);
        tauflow_close(h);
    }
    assert_in_range(count[0], 3, 6);
    assert_int_equal(count[0], count[1]);
    assert_memory_equal(tau[0], tau[1], sizeof tau[0]);
    assert_memory_equal(q[0], q[1], sizeof q[0]);
    assert_memory_equal(residual[0], residual[1], sizeof residual[0]);
}

static void the_limit_of_passes_is_told(void **state)
{
    (void)state;
    results r;
    tauflow *h = loaded("twin:", FORCES);
    must(h, tauflow_set_closing(h, 0, 2));
    assert_int_equal(call(h, START, &r), TAUFLOW_NOT_CLOSED);
    told(h, "the loops are not closed after 2 passes: the sum of squares of a block");
    must(h, tauflow_set_closing(h, 0.5, 1)); /* half a metre: the first pass is near enough */
    must(h, call(h, START, &r));
    assert_int_equal(tauflow_set_closing(h, -1, 0), TAUFLOW_BAD_CALL);
    assert_int_equal(tauflow_set_closing(h, NAN, 0), TAUFLOW_BAD_CALL);
    must(h, tauflow_set_closing(h, 0, 0));
    must(h, call(h, START, &r));
    tauflow_close(h);
}

/* Passes without end, each of them much shorter than the deadline. */
static void the_deadline_is_one_for_all_passes(void **state)
{
    (void)state;
    results r;
    tauflow *h = loaded("twin:", FORCES);
    must(h, tauflow_set_closing(h, 1e-30, 50000));
    must(h, tauflow_set_deadline(h, 400000000));
    assert_int_equal(call(h, START, &r), TAUFLOW_TIMEOUT);
    must(h, tauflow_recover(h));
    must(h, tauflow_set_closing(h, 0, 0));
    must(h, tauflow_set_deadline(h, 0));
    must(h, call(h, START, &r));
    tauflow_close(h);
}

static void stretched_arms_are_told(void **state)
{
    (void)state;
    results r;
    double q[N];
    tauflow *h = loaded("twin:", FORCES);
    memcpy(q, START, sizeof q);
    q[1] = 0; /* elbow of the first arm */
    assert_int_equal(call(h, q, &r), TAUFLOW_SINGULAR);
    told(h, "the mass matrix or the loops of this state cannot be solved: pivot[");
    memcpy(q, START, sizeof q);
    q[6] = 50; /* out of reach */
    const tauflow_status done = call(h, q, &r);
    assert_true(done == TAUFLOW_NOT_CLOSED || done == TAUFLOW_SINGULAR || done == TAUFLOW_RANGE);
    must(h, call(h, START, &r));
    tauflow_close(h);
}

/* ---- another image --------------------------------------------------------------------------- */

/* Platform at (0, y), not turned. Base pivots at radius 2.0, those of the platform at 0.4, both at
 * angles 90, 210, 330 degrees; links of 1.0 and 1.2. */
static void placed(double y, double *q)
{
    const double right = acos(0), x = 0;
    for (int arm = 0; arm < 3; arm++) {
        const double angle = right * (1 + 4 * arm / 3.0), dx = x - 1.6 * cos(angle),
                     dy = y - 1.6 * sin(angle),
                     bend = (dx * dx + dy * dy - 1 - 1.44) / 2.4,
                     elbow = acos(fmin(bend, 1));
        q[2 * arm] = atan2(dy, dx) - atan2(1.2 * sin(elbow), 1 + 1.2 * cos(elbow));
        q[2 * arm + 1] = elbow;
    }
    q[6] = x;
    q[7] = y;
    q[8] = 0;
}

/* At -0.6 the first arm is stretched, so that its joints do not follow from the platform, but the
 * platform from the joints at the base. */
static void stretched(double *q)
{
    placed(-0.6, q);
}

static uint64_t switches(tauflow *h)
{
    tauflow_statistics s;
    must(h, tauflow_figures(h, &s));
    return s.switches;
}

static void another_image_goes_on_where_one_is_singular(void **state)
{
    (void)state;
    double q[N];
    results r = {.residual = {7, 7, 7}}, direct;
    stretched(q);
    tauflow *h = loaded("twin:", FORCES);
    assert_int_equal(call(h, q, &r), TAUFLOW_SINGULAR);
    must(h, tauflow_set_other_image(h, BASE));
    must(h, call(h, START, &r)); /* which needs no other */
    assert_int_equal(switches(h), 0);
    r.residual[0] = r.residual[1] = r.residual[2] = 7;
    must(h, call(h, q, &r));
    assert_int_equal(switches(h), 1);
    for (int i = 0; i < 3; i++) /* numbers of blocks that this image does not have, too */
        assert_true(r.residual[i] >= 0 && r.residual[i] <= 1e-10);
    tauflow *other = loaded("twin:", BASE);
    must(other, call(other, q, &direct));
    assert_memory_equal(r.qdd, direct.qdd, sizeof r.qdd);
    assert_memory_equal(r.multiplier, direct.multiplier, sizeof r.multiplier);
    tauflow_close(other);
    /* a limit that neither keeps: both are tried, and the first is loaded again */
    must(h, tauflow_set_closing(h, 1e-30, 1));
    assert_int_equal(call(h, q, &r), TAUFLOW_SINGULAR);
    assert_int_equal(switches(h), 2);
    must(h, tauflow_set_closing(h, 0, 0));
    must(h, call(h, START, &r));
    for (int i = 0; i < N; i++)
        assert_true(fabs(r.qdd[i] - QDD[i]) < NEAR);
    assert_int_equal(switches(h), 2);
    must(h, tauflow_set_other_image(h, NULL));
    assert_int_equal(call(h, q, &r), TAUFLOW_SINGULAR);
    assert_int_equal(switches(h), 2);
    tauflow_close(h);
}

/* A platform out of reach: passes lead the arms astray, and the other image begins where the caller
 * did, with arms that say where the platform is. */
static void another_image_begins_with_the_positions_given(void **state)
{
    (void)state;
    double q[N];
    results r, direct;
    placed(-0.5, q);
    q[7] -= 0.3;
    tauflow *h = loaded("twin:", FORCES), *other = loaded("twin:", BASE);
    const tauflow_status alone = call(h, q, &r);
    assert_true(alone == TAUFLOW_NOT_CLOSED || alone == TAUFLOW_SINGULAR);
    assert_true(passes(h) > 1);
    must(h, tauflow_set_other_image(h, BASE));
    must(h, call(h, q, &r));
    assert_int_equal(switches(h), 1);
    must(other, call(other, q, &direct));
    assert_memory_equal(r.qdd, direct.qdd, sizeof r.qdd);
    assert_true(fabs(r.q[7] - -0.5) < 1e-5);
    tauflow_close(h);
    tauflow_close(other);
}

static void another_image_must_fit(void **state)
{
    (void)state;
    double q[N];
    results r;
    tauflow *h = NULL;
    must(h, tauflow_open("twin:", NULL, &h));
    assert_int_equal(tauflow_set_other_image(h, BASE), TAUFLOW_BAD_CALL);
    told(h, "no program is loaded that closes loops");
    must(h, tauflow_load(h, BASE));
    assert_int_equal(tauflow_set_other_image(h, FORCES), TAUFLOW_BAD_IMAGE);
    told(h, "numbers of 'residual', and the loaded one 1: load that with more blocks first");
    must(h, tauflow_load(h, FORCES));
    assert_int_equal(tauflow_set_other_image(h, TORQUES), TAUFLOW_BAD_IMAGE);
    told(h, "the other image computes 'closed-id', not 'closed-forces'");
    assert_int_equal(tauflow_set_other_image(h, TESTS_FOLDER "/none.tau"), TAUFLOW_NOT_FOUND);
    assert_int_equal(tauflow_set_other_image(h, HEAVY), TAUFLOW_BAD_IMAGE);
    told(h, "the other image was made of another description");
    stretched(q); /* what was refused is not gone to */
    assert_int_equal(call(h, q, &r), TAUFLOW_SINGULAR);
    assert_int_equal(switches(h), 0);
    tauflow_close(h);
}

static void *read_bytes(const char *path, size_t *size)
{
    enum { MOST = 1 << 20 };
    FILE *f = fopen(path, "rb");
    void *bytes = malloc(MOST);
    assert_true(f && bytes);
    *size = fread(bytes, 1, MOST, f);
    fclose(f);
    assert_in_range(*size, 1, MOST - 1);
    return bytes;
}

static void another_load_forgets_it(void **state)
{
    (void)state;
    double q[N];
    results r;
    size_t size;
    void *bytes = read_bytes(FORCES, &size);
    tauflow *h = loaded("twin:", FORCES);
    stretched(q);
    for (int from_bytes = 0; from_bytes < 2; from_bytes++) {
        must(h, tauflow_set_other_image(h, BASE));
        must(h, from_bytes ? tauflow_load_bytes(h, bytes, size) : tauflow_load(h, FORCES));
        assert_int_equal(call(h, q, &r), TAUFLOW_SINGULAR);
        assert_int_equal(switches(h), 0);
    }
    tauflow_close(h);
    free(bytes);
}

static void samples_under_way_are_not_lost_to_another_image(void **state)
{
    (void)state;
    const double zero[N] = {0};
    const tauflow_state s = {.q = START, .qd = QD, .tau = zero};
    size_t taken;
    tauflow *h = loaded("twin:", FORCES);
    must(h, tauflow_submit(h, 1, &s, TAUFLOW_WAIT, &taken));
    assert_int_equal(tauflow_set_other_image(h, BASE), TAUFLOW_BAD_CALL);
    told(h, "receive or cancel them first");
    must(h, tauflow_cancel(h, NULL));
    must(h, tauflow_set_other_image(h, BASE));
    tauflow_close(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_repeat_until_loops_are_closed),
        cmocka_unit_test(twin_and_simulation_agree),
        cmocka_unit_test(the_limit_of_passes_is_told),
        cmocka_unit_test(the_deadline_is_one_for_all_passes),
        cmocka_unit_test(stretched_arms_are_told),
        cmocka_unit_test(another_image_goes_on_where_one_is_singular),
        cmocka_unit_test(another_image_begins_with_the_positions_given),
        cmocka_unit_test(another_image_must_fit),
        cmocka_unit_test(another_load_forgets_it),
        cmocka_unit_test(samples_under_way_are_not_lost_to_another_image),
    };
    return cmocka_run_group_tests_name("closing", tests, NULL, NULL);
}
