/* SPDX-License-Identifier: MIT */
/* Programs of robots with loops take one pass of Newton's method per sample: the sample is repeated
 * with the positions that came out until the constraints hold. */
#include "handle.h"

#include <math.h>
#include <string.h>

/* Numbers of the user's constraints are new for every pass: whoever makes them repeats it. */
bool closing_is_wanted(const tau_image *i)
{
    return tau_image_numbers(i, ARRAY_CLOSED_Q) && tau_image_numbers(i, ARRAY_RESIDUAL) &&
           !tau_image_numbers(i, ARRAY_USER_CONSTRAINTS);
}

/* The largest sum of squares that a block of constraints has left; NAN where one is. */
static double largest_residual(const plan *p)
{
    const double *residual = p->results + plan_first_number(&p->image, ARRAY_RESIDUAL);
    double largest = 0;
    for (uint32_t k = 0; k < tau_image_numbers(&p->image, ARRAY_RESIDUAL); k++)
        if (!(residual[k] <= largest))
            largest = residual[k];
    return largest;
}

/* The constraint that was left out and has most left, if that is too much; NULL: none. */
static const char *left_open(const plan *p, double *share)
{
    const uint32_t count = tau_image_numbers(&p->image, ARRAY_LEFT_OUT);
    const double *left = p->results + plan_first_number(&p->image, ARRAY_LEFT_OUT);
    uint32_t most = 0;
    for (uint32_t k = 1; k < count; k++)
        if (left[k] > left[most])
            most = k;
    if (!count || left[most] <= left_out_most(OUTPUT_LEFT_OUT, true))
        return NULL;
    *share = sqrt(left[most]);
    return p->names[OWNER_LEFT_OUT][most / WORD_ARRAY[ARRAY_LEFT_OUT].numbers];
}

/* Those of independent joints are constants: they stay. */
static void take_positions(plan *p)
{
    const uint32_t first = plan_first_number(&p->image, ARRAY_CLOSED_Q);
    for (uint32_t k = 0; k < tau_image_numbers(&p->image, ARRAY_CLOSED_Q); k++)
        if (p->outputs[first + k].position != TAU_NONE)
            p->closing_q[k] = p->results[first + k];
}

tauflow_status closing_run(tauflow *h, tauflow_state *state)
{
    plan *p = &h->plan;
    double largest = 0, share = 0;
    const char *left = NULL;
    if (state->q) {
        memcpy(p->closing_q, state->q, p->image.count[OWNER_COORDINATE] * sizeof(double));
        state->q = p->closing_q;
    }
    for (uint32_t pass = 0; pass < h->closing_passes; pass++) {
        PASS(stream_run(h, 1, state, p->results));
        h->figures.passes++;
        largest = largest_residual(p);
        left = left_open(p, &share);
        if (largest <= h->closing_tolerance * h->closing_tolerance && !left)
            return TAUFLOW_OK;
        take_positions(p);
    }
    if (largest <= h->closing_tolerance * h->closing_tolerance)
        return report_fail(&h->why, TAUFLOW_NOT_CLOSED,
                           "the loops are not closed after %u passes: constraint '%s', which was "
                           "left out as redundant, is open by %g of its terms",
                           h->closing_passes, left, share);
    return report_fail(&h->why, TAUFLOW_NOT_CLOSED,
                       "the loops are not closed after %u passes: the sum of squares of a block of "
                       "constraints is %g, more than the square of %g",
                       h->closing_passes, largest, h->closing_tolerance);
}

tauflow_status tauflow_set_closing(tauflow *h, double tolerance, uint32_t passes)
{
    PASS(handle_enter(h));
    if (!(tolerance >= 0))
        return handle_refuse(h, "a tolerance is negative or not a number");
    h->closing_tolerance = tolerance > 0 ? tolerance : TAUFLOW_CLOSED_WITHIN;
    h->closing_passes = passes ? passes : TAUFLOW_PASSES;
    return handle_done(h, TAUFLOW_OK);
}
