#include "motion/track.h"

track track_make(const char *model, const char **names, uint32_t count, bool has_torques,
                 bool has_constraints)
{
    track t = {.model = model, .names = names, .count = count, .has_torques = has_torques,
               .has_constraints = has_constraints};
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
    case TRACK_POSITION:
    case TRACK_RATE: return t->count;
    case TRACK_TORQUE: return t->has_torques ? t->count : 0;
    case TRACK_OPEN:
    case TRACK_OPEN_RATE: return t->has_constraints;
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
            return t->names[column - first];
        if (part == TRACK_RATE || part == TRACK_TORQUE)
            return arena_printf(mem, "%s%s", t->names[column - first], ENDING[part]);
        return WORD[part];
    }
    return "";
}

void track_add(arena *mem, track *t, const moment *m)
{
    t->rows = arena_grow(mem, t->rows, (size_t)t->rows_count + 1, &t->rows_capacity,
                         t->columns * sizeof *t->rows);
    double *at = t->rows + (size_t)t->rows_count++ * t->columns;
    *at++ = m->t;
    const double *const each[] = {m->q, m->qd, t->has_torques ? m->tau : NULL};
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; each[k] && i < t->count; i++)
            *at++ = each[k][i];
    *at++ = m->energy;
    if (t->has_constraints) {
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
