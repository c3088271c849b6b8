/* SPDX-License-Identifier: MIT */
/* NAME_tb.c: inputs with the machine's answers, bit for bit. The kernels compute in plain float,
 * which gradual underflow, NaN signs and the like make differ from the machine; so inputs are drawn
 * until no operation meets any of that, and then both are the same IEEE-754 operations. No libm:
 * the bytes are the same on every host. */
#include "emit/hls/hls_parts.h"

#include "machine/fp32.h"

#include <math.h>
#include <string.h>

enum { VECTORS = 32, DRAWS = 1000 /* for one vector */ };

/* ---- inputs ------------------------------------------------------------------------------- */

/* A well mixed number from what identifies a draw (the finaliser of splitmix64). */
static uint64_t mix(uint64_t state, uint64_t with)
{
    uint64_t z = state * UINT64_C(0x9e3779b97f4a7c15) + with + UINT64_C(0x632be59bd9b4e019);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* -1 .. 1 */
static double unit(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-52 - 1;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* A point of the unit circle without libm, the same for the sine and the cosine of one angle. */
static double circle(const ops_input *in, uint64_t draw)
{
    uint64_t angle = mix(mix(mix(draw, in->index), bits_of(in->ratio)), bits_of(in->offset));
    double h = unit(angle), norm = 1 + h * h;
    if (INPUT_KIND[in->kind].made == MADE_SINE)
        return 2 * h / norm;
    return angle & 1 ? (1 - h * h) / norm : (h * h - 1) / norm;
}

static float input_value(const ops *p, uint32_t i, uint64_t draw)
{
    const ops_input *in = &p->inputs[i];
    const word_kind *kind = &INPUT_KIND[in->kind];
    bool on_circle = kind->made == MADE_SINE || kind->made == MADE_COSINE;
    double x = on_circle ? circle(in, draw) : kind->random * unit(mix(mix(draw, 1000003), i));
    return fp32_value(fp32_from_double(x));
}

/* ---- answers ------------------------------------------------------------------------------ */

static float operand_value(const ops *p, operand x, const float *in, const float *results)
{
    uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return in[i];
    case FROM_CONSTANT: return fp32_value(fp32_from_double(p->constants[i].value));
    case FROM_OP: break;
    }
    return results[i];
}

/* Whether plain float arithmetic does the same: finite numbers, and a zero only where the exact
 * result is zero. The evaluator never returns a subnormal, so a flushed one shows as a zero. */
static bool is_plain(op_kind kind, float a, float b, float result)
{
    if (!isfinite(a) || !isfinite(b) || !isfinite(result))
        return false;
    if (result < 0 || result > 0)
        return true;
    switch (kind) {
    case OP_MUL: return !(a < 0 || a > 0) || !(b < 0 || b > 0);
    case OP_ADD: return !(a < -b || a > -b);
    case OP_SUB: return !(a < b || a > b);
    case OP_BELOW: return !(b < 0) || !(a < 0 || a > 0);
    default: return !(a < 0 || a > 0); /* of the others, of a zero alone */
    }
}

static bool try_sample(const ops *p, uint64_t draw, hls_sample *s)
{
    for (uint32_t i = 0; i < p->inputs_count; i++)
        s->in[i] = input_value(p, i, draw);
    ops_eval32(p, s->in, s->out, s->results);
    for (uint32_t j = 0; j < p->list_count; j++)
        if (!is_plain(p->list[j].kind, operand_value(p, p->list[j].a, s->in, s->results),
                      operand_value(p, p->list[j].b, s->in, s->results), s->results[j]))
            return false;
    return true;
}

/* In fixed point: in the ranges of the inputs, where nothing overflows. */
bool hls_draw_fixed(const ops *p, const core_evaluator *e, uint64_t draw, hls_sample *s)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const word_made made = INPUT_KIND[in->kind].made;
        const double middle = (in->low + in->high) / 2, half = (in->high - in->low) / 2;
        const double x = made == MADE_SINE || made == MADE_COSINE
                             ? circle(in, draw)
                             : middle + half * unit(mix(mix(draw, 1000003), i));
        s->exact[i] = fmin(fmax(x, in->low), in->high);
    }
    return core_words_of_inputs(p, s->exact, s->in_words) &&
           core_evaluate(e, s->in_words, s->out_words);
}

bool hls_draw_binary32(const ops *p, const core_evaluator *e, uint64_t draw, hls_sample *s)
{
    (void)e;
    if (!try_sample(p, draw, s))
        return false;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        s->in_words[i] = fp32_bits(s->in[i]);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        s->out_words[o] = fp32_bits(s->out[o]);
    return true;
}

static status find_sample(const hls_emitter *h, const core_evaluator *e, uint32_t vector,
                          hls_sample *s, diag *d)
{
    for (uint32_t k = 0; k < DRAWS; k++)
        if (h->format->draw(h->e.p, e, mix(vector, k), s))
            return STATUS_OK;
    const status none = diag_error(d, (place){0}, "%s", h->format->no_inputs);
    return ops_has_points(h->e.p) ? diag_own(d, none) : none; /* where ranges are proved */
}

/* ---- the file ----------------------------------------------------------------------------- */

static void emit_words(text *out, const uint32_t *words, uint32_t count)
{
    text_add(out, "    {");
    for (uint32_t k = 0; k < count; k++)
        text_printf(out, "%s0x%08xu",
                    k == 0  ? ""
                    : k % 8 ? ", "
                            : ",\n     ",
                    (unsigned)words[k]);
    text_add(out, count ? "},\n" : "0},\n");
}

static status emit_vectors(const hls_emitter *h, diag *d)
{
    const ops *p = h->e.p;
    arena scratch = arena_make();
    text out = text_make(&scratch);
    hls_sample s = {ARENA_ARRAY(&scratch, float, p->inputs_count + 1),
                ARENA_ARRAY(&scratch, float, p->outputs_count + 1),
                ARENA_ARRAY(&scratch, float, p->list_count + 1),
                ARENA_ARRAY(&scratch, double, p->inputs_count + 1),
                ARENA_ARRAY(&scratch, uint32_t, p->inputs_count + 1),
                ARENA_ARRAY(&scratch, uint32_t, p->outputs_count + 1)};
    const core_evaluator e = core_evaluator_make(&scratch, p);
    status result = STATUS_OK;
    emit_template(&h->e, "static const uint32_t given[VECTORS][@N_INPUTS] = {\n");
    text_printf(&out, "static const uint32_t expected[VECTORS][%u] = {\n",
                hls_room(p->outputs_count));
    for (uint32_t v = 0; v < VECTORS && result == STATUS_OK; v++) {
        result = find_sample(h, &e, v, &s, d);
        emit_words(h->e.out, s.in_words, p->inputs_count);
        emit_words(&out, s.out_words, p->outputs_count);
    }
    text_add(h->e.out, "};\n\n");
    text_add_bytes(h->e.out, out.bytes, out.length);
    text_add(h->e.out, "};\n\n");
    arena_free(&scratch);
    return result;
}

static const char HEAD[] =
    "/* Made by tauflow: the HLS kernels of @P on VECTORS inputs, each word compared bit for bit "
    "with the machine's result.\n"
    " * ";
static const char HEAD_END[] =
    "Exit code 0 when every word is right.\n"
    " * -D@N_ONLY=1 tests the allocated kernel only, 2 the pipelined, 3 the scheduled. */\n"
    "#define @N_WITH_MAPS\n"
    "#include \"@P_tables.h\"\n\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n\n"
    "#ifndef @N_ONLY\n"
    "#define @N_ONLY 0\n"
    "#endif\n\n";

static const char HELPERS[] =
    "static @R value_of(uint32_t bits)\n{\n    @R x;\n    memcpy(&x, &bits, sizeof x);\n    "
    "return x;\n}\n\n"
    "/* Words of one result that differ. */\n"
    "static unsigned count_wrong(const char *kernel, unsigned vector, const @R *out)\n{\n"
    "    unsigned wrong = 0;\n"
    "    for (unsigned o = 0; o < OUTPUTS; o++) {\n"
    "        uint32_t bits;\n"
    "        memcpy(&bits, &out[o], sizeof bits);\n"
    "        if (bits == expected[vector][o])\n"
    "            continue;\n"
    "        printf(\"%s: vector %u, output %u: 0x%08x instead of 0x%08x\\n\", kernel, vector, o, "
    "(unsigned)bits,\n"
    "               (unsigned)expected[vector][o]);\n"
    "        wrong++;\n"
    "    }\n"
    "    return wrong;\n}\n\n";

static const char UNCHANGED[] =
    "static void run_scheduled(const @R *in, @R *out)\n{\n    @P_scheduled(in, out);\n}\n";
static const char PACKED[] =
    "/* Packs a sample as the machine streams it, runs the kernel, unpacks the result. */\n"
    "static void run_scheduled(const @R *in, @R *out)\n{\n"
    "    static @P_beat packet[@N_BEATS];\n"
    "    static @R result[@N_PACKET];\n"
    "    for (unsigned k = 0; k < @N_BEATS * @N_LANES; k++)\n"
    "        packet[k / @N_LANES].word[k % @N_LANES] = @P_input_map[k] < @N_INPUTS ? "
    "in[@P_input_map[k]] : ";
static const char PACKED_END[] = ";\n    @P_scheduled(packet, result);\n";
static const char IN_PLACE[] = "static void run_scheduled(const @R *in, @R *out)\n{\n"
                               "    static @R result[@N_PACKET];\n"
                               "    @P_scheduled(in, result);\n";
static const char UNPACKED[] = "    for (unsigned o = 0; o < OUTPUTS; o++) {\n"
                               "        const uint32_t index = @P_output_map[o].index;\n"
                               "        switch (@P_output_map[o].from) {\n"
                               "        case 0: out[o] = result[index]; break;\n"
                               "        case 1: out[o] = value_of(index); break;\n"
                               "        default: out[o] = in[index]; break;\n"
                               "        }\n"
                               "    }\n}\n";

static const char MAIN[] = "int main(void)\n{\n"
                           "    static @R in[@N_INPUTS], out[@N_OUTPUTS];\n"
                           "    unsigned wrong = 0, words = 0;\n"
                           "    for (unsigned v = 0; v < VECTORS; v++) {\n"
                           "        for (unsigned i = 0; i < @N_INPUTS; i++)\n"
                           "            in[i] = value_of(given[v][i]);\n"
                           "#if @N_ONLY == 0 || @N_ONLY == 1\n"
                           "        memset(out, 0xff, sizeof out);\n"
                           "        @P_allocated(in, out);\n"
                           "        wrong += count_wrong(\"allocated\", v, out);\n"
                           "        words += OUTPUTS;\n"
                           "#endif\n"
                           "#if @N_ONLY == 0 || @N_ONLY == 2\n"
                           "        memset(out, 0xff, sizeof out);\n"
                           "        @P_pipelined(in, out);\n"
                           "        wrong += count_wrong(\"pipelined\", v, out);\n"
                           "        words += OUTPUTS;\n"
                           "#endif\n"
                           "#if @N_ONLY == 0 || @N_ONLY == 3\n"
                           "        memset(out, 0xff, sizeof out);\n"
                           "        run_scheduled(in, out);\n"
                           "        wrong += count_wrong(\"scheduled\", v, out);\n"
                           "        words += OUTPUTS;\n"
                           "#endif\n"
                           "    }\n"
                           "    printf(\"@P: %u vectors, %u words compared, %u wrong\\n\", "
                           "(unsigned)VECTORS, words, wrong);\n"
                           "    return wrong != 0 || words == 0;\n}\n";

status hls_bench(const hls_emitter *h, diag *d)
{
    const hls_tables *t = h->t;
    emit_template(&h->e, HEAD);
    text_add(h->e.out, h->format->inputs);
    emit_template(&h->e, HEAD_END);
    text_printf(h->e.out, "enum { VECTORS = %d, OUTPUTS = %u };\n\n", VECTORS,
                h->e.p->outputs_count);
    TRY(emit_vectors(h, d));
    emit_template(&h->e, HELPERS);
    emit_template(&h->e, "#if @N_ONLY == 0 || @N_ONLY == 3\n");
    const bool packed = !t->ideal && t->m->lanes > 0;
    emit_template(&h->e, t->ideal ? UNCHANGED : packed ? PACKED : IN_PLACE);
    text_add(h->e.out, packed ? h->format->zero : "");
    emit_template(&h->e, packed ? PACKED_END : "");
    emit_template(&h->e, t->ideal ? "" : UNPACKED);
    text_add(h->e.out, "#endif\n\n");
    emit_template(&h->e, MAIN);
    return STATUS_OK;
}
