/* SPDX-License-Identifier: MIT */
/* The equations of a `.eqn` file (docs/forms.md), read for the sake of their values alone: a list
 * of symbols, each an input, a number, a sum of products of earlier ones, or a call. */
#ifndef TAUFLOW_EQUATIONS_FILE_H
#define TAUFLOW_EQUATIONS_FILE_H

#include "base/names.h"
#include "base/text.h"
#include "machine/op_kinds.h"

#include <stdbool.h>

typedef enum {
    STATED_INPUT, /* a name that no line before defines */
    STATED_NUMBER,
    STATED_SUM,
    STATED_RECIPROCAL,
    STATED_CALL
} stated_kind;

/* +-number x factors; `factor` are symbols. */
typedef struct {
    double number;
    bool negative;
    uint32_t *factor;
    uint32_t factor_count, factor_capacity;
} stated_term;

typedef struct {
    stated_kind kind;
    const char *name;
    bool is_output;
    uint32_t line;
    double number; /* of a parameter */
    stated_term *terms;
    uint32_t terms_count, terms_capacity;
    op_kind call;         /* which operation it is (read_calls.def) */
    uint32_t argument[2]; /* of a call */
} stated_symbol;

typedef struct {
    const char *function; /* its word; NULL: that of torques */
    stated_symbol *list; /* definitions come before uses */
    uint32_t list_count, list_capacity;
    bool has_parameters;
} stated_equations;

/* `file` is for messages. */
status equations_file_read(arena *mem, const char *file, const char *bytes, size_t length,
                           stated_equations *out, diag *d);

#endif
