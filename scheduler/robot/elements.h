/* SPDX-License-Identifier: MIT */
/* What acts on bodies beside joints and gravity (docs/forces.md): forces at points, links between
 * two points, wheels on ground, dampers of turning, torsion at joints. Written as <tauflow:KIND
 * key="value" .../> beside the links of a URDF, where other readers pass over them, or as
 * --element 'KIND key=value ...'. */
#ifndef TAUFLOW_ELEMENTS_H
#define TAUFLOW_ELEMENTS_H

#include "base/diag.h"
#include "robot/element_law.h"
#include "robot/height_grid.h"
#include "robot/spatial.h"
#include "robot/tyre.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ELEMENT_FORCE,
    ELEMENT_LINK,
    ELEMENT_WHEEL,
    ELEMENT_TURN,
    ELEMENT_TORSION,
    ELEMENT_KINDS
} element_type;

typedef enum {
    LAW_INPUT,  /* the force is an input */
    LAW_LIFT,   /* of a force: it carries a mass, whatever gravity is */
    LAW_SPRING, /* of a link: stiffness (length - rest) + damping rate */
    LAW_TYRE,   /* of a wheel: load by penetration, forces along and across by slip */
    LAW_MAGIC,  /* of a wheel: the same load, other forces by Pacejka's Magic Formula */
    LAW_VISCOUS, /* of a turn: a moment against the rate at which one link turns against another */
    LAW_USER,   /* the force is an input, what it depends on comes out of function `elements` */
    LAW_CALL,    /* asked of C code of the user's own (law_asks.h): the force of a link or torsion,
                    moments of a turn, the load of a wheel */
    LAW_FORMULA, /* of a link, turn or torsion: an expression (element_law.h) */
    ELEMENT_LAWS
} element_law;

typedef enum {
    GROUND_FLAT,
    GROUND_INPUT,
    GROUND_PLANE,
    GROUND_TABLE,
    GROUND_GRID,
    GROUND_FORMULA, /* an expression in x and y */
    GROUNDS
} ground_kind;

/* From below the wheel's centre to the contact on uneven ground, unless it says how many. */
enum { GROUND_STEPS = 3, GROUND_STEPS_MOST = 10 };

/* Which indicators the user's law of a wheel gets. */
typedef enum { INDICATORS_FORMULA, INDICATORS_CODE, INDICATORS_CONTACT } wheel_convention;

/* Between the points of a table. */
typedef enum { TABLE_CUBIC, TABLE_LINEAR } table_lines;

typedef struct {
    const char *name;
    place at;
    element_type kind;
    element_law law;
    const char *link[2]; /* of a force the first alone; of a wheel neither */
    vec3 point[2];       /* in the axes of the links */
    const char *joint;   /* of a wheel: about which it spins; of a torsion: the one it acts on */
    const char *other;   /* of a torsion: x = joint - ratio other - rest; NULL: joint - rest */
    double ratio;
    double mass;         /* that a force lifts */
    double stiffness, damping, rest;
    double radius, height;       /* of a wheel, and of the ground under it, or under the origin */
    vec3 normal;                 /* of a plane, of length 1 */
    const law_table *road;       /* z of x, of a ground that is a table; NULL: another */
    const char *grid_file;       /* of a ground that is a grid, or NULL */
    const height_grid *grid;     /* what it says */
    double steps;                /* to the contact on uneven ground: a whole number */
    double cornering, slip, creep;
    double friction, friction_across; /* of a wheel's ellipse; 0: none */
    const char *file;            /* of coefficients, or NULL */
    const tyre *tyre;            /* what it says */
    ground_kind ground;
    wheel_convention convention;
    const char *state, *rate; /* of a formula: its state's name and how that changes; NULL: none */
    double initial;
    const char *call;    /* of a call: the C function */
    const char *table;   /* of a formula, or of a ground: as given */
    table_lines between;
    const element_formula *formula; /* law, or of a wheel ground; NULL: another one */
    bool of_joint; /* it is what a joint or body of the file says, which --joint-dynamics may leave
                      out; it is left out with its links, too */
} robot_element;

typedef struct {
    robot_element *list;
    uint32_t list_count, list_capacity;
} element_list;

/* Whether the ground is found by steps. */
bool element_ground_is_uneven(const robot_element *e);
/* Upwards from the ground of a wheel, if it is even. */
vec3 element_ground_normal(const robot_element *e);

/* 'link', 'wheel' ..., and 'law 'NAME' of link 'coil' is a call', for messages. */
const char *element_type_word(element_type kind);
const char *element_call_told(arena *mem, const robot_element *e);

/* Whether there is a kind of that name. */
bool element_type_find(const char *word, element_type *out);

/* An element from keys and values in turn, NULL after the last. Fails with what is wrong. */
status element_read(arena *mem, element_type kind, const char *const *pairs, place at,
                    element_list *to, diag *d);
/* The same from one text, 'KIND key=value ...'; values with blanks in quotes: xyz='0 0 1'. */
status element_read_text(arena *mem, const char *from, element_list *to, diag *d);

#endif
