/* SPDX-License-Identifier: MIT */
/* The name of a kept result: the SHA-256 of all that it was made from, and of the program that made
 * it. What is said twice here (bytes of the input and the equations that follow from them, options
 * and the settings that they became) is there so that nothing can be forgotten. */
#ifndef TAUFLOW_CACHE_KEY_H
#define TAUFLOW_CACHE_KEY_H

#include "cache/cache.h"
#include "functions/equations.h"
#include "schedule/machine_choice.h"

/* The program, the inputs that were read, the options of that set, and what is kept. */
text key_begin(arena *mem, const cache *in, option_set set, const char *what);
void key_add_equations(const equations_options *o, text *all);
void key_add_wish(const schedule_wish *w, text *all);
/* Words and numbers of a robot's graph, or of a .ops file. */
void key_add_graph(const ops *p, text *all);
cache_key key_end(const text *all);

#endif
