/* SPDX-License-Identifier: MIT */
#include "operations/word_meaning.h"

#include <math.h>
#include <string.h>

/* Words of text forms that are no words of English; the others are said as they are. */
static const char *const INPUT_SAID[INPUT_KIND_COUNT] = {
    [INPUT_SIN] = "sine",
    [INPUT_COS] = "cosine",
    [INPUT_Q] = "position",
    [INPUT_QD] = "velocity",
    [INPUT_QDD] = "acceleration",
    [INPUT_OMEGA] = "angular velocity",
    [INPUT_OMEGAD] = "angular acceleration",
    [INPUT_ACC] = "acceleration of its origin less gravity",
    [INPUT_IMPOSED] = "imposed acceleration"};

word_meaning word_meaning_of_input(const layout *l, const ops *p, uint32_t input)
{
    const ops_input *in = &p->inputs[input];
    const word_kind *kind = &INPUT_KIND[in->kind];
    return (word_meaning){.kind = kind, .of = in->of, .index = in->index, .axis = in->axis,
                          .ratio = in->ratio, .offset = in->offset,
                          .is_angle = word_is_of_joint(kind) && l->joint_is_angle[in->index]};
}

word_meaning word_meaning_of_output(const ops *p, uint32_t output)
{
    const ops_output *out = &p->outputs[output];
    return (word_meaning){.kind = &OUTPUT_KIND[out->kind], .of = out->of, .index = out->index,
                          .axis = out->axis, .ratio = 1, .is_angle = out->is_angle,
                          .column_of = out->column_of, .column = out->column};
}

void word_meaning_name(const char *name, text *out)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        const bool wide = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; /* U+0080 to U+009F */
        const bool hidden = wide || *c < ' ' || *c == 0x7f || strchr("*\\?", *c);
        text_add_bytes(out, hidden ? "_" : (const char *)c, 1);
        c += wide;
    }
}

/* `free body` of `free_body_names`. */
static void say_owner(word_owner owner, uint32_t index, const char *of, text *out)
{
    const char *names = WORD_OWNER[owner].names, *end = strstr(names, "_names");
    for (const char *c = names; c < end; c++)
        text_add_bytes(out, *c == '_' ? " " : c, 1);
    text_printf(out, " %u '", index);
    word_meaning_name(of, out);
    text_add(out, "'");
}

static void say_quantity(const word_kind *kind, text *out)
{
    const bool is_input = kind >= INPUT_KIND && kind < INPUT_KIND + INPUT_KIND_COUNT;
    const char *said = is_input ? INPUT_SAID[kind - INPUT_KIND] : NULL;
    for (const char *c = said ? said : kind->word; *c; c++)
        text_add_bytes(out, *c == '_' ? " " : c, 1);
}

/* `q`, `0.5 q - 0.25`. */
static void say_position(const word_meaning *m, text *out)
{
    if (m->ratio != 1) {
        text_add_number(out, m->ratio);
        text_add(out, " ");
    }
    text_add(out, "q");
    if (m->offset != 0) {
        text_add(out, m->offset < 0 ? " - " : " + ");
        text_add_number(out, fabs(m->offset));
    }
}

static bool is_of_sine(const word_kind *kind)
{
    return kind->made == MADE_SINE || kind->made == MADE_COSINE;
}

const char *word_meaning_unit(const word_meaning *m)
{
    return is_of_sine(m->kind) ? INPUT_KIND[INPUT_Q].unit[true] : m->kind->unit[m->is_angle];
}

void word_meaning_say(const word_meaning *m, text *out)
{
    const word_kind *kind = m->kind;
    const word_owner owner = word_owner_of(kind);
    const bool of_sine = is_of_sine(kind);
    const char *unit = word_meaning_unit(m);
    if (owner == OWNER_NONE) {
        text_add(out, kind->word);
        return;
    }
    say_owner(owner, m->index, m->of, out);
    if (word_has_column(kind)) {
        text_add(out, ", column ");
        say_owner(WORD_ARRAY[kind->array].columns, m->column, m->column_of, out);
    }
    text_add(out, ": ");
    say_quantity(kind, out);
    if (kind->is_vector)
        text_printf(out, " %c", "xyz"[m->axis]);
    if (of_sine || (word_is_affine(kind) && (m->ratio != 1 || m->offset != 0))) {
        text_add(out, of_sine ? " of " : " as ");
        say_position(m, out);
    }
    if (*unit)
        text_printf(out, " (%s)", unit);
}
