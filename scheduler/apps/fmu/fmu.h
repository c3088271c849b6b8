/* SPDX-License-Identifier: MIT */
/* A robot as an FMU (Functional Mock-up Unit, fmi-standard.org) for co-simulation: what it is in
 * modelDescription.xml, C sources that any platform compiles, and what people read of it
 * (fmu_documents.h). Torques of joints are inputs, positions, rates and accelerations outputs,
 * starts parameters, and so are values of links that --parameters names, which may change between
 * steps. States of laws are outputs, too, which it integrates, with starts as parameters. Steps are
 * those of `tauflow simulate` by rk4. */
#ifndef TAUFLOW_FMU_H
#define TAUFLOW_FMU_H

#include "apps/motion/robot_motion.h"
#include "base/output.h"

typedef enum { FMI_2, FMI_3 } fmi_version;

typedef struct {
    fmi_version version;
    double step_s;  /* the longest of the integrator */
    double until_s; /* of the default experiment */
    const tree *of;  /* what equations are of, with parameters */
    const ops *base; /* function base-parameters; NULL: there are none */
    const ops *elements; /* function elements, where laws have states or are calls; or NULL */
    const char *laws; /* C of the user's own that has the laws which are calls; NULL: none is */
    size_t laws_length;
} fmu_options;

enum { FMU_FILES_MOST = 14 };
#define FMU_USER_LAWS "user_laws.c" /* in sources/, where laws are the user's calls */

/* What is inside, by path; sources/ has all C that makes it. */
typedef struct {
    fmi_version version;
    const char *model; /* its name as a C identifier, by which binaries are called */
    output_file list[FMU_FILES_MOST];
    uint32_t count;
} fmu_files;

/* Of a robot on a fixed base at its start, whose accelerations are those of x->cpu: all but the
 * binary. The same robot gives the same. */
status fmu_make(arena *mem, const robot_motion *x, const fmu_options *o, fmu_files *out, diag *d);
/* An empty file more, to be filled. */
output_file *fmu_files_add(arena *mem, fmu_files *files, const char *path);
/* Adds the bytes of the archive. */
void fmu_print(const fmu_files *files, text *out);

#endif
