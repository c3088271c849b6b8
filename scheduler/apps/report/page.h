/* SPDX-License-Identifier: MIT */
/* The report page: one HTML file that needs nothing else. What a robot and its program are goes in
 * as data (JSON, in the parts below); page.js draws it, explore.js that of `tauflow explore`,
 * motion.js that of `tauflow simulate`, page.css says how it looks. They are files beside this one
 * that the Makefile puts into the compiler. docs/report.md. */
#ifndef TAUFLOW_PAGE_H
#define TAUFLOW_PAGE_H

#include "certify/certificate.h"
#include "circuit/designs.h"
#include "passes.h"
#include "schedule/bounds.h"
#include "schedule/function_bound.h"

/* One schedule and all that is told of it. */
typedef struct {
    const char *title; /* what tells it from the other one on the page */
    const ops *p;
    const schedule *s;
    bounds b;
    function_bound all; /* of all equations */
    uint32_t interval_bound; /* no sample can follow the one before in fewer cycles */
    double interval_cycles;  /* of samples back to back, by the program's sequences; 0: not known */
    const char *no_interval; /* why not, where it is not known */
    routed_clock routed;
} page_schedule;

/* Errors of random states against binary64 on the unrounded state, over the largest value of the
 * same output, of all of its kind where the graph divides; without what is nothing but rounding. */
enum { PAGE_ERROR_BINS = 48, PAGE_BINS_PER_DECADE = 4 };
typedef struct {
    uint32_t states;
    uint64_t exact, below;            /* no error at all; less than the first bin */
    uint64_t counts[PAGE_ERROR_BINS]; /* bin k: from 10^(k / PAGE_BINS_PER_DECADE - 12) on */
    uint32_t not_finite;              /* results with no error to tell: infinite, or no number */
    double most, median;
} page_errors;

page_errors page_errors_measure(const sample_set *states);

/* A member after others of an object. */
void page_add_text(const char *key, const char *value, text *out);

/* Each adds one JSON value. */
status page_add_schedule(arena *mem, const page_schedule *of, text *out, diag *d);
void page_add_errors(const page_errors *e, text *out);
void page_add_robot(arena *mem, const passes_forms *of, text *out);
/* Operations after each pass of the simplifier, and in the end as the graph has them. */
void page_add_passes(const passes_forms *of, text *out);
/* What was checked of each step, without the seconds that it took. */
void page_add_chain(const certificate *c, text *out);

/* An operand as a number: that of an operation (or cell), -1 - k for input k, or operations + k for
 * constant k. */
void page_add_operand(operand x, uint32_t operations, text *out);
/* Members of an object: inputs and constants, and outputs with their operands; NULL: those of p. */
void page_add_words(const ops *p, const operand *outputs, uint32_t operations, text *out);

typedef enum { PAGE_REPORT, PAGE_EXPLORE, PAGE_MOTION } page_kind;

/* The page: HTML around `data`, a JSON object, escaped as it must be there, and the scripts of its
 * kind. */
void page_write(page_kind kind, const char *title, const text *data, text *out);

#endif
