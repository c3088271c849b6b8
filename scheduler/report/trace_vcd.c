/* A value change dump for waveform viewers: of each lane, unit and receiver the name of its word in
 * each cycle, as a string, and of units the number as well. Ten nanoseconds are one cycle. */
#include "report/trace.h"

#include <math.h>

enum { CYCLE_NS = 10 };

/* Lanes, then units, then receivers. */
static uint32_t wire_of(const trace *t, const trace_event *e)
{
    const machine *m = &t->s->target;
    return e->place + (e->kind == TRACE_ENTER   ? 0
                       : e->kind == TRACE_ISSUE ? m->lanes
                                                : m->lanes + machine_units(m));
}

static void add_wires(const trace *t, text *out)
{
    const machine *m = &t->s->target;
    const uint32_t receivers = m->network == NETWORK_IDEAL ? 0 : machine_receivers(m);
    uint32_t wire = 0;
    text_add(out, "$scope module lanes $end\n");
    for (uint32_t l = 0; l < m->lanes; l++)
        text_printf(out, "$var string 1 n%u lane%u $end\n", wire++, l);
    text_add(out, "$upscope $end\n$scope module units $end\n");
    for (uint32_t u = 0; u < machine_units(m); u++, wire++) {
        text name = text_make(out->mem);
        machine_unit_name(m, u, &name);
        text_printf(out, "$var string 1 n%u %s $end\n$var real 64 v%u %s_result $end\n", wire,
                    name.bytes, wire, name.bytes);
    }
    text_add(out, "$upscope $end\n$scope module receivers $end\n");
    for (uint32_t r = 0; r < receivers; r++) {
        text name = text_make(out->mem);
        machine_receiver_name(m, r, &name);
        for (char *c = name.bytes; *c; c++) /* a scope's name has no dots and arrows */
            *c = *c == '.' ? '_' : *c == '>' ? 'n' : *c == '<' ? 'p' : *c;
        text_printf(out, "$var string 1 n%u %s $end\n", wire++, name.bytes);
    }
    text_add(out, "$upscope $end\n");
}

/* Blanks end a string in this format. */
static void add_string(const char *name, text *out)
{
    for (; *name; name++)
        text_add_bytes(out, *name <= ' ' ? "_" : name, 1);
}

void trace_print_vcd(const trace *t, text *out)
{
    const machine *m = &t->s->target;
    const uint32_t wires = m->lanes + machine_units(m) +
                           (m->network == NETWORK_IDEAL ? 0 : machine_receivers(m));
    uint64_t *since = ARENA_ARRAY(out->mem, uint64_t, wires + 1); /* cycle of its event, plus 1 */
    text_printf(out, "$comment %u ns are one cycle $end\n$timescale 1ns $end\n", CYCLE_NS);
    add_wires(t, out);
    text_add(out, "$enddefinitions $end\n");
    uint32_t next = 0;
    for (uint64_t c = 0; c <= t->end; c++) {
        text_printf(out, "#%llu\n", (unsigned long long)c * CYCLE_NS);
        for (; next < t->list_count && t->list[next].cycle == c; next++) {
            const trace_event *e = &t->list[next];
            const uint32_t wire = wire_of(t, e);
            text_add(out, "s");
            add_string(graph_word_name(&t->g, e->word), out);
            text_printf(out, " n%u\n", wire);
            if (e->kind == TRACE_ISSUE)
                text_printf(out, "r%.9g v%u\n", isfinite(e->value) ? e->value : 0.0, wire);
            since[wire] = c + 1;
        }
        for (uint32_t w = 0; w < wires; w++)
            if (since[w] == c) /* its event was one cycle ago, or there was none and it begins */
                text_printf(out, "s- n%u\n", w);
    }
}
