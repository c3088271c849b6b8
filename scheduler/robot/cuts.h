/* SPDX-License-Identifier: MIT */
/* Where loops of a mechanism are cut open, and constraints on its joints (docs/robots.md): written
 * beside the links of a URDF, where other readers pass over them,
 *   <tauflow:cut kind="body|ball|rod" name= a= a_xyz= a_rpy= b= b_xyz= b_rpy= length= mass= drop=
 *                axes=/>
 *   <tauflow:constraint kind="linear|user" name= joints= coefficients= value=/>
 *   <tauflow:constraint kind="rolling" name= joint= radius= height= drop=/>
 * or as --cut 'KIND key=value ...'.
 * What the rows are:
 *   body   h_t = x_b - x_a (3) and the rotation from the axes of a to those of b (3)
 *   ball   h = x_b - x_a (3)
 *   rod    h = ((x_b - x_a)^2 - length^2) / 2
 *   linear h = sum of coefficient x q of a joint, less a value
 *   user   h, its derivatives by the coordinates named, and what is quadratic in their rates come
 *          from a function of the user's own
 *   rolling  the velocity of the wheel's material where it touches the ground z = height of the
 *          base, along the wheel, to its left and upwards; upwards it is the rate of h, the height
 *          of the wheel's lowest point above the ground, the others are rates of nothing: h = 0 */
#ifndef TAUFLOW_CUTS_H
#define TAUFLOW_CUTS_H

#include "base/diag.h"
#include "robot/spatial.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CUT_BODY,
    CUT_BALL,
    CUT_ROD,
    CUT_LINEAR,
    CUT_USER,
    CUT_ROLLING,
    CUT_KINDS
} cut_kind;

/* Rows of a body cut; balls and wheels that roll have the first three. */
typedef enum { CUT_X, CUT_Y, CUT_Z, CUT_RX, CUT_RY, CUT_RZ, CUT_ROWS } cut_row;

/* In whose axes the rows of a body cut are written. All six mean the same in any axes. */
typedef enum {
    CUT_AXES_REFERENCE, /* of the nearest body that carries both ends: the default of all six rows,
                           and of what moves in one plane */
    CUT_AXES_A          /* of the frame on link a: the default where rows are dropped */
} cut_axes;

typedef struct {
    const char *joint;
    double coefficient; /* of a linear one; 1 for others */
} cut_term;

typedef struct {
    const char *name;
    place at;
    cut_kind kind;
    const char *link[2]; /* a and b, of the first three kinds */
    pose frame[2];       /* in the axes of those links; axes count for a body cut alone */
    double length_m;     /* of a rod, positive */
    double mass_kg;      /* of a rod, uniform along its length; 0: it has none */
    unsigned dropped;    /* of a body cut or a wheel: bit r says that there is no row r */
    cut_axes axes;
    cut_term *terms;     /* of the last three kinds: the joints involved; that of the wheel */
    uint32_t terms_count, terms_capacity;
    double value;        /* of a linear one */
    double radius_m, height_m; /* of a wheel, positive; of the ground that it rolls on */
    const char *why;     /* of one that was found in the graph: why it is there; NULL: given */
} robot_cut;

typedef struct {
    robot_cut *list;
    uint32_t list_count, list_capacity;
} cut_list;

/* How many scalar equations it stands for, before any is found to be redundant. */
uint32_t cut_rows(const robot_cut *c);
/* Rows that one of the kind has where none is dropped. */
uint32_t cut_rows_most(cut_kind kind);
bool cut_is_of_joints(cut_kind kind);
const char *cut_kind_word(cut_kind kind);
const char *cut_row_word(cut_row row);

#endif
