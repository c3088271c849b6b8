/* SPDX-License-Identifier: MIT */
/* The operations as straight-line code, each result a constant of its own. Three functions
 * have such a body; they differ in how a word is loaded, stored and spread over lanes. Those of a
 * large function are cut into pieces, and all its variants call the same ones: on words, of numbers
 * or of vectors. */
#include "emit/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    BODY_WORDS, /* in[w], out[w] */
    BODY_BLOCK, /* the same as vectors, w strides apart */
    BODY_STATE, /* sines, q, qd .. of the caller, into tau .. */
    BODY_PIECE, /* in[w], out[w], kept[n], of numbers */
    BODY_VECTOR_PIECE /* the same of vectors */
} body_form;

enum { NUMBER_BYTES = 40 }; /* text of a number of an array: "q[3]" */

typedef struct {
    const emitter *e;
    body_form kind;
    bool *loaded; /* per input: it has a constant of its own by now */
    /* outputs that show an operation, linked: their numbers + 1, 0 at the end */
    const uint32_t *first, *next;
    uint32_t *piece_of; /* per operation: last piece in which it had a constant of its own, + 1 */
    uint32_t piece;     /* the one at hand, + 1 */
} body;

static bool of_vectors(const body *b)
{
    return b->kind == BODY_BLOCK || b->kind == BODY_VECTOR_PIECE;
}

static bool in_pieces(const body *b)
{
    return b->kind == BODY_PIECE || b->kind == BODY_VECTOR_PIECE;
}

/* Words are read from and written to arrays `in` and `out`. */
static bool on_words(const body *b)
{
    return b->kind == BODY_WORDS || in_pieces(b);
}

/* Whether an input is given a name before its first use, rather than read in place. */
static bool has_load(const body *b, uint32_t input)
{
    const ops_input *in = &b->e->p->inputs[input];
    if (b->kind == BODY_STATE)
        return INPUT_KIND[in->kind].made == MADE_AFFINE && (in->ratio != 1 || in->offset != 0);
    return b->kind == BODY_BLOCK;
}

static void input_text(const body *b, uint32_t i)
{
    uint32_t number = i;
    if (has_load(b, i)) {
        text_printf(b->e->out, "x%u", i);
        return;
    }
    const char *array = on_words(b) ? "in" : layout_input(b->e->shape, b->e->p, i, &number);
    text_printf(b->e->out, "%s[%u]", array, number);
}

static void operand_text(const body *b, operand x, bool spread)
{
    const emitter *e = b->e;
    uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: input_text(b, i); break;
    case FROM_OP: text_printf(e->out, "t%u", i); break;
    case FROM_CONSTANT: {
        bool braces = e->p->constants[i].value < 0 || spread;
        text_add(e->out, braces ? "(" : "");
        emit_number(e, e->p->constants[i].value);
        if (spread) /* less zero, because plus zero would lose the sign of -0 */
            emit_template(e, " - (@V){0}");
        text_add(e->out, braces ? ")" : "");
        break;
    }
    }
}

/* A value of an earlier piece. */
static void fetch(const body *b, uint32_t i)
{
    if (!in_pieces(b) || b->piece_of[i] == b->piece)
        return;
    b->piece_of[i] = b->piece;
    emit_template(b->e, of_vectors(b) ? "    const @V " : "    const @R ");
    text_printf(b->e->out, "t%u = kept[%u];\n", i, b->e->cut->place[i]);
}

static void load(const body *b, operand x)
{
    const emitter *e = b->e;
    uint32_t i = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) == FROM_OP)
        fetch(b, i);
    if (OPERAND_CLASS(x) != FROM_INPUT || b->loaded[i] || !has_load(b, i))
        return;
    b->loaded[i] = true;
    emit_template(e, b->kind == BODY_BLOCK ? "    const @V " : "    const @R ");
    text_printf(e->out, "x%u = ", i);
    if (b->kind == BODY_BLOCK) {
        emit_template(e, "*(const @U *)");
        text_printf(e->out, "(in + %u * in_stride)", i);
    } else {
        char at[NUMBER_BYTES];
        uint32_t number;
        const char *array = layout_input(e->shape, e->p, i, &number);
        snprintf(at, sizeof at, "%s[%u]", array, number);
        emit_affine(e, e->p->inputs[i].ratio, at, e->p->inputs[i].offset);
    }
    text_add(e->out, ";\n");
}

/* name(a, b), or name(a). */
static void call(const body *b, const op *o)
{
    const bool vectors = of_vectors(b);
    emit_call_name(b->e, o->kind, vectors);
    text_add(b->e->out, "(");
    operand_text(b, o->a, vectors);
    if (OP_KIND[o->kind].operands > 1) {
        text_add(b->e->out, ", ");
        operand_text(b, o->b, vectors);
    }
    text_add(b->e->out, ");\n");
}

static void operation(const body *b, uint32_t i)
{
    const op *o = &b->e->p->list[i];
    bool constants = OPERAND_CLASS(o->a) == FROM_CONSTANT && OPERAND_CLASS(o->b) == FROM_CONSTANT;
    load(b, o->a);
    load(b, o->b);
    emit_template(b->e, of_vectors(b) ? "    const @V " : "    const @R ");
    text_printf(b->e->out, "t%u = ", i);
    if (!OP_KIND[o->kind].symbol) {
        call(b, o);
        return;
    }
    operand_text(b, o->a, of_vectors(b) && constants);
    text_printf(b->e->out, " %s ", OP_KIND[o->kind].symbol);
    operand_text(b, o->b, false);
    text_add(b->e->out, ";\n");
}

static void store(const body *b, uint32_t output)
{
    operand value = b->e->p->outputs[output].value;
    uint32_t number = output;
    load(b, value);
    if (b->kind == BODY_STATE && emit_is_pivot(b->e, output))
        return;
    if (b->kind == BODY_BLOCK) {
        emit_template(b->e, "    *(@U *)");
        text_printf(b->e->out, "(out + %u * out_stride) = ", output);
    } else {
        const char *array = on_words(b) ? "out"
                                        : layout_output(b->e->shape, b->e->p, output, &number);
        text_printf(b->e->out, "    %s[%u] = ", array, number);
        const char *given = b->kind == BODY_STATE ? emit_given(b->e, output, &number) : NULL;
        if (given) {
            text_printf(b->e->out, "%s[%u];\n", given, number);
            return;
        }
        if (b->kind == BODY_STATE && layout_mirror(b->e->shape, b->e->p, output, &number))
            text_printf(b->e->out, "%s[%u] = ", array, number);
    }
    operand_text(b, value, of_vectors(b));
    text_add(b->e->out, ";\n");
}

/* Every output is stored as soon as it is there. */
static void ordered(const body *b, uint32_t n)
{
    const uint32_t i = b->e->order[n];
    operation(b, i);
    if (in_pieces(b)) {
        b->piece_of[i] = b->piece;
        if (b->e->cut->place[i] != PIECES_OWN)
            text_printf(b->e->out, "    kept[%u] = t%u;\n", b->e->cut->place[i], i);
    }
    for (uint32_t o = b->first[i]; o != 0; o = b->next[o - 1])
        store(b, o - 1);
}

/* A number of an array of results that is zero in every state. */
typedef struct {
    const char *array;
    uint32_t number;
} zero_cell;

enum { SHORTEST_RUN = 4 };

static bool is_zero(const body *b, uint32_t output)
{
    const operand value = b->e->p->outputs[output].value;
    uint32_t number_given;
    if (b->kind != BODY_STATE || emit_is_pivot(b->e, output) ||
        OPERAND_CLASS(value) != FROM_CONSTANT || emit_given(b->e, output, &number_given))
        return false;
    const double number = b->e->p->constants[OPERAND_INDEX(value)].value;
    return number == 0 && !signbit(number);
}

static int compare_cells(const void *left, const void *right)
{
    const zero_cell *a = left, *b = right;
    const int names = strcmp(a->array, b->array);
    return names ? names : (a->number > b->number) - (a->number < b->number);
}

/* Zeros of results of a state, those side by side in one loop: compilers make few wide stores of
 * it, and of a line each as many as there are numbers. */
static void zeros(const body *b)
{
    arena scratch = arena_make();
    zero_cell *cells = ARENA_ARRAY(&scratch, zero_cell, 2 * (size_t)b->e->p->outputs_count);
    size_t count = 0;
    for (uint32_t i = 0; i < b->e->p->outputs_count; i++) {
        zero_cell c;
        if (!is_zero(b, i))
            continue;
        c.array = layout_output(b->e->shape, b->e->p, i, &c.number);
        cells[count++] = c;
        if (layout_mirror(b->e->shape, b->e->p, i, &c.number))
            cells[count++] = c;
    }
    qsort(cells, count, sizeof *cells, compare_cells);
    for (size_t i = 0, run; i < count; i += run) {
        const zero_cell *c = &cells[i];
        for (run = 1; i + run < count && strcmp(c[run].array, c->array) == 0 &&
                      c[run].number == c->number + run; run++)
            ;
        if (run >= SHORTEST_RUN) {
            text_printf(b->e->out,
                        "    for (size_t w = 0; w < %zu; w++)\n        %s[%u + w] = 0;\n", run,
                        c->array, c->number);
            continue;
        }
        for (size_t k = 0; k < run; k++)
            text_printf(b->e->out, "    %s[%u] = 0;\n", c[k].array, c[k].number);
    }
    arena_free(&scratch);
}

/* Outputs that are inputs or constants. */
static void rest(const body *b)
{
    for (uint32_t i = 0; i < b->e->p->outputs_count; i++)
        if (OPERAND_CLASS(b->e->p->outputs[i].value) != FROM_OP && !is_zero(b, i))
            store(b, i);
    zeros(b);
}

static void pivot_text(const void *of, uint32_t output)
{
    const body *b = of;
    operand_text(b, b->e->p->outputs[output].value, false);
}

static void word_text(const void *of, uint32_t output)
{
    const emitter *e = of;
    text_printf(e->out, "out[%u]", output);
}

/* What a function of a state returns. */
static void judge(const emitter *e, void (*word)(const void *of, uint32_t output), const void *of)
{
    if (!emit_has_pivots(e))
        return;
    text_add(e->out, "    return !(");
    emit_solvable(e, word, of);
    text_add(e->out, ");\n");
}

static body body_make(arena *scratch, const emitter *e, body_form kind)
{
    const ops *p = e->p;
    uint32_t *first = ARENA_ARRAY(scratch, uint32_t, p->list_count);
    uint32_t *next = ARENA_ARRAY(scratch, uint32_t, p->outputs_count);
    for (uint32_t i = p->outputs_count; i-- > 0;) {
        if (OPERAND_CLASS(p->outputs[i].value) != FROM_OP)
            continue;
        next[i] = first[OPERAND_INDEX(p->outputs[i].value)];
        first[OPERAND_INDEX(p->outputs[i].value)] = i + 1;
    }
    return (body){.e = e, .kind = kind, .first = first, .next = next,
                  .loaded = ARENA_ARRAY(scratch, bool, p->inputs_count),
                  .piece_of = ARENA_ARRAY(scratch, uint32_t, p->list_count)};
}

static void emit_body(const emitter *e, body_form kind)
{
    arena scratch = arena_make();
    body b = body_make(&scratch, e, kind);
    for (uint32_t n = 0; n < e->p->list_count; n++)
        ordered(&b, n);
    rest(&b);
    if (kind == BODY_STATE)
        judge(e, pivot_text, &b);
    arena_free(&scratch);
}

/* Texts of the two forms of pieces. */
typedef struct {
    const char *head, *call, *whole;
} piece_texts;

static const piece_texts OF_NUMBERS = {
    "@N_APART void @P_@Fpiece%u_@T(const @R *restrict in, @R *restrict out, @R *restrict kept)\n",
    "    @P_@Fpiece%u_@T(in, out, kept);\n",
    "@N_APART void @P_@Fwhole_@T(const @R *restrict in, @R *restrict out)\n"
    "{\n    @R kept[%u];\n"};
static const piece_texts OF_VECTORS = {
    "@N_APART_WIDE void @P_@Fblock_piece%u_@T(const @V *restrict in, @V *restrict out, "
    "@V *restrict kept)\n",
    "    @P_@Fblock_piece%u_@T(in, out, kept);\n",
    "@N_APART_WIDE void @P_@Fblock_@T(const @V *restrict in, @V *restrict out)\n"
    "{\n    @V kept[%u];\n"};

static void emit_numbered(const emitter *e, const char *pattern, uint32_t number)
{
    char filled[256];
    snprintf(filled, sizeof filled, pattern, number);
    emit_template(e, filled);
}

/* Around pieces. What these passes of gcc look for is not in straight-line code without a common
 * subexpression; left out, gcc takes half the time for code that runs alike (measured). */
static const char FEW_PASSES[] =
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#pragma GCC push_options\n"
    "#pragma GCC optimize(\"no-dse,no-tree-pta,no-tree-ccp,no-tree-forwprop,no-tree-fre\", \\\n"
    "    \"no-tree-pre,no-tree-dominator-opts,no-tree-vrp,no-tree-dse,no-tree-sink\", \\\n"
    "    \"no-tree-slsr,no-tree-reassoc,no-store-merging,no-gcse,no-rerun-cse-after-loop\")\n"
    "#endif\n\n";
static const char ALL_PASSES[] = "#if defined(__GNUC__) && !defined(__clang__)\n"
                                 "#pragma GCC pop_options\n"
                                 "#endif\n\n";

/* A function per piece, then one that calls them in turn. */
static void emit_pieces(const emitter *e, body_form kind)
{
    const piece_texts *texts = kind == BODY_PIECE ? &OF_NUMBERS : &OF_VECTORS;
    const pieces *cut = e->cut;
    arena scratch = arena_make();
    body b = body_make(&scratch, e, kind);
    text_add(e->out, FEW_PASSES);
    for (uint32_t k = 0, n = 0; k < cut->count; k++) {
        b.piece = k + 1;
        emit_numbered(e, texts->head, k);
        text_add(e->out, "{\n    (void)in, (void)out, (void)kept;\n");
        for (; n < cut->ends[k]; n++)
            ordered(&b, n);
        if (k + 1 == cut->count)
            rest(&b);
        text_add(e->out, "}\n\n");
    }
    text_add(e->out, ALL_PASSES);
    emit_numbered(e, texts->whole, emit_room(cut->places));
    for (uint32_t k = 0; k < cut->count; k++)
        emit_numbered(e, texts->call, k);
    text_add(e->out, "}\n\n");
    arena_free(&scratch);
}

/* The pairs of all angles, lanes = joints, written for one number of lanes. Vectors are made from
 * numbers, not read from an array: a wide load of what narrow stores just wrote would wait for
 * them. */
static void emit_pairs(const emitter *e, uint32_t lanes)
{
    const layout *l = e->shape;
    for (uint32_t from = 0; from < l->angles_count; from += lanes) {
        emit_template(e, "    @P_@Apair_@T((@V){");
        for (uint32_t i = from; i < from + lanes && i < l->angles_count; i++) {
            char number[NUMBER_BYTES];
            snprintf(number, sizeof number, "q[%u]", l->angles[i].coordinate);
            text_add(e->out, i > from ? ", " : "");
            emit_affine(e, l->angles[i].ratio, number, l->angles[i].offset);
        }
        text_printf(e->out, "}, &sines[%u], &cosines[%u]);\n", from / lanes, from / lanes);
    }
}

static bool has_input(const ops *p, word_made made)
{
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (INPUT_KIND[p->inputs[i].kind].made == made)
            return true;
    return false;
}

/* As many lines as there are blocks of angles. */
static void emit_all_pairs(const emitter *e)
{
    const uint32_t narrowest = e->real->is_float ? 4 : 2; /* lanes of 16 bytes */
    for (uint32_t lanes = narrowest; lanes <= 2 * narrowest; lanes *= 2) {
        emit_template(e, lanes == narrowest ? "#if @N_@BLANES_@T == " : "#elif @N_@BLANES_@T == ");
        text_printf(e->out, "%u\n", lanes);
        emit_pairs(e, lanes);
    }
    text_add(e->out, "#else\n");
    emit_pairs(e, 1);
    text_add(e->out, "#endif\n");
}

static const char PAIRS_BY_LOOP[] =
    "    @V angles[BLOCKS];\n"
    "    @R *const angle = (@R *)angles;\n"
    "    angles[BLOCKS - 1] = (@V){0};\n"
    "    for (size_t k = 0; k < ANGLES; k++)\n"
    "        angle[k] = " ANGLE_PATTERN("q[@P_@Fangles_@T[k].of]") ";\n"
    "    for (size_t k = 0; k < BLOCKS; k++)\n"
    "        @P_@Apair_@T(angles[k], &sines[k], &cosines[k]);\n"
    "    for (size_t k = 0; k < ANGLES; k++) {\n"
    "        in[@P_@Fangles_@T[k].sine] = sine[k];\n"
    "        in[@P_@Fangles_@T[k].cosine] = cosine[k];\n"
    "    }\n";

static void emit_sines(const emitter *of_batch)
{
    emitter across = *of_batch;
    const emitter *e = &across;
    const bool by_loop = emit_angles_by_loop(e);
    across.across_joints = true;
    text_printf(e->out, "    enum { ANGLES = %u", e->shape->angles_count);
    emit_template(e, ", BLOCKS = (ANGLES + @N_@BLANES_@T - 1) / @N_@BLANES_@T };\n"
                     "    @V sines[BLOCKS], cosines[BLOCKS];\n");
    const bool sine = by_loop || has_input(e->p, MADE_SINE),
               cosine = by_loop || has_input(e->p, MADE_COSINE);
    emit_template(e, "    const @R *const ");
    emit_template(e, sine ? "sine = (const @R *)sines" : "");
    emit_template(e, sine && cosine ? ", *const " : "");
    emit_template(e, cosine ? "cosine = (const @R *)cosines;\n" : ";\n");
    if (by_loop)
        emit_template(e, PAIRS_BY_LOOP);
    else
        emit_all_pairs(e);
}

void emit_state_by(const emitter *e, const char *on_words)
{
    const ops *p = e->p;
    emit_template(e, "    @R ");
    text_printf(e->out, "in[%u]%s, out[%u];\n", emit_words_room(e),
                p->inputs_count ? "" : " = {0}", p->outputs_count);
    if (e->shape->angles_count > 0)
        emit_sines(e);
    emit_copy_inputs(e, false);
    text_add(e->out, "    ");
    emit_template(e, on_words);
    text_add(e->out, "(in, out);\n");
    emit_copy_outputs(e, false);
    judge(e, word_text, e);
}

/* From words strides apart to vectors and back. */
static void emit_words_block(const emitter *e)
{
    const ops *p = e->p;
    emit_template(e, "static void @P_@Fwords_block_@T(const @R *in, @R *out, size_t stride)\n{\n"
                     "    @V ");
    text_printf(e->out, "words[%u]%s, results[%u];\n", emit_room(p->inputs_count),
                p->inputs_count ? "" : " = {{0}}", p->outputs_count);
    if (p->inputs_count)
        emit_numbered(e, "    for (size_t w = 0; w < %u; w++)\n"
                         "        words[w] = *(const @U *)(in + w * stride);\n",
                      p->inputs_count);
    text_add(e->out, p->inputs_count ? "" : "    (void)in;\n");
    emit_template(e, "    @P_@Fblock_@T(words, results);\n");
    emit_numbered(e, "    for (size_t w = 0; w < %u; w++)\n"
                     "        *(@U *)(out + w * stride) = results[w];\n}\n",
                  p->outputs_count);
}

static void emit_operations_in_pieces(const emitter *e)
{
    emit_angle_table(e);
    emit_pieces(e, BODY_PIECE);
    emit_template(e, "void @P_@Fwords_@T(const @R *restrict in, @R *restrict out)\n{\n"
                     "    @P_@Fwhole_@T(in, out);\n}\n\n@X @P_@C_@T(");
    emit_parameters(e, false, "restrict ");
    text_add(e->out, ")\n{\n");
    emit_unused(e);
    emit_state_by(e, "@P_@Fwhole_@T");
    emit_template(e, "}\n\n#if @N_VECTOR_BYTES\n");
    emit_pieces(e, BODY_VECTOR_PIECE);
    emit_words_block(e);
    text_add(e->out, "#endif\n\n");
}

static void emit_operations_whole(const emitter *e)
{
    emit_template(e, "void @P_@Fwords_@T(const @R *restrict in, @R *restrict out)\n{\n"
                     "    (void)in;\n");
    emit_body(e, BODY_WORDS);
    emit_template(e, "}\n\n@X @P_@C_@T(");
    emit_parameters(e, false, "restrict ");
    text_add(e->out, ")\n{\n");
    emit_unused(e);
    if (e->shape->angles_count > 0)
        emit_sines(e);
    emit_body(e, BODY_STATE);
    emit_template(
        e, "}\n\n#if @N_VECTOR_BYTES\n"
           "/* As many states as a vector has lanes; word w of them at in + w * in_stride. */\n"
           "static inline __attribute__((always_inline)) void @P_@Fblock_@T("
           "const @R *restrict in, size_t in_stride,\n"
           "    @R *restrict out, size_t out_stride)\n"
           "{\n    (void)in, (void)in_stride, (void)out_stride;\n");
    emit_body(e, BODY_BLOCK);
    emit_template(e, "}\n\n"
                     "/* The same, not to be inlined: in a loop, constants would be kept in "
                     "registers that operations need. */\n"
                     "static __attribute__((noinline)) void @P_@Fwords_block_@T(const @R *in, @R "
                     "*out, size_t stride)\n"
                     "{\n    @P_@Fblock_@T(in, stride, out, stride);\n}\n#endif\n\n");
}

void emit_operations(const emitter *e)
{
    if (e->cut)
        emit_operations_in_pieces(e);
    else
        emit_operations_whole(e);
}
