/* SPDX-License-Identifier: MIT */
/* What a graph gives for words that go in, by the operators of cores (machine/) alone: the
 * compiler's evaluators, which images have their check samples from, have no part in it. */
#ifndef TAUFLOW_SAMPLE_WORDS_H
#define TAUFLOW_SAMPLE_WORDS_H

#include "operations/ops.h"

/* in: a word per input; out: one per output. */
void sample_words(arena *mem, const ops *p, const uint32_t *in, uint32_t *out);

#endif
