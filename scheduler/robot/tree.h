/* SPDX-License-Identifier: MIT */
/* The multibody system that the equations are written for [T 1.1]: bodies hanging from
 * their parents by elementary joints, numbers growing outwards. Fixed joints are merged
 * away, planar joints split, floating ones become free bodies, mimics share a coordinate.
 * Body 0 is the inertial base. */
#ifndef TAUFLOW_TREE_H
#define TAUFLOW_TREE_H

#include "robot/robot.h"

typedef enum {
    BODY_REVOLUTE,
    BODY_PRISMATIC,
    BODY_FREE /* hangs from the base; its motion (angular velocity, angular acceleration and
                 acceleration minus gravity of its frame's origin, in its own axes) is an input
                 and the wrench on it (about that origin, in its axes) an output */
} body_kind;

/* What of its coordinate moves a body: both but for balls that turn (tree_balls.c). */
typedef enum { RATE_OF_POSITION, RATE_NONE, RATE_ALONE } body_rate;

typedef struct {
    const char *name;  /* of the elementary joint: the joint's name, or NAME.x NAME.y NAME.rz ...
                          where it was split;  the link's name for a free body */
    const char *link;  /* the URDF link, NULL for a massless fictitious body */
    place at;          /* of the joint, for messages */
    uint32_t joint;    /* of the robot; ROBOT_NONE for the base and a root that floats */
    body_kind kind;
    uint32_t parent;   /* index of the parent body, 0 = base; always less than its own */
    pose origin;       /* body frame at q = 0 in the parent's body frame ... */
    const pose *hangs_from; /* ... which is this frame of the file, of the link that its joint hangs
                          from, moved by `way` and turned; nothing of a free body */
    vec3 way;
    vec3 axis;         /* unit, in the body frame; unused for free bodies */
    inertia body;      /* with everything that is fixed to it ... */
    inertia constant;  /* ... but links whose parameters come with the state */
    uint32_t coordinate; /* index into coordinates; unused for free bodies */
    double ratio,
        offset; /* q = ratio q[coordinate] + offset; 1 and 0 unless the joint is a mimic */
    body_rate rate;
} tree_body;

/* Its rate is so often qd[coordinate], and its torque counts so often. */
double tree_rate_ratio(const tree_body *b);

/* Forces that act on a coordinate itself, in rad and N m or m and N: those of its joint and, by
 * their ratios, of the joints that follow it. */
typedef struct {
    const char *name; /* of the joint that owns the coordinate */
    bool is_angle;    /* rad and N m, otherwise m and N */
    double armature;  /* inertia of rotors: a torque armature qdd, and part of the mass matrix */
    double damping;   /* a torque damping qd */
    double stiffness, rest; /* a torque stiffness (q - rest) */
    bool has_friction; /* see frictions of the tree */
    bool driven;      /* imposed motion: in forward dynamics qdd goes in and the torque comes out */
    bool independent; /* of a robot with loops: its motion decides that of others ... */
    bool actuated;    /* ... and something drives it; where none is, all independent ones are */
    double start;     /* where the search for a position with closed loops begins */
    double swirl;     /* of a ball that turns: its hinge's rate changes by qdd + swirl times ... */
    uint32_t swirl_of[2]; /* ... qd of both others; 0: of no such ball */
    /* Of its own joint; those of followers are not told. */
    bool has_limit[LIMITS];
    double limit[LIMITS];
} tree_coordinate;

/* Friction against a coordinate: torque qd / sqrt(qd^2 + width^2). */
typedef struct {
    uint32_t coordinate;
    double torque, width;
} tree_friction;

/* Width of friction where none is given: at seven times this rate it is 0.99 of the whole. */
#define FRICTION_WIDTH_ANGLE 1e-2  /* rad/s */
#define FRICTION_WIDTH_LENGTH 1e-3 /* m/s */
/* Of a joint with one axis. */
double tree_friction_width(const robot_joint *j);

/* A place where an external wrench acts: force and moment about the link's origin, link axes. */
typedef struct {
    const char *link;
    uint32_t body;
    pose link_in_body;
} tree_force;

/* A place whose motion is asked for: a link's axes, at the link's origin or another point of it. */
typedef struct {
    const char *name; /* LINK or LINK:x,y,z */
    uint32_t body;    /* that carries it; never the base */
    pose in_body;
} tree_frame;

/* A link whose load comes with the state: mass, centre, moments about it, in the link's frame. */
typedef tree_force tree_payload;

/* A link whose mass, centre and moments come with the state, in its own frame; nominal: what its
 * file says. Forces that depend on them take base parameters (writers/base_numbers.h). */
typedef struct {
    tree_payload on;
    inertia nominal;
} tree_parameters;

/* Numbers of joints and elements that may come with the state. */
typedef enum {
    GIVEN_STIFFNESS,
    GIVEN_REST,
    GIVEN_DAMPING,
    GIVEN_POINT, /* where a force acts, or a joint is on the link that it hangs from: x, y, z */
    GIVEN_POINT_A = GIVEN_POINT + 3, /* the ends of a link between two points */
    GIVEN_POINT_B = GIVEN_POINT_A + 3,
    GIVEN_NUMBERS = GIVEN_POINT_B + 3
} given_number;
extern const char *const GIVEN_WORD[GIVEN_NUMBERS];

/* Of springs and dampers of joints, of elements, and of places of joints. */
typedef enum { OF_COORDINATE, OF_ELEMENT, OF_BODY } number_owner;

/* One of them; nominal: what the robot's file says, which the joint or element has, too. */
typedef struct {
    const char *name; /* JOINT.damping, JOINT.x, ELEMENT.rest, ELEMENT.a_x ... */
    given_number what;
    number_owner of;
    uint32_t owner; /* coordinate, element or body */
    double nominal;
} tree_number;

/* A joint's part in a constraint or tendon: coefficient x q[coordinate]. */
typedef struct {
    uint32_t coordinate;
    double coefficient;
} tree_term;

/* A tendon (robot_tendon) on the coordinates of the tree: ratios of followers are in the
 * coefficients, offsets in the rest. */
typedef struct {
    const char *name;
    tree_term *terms; /* each coordinate once */
    uint32_t terms_count, terms_capacity;
    double stiffness, rest, damping;
} tree_tendon;

/* An element (robot/elements.h) on the bodies of the tree. */
typedef struct {
    robot_element what;
    uint32_t body[2]; /* of its points; of a wheel: its own, and that which carries it */
    pose in_body[2];  /* points with axes; of a wheel: its centre with the axes
                         that it has at q = 0,  in both bodies */
    uint32_t seen_from; /* of a link: the nearest body that carries both, 0 for others */
    uint32_t coordinate; /* of a wheel: its spin is ratio x qd of it */
    double ratio;
    vec3 axis;        /* of a wheel: about which it spins, in those axes */
    tree_tendon along; /* of a torsion: what it acts along */
} tree_element;

/* Its coefficient at a coordinate; 0 where it has none. */
double tree_tendon_coefficient(const tree_tendon *t, uint32_t coordinate);
/* The sum of its terms, of positions or rates. */
double tree_tendon_sum(const tree_tendon *t, const double *of);

/* A cut or constraint (robot/cuts.h) on the bodies and coordinates of the tree. */
typedef struct {
    robot_cut what;
    uint32_t body[2];   /* that carry a and b; never the same; of a wheel the base and its own */
    pose in_body[2];    /* of the cut's frames; of a wheel its joint */
    uint32_t seen_from; /* the nearest body that carries both */
    tree_term *terms;   /* of linear and user constraints, by coordinate, each once; ratios of
                           followers are in the coefficients; of a wheel that of its joint */
    uint32_t terms_count, terms_capacity;
    double value;       /* of a linear one: sum of terms = value, offsets of followers in it */
    const char **numbers; /* of the user's own: CUT.value, CUT.quadratic, CUT.JOINT of each term:
                             what its inputs are called */
} tree_cut;

/* Who chooses the coordinates that depend on others, where loops are closed. */
typedef enum {
    PARTITION_GIVEN,  /* whoever named independent ones; where nobody did, the rule, or pivots */
    PARTITION_RULE,   /* by the pattern of J: few entries in a column, few rows that share one */
    PARTITION_PIVOTS, /* pivots of largest modulus */
} partition_wish;

/* Baumgarte's constants, 1/s: cuts that drift apart are pulled together as by
 * h'' + 2 alpha h' + beta^2 h = 0. */
typedef struct {
    double alpha, beta;
} stabilisation;

/* Of functions of sensitivities: what is derived, and by which inputs (--derive-by). */
typedef struct {
    function_kind of;
    const char **by; /* NAME,NAME... each */
    uint32_t by_count;
} derive_wish;

/* A ball that turns (tree_balls.c): its coordinates, and the axes of its child that they are of, in
 * the order in which q turns it. */
typedef struct {
    const char *name; /* before the point in those of its coordinates */
    uint32_t coordinate[3];
    vec3 axis[3];
} tree_ball;

/* 1 or -1: which way the third axis is from the first two. */
double tree_ball_sense(const tree_ball *b);

typedef struct {
    const char *name; /* of the robot */
    tree_body *bodies; /* bodies[1] .. bodies[bodies_count - 1]; bodies[0] is the base and has no
                          inertia */
    uint32_t bodies_count, bodies_capacity;
    tree_coordinate *coordinates;
    uint32_t coordinates_count, coordinates_capacity;
    tree_ball *balls; /* those that turn */
    uint32_t balls_count, balls_capacity;
    tree_friction *frictions; /* by coordinate; followers have their own widths */
    uint32_t frictions_count, frictions_capacity;
    tree_force *forces;
    uint32_t forces_count, forces_capacity;
    tree_frame *frames; /* none unless asked for */
    uint32_t frames_count, frames_capacity;
    tree_frame *tips; /* of every moving link that has no children: where the robot ends */
    uint32_t tips_count, tips_capacity;
    tree_payload *payloads;
    uint32_t payloads_count, payloads_capacity;
    tree_parameters *parameters;
    uint32_t parameters_count, parameters_capacity;
    tree_number *numbers;
    uint32_t numbers_count, numbers_capacity;
    bool gravity_is_input; /* gravity_ms2 is not used */
    tree_element *elements;
    uint32_t elements_count, elements_capacity;
    tree_tendon *tendons;
    uint32_t tendons_count, tendons_capacity;
    tree_cut *cuts; /* loops are cut open; none of the equations of the tree knows of them */
    uint32_t cuts_count, cuts_capacity;
    stabilisation stabilise; /* of function augmented alone */
    uint32_t newton_passes;  /* of one evaluation that closes loops; 0 is 1 */
    partition_wish partition;
    const bool *rows_kept; /* per constraint: it is solved with (loops.h), as many as are
                              independent; NULL: the first of these */
    derive_wish derive;
    bool plain_angles; /* offsets of angles cost operations: equations choose frames by that, where
                        * whoever asks for them (passes.c) says so */
    bool laws_are_lines; /* what is derived takes of laws that are calls their tangent: whoever asks
                          * for a function (passes.c) says so */
    vec3 gravity_ms2; /* in the axes of the base; zero effect on trees whose every root is free */
    uint32_t merged_links; /* how many links were joined to their parents by fixed joints */
} tree;

/* A frame as an option names it. */
typedef struct {
    const char *name; /* as given */
    const char *link;
    vec3 at_m;        /* in the link's frame */
} frame_wish;

typedef struct {
    bool floating_base;      /* the root link becomes a free body */
    bool balls_turn;         /* instead of being three hinges (tree_balls.c) */
    bool free_bodies_fall;   /* by whoever asks: no note that gravity has no effect on them */
    vec3 gravity_ms2;        /* default 0 0 -9.81 in root link axes */
    const char *root, *tip;  /* NULL for all; root becomes the base, below tip nothing stays */
    const char **force_links;
    uint32_t force_links_count;
    const frame_wish *frames;
    uint32_t frames_count;
    const element_list *elements; /* beside those of the robot; NULL: none */
    const cut_list *cuts;         /* likewise */
    bool tips; /* without frames: every moving link that has no children, and a note says so */
    const char **payloads; /* as payload_read takes them */
    uint32_t payloads_count;
    const char **parameters; /* LINK,LINK... or all, JOINT.stiffness, ELEMENT.rest ... */
    uint32_t parameters_count;
    bool gravity_is_input;
    stabilisation stabilise; /* default 0, 0: drift is left alone */
    uint32_t newton_passes;  /* default 1 */
    int partition;           /* partition_wish */
    derive_wish derive;
} tree_options;

tree_options tree_options_default(void);

/* The first element whose law is a call; whose law has a state of its own. elements_count: there is
 * none. */
uint32_t tree_called_law(const tree *t);
uint32_t tree_law_with_state(const tree *t);

/* What is known of a body's inertia while equations are written. */
static inline const inertia *tree_constant(const tree *t, uint32_t body)
{
    return t->parameters_count ? &t->bodies[body].constant : &t->bodies[body].body;
}

/* Which of the numbers that come with the state it is. */
#define TREE_NUMBER_NONE UINT32_MAX
uint32_t tree_number_find(const tree *t, number_owner of, uint32_t owner, given_number what);
/* The first that is a length, the place of a joint. */
uint32_t tree_number_length(const tree *t);
/* Where the joint or element has it. */
double *tree_number_place(tree *t, const tree_number *n);
/* Sets it there, and moves the point or joint that it is of. */
void tree_number_set(tree *t, const tree_number *n, double value);
/* The first of three of a point of an element. */
given_number tree_point_numbers(const tree_element *e, uint32_t point);

/* Whether a ball turns instead of being three hinges: its rates are no derivatives of its
 * positions. */
bool tree_turns(const tree *t);
/* Refuses robots of which one does: `what` takes rates for derivatives of positions. */
status tree_check_hinges(const tree *t, const char *what, diag *d);

/* Whether a wheel rolls without slip: positions of dependent joints do not follow from others. */
bool tree_rolls(const tree *t);
/* Refuses what rolls: `what` needs positions of dependent joints that follow from others. */
status tree_check_holonomic(const tree *t, const char *what, diag *d);

/* What moves by itself: six of each free body, in the order of bodies, along x y z and about x y z
 * of its axes, then the coordinates. */
uint32_t tree_free_bodies(const tree *t);
uint32_t tree_freedoms(const tree *t);
/* The joint's name; LINK.x .. LINK.rz of a free body. */
const char *tree_freedom_name(arena *mem, const tree *t, uint32_t number);
/* Per body: its freedom, or the first of its six. */
uint32_t *tree_freedom_of_bodies(arena *mem, const tree *t);
/* Free body number k, from 0. */
uint32_t tree_free_body(const tree *t, uint32_t k);

/* Builds the tree; texts and arrays live in mem. Fails with the name of the joint or link that is
 * wrong, and where nothing moves. Notes what an option left out without being asked to. */
status tree_build(arena *mem, const robot *r, const tree_options *options, tree *out, diag *d);

#endif
