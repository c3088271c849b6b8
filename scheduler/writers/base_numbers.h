/* SPDX-License-Identifier: MIT */
/* Base parameters that come with the state: of links that --parameters names, mass, first and
 * second moments are regrouped as numbers are (model.h), and whatever entry of a body's inertia
 * depends on them is an input. All entries are linear in them, so the input holds what is known of
 * its entry, too: entries are those of the whole robot.
 *
 * What needs no input is none: a body that turns about one direction of space has one moment; that
 * of a first joint, about which gravity lies, no first moments; one that never turns only mass. */
#ifndef TAUFLOW_BASE_NUMBERS_H
#define TAUFLOW_BASE_NUMBERS_H

#include "writers/model.h"

/* m, h (x y z) and P (xx yy zz xy xz yz) of a body. */
enum { BASE_NUMBERS = 10 };
typedef struct {
    uint8_t row, column;
} second_place;
extern const second_place SECOND_PLACE[6];

/* Of a model whose bodies have their nominal inertia: gives them what is known of it, and marks
 * which entries are inputs. */
void base_numbers_choose(arena *mem, const tree *t, model *m);
/* Takes from a body that was regrouped what its inputs hold. */
void base_numbers_leave(model_body *b);

/* The same bodies in the same frames with the inertia of the robot's file: to compare sizes with.
 * The model itself where nothing of it comes with the state. */
const model *base_numbers_nominal(arena *mem, const tree *t, const model *m);

uint32_t base_numbers_count(const model *m);
static inline bool base_number_is_given(const model_body *b, uint32_t number)
{
    return b->given >> number & 1;
}
/* Which of the base parameters it is. */
uint32_t base_number_index(const model_body *b, uint32_t number);
/* JOINT.mx, LINK.Pxy */
const char *base_number_name(arena *mem, const model_body *b, uint32_t number);

/* Of the model of a tree, model_build: values of all base parameters, base_numbers_count of them,
 * where the links have these inertias, in the order of the tree. */
void base_numbers_values(const tree *t, const model *m, const inertia *links, double *out);
/* The same where the links are those of the robot's file. */
void base_numbers_of_file(const tree *t, const model *m, double *out);

/* Where they may be expected: half of what the file makes of each, and no less than a tenth of the
 * largest of its kind (m, h or P) of the body, more or less. 0 and 0 where the body has none. */
typedef struct {
    double low, high;
} base_range;
void base_numbers_ranges(const tree *t, const model *m, base_range *out);
/* The same of the ten numbers of a link, as a load has them (words.def). */
void base_link_ranges(const inertia *nominal, base_range out[BASE_NUMBERS]);

#endif
