/* SPDX-License-Identifier: MIT */
#include "program/tau_write.h"

#include "machine/crc32.h"
#include "machine/sha256.h"
#include "machine/twin.h"
#include "machine/tau_format.h"
#include "operations/layout.h"
#include "operations/ops_fixed.h"
#include "program/samples.h"
#include "program/steady.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    text *out, strings;
    size_t section; /* where the length of the open section stands */
} writer;

/* ---- pieces -------------------------------------------------------------------------------- */

static void put(text *out, uint32_t word)
{
    const unsigned char bytes[4] = {(unsigned char)word, (unsigned char)(word >> 8),
                                    (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
    text_add_bytes(out, bytes, 4);
}

static void set(text *out, size_t at, uint32_t word)
{
    for (size_t i = 0; i < 4; i++)
        out->bytes[at + i] = (char)(word >> 8 * i & 0xff);
}

static void put_real(text *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(out, (uint32_t)bits);
    put(out, (uint32_t)(bits >> 32));
}

/* Number of a text: where it stands in the section of texts. */
static uint32_t string_of(writer *w, const char *value)
{
    if (!value || !*value)
        return 0;
    size_t length = strlen(value) + 1;
    for (size_t at = 1; at + length <= w->strings.length; at += strlen(w->strings.bytes + at) + 1)
        if (memcmp(w->strings.bytes + at, value, length) == 0)
            return (uint32_t)at;
    text_add_bytes(&w->strings, value, length);
    return (uint32_t)(w->strings.length - length);
}

static void begin(writer *w, tau_section section)
{
    static const uint32_t TAGS[] = {
#define SECTION(id, tag) tag,
        TAU_SECTIONS(SECTION)
#undef SECTION
    };
    put(w->out, TAGS[section]);
    w->section = w->out->length;
    put(w->out, 0);
}

static void end(writer *w)
{
    while (w->out->length % 4)
        text_add_bytes(w->out, "", 1);
    set(w->out, w->section, (uint32_t)(w->out->length - w->section - 4));
}

/* ---- flush --------------------------------------------------------------------------------- */

/* The program's own flush tells when all words of a sample are out. A host that moves whole packets
 * must know when the packet is whole in which the last one stands, and must not ask for one packet
 * more than comes; that follows from the sequences, and the twin must do it. */
typedef struct {
    uint64_t beats, packets; /* that went in; whole ones that came */
} traffic;

/* So many packets in, until nothing moves any more. */
static traffic twin_traffic(twin *core, const program *prog, uint32_t packets)
{
    const uint64_t beats = (uint64_t)packets * prog->beats;
    const uint32_t quiet = 2 * prog->cycles + 1000; /* longer than any word is on its way */
    traffic t = {0};
    uint64_t out = 0;
    for (uint32_t idle = 0; idle < quiet; idle++) {
        const core_in in = {.in_valid = t.beats < beats,
                            .in_last = (t.beats + 1) % prog->beats == 0,
                            .out_ready = true};
        core_out seen;
        twin_cycle(core, &in, &seen);
        const bool entered = in.in_valid && seen.in_ready;
        t.beats += entered;
        out += seen.out_valid;
        if (entered || seen.out_valid)
            idle = 0;
    }
    t.packets = out / prog->out_beats;
    return t;
}

/* Packets by which the last word of a sample stands behind the packet of its number; *last: the
 * last sample of the deliveries. */
static uint32_t packets_late(const program *prog, uint32_t *last)
{
    uint32_t late = 0;
    *last = 0;
    for (uint32_t l = 0; l < prog->shape.out_lanes; l++)
        for (uint32_t k = 0; k < prog->receivers[core_output(&prog->shape) + l].receptions_count;
             k++) {
            const uint32_t packet = k / prog->ports[l].words,
                           sample = prog->ports[l].deliveries[k].sample;
            late = packet > sample && packet - sample > late ? packet - sample : late;
            *last = sample > *last ? sample : *last;
        }
    return late;
}

static status find_flush(arena *mem, const program *prog, const image *tables, uint32_t *flush,
                         diag *d)
{
    uint32_t last;
    *flush = packets_late(prog, &last);
    if (!prog->flush && !last) /* every sequence ends with each sample */
        return STATUS_OK;
    twin *core = twin_make(mem, &prog->shape);
    const uint32_t lag = program_lag(prog),
                   many = last + prog->flush + 4; /* the beginning is over */
    twin_load_image(core, tables);
    const traffic t = twin_traffic(core, prog, many);
    if (t.beats < (uint64_t)many * prog->beats || t.packets + lag < many || t.packets > many)
        return diag_error(d, (place){0},
                          "the program stops: of %u packets in, %llu come out, and %u should", many,
                          (unsigned long long)t.packets, many > lag ? many - lag : 0);
    *flush += lag;
    return STATUS_OK;
}

/* ---- sections ------------------------------------------------------------------------------ */

static void write_shape(writer *w, const tauflow_shape *c)
{
    begin(w, TAU_SHAPE);
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_ALWAYS; i++)
        put(w->out, shape_get(c, i));
    for (uint32_t i = TAUFLOW_SHAPE_ALWAYS; i < TAUFLOW_SHAPE_WORDS; i++)
        if (shape_get(c, i)) {
            put(w->out, shape_mark(i));
            put(w->out, shape_get(c, i));
        }
    end(w);
}

static void write_info(writer *w, const tau_contents *c)
{
    begin(w, TAU_INFO);
    put(w->out, c->prog->cycles);
    put(w->out, c->prog->shape.fixed); /* 0: binary32 */
    put(w->out, (uint32_t)c->description_hash);
    put(w->out, (uint32_t)(c->description_hash >> 32));
    put(w->out, string_of(w, c->p->robot));
    put(w->out, (uint32_t)c->p->function);
    end(w);
}

static void write_strings(writer *w, const ops *p, const layout *l)
{
    for (uint32_t i = 0; i < l->count[OWNER_COORDINATE]; i++)
        string_of(w, l->names[OWNER_COORDINATE][i]);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        string_of(w, p->inputs[i].name);
        string_of(w, p->inputs[i].of);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        string_of(w, p->outputs[i].name);
        string_of(w, p->outputs[i].of);
        string_of(w, p->outputs[i].column_of);
    }
    begin(w, TAU_STRINGS);
    text_add_bytes(w->out, w->strings.bytes, w->strings.length);
    end(w);
}

static void write_joints(writer *w, const layout *l)
{
    begin(w, TAU_JOINTS);
    put(w->out, l->count[OWNER_COORDINATE]);
    for (uint32_t i = 0; i < l->count[OWNER_COORDINATE]; i++) {
        put(w->out, string_of(w, l->names[OWNER_COORDINATE][i]));
        put(w->out, l->joint_is_angle[i]);
        for (uint32_t k = 0; k < LIMITS; k++)
            put_real(w->out, l->joint_limits[i][k]);
    }
    end(w);
}

static void write_inputs(writer *w, const ops *p)
{
    begin(w, TAU_INPUTS);
    put(w->out, p->inputs_count);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const uint32_t words[] = {(uint32_t)in->kind,   in->index, in->axis, string_of(w, in->name),
                                  string_of(w, in->of), 0};
        for (uint32_t k = 0; k < sizeof words / sizeof words[0]; k++)
            put(w->out, words[k]);
        put_real(w->out, in->ratio);
        put_real(w->out, in->offset);
    }
    end(w);
}

static void write_outputs(writer *w, const tau_contents *c)
{
    begin(w, TAU_OUTPUTS);
    put(w->out, c->p->outputs_count);
    for (uint32_t i = 0; i < c->p->outputs_count; i++) {
        const ops_output *o = &c->p->outputs[i];
        const program_output *m = &c->prog->output_map[i];
        bool constant = m->position == PROGRAM_CONSTANT;
        const uint32_t words[] = {
            (uint32_t)o->kind,     o->index,           o->axis,
            o->is_angle,           m->position,        constant ? m->constant : 0,
            string_of(w, o->name), string_of(w, o->of), o->column, string_of(w, o->column_of)};
        for (uint32_t k = 0; k < sizeof words / sizeof words[0]; k++)
            put(w->out, words[k]);
    }
    end(w);
}

static void write_map(writer *w, const program *prog)
{
    begin(w, TAU_MAP);
    put(w->out, prog->beats);
    put(w->out, prog->shape.lanes);
    for (uint32_t i = 0; i < prog->beats * prog->shape.lanes; i++)
        put(w->out, prog->input_map[i]);
    end(w);
}

static void write_ports(writer *w, const program *prog, uint32_t flush)
{
    begin(w, TAU_PORTS);
    put(w->out, prog->out_beats);
    put(w->out, prog->words);
    put(w->out, flush);
    put(w->out, prog->interval);
    for (uint32_t l = 0; l < prog->shape.out_lanes; l++) {
        const program_receiver *port = &prog->receivers[core_output(&prog->shape) + l];
        put(w->out, prog->ports[l].words);
        put(w->out, port->receptions_loop);
        put(w->out, port->receptions_count);
        for (uint32_t k = 0; k < port->receptions_count; k++) {
            put(w->out, prog->ports[l].deliveries[k].position);
            put(w->out, prog->ports[l].deliveries[k].sample);
        }
    }
    end(w);
}

static int by_address(const void *a, const void *b)
{
    const image_block *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void write_tables(writer *w, image *i)
{
    qsort(i->blocks, i->blocks_count, sizeof *i->blocks, by_address);
    begin(w, TAU_TABLES);
    put(w->out, i->blocks_count);
    for (uint32_t b = 0; b < i->blocks_count; b++) {
        put(w->out, i->blocks[b].address);
        put(w->out, i->blocks[b].words_count);
        for (uint32_t k = 0; k < i->blocks[b].words_count; k++)
            put(w->out, i->blocks[b].words[k]);
    }
    end(w);
}

static void write_tests(writer *w, const tau_contents *c)
{
    begin(w, TAU_TESTS);
    put(w->out, c->tests_count);
    for (uint32_t t = 0; t < c->tests_count; t++) {
        for (uint32_t i = 0; i < c->p->inputs_count; i++)
            put(w->out, c->test_in[(size_t)t * c->p->inputs_count + i]);
        for (uint32_t i = 0; i < c->p->outputs_count; i++)
            put(w->out, c->test_out[(size_t)t * c->p->outputs_count + i]);
    }
    end(w);
}

/* What the integers of a graph in fixed point mean. */
static void write_numbers(writer *w, const ops *p)
{
    begin(w, TAU_NUMBERS);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        put(w->out, (uint32_t)p->inputs[i].point);
        put(w->out, 0);
        put_real(w->out, p->inputs[i].low);
        put_real(w->out, p->inputs[i].high);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        put(w->out, (uint32_t)ops_point(p, p->outputs[i].value));
    end(w);
}

static void write_text(writer *w, const uint8_t *hash)
{
    begin(w, TAU_TEXT);
    text_add_bytes(w->out, hash, SHA256_BYTES);
    end(w);
}

status tau_write(arena *mem, const tau_contents *c, text *out, diag *d)
{
    image tables;
    uint32_t flush;
    TRY(image_build(mem, c->prog, &c->prog->shape, &tables, d));
    TRY(find_flush(mem, c->prog, &tables, &flush, d));
    const layout l = layout_make(mem, c->p);
    writer w = {.out = out, .strings = text_make(mem)};
    text_add_bytes(&w.strings, "", 1); /* text 0 is empty */
    string_of(&w, c->p->robot);
    text_add_bytes(out, TAU_MAGIC, TAU_MAGIC_BYTES);
    put(out, TAU_MAJOR | (uint32_t)(c->text ? TAU_MINOR : 0) << 16);
    put(out, 0);
    put(out, TAU_NUMBERS + (ops_has_points(c->p) ? 1u : 0u) + (c->text ? 1u : 0u));
    put(out, 0);
    write_shape(&w, &c->prog->shape);
    write_info(&w, c);
    write_strings(&w, c->p, &l);
    write_joints(&w, &l);
    write_inputs(&w, c->p);
    write_outputs(&w, c);
    write_map(&w, c->prog);
    write_ports(&w, c->prog, flush);
    write_tables(&w, &tables);
    write_tests(&w, c);
    if (ops_has_points(c->p))
        write_numbers(&w, c->p);
    if (c->text)
        write_text(&w, c->text);
    if (out->length + 4 > TAU_FILE_LIMIT_BYTES)
        return diag_error(d, (place){0}, "the image is too large: %zu bytes", out->length + 4);
    set(out, 12, (uint32_t)out->length + 4);
    put(out, crc32_bytes(0, out->bytes, out->length));
    return STATUS_OK;
}

status tau_write_sampled(arena *mem, const ops *p, const program *prog, uint64_t description_hash,
                         const uint8_t *text_hash, uint64_t seed, text *out, diag *d)
{
    enum { CHECK_SAMPLES = 8 };
    const sample_set t = samples_make(mem, p, CHECK_SAMPLES, seed);
    const tau_contents c = {p, prog, description_hash, t.in, samples_expected(mem, &t),
                            CHECK_SAMPLES, text_hash};
    return tau_write(mem, &c, out, d);
}

uint64_t tau_hash(const void *bytes, size_t length)
{
    const unsigned char *b = bytes;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ b[i]) * 0x100000001b3u;
    return hash;
}
