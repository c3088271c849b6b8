/* The emitted C file from top to bottom. */
#include "emit/emit_c.h"

#include "emit/order.h"
#include "emit/parts.h"

#include <stdlib.h>
#include <float.h>
#include <math.h>

emit_c_options emit_c_options_default(void)
{
    return (emit_c_options){.with_float = true, .with_double = true};
}

/* An array of texts: declared, or with its values. */
typedef struct {
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

/* Units of positions, and of every result that there is per joint. */
static void add_joint_units(const name_lists *l)
{
    add_units(l, "joint", &INPUT_KIND[INPUT_Q]);
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        if (word_is_of_joint(&OUTPUT_KIND[k]) &&
            function_has(l->e->p->function, OUTPUT_KIND[k].array))
            add_units(l, OUTPUT_KIND[k].word, &OUTPUT_KIND[k]);
}

/* Of every joint, in the units of its position, velocity and torque. */
static void add_joint_limits(const name_lists *l)
{
    const layout *shape = l->e->shape;
    uint32_t joints = shape->count[OWNER_COORDINATE];
    for (uint32_t k = 0; joints && k < LIMITS; k++) {
        emit_template(l->e, l->with_values ? "const double @P_" : "extern const double @P_");
        text_printf(l->e->out, "joint_%s[%u]", LIMIT_WORD[k], joints);
        for (uint32_t i = 0; l->with_values && i < joints; i++) {
            double limit = shape->joint_limits[i][k];
            text_add(l->e->out, i ? ", " : " = {");
            text_add_number(l->e->out, fmax(-DBL_MAX, fmin(limit, DBL_MAX)));
        }
        text_add(l->e->out, l->with_values ? "};\n" : ";\n");
    }
}

void emit_names(const emitter *e, bool with_values)
{
    const name_lists l = {e, with_values};
    for (uint32_t k = 0; k < WORD_OWNERS; k++) {
        if (e->shape->count[k]) {
            begin_list(&l, WORD_OWNER[k].names, e->shape->count[k]);
            for (uint32_t i = 0; i < e->shape->count[k]; i++)
                add_item(&l, i, e->shape->names[k][i]);
            end_list(&l);
        }
        if (k == OWNER_COORDINATE) {
            add_joint_units(&l);
            add_joint_limits(&l);
        }
    }
    if (e->p->inputs_count) {
        begin_list(&l, "input_names", e->p->inputs_count);
        for (uint32_t i = 0; i < e->p->inputs_count; i++)
            add_item(&l, i, e->p->inputs[i].name);
        end_list(&l);
    }
    begin_list(&l, "output_names", e->p->outputs_count);
    for (uint32_t i = 0; i < e->p->outputs_count; i++)
        add_item(&l, i, e->p->outputs[i].name);
    end_list(&l);
    text_add(e->out, "\n");
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
                           "#endif\n\n";

static const char APART[] = "#if defined(__GNUC__)\n"
                            "#define @N_APART static __attribute__((noinline))\n"
                            "#else\n"
                            "#define @N_APART static\n"
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

status emit_c(const ops *p, const emit_c_options *options, text *c, text *h, diag *d)
{
    if (options->with_float)
        TRY(check_float(p, d));
    arena scratch = arena_make();
    layout shape = layout_make(&scratch, p);
    const char *name = options->name ? options->name : emit_c_name(&scratch, p->robot);
    emitter e = {.p = p, .shape = &shape, .order = order_for_speed(&scratch, p), .name = name,
                 .upper_name = emit_upper_name(&scratch, name), .out = h};
    emit_header(&e, options);
    e.out = c;
    pieces cut;
    if (p->list_count > (options->piece ? options->piece : 4000)) {
        cut = pieces_cut(&scratch, p, e.order, options->piece ? options->piece : 1000);
        e.cut = &cut;
    }
    emit_template(&e, HEAD);
    if (emit_has_calls(p))
        text_add(c, "/* Roots and arc tangents are those of libm: link with -lm. */\n"
                    "#include <math.h>\n\n");
    if (e.cut)
        emit_template(&e, APART);
    emit_names(&e, false);
    emit_names(&e, true);
    const emit_real *reals[] = {options->with_double ? &EMIT_DOUBLE : NULL,
                                options->with_float ? &EMIT_FLOAT : NULL};
    for (int k = 0; k < 2; k++) {
        e.real = reals[k];
        if (!e.real)
            continue;
        emit_prototypes(&e, false);
        emit_sine_cosine(&e);
        emit_call_functions(&e);
        emit_operations(&e);
        emit_batches(&e);
    }
    arena_free(&scratch);
    return STATUS_OK;
}
