/* Functions of robots with loops take one pass of Newton's method at a time: around each of them
 * one that goes on until the constraints hold. */
#include "emit/parts.h"

/* Numbers of the user's constraints are new for every pass: whoever makes them repeats it. */
bool emit_can_close(const emitter *e)
{
    return function_has(e->p->function, ARRAY_CLOSED_Q) && e->shape->used[ARRAY_RESIDUAL] &&
           !e->shape->used[ARRAY_USER_CONSTRAINTS];
}

/* Tolerance and limit, then the arrays; q is changed. */
static void parameters(const emitter *e)
{
    state_array_info all[WORD_ARRAYS];
    layout_arrays(e->shape, e->p, all);
    emit_template(e, "@R tolerance, unsigned limit");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (all[k].there)
            text_printf(e->out, ", %s%s *%s", all[k].result || k == ARRAY_Q ? "" : "const ",
                        e->real->type, all[k].name);
}

static void arguments(const emitter *e)
{
    state_array_info all[WORD_ARRAYS];
    const char *comma = "";
    layout_arrays(e->shape, e->p, all);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (all[k].there) {
            text_printf(e->out, "%s%s", comma, all[k].name);
            comma = ", ";
        }
}

void emit_closing_prototype(const emitter *e, bool with_comments)
{
    if (!emit_can_close(e))
        return;
    if (with_comments)
        text_add(e->out,
                 "/* The same until every residual is at most tolerance^2; in q the positions of "
                 "dependent joints are\n * replaced by those of each pass, the last one too. "
                 "Returns 0; 1 where it cannot be solved; 2 where\n * `limit` passes are not "
                 "enough: other results are then of no use. */\n");
    emit_template(e, "int @P_@C_until_closed_@T(");
    parameters(e);
    text_add(e->out, ");\n");
}

/* What is not a number is not small. */
static void compare_residuals(const emitter *e)
{
    const char *before = "";
    text_add(e->out, "        const int closed = ");
    for (uint32_t i = 0; i < e->p->outputs_count; i++)
        if (e->p->outputs[i].kind == OUTPUT_RESIDUAL) {
            text_printf(e->out, "%sresidual[%u] <= tolerance * tolerance", before,
                        e->p->outputs[i].index);
            before = " &&\n                           ";
        }
    text_add(e->out, ";\n");
}

void emit_closing(const emitter *e)
{
    if (!emit_can_close(e))
        return;
    emit_template(e, "int @P_@C_until_closed_@T(");
    parameters(e);
    text_add(e->out, ")\n{\n    for (unsigned pass = 0; pass < limit; pass++) {\n        ");
    emit_template(e, emit_has_pivots(e) ? "if (@P_@C_@T(" : "@P_@C_@T(");
    arguments(e);
    text_add(e->out, emit_has_pivots(e) ? "))\n            return 1;\n" : ");\n");
    compare_residuals(e);
    for (uint32_t i = 0; i < e->p->outputs_count; i++) {
        const ops_output *o = &e->p->outputs[i];
        if (o->kind == OUTPUT_CLOSED_Q && OPERAND_CLASS(o->value) != FROM_CONSTANT)
            text_printf(e->out, "        q[%u] = q_closed[%u];\n", o->index, o->index);
    }
    text_add(e->out, "        if (closed)\n            return 0;\n    }\n    return 2;\n}\n\n");
}
