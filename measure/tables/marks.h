/* SPDX-License-Identifier: MIT */
/* Tables in documents, between marks of their own:
 *
 *     <!-- table NAME -->
 *     | ... |
 *     <!-- end -->
 */
#ifndef TAUFLOW_MEASURE_MARKS_H
#define TAUFLOW_MEASURE_MARKS_H

#include "base/text.h"

/* Adds a table's lines; `at` is the mark that asks for it, for a name that is not known. */
typedef status table_maker(void *context, const char *name, place at, text *out, diag *d);

/* The document with every table made anew. A document without marks is refused, and so is a mark
 * that has no partner. */
status marks_fill(arena *mem, const char *document, table_maker *make, void *context, text *out,
                  diag *d);

/* The same with the tables of another file with marks, all of which the document must have. */
status marks_fill_from(arena *mem, const char *document, const char *tables, text *out, diag *d);

#endif
