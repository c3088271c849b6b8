/* SPDX-License-Identifier: MIT */
/* Laws of elements that are expressions in x and xd (docs/forces.md): the user's own, or those of a
 * name, each a row with its expression; and grounds that are expressions in x and y. */
#ifndef TAUFLOW_ELEMENT_LAW_H
#define TAUFLOW_ELEMENT_LAW_H

#include "robot/formula.h"

/* Kinds of elements by bits. */
enum { LAW_OF_LINK = 1, LAW_OF_TURN = 2, LAW_OF_TORSION = 4, LAW_OF_GROUND = 8 };

/* What an expression may name: how far, and how fast; of a ground its height's x and y. */
enum { LAW_X, LAW_XD, LAW_Y = LAW_XD, LAW_VARIABLES };

typedef struct {
    const char *word;   /* of the row; NULL: the user's own */
    const char *text;   /* the expression */
    formula_parameters parameters;
    const char *points; /* of the table, as given; NULL: none */
    bool straight;      /* between its points */
    formula is;         /* what the text says */
    law_table table;
} element_formula;

/* The rows of these kinds, for messages: ", word" each. */
const char *law_words(arena *mem, unsigned kinds);
/* Whether a row of these kinds is called so; then *out is it, with the text alone. */
bool law_find(const char *word, unsigned kinds, element_formula *out);
/* Whether the text is an expression, and no name of a law that is not there. */
bool law_is_expression(const char *from);

/* Numbers that the element gives by keys are in parameters, all else but `is` and `table` too.
 * What is missing comes from the row. Returns NULL, or what is wrong as a text in mem. */
const char *law_read(arena *mem, unsigned kind, bool joins_two, element_formula *of);
/* Whether it depends on the rate: then it has no potential. */
bool law_is_lossy(const element_formula *of);
/* F(x, xd), and the integral of F(s, 0) from 0 to x. */
double law_value(const element_formula *of, double x, double xd);
double law_potential(const element_formula *of, double x);

#endif
