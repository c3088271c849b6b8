/* SPDX-License-Identifier: MIT */
#include "robot/payload.h"
#include "robot/numbers.h"
#include "robot/reading.h"

#include <string.h>

enum { POINT_NUMBERS = 4, ALL_NUMBERS = 10 };

static status refuse(arena *mem, const char *given, const char *why, diag *d)
{
    return diag_error(d, (place){0}, "bad value '%s' of option --payload: %s",
                      text_shown(mem, given), why);
}

static status read_numbers(arena *mem, const char *given, const char *from,
                           double values[ALL_NUMBERS], diag *d)
{
    uint32_t count = 1;
    char *blanks = arena_strdup(mem, from);
    for (char *c = blanks; *c; c++)
        if (*c == ',') {
            *c = ' ';
            count++;
        }
    if (count != 1 && count != POINT_NUMBERS && count != ALL_NUMBERS)
        return refuse(mem, given, "a mass; with x,y,z of its centre; or with "
                                  "ixx,iyy,izz,ixy,ixz,iyz too: 1, 4 or 10 numbers expected", d);
    const char *wrong = numbers_read(mem, blanks, values, count);
    return wrong ? refuse(mem, given, wrong, d) : STATUS_OK;
}

status payload_read(arena *mem, const char *given, payload *out, diag *d)
{
    const char *equals = strrchr(given, '=');
    *out = (payload){.link = given, .is_input = !equals};
    if (!equals)
        return STATUS_OK;
    double v[ALL_NUMBERS] = {0};
    out->link = arena_strndup(mem, given, (size_t)(equals - given));
    TRY(read_numbers(mem, given, equals + 1, v, d));
    if (v[0] < 0)
        return refuse(mem, given, "its mass is negative", d);
    out->body = (inertia){.mass_kg = v[0],
                          .com_m = {{v[1], v[2], v[3]}},
                          .inertia_com_kgm2 = {{{v[4], v[7], v[8]},
                                                {v[7], v[5], v[9]},
                                                {v[8], v[9], v[6]}}}};
    const char *owner = arena_printf(mem, "--payload %s", text_shown(mem, given));
    return inertia_check(out->body, owner, false, (place){0}, d);
}
