/* SPDX-License-Identifier: MIT */
/* First half of program_check: everything that can be said of a program without running it. */
#ifndef TAUFLOW_PROGRAM_CHECK_FORM_H
#define TAUFLOW_PROGRAM_CHECK_FORM_H

#include "program/program.h"

/* Numbers in range, parts that reach each other, lengths that belong together, depths as the shape
 * says. After it, running the sequences touches nothing that is not there. */
status program_check_form(const ops *p, const program *prog, diag *d);

/* Texts for messages, in the diag's memory. */
const char *check_unit(const program *prog, uint32_t unit, diag *d);
const char *check_receiver(const program *prog, uint32_t receiver, diag *d);
const char *check_source(const program *prog, uint32_t source, diag *d);

#endif
