/* SPDX-License-Identifier: MIT */
#include "machine/formats.h"

#include "machine/fp32.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- binary32 -------------------------------------------------------------------------------- */

static uint32_t binary32_bits(uint32_t code)
{
    (void)code;
    return 32;
}

static bool binary32_encode(uint32_t code, int point, double x, uint32_t *word)
{
    (void)code;
    (void)point;
    *word = fp32_from_double(x);
    return true;
}

static double binary32_decode(uint32_t code, int point, uint32_t word)
{
    (void)code;
    (void)point;
    return (double)fp32_value(word);
}

static bool binary32_take(uint32_t code, uint32_t *word)
{
    (void)code;
    (void)word;
    return true;
}

static bool binary32_is_good(uint32_t code, uint32_t word)
{
    (void)code;
    return (word & 0x7f800000u) != 0x7f800000u;
}

static void binary32_tell(uint32_t code, uint32_t word, char said[])
{
    (void)code;
    snprintf(said, FORMAT_SAID, "%.9g", (double)fp32_value(word));
}

static uint32_t binary32_compute(uint32_t code, unit_kind kind, const format_issue *i,
                                 bool *overflow)
{
    (void)code;
    (void)overflow;
    return UNIT_KIND[kind].compute(i->a, i->b, i->negate_a, i->negate_b);
}

static uint32_t binary32_latency(unit_kind kind)
{
    return UNIT_KIND[kind].latency_cycles;
}

static bool binary32_has_shift(unit_kind kind, uint32_t shift)
{
    (void)kind;
    return shift == 0;
}

static uint32_t binary32_shift(uint32_t code, unit_kind kind, int a, int b)
{
    (void)code;
    (void)kind;
    (void)a;
    (void)b;
    return 0;
}

static void binary32_places(uint32_t code, unit_kind kind, uint32_t shift, int *a, int *b)
{
    (void)code;
    (void)kind;
    (void)shift;
    *a = *b = 0;
}

/* ---- fixed point ----------------------------------------------------------------------------- */

static uint32_t fixed_bits(uint32_t code)
{
    return code;
}

static bool fixed_encode(uint32_t code, int point, double x, uint32_t *word)
{
    int64_t integer;
    if (!fixed_from_double(code, point, x, &integer))
        return false;
    *word = fixed_word(integer);
    return true;
}

static double fixed_decode(uint32_t code, int point, uint32_t word)
{
    int64_t integer;
    (void)fixed_from_word(code, word, &integer);
    return fixed_value(point, integer);
}

static bool fixed_take(uint32_t code, uint32_t *word)
{
    int64_t integer;
    const bool is_one = fixed_from_word(code, *word, &integer);
    *word = fixed_word(integer); /* its lowest bits */
    return is_one;
}

static bool fixed_is_good(uint32_t code, uint32_t word)
{
    return fixed_take(code, &word);
}

static void fixed_tell(uint32_t code, uint32_t word, char said[])
{
    (void)code;
    snprintf(said, FORMAT_SAID, "0x%08x", word);
}

static uint32_t fixed_compute(uint32_t code, unit_kind kind, const format_issue *i, bool *overflow)
{
    return FIXED_KIND[kind].compute(code, i->a, i->b, i->negate_a, i->negate_b, i->shift,
                                    overflow);
}

static uint32_t fixed_latency(unit_kind kind)
{
    return FIXED_KIND[kind].latency_cycles;
}

static bool fixed_has_shift(unit_kind kind, uint32_t shift)
{
    return fixed_kind_shift(kind, shift);
}

static uint32_t fixed_shift(uint32_t code, unit_kind kind, int a, int b)
{
    return kind == UNIT_MUL ? fixed_mul_code(code, (uint32_t)a)
                            : fixed_add_code((uint32_t)a, (uint32_t)b);
}

static void fixed_places(uint32_t code, unit_kind kind, uint32_t shift, int *a, int *b)
{
    uint32_t first, second;
    fixed_add_shifts(shift, &first, &second);
    *a = (int)(kind == UNIT_MUL ? fixed_mul_shift(code, shift) : first);
    *b = (int)(kind == UNIT_MUL ? 0 : second);
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { FLOATS, POINTS };
enum { PLAIN, BELOW };

const number_format NUMBER_FORMAT[FORMATS] = {
#define FORMAT(NAME, name, first, least, most, most_core, word, value, about, good, points,    \
               compares, half_unit, least_normal, help)                                        \
    {FORMAT_##NAME,   first,        least,         most,        most_core,    word,            \
     value,           about,        good,          points,      compares,     half_unit,       \
     least_normal,    name##_bits,  name##_encode, name##_decode, name##_take, name##_is_good, \
     name##_tell,     name##_compute, name##_latency, name##_has_shift, name##_shift,          \
     name##_places},
#include "machine/formats.def"
#undef FORMAT
};

const number_format *format_of(uint32_t code)
{
    const number_format *f = NUMBER_FORMAT + FORMATS - 1;
    while (code < f->first)
        f--;
    return f;
}

bool format_exists(uint32_t code)
{
    const number_format *f = format_of(code);
    return code >= f->least && code <= f->most;
}

bool format_read(const char *value, uint32_t *code)
{
    for (uint32_t k = 0; k < FORMATS; k++) {
        const number_format *f = &NUMBER_FORMAT[k];
        const size_t length = strlen(f->word);
        const char *bits = value + length + 1;
        if (!FORMAT_HAS_BITS(f) && strcmp(value, f->word) == 0) {
            *code = f->first;
            return true;
        }
        if (FORMAT_HAS_BITS(f) && strncmp(value, f->word, length) == 0 && value[length] == ':' &&
            strlen(bits) == 2 && strspn(bits, "0123456789") == 2) {
            *code = (uint32_t)strtoul(bits, NULL, 10);
            return *code >= f->least && *code <= f->most;
        }
    }
    return false;
}

void format_write(uint32_t code, char value[FORMAT_SAID])
{
    const number_format *f = format_of(code);
    if (FORMAT_HAS_BITS(f))
        snprintf(value, FORMAT_SAID, "%s:%u", f->word, f->bits(code));
    else
        snprintf(value, FORMAT_SAID, "%s", f->word);
}

void format_name(uint32_t code, char name[FORMAT_SAID])
{
    const number_format *f = format_of(code);
    if (FORMAT_HAS_BITS(f))
        snprintf(name, FORMAT_SAID, "%s of %u bits", f->about, f->bits(code));
    else
        snprintf(name, FORMAT_SAID, "%s", f->about);
}
