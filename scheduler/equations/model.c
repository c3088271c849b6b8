#include "equations/model.h"

#include <math.h>
#include <string.h>

static const double ZERO = 1e-12; /* of the robot's size: rounding of sums of exact decimals */
static const double PI = 3.14159265358979323846;

static vec3 unit(int axis)
{
    vec3 u = {{0, 0, 0}};
    u.v[axis] = 1;
    return u;
}

static vec3 column(mat3 r, int c)
{
    return (vec3){{r.m[0][c], r.m[1][c], r.m[2][c]}};
}

static mat3 from_columns(vec3 x, vec3 y, vec3 z)
{
    mat3 r;
    for (int i = 0; i < 3; i++) {
        r.m[i][0] = x.v[i];
        r.m[i][1] = y.v[i];
        r.m[i][2] = z.v[i];
    }
    return r;
}

/* Entries that are 0 or 1 up to rounding become exactly that. */
static mat3 snap_rotation(mat3 r)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (fabs(r.m[i][j]) < ZERO)
                r.m[i][j] = 0;
            if (fabs(fabs(r.m[i][j]) - 1) < ZERO)
                r.m[i][j] = r.m[i][j] > 0 ? 1 : -1;
        }
    return r;
}

static vec3 snap_vector(vec3 x, double size)
{
    for (int i = 0; i < 3; i++)
        if (fabs(x.v[i]) < ZERO * size)
            x.v[i] = 0;
    return x;
}

static bool is_permutation(mat3 r)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (r.m[i][j] != 0 && fabs(r.m[i][j]) != 1)
                return false;
    return true;
}

static pose pose_inverse(pose p)
{
    mat3 t = mat3_transpose(p.rotation);
    return (pose){t, vec3_scale(mat3_apply(t, p.position), -1)};
}

/* --- choice of frames ----------------------------------------------------------------- */

/* Working data of one body while frames are chosen. */
typedef struct {
    pose frame;   /* chosen frame in the tree body's frame */
    double sense; /* the frame's z is sense x axis */
} chosen;

typedef struct {
    const tree *t;
    chosen *of;   /* per body */
    uint32_t **children;
    uint32_t *children_count;
    double length;
} framing;

/* Placement of body i's chosen frame (q = 0) in its parent's chosen frame. */
static pose placement(const framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    pose p = pose_multiply(pose_inverse(f->of[b->parent].frame), pose_multiply(b->origin, f->of[i].frame));
    p.rotation = snap_rotation(p.rotation);
    p.position = snap_vector(p.position, f->length);
    return p;
}

/* How dear a placement is, in operations spent on turning and shifting six vectors. */
static double placement_price(const framing *f, uint32_t i)
{
    pose p = placement(f, i);
    double price = 0;
    for (int k = 0; k < 3; k++)
        price += p.position.v[k] != 0 ? 8 : 0;
    if (f->t->bodies[i].kind == BODY_REVOLUTE) {
        int zeros = 0;
        for (int k = 0; k < 3; k++)
            zeros += p.rotation.m[k][2] == 0;
        price += zeros == 2 ? 0 : zeros == 1 ? 30 : 60;
    } else if (!is_permutation(p.rotation)) {
        price += 60;
    }
    return price;
}

static double inertia_price(const framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    if (b->body.mass_kg == 0)
        return 0;
    inertia own = inertia_move(b->body, pose_inverse(f->of[i].frame));
    vec3 c = snap_vector(own.com_m, f->length);
    double price = (c.v[0] != 0 ? 6 : 0) + (c.v[1] != 0 ? 6 : 0);
    double size = fabs(own.inertia_com_kgm2.m[0][0]) + fabs(own.inertia_com_kgm2.m[1][1]) + fabs(own.inertia_com_kgm2.m[2][2]);
    for (int r = 0; r < 3; r++)
        for (int k = r + 1; k < 3; k++) {
            double mixed = own.inertia_com_kgm2.m[r][k] - b->body.mass_kg * c.v[r] * c.v[k];
            price += fabs(mixed) > ZERO * size ? 3 : 0;
        }
    return price;
}

/* Price of everything that the frame of body i decides. */
static double local_price(const framing *f, uint32_t i)
{
    double price = placement_price(f, i) + inertia_price(f, i);
    if (f->t->bodies[i].parent == 0) /* the base does not move: shifts are free there */
        for (int k = 0; k < 3; k++)
            price -= placement(f, i).position.v[k] != 0 ? 8 : 0;
    for (uint32_t c = 0; c < f->children_count[i]; c++)
        price += placement_price(f, f->children[i][c]);
    return price;
}

/* Axis line of joint i seen from body `from` (its parent or itself): a point and a direction, tree frames. */
static void axis_line(const framing *f, uint32_t i, bool from_parent, vec3 *point, vec3 *direction)
{
    const tree_body *b = &f->t->bodies[i];
    *point = from_parent ? b->origin.position : (vec3){{0, 0, 0}};
    *direction = from_parent ? mat3_apply(b->origin.rotation, b->axis) : b->axis;
}

/* Where along the own axis (through the origin, direction u) the common normal to another line stands. */
static double foot_along(vec3 u, vec3 point, vec3 direction)
{
    double c = vec3_dot(u, direction), across = 1 - c * c;
    if (across < 1e-9)
        return vec3_dot(point, u);
    return (vec3_dot(point, u) - c * vec3_dot(point, direction)) / across;
}

enum { MOST_CANDIDATES = 24 };

typedef struct {
    vec3 x[MOST_CANDIDATES];
    int x_count;
    double slide[MOST_CANDIDATES];
    int slide_count;
} frame_candidates;

static void add_direction(frame_candidates *c, vec3 u, vec3 direction, double size)
{
    vec3 across = vec3_sub(direction, vec3_scale(u, vec3_dot(u, direction)));
    double length = vec3_norm(across);
    if (length > 1e-9 * size && c->x_count < MOST_CANDIDATES)
        c->x[c->x_count++] = vec3_scale(across, 1 / length);
}

static void add_slide(frame_candidates *c, double slide)
{
    if (c->slide_count < MOST_CANDIDATES)
        c->slide[c->slide_count++] = slide;
}

static frame_candidates candidates_of(const framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    frame_candidates c = {0};
    vec3 u = b->axis, point, direction;
    add_slide(&c, 0);
    for (int k = 0; k < 3; k++)
        add_direction(&c, u, unit(k), 1);
    uint32_t h = b->parent;
    if (h && f->t->bodies[h].kind == BODY_REVOLUTE) {
        /* the parent's axis in this body's frame */
        pose back = pose_inverse(b->origin);
        add_slide(&c, foot_along(u, back.position, mat3_apply(back.rotation, f->t->bodies[h].axis)));
    }
    for (uint32_t k = 0; k < f->children_count[i]; k++) {
        axis_line(f, f->children[i][k], true, &point, &direction);
        add_direction(&c, u, direction, 1);
        add_direction(&c, u, vec3_sub(point, vec3_scale(direction, vec3_dot(point, direction))), f->length);
        add_slide(&c, foot_along(u, point, direction));
        add_slide(&c, vec3_dot(point, u));
    }
    add_direction(&c, u, b->body.com_m, f->length);
    return c;
}

static mat3 frame_axes(vec3 x, vec3 z)
{
    return snap_rotation(from_columns(x, vec3_cross(z, x), z));
}

static void choose_revolute(framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    frame_candidates c = candidates_of(f, i);
    vec3 z = vec3_scale(b->axis, f->of[i].sense);
    pose best = f->of[i].frame;
    double best_price = INFINITY;
    for (int s = 0; s < c.slide_count; s++)
        for (int x = 0; x < c.x_count; x++) {
            f->of[i].frame = (pose){frame_axes(c.x[x], z), vec3_scale(b->axis, c.slide[s])};
            double price = local_price(f, i);
            if (price < best_price - 1e-9) {
                best_price = price;
                best = f->of[i].frame;
            }
        }
    f->of[i].frame = best;
}

static void choose_prismatic(framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    mat3 axes = mat3_multiply(mat3_transpose(b->origin.rotation), f->of[b->parent].frame.rotation);
    vec3 at[MOST_CANDIDATES];
    int count = 0;
    at[count++] = (vec3){{0, 0, 0}};
    at[count++] = b->body.com_m;
    at[count++] = mat3_apply(mat3_transpose(b->origin.rotation),
                             vec3_sub(f->of[b->parent].frame.position, b->origin.position));
    for (uint32_t k = 0; k < f->children_count[i] && count < MOST_CANDIDATES; k++)
        at[count++] = f->t->bodies[f->children[i][k]].origin.position;
    pose best = f->of[i].frame;
    double best_price = INFINITY;
    for (int k = 0; k < count; k++) {
        f->of[i].frame = (pose){snap_rotation(axes), at[k]};
        double price = local_price(f, i);
        if (b->body.mass_kg != 0 && vec3_norm(vec3_sub(b->body.com_m, at[k])) > ZERO * f->length)
            price += 10;
        if (price < best_price - 1e-9) {
            best_price = price;
            best = f->of[i].frame;
        }
    }
    f->of[i].frame = best;
}

/* Parallel axes of a chain get the same sense, so that angles add. */
static void choose_senses(framing *f)
{
    for (uint32_t i = 1; i < f->t->bodies_count; i++) {
        const tree_body *b = &f->t->bodies[i];
        f->of[i].sense = 1;
        if (b->kind != BODY_REVOLUTE || !b->parent || f->t->bodies[b->parent].kind != BODY_REVOLUTE)
            continue;
        double along = vec3_dot(mat3_apply(b->origin.rotation, b->axis), f->t->bodies[b->parent].axis);
        if (along * f->of[b->parent].sense < -1 + 1e-12)
            f->of[i].sense = -1;
    }
}

static void framing_init(arena *mem, const tree *t, framing *f)
{
    *f = (framing){.t = t};
    f->of = ARENA_ARRAY(mem, chosen, t->bodies_count);
    f->children = ARENA_ARRAY(mem, uint32_t *, t->bodies_count);
    f->children_count = ARENA_ARRAY(mem, uint32_t, t->bodies_count);
    for (uint32_t i = 0; i < t->bodies_count; i++)
        f->of[i] = (chosen){pose_identity(), 1};
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        f->children_count[t->bodies[i].parent]++;
        double reach = vec3_norm(t->bodies[i].origin.position) + vec3_norm(t->bodies[i].body.com_m);
        f->length = reach > f->length ? reach : f->length;
    }
    f->length = f->length > 0 ? f->length : 1;
    for (uint32_t i = 0; i < t->bodies_count; i++) {
        f->children[i] = ARENA_ARRAY(mem, uint32_t, f->children_count[i] + 1);
        f->children_count[i] = 0;
    }
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        uint32_t h = t->bodies[i].parent;
        f->children[h][f->children_count[h]++] = i;
    }
}

/* --- the model -------------------------------------------------------------------------- */

/* rotation = C Rz(delta) with C as simple as the third column allows; returns C. */
static mat3 split_rotation(mat3 r, double *delta)
{
    vec3 e = column(r, 2), x = column(r, 0);
    int axis = -1;
    for (int k = 0; k < 3; k++)
        if (fabs(e.v[k]) == 1)
            axis = k;
    if (e.v[2] == 1) { /* parallel axes: the angle takes up everything, so that angles add */
        *delta = atan2(x.v[1], x.v[0]);
        return mat3_identity();
    }
    if (is_permutation(r)) {
        *delta = 0;
        return r;
    }
    vec3 simple_x;
    if (axis >= 0) { /* a coordinate axis: the nearest of the four signed permutations */
        vec3 candidate = {{0, 0, 0}};
        int largest = 0;
        for (int k = 1; k < 3; k++)
            if (fabs(x.v[k]) > fabs(x.v[largest]))
                largest = k;
        candidate.v[largest] = x.v[largest] > 0 ? 1 : -1;
        simple_x = candidate;
    } else { /* x across e and a coordinate axis: one plane rotation where e has a zero, two otherwise */
        int zero = 0;
        for (int k = 0; k < 3; k++)
            if (fabs(e.v[k]) < fabs(e.v[zero]))
                zero = k;
        vec3 across = e.v[zero] == 0 ? unit(zero) : vec3_cross(unit(2), e);
        simple_x = vec3_scale(across, 1 / vec3_norm(across));
    }
    mat3 simple = frame_axes(simple_x, e);
    *delta = atan2(vec3_dot(x, column(simple, 1)), vec3_dot(x, simple_x));
    return simple;
}

static void model_inertia(model *m, uint32_t i, const tree_body *b, pose frame)
{
    inertia own = inertia_move(b->body, pose_inverse(frame));
    model_body *to = &m->bodies[i];
    to->mass = own.mass_kg;
    to->first = vec3_scale(own.com_m, own.mass_kg);
    const mat3 *j = &own.inertia_com_kgm2;
    double half = (j->m[0][0] + j->m[1][1] + j->m[2][2]) / 2;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->second.m[r][c] = (r == c ? half : 0) - j->m[r][c] + own.mass_kg * own.com_m.v[r] * own.com_m.v[c];
}

void model_build(arena *mem, const tree *t, model *out)
{
    framing f;
    framing_init(mem, t, &f);
    choose_senses(&f);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 1; i < t->bodies_count; i++)
            if (t->bodies[i].kind == BODY_REVOLUTE)
                choose_revolute(&f, i);
            else if (t->bodies[i].kind == BODY_PRISMATIC)
                choose_prismatic(&f, i);
    *out = (model){.bodies = ARENA_ARRAY(mem, model_body, t->bodies_count), .count = t->bodies_count, .gravity = t->gravity_ms2};
    out->length = f.length;
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        model_body *to = &out->bodies[i];
        pose p = placement(&f, i);
        *to = (model_body){.kind = b->kind, .parent = b->parent, .name = b->name, .rotation = p.rotation,
                           .anchor = p.position, .coordinate = b->coordinate, .ratio = b->ratio * f.of[i].sense,
                           .offset = b->offset * f.of[i].sense, .in_link = f.of[i].frame};
        if (b->kind == BODY_REVOLUTE) {
            double delta;
            to->rotation = split_rotation(p.rotation, &delta);
            to->offset += delta;
        } else if (b->kind == BODY_PRISMATIC) {
            to->axis = snap_vector(mat3_apply(mat3_transpose(f.of[i].frame.rotation), b->axis), 1);
            to->ratio = b->ratio;
            to->offset = b->offset;
        }
        if (fabs(to->offset) < ZERO || fabs(fabs(to->offset) - 2 * PI) < ZERO)
            to->offset = 0;
        model_inertia(out, i, b, f.of[i].frame);
        out->mass_scale += b->body.mass_kg;
    }
}

model model_copy(arena *mem, const model *m)
{
    model copy = *m;
    copy.bodies = ARENA_ARRAY(mem, model_body, m->count);
    memcpy(copy.bodies, m->bodies, m->count * sizeof(model_body));
    return copy;
}

static void clean_inertia(const model *m, model_body *b)
{
    double size = m->mass_scale * m->length;
    b->first = snap_vector(b->first, size);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (fabs(b->second.m[r][c]) < ZERO * size * m->length)
                b->second.m[r][c] = 0;
    if (fabs(b->mass) < ZERO * m->mass_scale)
        b->mass = 0;
}

/* Adds a line of mass along the child's z axis (its mass, first and second moment) to the parent. */
static void hand_over_line(model *m, uint32_t i, double axial)
{
    model_body *b = &m->bodies[i], *h = &m->bodies[b->parent];
    vec3 e = column(b->rotation, 2), at = b->anchor;
    double mass = b->mass, first = b->first.v[2];
    for (int r = 0; r < 3; r++) {
        h->first.v[r] += mass * at.v[r] + first * e.v[r];
        for (int c = 0; c < 3; c++)
            h->second.m[r][c] += mass * at.v[r] * at.v[c] + first * (at.v[r] * e.v[c] + e.v[r] * at.v[c]) + axial * e.v[r] * e.v[c];
    }
    h->mass += mass;
    b->mass = 0;
    b->first.v[2] = 0;
    b->second.m[2][2] -= axial;
}

static double kept_axial(const model_body *b, keep_axial choice)
{
    switch (choice) {
    case KEEP_MINUS_XX: return -b->second.m[0][0];
    case KEEP_MINUS_YY: return -b->second.m[1][1];
    case KEEP_XX: return b->second.m[0][0];
    case KEEP_YY: return b->second.m[1][1];
    case KEEP_NONE:
    case KEEP_CHOICES: break;
    }
    return 0;
}

static void take_spin(model_body *b, spin_choice choice)
{
    double p = choice == SPIN_XX ? b->second.m[0][0] : choice == SPIN_YY ? b->second.m[1][1] : 0;
    b->spin = 2 * p;
    b->second.m[0][0] -= p;
    b->second.m[1][1] -= p;
    b->second.m[2][2] += p;
}

void model_regroup(model *m, const inertia_form *form)
{
    for (uint32_t i = m->count; i-- > 1;) {
        model_body *b = &m->bodies[i];
        clean_inertia(m, b);
        if (b->kind == BODY_REVOLUTE) {
            inertia_form own = form ? form[i] : (inertia_form){KEEP_NONE, SPIN_NONE};
            take_spin(b, (spin_choice)own.spin);
            clean_inertia(m, b);
            double stays = kept_axial(b, (keep_axial)own.keep);
            hand_over_line(m, i, b->second.m[2][2] - stays);
            b->second.m[2][2] = stays;
        } else if (b->kind == BODY_PRISMATIC) {
            mat3 moved = mat3_multiply(mat3_multiply(b->rotation, b->second), mat3_transpose(b->rotation));
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) {
                    m->bodies[b->parent].second.m[r][c] += moved.m[r][c];
                    b->second.m[r][c] = 0;
                }
        }
    }
}

bool model_is_parallel(const model *m, uint32_t i)
{
    const model_body *b = &m->bodies[i];
    if (b->kind != BODY_REVOLUTE || !b->parent || m->bodies[b->parent].kind != BODY_REVOLUTE)
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (b->rotation.m[r][c] != (r == c ? 1 : 0))
                return false;
    return true;
}

void model_clean_pose(const model *m, mat3 *axes, vec3 *at)
{
    *axes = snap_rotation(*axes);
    *at = snap_vector(*at, m->length);
}
