/* SPDX-License-Identifier: MIT */
/* Formats of numbers (formats.def): how they are called, what their words mean, what units of a
 * core compute with them. Whoever has a graph, a shape or an image asks the row of its code;
 * folders that write or read texts have tables of their own, by format_id: docs/extending.md. */
#ifndef TAUFLOW_FORMATS_H
#define TAUFLOW_FORMATS_H

#include "machine/fixed.h"
#include "machine/kinds.h"

typedef enum {
#define FORMAT(NAME, name, first, least, most, most_core, word, value, about, good, points, \
               compares, half_unit, least_normal, help) FORMAT_##NAME,
#include "machine/formats.def"
#undef FORMAT
    FORMATS
} format_id;

/* An operation as issues of a core have it. */
typedef struct {
    uint32_t a, b; /* operands, words */
    bool negate_a, negate_b;
    uint32_t shift;
} format_issue;

/* Words are those of a core: of fixed point sign-extended integers. `point` is that of the value
 * where values have points, and means nothing elsewhere. */
typedef struct {
    format_id id;
    uint32_t first, least, most, most_core; /* codes */
    const char *word, *value, *about, *good;
    bool has_points; /* of values; and ranges of inputs, overflows, absolute errors */
    bool compares;   /* an adder does, where it negates both operands */
    double half_unit, least_normal; /* of the relative error, where there are no points */
    uint32_t (*bits)(uint32_t code); /* of a number */
    /* Rounded to the format; false, and nothing written, where it does not fit. */
    bool (*encode)(uint32_t code, int point, double x, uint32_t *word);
    double (*decode)(uint32_t code, int point, uint32_t word);
    /* Whether a stream or table may have the word, which otherwise becomes what a core reads. */
    bool (*take)(uint32_t code, uint32_t *word);
    /* Whether it is a number that a host may use. */
    bool (*is_good)(uint32_t code, uint32_t word);
    /* A word in texts: as C and messages have it. */
    void (*tell)(uint32_t code, uint32_t word, char said[]);
    /* A unit's result; *overflow is set where it does not fit or the shift is none. */
    uint32_t (*compute)(uint32_t code, unit_kind kind, const format_issue *issue, bool *overflow);
    uint32_t (*latency)(unit_kind kind); /* of the unit offered; 0: cores have none */
    /* Whether an issue may have this shift; the shift that moves the operands of a product (both
     * together, in a) or sum by so many places; and back. */
    bool (*has_shift)(unit_kind kind, uint32_t shift);
    uint32_t (*shift)(uint32_t code, unit_kind kind, int a, int b);
    void (*places)(uint32_t code, unit_kind kind, uint32_t shift, int *a, int *b);
} number_format;

enum {
    FORMAT_UNNAMED = 0, /* the code of graphs, images and cores that name no format */
    FORMAT_SAID = 40    /* room of texts */
};

extern const number_format NUMBER_FORMAT[FORMATS];

/* The row of a code, also of one that there is not. */
const number_format *format_of(uint32_t code);
/* Whether there is such a code. */
bool format_exists(uint32_t code);
/* `fp32`, `fixed:24`; false: `value` is none. */
bool format_read(const char *value, uint32_t *code);
void format_write(uint32_t code, char value[FORMAT_SAID]);
/* For messages: `fixed point of 24 bits`. */
void format_name(uint32_t code, char name[FORMAT_SAID]);
/* Whether its codes differ in the bits of a number. */
#define FORMAT_HAS_BITS(f) ((f)->least < (f)->most)

static inline bool format_has_points(uint32_t code)
{
    return format_of(code)->has_points;
}

/* Whether its numbers are words of cores, circuits and HLS C. */
static inline bool format_fits_words(uint32_t code)
{
    return code <= format_of(code)->most_core;
}

#endif
