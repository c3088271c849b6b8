/* SPDX-License-Identifier: MIT */
/* Errors of binary32 with closed loops, partition by partition: accelerations of closed-fd against
 * binary64, the largest error over the largest acceleration, on the same states for all partitions
 * of a system. States that a partition's pivots refuse are counted apart.
 *
 *     loop_errors STATES ROBOT...
 *
 * Partitions: what the file names, the symbolic rule, pivots of largest modulus, and others: all
 * where there are few, else those that pivots of columns with random weights choose. */
#include "base/random.h"
#include "loops/loops.h"
#include "passes.h"
#include "program/core_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALL_UP_TO = 250, /* partitions that are all tried */
    DRAWN = 24,      /* otherwise */
    LARGE = 40,      /* joints: there fewer, as each takes seconds */
    DRAWN_OF_LARGE = 8
};

typedef struct {
    arena *mem;
    passes_settings s;
    tree t; /* coordinates of its own */
    loops l;
    sample_motions at;
    uint32_t states;
    constraint_numbers c;
} errors_bench;

typedef struct {
    double error; /* relative; INFINITY: no such partition */
    double condition;
    uint32_t operations, refused;
    bool *independent;
} partition_figures;

/* ---- one partition --------------------------------------------------------------------------- */

static double acceleration_error(arena *mem, const sample_set *t)
{
    const ops *p = t->p;
    const uint32_t *words = samples_expected(mem, t);
    double *exact = ARENA_ARRAY(mem, double, p->outputs_count + 1), worst = 0, largest = 0;
    double *scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    for (uint32_t k = 0; k < t->steps; k++) {
        ops_eval64(p, t->exact + (size_t)k * p->inputs_count, exact, scratch);
        for (uint32_t o = 0; o < p->outputs_count; o++) {
            if (p->outputs[o].kind != OUTPUT_QDD)
                continue;
            const uint32_t word = words[(size_t)k * p->outputs_count + o];
            worst = fmax(worst, fabs(core_word_value(p, p->outputs[o].value, word) - exact[o]));
            largest = fmax(largest, fabs(exact[o]));
        }
    }
    return worst / largest;
}

/* By t->partition and what coordinates are marked independent. */
static partition_figures measure(errors_bench *b, partition_wish wish)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_forms f = {.tree = b->t};
    partition_figures out = {.error = INFINITY};
    loops l;
    f.tree.partition = wish;
    if (loops_find(&mem, &f.tree, &l, &d) == STATUS_OK &&
        passes_operations(&mem, &b->s, &f, &d) == STATUS_OK) {
        const sample_set t = samples_make_at(&mem, &f.ops, &b->at, b->states, 1);
        const ops_counts counts = ops_count(&f.ops);
        for (uint32_t k = 0; k < UNIT_KINDS; k++)
            out.operations += counts.per_unit[k];
        out.error = acceleration_error(&mem, &t);
        out.refused = t.refused;
        out.condition = l.condition_most;
        out.independent = ARENA_ARRAY(b->mem, bool, b->t.coordinates_count + 1);
        for (uint32_t i = 0; i < l.independent_count; i++)
            out.independent[l.independent[i]] = true;
    }
    arena_free(&mem);
    return out;
}

static void mark(errors_bench *b, const bool *independent)
{
    for (uint32_t i = 0; i < b->t.coordinates_count; i++)
        b->t.coordinates[i].independent = independent[i];
}

static void print_figures(const errors_bench *b, const char *who, const partition_figures *f)
{
    printf("  %-16s %8.1e %8u %9.3g %8u  ", who, f->error, f->operations, f->condition,
           f->refused);
    for (uint32_t i = 0, named = 0; i < b->t.coordinates_count; i++)
        if (f->independent[i])
            printf("%s%s", named++ ? "," : "", b->t.coordinates[i].name);
    printf("\n");
    fflush(stdout);
}

/* ---- others ---------------------------------------------------------------------------------- */

/* The next choice of as many, in the order of binary numbers; false after the last. */
static bool next_choice(bool *chosen, uint32_t count)
{
    uint32_t ones = 0, at = 0;
    while (at < count && !(chosen[at] && at + 1 < count && !chosen[at + 1]))
        ones += chosen[at++];
    if (at == count)
        return false;
    chosen[at] = false;
    chosen[at + 1] = true;
    for (uint32_t i = 0; i < at; i++)
        chosen[i] = i < ones;
    return true;
}

static double choices(uint32_t count, uint32_t chosen)
{
    double product = 1;
    for (uint32_t i = 0; i < chosen; i++)
        product *= (double)(count - i) / (i + 1);
    return product;
}

/* Pivots at a closed position, each column weighted at random. */
static bool draw_choice(errors_bench *b, uint64_t *seed, bool *independent)
{
    const uint32_t columns = b->t.coordinates_count, count = b->l.count;
    double *rows = ARENA_ARRAY(b->mem, double, (size_t)count * columns + 1);
    bool *excluded = ARENA_ARRAY(b->mem, bool, columns + 1);
    uint32_t *dependent = ARENA_ARRAY(b->mem, uint32_t, count + 1);
    constraint_numbers_at(&b->c, b->at.q + random_bits(seed) % b->at.count * columns);
    for (uint32_t c = 0; c < columns; c++) {
        const double weight = exp2((double)(random_bits(seed) % 7) - 3);
        for (uint32_t i = 0; i < count; i++)
            rows[i * columns + c] = weight * b->c.row[b->l.row[i] * columns + c];
        independent[c] = true;
    }
    if (partition_by_pivots(rows, count, columns, excluded, count, dependent) < count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        independent[dependent[i]] = false;
    return true;
}

static void try_others(errors_bench *b)
{
    const uint32_t count = b->t.coordinates_count, chosen = b->l.independent_count;
    const bool all = choices(count, chosen) <= ALL_UP_TO;
    const uint32_t wanted = all ? UINT32_MAX : count > LARGE ? DRAWN_OF_LARGE : DRAWN;
    partition_figures best = {.error = INFINITY}, worst = {.error = -1};
    bool *choice = ARENA_ARRAY(b->mem, bool, count + 1), more = true;
    uint32_t tried = 0;
    uint64_t seed = 1;
    for (uint32_t i = 0; i < chosen; i++)
        choice[i] = true;
    for (uint32_t k = 0; k < wanted && more; k++) {
        if (all || draw_choice(b, &seed, choice)) {
            mark(b, choice);
            const partition_figures f = measure(b, PARTITION_GIVEN);
            tried += f.error < INFINITY;
            if (f.error < best.error)
                best = f;
            if (isfinite(f.error) && f.error > worst.error)
                worst = f;
        }
        more = !all || next_choice(choice, count);
    }
    if (!tried)
        return;
    char word[32];
    snprintf(word, sizeof word, "best of %u", tried);
    print_figures(b, word, &best);
    snprintf(word, sizeof word, "worst of %u", tried);
    print_figures(b, word, &worst);
}

/* ---- a system -------------------------------------------------------------------------------- */

static status measure_robot(arena *mem, uint32_t states, const char *path, diag *d)
{
    errors_bench b = {.mem = mem, .s = passes_default(), .states = states};
    passes_forms f;
    double *q, *qd;
    TRY(passes_tree(mem, path, &b.s, &f, d));
    b.t = f.tree;
    b.s.equations.effort = 0;
    b.s.equations.function = FUNCTION_CLOSED_FD;
    TRY(loops_find(mem, &b.t, &b.l, d));
    b.c = constraint_numbers_make(mem, &b.t);
    b.at.count = loops_motions(mem, &b.l, b.states, 1, &q, &qd);
    b.at.q = q;
    b.at.qd = qd;
    b.at.joints = b.t.coordinates_count;
    printf("%s, %u joints, %u constraints\n", b.t.name, b.t.coordinates_count, b.l.count);
    bool named = false;
    for (uint32_t i = 0; i < b.t.coordinates_count; i++)
        named = named || b.t.coordinates[i].independent;
    static const char *const WHO[] = {"named", "symbolic rule", "largest pivots"};
    for (int k = named ? 0 : 1; k < 3; k++) {
        const partition_figures one = measure(&b, (partition_wish)k);
        if (isfinite(one.error))
            print_figures(&b, WHO[k], &one);
        else
            printf("  %-16s finds none\n", WHO[k]);
    }
    try_others(&b);
    return STATUS_OK;
}

int main(int count, char **arguments)
{
    const uint32_t states = count < 3 ? 0 : (uint32_t)strtoul(arguments[1], NULL, 10);
    if (!states) {
        fprintf(stderr, "usage: loop_errors STATES ROBOT...\n");
        return 2;
    }
    printf("%-18s %8s %8s %9s %8s  %s\n", "partition", "error", "operat.", "condition", "refused",
           "independent joints");
    for (int i = 2; i < count; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        if (measure_robot(&mem, states, arguments[i], &d) != STATUS_OK) {
            fprintf(stderr, "%s: %s\n", arguments[i], d.error.text);
            return 1;
        }
        arena_free(&mem);
    }
    return 0;
}
