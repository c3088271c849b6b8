/* SPDX-License-Identifier: MIT */
/* Options of the equations that more than these read. */
#ifndef TAUFLOW_EQUATIONS_OPTIONS_H
#define TAUFLOW_EQUATIONS_OPTIONS_H

#include "commands/options.h"

struct equations_settings {
    const char *function;      /* NULL: not given */
    const char *function_list; /* of compile, instead: names between commas */
    function_kind functions[FUNCTIONS]; /* those named, each once; at least one */
    uint32_t functions_count;
    bool all_functions; /* of info and report */
    arg_list frames, derive_by;
    int trig; /* trig_choice */
};

typedef struct {
    frame_wish *items;
    uint32_t items_count, items_capacity;
} frame_wishes;

/* Adds the frames of one --frame: LINK or LINK:x,y,z, or several of them between commas. */
status frames_read(arena *mem, const char *value, frame_wishes *to, diag *d);

#endif
