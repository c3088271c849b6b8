/* Inside of a handle, shared by the files that make the library. */
#ifndef TAUFLOW_HANDLE_H
#define TAUFLOW_HANDLE_H

#include "tau_image.h"
#include "transport.h"

#include <pthread.h>

/* An angle whose sine or cosine the program wants. */
typedef struct {
    uint32_t coordinate;
    double ratio, offset;
} plan_angle;

/* One word of an input packet: where it stands and what it is. */
typedef struct {
    uint32_t position;
    tau_input_kind kind;
    uint32_t from; /* number of the angle, or place in the array of the state */
    double ratio, offset;
} plan_word;

/* One number of tau. */
typedef struct {
    uint32_t position; /* in the output packet; TAU_NONE: constant */
    float constant;
} plan_output;

/* What a loaded program is to the library; everything in one block of memory. */
typedef struct {
    void *memory;
    tau_image image;
    uint32_t in_words, out_words; /* of a packet on this core, the check word included */
    plan_angle *angles;
    double *sines, *cosines;
    uint32_t angles_count;
    plan_word *words;
    uint32_t words_count;
    plan_output *outputs;
    uint32_t outputs_count;
    const char **joint_names, **force_names;
    bool *joint_is_angle;
    uint32_t *in, *out; /* TAUFLOW_WINDOW packets each */
} plan;

struct tauflow {
    pthread_mutex_t lock;
    report why;
    bool failed;
    uint32_t timeout_ms;
    transport *port;
    tauflow_shape core;
    bool guarded;
    plan plan; /* memory NULL: nothing loaded */
    tauflow_statistics figures;
};

/* Makes the plan for a verified image on a core; the bytes are copied. */
tauflow_status plan_make(const void *bytes, size_t size, const tauflow_shape *core, bool guarded, plan *out, report *r);
void plan_free(plan *p);

/* `count` packets that stand in plan.in, through the core into plan.out, check words compared. */
tauflow_status handle_run(tauflow *h, uint32_t count);

/* Locks, notes the outcome of a call, unlocks; returns the status. */
void handle_lock(tauflow *h);
tauflow_status handle_done(tauflow *h, tauflow_status status);

#endif
