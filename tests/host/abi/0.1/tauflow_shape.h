/* The struct of release 0.1; what else its generated header had, programs of callers do not use. */
#ifndef TAUFLOW_GENERATED_SHAPE_H
#define TAUFLOW_GENERATED_SHAPE_H
#include <stdint.h>

/* A core as its registers report it, or what a program needs of one. */
typedef struct {
    uint32_t network; /* 1 crossbar, 2 ring, 3 sparse crossbar */
    uint32_t modules; /* modules: one unit of each kind */
    uint32_t lanes; /* words of an input beat */
    uint32_t out_lanes; /* words of an output beat: output ports */
    uint32_t transfer_cycles; /* 1 a word is stored before it is used, 0 it is forwarded */
    uint32_t latency_cycles[2]; /* of the kinds of a module: multiplier, adder */
    uint32_t queue; /* results of a unit that may wait beyond those in the pipeline */
    uint32_t lane_queue; /* words that a lane holds, beside one that leaves */
    uint32_t relay_queue; /* words that a relay holds */
    uint32_t slots; /* words that a receiver stores */
    uint32_t constants; /* constants of a receiver */
    uint32_t receptions; /* longest reception sequence of a receiver */
    uint32_t issues; /* longest issue sequence of a unit, also emissions of its source */
    uint32_t relay_words; /* longest sequences of a relay */
    uint32_t lane_words; /* words of one lane in a sample */
    uint32_t output_words; /* longest reception sequence of an output port */
    uint32_t fixed; /* bits of a number of fixed point; 0: numbers are binary32 */
    uint32_t shared_units[4];
    uint32_t shared_latency[4];
    uint32_t circuit;
} tauflow_shape;

#endif
