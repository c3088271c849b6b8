/* Sines and cosines as operations, for machines that compute them: --trig core. */
#ifndef TAUFLOW_ANGLES_H
#define TAUFLOW_ANGLES_H

#include "operations/ops.h"

/* Replaces every input that the host makes of a position (sin, cos, or q with a ratio or offset) by
 * operations on the position itself, so that all inputs are numbers of the state as they are.
 * Inputs that nothing uses and that would have to be made are dropped. Positions come first, as
 * their sines take longest; results are named as the inputs were. */
void ops_compute_angles(arena *mem, ops *p);

#endif
