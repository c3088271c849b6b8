/* The same core as the compiler and as the library call it. */
#ifndef TAUFLOW_SHAPE_CORE_H
#define TAUFLOW_SHAPE_CORE_H

#include "program/program.h"
#include "tauflow.h"

static inline core_shape core_of_shape(const tauflow_shape *c)
{
    return (core_shape){.network = (network_kind)c->network,
                        .modules = c->modules,
                        .lanes = c->lanes,
                        .out_lanes = c->out_lanes,
                        .transfer_cycles = c->transfer_cycles,
                        .latency_cycles = {c->mul_latency_cycles, c->add_latency_cycles},
                        .queue = c->queue,
                        .lane_queue = c->lane_queue,
                        .relay_queue = c->relay_queue,
                        .slots = c->slots,
                        .constants = c->constants,
                        .receptions = c->receptions,
                        .issues = c->issues,
                        .relay_words = c->relay_words,
                        .lane_words = c->lane_words,
                        .output_words = c->output_words};
}

static inline tauflow_shape shape_of_core(const core_shape *c)
{
    return (tauflow_shape){.network = (uint32_t)c->network,
                           .modules = c->modules,
                           .lanes = c->lanes,
                           .out_lanes = c->out_lanes,
                           .transfer_cycles = c->transfer_cycles,
                           .mul_latency_cycles = c->latency_cycles[0],
                           .add_latency_cycles = c->latency_cycles[1],
                           .queue = c->queue,
                           .lane_queue = c->lane_queue,
                           .relay_queue = c->relay_queue,
                           .slots = c->slots,
                           .constants = c->constants,
                           .receptions = c->receptions,
                           .issues = c->issues,
                           .relay_words = c->relay_words,
                           .lane_words = c->lane_words,
                           .output_words = c->output_words};
}

#endif
