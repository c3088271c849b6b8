/* SPDX-License-Identifier: MIT */
/* Derivatives of a net, as definitions of the same net: recursive symbolic differentiation
 * [T 1.6.3] as elimination on the graph of dependences.
 *
 * Every parameter, input and variable is a vertex; the edge from u to v carries the partial
 * derivative of v by u alone. A vertex v is eliminated by the chain rule: each path p -> v -> s
 * becomes an edge p -> s (or a part of one). What remains are the edges from parameters to
 * results. From the inputs on this is the forward mode, from the outputs on the adjoint mode; the
 * cheapest vertex first (Markowitz) mixes the two where the net is narrow. Derivatives that are
 * equal up to sign are one variable, those that are zero are not there. */
#ifndef TAUFLOW_DIFFERENTIATE_H
#define TAUFLOW_DIFFERENTIATE_H

#include "algebra/signals.h"

typedef enum { ELIMINATE_FORWARD, ELIMINATE_REVERSE, ELIMINATE_CHEAPEST } elimination;

/* How an input moves with a parameter; or a variable whose slope is known, so that nothing of what
 * it is made of is differentiated: then it has a seed in every parameter that moves it. */
typedef struct {
    sym input;
    poly slope;
} input_slope;

typedef struct {
    input_slope *seeds;
    uint32_t seeds_count, seeds_capacity;
} parameter;

/* A position acts on the sines, cosines and lengths of its coordinate, each with its ratio. All
 * inputs must have been made. */
parameter parameter_position(arena *mem, const signals *s, net *n, uint32_t coordinate);
/* Any other word: number `axis` of owner `index`. */
parameter parameter_word(arena *mem, const signals *s, net *n, input_kind kind, uint32_t index,
                         uint32_t axis);
/* The velocity (INPUT_QD) or acceleration (INPUT_QDD) of a freedom of the tree; linear velocities
 * of free bodies act on nothing. */
parameter parameter_freedom(arena *mem, const signals *s, net *n, input_kind of_joint,
                            uint32_t freedom);

/* partials[k * parameters_count + p] becomes the derivative of results[k] by parameter p: zero, a
 * number, +-symbol, or a sum that has no name yet. The results may be outputs or any variables;
 * definitions that only derivatives use lie after them. */
void net_differentiate(net *n, const sym *results, uint32_t results_count,
                       const parameter *parameters, uint32_t parameters_count, elimination how,
                       poly *partials);

/* The proof that they are (identity.h), where `order` are the definitions that there were before:
 * along a random direction the chain rule is followed symbol by symbol, in the field. */
void net_prove_slopes(net *n, const sym *order, uint32_t order_count, const sym *results,
                      uint32_t results_count, const parameter *parameters,
                      uint32_t parameters_count, const poly *partials);

#endif
