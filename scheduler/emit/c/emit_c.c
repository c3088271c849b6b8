/* SPDX-License-Identifier: MIT */
/* The emitted C file from top to bottom. */
#include "emit/c/emit_c.h"

#include "emit/order.h"
#include "emit/parts.h"

#include <float.h>
#include <math.h>

/* Functions of more operations are cut into pieces of about PIECE. Measured with gcc 12: the code
 * of a larger function does not fit the instruction cache, and in pieces it is a tenth smaller,
 * because each has registers of its own and reaches kept words by shorter addresses. Pieces of 200
 * to 500 run alike, those of 1,000 a tenth slower; a whole function of 30,000 operations takes ten
 * times as long to compile. */
enum { MOST_IN_ONE = 3000, PIECE = 300 };

emit_c_options emit_c_options_default(void)
{
    return (emit_c_options){.with_float = true, .with_double = true};
}

/* An array of texts: declared, or with its values. */
typedef struct {
    const emit_file *f;
    const emitter *e;
    bool with_values;
} name_lists;

static void begin_list(const name_lists *l, const char *word, uint32_t count)
{
    emit_template(l->e, l->with_values ? "const char *const @P_" : "extern const char *const @P_");
    text_printf(l->e->out, "%s[%u]", word, count);
}

static void add_item(const name_lists *l, uint32_t i, const char *item)
{
    if (!l->with_values)
        return;
    text_add(l->e->out, i ? ",\n    " : " = {\n    ");
    emit_string(l->e->out, item);
}

static void end_list(const name_lists *l)
{
    text_add(l->e->out, l->with_values ? "\n};\n" : ";\n");
}

static void add_units(const name_lists *l, const char *word, const word_kind *kind)
{
    const layout *shape = l->e->shape;
    uint32_t joints = shape->count[OWNER_COORDINATE];
    if (!joints)
        return;
    begin_list(l, arena_printf(l->e->out->mem, "%s_units", word), joints);
    for (uint32_t i = 0; i < joints; i++)
        add_item(l, i, kind->unit[shape->joint_is_angle[i]]);
    end_list(l);
}

static bool any_has(const emit_file *f, word_array array)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (function_has(f->list[i].p->function, array))
            return true;
    return false;
}

/* Units of positions, and of every result that there is per joint. */
static void add_joint_units(const name_lists *l)
{
    add_units(l, "joint", &INPUT_KIND[INPUT_Q]);
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        if (word_is_of_joint(&OUTPUT_KIND[k]) && any_has(l->f, OUTPUT_KIND[k].array))
            add_units(l, OUTPUT_KIND[k].word, &OUTPUT_KIND[k]);
}

/* Of every joint, in the units of its position, velocity and torque. */
static void add_joint_limits(const name_lists *l)
{
    const layout *shape = l->e->shape;
    uint32_t joints = shape->count[OWNER_COORDINATE];
    for (uint32_t k = 0; joints && k < LIMITS; k++) {
        text_printf(l->e->out, "%sconst %s ", l->with_values ? "" : "extern ",
                    l->e->only_float ? "float" : "double");
        emit_template(l->e, "@P_");
        text_printf(l->e->out, "joint_%s[%u]", LIMIT_WORD[k], joints);
        for (uint32_t i = 0; l->with_values && i < joints; i++) {
            double limit = shape->joint_limits[i][k];
            text_add(l->e->out, i ? ", " : " = {");
            const double most = l->e->only_float ? (double)FLT_MAX : DBL_MAX;
            text_add_number(l->e->out, fmax(-most, fmin(limit, most)));
        }
        text_add(l->e->out, l->with_values ? "};\n" : ";\n");
    }
}

/* The words of one function. */
static void add_words(const name_lists *l)
{
    const ops *p = l->e->p;
    if (p->inputs_count) {
        begin_list(l, arena_printf(l->e->out->mem, "%sinput_names", l->e->infix), p->inputs_count);
        for (uint32_t i = 0; i < p->inputs_count; i++)
            add_item(l, i, p->inputs[i].name);
        end_list(l);
    }
    begin_list(l, arena_printf(l->e->out->mem, "%soutput_names", l->e->infix), p->outputs_count);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        add_item(l, i, p->outputs[i].name);
    end_list(l);
}

void emit_names(const emit_file *f, text *out, bool with_values)
{
    emitter e = emit_with(&f->shared, NULL, out);
    const name_lists l = {f, &e, with_values};
    for (uint32_t k = 0; k < WORD_OWNERS; k++) {
        if (e.shape->count[k]) {
            begin_list(&l, WORD_OWNER[k].names, e.shape->count[k]);
            for (uint32_t i = 0; i < e.shape->count[k]; i++)
                add_item(&l, i, e.shape->names[k][i]);
            end_list(&l);
        }
        if (k == OWNER_COORDINATE) {
            add_joint_units(&l);
            add_joint_limits(&l);
        }
    }
    for (uint32_t i = 0; i < f->count; i++) {
        e = emit_with(&f->list[i], NULL, out);
        add_words(&l);
    }
    text_add(out, "\n");
}

static const char HEAD[] = "/* Made by tauflow; what is in it is told in @P.h. Needs a C11 "
                           "compiler and nothing else. The vectors\n"
                           " * are GNU extensions, used where the compiler has them. Compiled with "
                           "-ffp-contract=off, every function\n"
                           " * rounds exactly as the operations say; without it a compiler may "
                           "fuse a product and a sum. */\n"
                           "#include <stddef.h>\n"
                           "#include <stdint.h>\n\n"
                           "#if defined(@N_VECTOR_BYTES)\n"
                           "/* chosen on the command line: 16, 32, 64, or 0 for no vectors */\n"
                           "#elif !defined(__GNUC__)\n"
                           "#define @N_VECTOR_BYTES 0\n"
                           "#elif defined(__AVX512F__)\n"
                           "#define @N_VECTOR_BYTES 64\n"
                           "#elif defined(__AVX__)\n"
                           "#define @N_VECTOR_BYTES 32\n"
                           "#else\n"
                           "#define @N_VECTOR_BYTES 16 /* SSE2, NEON */\n"
                           "#endif\n"
                           "/* Vectors across the joints of one state stand among scalar code, "
                           "which the widest ones would slow down. */\n"
                           "#if @N_VECTOR_BYTES > 32\n"
                           "#define @N_JOINT_VECTOR_BYTES 32\n"
                           "#else\n"
                           "#define @N_JOINT_VECTOR_BYTES @N_VECTOR_BYTES\n"
                           "#endif\n\n"
                           "#if defined(__GNUC__) && !defined(__clang__)\n"
                           "/* Vectors that are put together from scattered numbers cost more than "
                           "they save; a memset among\n"
                           " * scalar code takes the widest vectors, which slow that down. */\n"
                           "#pragma GCC push_options\n"
                           "#pragma GCC optimize(\"no-tree-slp-vectorize\", \\\n"
                           "    \"no-tree-loop-distribute-patterns\")\n"
                           "#endif\n\n";
static const char END[] = "#if defined(__GNUC__) && !defined(__clang__)\n"
                          "#pragma GCC pop_options\n"
                          "#endif\n";

/* Before functions in pieces. Clang would not use its widest vectors in a function that neither
 * takes nor returns one. */
static const char APART[] =
    "#if defined(__GNUC__)\n"
    "#define @N_APART static __attribute__((noinline))\n"
    "#else\n"
    "#define @N_APART static\n"
    "#endif\n"
    "#if defined(__clang__)\n"
    "#define @N_APART_WIDE static __attribute__((noinline, min_vector_width(8 * "
    "@N_VECTOR_BYTES)))\n"
    "#else\n"
    "#define @N_APART_WIDE @N_APART\n"
    "#endif\n\n";

static bool fits_float(double value)
{
    return fabs(value) <= (double)FLT_MAX;
}

static status check_float(const ops *p, diag *d)
{
    for (uint32_t i = 0; i < p->constants_count; i++)
        if (!fits_float(p->constants[i].value))
            return diag_error(d, (place){0}, "constant '%s' = %g is too large for float",
                              p->constants[i].name, p->constants[i].value);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (word_is_affine(&INPUT_KIND[p->inputs[i].kind]) &&
            !(fits_float(p->inputs[i].ratio) && fits_float(p->inputs[i].offset)))
            return diag_error(d, (place){0}, "ratio or offset of input '%s' is too large for float",
                              p->inputs[i].name);
    return STATUS_OK;
}

emitter emit_function(arena *mem, const ops *p, const emit_c_options *options)
{
    const uint32_t most = options->piece ? options->piece : MOST_IN_ONE;
    layout *shape = arena_alloc(mem, sizeof *shape);
    *shape = layout_make(mem, p);
    const bool large = p->list_count > most;
    const uint32_t *order = large ? order_for_size(mem, p) : order_for_speed(mem, p);
    pieces *cut = NULL;
    if (large) {
        cut = arena_alloc(mem, sizeof *cut);
        *cut = pieces_cut(mem, p, order, options->piece ? options->piece : PIECE);
    }
    const char *name = options->name ? options->name : emit_c_name(mem, p->robot);
    const char *call = FUNCTION_KIND[p->function].call;
    const char *infix = p->function == FUNCTION_ID ? "" : arena_printf(mem, "%s_", call);
    return (emitter){.p = p, .shape = shape, .order = order, .cut = cut, .name = name,
                     .upper_name = emit_upper_name(mem, name), .infix = infix,
                     .upper_infix = emit_upper_name(mem, infix),
                     .only_float = !options->with_double};
}

static emit_file make_functions(arena *mem, const ops *list, uint32_t count,
                                     const emit_c_options *options)
{
    emit_file f = {.list = ARENA_ARRAY(mem, emitter, count), .count = count};
    layout *of_all = arena_alloc(mem, sizeof *of_all);
    for (uint32_t i = 0; i < count; i++) {
        f.list[i] = emit_function(mem, &list[i], options);
        layout_join(mem, of_all, f.list[i].shape);
    }
    f.shared = f.list[0];
    f.shared.shape = of_all;
    f.shared.infix = f.shared.upper_infix = "";
    return f;
}

/* What the file has before its functions. */
static void emit_beginning(const emit_file *f, text *c)
{
    const emitter e = emit_with(&f->shared, NULL, c);
    bool calls = false, in_pieces = false;
    for (uint32_t i = 0; i < f->count; i++) {
        calls |= emit_needs_libm(f->list[i].p);
        in_pieces |= f->list[i].cut != NULL;
    }
    emit_template(&e, HEAD);
    if (calls)
        text_add(c, "/* Roots and arc tangents are those of libm: link with -lm. */\n"
                    "#include <math.h>\n\n");
    emit_template(&e, in_pieces ? APART : "");
    emit_names(f, c, false);
    emit_names(f, c, true);
}

static void emit_format(const emit_file *f, const emit_real *real, text *c)
{
    const emitter e = emit_with(&f->shared, real, c);
    for (uint32_t i = 0; i < f->count; i++) {
        const emitter one = emit_with(&f->list[i], real, c);
        emit_prototypes(&one, false);
    }
    emit_sincos_prototype(&e, false);
    emit_sine_cosine(&e);
    emit_call_functions(f, &e);
    for (uint32_t i = 0; i < f->count; i++) {
        const emitter one = emit_with(&f->list[i], real, c);
        emit_operations(&one);
        emit_batches(&one);
        emit_closing(&one);
    }
}

status emit_c_functions(const ops *list, uint32_t count, const emit_c_options *options, text *c,
                        text *h, diag *d)
{
    for (uint32_t i = 0; options->with_float && i < count; i++)
        TRY(check_float(&list[i], d));
    arena scratch = arena_make();
    const emit_file f = make_functions(&scratch, list, count, options);
    emit_header(&f, options, h);
    emit_beginning(&f, c);
    if (options->with_double)
        emit_format(&f, &EMIT_DOUBLE, c);
    if (options->with_float)
        emit_format(&f, &EMIT_FLOAT, c);
    const emitter e = emit_with(&f.shared, NULL, c);
    emit_template(&e, END);
    arena_free(&scratch);
    return STATUS_OK;
}

status emit_c(const ops *p, const emit_c_options *options, text *c, text *h, diag *d)
{
    return emit_c_functions(p, 1, options, c, h, d);
}
