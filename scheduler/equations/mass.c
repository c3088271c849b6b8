/* Outwards: angular velocities and gravity. Inwards: composite inertias, the wrench of velocities
 * and gravity, and for each body the wrench of its unit acceleration. Everything is written for
 * every body; what no output needs is swept away afterwards.
 *
 * Axes of body i. "Before": z along the joint, not turned by it; the place where parent and body
 * meet. "Working" axes: after the turn, or those before where the form says `unturned`. */
#include "equations/joint_forces.h"
#include "equations/loads.h"
#include "equations/mass.h"
#include "equations/vectors.h"

#include <string.h>

typedef struct {
    pvec force, moment;
} pwrench;

typedef struct {
    pvec turning, shifting; /* of the body's origin, per unit of a joint's rate */
} pmotion;

typedef struct {
    poly sine, cosine;  /* of the angle from the axes before to the body: a sum where the parent is
                           unturned and parallel */
    bool continues;     /* the parent is unturned and parallel: axes before are the parent's own */
    pvec lever;         /* of the origin, in the parent's working axes */
    double mass;        /* composite ... */
    poly load;          /* ... and that of loads which come with the state */
    pvec first;         /* composite, working axes ... */
    ptensor second;     /* P, or J where the forms say `moments` */
    pvec before_first;  /* ... and in the axes before */
    ptensor before_second;
} mass_body;

typedef struct {
    arena *mem;
    const tree *t;
    const model *m; /* regrouped, in the unit of length */
    const mass_forms *forms;
    unsigned wanted;
    signals *s;
    net *n;
    mass_body *of;
    uint32_t *freedom; /* of each body: the first of its row(s) */
    mass_sums out;
} mass_writer;

/* --- small algebra ------------------------------------------------------------------------ */

static poly name(mass_writer *w, const char *what, uint32_t body, int axis, poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[axis]), value);
}

static pvec name_all(mass_writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = name(w, what, body, k, u.v[k]);
    return u;
}

static poly times(mass_writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static poly plus(mass_writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static poly minus(mass_writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

static poly scaled(mass_writer *w, double k, poly a)
{
    return poly_scale(w->n, a, k);
}

static pvec numbers(mass_writer *w, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, x.v[k]);
    return out;
}

static pvec cross(mass_writer *w, pvec a, pvec b)
{
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.v[x] = minus(w, times(w, a.v[y], b.v[z]), times(w, a.v[z], b.v[y]));
    }
    return out;
}

static poly dot(mass_writer *w, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum, times(w, a.v[k], b.v[k]));
    return sum;
}

/* --- turning ------------------------------------------------------------------------------ */

static bool is_turned(const mass_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE && !w->forms->of[i].unturned;
}

static bool is_unturned(const mass_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE && w->forms->of[i].unturned;
}

static ptensor turn_tensor(mass_writer *w, uint32_t i, ptensor p)
{
    return ptensor_turn_out(w->n, w->of[i].sine, w->of[i].cosine,
                            (tensor_turn)w->forms->bias.of[i].tensor, p);
}

static pvec turn_out(mass_writer *w, const char *what, uint32_t i, pvec u)
{
    return name_all(w, what, i, pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, u));
}

static pvec turn_in(mass_writer *w, const char *what, uint32_t i, pvec u)
{
    return name_all(w, what, i, pvec_turn_in(w->n, w->of[i].sine, w->of[i].cosine, u));
}

/* Between working axes and those before the joint. */
static pvec to_before(mass_writer *w, const char *what, uint32_t i, pvec u)
{
    return is_turned(w, i) ? turn_out(w, what, i, u) : u;
}

static pvec from_before(mass_writer *w, const char *what, uint32_t i, pvec u)
{
    return is_turned(w, i) ? turn_in(w, what, i, u) : u;
}

/* Between the axes before the joint of i and the parent's working axes. */
static pvec to_parent(mass_writer *w, const char *what, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->of[i].continues)
        return u;
    u = name_all(w, what, i, pvec_turn_constant(w->n, b->rotation, false, u));
    return is_unturned(w, b->parent) ? turn_out(w, what, b->parent, u) : u;
}

static pvec from_parent(mass_writer *w, const char *what, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->of[i].continues)
        return u;
    if (is_unturned(w, b->parent))
        u = turn_in(w, what, b->parent, u);
    return name_all(w, what, i, pvec_turn_constant(w->n, b->rotation, true, u));
}

static ptensor tensor_to_parent(mass_writer *w, uint32_t i, ptensor p)
{
    const model_body *b = &w->m->bodies[i];
    if (w->of[i].continues)
        return p;
    p = ptensor_turn_constant(w->n, b->rotation, p);
    return is_unturned(w, b->parent) ? turn_tensor(w, b->parent, p) : p;
}

/* A vector that is fixed to body i, in its working axes. */
static pvec fixed(mass_writer *w, uint32_t i, vec3 x)
{
    pvec u = numbers(w, x);
    return is_unturned(w, i) ? turn_out(w, "fixed", i, u) : u;
}

/* --- outwards ----------------------------------------------------------------------------- */

static void write_angle(mass_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    mass_body *to = &w->of[i];
    const mass_body *h = &w->of[b->parent];
    signals_trig(w->s, w->n, b->coordinate, b->ratio, b->offset, &to->sine, &to->cosine);
    to->continues = model_is_parallel(w->m, i) && is_unturned(w, b->parent);
    if (!to->continues)
        return;
    poly sine = plus(w, times(w, h->sine, to->cosine), times(w, h->cosine, to->sine));
    poly cosine = minus(w, times(w, h->cosine, to->cosine), times(w, h->sine, to->sine));
    to->sine = net_assign(w->n, arena_printf(w->mem, "sum_s%u", i), sine);
    to->cosine = net_assign(w->n, arena_printf(w->mem, "sum_c%u", i), cosine);
}

/* The unit axis of a prismatic joint, in the axes before. */
static vec3 slide(const mass_writer *w, uint32_t i)
{
    return w->m->bodies[i].axis;
}

/* What a coordinate's unit is worth for the body: lengths have a unit of their own. */
static double pace(const mass_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    return b->kind == BODY_PRISMATIC ? b->ratio / w->forms->length : b->ratio;
}

static void write_joint(mass_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    mass_body *to = &w->of[i];
    to->lever = fixed(w, b->parent, b->anchor);
    if (b->kind == BODY_REVOLUTE) {
        write_angle(w, i);
    } else {
        poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
        length = name(w, "len", i, 0, scaled(w, 1 / w->forms->length, length));
        pvec along = to_parent(w, "slide", i, numbers(w, slide(w, i)));
        for (int k = 0; k < 3; k++)
            to->lever.v[k] = name(w, "l", i, k,
                                  plus(w, to->lever.v[k], times(w, along.v[k], length)));
    }
}

/* --- composite inertias ------------------------------------------------------------------- */

/* J = (trace P) E - P. */
static ptensor moments_of(mass_writer *w, ptensor p)
{
    ptensor out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.m[x][x] = plus(w, p.m[y][y], p.m[z][z]);
        out.m[y][z] = out.m[z][y] = scaled(w, -1, p.m[y][z]);
    }
    return ptensor_assign(w->n, out);
}

static void add_loads(mass_writer *w, uint32_t i)
{
    mass_body *to = &w->of[i];
    double unit = w->forms->length;
    for (uint32_t k = 0; k < w->t->payloads_count; k++) {
        mat3 axes;
        vec3 at;
        ptensor second;
        if (w->t->payloads[k].body != i)
            continue;
        model_pose(w->m, i, w->t->payloads[k].link_in_body, &axes, &at);
        load_inertia l = load_write(w->t, k, axes, at, w->s, w->n);
        memcpy(second.m, l.second, sizeof second.m);
        if (w->forms->moments)
            second = moments_of(w, second);
        for (int r = 0; r < 3; r++)
            l.first.v[r] = name(w, "hl", i, r, scaled(w, unit, l.first.v[r]));
        if (is_unturned(w, i)) {
            l.first = turn_out(w, "hl", i, l.first);
            second = turn_tensor(w, i, second);
        }
        to->load = plus(w, to->load, scaled(w, unit * unit, l.mass));
        to->first = pvec_add(w->n, to->first, l.first);
        for (int r = 0; r < 3; r++)
            for (int c = r; c < 3; c++)
                to->second.m[r][c] = plus(w, to->second.m[r][c], second.m[r][c]);
    }
    to->load = net_assign(w->n, NULL, to->load);
}

/* The mass of the subtree times x. */
static poly mass_times(mass_writer *w, const mass_body *b, poly x)
{
    return plus(w, scaled(w, b->mass, x), times(w, b->load, x));
}

static void own_inertia(mass_writer *w, uint32_t i)
{
    add_loads(w, i);
    const model_body *b = &w->m->bodies[i];
    mass_body *to = &w->of[i];
    to->mass += b->mass;
    to->first = pvec_add(w->n, to->first, fixed(w, i, b->first));
    ptensor own;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double moment = r == c ? b->moment.v[r] : -b->second.m[r][c];
            own.m[r][c] = poly_number(w->n, w->forms->moments ? moment : b->second.m[r][c]);
        }
    if (is_unturned(w, i))
        own = turn_tensor(w, i, own);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++)
            to->second.m[r][c] = plus(w, to->second.m[r][c], own.m[r][c]);
    to->first = name_all(w, "h", i, to->first);
    to->second = ptensor_assign(w->n, to->second);
    to->before_first = to_before(w, "hb", i, to->first);
    to->before_second = is_turned(w, i) ? turn_tensor(w, i, to->second) : to->second;
}

/* Adds the subtree of i to its parent's: first moment h + m l, second P + l h' + (h + m l) l'. */
static void hand_inertia(mass_writer *w, uint32_t i)
{
    mass_body *b = &w->of[i], *h = &w->of[w->m->bodies[i].parent];
    pvec first = to_parent(w, "hp", i, b->before_first), moved;
    ptensor second = tensor_to_parent(w, i, b->before_second);
    for (int k = 0; k < 3; k++) {
        moved.v[k] = plus(w, first.v[k], mass_times(w, b, b->lever.v[k]));
        moved.v[k] = name(w, "hm", i, k, moved.v[k]);
    }
    poly arm[3][3], trace = poly_zero();
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++)
            arm[r][c] = plus(w, times(w, b->lever.v[r], first.v[c]),
                             times(w, moved.v[r], b->lever.v[c]));
    for (int k = 0; w->forms->moments && k < 3; k++)
        trace = plus(w, trace, arm[k][k]);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++) {
            if (w->forms->moments)
                arm[r][c] = minus(w, r == c ? trace : poly_zero(), arm[r][c]);
            poly part = plus(w, second.m[r][c], arm[r][c]);
            h->second.m[r][c] = plus(w, h->second.m[r][c], part);
        }
    h->first = pvec_add(w->n, h->first, moved);
    h->mass += b->mass;
    h->load = plus(w, h->load, b->load);
}

/* --- wrenches --------------------------------------------------------------------------------- */

/* From the axes before the joint of i to the parent's origin and working axes. */
static pwrench wrench_to_parent(mass_writer *w, uint32_t i, pwrench x)
{
    x.force = to_parent(w, "F", i, x.force);
    x.moment = pvec_add(w->n, to_parent(w, "L", i, x.moment), cross(w, w->of[i].lever, x.force));
    return x;
}

static poly along_joint(mass_writer *w, uint32_t i, const pwrench *x)
{
    if (w->m->bodies[i].kind == BODY_REVOLUTE)
        return x->moment.v[2];
    return dot(w, numbers(w, slide(w, i)), x->force);
}

static void add_to(mass_writer *w, poly *sum, double factor, poly part)
{
    *sum = plus(w, *sum, scaled(w, factor, part));
}

static void write_bias(mass_writer *w, const model *raw, const recursion_forms *forms)
{
    model m = model_copy(w->mem, raw);
    inertia_form *own = ARENA_ARRAY(w->mem, inertia_form, raw->count);
    for (uint32_t i = 0; i < raw->count; i++)
        own[i] = forms->of[i].absorbed ? (inertia_form){0} : forms->of[i].inertia;
    model_regroup(&m, own);
    unsigned present = (w->wanted & MASS_VELOCITY ? RECURSION_VELOCITY : 0u) |
                       (w->wanted & MASS_ACC ? RECURSION_ACC : 0u);
    recursion_sums sums = recursion_torques(w->mem, &m, w->t, forms, present, w->s, w->n);
    uint32_t of_free = 6 * sums.free_bodies;
    for (uint32_t i = 0; i < w->out.freedoms; i++)
        w->out.bias[i] = i < of_free ? sums.wrench[i] : sums.torque[i - of_free];
}

/* --- columns of M ------------------------------------------------------------------------- */

/* The wrench of the subtree of i when its joint alone accelerates, in the axes before. */
static pwrench column_start(mass_writer *w, uint32_t i)
{
    const mass_body *b = &w->of[i];
    pvec h = b->before_first;
    const poly (*p)[3] = b->before_second.m;
    if (w->m->bodies[i].kind == BODY_PRISMATIC) {
        pvec along = numbers(w, slide(w, i)), force;
        for (int k = 0; k < 3; k++)
            force.v[k] = mass_times(w, b, along.v[k]);
        return (pwrench){force, cross(w, h, along)};
    }
    pwrench out = {{{scaled(w, -1, h.v[1]), h.v[0], poly_zero()}}, {{p[0][2], p[1][2], p[2][2]}}};
    if (w->forms->moments)
        return out;
    for (int k = 0; k < 2; k++)
        out.moment.v[k] = scaled(w, -1, out.moment.v[k]);
    out.moment.v[2] = name(w, "Jz", i, 2, plus(w, p[0][0], p[1][1]));
    return out;
}

static void enter(mass_writer *w, uint32_t row, uint32_t column, double factor, poly value)
{
    poly *to = &w->out.mass[row > column ? mass_at(row, column) : mass_at(column, row)];
    add_to(w, to, row == column ? 2 * factor : factor, value);
}

/* The motion of freedom `part` of body k. */
static pmotion motion_start(mass_writer *w, uint32_t k, int part)
{
    pmotion m = {{{poly_zero(), poly_zero(), poly_zero()}},
                 {{poly_zero(), poly_zero(), poly_zero()}}};
    const model_body *b = &w->m->bodies[k];
    if (b->kind == BODY_FREE)
        (part < 3 ? &m.shifting : &m.turning)->v[part % 3] = poly_number(w->n, 1);
    else if (b->kind == BODY_REVOLUTE)
        m.turning.v[2] = poly_number(w->n, 1);
    else
        m.shifting = numbers(w, slide(w, k));
    return m;
}

/* The same, carried outwards to the origin and the working axes of body j. */
static pmotion motion_at(mass_writer *w, uint32_t k, int part, uint32_t j)
{
    if (j == k)
        return motion_start(w, k, part);
    pmotion m = motion_at(w, k, part, w->m->bodies[j].parent);
    m.shifting = pvec_add(w->n, m.shifting, cross(w, m.turning, w->of[j].lever));
    m.shifting = name_all(w, "As", j, m.shifting);
    m.turning = from_before(w, "O", j, from_parent(w, "Op", j, m.turning));
    m.shifting = from_before(w, "A", j, from_parent(w, "Ap", j, m.shifting));
    return m;
}

static poly virtual_work(mass_writer *w, const pmotion *m, const pwrench *x)
{
    return plus(w, dot(w, m->turning, x->moment), dot(w, m->shifting, x->force));
}

static void write_free_columns(mass_writer *w, uint32_t i)
{
    const mass_body *b = &w->of[i];
    uint32_t at = w->freedom[i];
    double unit = 1 / w->forms->length;
    for (uint32_t x = 0; x < 3; x++) {
        uint32_t y = (x + 1) % 3, z = (x + 2) % 3;
        poly mass = mass_times(w, b, poly_number(w->n, unit * unit));
        w->out.mass[mass_at(at + x, at + x)] = mass;
        poly moment = plus(w, b->second.m[y][y], b->second.m[z][z]);
        moment = w->forms->moments ? b->second.m[x][x] : moment;
        w->out.mass[mass_at(at + 3 + x, at + 3 + x)] = moment;
        enter(w, at + 3 + y, at + 3 + z, w->forms->moments ? 1 : -1, b->second.m[y][z]);
        enter(w, at + 3 + y, at + z, -unit, b->first.v[x]); /* moment h x a */
        enter(w, at + 3 + z, at + y, unit, b->first.v[x]);
    }
}

/* Carries the wrench of column i inwards and enters it in the row of each ancestor: there, or where
 * the ancestor's motion meets it. */
static void write_column(mass_writer *w, uint32_t i)
{
    uint32_t own = w->freedom[i], count = w->m->count;
    double own_pace = pace(w, i);
    pwrench x = column_start(w, i);
    enter(w, own, own, 0.5 * own_pace * own_pace, along_joint(w, i, &x));
    for (uint32_t j = i, h; (h = w->m->bodies[j].parent) != 0; j = h) {
        x = wrench_to_parent(w, j, x);
        x.force = name_all(w, "cf", h, x.force);
        x.moment = name_all(w, "cl", h, x.moment);
        for (uint32_t k = h; k; k = w->m->bodies[k].parent) {
            if (w->forms->meet[i * count + k] != h)
                continue;
            uint32_t row = w->freedom[k];
            bool is_free = w->m->bodies[k].kind == BODY_FREE;
            for (int part = 0; part < (is_free ? 6 : 1); part++) {
                pmotion m = motion_at(w, k, part, h);
                double factor = own_pace * (!is_free ? pace(w, k)
                                            : part < 3 ? 1 / w->forms->length
                                                       : 1);
                enter(w, row + (uint32_t)part, own, factor, virtual_work(w, &m, &x));
            }
        }
        if (w->m->bodies[h].kind != BODY_FREE) {
            x.force = to_before(w, "cfb", h, x.force);
            x.moment = to_before(w, "clb", h, x.moment);
        }
    }
}

/* --- all ---------------------------------------------------------------------------------- */

/* Regrouped, and with lengths in the unit that the forms say. */
static model own_model(arena *mem, const model *raw, double unit)
{
    model m = model_copy(mem, raw);
    model_regroup(&m, NULL);
    m.gravity = vec3_scale(m.gravity, 1 / unit);
    for (uint32_t i = 1; i < m.count; i++) {
        m.bodies[i].anchor = vec3_scale(m.bodies[i].anchor, 1 / unit);
        m.bodies[i].first = vec3_scale(m.bodies[i].first, unit);
        m.bodies[i].mass *= unit * unit;
    }
    return m;
}

static void write_matrix(mass_writer *w)
{
    const model *m = w->m;
    for (uint32_t i = 1; i < m->count; i++)
        if (m->bodies[i].kind != BODY_FREE)
            write_joint(w, i);
    for (uint32_t i = m->count; i-- > 1;) {
        own_inertia(w, i);
        if (m->bodies[i].kind == BODY_FREE)
            write_free_columns(w, i);
        else if (m->bodies[i].parent)
            hand_inertia(w, i);
    }
    for (uint32_t i = 1; i < m->count; i++)
        if (m->bodies[i].kind != BODY_FREE)
            write_column(w, i);
    for (uint32_t c = 0, first = w->out.freedoms - w->t->coordinates_count;
         c < w->t->coordinates_count; c++)
        add_to(w, &w->out.mass[mass_at(first + c, first + c)], 1,
               joint_armature(w->t, c, NUMBERS_ARE_CONSTANTS, w->n));
}

/* Where an inertia is none that a mass has (model.h, is_sound), J is a small difference of P: then
 * nothing is written with composite P. */
static mass_forms sound_forms(arena *mem, const model *raw, const mass_forms *f)
{
    mass_forms out = *f;
    bool is_sound = true;
    for (uint32_t i = 1; i < raw->count; i++)
        is_sound = is_sound && raw->bodies[i].is_sound;
    if (is_sound)
        return out;
    out.moments = 1;
    out.bias.of = ARENA_ARRAY(mem, body_form, raw->count);
    for (uint32_t i = 1; i < raw->count; i++) {
        out.bias.of[i] = f->bias.of[i];
        out.bias.of[i].absorbed = 0;
    }
    return out;
}

mass_sums mass_write(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                     unsigned wanted, signals *s, net *n)
{
    model m = own_model(mem, raw, forms->length);
    mass_forms sound = sound_forms(mem, raw, forms);
    forms = &sound;
    mass_writer w = {.mem = mem, .t = t, .m = &m, .forms = forms, .wanted = wanted, .s = s, .n = n};
    w.of = ARENA_ARRAY(mem, mass_body, m.count);
    w.freedom = tree_freedom_of_bodies(mem, t);
    uint32_t freedoms = w.out.freedoms = tree_freedoms(t);
    if (wanted & MASS_BIAS) {
        w.out.bias = ARENA_ARRAY(mem, poly, freedoms + 1);
        write_bias(&w, raw, &forms->bias);
    }
    if (wanted & MASS_MATRIX) {
        w.out.mass = ARENA_ARRAY(mem, poly, mass_at(freedoms, 0) + 1);
        write_matrix(&w);
    }
    return w.out;
}
