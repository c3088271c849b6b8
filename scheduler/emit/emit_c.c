/* The emitted C file from top to bottom. */
#include "emit/emit_c.h"

#include "emit/order.h"
#include "emit/parts.h"

#include <float.h>
#include <math.h>

emit_c_options emit_c_options_default(void)
{
    return (emit_c_options){.with_float = true, .with_double = true};
}

typedef enum { NAME_JOINT, NAME_POSITION_UNIT, NAME_TORQUE_UNIT, NAME_FREE_BODY, NAME_FORCE, NAME_INPUT, NAME_OUTPUT, NAME_LISTS } name_list;

static const char *name_of(const emitter *e, name_list list, uint32_t i)
{
    switch (list) {
    case NAME_JOINT: return e->shape->joint_names[i];
    case NAME_POSITION_UNIT: return e->shape->joint_is_angle[i] ? "rad" : "m";
    case NAME_TORQUE_UNIT: return e->shape->joint_is_angle[i] ? "N m" : "N";
    case NAME_FREE_BODY: return e->shape->free_body_names[i];
    case NAME_FORCE: return e->shape->force_names[i];
    case NAME_INPUT: return e->p->inputs[i].name;
    case NAME_OUTPUT: return e->p->outputs[i].name;
    case NAME_LISTS: break;
    }
    return "";
}

void emit_names(const emitter *e, bool with_values)
{
    const struct {
        const char *word;
        uint32_t count;
    } lists[NAME_LISTS] = {[NAME_JOINT] = {"joint_names", e->shape->coordinates},
                           [NAME_POSITION_UNIT] = {"joint_units", e->shape->coordinates},
                           [NAME_TORQUE_UNIT] = {"torque_units", e->shape->coordinates},
                           [NAME_FREE_BODY] = {"free_body_names", e->shape->free_bodies},
                           [NAME_FORCE] = {"force_names", e->shape->forces},
                           [NAME_INPUT] = {"input_names", e->p->inputs_count},
                           [NAME_OUTPUT] = {"output_names", e->p->outputs_count}};
    for (name_list k = 0; k < NAME_LISTS; k++) {
        if (lists[k].count == 0)
            continue;
        emit_template(e, with_values ? "const char *const @P_" : "extern const char *const @P_");
        text_printf(e->out, "%s[%u]", lists[k].word, lists[k].count);
        for (uint32_t i = 0; with_values && i < lists[k].count; i++) {
            text_add(e->out, i ? ",\n    " : " = {\n    ");
            emit_string(e->out, name_of(e, k, i));
        }
        text_add(e->out, with_values ? "\n};\n" : ";\n");
    }
    text_add(e->out, "\n");
}

static const char HEAD[] =
    "/* Made by tauflow; what is in it is told in @P.h. Needs a C11 compiler and nothing else. The vectors\n"
    " * are GNU extensions, used where the compiler has them. Compiled with -ffp-contract=off, every function\n"
    " * rounds exactly as the operations say; without it a compiler may fuse a product and a sum. */\n"
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
    "/* Vectors across the joints of one state stand among scalar code, which the widest ones would slow down. */\n"
    "#if @N_VECTOR_BYTES > 32\n"
    "#define @N_JOINT_VECTOR_BYTES 32\n"
    "#else\n"
    "#define @N_JOINT_VECTOR_BYTES @N_VECTOR_BYTES\n"
    "#endif\n\n";

static bool fits_float(double value)
{
    return fabs(value) <= (double)FLT_MAX;
}

static status check_float(const ops *p, diag *d)
{
    for (uint32_t i = 0; i < p->constants_count; i++)
        if (!fits_float(p->constants[i].value))
            return diag_error(d, (place){0}, "constant '%s' = %g is too large for float", p->constants[i].name,
                              p->constants[i].value);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (input_is_affine(p->inputs[i].kind) && !(fits_float(p->inputs[i].ratio) && fits_float(p->inputs[i].offset)))
            return diag_error(d, (place){0}, "ratio or offset of input '%s' is too large for float", p->inputs[i].name);
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
    emit_template(&e, HEAD);
    emit_names(&e, false);
    emit_names(&e, true);
    const emit_real *reals[] = {options->with_double ? &EMIT_DOUBLE : NULL, options->with_float ? &EMIT_FLOAT : NULL};
    for (int k = 0; k < 2; k++) {
        e.real = reals[k];
        if (!e.real)
            continue;
        emit_prototypes(&e, false);
        emit_sine_cosine(&e);
        emit_operations(&e);
        emit_batches(&e);
    }
    arena_free(&scratch);
    return STATUS_OK;
}
