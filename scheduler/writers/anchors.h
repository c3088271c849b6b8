/* SPDX-License-Identifier: MIT */
/* Where a body is on its parent: numbers, or sums with lengths that come with the state, which
 * --parameters names (JOINT.x). Frames are chosen as if such lengths were zero: whatever they are,
 * the frame stands where it stands in its own body. */
#ifndef TAUFLOW_ANCHORS_H
#define TAUFLOW_ANCHORS_H

#include "robot/tree.h"
#include "robot/wide.h"

typedef struct {
    vec3 known;
    uint32_t lengths; /* beside it, so many lengths along directions that need not be unit ones */
    uint32_t number[3]; /* of the tree */
    vec3 along[3];
} anchor;

/* The tree with all these lengths at zero; the same where there are none. */
tree anchors_without_lengths(arena *mem, const tree *t);
/* The anchor of body i: what is known of it, and its lengths in axes that see the parent's so. */
anchor anchor_make(const tree *t, uint32_t i, wide_mat3 from_parent, wide_vec3 known);
/* Where it is by the robot's file. */
vec3 anchor_of_file(const tree *t, const anchor *a);
anchor anchor_scaled(anchor a, double k);

#endif
