/* SPDX-License-Identifier: MIT */
#include "emit/parts.h"

#include <string.h>

void emit_template(const emitter *e, const char *pattern)
{
    const char *infix = e->across_joints ? "joint_" : "";
    for (const char *at; (at = strchr(pattern, '@')) != NULL; pattern = at + 2) {
        text_add_bytes(e->out, pattern, (size_t)(at - pattern));
        switch (at[1]) {
        case 'P': text_add(e->out, e->name); break;
        case 'N': text_add(e->out, e->upper_name); break;
        case 'R': text_add(e->out, e->real->type); break;
        case 'T': text_add(e->out, e->real->tag); break;
        case 'L': text_add(e->out, e->real->literal); break;
        case 'A': text_add(e->out, infix); break;
        case 'B': text_add(e->out, e->across_joints ? "JOINT_" : ""); break;
        case 'I': text_add(e->out, e->real->bits); break;
        case 'S': text_add(e->out, e->real->sign_bit); break;
        case 'W': text_add(e->out, e->real->bytes); break;
        case 'V': text_printf(e->out, "%s_%sv_%s", e->name, infix, e->real->tag); break;
        case 'M': text_printf(e->out, "%s_%sm_%s", e->name, infix, e->real->tag); break;
        case 'C': text_add(e->out, FUNCTION_KIND[e->p->function].call); break;
        case 'F': text_add(e->out, e->infix); break;
        case 'G': text_add(e->out, e->upper_infix); break;
        case 'X': text_add(e->out, emit_has_pivots(e) ? "int" : "void"); break;
        case 'O': text_add(e->out, FUNCTION_KIND[e->p->function].results); break;
        case 'U': text_printf(e->out, "%s_%su_%s", e->name, infix, e->real->tag); break;
        default: text_add(e->out, "@"); break;
        }
    }
    text_add(e->out, pattern);
}

void emit_number(const emitter *e, double value)
{
    text_printf(e->out, "%a%s", e->real->is_float ? (double)(float)value : value, e->real->literal);
}

void emit_affine(const emitter *e, double ratio, const char *x, double offset)
{
    if (ratio != 1) {
        text_add(e->out, ratio < 0 ? "(" : "");
        emit_number(e, ratio);
        text_add(e->out, ratio < 0 ? ") * " : " * ");
    }
    text_add(e->out, x);
    if (offset != 0) {
        text_add(e->out, " + (");
        emit_number(e, offset);
        text_add(e->out, ")");
    }
}

void emit_string(text *out, const char *name)
{
    text_add(out, "\"");
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_printf(out, "\\%c", *c);
        else if (*c < ' ' || *c >= 0x7f || *c == '?') /* '?': no trigraphs */
            text_printf(out, "\\%03o", *c);
        else
            text_add_bytes(out, c, 1);
    }
    text_add(out, "\"");
}

char *emit_c_name(arena *mem, const char *robot)
{
    enum { LONGEST = 60 };
    bool digit = *robot >= '0' && *robot <= '9';
    char *name = arena_printf(mem, "%s%.*s", digit ? "robot_" : "", LONGEST,
                              *robot ? robot : "robot");
    for (char *c = name; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9')))
            *c = '_';
    return name;
}

char *emit_upper_name(arena *mem, const char *name)
{
    char *upper = arena_strdup(mem, name);
    for (char *c = upper; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return upper;
}
