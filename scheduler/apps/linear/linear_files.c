/* SPDX-License-Identifier: MIT */
/* Files for other tools: CSV, MATLAB, NumPy. */
#include "apps/linear/linear_files.h"

#include "apps/fmu/zip.h"
#include "apps/linear/linear_arrays.h"

#include <string.h>

void linear_print_csv(const linear_system *s, text *out)
{
    text_add(out, "row");
    for (uint32_t i = 0; i < s->states + s->inputs; i++) {
        text_add(out, ",");
        text_add_csv(out, i < s->states ? s->state[i] : s->input[i - s->states]);
    }
    text_add(out, ",constant\n");
    for (uint32_t i = 0; i < s->states + s->outputs; i++) {
        const bool is_state = i < s->states;
        const uint32_t row = is_state ? i : i - s->states;
        const double *of_x = (is_state ? s->a : s->c) + (size_t)row * s->states,
                     *of_u = (is_state ? s->b : s->d) + (size_t)row * s->inputs;
        text_add_csv(out, is_state ? arena_printf(out->mem, s->step_s > 0 ? "next %s" : "d/dt %s",
                                                  s->state[row])
                                   : s->output[row]);
        for (uint32_t k = 0; k < s->states + s->inputs; k++) {
            text_add(out, ",");
            text_add_number(out, k < s->states ? of_x[k] : of_u[k - s->states]);
        }
        text_add(out, ",");
        text_add_number(out, is_state ? s->affine[row] : s->y[row]);
        text_add(out, "\n");
    }
}

static void add_word(text *out, uint32_t value, uint32_t bytes)
{
    for (uint32_t k = 0; k < bytes; k++)
        text_add_bytes(out, &(unsigned char){(unsigned char)(value >> 8 * k)}, 1);
}

static void add_double(text *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_word(out, (uint32_t)bits, 4);
    add_word(out, (uint32_t)(bits >> 32), 4);
}

/* ---- MATLAB ---------------------------------------------------------------------------------- */

/* The head of a matrix of level 4: doubles, low bytes first; numbers or letters. */
static void add_mat_head(text *out, const char *name, bool is_text, uint32_t rows,
                         uint32_t columns)
{
    const uint32_t length = (uint32_t)strlen(name) + 1;
    add_word(out, is_text, 4);
    add_word(out, rows, 4);
    add_word(out, columns, 4);
    add_word(out, 0, 4); /* no imaginary part */
    add_word(out, length, 4);
    text_add_bytes(out, name, length);
}

static size_t longest(const linear_names *of)
{
    size_t most = 1;
    for (uint32_t i = 0; i < of->count; i++)
        most = strlen(of->names[i]) > most ? strlen(of->names[i]) : most;
    return most;
}

void linear_print_mat(const linear_system *s, text *out)
{
    const linear_array *array = linear_arrays(out->mem, s);
    const linear_names *names = linear_names_of(out->mem, s);
    for (uint32_t k = 0; k < LINEAR_ARRAYS; k++) {
        add_mat_head(out, array[k].name, false, array[k].rows, array[k].columns);
        for (uint32_t c = 0; c < array[k].columns; c++) /* column by column */
            for (uint32_t r = 0; r < array[k].rows; r++)
                add_double(out, array[k].data[(size_t)r * array[k].columns + c]);
    }
    for (uint32_t k = 0; k < LINEAR_NAMES; k++) {
        const size_t width = longest(&names[k]);
        add_mat_head(out, names[k].name, true, names[k].count, (uint32_t)width);
        for (size_t c = 0; c < width; c++)
            for (uint32_t r = 0; r < names[k].count; r++) {
                const char *name = names[k].names[r];
                add_double(out, c < strlen(name) ? (unsigned char)name[c] : ' ');
            }
    }
}

/* ---- NumPy ----------------------------------------------------------------------------------- */

/* The head of a .npy file of version 1: it ends at a multiple of 64 bytes. */
static void add_npy_head(text *out, const char *type, const char *shape)
{
    const char *facts = arena_printf(out->mem, "{'descr': '%s', 'fortran_order': False, 'shape': "
                                               "%s, }", type, shape);
    const size_t before = 10, length = strlen(facts) + 1,
                 all = (before + length + 63) / 64 * 64;
    text_add_bytes(out, "\x93NUMPY\1\0", 8);
    add_word(out, (uint32_t)(all - before), 2);
    text_add(out, facts);
    for (size_t k = before + length; k < all; k++)
        text_add(out, " ");
    text_add(out, "\n");
}

static const char *shape_of(arena *mem, const linear_array *of)
{
    if (of->dimensions == 2)
        return arena_printf(mem, "(%u, %u)", of->rows, of->columns);
    return of->dimensions ? arena_printf(mem, "(%u,)", of->rows) : "()";
}

void linear_print_npz(const linear_system *s, text *out)
{
    const linear_array *array = linear_arrays(out->mem, s);
    const linear_names *names = linear_names_of(out->mem, s);
    output_file files[LINEAR_ARRAYS + LINEAR_NAMES];
    uint32_t count = 0;
    for (uint32_t k = 0; k < LINEAR_ARRAYS; k++) {
        output_file *f = &files[count++];
        *f = (output_file){arena_printf(out->mem, "%s.npy", array[k].name), text_make(out->mem)};
        add_npy_head(&f->bytes, "<f8", shape_of(out->mem, &array[k]));
        for (size_t i = 0; i < (size_t)array[k].rows * array[k].columns; i++)
            add_double(&f->bytes, array[k].data[i]);
    }
    for (uint32_t k = 0; k < LINEAR_NAMES; k++) { /* bytes of UTF-8, with zeros at the end */
        const size_t width = longest(&names[k]);
        output_file *f = &files[count++];
        *f = (output_file){arena_printf(out->mem, "%s.npy", names[k].name), text_make(out->mem)};
        add_npy_head(&f->bytes, arena_printf(out->mem, "|S%zu", width),
                     arena_printf(out->mem, "(%u,)", names[k].count));
        for (uint32_t i = 0; i < names[k].count; i++) {
            const char *name = names[k].names[i];
            text_add_bytes(&f->bytes, name, strlen(name));
            for (size_t c = strlen(name); c < width; c++)
                text_add_bytes(&f->bytes, "", 1);
        }
    }
    zip_write(files, count, out);
}
