/* SPDX-License-Identifier: MIT */
/* Functions of robots with loops take one pass of Newton's method at a time: around each of them
 * one that goes on until the constraints hold. */
#include "emit/parts.h"

#include <math.h>

bool emit_can_close(const emitter *e)
{
    return function_has(e->p->function, ARRAY_CLOSED_Q) && e->shape->used[ARRAY_RESIDUAL];
}

/* Their numbers are new for every pass: a function of the caller's makes them. */
static bool has_user_constraints(const emitter *e)
{
    return e->shape->used[ARRAY_USER_CONSTRAINTS];
}

/* Tolerance and limit, who makes numbers of constraints, then the arrays; q is changed, and qd
 * where such numbers depend on it. */
static void parameters(const emitter *e)
{
    const bool user = has_user_constraints(e);
    state_array_info all[WORD_ARRAYS];
    layout_arrays(e->shape, e->p, all);
    emit_template(e, "@R tolerance, unsigned limit");
    if (user)
        emit_template(e, ",\n    void (*constraints)(const @R *q, const @R *qd, "
                         "@R *user_constraints, void *user),\n    void *user");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const bool changed = all[k].result || k == ARRAY_Q || (user && k == ARRAY_QD);
        if (all[k].there && k != ARRAY_USER_CONSTRAINTS)
            text_printf(e->out, ", %s%s *%s", changed ? "" : "const ", e->real->type, all[k].name);
    }
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
    if (with_comments && e->shape->used[ARRAY_LEFT_OUT])
        text_printf(e->out, "/* left_out is at most 2^%d (float, and derivatives: 2^%d) "
                            "then, too. */\n",
                    2 * ilogb(LEFT_OUT_WITHIN64), 2 * ilogb(LEFT_OUT_WITHIN32));
    if (with_comments && has_user_constraints(e))
        text_add(e->out,
                 "/* constraints: writes user_constraints at q and qd; called before every pass "
                 "and, as what is\n * quadratic needs rates of dependent joints, once more before "
                 "a last one with rates that follow\n * from the others, which are left in qd. "
                 "user: passed on. */\n");
    emit_template(e, "int @P_@C_until_closed_@T(");
    parameters(e);
    text_add(e->out, ");\n");
}

/* What is not a number is not small. */
static void compare_residuals(const emitter *e)
{
    const char *before = "";
    text_add(e->out, "        const int closed = ");
    for (uint32_t i = 0; i < e->p->outputs_count; i++) {
        const word_array of = OUTPUT_KIND[e->p->outputs[i].kind].array;
        uint32_t number;
        if (of != ARRAY_RESIDUAL && of != ARRAY_LEFT_OUT)
            continue;
        const char *array = layout_output(e->shape, e->p, i, &number);
        text_printf(e->out, "%s%s[%u] <= ", before, array, number);
        if (of == ARRAY_RESIDUAL)
            text_add(e->out, "tolerance * tolerance");
        else
            emit_number(e, left_out_most(e->p->outputs[i].kind, e->real->is_float));
        before = " &&\n                           ";
    }
    text_add(e->out, ";\n");
}

/* One pass, which may end all. */
static void call_pass(const emitter *e, const char *indent)
{
    if (has_user_constraints(e))
        text_printf(e->out, "%sconstraints(q, qd, user_constraints, user);\n", indent);
    text_add(e->out, indent);
    emit_template(e, emit_has_pivots(e) ? "if (@P_@C_@T(" : "@P_@C_@T(");
    arguments(e);
    text_add(e->out, emit_has_pivots(e) ? "))\n" : ");\n");
    if (emit_has_pivots(e))
        text_printf(e->out, "%s    return 1;\n", indent);
}

/* What came out for dependent joints goes in. */
static void take_dependent(const emitter *e, output_kind kind, const char *array)
{
    for (uint32_t i = 0; i < e->p->outputs_count; i++) {
        const ops_output *o = &e->p->outputs[i];
        if (o->kind == kind && OPERAND_CLASS(o->value) != FROM_CONSTANT)
            text_printf(e->out, "        %s[%u] = %s_closed[%u];\n", array, o->index, array,
                        o->index);
    }
}

void emit_closing(const emitter *e)
{
    if (!emit_can_close(e))
        return;
    emit_template(e, "int @P_@C_until_closed_@T(");
    parameters(e);
    text_add(e->out, ")\n{\n");
    if (has_user_constraints(e)) {
        emit_template(e, "    @R user_constraints");
        text_printf(e->out, "[%u];\n", e->shape->count[OWNER_USER_NUMBER]);
    }
    text_add(e->out, "    for (unsigned pass = 0; pass < limit; pass++) {\n");
    call_pass(e, "        ");
    compare_residuals(e);
    take_dependent(e, OUTPUT_CLOSED_Q, "q");
    if (has_user_constraints(e)) {
        take_dependent(e, OUTPUT_CLOSED_QD, "qd");
        text_add(e->out, "        if (closed) {\n");
        call_pass(e, "            ");
        text_add(e->out, "            return 0;\n        }\n");
    } else {
        text_add(e->out, "        if (closed)\n            return 0;\n");
    }
    text_add(e->out, "    }\n    return 2;\n}\n\n");
}
