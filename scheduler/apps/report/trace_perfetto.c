/* SPDX-License-Identifier: MIT */
/* Chrome's trace events, which Perfetto opens: one microsecond is one cycle. Lanes, units and
 * receivers are threads of three processes; a counter per operand store has the words in it; an
 * arrow goes from a word's issue to each operation that uses it. */
#include "apps/report/trace.h"

enum { LANES = 1, UNITS = 2, RECEIVERS = 3 };

static void add_meta(const char *what, uint32_t process, uint32_t thread, const char *name,
                     text *out)
{
    text_printf(out, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":",
                what, process, thread);
    text_add_json_string(out, name);
    text_add(out, "}},\n");
}

static void add_names(const trace *t, text *out)
{
    const machine *m = &t->s->target;
    const uint32_t receivers = m->network == NETWORK_IDEAL ? 0 : machine_receivers(m);
    add_meta("process_name", LANES, 0, "input lanes", out);
    add_meta("process_name", UNITS, 0, "units", out);
    if (receivers)
        add_meta("process_name", RECEIVERS, 0, "receivers", out);
    for (uint32_t l = 0; l < m->lanes; l++) {
        text name = text_make(out->mem);
        text_printf(&name, "lane %u", l);
        add_meta("thread_name", LANES, l, name.bytes, out);
    }
    for (uint32_t u = 0; u < machine_units(m); u++) {
        text name = text_make(out->mem);
        machine_unit_name(m, u, &name);
        add_meta("thread_name", UNITS, u, name.bytes, out);
    }
    for (uint32_t r = 0; r < receivers; r++) {
        text name = text_make(out->mem);
        machine_receiver_name(m, r, &name);
        add_meta("thread_name", RECEIVERS, r, name.bytes, out);
    }
}

static void add_arrow(const char *phase, uint64_t id, uint32_t unit, uint64_t cycle, text *out)
{
    text_printf(out, ",\n{\"ph\":\"%s\",\"name\":\"word\",\"cat\":\"word\",\"id\":%llu,\"pid\":%d,"
                     "\"tid\":%u,\"ts\":%llu%s}",
                phase, (unsigned long long)id, UNITS, unit, (unsigned long long)cycle,
                *phase == 'f' ? ",\"bp\":\"e\"" : "");
}

static void add_arrows(const trace *t, const trace_event *e, text *out)
{
    const graph *g = &t->g;
    const uint32_t made = t->s->issues[e->word - g->inputs].cycle;
    for (uint32_t i = g->use_start[e->word]; i < g->use_start[e->word + 1]; i++) {
        const sched_issue *use = &t->s->issues[g->uses[i] / 2];
        const uint64_t id = (uint64_t)e->sample * 2 * t->p->list_count + g->uses[i];
        add_arrow("s", id, e->place, e->cycle, out);
        add_arrow("f", id, use->unit, e->cycle + use->cycle - made, out);
    }
}

static void add_event(const trace *t, const trace_event *e, text *out)
{
    static const uint32_t PROCESS[] = {
        [TRACE_ENTER] = LANES, [TRACE_ISSUE] = UNITS, [TRACE_ACCEPT] = RECEIVERS};
    text_add(out, "{\"ph\":\"X\",\"name\":");
    text_add_json_string(out, graph_word_name(&t->g, e->word));
    /* units take an operation in every cycle, so its mark is one cycle long */
    text_printf(out, ",\"pid\":%u,\"tid\":%u,\"ts\":%llu,\"dur\":1,\"args\":{\"sample\":%u",
                PROCESS[e->kind], e->place, (unsigned long long)e->cycle, e->sample);
    text_printf(out, ",\"value\":%.9g", e->value);
    if (e->kind == TRACE_ISSUE) {
        text formula = text_make(out->mem);
        trace_add_formula(t, e->word - t->g.inputs, &formula);
        text_add(out, ",\"computes\":");
        text_add_json_string(out, formula.bytes);
        text_printf(out, ",\"result_in_cycle\":%llu", (unsigned long long)e->until);
    } else
        text_printf(out, ",\"until_cycle\":%llu", (unsigned long long)e->until);
    text_add(out, "}}");
}

/* Words in each operand store whenever that changes. */
static void add_counters(const trace *t, text *out)
{
    const machine *m = &t->s->target;
    const uint32_t stores = machine_output_receiver(m);
    int32_t *change = ARENA_ARRAY(out->mem, int32_t, t->end + 2);
    for (uint32_t r = 0; m->network != NETWORK_IDEAL && r < stores; r++) {
        text name = text_make(out->mem);
        machine_receiver_name(m, r, &name);
        for (uint64_t c = 0; c <= t->end; c++)
            change[c] = 0;
        for (uint32_t i = 0; i < t->list_count; i++) {
            const trace_event *e = &t->list[i];
            if (e->kind != TRACE_ACCEPT || e->place != r)
                continue;
            change[e->cycle]++;
            change[e->until]--;
        }
        int32_t words = 0;
        for (uint64_t c = 0; c <= t->end; c++) {
            words += change[c];
            if (change[c])
                text_printf(out, ",\n{\"ph\":\"C\",\"name\":\"words in %s\",\"pid\":%d,\"ts\":%llu,"
                                 "\"args\":{\"words\":%d}}",
                            name.bytes, RECEIVERS, (unsigned long long)c, words);
        }
    }
}

void trace_print_perfetto(const trace *t, text *out)
{
    text_add(out, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"robot\":");
    text_add_json_string(out, t->p->robot);
    text_printf(out, ",\"events of\":\"%s\"", t->origin);
    text_add(out, ",\"time\":\"1 us is 1 cycle\"},\"traceEvents\":[\n");
    add_names(t, out);
    for (uint32_t i = 0; i < t->list_count; i++) {
        text_add(out, i ? ",\n" : "");
        add_event(t, &t->list[i], out);
    }
    for (uint32_t i = 0; i < t->list_count; i++)
        if (t->list[i].kind == TRACE_ISSUE)
            add_arrows(t, &t->list[i], out);
    add_counters(t, out);
    text_add(out, "\n]}\n");
}
