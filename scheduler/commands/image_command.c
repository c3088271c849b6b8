/* SPDX-License-Identifier: MIT */
/* `tauflow image`: a robot as the file that a core loads. */
#include "base/output.h"
#include "commands/certify_files.h"
#include "commands/check_told.h"
#include "commands/commands.h"
#include "commands/machine_options.h"
#include "commands/words_report.h"
#include "machine/core_files.h"

#include <string.h>

enum { LABEL = 18 }; /* columns of what a line says */

/* Which core `sim:` will take for it, and what to do where that is not built yet. */
static void print_core(const tauflow_shape *needed, const char *path, text *out)
{
    tauflow_shape core;
    report why;
    char word[SHAPE_NAME_BYTES], name[SHAPE_NAME_BYTES], file[CORES_PATH_BYTES];
    if (shape_choose(needed, &core, &why) != TAUFLOW_OK) {
        text_printf(out, "\ncore              none of ours: %s\n", why.text);
        return;
    }
    shape_word(&core, word);
    shape_name(&core, name);
    text_printf(out, "\ncore              %s%s%s%s\n", word, strcmp(word, name) ? " (" : "",
                strcmp(word, name) ? name : "", strcmp(word, name) ? ")" : "");
    if (cores_find(name, NULL, file, &why) == TAUFLOW_NOT_FOUND)
        text_printf(out, "simulation        this core is not built yet; once: tauflow core %s\n",
                    path);
}

static status run_image(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_built built;
    text file = text_make(mem);
    expected_error expected;
    const char *certified;
    if (!s->out || !*s->out)
        return diag_error(d, (place){0}, "image needs a file to write: -o FILE.tau");
    TRY(settings_take_machine(s, d));
    TRY(passes_build(mem, path, &s->passes, &built, d));
    TRY(passes_image(mem, &s->passes, &built, &file, d));
    TRY(passes_expected_error(built.graphs.forms, built.p, s->passes.equations.seed, &expected, d));
    TRY(certify_and_write(mem, s, passes_built_forms(&built), built.p, &built.schedule, FORM_IMAGE,
                          ".tau", &file, &certified, d));
    if (output_is_stdout(s->out))
        return STATUS_OK;
    const program *q = &built.program;
    text_printf(out, "robot             %s\nmachine           ", built.p->robot);
    machine_tell(&built.schedule.target, out);
    text_add(out, "\nneeds             ");
    shape_print(&q->shape, out);
    print_core(&q->shape, s->out, out);
    text_printf(out, "operations        %u\ncycles predicted  %u\n", built.p->list_count,
                q->cycles);
    if (q->interval)
        text_printf(out, "interval          %u, %u packets to flush\n", q->interval, q->flush);
    expected_error_print(&expected, built.p, LABEL, out);
    words_print_offsets(built.p, LABEL, out);
    check_print(&passes_built_forms(&built)->check, LABEL, out);
    text_printf(out, "image             %s (%zu bytes)\n", s->out, file.length);
    if (certified)
        text_printf(out, "certificate       %s\n", certified);
    return STATUS_OK;
}

const command IMAGE_COMMAND = {
    .name = "image",
    .title = "the file that a core loads",
    .operand = "ROBOT",
    .needs = "-o FILE.tau",
    .about = "Makes the file that a core loads from " A_ROBOT A_GRAPH ".\n"
             "Beside FILE.tau it writes FILE.cert, which tauflow verify checks.",
    .example = "tauflow image robots/puma560.urdf -o build/puma560.tau",
    .options = "out @machine @shared @scheduler @goal +interval @numbers +gravity +payload "
               A_ROBOT_TAKES,
    .words = {{"out", .value = "FILE.tau", .about = "the file for the image"}},
    .run = run_image,
};
