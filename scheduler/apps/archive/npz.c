/* SPDX-License-Identifier: MIT */
#include "apps/archive/npz.h"

#include <string.h>

/* The head of a .npy file of version 1: it ends at a multiple of 64 bytes. */
static void add_npy_head(text *out, const char *type, const char *shape)
{
    const char *facts = arena_printf(out->mem, "{'descr': '%s', 'fortran_order': False, 'shape': "
                                               "%s, }", type, shape);
    const size_t before = 10, length = strlen(facts) + 1,
                 all = (before + length + 63) / 64 * 64;
    text_add_bytes(out, "\x93NUMPY\1\0", 8);
    text_add_low_first(out, (uint32_t)(all - before), 2);
    text_add(out, facts);
    for (size_t k = before + length; k < all; k++)
        text_add(out, " ");
    text_add(out, "\n");
}

static output_file entry(arena *mem, const char *name)
{
    return (output_file){arena_printf(mem, "%s.npy", name), text_make(mem)};
}

static const char *shape_text(arena *mem, const npz_shape *s)
{
    if (s->dimensions == 2)
        return arena_printf(mem, "(%u, %u)", s->rows, s->columns);
    return s->dimensions ? arena_printf(mem, "(%u,)", s->rows) : "()";
}

output_file npz_numbers(arena *mem, const char *name, const double *data, const npz_shape *shape)
{
    output_file f = entry(mem, name);
    add_npy_head(&f.bytes, "<f8", shape_text(mem, shape));
    for (uint32_t r = 0; r < shape->rows; r++)
        for (uint32_t c = 0; c < shape->columns; c++)
            text_add_double(&f.bytes, data[(size_t)r * shape->stride + c]);
    return f;
}

output_file npz_words(arena *mem, const char *name, const char *const *words, uint32_t count)
{
    output_file f = entry(mem, name);
    size_t width = 1;
    for (uint32_t i = 0; i < count; i++)
        width = strlen(words[i]) > width ? strlen(words[i]) : width;
    add_npy_head(&f.bytes, arena_printf(mem, "|S%zu", width), arena_printf(mem, "(%u,)", count));
    for (uint32_t i = 0; i < count; i++) {
        text_add_bytes(&f.bytes, words[i], strlen(words[i]));
        for (size_t c = strlen(words[i]); c < width; c++)
            text_add_bytes(&f.bytes, "", 1);
    }
    return f;
}
