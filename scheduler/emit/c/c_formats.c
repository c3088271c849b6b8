/* SPDX-License-Identifier: MIT */
/* Plain C in each format of numbers: a row of a table. */
#include "emit/c/emit_c.h"
#include "emit/c/fixed_c.h"

static status emit_integers(const ops *list, uint32_t count, const emit_c_options *options,
                            text *c, text *h, diag *d)
{
    (void)count;
    (void)d;
    emit_fixed_c(&list[0], options->name, c, h);
    return STATUS_OK;
}

const emit_c_format EMIT_C_FORMAT[FORMATS] = {
    [FORMAT_BINARY32] = {.in_reals = true, .emit = emit_c_functions},
    [FORMAT_FIXED] = {.in_reals = false, .emit = emit_integers}};
