/* Torques of a tree by the textbook recursion in long doubles, and with each the sum of the
 * absolute values of everything that was added up to it, in the tree's own frames. The second
 * tells what double arithmetic can reach there: some roundings of that sum. Fixed base, no
 * external forces. */
#ifndef TAUFLOW_OUTSIDE_JUDGE_H
#define TAUFLOW_OUTSIDE_JUDGE_H

#include "operations/state.h"
#include "robot/tree.h"

#include <stdbool.h>

/* False where long doubles are doubles: then there is nothing to judge by. */
bool judge_is_wide(void);
/* One word per coordinate each. With `dusty` the sum is that of libraries which come to
 * rotations and axes by quaternions, to the place of a joint by a way out and back, and keep
 * inertias about the origin of a link: an entry of a rotation or axis counts as 1, a centre of
 * mass as its distance and that of the joint, a moment of inertia as that about the origin. */
void judge_torques(const tree *t, const robot_state *s, bool dusty, double *torque, double *size);

#endif
