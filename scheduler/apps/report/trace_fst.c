/* SPDX-License-Identifier: MIT */
/* FST, the binary form of GTKWave that Verilator writes, too: blocks of a type, a length that
 * counts itself, and contents. Lengths and times are 64 bits, first byte first; small numbers have
 * seven bits per byte, the lowest first, the eighth bit set on all but the last.
 *
 *     header     counts, first and last time, who wrote it
 *     changes    a first value of every number; of every signal its changes, one after another,
 *                each as steps along a table of times; where these begin; that table
 *     geometry   the width of every signal
 *     hierarchy  scopes and names
 *
 * Every part may be left as it is where its length says so; only the hierarchy has to be a block of
 * LZ4, which may consist of literals alone. So no library is needed. Sources: block_format.txt of
 * GTKWave, Tim Hutt's unofficial specification (blog.timhutt.co.uk/fst_spec), LZ4's block format.
 */
#include "apps/report/trace_waves.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 0, GEOMETRY = 3, HIERARCHY_LZ4 = 6, CHANGES = 8 }; /* types of blocks */
enum { SCOPE = 254, UPSCOPE = 255, MODULE = 0, REAL = 3, STRING = 21, IMPLICIT = 0 };
enum { WRITER_BYTES = 128, DATE_BYTES = 119, NANOSECONDS = -9 };
#define WIDTH_REAL 0
#define WIDTH_STRING UINT32_MAX

static void add_byte(text *out, int byte)
{
    text_add_bytes(out, &(unsigned char){(unsigned char)byte}, 1);
}

static void add_u64(text *out, uint64_t value)
{
    for (int shift = 56; shift >= 0; shift -= 8)
        add_byte(out, (int)(value >> shift & 0xff));
}

static void add_number(text *out, uint64_t value)
{
    for (; value > 127; value >>= 7)
        add_byte(out, (int)(value & 127) | 128);
    add_byte(out, (int)value);
}

/* The same for numbers with a sign: the last byte's highest bit is 0 where it is positive. */
static void add_positive(text *out, uint64_t value)
{
    for (; value > 63; value >>= 7)
        add_byte(out, (int)(value & 127) | 128);
    add_byte(out, (int)value);
}

static void add_name(text *out, const char *name)
{
    text_add_bytes(out, name, strlen(name) + 1);
}

static void add_double(text *out, double value) /* as this computer has it; the header says how */
{
    text_add_bytes(out, &value, sizeof value);
}

static void add_text(text *out, const text *piece)
{
    text_add_bytes(out, piece->bytes, piece->length);
}

static void add_block(text *out, int type, const text *contents)
{
    add_byte(out, type);
    add_u64(out, contents->length + 8);
    add_text(out, contents);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static uint32_t scopes_of(const trace_waves *w)
{
    uint32_t scopes = 0;
    for (uint32_t s = 0; s < w->signals_count; s++)
        scopes += !s || strcmp(w->signals[s].scope, w->signals[s - 1].scope) != 0;
    return scopes;
}

static void add_header(const trace_waves *w, const char *origin, text *out)
{
    char writer[WRITER_BYTES] = {0};
    static const char DATE[DATE_BYTES]; /* none, so that two runs write the same bytes */
    text h = text_make(out->mem);
    snprintf(writer, sizeof writer, "tauflow: events of %s", origin);
    add_u64(&h, 0);
    add_u64(&h, w->end_ns);
    add_double(&h, 2.7182818284590452354);
    add_u64(&h, 0); /* memory that the writer used: of no use to readers */
    add_u64(&h, scopes_of(w));
    add_u64(&h, w->signals_count); /* that have a name, */
    add_u64(&h, w->signals_count); /* and that have values of their own */
    add_u64(&h, 1);                /* block of changes */
    add_byte(&h, NANOSECONDS);
    text_add_bytes(&h, writer, sizeof writer);
    text_add_bytes(&h, DATE, sizeof DATE);
    add_byte(&h, 0); /* Verilog */
    add_u64(&h, 0);  /* time zero */
    add_block(out, HEADER, &h);
}

/* Numbers of the changes' times in `times`, which gets each of them once, and the end. */
static uint32_t *add_times(const trace_waves *w, text *times, uint32_t *count)
{
    uint32_t *at = ARENA_ARRAY(times->mem, uint32_t, w->changes_count + 1);
    uint64_t last = 0;
    *count = 0;
    for (uint32_t k = 0; k <= w->changes_count; k++) {
        const uint64_t now = k < w->changes_count ? w->changes[k].time_ns : w->end_ns;
        if (!*count || now != last) {
            add_number(times, now - last);
            (*count)++;
        }
        last = now;
        at[k] = *count - 1;
    }
    return at;
}

static void add_changes(const trace_waves *w, text *out)
{
    arena *mem = out->mem;
    text times = text_make(mem), first = text_make(mem), c = text_make(mem);
    text words = text_make(mem), index = text_make(mem);
    uint32_t times_count;
    const uint32_t *at = add_times(w, &times, &times_count);
    text *of = ARENA_ARRAY(mem, text, w->signals_count + 1);
    uint32_t *last = ARENA_ARRAY(mem, uint32_t, w->signals_count + 1);
    for (uint32_t s = 0; s < w->signals_count; s++) {
        of[s] = text_make(mem);
        if (w->signals[s].is_real)
            add_double(&first, 0);
    }
    for (uint32_t k = 0; k < w->changes_count; k++) {
        const wave_change *x = &w->changes[k];
        const uint64_t steps = 2 * (uint64_t)(at[k] - last[x->signal]);
        last[x->signal] = at[k];
        if (w->signals[x->signal].is_real) {
            add_number(&of[x->signal], steps + 1); /* 1: not packed into bits */
            add_double(&of[x->signal], x->value);
        } else {
            add_number(&of[x->signal], steps);
            add_number(&of[x->signal], strlen(x->word));
            text_add(&of[x->signal], x->word);
        }
    }
    uint64_t offset = 0, memory = 0;
    add_byte(&words, '4'); /* LZ4, where anything were packed */
    for (uint32_t s = 0; s < w->signals_count; s++) {
        add_positive(&index, 2 * (words.length - offset) + 1); /* 1: a step in bytes */
        offset = words.length;
        memory += of[s].length;
        add_number(&words, 0); /* as it is */
        add_text(&words, &of[s]);
    }
    add_u64(&c, 0); /* first and last time */
    add_u64(&c, w->end_ns);
    add_u64(&c, memory);
    add_number(&c, first.length);
    add_number(&c, first.length); /* the same: as it is */
    add_number(&c, w->signals_count);
    add_text(&c, &first);
    add_number(&c, w->signals_count);
    add_text(&c, &words);
    add_text(&c, &index);
    add_u64(&c, index.length);
    add_text(&c, &times);
    add_u64(&c, times.length);
    add_u64(&c, times.length);
    add_u64(&c, times_count);
    add_block(out, CHANGES, &c);
}

static void add_geometry(const trace_waves *w, text *out)
{
    text widths = text_make(out->mem), g = text_make(out->mem);
    for (uint32_t s = 0; s < w->signals_count; s++)
        add_number(&widths, w->signals[s].is_real ? WIDTH_REAL : WIDTH_STRING);
    add_u64(&g, widths.length);
    add_u64(&g, w->signals_count);
    add_text(&g, &widths);
    add_block(out, GEOMETRY, &g);
}

/* A block of LZ4 that is one run of literals: their number, 15 in the first half byte and the rest
 * in bytes of 255 and a last one that is less. */
static void add_literals(text *out, const text *bytes)
{
    uint64_t left = bytes->length;
    if (left < 15) {
        add_byte(out, (int)left << 4);
    } else {
        add_byte(out, 0xf0);
        for (left -= 15; left >= 255; left -= 255)
            add_byte(out, 255);
        add_byte(out, (int)left);
    }
    add_text(out, bytes);
}

static void add_hierarchy(const trace_waves *w, text *out)
{
    text names = text_make(out->mem), h = text_make(out->mem);
    for (uint32_t s = 0; s < w->signals_count; s++) {
        const wave_signal *x = &w->signals[s];
        if (!s || strcmp(x->scope, w->signals[s - 1].scope) != 0) {
            if (s)
                add_byte(&names, UPSCOPE);
            add_byte(&names, SCOPE);
            add_byte(&names, MODULE);
            add_name(&names, x->scope);
            add_name(&names, ""); /* of no component */
        }
        add_byte(&names, x->is_real ? REAL : STRING);
        add_byte(&names, IMPLICIT); /* neither input nor output */
        add_name(&names, x->name);
        add_number(&names, x->is_real ? sizeof(double) : 0); /* bytes; 0: of any length */
        add_number(&names, 0); /* not another name of one before */
    }
    add_byte(&names, UPSCOPE);
    add_u64(&h, names.length);
    add_literals(&h, &names);
    add_block(out, HIERARCHY_LZ4, &h);
}

void trace_print_fst(const trace *t, text *out)
{
    const trace_waves w = trace_waves_make(out->mem, t);
    add_header(&w, t->origin, out);
    add_changes(&w, out);
    add_geometry(&w, out);
    add_hierarchy(&w, out);
}
