/* SPDX-License-Identifier: MIT */
/* A schedule: which unit starts each operation in which cycle and, on a network, what every
 * source, receiver and slot does. Text form `.sched`, docs/forms.md: the operations, then the
 * schedule. */
#ifndef TAUFLOW_SCHEDULE_H
#define TAUFLOW_SCHEDULE_H

#include "base/progress.h"
#include "machine/machine.h"
#include "operations/ops.h"
#include "schedule/graph.h"

/* Refuses a machine that lacks a kind of unit which p needs. */
status machine_fits(const machine *m, const ops *p, place at, diag *d);

#define LANE_NONE UINT32_MAX

typedef struct {
    uint32_t unit;  /* machine numbering */
    uint32_t cycle; /* of the issue */
    bool swap;      /* operand a comes through receiver b and the other way round */
} sched_issue;

/* Input word: number `position` (from 0) on lane `lane`; LANE_NONE when not streamed. */
typedef struct {
    uint32_t lane, position;
} sched_entry;

/* One reception: `receiver` takes `word` in `cycle` into `slot` (0 for relays and the output port,
 * which have none). A receiver takes a word at most once. */
typedef struct {
    uint32_t receiver, word, cycle, slot;
} sched_take;

typedef struct {
    machine target;
    const char *scheduler; /* who made it: one bare word */
    sched_issue *issues;   /* one per operation */
    sched_entry *entries;  /* one per input */
    sched_take *takes;     /* by receiver, then cycle; none on the ideal network */
    uint32_t takes_count;
    uint32_t cycles; /* length of the run, by the rules of timing.h */
    uint32_t interval; /* 0: for one sample. Otherwise sample s does everything s x interval cycles
                        * later, with as many samples in flight as that makes; then slots are all 0
                        * and are given by the program */
} schedule;

/* Which receiver an operation reads operand a (port 0) or b (port 1) from. */
static inline uint32_t schedule_receiver(const machine *m, const sched_issue *i, uint32_t port)
{
    return i->unit * m->receivers + (m->receivers == 2 ? (port ^ (uint32_t)i->swap) : 0);
}

/* ---- text form: the `.ops` text, a line `schedule NAME`, the machine, then the events ---- */
void schedule_print(const ops *p, const schedule *s, text *out);
/* Reads and checks the text only: names, ranges, nothing twice, nothing missing. */
status schedule_parse(arena *mem, const char *file, const char *bytes, size_t length, ops *p,
                      schedule *out, diag *d);

/* ---- checker: shares nothing with any scheduler but the rules of timing.h ---- */
/* Accepts or rejects with the reason, naming operation, unit, receiver and cycles. `at` is shown
 * with the message when `lines` is NULL, otherwise the line of the event at fault. */
typedef struct {
    uint32_t *issue, *entry,
        *take; /* line of each event in the file, parallel to the schedule's arrays */
    uint32_t cycles;
} sched_lines;
status schedule_check(const ops *p, const schedule *s, const char *file, const sched_lines *lines,
                      diag *d);
/* As schedule_parse, also telling lines for schedule_check. */
status schedule_parse_lines(arena *mem, const char *file, const char *bytes, size_t length, ops *p,
                            schedule *out, sched_lines *lines, diag *d);
/* A file read, parsed and checked. */
status schedule_read(arena *mem, const char *path, ops *p, schedule *out, diag *d);

/* ---- the run that the machine makes of the schedule's sequences ---- */
/* Keeps all orders and slots and moves every event to the cycle in which the machine does it
 * (never later than scheduled when the schedule is legal); sets cycles. Fails when the sequences
 * wait for each other in a circle, naming an event in it. Nothing changes on the ideal network, and
 * with an interval, where every word is taken as soon as it can be. */
status schedule_settle(const ops *p, schedule *s, diag *d);

/* What an operation waited for: the operand that came last, in cycles in which the operation could
 * have been issued if ... All are those of schedule_settle, and made <= offered <= usable. */
typedef struct {
    uint32_t port;    /* of that operand, 0 for a; UINT32_MAX: it waits for no word */
    uint32_t made;    /* ... the word had gone its way as soon as it was made (or entered) */
    uint32_t offered; /* ... it had been accepted when it was first at its source, after the words
                         before it in the queue there */
    uint32_t usable;  /* it was accepted as it was; what the issue is later than that, it waited
                         for its unit or for room in the unit's queue of results */
    bool by_slot;     /* usable is later than offered because its slot was full, not because the
                         receiver was busy with other words */
} sched_wait;

typedef struct {
    uint32_t *slack;   /* per operation: so much later it could be issued, all sequences as they
                          are, before the run becomes longer; 0 on the critical path */
    sched_wait *waits; /* per operation */
} sched_reasons;

/* s is legal and settled. On the ideal network and with an interval operands alone are looked at,
 * and an interval's slack is that within the length of one sample. */
status schedule_explain(arena *mem, const ops *p, const schedule *s, sched_reasons *out, diag *d);
/* Slots by lowest free number in the order of receptions; returns the most that one receiver
 * uses, and which receiver that is. */
uint32_t schedule_assign_slots(const ops *p, schedule *s, uint32_t *receiver);

/* By receiver, then cycle, as schedules have them. */
void schedule_sort_takes(schedule *s);

/* Which lane brings which input, in the order of `arrival`, at most one word a lane and cycle: so
 * position <= arrival, and lanes never differ by more than one word. Inputs that nothing needs come
 * on none. Sets entries. */
void schedule_assign_lanes(const graph *g, const uint32_t *arrival, schedule *s);

/* Operations / (units x cycles) [T 3.3.1]; with an interval: of the busier kind of units, in the
 * steady state. */
double schedule_usage(const ops *p, const schedule *s);

/* ---- schedulers ---- */
typedef struct {
    uint64_t seed;
    uint64_t budget; /* schedules that `best` may try; 0: its default, which depends on the size of
                        the graph only */
    double share;    /* of that default, for `best`; 0: the whole */
    progress *life;  /* may end a search early, with the best so far; NULL: nobody watches */
    const uint32_t *module_of; /* per operation: the module where `best` puts it at first, before
                                * operations may go anywhere; NULL: anywhere at once */
} scheduler_options;

typedef status scheduler_run(arena *mem, const ops *p, const machine *m,
                             const scheduler_options *options, schedule *out, diag *d);

typedef struct {
    const char *word, *help;
    scheduler_run *run;
} scheduler_info;

/* `best`, `thesis`, `random`; ends with a NULL word. Each refuses a machine that does not fit. */
extern const scheduler_info SCHEDULERS[];
const scheduler_info *scheduler_find(const char *word);

/* ---- for samples that follow each other: throughput.c ---- */
/* The smallest interval that units, lanes and ports allow. */
uint32_t throughput_bound(const graph *g, const machine *m);
/* Input and output lanes with which words in and out do not limit the interval that the units
 * allow, as far as `most` lanes go. */
void throughput_lanes(const graph *g, uint32_t most_in, uint32_t most_out, machine *m);
/* interval 0: the smallest one that the search finds, and when it is ended early the smallest so
 * far, at worst that of samples which do not overlap. Otherwise this one, or a failure. */
status schedule_throughput(arena *mem, const ops *p, const machine *m, uint32_t interval,
                           const scheduler_options *options, schedule *out, diag *d);

scheduler_run schedule_thesis, schedule_best, schedule_random;

#endif
