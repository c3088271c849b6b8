/* SPDX-License-Identifier: MIT */
/* What an image says of its words, against the operations and the schedule that it was made of:
 * names, kinds, joints, points, ranges, cycles; and its check samples, computed once more. */
#ifndef TAUFLOW_IMAGE_WORDS_H
#define TAUFLOW_IMAGE_WORDS_H

#include "machine/tau_image.h"
#include "schedule/schedule.h"

/* As many inputs and outputs, in the same numbers. */
status image_words_counts(const tau_image *i, const ops *p, const char *file, diag *d);
/* All of it; *compared: how many numbers. s: settled; NULL: the image is of a circuit. */
status image_words_check(const tau_image *i, const ops *p, const schedule *s, const char *file,
                         uint64_t *compared, diag *d);

#endif
