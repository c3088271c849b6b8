/* SPDX-License-Identifier: MIT */
#include "robot/law_asks.h"

enum { STATES = 6, FORCES = 7 };

#define TURN(k)                                                                                   \
    {.x = (k), .xd = (k), .xd_scale = 1, .force = (k), .by_x = (k), .by_xd = 3 + (k)}

/* Numbers are those of one element. A wheel's are those of convention `formula`: how deep it is
 * pressed in, at most 0, and the velocity of the contact upwards. */
static const struct {
    uint32_t count;
    law_ask of[LAW_ASKS_MOST];
} ASKS[ELEMENT_KINDS] = {
    [ELEMENT_LINK] = {1, {{.xd = 1, .x_scale = 1, .xd_scale = 1, .by_x = 1, .by_xd = 2}}},
    [ELEMENT_TORSION] = {1, {{.xd = 1, .x_scale = 1, .xd_scale = 1, .by_x = 1, .by_xd = 2}}},
    [ELEMENT_TURN] = {3, {TURN(0), TURN(1), TURN(2)}},
    [ELEMENT_WHEEL] = {1, {{.xd = 4, .x_scale = -1, .xd_scale = -1, .touches = true, .by_x = 1,
                            .by_xd = 2}}}};

uint32_t law_asks(const robot_element *e, uint32_t element, law_ask out[LAW_ASKS_MOST])
{
    for (uint32_t i = 0; i < ASKS[e->kind].count; i++) {
        law_ask *a = &out[i];
        *a = ASKS[e->kind].of[i];
        a->rest = e->kind == ELEMENT_LINK ? e->rest : 0; /* in the x of others */
        a->x += STATES * element;
        a->xd += STATES * element;
        a->force += FORCES * element;
        a->by_x += FORCES * element;
        a->by_xd += FORCES * element;
    }
    return ASKS[e->kind].count;
}
