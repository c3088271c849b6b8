/* SPDX-License-Identifier: MIT */
/* An outside opinion: what a dynamics library that is not ours says the torques of a URDF
 * file are. Every library reads the file itself (MuJoCo with its own URDF reader, KDL and
 * Pinocchio through two different versions of urdfdom), so a file that we misread shows up
 * as a wrong torque. Libraries written in C++ live in shared objects of their own, which
 * keeps C++ out of the tests and keeps two versions of urdfdom apart. */
#ifndef TAUFLOW_OPINION_H
#define TAUFLOW_OPINION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A place on a link, with the link's axes. */
typedef struct {
    const char *link;
    double at_m[3]; /* in the link's frame */
} opinion_frame;

typedef struct {
    const char *path;
    bool floating_base;
    const char *root, *tip; /* a part of the robot: what lies between, with all that is fixed to it
                             * above the tip; NULL for all */
    double gravity_ms2[3];  /* in the axes of the root link when the base is fixed, of the world
                               otherwise */
    const char *const *force_links; /* where external wrenches act */
    uint32_t force_links_count;
    const opinion_frame *frames; /* whose motion is asked for */
    uint32_t frames_count;
} opinion_request;

/* One freedom of the file: a revolute, continuous or prismatic joint, or one of those that a
 * planar or floating joint is made of (NAME.x NAME.y ... NAME.rz). */
typedef struct {
    const char *name;
    const char *link; /* the one it moves */
    bool is_angle;
    const char *master; /* NULL, or the joint this one mimics: q = ratio q_master + offset */
    double ratio, offset;
} opinion_joint;

/* A state, joint by joint in the order that was bound; mimic followers have their own entries. */
typedef struct {
    const double *q, *qd, *qdd;
    /* Motion of the root link when the base floats, in its own axes (except the attitude, which is
     * a unit quaternion w x y z, link axes to world axes): acc is the acceleration of its origin
     * less gravity. */
    double attitude[4], omega[3], omegad[3], acc[3];
    const double *forces; /* per force link: force, moment about the link's origin, in link axes */
    /* What drives the robot: a torque per joint; on a floating base force and moment about its
     * origin, in its axes. */
    const double *tau, *wrench;
} opinion_state;

/* Freedoms are six of a floating base (along and about its axes), then the joints as bound.
 * Matrices are row by row. Frames are seen from the root link, which is held for that: what its
 * state says is not looked at. */
typedef enum {
    QUESTION_MASS,         /* freedoms x freedoms */
    QUESTION_MINV,         /* its inverse, likewise */
    QUESTION_ACCELERATION, /* per freedom, under tau and wrench; of a base: less gravity */
    QUESTION_TAU_Q,        /* derivative of torques, freedoms x joints */
    QUESTION_TAU_QD,       /* freedoms x freedoms */
    QUESTION_POSE,         /* per frame position (3), rotation to root axes (9) */
    QUESTION_VELOCITY,     /* per frame linear (3), angular (3), root axes */
    QUESTION_FRAME_ACCELERATION,
    QUESTION_JACOBIAN,     /* per frame 6 x freedoms */
    QUESTIONS
} opinion_question;

typedef struct opinion opinion;

typedef struct {
    const char *name; /* of the library */
    /* NULL when the library will not take this file; why says the reason in its own words. */
    opinion *(*open)(const opinion_request *request, char *why, size_t why_bytes);
    /* The joints the library found, parents first. Owned by the opinion. The function is NULL where
     * the library drops mimics. */
    const opinion_joint *(*joints)(const opinion *o, uint32_t *count);
    /* The last moving link of the file's tree, parents first, often one without a joint of its own.
     * NULL likewise. */
    const char *(*last_link)(const opinion *o);
    /* Two links to cut the robot at, with a joint between and, if there are enough, joints left out
     * on both sides; false if there are not two. NULL where the library cannot cut. */
    bool (*cut)(const opinion *o, const char **root, const char **tip);
    /* Sets the order of joints for all further calls; false when a name is unknown or one is left
     * out. */
    bool (*bind)(opinion *o, const char *const *names, uint32_t count);
    /* Inverse dynamics: one torque a joint; wrench is force and moment on the root link when the
     * base floats, about its origin and in its axes. */
    void (*torques)(opinion *o, const opinion_state *s, double *torque, double wrench[6]);
    /* False where the library has no call for it. */
    bool (*answer)(opinion *o, opinion_question what, const opinion_state *s, double *out);
    /* For benchmarks, fixed base only: count states, each an array of the library's own joint
     * order, one after the other; torques likewise. Nothing but the library's calls and the copies
     * it needs. */
    void (*run)(opinion *o, uint32_t count, const double *q, const double *qd, const double *qdd,
                double *torque);
    void (*close)(opinion *o);
} opinion_library;

/* The one symbol of a shared object. */
typedef const opinion_library *opinion_library_get(void);
#define OPINION_SYMBOL "opinion_library_here"
const opinion_library *opinion_library_here(void);

/* Linked into the tests, because MuJoCo speaks C. */
extern const opinion_library OPINION_MUJOCO;
/* Pinocchio, through its Python package; to be used where that is here. */
extern const opinion_library OPINION_PINOCCHIO;
bool opinion_pinocchio_is_here(void);

#ifdef __cplusplus
}
#endif

#endif
