/* SPDX-License-Identifier: MIT */
#include "apps/report/trace_waves.h"

/* Lanes, then units with two signals each, then receivers. */
static uint32_t signal_of(const trace *t, const trace_event *e)
{
    const machine *m = &t->s->target;
    return e->kind == TRACE_ENTER   ? e->place
           : e->kind == TRACE_ISSUE ? m->lanes + 2 * e->place
                                    : m->lanes + 2 * machine_units(m) + e->place;
}

static void add_signal(arena *mem, trace_waves *w, const char *scope, const char *name,
                       bool is_real)
{
    *ARENA_PUSH(mem, w, signals) = (wave_signal){scope, name, is_real};
}

static void add_signals(arena *mem, const trace *t, trace_waves *w)
{
    const machine *m = &t->s->target;
    const uint32_t receivers = m->network == NETWORK_IDEAL ? 0 : machine_receivers(m);
    for (uint32_t l = 0; l < m->lanes; l++) {
        text name = text_make(mem);
        text_printf(&name, "lane%u", l);
        add_signal(mem, w, "lanes", name.bytes, false);
    }
    for (uint32_t u = 0; u < machine_units(m); u++) {
        text name = text_make(mem), result = text_make(mem);
        machine_unit_name(m, u, &name);
        text_printf(&result, "%s_result", name.bytes);
        add_signal(mem, w, "units", name.bytes, false);
        add_signal(mem, w, "units", result.bytes, true);
    }
    for (uint32_t r = 0; r < receivers; r++) {
        text name = text_make(mem);
        machine_receiver_name(m, r, &name);
        for (char *c = name.bytes; *c; c++) /* a signal's name has no dots and arrows */
            *c = *c == '.' ? '_' : *c == '>' ? 'n' : *c == '<' ? 'p' : *c;
        add_signal(mem, w, "receivers", name.bytes, false);
    }
}

/* Blanks end a string in a VCD. */
static const char *word_name(arena *mem, const char *name)
{
    text t = text_make(mem);
    for (; *name; name++)
        text_add_bytes(&t, *name <= ' ' ? "_" : name, 1);
    return t.bytes;
}

trace_waves trace_waves_make(arena *mem, const trace *t)
{
    trace_waves w = {.end_ns = t->end * WAVE_CYCLE_NS};
    add_signals(mem, t, &w);
    const char **names = ARENA_ARRAY(mem, const char *, t->g.words + 1);
    for (uint32_t k = 0; k < t->g.words; k++)
        names[k] = word_name(mem, graph_word_name(&t->g, k));
    /* cycle of a signal's last word, plus 1: in that cycle it has none any more */
    uint64_t *gone = ARENA_ARRAY(mem, uint64_t, w.signals_count + 1);
    uint32_t next = 0;
    for (uint64_t c = 0; c <= t->end; c++) {
        const uint64_t now = c * WAVE_CYCLE_NS;
        for (; next < t->list_count && t->list[next].cycle == c; next++) {
            const trace_event *e = &t->list[next];
            const uint32_t s = signal_of(t, e);
            *ARENA_PUSH(mem, &w, changes) = (wave_change){now, s, names[e->word], 0};
            gone[s] = c + 1;
            if (e->kind != TRACE_ISSUE)
                continue;
            *ARENA_PUSH(mem, &w, changes) = (wave_change){now, s + 1, NULL, e->value};
            gone[s + 1] = c + 1;
        }
        for (uint32_t s = 0; s < w.signals_count; s++)
            if (gone[s] == c && (!w.signals[s].is_real || c == 0)) /* numbers stay */
                *ARENA_PUSH(mem, &w, changes) = (wave_change){now, s, "-", 0};
    }
    return w;
}
