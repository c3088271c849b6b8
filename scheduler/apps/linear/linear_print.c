/* SPDX-License-Identifier: MIT */
/* A linear system as a text for people and as JSON. */
#include "apps/linear/linear_arrays.h"
#include "apps/linear/linear_files.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

static const char *shown(const text *out, const char *name)
{
    return text_shown(out->mem, name);
}

static void print_list(const char *title, const char *const *names, uint32_t count, text *out)
{
    text_printf(out, "%-18s%u:", title, count);
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, " %s", shown(out, names[i]));
    text_add(out, "\n");
}

/* As wide as the longest name, and numbers of five figures. */
static int width_of(const char *const *names, uint32_t count)
{
    size_t most = 12;
    for (uint32_t i = 0; i < count; i++)
        most = strlen(names[i]) > most ? strlen(names[i]) : most;
    return (int)most;
}

static void print_matrix(const char *title, const double *a, const char *const *rows,
                         uint32_t rows_count, const char *const *columns, uint32_t columns_count,
                         text *out)
{
    const int first = width_of(rows, rows_count), width = width_of(columns, columns_count);
    text_printf(out, "\n%-*s", first, title);
    for (uint32_t c = 0; c < columns_count; c++)
        text_printf(out, "  %*s", width, shown(out, columns[c]));
    text_add(out, "\n");
    for (uint32_t r = 0; r < rows_count; r++) {
        text_printf(out, "%-*s", first, shown(out, rows[r]));
        for (uint32_t c = 0; c < columns_count; c++)
            text_printf(out, "  %*.6g", width, a[(size_t)r * columns_count + c]);
        text_add(out, "\n");
    }
}

/* What is no more than rounding of a number of that size is 0 here. */
static double rounded(double value, double size)
{
    return fabs(value) > 1e-12 * size ? value : 0;
}

/* Positions of a shape, and states of laws: a number each, or where it is turned in time its size
 * and angle. */
static void print_shape(const linear_system *s, const linear_mode *m, text *out)
{
    const uint32_t joints = s->from->count;
    for (uint32_t i = 0; i < s->states; i += i + 1 == joints ? joints + 1 : 1) {
        const double size = hypot(m->re[i], m->im[i]);
        const bool is_turned = fabs(m->im[i]) > 1e-6;
        text_printf(out, "%s%s %.3g", i ? ", " : "", shown(out, s->state[i]),
                    is_turned ? size : rounded(m->re[i], 1));
        if (is_turned)
            text_printf(out, " at %.0f deg", 180 / acos(-1) * atan2(m->im[i], m->re[i]));
    }
}

void linear_print_modes(const linear_system *s, text *out)
{
    text_add(out, "\neigenvalues, 1/s              frequency, Hz  damping   shape\n");
    for (uint32_t k = 0; k < s->modes_count; k++) {
        const linear_mode *m = &s->modes[k];
        const double re = rounded(m->value.re, m->value.im);
        const char *value = m->value.im > 0
                                ? arena_printf(out->mem, "%.6g +- %.6g i", re, m->value.im)
                                : arena_printf(out->mem, "%.6g", re);
        text_printf(out, "%-28s  %-15.6g%-10.4g", value, m->hz, rounded(m->damping, 1));
        print_shape(s, m, out);
        text_add(out, "\n");
    }
}

static void print_rest(const slopes *at, text *out)
{
    const double most = linear_largest_acceleration(at);
    if (linear_is_at_rest(at))
        text_add(out, "equilibrium       yes\n");
    else if (most > LINEAR_AT_REST)
        text_printf(out, "equilibrium       no: accelerations up to %.6g, in the affine term\n",
                    most);
    else
        text_add(out, "equilibrium       no: states of laws change, in the affine term\n");
}

void linear_print(const linear_system *s, text *out)
{
    static const char *const AFFINE[] = {"affine"};
    text_printf(out, "robot             %s\n", shown(out, s->robot));
    print_list("states", s->state, s->states, out);
    print_list("inputs", s->input, s->inputs, out);
    print_list("outputs", s->output, s->outputs, out);
    if (s->step_s > 0)
        text_printf(out, "time              in steps of %g s, inputs held over each\n", s->step_s);
    else
        text_add(out, "time              continuous\n");
    print_rest(s->from, out);
    linear_print_modes(s, out);
    print_matrix("A", s->a, s->state, s->states, s->state, s->states, out);
    print_matrix("B", s->b, s->state, s->states, s->input, s->inputs, out);
    if (s->output != s->state) {
        print_matrix("C", s->c, s->output, s->outputs, s->state, s->states, out);
        print_matrix("D", s->d, s->output, s->outputs, s->input, s->inputs, out);
    }
    print_matrix("", s->affine, s->state, s->states, AFFINE, 1, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_numbers(const double *of, uint32_t count, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, i ? ", " : "");
        text_add_number(out, of[i]);
    }
    text_add(out, "]");
}

static void json_array(const linear_array *a, text *out)
{
    text_printf(out, ", \"%s\": ", a->name);
    if (a->dimensions == 0)
        text_add_number(out, a->data[0]);
    else if (a->dimensions == 1)
        json_numbers(a->data, a->rows, out);
    for (uint32_t r = 0; a->dimensions == 2 && r < a->rows; r++) {
        text_add(out, r ? ", " : "[");
        json_numbers(a->data + (size_t)r * a->columns, a->columns, out);
    }
    text_add(out, a->dimensions == 2 ? "]" : "");
}

static void json_modes(const linear_system *s, text *out)
{
    text_add(out, ", \"modes\": [");
    for (uint32_t k = 0; k < s->modes_count; k++) {
        const linear_mode *m = &s->modes[k];
        text_printf(out, "%s{\"frequency_hz\": ", k ? ", " : "");
        text_add_number(out, m->hz);
        text_add(out, ", \"damping\": ");
        text_add_number(out, m->damping);
        text_add(out, ", \"shape_re\": ");
        json_numbers(m->re, s->states, out);
        text_add(out, ", \"shape_im\": ");
        json_numbers(m->im, s->states, out);
        text_add(out, "}");
    }
    text_add(out, "]");
}

void linear_print_json(const linear_system *s, text *out)
{
    const linear_array *array = linear_arrays(out->mem, s);
    const linear_names *names = linear_names_of(out->mem, s);
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, s->robot);
    for (uint32_t k = 0; k < LINEAR_NAMES; k++) {
        text_printf(out, ", \"%s\": [", names[k].name);
        for (uint32_t i = 0; i < names[k].count; i++) {
            text_add(out, i ? ", " : "");
            text_add_json_string(out, names[k].names[i]);
        }
        text_add(out, "]");
    }
    text_printf(out, ", \"equilibrium\": %s",
                linear_is_at_rest(s->from) ? "true" : "false");
    for (uint32_t k = 0; k < LINEAR_ARRAYS; k++)
        json_array(&array[k], out);
    json_modes(s, out);
    text_add(out, "}\n");
}
