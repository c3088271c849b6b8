/* The emitted header: what is in the file, the meaning of every number that goes in or comes
 * out, the counts, the prototypes. */
#include "emit/parts.h"

static const char HEAD[] =
    " * One state is q, qd, qdd (rad, rad/s, rad/s^2 or m, m/s, m/s^2), one number per joint in the order of\n"
    " * @P_joint_names; the result is tau (N m or N) in the same order. The @P_batch functions take many states\n"
    " * at once and use the vectors of the target (structure of arrays: number w of state i at [w * stride + i]).\n"
    " * Arrays do not overlap. The @P_words functions leave the sines and cosines to the caller: word maps below.\n"
    " * Own sines and cosines, no libm: |angle| < 2^20 rad in double, 2^13 rad in float; beyond, the torques are NaN.\n";

static const char MOTION[] = " * free_motion: per free body angular velocity (3), angular acceleration (3), acceleration of its origin\n"
                             " * less gravity (3), all in the body's axes.\n";
static const char WRENCH[] = " * wrench: per free body force (3) and moment about its origin (3), in its axes.\n";
static const char FORCES[] = " * forces: per external force the force (3) and the moment about the link's origin (3), in the link's axes.\n";

static void comment_input(const emitter *e, uint32_t i)
{
    const ops_input *in = &e->p->inputs[i];
    text_printf(e->out, " *   in[%u] %s", i, INPUT_KIND_WORD[in->kind]);
    if (in->kind != INPUT_PLAIN) {
        text_printf(e->out, " %u ", in->index);
        if (input_is_vector(in->kind))
            text_printf(e->out, "%c ", "xyz"[in->axis]);
        emit_comment_name(e->out, in->of);
    }
    if (input_is_affine(in->kind) && (in->ratio != 1 || in->offset != 0)) {
        text_add(e->out, ", of ");
        text_add_number(e->out, in->ratio);
        text_add(e->out, " q + ");
        text_add_number(e->out, in->offset);
    }
    text_add(e->out, "\n");
}

static void comment_output(const emitter *e, uint32_t i)
{
    const ops_output *out = &e->p->outputs[i];
    text_printf(e->out, " *   out[%u] %s", i, OUTPUT_KIND_WORD[out->kind]);
    if (out->kind != OUTPUT_PLAIN) {
        text_printf(e->out, " %u ", out->index);
        if (output_is_vector(out->kind))
            text_printf(e->out, "%c ", "xyz"[out->axis]);
        emit_comment_name(e->out, out->of);
    }
    if (out->kind == OUTPUT_TORQUE)
        text_add(e->out, out->is_angle ? " (N m)" : " (N)");
    text_add(e->out, "\n");
}

static void emit_head(const emitter *e)
{
    emit_template(e, "/* Inverse dynamics of the robot ");
    emit_comment_name(e->out, e->p->robot);
    emit_template(e, ": made by tauflow, link with @P.c.\n *\n");
    emit_template(e, HEAD);
    emit_template(e, e->shape->has_motion ? MOTION : "");
    emit_template(e, e->shape->has_wrench ? WRENCH : "");
    emit_template(e, e->shape->forces ? FORCES : "");
    text_add(e->out, " *\n * Words:\n");
    for (uint32_t i = 0; i < e->p->inputs_count; i++)
        comment_input(e, i);
    for (uint32_t i = 0; i < e->p->outputs_count; i++)
        comment_output(e, i);
    text_add(e->out, " */\n");
}

static void define(const emitter *e, const char *what, uint32_t count)
{
    emit_template(e, "#define @N_");
    text_printf(e->out, "%s %u\n", what, count);
}

void emit_header(const emitter *e, const emit_c_options *options)
{
    const layout *l = e->shape;
    ops_counts n = ops_count(e->p);
    emit_head(e);
    emit_template(e, "#ifndef @N_H\n#define @N_H\n\n#include <stddef.h>\n\n");
    define(e, "JOINTS", l->coordinates);
    define(e, "FREE_BODIES", l->free_bodies);
    define(e, "FORCES", l->forces);
    define(e, "INPUTS", e->p->inputs_count);
    define(e, "OUTPUTS", e->p->outputs_count);
    define(e, "MULTIPLICATIONS", n.per_unit[UNIT_MUL]);
    define(e, "ADDITIONS", n.per_unit[UNIT_ADD]);
    define(e, "DIVISIONS", n.per_unit[UNIT_DIV]);
    emit_template(e, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    emit_names(e, false);
    emitter typed = *e;
    typed.real = &EMIT_DOUBLE;
    if (options->with_double)
        emit_prototypes(&typed, true);
    typed.real = &EMIT_FLOAT;
    if (options->with_float)
        emit_prototypes(&typed, !options->with_double);
    emit_template(e, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
