/* SPDX-License-Identifier: MIT */
#include "rtl/bench_case.h"

#include "machine/fp32.h"
#include "passes.h"
#include "program/samples.h"
#include "shape_called.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MACHINE[] =
    "network=ring modules=2 mul=2 add=2 lanes=1 transfer=1 mul_latency=3 add_latency=4";

static status compile(arena *mem, const char *file, ops *p, program *q, diag *d)
{
    passes_settings s = passes_default();
    passes_built built;
    s.equations.effort = 0;
    s.schedule.options.budget = 4;
    TRY(machine_parse(MACHINE, sizeof MACHINE - 1, (place){0}, &s.schedule.target, d));
    TRY(passes_build(mem, file, &s, &built, d));
    *p = *built.p;
    *q = built.program;
    return STATUS_OK;
}

static status load_words(arena *mem, const program *q, bench_case *c, diag *d)
{
    const tauflow_shape core = shape_with_default_depths("ring_2_1_1_4_5");
    image i;
    uint32_t *load;
    TRY(image_build(mem, q, &core, &i, d));
    for (uint32_t b = 0; b < i.blocks_count; b++)
        c->load_count += i.blocks[b].words_count;
    c->load = load = ARENA_ARRAY(mem, uint32_t, 2 * c->load_count);
    for (uint32_t b = 0; b < i.blocks_count; b++)
        for (uint32_t k = 0; k < i.blocks[b].words_count; k++) {
            *load++ = i.blocks[b].address + (k << 2);
            *load++ = i.blocks[b].words[k];
        }
    return STATUS_OK;
}

static void make_packets(arena *mem, const ops *p, const program *q, uint32_t samples,
                         uint64_t seed, bench_case *c)
{
    sample_set t = samples_make(mem, p, samples, seed);
    uint32_t words = q->beats * q->shape.lanes;
    uint32_t *in = ARENA_ARRAY(mem, uint32_t, samples * words),
             *out = ARENA_ARRAY(mem, uint32_t, samples * q->shape.output_words);
    float *x = ARENA_ARRAY(mem, float, p->inputs_count + 1),
          *y = ARENA_ARRAY(mem, float, p->outputs_count + 1);
    float *scratch = ARENA_ARRAY(mem, float, p->list_count + 1);
    for (uint32_t k = 0; k < samples; k++) {
        for (uint32_t i = 0; i < p->inputs_count; i++)
            x[i] = fp32_value(t.in[k * p->inputs_count + i]);
        ops_eval32(p, x, y, scratch);
        for (uint32_t w = 0; w < words; w++)
            in[k * words + w] = q->input_map[w] == PROGRAM_PADDING
                                    ? 0
                                    : t.in[k * p->inputs_count + q->input_map[w]];
        for (uint32_t o = 0; o < p->outputs_count; o++)
            if (q->output_map[o].position != PROGRAM_CONSTANT)
                out[k * q->shape.output_words + q->output_map[o].position] = fp32_bits(y[o]);
    }
    c->lanes = q->shape.lanes;
    c->beats = q->beats;
    c->output_words = q->shape.output_words;
    c->samples = samples;
    c->cycles = q->cycles;
    c->in = in;
    c->out = out;
}

bench_case *bench_case_make(const char *robot_file, uint32_t samples, uint64_t seed)
{
    arena *mem = malloc(sizeof *mem);
    if (!mem)
        return NULL;
    *mem = arena_make();
    diag d = diag_make(mem);
    bench_case *c = ARENA_ARRAY(mem, bench_case, 1);
    ops p;
    program q;
    c->mem = mem;
    if (compile(mem, robot_file, &p, &q, &d) != STATUS_OK ||
        load_words(mem, &q, c, &d) != STATUS_OK) {
        fprintf(stderr, "%s: %s\n", robot_file, d.error.text);
        bench_case_free(c);
        return NULL;
    }
    make_packets(mem, &p, &q, samples, seed, c);
    return c;
}

void bench_case_free(bench_case *c)
{
    arena *mem = c->mem;
    arena_free(mem);
    free(mem);
}
