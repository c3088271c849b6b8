/* SPDX-License-Identifier: MIT */
/* NAME_tables.h: sizes and prototypes for everybody, the rows of the schedule for the kernel, the
 * maps of packets for who feeds it. */
#include "emit/hls/hls_parts.h"

static void define(const hls_emitter *h, const char *what, uint32_t value, const char *about)
{
    emit_template(&h->e, "#define @N_");
    text_printf(h->e.out, "%s %u%s%s%s\n", what, value, *about ? " /* " : "", about,
                *about ? " */" : "");
}

/* The smallest type that holds 0 .. most: a tool makes memories as wide as the type. */
static const char *type_of(uint32_t most)
{
    return most <= UINT8_MAX ? "uint8_t" : most <= UINT16_MAX ? "uint16_t" : "uint32_t";
}

static void raise(uint32_t *to, uint32_t least)
{
    *to = *to < least ? least : *to;
}

static void emit_issue_type(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    uint32_t read = 0, to = 0;
    for (size_t k = 0; k < (size_t)t->steps * t->units; k++) {
        raise(&read, t->issues[k].operand[0].index);
        raise(&read, t->issues[k].operand[1].index);
        raise(&to, t->issues[k].to);
    }
    arena scratch = arena_make();
    text sines = text_make(&scratch);
    if (ops_count(h->e.p).per_unit[UNIT_TRIG])
        text_printf(&sines, ", %d sin a, %d cos a", HLS_SIN, HLS_COS);
    text_printf(h->e.out,
                "/* What a unit starts: %d nothing, %d a * b, %d a + b, %d a - b, %d b - a, %d a / "
                "b%s; operands from %d its store, %d the\n"
                " * constants, %d the inputs; the result goes to a place of its queue%s. */\n",
                HLS_IDLE, HLS_MUL, HLS_ADD, HLS_SUB, HLS_RSUB, HLS_DIV, sines.bytes, HLS_STORE,
                HLS_CONSTANT, HLS_INPUT, t->ideal ? ", here a register" : "");
    arena_free(&scratch);
    text_printf(h->e.out,
                "typedef struct {\n    uint8_t action, a_from, b_from;\n    %s a, b;\n    %s to;\n",
                type_of(read), type_of(to));
    if (h->format->calls)
        text_add(h->e.out, "    uint8_t a_shift, b_shift; /* of a product the first alone */\n");
    emit_template(&h->e, "} @P_issue;\n\n");
}

static void emit_take_type(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    uint32_t at = 0, slot = 0;
    for (size_t k = 0; k < (size_t)t->steps * t->receivers; k++) {
        raise(&at, t->takes[k].place);
        raise(&slot, t->takes[k].slot);
    }
    text_add(h->e.out, "/* What a receiver takes: nothing, or from source - 1 (units, lanes, "
                       "relays) the word at that place of its queue. */\n");
    text_printf(h->e.out, "typedef struct {\n    %s source;\n    %s place;\n    %s slot;\n",
                type_of(t->sources), type_of(at), type_of(slot));
    emit_template(&h->e, "} @P_take;\n\n");
}

static void emit_issues(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    emit_template(&h->e, "static const @P_issue @P_issues[@N_STEPS]");
    text_printf(h->e.out, "[%u] = {\n", t->units);
    for (uint32_t c = 0; c < t->steps; c++) {
        text_add(h->e.out, "    {");
        for (uint32_t u = 0; u < t->units; u++) {
            const hls_issue *i = &t->issues[(size_t)c * t->units + u];
            text_printf(h->e.out, "%s{%d, %d, %d, %u, %u, %u", u ? ", " : "", i->action,
                        i->operand[0].from, i->operand[1].from, i->operand[0].index,
                        i->operand[1].index, i->to);
            if (h->format->calls)
                text_printf(h->e.out, ", %u, %u", i->shift[0], i->shift[1]);
            text_add(h->e.out, "}");
        }
        text_add(h->e.out, "},\n");
    }
    text_add(h->e.out, "};\n\n");
}

static void emit_takes(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    emit_template(&h->e, "static const @P_take @P_takes[@N_STEPS]");
    text_printf(h->e.out, "[%u] = {\n", t->receivers);
    for (uint32_t c = 0; c < t->steps; c++) {
        text_add(h->e.out, "    {");
        for (uint32_t r = 0; r < t->receivers; r++) {
            const hls_take *k = &t->takes[(size_t)c * t->receivers + r];
            text_printf(h->e.out, "%s{%u, %u, %u}", r ? ", " : "", k->source, k->place, k->slot);
        }
        text_add(h->e.out, "},\n");
    }
    text_add(h->e.out, "};\n\n");
}

/* A row of numbers, some a line. */
static void emit_list(const hls_emitter *h, const uint32_t *list, uint32_t count, bool numbers)
{
    text *out = h->e.out;
    for (uint32_t k = 0; k < count; k++) {
        text_add(out, k % 16 ? " " : k ? "\n    " : "    ");
        if (numbers)
            h->format->number(h->e.p->format, list[k], out);
        else
            text_printf(out, "%uu", list[k]);
        text_add(out, ",");
    }
    text_add(out, count ? "\n};\n\n" : "    0\n};\n\n");
}

static void emit_tables(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    uint32_t most = 0;
    emit_template(&h->e, "#ifdef @N_WITH_TABLES\n");
    emit_issue_type(h);
    emit_issues(h);
    if (!t->ideal) {
        emit_take_type(h);
        emit_takes(h);
    }
    if (!t->ideal && t->m->lanes > 0) {
        for (uint32_t c = 0; c < t->steps; c++)
            raise(&most, t->enters[c]);
        text_printf(h->e.out,
                    "/* Cycles in which a beat comes: 1 + its place in the queues of the lanes. "
                    "*/\nstatic const %s ",
                    type_of(most));
        emit_template(&h->e, "@P_enters[@N_STEPS] = {\n");
        emit_list(h, t->enters, t->steps, false);
    }
    if (t->constants_count > 0) {
        emit_template(&h->e, "static const @R @P_constants[] = {\n");
        emit_list(h, t->constants, t->constants_count, true);
    }
    if (t->offsets_count > 0) {
        emit_template(&h->e, "static const uint32_t @P_offsets[] = {\n");
        emit_list(h, t->offsets, t->offsets_count, false);
    }
    text_add(h->e.out, "#endif\n\n");
}

static void emit_maps(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    emit_template(&h->e, "#ifdef @N_WITH_MAPS\n");
    if (t->m->lanes > 0) {
        text_add(h->e.out, "/* Which input each word of a packet is; 4294967295 is padding. */\n");
        emit_template(&h->e, "static const uint32_t @P_input_map[@N_BEATS * @N_LANES] = {\n");
        emit_list(h, t->input_map, t->beats * t->m->lanes, false);
    }
    text_printf(
        h->e.out,
        "/* Each output: from %d a word of the packet, %d a constant (its bits), %d an input. */\n",
        HLS_STORE, HLS_CONSTANT, HLS_INPUT);
    emit_template(
        &h->e,
        "static const struct {\n    uint32_t from, index;\n} @P_output_map[@N_OUTPUTS] = {\n");
    for (uint32_t o = 0; o < h->e.p->outputs_count; o++) {
        const hls_read *r = &t->outputs[o];
        text_printf(h->e.out, "    {%d, %uu},\n", r->from,
                    r->from == HLS_CONSTANT ? t->constants[r->index] : r->index);
    }
    text_add(h->e.out, h->e.p->outputs_count ? "};\n#endif\n\n" : "    {0, 0},\n};\n#endif\n\n");
}

static void emit_calls(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    emit_template(&h->e, "void @P_allocated(const @R in[@N_INPUTS], @R out[@N_OUTPUTS]);\n"
                         "void @P_pipelined(const @R in[@N_INPUTS], @R out[@N_OUTPUTS]);\n");
    if (t->ideal)
        emit_template(&h->e,
                      "void @P_scheduled(const @R in[@N_INPUTS], @R out[@N_OUTPUTS]);\n\n");
    else if (t->m->lanes > 0)
        emit_template(&h->e,
                      "typedef struct {\n    @R word[@N_LANES];\n} @P_beat;\n"
                      "void @P_scheduled(const @P_beat in[@N_BEATS], @R out[@N_PACKET]);\n\n");
    else
        emit_template(&h->e,
                      "void @P_scheduled(const @R in[@N_INPUTS], @R out[@N_PACKET]);\n\n");
}

void hls_header(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    emit_template(&h->e, "/* Made by tauflow: sizes and the schedule of the HLS kernels of @P.\n"
                         " * Machine: ");
    machine_print(t->m, h->e.out);
    text_printf(h->e.out, "\n * Scheduler: %s. */\n", t->s->scheduler);
    emit_template(&h->e, "#ifndef @N_TABLES_H\n#define @N_TABLES_H\n\n#include <stdint.h>\n\n");
    define(h, "INPUTS", hls_room(h->e.p->inputs_count), "");
    define(h, "OUTPUTS", hls_room(h->e.p->outputs_count), "");
    define(h, "INTERVAL", hls_interval(h), "cycles between two samples of the pipelined kernel");
    define(h, "CYCLES", t->s->cycles, "of one sample, by the schedule");
    define(h, "STEPS", t->steps, "passes of the scheduled kernel's loop");
    if (!t->ideal) {
        define(h, "LANES", t->m->lanes, "words of a beat; 0: inputs are in place");
        define(h, "BEATS", hls_room(t->beats), "of an input packet");
        define(h, "PACKET", hls_room(t->packet_words), "words of an output packet");
    }
    text_add(h->e.out, "\n");
    emit_calls(h);
    emit_tables(h);
    if (!t->ideal)
        emit_maps(h);
    text_add(h->e.out, "#endif\n");
}
