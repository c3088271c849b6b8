/* What a core does with a few samples, as a list of events, and that list as files of the viewers
 * that engineers have: Perfetto (JSON), Konata (its log), waveform viewers (VCD, FST).
 * docs/traces.md. */
#ifndef TAUFLOW_TRACE_H
#define TAUFLOW_TRACE_H

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
} trace;

/* Samples of a schedule with an interval follow each other at that interval; of others there is
 * one. Values are those of the evaluator, bit for bit those of a core, for random states. */
enum { TRACE_SAMPLES = 4 };
trace trace_make(arena *mem, const ops *p, const schedule *s, uint64_t seed);

void trace_print_perfetto(const trace *t, text *out);
void trace_print_konata(const trace *t, text *out);
void trace_print_vcd(const trace *t, text *out);
void trace_print_fst(const trace *t, text *out);

/* By the ending of its name: .json, .kanata, .vcd or .fst; trace_check refuses others. */
status trace_check(const char *path, diag *d);
status trace_write(arena *mem, const char *path, const ops *p, const schedule *s, uint64_t seed,
                   diag *d);

/* For printers: `a * b` with the names of operands. */
void trace_add_formula(const trace *t, uint32_t operation, text *out);

#endif
