/* SPDX-License-Identifier: MIT */
#include "cache/key.h"

#include "machine/tauflow_status.h"
#include "tauflow_build.h"

static void add_digest(const char *name, const uint8_t *digest, text *all)
{
    char hex[SHA256_HEX_BYTES];
    sha256_hex(digest, hex);
    text_printf(all, "%s %s\n", name, hex);
}

text key_begin(arena *mem, const cache *in, option_set set, const char *what)
{
    text all = text_make(mem);
    uint8_t read[SHA256_BYTES];
    sha256 s = in->read;
    sha256_add(&s, &in->read_bytes, sizeof in->read_bytes);
    sha256_end(&s, read);
    text_add(&all, "tauflow " TAUFLOW_VERSION " " TAUFLOW_BUILD "\n");
    text_printf(&all, "what %s\n", what);
    add_digest("read", read, &all);
    add_digest("options", in->options[set], &all);
    return all;
}

static void add_numbers(const char *name, const uint32_t *numbers, uint32_t count, text *all)
{
    text_add(all, name);
    for (uint32_t i = 0; i < count; i++)
        text_printf(all, " %u", numbers[i]);
    text_add(all, "\n");
}

void key_add_equations(const equations_options *o, text *all)
{
    text_printf(all, "function %s form %d effort %u seed %llu passes %d shortest %d sine %u "
                "lanes %u leave %u\n", FUNCTION_KIND[o->function].name, (int)o->form, o->effort,
                (unsigned long long)o->seed, o->record_passes, o->shortest, o->cycles.sine,
                o->lanes, o->cycles.leave);
    add_numbers("cycles", o->cycles.of, UNIT_KINDS, all);
    add_numbers("units", o->units, UNIT_KINDS, all);
}

void key_add_wish(const schedule_wish *w, text *all)
{
    text_add(all, "machine ");
    machine_print(&w->target, all);
    text_add(all, "\n");
    add_numbers("units", w->target.units, UNIT_KINDS, all);
    add_numbers("latencies", w->target.latency_cycles, UNIT_KINDS, all);
    text_printf(all, "open %d %d %d %d goal %d interval %u\n", w->open_modules, w->open_lanes,
                w->open_out_lanes, w->open_shared, (int)w->goal, w->interval);
    text_printf(all, "scheduler %s seed %llu budget %llu share %a\n", w->scheduler->word,
                (unsigned long long)w->options.seed, (unsigned long long)w->options.budget,
                w->options.share);
}

void key_add_graph(const ops *p, text *all)
{
    text_add(all, "graph\n");
    ops_print(p, all);
}

cache_key key_end(const text *all)
{
    cache_key key;
    sha256 s = sha256_begin();
    sha256_add(&s, all->bytes, all->length);
    sha256_end(&s, key.digest);
    return key;
}
