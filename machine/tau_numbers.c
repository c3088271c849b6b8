/* SPDX-License-Identifier: MIT */
/* The section of an image that tells what its integers mean: points of inputs and outputs, ranges
 * of inputs. Only images in fixed point have it. */
#include "machine/tau_tables.h"

#include "machine/formats.h"

#include <math.h>

#define BAD(r, ...) report_fail(r, TAUFLOW_BAD_IMAGE, __VA_ARGS__)

static int point_at(const uint8_t *b)
{
    const uint32_t word = tau_word(b);
    return word >> 31 ? -(int)(~word & INT32_MAX) - 1 : (int)word;
}

static const uint8_t *input_bytes(const tau_image *i, uint32_t number)
{
    return i->section[TAU_NUMBERS].bytes + (size_t)number * TAU_INPUT_NUMBER_BYTES;
}

tau_number tau_image_input_number(const tau_image *i, uint32_t number)
{
    if (!format_has_points(i->needs.fixed))
        return (tau_number){0, -INFINITY, INFINITY};
    const uint8_t *b = input_bytes(i, number);
    return (tau_number){point_at(b), tau_real(b + 8), tau_real(b + 16)};
}

int tau_image_output_point(const tau_image *i, uint32_t number)
{
    return format_has_points(i->needs.fixed)
               ? point_at(input_bytes(i, i->inputs) + 4 * (size_t)number)
               : 0;
}

static bool is_point(int point)
{
    return point >= -TAU_POINT_LIMIT && point <= TAU_POINT_LIMIT;
}

static bool fits(const tau_image *i, int point, double x)
{
    uint32_t word;
    return format_of(i->needs.fixed)->encode(i->needs.fixed, point, x, &word);
}

static bool is_word(const tau_image *i, uint32_t word)
{
    return format_of(i->needs.fixed)->take(i->needs.fixed, &word);
}

/* Check samples and constants are integers of the image's numbers. */
static tauflow_status check_words(const tau_image *i, report *r)
{
    for (uint32_t t = 0; t < i->tests; t++)
        for (uint32_t k = 0; k < i->inputs + i->outputs; k++)
            if (!is_word(i, tau_image_test(i, t, k)))
                return BAD(r, "word %u of check sample %u is %08x, which has more than %u bits", k,
                           t, tau_image_test(i, t, k), i->needs.fixed);
    for (uint32_t k = 0; k < i->outputs; k++)
        if (!is_word(i, tau_image_output(i, k).constant))
            return BAD(r, "the constant of output %u has more than %u bits", k, i->needs.fixed);
    return TAUFLOW_OK;
}

tauflow_status tau_numbers_check(const tau_image *i, report *r)
{
    const tau_piece *s = &i->section[TAU_NUMBERS];
    if (!format_has_points(i->needs.fixed))
        return s->bytes ? BAD(r, "numbers are %s, and a section tells their points",
                              format_of(i->needs.fixed)->about)
                        : TAUFLOW_OK;
    if (!s->bytes)
        return BAD(r, "a section is missing");
    if (s->size != (size_t)i->inputs * TAU_INPUT_NUMBER_BYTES + 4 * (size_t)i->outputs)
        return BAD(r, "the section of numbers has a bad length of %zu bytes", s->size);
    for (uint32_t k = 0; k < i->inputs; k++) {
        const tau_number n = tau_image_input_number(i, k);
        if (tau_word(input_bytes(i, k) + 4) != 0 || !is_point(n.point) ||
            !(n.low <= n.high) || !fits(i, n.point, n.low) || !fits(i, n.point, n.high))
            return BAD(r, "input %u is from %g to %g with point %d, not in %u bits", k, n.low,
                       n.high, n.point, i->needs.fixed);
    }
    for (uint32_t k = 0; k < i->outputs; k++)
        if (!is_point(tau_image_output_point(i, k)))
            return BAD(r, "output %u has point %d", k, tau_image_output_point(i, k));
    return check_words(i, r);
}
