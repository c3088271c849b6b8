/* SPDX-License-Identifier: MIT */
/* A robot as its file describes it: links and joints with their places in the file.
 * Producer: robot_read. Consumer: tree_build, which turns it into elementary joints. */
#ifndef TAUFLOW_ROBOT_H
#define TAUFLOW_ROBOT_H

#include "base/diag.h"
#include "machine/words.h"
#include "robot/cuts.h"
#include "robot/elements.h"
#include "robot/loop_joints.h"
#include "robot/spatial.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    JOINT_FIXED,
    JOINT_REVOLUTE,
    JOINT_CONTINUOUS,
    JOINT_PRISMATIC,
    JOINT_PLANAR,  /* two translations across the axis, then a rotation about it */
    JOINT_FLOATING /* six freedoms */
} joint_type;

#define ROBOT_NONE UINT32_MAX

typedef struct {
    const char *name;
    place at;
    bool has_inertia;
    inertia body; /* zero when has_inertia is false */
    uint32_t parent_joint; /* ROBOT_NONE for the root */
} robot_link;

typedef struct {
    const char *name;
    place at;
    joint_type type;
    uint32_t parent_link, child_link;
    pose origin;  /* child link frame (at q = 0) in the parent link frame; angles already snapped */
    vec3 axis;    /* unit, in the child link frame; unused for fixed and floating */
    uint32_t
        mimic_joint; /* ROBOT_NONE unless this joint follows another: q = ratio q_master + offset */
    double mimic_ratio, mimic_offset;
    bool has_limit[LIMITS]; /* handed on, but nothing in the equations */
    double limit[LIMITS];
    /* Of joints with one axis; 0 for others. Files that say otherwise get a note. */
    double damping;    /* torque per rate of the joint, against it */
    double friction;   /* Coulomb's, against the rate: a torque */
    double friction_width; /* friction is smooth: friction rate / sqrt(rate^2 + width^2); 0: the
                              default of the joint's kind (tree.h) */
    double armature;   /* inertia of rotor and gears, seen at the joint */
    double stiffness;  /* of a spring at the joint: torque = stiffness (rest - q) */
    double rest;
    bool driven;       /* its motion is imposed: no unknown of forward dynamics */
    bool independent, actuated; /* of a robot with loops: as in tree_coordinate */
    double start;
    uint32_t ball_part; /* 1, 2 or 3: of the hinges, one after the other, that a ball became; 0: of
                           none */
} robot_joint;

/* A joint's part in the length of a tendon: coefficient x q. */
typedef struct {
    uint32_t joint; /* with one axis */
    double coefficient;
} robot_term;

/* A spring and a damper on a sum of joints' positions, L = sum of coefficient x q: the force
 * stiffness (rest - L) - damping dL/dt acts at each joint by its coefficient. */
typedef struct {
    const char *name;
    place at;
    robot_term *terms; /* each joint once */
    uint32_t terms_count, terms_capacity;
    double stiffness, rest, damping;
} robot_tendon;

typedef struct {
    const char *name;
    const char *file;
    robot_link *links;
    uint32_t links_count, links_capacity;
    robot_joint *joints; /* in file order */
    uint32_t joints_count, joints_capacity;
    uint32_t root_link;
    bool root_is_world;  /* the root stands for the world and never floats (MJCF) */
    bool has_gravity;    /* the file gives it, in the axes of the root at q = 0 */
    vec3 gravity_ms2;
    place gravity_at;
    element_list elements;
    robot_tendon *tendons; /* those with forces of their own */
    uint32_t tendons_count, tendons_capacity;
    cut_list cuts;
    loop_joints loop_joints; /* taken by joint_settings_apply */
} robot;

#endif
