#include "emit/layout.h"

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
