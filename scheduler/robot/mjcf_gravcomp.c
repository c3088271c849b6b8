/* SPDX-License-Identifier: MIT */
/* gravcomp of bodies: a force -gravcomp x mass x gravity at the centre of mass, one of the passive
 * forces. At joints with actuatorgravcomp actuators give it, so there it is part of the torques
 * that are asked for. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

/* Moving joints that the body hangs on, of which actuators give it at some. */
typedef struct {
    uint32_t all, lifting;
    const robot_joint *one; /* of the latter */
} carriers;

static carriers carriers_find(const mjcf *m, const bool *is_lifting, uint32_t link)
{
    const robot *r = m->robot;
    carriers found = {0};
    for (uint32_t j = r->links[link].parent_joint; j != ROBOT_NONE;
         j = r->links[r->joints[j].parent_link].parent_joint) {
        found.all += r->joints[j].type != JOINT_FIXED;
        found.lifting += is_lifting[j];
        if (is_lifting[j])
            found.one = &r->joints[j];
    }
    return found;
}

static status lift_body(mjcf *m, const mjcf_gravcomp *g, const bool *is_lifting)
{
    const robot_link *l = &m->robot->links[g->link];
    const char *name = text_shown(m->mem, l->name);
    const carriers found = carriers_find(m, is_lifting, g->link);
    robot_element e = {.at = g->at, .kind = ELEMENT_FORCE, .law = LAW_LIFT, .link = {l->name, NULL},
                       .mass = g->share * l->body.mass_kg, .of_joint = true};
    if (e.mass == 0 || found.all == 0)
        return STATUS_OK;
    if (found.lifting == found.all) {
        omission_count(m, &m->gravcomp, arena_printf(m->mem, "body '%s'", name), g->at);
        return STATUS_OK;
    }
    if (found.lifting)
        return diag_error(m->d, g->at, "body '%s': gravcomp of <body>: it is not supported where "
                          "some joints have actuatorgravcomp ('%s') and others have not",
                          name, text_shown(m->mem, found.one->name));
    e.name = arena_printf(m->mem, "%s.gravcomp", l->name);
    e.point[0] = l->body.com_m;
    *ARENA_PUSH(m->mem, &m->robot->elements, list) = e;
    return STATUS_OK;
}

/* MuJoCo has no passive forces at all where it has neither springs nor dampers. */
status gravcomp_read(mjcf *m)
{
    if (m->set.no_spring && m->set.no_damper)
        return STATUS_OK;
    bool *is_lifting = ARENA_ARRAY(m->mem, bool, m->robot->joints_count + 1);
    for (uint32_t i = 0; i < m->lifting_count; i++)
        is_lifting[m->lifting[i]] = true;
    for (uint32_t i = 0; i < m->lifted_count; i++)
        TRY(lift_body(m, &m->lifted[i], is_lifting));
    return STATUS_OK;
}
