/* SPDX-License-Identifier: MIT */
/* An MJCF file as a tree of elements, with the files that it includes in place of their
 * <include>. */
#ifndef TAUFLOW_MJCF_XML_H
#define TAUFLOW_MJCF_XML_H

#include "base/text.h"

#include <stdint.h>

#define ELEMENT_NONE UINT32_MAX

/* Of all files, and copies; 0.1 kB each. The largest robots have 10,000. */
enum { DOCUMENT_MOST_ELEMENTS = 1000 * 1000 };

typedef struct table_row table_row;         /* mjcf_table.h */
typedef struct mjcf_settings mjcf_settings; /* mjcf_parts.h */

typedef struct {
    const char *tag;
    const char **attributes; /* name, value, name, value ..., NULL */
    place at;
    const table_row *row; /* what becomes of its attributes; NULL before table_check */
    const mjcf_settings *set; /* of its file; NULL before settings_read */
    uint32_t first, last, next; /* children, and the next sibling; ELEMENT_NONE */
} element;

typedef struct {
    element *elements; /* elements[0] is the outermost one */
    uint32_t elements_count, elements_capacity;
} document;

/* The folder of a file with a slash at its end, empty where it has none; path may be NULL. */
const char *folder_of(arena *mem, const char *path);

/* Reads *from and what it includes: looked for beside *from, then beside the file that includes
 * it. No file is included twice. The bytes of included files are added to *from. */
status document_read(arena *mem, input_file *from, document *out, diag *d);

#endif
