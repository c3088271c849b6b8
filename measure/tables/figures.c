/* SPDX-License-Identifier: MIT */
#include "measure/tables/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const FILE_NAMES[FILES] = {
    [AREA] = "area.csv",           [TIMING] = "timing.csv",     [CYCLES] = "cycles.csv",
    [CPU] = "cpu.csv",             [OPERATORS] = "operators.csv", [CIRCUITS] = "circuits.csv",
    [PASSES] = "passes.csv",       [COMPARE] = "compare.csv",
};

const csv *figures_table(figures *f, figures_file which)
{
    csv *t = &f->tables[which];
    if (!t->path && f->bad == STATUS_OK) {
        const char *path = arena_printf(f->mem, "%s/%s", f->folder, FILE_NAMES[which]);
        if (!f->d->error.text)
            f->bad = csv_read(f->mem, path, t, f->d);
        t->path = path;
    }
    return t;
}

const char *figures_setting(figures *f, const char *name)
{
    const size_t length = strlen(name);
    for (uint32_t s = 0; s < f->settings_count; s++)
        if (strncmp(f->settings[s], name, length) == 0 &&
            f->settings[s][length] == '=' && f->settings[s][length + 1])
            return f->settings[s] + length + 1;
    if (!f->d->error.text)
        diag_error(f->d, (place){0}, "%s=... is needed", name);
    return "";
}

static bool has_latencies(const csv *t, uint32_t row, const char *latencies)
{
    const char *mul = csv_text(t, row, "mul");
    const size_t length = strlen(mul);
    return strncmp(latencies, mul, length) == 0 && latencies[length] == ',' &&
           csv_is(t, row, "add", latencies + length + 1);
}

/* Whether a row of area.csv, timing.csv or cycles.csv is of this core; the class of its depths,
 * which cycles do not depend on, is left out unless asked for. */
static bool is_core(const csv *t, uint32_t row, const core *c, bool depths)
{
    return csv_is(t, row, "network", c->network) && csv_is(t, row, "modules", c->modules) &&
           csv_is(t, row, "lanes", c->lanes) && csv_is(t, row, "transfer", c->transfer) &&
           csv_is(t, row, "fixed", c->fixed) &&
           (!depths || csv_is(t, row, "depth", c->depths)) &&
           has_latencies(t, row, c->latencies);
}

static int numbers_compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double median_of(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, numbers_compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* ---- places and routes ---- */

static const char *const GRADE_COLUMNS[GRADES] = {"mhz_8", "mhz_6"};

static void add_route(figures *f, const csv *t, uint32_t row, core_routes *r)
{
    const double mhz = csv_number(t, row, "mhz");
    if (!r->runs || mhz < r->worst) {
        r->worst = mhz;
        r->worst_row = row;
    }
    r->best = mhz > r->best ? mhz : r->best;
    if (csv_is(t, row, "seed", "1"))
        r->first = mhz;
    r->runs++;
    for (uint32_t g = 0; g < GRADES; g++) {
        if (csv_is(t, row, GRADE_COLUMNS[g], "-"))
            continue;
        r->graded += g == GRADES - 1;
        r->slower[g] = fmin(r->slower[g], csv_number(t, row, GRADE_COLUMNS[g]));
    }
    const char *router = csv_text(t, row, "nextpnr");
    if (strcmp(router, "-") == 0)
        router = "an earlier one";
    if (!strstr(r->routers, router))
        r->routers = arena_printf(f->mem, "%s%s%s", r->routers, *r->routers ? ", " : "", router);
    r->last_row = row;
    r->comb = csv_count(t, row, "comb") + 2 * csv_count(t, row, "ramw");
    r->comb_of = csv_count(t, row, "comb_of");
}

core_routes figures_routes(figures *f, const core *c)
{
    const csv *t = figures_table(f, TIMING);
    core_routes r = {.first = NAN, .slower = {NAN, NAN}, .routers = arena_strdup(f->mem, "")};
    double *mhz = ARENA_ARRAY(f->mem, double, t->rows + 1);
    for (uint32_t row = 0; row < t->rows; row++)
        if (is_core(t, row, c, true)) {
            mhz[r.runs] = csv_number(t, row, "mhz");
            add_route(f, t, row, &r);
        }
    if (r.runs)
        r.median = median_of(mhz, r.runs);
    return r;
}

core_cells figures_cells(figures *f, const char *target, const core *c)
{
    const csv *t = figures_table(f, AREA);
    core_cells cells = {.ff = "", .dsp = "", .bram = ""};
    for (uint32_t row = 0; row < t->rows; row++)
        if (csv_is(t, row, "target", target) && is_core(t, row, c, true))
            cells = (core_cells){true, csv_count(t, row, "lut") + csv_count(t, row, "lutram"),
                                 csv_text(t, row, "ff"), csv_text(t, row, "dsp"),
                                 csv_text(t, row, "bram")};
    return cells;
}

bool figures_is_run(const csv *t, uint32_t row, const char *robot, const core *c)
{
    return csv_is(t, row, "robot", robot) && is_core(t, row, c, false);
}

const char *figures_cycles(figures *f, const char *robot, const core *c)
{
    const csv *t = figures_table(f, CYCLES);
    const char *cycles = "";
    for (uint32_t row = 0; row < t->rows; row++)
        if (figures_is_run(t, row, robot, c)) {
            csv_number(t, row, "cycles"); /* it is one */
            cycles = csv_text(t, row, "cycles");
        }
    return cycles;
}

double figures_cpu(figures *f, const char *robot)
{
    const csv *t = figures_table(f, CPU);
    double ns = NAN;
    for (uint32_t row = 0; row < t->rows; row++)
        if (csv_is(t, row, "robot", robot))
            ns = csv_number(t, row, "ns");
    return ns;
}

/* ---- circuits ---- */

long circuit_interval(const char *options)
{
    static const char OPTION[] = "--interval ";
    const char *at = strstr(options, OPTION);
    return at ? strtol(at + strlen(OPTION), NULL, 10) : 1;
}

circuit_routes figures_circuit(figures *f, const char *robot, const char *numbers, bool straight)
{
    const csv *t = figures_table(f, CIRCUITS);
    circuit_routes r = {0};
    for (uint32_t row = 0; row < t->rows; row++) {
        if (!csv_is(t, row, "robot", robot) || !csv_is(t, row, "numbers", numbers) ||
            (csv_number(t, row, "clock") > 0) == straight)
            continue;
        const double mhz = csv_number(t, row, "mhz");
        if (!r.runs || mhz < r.worst) {
            r.worst = mhz;
            r.cycles = straight ? 0 : csv_count(t, row, "latency_cycles");
        }
        r.runs++;
        r.every = circuit_interval(csv_text(t, row, "options"));
    }
    return r;
}

/* ---- lists for other programs ---- */

static int texts_compare(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

void figures_cores_print(figures *f, text *out)
{
    static const char *const SHAPE[] = {"network", "modules", "lanes", "transfer",
                                        "mul",     "add",     "depth", "fixed"};
    const csv *t = figures_table(f, TIMING);
    const char **cores = ARENA_ARRAY(f->mem, const char *, t->rows + 1);
    for (uint32_t row = 0; row < t->rows; row++) {
        text line = text_make(f->mem);
        for (uint32_t s = 0; s < sizeof SHAPE / sizeof *SHAPE; s++)
            text_printf(&line, "%s ", csv_text(t, row, SHAPE[s]));
        const core c = {csv_text(t, row, "network"), csv_text(t, row, "modules"),
                        csv_text(t, row, "lanes"), csv_text(t, row, "transfer"),
                        arena_printf(f->mem, "%s,%s", csv_text(t, row, "mul"),
                                     csv_text(t, row, "add")),
                        csv_text(t, row, "depth"), csv_text(t, row, "fixed")};
        const core_routes r = figures_routes(f, &c);
        text_printf(&line, "%d %ld %s\n", (int)(100 * r.worst + 0.5), r.comb,
                    csv_text(t, r.last_row, "dsp"));
        cores[row] = line.bytes;
    }
    qsort(cores, t->rows, sizeof *cores, texts_compare);
    for (uint32_t row = 0; row < t->rows; row++)
        if (row == 0 || strcmp(cores[row], cores[row - 1]) != 0)
            text_add(out, cores[row]);
}

void figures_routed_print(figures *f, const char *network, const char *modules, text *out)
{
    const core c = {network, modules, "2", "1", figures_setting(f, "chosen"), "usual", "0"};
    const core_routes r = figures_routes(f, &c);
    const csv *t = figures_table(f, TIMING);
    text_printf(out, "%d %s\n", r.runs ? (int)r.worst : 100,
                r.runs ? csv_text(t, r.worst_row, "dsp") : "0");
}
