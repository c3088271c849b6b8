/* SPDX-License-Identifier: MIT */
/* `tauflow equilibrium`: a state of a robot that stays as it is. */
#include "apps/linear/equilibrium.h"
#include "commands/commands.h"
#include "commands/law_file.h"
#include "commands/motion_options.h"
#include "commands/slopes_options.h"

static status run_equilibrium(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms forms;
    equilibrium found;
    TRY(passes_tree(mem, path, &s->passes, &forms, d));
    slopes_plan plan = slopes_options_plan(s, &forms);
    TRY(law_file_load(mem, s->motion->laws, &forms.tree, &plan.laws, d));
    TRY(equilibrium_find(mem, &plan, &found, d));
    limits_note_state(&forms.tree, found.at.motion.passed, d);
    if (s->json)
        equilibrium_print_json(&found, out);
    else
        equilibrium_print(&found, out);
    return STATUS_OK;
}

const command EQUILIBRIUM_COMMAND = {
    .name = "equilibrium",
    .title = "a state that stays, and whether it is stable",
    .operand = "ROBOT",
    .about = "Looks for a state of " A_ROBOT "\non a fixed base where no joint accelerates, from a "
             "first guess and within limits of positions, and tells what holds it and whether it "
             "is stable. Others there may be are not looked for.",
    .example = "tauflow equilibrium robots/puma560.urdf --free q3,q5 --start q2=-0.6",
    .options = "@slopes start law-file json ~balls gravity root tip element cut payload ~@joints "
               "+drive independent partition closed-at ~@reading",
    .words = {{"start", .about = "the first guess: this joint's position, and the rate at which it "
                                 "goes on; joints that follow others begin near it; repeatable"},
              {"balls", .about = "what rates of a ball joint are: an equilibrium takes those of "
                                 "its three hinges alone, and says so"},
              {"free", .about = "the joints that find their positions; others are held, or go on "
                                "at the rate that --start gives them, and their torques are told; "
                                "repeatable"}},
    .run = run_equilibrium,
};
