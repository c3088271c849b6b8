/* SPDX-License-Identifier: MIT */
/* Which joints are independent while a robot with loops moves. Any choice fails somewhere: J_v, the
 * columns of J that belong to dependent joints, becomes singular although the mechanism moves on.
 * So J_v is looked at after each step. Where it has become bad, rows and other joints are chosen
 * by the largest pivots of J, equations are written for these, and the motion goes on from the same
 * state. What was written once is kept. Where no choice is good the constraints themselves have
 * lost rank, and the motion ends: it might go on in several ways. */
#ifndef TAUFLOW_ROBOT_PARTITIONS_H
#define TAUFLOW_ROBOT_PARTITIONS_H

#include "apps/motion/robot_cpu.h"

/* How near J_v is to a singular one: the largest sum of magnitudes of a row of its inverse, block
 * by block, where rows of J have a usual length of 1. It is looked at next to the middle one of
 * those at the closed positions of loops_find, and ... */
#define PARTITION_LOOK 3.0   /* ... above this other choices are weighed, ... */
#define PARTITION_BETTER 0.5 /* ... of which one is taken that makes it smaller by this; ... */
#define PARTITION_LOST 1e7   /* ... above this without a better one there is none */
/* Where nothing better was found others are weighed again when it has grown by this. */
#define PARTITION_AGAIN 1.25
/* Steps that adapt come as near to where constraints lose rank, beside the time. */
#define PARTITION_NEAR 1e-12

typedef struct {
    const loops *l;
    function_numbers forward; /* not of the one that moves: the robot's CPU has it */
    double usual;             /* the middle size */
} partition;

typedef struct robot_partitions {
    arena *mem;
    const passes_settings *passes;
    const passes_forms *forms;
    partition *list; /* the first: the one that the robot came with */
    uint32_t list_count, list_capacity;
    uint32_t now;
    bool shares_first;     /* another motion has its machine code, too */
    int *sign, *sign_now;  /* of the determinant of each block of J_v: when it was looked at last,
                              and now */
    double size, weighed;  /* of J_v now; where others were weighed last, next to the usual one */
    double *scale;         /* of each row of J: what makes its usual length 1 */
    bool *driven;          /* joints, which never depend */
    double *square, *inverse, *rows; /* room for numbers ... */
    uint32_t *chosen;                /* ... and for choices */
    double *q, *qd;        /* a state to go back to */
    uint64_t changes;
    double first_s;        /* when the first was */
} robot_partitions;

/* Independent joints of x may change from here on; x has its equations. */
void robot_partitions_begin(arena *mem, const robot_plan *p, robot_motion *x);
/* The same for a fork, with the joints that `of` came with. */
void robot_partitions_fork(arena *mem, const robot_motion *of, robot_motion *x);
/* Of all but the one that moves: machine code, where that can be. */
void robot_partitions_compile(robot_cpu *c);
/* Gives back the machine code of all. */
void robot_partitions_release(robot_cpu *c);

/* Settles where x is, with other independent joints where these do not close the loops. */
status robot_partitions_settle(robot_motion *x, diag *d);
/* One step of x, by a mover's own function, not beyond `until`; with others where these fail or
 * have become bad. A step that fails leaves `self` as it was, and may be asked for again. */
status robot_partitions_step(robot_motion *x,
                             status (*step)(void *self, double until, diag *d), void *self,
                             double until, diag *d);

/* How often they changed: a line, if ever, and a member of JSON. */
void robot_partitions_print(const robot_motion *x, text *out);
void robot_partitions_print_json(const robot_motion *x, text *out);

#endif
