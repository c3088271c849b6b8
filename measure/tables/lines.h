/* SPDX-License-Identifier: MIT */
/* Texts of tools, line by line and word by word, split in their place. */
#ifndef TAUFLOW_MEASURE_LINES_H
#define TAUFLOW_MEASURE_LINES_H

#include "base/text.h"

typedef struct {
    char *rest; /* NULL at the end */
    char *line; /* of now, without its newline */
    uint32_t number; /* of the line, from 1 */
} lines;

/* Reads a file for lines_next; a pipe will do. */
status lines_open(arena *mem, const char *path, lines *out, diag *d);
/* False after the last line. */
bool lines_next(lines *l);

enum { WORDS_MOST = 64 };
/* The first `most` words between any of `apart`, which `line` loses; none of them is empty. */
uint32_t words_split(char *line, const char *apart, char **words, uint32_t most);

#endif
