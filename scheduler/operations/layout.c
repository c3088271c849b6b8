/* SPDX-License-Identifier: MIT */
#include "operations/layout.h"

#include <math.h>

/* Notes that a word is of owner `index` and of its array. */
static void count_word(layout *l, const word_kind *kind, uint32_t index)
{
    word_owner owner = word_owner_of(kind);
    l->used[kind->array] = true;
    if (owner != OWNER_NONE && l->count[owner] <= index)
        l->count[owner] = index + 1;
}

static void count_output(layout *l, const ops_output *out)
{
    const word_kind *kind = &OUTPUT_KIND[out->kind];
    count_word(l, kind, out->index);
    if (!word_has_column(kind))
        return;
    uint32_t *columns = &l->count[WORD_ARRAY[kind->array].columns];
    if (*columns <= out->column)
        *columns = out->column + 1;
}

static void measure(layout *l, const ops *p)
{
    for (uint32_t i = 0; i < p->inputs_count; i++)
        count_word(l, &INPUT_KIND[p->inputs[i].kind], p->inputs[i].index);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        count_output(l, &p->outputs[i]);
    if (l->count[OWNER_COORDINATE] < p->joints_count)
        l->count[OWNER_COORDINATE] = p->joints_count;
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
    *ARENA_PUSH(mem, l, angles) = (layout_angle){.coordinate = in->index,
                                                 .ratio = in->ratio,
                                                 .offset = in->offset,
                                                 .next = first[in->index]};
    return first[in->index] = l->angles_count - 1;
}

static void read_inputs(arena *mem, layout *l, const ops *p)
{
    uint32_t coordinates = l->count[OWNER_COORDINATE];
    uint32_t *first = ARENA_ARRAY(mem, uint32_t, coordinates);
    for (uint32_t i = 0; i < coordinates; i++)
        first[i] = LAYOUT_NONE;
    l->input_angle = ARENA_ARRAY(mem, uint32_t, p->inputs_count);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        if (word_owner_of(kind) == OWNER_NONE) {
            l->input_angle[i] = l->plain[kind->array]++;
            continue;
        }
        l->names[word_owner_of(kind)][in->index] = in->of;
        if (kind->made == MADE_SINE || kind->made == MADE_COSINE) {
            l->joint_is_angle[in->index] = true;
            l->input_angle[i] = angle_of(mem, l, first, in);
        }
    }
}

static void read_outputs(arena *mem, layout *l, const ops *p)
{
    l->output_plain = ARENA_ARRAY(mem, uint32_t, p->outputs_count);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *out = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[out->kind];
        if (word_owner_of(kind) == OWNER_NONE) {
            l->output_plain[i] = l->plain[kind->array]++;
            continue;
        }
        l->names[word_owner_of(kind)][out->index] = out->of;
        if (word_has_column(kind))
            l->names[WORD_ARRAY[kind->array].columns][out->column] = out->column_of;
        if (word_is_of_joint(kind))
            l->joint_is_angle[out->index] = out->is_angle;
    }
    for (uint32_t i = 0; i < p->joints_count; i++) {
        l->names[OWNER_COORDINATE][i] = p->joints[i].name;
        l->joint_is_angle[i] = p->joints[i].is_angle;
        for (uint32_t k = 0; k < LIMITS; k++)
            if (p->joints[i].has_limit[k])
                l->joint_limits[i][k] = p->joints[i].limit[k];
    }
}

layout layout_make(arena *mem, const ops *p)
{
    layout l = {0};
    measure(&l, p);
    for (uint32_t k = 0; k < WORD_OWNERS; k++)
        l.names[k] = blank_names(mem, l.count[k]);
    l.joint_is_angle = ARENA_ARRAY(mem, bool, l.count[OWNER_COORDINATE]);
    l.joint_limits = arena_alloc(mem, sizeof *l.joint_limits * (l.count[OWNER_COORDINATE] + 1));
    for (uint32_t i = 0; i < l.count[OWNER_COORDINATE]; i++)
        for (uint32_t k = 0; k < LIMITS; k++)
            l.joint_limits[i][k] = k == LIMIT_LOWER ? -INFINITY : INFINITY;
    read_inputs(mem, &l, p);
    read_outputs(mem, &l, p);
    return l;
}

/* A list that is as long as the longer of two, with what either says. */
static void join_joints(arena *mem, layout *l, const layout *other, uint32_t had)
{
    const uint32_t count = l->count[OWNER_COORDINATE];
    bool *is_angle = ARENA_ARRAY(mem, bool, count);
    double(*limits)[LIMITS] = arena_alloc(mem, sizeof *limits * (count + 1));
    for (uint32_t i = 0; i < count; i++) {
        const bool there = i < other->count[OWNER_COORDINATE];
        is_angle[i] = (i < had && l->joint_is_angle[i]) || (there && other->joint_is_angle[i]);
        for (uint32_t k = 0; k < LIMITS; k++) {
            const bool lower = k == LIMIT_LOWER;
            const double none = lower ? -INFINITY : INFINITY;
            const double a = i < had ? l->joint_limits[i][k] : none,
                         b = there ? other->joint_limits[i][k] : none;
            limits[i][k] = lower ? fmax(a, b) : fmin(a, b);
        }
    }
    l->joint_is_angle = is_angle;
    l->joint_limits = limits;
}

void layout_join(arena *mem, layout *l, const layout *other)
{
    const uint32_t had = l->count[OWNER_COORDINATE];
    for (uint32_t k = 0; k < WORD_OWNERS; k++) {
        const uint32_t before = l->count[k];
        const char **names = l->names[k];
        if (l->count[k] < other->count[k])
            l->count[k] = other->count[k];
        l->names[k] = blank_names(mem, l->count[k]);
        for (uint32_t i = 0; i < l->count[k]; i++) {
            if (i < other->count[k])
                l->names[k][i] = other->names[k][i];
            if (i < before && *names[i])
                l->names[k][i] = names[i];
        }
    }
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        l->used[k] |= other->used[k];
    for (uint32_t i = 0; i < other->angles_count; i++)
        *ARENA_PUSH(mem, l, angles) = other->angles[i];
    join_joints(mem, l, other, had);
}

void layout_arrays(const layout *l, const ops *p, state_array_info list[WORD_ARRAYS])
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const word_array_info *a = &WORD_ARRAY[k];
        bool always = function_always_has(p->function, (word_array)k);
        uint32_t count = a->owner == OWNER_NONE ? l->plain[k]
                                                : word_array_numbers((word_array)k, l->count);
        if ((!always && !l->used[k]) || k == ARRAY_PIVOT || k == ARRAY_PIVOT_WHOLE)
            count = 0;
        list[k] = (state_array_info){a->name, count, always || count > 0, a->is_result, always};
    }
}

const char *layout_input(const layout *l, const ops *p, uint32_t input, uint32_t *number)
{
    const ops_input *in = &p->inputs[input];
    const word_kind *kind = &INPUT_KIND[in->kind];
    bool of_angle = kind->made == MADE_SINE || kind->made == MADE_COSINE;
    bool plain = word_owner_of(kind) == OWNER_NONE;
    *number = of_angle || plain ? l->input_angle[input] : word_number(kind, in->index, in->axis);
    if (of_angle)
        return kind->made == MADE_SINE ? "sine" : "cosine";
    return WORD_ARRAY[kind->array].name;
}

const char *layout_output(const layout *l, const ops *p, uint32_t output, uint32_t *number)
{
    const ops_output *out = &p->outputs[output];
    const word_kind *kind = &OUTPUT_KIND[out->kind];
    *number = word_owner_of(kind) == OWNER_NONE
                  ? l->output_plain[output]
                  : word_cell(kind, out->index, out->axis, out->column, l->count);
    return WORD_ARRAY[kind->array].name;
}

bool layout_mirror(const layout *l, const ops *p, uint32_t output, uint32_t *number)
{
    const ops_output *out = &p->outputs[output];
    const word_kind *kind = &OUTPUT_KIND[out->kind];
    if (!WORD_ARRAY[kind->array].is_symmetric || out->index == out->column)
        return false;
    *number = word_cell(kind, out->column, out->axis, out->index, l->count);
    return true;
}
