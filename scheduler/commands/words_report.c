/* SPDX-License-Identifier: MIT */
#include "commands/words_report.h"

#include "operations/angles.h"
#include "operations/word_meaning.h"

static void print_word(const char *name, const word_meaning *m, text *out)
{
    text_printf(out, "%-12s  ", name);
    word_meaning_say(m, out);
    text_add(out, "\n");
}

void words_print(const ops *p, text *out)
{
    arena mem = arena_make();
    const layout l = layout_make(&mem, p);
    text_printf(out, "\n%-12s  %s\n", "input", "what it is");
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_meaning m = word_meaning_of_input(&l, p, i);
        print_word(p->inputs[i].name, &m, out);
    }
    text_printf(out, "\n%-12s  %s\n", "output", "what it is");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const word_meaning m = word_meaning_of_output(p, i);
        print_word(p->outputs[i].name, &m, out);
    }
    arena_free(&mem);
}

static void json_word(arena *mem, const char *name, const word_meaning *m, bool more, text *out)
{
    text said = text_make(mem);
    word_meaning_say(m, &said);
    text_printf(out, "%s{\"name\": ", more ? ", " : "");
    text_add_json_string(out, name);
    text_printf(out, ", \"kind\": \"%s\"", m->kind->word);
    if (m->of) {
        text_add(out, ", \"of\": ");
        text_add_json_string(out, m->of);
        text_printf(out, ", \"number\": %u, \"unit\": \"%s\"", m->index, word_meaning_unit(m));
    }
    if (word_is_affine(m->kind)) {
        text_add(out, ", \"ratio\": ");
        text_add_number(out, m->ratio);
        text_add(out, ", \"offset\": ");
        text_add_number(out, m->offset);
    }
    text_add(out, ", \"what\": ");
    text_add_json_string(out, said.bytes);
    text_add(out, "}");
}

void words_json(const ops *p, text *out)
{
    arena mem = arena_make();
    const layout l = layout_make(&mem, p);
    text_add(out, ", \"input_words\": [");
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_meaning m = word_meaning_of_input(&l, p, i);
        json_word(&mem, p->inputs[i].name, &m, i, out);
    }
    text_add(out, "], \"output_words\": [");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const word_meaning m = word_meaning_of_output(p, i);
        json_word(&mem, p->outputs[i].name, &m, i, out);
    }
    text_add(out, "]");
    arena_free(&mem);
}

void words_print_offsets(const ops *p, int label, text *out)
{
    const uint32_t moved = ops_moved_angles(p);
    if (moved)
        text_printf(out, "%-*s%u of %u inputs are not of a joint's own angle (dump tells); "
                         "--plain-angles makes them so\n",
                    label, "offsets", moved, p->inputs_count);
}
