/* SPDX-License-Identifier: MIT */
/* What a library says the results of our functions are: by a call of its own where it has one,
 * otherwise from its torques and mass matrices (followers, trees where it has chains only,
 * derivatives). Everything in the trial's coordinates; freedoms are six of a floating base, then
 * coordinates. */
#ifndef TAUFLOW_OUTSIDE_ANSWERS_H
#define TAUFLOW_OUTSIDE_ANSWERS_H

#include "machine/words.h"
#include "trial.h"

typedef struct answers answers;

answers *answers_make(arena *mem, const trial_libraries *l, const trial *t, uint32_t library);

/* Result `array` of a function in a state, laid out as words.def says. False where nothing outside
 * knows it, or the state has no answer (a mass matrix that cannot be solved); why says which. */
bool answers_get(answers *a, const char *function, word_array array, size_t state, double *out,
                 const char **why);
/* What of the answers so far may be lost to rounding, relative: where a mass matrix was solved, by
 * its condition. */
double answers_loss(const answers *a);

/* Whether accelerations of this state can be solved for. */
bool answers_can_solve(answers *a, size_t state);
/* Whether some joint follows another. */
bool answers_have_followers(const answers *a);
/* Whether answers_get has a case for it. */
bool answers_know(word_array array);

#endif
