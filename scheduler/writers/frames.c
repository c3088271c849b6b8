/* SPDX-License-Identifier: MIT */
#include "writers/frames.h"

#include "writers/anchors.h"
#include "writers/frame_arms.h"
#include "writers/frame_prices.h"
#include "writers/model.h"

#include <math.h>

/* How much farther from what a body carries its frame may stand than the tree's own frame or the
 * parent's does. What a far origin adds to accelerations and moments cancels later: at 64 that
 * costs six of 53 bits, and only where axes that are nearly parallel have far feet. */
static const double LONGEST_DETOUR = 64;

static wide_vec3 unit(int axis)
{
    vec3 u = {{0, 0, 0}};
    u.v[axis] = 1;
    return wide_vec3_exact(u);
}

static wide_mat3 origin_turn(const framing *f, uint32_t i)
{
    return wide_mat3_rounded(f->t->bodies[i].origin.rotation);
}

static wide_vec3 origin_at(const framing *f, uint32_t i)
{
    return wide_vec3_rounded(f->t->bodies[i].origin.position);
}

/* The reader's axes are unit vectors to the last bit of a double; these are to the last of a
 * wide. */
static wide_vec3 axis_of(const framing *f, uint32_t i)
{
    return wide_vec3_chosen(wide_vec3_unit(wide_vec3_rounded(f->t->bodies[i].axis)));
}

static wide_mat3 chosen_axes(wide_mat3 r)
{
    r = wide_rotation_settle(r);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            r.m[row][column] = wide_chosen(r.m[row][column]);
    return r;
}

bool frame_is_permutation(wide_mat3 r)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (r.m[i][j].hi != 0 && fabs(r.m[i][j].hi) != 1)
                return false;
    return true;
}

void frames_placement(const frame *of, const tree *t, uint32_t i, wide_mat3 *rotation,
                      wide_vec3 *at)
{
    const tree_body *b = &t->bodies[i];
    const frame *own = &of[i], *parent = &of[b->parent];
    wide_mat3 back = wide_mat3_transpose(parent->axes);
    wide_mat3 turn = wide_mat3_multiply(wide_mat3_rounded(b->origin.rotation), own->axes);
    *rotation = wide_rotation_settle(wide_mat3_multiply(back, turn));
    wide_vec3 origin = wide_mat3_apply(back, wide_vec3_rounded(b->origin.position));
    wide_vec3 moved = wide_vec3_add(origin, wide_mat3_apply(*rotation, own->at));
    *at = wide_vec3_settle(wide_vec3_sub(moved, parent->at));
}

wide_vec3 frame_point(const frame *f, wide_vec3 in_body)
{
    wide_vec3 turned = wide_mat3_apply(wide_mat3_transpose(f->axes), in_body);
    return wide_vec3_settle(wide_vec3_sub(turned, f->at));
}

/* --- candidates -------------------------------------------------------------------------- */

enum { MOST_CANDIDATES = 24 };

typedef struct {
    wide_vec3 x[MOST_CANDIDATES];
    int x_count;
    double slide[MOST_CANDIDATES];
    int slide_count;
} frame_candidates;

static wide_vec3 across(wide_vec3 u, wide_vec3 direction)
{
    return wide_vec3_settle(wide_vec3_across(u, direction));
}

/* A direction nearly along u leaves an x whose entries may be wrong by their own size, and be
 * settled: once more across u, it is an axis to the last bit, and one of our choice. */
static void add_direction(frame_candidates *c, wide_vec3 u, wide_vec3 direction)
{
    static const double STEEP = 0.5; /* square of the sine between u and what was left */
    wide_vec3 x = across(u, direction);
    if (wide_vec3_is_zero(x) || c->x_count == MOST_CANDIDATES)
        return;
    x = across(u, wide_vec3_chosen(wide_vec3_unit(x)));
    if (wide_value(wide_vec3_dot(x, x)) > STEEP)
        c->x[c->x_count++] = wide_vec3_chosen(wide_vec3_unit(x));
}

static void add_slide(frame_candidates *c, wide slide)
{
    if (c->slide_count < MOST_CANDIDATES)
        c->slide[c->slide_count++] = wide_value(wide_settle(slide));
}

/* Where along the own axis (through the origin, direction u) the common normal to another line
 * stands; of parallel lines, the foot of the other's point. */
static wide foot_along(wide_vec3 u, wide_vec3 point, wide_vec3 direction)
{
    wide_vec3 sine = wide_vec3_cross(u, direction);
    wide along = wide_vec3_dot(point, u);
    if (wide_vec3_is_zero(sine))
        return along;
    wide both = wide_multiply(wide_vec3_dot(u, direction), wide_vec3_dot(point, direction));
    return wide_divide(wide_sub(along, both), wide_vec3_dot(sine, sine));
}

/* The origin of the parent's frame in body i's. */
static wide_vec3 parents_origin(const framing *f, uint32_t i)
{
    const frame *parent = &f->of[f->t->bodies[i].parent];
    wide_vec3 way = wide_vec3_sub(wide_mat3_apply(parent->axes, parent->at), origin_at(f, i));
    return wide_mat3_apply(wide_mat3_transpose(origin_turn(f, i)), way);
}

/* Way less its part along a direction of length 1 (all of it, of length 0). */
static double length_across(vec3 way, vec3 direction)
{
    return vec3_norm(vec3_sub(way, vec3_scale(direction, vec3_dot(way, direction))));
}

/* Whether `by` is a detour on the way to a point, all ways taken across a direction. */
static bool is_detour(vec3 to, vec3 by, vec3 parents, vec3 direction)
{
    double own = length_across(to, direction);
    double whole = length_across(vec3_sub(to, parents), direction);
    return length_across(vec3_sub(to, by), direction) > LONGEST_DETOUR * fmax(own, whole);
}

/* Whether an origin there is a detour on the way that a joint about u sees to a point: what lies
 * along u is no part of what the joint moves, but in axes that are not the joint's it is added to
 * what lies across, and takes the digits of that. (A way along u alone stays one.) */
static bool is_detour_along(wide_vec3 u, vec3 to, vec3 by)
{
    return vec3_norm(vec3_sub(to, by)) > LONGEST_DETOUR * vec3_norm(to) &&
           !wide_vec3_is_zero(across(u, wide_vec3_rounded(to)));
}

/* How far what body i and its parent carry lies from their origins: centres of mass and all that
 * hangs on them; of a parent that slides, also what its parent carries. */
static double reach_around(const framing *f, uint32_t i)
{
    double reach = 0;
    for (bool first = true;; first = false) {
        const tree_body *b = &f->t->bodies[i];
        reach = fmax(reach, b->body.mass_kg != 0 ? vec3_norm(b->body.com_m) : 0);
        for (uint32_t c = 0; c < f->children_count[i]; c++)
            reach = fmax(reach, vec3_norm(f->t->bodies[f->children[i][c]].origin.position));
        if (!i || !(first || b->kind == BODY_PRISMATIC))
            return reach;
        i = b->parent;
    }
}

/* The largest mass times distance from the origins of body i and its parent, of what these carry
 * beside body i itself. */
static double moment_around(const framing *f, uint32_t i)
{
    const uint32_t of[] = {i, f->t->bodies[i].parent};
    double moment = 0;
    for (int k = 0; k < 2; k++) {
        const tree_body *b = &f->t->bodies[of[k]];
        moment = fmax(moment, b->body.mass_kg * vec3_norm(b->body.com_m));
        for (uint32_t c = 0; c < f->children_count[of[k]]; c++) {
            const uint32_t child = f->children[of[k]][c];
            const double reach = vec3_norm(f->t->bodies[child].origin.position);
            moment = fmax(moment, child == i ? 0 : f->mass_below[child] * reach);
        }
    }
    return moment;
}

/* A body that turns in place may have its origin anywhere on the axis, but hands its mass to the
 * parent from there: no farther than what both carry anyway, and a heavy one no farther than its
 * share in the moments of that. */
static bool hands_over_from_afar(const framing *f, uint32_t i, vec3 origin)
{
    const inertia *body = &f->t->bodies[i].body;
    const double way = vec3_norm(vec3_sub(body->com_m, origin));
    return way > LONGEST_DETOUR * reach_around(f, i) ||
           way * body->mass_kg > LONGEST_DETOUR * moment_around(f, i);
}

/* True if an origin there (in the tree's frame of body i) is no detour to the centre of mass and to
 * the children: neither on the whole nor across the parent's axis, for what lies along that may be
 * far and not move at all; of a body that turns, nor as its own joint sees the children; of one
 * that slides, across none of its own axes either. */
static bool is_near(const framing *f, uint32_t i, vec3 origin)
{
    const tree_body *b = &f->t->bodies[i];
    vec3 parents = wide_vec3_value(parents_origin(f, i));
    vec3 along[] = {{{0, 0, 0}}, {{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
    int count = b->kind == BODY_PRISMATIC ? 5 : 2;
    if (b->parent && f->t->bodies[b->parent].kind == BODY_REVOLUTE)
        along[1] = mat3_apply(mat3_transpose(b->origin.rotation), f->t->bodies[b->parent].axis);
    wide_vec3 com = wide_vec3_rounded(b->body.com_m);
    wide_vec3 u = axis_of(f, i);
    bool turns_in_place = b->kind == BODY_REVOLUTE && wide_vec3_is_zero(across(u, com));
    bool has_mass = b->body.mass_kg != 0;
    if (has_mass && turns_in_place && is_detour(b->body.com_m, origin, parents, along[0]) &&
        hands_over_from_afar(f, i, origin))
        return false;
    for (int k = 0; k < count; k++)
        if (has_mass && !turns_in_place && is_detour(b->body.com_m, origin, parents, along[k]))
            return false;
    const uint32_t children = f->children_count[i];
    for (uint32_t c = 0; c < children + f->carried_count; c++) {
        const tree_frame *carried = c < children ? NULL : &f->t->frames[c - children];
        if (carried && carried->body != i)
            continue;
        const vec3 to = carried ? carried->in_body.position
                                : f->t->bodies[f->children[i][c]].origin.position;
        if (b->kind == BODY_REVOLUTE && is_detour_along(u, to, origin))
            return false;
        for (int k = 0; k < count; k++)
            if (is_detour(to, origin, parents, along[k]))
                return false;
    }
    return true;
}

/* Axes along those of a frame that the body carries, origin at its height. */
static void add_carried(frame_candidates *c, wide_vec3 u, pose in_body)
{
    wide_mat3 turn = wide_mat3_rounded(in_body.rotation);
    wide_vec3 at = wide_vec3_rounded(in_body.position);
    for (int k = 0; k < 3; k++)
        add_direction(c, u, wide_mat3_column(turn, k));
    add_direction(c, u, at);
    add_slide(c, wide_vec3_dot(at, u));
}

static frame_candidates candidates_of(const framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    frame_candidates c = {0};
    wide_vec3 u = axis_of(f, i);
    add_slide(&c, wide_exact(0));
    for (int k = 0; k < 3; k++)
        add_direction(&c, u, unit(k));
    uint32_t h = b->parent;
    if (h && f->t->bodies[h].kind == BODY_REVOLUTE) {
        /* the parent's axis in this body's frame */
        wide_mat3 back = wide_mat3_transpose(origin_turn(f, i));
        wide_vec3 point = wide_mat3_apply(back, wide_vec3_scale(origin_at(f, i), wide_exact(-1)));
        add_slide(&c, foot_along(u, point, wide_mat3_apply(back, axis_of(f, h))));
    }
    for (uint32_t k = 0; k < f->children_count[i]; k++) {
        uint32_t child = f->children[i][k];
        wide_vec3 point = origin_at(f, child);
        wide_vec3 direction = wide_mat3_apply(origin_turn(f, child), axis_of(f, child));
        add_direction(&c, u, direction);
        add_direction(&c, u, across(direction, point));
        add_slide(&c, foot_along(u, point, direction));
        add_slide(&c, wide_vec3_dot(point, u));
    }
    add_direction(&c, u, wide_vec3_rounded(b->body.com_m));
    for (uint32_t k = 0; k < f->carried_count; k++)
        if (f->t->frames[k].body == i)
            add_carried(&c, u, f->t->frames[k].in_body);
    return c;
}

/* The x axis with which the angle has no offset of its own. */
static void add_plain(const framing *f, uint32_t i, frame_candidates *c)
{
    wide_mat3 rotation;
    wide_vec3 at;
    turn_angle delta;
    frames_placement(f->of, f->t, i, &rotation, &at);
    const wide_mat3 plain = model_split_rotation(rotation, &delta);
    const wide_mat3 into = wide_mat3_multiply(wide_mat3_transpose(origin_turn(f, i)),
                                              f->of[f->t->bodies[i].parent].axes);
    add_direction(c, axis_of(f, i), wide_mat3_column(wide_mat3_multiply(into, plain), 0));
}

/* Leaves those x in which the smaller second moment across the axis is no more than MOST times what
 * it is in the best of them. */
static void leave_aligned(const framing *f, uint32_t i, frame_candidates *c)
{
    static const double MOST = 4;
    const wide_vec3 u = axis_of(f, i);
    vec3 arm[MOST_CANDIDATES];
    const uint32_t arms = frame_arms(f, i, arm, MOST_CANDIDATES);
    for (uint32_t k = 0; k < arms; k++)
        add_direction(c, u, wide_vec3_rounded(arm[k]));
    double moment[MOST_CANDIDATES], least = INFINITY;
    int left = 0;
    for (int x = 0; x < c->x_count; x++) {
        moment[x] = frame_smaller_moment(f, i, wide_vec3_value(u), wide_vec3_value(c->x[x]));
        least = fmin(least, moment[x]);
    }
    for (int x = 0; x < c->x_count; x++)
        if (moment[x] <= MOST * least)
            c->x[left++] = c->x[x];
    c->x_count = left;
}

/* --- choices ----------------------------------------------------------------------------- */

static void choose_revolute(framing *f, uint32_t i)
{
    frame_candidates c = candidates_of(f, i);
    double sense = f->of[i].sense;
    wide_vec3 z = wide_vec3_scale(axis_of(f, i), wide_exact(sense));
    frame best = f->of[i];
    double best_price = INFINITY;
    if (f->t->plain_angles) { /* whatever is about the axis, is along z */
        const wide_mat3 first = wide_mat3_from_columns(c.x[0], wide_vec3_cross(z, c.x[0]), z);
        f->of[i] = (frame){chosen_axes(first), wide_vec3_exact((vec3){{0, 0, 0}}), sense};
        add_plain(f, i, &c);
    }
    if (f->is_lopsided && f->is_lopsided[i])
        leave_aligned(f, i, &c);
    for (int s = 0; s < c.slide_count; s++) {
        if (!is_near(f, i, vec3_scale(f->t->bodies[i].axis, c.slide[s])))
            continue;
        wide_vec3 at = wide_vec3_scale(unit(2), wide_rounded(c.slide[s] * sense));
        for (int x = 0; x < c.x_count; x++) {
            wide_mat3 axes = wide_mat3_from_columns(c.x[x], wide_vec3_cross(z, c.x[x]), z);
            f->of[i] = (frame){chosen_axes(axes), at, sense};
            double price = frame_price(f, i);
            if (price < best_price) {
                best_price = price;
                best = f->of[i];
            }
        }
    }
    f->of[i] = best;
}

/* What a prismatic body's own axes decide beyond placements: the entries of its joint's axis. */
static double slide_price(const framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    wide_vec3 com = wide_vec3_rounded(b->body.com_m);
    wide_vec3 axis = wide_mat3_apply(wide_mat3_transpose(f->of[i].axes), axis_of(f, i));
    double price = 0;
    for (int k = 0; k < 3; k++)
        price += wide_is_zero(axis.v[k]) ? 0 : 8;
    if (b->body.mass_kg != 0 && !wide_vec3_is_zero(frame_point(&f->of[i], com)))
        price += 10;
    return price;
}

/* The parent's axes or the tree's; the origin where something is already. In axes of its own a
 * body does not stand at the parent's origin: turned, a long way along one axis would fill all
 * three. */
static void choose_prismatic(framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    const frame *parent = &f->of[b->parent];
    wide_mat3 back = wide_mat3_transpose(origin_turn(f, i));
    wide_mat3 axes[2] = {chosen_axes(wide_mat3_multiply(back, parent->axes)),
                         wide_mat3_exact(mat3_identity())};
    wide_vec3 at[MOST_CANDIDATES] = {wide_vec3_exact((vec3){{0, 0, 0}}),
                                     wide_vec3_rounded(b->body.com_m)};
    enum { PARENTS_ORIGIN = 2 };
    at[PARENTS_ORIGIN] = parents_origin(f, i);
    uint32_t count = PARENTS_ORIGIN + 1;
    for (uint32_t k = 0; k < f->children_count[i] && count < MOST_CANDIDATES; k++)
        at[count++] = origin_at(f, f->children[i][k]);
    for (uint32_t k = 0; k < f->carried_count && count < MOST_CANDIDATES; k++)
        if (f->t->frames[k].body == i)
            at[count++] = wide_vec3_rounded(f->t->frames[k].in_body.position);
    frame best = f->of[i];
    double best_price = INFINITY;
    for (uint32_t k = 0; k < 2 * count; k++) {
        const wide_mat3 *own = &axes[k / count];
        if (k == count + PARENTS_ORIGIN || !is_near(f, i, wide_vec3_value(at[k % count])))
            continue;
        wide_vec3 origin = wide_mat3_apply(wide_mat3_transpose(*own), at[k % count]);
        if (k == PARENTS_ORIGIN) { /* without a turn and its rounding */
            wide_mat3 into_parent = wide_mat3_transpose(parent->axes);
            origin = wide_vec3_sub(parent->at, wide_mat3_apply(into_parent, origin_at(f, i)));
        }
        f->of[i] = (frame){*own, wide_vec3_settle(origin), 1};
        double price = frame_price(f, i) + slide_price(f, i);
        if (price < best_price) {
            best_price = price;
            best = f->of[i];
        }
    }
    f->of[i] = best;
}

/* Parallel axes of a chain get the same sense, so that angles add. */
static void choose_senses(framing *f)
{
    for (uint32_t i = 1; i < f->t->bodies_count; i++) {
        const tree_body *b = &f->t->bodies[i];
        if (b->kind != BODY_REVOLUTE || !b->parent || f->t->bodies[b->parent].kind != BODY_REVOLUTE)
            continue;
        wide_vec3 parents = axis_of(f, b->parent);
        wide_vec3 own = wide_mat3_apply(origin_turn(f, i), axis_of(f, i));
        bool parallel = wide_vec3_is_zero(wide_vec3_cross(parents, own));
        if (parallel && wide_vec3_dot(parents, own).hi * f->of[b->parent].sense < 0)
            f->of[i].sense = -1;
    }
}

static void framing_init(arena *mem, const tree *t, bool carries_frames, const bool *is_lopsided,
                         framing *f)
{
    *f = (framing){.t = t, .carried_count = carries_frames ? t->frames_count : 0,
                   .is_lopsided = is_lopsided};
    f->of = ARENA_ARRAY(mem, frame, t->bodies_count);
    f->children = ARENA_ARRAY(mem, uint32_t *, t->bodies_count);
    f->children_count = ARENA_ARRAY(mem, uint32_t, t->bodies_count);
    for (uint32_t i = 0; i < t->bodies_count; i++)
        f->of[i] = (frame){.axes = wide_mat3_exact(mat3_identity()), .sense = 1};
    for (uint32_t i = 1; i < t->bodies_count; i++)
        f->children_count[t->bodies[i].parent]++;
    for (uint32_t i = 0; i < t->bodies_count; i++) {
        f->children[i] = ARENA_ARRAY(mem, uint32_t, f->children_count[i] + 1);
        f->children_count[i] = 0;
    }
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        uint32_t h = t->bodies[i].parent;
        f->children[h][f->children_count[h]++] = i;
    }
    f->mass_below = ARENA_ARRAY(mem, double, t->bodies_count);
    for (uint32_t i = t->bodies_count; i-- > 0;) {
        f->mass_below[i] += t->bodies[i].body.mass_kg;
        if (i)
            f->mass_below[t->bodies[i].parent] += f->mass_below[i];
    }
}

bool frames_hold_offsets(const tree *t)
{
    arena mem = arena_make();
    tree own = anchors_without_lengths(&mem, t);
    own.plain_angles = false;
    bool found = false;
    for (int carries = 0; carries < 2; carries++) {
        const framing f = {.t = &own, .of = frames_choose(&mem, &own, carries, NULL)};
        for (uint32_t i = 1; i < own.bodies_count; i++) {
            wide_mat3 rotation;
            wide_vec3 at;
            frames_placement(f.of, &own, i, &rotation, &at);
            found = found || (own.bodies[i].kind == BODY_REVOLUTE &&
                              frame_offset_price(&f, i, rotation) > 0);
        }
    }
    arena_free(&mem);
    return found;
}

frame *frames_choose(arena *mem, const tree *t, bool carries_frames, const bool *is_lopsided)
{
    framing f;
    framing_init(mem, t, carries_frames, is_lopsided, &f);
    choose_senses(&f);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 1; i < t->bodies_count; i++)
            if (t->bodies[i].kind == BODY_REVOLUTE)
                choose_revolute(&f, i);
            else if (t->bodies[i].kind == BODY_PRISMATIC)
                choose_prismatic(&f, i);
    return f.of;
}
