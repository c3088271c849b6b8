/* SPDX-License-Identifier: MIT */
/* Numbers as the words of a core (machine/formats.h), and what the evaluator of their format makes
 * of them. */
#ifndef TAUFLOW_CORE_WORDS_H
#define TAUFLOW_CORE_WORDS_H

#include "operations/ops.h"

uint32_t core_word_of_constant(const ops *p, uint32_t constant);
/* The same of a constant that is the second operand of an operation (NULL: that is not): offsets of
 * sines are words of their own. */
uint32_t core_word_of_operand(const ops *p, const op *second_of, uint32_t constant);
/* Of all inputs of a state; false, and some not written, where one is out of its range. */
bool core_words_of_inputs(const ops *p, const double *in, uint32_t *words);
/* The number that a word of this operand stands for. */
double core_word_value(const ops *p, operand x, uint32_t word);

/* The evaluator, with room for one state: of one of both. */
typedef struct {
    const ops *p;
    float *in, *out, *results;
    int64_t *constants, *in_fixed, *out_fixed, *results_fixed;
} core_evaluator;

core_evaluator core_evaluator_make(arena *mem, const ops *p);
/* What a core must give: words in, words out, bit for bit. False: an operation overflowed. */
bool core_evaluate(const core_evaluator *e, const uint32_t *in, uint32_t *out);
/* The number that an operation gave. */
double core_evaluator_result(const core_evaluator *e, uint32_t operation);

#endif
