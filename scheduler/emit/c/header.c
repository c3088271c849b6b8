/* SPDX-License-Identifier: MIT */
/* The emitted header: what is in the file, the meaning of every number that goes in or comes
 * out, the counts, the prototypes. */
#include "emit/parts.h"
#include "operations/word_meaning.h"

#include <string.h>

/* After the arrays with a number per joint. */
static const char HEAD[] =
    ". The @P_@Fbatch functions take many states\n"
    " * at once and use the vectors of the target (structure of arrays: number w of state i at "
    "[w * stride + i]).\n"
    " * Arrays do not overlap. The @P_@Fwords functions leave the sines and cosines to the caller: "
    "word maps below.\n"
    " * Own sines and cosines, no libm: |angle| < 2^20 rad in double, 2^13 rad in float; beyond, "
    "the @O are NaN.\n";
/* The same where there are several functions. */
static const char HEAD_OF_ALL[] =
    " * Arrays with a number per joint have the order of @P_joint_names. Of "
    "each function there are "
    "variants: those\n"
    " * with `batch` in their names take many states at once and use the "
    "vectors of the target "
    "(structure of\n"
    " * arrays: number w of state i at [w * stride + i]), those with `words` "
    "leave the sines and "
    "cosines to the\n"
    " * caller: word maps below. Arrays do not overlap. Own sines and cosines, "
    "no libm: |angle| < "
    "2^20 rad in\n"
    " * double, 2^13 rad in float; beyond, the results are NaN.\n";
static const char HEAD_OF_LIMITS[] =
    " * @P_joint_lower, _upper, _velocity and _effort are the limits of the "
    "description, DBL_MAX (or "
    "FLT_MAX)\n * where it has none; no function heeds them.\n";

static void comment_word(const emitter *e, const char *array, uint32_t i, word_meaning m)
{
    text_printf(e->out, " *   %s[%u] ", array, i);
    word_meaning_say(&m, e->out);
    text_add(e->out, "\n");
}

/* Names and units of the arrays with a number per joint, of a state or of its results; false where
 * there are none. */
static bool describe_joint_arrays(const emitter *e, bool results)
{
    const word_kind *list[INPUT_KIND_COUNT + OUTPUT_KIND_COUNT];
    uint32_t count = 0, kinds = results ? OUTPUT_KIND_COUNT : INPUT_KIND_COUNT;
    for (uint32_t k = 0; k < kinds; k++) {
        const word_kind *kind = results ? &OUTPUT_KIND[k] : &INPUT_KIND[k];
        if (word_is_of_joint(kind) && *kind->unit[0] && function_has(e->p->function, kind->array))
            list[count++] = kind;
    }
    if (!count)
        return false;
    for (uint32_t k = 0; k < count; k++)
        text_printf(e->out, "%s%s", k ? ", " : "", WORD_ARRAY[list[k]->array].name);
    bool alike = true;
    for (uint32_t k = 0; k < count; k++)
        alike = alike && strcmp(list[k]->unit[0], list[k]->unit[1]) == 0;
    for (uint32_t turns = 2; turns-- > (alike ? 1u : 0u);)
        for (uint32_t k = 0; k < count; k++)
            text_printf(e->out, "%s%s", k ? ", " : turns ? " (" : " or ", list[k]->unit[turns]);
    text_add(e->out, ")");
    return true;
}

/* The names of a state's arrays, or of the results, where none has a number per joint. */
static void describe_names(const emitter *e, bool results)
{
    const char *before = "";
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (WORD_ARRAY[k].is_result == results && e->shape->used[k] && k != ARRAY_PIVOT &&
            k != ARRAY_PIVOT_WHOLE) {
            text_printf(e->out, "%s%s", before, WORD_ARRAY[k].name);
            before = " and ";
        }
}

/* The other arrays, owner by owner; a '\n' of their texts begins a line. */
static void describe_other_arrays(const emitter *e)
{
    for (uint32_t owner = 0; owner < WORD_OWNERS; owner++)
        for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
            const word_array_info *a = &WORD_ARRAY[k];
            if (a->owner != owner || !*a->about || !e->shape->used[k])
                continue;
            text_printf(e->out, " * %s: ", a->name);
            for (const char *c = a->about; *c; c++)
                text_add_bytes(e->out, *c == '\n' ? "\n * " : c, *c == '\n' ? 4 : 1);
            if (a->columns != OWNER_NONE)
                text_printf(e->out, " %u rows of %u numbers, one after another.",
                            a->numbers * e->shape->count[a->owner], e->shape->count[a->columns]);
            text_add(e->out, "\n");
        }
}

static void describe_result(const emitter *e)
{
    text_add(e->out, "the result is ");
    if (describe_joint_arrays(e, true))
        text_add(e->out, " in the same order");
    else
        describe_names(e, true);
}

/* What one state is; `order` follows arrays with a number per joint. */
static void describe_state(const emitter *e, const char *order)
{
    text_add(e->out, "One state is ");
    if (describe_joint_arrays(e, false))
        emit_template(e, order);
    else
        describe_names(e, false);
}

static void describe_words(const emitter *e)
{
    for (uint32_t i = 0; i < e->p->inputs_count; i++)
        comment_word(e, "in", i, word_meaning_of_input(e->shape, e->p, i));
    for (uint32_t i = 0; i < e->p->outputs_count; i++)
        comment_word(e, "out", i, word_meaning_of_output(e->p, i));
}

static void emit_head_of_one(const emitter *e)
{
    const char *title = FUNCTION_KIND[e->p->function].title;
    text_printf(e->out, "/* %c%s of the robot ", title[0] - 'a' + 'A', title + 1);
    word_meaning_name(e->p->robot, e->out);
    emit_template(e, ": made by tauflow, link with @P.c.\n *\n * ");
    describe_state(e, ", one number per joint in the order of\n * @P_joint_names");
    text_add(e->out, "; ");
    describe_result(e);
    emit_template(e, HEAD);
    emit_template(e, HEAD_OF_LIMITS);
    describe_other_arrays(e);
    text_add(e->out, " *\n * Words:\n");
    describe_words(e);
    text_add(e->out, " */\n");
}

static void emit_head_of_all(const emit_file *f, text *out)
{
    const emitter shared = emit_with(&f->shared, NULL, out);
    text_add(out, "/* Functions of the robot ");
    word_meaning_name(shared.p->robot, out);
    emit_template(&shared, ": made by tauflow, link with @P.c.\n *\n");
    for (uint32_t i = 0; i < f->count; i++) {
        const emitter e = emit_with(&f->list[i], NULL, out);
        emit_template(&e, " * @P_@C: ");
        text_printf(out, "%s. ", FUNCTION_KIND[e.p->function].title);
        describe_state(&e, "");
        text_add(out, ";\n *   ");
        describe_result(&e);
        text_add(out, ".\n");
    }
    emit_template(&shared, HEAD_OF_ALL);
    emit_template(&shared, HEAD_OF_LIMITS);
    describe_other_arrays(&shared);
    for (uint32_t i = 0; i < f->count; i++) {
        const emitter e = emit_with(&f->list[i], NULL, out);
        emit_template(&e, " *\n * Words of @P_@Fwords:\n");
        describe_words(&e);
    }
    text_add(out, " */\n");
}

static void define(const emitter *e, const char *what, uint32_t count)
{
    emit_template(e, "#define @N_@G");
    text_printf(e->out, "%s %u\n", what, count);
}

static void define_counts(const emitter *e)
{
    ops_counts n = ops_count(e->p);
    define(e, "INPUTS", e->p->inputs_count);
    define(e, "OUTPUTS", e->p->outputs_count);
    for (size_t k = 0; k < EMIT_COUNTS; k++)
        if (EMIT_COUNT[k].always || n.per_unit[EMIT_COUNT[k].unit])
            define(e, EMIT_COUNT[k].what, n.per_unit[EMIT_COUNT[k].unit]);
}

static void declare(const emit_file *f, const emit_real *real, bool with_comments, text *out)
{
    const emitter shared = emit_with(&f->shared, real, out);
    for (uint32_t i = 0; i < f->count; i++) {
        const emitter e = emit_with(&f->list[i], real, out);
        emit_prototypes(&e, with_comments);
    }
    emit_sincos_prototype(&shared, with_comments);
}

void emit_header(const emit_file *f, const emit_c_options *options, text *out)
{
    const emitter shared = emit_with(&f->shared, NULL, out);
    if (f->count > 1) {
        emit_head_of_all(f, out);
    } else {
        const emitter one = emit_with(&f->list[0], NULL, out);
        emit_head_of_one(&one);
    }
    emit_template(&shared, "#ifndef @N_H\n#define @N_H\n\n#include <stddef.h>\n\n");
    for (uint32_t k = 0; k < WORD_OWNERS; k++)
        if (k <= OWNER_FORCE || shared.shape->count[k]) /* those of every state, what is there */
            define(&shared, WORD_OWNER[k].count, shared.shape->count[k]);
    for (uint32_t i = 0; i < f->count; i++) {
        const emitter e = emit_with(&f->list[i], NULL, out);
        define_counts(&e);
    }
    emit_template(&shared, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    emit_names(f, out, false);
    if (options->with_double)
        declare(f, &EMIT_DOUBLE, true, out);
    if (options->with_float)
        declare(f, &EMIT_FLOAT, !options->with_double, out);
    emit_template(&shared, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
