/* SPDX-License-Identifier: MIT */
/* What operations and units are in C and in HLS C: a row each. Roots and arc tangents are those of
 * <math.h>, whose root is exact; the arc tangent of floats is that of doubles, rounded once, which
 * may be a unit of the last place away from a core's (machine/fp32_atan2.h). Emitted code that has
 * none of them needs no libm. Sines and cosines are those of sine_cosine.c. */
#include "emit/hls/hls_parts.h"

#include <assert.h>

/* Vectors go lane by lane. */
static const char ROOT[] = "static inline @V @P_sqrt_@T(@V x)\n"
                           "{\n"
                           "    for (size_t lane = 0; lane < @N_LANES_@T; lane++)\n"
                           "        ((@R *)&x)[lane] = sqrt@L(((@R *)&x)[lane]);\n"
                           "    return x;\n"
                           "}\n\n";
static const char ANGLE[] = "static inline @R @P_atan2_one_@T(@R y, @R x)\n"
                            "{\n"
                            "    return (@R)atan2((double)y, (double)x);\n"
                            "}\n"
                            "static inline @V @P_atan2_@T(@V y, @V x)\n"
                            "{\n"
                            "    for (size_t lane = 0; lane < @N_LANES_@T; lane++)\n"
                            "        ((@R *)&y)[lane] = @P_atan2_one_@T(((@R *)&y)[lane], "
                            "((@R *)&x)[lane]);\n"
                            "    return y;\n"
                            "}\n\n";

static const char BELOW[] = "static inline @R @P_below_one_@T(@R a, @R b)\n"
                            "{\n"
                            "    return b < 0 ? a : b >= 0 ? 0 : b;\n"
                            "}\n"
                            "static inline @V @P_below_@T(@V a, @V b)\n"
                            "{\n"
                            "    for (size_t lane = 0; lane < @N_LANES_@T; lane++)\n"
                            "        ((@R *)&a)[lane] = @P_below_one_@T(((@R *)&a)[lane], "
                            "((@R *)&b)[lane]);\n"
                            "    return a;\n"
                            "}\n\n";

static const char SINE[] = "static inline @V @P_sin_@T(@V x, @V offset)\n"
                           "{\n"
                           "    @V s, c;\n"
                           "    @P_pair_@T(x + offset, &s, &c);\n"
                           "    return s;\n"
                           "}\n"
                           "static inline @V @P_cos_@T(@V x, @V offset)\n"
                           "{\n"
                           "    @V s, c;\n"
                           "    @P_pair_@T(x + offset, &s, &c);\n"
                           "    return c;\n"
                           "}\n"
                           "static inline @R @P_sin_one_@T(@R x, @R offset)\n"
                           "{\n"
                           "    @V one = {0};\n"
                           "    ((@R *)&one)[0] = x + offset;\n"
                           "    one = @P_sin_@T(one, (@V){0});\n"
                           "    return ((@R *)&one)[0];\n"
                           "}\n"
                           "static inline @R @P_cos_one_@T(@R x, @R offset)\n"
                           "{\n"
                           "    @V one = {0};\n"
                           "    ((@R *)&one)[0] = x + offset;\n"
                           "    one = @P_cos_@T(one, (@V){0});\n"
                           "    return ((@R *)&one)[0];\n"
                           "}\n\n";

/* Operations that C has no operator for, in the order of their functions. */
static const struct {
    op_kind first, last;   /* that the functions are of */
    bool of_libm;          /* which they take from <math.h> */
    const char *functions; /* of vectors, and of numbers unless there is a name of one */
    const char *of_number; /* its name; NULL: @P_WORD_one_@T */
} CALL[] = {{OP_SQRT, OP_SQRT, true, ROOT, "sqrt@L"},
            {OP_ATAN2, OP_ATAN2, true, ANGLE, NULL},
            {OP_BELOW, OP_BELOW, false, BELOW, NULL},
            {OP_SIN, OP_COS, false, SINE, NULL}};
enum { CALLS = sizeof CALL / sizeof CALL[0] };

static bool has_call(const ops *p, size_t call)
{
    uint32_t i = 0;
    while (i < p->list_count &&
           (p->list[i].kind < CALL[call].first || p->list[i].kind > CALL[call].last))
        i++;
    return i < p->list_count;
}

bool emit_needs_libm(const ops *p)
{
    bool needs = false;
    for (size_t c = 0; c < CALLS; c++)
        needs = needs || (CALL[c].of_libm && has_call(p, c));
    return needs;
}

void emit_call_functions(const emit_file *f, const emitter *e)
{
    for (size_t c = 0; c < CALLS; c++) {
        bool any = false;
        for (uint32_t i = 0; i < f->count; i++)
            any = any || has_call(f->list[i].p, c);
        emit_template(e, any ? CALL[c].functions : "");
    }
}

void emit_call_name(const emitter *e, op_kind kind, bool of_vectors)
{
    size_t c = 0;
    while (c + 1 < CALLS && (CALL[c].first > kind || CALL[c].last < kind))
        c++;
    assert(CALL[c].first <= kind && kind <= CALL[c].last);
    if (!of_vectors && CALL[c].of_number) {
        emit_template(e, CALL[c].of_number);
        return;
    }
    emit_template(e, "@P_");
    text_add(e->out, OP_KIND[kind].word);
    emit_template(e, of_vectors ? "_@T" : "_one_@T");
}

/* ---- headers --------------------------------------------------------------------------------- */

const emit_count EMIT_COUNT[EMIT_COUNTS] = {
    {UNIT_MUL, "MULTIPLICATIONS", true}, {UNIT_ADD, "ADDITIONS", true},
    {UNIT_DIV, "DIVISIONS", true},       {UNIT_SQRT, "SQUARE_ROOTS", false},
    {UNIT_ATAN, "ARC_TANGENTS", false},  {UNIT_TRIG, "SINES_AND_COSINES", false}};

/* ---- HLS C ----------------------------------------------------------------------------------- */

static void write_root(const hls_emitter *h, const char *a, const char *b)
{
    (void)b;
    text_printf(h->e.out, "sqrtf(%s)", a);
}

static void write_below(const hls_emitter *h, const char *a, const char *b)
{
    text_printf(h->e.out, "(%s < 0 ? %s : %s >= 0 ? 0 : %s)", b, a, b, b);
}

static void include_math(const hls_emitter *h)
{
    text_add(h->e.out, "#include <math.h>\n\n");
}

/* Operations without a row are operators of C. */
static const struct {
    void (*functions)(const hls_emitter *h); /* that operations of its unit need */
    void (*expression)(const hls_emitter *h, const char *a, const char *b); /* NULL: NAME_WORD */
} HLS_CALL[OP_KIND_COUNT] = {[OP_SQRT] = {include_math, write_root},
                             [OP_ATAN2] = {hls_angle, NULL},
                             [OP_SIN] = {hls_sine, NULL},
                             [OP_BELOW] = {NULL, write_below}};

const hls_unit HLS_UNIT[UNIT_KINDS] = {
    [UNIT_MUL] = {"mul", {"fmul", NULL}, {"mul", NULL}},
    [UNIT_ADD] = {"add", {"fadd", "fsub"}, {"add", "sub"}},
    [UNIT_DIV] = {"div", {"fdiv", NULL}, {"div", NULL}},
    [UNIT_SQRT] = {"root", {"fsqrt", NULL}, {NULL, NULL}},
    [UNIT_TRIG] = {"sine", {NULL, NULL}, {NULL, NULL}},
    [UNIT_ATAN] = {"angle", {NULL, NULL}, {NULL, NULL}}};

void hls_call_functions(const hls_emitter *h)
{
    const ops_counts n = ops_count(h->e.p);
    for (op_kind k = 0; k < OP_KIND_COUNT; k++)
        if (HLS_CALL[k].functions && n.per_unit[OP_KIND[k].unit])
            HLS_CALL[k].functions(h);
}

void hls_operation(const hls_emitter *h, op_kind kind, const char *a, const char *b)
{
    const op_kind_info *o = &OP_KIND[kind];
    if (o->symbol)
        text_printf(h->e.out, "%s %s %s", a, o->symbol, b);
    else if (HLS_CALL[kind].expression)
        HLS_CALL[kind].expression(h, a, b);
    else if (o->operands == 1)
        text_printf(h->e.out, "%s_%s(%s)", h->e.name, o->word, a);
    else
        text_printf(h->e.out, "%s_%s(%s, %s)", h->e.name, o->word, a, b);
}

op_kind hls_unit_operation(unit_kind unit)
{
    op_kind kind = 0;
    while (OP_KIND[kind].unit != unit)
        kind++;
    return kind;
}
