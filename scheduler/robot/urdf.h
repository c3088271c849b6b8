/* URDF on libexpat. Positions are kept for every link and joint. */
#ifndef TAUFLOW_URDF_H
#define TAUFLOW_URDF_H

#include "base/text.h"
#include "robot/robot.h"

/* Of every reader of robots. */
typedef struct {
    bool strict;         /* what is doubtful is an error, not a warning */
    /* Angles this close to a multiple of pi/12 become that multiple, entries of unit axes this
     * close to zero become zero; a note says so. */
    double snap_rad;
} urdf_options;

/* strict false; snap_rad 5e-10: an angle printed with nine correct decimals. */
urdf_options urdf_options_default(void);

/* Called by robot_read_bytes alone, which sets the locale of numbers. Checks
 * the file: exactly one root, no cycles, no duplicates, finite numbers, unit axes
 * (an axis within 1e-3 of unit length is normalised exactly, any other non-zero one is an error),
 * masses, damping, friction and rotor inertias not negative, known joint types. What the equations
 * leave out (<dynamics> of joints with several freedoms, transmissions without a rotor's inertia)
 * gets one note for each kind, a <mimic> of a fixed joint a warning; xacro that is not expanded is
 * an error, and *is_xacro tells that it was. Other unknown tags are ignored. */
status urdf_read(arena *mem, const input_file *from, const urdf_options *options, robot *out,
                 bool *is_xacro, diag *d);

#endif
