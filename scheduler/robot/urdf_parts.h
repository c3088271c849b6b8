/* SPDX-License-Identifier: MIT */
/* What the parts of the reader share: urdf_file.c feeds expat and ends the work, urdf.c reads the
 * elements we know, urdf_transmission.c those of motors and gears, urdf_foreign.c judges the
 * others; urdf_cuts.c cuts loops open, urdf_balls.c puts hinges in the place of balls. */
#ifndef TAUFLOW_URDF_PARTS_H
#define TAUFLOW_URDF_PARTS_H

#include "base/text.h"
#include "robot/joint_links.h"
#include "robot/reading.h"
#include "robot/urdf.h"
#include "robot/xml.h"

typedef enum { IN_OTHER, IN_ROBOT, IN_LINK, IN_INERTIAL, IN_JOINT } section;

/* Something that a file has and the equations leave out: how often, and where first. */
typedef struct {
    uint32_t count;
    place first;
    const char *name; /* of the first one's owner */
} left_out;

enum { SKIPPED_TAGS = 8 };

/* Elements of xacro that were skipped, of one tag. */
typedef struct {
    const char *tag;
    uint32_t count;
} skipped_tag;

/* A number inside a <transmission>, as text: what it means is judged only where it matters. */
typedef struct {
    const char *value; /* NULL where the file has none */
    place at;
} gear_number;

typedef struct {
    gear_number reduction, inertia; /* of its rotor */
} actuator;

typedef struct {
    const char *name;
    place at;
    const char *joint; /* the first */
    uint32_t joints_count;
    gear_number reduction, joint_reduction; /* of all actuators */
    actuator *actuators;
    uint32_t actuators_count, actuators_capacity;
} transmission;

typedef struct {
    XML_Parser xml;
    arena *mem;
    diag *d;
    const urdf_options *options;
    robot *robot;
    place robot_at;
    joint_names *named; /* one for each joint */
    uint32_t named_count, named_capacity;
    status result;
    section where;
    uint32_t depth;       /* of open elements */
    uint32_t seen;        /* bit i: parts[i] has occurred in the open link or joint */
    const char *owner;    /* "link 'x'": the open link or joint, for messages; NULL outside */
    place inertia_at;     /* the open link's <inertia> */
    pose inertial_origin; /* of the open link */
    inertia inertial;     /* of the open link, in the axes of <inertial>'s origin, at that origin */
    vec3 axis;            /* of the open joint, as in the file */
    place axis_at;
    snapping snapped;
    bool is_xacro;        /* what stopped the reader */
    const char *xacro;    /* prefix of xacro's elements, with its colon */
    const char *own;      /* prefix of our own, robot/elements.h and cuts.h */
    const char *foreign;  /* the open element below <robot> that is none of ours; NULL in ours */
    bool foreign_skipped; /* it has links or joints, which are left out */
    uint32_t skip_below;  /* depth inside the open element that is skipped whole; 0: none is */
    skipped_tag skipped[SKIPPED_TAGS]; /* the first of them */
    uint32_t skipped_count;
    left_out skips;       /* all elements that are skipped */
    left_out values;      /* of xacro, in what is read */
    left_out axes;        /* of another length than 1 */
    left_out dynamics, transmissions, gazebo;
    left_out balls;       /* which became hinges */
    transmission *gears;
    uint32_t gears_count, gears_capacity;
    gear_number *open_number; /* whose text is being read; NULL: nobody's */
    text number;              /* what has come of it */
    uint32_t number_depth;
    bool under_joint;         /* in a <joint> of a <transmission> */
} reader;

static inline place here(const reader *r)
{
    return xml_place(r->xml, r->robot->file);
}

/* The value of an attribute, NULL when it is not there. */
const char *attribute(const char **attributes, const char *name);

/* A start tag, and the end of an element whose depth is now the reader's. */
status element_begin(reader *r, const char *tag, const char **attributes);
status element_end(reader *r);

/* Called with every start tag first: xacro that nobody expanded is an error, or sets skip_below. */
status foreign_check(reader *r, const char *tag, const char **attributes);
/* Counts what is left out of the equations. */
void foreign_count(reader *r, left_out *what, const char *name);
void foreign_count_at(reader *r, left_out *what, const char *name, place at);
/* Whether the tag is one of our own elements below <robot>, and its name without the prefix. */
bool foreign_is_own(const reader *r, const char *tag, const char **name);
/* One note for each kind of thing that was left out. */
void foreign_notes(const reader *r);


/* Called with every start tag, end tag and piece of text: keeps what stands in <transmission>. */
void transmission_begin(reader *r, const char *tag, const char **attributes);
void transmission_end(reader *r);
void transmission_text(reader *r, const char *bytes, size_t length);
/* After the joints are known: adds the inertia of the rotors to the armatures of their joints, and
 * counts the transmissions that have none. */
status transmissions_apply(reader *r);

/* After the last element: three hinges and two links without mass in the place of each ball. */
status balls_expand(reader *r);

/* Before that, where it was asked for: joints that close loops become cuts, with a note each. */
status loops_cut_open(reader *r);

#endif
