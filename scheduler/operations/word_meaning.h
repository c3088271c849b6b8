/* SPDX-License-Identifier: MIT */
/* What a word that enters or leaves an evaluation is, said in words: whose it is, which quantity,
 * of what ratio and offset, in what unit. Emitted headers, ports of circuits, `info` and `dump` all
 * say it by this one function, so that none hides what another tells. */
#ifndef TAUFLOW_WORD_MEANING_H
#define TAUFLOW_WORD_MEANING_H

#include "operations/layout.h"

typedef struct {
    const word_kind *kind;
    const char *of; /* NULL: of a plain word */
    uint32_t index, axis;
    double ratio, offset;
    bool is_angle; /* of a joint: it turns */
    const char *column_of;
    uint32_t column;
} word_meaning;

word_meaning word_meaning_of_input(const layout *l, const ops *p, uint32_t input);
word_meaning word_meaning_of_output(const ops *p, uint32_t output);

/* One line without line ends and without what ends or begins a comment:
 *
 *     joint 1 'q2': sine of q + 0.08800737352774075 (rad)
 *     joint 1 'q2': velocity (rad/s)
 *
 * where q is the position of that joint, whatever its name. */
void word_meaning_say(const word_meaning *m, text *out);
/* A name of a robot's file that may stand there. */
void word_meaning_name(const char *name, text *out);

/* Of the word; of a sine that of its angle. */
const char *word_meaning_unit(const word_meaning *m);

#endif
