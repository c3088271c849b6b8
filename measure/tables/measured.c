/* SPDX-License-Identifier: MIT */
/* What was measured, as text: figures out of logs, rows of tables, tables of documents. The scripts
 * of measure/ and hls/ run the tools and leave reading and writing to this program, which prints to
 * standard output all or nothing.
 *
 *     measured SUBCOMMAND ARGUMENT ...       `measured` alone lists them
 */
#include "measure/tables/logs.h"
#include "measure/tables/marks.h"
#include "measure/tables/document_tables.h"

#include <stdio.h>
#include <string.h>

typedef status subcommand(arena *mem, char **arguments, uint32_t count, text *out, diag *d);

static const char *const KINDS[] = {
    [CELLS_OF_CORE] = "core", [CELLS_STRAIGHT] = "straight", [CELLS_OF_PART] = "part"};

static status run_cells(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    const char *word = count > 1 ? arguments[1] : KINDS[CELLS_OF_CORE];
    for (int k = CELLS_OF_CORE; k <= CELLS_OF_PART; k++)
        if (strcmp(word, KINDS[k]) == 0)
            return cells_print(mem, arguments[0], (cells_kind)k, out, d);
    return diag_error(d, (place){0}, "'%s' is none of core, straight, part", word);
}

static status run_route(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    (void)count;
    return route_print(mem, arguments[0], out, d);
}

static status run_pins(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    (void)count;
    return pins_print(mem, arguments[0], out, d);
}

static status run_said(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    return said_print(mem, arguments[0], (const char *const *)arguments + 1, count - 1, out, d);
}

static status run_keep(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    (void)count;
    return csv_keep(mem, arguments[0], arguments[1], arguments[2], arguments[3], out, d);
}

static status run_marks(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    (void)count;
    return marks_fill_from(mem, arguments[0], arguments[1], out, d);
}

/* Of the folder in the first of the arguments, with the settings after it. */
static figures figures_make(arena *mem, char **arguments, uint32_t count, diag *d)
{
    return (figures){.mem = mem, .folder = arguments[0], .settings = arguments + 1,
                     .settings_count = count - 1, .d = d};
}

static status run_table(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    figures f = figures_make(mem, arguments + 1, count - 1, d);
    return table_print(&f, arguments[0], (place){0}, out);
}

static status marked_table(void *context, const char *name, place at, text *out, diag *d)
{
    (void)d; /* it is that of the figures */
    return table_print(context, name, at, out);
}

static status run_tables(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    figures f = figures_make(mem, arguments + 1, count - 1, d);
    return marks_fill(mem, arguments[0], marked_table, &f, out, d);
}

static status run_plot(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    figures f = figures_make(mem, arguments, count, d);
    return plot_print(&f, out);
}

static status run_cores(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    figures f = figures_make(mem, arguments, count, d);
    figures_cores_print(&f, out);
    return figures_verdict(&f);
}

static status run_routed(arena *mem, char **arguments, uint32_t count, text *out, diag *d)
{
    figures f = figures_make(mem, arguments + 2, count - 2, d);
    figures_routed_print(&f, arguments[0], arguments[1], out);
    return figures_verdict(&f);
}

static const struct {
    const char *name, *arguments;
    uint32_t least, most; /* of arguments */
    subcommand *run;
    const char *about;
} SUBCOMMANDS[] = {
    {"cells", "STAT [core|straight|part]", 1, 2, run_cells,
     "Yosys's stat as lut,lutram,ff,dsp,bram"},
    {"route", "LOG", 1, 1, run_route, "a log of nextpnr-ecp5 as a row of figures"},
    {"pins", "CIRCUIT.v", 1, 1, run_pins, "the module around a circuit, of one pin each way"},
    {"said", "FILE NAME ...", 2, 64, run_said, "values in JSON or NAME=VALUE, with commas"},
    {"keep", "TABLE.csv HEAD KEY ROW", 4, 4, run_keep,
     "the table with the row in place of that with the same columns up to KEY"},
    {"cores", "FOLDER", 1, 1, run_cores, "every core that was routed: its worst clock, its size"},
    {"routed", "NETWORK MODULES FOLDER chosen=LATENCIES", 4, 4, run_routed,
     "worst MHz and multiplier blocks of one core"},
    {"table", "NAME FOLDER [SETTING=VALUE ...]", 2, 64, run_table, "one table of the figures"},
    {"tables", "DOCUMENT FOLDER [SETTING=VALUE ...]", 2, 64, run_tables,
     "the document with its tables between their marks"},
    {"marks", "DOCUMENT TABLES", 2, 2, run_marks, "the same with the tables of another document"},
    {"plot", "FOLDER SETTING=VALUE ...", 1, 64, run_plot, "area and time of cores, as SVG"},
};
enum { SUBCOMMANDS_COUNT = sizeof SUBCOMMANDS / sizeof *SUBCOMMANDS };

static int usage(void)
{
    for (uint32_t s = 0; s < SUBCOMMANDS_COUNT; s++)
        fprintf(stderr, "measured %s %s\n    %s\n", SUBCOMMANDS[s].name, SUBCOMMANDS[s].arguments,
                SUBCOMMANDS[s].about);
    return (int)STATUS_INPUT;
}

/* As one line, and the exit code. */
static int complain(status why, const diag_entry *error)
{
    fprintf(stderr, "%s", error->at.file ? error->at.file : "measured");
    if (error->at.line)
        fprintf(stderr, ":%u", error->at.line);
    fprintf(stderr, ": error: %s\n", error->text);
    return (int)why;
}

int main(int argc, char **argv)
{
    for (uint32_t s = 0; argc > 2 && s < SUBCOMMANDS_COUNT; s++) {
        const uint32_t count = (uint32_t)argc - 2;
        if (strcmp(argv[1], SUBCOMMANDS[s].name) != 0)
            continue;
        if (count < SUBCOMMANDS[s].least || count > SUBCOMMANDS[s].most)
            break;
        arena mem = arena_make();
        diag d = diag_make(&mem);
        text out = text_make(&mem);
        status result = SUBCOMMANDS[s].run(&mem, argv + 2, count, &out, &d);
        if (result == STATUS_OK && (fputs(out.bytes, stdout) < 0 || fflush(stdout) != 0))
            result = diag_system_error(&d, (place){0}, "standard output cannot be written");
        const int code = result == STATUS_OK ? 0 : complain(result, &d.error);
        arena_free(&mem);
        return code;
    }
    return usage();
}
