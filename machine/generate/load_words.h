/* SPDX-License-Identifier: MIT */
/* What load.def says, as a table. */
#ifndef TAUFLOW_GENERATE_LOAD_WORDS_H
#define TAUFLOW_GENERATE_LOAD_WORDS_H

#include "generate/descriptions.h"

/* An inner field is part of another one of its word. */
typedef enum { IS_WORD, IS_WORD_FIELD, IS_INNER_FIELD, IS_NUMBER } load_kind;

/* Receivers that have a field. */
enum { OF_OPERANDS = 1, OF_PORTS = 2, OF_ALL = OF_OPERANDS | OF_PORTS };

typedef struct {
    load_kind kind;
    const char *word, *field; /* of a number: of the field that it is as wide as */
    const char *name;         /* of a number */
    uint32_t low, bits;       /* of a word: its bits; of a number: its value and bits */
    uint32_t whose;
    const char *about;
} load_line;

typedef struct {
    load_line lines[MOST_LINES];
    uint32_t count, texts_count;
    char texts[MOST_LINES][TEXT_BYTES];
} load_list;

/* Fields of parts and registers come after the field that they are in. 0, or not and a line on
 * stderr: the description names what is not there. */
int list_load(load_list *out, const register_list *registers);

#endif
