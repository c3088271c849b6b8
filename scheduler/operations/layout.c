#include "operations/layout.h"

static void at_least(uint32_t *count, uint32_t index)
{
    if (*count <= index)
        *count = index + 1;
}

static void measure(layout *l, const ops *p)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        if (in->kind <= INPUT_QDD) {
            at_least(&l->coordinates, in->index);
        } else if (in->kind <= INPUT_ACC) {
            at_least(&l->free_bodies, in->index);
            l->has_motion = true;
        } else if (in->kind <= INPUT_MOMENT) {
            at_least(&l->forces, in->index);
        }
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *out = &p->outputs[i];
        if (out->kind == OUTPUT_TORQUE) {
            at_least(&l->coordinates, out->index);
        } else if (output_is_vector(out->kind)) {
            at_least(&l->free_bodies, out->index);
            l->has_wrench = true;
        }
    }
}

static const char **blank_names(arena *mem, uint32_t count)
{
    const char **names = ARENA_ARRAY(mem, const char *, count);
    for (uint32_t i = 0; i < count; i++)
        names[i] = "";
    return names;
}

/* The angle of a sine or cosine, new or shared with its partner. */
static uint32_t angle_of(arena *mem, layout *l, uint32_t *first, const ops_input *in)
{
    for (uint32_t i = first[in->index]; i != LAYOUT_NONE; i = l->angles[i].next)
        if (l->angles[i].ratio == in->ratio && l->angles[i].offset == in->offset)
            return i;
    *ARENA_PUSH(mem, l, angles) = (layout_angle){
        .coordinate = in->index, .ratio = in->ratio, .offset = in->offset, .next = first[in->index]};
    return first[in->index] = l->angles_count - 1;
}

static void read_inputs(arena *mem, layout *l, const ops *p)
{
    uint32_t *first = ARENA_ARRAY(mem, uint32_t, l->coordinates);
    for (uint32_t i = 0; i < l->coordinates; i++)
        first[i] = LAYOUT_NONE;
    l->input_angle = ARENA_ARRAY(mem, uint32_t, p->inputs_count);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        if (in->kind == INPUT_PLAIN) {
            l->input_angle[i] = l->plain_inputs++;
        } else if (in->kind <= INPUT_QDD) {
            l->joint_names[in->index] = in->of;
            if (in->kind <= INPUT_COS) {
                l->joint_is_angle[in->index] = true;
                l->input_angle[i] = angle_of(mem, l, first, in);
            }
        } else if (in->kind <= INPUT_ACC) {
            l->free_body_names[in->index] = in->of;
        } else {
            l->force_names[in->index] = in->of;
        }
    }
}

layout layout_make(arena *mem, const ops *p)
{
    layout l = {0};
    measure(&l, p);
    l.joint_names = blank_names(mem, l.coordinates);
    l.joint_is_angle = ARENA_ARRAY(mem, bool, l.coordinates);
    l.free_body_names = blank_names(mem, l.free_bodies);
    l.force_names = blank_names(mem, l.forces);
    l.output_plain = ARENA_ARRAY(mem, uint32_t, p->outputs_count);
    read_inputs(mem, &l, p);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *out = &p->outputs[i];
        if (out->kind == OUTPUT_TORQUE) {
            l.joint_names[out->index] = out->of;
            l.joint_is_angle[out->index] = out->is_angle;
        } else if (output_is_vector(out->kind)) {
            l.free_body_names[out->index] = out->of;
        } else {
            l.output_plain[i] = l.plain_outputs++;
        }
    }
    return l;
}

void layout_arrays(const layout *l, state_array list[STATE_ARRAYS])
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

const char *layout_input(const layout *l, const ops *p, uint32_t input, uint32_t *number)
{
    const ops_input *in = &p->inputs[input];
    *number = in->index;
    switch (in->kind) {
    case INPUT_SIN: *number = l->input_angle[input]; return "sine";
    case INPUT_COS: *number = l->input_angle[input]; return "cosine";
    case INPUT_Q: return "q";
    case INPUT_QD: return "qd";
    case INPUT_QDD: return "qdd";
    case INPUT_OMEGA:
    case INPUT_OMEGAD:
    case INPUT_ACC: *number = 9 * in->index + 3 * (uint32_t)(in->kind - INPUT_OMEGA) + in->axis; return "free_motion";
    case INPUT_FORCE:
    case INPUT_MOMENT: *number = 6 * in->index + 3 * (uint32_t)(in->kind - INPUT_FORCE) + in->axis; return "forces";
    case INPUT_PLAIN:
    case INPUT_KIND_COUNT: break;
    }
    *number = l->input_angle[input];
    return "plain";
}

const char *layout_output(const layout *l, const ops *p, uint32_t output, uint32_t *number)
{
    const ops_output *out = &p->outputs[output];
    *number = out->index;
    switch (out->kind) {
    case OUTPUT_TORQUE: return "tau";
    case OUTPUT_FORCE:
    case OUTPUT_MOMENT: *number = 6 * out->index + 3 * (uint32_t)(out->kind - OUTPUT_FORCE) + out->axis; return "wrench";
    case OUTPUT_PLAIN:
    case OUTPUT_KIND_COUNT: break;
    }
    *number = l->output_plain[output];
    return "plain_out";
}
