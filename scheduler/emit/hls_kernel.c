/* SPDX-License-Identifier: MIT */
/* NAME_allocated.c, NAME_pipelined.c: the operations as straight-line code under two sets of
 * pragmas; the head of all kernels. */
#include "emit/hls_parts.h"

#include "machine/fixed.h"
#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"
#include "operations/word_meaning.h"
#include "program/core_words.h"

#include <assert.h>

void hls_number(const hls_emitter *h, text *out, uint32_t bits)
{
    int64_t x;
    if (h->e.p->width) {
        (void)fixed_from_word(h->e.p->width, bits, &x);
        text_printf(out, x < 0 ? "(%lld)" : "%lld", (long long)x);
    } else {
        text_printf(out, bits >> 31 ? "(%af)" : "%af", (double)fp32_value(bits));
    }
}

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
static const char BINARY[] =
    "Binary32; each statement is one operation, so nothing may be fused or reordered: "
    "outside of -std=c99 compile\n"
    " * with -ffp-contract=off. ";
static const char INTEGER[] =
    "Fixed point: integers with a point each, which are in @P.ops; >> of a negative number must "
    "round\n"
    " * downwards, as it does wherever there is HLS. ";
static const char PRAGMAS[] =
    "Pragmas are those of Vitis HLS; other compilers ignore them. */\n"
    "#if defined(__GNUC__) && !defined(__SYNTHESIS__)\n"
    "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n"
    "#endif\n";
static const char TABLES[] = "#include \"@P_tables.h\"\n\n";

/* ---- straight-line code ------------------------------------------------------------------- */

static void operand_text(const hls_emitter *h, operand x, text *out)
{
    uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: text_printf(out, "in[%u]", i); break;
    case FROM_OP: text_printf(out, "t%u", i); break;
    case FROM_CONSTANT: hls_number(h, out, core_word_of_constant(h->e.p, i)); break;
    }
}

/* Exact, then rounded to nearest, ties upwards; results fit, as was proved. */
static const char FIXED[] =
    "static int32_t @P_mul(int32_t a, int32_t b, uint32_t shift)\n{\n"
    "#pragma HLS inline off\n"
    "    return (int32_t)(((int64_t)a * b + ((int64_t)1 << (shift - 1))) >> shift);\n}\n\n"
    "static int32_t @P_add(int32_t a, int32_t b, uint32_t shift_a, uint32_t shift_b)\n{\n"
    "#pragma HLS inline off\n"
    "    const int64_t sum = a * ((int64_t)1 << (31 - shift_a)) + b * ((int64_t)1 << (31 - "
    "shift_b));\n"
    "    return (int32_t)((sum + ((int64_t)1 << 30)) >> 31);\n}\n\n";

/* What operations without an operator in C need. */
static void emit_functions(const hls_emitter *h)
{
    if (h->e.p->width)
        emit_template(&h->e, FIXED);
    if (ops_count(h->e.p).per_kind[OP_SQRT])
        text_add(h->e.out, "#include <math.h>\n\n");
    if (ops_count(h->e.p).per_kind[OP_ATAN2])
        hls_angle(h);
    if (ops_count(h->e.p).per_unit[UNIT_TRIG])
        hls_sine(h);
}

void hls_operation(const hls_emitter *h, op_kind kind, const char *a, const char *b,
                   const char *shift_a, const char *shift_b)
{
    assert(OP_KIND[kind].unit != UNIT_TRIG);
    if (h->e.p->width && kind == OP_MUL)
        text_printf(h->e.out, "%s_mul(%s, %s, %s)", h->e.name, a, b, shift_a);
    else if (h->e.p->width)
        text_printf(h->e.out, "%s_add(%s, %s%s, %s, %s)", h->e.name, a, kind == OP_SUB ? "-" : "",
                    b, shift_a, shift_b);
    else if (OP_KIND[kind].symbol)
        text_printf(h->e.out, "%s %s %s", a, OP_KIND[kind].symbol, b);
    else if (kind == OP_SQRT)
        text_printf(h->e.out, "sqrtf(%s)", a);
    else if (kind == OP_BELOW)
        text_printf(h->e.out, "(%s < 0 ? %s : %s >= 0 ? 0 : %s)", b, a, b, b);
    else
        text_printf(h->e.out, "%s_atan2(%s, %s)", h->e.name, a, b);
}

static void emit_operation(const hls_emitter *h, const op *o)
{
    arena scratch = arena_make();
    text a = text_make(&scratch), b = text_make(&scratch);
    operand_text(h, o->a, &a);
    operand_text(h, o->b, &b);
    int shift_a = 0, shift_b = 0;
    if (h->e.p->width)
        ops_shifts(h->e.p, o, &shift_a, &shift_b);
    if (OP_KIND[o->kind].unit == UNIT_TRIG)
        text_printf(h->e.out, "%s_trig(%s, %uu, %d)", h->e.name, a.bytes,
                    fp32_trig_offset(h->e.p->constants[OPERAND_INDEX(o->b)].value),
                    o->kind == OP_COS);
    else
        hls_operation(h, o->kind, a.bytes, b.bytes, arena_printf(&scratch, "%d", shift_a),
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

const char *const HLS_OPERATION[UNIT_KINDS][2] = {
    [UNIT_MUL] = {"fmul", NULL}, [UNIT_ADD] = {"fadd", "fsub"}, [UNIT_DIV] = {"fdiv", NULL},
    [UNIT_SQRT] = {"fsqrt", NULL}, [UNIT_TRIG] = {NULL, NULL}, [UNIT_ATAN] = {NULL, NULL}};

static void emit_allocated(const hls_emitter *h)
{
    ops_counts n = ops_count(h->e.p);
    emit_template(&h->e,
                  "/* As many operators as the machine has units; the tool makes the schedule. */\n"
                  "void @P_allocated(const @R in[@N_INPUTS], @R out[@N_OUTPUTS])\n{\n");
    text_add(h->e.out, h->options->stream ? HLS_STREAM_PORTS : HLS_PLAIN_PORTS);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (h->e.p->width && n.per_unit[k])
            text_printf(h->e.out, "#pragma HLS allocation function instances=%s_%s limit=%u\n",
                        h->e.name, UNIT_KIND[k].word, h->t->m->units[k]);
    for (uint32_t k = 0; k < UNIT_KINDS && !h->e.p->width; k++)
        for (int i = 0; i < 2 && HLS_OPERATION[k][i] && n.per_unit[k]; i++)
            text_printf(h->e.out, "#pragma HLS allocation operation instances=%s limit=%u\n",
                        HLS_OPERATION[k][i], h->t->m->units[k]);
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
    emit_template(&h->e, h->e.p->width ? INTEGER : BINARY);
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
