/* SPDX-License-Identifier: MIT */
/* The tables of operators, of circuits, and of high-level synthesis. */
#include "measure/tables/document_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- operators alone, a column for each latency ---- */

static const char *cell_of(figures *f, const csv *t, const char *name, const char *fixed,
                           double latency)
{
    const char *cell = "-";
    for (uint32_t r = 0; r < t->rows; r++)
        if (csv_is(t, r, "operator", name) && csv_is(t, r, "fixed", fixed) &&
            csv_number(t, r, "lat") == latency) {
            const char *luts = csv_text(t, r, "lut4");
            const bool known = strcmp(luts, "-") != 0;
            cell = arena_printf(f->mem, "%.0f%s%s", csv_number(t, r, "mhz"), known ? ", " : "",
                                known ? luts : "");
        }
    return cell;
}

/* Every latency once, in order. */
static uint32_t latencies_of(const csv *t, double *latencies)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < t->rows; r++)
        latencies[r] = csv_number(t, r, "lat");
    median_of(latencies, t->rows); /* sorts them */
    for (uint32_t r = 0; r < t->rows; r++)
        if (!count || latencies[r] > latencies[count - 1])
            latencies[count++] = latencies[r];
    return count;
}

static bool is_same_operator(const csv *t, uint32_t a, uint32_t b)
{
    return csv_is(t, a, "operator", csv_text(t, b, "operator")) &&
           csv_is(t, a, "fixed", csv_text(t, b, "fixed"));
}

void operators_table(figures *f, text *out)
{
    const csv *t = figures_table(f, OPERATORS);
    double *latencies = ARENA_ARRAY(f->mem, double, t->rows + 1);
    const uint32_t count = latencies_of(t, latencies);
    text_add(out, "| MHz, LUT4 at latency |");
    for (uint32_t l = 0; l < count; l++)
        text_printf(out, " %.0f |", latencies[l]);
    text_add(out, " DSP |\n|---|");
    for (uint32_t l = 0; l < count; l++)
        text_add(out, "---|");
    text_add(out, "---|\n");
    for (uint32_t r = 0; r < t->rows; r++) {
        uint32_t first = 0, last = r;
        while (!is_same_operator(t, first, r))
            first++;
        if (first < r)
            continue;
        for (uint32_t k = r; k < t->rows; k++)
            last = is_same_operator(t, k, r) ? k : last;
        const char *name = csv_text(t, r, "operator"), *fixed = csv_text(t, r, "fixed");
        text_printf(out, "| `%s`", name);
        if (strcmp(fixed, "0") != 0)
            text_printf(out, ", %s bits", fixed);
        for (uint32_t l = 0; l < count; l++)
            text_printf(out, " | %s", cell_of(f, t, name, fixed, latencies[l]));
        text_printf(out, " | %s |\n", csv_text(t, last, "dsp"));
    }
}

/* ---- circuits ---- */

static bool is_same_circuit(const csv *t, uint32_t a, uint32_t b)
{
    static const char *const KEY[] = {"robot", "numbers", "clock", "options"};
    bool same = true;
    for (uint32_t k = 0; k < sizeof KEY / sizeof *KEY; k++)
        same = same && csv_is(t, a, KEY[k], csv_text(t, b, KEY[k]));
    return same;
}

/* 12345 as 12,345. */
static const char *thousands(figures *f, long count)
{
    return count < 1000 ? arena_printf(f->mem, "%ld", count)
                        : arena_printf(f->mem, "%ld,%03ld", count / 1000, count % 1000);
}

/* `mhz`: room for the clocks of all seeds. */
static void circuits_row(figures *f, const csv *t, uint32_t row, double *mhz, text *out)
{
    uint32_t count = 0, last = row;
    for (uint32_t r = row; r < t->rows; r++)
        if (is_same_circuit(t, r, row)) {
            mhz[count++] = csv_number(t, r, "mhz");
            last = r;
        }
    const double middle = median_of(mhz, count), worst = mhz[0];
    const char *options = csv_text(t, row, "options");
    const bool plain = strcmp(options, "-") == 0;
    text_printf(out, "| %s, %s%s%s%s | ", csv_text(t, row, "robot"), csv_text(t, row, "numbers"),
                plain ? "" : ", `", plain ? "" : options, plain ? "" : "`");
    if (csv_number(t, row, "clock") > 0) {
        const long cycles = csv_count(t, last, "latency_cycles");
        text_printf(out, "%s MHz | %.1f, %.1f MHz of %u | %ld cycles, %.0f ns",
                    csv_text(t, row, "clock"), worst, middle, count, cycles,
                    1000 * (double)cycles / worst);
    } else {
        text_printf(out, "no registers | %.1f, %.1f ns of %u | %.1f ns", 1000 / worst,
                    1000 / middle, count, 1000 / worst);
    }
    text_printf(out, " | %s | %s | %s | %.1f |\n", thousands(f, csv_count(t, last, "comb")),
                thousands(f, csv_count(t, last, "ff")), csv_text(t, last, "dsp"),
                worst / (double)circuit_interval(options));
}

/* Of each circuit the worst and the median of its seeds. */
void circuits_table(figures *f, text *out)
{
    const csv *t = figures_table(f, CIRCUITS);
    double *mhz = ARENA_ARRAY(f->mem, double, t->rows + 1);
    text_add(out, "| circuit | plan | routed: worst, median of seeds | latency | LUT and carries |"
                  " flip-flops | blocks | million samples per second |\n"
                  "|---|---|---|---|---|---|---|---|\n");
    for (uint32_t r = 0; r < t->rows; r++) {
        uint32_t first = 0;
        while (!is_same_circuit(t, first, r))
            first++;
        if (first == r)
            circuits_row(f, t, r, mhz, out);
    }
}

/* ---- routed designs next to each other, one sample of two robots ---- */

static const char *const BESIDE[] = {"puma", "iiwa"};
enum { BESIDE_COUNT = sizeof BESIDE / sizeof *BESIDE };

static const char *core_beside(figures *f, const char *robot, const core *c)
{
    const core_routes r = figures_routes(f, c);
    const char *cycles = figures_cycles(f, robot, c);
    if (!r.runs || !*cycles)
        return "not run";
    return arena_printf(f->mem, "%.0f ns (%s cycles at %.1f MHz)",
                        1000 * strtod(cycles, NULL) / r.worst, cycles, r.worst);
}

static const char *circuit_beside(figures *f, const char *robot, bool straight)
{
    const circuit_routes r = figures_circuit(f, robot, "fixed:18", straight);
    if (!r.runs)
        return "not run | ";
    if (straight)
        return arena_printf(f->mem, "%.1f ns (seeds: %u) | %.1f", 1000 / r.worst, r.runs, r.worst);
    return arena_printf(f->mem, "%.0f ns (%ld cycles at %.1f MHz, seeds: %u) | %.1f",
                        1000 * (double)r.cycles / r.worst, r.cycles, r.worst, r.runs,
                        r.worst / (double)r.every);
}

void beside_table(figures *f, text *out)
{
    core c = core_of("crossbar", "4", "0", figures_setting(f, "chosen"));
    c.depths = depths_of(f, &c);
    text_add(out, "| routed on ECP5, worst of seeds |");
    for (uint32_t b = 0; b < BESIDE_COUNT; b++)
        text_printf(out, " %s: latency | million samples per second |", BESIDE[b]);
    text_printf(out, "\n|---|---|---|---|---|\n| core, binary32 (seeds: %u) |",
                figures_routes(f, &c).runs);
    for (uint32_t b = 0; b < BESIDE_COUNT; b++)
        text_printf(out, " %s | |", core_beside(f, BESIDE[b], &c));
    for (int straight = 0; straight < 2; straight++) {
        text_printf(out, "\n| circuit, fixed:18%s |", straight ? ", no registers" : "");
        for (uint32_t b = 0; b < BESIDE_COUNT; b++)
            text_printf(out, " %s |", circuit_beside(f, BESIDE[b], straight));
    }
    text_add(out, "\n");
}

/* ---- high-level synthesis ---- */

static void passes_row(const csv *t, const char *what, const char *column, text *out)
{
    text_printf(out, "|%s |", what);
    for (uint32_t r = 0; r < t->rows; r++)
        text_printf(out, " %s |", csv_text(t, r, column));
    text_add(out, "\n");
}

/* A column for each robot. */
void passes_table(figures *f, text *out)
{
    const csv *t = figures_table(f, PASSES);
    passes_row(t, "", "robot", out);
    text_add(out, "|---|");
    for (uint32_t r = 0; r < t->rows; r++)
        text_add(out, "---|");
    text_add(out, "\n");
    passes_row(t, " by default", "passes", out);
    passes_row(t, " `--optimise ops`", "cycles_of_fewest", out);
}

void compare_table(figures *f, text *out)
{
    static const char *const BEFORE[] = {"robot", "by", "equations", "options"};
    static const char *const AFTER[] = {"cycles", "lut", "ff", "dsp"};
    const csv *t = figures_table(f, COMPARE);
    text_add(out, "| robot | by | equations | options | words right | cycles | LUT | FF | DSP |\n"
                  "|---|---|---|---|---|---|---|---|---|\n");
    for (uint32_t r = 0; r < t->rows; r++) {
        text_add(out, "|");
        for (uint32_t c = 0; c < sizeof BEFORE / sizeof *BEFORE; c++)
            text_printf(out, " %s |", csv_text(t, r, BEFORE[c]));
        if (csv_is(t, r, "words", "-"))
            text_add(out, "  |");
        else
            text_printf(out, " %s of %s |", csv_text(t, r, "words_right"),
                        csv_text(t, r, "words"));
        for (uint32_t c = 0; c < sizeof AFTER / sizeof *AFTER; c++)
            text_printf(out, " %s |", csv_text(t, r, AFTER[c]));
        text_add(out, "\n");
    }
}
