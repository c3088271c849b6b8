/* SPDX-License-Identifier: MIT */
#include "apps/motion/methods.h"

#include "base/text.h"

#include <string.h>

/* One table for command line, help and documents. */
static const motion_method METHODS[] = {
#define METHOD(name, about, of, natural, robot, order, switches, by_multipliers, adapts)          \
    {name, about, of, natural, robot, order, switches, by_multipliers, adapts},
#include "apps/motion/methods.def"
#undef METHOD
};
enum { METHODS_COUNT = sizeof METHODS / sizeof METHODS[0] };

status method_find(const char *name, model_kind of, const motion_method **out, diag *d)
{
    text known = text_make(d->mem);
    for (uint32_t k = 0; k < METHODS_COUNT; k++) {
        if (METHODS[k].of != of)
            continue;
        *out = &METHODS[k];
        if (!name || strcmp(METHODS[k].name, name) == 0)
            return STATUS_OK;
        text_printf(&known, "%s%s", known.length ? ", " : "", METHODS[k].name);
    }
    return diag_error(d, (place){0}, "unknown method '%s' for %s (known: %s)", name,
                      of == MODEL_NATURAL ? "natural coordinates" : "robots", known.bytes);
}
