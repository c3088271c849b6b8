/* SPDX-License-Identifier: MIT */
/* tauflow-step: one sample from the command line. */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_LIMIT = 100000, OPTIONS = 27, INPUTS = 14, RESULTS = 8 };

/* An option per array that a program may take. */
static const struct {
    const char *option, *array, *about;
} INPUT[INPUTS] = {
    {"q", "q", "positions, rad or m; an array that is not given is zeros"},
    {"qd", "qd", "velocities"},
    {"qdd", "qdd", "accelerations"},
    {"free-motion", "free_motion", "motions of free bodies, nine each"},
    {"forces", "forces", "external forces, six each"},
    {"tau", "tau", "torques or forces that drive the joints, for forward dynamics"},
    {"wrench", "wrench", "forces and torques that drive free bodies, six each"},
    {"imposed", "imposed", "accelerations of the joints whose motion is imposed"},
    {"gravity", "gravity", "acceleration by gravity, m/s^2, where it comes with the state"},
    {"element-forces", "element_forces", "forces of elements, seven each"},
    {"payloads", "payloads", "loads, ten per link: mass, centre, ixx iyy izz ixy ixz iyz"},
    {"base-parameters", "base_parameters", "base parameters, as function base-parameters has them"},
    {"inertias", "inertias", "of links, ten each, as payloads have them: for base-parameters"},
    {"numbers", "numbers", "stiffness, rest, damping of joints and elements, points of elements"},
};

typedef struct {
    tool_settings tool;
    const char *values[INPUTS];
    bool json;
} settings;

/* Numbers separated by blanks or commas; none given: zeros. */
static status read_numbers(arena *mem, const char *option, const char *value, uint32_t wanted,
                           const double **out, diag *d)
{
    double *list = ARENA_ARRAY(mem, double, wanted + 1);
    uint32_t count = 0;
    *out = list;
    if (!value)
        return STATUS_OK;
    for (const char *c = value; *c;) {
        char *end;
        if (*c == ' ' || *c == ',') {
            c++;
            continue;
        }
        double number = strtod(c, &end);
        if (end == c)
            return diag_error(d, (place){0}, "bad value '%s' of option --%s: numbers expected",
                              value, option);
        if (count < wanted)
            list[count] = number;
        count++;
        c = end;
    }
    if (count != wanted)
        return diag_error(d, (place){0}, "option --%s has %u numbers and the robot needs %u",
                          option, count, wanted);
    return STATUS_OK;
}

/* The arrays of a program: inputs with the values given, and where each result goes. */
typedef struct {
    tauflow_input in[INPUTS];
    tauflow_output out[RESULTS];
    tauflow_array result[RESULTS];
    uint32_t in_count, out_count;
} arrays;

static const char *given(const settings *s, const char *array)
{
    for (uint32_t k = 0; k < INPUTS; k++)
        if (strcmp(INPUT[k].array, array) == 0)
            return s->values[k];
    return NULL;
}

static status take_array(arena *mem, const settings *s, const tauflow_array *a, arrays *all,
                         diag *d)
{
    if ((uint64_t)a->rows * a->columns > NUMBERS_LIMIT)
        return diag_error(d, (place){0}, "the robot has too many joints for a command line");
    if (a->is_result && all->out_count < RESULTS) {
        all->result[all->out_count] = *a;
        all->out[all->out_count++] = (tauflow_output){
            a->name, ARENA_ARRAY(mem, double, a->rows * a->columns + 1)};
    }
    if (a->is_result || all->in_count == INPUTS)
        return STATUS_OK;
    tauflow_input *in = &all->in[all->in_count++];
    in->name = a->name;
    return read_numbers(mem, a->name, given(s, a->name), a->rows, &in->values, d);
}

/* An option for an array that the program does not take. */
static status check_given(const settings *s, const arrays *all, const char *function, diag *d)
{
    for (uint32_t k = 0; k < INPUTS; k++) {
        bool taken = !s->values[k];
        for (uint32_t n = 0; n < all->in_count; n++)
            taken = taken || strcmp(all->in[n].name, INPUT[k].array) == 0;
        if (!taken)
            return diag_error(d, (place){0}, "option --%s: function '%s' of this robot takes none",
                              INPUT[k].option, function);
    }
    return STATUS_OK;
}

static void print_json(const arrays *all, text *out)
{
    text_add(out, "{");
    for (uint32_t n = 0; n < all->out_count; n++) {
        const tauflow_array *a = &all->result[n];
        text_printf(out, "%s\"%s\": [", n ? ", " : "", a->name);
        for (uint32_t k = 0; k < a->rows * a->columns; k++)
            text_printf(out, "%s%.9g", k ? ", " : "", all->out[n].values[k]);
        text_add(out, "]");
    }
}

/* A line per row: its name, with a number where several have it, its numbers, the unit of a
 * joint. */
static void print_array(tauflow *core, const tauflow_array *a, const double *values, text *out)
{
    const char *before = "";
    for (uint32_t row = 0, same = 0; row < a->rows; row++) {
        const char *name = "", *after = "", *unit = "";
        tauflow_describe_row(core, a->name, row, &name);
        if (row + 1 < a->rows)
            tauflow_describe_row(core, a->name, row + 1, &after);
        same = row && strcmp(name, before) == 0 ? same + 1 : 0;
        char line[64];
        snprintf(line, sizeof line, same || strcmp(name, after) == 0 ? "%.40s[%u]" : "%.60s", name,
                 same);
        text_printf(out, "%-20s", line);
        before = name;
        for (uint32_t k = 0; k < a->columns; k++)
            text_printf(out, " %15.8g", values[row * a->columns + k]);
        if (a->columns == 1)
            tauflow_describe_unit(core, a->name, row, &unit);
        text_printf(out, "%s%s\n", *unit ? " " : "", unit);
    }
}

static void print_results(tauflow *core, const arrays *all, text *out)
{
    for (uint32_t n = 0; n < all->out_count; n++) {
        const tauflow_array *a = &all->result[n];
        if (all->out_count > 1 || a->columns > 1)
            text_printf(out, a->columns > 1 ? "%s, %u x %u\n" : "%s, %u\n", a->name, a->rows,
                        a->columns);
        print_array(core, a, all->out[n].values, out);
    }
}

/* The pace that the prediction is for is told where there is one. */
static void print_cycles(const tauflow_description *t, uint32_t cycles, bool json, text *out)
{
    text_printf(out,
                json ? ", \"cycles\": %u, \"cycles_predicted\": %u"
                     : "cycles               %15u (%u predicted",
                cycles, t->cycles);
    if (t->interval)
        text_printf(out, json ? ", \"interval\": %u" : ", for a sample every %u", t->interval);
    text_add(out, json ? "}\n" : ")\n");
}

static status step(arena *mem, tauflow *core, const settings *s, text *out, diag *d)
{
    tauflow_description t;
    tauflow_array a;
    arrays all = {0};
    uint32_t cycles;
    TRY(tool_check(core, tauflow_describe(core, &t), s->tool.device, d));
    for (uint32_t k = 0; tauflow_describe_array(core, k, &a) == TAUFLOW_OK; k++)
        TRY(take_array(mem, s, &a, &all, d));
    TRY(check_given(s, &all, t.function, d));
    TRY(tool_check(core, tauflow_call(core, all.in, all.in_count, all.out, all.out_count),
                   s->tool.device, d));
    TRY(tool_check(core, tauflow_cycles(core, &cycles), s->tool.device, d));
    if (s->json)
        print_json(&all, out);
    else
        print_results(core, &all, out);
    print_cycles(&t, cycles, s->json, out);
    return STATUS_OK;
}

static status run(arena *mem, const char *image, void *user, text *out, diag *d)
{
    settings *s = user;
    tauflow *core = NULL;
    status result = tool_open(&s->tool, image, &core, d);
    if (result == STATUS_OK)
        result = step(mem, core, s, out, d);
    tauflow_close(core);
    return result;
}

int main(int argc, char **argv)
{
    settings s = {.tool = tool_settings_default()};
    arg_option options[OPTIONS];
    uint32_t count = 0;
    for (uint32_t k = 0; k < INPUTS; k++)
        options[count++] = (arg_option){.name = INPUT[k].option, .kind = ARG_TEXT,
                                        .target = &s.values[k], .value = "'NUMBERS'",
                                        .about = INPUT[k].about};
    options[count++] = (arg_option){.name = "json", .kind = ARG_FLAG, .target = &s.json,
                                    .about = "print the result as one JSON object"};
    tool_options(&s.tool, options, &count);
    const arg_command command = {
        .name = "tauflow-step",
        .alone = true,
        .title = "computes one sample on a core",
        .operand = "FILE.tau",
        .about = "Computes one sample on a core: torques, or what the program "
                 "makes.",
        .example = "tauflow-step puma560.tau --q '0 -0.5 0.7 0 0.4 0'",
        .options = options,
        .options_count = count};
    return tool_main(&command, argc, argv, run, &s);
}
