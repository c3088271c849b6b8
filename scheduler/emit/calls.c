/* SPDX-License-Identifier: MIT */
/* Operations that C has no operator for. Roots and arc tangents are those of <math.h>, whose root
 * is exact; the arc tangent of floats is that of doubles, rounded once, which may be a unit of the
 * last place away from a core's (machine/fp32_atan2.h). Emitted code that has none of them needs no
 * libm. Sines and cosines are those of sine_cosine.c. */
#include "emit/parts.h"

bool emit_needs_libm(const ops *p)
{
    for (uint32_t i = 0; i < p->list_count; i++)
        if (p->list[i].kind == OP_SQRT || p->list[i].kind == OP_ATAN2)
            return true;
    return false;
}

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

void emit_call_functions(const emit_file *f, const emitter *e)
{
    uint32_t roots = 0, angles = 0, sines = 0, branches = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        ops_counts n = ops_count(f->list[i].p);
        roots += n.per_kind[OP_SQRT];
        angles += n.per_kind[OP_ATAN2];
        sines += n.per_unit[UNIT_TRIG];
        branches += n.per_kind[OP_BELOW];
    }
    emit_template(e, roots ? ROOT : "");
    emit_template(e, angles ? ANGLE : "");
    emit_template(e, branches ? BELOW : "");
    emit_template(e, sines ? SINE : "");
}

void emit_call_name(const emitter *e, op_kind kind, bool of_vectors)
{
    if (!of_vectors && kind == OP_SQRT) {
        emit_template(e, "sqrt@L");
        return;
    }
    emit_template(e, "@P_");
    text_add(e->out, OP_KIND[kind].word);
    emit_template(e, of_vectors ? "_@T" : "_one_@T");
}
