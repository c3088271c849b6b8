/* SPDX-License-Identifier: MIT */
/* Inside of a handle, shared by the files that make the library. */
#ifndef TAUFLOW_HANDLE_H
#define TAUFLOW_HANDLE_H

#include "channel.h"
#include "machine/tau_image.h"

#include <stdatomic.h>

/* An angle whose sine or cosine the program wants. */
typedef struct {
    uint32_t coordinate;
    double ratio, offset;
} plan_angle;

/* One word of an input packet: where it stands and what it is. */
typedef struct {
    uint32_t position;
    word_made made;
    word_array array; /* of the state */
    uint32_t from;    /* number of the angle, or place in the array */
    double ratio, offset;
    tau_number number; /* of fixed point */
} plan_word;

/* One number of tau. */
typedef struct {
    uint32_t position; /* among the words of a sample; TAU_NONE: constant */
    uint32_t constant; /* a word */
    int point;         /* of fixed point */
    bool is_absent;    /* of a joint that has no such number */
} plan_output;

/* What a loaded program is to the library; everything in one block of memory. */
typedef struct {
    void *memory;
    tau_image image;
    plan_angle *angles;
    double *sines, *cosines;
    uint32_t angles_count;
    plan_word *words;
    uint32_t words_count;
    plan_output *outputs;
    uint32_t outputs_count;
    double *results; /* outputs_count, for calls that want some of them */
    double *closing_q; /* a number per joint: positions of the next pass */
    const char **names[WORD_OWNERS]; /* of joints, free bodies, forces */
    bool *joint_is_angle;
    const char **joint_units; /* of what comes out per joint */
    uint32_t *idle; /* a packet that pushes others out, where zeros might overflow */
    packets packets;
} plan;

/* An image in memory of its own. */
typedef struct {
    unsigned char *bytes;
    size_t size;
} image_bytes;

struct tauflow {
    pid_t owner; /* the process that opened it; one that inherits it by fork may only close it */
    uint64_t opened_ns;
    atomic_uint inside;  /* calls of all threads that have begun and may still touch the handle */
    atomic_bool stopped; /* no call begins any more, and those under way end */
    pthread_mutex_t lock;
    bell news;
    report why; /* of the call that has the lock */
    bool failed;
    report broke; /* why it failed, for every call after that */
    uint32_t timeout_ms, ring;
    uint64_t deadline_ns; /* of calls with samples; 0: timeout_ms */
    uint64_t began_ns;    /* the call that is under way */
    time_limits limits;   /* of it */
    alarm_clock alarm;
    uint64_t recoveries;
    struct watch *watch; /* what the application polls; NULL: it never asked */
    double closing_tolerance;
    uint32_t closing_passes;
    image_bytes images[2]; /* the loaded one and another (other_image.c); bytes NULL: none */
    uint32_t in_core;      /* which of them is loaded */
    uint32_t residuals;    /* that callers have room for, while there is another */
    tauflow_shape core; /* of every core */
    uint32_t guard; /* register GUARD of every core: what closes packets */
    plan plan; /* memory NULL: nothing loaded */
    tauflow_statistics figures;
    uint32_t cores, first_core; /* which of the device's */
    channel channels[TAUFLOW_CORES_LIMIT]; /* one a core */
    uint32_t sleepers; /* threads that wait for another to submit or to receive */
    uint64_t put,
        got; /* samples until now, submitted and received: sample k is in core k % cores */
};

/* Makes the plan for a verified image on a core whose register GUARD is known; the bytes are
 * copied. */
tauflow_status plan_make(const void *bytes, size_t size, const tauflow_shape *core, uint32_t guard,
                         plan *out, report *r);
void plan_free(plan *p);
/* Which number of a result is the first of an array; of WORD_ARRAYS: how many there are, plain ones
 * apart, which come last. */
uint32_t plan_first_number(const tau_image *i, uint32_t array);

/* The whole file, in memory of its own. */
tauflow_status load_read_file(const char *path, unsigned char **bytes, size_t *size, report *r);
/* tauflow_load_bytes, of a handle that was entered; and everything of it that touches no core. */
tauflow_status load_image(tauflow *h, const void *bytes, size_t size);
tauflow_status load_try(tauflow *h, const void *bytes, size_t size);

/* Refuses what is no core that the library knows. */
tauflow_status handle_read_core(transport *t, tauflow_shape *core, uint32_t *guard, report *r);

/* The deadline, or the timeout, of calls with samples. */
uint64_t limits_samples_ns(const tauflow *h);
/* Limits of the call under way: of one that carries no samples, by the timeout alone; of one
 * sample, at a moment; of a stream, by the deadline for every ring of samples. */
void limits_of_other_calls(tauflow *h);
void limits_of_step(tauflow *h);
void limits_of_stream(tauflow *h);
/* Sets the alarm clock, where there is one, to the moment at which the call is to end: until
 * alarm_clock_end its sample may be moved in the calling thread. */
void handle_set_alarm(tauflow *h);

/* Tells who polls the descriptor what there is now; at the end of every call. */
void watch_refresh(tauflow *h);
void watch_free(tauflow *h);

/* Locks. Not in a process that inherited the handle: the thread that held the lock at the fork does
 * not exist there, so nobody would ever free it. TAUFLOW_ENDED once the handle was stopped. */
tauflow_status handle_enter(tauflow *h);
/* Notes the outcome of a call, unlocks; returns the status. */
tauflow_status handle_done(tauflow *h, tauflow_status status);
/* The end of a call that has a wrong argument. */
tauflow_status handle_refuse(tauflow *h, const char *what);
bool handle_is_inherited(const tauflow *h);
/* TAUFLOW_ENDED once the handle was stopped: asked by everything that repeats or waits. */
tauflow_status handle_go_on(tauflow *h, report *r);
/* Until no other thread is in a call on a handle that was stopped. */
void handle_wait_alone(tauflow *h);

/* Structs of callers whose header may be older or newer than the library (tauflow.h). To one that
 * has room for `out_size` bytes: what it does not know is left out, what the library does not know
 * is 0. From one: members that it does not have are 0; refused where others are set. */
void sized_give(void *out, size_t out_size, const void *made, size_t made_size);
tauflow_status sized_take(void *own_copy, size_t own_size, const void *given, size_t given_size,
                          const char *what, report *r);

/* One check sample through a core that is at rest, as a step would go; it must be right. */
tauflow_status load_check_one(tauflow *h, channel *c, uint32_t test);
/* Words of check sample `test` to a packet. */
void pack_test(const tau_image *i, uint32_t core_lanes, uint32_t test, uint32_t *packet);
/* The arrays of a state; NULL those that it does not have. */
void state_arrays(const tauflow_state *s, const double *out[WORD_ARRAYS]);
/* State to packet, words of a result to numbers. */
tauflow_status pack_state(tauflow *h, const tauflow_state *s, uint32_t *packet);
tauflow_status unpack_result(tauflow *h, const uint32_t *words, double *tau);
/* Results of `count` samples that are numbers of their states (word_array_given). */
void unpack_given(const tauflow *h, size_t count, const tauflow_state *states, double *tau);

/* TAUFLOW_BAD_CALL while samples are between submit and receive. */
tauflow_status stream_check_empty(tauflow *h);
/* tauflow_stream, of a handle that was entered. */
tauflow_status stream_run(tauflow *h, size_t count, const tauflow_state *states, double *tau);
/* Whether one sample is a pass on the way to closed loops; and as many of them as it takes, into
 * the plan's results. state->q is replaced by the positions of the last. */
bool closing_is_wanted(const tau_image *i);
tauflow_status closing_run(tauflow *h, tauflow_state *state);
/* Whether another image was given and the status is one that it may mend; loads it, and what was
 * loaded becomes the other; forgets both. */
bool other_image_may_help(const tauflow *h, tauflow_status status);
tauflow_status other_image_load(tauflow *h);
void other_image_drop(tauflow *h);
/* Of fixed point: TAUFLOW_RANGE where a result since the last look did not fit its bits. */
tauflow_status stream_check_overflow(tauflow *h, channel *c);
/* Whether receive has something to do that no file tells: a result is there, or zeros must push it
 * out. */
bool stream_has_work(tauflow *h);
/* Drops all samples on their way. */
void stream_cancel(tauflow *h);
/* Until nothing is under way in any core but what needs others behind it. */
tauflow_status stream_settle(tauflow *h);

#endif
