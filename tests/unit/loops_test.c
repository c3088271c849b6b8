/* SPDX-License-Identifier: MIT */
/* Loops before any equation: independent constraints, dependent joints by rule, pivots and choice,
 * and the blocks of patterns that are printed or checked elsewhere [LOOPS B.3, B.4]. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "loops/loops.h"
#include "planar_robot.h"

enum { MOST = 12 };

/* --- patterns --------------------------------------------------------------------------------- */

typedef struct {
    uint32_t rows, columns;
    const char *entries[MOST]; /* 1 where there is one */
} drawn;

static void read_drawn(const drawn *d, bool *pattern)
{
    for (uint32_t r = 0; r < d->rows; r++)
        for (uint32_t c = 0; c < d->columns; c++)
            pattern[r * d->columns + c] = d->entries[r][c] == '1';
}

static const drawn FIGURE = {6, 7, {"1110000", "1110000", "1000110", "1000110", "0101101",
                                    "0101101"}};
static const drawn BOTH = {6, 9, {"111110000", "111110000", "111111000", "111000110", "111000110",
                                  "111000111"}};
static const drawn JOINT_POINTS = {9, 12, {"110000000101", "110000000011", "111000000001",
                                           "000110000101", "000110000011", "000111000001",
                                           "000000110101", "000000110011", "000000111001"}};
static const drawn CENTRE_POINTS = {9, 12, {"111000000100", "111000000010", "111000000001",
                                            "000111000100", "000111000010", "000111000001",
                                            "000000111100", "000000111010", "000000111001"}};
static const drawn CUT_JOINTS = {6, 9, {"110000101", "110000011", "001100101", "001100011",
                                        "000011101", "000011011"}};

static void rule_gives(const drawn *d, const uint32_t *wanted)
{
    bool pattern[MOST * MOST], excluded[MOST] = {false};
    uint32_t chosen[MOST];
    read_drawn(d, pattern);
    assert_true(partition_by_rule(pattern, d->rows, d->columns, excluded, chosen));
    for (uint32_t r = 0; r < d->rows; r++)
        assert_int_equal(chosen[r] + 1, wanted[r]);
}

static void rule_chooses_a_set(const drawn *d, unsigned wanted)
{
    bool pattern[MOST * MOST], excluded[MOST] = {false};
    uint32_t chosen[MOST];
    unsigned found = 0;
    read_drawn(d, pattern);
    assert_true(partition_by_rule(pattern, d->rows, d->columns, excluded, chosen));
    for (uint32_t r = 0; r < d->rows; r++)
        found |= 1u << (chosen[r] + 1);
    assert_int_equal(found, wanted);
}

static void symbolic_rule_chooses_the_printed_sets(void **unused)
{
    (void)unused;
    rule_gives(&FIGURE, (const uint32_t[]){3, 1, 6, 5, 4, 7});
    rule_chooses_a_set(&BOTH, 0x3f0);                 /* 4 to 9 */
    rule_chooses_a_set(&JOINT_POINTS, 0x3fe);         /* 1 to 9 */
    rule_chooses_a_set(&CUT_JOINTS, 0x7e);            /* 1 to 6 */
    rule_chooses_a_set(&CENTRE_POINTS, 0x1c00 | 0x3f0); /* 10 to 12 and 4 to 9 */
}

/* Blocks of the columns that are not independent, such as "2,3; 5,6; 4,7 <- 1 2". */
static void blocks_are(const drawn *d, unsigned independent, const char *wanted)
{
    bool whole[MOST * MOST], pattern[MOST * MOST];
    uint32_t columns[MOST], count = 0, row[MOST], column[MOST], blocks_count;
    loop_block *blocks;
    arena mem = arena_make();
    read_drawn(d, whole);
    for (uint32_t c = 0; c < d->columns; c++)
        if (!(independent >> (c + 1) & 1))
            columns[count++] = c;
    assert_int_equal(count, d->rows);
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t c = 0; c < count; c++)
            pattern[r * count + c] = whole[r * d->columns + columns[c]];
    assert_true(blocks_find(&mem, pattern, count, row, column, &blocks, &blocks_count));
    text found = text_make(&mem);
    for (uint32_t k = 0; k < blocks_count; k++) {
        bool of[MOST + 1] = {false};
        text_add(&found, k ? "; " : "");
        for (uint32_t i = 0; i < blocks[k].count; i++)
            of[columns[column[blocks[k].first + i]] + 1] = true;
        const char *before = "";
        for (uint32_t c = 1; c <= MOST; c++)
            if (of[c]) {
                text_printf(&found, "%s%u", before, c);
                before = ",";
            }
        for (uint32_t i = 0; i < blocks[k].needs_count; i++)
            text_printf(&found, "%s%u", i ? " " : " <- ", blocks[k].needs[i] + 1);
    }
    assert_string_equal(found.bytes, wanted);
    arena_free(&mem);
}

static void blocks_are_those_of_the_figures(void **unused)
{
    (void)unused;
    blocks_are(&FIGURE, 1u << 1, "2,3; 5,6; 4,7 <- 1 2");
    blocks_are(&FIGURE, 1u << 2, "1,3; 5,6 <- 1; 4,7 <- 2");
    blocks_are(&FIGURE, 1u << 4, "1,2,3,5,6,7");
    blocks_are(&BOTH, 1u << 1 | 1u << 6 | 1u << 9, "2,3,4,5,7,8");
    blocks_are(&BOTH, 1u << 3 | 1u << 6 | 1u << 9, "1,2,4,5,7,8");
    blocks_are(&BOTH, 1u << 3 | 1u << 4 | 1u << 7, "1,2,5,8; 6 <- 1; 9 <- 1");
    blocks_are(&BOTH, 1u << 1 | 1u << 4 | 1u << 7, "2,3,5,8; 6 <- 1; 9 <- 1");
    blocks_are(&BOTH, 1u << 1 | 1u << 2 | 1u << 3, "4,5; 6 <- 1; 7,8; 9 <- 3");
    blocks_are(&CENTRE_POINTS, 0x1c00, "1,2,3; 4,5,6; 7,8,9");
    blocks_are(&JOINT_POINTS, 0x1c00, "1,2; 3 <- 1; 4,5; 6 <- 3; 7,8; 9 <- 5");
    blocks_are(&CUT_JOINTS, 0x380, "1,2; 3,4; 5,6");
}

/* BA2000: dependent 23 21 22 7 8 11 12 as columns 1 to 7. */
static void blocks_of_the_bogie_follow_each_other(void **unused)
{
    (void)unused;
    const drawn bogie = {7, 7, {"1000000", "0100000", "1011100", "1011100", "0101100", "0010010",
                                "1011101"}};
    blocks_are(&bogie, 0, "1; 2; 3,4,5 <- 1 2; 6 <- 3; 7 <- 1 3");
}

/* All 84 choices of three of nine: how large the largest block is. */
static void largest_blocks_of_all_choices(void **unused)
{
    (void)unused;
    bool whole[MOST * MOST], pattern[MOST * MOST];
    uint32_t found[7] = {0}, choices = 0;
    read_drawn(&BOTH, whole);
    for (unsigned set = 0; set < 1u << 9; set++) {
        uint32_t columns[MOST], count = 0, row[MOST], column[MOST], blocks_count, largest = 0;
        for (uint32_t c = 0; c < 9; c++)
            if (!(set >> c & 1))
                columns[count < MOST ? count++ : count] = c;
        if (count != 6)
            continue;
        for (uint32_t r = 0; r < 6; r++)
            for (uint32_t c = 0; c < 6; c++)
                pattern[r * 6 + c] = whole[r * 9 + columns[c]];
        arena mem = arena_make();
        loop_block *blocks;
        if (blocks_find(&mem, pattern, 6, row, column, &blocks, &blocks_count))
            for (uint32_t k = 0; k < blocks_count; k++)
                largest = blocks[k].count > largest ? blocks[k].count : largest;
        found[largest]++;
        choices++;
        arena_free(&mem);
    }
    assert_int_equal(choices, 84);
    const uint32_t wanted[7] = {0, 0, 19, 20, 16, 22, 7};
    for (int k = 0; k < 7; k++)
        assert_int_equal(found[k], wanted[k]);
}

static void singular_patterns_have_no_blocks(void **unused)
{
    (void)unused;
    const bool pattern[9] = {1, 0, 0, 1, 0, 0, 0, 1, 1}; /* two rows for one column */
    uint32_t row[3], column[3], count;
    loop_block *blocks;
    arena mem = arena_make();
    assert_false(blocks_find(&mem, pattern, 3, row, column, &blocks, &count));
    arena_free(&mem);
}

/* --- robots ----------------------------------------------------------------------------------- */

static void start_closed(planar_robot *r)
{
    double q[PLANAR_MOST];
    planar_joints(r, PLANAR_Q, true, q);
    for (uint32_t i = 0; i < r->t.coordinates_count; i++)
        r->t.coordinates[i].start = q[i];
}

static void patterns_of_models_are_the_drawn_ones(void **unused)
{
    (void)unused;
    const drawn *of[PLANAR_MODELS] = {&BOTH, &BOTH, &CENTRE_POINTS, &JOINT_POINTS, &CUT_JOINTS};
    for (uint32_t m = 0; m < PLANAR_MODELS; m++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        planar_robot r = planar_make(&mem, (planar_model)m);
        bool pattern[MOST * MOST];
        loops l;
        start_closed(&r);
        assert_int_equal(loops_find(&mem, &r.t, &l, &d), STATUS_OK);
        assert_int_equal(l.all.count, of[m]->rows);
        assert_int_equal(l.count, of[m]->rows);
        read_drawn(of[m], pattern);
        assert_memory_equal(l.pattern, pattern, of[m]->rows * of[m]->columns * sizeof *pattern);
        assert_true(l.condition_most < 1e4);
        arena_free(&mem);
    }
}

static const char *refusal(arena *mem, const tree *t)
{
    diag d = diag_make(mem);
    loops l;
    assert_int_equal(loops_find(mem, t, &l, &d), STATUS_INPUT);
    return d.error.text;
}

static void says(const char *given, const char *part)
{
    if (!strstr(given, part))
        fail_msg("'%s' does not say '%s'", given, part);
}

static void what_cannot_work_is_refused(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    planar_robot r = planar_make(&mem, PLANAR_CUT_JOINTS);
    start_closed(&r);
    tree far = r.t; /* an arm that does not reach */
    far.cuts = ARENA_ARRAY(&mem, tree_cut, 3);
    memcpy(far.cuts, r.t.cuts, 3 * sizeof *far.cuts);
    for (uint32_t i = 0; i < 3; i++)
        far.cuts[i].in_body[0].position = vec3_scale(planar_pivot(i, 0.4), -20);
    says(refusal(&mem, &far), "do not close");
    tree none = r.t;
    none.cuts_count = 0;
    says(refusal(&mem, &none), "has no loops");
    tree held = r.t; /* a fourth cut holds the platform where it is */
    tree_cut fourth = {.what = {.name = "held", .kind = CUT_BODY,
                                .dropped = 1u << CUT_Z | 1u << CUT_RX | 1u << CUT_RY},
                       .body = {0, 9}};
    fourth.in_body[0] = fourth.in_body[1] = pose_identity();
    held.cuts = ARENA_ARRAY(&mem, tree_cut, 4);
    memcpy(held.cuts, r.t.cuts, 3 * sizeof *held.cuts);
    held.cuts[3] = fourth;
    held.cuts_count = 4;
    says(refusal(&mem, &held), "nothing can move");
    for (uint32_t i = 0; i < 4; i++)
        r.t.coordinates[i].driven = true;
    says(refusal(&mem, &r.t), "too many constraints");
    for (uint32_t i = 0; i < 4; i++)
        r.t.coordinates[i].driven = false;
    r.t.coordinates[0].independent = true;
    says(refusal(&mem, &r.t), "so that 3 are independent");
    arena_free(&mem);
}

/* A ball in the plane says that z is z: its third row is left out, and named. */
static void redundant_rows_are_found(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    planar_robot r = planar_make(&mem, PLANAR_CUT_JOINTS);
    loops l;
    start_closed(&r);
    for (uint32_t i = 0; i < 3; i++) {
        r.t.cuts[i].what.kind = CUT_BALL;
        r.t.cuts[i].what.dropped = 0;
    }
    assert_int_equal(loops_find(&mem, &r.t, &l, &d), STATUS_OK);
    assert_int_equal(l.all.count, 9);
    assert_int_equal(l.count, 6);
    for (uint32_t i = 0; i < 9; i++)
        assert_int_equal(l.is_redundant[i], i % 3 == 2);
    assert_string_equal(l.all.list[5].name, "cut2.z");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbolic_rule_chooses_the_printed_sets),
        cmocka_unit_test(blocks_are_those_of_the_figures),
        cmocka_unit_test(blocks_of_the_bogie_follow_each_other),
        cmocka_unit_test(largest_blocks_of_all_choices),
        cmocka_unit_test(singular_patterns_have_no_blocks),
        cmocka_unit_test(patterns_of_models_are_the_drawn_ones),
        cmocka_unit_test(what_cannot_work_is_refused),
        cmocka_unit_test(redundant_rows_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
