/* SPDX-License-Identifier: MIT */
/* What has to be done each step is found once, when a program is loaded: which sines are wanted,
 * which word of the packet is which number of the state, which number of tau is which word. */
#include "handle.h"

#include "machine/formats.h"
#include "tauflow_regs.h"

#include <stdlib.h>
#include <string.h>

/* Memory in one block: first its size is counted, then pieces are cut from it. */
typedef struct {
    char *at; /* NULL while counting */
    size_t used;
} cutter;

static void *cut(cutter *c, size_t count, size_t size)
{
    size_t from = (c->used + 15) / 16 * 16;
    c->used = from + count * size;
    return c->at ? c->at + from : NULL;
}

static void cut_all(cutter *c, size_t image_size, uint32_t core_lanes, plan *p)
{
    const tau_image *i = &p->image;
    void *bytes = cut(c, image_size, 1);
    p->angles = cut(c, i->inputs + 1, sizeof *p->angles);
    p->sines = cut(c, i->inputs + 1, sizeof *p->sines);
    p->cosines = cut(c, i->inputs + 1, sizeof *p->cosines);
    p->words = cut(c, (size_t)i->beats * i->needs.lanes + 1, sizeof *p->words);
    p->outputs = cut(c, p->outputs_count + 1, sizeof *p->outputs);
    p->results = cut(c, p->outputs_count + 1, sizeof *p->results);
    p->closing_q = cut(c, i->count[OWNER_COORDINATE] + 1, sizeof *p->closing_q);
    for (uint32_t k = 0; k < WORD_OWNERS; k++)
        p->names[k] = cut(c, i->count[k] + 1, sizeof *p->names[k]);
    p->joint_is_angle = cut(c, i->count[OWNER_COORDINATE] + 1, sizeof *p->joint_is_angle);
    p->joint_units = cut(c, i->count[OWNER_COORDINATE] + 1, sizeof *p->joint_units);
    for (uint32_t l = 0; l < i->needs.out_lanes; l++)
        p->packets.ports[l].deliveries = cut(c, (size_t)i->port[l].count + 1, sizeof(delivery));
    p->idle = cut(c, (size_t)i->beats * core_lanes + 1, sizeof *p->idle);
    p->memory = bytes;
}

static uint32_t angle_of(plan *p, const tau_input *in)
{
    for (uint32_t a = 0; a < p->angles_count; a++)
        if (p->angles[a].coordinate == in->index && p->angles[a].ratio == in->ratio &&
            p->angles[a].offset == in->offset)
            return a;
    p->angles[p->angles_count] = (plan_angle){in->index, in->ratio, in->offset};
    return p->angles_count++;
}

static tauflow_status plan_inputs(plan *p, uint32_t core_lanes, report *r)
{
    const tau_image *i = &p->image;
    for (uint32_t cell = 0; cell < i->beats * i->needs.lanes; cell++) {
        uint32_t beat = cell / i->needs.lanes, lane = cell % i->needs.lanes,
                 number = tau_image_cell(i, beat, lane);
        if (number == TAU_NONE)
            continue;
        tau_input in = tau_image_input(i, number);
        const word_kind *kind = &INPUT_KIND[in.kind];
        if (in.kind == INPUT_PLAIN)
            return report_fail(r, TAUFLOW_BAD_IMAGE,
                               "input '%s' has no meaning that the library knows", in.name);
        if (!tau_image_has(i, kind->array))
            return report_fail(r, TAUFLOW_BAD_IMAGE, "%s has no input '%s'",
                               FUNCTION_KIND[i->function].title, in.name);
        bool of_angle = kind->made == MADE_SINE || kind->made == MADE_COSINE;
        p->words[p->words_count++] = (plan_word){
            .position = beat * core_lanes + lane,
            .made = kind->made,
            .array = kind->array,
            .from = of_angle ? angle_of(p, &in) : word_number(kind, in.index, in.axis),
            .ratio = in.ratio,
            .offset = in.offset,
            .number = tau_image_input_number(i, number),
        };
        p->names[word_owner_of(kind)][in.index] = in.of;
    }
    return TAUFLOW_OK;
}

uint32_t plan_first_number(const tau_image *i, uint32_t array)
{
    uint32_t first = 0;
    for (uint32_t k = 0; k < array; k++)
        if (WORD_ARRAY[k].is_result)
            first += tau_image_numbers(i, (word_array)k);
    return first;
}

/* The position of an output that nothing is known of yet. */
#define NOT_TOLD (TAU_NONE - 1)

/* Which number of a result an output is; `plain` of the plain ones were before it. */
static uint32_t result_number(const tau_image *i, const tau_output *o, uint32_t plain)
{
    const word_kind *kind = &OUTPUT_KIND[o->kind];
    if (o->kind == OUTPUT_PLAIN)
        return plan_first_number(i, WORD_ARRAYS) + plain;
    return plan_first_number(i, kind->array) +
           word_cell(kind, o->index, o->axis, o->column, i->count);
}

/* The other place of an entry of a symmetric matrix. */
static uint32_t mirrored_number(const tau_image *i, const tau_output *o)
{
    const word_kind *kind = &OUTPUT_KIND[o->kind];
    return plan_first_number(i, kind->array) +
           word_cell(kind, o->column, o->axis, o->index, i->count);
}

static void plan_joints(plan *p)
{
    const tau_image *i = &p->image;
    for (uint32_t k = 0; k < i->count[OWNER_COORDINATE]; k++) {
        tau_joint joint = tau_image_joint(i, k);
        p->names[OWNER_COORDINATE][k] = joint.name;
        p->joint_is_angle[k] = joint.is_angle;
        p->joint_units[k] = "";
    }
}

/* A joint whose motion is imposed has no pivot, one that moves freely no reaction: zeros. */
static uint32_t fill_imposed(plan *p)
{
    static const word_array OF_SOME[] = {ARRAY_PIVOT, ARRAY_PIVOT_WHOLE, ARRAY_REACTION};
    const uint32_t *count = p->image.count;
    uint32_t filled = 0;
    for (uint32_t k = 0; k < count[OWNER_FREEDOM] && p->image.imposes; k++)
        if (!p->names[OWNER_FREEDOM][k] && count[OWNER_FREEDOM] == count[OWNER_COORDINATE])
            p->names[OWNER_FREEDOM][k] = p->names[OWNER_COORDINATE][k];
    for (uint32_t n = 0; p->image.imposes && n < sizeof OF_SOME / sizeof OF_SOME[0]; n++) {
        plan_output *list = p->outputs + plan_first_number(&p->image, OF_SOME[n]);
        for (uint32_t k = 0; k < tau_image_numbers(&p->image, OF_SOME[n]); k++)
            if (list[k].position == NOT_TOLD) {
                list[k] = (plan_output){.position = TAU_NONE, .is_absent = true};
                filled++;
            }
    }
    return filled;
}

static tauflow_status plan_outputs(plan *p, report *r)
{
    const tau_image *i = &p->image;
    uint32_t plain = 0, filled = 0;
    for (uint32_t k = 0; k < p->outputs_count; k++)
        p->outputs[k].position = NOT_TOLD;
    for (uint32_t k = 0; k < i->outputs; k++) {
        tau_output o = tau_image_output(i, k);
        const word_kind *kind = &OUTPUT_KIND[o.kind];
        if (o.kind != OUTPUT_PLAIN && !tau_image_has(i, kind->array))
            return report_fail(r, TAUFLOW_BAD_IMAGE, "%s has no output '%s'",
                               FUNCTION_KIND[i->function].title, o.name);
        plan_output *to = &p->outputs[result_number(i, &o, plain)];
        plain += o.kind == OUTPUT_PLAIN;
        filled += to->position == NOT_TOLD;
        *to = (plan_output){.position = o.position,
                            .constant = o.constant,
                            .point = tau_image_output_point(i, k)};
        if (WORD_ARRAY[kind->array].is_symmetric && o.index != o.column) {
            plan_output *mirrored = &p->outputs[mirrored_number(i, &o)];
            filled += mirrored->position == NOT_TOLD;
            *mirrored = *to;
        }
        if (o.kind != OUTPUT_PLAIN)
            p->names[word_owner_of(kind)][o.index] = o.of;
        if (word_has_column(kind))
            p->names[WORD_ARRAY[kind->array].columns][o.column] = o.column_of;
        if (word_is_of_joint(kind))
            p->joint_units[o.index] = kind->unit[o.is_angle];
    }
    filled += fill_imposed(p);
    if (filled != p->outputs_count)
        return report_fail(r, TAUFLOW_BAD_IMAGE, "the image tells %u of %u %s", filled,
                           p->outputs_count, FUNCTION_KIND[i->function].results);
    return TAUFLOW_OK;
}

/* `lag`: result packet k comes when packet k + lag has gone in. A sample's last word stands at most
 * `late` packets behind that of its own number, and flush is what must follow a sample until that
 * one is out.
 * Zeros that stand in the core have work of their own. A board does it while nobody asks; a core in
 * the process gets the time of a sample for it, or the next sample would wait for that and take
 * longer than predicted. */
static void plan_packets(plan *p, const tauflow_shape *core, uint32_t guard)
{
    const bool guarded = guard & TAUFLOW_GUARD_CHECK_MASK;
    const uint32_t multiple = (guard & TAUFLOW_GUARD_MULTIPLE_MASK) >>
                              TAUFLOW_GUARD_MULTIPLE_LOW; /* bytes; 0: no padding */
    const tau_image *i = &p->image;
    packets *to = &p->packets;
    to->beats = i->beats;
    to->lanes = core->lanes;
    to->out_beats = i->out_beats + guarded;
    to->out_lanes = core->out_lanes;
    const uint32_t words = to->out_beats * to->out_lanes, block = multiple ? multiple / 4 : 1;
    to->out_zeros = (block - words % block) % block;
    to->guarded = guarded;
    to->words = i->words;
    to->flush = i->flush;
    to->lag = i->flush - i->late;
    to->quiet_cycles = i->flush ? i->cycles : 0;
    if (format_has_points(i->needs.fixed) && i->tests) { /* in its ranges, as zeros need not be */
        pack_test(i, core->lanes, 0, p->idle);
        to->idle = p->idle;
    }
    to->ports_count = i->needs.out_lanes;
    for (uint32_t l = 0; l < to->ports_count; l++) {
        to->ports[l].count = i->port[l].count;
        to->ports[l].loop = i->port[l].loop;
        to->ports[l].words = i->port[l].words;
        for (uint32_t k = 0; k < i->port[l].count; k++) {
            tau_delivery d = tau_image_delivery(i, l, k);
            to->ports[l].deliveries[k] = (delivery){d.position, d.sample};
        }
    }
}

static uint32_t count_outputs(const tau_image *i)
{
    uint32_t plain = 0;
    for (uint32_t k = 0; k < i->outputs; k++)
        plain += tau_image_output(i, k).kind == OUTPUT_PLAIN;
    return plan_first_number(i, WORD_ARRAYS) + plain;
}

tauflow_status plan_make(const void *bytes, size_t size, const tauflow_shape *core, uint32_t guard,
                         plan *out, report *r)
{
    plan p = {0};
    cutter counted = {0};
    PASS(tau_image_read(bytes, size, &p.image, r));
    PASS(shape_fits(&p.image.needs, core, r));
    p.outputs_count = count_outputs(&p.image);
    cut_all(&counted, size, core->lanes, &p);
    cutter c = {calloc(1, counted.used), 0};
    if (!c.at)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the program: %zu bytes",
                           counted.used);
    cut_all(&c, size, core->lanes, &p);
    memcpy(p.memory, bytes, size);
    /* Once more, so that it refers to the copy. */
    tauflow_status done = tau_image_read(p.memory, size, &p.image, r);
    if (done == TAUFLOW_OK)
        plan_joints(&p);
    if (done == TAUFLOW_OK)
        done = plan_inputs(&p, core->lanes, r);
    if (done == TAUFLOW_OK)
        done = plan_outputs(&p, r);
    if (done == TAUFLOW_OK)
        plan_packets(&p, core, guard);
    if (done != TAUFLOW_OK)
        plan_free(&p);
    *out = p;
    return done;
}

void plan_free(plan *p)
{
    free(p->memory);
    *p = (plan){0};
}
