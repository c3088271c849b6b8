/* SPDX-License-Identifier: MIT */
/* A URDF file made fit for MuJoCo's own URDF reader: visuals and collisions left out (their
 * meshes are not here), MuJoCo's compiler settings added, masses and inertias multiplied by
 * a power of two, each inertia turned to its principal axes (MuJoCo finds them less exactly: left
 * to it, torques differ by up to 8e-7 from KDL's), and optionally a floating joint above the root
 * link. All else is handed over as it stands in the file. */
#ifndef TAUFLOW_OUTSIDE_MUJOCO_URDF_H
#define TAUFLOW_OUTSIDE_MUJOCO_URDF_H

#include "base/text.h"

#include <stdbool.h>

typedef struct {
    const char *settings;   /* attributes of <mujoco><compiler .../></mujoco> */
    double mass_scale;      /* a power of two, so that torques scale without rounding */
    const char *free_joint; /* NULL, or the name of a floating joint to put above the root link */
} rewrite_options;

status urdf_rewrite(arena *mem, const char *path, const rewrite_options *options, text *out,
                    diag *d);

#endif
