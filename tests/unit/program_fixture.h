/* SPDX-License-Identifier: MIT */
/* Graphs, machines and programs that the tests of programs and of the twin share. */
#ifndef TAUFLOW_PROGRAM_FIXTURE_H
#define TAUFLOW_PROGRAM_FIXTURE_H

#include "unit/robot_ops.h"
#include "unit/sched_fixture.h"

#include "machine/fixed.h"
#include "machine/fp32.h"
#include "operations/ops_fixed.h"
#include "operations/state.h"
#include "program/core_words.h"
#include "program/stream_run.h"

/* Machines that a core can be: both networks and transfers, all lanes, small queues, unequal
 * latencies, units that modules share: on a ring also more of them than stations. */
static const char *const CORES[] = {
    "network=crossbar mul=1 add=1 lanes=1",
    "network=crossbar mul=1 add=1 lanes=2 transfer=1 mul_latency=4 add_latency=5",
    "network=crossbar mul=2 add=3 lanes=3 transfer=1 lane_queue=2 queue=1",
    "network=crossbar mul=4 add=4 lanes=5 mul_latency=4 add_latency=5",
    "network=crossbar mul=16 add=16 lanes=2 transfer=1 mul_latency=2 add_latency=3",
    "network=sparse mul=3 add=3 lanes=1 transfer=1 mul_latency=2 queue=1",
    "network=sparse mul=16 add=16 lanes=2 mul_latency=3 add_latency=4",
    "network=ring modules=1 mul=1 add=1 lanes=1 transfer=1",
    ("network=ring modules=2 mul=2 add=2 lanes=1 transfer=1 mul_latency=4 add_latency=5 "
     "relay_queue=2"),
    "network=ring modules=3 mul=3 add=3 lanes=2 queue=1 mul_latency=3 add_latency=1",
    "network=ring modules=4 mul=4 add=4 lanes=8 transfer=1",
    "network=ring modules=16 mul=16 add=16 lanes=1 mul_latency=4 add_latency=5",
    ("network=crossbar mul=2 add=2 div=1 sqrt=1 atan=1 lanes=2 mul_latency=3 add_latency=4 "
     "div_latency=9 sqrt_latency=8 atan_latency=14"),
    ("network=ring modules=3 mul=3 add=3 div=2 sqrt=2 lanes=2 transfer=1 div_latency=5 "
     "sqrt_latency=2 queue=1"),
    ("network=ring modules=4 mul=4 add=4 div=1 sqrt=1 atan=2 lanes=1 mul_latency=3 add_latency=4 "
     "div_latency=9 sqrt_latency=8 atan_latency=3"),
};
enum { CORES_COUNT = sizeof CORES / sizeof CORES[0] };

static inline ops graph_finished(arena *mem, ops p, bool divides)
{
    const uint32_t inputs = p.inputs_count;
    for (uint32_t j = 0; j < p.list_count; j++) {
        if (p.list[j].kind == OP_DIV && !divides)
            p.list[j].kind = OP_SUB;
        if (OPERAND_CLASS(p.list[j].a) == FROM_CONSTANT &&
            OPERAND_CLASS(p.list[j].b) == FROM_CONSTANT)
            p.list[j].b = OPERAND(FROM_INPUT, j % inputs);
    }
    for (uint32_t unused; (unused = ops_first_unused(&p)) < p.list_count;)
        *ARENA_PUSH(mem, &p, outputs) = (ops_output){.name = arena_printf(mem, "left%u", unused),
                                                     .kind = OUTPUT_PLAIN,
                                                     .value = OPERAND(FROM_OP, unused)};
    *ARENA_PUSH(mem, &p, outputs) = (ops_output){
        .name = "constant", .kind = OUTPUT_PLAIN, .value = OPERAND(FROM_CONSTANT, 3)};
    *ARENA_PUSH(mem, &p, outputs) = (ops_output){
        .name = "through", .kind = OUTPUT_PLAIN, .value = OPERAND(FROM_INPUT, 0)};
    *ARENA_PUSH(mem, &p, outputs) = (ops_output){
        .name = "again", .kind = OUTPUT_PLAIN, .value = p.outputs[0].value};
    return p;
}

/* A random graph of multiplications, additions and subtractions, no operation on constants
 * alone. */
static inline ops graph_for_core(arena *mem, uint32_t inputs, uint32_t count, uint64_t seed)
{
    return graph_finished(mem, ops_random(mem, inputs, count, seed), false);
}

/* The same with divisions, roots and branches, and with arc tangents, where the machine of the line
 * has units for them. */
static inline ops graph_for_line(arena *mem, const char *line, uint32_t inputs, uint32_t count,
                                 uint64_t seed)
{
    if (!strstr(line, " div="))
        return graph_for_core(mem, inputs, count, seed);
    const op_kind kinds = strstr(line, " atan=") ? OP_SIN : OP_ATAN2;
    return ops_with_branches(
        graph_finished(mem, ops_random_of(mem, kinds, inputs, count, seed), true));
}

/* The same in fixed point: any points with which operators can do it, so that overflows are
 * common. Ranges of the inputs are as wide as their bits. */
static inline ops graph_in_fixed(arena *mem, uint32_t width, uint32_t inputs, uint32_t count,
                                 uint64_t seed)
{
    ops p = graph_for_core(mem, inputs, count, seed);
    const int middle = (int)width - 4; /* values about 8 */
    p.format = width;
    for (uint32_t i = 0; i < inputs; i++) {
        ops_input *in = &p.inputs[i];
        in->point = middle + (int)(random_bits(&seed) % 7) - 3;
        in->high = fixed_value(in->point, fixed_largest(width));
        in->low = -in->high;
    }
    for (uint32_t i = 0; i < p.constants_count; i++) /* up to 2 */
        p.constants[i].point = middle - (int)(random_bits(&seed) % 4);
    for (uint32_t j = 0; j < count; j++) {
        op *o = &p.list[j];
        const int a = ops_point(&p, o->a), b = ops_point(&p, o->b), less = a < b ? a : b;
        const int one = (int)(random_bits(&seed) % 2), two = (int)(random_bits(&seed) % 2) * 2;
        /* Sums lose a place or none; products of values about 8 find back to them. */
        int most = a + b - (int)width + FIXED_MUL_SHIFTS, least = a + b - (int)width + 1;
        int wanted = middle + one + two - 1;
        o->point = o->kind != OP_MUL ? less - one
                   : wanted > most   ? most
                   : wanted < least  ? least
                                     : wanted;
    }
    diag d = diag_make(mem);
    if (ops_check(&p, "fixed", &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

static inline program program_from(arena *mem, const ops *p, const schedule *s)
{
    diag d = diag_make(mem);
    program q;
    if (program_build(mem, p, s, &q, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return q;
}

/* Samples overlap, with the least interval that few moves find. */
static inline schedule schedule_of_stream(arena *mem, const ops *p, const machine *m)
{
    diag d = diag_make(mem);
    schedule s;
    if (schedule_throughput(mem, p, m, 0, &(scheduler_options){.seed = 1, .budget = 1500}, &s,
                            &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return s;
}

static inline program program_by(arena *mem, const char *scheduler, const ops *p, const char *line,
                                 uint64_t seed)
{
    machine m = machine_from(line);
    schedule s = schedule_by(mem, scheduler, p, &m, seed, 4);
    return program_from(mem, p, &s);
}

/* Entries that a sequence of `count` may get when it is written out further, at most `most`: a
 * beginning of any number and then a loop of `passes` samples; 0 where even that does not fit. */
static inline uint32_t unroll_length(uint32_t count, uint32_t most, uint32_t passes, uint64_t *seed,
                                     uint32_t *loop)
{
    uint32_t spare = count && most > passes * count ? most - passes * count : 0;
    *loop = spare ? (uint32_t)(random_bits(seed) % (spare < 3 * count ? spare : 3 * count)) : 0;
    return count * passes <= most ? *loop + passes * count : 0;
}

#define UNROLL(mem, type, list, list_count, list_loop, most, passes, seed)                         \
    do {                                                                                           \
        uint32_t loop_, length_ = unroll_length(list_count, most, passes, seed, &loop_);           \
        if (length_) {                                                                             \
            type *longer_ = ARENA_ARRAY(mem, type, length_);                                       \
            for (uint32_t k_ = 0; k_ < length_; k_++)                                              \
                longer_[k_] = (list)[k_ % (list_count)];                                           \
            (list) = longer_, (list_count) = length_, (list_loop) = loop_;                         \
        }                                                                                          \
    } while (0)

/* The same program with every sequence but those of lanes written out further: loops that begin
 * anywhere and serve several samples (ports: one). What the machine does, and when, is the same. */
static inline program program_unroll(arena *mem, const program *q, const tauflow_shape *core,
                                     uint64_t seed)
{
    program u = *q;
    const tauflow_shape *c = &q->shape;
    tauflow_shape deep = *c; /* parts of the program, depths of the core */
    shape_set_depths(&deep, core);
    u.receivers = ARENA_ARRAY(mem, program_receiver, core_receivers(c));
    u.units = ARENA_ARRAY(mem, program_unit, core_units(c));
    u.sources = ARENA_ARRAY(mem, program_source, core_sources(c));
    u.ports = ARENA_ARRAY(mem, program_port, c->out_lanes);
    memcpy(u.sources, q->sources, core_sources(c) * sizeof *u.sources);
    for (uint32_t r = 0; r < core_receivers(c); r++) {
        program_receiver *to = &u.receivers[r];
        uint32_t most = core_reception_depth(&deep, r);
        *to = q->receivers[r];
        UNROLL(mem, program_reception, to->receptions, to->receptions_count, to->receptions_loop,
               most, core_is_output(c, r) ? 1 : 1 + (uint32_t)(random_bits(&seed) % 3), &seed);
    }
    for (uint32_t i = 0; i < core_units(c); i++) {
        program_source *from = &u.sources[i];
        u.units[i] = q->units[i];
        UNROLL(mem, program_issue, u.units[i].issues, u.units[i].issues_count,
               u.units[i].issues_loop, core->issues, 1 + (uint32_t)(random_bits(&seed) % 3), &seed);
        UNROLL(mem, program_mask, from->emissions, from->emissions_count, from->emissions_loop,
               core->issues, 1 + (uint32_t)(random_bits(&seed) % 3), &seed);
    }
    for (uint32_t s = core_first_relay_source(c); s < core_sources(c); s++)
        UNROLL(mem, program_mask, u.sources[s].emissions, u.sources[s].emissions_count,
               u.sources[s].emissions_loop, core_emission_depth(&deep, s),
               1 + (uint32_t)(random_bits(&seed) % 3), &seed);
    for (uint32_t l = 0; l < c->out_lanes; l++) {
        uint32_t count = u.receivers[core_output(c) + l].receptions_count,
                 words = q->ports[l].words;
        u.ports[l] = (program_port){ARENA_ARRAY(mem, program_delivery, count + 1), words};
        for (uint32_t k = 0; k < count; k++)
            u.ports[l].deliveries[k] = (program_delivery){
                q->ports[l].deliveries[k % words].position, k / words};
    }
    u.shape = deep;
    u.shape.lane_words = c->lane_words; /* neither these nor stores grew */
    u.shape.slots = c->slots;
    u.shape.constants = c->constants;
    return u;
}

static inline bool mask_has(const program_mask *m, uint32_t receiver)
{
    return m->bits[receiver / 32] >> receiver % 32 & 1;
}

/* A program with one port becomes one with `ports`: each word goes out through any of them, the
 * order of those that share one stays. */
static inline program program_spread(arena *mem, const program *q, uint32_t ports, uint64_t seed)
{
    program u = *q;
    const tauflow_shape *c = &q->shape;
    const uint32_t output = core_output(c), count = q->receivers[output].receptions_count;
    uint32_t *next = ARENA_ARRAY(mem, uint32_t, core_sources(c));
    u.shape.out_lanes = ports;
    u.receivers = ARENA_ARRAY(mem, program_receiver, core_receivers(&u.shape));
    u.sources = ARENA_ARRAY(mem, program_source, core_sources(c));
    u.ports = ARENA_ARRAY(mem, program_port, ports);
    u.out_beats = 0;
    for (uint32_t r = 0; r < core_receivers(c); r++)
        if (!core_is_output(c, r))
            u.receivers[r < output ? r : r - 1 + ports] = q->receivers[r];
    for (uint32_t l = 0; l < ports; l++) {
        u.receivers[output + l].receptions = ARENA_ARRAY(mem, program_reception, count + 1);
        u.ports[l].deliveries = ARENA_ARRAY(mem, program_delivery, count + 1);
    }
    for (uint32_t s = 0; s < core_sources(c); s++) {
        u.sources[s] = q->sources[s];
        u.sources[s].emissions = ARENA_ARRAY(mem, program_mask, q->sources[s].emissions_count + 1);
        for (uint32_t k = 0; k < q->sources[s].emissions_count; k++)
            for (uint32_t r = 0; r < core_receivers(c); r++)
                if (mask_has(&q->sources[s].emissions[k], r) && r != output) {
                    uint32_t to = r < output ? r : r - 1 + ports;
                    u.sources[s].emissions[k].bits[to / 32] |= UINT32_C(1) << to % 32;
                }
    }
    for (uint32_t k = 0; k < count; k++) {
        const program_reception *taken = &q->receivers[output].receptions[k];
        uint32_t l = (uint32_t)(random_bits(&seed) % ports), *at = &next[taken->source];
        while (!mask_has(&q->sources[taken->source].emissions[*at], output))
            ++*at;
        u.sources[taken->source].emissions[(*at)++].bits[(output + l) / 32] |= UINT32_C(1)
                                                                               << (output + l) % 32;
        u.ports[l].deliveries[u.ports[l].words++] = q->ports[0].deliveries[k];
        u.receivers[output + l].receptions[u.receivers[output + l].receptions_count++] = *taken;
        u.out_beats = u.ports[l].words > u.out_beats ? u.ports[l].words : u.out_beats;
    }
    return u;
}

/* The only port takes what comes straight from a lane one sample ahead of the rest: packets then
 * hold words of two samples, and the last words of a sample come when another enters. Good for
 * graphs of few operations, which keep what waits. */
static inline program program_ahead(arena *mem, const program *q)
{
    program u = *q;
    const tauflow_shape *c = &q->shape;
    const uint32_t output = core_output(c), count = q->receivers[output].receptions_count;
    u.receivers = ARENA_ARRAY(mem, program_receiver, core_receivers(c));
    memcpy(u.receivers, q->receivers, core_receivers(c) * sizeof *u.receivers);
    u.ports = ARENA_ARRAY(mem, program_port, 1);
    u.ports[0] = (program_port){ARENA_ARRAY(mem, program_delivery, 2 * count + 1),
                                q->ports[0].words};
    program_receiver *port = &u.receivers[output];
    port->receptions = ARENA_ARRAY(mem, program_reception, 2 * count + 1);
    port->receptions_count = 0;
    /* lanes of sample 0, lanes of sample 1, the rest of sample 0 */
    for (uint32_t part = 0; part < 3; part++) {
        port->receptions_loop = part == 1 ? port->receptions_count : port->receptions_loop;
        for (uint32_t k = 0; k < count; k++)
            if ((q->receivers[output].receptions[k].source >= core_units(c)) == (part < 2)) {
                u.ports[0].deliveries[port->receptions_count] = (program_delivery){
                    q->ports[0].deliveries[k].position, part == 1};
                port->receptions[port->receptions_count++] = q->receivers[output].receptions[k];
            }
    }
    u.flush = 1;
    u.shape.output_words = port->receptions_count;
    return u;
}

static const char AHEAD_OPS[] =
    "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\na = mul x y\nb = sub a x\n"
    "output through plain = x\noutput o plain = b\noutput again plain = "
    "y\noutput p plain = a\n";

/* A twin of the core with the program in it. */
static inline twin *twin_with(arena *mem, const program *q, const tauflow_shape *core)
{
    diag d = diag_make(mem);
    image i;
    if (image_build(mem, q, core, &i, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    twin *t = twin_make(mem, core);
    twin_load_image(t, &i);
    assert_int_equal(twin_read(t).errors, 0);
    return t;
}

/* `count` samples of words between -2 and 2, of fixed point any words. */
static inline uint32_t *random_samples(arena *mem, const ops *p, uint32_t count, uint64_t seed)
{
    uint32_t *in = ARENA_ARRAY(mem, uint32_t, (size_t)count * p->inputs_count + 1);
    for (size_t k = 0; k < (size_t)count * p->inputs_count; k++) {
        const double x = random_unit(&seed);
        in[k] = p->format ? fixed_word((int64_t)(x * (double)fixed_largest(p->format)))
                         : fp32_from_double(2 * x);
    }
    return in;
}

/* Samples whose result is not, bit for bit, what the evaluator says. */
static inline uint32_t count_wrong(arena *mem, const ops *p, const uint32_t *in,
                                   const uint32_t *out, uint32_t count)
{
    core_evaluator e = core_evaluator_make(mem, p);
    uint32_t *y = ARENA_ARRAY(mem, uint32_t, p->outputs_count + 1), wrong = 0;
    for (uint32_t k = 0; k < count; k++) {
        core_evaluate(&e, in + (size_t)k * p->inputs_count, y);
        wrong += memcmp(y, out + (size_t)k * p->outputs_count, p->outputs_count * sizeof *y) != 0;
    }
    return wrong;
}

/* Samples in which the evaluator of fixed point saw an overflow. */
static inline uint32_t count_overflows(arena *mem, const ops *p, const uint32_t *in,
                                       uint32_t count)
{
    core_evaluator e = core_evaluator_make(mem, p);
    uint32_t *y = ARENA_ARRAY(mem, uint32_t, p->outputs_count + 1), over = 0;
    for (uint32_t k = 0; k < count; k++)
        over += !core_evaluate(&e, in + (size_t)k * p->inputs_count, y);
    return over;
}

#endif
