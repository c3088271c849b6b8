/* tauflow-step: one torque from the command line. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>

enum { NUMBERS_LIMIT = 100000, OPTIONS = 12 };

typedef struct {
    tool_settings tool;
    const char *q, *qd, *qdd, *free_motion, *forces;
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

static void print_torques(tauflow *core, const tauflow_description *t, const double *tau, bool json,
                          text *out)
{
    tauflow_joint joint;
    text_add(out, json ? "{\"tau\": [" : "");
    for (uint32_t k = 0; k < t->outputs; k++) {
        bool is_joint = k < t->joints && tauflow_describe_joint(core, k, &joint) == TAUFLOW_OK;
        if (json)
            text_printf(out, "%s%.9g", k ? ", " : "", tau[k]);
        else if (is_joint)
            text_printf(out, "%-20s %15.8g %s\n", joint.name, tau[k], joint.torque_unit);
        else
            text_printf(out, "body %u %s %c         %15.8g %s\n", (k - t->joints) / 6,
                        (k - t->joints) % 6 < 3 ? "force" : "moment", "xyz"[(k - t->joints) % 3],
                        tau[k], (k - t->joints) % 6 < 3 ? "N" : "N m");
    }
    text_add(out, json ? "]" : "");
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
    tauflow_state state;
    uint32_t cycles;
    TRY(tool_check(core, tauflow_describe(core, &t), s->tool.device, d));
    if (t.joints > NUMBERS_LIMIT)
        return diag_error(d, (place){0}, "the robot has too many joints for a command line");
    TRY(read_numbers(mem, "q", s->q, t.joints, &state.q, d));
    TRY(read_numbers(mem, "qd", s->qd, t.joints, &state.qd, d));
    TRY(read_numbers(mem, "qdd", s->qdd, t.joints, &state.qdd, d));
    TRY(read_numbers(mem, "free-motion", s->free_motion, 9 * t.free_bodies, &state.free_motion, d));
    TRY(read_numbers(mem, "forces", s->forces, 6 * t.forces, &state.forces, d));
    double *tau = ARENA_ARRAY(mem, double, t.outputs + 1);
    TRY(tool_check(core, tauflow_step_forces(core, &state, tau), s->tool.device, d));
    TRY(tool_check(core, tauflow_cycles(core, &cycles), s->tool.device, d));
    print_torques(core, &t, tau, s->json, out);
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
    arg_option options[OPTIONS] = {
        {"q", ARG_TEXT, &s.q, "'NUMBERS'",
         "positions, rad or m; zeros where an option is not given", 0},
        {"qd", ARG_TEXT, &s.qd, "'NUMBERS'", "velocities", 0},
        {"qdd", ARG_TEXT, &s.qdd, "'NUMBERS'", "accelerations", 0},
        {"free-motion", ARG_TEXT, &s.free_motion, "'NUMBERS'", "nine a free body", 0},
        {"forces", ARG_TEXT, &s.forces, "'NUMBERS'", "six an external force", 0},
        {"json", ARG_FLAG, &s.json, NULL, "the result as one JSON object", 0}};
    uint32_t count = 6;
    tool_options(&s.tool, options, &count);
    const arg_command command = {.name = "tauflow-step",
                                 .alone = true,
                                 .operand = "FILE.tau",
                                 .about = "Computes the torques of one state on a core.",
                                 .example = "tauflow-step puma560.tau --q '0 -0.5 0.7 0 0.4 0'",
                                 .options = options,
                                 .options_count = count};
    return tool_main(&command, argc, argv, run, &s);
}
