/* SPDX-License-Identifier: MIT */
/* Graphs that the tests of operations and emitters share. */
#ifndef TAUFLOW_OPS_FIXTURE_H
#define TAUFLOW_OPS_FIXTURE_H

#include "base/random.h"
#include "operations/angles.h"
#include "operations/ops.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* The graph of a text; the test fails with the parser's message when it is refused. */
static inline ops ops_from(arena *mem, const char *bytes)
{
    diag d = diag_make(mem);
    ops p;
    if (ops_parse(mem, "text", bytes, strlen(bytes), &p, &d) != STATUS_OK)
        fail_msg("%u:%u: %s", d.error.at.line, d.error.at.column, d.error.text);
    return p;
}

/* Uniform in -1 .. 1. */
static inline double random_unit(uint64_t *state)
{
    return (double)(random_bits(state) >> 11) * 0x1p-52 - 1;
}

/* A graph without unused operations: every operation takes the oldest unused one or a random
 * earlier value, and what is still unused at the end becomes an output. Divisors are inputs, which
 * tests keep off 0; roots are of squares, offsets of sines constants. Kinds are those before
 * `kinds`. */
static inline ops ops_random_of(arena *mem, op_kind kinds, uint32_t inputs, uint32_t count,
                                uint64_t seed)
{
    ops p = {.robot = "random \"graph\""};
    for (uint32_t i = 0; i < inputs; i++)
        *ARENA_PUSH(mem, &p, inputs) = (ops_input){
            .name = arena_printf(mem, "in%u", i), .kind = INPUT_PLAIN, .ratio = 1};
    for (uint32_t i = 0; i < 8; i++)
        *ARENA_PUSH(mem, &p, constants) =
            (ops_constant){.name = arena_printf(mem, "k%u", i), .value = random_unit(&seed) * 2};
    uint32_t oldest = 0; /* operations before it are used */
    for (uint32_t i = 0; i < count; i++) {
        operand any[3] = {OPERAND(FROM_INPUT, random_bits(&seed) % inputs),
                          OPERAND(FROM_CONSTANT, random_bits(&seed) % 8),
                          OPERAND(FROM_OP, i ? random_bits(&seed) % i : 0)};
        op o = {.kind = (op_kind)(random_bits(&seed) % kinds),
                .name = arena_printf(mem, "t%u", i)};
        o.a = i > oldest + 6 ? OPERAND(FROM_OP, oldest++) : any[random_bits(&seed) % (i ? 3 : 2)];
        o.b = o.kind == OP_DIV ? any[0] : any[random_bits(&seed) % (i ? 3 : 2)];
        if (OP_KIND[o.kind].unit == UNIT_TRIG)
            o.b = any[1];
        if (OP_KIND[o.kind].operands == 1)
            o.b = o.a;
        bool root = o.kind == OP_SQRT;
        if (root) {
            o.kind = OP_MUL;
            o.b = o.a;
        }
        *ARENA_PUSH(mem, &p, list) = o;
        if (root && ++i < count)
            *ARENA_PUSH(mem, &p, list) = (op){.kind = OP_SQRT, .a = OPERAND(FROM_OP, i - 1),
                                              .b = OPERAND(FROM_OP, i - 1),
                                              .name = arena_printf(mem, "t%u", i)};
    }
    for (uint32_t i = 0; i < 6 && i < count; i++)
        *ARENA_PUSH(mem, &p, outputs) = (ops_output){.name = arena_printf(mem, "out%u", i),
                                                     .kind = OUTPUT_PLAIN,
                                                     .value = OPERAND(FROM_OP, count - 1 - i)};
    for (uint32_t unused; (unused = ops_first_unused(&p)) < p.list_count;)
        *ARENA_PUSH(mem, &p, outputs) = (ops_output){.name = arena_printf(mem, "rest%u", unused),
                                                     .kind = OUTPUT_PLAIN,
                                                     .value = OPERAND(FROM_OP, unused)};
    return p;
}

/* Of what machines of most tests have units for. */
static inline ops ops_random(arena *mem, uint32_t inputs, uint32_t count, uint64_t seed)
{
    return ops_random_of(mem, OP_SQRT, inputs, count, seed);
}

/* Every fifth of its differences is a branch: its first operand where the second is below zero. */
static inline ops ops_with_branches(ops p)
{
    for (uint32_t i = 0, found = 0; i < p.list_count; i++)
        if (p.list[i].kind == OP_SUB && found++ % 5 == 0)
            p.list[i].kind = OP_BELOW;
    return p;
}

/* Of all kinds that emitted C computes to the evaluator's bits: its arc tangents and sines are its
 * own. */
static inline ops ops_random_calls(arena *mem, uint32_t inputs, uint32_t count, uint64_t seed)
{
    return ops_with_branches(ops_random_of(mem, OP_ATAN2, inputs, count, seed));
}

/* Its first four inputs become sines and cosines that operations compute, of two angles, one with a
 * ratio and an offset. */
static inline void ops_take_angles(arena *mem, ops *p)
{
    for (uint32_t i = 0; i < 4; i++) {
        p->inputs[i].kind = i % 2 ? INPUT_COS : INPUT_SIN;
        p->inputs[i].index = i / 2;
        p->inputs[i].of = i / 2 ? "second" : "first";
        p->inputs[i].ratio = i / 2 ? 0.5 : 1;
        p->inputs[i].offset = i / 2 ? 0.25 : 0;
    }
    ops_compute_angles(mem, p);
}

#endif
