/* SPDX-License-Identifier: MIT */
/* The face of a core: its stream pins in one cycle, and what the shared object of a Verilated core
 * offers. Twin, Verilated cores, host library and compiler all speak it. */
#ifndef TAUFLOW_PINS_H
#define TAUFLOW_PINS_H

#include "tauflow_shape.h"

#include <stdbool.h>
#include <stdint.h>

/* A word moves where valid and ready meet. */
typedef struct {
    bool in_valid, in_last, out_ready;
    uint32_t in_words[TAUFLOW_LANES_MOST];
} core_in;

typedef struct {
    bool in_ready, out_valid, out_last;
    uint32_t out_words[TAUFLOW_OUT_LANES_MOST]; /* 0 in lanes that have no word in this beat */
} core_out;

/* A core, one cycle per call. In `out` are the pins as they were in that cycle. */
typedef struct {
    void *core;
    void (*cycle)(void *core, const core_in *in, core_out *out);
    void (*watch)(void *user, uint64_t cycle); /* after every cycle; NULL for none */
    void *user;
} stream_core;

/* What happens inside a core, for those who look into it. */
typedef enum {
    CORE_ENTER,  /* a word of the input stream comes to lane `place` */
    CORE_ISSUE,  /* unit `place` starts an operation; word: 0 */
    CORE_RESULT, /* a result of unit `place` is at its source */
    CORE_ACCEPT, /* receiver `place` accepts a word */
} core_event_kind;

typedef struct {
    core_event_kind kind;
    uint32_t place; /* number of source, unit or receiver in the core */
    uint32_t word;
    uint64_t cycle; /* since open */
} core_event;

typedef void core_watcher(void *user, const core_event *e);

/* Every object exports one table, `core_face`; sim/rtl_core.h is the comfortable way to use it. */
typedef struct {
    /* In reset for some cycles, then idle. Registers that reset does not reach start with values
     * made from `seed`. trace: file for the waveform (FST), "" for none; NULL: the core will not be
     * looked into. NULL is returned when it was built for that alone and trace is not. */
    void *(*open)(const char *trace, uint32_t seed);
    void (*close)(void *core);
    /* One cycle; `out` has the pins as they were in it. */
    void (*cycle)(void *core, const core_in *in, core_out *out);
    /* One access over AXI4-Lite, some cycles in which the streams rest; false when the core answers
     * with an error or not at all. */
    bool (*write)(void *core, uint32_t address, uint32_t data);
    bool (*read)(void *core, uint32_t address, uint32_t *data);
    uint64_t (*cycles)(void *core); /* since open */
    /* From now on every event is told to `tell`, NULL: to nobody. Only after open with a trace. */
    void (*watch)(void *core, core_watcher *tell, void *user);
} core_face_table;

#endif
