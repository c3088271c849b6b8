/* SPDX-License-Identifier: MIT */
/* What `tauflow info` says of the words of a graph: which quantity each input and output is. */
#ifndef TAUFLOW_WORDS_REPORT_H
#define TAUFLOW_WORDS_REPORT_H

#include "operations/ops.h"

/* A line for each. */
void words_print(const ops *p, text *out);
/* `, "input_words": [...], "output_words": [...]`, each with name, owner, unit, ratio and offset,
 * and the sentence of words_print. */
void words_json(const ops *p, text *out);
/* A line that says how many inputs --plain-angles would replace, with labels of so many columns;
 * nothing where there are none. */
void words_print_offsets(const ops *p, int label, text *out);

#endif
