/* SPDX-License-Identifier: MIT */
/* The core that ships, the sizes it comes in, and which of them a program goes into. */
#include "machine/shape.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *word;
    uint32_t factor; /* of the depths */
} size;

static const size SIZES[] = {
#define SIZE(word, factor) {#word, factor},
    TAUFLOW_SHAPE_SIZES(SIZE)
#undef SIZE
};

enum { SIZES_COUNT = sizeof SIZES / sizeof SIZES[0] };

static void set_size(tauflow_shape *c, const size *s)
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        if (SHAPE_FIELD[i].grows)
            *shape_number(c, i) = SHAPE_FIELD[i].initial * s->factor;
}

void shape_set_depths(tauflow_shape *c, const tauflow_shape *like)
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        if (SHAPE_FIELD[i].grows)
            *shape_number(c, i) = shape_get(like, i);
}

tauflow_shape shape_default(void)
{
    tauflow_shape c;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        *shape_number(&c, i) = SHAPE_FIELD[i].initial;
    return c;
}

bool shape_of_size(const char *word, tauflow_shape *out)
{
    *out = shape_default();
    for (size_t i = 0; i < SIZES_COUNT; i++)
        if (strcmp(SIZES[i].word, word) == 0) {
            set_size(out, &SIZES[i]);
            return true;
        }
    return false;
}

void shape_sizes(char *names, size_t bytes)
{
    size_t used = 0;
    *names = '\0';
    for (size_t i = 0; i < SIZES_COUNT && used < bytes; i++)
        used += (size_t)snprintf(names + used, bytes - used, "%s%s", i ? ", " : "", SIZES[i].word);
}

void shape_word(const tauflow_shape *core, char word[SHAPE_NAME_BYTES])
{
    shape_name(core, word);
    for (size_t i = 0; i < SIZES_COUNT; i++) {
        tauflow_shape other = shape_default();
        set_size(&other, &SIZES[i]);
        if (memcmp(&other, core, sizeof other) == 0)
            snprintf(word, SHAPE_NAME_BYTES, "%s", SIZES[i].word);
    }
}

tauflow_status shape_of_word(const char *word, tauflow_shape *out, report *r)
{
    return shape_of_size(word, out) ? TAUFLOW_OK : shape_parse(word, out, r);
}

tauflow_status shape_deepen(const tauflow_shape *needs, tauflow_shape *core, report *r)
{
    tauflow_status fits = TAUFLOW_OK;
    for (size_t i = 0; i < SIZES_COUNT; i++) {
        set_size(core, &SIZES[i]);
        fits = shape_fits(needs, core, r);
        if (fits == TAUFLOW_OK)
            break;
    }
    return fits; /* the message, if any, is of the largest */
}

/* On the same times a program takes the same cycles; modules and lanes that it does not use
 * rest. */
static bool runs_as_predicted(const tauflow_shape *needs, const tauflow_shape *core)
{
    if (needs->network != core->network && (needs->modules != 1 || core->modules != 1))
        return false;
    if (network_has_places(core->network) ? needs->modules != core->modules
                                          : needs->modules > core->modules)
        return false;
    if (needs->lanes > core->lanes || needs->out_lanes > core->out_lanes)
        return false;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_fit fit = SHAPE_FIELD[i].fit;
        if ((fit == FIT_TIME || fit == FIT_CREDIT || fit == FIT_SAME ||
             (fit == FIT_RELAY && network_has_stations(core->network))) &&
            shape_get(needs, i) != shape_get(core, i))
            return false;
    }
    return needs->lane_queue == core->lane_queue;
}

tauflow_status shape_choose(const tauflow_shape *needs, tauflow_shape *out, report *r)
{
    if (needs->circuit) { /* it is what it is */
        *out = *needs;
        return TAUFLOW_OK;
    }
    *out = shape_default();
    for (uint32_t i = TAUFLOW_SHAPE_ALWAYS; i < TAUFLOW_SHAPE_WORDS; i++)
        *shape_number(out, i) = shape_get(needs, i);
    if (!runs_as_predicted(needs, out))
        *out = *needs;
    return shape_deepen(needs, out, r);
}
