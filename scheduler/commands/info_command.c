/* SPDX-License-Identifier: MIT */
/* `tauflow info`: what a robot is, and how many operations it takes. */
#include "base/output.h"
#include "commands/commands.h"
#include "commands/equations_options.h"
#include "commands/robot_report.h"
#include "commands/words_report.h"
#include "numbers/gappa.h"

static const option_row ROWS[] = {
    {"functions", ARG_FLAG, STORED_IN(equations, all_functions), NULL, .usual = true,
     .about = "list every function, with its operations in both formalisms"},
    {"passes", ARG_FLAG, STORED(passes.equations.record_passes), NULL, .usual = true,
     .about = "tell how many operations each pass of the simplifier leaves"},
    {"words", ARG_FLAG, STORED(words), NULL,
     .about = "print every word of the tables, too"},
};
const option_table INFO_TABLE = {OPTION_TABLE("info", "output", ROWS),
                                 .counts = COUNTS_NEVER};

struct measure_settings {
    const char *gappa; /* NULL: not given */
    uint32_t states;
};

static const option_row MEASURE_ROWS[] = {
    {"gappa", ARG_TEXT, STORED_IN(measure, gappa), "FILE.g",
     .about = "write what Gappa can prove of fixed point: ranges, errors and overflows"},
    {"states", ARG_COUNT, STORED_IN(measure, states), "N",
     .about = "how many random states errors of fixed point are measured with"},
};
const option_table MEASURE_TABLE = {OPTION_TABLE("measure", "numbers", MEASURE_ROWS),
                                    OPTION_PART(measure),
                                    .standard = &(const struct measure_settings){.states = 100000},
                                    .counts = COUNTS_NEVER};

/* How many ranges Gappa has to take from us is a note, not a part of the report. */
static status write_gappa(arena *mem, const settings *s, const passes_forms *f, diag *d)
{
    text script = text_make(mem);
    if (!ops_has_points(&f->ops))
        return diag_error(d, (place){0}, "--gappa is for fixed point: add --numbers fixed:W");
    uint32_t taken = gappa_write(&f->ops, &f->facts, &script);
    TRY(output_write_one(s->measure->gappa, &script, d));
    diag_note(d, (place){.file = s->measure->gappa}, "%u problems; %u ranges are taken as proved",
              f->ops.list_count, taken);
    return STATUS_OK;
}

/* Names and what they mean; what each costs depends on the robot. */
static void list_functions(bool json, text *out)
{
    enum { COLUMN = 24 };
    text_add(out, json ? "{\"functions\": [" : "");
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        if (json) {
            text_printf(out, "%s{\"function\": \"%s\", \"title\": ", k ? ", " : "",
                        FUNCTION_KIND[k].name);
            text_add_json_string(out, FUNCTION_KIND[k].title);
            text_add(out, "}");
        } else
            text_printf(out, "%-*s%s\n", COLUMN, FUNCTION_KIND[k].name, FUNCTION_KIND[k].title);
    }
    text_add(out, json ? "]}\n" : "");
}

static status run_info(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms f;
    if (!path && s->equations->all_functions) {
        list_functions(s->json, out);
        return STATUS_OK;
    }
    if (!path)
        return diag_error(d, (place){0}, "ROBOT expected (see 'tauflow info --help')");
    if (s->json && s->passes.equations.record_passes)
        return diag_error(d, (place){0}, "--json and --passes exclude each other");
    TRY(passes_read(mem, path, &s->passes, &f, d));
    if (s->passes.equations.record_passes && !f.from_robot)
        return diag_error(d, (place){.file = f.source.name},
                          "--passes needs a robot description: a .ops file does not tell its "
                          "passes");
    const function_row *rows = NULL;
    if (s->equations->all_functions) {
        if (!f.from_robot)
            return diag_error(d, (place){.file = path}, "--functions needs a robot description: a "
                                                        ".ops file has one function");
        rows = function_counts(mem, &f.tree, &s->passes);
    }
    measurement m;
    const bool points = ops_has_points(&f.ops);
    if (points)
        m = measure_fixed(mem, &f.ops, &f.facts.box, s->measure->states, s->passes.equations.seed);
    const measurement *measured = points ? &m : NULL;
    if (s->measure->gappa)
        TRY(write_gappa(mem, s, &f, d));
    if (s->json)
        report_json(mem, &f, rows, measured, d, out);
    else if (s->passes.equations.record_passes)
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
    .operand = "[ROBOT]",
    .about = "Reads " A_ROBOT A_GRAPH " and prints its joints, masses and counts. Without a robot, "
             "--functions lists what can be computed.",
    .example = "tauflow info robots/puma.urdf --json",
    .options = "json @info @measure @numbers +gravity +lock +frame +effort " A_ROBOT_TAKES,
    .words = {{"json", .about = "print counts, joints, masses, words and notes as one JSON object"},
              {"words", .about = "tell what every input and output is: joint, quantity, unit, "
                                 "ratio and offset"}},
    .run = run_info,
};
