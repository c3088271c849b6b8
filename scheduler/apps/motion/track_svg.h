/* SPDX-License-Identifier: MIT */
/* A motion as a drawing: panels over one axis of time. */
#ifndef TAUFLOW_TRACK_SVG_H
#define TAUFLOW_TRACK_SVG_H

#include "apps/motion/track.h"

/* A panel: columns from `first` on, drawn as they are, or less their first row, or on a scale of
 * powers of ten. */
typedef struct {
    const char *title;
    uint32_t first, count;
    bool from_start, powers;
    double least; /* of powers: what is smaller is drawn there; 0: what is 0 is not drawn */
} track_panel;

/* What is worth drawing; returns how many. */
uint32_t track_panels(const track *t, track_panel list[TRACK_PARTS]);

/* Positions, rates, torques where there are any, what the energy changes by, what is left of
 * constraints, lengths of steps where they differ. `about`: a line under the name of the model.
 * Colours follow the reader's choice of light or dark. */
void track_print_svg(const track *t, const char *about, text *out);

#endif
