/* SPDX-License-Identifier: MIT */
/* Files for other tools: CSV, MATLAB, NumPy. */
#include "apps/linear/linear_files.h"

#include "apps/archive/npz.h"
#include "apps/archive/zip.h"
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

/* ---- MATLAB ---------------------------------------------------------------------------------- */

/* The head of a matrix of level 4: doubles, low bytes first; numbers or letters. */
static void add_mat_head(text *out, const char *name, bool is_text, uint32_t rows,
                         uint32_t columns)
{
    const uint32_t length = (uint32_t)strlen(name) + 1;
    text_add_low_first(out, is_text, 4);
    text_add_low_first(out, rows, 4);
    text_add_low_first(out, columns, 4);
    text_add_low_first(out, 0, 4); /* no imaginary part */
    text_add_low_first(out, length, 4);
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
                text_add_double(out, array[k].data[(size_t)r * array[k].columns + c]);
    }
    for (uint32_t k = 0; k < LINEAR_NAMES; k++) {
        const size_t width = longest(&names[k]);
        add_mat_head(out, names[k].name, true, names[k].count, (uint32_t)width);
        for (size_t c = 0; c < width; c++)
            for (uint32_t r = 0; r < names[k].count; r++) {
                const char *name = names[k].names[r];
                text_add_double(out, c < strlen(name) ? (unsigned char)name[c] : ' ');
            }
    }
}

/* ---- NumPy ----------------------------------------------------------------------------------- */

void linear_print_npz(const linear_system *s, text *out)
{
    const linear_array *array = linear_arrays(out->mem, s);
    const linear_names *names = linear_names_of(out->mem, s);
    output_file files[LINEAR_ARRAYS + LINEAR_NAMES];
    uint32_t count = 0;
    for (uint32_t k = 0; k < LINEAR_ARRAYS; k++)
        files[count++] = npz_numbers(out->mem, array[k].name, array[k].data,
                                     &(npz_shape){array[k].dimensions, array[k].rows,
                                                  array[k].columns, array[k].columns});
    for (uint32_t k = 0; k < LINEAR_NAMES; k++)
        files[count++] = npz_words(out->mem, names[k].name, names[k].names, names[k].count);
    zip_write(files, count, out);
}
