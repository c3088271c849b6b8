/* SPDX-License-Identifier: MIT */
/* Emitted texts, read back: small readers, which share nothing with the emitters, run a text on
 * symbols and compare what every output is with the graph that the text was made of. Nothing is
 * sampled: an operation more, less or other than those of the graph, an operand in the wrong place
 * and a constant that is another by one bit are found. docs/verification.md. */
#ifndef TAUFLOW_READBACK_H
#define TAUFLOW_READBACK_H

#include "operations/ops.h"

typedef struct {
    uint64_t operations; /* that were matched, of all functions of the texts */
    uint32_t functions;  /* that were run */
    struct c_text *tokens; /* of NAME.c: its header is read beside them */
} readback_result;

/* A text, by the name that messages give it. */
typedef struct {
    const char *file;
    const char *bytes;
    size_t length;
} readback_text;

/* NAME.c of these functions of one robot: floating point, or one function in fixed point. A
 * difference is one message with file and line. Adds to *out; the tokens live in mem. */
status readback_c(arena *mem, const char *file, const char *bytes, size_t length,
                  const ops *graphs, uint32_t count, readback_result *out, diag *d);
/* NAME.h of these functions, and the arrays of names and limits in NAME.c. Of comments those lines
 * are read that tell what words are, with their units, points and ranges. tokens: of NAME.c, which
 * those of the header join; NULL: it is read here. */
status readback_header(arena *mem, const readback_text *header, const readback_text *c,
                       struct c_text *tokens, const ops *graphs, uint32_t count,
                       readback_result *out, diag *d);
/* The kernels of HLS C with their tables: NAME_tables.h first, then any of the kernels. */
status readback_hls(arena *mem, const readback_text *texts, uint32_t count, const ops *p,
                    readback_result *out, diag *d);
/* NAME_circuit.v. */
status readback_circuit(arena *mem, const char *file, const char *bytes, size_t length,
                        const ops *p, readback_result *out, diag *d);

#endif
