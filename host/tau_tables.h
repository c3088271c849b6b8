/* The tables of an image: words that a core loads. */
#ifndef TAUFLOW_TAU_TABLES_H
#define TAUFLOW_TAU_TABLES_H

#include "tau_image.h"

/* Part of tau_image_read: blocks in order, complete, every entry within the shape; counts blocks and words. */
tauflow_status tau_tables_check(tau_image *i, report *r);

#endif
