/* SPDX-License-Identifier: MIT */
#include "robot/cuts.h"

static const char *const KIND_WORD[CUT_KINDS] = {[CUT_BODY] = "body",
                                                 [CUT_BALL] = "ball",
                                                 [CUT_ROD] = "rod",
                                                 [CUT_LINEAR] = "linear",
                                                 [CUT_USER] = "user"};
static const char *const ROW_WORD[CUT_ROWS] = {[CUT_X] = "x",   [CUT_Y] = "y",   [CUT_Z] = "z",
                                               [CUT_RX] = "rx", [CUT_RY] = "ry", [CUT_RZ] = "rz"};

uint32_t cut_rows(const robot_cut *c)
{
    if (c->kind == CUT_BALL)
        return 3;
    if (c->kind != CUT_BODY)
        return 1;
    uint32_t kept = 0;
    for (unsigned r = 0; r < CUT_ROWS; r++)
        kept += !(c->dropped >> r & 1);
    return kept;
}

bool cut_is_of_joints(cut_kind kind)
{
    return kind == CUT_LINEAR || kind == CUT_USER;
}

const char *cut_kind_word(cut_kind kind)
{
    return KIND_WORD[kind];
}

const char *cut_row_word(cut_row row)
{
    return ROW_WORD[row];
}
