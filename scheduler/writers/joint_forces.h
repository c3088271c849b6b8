/* SPDX-License-Identifier: MIT */
/* What acts at the joints themselves, beside the bodies that hang on them: rotors, springs, damping
 * and friction of a coordinate, and tendons (robot/tree.h). Written here once for all functions;
 * each is the part of the torque that an actuator gives to overcome it, and zero where there is
 * none. */
#ifndef TAUFLOW_JOINT_FORCES_H
#define TAUFLOW_JOINT_FORCES_H

#include "algebra/signals.h"

/* In which form the numbers are written. */
typedef enum {
    NUMBERS_ARE_CONSTANTS,
    NUMBERS_ARE_SYMBOLS /* named parameters: classic formalism */
} number_form;

/* The inertia of rotors, which stands in the diagonal of the mass matrix; and its torque, the same
 * times qdd. */
poly joint_armature(const tree *t, uint32_t coordinate, number_form form, net *n);
poly joint_rotor(const tree *t, uint32_t coordinate, number_form form, signals *s, net *n);
poly joint_stiffness(const tree *t, uint32_t coordinate, number_form form, signals *s, net *n);
/* stiffness (q - rest), and what springs of tendons add. */
poly joint_spring(const tree *t, uint32_t coordinate, number_form form, signals *s, net *n);
/* What a unit of one friction adds: rate / sqrt(rate^2 + width^2). */
poly joint_friction(const tree_friction *f, signals *s, net *n);
/* damping qd, also of tendons, and friction qd / sqrt(qd^2 + width^2): what depends on
 * velocities. */
poly joint_losses(const tree *t, uint32_t coordinate, number_form form, signals *s, net *n);
/* All that acts at the joint: spring and torsions, while it moves losses, while it accelerates the
 * rotor. */
poly joint_forces(const tree *t, uint32_t coordinate, number_form form, bool moves,
                  bool accelerates, signals *s, net *n);

/* Of a tendon: L - rest and dL/dt. */
poly tendon_stretch(const tree_tendon *t, signals *s, net *n);
poly tendon_rate(const tree_tendon *t, signals *s, net *n);

#endif
