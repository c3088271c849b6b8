/* SPDX-License-Identifier: MIT */
/* What each format of numbers is in HLS C: a row of a table. */
#include "emit/hls/hls_parts.h"

#include "machine/fp32.h"

#include <assert.h>

/* ---- binary32: float and its operators ------------------------------------------------------- */

static const char BINARY[] =
    "Binary32; each statement is one operation, so nothing may be fused or reordered: "
    "outside of -std=c99 compile\n"
    " * with -ffp-contract=off. ";
static const char BINARY_INPUTS[] =
    "The inputs are such that no operation overflows or meets a number below 2^-126, where the "
    "machine reads and writes\n"
    " * zero: on all others plain float arithmetic is the machine's. ";
static const char NO_BINARY_INPUTS[] =
    "no inputs found on which plain float arithmetic equals the machine's: every "
    "try met a number too small or too large for float";

static void write_float(uint32_t code, uint32_t bits, text *out)
{
    (void)code;
    text_printf(out, bits >> 31 ? "(%af)" : "%af", (double)fp32_value(bits));
}

static void write_operator(const hls_emitter *h, op_kind kind, const char *a, const char *b,
                           const char *shift_a, const char *shift_b)
{
    (void)shift_a;
    (void)shift_b;
    assert(OP_KIND[kind].unit != UNIT_TRIG);
    hls_operation(h, kind, a, b);
}

/* ---- fixed point: integers and functions ----------------------------------------------------- */

static const emit_real INT32 = {.type = "int32_t"};

static const char INTEGER[] =
    "Fixed point: integers with a point each, which are in @P.ops; >> of a negative number must "
    "round\n"
    " * downwards, as it does wherever there is HLS. ";
/* Exact, then rounded to nearest, ties upwards; results fit, as was proved. */
static const char CALLED[] =
    "static int32_t @P_mul(int32_t a, int32_t b, uint32_t shift)\n{\n"
    "#pragma HLS inline off\n"
    "    return (int32_t)(((int64_t)a * b + ((int64_t)1 << (shift - 1))) >> shift);\n}\n\n"
    "static int32_t @P_add(int32_t a, int32_t b, uint32_t shift_a, uint32_t shift_b)\n{\n"
    "#pragma HLS inline off\n"
    "    const int64_t sum = a * ((int64_t)1 << (31 - shift_a)) + b * ((int64_t)1 << (31 - "
    "shift_b));\n"
    "    return (int32_t)((sum + ((int64_t)1 << 30)) >> 31);\n}\n\n";

static void write_integer(uint32_t code, uint32_t bits, text *out)
{
    int64_t x;
    (void)fixed_from_word(code, bits, &x);
    text_printf(out, x < 0 ? "(%lld)" : "%lld", (long long)x);
}

static void write_call(const hls_emitter *h, op_kind kind, const char *a, const char *b,
                       const char *shift_a, const char *shift_b)
{
    if (kind == OP_MUL)
        text_printf(h->e.out, "%s_mul(%s, %s, %s)", h->e.name, a, b, shift_a);
    else
        text_printf(h->e.out, "%s_add(%s, %s%s, %s, %s)", h->e.name, a, kind == OP_SUB ? "-" : "",
                    b, shift_a, shift_b);
}

/* ---- the table ------------------------------------------------------------------------------- */

const hls_format HLS_FORMAT[FORMATS] = {
    [FORMAT_BINARY32] = {.real = &EMIT_FLOAT, .about = BINARY, .zero = "0.0f", .functions = "",
                         .number = write_float, .operation = write_operator,
                         .inputs = BINARY_INPUTS, .no_inputs = NO_BINARY_INPUTS,
                         .draw = hls_draw_binary32},
    [FORMAT_FIXED] = {.real = &INT32, .calls = true, .about = INTEGER, .zero = "0",
                      .functions = CALLED, .number = write_integer, .operation = write_call,
                      .inputs = "The inputs are in the ranges that the points are for. ",
                      .no_inputs = "no inputs found on which no operation overflows",
                      .draw = hls_draw_fixed}};
