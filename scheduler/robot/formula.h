/* SPDX-License-Identifier: MIT */
/* Expressions of laws (docs/forces.md), as 'k*x + c*xd + 200*x^3': numbers, variables, parameters,
 * + - * / ^ and functions, read into nodes of which each comes after those that it is of. Numbers
 * of numbers are worked out at once. */
#ifndef TAUFLOW_FORMULA_H
#define TAUFLOW_FORMULA_H

#include "robot/law_table.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    FORMULA_NUMBER,
    FORMULA_VARIABLE,
    FORMULA_ADD,
    FORMULA_SUB,
    FORMULA_MUL,
    FORMULA_DIV,
    FORMULA_POWER, /* the exponent is a number: whole, or in eighths, which are roots of roots */
    FORMULA_SIN,
    FORMULA_COS,
    FORMULA_SQRT,
    FORMULA_ABS,
    FORMULA_MIN,
    FORMULA_MAX,
    FORMULA_TABLE,
    FORMULA_OPS
} formula_op;

/* Exponents of powers: at most so large, in steps of one eighth. */
enum { FORMULA_LARGEST_POWER = 16, FORMULA_EIGHTHS = 8 };

typedef struct {
    formula_op op;
    uint32_t of[2];    /* nodes before this one */
    uint32_t variable;
    double value;      /* of a number; the exponent of a power */
} formula_node;

typedef struct {
    formula_node *list; /* the last is the result */
    uint32_t list_count, list_capacity;
} formula;

typedef struct {
    const char *name;
    double value;
    bool is_used; /* by the expression */
} formula_parameter;

typedef struct {
    formula_parameter *list;
    uint32_t list_count, list_capacity;
} formula_parameters;

/* What an expression may name. */
typedef struct {
    const char *const *variables; /* NULL after the last */
    formula_parameters *parameters;
    bool has_table;
    bool has_dots; /* names of variables may have dots */
} formula_names;

/* Returns NULL, or what is wrong and in which column, as a text in mem. */
const char *formula_read(arena *mem, const char *from, const formula_names *names, formula *out);
/* What names are made of, and those that functions have. */
bool formula_is_letter(char c);
bool formula_is_function(const char *name);
/* Whether its value depends on a variable. */
bool formula_has(const formula *f, uint32_t variable);
/* In binary64, of values of the variables; table: NULL where it has none. */
double formula_value(const formula *f, const law_table *table, const double *variables);

#endif
