/* SPDX-License-Identifier: MIT */
#include "writers/model.h"

#include "writers/base_numbers.h"
#include "writers/lopsided.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool is_identity(mat3 r)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            if (r.m[row][column] != (row == column ? 1 : 0))
                return false;
    return true;
}

/* --- frames ------------------------------------------------------------------------------ */

/* The x axis of the simplest rotation whose z axis is e (unit, not z itself) and whose x axis is
 * near x. */
static wide_vec3 simple_x(wide_vec3 e, wide_vec3 x)
{
    vec3 out = {{0, 0, 0}};
    int zeros = 0, least = 0, largest = 0;
    for (int k = 0; k < 3; k++) {
        zeros += e.v[k].hi == 0;
        least = fabs(e.v[k].hi) < fabs(e.v[least].hi) ? k : least;
        largest = fabs(x.v[k].hi) > fabs(x.v[largest].hi) ? k : largest;
    }
    if (zeros == 0) { /* x across e and z: two plane rotations. Of an e that is nearly z these are
                       * known less well than the angle is, which takes up whatever is chosen */
        wide_vec3 z = wide_vec3_exact((vec3){{0, 0, 1}});
        return wide_vec3_chosen(wide_vec3_unit(wide_vec3_cross(z, e)));
    }
    if (zeros == 2) /* a coordinate axis: the nearest of the four signed permutations */
        out.v[largest] = x.v[largest].hi > 0 ? 1 : -1;
    else /* one plane rotation */
        out.v[least] = 1;
    return wide_vec3_exact(out);
}

/* Ten bits of the rest are all that is lost with an offset that is the whole angle. */
static const double NEAR_RIGHT = 0x1p-10;

static turn_angle angle_of(wide sine, wide cosine)
{
    double s = wide_value(sine), c = wide_value(cosine);
    const double less[4][2] = {{s, c}, {-c, s}, {-s, -c}, {c, -s}}; /* k right angles less */
    for (int k = 1; k < 4; k++)
        if (less[k][0] != 0 && fabs(less[k][0]) < NEAR_RIGHT * less[k][1])
            return (turn_angle){k, atan2(less[k][0], less[k][1])};
    return (turn_angle){0, atan2(s, c)};
}

wide_mat3 model_split_rotation(wide_mat3 r, turn_angle *delta)
{
    wide_vec3 x = wide_mat3_column(r, 0), e = wide_vec3_unit(wide_mat3_column(r, 2));
    if (e.v[2].hi > 0 && e.v[0].hi == 0 && e.v[1].hi == 0) {
        /* parallel axes: the angle takes up everything, so that angles add */
        *delta = angle_of(x.v[1], x.v[0]);
        return wide_mat3_exact(mat3_identity());
    }
    if (frame_is_permutation(r)) {
        *delta = (turn_angle){0, 0};
        return r;
    }
    wide_vec3 first = simple_x(e, x), second = wide_vec3_cross(e, first);
    wide along = wide_settle(wide_vec3_dot(x, first)), over = wide_settle(wide_vec3_dot(x, second));
    *delta = angle_of(over, along);
    return wide_rotation_settle(wide_mat3_from_columns(first, second, e));
}

/* The sum of two angles, zero where they cancel but for their own rounding. */
static double angle_sum(double a, double b)
{
    double sum = a + b;
    return fabs(sum) <= DBL_EPSILON * fmin(fabs(a), fabs(b)) ? 0 : sum;
}

/* --- inertia ----------------------------------------------------------------------------- */

static void build_inertia(model_body *to, const inertia *of)
{
    wide_mat3 back = wide_mat3_transpose(to->in_link.axes);
    wide_mat3 j = wide_inertia_turned(back, wide_inertia_of(of));
    wide_vec3 c = frame_point(&to->in_link, wide_com_of(of));
    wide mass = wide_mass_of(of), half = wide_exact(0.5);
    to->exact.mass = mass;
    to->exact.first = wide_vec3_scale(c, mass);
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        wide own = wide_multiply(half, wide_sub(wide_add(j.m[y][y], j.m[z][z]), j.m[x][x]));
        wide point = wide_multiply(mass, wide_multiply(c.v[x], c.v[x]));
        wide product = wide_multiply(mass, wide_multiply(c.v[y], c.v[z]));
        to->exact.second.m[x][x] = wide_add(own, point);
        to->exact.second.m[y][z] = to->exact.second.m[z][y] = wide_sub(product, j.m[y][z]);
    }
}

/* Whether the J of two P loses at most four bits when it is made from them, turned by any angle:
 * turns carry their product into them. Real bodies lose none: their P are sums of squares, and a
 * product is at most half of the sum of two. */
static bool pair_is_sound(const wide_mat3 *p, int x, int y)
{
    const wide a = p->m[x][x], b = p->m[y][y];
    const double most = 16 * fabs(wide_add(a, b).hi);
    return fabs(a.hi) + fabs(b.hi) <= most && 2 * fabs(p->m[x][y].hi) <= most;
}

static bool second_is_sound(const wide_mat3 *p)
{
    return pair_is_sound(p, 0, 1) && pair_is_sound(p, 1, 2) && pair_is_sound(p, 2, 0);
}

static void settle_inertia(model_body *b)
{
    b->exact.mass = wide_settle(b->exact.mass);
    b->exact.first = wide_vec3_settle(b->exact.first);
    b->exact.second = wide_mat3_settle(b->exact.second);
}

/* The doubles that equations are written with. */
static void round_inertia(model_body *b)
{
    settle_inertia(b);
    const wide_mat3 *p = &b->exact.second;
    b->mass = wide_value(b->exact.mass);
    b->first = wide_vec3_value(b->exact.first);
    b->second = wide_mat3_value(*p);
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        b->moment.v[x] = wide_value(wide_settle(wide_add(p->m[y][y], p->m[z][z])));
        b->difference.v[x] = wide_value(wide_settle(wide_sub(p->m[y][y], p->m[z][z])));
    }
}

void model_set_inertia(model_body *to, const inertia *of)
{
    build_inertia(to, of);
    to->is_sound = second_is_sound(&to->exact.second);
    round_inertia(to);
}

/* --- the model --------------------------------------------------------------------------- */

static void build_body(const tree *t, const frame *of, uint32_t i, model_body *to)
{
    const tree_body *b = &t->bodies[i];
    *to = (model_body){.kind = b->kind, .parent = b->parent, .name = b->name, .in_link = of[i],
                       .coordinate = b->coordinate, .ratio = b->ratio, .offset = b->offset,
                       .rate_ratio = tree_rate_ratio(b)};
    frames_placement(of, t, i, &to->exact.rotation, &to->exact.anchor);
    if (b->kind == BODY_REVOLUTE) {
        turn_angle delta;
        to->exact.rotation = model_split_rotation(to->exact.rotation, &delta);
        to->ratio *= of[i].sense;
        to->rate_ratio *= of[i].sense;
        to->offset = angle_sum(b->offset * of[i].sense, delta.rest);
        to->quarters = delta.quarters;
    } else if (b->kind == BODY_PRISMATIC) {
        wide_mat3 back = wide_mat3_transpose(of[i].axes);
        wide_vec3 axis = wide_mat3_apply(back, wide_vec3_rounded(b->axis));
        to->axis = wide_vec3_value(wide_vec3_settle(axis));
    }
    to->rotation = wide_mat3_value(to->exact.rotation);
    to->anchor = anchor_make(t, i, wide_mat3_transpose(of[b->parent].axes), to->exact.anchor);
    to->place = anchor_of_file(t, &to->anchor);
    model_set_inertia(to, &b->body);
}

static void build_bodies(arena *mem, const tree *t, const frame *of, model *out)
{
    *out = (model){.count = t->bodies_count, .gravity = t->gravity_ms2};
    out->bodies = ARENA_ARRAY(mem, model_body, t->bodies_count);
    for (uint32_t i = 1; i < t->bodies_count; i++)
        build_body(t, of, i, &out->bodies[i]);
    model_mark_lopsided(out, t);
}

/* Bodies that turn out to be lopsided have another choice of axes. */
void model_build(arena *mem, const tree *t, model *out)
{
    const tree known = anchors_without_lengths(mem, t);
    bool *is_lopsided = ARENA_ARRAY(mem, bool, t->bodies_count), any = false;
    build_bodies(mem, &known, frames_choose(mem, &known, false, NULL), out);
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        is_lopsided[i] = out->bodies[i].is_lopsided;
        any = any || is_lopsided[i];
    }
    if (any)
        build_bodies(mem, &known, frames_choose(mem, &known, false, is_lopsided), out);
    if (t->parameters_count)
        base_numbers_choose(mem, t, out);
}

void model_build_massless(arena *mem, const tree *t, model *out)
{
    const tree known = anchors_without_lengths(mem, t);
    tree massless = known;
    massless.bodies = ARENA_ARRAY(mem, tree_body, t->bodies_count);
    for (uint32_t i = 0; i < t->bodies_count; i++) {
        massless.bodies[i] = known.bodies[i];
        massless.bodies[i].body = (inertia){0};
    }
    build_bodies(mem, &massless, frames_choose(mem, &massless, true, NULL), out);
}

model model_copy(arena *mem, const model *m)
{
    model copy = *m;
    copy.bodies = ARENA_ARRAY(mem, model_body, m->count);
    memcpy(copy.bodies, m->bodies, m->count * sizeof(model_body));
    return copy;
}

/* --- base parameters --------------------------------------------------------------------- */

static void add_product(wide *to, wide a, wide b, wide c)
{
    *to = wide_add(*to, wide_multiply(a, wide_multiply(b, c)));
}

/* Adds a line of mass along the child's z axis (its mass, first and second moment) to the
 * parent; the second moment alone where it is not known how far that is. */
static void hand_over_line(model *m, uint32_t i, wide axial)
{
    const bool is_whole = !m->bodies[i].anchor.lengths;
    model_exact *b = &m->bodies[i].exact, *h = &m->bodies[m->bodies[i].parent].exact;
    wide_vec3 e = wide_mat3_column(b->rotation, 2), at = b->anchor;
    wide mass = is_whole ? b->mass : wide_exact(0), first = is_whole ? b->first.v[2] : mass;
    for (int r = 0; r < 3; r++) {
        h->first.v[r] = wide_add(h->first.v[r], wide_multiply(mass, at.v[r]));
        h->first.v[r] = wide_add(h->first.v[r], wide_multiply(first, e.v[r]));
        for (int c = r; c < 3; c++) {
            wide *to = &h->second.m[r][c];
            add_product(to, mass, at.v[r], at.v[c]);
            add_product(to, first, at.v[r], e.v[c]);
            add_product(to, first, e.v[r], at.v[c]);
            add_product(to, axial, e.v[r], e.v[c]);
            h->second.m[c][r] = *to;
        }
    }
    h->mass = wide_add(h->mass, mass);
    b->mass = is_whole ? wide_exact(0) : b->mass;
    b->first.v[2] = is_whole ? wide_exact(0) : b->first.v[2];
}

static wide kept_axial(const wide_mat3 *p, keep_axial choice)
{
    switch (choice) {
    case KEEP_MINUS_XX: return wide_negative(p->m[0][0]);
    case KEEP_MINUS_YY: return wide_negative(p->m[1][1]);
    case KEEP_XX: return p->m[0][0];
    case KEEP_YY: return p->m[1][1];
    case KEEP_NONE:
    case KEEP_CHOICES: break;
    }
    return wide_exact(0);
}

static void take_spin(model_body *b, spin_choice choice)
{
    wide_mat3 *p = &b->exact.second;
    wide part = choice == SPIN_XX ? p->m[0][0] : choice == SPIN_YY ? p->m[1][1] : wide_exact(0);
    b->spin = 2 * wide_value(part);
    p->m[0][0] = wide_sub(p->m[0][0], part);
    p->m[1][1] = wide_sub(p->m[1][1], part);
    p->m[2][2] = wide_add(p->m[2][2], part);
}

static void regroup_revolute(model *m, uint32_t i, inertia_form own)
{
    model_body *b = &m->bodies[i];
    wide_mat3 *p = &b->exact.second;
    wide stays = p->m[2][2];
    if (b->is_sound) {
        take_spin(b, (spin_choice)own.spin);
        settle_inertia(b);
        stays = kept_axial(p, (keep_axial)own.keep);
    }
    hand_over_line(m, i, wide_sub(p->m[2][2], stays));
    p->m[2][2] = stays;
}

static void regroup_prismatic(model *m, uint32_t i)
{
    model_body *parent = &m->bodies[m->bodies[i].parent];
    model_exact *b = &m->bodies[i].exact, *h = &parent->exact;
    parent->is_sound = parent->is_sound && m->bodies[i].is_sound; /* P is the parent's from here */
    wide_mat3 moved = wide_mat3_congruence(b->rotation, b->second);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            h->second.m[r][c] = wide_add(h->second.m[r][c], moved.m[r][c]);
            b->second.m[r][c] = wide_exact(0);
        }
}

/* What turns about one direction only has one moment. */
static void fold_second(wide_mat3 *p)
{
    const wide moment = wide_add(p->m[0][0], p->m[1][1]), along = p->m[2][2];
    *p = (wide_mat3){0};
    p->m[0][0] = moment;
    p->m[2][2] = along;
}

void model_regroup_body(model *m, uint32_t i, inertia_form form)
{
    model_body *b = &m->bodies[i];
    settle_inertia(b);
    if (b->folds)
        fold_second(&b->exact.second);
    if (b->kind == BODY_REVOLUTE)
        regroup_revolute(m, i, b->given ? (inertia_form){KEEP_NONE, SPIN_NONE} : form);
    else if (b->kind == BODY_PRISMATIC)
        regroup_prismatic(m, i);
    base_numbers_leave(b);
    round_inertia(b);
}

void model_regroup(model *m, const inertia_form *form)
{
    for (uint32_t i = m->count; i-- > 1;)
        model_regroup_body(m, i, form ? form[i] : (inertia_form){KEEP_NONE, SPIN_NONE});
}

bool model_has_many_children(const model *m, uint32_t i)
{
    enum { MANY = 6 };
    uint32_t children = 0;
    for (uint32_t k = i + 1; k < m->count && children <= MANY; k++)
        children += m->bodies[k].parent == i;
    return children > MANY;
}

static void move_point_mass(model *m, uint32_t i, wide mass)
{
    model_exact *b = &m->bodies[i].exact, *h = &m->bodies[m->bodies[i].parent].exact;
    b->mass = wide_sub(b->mass, mass);
    h->mass = wide_add(h->mass, mass);
    for (int r = 0; r < 3; r++) {
        h->first.v[r] = wide_add(h->first.v[r], wide_multiply(mass, b->anchor.v[r]));
        for (int c = 0; c < 3; c++)
            add_product(&h->second.m[r][c], mass, b->anchor.v[r], b->anchor.v[c]);
    }
}

void model_balance(model *m)
{
    arena work = arena_make();
    wide *below = ARENA_ARRAY(&work, wide, m->count); /* mass of each subtree */
    for (uint32_t i = m->count; i-- > 1;) {
        model_body *b = &m->bodies[i];
        below[i] = wide_settle(wide_add(below[i], b->exact.mass));
        if (b->kind == BODY_REVOLUTE && !b->anchor.lengths && below[i].hi != 0)
            move_point_mass(m, i, below[i]);
        else
            below[b->parent] = wide_add(below[b->parent], below[i]);
        round_inertia(b);
    }
    arena_free(&work);
}

void model_rescale(model *m, double unit)
{
    m->gravity = vec3_scale(m->gravity, 1 / unit);
    for (uint32_t i = 1; i < m->count; i++) {
        model_body *b = &m->bodies[i];
        b->anchor = anchor_scaled(b->anchor, 1 / unit);
        b->place = vec3_scale(b->place, 1 / unit);
        b->mass *= unit * unit;
        b->first = vec3_scale(b->first, unit);
        if (b->kind == BODY_PRISMATIC) {
            b->ratio /= unit;
            b->rate_ratio /= unit;
            b->offset /= unit;
        }
    }
}

bool model_is_parallel(const model *m, uint32_t i)
{
    const model_body *b = &m->bodies[i];
    if (b->kind != BODY_REVOLUTE || !b->parent || m->bodies[b->parent].kind != BODY_REVOLUTE)
        return false;
    return is_identity(b->rotation);
}

void model_pose(const model *m, uint32_t i, pose in_body, mat3 *axes, vec3 *at)
{
    const frame *f = &m->bodies[i].in_link;
    wide_mat3 back = wide_mat3_transpose(f->axes);
    wide_mat3 turned = wide_mat3_multiply(back, wide_mat3_rounded(in_body.rotation));
    *axes = wide_mat3_value(wide_rotation_settle(turned));
    *at = wide_vec3_value(frame_point(f, wide_vec3_rounded(in_body.position)));
}
