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

typedef struct {
    const char *path, *robot;
    trial_kind kind;
    opinion_request request;
    const char **coordinates; /* names */
    uint32_t coordinates_count;
    uint32_t words; /* of a result: coordinates, then force and moment on a floating base */
    /* States, one after the other: */
    double *q, *qd, *qdd;
    double *attitude; /* 4 a state */
    double *motion;   /* omega, omegad, acc: 9 a state */
    double *forces;   /* 6 a force link */
    /* What each library says, TRIAL_STATES x words; NULL with a reason where it says nothing. */
    double *result[TRIAL_LIBRARIES];
    char why[TRIAL_LIBRARIES][TRIAL_WHY_BYTES];
} trial;

/* Loads the shared objects of the C++ libraries; they stay loaded until the process ends. */
void trial_load_libraries(trial_libraries *l);

/* False when even the first library does not take the file; its reason is in why[0]. */
bool trial_run(arena *mem, const trial_libraries *l, const char *path, trial_kind kind, trial *out);

/* How far two results lie apart, relative; see trial.c for the measure. NaN counts as infinitely
 * far. */
double trial_difference(const trial *t, const double *result, const double *reference);

#endif
