/* SPDX-License-Identifier: MIT */
/* What the readers say alike about a file that is no good XML, and what kind of file it is. */
#ifndef TAUFLOW_XML_H
#define TAUFLOW_XML_H

#include "base/text.h"

#include <expat.h>

/* Elements nested deeper are refused: expat keeps memory for each, and readers their stack. */
enum { XML_DEEPEST_ELEMENT = 1000 };

/* Where the parser is. */
place xml_place(XML_Parser xml, const char *file);
/* Of a failure of XML_Parse; `after` is NULL or what was read last, "link 'x'". */
status xml_broken(XML_Parser xml, const char *file, const char *after, diag *d);
/* Entities and default attributes of an internal subset can blow a small file up; no robot needs
 * them. */
status xml_refuse_declarations(place at, diag *d);
/* The name of the outermost element; NULL when the file is broken before it. */
const char *xml_root(arena *mem, const input_file *f);

#endif
