/* SPDX-License-Identifier: MIT */
/* <connect>, <weld> and <tendon> of <equality>. They hold where the file describes the robot, each
 * joint at its reference: what a body's frame has to meet is found by walking there. MuJoCo's are
 * springs and dampers; here they are exact. */
#include "robot/mjcf_parts.h"

#include "robot/cuts_read.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

/* A coordinate below this, beside lengths of 1 m, is what roundings on the walk left of 0. */
static const double DUST_M = 1e-15;

/* The link in the world, all joints at their references. */
static pose link_pose(const mjcf *m, uint32_t link)
{
    pose at = pose_identity();
    while (m->robot->links[link].parent_joint != ROBOT_NONE) {
        uint32_t k = m->robot->links[link].parent_joint;
        const robot_joint *j = &m->robot->joints[k];
        pose moved = pose_identity();
        if (j->type == JOINT_PRISMATIC)
            moved.position = vec3_scale(j->axis, m->reference[k]);
        else if (joint_type_is_single(j->type))
            moved.rotation = mat3_rotation(j->axis, m->reference[k]);
        at = pose_multiply(pose_multiply(j->origin, moved), at);
        link = j->parent_link;
    }
    return at;
}

/* Frame `to` in frame `from`, both in the world. */
static pose pose_between(pose from, pose to)
{
    const mat3 back = mat3_transpose(from.rotation);
    pose out = {mat3_multiply(back, to.rotation),
                mat3_apply(back, vec3_sub(to.position, from.position))};
    const double size = 1 + vec3_norm(from.position) + vec3_norm(to.position);
    for (int i = 0; i < 3; i++)
        if (fabs(out.position.v[i]) < DUST_M * size)
            out.position.v[i] = 0;
    return out;
}

/* ---- what is joined -------------------------------------------------------------------------- */

static status find_body(const mjcf *m, const mjcf_loop *l, attribute_id a, uint32_t *link)
{
    const value *v = &l->v.of[a];
    *link = m->robot->root_link;
    if (!v->text && a == A_BODY2)
        return STATUS_OK; /* the world */
    for (uint32_t i = 0; v->text && i < m->robot->links_count; i++)
        if (strcmp(m->robot->links[i].name, v->text) == 0) {
            *link = i;
            return STATUS_OK;
        }
    return values_wrong(m, &l->v, a,
                        v->text ? arena_printf(m->mem, "there is no body '%s'",
                                               text_shown(m->mem, v->text))
                                : "a body or two sites are to be named");
}

/* The body that carries the site, and the site's axes in it. */
static status find_site(mjcf *m, const mjcf_loop *l, attribute_id a, uint32_t *link, pose *at)
{
    const value *v = &l->v.of[a];
    uint32_t i = 0;
    while (v->text && i < m->sites_count &&
           !(m->sites[i].name && strcmp(m->sites[i].name, v->text) == 0))
        i++;
    if (!v->text || i == m->sites_count)
        return values_wrong(m, &l->v, a,
                            v->text ? arena_printf(m->mem, "there is no site '%s'",
                                                   text_shown(m->mem, v->text))
                                    : "a second site is missing");
    const mjcf_site *s = &m->sites[i];
    const element *e = &m->doc.elements[s->element];
    values of;
    pose own;
    TRY(classed_values(m, e, s->class_index, DEFAULT_SITE, &of));
    if (of.of[A_FROMTO].text)
        return values_wrong(m, &of, A_FROMTO, "a site between two points closes no loop here");
    TRY(pose_read(m, &of, &own));
    *link = s->link;
    *at = pose_multiply(s->frame, own);
    return STATUS_OK;
}

/* Body 2 in body 1, where the file says so: position and quaternion. */
static status read_relative(mjcf *m, const mjcf_loop *l, pose *out)
{
    double n[7] = {0, 1, 0, 0, 0, 0, 0};
    TRY(values_numbers(m, &l->v, A_RELPOSE, n, 7));
    if (n[3] == 0 && n[4] == 0 && n[5] == 0 && n[6] == 0)
        return STATUS_OK; /* MuJoCo's word for: as they are */
    values v = {.tag = l->e->tag, .at = l->v.at};
    v.of[A_POS].text = arena_printf(m->mem, "%.17g %.17g %.17g", n[0], n[1], n[2]);
    v.of[A_QUAT].text = arena_printf(m->mem, "%.17g %.17g %.17g %.17g", n[3], n[4], n[5], n[6]);
    v.of[A_POS].at = v.of[A_QUAT].at = l->v.of[A_RELPOSE].at;
    return pose_read(m, &v, out);
}

static status join_bodies(mjcf *m, const mjcf_loop *l, robot_cut *c, uint32_t links[2])
{
    vec3 anchor = {{0, 0, 0}};
    TRY(find_body(m, l, A_BODY1, &links[0]));
    TRY(find_body(m, l, A_BODY2, &links[1]));
    TRY(values_numbers(m, &l->v, A_ANCHOR, anchor.v, 3));
    pose between = pose_between(link_pose(m, links[0]), link_pose(m, links[1]));
    if (c->kind == CUT_BALL) { /* the anchor is one of body 1 */
        if (!l->v.of[A_ANCHOR].text)
            return values_wrong(m, &l->v, A_ANCHOR, "it is missing");
        c->frame[0].position = anchor;
        c->frame[1].position =
            pose_between(between, (pose){mat3_identity(), anchor}).position;
        return STATUS_OK;
    }
    TRY(read_relative(m, l, &between)); /* and of a weld one of body 2 */
    c->frame[1].position = anchor;
    c->frame[0] = pose_multiply(between, c->frame[1]);
    return STATUS_OK;
}

/* ---- lengths of tendons ---------------------------------------------------------------------- */

static status find_tendon(const mjcf *m, const mjcf_loop *l, attribute_id a,
                          const mjcf_tendon **out)
{
    const char *name = l->v.of[a].text;
    for (uint32_t i = 0; name && i < m->tendons_count; i++) {
        *out = &m->tendons[i];
        if (!(*out)->name || strcmp((*out)->name, name) != 0)
            continue;
        return (*out)->is_fixed ? STATUS_OK
                                : values_wrong(m, &l->v, a, "only fixed tendons are supported");
    }
    return values_wrong(m, &l->v, a, name ? arena_printf(m->mem, "there is no tendon '%s'",
                                                         text_shown(m->mem, name))
                                          : "it is missing");
}

/* Adds share x (L - L where the file describes the robot). */
static void add_length(const mjcf *m, const mjcf_tendon *t, double share, robot_cut *c)
{
    for (uint32_t i = 0; i < t->terms_count; i++) {
        const robot_term *from = &t->terms[i];
        const char *joint = m->robot->joints[from->joint].name;
        uint32_t k = 0;
        while (k < c->terms_count && strcmp(c->terms[k].joint, joint) != 0)
            k++;
        if (k == c->terms_count)
            *ARENA_PUSH(m->mem, c, terms) = (cut_term){joint, 0};
        c->terms[k].coefficient += share * from->coefficient;
        c->value += share * from->coefficient * m->reference[from->joint];
    }
}

/* L1 - l1 = a0 + a1 (L2 - l2), with the lengths l where the file describes the robot. */
static status join_tendons(mjcf *m, const mjcf_loop *l, robot_cut *c)
{
    double a[5] = {0, 1, 0, 0, 0};
    uint32_t given;
    const mjcf_tendon *t = NULL;
    const char *from = l->v.of[A_POLYCOEF].text;
    const char *wrong = from ? numbers_read_some(m->mem, from, a, 1, 5, &given) : NULL;
    if (!wrong && (a[2] != 0 || a[3] != 0 || a[4] != 0))
        wrong = "only the first two numbers may be other than 0";
    if (wrong)
        return values_wrong(m, &l->v, A_POLYCOEF, wrong);
    TRY(find_tendon(m, l, A_TENDON1, &t));
    c->value = a[0];
    add_length(m, t, 1, c);
    if (!l->v.of[A_TENDON2].text)
        return STATUS_OK;
    TRY(find_tendon(m, l, A_TENDON2, &t));
    add_length(m, t, -a[1], c);
    return STATUS_OK;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

static bool is_taken(const mjcf *m, const char *name)
{
    for (uint32_t i = 0; i < m->loops_count; i++) {
        const char *given = element_attribute(m->loops[i].e, "name");
        if (given && strcmp(given, name) == 0)
            return true;
    }
    for (uint32_t i = 0; i < m->robot->cuts.list_count; i++)
        if (strcmp(m->robot->cuts.list[i].name, name) == 0)
            return true;
    return false;
}

/* Loops without a name are numbered as they stand. */
static const char *name_of(const mjcf *m, uint32_t number)
{
    const element *e = m->loops[number].e;
    const char *name = element_attribute(e, "name");
    if (name && *name)
        return name;
    do
        name = arena_printf(m->mem, "%s_%u", e->tag, ++number);
    while (is_taken(m, name));
    return name;
}

static status join_links(mjcf *m, const mjcf_loop *l, robot_cut *c)
{
    uint32_t links[2];
    if (l->v.of[A_SITE1].text || l->v.of[A_SITE2].text) {
        TRY(find_site(m, l, A_SITE1, &links[0], &c->frame[0]));
        TRY(find_site(m, l, A_SITE2, &links[1], &c->frame[1]));
    } else {
        TRY(join_bodies(m, l, c, links));
    }
    for (int k = 0; k < 2; k++)
        c->link[k] = m->robot->links[links[k]].name;
    return STATUS_OK;
}

static status read_loop(mjcf *m, uint32_t number)
{
    const mjcf_loop *l = &m->loops[number];
    const char *tag = l->e->tag;
    robot_cut c = {.at = l->e->at, .frame = {pose_identity(), pose_identity()}};
    c.kind = strcmp(tag, "connect") == 0 ? CUT_BALL :
             strcmp(tag, "weld") == 0    ? CUT_BODY :
                                           CUT_LINEAR;
    c.name = name_of(m, number);
    m->owner = arena_printf(m->mem, "'%s'", text_shown(m->mem, c.name));
    TRY((c.kind == CUT_LINEAR ? join_tendons : join_links)(m, l, &c));
    m->owner = NULL;
    return cut_add(m->mem, &c, &m->robot->cuts, m->d);
}

status loops_read(mjcf *m)
{
    for (uint32_t i = 0; i < m->loops_count; i++)
        TRY(read_loop(m, i));
    return STATUS_OK;
}
