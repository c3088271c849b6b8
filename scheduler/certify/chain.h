/* The chain of a certificate: which steps its forms have, and the check of each, from the forms alone.
 * No check uses the pass that it judges. */
#ifndef TAUFLOW_CHAIN_H
#define TAUFLOW_CHAIN_H

#include "certify/certificate.h"

/* Seeds of random points. */
enum { CHAIN_SEED = 1 };

/* The steps of these forms, none of them done yet, in the place of those that c has. */
void chain_steps(arena *mem, certificate *c);

/* Does step `number`: its verdict, and what belongs to it. The first thing that is wrong is the error;
 * it names `file`s by the names of the forms, and the step. */
status chain_step(arena *mem, certificate *c, uint32_t number, diag *d);

/* All steps of a certificate. */
status chain_replay(arena *mem, certificate *c, diag *d);

#endif
