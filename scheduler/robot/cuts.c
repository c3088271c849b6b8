/* SPDX-License-Identifier: MIT */
#include "robot/cuts.h"

static const char *const KIND_WORD[CUT_KINDS] = {[CUT_BODY] = "body",
                                                 [CUT_BALL] = "ball",
                                                 [CUT_ROD] = "rod",
                                                 [CUT_LINEAR] = "linear",
                                                 [CUT_USER] = "user",
                                                 [CUT_ROLLING] = "rolling"};
static const char *const ROW_WORD[CUT_ROWS] = {[CUT_X] = "x",   [CUT_Y] = "y",   [CUT_Z] = "z",
                                               [CUT_RX] = "rx", [CUT_RY] = "ry", [CUT_RZ] = "rz"};

static const uint32_t ROWS_MOST[CUT_KINDS] = {[CUT_BODY] = CUT_ROWS, [CUT_BALL] = 3,
                                              [CUT_ROD] = 1,         [CUT_LINEAR] = 1,
                                              [CUT_USER] = 1,        [CUT_ROLLING] = 3};

uint32_t cut_rows(const robot_cut *c)
{
    uint32_t kept = 0;
    for (unsigned r = 0; r < ROWS_MOST[c->kind]; r++)
        kept += !(c->dropped >> r & 1);
    return kept;
}

uint32_t cut_rows_most(cut_kind kind)
{
    return ROWS_MOST[kind];
}

bool cut_is_of_joints(cut_kind kind)
{
    return kind == CUT_LINEAR || kind == CUT_USER || kind == CUT_ROLLING;
}

const char *cut_kind_word(cut_kind kind)
{
    return KIND_WORD[kind];
}

const char *cut_row_word(cut_row row)
{
    return ROW_WORD[row];
}
