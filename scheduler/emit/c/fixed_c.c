/* SPDX-License-Identifier: MIT */
#include "emit/c/fixed_c.h"

#include "emit/c/fixed_sine.h"
#include "emit/parts.h"
#include "operations/ops_fixed.h"
#include "operations/word_meaning.h"

#include <math.h>

/* Sums of so few bits and so small shifts do not leave 32 bits. */
enum { NARROW_WIDTH = 30, NARROW_SHIFT = 28 };

static const char ABOUT_SHIFTS[] =
    "/* floor(x / 2^places); C leaves >> of a negative number to the compiler. */\n";
static const char NARROW_SHIFT_DOWN[] =
    "static inline int32_t @P_down32(int32_t x, int places)\n"
    "{\n    return x < 0 ? ~(~x >> places) : x >> places;\n}\n\n";
static const char WIDE_SHIFT_DOWN[] =
    "static inline int64_t @P_down(int64_t x, int places)\n"
    "{\n    return x < 0 ? ~(~x >> places) : x >> places;\n}\n\n";

/* Of W up to 32 bits: the product has 63. */
static const char NARROW_MUL[] =
    "/* floor(a b / 2^places + 1/2) */\n"
    "static inline int32_t @P_mul(int32_t a, int32_t b, int places)\n"
    "{\n    return (int32_t)@P_down((int64_t)a * b + ((int64_t)1 << (places - 1)), places);\n}\n\n";

/* b = high 2^cut + low: no part of the product has more than 64 bits, and floors may be nested. */
static const char WIDE_MUL[] =
    "/* floor(a b / 2^places + 1/2), by halves of b */\n"
    "static inline int64_t @P_mul(int64_t a, int64_t b, int places)\n"
    "{\n    const int cut = @N_WIDTH / 2;\n"
    "    const int64_t high = @P_down(b, cut), low = b - high * ((int64_t)1 << cut);\n"
    "    return @P_down(a * high + @P_down(a * low + ((int64_t)1 << (places - 1)), cut),\n"
    "                   places - cut);\n}\n\n";

static const char ROUND[] =
    "/* floor(x + 1/2), where x + 1/2 itself might be rounded up */\n"
    "static double @P_round(double x)\n"
    "{\n    const double below = floor(x);\n"
    "    return x - below >= 0.5 ? below + 1 : below;\n}\n\n";

typedef struct {
    emitter e; /* of templates */
    const ops *p;
    layout l;
    text *out;
    arena *mem;
} fixed_emitter;

static bool is_wide(const ops *p) { return p->format > FIXED_WIDTH_MOST_CORE; }

static int64_t integer_of(const ops *p, int point, double value)
{
    int64_t x = 0;
    fixed_from_double(p->format, point, value, &x);
    return x;
}

static const char *operand_text(const fixed_emitter *f, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return arena_printf(f->mem, "in[%u]", i);
    case FROM_CONSTANT: {
        const ops_constant *k = &f->p->constants[i];
        const long long value = (long long)integer_of(f->p, k->point, k->value);
        return arena_printf(f->mem, is_wide(f->p) ? "INT64_C(%lld)" : value < 0 ? "(%lld)" : "%lld",
                            value);
    }
    case FROM_OP: break;
    }
    return arena_printf(f->mem, "t%u", i);
}

static void emit_product(const fixed_emitter *f, const op *o)
{
    int shift, none;
    ops_shifts(f->p, o, &shift, &none);
    emit_template(&f->e, "@P_mul(");
    text_printf(f->out, "%s, %s, %d)", operand_text(f, o->a), operand_text(f, o->b), shift);
}

static bool is_narrow_sum(const ops *p, int large)
{
    return p->format <= NARROW_WIDTH && large <= NARROW_SHIFT;
}

/* The functions that the operations call: compilers warn of others. */
static void emit_helpers(const fixed_emitter *f)
{
    bool mul = false, down = false, down32 = false, sine = false;
    for (uint32_t i = 0; i < f->p->list_count; i++) {
        const op *o = &f->p->list[i];
        int a, b;
        if (OP_KIND[o->kind].unit == UNIT_TRIG) {
            down = sine = true;
            continue;
        }
        ops_shifts(f->p, o, &a, &b);
        const int large = a > b ? a : b;
        mul |= o->kind == OP_MUL;
        down32 |= o->kind != OP_MUL && large && is_narrow_sum(f->p, large);
        down |= o->kind == OP_MUL || (large && !is_narrow_sum(f->p, large));
    }
    emit_template(&f->e, down || down32 ? ABOUT_SHIFTS : "");
    emit_template(&f->e, down32 ? NARROW_SHIFT_DOWN : "");
    emit_template(&f->e, down ? WIDE_SHIFT_DOWN : "");
    emit_template(&f->e, !mul ? "" : is_wide(f->p) ? WIDE_MUL : NARROW_MUL);
    if (sine)
        emit_fixed_sine(&f->e);
}

/* stays / 2^small + moves / 2^large + 1/2, as machine/fixed.c does it. */
static void emit_sum(const fixed_emitter *f, const op *o)
{
    int a, b;
    ops_shifts(f->p, o, &a, &b);
    const bool moves_b = b > a, minus = o->kind == OP_SUB;
    const int small = moves_b ? a : b, large = moves_b ? b : a;
    const bool narrow = is_narrow_sum(f->p, large);
    const char *down = narrow ? "_down32" : "_down";
    const char *cast = narrow || is_wide(f->p) ? "" : "(int64_t)";
    const char *of_a = operand_text(f, o->a), *of_b = operand_text(f, o->b);
    const char *stays = moves_b ? arena_printf(f->mem, "%s%s", cast, of_a)
                                : arena_printf(f->mem, "%s%s%s", minus ? "-" : "", cast, of_b);
    const char *moves = moves_b ? arena_printf(f->mem, "%s%s%s", minus ? "-" : "", cast, of_b)
                                : arena_printf(f->mem, "%s%s", cast, of_a);
    if (!narrow && !is_wide(f->p))
        text_add(f->out, "(int32_t)");
    if (large == 0) {
        text_printf(f->out, "(%s%s %s %s%s)", cast, of_a, minus ? "-" : "+", cast, of_b);
        return;
    }
    if (small)
        text_printf(f->out, "%s%s(", f->e.name, down);
    text_printf(f->out, "(%s + ", stays);
    if (large > small)
        text_printf(f->out, "%s%s(%s + ", f->e.name, down, moves);
    else
        text_printf(f->out, "%s + ", moves);
    text_printf(f->out, narrow ? "%lld" : "INT64_C(%lld)", 1LL << (large - 1));
    if (large > small)
        text_printf(f->out, ", %d)", large - small);
    text_add(f->out, ")");
    if (small)
        text_printf(f->out, ", %d)", small);
}

/* ---- the functions --------------------------------------------------------------------------- */

static void emit_words_head(const fixed_emitter *f, const char *end)
{
    emit_template(&f->e, "int @P_@Fwords_fixed(const @P_word *in, @P_word *out)");
    text_add(f->out, end);
}

static void emit_words(const fixed_emitter *f)
{
    const ops *p = f->p;
    emit_words_head(f, "\n{\n");
    emit_template(&f->e, "    for (int i = 0; i < @N_@GINPUTS; i++)\n"
                         "        if (in[i] < @P_@Flow[i] || in[i] > @P_@Fhigh[i])\n"
                         "            return i + 1;\n");
    for (uint32_t i = 0; i < p->list_count; i++) {
        emit_template(&f->e, "    const @P_word ");
        text_printf(f->out, "t%u = ", i);
        if (OP_KIND[p->list[i].kind].unit == UNIT_TRIG)
            emit_fixed_sine_call(&f->e, &p->list[i], operand_text(f, p->list[i].a));
        else if (p->list[i].kind == OP_MUL)
            emit_product(f, &p->list[i]);
        else
            emit_sum(f, &p->list[i]);
        text_add(f->out, ";\n");
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        text_printf(f->out, "    out[%u] = %s;\n", i, operand_text(f, p->outputs[i].value));
    text_add(f->out, "    return 0;\n}\n\n");
}

static void emit_state_head(const fixed_emitter *f, const char *end)
{
    state_array_info arrays[WORD_ARRAYS];
    uint32_t count = 0;
    layout_arrays(&f->l, f->p, arrays);
    emit_template(&f->e, "int @P_@C_fixed(");
    for (uint32_t result = 0; result < 2; result++)
        for (uint32_t k = 0; k < WORD_ARRAYS; k++)
            if (arrays[k].there && arrays[k].result == result)
                text_printf(f->out, "%s%sdouble *%s", count++ ? ", " : "", result ? "" : "const ",
                            arrays[k].name);
    text_printf(f->out, ")%s", end);
}

static const char *input_text(const fixed_emitter *f, uint32_t i)
{
    const ops_input *in = &f->p->inputs[i];
    const word_kind *kind = &INPUT_KIND[in->kind];
    uint32_t number;
    layout_input(&f->l, f->p, i, &number);
    if (kind->made <= MADE_AFFINE)
        number = word_number(kind, in->index, in->axis);
    const char *x = arena_printf(f->mem, "%s[%u]", WORD_ARRAY[kind->array].name, number);
    if (kind->made == MADE_COPY)
        return x;
    return arena_printf(f->mem, "%s(%a * %s + (%a))",
                        kind->made == MADE_SINE     ? "sin"
                        : kind->made == MADE_COSINE ? "cos"
                                                    : "",
                        in->ratio, x, in->offset);
}

static void emit_state(const fixed_emitter *f)
{
    const ops *p = f->p;
    state_array_info arrays[WORD_ARRAYS];
    emit_state_head(f, "\n{\n");
    layout_arrays(&f->l, p, arrays);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (arrays[k].there)
            text_printf(f->out, "    (void)%s;\n", arrays[k].name);
    text_printf(f->out, "    const double x[%u] = {\n", emit_room(p->inputs_count));
    for (uint32_t i = 0; i < p->inputs_count; i++)
        text_printf(f->out, "        %s,\n", input_text(f, i));
    text_printf(f->out, "%s    };\n", p->inputs_count ? "" : "        0\n");
    emit_template(&f->e, "    @P_word in[sizeof x / sizeof x[0]], out[");
    text_printf(f->out, "%u];\n", p->outputs_count);
    emit_template(&f->e,
                  "    for (int i = 0; i < @N_@GINPUTS; i++) {\n"
                  "        if (!(x[i] >= @P_@Fleast[i] && x[i] <= @P_@Fmost[i]))\n"
                  "            return i + 1;\n"
                  "        in[i] = (@P_word)@P_round(x[i] * @P_@Fscale[i]);\n    }\n"
                  "    const int bad = @P_@Fwords_fixed(in, out);\n"
                  "    if (bad)\n        return bad;\n");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        uint32_t number, mirror;
        const char *array = layout_output(&f->l, p, i, &number);
        const double scale = ldexp(1, -ops_point(p, p->outputs[i].value));
        text_printf(f->out, "    %s[%u] = (double)out[%u] * %a;\n", array, number, i, scale);
        if (layout_mirror(&f->l, p, i, &mirror))
            text_printf(f->out, "    %s[%u] = %s[%u];\n", array, mirror, array, number);
    }
    text_add(f->out, "    return 0;\n}\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void table_of_words(const fixed_emitter *f, const char *name, bool high)
{
    const ops *p = f->p;
    emit_template(&f->e, "static const @P_word @P_@F");
    text_printf(f->out, "%s[%u] = {", name, emit_room(p->inputs_count));
    for (uint32_t i = 0; i < p->inputs_count; i++)
        text_printf(f->out, is_wide(p) ? "%sINT64_C(%lld)" : "%s%lld",
                    i ? (i % 6 ? ", " : ",\n    ") : "\n    ",
                    (long long)integer_of(p, p->inputs[i].point,
                                          high ? p->inputs[i].high : p->inputs[i].low));
    text_printf(f->out, "%s\n};\n", p->inputs_count ? "" : "0");
}

static void table_of_numbers(const fixed_emitter *f, const char *name,
                             double (*number)(const ops_input *in))
{
    const ops *p = f->p;
    emit_template(&f->e, "static const double @P_@F");
    text_printf(f->out, "%s[%u] = {", name, emit_room(p->inputs_count));
    for (uint32_t i = 0; i < p->inputs_count; i++)
        text_printf(f->out, "%s%a", i ? (i % 6 ? ", " : ",\n    ") : "\n    ",
                    number(&p->inputs[i]));
    text_printf(f->out, "%s\n};\n", p->inputs_count ? "" : "0");
}

static double least_of(const ops_input *in) { return in->low; }
static double most_of(const ops_input *in) { return in->high; }
static double scale_of(const ops_input *in) { return ldexp(1, in->point); }

/* ---- the files ------------------------------------------------------------------------------- */

static void describe_words(const fixed_emitter *f)
{
    const ops *p = f->p;
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_meaning m = word_meaning_of_input(&f->l, p, i);
        text_printf(f->out, " *   in[%u] ", i);
        word_meaning_say(&m, f->out);
        text_printf(f->out, ", * 2^%d, %g .. %g\n", p->inputs[i].point, p->inputs[i].low,
                    p->inputs[i].high);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const word_meaning m = word_meaning_of_output(p, i);
        text_printf(f->out, " *   out[%u] ", i);
        word_meaning_say(&m, f->out);
        text_printf(f->out, ", * 2^%d\n", ops_point(p, p->outputs[i].value));
    }
}

static void emit_header_file(const fixed_emitter *f)
{
    const char *title = FUNCTION_KIND[f->p->function].title;
    text_printf(f->out, "/* %c%s of the robot ", title[0] - 'a' + 'A', title + 1);
    word_meaning_name(f->p->robot, f->out);
    text_printf(f->out, " in fixed point of %u bits: made by tauflow,\n", f->p->format);
    emit_template(&f->e,
                  " * link with @P.c.\n *\n"
                  " * @P_@Fwords_fixed takes and gives integers: a number times 2^point, rounded.\n"
                  " * @P_@C_fixed takes and gives numbers in SI units, one per joint in order,\n"
                  " * and converts them (sin, cos and floor of <math.h>). Both return 0, or 1 + "
                  "the\n"
                  " * number of the first input that is out of the range below: then nothing was\n"
                  " * computed. Within the ranges no operation overflows, which was proved.\n *\n"
                  " * Words:\n");
    describe_words(f);
    emit_template(&f->e, " */\n#ifndef @N_H\n#define @N_H\n\n#include <stdint.h>\n\n");
    emit_template(&f->e, "#define @N_WIDTH ");
    text_printf(f->out, "%u\n", f->p->format);
    emit_template(&f->e, "#define @N_JOINTS ");
    text_printf(f->out, "%u\n", f->l.count[OWNER_COORDINATE]);
    emit_template(&f->e, "#define @N_@GINPUTS ");
    text_printf(f->out, "%u\n", f->p->inputs_count);
    emit_template(&f->e, "#define @N_@GOUTPUTS ");
    text_printf(f->out, "%u\n\n", f->p->outputs_count);
    emit_template(&f->e, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    text_printf(f->out, "typedef int%d_t %s_word;\n\n", is_wide(f->p) ? 64 : 32, f->e.name);
    emit_words_head(f, ";\n");
    emit_state_head(f, ";\n");
    text_add(f->out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

void emit_fixed_c(const ops *p, const char *name, text *c, text *h)
{
    arena mem = arena_make();
    const bool usual = p->function == FUNCTION_ID;
    fixed_emitter f = {.p = p, .l = layout_make(&mem, p), .out = h, .mem = &mem};
    f.e = (emitter){.p = p, .shape = &f.l, .name = name, .upper_name = emit_upper_name(&mem, name),
                    .infix = "", .upper_infix = "", .out = h};
    if (!usual) {
        f.e.infix = arena_printf(&mem, "%s_", FUNCTION_KIND[p->function].call);
        f.e.upper_infix = emit_upper_name(&mem, f.e.infix);
    }
    emit_header_file(&f);
    f.out = f.e.out = c;
    emit_template(&f.e, "/* Made by tauflow: see @P.h. */\n#include \"@P.h\"\n\n"
                        "#include <math.h>\n\n");
    emit_helpers(&f);
    emit_template(&f.e, ROUND);
    text_add(c, "/* What inputs stay between, as integers. */\n");
    table_of_words(&f, "low", false);
    table_of_words(&f, "high", true);
    text_add(c, "\n");
    emit_words(&f);
    table_of_numbers(&f, "least", least_of);
    table_of_numbers(&f, "most", most_of);
    table_of_numbers(&f, "scale", scale_of);
    text_add(c, "\n");
    emit_state(&f);
    arena_free(&mem);
}
