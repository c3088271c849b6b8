/* Operations that C has no operator for. They are those of <math.h>, whose root is exact and whose
 * arc tangent is the evaluator's own: a float's is that of doubles, rounded once, as in
 * machine/fp32.h. Emitted code that has none of them needs no libm. */
#include "emit/parts.h"

bool emit_has_calls(const ops *p)
{
    for (uint32_t i = 0; i < p->list_count; i++)
        if (!OP_KIND[p->list[i].kind].symbol)
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

void emit_call_functions(const emit_file *f, const emitter *e)
{
    uint32_t roots = 0, angles = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        ops_counts n = ops_count(f->list[i].p);
        roots += n.per_kind[OP_SQRT];
        angles += n.per_kind[OP_ATAN2];
    }
    emit_template(e, roots ? ROOT : "");
    emit_template(e, angles ? ANGLE : "");
}

void emit_call_name(const emitter *e, op_kind kind, bool of_vectors)
{
    if (of_vectors)
        emit_template(e, kind == OP_SQRT ? "@P_sqrt_@T" : "@P_atan2_@T");
    else
        emit_template(e, kind == OP_SQRT ? "sqrt@L" : "@P_atan2_one_@T");
}
