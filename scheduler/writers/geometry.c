/* SPDX-License-Identifier: MIT */
/* The numbers of kinematics: where bodies and frames stand on each other. */
#include "writers/kinematics.h"
#include "writers/model.h"

static geometry make(arena *mem, const tree *t)
{
    geometry g = {.t = t};
    g.bodies = ARENA_ARRAY(mem, geometry_body, t->bodies_count);
    g.frames = ARENA_ARRAY(mem, geometry_frame, t->frames_count + 1);
    g.bodies[0].of_tree = mat3_identity(); /* the base keeps the file's frame */
    return g;
}

static geometry of_model(arena *mem, const tree *t, const model *m)
{
    geometry g = make(mem, t);
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const model_body *b = &m->bodies[i];
        g.bodies[i] = (geometry_body){b->kind,   b->parent,   b->coordinate, b->ratio,
                                      b->offset, b->rotation, b->anchor,     b->axis,
                                      b->quarters, mat3_identity(),
                                      b->rate_ratio};
        vec3 at;
        model_pose(m, i, pose_identity(), &g.bodies[i].of_tree, &at);
    }
    for (uint32_t k = 0; k < t->frames_count; k++) {
        const tree_frame *f = &t->frames[k];
        g.frames[k] = (geometry_frame){f->in_body.rotation, f->in_body.position};
        if (f->body)
            model_pose(m, f->body, f->in_body, &g.frames[k].axes, &g.frames[k].at);
    }
    return g;
}

geometry geometry_default(arena *mem, const tree *t)
{
    model m;
    model_build_massless(mem, t, &m);
    return of_model(mem, t, &m);
}

geometry geometry_of_mass(arena *mem, const tree *t)
{
    model m;
    model_build(mem, t, &m);
    return of_model(mem, t, &m);
}

/* --- classic -------------------------------------------------------------------------------- */

/* The link's axes in an order in which z is the joint's; new ones where no axis is. */
static frame file_frame(const tree_body *b)
{
    frame f = {.axes = wide_mat3_exact(mat3_identity()), .sense = 1};
    if (b->kind != BODY_REVOLUTE)
        return f;
    int zeros = 0, least = 0, z = 0;
    for (int k = 0; k < 3; k++) {
        double size = b->axis.v[k] < 0 ? -b->axis.v[k] : b->axis.v[k];
        double smallest = b->axis.v[least] < 0 ? -b->axis.v[least] : b->axis.v[least];
        zeros += size == 0;
        least = size < smallest ? k : least;
        z = size != 0 ? k : z;
    }
    vec3 x = {{0, 0, 0}};
    wide_vec3 along = wide_vec3_unit(wide_vec3_rounded(b->axis)), across;
    if (zeros == 2) {
        f.sense = b->axis.v[z] > 0 ? 1 : -1;
        x.v[(z + 1) % 3] = 1;
        along = wide_vec3_scale(along, wide_exact(f.sense));
        across = wide_vec3_exact(x);
    } else {
        x.v[least] = 1;
        across = wide_vec3_unit(wide_vec3_cross(wide_vec3_exact(x), along));
    }
    wide_vec3 third = wide_vec3_cross(along, across);
    f.axes = wide_rotation_settle(wide_mat3_from_columns(across, third, along));
    return f;
}

geometry geometry_classic(arena *mem, const tree *t)
{
    const tree known = anchors_without_lengths(mem, t);
    geometry g = make(mem, t);
    g.symbols = true;
    frame *of = ARENA_ARRAY(mem, frame, t->bodies_count);
    of[0] = file_frame(&(tree_body){.kind = BODY_FREE});
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        of[i] = file_frame(b);
        const wide_mat3 back = wide_mat3_transpose(of[b->parent].axes);
        wide_mat3 turn;
        wide_vec3 at;
        frames_placement(of, &known, i, &turn, &at);
        g.bodies[i] = (geometry_body){b->kind,
                                      b->parent,
                                      b->coordinate,
                                      b->ratio * of[i].sense,
                                      b->offset * of[i].sense,
                                      wide_mat3_value(turn),
                                      anchor_make(t, i, back, at),
                                      b->axis,
                                      0,
                                      mat3_transpose(wide_mat3_value(of[i].axes)),
                                      tree_rate_ratio(b) * of[i].sense};
    }
    for (uint32_t k = 0; k < t->frames_count; k++) {
        const tree_frame *from = &t->frames[k];
        wide_mat3 back = wide_mat3_transpose(of[from->body].axes);
        wide_mat3 turned = wide_mat3_multiply(back, wide_mat3_rounded(from->in_body.rotation));
        wide_vec3 at = frame_point(&of[from->body], wide_vec3_rounded(from->in_body.position));
        g.frames[k] = (geometry_frame){wide_mat3_value(wide_rotation_settle(turned)),
                                       wide_vec3_value(at)};
    }
    return g;
}

bool geometry_can_join(const geometry *g, uint32_t i)
{
    const geometry_body *b = &g->bodies[i];
    if (!b->parent || b->kind == BODY_FREE || g->bodies[b->parent].kind == BODY_FREE)
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (b->turn.m[r][c] != (r == c))
                return false;
    return true;
}
