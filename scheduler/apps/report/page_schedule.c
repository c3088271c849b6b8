/* SPDX-License-Identifier: MIT */
/* A schedule as data of the page. Lists of numbers, one entry per operation, so that fifty thousand
 * operations stay a few megabytes. */
#include "apps/report/page.h"

/* One field of all entries of a list. */
#define ADD_FIELD(out, key, list, count, field)                                                    \
    do {                                                                                           \
        text_add(out, ",\"" key "\":[");                                                           \
        for (uint32_t i = 0; i < (count); i++)                                                     \
            text_printf(out, i ? ",%u" : "%u", (unsigned)(list)[i].field);                         \
        text_add(out, "]");                                                                        \
    } while (0)

static void add_operands(const char *key, const ops *p, bool second, text *out)
{
    text_printf(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < p->list_count; i++) {
        text_add(out, i ? "," : "");
        page_add_operand(second ? p->list[i].b : p->list[i].a, p->list_count, out);
    }
    text_add(out, "]");
}

static void add_name(uint32_t i, const char *name, text *out)
{
    text_add(out, i ? "," : "");
    text_add_json_string(out, name);
}

static void add_operations(const page_schedule *of, const sched_reasons *why, text *out)
{
    const ops *p = of->p;
    text_add(out, ",\"name\":[");
    for (uint32_t i = 0; i < p->list_count; i++)
        add_name(i, p->list[i].name, out);
    text_add(out, "]");
    ADD_FIELD(out, "kind", p->list, p->list_count, kind);
    add_operands("a", p, false, out);
    add_operands("b", p, true, out);
    ADD_FIELD(out, "unit", of->s->issues, p->list_count, unit);
    ADD_FIELD(out, "cycle", of->s->issues, p->list_count, cycle);
    ADD_FIELD(out, "swap", of->s->issues, p->list_count, swap);
    text_add(out, ",\"slack\":[");
    for (uint32_t i = 0; i < p->list_count; i++)
        text_printf(out, i ? ",%u" : "%u", why->slack[i]);
    /* port, made, offered, usable, by_slot; 0 for none */
    text_add(out, "],\"wait\":[");
    for (uint32_t i = 0; i < p->list_count; i++) {
        const sched_wait *w = &why->waits[i];
        text_add(out, i ? "," : "");
        if (w->port == UINT32_MAX)
            text_add(out, "0");
        else
            text_printf(out, "[%u,%u,%u,%u,%u]", w->port, w->made, w->offered, w->usable,
                        (unsigned)w->by_slot);
    }
    text_add(out, "]");
}

static void add_entries(const page_schedule *of, text *out)
{
    const uint32_t count = of->p->inputs_count;
    text_add(out, ",\"lane\":[");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t lane = of->s->entries[i].lane;
        text_printf(out, "%s%d", i ? "," : "", lane == LANE_NONE ? -1 : (int)lane);
    }
    text_add(out, "]");
    ADD_FIELD(out, "position", of->s->entries, count, position);
}

/* What operations and units are called. */
static void add_kinds(const machine *m, text *out)
{
    text_add(out, ",\"op_kinds\":[");
    for (uint32_t k = 0; k < OP_KIND_COUNT; k++) {
        text_printf(out, "%s[\"%s\",%u,", k ? "," : "", OP_KIND[k].word, OP_KIND[k].operands);
        text_add_json_string(out, OP_KIND[k].symbol ? OP_KIND[k].symbol : "");
        text_printf(out, ",%u]", (unsigned)OP_KIND[k].unit);
    }
    text_add(out, "],\"kinds\":[");
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        text_printf(out, "%s[\"%s\",\"%s\",%u,%u]", k ? "," : "", UNIT_KIND[k].word,
                    UNIT_KIND[k].about, m->units[k], m->latency_cycles[k]);
    text_add(out, "],\"units\":[");
    for (uint32_t u = 0; u < machine_units(m); u++) {
        text name = text_make(out->mem);
        machine_unit_name(m, u, &name);
        text_printf(out, "%s[\"%s\",%u]", u ? "," : "", name.bytes,
                    (unsigned)machine_unit_kind(m, u));
    }
    text_add(out, "],\"receivers\":[");
    const uint32_t receivers = m->network == NETWORK_IDEAL ? 0 : machine_receivers(m);
    for (uint32_t r = 0; r < receivers; r++) {
        text name = text_make(out->mem);
        machine_receiver_name(m, r, &name);
        add_name(r, name.bytes, out);
    }
    text_printf(out, "],\"ports_of_unit\":%u,\"output\":%u,\"relays\":%u", m->receivers,
                receivers ? machine_output_receiver(m) : 0, receivers ? machine_first_relay(m) : 0);
}

static void add_bounds(const page_schedule *of, text *out)
{
    const bounds *b = &of->b;
    text_printf(out, ",\"bounds\":{\"critical_path\":%u,\"units\":%u,\"head_tail\":%u,"
                     "\"streaming\":%u,\"best\":%u}",
                b->critical_path, b->units, b->head_tail, b->streaming, b->best);
    text why = text_make(out->mem);
    function_bound_print(&of->all, of->p, &why);
    text_printf(out, ",\"all_equations\":%u,\"all_equations_why\":", of->all.cycles);
    text_add_json_string(out, why.bytes);
    text_printf(out, ",\"interval\":%u,\"interval_bound\":%u,\"interval_cycles\":%.6g",
                of->s->interval, of->interval_bound, of->interval_cycles);
    text_add(out, ",\"no_interval\":");
    text_add_json_string(out, of->no_interval ? of->no_interval : "");
}

/* The clock that its core had in place and route; null: none was routed like it. */
static void add_routed(const routed_clock *r, text *out)
{
    if (!(r->mhz > 0)) {
        text_add(out, ",\"routed\":null");
        return;
    }
    text_printf(out, ",\"routed\":{\"mhz\":%.2f,\"tables\":%u,\"blocks\":%u,\"holds\":%s,"
                     "\"alone\":%s,\"part\":",
                r->mhz, r->tables, r->blocks, r->holds ? "true" : "false",
                r->alone ? "true" : "false");
    text_add_json_string(out, arena_printf(out->mem, "%s (%s)", r->target->about,
                                           r->target->part));
    text_add(out, "}");
}

status page_add_schedule(arena *mem, const page_schedule *of, text *out, diag *d)
{
    const ops *p = of->p;
    const schedule *s = of->s;
    sched_reasons why;
    TRY(schedule_explain(mem, p, s, &why, d));
    text_add(out, "{\"title\":");
    text_add_json_string(out, of->title);
    text_add(out, ",\"robot\":");
    text_add_json_string(out, p->robot);
    text_printf(out, ",\"function\":\"%s\",\"format\":%u", FUNCTION_KIND[p->function].name,
                p->format);
    text line = text_make(mem);
    machine_tell(&s->target, &line);
    text_add(out, ",\"machine\":");
    text_add_json_string(out, line.bytes);
    text brief = text_make(mem);
    machine_print_brief(&s->target, &brief);
    text_add(out, ",\"brief\":");
    text_add_json_string(out, brief.bytes);
    text_printf(out, ",\"network\":\"%s\",\"transfer\":%u,\"lanes\":%u",
                network_of(s->target.network)->word, s->target.transfer_cycles, s->target.lanes);
    text_printf(out, ",\"scheduler\":\"%s\",\"cycles\":%u,\"usage\":%.5g", s->scheduler, s->cycles,
                schedule_usage(p, s));
    add_bounds(of, out);
    add_routed(&of->routed, out);
    add_kinds(&s->target, out);
    add_operations(of, &why, out);
    page_add_words(p, NULL, p->list_count, out);
    add_entries(of, out);
    ADD_FIELD(out, "take_receiver", s->takes, s->takes_count, receiver);
    ADD_FIELD(out, "take_word", s->takes, s->takes_count, word);
    ADD_FIELD(out, "take_cycle", s->takes, s->takes_count, cycle);
    text_add(out, "}");
    return STATUS_OK;
}
