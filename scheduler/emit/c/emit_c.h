/* SPDX-License-Identifier: MIT */
/* Plain C from operations: one self-contained file (no library, not even libm) and its
 * header. Contents and layouts are described at the head of the emitted header. */
#ifndef TAUFLOW_EMIT_C_H
#define TAUFLOW_EMIT_C_H

#include "operations/ops.h"

typedef struct {
    bool with_float, with_double; /* at least one */
    const char *name; /* prefix of everything emitted, a C identifier of at most 66 bytes; NULL:
                         emit_c_name of the robot */
    uint32_t piece; /* for tests: functions of more operations are cut into pieces of so many;
                       0: large functions into pieces of some hundred */
} emit_c_options;

/* Both formats, the robot's name. */
emit_c_options emit_c_options_default(void);

/* The robot's name with every byte outside A-Z a-z 0-9 _ made '_', "robot_" put before a digit, cut
 * at 60 bytes. */
char *emit_c_name(arena *mem, const char *robot);

/* Two calls with equal arguments write the same bytes. Texts are added to c and h. Fails when a
 * constant is too large for float and float was asked for. Precondition: ops_check passed. */
status emit_c(const ops *p, const emit_c_options *options, text *c, text *h, diag *d);
/* The same for several functions of one robot, all different: what they share is there once. */
status emit_c_functions(const ops *list, uint32_t count, const emit_c_options *options, text *c,
                        text *h, diag *d);

/* What C in a format of numbers is: C in both formats of the host, or integers, one function. */
typedef struct {
    bool in_reals; /* several functions go into a file, --json and --real have a meaning */
    status (*emit)(const ops *list, uint32_t count, const emit_c_options *options, text *c,
                   text *h, diag *d);
} emit_c_format;
extern const emit_c_format EMIT_C_FORMAT[FORMATS];

/* One JSON object: the names of the functions of a state and of a batch, which _f64 or _f32 end;
 * whether they return whether results mean something; their arrays in the order of parameters;
 * names of joints, and of links whose parameters they take. */
void emit_describe(arena *mem, const ops *p, const char *name, text *out);

#endif
