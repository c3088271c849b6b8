/* SPDX-License-Identifier: MIT */
/* Which graphs are to be scheduled: one, or for a machine every variant of the equations that may
 * have the shortest schedule. */
#include "passes/passes_parts.h"

#include "algebra/descent.h"

#include <string.h>

status passes_variants(arena *mem, const passes_settings *s, const passes_forms *from,
                       passes_forms **list, uint32_t *count, diag *d)
{
    equations_front front;
    double end = progress_share(s->equations.life, s->equations_share);
    passes_note_open(s, &from->tree, d);
    TRY(equations_build_front(mem, &from->tree, &s->equations, &front, d));
    progress_unshare(s->equations.life, end);
    *count = front.count;
    *list = ARENA_ARRAY(mem, passes_forms, front.count);
    for (uint32_t i = 0; i < front.count; i++) {
        (*list)[i] = *from;
        (*list)[i].equations = front.list[i];
        TRY(passes_lower(mem, s, SUMS_BALANCED, &(*list)[i], d));
    }
    return STATUS_OK;
}

/* Paths are measured on the machine of the wish: inputs of a sample come over its lanes, and over a
 * network outputs leave through one port. */
static void count_cycles(passes_settings *s)
{
    const schedule_wish *w = &s->schedule;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        s->equations.cycles.of[k] = w->target.latency_cycles[k] + w->target.transfer_cycles;
    if (s->compute_angles)
        s->equations.cycles.sine = s->equations.cycles.of[UNIT_TRIG];
    if (w->goal != GOAL_MACHINE)
        return;
    s->equations.lanes = w->target.lanes;
    s->equations.cycles.leave = w->target.network != NETWORK_IDEAL;
}

/* After the smallest, which said all notes. */
static status variants_unsaid(arena *mem, const passes_settings *s, const passes_forms *from,
                              passes_forms **list, uint32_t *count, diag *d)
{
    diag unsaid = diag_make(mem);
    const status done = passes_variants(mem, s, from, list, count, &unsaid);
    if (done != STATUS_OK)
        d->error = unsaid.error;
    return done;
}

/* Above so many, operations fill a CPU, and the search would take minutes. */
enum { CPU_OPERATIONS = 2000 };

status passes_for_cpu(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    const ops_counts n = ops_count(&f->ops);
    const bool divides = n.per_unit[UNIT_DIV] || n.per_unit[UNIT_SQRT];
    if (!divides || f->ops.list_count > CPU_OPERATIONS || !s->equations.effort ||
        s->equations.form != FORMALISM_DEFAULT)
        return STATUS_OK;
    passes_settings own = *s;
    passes_forms *variants;
    uint32_t count, least = UINT32_MAX;
    const passes_forms from = *f;
    count_cycles(&own);
    own.equations.lanes = 0; /* a CPU finds its inputs in memory */
    memcpy(own.equations.units, s->schedule.target.units, sizeof own.equations.units);
    TRY(variants_unsaid(mem, &own, &from, &variants, &count, d));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bound = schedule_wish_bounds(&variants[i].ops, &s->schedule).cycles;
        if (bound < least) {
            least = bound;
            *f = variants[i];
        }
    }
    return passes_check(mem, s, f, d);
}

/* Where units and not the path are the limit, other equations gain 1 to 3 %, which is worth some
 * seconds of search, but not minutes; and none at all in graphs of more operations than MOST. */
static bool worth_variants(const passes_settings *s, const ops *smallest)
{
    enum { FEW = 1200, MOST = 3500 };
    const uint32_t count = smallest->list_count;
    if (!count || !s->equations.effort || s->equations.form != FORMALISM_DEFAULT)
        return false;
    if (s->equations.effort > 2 || count <= FEW)
        return true;
    const wish_bounds b = schedule_wish_bounds(smallest, &s->schedule);
    return count <= MOST && b.cycles < b.path + b.path / 4;
}

static passes_graphs graphs_of(arena *mem, passes_forms *forms, uint32_t count)
{
    ops *list = ARENA_ARRAY(mem, ops, count);
    for (uint32_t i = 0; i < count; i++)
        list[i] = forms[i].ops;
    return (passes_graphs){.list = list, .forms = forms, .count = count, .variants = count,
                           .source = forms->source,
                           .bound = ops_has_points(&forms->ops) ? forms->facts.bound : NULL};
}

/* The variant that was chosen before, and its schedule, in the place of all; false: none is kept.
 * Warnings about its numbers are kept with it. */
static bool recall_choice(arena *mem, const passes_settings *s, const passes_forms *f,
                          kept_result *k, passes_graphs *out, diag *d)
{
    passes_forms *one = ARENA_ARRAY(mem, passes_forms, 1);
    schedule *found = ARENA_ARRAY(mem, schedule, 1);
    diag unsaid = diag_make(mem);
    *one = *f;
    one->equations = kept_find_equations(mem, k, d);
    if (!one->equations)
        return false;
    if (passes_lower(mem, s, SUMS_BALANCED, one, &unsaid) != STATUS_OK ||
        passes_check(mem, s, one, &unsaid) != STATUS_OK ||
        numbers_apply(mem, &s->numbers, &one->ops, &one->facts, &unsaid) != STATUS_OK) {
        kept_spoilt(k, unsaid.error.text, d);
        return false;
    }
    if (!kept_find_schedule(mem, k, &one->ops, &s->schedule, found, d))
        return false;
    *out = graphs_of(mem, one, 1);
    out->variants = k->entry.variants;
    out->kept = found;
    return true;
}

const char *passes_choice_settings(arena *mem, const passes_settings *s)
{
    return arena_printf(mem, "sums %d angles %d %d %d numbers %u %u place %d\n", (int)s->sums,
                        s->compute_angles, s->fixed_angles, s->plain_angles, s->numbers.format,
                        s->numbers.effort, s->place);
}

/* The equations with the fewest operations, and every variant between those of a shorter search and
 * the shortest path. */
static status build_front(arena *mem, const passes_settings *s, passes_forms *f, passes_graphs *out,
                          diag *d)
{
    passes_settings own = *s;
    passes_forms *variants = NULL;
    uint32_t count = 0;
    descent_memory trials = descent_memory_make(&own.equations.cycles);
    own.equations_share = s->equations_share / 4;
    own.sums = SUMS_BALANCED; /* like all variants */
    own.equations.trials = &trials;
    status done = passes_build_operations(mem, &own, own.equations_share, f, d);
    own.equations_share = s->equations_share - own.equations_share;
    if (done == STATUS_OK && worth_variants(s, &f->ops))
        done = variants_unsaid(mem, &own, f, &variants, &count, d);
    descent_memory_free(&trials);
    TRY(done);
    passes_forms *forms = ARENA_ARRAY(mem, passes_forms, count + 1);
    forms[0] = *f;
    for (uint32_t i = 0; i < count; i++)
        forms[i + 1] = variants[i];
    *out = graphs_of(mem, forms, count + 1);
    return STATUS_OK;
}

static status read_front(arena *mem, const passes_settings *s, passes_forms *f, passes_graphs *out,
                         diag *d)
{
    TRY(passes_build_tree(mem, s, f, d));
    kept_result k = kept_choice(mem, s->cache, &f->tree, &s->equations, &s->schedule,
                                passes_choice_settings(mem, s));
    passes_note_open(s, &f->tree, d);
    if (recall_choice(mem, s, f, &k, out, d))
        TRY(equations_check_tree(&f->tree, s->equations.function, d)); /* for its notes */
    else
        TRY(build_front(mem, s, f, out, d));
    out->choice = k;
    return STATUS_OK;
}

static status read_one(arena *mem, const passes_settings *s, passes_forms *f, passes_graphs *out,
                       diag *d)
{
    TRY(passes_read_taken(mem, s, f, d));
    passes_forms *forms = ARENA_ARRAY(mem, passes_forms, 1);
    *forms = *f;
    *out = graphs_of(mem, forms, 1);
    return STATUS_OK;
}

status passes_read_graphs(arena *mem, const char *path, const passes_settings *s,
                          passes_graphs *out, diag *d)
{
    passes_settings own = *s;
    passes_forms *f = ARENA_ARRAY(mem, passes_forms, 1); /* equations refer to its tree */
    const schedule_wish *w = &s->schedule;
    count_cycles(&own);
    own.equations.shortest = w->goal == GOAL_LATENCY;
    if (w->goal == GOAL_MACHINE) {
        memcpy(own.equations.units, w->target.units, sizeof own.equations.units);
        own.equations = passes_kept_options(&own);
    }
    own.sums = own.equations.shortest ? SUMS_BALANCED : s->sums;
    own.equations_share = w->goal == GOAL_THROUGHPUT ? PASSES_SHARE_BEFORE_MANY
                                                     : PASSES_SHARE_BEFORE_ONE;
    TRY(passes_take_source(mem, path, f, d));
    return w->goal == GOAL_MACHINE && f->from_robot ? read_front(mem, &own, f, out, d)
                                                   : read_one(mem, &own, f, out, d);
}
