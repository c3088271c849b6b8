/* SPDX-License-Identifier: MIT */
/* The `.ops` printer: inputs, constants, operations, outputs, one a line. */
#include "operations/ops.h"

#include <math.h>
#include <string.h>

static bool is_bare(const char *name)
{
    if (!*name)
        return false;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c <= ' ' || *c == 0x7f || strchr("#=\"\\", *c))
            return false;
    return true;
}

static void print_quoted(text *out, const char *name)
{
    text_add(out, "\"");
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_printf(out, "\\%c", *c);
        else if (*c < ' ' || *c == 0x7f)
            text_printf(out, "\\x%02x", *c);
        else
            text_add_bytes(out, c, 1);
    }
    text_add(out, "\"");
}

void ops_print_name(const char *name, text *out)
{
    if (is_bare(name))
        text_add(out, name);
    else
        print_quoted(out, name);
}

static void print_operand(const ops *p, text *out, operand x)
{
    uint32_t i = OPERAND_INDEX(x);
    text_add(out, " ");
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: ops_print_name(p->inputs[i].name, out); break;
    case FROM_CONSTANT: ops_print_name(p->constants[i].name, out); break;
    case FROM_OP: ops_print_name(p->list[i].name, out); break;
    }
}

static void print_point(const ops *p, text *out, int point)
{
    if (ops_has_points(p))
        text_printf(out, " point %d", point);
}

static void print_format(const ops *p, text *out)
{
    const number_format *f = ops_format(p);
    if (p->format == FORMAT_UNNAMED)
        return;
    text_printf(out, "\nnumbers %s", f->word);
    if (FORMAT_HAS_BITS(f))
        text_printf(out, " %u", f->bits(p->format));
}

static void print_input(const ops *p, text *out, const ops_input *in)
{
    text_add(out, "input ");
    ops_print_name(in->name, out);
    text_printf(out, " %s", INPUT_KIND[in->kind].word);
    if (in->kind != INPUT_PLAIN) {
        text_printf(out, " %u ", in->index);
        if (INPUT_KIND[in->kind].is_vector)
            text_printf(out, "%c ", "xyz"[in->axis]);
        print_quoted(out, in->of);
    }
    if (word_is_affine(&INPUT_KIND[in->kind]) && in->ratio != 1)
        text_printf(out, " ratio %a", in->ratio);
    if (word_is_affine(&INPUT_KIND[in->kind]) && (in->offset != 0 || signbit(in->offset)))
        text_printf(out, " offset %a", in->offset);
    print_point(p, out, in->point);
    if (ops_has_points(p))
        text_printf(out, " from %a to %a # %g .. %g", in->low, in->high, in->low, in->high);
    text_add(out, "\n");
}

static void print_output(const ops *p, text *out, const ops_output *o)
{
    text_add(out, "output ");
    ops_print_name(o->name, out);
    text_printf(out, " %s", OUTPUT_KIND[o->kind].word);
    if (o->kind != OUTPUT_PLAIN) {
        text_printf(out, " %u ", o->index);
        if (OUTPUT_KIND[o->kind].is_vector)
            text_printf(out, "%c ", "xyz"[o->axis]);
        print_quoted(out, o->of);
    }
    if (word_has_column(&OUTPUT_KIND[o->kind])) {
        text_printf(out, " %u ", o->column);
        print_quoted(out, o->column_of);
    }
    if (word_is_of_joint(&OUTPUT_KIND[o->kind]))
        text_add(out, o->is_angle ? " angle" : " length");
    text_add(out, " =");
    print_operand(p, out, o->value);
    text_add(out, "\n");
}

void ops_print(const ops *p, text *out)
{
    text_add(out, "tauflow-ops 1\nrobot ");
    print_quoted(out, p->robot);
    if (p->function != FUNCTION_ID) /* which goes without saying */
        text_printf(out, "\nfunction %s", FUNCTION_KIND[p->function].name);
    print_format(p, out);
    text_add(out, "\n\n");
    for (uint32_t i = 0; i < p->joints_count; i++) {
        text_add(out, "joint ");
        print_quoted(out, p->joints[i].name);
        text_add(out, p->joints[i].is_angle ? " angle" : " length");
        for (uint32_t k = 0; k < LIMITS; k++)
            if (p->joints[i].has_limit[k]) {
                text_printf(out, " %s ", LIMIT_WORD[k]);
                text_add_number(out, p->joints[i].limit[k]);
            }
        text_add(out, "\n");
    }
    text_add(out, p->joints_count ? "\n" : "");
    for (uint32_t i = 0; i < p->inputs_count; i++)
        print_input(p, out, &p->inputs[i]);
    text_add(out, "\n");
    for (uint32_t i = 0; i < p->constants_count; i++) {
        text_add(out, "const ");
        ops_print_name(p->constants[i].name, out);
        text_printf(out, " %a", p->constants[i].value);
        print_point(p, out, p->constants[i].point);
        text_add(out, " # ");
        text_add_number(out, p->constants[i].value);
        text_add(out, "\n");
    }
    text_add(out, "\n");
    for (uint32_t i = 0; i < p->list_count; i++) {
        ops_print_name(p->list[i].name, out);
        text_printf(out, " = %s", OP_KIND[p->list[i].kind].word);
        print_operand(p, out, p->list[i].a);
        if (OP_KIND[p->list[i].kind].operands > 1)
            print_operand(p, out, p->list[i].b);
        print_point(p, out, p->list[i].point);
        text_add(out, "\n");
    }
    text_add(out, "\n");
    for (uint32_t i = 0; i < p->outputs_count; i++)
        print_output(p, out, &p->outputs[i]);
}
