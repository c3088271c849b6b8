/* SPDX-License-Identifier: MIT */
/* The robot as the second opinion sees it: a body per link, joined as the file says, nothing
 * merged, regrouped or moved to another frame; and what it does in a state. It walks links and
 * joints of the robot by itself. Two rules of tree.c are repeated, because words of the graph are
 * told by them: the order of coordinates (depth first, joints in file order) and the axes of a
 * plane.
 *
 * All results are amounts: give q (or qd ...) of one coordinate a slope of 1 and settle again, and
 * they have their derivatives by it. */
#ifndef TAUFLOW_CHECK_MODEL_H
#define TAUFLOW_CHECK_MODEL_H

#include "check/amount.h"
#include "robot/tree.h"

typedef enum { CHECK_FIXED, CHECK_TURNS, CHECK_SLIDES, CHECK_FREE } check_hang;

/* Mass, centre of mass and moments about it, in the axes of a body. */
typedef struct {
    amount mass;
    avec centre;
    amat moments;
    double joined_m; /* of what is fixed to another link, or a constant payload: how far from the
                        origin of the body that moves; 0 for others */
} check_load;

typedef struct {
    const char *name;    /* of the elementary joint, JOINT.x and so on where it was split; of a free
                            body the link's */
    uint32_t link;       /* of the robot; ROBOT_NONE for the parts of a joint that was split */
    uint32_t joint;      /* of the robot; ROBOT_NONE for the base and a root that floats */
    check_hang hang;
    uint32_t parent;     /* less than its own number; 0 is the base */
    amat turn;           /* its axes at q = 0 in the parent's */
    avec arm;            /* its origin at q = 0 in the parent's axes */
    avec axis;           /* unit, in its own axes */
    uint32_t coordinate; /* of what turns or slides; of what is free: its number among these */
    double ratio, offset; /* position = ratio q + offset */
    uint32_t root;       /* the free body that it hangs on, itself, or 0 */
    bool moves;          /* something between it and the base, or itself, is not fixed */
    uint32_t ball_part;  /* of a ball that turns: 1 and 2 carry it, 3 is its child; 0: no such */
    uint32_t ball[3];    /* of 3: the bodies of all parts, itself the last */
    bool is_heavy;
    check_load load;
} check_body;

typedef struct {
    const char *name;
    bool is_angle, driven;
    bool has_limit[LIMITS];
    double limit[LIMITS];
} check_coordinate;

/* A place on a body: of a frame, a force, a payload. */
typedef struct {
    const char *name;
    uint32_t body;
    avec at;
    check_load load; /* of a payload that is constant; of a given link what its file says */
} check_spot;

typedef struct {
    const robot_element *what;
    uint32_t body[2]; /* of a wheel: its own, and that which carries it; of a torsion: those that
                         hang by its joints */
} check_element;

/* A number that comes with the state: of a joint or an element of the robot. */
typedef struct {
    const char *name;
    const void *owner;
    const char *what; /* stiffness, rest, damping, x, a_x ... */
    bool is_place;    /* of a joint ... */
    double place;     /* ... by its file; 0 of others */
} check_given;

typedef struct {
    const robot_cut *what;
    uint32_t body[2]; /* of the links a and b; of a wheel the base and its own */
    amat turn[2];     /* axes of the cut's frames in those of the bodies */
    avec at[2];
    uint32_t from;    /* the nearest moving body, or the base, that carries both */
} check_cut;

typedef struct {
    const robot *r;
    const tree_options *o;
    check_body *bodies; /* [0] the base */
    uint32_t bodies_count, bodies_capacity;
    uint32_t *body_of_link; /* ROBOT_NONE: not in the chosen part */
    uint32_t *body_of_joint; /* the first of those that a joint was split into */
    check_coordinate *coordinates;
    uint32_t coordinates_count, coordinates_capacity;
    uint32_t *free; /* bodies */
    uint32_t free_count, free_capacity;
    check_spot *forces;
    uint32_t forces_count, forces_capacity;
    check_spot *payloads; /* that are inputs */
    uint32_t payloads_count, payloads_capacity;
    check_spot *given;    /* links whose inertia comes with the state */
    uint32_t given_count, given_capacity;
    check_given *numbers; /* of joints and elements that come with the state */
    uint32_t numbers_count, numbers_capacity;
    check_spot *loads;    /* that are constant */
    uint32_t loads_count, loads_capacity;
    check_spot *frames;
    uint32_t frames_count, frames_capacity;
    check_element *elements;
    uint32_t elements_count, elements_capacity;
    const robot_tendon **tendons;
    uint32_t tendons_count, tendons_capacity;
    check_cut *cuts;
    uint32_t cuts_count, cuts_capacity;
    bool closes;       /* the function closes loops, which decides what rods with mass do */
    const char **user_numbers; /* of constraints of the user's own, where loops are closed */
    bool derives;      /* the function does: laws that are calls are given by their tangents */
    bool follows;      /* some joint follows another */
    uint32_t freedoms; /* six of each free body, then one per coordinate */
    uint32_t owners[WORD_OWNERS]; /* how many there are of those that it knows */
} check_model;

/* Refers to r and o. False, and why: something that this reader does not know. */
bool check_model_make(arena *mem, const robot *r, const tree_options *o, check_model *out,
                      const char **why_not);
/* Of a model that has its bodies: takes the inertia of links that an option names from them, in the
 * order of the file. */
void check_take_given(arena *mem, check_model *m);
/* The same of springs, dampers, points and places of joints, once there are elements. */
void check_take_numbers(arena *mem, check_model *m);
/* "LINK.x" .. "LINK.rz" of a free body, the joint's name of a coordinate. */
const char *check_freedom_name(arena *mem, const check_model *m, uint32_t freedom);

/* ---- states ---------------------------------------------------------------------------------- */

/* Position, rate and acceleration of an elementary joint. */
typedef struct {
    amount x, xd, xdd;
    avec rate, faster;     /* of what turns: its angular velocity against its parent in its own
                              axes, and the derivative of that */
    amat spin;             /* of what turns: from its axes to those that it has at x = 0 */
    doubled at;            /* the angle that these are of */
    doubled sine, versine; /* sin, 1 - cos */
    bool known;
} check_joint_state;

/* The input arrays of machine/words.def as amounts, and what follows of them. */
typedef struct {
    const check_model *m;
    amount *of[WORD_ARRAYS]; /* NULL where results are, and where the robot has no owner of it */
    uint32_t count[WORD_ARRAYS];
    check_joint_state *joints; /* per body */
} check_state;

check_state check_state_make(arena *mem, const check_model *m);
/* Random numbers, positions and rates within their limits. */
void check_state_draw(check_state *s, uint64_t *seed);
/* After any of its arrays was changed. */
void check_state_settle(check_state *s);
/* Its coordinates, one or those of a ball, and what it turns about or slides along, per unit of
 * each; how many. */
uint32_t check_drives(const check_model *m, uint32_t body, uint32_t coordinate[3], avec along[3]);

/* Such a number of a joint or element: what comes with the state, or what its file says. */
amount check_number_of(const check_state *s, const void *owner, const char *what, double value);
/* The arm of a body, of which parts may come with the state. */
avec check_arm_of(const check_state *s, uint32_t body);

/* ---- motions --------------------------------------------------------------------------------- */

/* Of a body against another one, in the axes of that: rotation from its axes, origin, and their
 * first and second derivatives by time. Gravity is not in it. */
typedef struct {
    amat turn;
    avec at, linear, acceleration;
    avec omega, omegad;
} check_motion;

/* `from` carries body, or is it; frames are seen from the free body they hang on, or the base. */
check_motion check_motion_of(const check_state *s, uint32_t from, uint32_t body);
/* From the motion of its parent to that of the body. */
void check_motion_step(const check_state *s, uint32_t body, check_motion *m);
/* Of a point of the body with the same axes; at: in its axes. */
check_motion check_point(const check_motion *m, avec at);
/* The nearest body that carries both. */
uint32_t check_common(const check_model *m, uint32_t a, uint32_t b);

/* ---- forces ---------------------------------------------------------------------------------- */

/* What the freedoms take in a state: torques of coordinates, force and moment on free bodies, of
 * accelerations, velocities, gravity, elements and what acts at joints. */
void check_torques(arena *mem, const check_state *s, amount *out);
/* The mass matrix with rotors, freedoms x freedoms, row by row: torques of unit accelerations. */
void check_mass(arena *mem, const check_state *s, amount *out);

/* What each freedom takes of one unit of each of the ten numbers of a rigid body at `body`, without
 * all else: its mass, its first moments x y z, and its moments of inertia about the body's origin
 * xx yy zz xy xz yz. out: CHECK_PARAMETERS x freedoms. */
enum { CHECK_PARAMETERS = 10 };
void check_parameter_torques(arena *mem, const check_state *s, uint32_t body, amount *out);
/* The share of friction that a joint has at a rate: rate / sqrt(rate^2 + width^2). */
amount check_friction_share(amount rate, double width);

/* A force at the origin of a body, and a moment, in its axes. */
typedef struct {
    uint32_t body;
    avec force, moment;
} check_wrench;

/* Adds what elements give to at most two bodies; returns how many. */
uint32_t check_element_wrenches(const check_state *s, uint32_t element, check_wrench out[2]);
/* Adds what a torsion takes to the torques of coordinates. */
void check_add_torsion(const check_state *s, uint32_t element, amount *torques);
/* The six numbers of function `elements`. */
void check_element_states(const check_state *s, uint32_t element, amount out[6]);

#endif
