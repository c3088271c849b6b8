/* SPDX-License-Identifier: MIT */
/* The mechanical energy of a tree, by its bodies: an account that no equation of motion enters. */
#ifndef TAUFLOW_ROBOT_ENERGY_H
#define TAUFLOW_ROBOT_ENERGY_H

#include "robot/tree.h"

typedef struct {
    mat3 rotation; /* from the body's axes to the base's */
    vec3 position, velocity, omega;
} body_motion;

/* Joules: kinetic energy of bodies and rotors and potential energy of weights, springs of joints
 * and links; and the latter alone. */
typedef struct {
    double all, potential;
} energies;

/* q: coordinates, then positions of free bodies (free_bodies.h); qd: their rates, NULL: at rest.
 * `work`: bodies_count of them, which get their motion. */
energies robot_energy(const tree *t, const double *q, const double *qd, body_motion *work);

/* x and xd of a link or torsion: how far it is from rest, and how fast that grows; after
 * robot_energy, whose bodies these are, with its q and qd. */
void element_along(const tree_element *e, const double *q, const double *qd,
                   const body_motion *bodies, double along[2]);

/* Whether nothing but weights and springs acts where no torque does: nothing takes energy away. */
bool robot_is_conservative(const tree *t);

#endif
