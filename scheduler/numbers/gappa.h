/* SPDX-License-Identifier: MIT */
/* A script for Gappa, which proves bounds of rounded arithmetic by means of its own. */
#ifndef TAUFLOW_GAPPA_H
#define TAUFLOW_GAPPA_H

#include "numbers/fixed_pass.h"

/* Adds a problem per operation, each after a line `# operation NAME`: if its operands are in their
 * ranges and no farther from the exact ones than error_forwards says, so is its result; it fits
 * into its integer; and its exact value is in its range, where that follows from the operands'.
 * Together they are a proof that nothing overflows. Ranges that only a series proves are hypotheses
 * and marked `taken`; returns how many are. */
uint32_t gappa_write(const ops *p, const numbers_facts *f, text *out);

#endif
