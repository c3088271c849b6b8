/* SPDX-License-Identifier: MIT */
/* A ZIP file whose entries are stored as they are; the same entries give the same bytes. */
#ifndef TAUFLOW_ZIP_H
#define TAUFLOW_ZIP_H

#include "base/output.h"

/* `path` of each is its name in the archive; all together below 4 GB. */
void zip_write(const output_file *entries, uint32_t count, text *out);

#endif
