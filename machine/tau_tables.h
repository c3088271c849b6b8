/* SPDX-License-Identifier: MIT */
/* The output ports of an image, its tables, words that a core loads, and what its numbers mean. */
#ifndef TAUFLOW_TAU_TABLES_H
#define TAUFLOW_TAU_TABLES_H

#include "machine/tau_image.h"

/* Part of tau_image_read: every position once a sample, on one port; samples in order; all within
 * the flush. */
tauflow_status tau_ports_check(tau_image *i, report *r);
/* Part of tau_image_read, behind it: blocks in order, complete, every entry within the shape;
 * counts blocks and words. */
tauflow_status tau_tables_check(tau_image *i, report *r);

/* Part of tau_image_read, at its end. */
tauflow_status tau_numbers_check(const tau_image *i, report *r);

#endif
