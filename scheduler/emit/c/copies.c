/* SPDX-License-Identifier: MIT */
/* Words and the arrays of a state, from one to the other. Of functions in pieces, words that are
 * equally far apart on both sides are copied by one loop: a line each takes a compiler as long as
 * the operations of some small robots. Of others they are names of what the operations read, and
 * cost nothing. */
#include "emit/parts.h"

#include <stdio.h>
#include <string.h>

/* Words first, first + step .. and numbers from, from + stride .. of an array. */
typedef struct {
    const char *array;
    uint32_t first, step, from, stride, count;
} run;

enum { SHORTEST_LOOP = 4 };

static const char *margin(bool of_block)
{
    return of_block ? "            " : "    ";
}

/* "5", or "5 + 2 * w" in a loop. */
static void index_text(char *out, size_t size, uint32_t first, uint32_t step, uint32_t count)
{
    if (count == 1)
        snprintf(out, size, "%u", first);
    else if (step == 1)
        snprintf(out, size, "%u + w", first);
    else
        snprintf(out, size, "%u + %u * w", first, step);
}

/* The place of a number in an array, which a block reaches by vectors unless it is the block's. */
static void place_text(const emitter *e, const run *r, bool by_vectors, const char *quality,
                       char *out, size_t size)
{
    char number[48];
    index_text(number, sizeof number, r->from, r->stride, r->count);
    if (by_vectors)
        snprintf(out, size, "*(%s%s_u_%s *)(%s + %s%s%s * stride + at)", quality, e->name,
                 e->real->tag, r->array, r->count > 1 ? "(" : "", number, r->count > 1 ? ")" : "");
    else
        snprintf(out, size, "%s[%s]", r->array, number);
}

/* `for` of a run, where it is one; then the margin of its line. */
static void begin_line(const emitter *e, const run *r, bool of_block)
{
    if (r->count > 1)
        text_printf(e->out, "%sfor (size_t w = 0; w < %u; w++)\n    ", margin(of_block), r->count);
    text_add(e->out, margin(of_block));
}

static bool has_sine(const ops_input *in)
{
    return INPUT_KIND[in->kind].made == MADE_SINE || INPUT_KIND[in->kind].made == MADE_COSINE;
}

static bool is_scaled(const ops_input *in)
{
    return INPUT_KIND[in->kind].made == MADE_AFFINE && (in->ratio != 1 || in->offset != 0);
}

/* Whether an input is number `number` of the array of a run. */
static bool continues(const emitter *e, const run *r, uint32_t input, uint64_t number)
{
    uint32_t at;
    return input < e->p->inputs_count && !is_scaled(&e->p->inputs[input]) &&
           strcmp(layout_input(e->shape, e->p, input, &at), r->array) == 0 && at == number;
}

/* The inputs that are read as they are, from `first` on; only that one if no loop is worth it. */
static run input_run(const emitter *e, uint32_t first)
{
    const ops *p = e->p;
    run r = {.first = first, .count = 1};
    r.array = layout_input(e->shape, p, first, &r.from);
    if (!e->cut || is_scaled(&p->inputs[first]))
        return r;
    uint32_t second = first + 1, number = 0;
    while (second < p->inputs_count &&
           (is_scaled(&p->inputs[second]) ||
            strcmp(layout_input(e->shape, p, second, &number), r.array) != 0))
        second++;
    if (second == p->inputs_count || number <= r.from)
        return r;
    r.step = second - first, r.stride = number - r.from;
    while (continues(e, &r, first + r.count * r.step, r.from + (uint64_t)r.count * r.stride))
        r.count++;
    r.count = r.count < SHORTEST_LOOP ? 1 : r.count;
    return r;
}

void emit_copy_inputs(const emitter *e, bool of_block)
{
    arena scratch = arena_make();
    bool *copied = ARENA_ARRAY(&scratch, bool, e->p->inputs_count);
    for (uint32_t i = 0; i < e->p->inputs_count; i++) {
        const ops_input *in = &e->p->inputs[i];
        char to[48], at[EMIT_PLACE_BYTES];
        if (copied[i] || (has_sine(in) && emit_angles_by_loop(e)))
            continue;
        const run r = input_run(e, i);
        for (uint32_t k = 0; k < r.count; k++)
            copied[i + k * r.step] = true;
        index_text(to, sizeof to, r.first, r.step, r.count);
        place_text(e, &r, of_block && !has_sine(in), "const ", at, sizeof at);
        begin_line(e, &r, of_block);
        text_printf(e->out, "in[%s] = ", to);
        emit_affine(e, is_scaled(in) ? in->ratio : 1, at, is_scaled(in) ? in->offset : 0);
        text_add(e->out, ";\n");
    }
    arena_free(&scratch);
}

const char *emit_given(const emitter *e, uint32_t output, uint32_t *number)
{
    const ops_output *o = &e->p->outputs[output];
    const word_array from = word_array_given(OUTPUT_KIND[o->kind].array);
    if (from == WORD_ARRAYS || OPERAND_CLASS(o->value) != FROM_CONSTANT)
        return NULL;
    *number = o->index;
    return WORD_ARRAY[from].name;
}

/* A number of the state goes to the results as it is. */
static bool copy_given(const emitter *e, uint32_t output, bool of_block)
{
    char to[EMIT_PLACE_BYTES], from[EMIT_PLACE_BYTES];
    run given = {.count = 1}, r = {.count = 1};
    given.array = emit_given(e, output, &given.from);
    if (!given.array)
        return false;
    r.array = layout_output(e->shape, e->p, output, &r.from);
    place_text(e, &r, of_block, "", to, sizeof to);
    place_text(e, &given, of_block, "const ", from, sizeof from);
    text_printf(e->out, "%s%s = %s;\n", margin(of_block), to, from);
    return true;
}

/* Results from `first` on that lie side by side in an array. */
static run output_run(const emitter *e, uint32_t first)
{
    const ops_output *all = e->p->outputs;
    run r = {.first = first, .step = 1, .stride = 1, .count = 1};
    r.array = layout_output(e->shape, e->p, first, &r.from);
    uint32_t number;
    while (e->cut && first + r.count < e->p->outputs_count &&
           all[first + r.count].kind == all[first].kind &&
           !emit_given(e, first + r.count, &number) &&
           (layout_output(e->shape, e->p, first + r.count, &number), number == r.from + r.count))
        r.count++;
    return r;
}

static void copy_output(const emitter *e, const run *r, bool of_block)
{
    char from[48], at[EMIT_PLACE_BYTES];
    index_text(from, sizeof from, r->first, r->step, r->count);
    place_text(e, r, of_block, "", at, sizeof at);
    begin_line(e, r, of_block);
    text_printf(e->out, "%s = out[%s];\n", at, from);
}

void emit_copy_outputs(const emitter *e, bool of_block)
{
    for (uint32_t i = 0; i < e->p->outputs_count;) {
        if (copy_given(e, i, of_block)) {
            i++;
            continue;
        }
        const run r = output_run(e, i);
        if (!emit_is_pivot(e, i))
            copy_output(e, &r, of_block);
        for (uint32_t k = 0; k < r.count; k++) {
            run mirror = {.array = r.array, .first = i + k, .count = 1};
            if (layout_mirror(e->shape, e->p, i + k, &mirror.from))
                copy_output(e, &mirror, of_block);
        }
        i += r.count;
    }
}
