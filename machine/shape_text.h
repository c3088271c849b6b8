/* SPDX-License-Identifier: MIT */
/* Shapes and parts of a core in messages, dumps and lines of text. */
#ifndef TAUFLOW_SHAPE_TEXT_H
#define TAUFLOW_SHAPE_TEXT_H

#include "base/text.h"
#include "machine/shape.h"

/* Names in messages and dumps: mul0, add3; mul0.a, out, out1, m2> (a relay of module
 * 2, by the mark of its way). */
void core_unit_name(const tauflow_shape *c, uint32_t unit, text *out);
void core_receiver_name(const tauflow_shape *c, uint32_t receiver, text *out);
void core_source_name(const tauflow_shape *c, uint32_t source, text *out);

/* `key=value ...` on one line, every number; shape_parse_line reads it. */
void shape_print(const tauflow_shape *c, text *out);
/* PARAMETER=value of the Verilog, one a line, those of options that are not 0 at the end. */
void shape_print_parameters(const tauflow_shape *c, text *out);

#endif
