/* SPDX-License-Identifier: MIT */
/* What a user says of joints and links beyond the file: which dynamics of the file's joints count,
 * rotors, springs, locked and driven joints, loads. Applied to the robot before the tree is built,
 * so that nobody after it can tell a file's word from an option's. */
#ifndef TAUFLOW_JOINT_SETTINGS_H
#define TAUFLOW_JOINT_SETTINGS_H

#include "base/args.h"
#include "robot/robot.h"

/* What of the damping, friction, springs and rotors that the file has is part of the equations. */
typedef enum {
    DYNAMICS_NONE,
    DYNAMICS_LINEAR, /* all but friction, which takes a square root and a division */
    DYNAMICS_ALL,
    DYNAMICS_CHOICES
} dynamics_choice;

/* Options JOINT=VALUE, as texts; later ones replace earlier ones and the file's. */
typedef struct {
    int dynamics; /* dynamics_choice; default DYNAMICS_LINEAR */
    arg_list damping, friction, armature;
    arg_list friction_width;  /* JOINT=WIDTH, or WIDTH for all that are not named */
    arg_list spring;          /* JOINT=STIFFNESS[,REST] */
    arg_list lock;            /* JOINT=POSITION */
    arg_list drive;           /* JOINT */
    arg_list independent;     /* JOINT[,JOINT...]: of a robot with loops, and so the next two */
    arg_list actuate;         /* JOINT[,JOINT...] */
    arg_list closed_at;       /* JOINT=POSITION */
    bool independent_mimic;   /* followers become joints of their own */
} joint_settings;

joint_settings joint_settings_default(void);

/* Changes r. An unknown joint, a joint that cannot have what is asked, a value outside its limits:
 * an error that names option and joint. Notes which of the file's dynamics are part of the
 * equations and which are left out without being asked to. Numbers have the point of the current
 * locale. */
status joint_settings_apply(arena *mem, const joint_settings *s, robot *r, diag *d);

#endif
