/* SPDX-License-Identifier: MIT */
/* A certificate, `.cert`: what each step of the compiler gave, in which files it is, and what was
 * done to see that it is right (docs/certificates.md). It proves nothing by itself: `tauflow
 * verify` does all of it again, from the files. */
#ifndef TAUFLOW_CERTIFICATE_H
#define TAUFLOW_CERTIFICATE_H

#include "base/text.h"
#include "machine/sha256.h"
#include "operations/ops.h"

#include <stdbool.h>

typedef enum {
#define FORM(name, word, about) FORM_##name,
#include "certify/certify.def"
#undef FORM
    FORM_KINDS
} form_kind;

typedef enum {
#define STEP(name, word, title, method) STEP_##name,
#include "certify/certify.def"
#undef STEP
    STEP_KINDS
} step_kind;

typedef struct {
    const char *word, *about;
} form_kind_info;

typedef struct {
    const char *word, *title, *method;
} step_kind_info;

extern const form_kind_info FORM_KIND[FORM_KINDS];
extern const step_kind_info STEP_KIND[STEP_KINDS];

/* Where a form is. */
typedef enum {
    PLACE_FILE, /* in a file of its own */
    PLACE_HERE, /* in the certificate, at its end */
    PLACE_GONE  /* it came by standard input */
} form_place;

typedef struct {
    form_kind kind;
    form_place place;
    const char *path;  /* of a file: from the folder of the certificate, or absolute */
    const char *bytes; /* NULL: not read */
    size_t length;
    char hash[SHA256_HEX_BYTES];
    const ops *graph; /* of operations or a schedule, once a step has parsed it; else NULL */
    struct c_text *tokens; /* of C, from the step that reads it to that of its header; else NULL */
} certificate_form;

typedef enum {
    VERDICT_PROVED,  /* of all inputs, up to the error that is told */
    VERDICT_CHECKED, /* of so many cases */
    VERDICT_OPEN,    /* nobody looked: `text` says why */
    VERDICTS
} step_verdict;
extern const char *const VERDICT_WORD[VERDICTS];

typedef struct {
    step_kind kind;
    uint32_t from, to; /* forms */
    step_verdict verdict;
    uint64_t seed;     /* of random points; 0: there are none */
    uint64_t count;    /* of what was compared */
    double bound;      /* of the chance or the error that is left; 0: none is */
    double seconds;
    const char *text;
} certificate_step;

/* What the compiler says of passes that made a form: it compared what was before each and after it
 * while it made the form. Nobody can do that again without the passes, so that this is no step. */
typedef struct {
    uint32_t form;
    uint64_t prime, seed; /* of the field; of its points, the first's number */
    uint64_t count;       /* of passes */
    uint64_t states;      /* points at which each was compared */
    uint64_t bits;        /* the chance that one hid a difference is below 2^-bits */
    uint64_t rounded;     /* constants that were taken for others, which they nearly were */
    uint64_t outputs;     /* of all passes, that were compared in binary64 because of them */
} certificate_passes;

typedef struct {
    const char *version, *command;
    certificate_passes *passes; /* in the order of their forms */
    uint32_t passes_count, passes_capacity;
    certificate_form *forms;
    uint32_t forms_count, forms_capacity;
    certificate_step *steps;
    uint32_t steps_count, steps_capacity;
} certificate;

/* Adds a form with its hash; the bytes outlive the certificate. */
uint32_t certificate_add(arena *mem, certificate *c, form_kind kind, form_place where,
                         const char *path, const char *bytes, size_t length);

/* What was recorded of a form's passes; NULL: nothing was. */
const certificate_passes *certificate_passes_of(const certificate *c, uint32_t form);
/* That in words. */
const char *certificate_passes_say(arena *mem, const certificate_passes *p);

/* Two prints of the same certificate are byte-identical. False: a path or the command cannot stand
 * on a line. */
bool certificate_print(const certificate *c, text *out);
/* Forms that stand in the certificate have their bytes, and these their hash; others have not.
 * `file` is for messages. */
status certificate_parse(arena *mem, const char *file, const char *bytes, size_t length,
                         certificate *out, diag *d);

#endif
