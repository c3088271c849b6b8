/* SPDX-License-Identifier: MIT */
/* What the parts of the MJCF reader share. The elements of a file (mjcf_xml.h) are read section by
 * section in MuJoCo's order, whatever their order in the file: settings and classes of defaults
 * (mjcf_settings.c), bodies with joints and inertias (mjcf_body.c, mjcf_joint.c, mjcf_inertia.c),
 * what couples joints and what is left out (mjcf_rest.c), actuators and tendons
 * (mjcf_transmissions.c),
 * springs that MuJoCo chooses (mjcf_springs.c), what carries bodies (mjcf_gravcomp.c), what closes
 * loops (mjcf_loops.c). What is read at all: mjcf_table.h. */
#ifndef TAUFLOW_MJCF_PARTS_H
#define TAUFLOW_MJCF_PARTS_H

#include "base/names.h"
#include "robot/joint_links.h"
#include "robot/mjcf.h"
#include "robot/mjcf_table.h"
#include "robot/mjcf_xml.h"
#include "robot/name_list.h"
#include "robot/reading.h"

/* ---- attributes (mjcf_values.c) -------------------------------------------------------------- */

/* Attributes that the reader uses, of all kinds of elements; those of a place come first. */
typedef enum {
    A_POS, A_QUAT, A_AXISANGLE, A_XYAXES, A_ZAXIS, A_EULER,
    A_NAME, A_CLASS, A_CHILDCLASS, A_TYPE,
    A_MASS, A_DIAGINERTIA, A_FULLINERTIA,                              /* inertial */
    A_MOCAP, A_GRAVCOMP,                                               /* body */
    A_COUNT, A_SEP, A_OFFSET,                                          /* replicate */
    A_AXIS, A_REF, A_RANGE, A_LIMITED, A_STIFFNESS, A_SPRINGREF, A_DAMPING, /* joint */
    A_SPRINGDAMPER, A_ACTUATORGRAVCOMP, A_ARMATURE, A_FRICTIONLOSS, A_FRCRANGE, A_FRCLIMITED,
    A_ALIGN,
    A_SIZE, A_FROMTO, A_DENSITY, A_GROUP, A_MESH, A_SHELLINERTIA,      /* geom */
    A_ACTIVE, A_JOINT1, A_JOINT2, A_TENDON1, A_TENDON2, A_POLYCOEF,    /* equality */
    A_BODY1, A_BODY2, A_SITE1, A_SITE2, A_ANCHOR, A_RELPOSE,
    A_JOINT, A_JOINTINPARENT, A_TENDON, A_SITE, A_CRANKSITE, A_BODY, A_GEAR, /* actuator */
    A_COEF, A_SPRINGLENGTH,                                            /* tendon */
    A_FILE, A_CONTENT_TYPE, A_SCALE, A_REFPOS, A_REFQUAT, A_INERTIA, A_VERTEX, A_FACE, /* mesh */
    A_BUILTIN, A_MAXHULLVERT,
    ATTRIBUTES
} attribute_id;

/* A value as text, so that it is judged only where it counts, and with its own place: that of the
 * class of defaults, if it comes from there. */
typedef struct {
    const char *text; /* NULL: not given */
    place at;
} value;

typedef struct {
    const char *tag;
    place at;
    const mjcf_settings *set; /* of the file that it stands in */
    value of[ATTRIBUTES];
} values;

/* ---- the reader ------------------------------------------------------------------------------ */

/* Kinds of elements for which a class has defaults. */
typedef enum {
    DEFAULT_JOINT,
    DEFAULT_GEOM,
    DEFAULT_SITE,
    DEFAULT_MESH,
    DEFAULT_TENDON,
    DEFAULT_EQUALITY,
    DEFAULT_ACTUATOR,
    DEFAULTS
} default_kind;

typedef struct {
    const char *name;
    values of[DEFAULTS];
} defaults;

typedef enum { FROM_GEOM_FALSE, FROM_GEOM_TRUE, FROM_GEOM_AUTO } from_geom;

/* <compiler> and what of <option> concerns us. */
struct mjcf_settings {
    bool radian, balance_inertia, align_free;
    char euler_sequence[4];
    from_geom inertia_from_geom;
    double inertia_groups[2], bound_mass, bound_inertia, total_mass;
    const char *folder;      /* of the file, empty or with a slash at its end */
    const char *mesh_folder; /* beside the file unless it begins with / */
    bool strip_path, exact_mesh;
    bool no_gravity, no_spring, no_damper, no_friction, no_equality;
};

/* Something that a file has and the equations leave out: how often, and where first. */
typedef struct {
    uint32_t count;
    place first;
    const char *owner; /* of the first one */
} omission;

/* A site of a body: read only where a loop is closed at it. */
typedef struct {
    const char *name;
    uint32_t element, class_index, link;
    pose frame; /* of the frames around it, in the body */
} mjcf_site;

/* A <connect>, a <weld> or a <tendon> of <equality>, read when all bodies are connected. */
typedef struct {
    const element *e;
    values v;
} mjcf_loop;

/* A body with gravcomp. */
typedef struct {
    uint32_t link;
    double share; /* of its weight that is carried */
    place at;
} mjcf_gravcomp;

/* A spring and a damper that MuJoCo chooses. */
typedef struct {
    uint32_t joint;
    double time, ratio; /* time constant in s, damping ratio */
    double rest;
    place at;
} mjcf_chosen;

/* A tendon, with what actuators add to it. */
typedef struct {
    const char *name; /* NULL: none */
    const element *e;
    bool is_fixed;
    robot_term *terms; /* of a fixed one, each joint once */
    uint32_t terms_count, terms_capacity;
    double stiffness, rest, damping, armature, friction;
} mjcf_tendon;

/* A <mesh> of <asset>, read when a geom needs its inertia. */
typedef struct {
    const char *name;
    const element *e;
    bool is_loaded;
    inertia body; /* of density 1 */
} mjcf_mesh;

typedef struct mjcf {
    arena *mem;
    diag *d;
    const struct mjcf *outer; /* whose file attaches this one; NULL: none */
    const char *path;         /* of its file; NULL where it cannot be read again */
    text read;          /* bytes of all files that make the description */
    const char *folder; /* of the first of them, empty or with a slash at its end */
    const urdf_options *options;
    robot *robot;
    document doc;
    mjcf_settings set;
    defaults *classes; /* classes[0] is that of all elements without a class */
    uint32_t classes_count, classes_capacity;
    name_table class_names;
    name_table link_names, joint_names; /* those the file gives, then also those we make up */
    joint_names *named;                 /* one for each joint of the robot */
    uint32_t named_count, named_capacity;
    double *reference;                  /* of each joint: q where the file describes it */
    uint32_t reference_count, reference_capacity;
    name_list joints;                   /* all of them, once they are read */
    mjcf_site *sites;
    uint32_t sites_count, sites_capacity;
    mjcf_loop *loops;
    uint32_t loops_count, loops_capacity;
    mjcf_tendon *tendons;
    uint32_t tendons_count, tendons_capacity;
    mjcf_mesh *meshes;
    uint32_t meshes_count, meshes_capacity;
    mjcf_gravcomp *lifted;
    uint32_t lifted_count, lifted_capacity;
    mjcf_chosen *chosen;
    uint32_t chosen_count, chosen_capacity;
    uint32_t *lifting;                  /* joints whose actuators give what gravcomp says */
    uint32_t lifting_count, lifting_capacity;
    uint32_t bodies_count;
    snapping snapped;
    const char *owner;                  /* "body 'x'": whose elements are being read */
    bool stands;                        /* ... and it is fixed to the world */
    omission gravcomp, mocap, align, inactive, idle_meshes, balls, damped;
} mjcf;

/* ---- mjcf_values.c --------------------------------------------------------------------------- */

/* The attributes that the element's row of the table takes, over those of `base` (NULL: none). */
void values_read(const element *e, const values *base, values *out);
/* Numbers of an attribute; they stay as they are when it is not given. */
status values_numbers(const mjcf *m, const values *v, attribute_id a, double *numbers,
                      uint32_t count);
/* One of the words "a|b|c": its index; *index stays as it is when the attribute is not given. */
status values_word(const mjcf *m, const values *v, attribute_id a, const char *words, int *index);
/* true or false. */
status values_flag(const mjcf *m, const values *v, attribute_id a, bool *flag);
const char *attribute_name(attribute_id a);
/* An error about an attribute. */
status values_wrong(const mjcf *m, const values *v, attribute_id a, const char *wrong);

/* ---- mjcf_pose.c ----------------------------------------------------------------------------- */

/* pos and any of quat, axisangle, xyaxes, zaxis, euler. */
status pose_read(mjcf *m, const values *v, pose *out);
/* euler, each angle so many times; no rotation where it is not given. */
status euler_read(mjcf *m, const values *v, double times, mat3 *out);
/* An angle as the file writes it, in rad; multiples of 15 degrees come out exactly. */
double angle_read(const values *v, double angle);
/* The rotation that takes z to this direction by the shortest way. */
mat3 rotation_from_z(mjcf *m, vec3 direction);

/* ---- mjcf_settings.c ------------------------------------------------------------------------- */

/* Of the file; each element of the document is told. */
status settings_read(mjcf *m);
status classes_read(mjcf *m);
/* The class of an element: that of `given`, or `inherited` where nothing is given. */
status class_find(const mjcf *m, const value *given, uint32_t inherited, uint32_t *found);
/* The element's attributes over those of its class, or of the class it inherits. */
status classed_values(const mjcf *m, const element *e, uint32_t inherited, default_kind kind,
                      values *out);
/* An attribute as text, without defaults; NULL where it is not given. */
const char *element_attribute(const element *e, const char *name);

/* ---- mjcf_names.c ---------------------------------------------------------------------------- */

typedef enum { OF_BODIES, OF_JOINTS, OF_SITES, OF_GEOMS, OF_TENDONS, OF_MESHES, NAMED } named_kind;

/* What an element's name is one of, and what an attribute refers to; NAMED: nothing of these. */
named_kind name_kind(const element *e);
named_kind reference_kind(const char *attribute);
/* Adds an element to the document, without parent. */
status element_add(mjcf *m, element e, uint32_t *index);
/* Makes it the last child of another. */
void element_hang(mjcf *m, uint32_t parent, uint32_t child);

/* ---- mjcf_attach.c --------------------------------------------------------------------------- */

/* Puts what each <attach> names in the place of it, which becomes a frame, and what refers to it
 * into sections of the document. */
status attaches_expand(mjcf *m);

/* ---- mjcf_replicate.c ------------------------------------------------------------------------ */

/* Puts copies of what stands in each <replicate> into the document, as children of it that are
 * frames. */
status replicates_expand(mjcf *m);

/* ---- mjcf_body.c ----------------------------------------------------------------------------- */

/* A child of a body, with what the frames around it add: their pose in the body, and the class. */
typedef struct {
    uint32_t element;
    pose frame;
    uint32_t class_index;
} body_part;

typedef struct {
    body_part *parts;
    uint32_t parts_count, parts_capacity;
} body_parts;

status bodies_read(mjcf *m);
/* A name that is not taken yet: the one that is wanted, or with _2, _3 ... after it. */
const char *name_make(arena *mem, name_table *taken, const char *wanted);
uint32_t link_add(mjcf *m, const char *name, place at);
status joint_add(mjcf *m, robot_joint joint, uint32_t parent, uint32_t child, double reference);

/* ---- mjcf_joint.c ---------------------------------------------------------------------------- */

/* Where the chain of a body's joints has come to. */
typedef struct {
    uint32_t link;
    pose body; /* the body's frame, as far as its joints have moved it, in that of the link */
} joint_chain;

/* Joint `number` of the `of` joints that the body has, in turn. */
status joint_read(mjcf *m, const body_part *part, uint32_t of, uint32_t number, uint32_t body,
                  joint_chain *at);

/* ---- mjcf_inertia.c -------------------------------------------------------------------------- */

/* The inertia of a body, in its frame. `at` is its pose as <body> gives it, which is where MuJoCo
 * puts the least mass of a body that has none. */
status inertia_read(mjcf *m, const body_parts *parts, pose at, robot_link *link);
/* Scales all masses to the sum that <compiler> wants. */
status total_mass_set(mjcf *m);

/* ---- mjcf_mesh.c ----------------------------------------------------------------------------- */

/* Its own name, or that of its file without folder and ending; NULL where it has neither. */
const char *mesh_name(arena *mem, const element *e);
/* An element of <asset>: meshes are kept, unread. */
status meshes_collect(mjcf *m, const element *e);
/* The mesh that a geom names, of density 1, in its own frame. */
status mesh_find(mjcf *m, const values *v, const inertia **out);

/* ---- mjcf_rest.c ----------------------------------------------------------------------------- */

/* Couplings of joints become mimics, loops wait for loops_read; whatever else <equality> does is
 * refused. */
status couplings_read(mjcf *m);
/* All children of the sections of that name. */
status each_in_section(mjcf *m, const char *tag, status (*read)(mjcf *m, const element *e));
/* `owner` is "body 'x'" or the like. */
void omission_count(const mjcf *m, omission *o, const char *owner, place at);
/* One note for each kind of thing that was left out. */
void omissions_tell(mjcf *m);

/* ---- mjcf_transmissions.c -------------------------------------------------------------------- */

/* What actuators and fixed tendons add to joints beside the torques that are asked for: inertia of
 * rotors, damping, springs, friction. All joints are known. */
status transmissions_read(mjcf *m);
/* The joint has a spring of its own, perhaps: two side by side are one. */
void joint_spring_add(robot_joint *j, double stiffness, double rest);

/* ---- mjcf_springs.c -------------------------------------------------------------------------- */

/* springdamper of the joint that is added next: it takes the place of the joint's own spring and
 * damper, when springs_choose knows what it moves. */
status springdamper_read(mjcf *m, const values *v, robot_joint *j);
/* The robot must be connected, with all masses and rotors. */
status springs_choose(mjcf *m);

/* ---- mjcf_gravcomp.c ------------------------------------------------------------------------- */

/* Forces that carry bodies against gravity. The robot must be connected, with all masses. */
status gravcomp_read(mjcf *m);

/* ---- mjcf_loops.c ---------------------------------------------------------------------------- */

/* <connect> becomes a ball cut, <weld> one of a body. The robot must be connected. */
status loops_read(mjcf *m);

#endif
