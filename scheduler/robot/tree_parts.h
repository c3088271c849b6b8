/* SPDX-License-Identifier: MIT */
/* What the parts of tree_build share: tree.c makes bodies and coordinates, tree_wishes.c puts on
 * them what options ask for. */
#ifndef TAUFLOW_TREE_PARTS_H
#define TAUFLOW_TREE_PARTS_H

#include "robot/name_list.h"
#include "robot/tree.h"

typedef struct {
    uint32_t body; /* ROBOT_NONE while the link is not part of the tree */
    pose in_body;
} link_place;

typedef struct {
    arena *mem;
    const robot *r;
    const tree_options *options;
    tree *out;
    diag *d;
    const char *file;
    name_list links;
    uint32_t root, tip; /* links; tip is ROBOT_NONE when the whole tree is kept */
    bool *on_path;      /* per link: lies between root and tip */
    bool *is_given;     /* per link: its parameters come with the state */
    bool all_given;
    link_place *places; /* per link */
    uint32_t *children, *first_child; /* joints by parent link: children[first_child[l]] ..
                                         [first_child[l + 1] - 1] */
    uint32_t *coordinates;            /* per joint: its coordinate, ROBOT_NONE when it has none */
} builder;

/* The link that an option names. */
status tree_option_link(const builder *b, const char *option, const char *name,
                        uint32_t *found);
/* Marks the links that --parameters names, before there are bodies. */
status tree_mark_parameters(builder *b);
/* Whether --parameters means a number of a joint or element by this name, and no link. */
bool tree_names_number(const builder *b, const char *name);
/* Those that it names, once there are elements. */
status tree_numbers_add(builder *b);
/* Forces, loads and frames, on a tree that is otherwise whole. */
status tree_add_wishes(builder *b);

/* Fails with the name of what the tree does not have; cuts of the file outside the chosen chain are
 * left out with a note. */
status tree_elements_add(const builder *p, const element_list *list);
status tree_cuts_add(const builder *p, const cut_list *list, bool of_file);

/* Those of which a joint is outside the chosen chain are left out with a note. */
void tree_tendons_add(const builder *b);

uint32_t tree_add_body(builder *b, uint32_t joint, tree_body body);

/* Of balls that turn: what moves with the last hinge, before its link is placed; returns the body
 * that the link is on. */
bool tree_is_turning(const builder *b, uint32_t joint);
uint32_t tree_ball_add(builder *b, uint32_t joint, uint32_t body);
/* Once there are coordinates, and once there is all that acts on them. */
status tree_balls_finish(const builder *b);
status tree_balls_check(const builder *b);

/* The free body that body i hangs on, or i itself; 0 when there is none. */
uint32_t tree_free_root(const tree *t, uint32_t i);
/* The nearest body that carries both. */
uint32_t tree_common_ancestor(const tree *t, uint32_t a, uint32_t b);

#endif
