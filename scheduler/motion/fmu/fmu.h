/* A robot as an FMU (Functional Mock-up Unit, fmi-standard.org) for co-simulation: what it is in
 * modelDescription.xml, and C sources that any platform compiles. Torques of joints are inputs,
 * positions and rates outputs, starts parameters; steps are those of `tauflow simulate` by rk4. */
#ifndef TAUFLOW_FMU_H
#define TAUFLOW_FMU_H

#include "motion/robot_motion.h"

typedef enum { FMI_2, FMI_3 } fmi_version;

typedef struct {
    fmi_version version;
    double step_s;  /* the longest of the integrator */
    double until_s; /* of the default experiment */
} fmu_options;

/* Of a robot at its start, whose accelerations are those of x->cpu. Refuses driven joints. Adds the
 * bytes of the file; the same robot gives the same. */
status fmu_write(arena *mem, const robot_motion *x, const fmu_options *o, text *out, diag *d);

#endif
