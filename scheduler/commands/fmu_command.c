/* `tauflow fmu`: a robot as a model that other tools load. */
#include "base/output.h"
#include "commands/commands.h"
#include "motion/fmu/fmu.h"

static const option_row ROWS[] = {
    {"fmi", ARG_CHOICE, STORED(simulate.fmi), "2|3", .usual = true,
     .about = "which version of the standard the model is for"},
};
const option_table FMU_TABLE = OPTION_TABLE("fmu", "motion", ROWS);

static status run_fmu(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    const simulate_settings *w = &s->simulate;
    passes_forms forms;
    robot_motion x;
    text file = text_make(mem);
    const robot_plan plan = {.forms = &forms, .passes = &s->passes, .start = w->start.items,
                             .start_count = w->start.items_count, .step = robot_step_rk4,
                             .drives_outside = true};
    if (!s->out || !*s->out)
        return diag_error(d, (place){0}, "fmu needs a file to write: -o FILE.fmu");
    if (!(w->step_s > 0) || !(w->until_s > 0))
        return diag_error(d, (place){0}, "--step and --until must be larger than 0 s");
    TRY(passes_tree(mem, path, &s->passes, &forms, d));
    TRY(robot_motion_begin(mem, &plan, &x, d));
    const fmu_options o = {(fmi_version)w->fmi, w->step_s, w->until_s};
    TRY(fmu_write(mem, &x, &o, &file, d));
    TRY(output_write_one(s->out, &file, d));
    if (!output_is_stdout(s->out))
        text_printf(out, "robot             %s\njoints            %u\nstandard          FMI %d.0, "
                         "co-simulation, steps of %g s\nmodel             %s (%zu bytes)\n",
                    x.t->name, x.count, w->fmi == FMI_2 ? 2 : 3, w->step_s, s->out, file.length);
    return STATUS_OK;
}

const command FMU_COMMAND = {
    .name = "fmu",
    .title = "a model that other tools load: FMI 2.0 and 3.0",
    .operand = "ROBOT",
    .needs = "-o FILE.fmu",
    .about = "Makes an FMU for co-simulation of " A_ROBOT ":\n"
             "C sources for any platform, no binaries. Torques are inputs, positions and rates "
             "outputs.",
    .example = "tauflow fmu robots/iiwa.urdf --fmi 3 --step 1e-3 -o build/iiwa.fmu",
    .options = "out fmi step until start @search +gravity root tip element cut +payload @joints "
               "independent partition closed-at @reading",
    .words = {{"out", .value = "FILE.fmu", .about = "the file for the model"},
              {"step", .about = "how long a step of the integrator is; steps of the tool that "
                                "loads the model are divided into these"},
              {"until", .about = "when the default experiment ends"},
              {"drive", .about = "let this joint's acceleration be an input, in the place of its "
                                 "torque; repeatable"}},
    .run = run_fmu,
};
