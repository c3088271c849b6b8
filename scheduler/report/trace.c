#include "report/trace.h"

#include "base/output.h"
#include "machine/timing.h"
#include "program/core_words.h"
#include "program/samples.h"

#include <stdlib.h>
#include <string.h>

static int by_cycle(const void *a, const void *b)
{
    const trace_event *x = a, *y = b;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->sample < y->sample ? -1 : x->sample > y->sample;
}

/* Values of all words of each sample. */
static double *word_values(arena *mem, const graph *g, uint32_t samples, uint64_t seed)
{
    const ops *p = g->p;
    const sample_set t = samples_make(mem, p, samples, seed);
    core_evaluator e = core_evaluator_make(mem, p);
    uint32_t *out = ARENA_ARRAY(mem, uint32_t, p->outputs_count + 1);
    double *values = ARENA_ARRAY(mem, double, (size_t)samples * g->words + 1);
    for (uint32_t s = 0; s < samples; s++) {
        double *of = values + (size_t)s * g->words;
        const uint32_t *in = t.in + (size_t)s * p->inputs_count;
        core_evaluate(&e, in, out);
        for (uint32_t i = 0; i < p->inputs_count; i++)
            of[i] = core_word_value(p, OPERAND(FROM_INPUT, i), in[i]);
        for (uint32_t j = 0; j < p->list_count; j++)
            of[g->inputs + j] =
                p->width ? core_word_value(p, OPERAND(FROM_OP, j), (uint32_t)e.results[j])
                         : (double)e.scratch[j];
    }
    return values;
}

/* After the last operation that reads the word from the receiver; of relays and outputs the next
 * cycle. */
static uint32_t last_read(const trace *t, const sched_take *take)
{
    const graph *g = &t->g;
    uint32_t last = timing_after(take->cycle);
    if (take->receiver >= machine_output_receiver(&t->s->target))
        return last;
    for (uint32_t i = g->use_start[take->word]; i < g->use_start[take->word + 1]; i++) {
        const sched_issue *issue = &t->s->issues[g->uses[i] / 2];
        if (schedule_receiver(&t->s->target, issue, g->uses[i] % 2) == take->receiver &&
            timing_after(issue->cycle) > last)
            last = timing_after(issue->cycle);
    }
    return last;
}

static void add_sample(arena *mem, trace *t, uint32_t sample, const double *values)
{
    const schedule *s = t->s;
    const uint64_t shift = (uint64_t)sample * s->interval;
    uint32_t *gone = ARENA_ARRAY(mem, uint32_t, t->g.words + 1);
    for (uint32_t k = 0; k < s->takes_count; k++) {
        const sched_take *take = &s->takes[k];
        const uint32_t until = last_read(t, take), after = timing_after(take->cycle);
        gone[take->word] = after > gone[take->word] ? after : gone[take->word];
        *ARENA_PUSH(mem, t, list) =
            (trace_event){.kind = TRACE_ACCEPT, .place = take->receiver, .word = take->word,
                          .sample = sample, .cycle = shift + take->cycle, .until = shift + until,
                          .value = values[take->word]};
    }
    for (uint32_t i = 0; i < t->g.inputs; i++) {
        const sched_entry *e = &s->entries[i];
        const uint32_t after = timing_after(e->position);
        if (e->lane != LANE_NONE)
            *ARENA_PUSH(mem, t, list) =
                (trace_event){.kind = TRACE_ENTER, .place = e->lane, .word = i, .sample = sample,
                              .cycle = shift + e->position,
                              .until = shift + (gone[i] > after ? gone[i] : after),
                              .value = values[i]};
    }
    for (uint32_t j = 0; j < t->p->list_count; j++) {
        const uint32_t word = t->g.inputs + j, cycle = s->issues[j].cycle;
        const uint32_t result = timing_result(&s->target, graph_kind(&t->g, j), cycle);
        *ARENA_PUSH(mem, t, list) =
            (trace_event){.kind = TRACE_ISSUE, .place = s->issues[j].unit, .word = word,
                          .sample = sample, .cycle = shift + cycle, .until = shift + result,
                          .gone = shift + (gone[word] > result ? gone[word] : result),
                          .value = values[word]};
    }
}

trace trace_make(arena *mem, const ops *p, const schedule *s, uint64_t seed)
{
    const uint32_t samples = s->interval ? TRACE_SAMPLES : 1;
    trace t = {.p = p, .s = s, .g = graph_build(mem, p)};
    const double *values = word_values(mem, &t.g, samples, seed);
    for (uint32_t k = 0; k < samples; k++)
        add_sample(mem, &t, k, values + (size_t)k * t.g.words);
    qsort(t.list, t.list_count, sizeof *t.list, by_cycle);
    for (uint32_t i = 0; i < t.list_count; i++) {
        const trace_event *e = &t.list[i];
        t.end = e->until > t.end ? e->until : t.end;
        t.end = e->gone > t.end ? e->gone : t.end;
    }
    return t;
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
} FORMATS[] = {
    {".json", trace_print_perfetto}, {".kanata", trace_print_konata}, {".vcd", trace_print_vcd},
    {".fst", trace_print_fst}};
enum { FORMATS_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static uint32_t format_of(const char *path)
{
    const size_t length = strlen(path);
    uint32_t k = 0;
    for (; k < FORMATS_COUNT; k++) {
        const size_t ending = strlen(FORMATS[k].ending);
        if (length > ending && strcmp(path + length - ending, FORMATS[k].ending) == 0)
            break;
    }
    return k;
}

status trace_check(const char *path, diag *d)
{
    if (path && format_of(path) == FORMATS_COUNT)
        return diag_error(d, (place){.file = path}, "a trace is for Perfetto (FILE.json), Konata "
                          "(FILE.kanata) or waveform viewers (FILE.vcd, FILE.fst)");
    return STATUS_OK;
}

status trace_write(arena *mem, const char *path, const ops *p, const schedule *s, uint64_t seed,
                   diag *d)
{
    TRY(trace_check(path, d));
    const trace t = trace_make(mem, p, s, seed);
    text out = text_make(mem);
    FORMATS[format_of(path)].print(&t, &out);
    return output_write_one(path, &out, d);
}
