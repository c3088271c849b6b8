/* SPDX-License-Identifier: MIT */
#include "measure/tables/lines.h"
#include "measure/tables/logs.h"

#include <stdlib.h>
#include <string.h>

typedef enum { LUT, LUTRAM, FF, DSP, BRAM, FIGURES } figure;

static const struct {
    const char *cell;
    figure of;
    long each;
} CELLS[] = {
    {"LUT1", LUT, 1},        {"LUT2", LUT, 1},        {"LUT3", LUT, 1},
    {"LUT4", LUT, 1},        {"LUT5", LUT, 1},        {"LUT6", LUT, 1},
    {"CCU2C", LUT, 2},       {"TRELLIS_DPR16X4", LUTRAM, 4},
    {"RAM32M", LUTRAM, 4},   {"RAM64M", LUTRAM, 4},   {"RAM128X1D", LUTRAM, 4},
    {"RAM32M16", LUTRAM, 8}, {"RAM64M8", LUTRAM, 8},  {"RAM256X1D", LUTRAM, 8},
    {"RAM16X1D", LUTRAM, 2}, {"RAM32X1D", LUTRAM, 2}, {"RAM64X1D", LUTRAM, 2},
    {"RAM16X1S", LUTRAM, 1}, {"RAM32X1S", LUTRAM, 1}, {"RAM64X1S", LUTRAM, 1},
    {"SRL16E", LUTRAM, 1},   {"SRLC32E", LUTRAM, 1},  {"FDRE", FF, 1},
    {"FDSE", FF, 1},         {"FDCE", FF, 1},         {"FDPE", FF, 1},
    {"FDRE_1", FF, 1},       {"FDSE_1", FF, 1},       {"FDCE_1", FF, 1},
    {"FDPE_1", FF, 1},       {"TRELLIS_FF", FF, 1},   {"MULT18X18D", DSP, 1},
    {"DSP48E1", DSP, 1},     {"DSP48E2", DSP, 1},     {"DP16KD", BRAM, 1},
    {"PDPW16KD", BRAM, 1},   {"RAMB18E1", BRAM, 1},   {"RAMB18E2", BRAM, 1},
    {"RAMB36E1", BRAM, 2},   {"RAMB36E2", BRAM, 2},
};
enum { CELLS_COUNT = sizeof CELLS / sizeof *CELLS };

/* A memory that CELLS has not would be left out of the sums. */
static const char *const MEMORIES[] = {"RAM", "SRL", "URAM", "DP16", "PDP"};

static bool is_memory(const char *cell)
{
    for (uint32_t m = 0; m < sizeof MEMORIES / sizeof *MEMORIES; m++)
        if (strncmp(cell, MEMORIES[m], strlen(MEMORIES[m])) == 0)
            return true;
    return false;
}

static status cell_count(const char *cell, long count, long sums[FIGURES], place at, diag *d)
{
    for (uint32_t c = 0; c < CELLS_COUNT; c++)
        if (strcmp(CELLS[c].cell, cell) == 0) {
            sums[CELLS[c].of] += CELLS[c].each * count;
            return STATUS_OK;
        }
    return is_memory(cell) && count > 0
               ? diag_error(d, at, "what a memory %s takes is not known", cell)
               : STATUS_OK;
}

status cells_print(arena *mem, const char *path, cells_kind kind, text *out, diag *d)
{
    long sums[FIGURES] = {0};
    lines l;
    TRY(lines_open(mem, path, &l, d));
    while (lines_next(&l)) {
        char *words[2];
        if (words_split(l.line, " \t", words, 2) == 2)
            TRY(cell_count(words[0], strtol(words[1], NULL, 10), sums,
                           (place){.file = path, .line = l.number}, d));
    }
    if (kind != CELLS_OF_PART && !sums[LUT])
        return diag_error(d, (place){.file = path, .line = l.number}, "no LUT up to here");
    if (kind == CELLS_OF_CORE && !sums[FF])
        return diag_error(d, (place){.file = path, .line = l.number}, "no flip-flop up to here");
    for (figure f = 0; f < FIGURES; f++)
        text_printf(out, "%s%ld", f ? "," : "", sums[f]);
    text_add(out, "\n");
    return STATUS_OK;
}
