/* SPDX-License-Identifier: MIT */
/* What commands say of the second opinion (check/check.h). */
#ifndef TAUFLOW_CHECK_TOLD_H
#define TAUFLOW_CHECK_TOLD_H

#include "base/text.h"
#include "check/check.h"

/* A line with a label of so many columns; nothing where there was no robot. */
void check_print(const check_result *c, int label, text *out);
/* `, "check": {...}`. */
void check_json(const check_result *c, text *out);

#endif
