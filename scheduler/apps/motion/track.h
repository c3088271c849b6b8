/* SPDX-License-Identifier: MIT */
/* What was computed of a motion, row by row: a table for CSV files and drawings. */
#ifndef TAUFLOW_TRACK_H
#define TAUFLOW_TRACK_H

#include "base/text.h"

/* A moment of a motion. */
typedef struct {
    double t, step_s; /* s; of the step that led here, 0 at the start */
    const double *q, *qd;
    const double *tau; /* what drives joints; NULL where nothing can */
    double energy;     /* J ... */
    double potential;  /* ... and what it has at rest there */
    double work;       /* J: that came from outside since the start */
    double open, open_rate; /* largest that is left of constraints, and of their rates */
    uint64_t refused;  /* steps, since the start: they were repeated shorter */
} moment;

/* How its numbers are called. */
typedef struct {
    const char **positions, **rates; /* of rates .rate is added */
    uint32_t positions_count, rates_count;
    uint32_t torques_count; /* those of the first positions */
    bool has_constraints;
} track_columns;

typedef struct {
    const char *model;
    track_columns of;
    double *rows; /* `columns` numbers each, in the order of track_column */
    uint32_t rows_count, rows_capacity, columns;
} track;

track track_make(const char *model, const track_columns *of);
void track_add(arena *mem, track *t, const moment *m);
/* The numbers of its row alone. */
void track_fill(const track *t, const moment *m, double *row);

/* Columns: time, positions, rates, torques, energy, constraints, their rates, length of steps. */
typedef enum {
    TRACK_TIME,
    TRACK_POSITION,
    TRACK_RATE,
    TRACK_TORQUE,
    TRACK_ENERGY,
    TRACK_OPEN,
    TRACK_OPEN_RATE,
    TRACK_STEP,
    TRACK_PARTS
} track_part;

/* First column of a part, and how many it has. */
uint32_t track_first(const track *t, track_part part, uint32_t *count);
const char *track_column(arena *mem, const track *t, uint32_t column);

/* A line of names, then a line per row; numbers read back to the same bits. */
void track_print_csv(const track *t, text *out);
/* An archive of NumPy's with an array for each part: t, positions, rates, torques, energy, open,
 * open_rate, step, and names of the columns of the first three: position_names ... */
void track_print_npz(const track *t, text *out);

#endif
