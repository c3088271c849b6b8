/* `tauflow info`: what a robot is, and how many operations it takes. */
#include "base/output.h"
#include "commands/commands.h"
#include "commands/robot_report.h"
#include "commands/words_report.h"
#include "numbers/gappa.h"

/* How many ranges Gappa has to take from us is a note, not a part of the report. */
static status write_gappa(arena *mem, const settings *s, const passes_forms *f, diag *d)
{
    text script = text_make(mem);
    if (!f->ops.width)
        return diag_error(d, (place){0}, "--gappa is for fixed point: add --numbers fixed:W");
    uint32_t taken = gappa_write(&f->ops, &f->facts, &script);
    TRY(output_write_one(s->gappa, &script, d));
    diag_note(d, (place){.file = s->gappa}, "%u problems; %u ranges are taken as proved",
              f->ops.list_count, taken);
    return STATUS_OK;
}

static status run_info(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms f;
    if (s->json && s->print_passes)
        return diag_error(d, (place){0}, "--json and --passes exclude each other");
    TRY(passes_read(mem, path, &s->passes, &f, d));
    if (s->print_passes && !f.from_robot)
        return diag_error(d, (place){.file = f.source.name},
                          "--passes needs a robot description: a .ops file no longer knows its "
                          "passes");
    const function_row *rows = NULL;
    if (s->all_functions) {
        if (!f.from_robot)
            return diag_error(d, (place){.file = path}, "--functions needs a robot description: a "
                                                        ".ops file has one function");
        rows = function_counts(mem, &f.tree, &s->passes);
    }
    measurement m;
    if (f.ops.width)
        m = measure_fixed(mem, &f.ops, &f.facts.box, s->states, s->passes.equations.seed);
    const measurement *measured = f.ops.width ? &m : NULL;
    if (s->gappa)
        TRY(write_gappa(mem, s, &f, d));
    if (s->json)
        report_json(mem, &f, rows, measured, d, out);
    else if (s->print_passes)
        report_passes(&f, out);
    else
        report_robot(mem, &f, rows, measured, out);
    if (s->words && !s->json)
        words_print(&f.ops, out);
    return STATUS_OK;
}

const command INFO_COMMAND = {
    .name = "info",
    .title = "joints, masses and operation counts",
    .operand = "ROBOT",
    .about = "Reads " A_ROBOT A_GRAPH " and prints its joints, masses and counts.",
    .example = "tauflow info robots/puma.urdf --json",
    .options = "json passes functions words states gappa @numbers @robot",
    .words = {{"json", .about = "counts, joints, masses, words, notes as one JSON object"},
              {"words", .about = "what every input and output is: joint, quantity, unit, ratio and "
                                 "offset"}},
    .run = run_info,
};
