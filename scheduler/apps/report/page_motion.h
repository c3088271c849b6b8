/* SPDX-License-Identifier: MIT */
/* A motion as data of its page, which motion.js draws. */
#ifndef TAUFLOW_PAGE_MOTION_H
#define TAUFLOW_PAGE_MOTION_H

#include "apps/motion/track_svg.h"
#include "passes.h"

enum { PAGE_MOTION_ROWS = 2000 }; /* more are thinned out */

/* Words of the page. */
typedef struct {
    const char *command;
    const char *about; /* a line */
    const char *said;  /* what the command printed */
} page_motion;

/* The whole page. of: the robot that moves; NULL: no bodies are drawn. */
void page_write_motion(arena *mem, const track *t, const passes_forms *of, const page_motion *words,
                       text *out);

#endif
