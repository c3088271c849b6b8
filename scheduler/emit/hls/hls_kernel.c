/* SPDX-License-Identifier: MIT */
/* NAME_allocated.c, NAME_pipelined.c: the operations as straight-line code under two sets of
 * pragmas; the head of all kernels. */
#include "emit/hls/hls_parts.h"

#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"
#include "operations/word_meaning.h"

uint32_t hls_interval(const hls_emitter *h)
{
    const ops *p = h->e.p;
    uint32_t words = p->inputs_count > p->outputs_count ? p->inputs_count : p->outputs_count;
    return h->options->stream && words > h->options->interval ? words : h->options->interval;
}

static const char ABOUT[] =
    " as C for high-level synthesis.\n"
    " * One of three kernels with the same results; run_vitis.tcl and run_bambu.sh make hardware "
    "of them, @P_tb.c compares\n"
    " * every bit. ";
static const char PRAGMAS[] =
    "Pragmas are those of Vitis HLS; other compilers ignore them. */\n"
    "#if defined(__GNUC__) && !defined(__SYNTHESIS__)\n"
    "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n"
    "#endif\n";
static const char TABLES[] = "#include \"@P_tables.h\"\n\n";

/* ---- straight-line code ------------------------------------------------------------------- */

static void operand_text(const hls_emitter *h, operand x, text *out)
{
    const ops *p = h->e.p;
    uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: text_printf(out, "in[%u]", i); break;
    case FROM_OP: text_printf(out, "t%u", i); break;
    case FROM_CONSTANT: h->format->number(p->format, core_word_of_constant(p, i), out); break;
    }
}

/* What operations without an operator in C need. */
static void emit_functions(const hls_emitter *h)
{
    emit_template(&h->e, h->format->functions);
    hls_call_functions(h);
}

static void emit_operation(const hls_emitter *h, const op *o)
{
    arena scratch = arena_make();
    text a = text_make(&scratch), b = text_make(&scratch);
    operand_text(h, o->a, &a);
    operand_text(h, o->b, &b);
    int shift_a, shift_b;
    ops_shifts(h->e.p, o, &shift_a, &shift_b);
    if (OP_KIND[o->kind].unit == UNIT_TRIG)
        text_printf(h->e.out, "%s_trig(%s, %uu, %d)", h->e.name, a.bytes,
                    fp32_trig_offset(h->e.p->constants[OPERAND_INDEX(o->b)].value),
                    o->kind == OP_COS);
    else
        h->format->operation(h, o->kind, a.bytes, b.bytes, arena_printf(&scratch, "%d", shift_a),
                             arena_printf(&scratch, "%d", shift_b));
    arena_free(&scratch);
}

static void emit_straight(const hls_emitter *h)
{
    const ops *p = h->e.p;
    emit_template(&h->e, "static void @P_straight(const @R in[@N_INPUTS], @R "
                         "out[@N_OUTPUTS])\n{\n#pragma HLS inline\n");
    text_add(h->e.out, p->inputs_count ? "" : "    (void)in;\n");
    for (uint32_t i = 0; i < p->list_count; i++) {
        text_printf(h->e.out, "    const %s t%u = ", h->e.real->type, i);
        emit_operation(h, &p->list[i]);
        text_add(h->e.out, ";\n");
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        text_printf(h->e.out, "    out[%u] = ", i);
        operand_text(h, p->outputs[i].value, h->e.out);
        text_add(h->e.out, ";\n");
    }
    text_add(h->e.out, "}\n\n");
}

const char HLS_STREAM_PORTS[] = "#pragma HLS interface mode=axis port=in\n"
                                "#pragma HLS interface mode=axis port=out\n";
const char HLS_PLAIN_PORTS[] = "#pragma HLS array_partition variable=in type=complete\n"
                               "#pragma HLS array_partition variable=out type=complete\n";

static const char STREAM_BODY[] = "    @R word[@N_INPUTS], result[@N_OUTPUTS];\n"
                                  "#pragma HLS array_partition variable=word type=complete\n"
                                  "#pragma HLS array_partition variable=result type=complete\n"
                                  "    for (uint32_t i = 0; i < @N_INPUTS; i++) {\n"
                                  HLS_IN_LOOP("pipeline II=1")
                                  "        word[i] = in[i];\n"
                                  "    }\n"
                                  "    @P_straight(word, result);\n"
                                  "    for (uint32_t i = 0; i < @N_OUTPUTS; i++) {\n"
                                  HLS_IN_LOOP("pipeline II=1")
                                  "        out[i] = result[i];\n"
                                  "    }\n";

static void emit_straight_call(const hls_emitter *h)
{
    emit_template(&h->e, h->options->stream ? STREAM_BODY : "    @P_straight(in, out);\n");
    text_add(h->e.out, "}\n");
}

static void emit_allocated(const hls_emitter *h)
{
    ops_counts n = ops_count(h->e.p);
    emit_template(&h->e,
                  "/* As many operators as the machine has units; the tool makes the schedule. */\n"
                  "void @P_allocated(const @R in[@N_INPUTS], @R out[@N_OUTPUTS])\n{\n");
    text_add(h->e.out, h->options->stream ? HLS_STREAM_PORTS : HLS_PLAIN_PORTS);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (h->format->calls && n.per_unit[k])
            text_printf(h->e.out, "#pragma HLS allocation function instances=%s_%s limit=%u\n",
                        h->e.name, UNIT_KIND[k].word, h->t->m->units[k]);
    for (uint32_t k = 0; k < UNIT_KINDS && !h->format->calls; k++)
        for (int i = 0; i < 2 && HLS_UNIT[k].vitis[i] && n.per_unit[k]; i++)
            text_printf(h->e.out, "#pragma HLS allocation operation instances=%s limit=%u\n",
                        HLS_UNIT[k].vitis[i], h->t->m->units[k]);
    emit_straight_call(h);
}

static void emit_pipelined(const hls_emitter *h)
{
    emit_template(&h->e,
                  "/* As many operators as a new sample every @N_INTERVAL cycles needs. */\n"
                  "void @P_pipelined(const @R in[@N_INPUTS], @R out[@N_OUTPUTS])\n{\n");
    text_add(h->e.out, h->options->stream ? HLS_STREAM_PORTS : HLS_PLAIN_PORTS);
    text_printf(h->e.out, "#pragma HLS pipeline II=%u\n", hls_interval(h));
    emit_straight_call(h);
}

void hls_kernel(const hls_emitter *h, hls_file which)
{
    text_printf(h->e.out, "/* Made by tauflow: %s of the robot ",
                FUNCTION_KIND[h->e.p->function].title);
    word_meaning_name(h->e.p->robot, h->e.out);
    emit_template(&h->e, ABOUT);
    emit_template(&h->e, h->format->about);
    emit_template(&h->e, PRAGMAS);
    emit_template(&h->e, which == HLS_SCHEDULED ? "#define @N_WITH_TABLES\n" : "");
    emit_template(&h->e, TABLES);
    emit_functions(h);
    if (which == HLS_SCHEDULED) {
        hls_scheduled(h);
        return;
    }
    emit_straight(h);
    if (which == HLS_ALLOCATED)
        emit_allocated(h);
    else
        emit_pipelined(h);
}
