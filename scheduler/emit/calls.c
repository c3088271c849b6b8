/* The functions a control program calls: they make the words of the graph from a state, run
 * it, and put the results where they belong. */
#include "emit/parts.h"

/* The array and the number in it that an input word is made from. */
static const char *input_source(const emitter *e, uint32_t input, uint32_t *number)
{
    const ops_input *in = &e->p->inputs[input];
    switch (in->kind) {
    case INPUT_SIN:
    case INPUT_COS:
    case INPUT_Q: *number = in->index; return "q";
    case INPUT_QD: *number = in->index; return "qd";
    case INPUT_QDD: *number = in->index; return "qdd";
    case INPUT_OMEGA:
    case INPUT_OMEGAD:
    case INPUT_ACC: *number = 9 * in->index + 3 * (uint32_t)(in->kind - INPUT_OMEGA) + in->axis; return "free_motion";
    case INPUT_FORCE:
    case INPUT_MOMENT: *number = 6 * in->index + 3 * (uint32_t)(in->kind - INPUT_FORCE) + in->axis; return "forces";
    case INPUT_PLAIN:
    case INPUT_KIND_COUNT: break;
    }
    *number = e->shape->input_angle[input];
    return "plain";
}

static const char *output_target(const emitter *e, uint32_t output, uint32_t *number)
{
    const ops_output *out = &e->p->outputs[output];
    switch (out->kind) {
    case OUTPUT_TORQUE: *number = out->index; return "tau";
    case OUTPUT_FORCE:
    case OUTPUT_MOMENT: *number = 6 * out->index + 3 * (uint32_t)(out->kind - OUTPUT_FORCE) + out->axis; return "wrench";
    case OUTPUT_PLAIN:
    case OUTPUT_KIND_COUNT: break;
    }
    *number = e->shape->output_plain[output];
    return "plain_out";
}

/* One number of the state: single, or a vector of a batch. */
static void fetch(const emitter *e, bool batch, const char *array, uint32_t number)
{
    if (batch) {
        emit_template(e, "*(const @U *)");
        text_printf(e->out, "(%s + %u * stride + at)", array, number);
    } else {
        text_printf(e->out, "%s[%u]", array, number);
    }
}

/* ratio q + offset, without the parts that change nothing. */
static void fetch_affine(const emitter *e, bool batch, uint32_t coordinate, double ratio, double offset)
{
    if (ratio != 1) {
        text_add(e->out, ratio < 0 ? "(" : "");
        emit_number(e, ratio);
        text_add(e->out, ratio < 0 ? ") * " : " * ");
    }
    fetch(e, batch, "q", coordinate);
    if (offset != 0) {
        text_add(e->out, " + (");
        emit_number(e, offset);
        text_add(e->out, ")");
    }
}

/* The arrays of a state and of its results, in the order of the parameters. */
typedef struct {
    const char *name;
    uint32_t count;
    bool there, result;
} state_array;

enum { STATE_ARRAYS = 9 };

static void list_arrays(const layout *l, state_array list[STATE_ARRAYS])
{
    uint32_t motion = l->has_motion ? 9 * l->free_bodies : 0, wrench = l->has_wrench ? 6 * l->free_bodies : 0;
    list[0] = (state_array){"q", l->coordinates, true, false};
    list[1] = (state_array){"qd", l->coordinates, true, false};
    list[2] = (state_array){"qdd", l->coordinates, true, false};
    list[3] = (state_array){"free_motion", motion, motion > 0, false};
    list[4] = (state_array){"forces", 6 * l->forces, l->forces > 0, false};
    list[5] = (state_array){"plain", l->plain_inputs, l->plain_inputs > 0, false};
    list[6] = (state_array){"tau", l->coordinates, true, true};
    list[7] = (state_array){"wrench", wrench, wrench > 0, true};
    list[8] = (state_array){"plain_out", l->plain_outputs, l->plain_outputs > 0, true};
}

static void parameters(const emitter *e, bool batch, const char *quality)
{
    state_array all[STATE_ARRAYS];
    list_arrays(e->shape, all);
    if (batch)
        text_add(e->out, "size_t count, size_t stride, ");
    for (int k = 0; k < STATE_ARRAYS; k++)
        if (all[k].there)
            text_printf(e->out, "%s%s%s *%s%s", k ? ", " : "", all[k].result ? "" : "const ", e->real->type, quality, all[k].name);
}

/* Keeps compilers quiet about arrays that this robot does not need. */
static void unused(const emitter *e)
{
    text_add(e->out, "    (void)q, (void)qd, (void)qdd, (void)tau;\n");
}

static void copy_inputs(const emitter *e, bool batch)
{
    for (uint32_t i = 0; i < e->p->inputs_count; i++) {
        const ops_input *in = &e->p->inputs[i];
        uint32_t number;
        if (in->kind == INPUT_SIN || in->kind == INPUT_COS)
            continue;
        const char *array = input_source(e, i, &number);
        text_printf(e->out, "    %sin[%u] = ", batch ? "        " : "", i);
        if (in->kind == INPUT_Q)
            fetch_affine(e, batch, in->index, in->ratio, in->offset);
        else
            fetch(e, batch, array, number);
        text_add(e->out, ";\n");
    }
}

static void copy_outputs(const emitter *e, bool batch)
{
    for (uint32_t i = 0; i < e->p->outputs_count; i++) {
        uint32_t number;
        const char *array = output_target(e, i, &number);
        if (batch) {
            emit_template(e, "            *(@U *)");
            text_printf(e->out, "(%s + %u * stride + at) = out[%u];\n", array, number, i);
        } else {
            text_printf(e->out, "    %s[%u] = out[%u];\n", array, number, i);
        }
    }
}

/* Arrays of the C file cannot be empty. */
static uint32_t room(uint32_t count)
{
    return count ? count : 1;
}

/* Scalar call: the lanes of the sine-cosine pair are the joints. */
static void emit_torque(const emitter *e)
{
    const layout *l = e->shape;
    emit_template(e, "void @P_torque_@T(");
    parameters(e, false, "restrict ");
    emit_template(e, ")\n{\n    @R ");
    text_printf(e->out, "in[%u], out[%u];\n", room(e->p->inputs_count), e->p->outputs_count);
    unused(e);
    if (l->angles_count > 0) {
        emit_template(e, "    enum { BLOCKS = (");
        text_printf(e->out, "%u", l->angles_count);
        emit_template(e, " + @N_LANES_@T - 1) / @N_LANES_@T };\n"
                         "    @V angle[BLOCKS], sine[BLOCKS], cosine[BLOCKS];\n"
                         "    @R *const x = (@R *)angle;\n");
        for (uint32_t i = 0; i < l->angles_count; i++) {
            text_printf(e->out, "    x[%u] = ", i);
            fetch_affine(e, false, l->angles[i].coordinate, l->angles[i].ratio, l->angles[i].offset);
            text_add(e->out, ";\n");
        }
        text_printf(e->out, "    for (size_t i = %u;", l->angles_count);
        emit_template(e, " i < BLOCKS * @N_LANES_@T; i++)\n"
                         "        x[i] = 0;\n"
                         "    for (int block = 0; block < BLOCKS; block++)\n"
                         "        @P_pair_@T(angle[block], &sine[block], &cosine[block]);\n");
    }
    for (uint32_t i = 0; i < e->p->inputs_count; i++)
        if (e->p->inputs[i].kind <= INPUT_COS) {
            text_printf(e->out, "    in[%u] = ", i);
            emit_template(e, e->p->inputs[i].kind == INPUT_SIN ? "((const @R *)sine)" : "((const @R *)cosine)");
            text_printf(e->out, "[%u];\n", l->input_angle[i]);
        }
    copy_inputs(e, false);
    emit_template(e, "    @P_words_@T(in, out);\n");
    copy_outputs(e, false);
    text_add(e->out, "}\n\n");
}

/* Blocks of whole vectors; the last one overlaps the one before it. Fewer states than lanes go one by one. */
static const char WORDS_BATCH[] =
    "void @P_words_batch_@T(size_t count, size_t stride, const @R *restrict in, @R *restrict out)\n"
    "{\n"
    "#if @N_VECTOR_BYTES\n"
    "    if (count >= @N_LANES_@T) {\n"
    "        for (size_t i = 0; i < count; i += @N_LANES_@T) {\n"
    "            const size_t at = i + @N_LANES_@T <= count ? i : count - @N_LANES_@T;\n"
    "            @P_block_@T(in + at, stride, out + at, stride);\n"
    "        }\n"
    "        return;\n"
    "    }\n"
    "#endif\n"
    "    for (size_t i = 0; i < count; i++) {\n";

static void emit_words_batch(const emitter *e)
{
    uint32_t inputs = e->p->inputs_count, outputs = e->p->outputs_count;
    emit_template(e, WORDS_BATCH);
    emit_template(e, "        @R ");
    text_printf(e->out, "one_in[%u] = {0}, one_out[%u];\n", room(inputs), outputs);
    text_printf(e->out, "        for (size_t w = 0; w < %u; w++)\n            one_in[w] = in[w * stride + i];\n", inputs);
    emit_template(e, "        @P_words_@T(one_in, one_out);\n");
    text_printf(e->out, "        for (size_t w = 0; w < %u; w++)\n            out[w * stride + i] = one_out[w];\n    }\n}\n\n", outputs);
}

/* Fewer states than lanes: each is gathered and goes through the scalar function. */
static void emit_batch_singles(const emitter *e)
{
    state_array all[STATE_ARRAYS];
    list_arrays(e->shape, all);
    text_add(e->out, "    for (size_t i = 0; i < count; i++) {\n");
    for (int k = 0; k < STATE_ARRAYS; k++)
        if (all[k].there)
            text_printf(e->out, "        %s one_%s[%u] = {0};\n", e->real->type, all[k].name, room(all[k].count));
    for (int k = 0; k < STATE_ARRAYS; k++)
        if (!all[k].result && all[k].count > 0)
            text_printf(e->out, "        for (size_t w = 0; w < %u; w++)\n            one_%s[w] = %s[w * stride + i];\n",
                        all[k].count, all[k].name, all[k].name);
    emit_template(e, "        @P_torque_@T(");
    for (int k = 0; k < STATE_ARRAYS; k++)
        if (all[k].there)
            text_printf(e->out, "%sone_%s", k ? ", " : "", all[k].name);
    text_add(e->out, ");\n");
    for (int k = 0; k < STATE_ARRAYS; k++)
        if (all[k].result && all[k].count > 0)
            text_printf(e->out, "        for (size_t w = 0; w < %u; w++)\n            %s[w * stride + i] = one_%s[w];\n",
                        all[k].count, all[k].name, all[k].name);
    text_add(e->out, "    }\n}\n\n");
}

static void emit_batch(const emitter *e)
{
    const layout *l = e->shape;
    emit_template(e, "void @P_batch_@T(");
    parameters(e, true, "restrict ");
    text_add(e->out, ")\n{\n");
    unused(e);
    emit_template(e, "#if @N_VECTOR_BYTES\n"
                     "    if (count >= @N_LANES_@T) {\n"
                     "        for (size_t i = 0; i < count; i += @N_LANES_@T) {\n"
                     "            const size_t at = i + @N_LANES_@T <= count ? i : count - @N_LANES_@T;\n"
                     "            @V ");
    text_printf(e->out, "in[%u], out[%u]", room(e->p->inputs_count), e->p->outputs_count);
    if (l->angles_count > 0)
        text_printf(e->out, ", sine[%u], cosine[%u]", l->angles_count, l->angles_count);
    text_add(e->out, ";\n");
    for (uint32_t i = 0; i < l->angles_count; i++) {
        emit_template(e, "            @P_pair_@T(");
        fetch_affine(e, true, l->angles[i].coordinate, l->angles[i].ratio, l->angles[i].offset);
        text_printf(e->out, ", &sine[%u], &cosine[%u]);\n", i, i);
    }
    for (uint32_t i = 0; i < e->p->inputs_count; i++)
        if (e->p->inputs[i].kind <= INPUT_COS)
            text_printf(e->out, "            in[%u] = %s[%u];\n", i, e->p->inputs[i].kind == INPUT_SIN ? "sine" : "cosine",
                        l->input_angle[i]);
    copy_inputs(e, true);
    emit_template(e, "            @P_block_@T((const @R *)in, @N_LANES_@T, (@R *)out, @N_LANES_@T);\n");
    copy_outputs(e, true);
    text_add(e->out, "        }\n        return;\n    }\n#endif\n");
    emit_batch_singles(e);
}

void emit_calls(const emitter *e)
{
    emit_torque(e);
    emit_words_batch(e);
    emit_batch(e);
}

void emit_prototypes(const emitter *e, bool with_comments)
{
    static const char *const about[] = {"/* One state: torques from positions, velocities and accelerations. */\n",
                                        "/* The same for `count` states side by side: number w of state i at [w * stride + i], stride >= count. */\n",
                                        "/* The graph alone, on its words: sines and cosines are given. */\n",
                                        "/* The same for `count` states: word w of state i at [w * stride + i], stride >= count. */\n",
                                        "/* Sines and cosines of `count` angles. */\n"};
    emit_template(e, with_comments ? about[0] : "");
    emit_template(e, "void @P_torque_@T(");
    parameters(e, false, "");
    emit_template(e, ");\n");
    emit_template(e, with_comments ? about[1] : "");
    emit_template(e, "void @P_batch_@T(");
    parameters(e, true, "");
    emit_template(e, ");\n");
    emit_template(e, with_comments ? about[2] : "");
    emit_template(e, "void @P_words_@T(const @R *in, @R *out);\n");
    emit_template(e, with_comments ? about[3] : "");
    emit_template(e, "void @P_words_batch_@T(size_t count, size_t stride, const @R *in, @R *out);\n");
    emit_template(e, with_comments ? about[4] : "");
    emit_template(e, "void @P_sincos_@T(size_t count, const @R *angle, @R *sine, @R *cosine);\n\n");
}
