/* SPDX-License-Identifier: MIT */
/* x86-64, with the instructions that every such processor has (SSE2), as the "Intel 64 and IA-32
 * Architectures Software Developer's Manual", volume 2, encodes them: scalar operations on double,
 * each rounded by itself, as the evaluator's are. */
#include "emit/native/encoder.h"

#if defined(__x86_64__)

#include <string.h>

enum { FREE_0 = 14, FREE_1 = 15 }; /* registers of this file; results have those below */

/* Registers of addresses. A called function keeps them; none asks for a byte more in addresses. */
enum { RBX = 3, RBP = 5, R14 = 14, RIP = 16 };
static const uint8_t BASE[] = {[AT_INPUT] = RBX, [AT_OUTPUT] = RBP, [AT_SCRATCH] = R14,
                               [AT_CONSTANT] = RIP};

/* Addresses are told from here, so that a byte reaches 32 numbers. */
#define MIDDLE_BYTES 128

/* The byte that follows 0F, and the prefix: of one double, or of whole registers (0: none). */
enum { ONE = 0xf2, WHOLE = 0 };
enum { LOAD = 0x10, STORE = 0x11, MOVE = 0x28, AND = 0x54, OR = 0x56, XOR = 0x57, COMPARE = 0xc2 };
enum { IS_LESS = 1, IS_UNORDERED = 3 }; /* after COMPARE */

static const uint8_t OPERATION[OP_KIND_COUNT] = {
    [OP_MUL] = 0x59, [OP_ADD] = 0x58, [OP_SUB] = 0x5c, [OP_DIV] = 0x5e, [OP_SQRT] = 0x51};

static void add(machine_code *c, const char *bytes, size_t count)
{
    text_add_bytes(&c->bytes, bytes, count);
}
#define ADD(c, bytes) add(c, bytes, sizeof bytes - 1)

static void add_byte(machine_code *c, uint32_t byte)
{
    const char b = (char)(unsigned char)byte;
    add(c, &b, 1);
}

static void add_number(machine_code *c, uint64_t value, uint32_t bytes)
{
    for (uint32_t k = 0; k < bytes; k++)
        add_byte(c, (uint32_t)(value >> 8 * k & 0xff));
}

/* ModRM and the distance. Constants: from the end of the instruction, which is this. */
static void add_address(machine_code *c, uint32_t reg, at where)
{
    const uint32_t base = BASE[where.kind], low = (reg & 7) << 3;
    if (base == RIP) {
        const int64_t end = (int64_t)c->bytes.length + 5;
        add_byte(c, low | 5);
        add_number(c, (uint64_t)(8 * ((int64_t)where.index - (int64_t)c->constants) - end), 4);
        return;
    }
    const int64_t distance = 8 * (int64_t)where.index - MIDDLE_BYTES;
    const bool is_near = distance < 128;
    add_byte(c, (is_near ? 0x40u : 0x80u) | low | (base & 7));
    add_number(c, (uint64_t)distance, is_near ? 1 : 4);
}

/* An instruction of register `reg` and another, or memory. */
static void instruct(machine_code *c, uint32_t prefix, uint32_t operation, uint32_t reg, at second)
{
    const bool in_register = second.kind == AT_REGISTER;
    const uint32_t other = in_register ? second.index : BASE[second.kind] & 15;
    const uint32_t rex = 0x40 | (reg >> 3 & 1) << 2 | (other >> 3 & 1);
    if (prefix != WHOLE)
        add_byte(c, prefix);
    if (rex != 0x40)
        add_byte(c, rex);
    add_byte(c, 0x0f);
    add_byte(c, operation);
    if (in_register)
        add_byte(c, 0xc0 | (reg & 7) << 3 | (other & 7));
    else
        add_address(c, reg, second);
}

static at in(uint32_t reg)
{
    return (at){AT_REGISTER, reg};
}

static void begin(machine_code *c)
{
    ADD(c, "\x53\x55\x41\x56"                               /* push rbx, rbp, r14 */
           "\x48\x8d\x9f\x80\0\0\0" "\x48\x8d\xae\x80\0\0\0" /* lea rbx, [rdi + 128]; rbp, rsi */
           "\x4c\x8d\xb2\x80\0\0\0");                       /* r14, rdx */
}

static void end(machine_code *c)
{
    ADD(c, "\x41\x5e\x5d\x5b\xc3"); /* pop r14, rbp, rbx; ret */
}

static void load(machine_code *c, uint32_t to, at from)
{
    if (from.kind == AT_REGISTER)
        instruct(c, WHOLE, MOVE, to, from);
    else
        instruct(c, ONE, LOAD, to, from);
}

static void store(machine_code *c, at to, uint32_t from)
{
    instruct(c, ONE, STORE, from, to);
}

static void compare(machine_code *c, uint32_t reg, uint32_t with, uint32_t how)
{
    instruct(c, ONE, COMPARE, reg, in(with));
    add_byte(c, how);
}

/* a where b < 0, b where that is no number, otherwise 0. */
static void below(machine_code *c, uint32_t to, at b)
{
    load(c, FREE_0, b);
    instruct(c, WHOLE, XOR, FREE_1, in(FREE_1));
    compare(c, FREE_0, FREE_1, IS_LESS);
    instruct(c, WHOLE, AND, to, in(FREE_0));
    load(c, FREE_0, b);
    load(c, FREE_1, in(FREE_0));
    compare(c, FREE_0, FREE_0, IS_UNORDERED);
    instruct(c, WHOLE, AND, FREE_0, in(FREE_1));
    instruct(c, WHOLE, OR, to, in(FREE_0));
}

static bool has(op_kind kind)
{
    return OPERATION[kind] || kind == OP_BELOW;
}

static void operate(machine_code *c, op_kind kind, uint32_t to, at second)
{
    if (kind == OP_BELOW)
        below(c, to, second);
    else
        instruct(c, ONE, OPERATION[kind], to, OP_KIND[kind].operands == 1 ? in(to) : second);
}

static void call(machine_code *c, op_kind kind)
{
    add_byte(c, 0xbf); /* mov edi, kind */
    add_number(c, (uint64_t)kind, 4);
    ADD(c, "\x48\xb8"); /* mov rax, op_value; call rax */
    add_number(c, (uint64_t)(uintptr_t)op_value, 8);
    ADD(c, "\xff\xd0");
}

static const encoder X86_64 = {.registers = FREE_0, .begin = begin, .load = load, .store = store,
                               .has = has, .operate = operate, .call = call, .end = end};

const encoder *native_encoder(void)
{
    return &X86_64;
}

#elif !defined(__aarch64__)

const encoder *native_encoder(void)
{
    return NULL;
}

#endif
