/* SPDX-License-Identifier: MIT */
/* Signs of life of work that may take long, and when it has to end: a search asks
 * `progress_continue` again and again, and returns the best it has when the answer is no. Passed
 * down explicitly; where a function takes a `progress *`, NULL stands for nobody who watches and
 * no end but its own. */
#ifndef TAUFLOW_PROGRESS_H
#define TAUFLOW_PROGRESS_H

#include "base/diag.h"

#include <stdbool.h>

typedef struct {
    /* set by the owner; any function may be NULL */
    bool (*stop)(void *context);            /* does the user want what there is? */
    void (*listen)(void *context, bool on); /* `stop` is asked from now on, or no longer */
    void (*forget)(void *context);          /* `stop` is false until the user asks again */
    void (*show)(void *context, const char *line); /* for a person; "" to take it away */
    void *context;
    double limit_s;  /* seconds that searches may take; 0: as many as they like */
    /* kept here */
    double end_s;    /* on the clock of progress_now; 0: none */
    double began_s, stage_s, shown_s; /* the work, this stage of it, the line */
    const char *what;
    bool timed;      /* the limit holds for this stage */
    double low, high; /* part of the stage that fractions are of: progress_narrow */
    char best[48];
    bool held;       /* listened to between stages, too */
    bool stopped, late; /* some search was ended by the user; by the clock */
} progress;

/* Of a clock that only goes forward. */
double progress_now(void);

/* Starts the clock of the limit. */
void progress_start(progress *p);

/* A stage of the work: a search, which ends with the user's wish or at the limit, or a run,
 * which ends with a wish that is made during it. `what` outlives the stage. */
void progress_search(progress *p, const char *what);
void progress_run(progress *p, const char *what);
void progress_end(progress *p);

/* From here to progress_release a wish is heard between stages, too, and kept for the next; where
 * work is to end as a whole. */
void progress_hold(progress *p);
void progress_release(progress *p);
/* Whether the user wants what there is, by a wish that no stage has forgotten. */
bool progress_wish(const progress *p);

/* For a stage that leaves time for others: its searches end when this share of what is left is
 * spent. Returns what progress_unshare wants back. */
double progress_share(progress *p, double share);
void progress_unshare(progress *p, double end_s);

/* Fractions given from now on are those of a part of what they were of, from `low` to `high` of
 * it; until progress_widen gets back what this returned. */
typedef struct {
    double low, high;
} progress_span;
progress_span progress_narrow(progress *p, double low, double high);
void progress_widen(progress *p, progress_span before);

/* False: return the best so far. `fraction` of the stage that is done, below 0 when nobody
 * knows. Looks at the clock, so not to be called every few nanoseconds. */
bool progress_continue(progress *p, double fraction);

/* What the search would return now. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void progress_best(progress *p, const char *format, ...);

/* A note for the user when a search was ended early. */
void progress_note(const progress *p, diag *d);

#endif
