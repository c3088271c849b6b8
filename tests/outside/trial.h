/* SPDX-License-Identifier: MIT */
/* A trial: one robot file, one kind of base, a set of random states, and what every outside
 * library says about them. Coordinates are the joints that follow no other; followers
 * (mimic) are set from their masters and their torques folded onto them here, by the mimic
 * data that urdfdom read. */
#ifndef TAUFLOW_OUTSIDE_TRIAL_H
#define TAUFLOW_OUTSIDE_TRIAL_H

#include "base/arena.h"
#include "opinion.h"

/* Where the shared objects of the C++ libraries are, from the root of the project. */
#ifndef OUTSIDE_FOLDER
#define OUTSIDE_FOLDER "build/outside"
#endif

#define TRIAL_STATES 1000
#define TRIAL_LIBRARIES 3 /* KDL first: it takes every file and knows the joints */
#define TRIAL_WHY_BYTES 300

typedef struct {
    const opinion_library *list[TRIAL_LIBRARIES]; /* NULL where absent */
    const char *name[TRIAL_LIBRARIES];
    char why[TRIAL_LIBRARIES][TRIAL_WHY_BYTES];   /* why absent */
} trial_libraries;

typedef enum {
    TRIAL_FIXED,
    TRIAL_FLOATING,
    TRIAL_FIXED_FORCES,
    TRIAL_FLOATING_FORCES,
    TRIAL_PART,
    TRIAL_KINDS
} trial_kind;
extern const char *const TRIAL_KIND_WORD[TRIAL_KINDS];

/* The joints that the first library found, followers (mimic) included. */
typedef struct {
    const opinion_joint *joints;
    const char **names;
    uint32_t *coordinate; /* of each joint, through its master if it has one */
    double *ratio, *offset; /* q = ratio q[coordinate] + offset */
    uint32_t count;
} joint_map;

typedef struct {
    const char *path, *robot;
    trial_kind kind;
    opinion_request request;
    const char **coordinates; /* names */
    uint32_t coordinates_count;
    uint32_t words; /* of a result: coordinates, then force and moment on a floating base */
    joint_map map;
    opinion *first; /* that knows the joints */
    opinion *opinions[TRIAL_LIBRARIES]; /* NULL where the library does not take the file */
    /* States, one after the other: */
    uint32_t states;
    double *q, *qd, *qdd;
    double *attitude; /* 4 a state */
    double *motion;   /* omega, omegad, acc: 9 a state */
    double *forces;   /* 6 a force link */
    double *tau;      /* one a coordinate */
    double *wrench;   /* 6 a state */
    /* What each library says, states x words; NULL with a reason where it says nothing. */
    double *result[TRIAL_LIBRARIES];
    char why[TRIAL_LIBRARIES][TRIAL_WHY_BYTES];
} trial;

/* Loads the shared objects of the C++ libraries; they stay loaded until the process ends. */
void trial_load_libraries(trial_libraries *l);

/* Opens the file in all libraries and draws so many states; nothing is asked yet. False when even
 * the first library does not take the file; its reason is in why[0], and nothing is open. */
bool trial_open(arena *mem, const trial_libraries *l, const char *path, trial_kind kind,
                uint32_t states, trial *out);
void trial_close(const trial_libraries *l, trial *t);
/* The same with TRIAL_STATES states, every library asked for the torques, and closed again. */
bool trial_run(arena *mem, const trial_libraries *l, const char *path, trial_kind kind, trial *out);

/* State number `at` as a library wants it: joint by joint. `words` is room for 4 a joint. */
opinion_state trial_state(const trial *t, size_t at, double *words);
/* The same with other positions, velocities and accelerations, one a coordinate each. */
void trial_move(const trial *t, const double *q, const double *qd, const double *qdd,
                double *words);
/* The torques of library i in a state made by trial_state, one a coordinate, then the wrench on a
 * floating base. `torque` is room for one a joint. */
void trial_torques(const trial_libraries *l, const trial *t, uint32_t i, const opinion_state *s,
                   double *torque, double *result);

/* How far two results lie apart, relative; see trial.c for the measure. NaN counts as infinitely
 * far, and so does a trial without states. */
double trial_difference(const trial *t, const double *result, const double *reference);

#endif
