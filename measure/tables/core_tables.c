/* SPDX-License-Identifier: MIT */
/* The tables of cores. */
#include "measure/tables/document_tables.h"
#include "base/nearest.h"
#include "measure/tables/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char NOT_RUN[] = "not run";
static const char *const PAIRS[] = {"2,3", "2,4", "3,4", "4,5"};
static const char *const NETWORKS[] = {"crossbar", "ring"};
/* Stored first, then forwarded. */
static const char *const TRANSFERS[] = {"1", "0"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

status figures_verdict(const figures *f)
{
    return f->bad == STATUS_OK && f->d->error.text ? STATUS_INPUT : f->bad;
}

uint32_t sizes_of(figures *f, char **sizes)
{
    return words_split(arena_strdup(f->mem, figures_setting(f, "sizes")), " ", sizes, WORDS_MOST);
}

core core_of(const char *network, const char *modules, const char *transfer, const char *latencies)
{
    return (core){network, modules, "2", transfer, latencies, "usual", "0"};
}

const char *depths_of(figures *f, const core *c)
{
    core shipped = *c;
    shipped.depths = "default";
    return figures_routes(f, &shipped).runs ? "default" : "usual";
}

/* "fixed:24", or `plain` for binary32. */
static const char *format_of(figures *f, const core *c, const char *plain)
{
    return strcmp(c->fixed, "0") == 0 ? plain : arena_printf(f->mem, "fixed:%s", c->fixed);
}

/* Look-up tables of a module: as Yosys counts, and as nextpnr does once tables are in their
 * places. */
static const char *both_luts(figures *f, const core *c)
{
    const double modules = strtod(c->modules, NULL);
    const core_cells cells = figures_cells(f, "ecp5", c);
    const core_routes r = figures_routes(f, c);
    text luts = text_make(f->mem);
    if (cells.is)
        text_printf(&luts, "%d, ", (int)((double)cells.lut / modules + 0.5));
    else
        text_printf(&luts, "%s, ", NOT_RUN);
    if (r.runs)
        text_printf(&luts, "%d", (int)((double)r.comb / modules + 0.5));
    else
        text_add(&luts, "-");
    return luts.bytes;
}

/* Cycles of a robot, and microseconds at the worst clock. */
static const char *time_of(figures *f, const char *robot, const core *c)
{
    const char *cycles = figures_cycles(f, robot, c);
    const core_routes r = figures_routes(f, c);
    if (!*cycles || !r.runs)
        return *cycles ? cycles : NOT_RUN;
    return arena_printf(f->mem, "%s, %.2f", cycles, strtod(cycles, NULL) / r.worst);
}

/* Microseconds of a robot; NAN where cycles or clock are not known. */
static double us_of(figures *f, const char *robot, const core *c, bool by_first)
{
    const char *cycles = figures_cycles(f, robot, c);
    const core_routes r = figures_routes(f, c);
    const double mhz = by_first ? r.first : r.worst;
    return *cycles && r.runs ? strtod(cycles, NULL) / mhz : NAN;
}

/* A figure with so many places, or what stands for none. */
static const char *shown(figures *f, double value, int places, const char *none)
{
    return isnan(value) ? none : arena_printf(f->mem, "%.*f", places, value);
}

/* ---- one core of each kind ---- */

static void routed_row(figures *f, core c, text *out)
{
    c.depths = depths_of(f, &c);
    const core_routes r = figures_routes(f, &c);
    text_printf(out, "| %s of %s | %s, (%s) | %s | %s | %s | %s |\n", c.network, c.modules,
                format_of(f, &c, "binary32"), c.latencies,
                r.runs ? arena_printf(f->mem, "%.1f, %.1f of %u", r.worst, r.median, r.runs)
                       : NOT_RUN,
                both_luts(f, &c), time_of(f, "puma560", &c), time_of(f, "iiwa", &c));
}

static core sparse_fixed(void)
{
    core c = core_of("sparse", "4", "0", "2,1");
    c.fixed = "24";
    return c;
}

static void routed_table(figures *f, text *out)
{
    const char *chosen = figures_setting(f, "chosen");
    text_add(out, "| core | numbers, latencies | MHz: worst, median of seeds |"
                  " LUT4 per module: Yosys, packed | puma560 cycles, us | iiwa |\n"
                  "|---|---|---|---|---|---|\n");
    routed_row(f, core_of("crossbar", "4", "0", chosen), out);
    routed_row(f, sparse_fixed(), out);
    routed_row(f, core_of("ring", "16", "1", chosen), out);
}

/* ---- the main cores over the seeds that were run, in three grades of the part ---- */

static const char *in_grade(figures *f, const core_routes *r, uint32_t grade)
{
    return isnan(r->slower[grade])
               ? "-"
               : arena_printf(f->mem, "%.1f of %u", r->slower[grade], r->graded);
}

static void strangers_row(figures *f, core c, text *out)
{
    c.depths = depths_of(f, &c);
    const core_routes r = figures_routes(f, &c);
    if (r.runs)
        text_printf(out, "| %s of %s, %s, (%s) | %u | %.1f, %.1f, %.1f | %s | %s | %s | %s |\n",
                    c.network, c.modules, format_of(f, &c, "binary32"), c.latencies, r.runs,
                    r.worst, r.median, r.best, in_grade(f, &r, 0), in_grade(f, &r, 1),
                    both_luts(f, &c), r.routers);
}

static void strangers_table(figures *f, text *out)
{
    text_add(out, "| core | seeds | 5G-8: worst, median, best MHz | 8: worst | 6: worst |"
                  " LUT4 per module: Yosys, packed | nextpnr |\n"
                  "|---|---|---|---|---|---|---|\n");
    strangers_row(f, core_of("crossbar", "4", "0", figures_setting(f, "chosen")), out);
    strangers_row(f, sparse_fixed(), out);
}

/* ---- slowest paths ---- */

/* What a path's end is: its place in the design, without what synthesis added. */
static const char *part_of(figures *f, const char *name)
{
    static const char *const WITHIN[] = {"top.", "core."};
    static const char *const ADDED[] = {"_TRELLIS_FF_", "_LUT4_", "_CCU2C_", "_PFUMX_",
                                        "_L6MUX21_",    "_WRE_",  "$"};
    for (uint32_t w = 0; w < COUNT(WITHIN); w++)
        if (strncmp(name, WITHIN[w], strlen(WITHIN[w])) == 0)
            name += strlen(WITHIN[w]);
    size_t length = strlen(name);
    for (uint32_t a = 0; a < COUNT(ADDED); a++) {
        const char *at = strstr(name, ADDED[a]);
        if (at && (size_t)(at - name) < length)
            length = (size_t)(at - name);
    }
    text part = text_make(f->mem);
    for (size_t c = 0; c < length; c++)
        if (name[c] != '\\')
            text_add_bytes(&part, &name[c], 1);
    return part.bytes;
}

static void seeds_row(figures *f, core c, text *out)
{
    const core_routes r = figures_routes(f, &c);
    const csv *t = figures_table(f, TIMING);
    if (r.runs)
        text_printf(out, "| %s, (%s), %s | %u | %.1f | %.1f | %.1f + %.1f | `%s` | `%s` | %s |\n",
                    *c.transfer == '1' ? "stored" : "forwarded", c.latencies, c.depths, r.runs,
                    r.worst, r.best, csv_number(t, r.worst_row, "logic_ns"),
                    csv_number(t, r.worst_row, "routing_ns"),
                    part_of(f, csv_text(t, r.worst_row, "from")),
                    part_of(f, csv_text(t, r.worst_row, "to")), r.routers);
}

static void seeds_table(figures *f, text *out)
{
    text_add(out, "| transfers, latencies, depths | seeds | worst MHz | best MHz |"
                  " slowest path: logic + wires, ns | from | to | nextpnr |\n"
                  "|---|---|---|---|---|---|---|---|\n");
    for (uint32_t t = 0; t < COUNT(TRANSFERS); t++)
        for (uint32_t p = 0; p < COUNT(PAIRS); p++) {
            core c = core_of("crossbar", "4", TRANSFERS[t], PAIRS[p]);
            seeds_row(f, c, out);
            c.depths = "default";
            seeds_row(f, c, out);
        }
}

/* ---- sizes ---- */

static const char *counts(figures *f, const char *target, const core *c)
{
    const core_cells n = figures_cells(f, target, c);
    return n.is ? arena_printf(f->mem, "%ld / %s / %s / %s", n.lut, n.ff, n.dsp, n.bram) : "-";
}

/* Of the device: LUTs after packing, or by the cells what would not fit. */
static const char *share(figures *f, const core *c)
{
    const core_routes r = figures_routes(f, c);
    if (r.runs)
        return arena_printf(f->mem, "%.0f %%", 100.0 * (double)r.comb / (double)r.comb_of);
    const core_cells n = figures_cells(f, "ecp5", c);
    /* LUT4, blocks of memory, multipliers of an LFE5UM5G-85 (its data sheet) */
    const struct {
        const char *name;
        double used, has;
    } KINDS[] = {{"LUT", (double)n.lut, 83640},
                 {"BRAM", strtod(n.bram, NULL), 208},
                 {"DSP", strtod(n.dsp, NULL), 156}};
    uint32_t most = 0;
    for (uint32_t k = 1; k < COUNT(KINDS); k++)
        if (KINDS[k].used / KINDS[k].has > KINDS[most].used / KINDS[most].has)
            most = k;
    return arena_printf(f->mem, "%s%s %.0f %%",
                        KINDS[most].used > KINDS[most].has ? "does not fit: " : "",
                        KINDS[most].name, 100 * KINDS[most].used / KINDS[most].has);
}

static void sizes_table(figures *f, text *out)
{
    char *sizes[WORDS_MOST];
    const uint32_t count = sizes_of(f, sizes);
    text_add(out, "| network | modules | 7-series LUT / FF / DSP / BRAM |"
                  " UltraScale+ LUT / FF / DSP / BRAM |"
                  " ECP5 LUT4 / FF / DSP / BRAM | LUT4 per module: Yosys, packed |"
                  " of the ECP5-85 | MHz |\n"
                  "|---|---|---|---|---|---|---|---|\n");
    for (uint32_t n = 0; n < COUNT(NETWORKS); n++)
        for (uint32_t s = 0; s < count; s++) {
            const core c = core_of(NETWORKS[n], sizes[s], "1", figures_setting(f, "chosen"));
            const core_routes r = figures_routes(f, &c);
            if (figures_cells(f, "ecp5", &c).is)
                text_printf(out, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", c.network,
                            c.modules, counts(f, "xc7", &c), counts(f, "xcup", &c),
                            counts(f, "ecp5", &c), both_luts(f, &c), share(f, &c),
                            shown(f, r.runs ? r.worst : NAN, 1, "-"));
        }
}

/* ---- robots ---- */

/* Whether a robot's program is larger than a core of the usual depths on four modules. */
static bool is_large(figures *f, const char *robot)
{
    static const struct {
        const char *column;
        long most;
    } USUAL[] = {{"slots", 32}, {"issues", 128}, {"receptions", 128}};
    const csv *t = figures_table(f, CYCLES);
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t u = 0; u < COUNT(USUAL); u++)
            if (csv_is(t, row, "robot", robot) && csv_is(t, row, "modules", "4") &&
                csv_count(t, row, USUAL[u].column) > USUAL[u].most)
                return true;
    return false;
}

/* Whether a program, in a row of cycles.csv, is larger than the core that ships. */
static bool is_beyond(figures *f, uint32_t row)
{
    char *depths[WORDS_MOST];
    const uint32_t count = words_split(arena_strdup(f->mem, figures_setting(f, "depths")), " ",
                                       depths, WORDS_MOST);
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        for (char *c = depths[i]; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        if (csv_number(figures_table(f, CYCLES), row, depths[i]) > strtod(depths[i + 1], NULL))
            return true;
    }
    return false;
}

static void robots_row(figures *f, const char *robot, bool beyond, text *out)
{
    const char *chosen = figures_setting(f, "chosen");
    const bool large = is_large(f, robot);
    core stored = core_of("crossbar", "4", "1", chosen);
    core passed = core_of("crossbar", "4", "0", chosen);
    stored.depths = large ? "deep" : "usual";
    passed.depths = beyond ? "deep" : depths_of(f, &passed);
    const double us[] = {us_of(f, robot, &stored, false), us_of(f, robot, &passed, false)};
    const double cpu = figures_cpu(f, robot) / 1000;
    const double best = fmin(us[0], us[1]);
    text_printf(out, "| %s | %s / %s | %s%s | %s%s | %s | ", robot,
                figures_cycles(f, robot, &stored), figures_cycles(f, robot, &passed),
                shown(f, us[0], 2, NOT_RUN), large ? " (deep)" : "", shown(f, us[1], 2, NOT_RUN),
                beyond ? " (deep)" : "", shown(f, cpu, 3, NOT_RUN));
    text_printf(out, "%s |\n", isnan(cpu / best) ? "" : arena_printf(f->mem, "%.2f x", cpu / best));
}

/* Robots that were run on the 4-module crossbar, in the order of their first rows. */
static void robots_table(figures *f, text *out)
{
    const char *chosen = figures_setting(f, "chosen");
    const csv *t = figures_table(f, CYCLES);
    text_add(out, "| robot | cycles stored / forwarded | us stored | us forwarded | CPU us |"
                  " core against CPU |\n|---|---|---|---|---|---|\n");
    const core stored = core_of("crossbar", "4", "1", chosen);
    const core passed = core_of("crossbar", "4", "0", chosen);
    for (uint32_t row = 0; row < t->rows; row++) {
        const char *robot = csv_text(t, row, "robot");
        bool seen = false, beyond = false;
        for (uint32_t r = 0; r < t->rows; r++) {
            const bool is_passed = figures_is_run(t, r, robot, &passed);
            seen |= r < row && (is_passed || figures_is_run(t, r, robot, &stored));
            beyond |= is_passed && is_beyond(f, r);
        }
        if (!seen && (figures_is_run(t, row, robot, &passed) ||
                      figures_is_run(t, row, robot, &stored)))
            robots_row(f, robot, beyond, out);
    }
}

/* ---- cores next to each other, by seed 1 ---- */

static const char *const COMPARED[] = {"puma560", "iiwa", "motorcycle"};

static void networks_table(figures *f, text *out)
{
    char *sizes[WORDS_MOST];
    const uint32_t count = sizes_of(f, sizes);
    text_add(out, "| modules | MHz (seed 1) crossbar / ring |");
    for (uint32_t r = 0; r < COUNT(COMPARED); r++)
        text_printf(out, " %s us crossbar / ring |", COMPARED[r]);
    text_add(out, "\n|---|---|---|---|---|\n");
    for (uint32_t s = 1; s < count; s++) {
        const char *chosen = figures_setting(f, "chosen");
        const core wide = core_of(NETWORKS[0], sizes[s], "1", chosen);
        const core round = core_of(NETWORKS[1], sizes[s], "1", chosen);
        const double first[] = {figures_routes(f, &wide).first, figures_routes(f, &round).first};
        if (isnan(first[0]) && isnan(first[1]))
            continue;
        /* "-": no route, or not asked for */
        text_printf(out, "| %s | %s / %s |", sizes[s], shown(f, first[0], 1, "-"),
                    shown(f, first[1], 1, "-"));
        for (uint32_t r = 0; r < COUNT(COMPARED); r++)
            text_printf(out, " %s / %s |", shown(f, us_of(f, COMPARED[r], &wide, true), 2, "-"),
                        shown(f, us_of(f, COMPARED[r], &round, true), 2, "-"));
        text_add(out, "\n");
    }
}

static void idea(figures *f, const char *what, core c, text *out)
{
    if (!*figures_cycles(f, "iiwa", &c))
        return;
    text_printf(out, "| %s | %s,%s,%s,%s,%s | %s |", what, c.network, c.modules, c.lanes,
                c.transfer, c.latencies, shown(f, figures_routes(f, &c).first, 1, NOT_RUN));
    for (uint32_t r = 0; r < COUNT(COMPARED); r++)
        text_printf(out, " %s, %s |", figures_cycles(f, COMPARED[r], &c),
                    shown(f, us_of(f, COMPARED[r], &c, true), 2, NOT_RUN));
    text_add(out, "\n");
}

static void ideas_table(figures *f, text *out)
{
    static const char *const LANES[] = {"1", "2", "4"};
    const char *chosen = figures_setting(f, "chosen");
    text_add(out, "| idea | core | MHz (seed 1) |");
    for (uint32_t r = 0; r < COUNT(COMPARED); r++)
        text_printf(out, " %s cycles, us |", COMPARED[r]);
    text_add(out, "\n|---|---|---|---|---|---|\n");
    idea(f, "stored first", core_of("crossbar", "4", "1", chosen), out);
    idea(f, "store bypass", core_of("crossbar", "4", "0", chosen), out);
    for (uint32_t t = 0; t < COUNT(TRANSFERS); t++)
        for (uint32_t p = 0; p < COUNT(PAIRS); p++)
            idea(f, arena_printf(f->mem, "latencies (%s)%s", PAIRS[p],
                                 *TRANSFERS[t] == '1' ? "" : ", bypass"),
                 core_of("crossbar", "4", TRANSFERS[t], PAIRS[p]), out);
    for (uint32_t l = 0; l < COUNT(LANES); l++) {
        core c = core_of("crossbar", "4", "1", chosen);
        c.lanes = LANES[l];
        idea(f, arena_printf(f->mem, "%s lane%s", c.lanes, *c.lanes == '1' ? "" : "s"), c, out);
    }
}

/* ---- formats of numbers on 4-module crossbars with the bypass ---- */

static void format_row(figures *f, const char *network, const char *latencies, const char *fixed,
                       text *out)
{
    core c = core_of(network, "4", "0", latencies);
    c.fixed = fixed;
    const core_routes r = figures_routes(f, &c);
    const core_cells n = figures_cells(f, "ecp5", &c);
    text_printf(out, "| %s, (%s) | %s | %u | %s | %s | %s | %s | %s | %s | %s | %s |\n",
                format_of(f, &c, "binary32"), latencies, network, r.runs,
                r.runs ? arena_printf(f->mem, "%.1f, %.1f", r.worst, r.best) : NOT_RUN,
                both_luts(f, &c), n.ff, n.dsp, n.bram, time_of(f, "puma", &c),
                time_of(f, "puma560", &c), time_of(f, "iiwa", &c));
}

static void formats_table(figures *f, text *out)
{
    const char *chosen = figures_setting(f, "chosen");
    text_add(out, "| numbers, latencies | network | seeds | worst, best MHz |"
                  " LUT4 per module: Yosys, packed | FF |"
                  " DSP | BRAM | puma cycles, us | puma560 | iiwa |\n"
                  "|---|---|---|---|---|---|---|---|---|---|---|\n");
    format_row(f, "crossbar", chosen, "0", out);
    format_row(f, "sparse", chosen, "0", out);
    format_row(f, "crossbar", "2,1", "24", out); /* with its shortest latencies */
    format_row(f, "sparse", "2,1", "24", out);
}

/* ---- which there are ---- */

static const struct {
    const char *name;
    table_printer *print;
} TABLES[] = {
    {"routed", routed_table},       {"strangers", strangers_table}, {"seeds", seeds_table},
    {"operators", operators_table}, {"sizes", sizes_table},         {"robots", robots_table},
    {"networks", networks_table},   {"ideas", ideas_table},         {"formats", formats_table},
    {"beside", beside_table},       {"circuits", circuits_table},   {"passes", passes_table},
    {"compare", compare_table},     {"texts", texts_table},
};

status table_print(figures *f, const char *name, place at, text *out)
{
    const char *names[COUNT(TABLES)];
    for (uint32_t t = 0; t < COUNT(TABLES); t++) {
        names[t] = TABLES[t].name;
        if (strcmp(name, names[t]) == 0) {
            TABLES[t].print(f, out);
            return figures_verdict(f);
        }
    }
    return diag_error(f->d, at, "no table '%s'%s", name,
                      nearest_told(f->mem, name, "tables", names, COUNT(TABLES)));
}
