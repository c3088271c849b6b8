/* SPDX-License-Identifier: MIT */
/* Every element and attribute of MJCF, of all versions of MuJoCo from 2.2 to 4.0, and what becomes
 * of it here. The reader goes by it: what no row names is an error, what a row refuses as well, and
 * only what a row takes comes into `values`. */
#ifndef TAUFLOW_MJCF_TABLE_H
#define TAUFLOW_MJCF_TABLE_H

#include "base/diag.h"
#include "robot/mjcf_xml.h"

typedef enum {
    ATTRIBUTE_UNKNOWN,
    ATTRIBUTE_TAKEN,   /* read; where a value of it cannot be taken, an error says so */
    ATTRIBUTE_WITHOUT, /* without influence on the dynamics computed here */
    ATTRIBUTE_REFUSED  /* it would change them: an error */
} attribute_fate;

typedef enum {
    ROW_READ,
    ROW_REFUSED,      /* the element itself is an error */
    ROW_REFUSED_LATER /* ... unless it turns out not to be active */
} row_kind;

/* Lists have blanks around each word. */
struct table_row {
    const char *in;   /* tags of the elements that it may stand in */
    const char *tags; /* alike but for their names */
    row_kind kind;
    const char *taken, *without, *refused;
};

/* Whether a list with blanks around each word has this one. */
bool word_is_in(const char *list, const char *word);
/* NULL: there is no such element there. `in` is NULL for the outermost. */
const table_row *table_find(const char *in, const char *tag);
attribute_fate table_fate(const table_row *row, const char *attribute);
uint32_t table_rows_count(void);
const table_row *table_rows(void);

/* Judges every element of the document and its attributes, and tells each element its row. */
status table_check(document *doc, diag *d);

#endif
