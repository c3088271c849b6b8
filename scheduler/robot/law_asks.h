/* SPDX-License-Identifier: MIT */
/* How a law that is a call (docs/forces.md) is asked: which numbers of array element_states its x
 * and xd are, and where in element_forces what it says goes. Emitted C, Python and `simulate` ask
 * by this. */
#ifndef TAUFLOW_LAW_ASKS_H
#define TAUFLOW_LAW_ASKS_H

#include "robot/elements.h"

/* Numbers count through the arrays of all elements. */
typedef struct {
    uint32_t x, xd;         /* of element_states: x = x_scale (that - rest), xd = xd_scale that */
    double x_scale, xd_scale, rest;
    bool touches;           /* it is asked where x > 0; elsewhere it gives nothing */
    uint32_t force;         /* of element_forces; of a line the force where x and xd are 0, and */
    uint32_t by_x, by_xd;   /* its slopes; by_x is `force` where x is always 0 */
} law_ask;

enum { LAW_ASKS_MOST = 3 };

/* Of an element of that number whose law is a call; how many: a turn asks for each axis. */
uint32_t law_asks(const robot_element *e, uint32_t element, law_ask out[LAW_ASKS_MOST]);

#endif
