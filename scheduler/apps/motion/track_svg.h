/* SPDX-License-Identifier: MIT */
/* A motion as a drawing: panels over one axis of time. */
#ifndef TAUFLOW_TRACK_SVG_H
#define TAUFLOW_TRACK_SVG_H

#include "apps/motion/track.h"

/* Positions, rates, torques where there are any, what the energy changes by, what is left of
 * constraints, lengths of steps where they differ. `about`: a line under the name of the model.
 * Colours follow the reader's choice of light or dark. */
void track_print_svg(const track *t, const char *about, text *out);

#endif
