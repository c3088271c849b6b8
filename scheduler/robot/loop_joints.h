/* SPDX-License-Identifier: MIT */
/* What a file says of the joints of a robot with loops, beside its cuts (docs/loops.md):
 *   <tauflow:closed_at joints= positions=/>   where the search for a closed position begins
 *   <tauflow:independent joints=/>            whose motion decides that of the others
 *   <tauflow:actuate joints=/>                which are driven, in inverse dynamics
 * Options of the same names replace them. */
#ifndef TAUFLOW_LOOP_JOINTS_H
#define TAUFLOW_LOOP_JOINTS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum { LOOP_CLOSED_AT, LOOP_INDEPENDENT, LOOP_ACTUATE, LOOP_JOINT_KINDS } loop_joint_kind;

typedef struct {
    loop_joint_kind kind;
    const char *joint;
    double position; /* of the first kind */
    place at;
} loop_joint;

typedef struct {
    loop_joint *list;
    uint32_t list_count, list_capacity;
} loop_joints;

bool loop_joint_tag_find(const char *tag, loop_joint_kind *out);
/* From keys and values in turn, NULL after the last. Fails with what is wrong. */
status loop_joints_read(arena *mem, loop_joint_kind kind, const char *const *pairs, place at,
                        loop_joints *to, diag *d);

#endif
