/* SPDX-License-Identifier: MIT */
/* The inside of the reader of `.nat`: natural_read.c has lines, points, constraints and masses,
 * natural_bodies.c bodies, natural_forces.c what acts and drives. */
#ifndef TAUFLOW_NATURAL_PARTS_H
#define TAUFLOW_NATURAL_PARTS_H

#include "apps/motion/natural.h"
#include "base/text.h"

enum { MOST_WORDS = 16, MOST_COORDINATES = 300 };

/* A name of the file: where its coordinates begin, where it is fixed, or, a point of a body, what
 * it is of the coordinates of that. */
typedef struct {
    const char *name;
    bool is_fixed, is_vector;
    uint32_t first;
    double at[3];
    const natural_vector *mounted;
} item;

typedef struct {
    arena *mem;
    natural *n;
    const char *file;
    diag *d;
    char *word[MOST_WORDS];
    uint32_t words;
    place at;
    double gravity[3];
    bool moving; /* a point or vector was made: gravity and dimension stand */
    item *items;
    uint32_t items_count, items_capacity;
    const char **names;
    uint32_t names_count, names_capacity;
    double *start; /* position and rate of each coordinate, by turns */
    uint32_t start_count, start_capacity;
    double mass[MOST_COORDINATES * MOST_COORDINATES];
    double force[MOST_COORDINATES];
    double push[MOST_COORDINATES]; /* from outside */
} reader;

/* Words of the line, from 0; an error tells the statement. */
status statement_words(reader *r, uint32_t least, uint32_t most, const char *form);
status statement_number(reader *r, uint32_t word, double *out);
/* As many numbers as there are dimensions, from a word on. */
status statement_numbers(reader *r, uint32_t from, double *out);
status statement_positive(reader *r, uint32_t word, double *out);
/* A point or vector that an earlier line made; a point. */
status statement_known(reader *r, const char *name, const item **out);
status statement_point(reader *r, uint32_t word, const item **out);
/* The same, refused where it is mounted on a body and has no coordinates of its own. */
status statement_own(reader *r, const char *name, const item **out);
status statement_own_point(reader *r, uint32_t word, const item **out);
/* Makes the name that the second word is. */
status statement_make(reader *r, item it);
/* NAME or TO-FROM. */
status statement_ends(reader *r, uint32_t word, natural_vector *out);
/* to - from; from NULL: to alone. */
natural_vector statement_difference(const reader *r, const item *to, const item *from);

/* A constraint of this line, without terms; one more term; a product; a . b = value, or where that
 * is NULL what it is at the start. */
natural_constraint *statement_constraint(reader *r);
void statement_term(reader *r, natural_constraint *c, uint32_t i, uint32_t j, double factor);
void statement_product(reader *r, natural_constraint *c, const natural_sum *a,
                       const natural_sum *b);
status statement_dot(reader *r, const natural_vector *a, const natural_vector *b,
                     const double *value);
/* Whether some component has a coordinate. */
bool statement_can_move(const reader *r, const natural_vector *v);

/* Statements. */
status body_read(reader *r);
status mount_read(reader *r);
status spring_read(reader *r);
status damper_read(reader *r);
status force_read(reader *r);
status road_read(reader *r);
status drive_read(reader *r);

#endif
