/* SPDX-License-Identifier: MIT */
/* One pass over the operations, in the order of emitted C. Results stay in registers while there
 * are some; where there are none, the one that is used last from here gives way (Belady, 1966) and
 * is written to memory unless it is there already as an output. What is in memory is taken from
 * there by the operation itself. So nothing is kept of the whole graph but where each result is,
 * and the time is linear in the operations. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "emit/native/native.h"

#include "emit/native/encoder.h"
#include "emit/order.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NONE UINT32_MAX
enum { LARGE = 3000 }; /* operations whose code outgrows the instruction cache (order.c) */

typedef struct {
    const ops *p;
    const encoder *e;
    machine_code code;
    uint32_t *next;      /* of each result: the turn in which it is used next, or NONE */
    uint32_t *after[2];  /* by turn: the same of its operands, from there on */
    uint32_t *in_register; /* of each result, or NONE */
    at *home;            /* of each result: where else it is */
    uint32_t *first_output, *next_output; /* of a result; of an output: the next of the same */
    uint32_t *free_slots, free_count, slots; /* of scratch */
    uint32_t holds[REGISTERS_MOST]; /* a result, or NONE */
} generator;

static bool is_result(operand x)
{
    return OPERAND_CLASS(x) == FROM_OP;
}

/* ---- what is used where ---------------------------------------------------------------------- */

static void find_uses(generator *g, const uint32_t *order)
{
    for (uint32_t i = 0; i < g->p->list_count; i++)
        g->next[i] = NONE;
    for (uint32_t turn = g->p->list_count; turn-- > 0;) {
        const op *o = &g->p->list[order[turn]];
        const operand side[2] = {o->a, o->b};
        for (uint32_t k = 0; k < 2; k++)
            if (is_result(side[k]))
                g->after[k][turn] = g->next[OPERAND_INDEX(side[k])];
        for (uint32_t k = 0; k < 2; k++)
            if (is_result(side[k]))
                g->next[OPERAND_INDEX(side[k])] = turn;
    }
}

static void find_outputs(generator *g)
{
    for (uint32_t i = 0; i < g->p->list_count; i++)
        g->first_output[i] = NONE;
    for (uint32_t i = g->p->outputs_count; i-- > 0;) {
        const operand value = g->p->outputs[i].value;
        if (!is_result(value))
            continue;
        g->next_output[i] = g->first_output[OPERAND_INDEX(value)];
        g->first_output[OPERAND_INDEX(value)] = i;
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

static at where(const generator *g, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return (at){AT_INPUT, i};
    case FROM_CONSTANT: return (at){AT_CONSTANT, i};
    case FROM_OP: break;
    }
    return g->in_register[i] == NONE ? g->home[i] : (at){AT_REGISTER, g->in_register[i]};
}

static void put(generator *g, uint32_t result, uint32_t reg)
{
    g->holds[reg] = result;
    g->in_register[result] = reg;
}

static void leave(generator *g, uint32_t reg)
{
    g->in_register[g->holds[reg]] = NONE;
    g->holds[reg] = NONE;
}

/* Where it is used no more, its place is another's. */
static void forget(generator *g, uint32_t result)
{
    if (g->in_register[result] != NONE)
        leave(g, g->in_register[result]);
    if (g->home[result].kind == AT_SCRATCH)
        g->free_slots[g->free_count++] = g->home[result].index;
    g->home[result].kind = AT_NOWHERE;
}

static void give_way(generator *g, uint32_t reg)
{
    const uint32_t result = g->holds[reg];
    if (g->home[result].kind == AT_NOWHERE) {
        g->home[result] = (at){AT_SCRATCH, g->free_count ? g->free_slots[--g->free_count]
                                                         : g->slots++};
        g->e->store(&g->code, g->home[result], reg);
    }
    leave(g, reg);
}

/* A register that is neither of these two results'. */
static uint32_t take_register(generator *g, operand a, operand b)
{
    uint32_t last = NONE;
    for (uint32_t r = 0; r < g->e->registers; r++) {
        const uint32_t result = g->holds[r];
        if (result == NONE)
            return r;
        if (OPERAND(FROM_OP, result) != a && OPERAND(FROM_OP, result) != b &&
            (last == NONE || g->next[result] > g->next[g->holds[last]]))
            last = r;
    }
    give_way(g, last);
    return last;
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Whether the operation may have its result in the place of the operand. */
static bool ends_here(const generator *g, operand x)
{
    return is_result(x) && g->next[OPERAND_INDEX(x)] == NONE &&
           g->in_register[OPERAND_INDEX(x)] != NONE;
}

static void retire(generator *g, operand x)
{
    if (is_result(x) && g->next[OPERAND_INDEX(x)] == NONE)
        forget(g, OPERAND_INDEX(x));
}

static uint32_t operate(generator *g, const op *o)
{
    operand a = o->a, b = o->b;
    const bool swaps = OP_KIND[o->kind].swaps && o->kind != OP_SUB;
    if (swaps && !ends_here(g, a) && (ends_here(g, b) || where(g, a).kind != AT_REGISTER)) {
        a = o->b;
        b = o->a;
    }
    uint32_t reg;
    if (a != b && ends_here(g, a)) {
        reg = g->in_register[OPERAND_INDEX(a)];
    } else {
        reg = take_register(g, a, b);
        g->e->load(&g->code, reg, where(g, a));
    }
    g->e->operate(&g->code, o->kind, reg, where(g, b));
    retire(g, a);
    retire(g, b);
    return reg;
}

static uint32_t call(generator *g, const op *o)
{
    for (uint32_t r = 0; r < g->e->registers; r++)
        if (g->holds[r] != NONE)
            give_way(g, r);
    g->e->load(&g->code, ARGUMENT_REGISTER, where(g, o->a));
    g->e->load(&g->code, SECOND_REGISTER, where(g, o->b));
    g->e->call(&g->code, o->kind);
    retire(g, o->a);
    retire(g, o->b);
    return RESULT_REGISTER;
}

static void generate(generator *g, const uint32_t *order)
{
    const ops *p = g->p;
    g->e->begin(&g->code);
    for (uint32_t turn = 0; turn < p->list_count; turn++) {
        const uint32_t result = order[turn];
        const op *o = &p->list[result];
        const uint32_t used = g->next[result];
        if (is_result(o->a))
            g->next[OPERAND_INDEX(o->a)] = g->after[0][turn];
        if (is_result(o->b))
            g->next[OPERAND_INDEX(o->b)] = g->after[1][turn];
        const uint32_t reg = g->e->has(o->kind) ? operate(g, o) : call(g, o);
        put(g, result, reg);
        for (uint32_t i = g->first_output[result]; i != NONE; i = g->next_output[i]) {
            g->home[result] = (at){AT_OUTPUT, i};
            g->e->store(&g->code, g->home[result], reg);
        }
        if (used == NONE)
            forget(g, result);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        if (is_result(p->outputs[i].value))
            continue;
        g->e->load(&g->code, RESULT_REGISTER, where(g, p->outputs[i].value));
        g->e->store(&g->code, (at){AT_OUTPUT, i}, RESULT_REGISTER);
    }
    g->e->end(&g->code);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Systems may forbid what is done here. */
static const char *refused(void)
{
    return errno == EACCES || errno == EPERM ? "this program may not run code that it made"
                                             : strerror(errno);
}

/* Written first, run afterwards, never both. */
static const char *place_code(const generator *g, native *out)
{
    const size_t constants = g->code.constants * sizeof(double);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = (constants + g->code.bytes.length + page - 1) / page * page;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return refused();
    for (uint32_t i = 0; i < g->p->constants_count; i++)
        memcpy(memory + i * sizeof(double), &g->p->constants[i].value, sizeof(double));
    memcpy(memory + constants, g->code.bytes.bytes, g->code.bytes.length);
    if (mprotect(memory, bytes, PROT_READ | PROT_EXEC) != 0) {
        const char *why = refused();
        munmap(memory, bytes);
        return why;
    }
    char *first = memory + constants;
    *out = (native){.memory = memory, .bytes = bytes};
    memcpy(&out->run, &first, sizeof first); /* the detour that ISO C asks for */
    return NULL;
}

const char *native_make(const ops *p, native *out)
{
    *out = (native){0};
    const encoder *e = native_encoder();
    if (!e)
        return "no machine code is made for this processor";
    arena mem = arena_make();
    const size_t count = (size_t)p->list_count + 1;
    generator g = {.p = p, .e = e,
                   .code = {text_make(&mem), p->constants_count},
                   .next = ARENA_ARRAY(&mem, uint32_t, count),
                   .after = {ARENA_ARRAY(&mem, uint32_t, count),
                             ARENA_ARRAY(&mem, uint32_t, count)},
                   .in_register = ARENA_ARRAY(&mem, uint32_t, count),
                   .home = ARENA_ARRAY(&mem, at, count),
                   .first_output = ARENA_ARRAY(&mem, uint32_t, count),
                   .next_output = ARENA_ARRAY(&mem, uint32_t, (size_t)p->outputs_count + 1),
                   .free_slots = ARENA_ARRAY(&mem, uint32_t, count)};
    for (uint32_t i = 0; i < REGISTERS_MOST; i++)
        g.holds[i] = NONE;
    for (uint32_t i = 0; i < p->list_count; i++)
        g.in_register[i] = NONE;
    const uint32_t *order = p->list_count > LARGE ? order_for_size(&mem, p)
                                                  : order_for_speed(&mem, p);
    find_uses(&g, order);
    find_outputs(&g);
    generate(&g, order);
    const char *why = place_code(&g, out);
    arena_free(&mem);
    return why;
}

void native_free(native *n)
{
    if (n->memory)
        munmap(n->memory, n->bytes);
    *n = (native){0};
}
