/* SPDX-License-Identifier: MIT */
/* `tauflow fmu`: a robot as a model that other tools load. */
#include "apps/fmu/fmu.h"
#include "base/output.h"
#include "commands/commands.h"
#include "commands/fmu_binary.h"
#include "commands/law_file.h"
#include "commands/motion_options.h"

struct fmu_settings {
    int fmi; /* fmi_version */
    bool sources_only;
};

static const option_row ROWS[] = {
    {"fmi", ARG_CHOICE, STORED_IN(fmu, fmi), "2|3", .usual = true,
     .about = "which version of the standard the model is for"},
    {"sources-only", ARG_FLAG, STORED_IN(fmu, sources_only), NULL,
     .about = "put no binary for this computer in"},
};
const option_table FMU_TABLE = {OPTION_TABLE("fmu", "motion", ROWS),
                                OPTION_PART(fmu), .counts = COUNTS_NEVER};

/* The binary is wanted unless it was said otherwise; why there is none is for the output. */
static status add_binary(arena *mem, settings *s, fmu_files *files, const char **binary, diag *d)
{
    const char *platform, *why;
    *binary = "none, as --sources-only says";
    if (s->fmu->sources_only)
        return STATUS_OK;
    progress_hold(&s->life); /* Ctrl-C ends the compiler; what it was given is taken away again */
    const status done = fmu_binary_add(mem, files, &platform, &why, d);
    progress_release(&s->life);
    TRY(done);
    *binary = why ? arena_printf(mem, "none: %s", why) : platform;
    if (why)
        diag_note(d, (place){0}, "no binary is inside, so that whoever loads it must compile it: "
                                 "%s", why);
    return STATUS_OK;
}

/* Another function that the model computes. */
static status build_beside(arena *mem, const settings *s, const passes_forms *of,
                           function_kind function, const ops **out, diag *d)
{
    passes_settings own = s->passes;
    passes_forms *f = ARENA_ARRAY(mem, passes_forms, 1);
    *f = *of;
    own.equations.function = function;
    TRY(passes_operations(mem, &own, f, d));
    *out = &f->ops;
    return STATUS_OK;
}

/* Of laws that are calls: the C file that has them goes in as it is. It is compiled before the
 * whole is, so that what is wrong with it is said; with --sources-only nothing is. */
static status take_laws(arena *mem, settings *s, const tree *t, robot_plan *plan, fmu_options *o,
                        diag *d)
{
    static const law_calls UNASKED = {0};
    char *bytes;
    if (tree_called_law(t) < t->elements_count && s->motion->laws && s->fmu->sources_only)
        plan->laws = &UNASKED;
    else
        TRY(law_file_load(mem, s->motion->laws, t, &plan->laws, d));
    if (!plan->laws)
        return STATUS_OK;
    TRY(file_read_text(mem, s->motion->laws, &bytes, &o->laws_length, d));
    o->laws = bytes;
    return STATUS_OK;
}

static status run_fmu(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    const struct motion_settings *w = s->motion;
    passes_forms forms;
    robot_motion x;
    fmu_files files;
    const char *binary;
    text file = text_make(mem);
    robot_plan plan = {.forms = &forms, .passes = &s->passes, .start = w->start.items,
                             .start_count = w->start.items_count, .step = robot_step_rk4,
                             .drives_outside = true};
    if (!s->out || !*s->out)
        return diag_error(d, (place){0}, "fmu needs a file to write: -o FILE.fmu");
    if (!(w->step_s > 0) || !(w->until_s > 0))
        return diag_error(d, (place){0}, "--step and --until must be larger than 0 s");
    TRY(passes_tree(mem, path, &s->passes, &forms, d));
    if (tree_free_bodies(&forms.tree))
        return diag_error(d, (place){0}, "robot '%s' has a free body: an FMU is of robots on a "
                                         "fixed base", forms.tree.name);
    TRY(tree_check_holonomic(&forms.tree, "an FMU", d));
    TRY(tree_check_hinges(&forms.tree, "an FMU", d));
    fmu_options o = {.version = (fmi_version)s->fmu->fmi, .step_s = w->step_s,
                     .until_s = w->until_s, .of = &forms.tree};
    TRY(take_laws(mem, s, &forms.tree, &plan, &o, d));
    TRY(robot_motion_begin(mem, &plan, &x, d));
    if (forms.tree.parameters_count)
        TRY(build_beside(mem, s, &forms, FUNCTION_BASE_PARAMETERS, &o.base, d));
    if (plan.laws || x.states)
        TRY(build_beside(mem, s, &forms, FUNCTION_ELEMENTS, &o.elements, d));
    TRY(fmu_make(mem, &x, &o, &files, d));
    TRY(add_binary(mem, s, &files, &binary, d));
    fmu_print(&files, &file);
    TRY(output_write_one(s->out, &file, d));
    if (!output_is_stdout(s->out))
        text_printf(out, "robot             %s\njoints            %u\nstandard          FMI %d.0, "
                         "co-simulation, steps of %g s\nbinary            %s\n"
                         "model             %s (%zu bytes)\n",
                    x.t->name, x.count, s->fmu->fmi == FMI_2 ? 2 : 3, w->step_s, binary, s->out,
                    file.length);
    return STATUS_OK;
}

const command FMU_COMMAND = {
    .name = "fmu",
    .title = "a model that other tools load: FMI 2.0 and 3.0",
    .operand = "ROBOT",
    .needs = "-o FILE.fmu",
    .about = "Makes an FMU for co-simulation of " A_ROBOT ":\n"
             "C sources for any platform and, where there is a C compiler ($CC or cc), which it "
             "starts, a binary for this one. Torques are inputs; positions, rates and "
             "accelerations are outputs.",
    .example = "tauflow fmu robots/iiwa.urdf --fmi 3 --step 1e-3 -o build/iiwa.fmu",
    .options = "out @fmu step until start law-file @search +gravity balls root tip element cut "
               "+payload +parameters @joints independent partition closed-at @reading",
    .words = {{"out", .value = "FILE.fmu", .about = "the file for the model"},
              {"step", .about = "how long a step of the integrator is; steps of the tool that "
                                "loads the model are divided into these"},
              {"law-file", .about = "put this file in, which has the functions of laws that are "
                                    "calls (law=call call=NAME; docs/forces.md)"},
              {"balls", .about = "what rates of a ball joint are: an FMU takes those of its three "
                                 "hinges alone, and says so"},
              {"until", .about = "when the default experiment ends"},
              {"parameters", .about = "let mass, centre and moments of these links, or numbers "
                                      "JOINT.damping and the like, be parameters of the model, "
                                      "which may change between steps; repeatable"},
              {"drive", .about = "let this joint's acceleration be an input, in the place of its "
                                 "torque; repeatable"}},
    .run = run_fmu,
};
