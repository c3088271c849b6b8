/* SPDX-License-Identifier: MIT */
/* URDF on libexpat. Positions are kept for every link and joint. */
#ifndef TAUFLOW_URDF_H
#define TAUFLOW_URDF_H

#include "base/text.h"
#include "robot/robot.h"

/* Of every reader of robots. */
typedef struct {
    bool strict;         /* what is doubtful is an error, not a warning */
    bool lenient;        /* what nobody can read is left out with a note, and the rest is read */
    bool xacro;          /* a file that needs the program of that name may have it started */
    bool cut_loops;      /* joints that close loops are cut open */
    /* Angles this close to a multiple of pi/12 become that multiple, entries of unit axes this
     * close to zero become zero; a note says so. */
    double snap_rad;
} urdf_options;

/* Neither strict nor lenient, no program is started; snap_rad 5e-10: an angle printed with nine
 * correct decimals. */
urdf_options urdf_options_default(void);

/* Called by robot_read_bytes alone, which sets the locale of numbers. Checks the file: exactly one
 * root, no cycles, no duplicates, finite numbers, axes that are not zero (all become unit vectors;
 * one that was off by more than 1e-3 is told), masses, damping, friction and rotor inertias not
 * negative, known joint types. What the equations leave out (<dynamics> of joints with several
 * freedoms, transmissions without a rotor's inertia) gets one note for each kind, a <mimic> of a
 * fixed joint a warning. xacro that is not expanded is an error, and *is_xacro tells that it was,
 * and so is a <mimic> of a joint that is not there; with `lenient` the elements are skipped and the
 * joint moves on its own, with a note. Other unknown tags are ignored. */
status urdf_read(arena *mem, const input_file *from, const urdf_options *options, robot *out,
                 bool *is_xacro, diag *d);

#endif
