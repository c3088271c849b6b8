/* SPDX-License-Identifier: MIT */
/* The certificate of what a command wrote. */
#ifndef TAUFLOW_CERTIFY_FILES_H
#define TAUFLOW_CERTIFY_FILES_H

#include "certify/certificate.h"
#include "commands/options.h"

/* With the robot, or the operations, that the forms were made of; `folder`: of the certificate. */
certificate certify_begin(arena *mem, const settings *s, const input_file *source, bool from_robot,
                          const char *folder);
/* A file that lies beside it. */
void certify_file(arena *mem, certificate *c, form_kind kind, const char *path, const text *bytes);
/* The form that was added last is of these equations: how their passes were compared. */
void certify_passes(arena *mem, certificate *c, const equations *e);
/* Does every step, and adds the certificate itself. known: what a second formula said, one per
 * graph. A step that does not hold is a fault of ours, not of the input. */
status certify_end(arena *mem, certificate *c, const settings *s, const check_result *const *known,
                   text *out, diag *d);

/* Writes a schedule, or the image of one, to s->out, and beside NAME.ending its certificate, in
 * which equations and schedule stand. *certified: where it is; NULL: the name does not end so. */
status certify_and_write(arena *mem, const settings *s, const passes_forms *f, const ops *p,
                         const schedule *of, form_kind kind, const char *ending, const text *file,
                         const char **certified, diag *d);

#endif
