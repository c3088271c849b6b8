/* SPDX-License-Identifier: MIT */
/* Cuts and constraints (robot/cuts.h) from keys and values. */
#ifndef TAUFLOW_CUTS_READ_H
#define TAUFLOW_CUTS_READ_H

#include "robot/reading.h"

/* Whether `tag` is a cut or a constraint. */
bool cut_tag_find(const char *tag);
/* One from keys and values in turn, NULL after the last; its kind is a key, and of the kinds that
 * the tag has. Angles are snapped as those of joints are. Fails with what is wrong. */
status cut_read(arena *mem, const char *tag, const char *const *pairs, snapping *snapped, place at,
                cut_list *to, diag *d);
/* The same from one text, 'KIND key=value ...'; values with blanks in quotes. */
status cut_read_text(arena *mem, const char *from, snapping *snapped, cut_list *to, diag *d);
/* Adds a cut that is otherwise whole: its name must be new. */
status cut_add(arena *mem, const robot_cut *c, cut_list *to, diag *d);

#endif
