/* SPDX-License-Identifier: MIT */
/* What an FMU tells those who read it, at the places that FMI 2.0.2 and 3.0 have for that: a page
 * documentation/index.html and the licence documentation/licenses/license.txt. */
#ifndef TAUFLOW_FMU_DOCUMENTS_H
#define TAUFLOW_FMU_DOCUMENTS_H

#include "apps/fmu/fmu.h"

/* Adds both, of a robot of that name; `files` has its version and model. */
void fmu_documents_add(arena *mem, const char *name, const fmu_options *o, fmu_files *files);
/* The text as it is written in XML and HTML. */
void fmu_add_escaped(const char *plain, text *out);

#endif
