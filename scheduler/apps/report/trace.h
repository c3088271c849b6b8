/* SPDX-License-Identifier: MIT */
/* What a core does with a few samples, as a list of events, and that list as files of the viewers
 * that engineers have: Perfetto (JSON), Konata (its log), waveform viewers (VCD, FST).
 * docs/traces.md. */
#ifndef TAUFLOW_TRACE_H
#define TAUFLOW_TRACE_H

#include "machine/pins.h"
#include "schedule/schedule.h"

typedef enum {
    TRACE_ENTER,  /* an input word is at its lane, until its last receiver has accepted it */
    TRACE_ISSUE,  /* a unit takes an operation; until: its result is at its source */
    TRACE_ACCEPT, /* a receiver accepts a word; until: its last read, or the next cycle */
} trace_kind;

typedef struct {
    trace_kind kind;
    uint32_t place;  /* number of the lane, unit or receiver */
    uint32_t word;   /* input, or inputs + operation */
    uint32_t sample;
    uint64_t cycle, until;
    uint64_t gone;   /* of an issue: when the last receiver has accepted its result */
    double value;    /* of the word */
} trace_event;

typedef struct {
    const ops *p;
    const schedule *s;
    graph g;
    trace_event *list; /* by cycle, then kind, place */
    uint32_t list_count, list_capacity;
    uint64_t end; /* no event is later */
    const char *origin; /* who says so: the schedule, or a core */
} trace;

/* Samples in a trace: of a schedule with an interval four, of others one. */
enum { TRACE_SAMPLES = 4 };
uint32_t trace_samples(const schedule *s);

/* Cycles as the schedule has them, samples an interval apart; values are those of the evaluator,
 * bit for bit those of a core. `in`: words of trace_samples states. */
trace trace_make(arena *mem, const ops *p, const schedule *s, const uint32_t *in);

/* Cycles and values as a core told them for these states, in the order in which it did; places in
 * the numbering of the schedule's machine. Names come from the order of events at each place, which
 * the program fixes. Refuses a core that left one out or has another value. */
status trace_make_measured(arena *mem, const ops *p, const schedule *s, const uint32_t *in,
                           const core_event *seen, uint32_t seen_count, trace *out, diag *d);

void trace_print_perfetto(const trace *t, text *out);
void trace_print_konata(const trace *t, text *out);
void trace_print_vcd(const trace *t, text *out);
void trace_print_fst(const trace *t, text *out);

/* By the ending of its name: .json, .kanata, .vcd or .fst; trace_check refuses others. */
status trace_check(const char *path, diag *d);
status trace_write(arena *mem, const char *path, const trace *t, diag *d);

/* For printers: `a * b` with the names of operands. */
void trace_add_formula(const trace *t, uint32_t operation, text *out);

#endif
