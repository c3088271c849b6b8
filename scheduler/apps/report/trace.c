/* SPDX-License-Identifier: MIT */
#include "apps/report/trace.h"

#include "base/output.h"
#include "machine/timing.h"
#include "program/core_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b)
{
    const trace_event *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

static int by_cycle(const void *a, const void *b)
{
    const trace_event *x = a, *y = b;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    const int placed = by_place(a, b);
    return placed ? placed : x->sample < y->sample ? -1 : x->sample > y->sample;
}

/* Values of all words of the first samples. */
static void add_values(arena *mem, trace *t, const uint32_t *in, uint32_t samples)
{
    const ops *p = t->p;
    const graph *g = &t->g;
    core_evaluator e = core_evaluator_make(mem, p);
    uint32_t *out = ARENA_ARRAY(mem, uint32_t, p->outputs_count + 1);
    double *values = ARENA_ARRAY(mem, double, (size_t)samples * g->words + 1);
    for (uint32_t s = 0; s < samples; s++, in += p->inputs_count) {
        double *of = values + (size_t)s * g->words;
        core_evaluate(&e, in, out);
        for (uint32_t i = 0; i < p->inputs_count; i++)
            of[i] = core_word_value(p, OPERAND(FROM_INPUT, i), in[i]);
        for (uint32_t j = 0; j < p->list_count; j++)
            of[g->inputs + j] =
                core_evaluator_result(&e, j);
    }
    for (uint32_t i = 0; i < t->list_count; i++)
        if (t->list[i].sample < samples)
            t->list[i].value = values[(size_t)t->list[i].sample * g->words + t->list[i].word];
}

/* The rule of timing.h: a beat enters in the cycle after the one before it, and when every lane has
 * room. */
static void add_beats(arena *mem, trace *t, uint32_t sample, const uint64_t *gone)
{
    const schedule *s = t->s;
    const uint32_t held = timing_lane_words(s->target.lane_queue), lanes = s->target.lanes,
                   inputs = t->g.inputs;
    uint32_t *word_at = ARENA_ARRAY(mem, uint32_t, (size_t)lanes * inputs + 1), beats = 0;
    for (uint32_t i = 0; i < lanes * inputs; i++)
        word_at[i] = WORD_NONE;
    for (uint32_t i = 0; i < inputs; i++) {
        const sched_entry *e = &s->entries[i];
        if (e->lane == LANE_NONE)
            continue;
        word_at[e->position * lanes + e->lane] = i;
        beats = e->position >= beats ? e->position + 1 : beats;
    }
    /* `gone` is the cycle after the pop. */
    const uint64_t free = timing_lane_free(0) - timing_after(0);
    uint64_t now = (uint64_t)sample * s->interval;
    for (uint32_t k = 0; k < beats; k++, now++) {
        for (uint32_t l = 0; l < lanes; l++) {
            const uint32_t before = k < held ? WORD_NONE : word_at[(k - held) * lanes + l];
            if (before != WORD_NONE && word_at[(k - 1) * lanes + l] != WORD_NONE)
                now = gone[before] + free > now ? gone[before] + free : now;
        }
        for (uint32_t l = 0; l < lanes; l++)
            if (word_at[k * lanes + l] != WORD_NONE)
                *ARENA_PUSH(mem, t, list) =
                    (trace_event){.kind = TRACE_ENTER, .place = l, .sample = sample, .cycle = now,
                                  .word = word_at[k * lanes + l]};
    }
}

/* As the schedule has it: what happens when. */
static void add_sample(arena *mem, trace *t, uint32_t sample)
{
    const schedule *s = t->s;
    const uint64_t shift = (uint64_t)sample * s->interval;
    uint64_t *gone = ARENA_ARRAY(mem, uint64_t, t->g.words + 1);
    for (uint32_t k = 0; k < s->takes_count; k++) {
        const sched_take *take = &s->takes[k];
        const uint64_t after = shift + timing_after(take->cycle);
        gone[take->word] = after > gone[take->word] ? after : gone[take->word];
        *ARENA_PUSH(mem, t, list) =
            (trace_event){.kind = TRACE_ACCEPT, .place = take->receiver, .word = take->word,
                          .sample = sample, .cycle = shift + take->cycle};
    }
    add_beats(mem, t, sample, gone);
    for (uint32_t j = 0; j < t->p->list_count; j++) {
        const uint32_t cycle = s->issues[j].cycle;
        const uint32_t result = timing_result(&s->target, graph_kind(&t->g, j), cycle);
        *ARENA_PUSH(mem, t, list) =
            (trace_event){.kind = TRACE_ISSUE, .place = s->issues[j].unit,
                          .word = t->g.inputs + j, .sample = sample, .cycle = shift + cycle,
                          .until = shift + result};
    }
}

/* How long it lasts: of an accepted word until the last operation that reads it from the receiver,
 * of relays and outputs the next cycle; of others until the last receiver has accepted it. */
static void add_ends(arena *mem, trace *t, uint32_t samples)
{
    const graph *g = &t->g;
    const uint32_t outputs = machine_output_receiver(&t->s->target);
    uint64_t *gone = ARENA_ARRAY(mem, uint64_t, (size_t)samples * g->words + 1);
    uint64_t *issued = ARENA_ARRAY(mem, uint64_t, (size_t)samples * g->words + 1);
    for (uint32_t i = 0; i < t->list_count; i++) {
        const trace_event *e = &t->list[i];
        const size_t at = (size_t)e->sample * g->words + e->word;
        if (e->kind == TRACE_ISSUE)
            issued[at] = e->cycle;
        if (e->kind == TRACE_ACCEPT && e->cycle + 1 > gone[at])
            gone[at] = e->cycle + 1;
    }
    for (uint32_t i = 0; i < t->list_count; i++) {
        trace_event *e = &t->list[i];
        const size_t first = (size_t)e->sample * g->words, at = first + e->word;
        if (e->kind == TRACE_ISSUE)
            e->gone = gone[at] > e->until ? gone[at] : e->until;
        else
            e->until = e->cycle + 1;
        if (e->kind == TRACE_ENTER && gone[at] > e->until)
            e->until = gone[at];
        if (e->kind != TRACE_ACCEPT || e->place >= outputs)
            continue;
        for (uint32_t u = g->use_start[e->word]; u < g->use_start[e->word + 1]; u++) {
            const uint32_t j = g->uses[u] / 2;
            const uint64_t read = issued[first + g->inputs + j] + 1;
            if (schedule_receiver(&t->s->target, &t->s->issues[j], g->uses[u] % 2) == e->place &&
                read > e->until)
                e->until = read;
        }
    }
}

static void finish(arena *mem, trace *t, uint32_t samples)
{
    add_ends(mem, t, samples);
    qsort(t->list, t->list_count, sizeof *t->list, by_cycle);
    for (uint32_t i = 0; i < t->list_count; i++) {
        const trace_event *e = &t->list[i];
        t->end = e->until > t->end ? e->until : t->end;
        t->end = e->gone > t->end ? e->gone : t->end;
    }
}

uint32_t trace_samples(const schedule *s)
{
    return s->interval ? TRACE_SAMPLES : 1;
}

static trace begin(arena *mem, const ops *p, const schedule *s, uint32_t samples)
{
    trace t = {.p = p, .s = s, .g = graph_build(mem, p), .origin = "the schedule"};
    for (uint32_t k = 0; k < samples; k++)
        add_sample(mem, &t, k);
    return t;
}

trace trace_make(arena *mem, const ops *p, const schedule *s, const uint32_t *in)
{
    const uint32_t samples = trace_samples(s);
    trace t = begin(mem, p, s, samples);
    add_values(mem, &t, in, samples);
    finish(mem, &t, samples);
    return t;
}

/* ---- of a core ------------------------------------------------------------------------------- */

/* The next event of that kind and place that was not yet asked for; NULL: there is none. */
static const core_event *next_seen(const core_event *seen, uint32_t count, core_event_kind kind,
                                   uint32_t where, uint32_t *at)
{
    for (; *at < count; (*at)++)
        if (seen[*at].kind == kind && seen[*at].place == where)
            return &seen[(*at)++];
    return NULL;
}

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* One event as it was seen, in cycles since `zero`. */
static status measure(const trace *t, trace_event *e, const core_event *when,
                      const core_event *what, uint64_t zero, diag *d)
{
    const char *name = graph_word_name(&t->g, e->word);
    if (!when || !what)
        return diag_system_error(d, (place){0}, "no trace: the core did not reach word %s of "
                                                "sample %u", name, e->sample);
    const uint32_t inputs = t->g.inputs;
    const operand x = e->word < inputs ? OPERAND(FROM_INPUT, e->word)
                                       : OPERAND(FROM_OP, e->word - inputs);
    const double value = core_word_value(t->p, x, what->word);
    if (!is_same(value, e->value))
        return diag_system_error(d, (place){0}, "no trace: word %s of sample %u is %.9g in the "
                                 "core, not %.9g", name, e->sample, value, e->value);
    e->value = value;
    e->cycle = when->cycle - zero;
    e->until = what->cycle - zero; /* of an issue; of others finish() says it */
    return STATUS_OK;
}

status trace_make_measured(arena *mem, const ops *p, const schedule *s, const uint32_t *in,
                           const core_event *seen, uint32_t seen_count, trace *out, diag *d)
{
    static const core_event_kind WHEN[] = {
        [TRACE_ENTER] = CORE_ENTER, [TRACE_ISSUE] = CORE_ISSUE, [TRACE_ACCEPT] = CORE_ACCEPT};
    /* events of samples after these come between theirs; those are counted and not kept */
    const uint32_t samples = trace_samples(s);
    const uint32_t others = s->interval ? s->cycles / s->interval + 2 : 0;
    trace t = begin(mem, p, s, samples + others);
    t.origin = "the Verilated core";
    add_values(mem, &t, in, samples);
    qsort(t.list, t.list_count, sizeof *t.list, by_place);
    uint32_t first = 0, kept = 0, when_at = 0, what_at = 0;
    while (first < seen_count && seen[first].kind != CORE_ENTER)
        first++; /* not the first of all: those of one cycle come in any order */
    for (uint32_t i = 0; i < t.list_count; i++) {
        trace_event e = t.list[i];
        if (!i || e.kind != t.list[i - 1].kind || e.place != t.list[i - 1].place)
            when_at = what_at = 0;
        const core_event *when = next_seen(seen, seen_count, WHEN[e.kind], e.place, &when_at);
        const core_event *what = when;
        if (e.kind == TRACE_ISSUE)
            what = next_seen(seen, seen_count, CORE_RESULT, e.place, &what_at);
        if (e.sample >= samples)
            continue;
        TRY(measure(&t, &e, when, what, seen[first].cycle, d));
        t.list[kept++] = e; /* not read again: kept <= i */
    }
    t.list_count = kept;
    finish(mem, &t, samples);
    *out = t;
    return STATUS_OK;
}

static void add_name(const trace *t, operand x, text *out)
{
    const uint32_t index = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        text_printf(out, "%.6g", t->p->constants[index].value);
    else
        text_add(out, graph_word_name(&t->g, graph_word(&t->g, x)));
}

void trace_add_formula(const trace *t, uint32_t operation, text *out)
{
    const op *o = &t->p->list[operation];
    const op_kind_info *kind = &OP_KIND[o->kind];
    text_printf(out, "%s", kind->symbol ? "" : kind->word);
    text_add(out, kind->symbol ? "" : "(");
    add_name(t, o->a, out);
    if (kind->operands > 1) {
        text_printf(out, kind->symbol ? " %s " : "%s ", kind->symbol ? kind->symbol : ",");
        add_name(t, o->b, out);
    }
    text_add(out, kind->symbol ? "" : ")");
}

/* ---- files ----------------------------------------------------------------------------------- */

static const struct {
    const char *ending;
    void (*print)(const trace *t, text *out);
} TRACE_KINDS[] = {
    {".json", trace_print_perfetto}, {".kanata", trace_print_konata}, {".vcd", trace_print_vcd},
    {".fst", trace_print_fst}};
enum { TRACE_KINDS_COUNT = sizeof TRACE_KINDS / sizeof TRACE_KINDS[0] };

static uint32_t trace_kind_of(const char *path)
{
    const size_t length = strlen(path);
    uint32_t k = 0;
    for (; k < TRACE_KINDS_COUNT; k++) {
        const size_t ending = strlen(TRACE_KINDS[k].ending);
        if (length > ending && strcmp(path + length - ending, TRACE_KINDS[k].ending) == 0)
            break;
    }
    return k;
}

status trace_check(const char *path, diag *d)
{
    if (path && trace_kind_of(path) == TRACE_KINDS_COUNT)
        return diag_error(d, (place){.file = path}, "a trace is for Perfetto (FILE.json), Konata "
                          "(FILE.kanata) or waveform viewers (FILE.vcd, FILE.fst)");
    return STATUS_OK;
}

status trace_write(arena *mem, const char *path, const trace *t, diag *d)
{
    TRY(trace_check(path, d));
    text out = text_make(mem);
    TRACE_KINDS[trace_kind_of(path)].print(t, &out);
    return output_write_one(path, &out, d);
}
