/* SPDX-License-Identifier: MIT */
/* Options of the robot: how its file is read, and what is made of it before equations. */
#include "commands/options.h"

#include <math.h>

typedef enum { BASE_FIXED, BASE_FLOATING } base_choice;
typedef enum { BALLS_HINGES, BALLS_TURNING } ball_choice;

struct robot_settings {
    int base; /* base_choice */
    int balls; /* ball_choice */
    arg_list force_links, payloads, link_parameters, elements;
    element_list own_elements; /* what `elements` say */
};

static const option_row ROBOT_ROWS[] = {
    {"base", ARG_CHOICE, STORED_IN(robot, base), "fixed|floating", .usual = true,
     .about = "whether the root link is held or moves freely"},
    {"balls", ARG_CHOICE, STORED_IN(robot, balls), "hinges|turning",
     .about = "what rates and torques of a ball joint are: those of its three hinges, or of its "
              "child's axes, which are singular nowhere"},
    {"gravity", ARG_VECTOR, STORED(passes.tree.gravity_ms2.v), "x y z|input",
     .standard = "'0 0 -9.81', of MJCF what the file says",
     .about = "gravity in m/s^2, in the axes of the root link, quoted or not; input: it comes with "
              "the state"},
    {"root", ARG_TEXT, STORED(passes.tree.root), "LINK", .standard = "the file's root",
     .about = "make this link the base"},
    {"tip", ARG_TEXT, STORED(passes.tree.tip), "LINK",
     .about = "keep only the joints between the base and this link; to keep a tool, name the "
              "tool's link"},
    {"force", ARG_LIST, STORED_IN(robot, force_links), "LINK",
     .about = "let an external force act on this link: six more inputs; repeatable"},
    {"payload", ARG_LIST, STORED_IN(robot, payloads), "LINK[=VALUES]",
     .about = "put a load on this link: VALUES are mass[,x,y,z[,MOMENTS]], and MOMENTS "
              "ixx,iyy,izz,ixy,ixz,iyz; without values it is ten more inputs; repeatable"},
    {"parameters", ARG_LIST, STORED_IN(robot, link_parameters), "LINK,...|all",
     .about = "keep mass, centre and moments of these links as inputs, in base parameters that "
              "function base-parameters computes; JOINT.stiffness, .rest, .damping, or of an "
              "element, keeps that number; JOINT.x, .y, .z where the joint is; repeatable"},
    {"element", ARG_LIST, STORED_IN(robot, elements), "'KIND KEY=VALUE ...'",
     .about = "add a force, link, wheel, turn or torsion to those of the file (docs/forces.md); "
              "repeatable"},
};

static status take_robot(settings *s, diag *d)
{
    struct robot_settings *r = s->robot;
    passes_settings *p = &s->passes;
    if (!(p->urdf.snap_rad >= 0 && p->urdf.snap_rad < 0.1))
        return diag_error(d, (place){0}, "bad value '%g' of option --snap: 0 .. 0.1 rad expected",
                          p->urdf.snap_rad);
    p->tree.floating_base = r->base == BASE_FLOATING;
    p->tree.balls_turn = r->balls == BALLS_TURNING;
    p->tree.force_links = r->force_links.items;
    p->tree.force_links_count = r->force_links.items_count;
    p->tree.payloads = r->payloads.items;
    p->tree.payloads_count = r->payloads.items_count;
    p->tree.parameters = r->link_parameters.items;
    p->tree.parameters_count = r->link_parameters.items_count;
    for (uint32_t i = 0; i < r->elements.items_count; i++)
        TRY(element_read_text(d->mem, r->elements.items[i], &r->own_elements, d));
    p->tree.elements = &r->own_elements;
    if (isnan(p->tree.gravity_ms2.v[0])) { /* the word, not the numbers */
        p->tree.gravity_is_input = true;
        p->tree.gravity_ms2 = tree_options_default().gravity_ms2;
    }
    return STATUS_OK;
}

const option_table ROBOT_TABLE = {OPTION_TABLE("robot", "robot", ROBOT_ROWS),
                                  OPTION_PART(robot), .take = take_robot};

static const option_row JOINTS_ROWS[] = {
    {"lock", ARG_LIST, STORED(passes.joints.lock), "JOINT=POSITION",
     .about = "hold this joint still: its two links become one; repeatable"},
    {"drive", ARG_LIST, STORED(passes.joints.drive), "JOINT",
     .about = "impose this joint's motion: in forward dynamics its acceleration is an input and "
              "its torque an output; repeatable"},
    {"independent-mimic", ARG_FLAG, STORED(passes.joints.independent_mimic), NULL,
     .about = "let joints that follow others move on their own"},
    {"joint-dynamics", ARG_CHOICE, STORED(passes.joints.dynamics), "none|linear|all",
     .about = "what counts of the joints' dynamics in the file: nothing; damping, springs and "
              "rotors; or friction too"},
    {"damping", ARG_LIST, STORED(passes.joints.damping), "JOINT=VALUE",
     .about = "give this joint a damping in N m s/rad (N s/m), whatever the file says; repeatable"},
    {"friction", ARG_LIST, STORED(passes.joints.friction), "JOINT=VALUE",
     .about = "give this joint a friction in N m (N): VALUE rate / sqrt(rate^2 + width^2); "
              "repeatable"},
    {"friction-width", ARG_LIST, STORED(passes.joints.friction_width), "[JOINT=]WIDTH",
     .standard = TEXT(FRICTION_WIDTH_ANGLE) " rad/s, " TEXT(FRICTION_WIDTH_LENGTH) " m/s",
     .about = "the width in that formula, in rad/s (m/s): below this rate friction changes its "
              "direction gradually; repeatable"},
    {"armature", ARG_LIST, STORED(passes.joints.armature), "JOINT=VALUE",
     .about = "give this joint an inertia of rotor and gears in kg m^2 (kg), as the joint feels "
              "it; repeatable"},
    {"spring", ARG_LIST, STORED(passes.joints.spring), "JOINT=STIFFNESS[,REST]",
     .about = "put a spring on this joint, in N m/rad (N/m), at rest at position REST; "
              "repeatable"},
};
const option_table JOINTS_TABLE = {OPTION_TABLE("joints", "robot", JOINTS_ROWS)};

static const option_row READING_ROWS[] = {
    {"strict", ARG_FLAG, STORED(passes.urdf.strict), NULL,
     .about = "refuse inertias that no body can have"},
    {"lenient", ARG_FLAG, STORED(passes.urdf.lenient), NULL,
     .about = "skip xacro that is left over, and let a joint move on its own where the joint that "
              "it mimics is missing; notes tell of both"},
    {"xacro", ARG_FLAG, STORED(passes.urdf.xacro), NULL,
     .about = "expand a file that is xacro with the program xacro, which runs Python from the "
              "file: only for files that you trust"},
    {"snap", ARG_NUMBER, STORED(passes.urdf.snap_rad), "RAD",
     .about = "take angles this close to a multiple of pi/12 for that multiple, and axes this "
              "close to a plane for axes in it"},
};
const option_table READING_TABLE = {OPTION_TABLE("reading", "robot", READING_ROWS)};
