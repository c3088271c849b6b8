/* SPDX-License-Identifier: MIT */
/* The frames of the default formalism, chosen so that most constants are zero. A revolute body's
 * frame has z along the joint's axis, its origin anywhere on it and x in any direction; a prismatic
 * body keeps its parent's axes or the tree's, its origin anywhere. */
#ifndef TAUFLOW_FRAMES_H
#define TAUFLOW_FRAMES_H

#include "robot/tree.h"
#include "robot/wide.h"

typedef struct {
    wide_mat3 axes; /* in the axes of the tree's body */
    wide_vec3 at;   /* origin, from that of the tree's body, in the frame's own axes */
    double sense;   /* revolute: z is sense x axis */
} frame;

/* One frame per body of the tree; those of the base and of free bodies are the tree's. With
 * carries_frames bodies also stand well for the tree's frames that they carry. Bodies that are
 * known to be lopsided (lopsided.h; NULL: none) have x along or across their arms. */
frame *frames_choose(arena *mem, const tree *t, bool carries_frames, const bool *is_lopsided);
/* Whether any angle has an offset, but quarter turns, in frames that are chosen without regard to
 * them. */
bool frames_hold_offsets(const tree *t);
/* Where body i's frame stands in its parent's at q = 0 (prismatic: at length 0); zeros are
 * exact. */
void frames_placement(const frame *of, const tree *t, uint32_t i, wide_mat3 *rotation,
                      wide_vec3 *at);
/* A point of the tree's body in the frame's axes, from the frame's origin; zeros are exact. */
wide_vec3 frame_point(const frame *f, wide_vec3 in_body);
bool frame_is_permutation(wide_mat3 r);

#endif
