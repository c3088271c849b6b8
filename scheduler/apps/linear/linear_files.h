/* SPDX-License-Identifier: MIT */
/* A linear system as a text, as JSON, and as files of other tools. All have the same arrays by the
 * same names: A B C D affine x u y step eigenvalues, and names of states, inputs and outputs. */
#ifndef TAUFLOW_LINEAR_FILES_H
#define TAUFLOW_LINEAR_FILES_H

#include "apps/linear/linear_system.h"

void linear_print(const linear_system *s, text *out);
void linear_print_json(const linear_system *s, text *out);

/* One table: a row for the rate of each state (in steps: the next state) and for each output; a
 * column for each state and input, and `constant`. */
void linear_print_csv(const linear_system *s, text *out);
/* MATLAB's format of level 4: matrices of doubles, and of text, a row for each name. */
void linear_print_mat(const linear_system *s, text *out);
/* NumPy's archive, stored as it is. */
void linear_print_npz(const linear_system *s, text *out);

/* A text table of eigenvalues, frequencies, damping and shapes; and its JSON list. */
void linear_print_modes(const linear_system *s, text *out);

#endif
