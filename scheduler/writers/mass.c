/* SPDX-License-Identifier: MIT */
/* Inwards: composite inertias, then a column of M for each body. Everything is written for every
 * body; what no output needs is swept away afterwards.
 *
 * Axes of body i. "Before": z along the joint, not turned by it; the place where parent and body
 * meet. "Working" axes: after the turn, or those before where the form says `unturned`. */
#include "writers/joint_forces.h"
#include "writers/loads.h"
#include "writers/mass_parts.h"

#include <string.h>

/* --- turning ------------------------------------------------------------------------------ */

static bool is_turned(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE && !w->mass->forms->of[i].unturned;
}

static bool is_unturned(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE && w->mass->forms->of[i].unturned;
}

static ptensor turn_tensor(writer *w, uint32_t i, ptensor p)
{
    return ptensor_turn_out(w->n, w->mass->of[i].sine, w->mass->of[i].cosine,
                            recursion_turn_of(w->m, &w->mass->forms->bias, i), p);
}

static pvec turn_out(writer *w, const char *what, uint32_t i, pvec u)
{
    return name_all(w, what, i, pvec_turn_out(w->n, w->mass->of[i].sine, w->mass->of[i].cosine, u));
}

static pvec turn_in(writer *w, const char *what, uint32_t i, pvec u)
{
    return name_all(w, what, i, pvec_turn_in(w->n, w->mass->of[i].sine, w->mass->of[i].cosine, u));
}

/* Between working axes and those before the joint. */
pvec mass_to_before(writer *w, const char *what, uint32_t i, pvec u)
{
    return is_turned(w, i) ? turn_out(w, what, i, u) : u;
}

pvec mass_from_before(writer *w, const char *what, uint32_t i, pvec u)
{
    return is_turned(w, i) ? turn_in(w, what, i, u) : u;
}

/* Between the axes before the joint of i and the parent's working axes. */
pvec mass_to_parent(writer *w, const char *what, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->mass->of[i].continues)
        return u;
    u = name_all(w, what, i, pvec_turn_constant(w->n, b->rotation, false, u));
    return is_unturned(w, b->parent) ? turn_out(w, what, b->parent, u) : u;
}

pvec mass_from_parent(writer *w, const char *what, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->mass->of[i].continues)
        return u;
    if (is_unturned(w, b->parent))
        u = turn_in(w, what, b->parent, u);
    return name_all(w, what, i, pvec_turn_constant(w->n, b->rotation, true, u));
}

static ptensor tensor_to_parent(writer *w, uint32_t i, ptensor p)
{
    const model_body *b = &w->m->bodies[i];
    if (w->mass->of[i].continues)
        return p;
    p = ptensor_turn_constant(w->n, b->rotation, p);
    return is_unturned(w, b->parent) ? turn_tensor(w, b->parent, p) : p;
}

/* A vector that is fixed to body i, in its working axes. */
static pvec in_working(writer *w, uint32_t i, pvec u)
{
    return is_unturned(w, i) ? turn_out(w, "fixed", i, u) : u;
}

static pvec fixed(writer *w, uint32_t i, vec3 x)
{
    return in_working(w, i, numbers(w, x));
}

/* --- outwards ----------------------------------------------------------------------------- */

static void write_angle(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    mass_body *to = &w->mass->of[i];
    const mass_body *h = &w->mass->of[b->parent];
    signals_trig(w->s, w->n, b->coordinate, b->ratio, b->quarters, b->offset, &to->sine,
                 &to->cosine);
    to->continues = model_is_parallel(w->m, i) && is_unturned(w, b->parent);
    if (to->continues)
        add_angle(w, i, h->sine, h->cosine, &to->sine, &to->cosine);
}

static void write_joint(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    mass_body *to = &w->mass->of[i];
    to->lever = in_working(w, b->parent, anchor_write(w, i, &b->anchor, 1));
    if (b->kind == BODY_REVOLUTE) {
        write_angle(w, i);
    } else {
        poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
        length = name(w, "len", i, 0, scaled(w, 1 / w->mass->forms->length, length));
        pvec along = mass_to_parent(w, "slide", i, numbers(w, slide(w, i)));
        for (int k = 0; k < 3; k++)
            to->lever.v[k] = name(w, "l", i, k,
                                  plus(w, to->lever.v[k], times(w, along.v[k], length)));
    }
}

/* --- composite inertias ------------------------------------------------------------------- */

/* J = (trace P) E - P. */
static ptensor moments_of(writer *w, ptensor p)
{
    ptensor out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.m[x][x] = plus(w, p.m[y][y], p.m[z][z]);
        out.m[y][z] = out.m[z][y] = scaled(w, -1, p.m[y][z]);
    }
    return ptensor_assign(w->n, out);
}

static void add_loads(writer *w, uint32_t i)
{
    mass_body *to = &w->mass->of[i];
    double unit = w->mass->forms->length;
    load_inertia l;
    for (uint32_t at = 0; loads_next(w->t, w->m, i, &at, w->s, w->n, &l);) {
        ptensor second;
        memcpy(second.m, l.second, sizeof second.m);
        if (w->mass->forms->moments)
            second = moments_of(w, second);
        for (int r = 0; r < 3; r++)
            l.first.v[r] = name(w, "hl", i, r, scaled(w, unit, l.first.v[r]));
        if (is_unturned(w, i)) {
            l.first = turn_out(w, "hl", i, l.first);
            second = turn_tensor(w, i, second);
        }
        to->load = plus(w, to->load, scaled(w, unit * unit, l.mass));
        to->first = plus_all(w, to->first, l.first);
        for (int r = 0; r < 3; r++)
            for (int c = r; c < 3; c++)
                to->second.m[r][c] = plus(w, to->second.m[r][c], second.m[r][c]);
    }
    to->load = net_assign(w->n, NULL, to->load);
}

static void own_inertia(writer *w, uint32_t i)
{
    add_loads(w, i);
    const model_body *b = &w->m->bodies[i];
    mass_body *to = &w->mass->of[i];
    to->mass += b->mass;
    to->first = plus_all(w, to->first, fixed(w, i, b->first));
    ptensor own;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double moment = r == c ? b->moment.v[r] : -b->second.m[r][c];
            own.m[r][c] = poly_number(w->n, w->mass->forms->moments ? moment : b->second.m[r][c]);
        }
    if (is_unturned(w, i))
        own = turn_tensor(w, i, own);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++)
            to->second.m[r][c] = plus(w, to->second.m[r][c], own.m[r][c]);
    to->first = name_all(w, "h", i, to->first);
    to->second = ptensor_assign(w->n, to->second);
    to->before_first = mass_to_before(w, "hb", i, to->first);
    to->before_second = is_turned(w, i) ? turn_tensor(w, i, to->second) : to->second;
}

/* Adds the subtree of i to its parent's: first moment h + m l, second P + l h' + (h + m l) l'. */
static void hand_inertia(writer *w, uint32_t i)
{
    mass_body *b = &w->mass->of[i], *h = &w->mass->of[w->m->bodies[i].parent];
    pvec first = mass_to_parent(w, "hp", i, b->before_first), moved;
    ptensor second = tensor_to_parent(w, i, b->before_second);
    for (int k = 0; k < 3; k++) {
        moved.v[k] = plus(w, first.v[k], mass_times(w, b, b->lever.v[k]));
        moved.v[k] = name(w, "hm", i, k, moved.v[k]);
    }
    poly arm[3][3], trace = poly_zero();
    bool many = model_has_many_children(w->m, w->m->bodies[i].parent);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++)
            arm[r][c] = plus(w, times(w, b->lever.v[r], first.v[c]),
                             times(w, moved.v[r], b->lever.v[c]));
    for (int k = 0; w->mass->forms->moments && k < 3; k++)
        trace = plus(w, trace, arm[k][k]);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++) {
            if (w->mass->forms->moments)
                arm[r][c] = minus(w, r == c ? trace : poly_zero(), arm[r][c]);
            poly part = plus(w, second.m[r][c], arm[r][c]);
            part = many ? net_assign(w->n, NULL, part) : part;
            h->second.m[r][c] = plus(w, h->second.m[r][c], part);
        }
    h->first = plus_all(w, h->first, moved);
    h->mass += b->mass;
    h->load = plus(w, h->load, b->load);
}

/* --- bias ---------------------------------------------------------------------------------- */

static void write_bias(writer *w, const model *raw, const recursion_forms *forms)
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
    for (uint32_t i = 0; i < w->mass->out.freedoms; i++)
        w->mass->out.bias[i] = i < of_free ? sums.wrench[i] : sums.torque[i - of_free];
}

/* --- all ---------------------------------------------------------------------------------- */

/* Regrouped, and with lengths in the unit that the forms say. */
static model own_model(arena *mem, const model *raw, double unit)
{
    model m = model_copy(mem, raw);
    model_regroup(&m, NULL);
    m.gravity = vec3_scale(m.gravity, 1 / unit);
    for (uint32_t i = 1; i < m.count; i++) {
        m.bodies[i].anchor = anchor_scaled(m.bodies[i].anchor, 1 / unit);
        m.bodies[i].first = vec3_scale(m.bodies[i].first, unit);
        m.bodies[i].mass *= unit * unit;
    }
    return m;
}

static void write_matrix(writer *w)
{
    const model *m = w->m;
    for (uint32_t i = 1; i < m->count; i++)
        if (m->bodies[i].kind != BODY_FREE)
            write_joint(w, i);
    for (uint32_t i = m->count; i-- > 1;) {
        own_inertia(w, i);
        if (m->bodies[i].kind == BODY_FREE)
            mass_write_free_columns(w, i);
        else if (m->bodies[i].parent)
            hand_inertia(w, i);
    }
    for (uint32_t i = 1; i < m->count; i++)
        if (m->bodies[i].kind != BODY_FREE)
            mass_write_column(w, i);
    const uint32_t first = w->mass->out.freedoms - w->t->coordinates_count;
    for (uint32_t c = 0; c < w->t->coordinates_count; c++)
        add_to(w, &w->mass->out.mass[mass_at(first + c, first + c)], 1,
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
    struct mass_part part = {.forms = forms, .of = ARENA_ARRAY(mem, mass_body, m.count)};
    writer w = {.mem = mem, .t = t, .m = &m, .s = s, .n = n, .wanted = wanted, .mass = &part};
    w.freedom = tree_freedom_of_bodies(mem, t);
    uint32_t freedoms = part.out.freedoms = tree_freedoms(t);
    if (wanted & MASS_BIAS) {
        part.out.bias = ARENA_ARRAY(mem, poly, freedoms + 1);
        write_bias(&w, raw, &forms->bias);
    }
    if (wanted & MASS_MATRIX) {
        part.out.mass = ARENA_ARRAY(mem, poly, mass_at(freedoms, 0) + 1);
        write_matrix(&w);
    }
    return part.out;
}
