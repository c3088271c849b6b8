/* SPDX-License-Identifier: MIT */
/* The closed mechanisms that ship, as files: they close from the start below, have as many
 * equations that are independent of each other as their sources say, and each equation depends on
 * the joints that it should. Equations are the test's own, written from docs/loops.md; their
 * derivatives are differences. */
#include "unit/pose_of.h"
#include "unit/robot_text.h"

enum { MOST = 64, MOST_ROWS = 48, NAMES = 8 };

typedef struct {
    const char *file;
    uint32_t joints, equations, freedoms;
    struct {
        const char *joint; /* others start at 0 */
        double at;
    } start[NAMES];
    const char *pattern; /* of the derivatives, row by row; NULL: not compared */
} closed_system;

#define LOOP "robots/loops/"
#define ARMS_2 "111110000 111110000 111111000 111000110 111000110 111000111"
static const closed_system SYSTEMS[] = {
    {LOOP "planar1.urdf", 9, 6, 3,
     {{"q1", -2.36}, {"q2", 1.44}, {"q3", 1.12}, {"q4", 0.85}, {"q5", -1.41}, {"q6", 0.36},
      {"q7", 3.09}, {"q8", -1.65}}, ARMS_2},
    {LOOP "planar2.urdf", 9, 6, 3,
     {{"q1", -2.36}, {"q2", 1.44}, {"q3", 1.12}, {"q4", -0.36}, {"q5", 1.41}, {"q6", -0.85},
      {"q7", 1.64}, {"q8", 1.65}}, ARMS_2},
    {LOOP "planar3.urdf", 12, 9, 3,
     {{"q1", -2.36}, {"q2", 1.44}, {"q4", -0.36}, {"q5", 1.41}, {"q7", 1.64}, {"q8", 1.65},
      {"q12", 0.2}},
     "110000000101 110000000011 111000000001 000110000101 000110000011 000111000001 "
     "000000110101 000000110011 000000111001"},
    {LOOP "planar3_centre.urdf", 12, 9, 3,
     {{"q1", -2.36}, {"q2", 1.44}, {"q4", -0.36}, {"q5", 1.41}, {"q7", 1.64}, {"q8", 1.65},
      {"q12", 0.2}},
     "111000000100 111000000010 111000000001 000111000100 000111000010 000111000001 "
     "000000111100 000000111010 000000111001"},
    {LOOP "planar4.urdf", 9, 6, 3,
     {{"q1", -2.2}, {"q2", 1.5}, {"q3", -0.2}, {"q4", 1.2}, {"q5", 1.8}, {"q6", 1.2}, {"q9", 0.2}},
     "110000101 110000011 001100101 001100011 000011101 000011011"},
    {LOOP "slider_crank.urdf", 4, 3, 1, {{"slide", 0.2}, {"rod_x", -0.4}, {"rod_y", 0.8}}, NULL},
    {LOOP "delta.urdf", 12, 9, 3,
     {{"tz", -0.75}, {"arm1_y", 0.3}, {"arm2_y", 0.3}, {"arm3_y", 0.3}, {"forearm1_y", 1.5},
      {"forearm2_y", 1.5}, {"forearm3_y", 1.5}}, NULL},
    {LOOP "stewart_light.urdf", 24, 18, 6,
     {{"tz", 1.1}, {"leg1_z", 1.3}, {"leg2_z", 1.3}, {"leg3_z", 1.3}, {"leg4_z", 1.3},
      {"leg5_z", 1.3}, {"leg6_z", 1.3}}, NULL},
    {"robots/stewart.urdf", 24, 18, 6,
     {{"tz", 1.1}, {"leg1_z", 1.3}, {"leg2_z", 1.3}, {"leg3_z", 1.3}, {"leg4_z", 1.3},
      {"leg5_z", 1.3}, {"leg6_z", 1.3}}, NULL},
    {"robots/car54.urdf", 54, 40, 14, {{0}}, NULL},
};

/* ---- equations ------------------------------------------------------------------------------- */

static uint32_t rows_of(const tree *t, const tree_cut *c, const double *q, double *h)
{
    pose at[2];
    for (int k = 0; k < 2; k++)
        at[k] = pose_multiply(pose_of(t, c->body[k], q), c->in_body[k]);
    vec3 x = vec3_sub(at[1].position, at[0].position);
    if (c->what.kind == CUT_ROD) {
        h[0] = (vec3_dot(x, x) - c->what.length_m * c->what.length_m) / 2;
        return 1;
    }
    mat3 d = mat3_multiply(at[1].rotation, mat3_transpose(at[0].rotation));
    const double all[CUT_ROWS] = {x.v[0], x.v[1], x.v[2], d.m[2][1], -d.m[2][0], d.m[1][0]};
    uint32_t count = 0;
    assert_true(c->what.axes == CUT_AXES_REFERENCE && c->seen_from <= 6); /* base or chassis */
    for (unsigned r = 0; r < (c->what.kind == CUT_BALL ? 3u : 6u); r++)
        if (!(c->what.dropped >> r & 1))
            h[count++] = all[r];
    return count;
}

static uint32_t close_up(const tree *t, const double *q, double *h)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < t->cuts_count; k++)
        count += rows_of(t, &t->cuts[k], q, h + count);
    assert_true(count <= MOST_ROWS);
    return count;
}

/* Central differences: errors of about 1e-10 for figures of about 1. */
static void derive(const tree *t, double *q, double j[MOST_ROWS][MOST])
{
    const double step = 1e-5;
    double before[MOST_ROWS], after[MOST_ROWS];
    for (uint32_t c = 0; c < t->coordinates_count; c++) {
        double at = q[c];
        q[c] = at - step;
        close_up(t, q, before);
        q[c] = at + step;
        uint32_t rows = close_up(t, q, after);
        q[c] = at;
        for (uint32_t r = 0; r < rows; r++)
            j[r][c] = (after[r] - before[r]) / (2 * step);
    }
}

/* Full pivoting: j x = h for as many unknowns as there are independent rows, the others stay 0.
 * Returns how many those are. */
static uint32_t solve(double j[MOST_ROWS][MOST], double *h, uint32_t rows, uint32_t columns,
                      double *x)
{
    uint32_t pivot_column[MOST_ROWS];
    bool taken[MOST] = {false};
    uint32_t rank = 0;
    for (; rank < rows; rank++) {
        uint32_t row = rank, column = 0;
        double best = 0;
        for (uint32_t r = rank; r < rows; r++)
            for (uint32_t c = 0; c < columns; c++)
                if (!taken[c] && fabs(j[r][c]) > best) {
                    best = fabs(j[r][c]);
                    row = r;
                    column = c;
                }
        if (best < 1e-6)
            break;
        for (uint32_t c = 0; c < columns; c++) {
            double other = j[rank][c];
            j[rank][c] = j[row][c];
            j[row][c] = other;
        }
        double other = h[rank];
        h[rank] = h[row];
        h[row] = other;
        taken[column] = true;
        pivot_column[rank] = column;
        for (uint32_t r = 0; r < rows; r++) {
            double factor = r == rank ? 0 : j[r][column] / j[rank][column];
            for (uint32_t c = 0; factor != 0 && c < columns; c++)
                j[r][c] -= factor * j[rank][c];
            h[r] -= factor * h[rank];
        }
    }
    memset(x, 0, columns * sizeof *x);
    for (uint32_t k = 0; k < rank; k++)
        x[pivot_column[k]] = h[k] / j[k][pivot_column[k]];
    return rank;
}

static double size_of(const double *h, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += h[i] * h[i];
    return sqrt(sum);
}

/* ---- laws ------------------------------------------------------------------------------------ */

static void take_start(const tree *t, const closed_system *s, double *q)
{
    memset(q, 0, MOST * sizeof *q);
    for (uint32_t i = 0; i < NAMES && s->start[i].joint; i++) {
        uint32_t c = 0;
        while (c < t->coordinates_count && strcmp(t->coordinates[c].name, s->start[i].joint) != 0)
            c++;
        assert_true(c < t->coordinates_count);
        q[c] = s->start[i].at;
    }
}

static void assert_pattern(double j[MOST_ROWS][MOST], uint32_t columns, const char *expected)
{
    for (uint32_t r = 0; *expected; r++, expected += *expected == ' ')
        for (uint32_t c = 0; c < columns; c++, expected++)
            assert_int_equal(*expected == '1', fabs(j[r][c]) > 1e-6);
}

static void read_system(bench *b, const char *file)
{
    const urdf_options reading = urdf_options_default();
    const tree_options building = tree_options_default();
    b->d = diag_make(&b->diag_mem);
    assert_int_equal(robot_read(&b->robot_mem, file, &reading, &b->r, &b->d), STATUS_OK);
    assert_built(b, &building);
}

static void assert_closes(const closed_system *s)
{
    static double j[MOST_ROWS][MOST];
    double q[MOST], h[MOST_ROWS], x[MOST];
    bench b = bench_make();
    read_system(&b, s->file);
    assert_int_equal(b.t.coordinates_count, s->joints);
    take_start(&b.t, s, q);
    uint32_t rows = close_up(&b.t, q, h), passes = 0;
    assert_int_equal(rows, s->equations);
    for (; size_of(h, rows) > 1e-12; passes++) { /* rows of order 1 m */
        assert_true(passes < 20);
        derive(&b.t, q, j);
        solve(j, h, rows, s->joints, x);
        for (uint32_t c = 0; c < s->joints; c++)
            q[c] -= x[c];
        close_up(&b.t, q, h);
    }
    derive(&b.t, q, j);
    if (s->pattern)
        assert_pattern(j, s->joints, s->pattern);
    assert_int_equal(s->joints - solve(j, h, rows, s->joints, x), s->freedoms);
    bench_free(&b);
}

static void every_system_closes_with_the_freedoms_of_its_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SYSTEMS / sizeof *SYSTEMS; i++)
        assert_closes(&SYSTEMS[i]);
}

/* The pose (0.1, -0.05, 0.2) of the platform, by a model of the planar robot that is not ours. */
static void arms_of_the_planar_robot_are_where_others_find_them(void **state)
{
    (void)state;
    const double q[MOST] = {-2.358884636159, 1.441563040214, -0.363400565038, 1.412919273030,
                            1.636489671260,  1.651487899035, 0.1,             -0.05,
                            0.2};
    double h[MOST_ROWS];
    bench b = bench_make();
    read_system(&b, LOOP "planar4.urdf");
    assert_true(size_of(h, close_up(&b.t, q, h)) < 1e-11); /* twelve digits of angles */
    bench_free(&b);
}

/* The benchmark's start: crank up, slider at 0.2 m. */
static void the_slider_crank_starts_closed(void **state)
{
    (void)state;
    const double q[MOST] = {0, 0.2, -0.463647609000806, 0.841068670567930};
    double h[MOST_ROWS];
    bench b = bench_make();
    read_system(&b, LOOP "slider_crank.urdf");
    assert_true(size_of(h, close_up(&b.t, q, h)) < 1e-14);
    bench_free(&b);
}

/* What robots/loops/ngon.sh writes for these arguments. */
static void read_polygon(bench *b, const char *arguments)
{
    static char bytes[1 << 16];
    const urdf_options reading = urdf_options_default();
    const tree_options building = tree_options_default();
    char command[80];
    snprintf(command, sizeof command, "bash " LOOP "ngon.sh %s", arguments);
    FILE *from = popen(command, "r");
    assert_non_null(from);
    size_t length = fread(bytes, 1, sizeof bytes, from);
    assert_int_equal(pclose(from), 0);
    assert_true(length > 0 && length < sizeof bytes);
    assert_int_equal(bench_read_bytes(b, bytes, length, &reading), STATUS_OK);
    assert_built(b, &building);
}

static void polygons_are_closed_where_all_coordinates_are_0(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        uint32_t joints, equations;
    } LIST[] = {{"5", 4, 2}, {"7 ball", 6, 3}, {"15 plane", 14, 2}};
    static double j[MOST_ROWS][MOST];
    double q[MOST] = {0}, h[MOST_ROWS], x[MOST];
    for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++) {
        bench b = bench_make();
        read_polygon(&b, LIST[i].arguments);
        assert_int_equal(b.t.coordinates_count, LIST[i].joints);
        uint32_t rows = close_up(&b.t, q, h);
        assert_int_equal(rows, LIST[i].equations);
        assert_true(size_of(h, rows) < 1e-14);
        derive(&b.t, q, j);
        assert_int_equal(solve(j, h, rows, LIST[i].joints, x), 2);
        bench_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_system_closes_with_the_freedoms_of_its_source),
        cmocka_unit_test(arms_of_the_planar_robot_are_where_others_find_them),
        cmocka_unit_test(the_slider_crank_starts_closed),
        cmocka_unit_test(polygons_are_closed_where_all_coordinates_are_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
