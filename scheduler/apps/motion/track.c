/* SPDX-License-Identifier: MIT */
#include "apps/motion/track.h"

track track_make(const char *model, const track_columns *of)
{
    track t = {.model = model, .of = *of};
    for (uint32_t part = 0; part < TRACK_PARTS; part++) {
        uint32_t wide;
        track_first(&t, (track_part)part, &wide);
        t.columns += wide;
    }
    return t;
}

static uint32_t part_columns(const track *t, track_part part)
{
    switch (part) {
    case TRACK_POSITION: return t->of.positions_count;
    case TRACK_RATE: return t->of.rates_count;
    case TRACK_TORQUE: return t->of.torques_count;
    case TRACK_OPEN:
    case TRACK_OPEN_RATE: return t->of.has_constraints;
    default: return 1;
    }
}

uint32_t track_first(const track *t, track_part part, uint32_t *count)
{
    uint32_t first = 0;
    for (uint32_t before = 0; before < (uint32_t)part; before++)
        first += part_columns(t, (track_part)before);
    *count = part_columns(t, part);
    return first;
}

const char *track_column(arena *mem, const track *t, uint32_t column)
{
    static const char *const ENDING[] = {[TRACK_RATE] = ".rate", [TRACK_TORQUE] = ".torque"};
    static const char *const WORD[] = {[TRACK_TIME] = "t", [TRACK_ENERGY] = "energy",
                                       [TRACK_OPEN] = "open", [TRACK_OPEN_RATE] = "open_rate",
                                       [TRACK_STEP] = "step"};
    for (uint32_t part = 0; part < TRACK_PARTS; part++) {
        uint32_t wide;
        const uint32_t first = track_first(t, (track_part)part, &wide);
        if (column >= first + wide)
            continue;
        if (part == TRACK_POSITION)
            return t->of.positions[column - first];
        if (part == TRACK_RATE || part == TRACK_TORQUE)
            return arena_printf(mem, "%s%s",
                                part == TRACK_RATE ? t->of.rates[column - first]
                                                   : t->of.positions[column - first],
                                ENDING[part]);
        return WORD[part];
    }
    return "";
}

void track_add(arena *mem, track *t, const moment *m)
{
    t->rows = arena_grow(mem, t->rows, (size_t)t->rows_count + 1, &t->rows_capacity,
                         t->columns * sizeof *t->rows);
    track_fill(t, m, t->rows + (size_t)t->rows_count++ * t->columns);
}

void track_fill(const track *t, const moment *m, double *row)
{
    double *at = row;
    *at++ = m->t;
    const struct {
        const double *of;
        uint32_t count;
    } each[] = {{m->q, t->of.positions_count}, {m->qd, t->of.rates_count},
                {m->tau, t->of.torques_count}};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++)
        for (uint32_t i = 0; i < each[k].count; i++)
            *at++ = each[k].of[i];
    *at++ = m->energy;
    if (t->of.has_constraints) {
        *at++ = m->open;
        *at++ = m->open_rate;
    }
    *at++ = m->step_s;
}

void track_print_csv(const track *t, text *out)
{
    for (uint32_t c = 0; c < t->columns; c++) {
        text_add(out, c ? "," : "");
        text_add_csv(out, track_column(out->mem, t, c));
    }
    text_add(out, "\n");
    for (uint32_t r = 0; r < t->rows_count; r++) {
        for (uint32_t c = 0; c < t->columns; c++) {
            text_add(out, c ? "," : "");
            text_add_number(out, t->rows[(size_t)r * t->columns + c]);
        }
        text_add(out, "\n");
    }
}
