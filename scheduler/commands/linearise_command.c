/* SPDX-License-Identifier: MIT */
/* `tauflow linearise`: a robot near a state as a linear system. */
#include "apps/linear/linear_files.h"
#include "base/output.h"
#include "commands/commands.h"
#include "commands/equations_options.h"
#include "commands/law_file.h"
#include "commands/motion_options.h"
#include "commands/slopes_options.h"

struct linearise_settings {
    double step_s; /* 0: continuous time */
    arg_list frames;
    const char *mat;
};

static const option_row ROWS[] = {
    {"mat", ARG_TEXT, STORED_IN(linearise, mat), "FILE.mat", .usual = true,
     .about = "write matrices and names for MATLAB, Octave and SciPy (level 4)"},
};
const option_table LINEARISE_TABLE = {OPTION_TABLE("linearise", "motion", ROWS),
                                      OPTION_PART(linearise)};

static status write_files(arena *mem, const settings *s, const linear_system *of, diag *d)
{
    const struct {
        const char *path;
        void (*print)(const linear_system *, text *);
    } each[] = {{s->csv, linear_print_csv}, {s->linearise->mat, linear_print_mat},
                {s->npz, linear_print_npz}};
    enum { MOST = sizeof each / sizeof each[0] };
    output_file files[MOST];
    uint32_t count = 0;
    for (uint32_t k = 0; k < MOST; k++)
        if (each[k].path) {
            files[count] = (output_file){each[k].path, text_make(mem)};
            each[k].print(of, &files[count++].bytes);
        }
    return output_write(files, count, d);
}

static status run_linearise(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms forms;
    slopes at;
    linear_system system;
    frame_wishes frames = {0};
    const arg_list *given = &s->linearise->frames;
    if (!(s->linearise->step_s >= 0))
        return diag_error(d, (place){0}, "bad value '%g' of option --step: 0 s or more expected",
                          s->linearise->step_s);
    for (uint32_t i = 0; i < given->items_count; i++)
        TRY(frames_read(mem, given->items[i], &frames, d));
    s->passes.tree.frames = frames.items;
    s->passes.tree.frames_count = frames.items_count;
    TRY(passes_tree(mem, path, &s->passes, &forms, d));
    slopes_plan plan = slopes_options_plan(s, &forms);
    TRY(law_file_load(mem, s->motion->laws, &forms.tree, &plan.laws, d));
    TRY(slopes_begin(mem, &plan, &at, d));
    TRY(slopes_take(&at, d));
    TRY(linear_system_make(mem, &at, &system, d));
    if (s->linearise->step_s > 0)
        TRY(linear_system_step(mem, &system, s->linearise->step_s, d));
    TRY(write_files(mem, s, &system, d));
    if (output_is_stdout(s->csv) || output_is_stdout(s->linearise->mat) ||
        output_is_stdout(s->npz))
        return STATUS_OK;
    if (s->json)
        linear_print_json(&system, out);
    else
        linear_print(&system, out);
    return STATUS_OK;
}

const command LINEARISE_COMMAND = {
    .name = "linearise",
    .title = "a linear system near a state, its frequencies and modes",
    .operand = "ROBOT",
    .about = "Makes a linear system of " A_ROBOT "\non a fixed base near a state: "
             "(dx)' = A dx + B du, dy = C dx + D du, where x has positions and rates of joints "
             "that move, and u torques.",
    .example = "tauflow linearise robots/iiwa.urdf --start a2=0.5 --step 1e-3",
    .options = "@slopes @linearise start law-file step frame csv npz json ~balls gravity root tip "
               "element cut payload ~@joints independent partition actuate closed-at "
               "~@reading",
    .words = {{"step", .stored = STORED_IN(linearise, step_s), .standard = "continuous time",
               .about = "make steps of this length, with inputs held over each"},
              {"balls", .about = "what rates of a ball joint are: a linear system takes those of "
                         "its three hinges alone, and says so"},
              {"start", .about = "the state: this joint's position and rate; joints that follow "
                                 "others begin near it; repeatable"},
              {"frame", .stored = STORED_IN(linearise, frames), .standard = "the states",
               .about = "let y be position and turn of this link, or of a point of it, in m, in "
                        "its axes; several between commas; repeatable"},
              {"actuate", .standard = "those that the file names, or all that move",
               .about = "the joints whose torques are inputs"},
              {"csv", .about = "write one table: a row for each rate and output"}},
    .run = run_linearise,
};
