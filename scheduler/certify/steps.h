/* SPDX-License-Identifier: MIT */
/* The chain of a certificate: which steps its forms have, and the check of each, from the forms
 * alone. No check uses the pass that it judges. */
#ifndef TAUFLOW_CERTIFY_STEPS_H
#define TAUFLOW_CERTIFY_STEPS_H

#include "certify/certificate.h"
#include "passes.h"

/* Seed of random points. */
enum { CHAIN_SEED = 1 };

/* What the forms do not tell. */
typedef struct {
    /* How the robot is read, with gravity, loads, joints: what the command's options say. NULL:
     * that is not known, and step `model` stays open. */
    const passes_settings *settings;
    /* What a second formula has said just now, one per graph; NULL: it is asked. */
    const check_result *const *known;
} chain_context;

/* The steps of these forms, none of them done yet, in the place of those that c has. */
void chain_steps(arena *mem, certificate *c);

/* Does step `number`: its verdict, and what belongs to it. The first thing that is wrong is the
 * error; it names the form, by its file if it has one, and the step. */
status chain_step(arena *mem, certificate *c, uint32_t number, const chain_context *x, diag *d);

/* All steps of a certificate. */
status chain_replay(arena *mem, certificate *c, const chain_context *x, diag *d);

#endif
