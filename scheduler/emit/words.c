/* The operations as straight-line code, each result a constant of its own: once on single
 * numbers, once on vectors. The two differ only in how a word is loaded, stored and spread. */
#include "emit/parts.h"

typedef struct {
    const emitter *e;
    bool vector;
    bool *loaded; /* per input, vectors only */
} body;

static void operand_text(const body *b, operand x, bool spread)
{
    const emitter *e = b->e;
    uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: text_printf(e->out, b->vector ? "x%u" : "in[%u]", i); break;
    case FROM_OP: text_printf(e->out, "t%u", i); break;
    case FROM_CONSTANT: {
        double value = e->p->constants[i].value;
        bool negative = e->real->is_float ? (float)value < 0 : value < 0;
        text_add(e->out, negative || spread ? "(" : "");
        emit_number(e, value);
        if (spread) /* less zero, because plus zero would lose the sign of -0 */
            emit_template(e, " - (@V){0}");
        text_add(e->out, negative || spread ? ")" : "");
        break;
    }
    }
}

/* Vectors: loads an input before its first use. */
static void load(const body *b, operand x)
{
    if (!b->vector || OPERAND_CLASS(x) != FROM_INPUT || b->loaded[OPERAND_INDEX(x)])
        return;
    b->loaded[OPERAND_INDEX(x)] = true;
    emit_template(b->e, "    const @V ");
    text_printf(b->e->out, "x%u = ", OPERAND_INDEX(x));
    emit_template(b->e, "*(const @U *)");
    text_printf(b->e->out, "(in + %u * in_stride);\n", OPERAND_INDEX(x));
}

static void operation(const body *b, uint32_t i)
{
    const op *o = &b->e->p->list[i];
    bool constants = OPERAND_CLASS(o->a) == FROM_CONSTANT && OPERAND_CLASS(o->b) == FROM_CONSTANT;
    load(b, o->a);
    load(b, o->b);
    emit_template(b->e, b->vector ? "    const @V " : "    const @R ");
    text_printf(b->e->out, "t%u = ", i);
    operand_text(b, o->a, b->vector && constants);
    text_printf(b->e->out, " %s ", OP_KIND[o->kind].symbol);
    operand_text(b, o->b, false);
    text_add(b->e->out, ";\n");
}

static void store(const body *b, uint32_t output)
{
    operand value = b->e->p->outputs[output].value;
    load(b, value);
    if (b->vector) {
        emit_template(b->e, "    *(@U *)");
        text_printf(b->e->out, "(out + %u * out_stride) = ", output);
    } else {
        text_printf(b->e->out, "    out[%u] = ", output);
    }
    operand_text(b, value, b->vector);
    text_add(b->e->out, ";\n");
}

/* Operations in order, every output stored as soon as it is there. */
static void emit_body(const emitter *e, bool vector)
{
    const ops *p = e->p;
    arena scratch = arena_make();
    body b = {.e = e, .vector = vector, .loaded = ARENA_ARRAY(&scratch, bool, p->inputs_count)};
    uint32_t *first = ARENA_ARRAY(&scratch, uint32_t, p->list_count); /* output that shows it, + 1 */
    uint32_t *next = ARENA_ARRAY(&scratch, uint32_t, p->outputs_count);
    for (uint32_t i = p->outputs_count; i-- > 0;) {
        if (OPERAND_CLASS(p->outputs[i].value) != FROM_OP)
            continue;
        next[i] = first[OPERAND_INDEX(p->outputs[i].value)];
        first[OPERAND_INDEX(p->outputs[i].value)] = i + 1;
    }
    for (uint32_t k = 0; k < p->list_count; k++) {
        operation(&b, e->order[k]);
        for (uint32_t o = first[e->order[k]]; o != 0; o = next[o - 1])
            store(&b, o - 1);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) != FROM_OP)
            store(&b, i);
    arena_free(&scratch);
}

void emit_words(const emitter *e)
{
    emit_template(e, "void @P_words_@T(const @R *restrict in, @R *restrict out)\n{\n    (void)in;\n");
    emit_body(e, false);
    emit_template(e, "}\n\n#if @N_VECTOR_BYTES\n"
                     "/* As many states as a vector has lanes; word w of them at in + w * in_stride. */\n"
                     "static void @P_block_@T(const @R *restrict in, size_t in_stride, @R *restrict out, size_t out_stride)\n"
                     "{\n    (void)in, (void)in_stride, (void)out_stride;\n");
    emit_body(e, true);
    emit_template(e, "}\n#endif\n\n");
}
