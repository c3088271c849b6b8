/* SPDX-License-Identifier: MIT */
/* Columns of M: the wrench of one acceleration, carried inwards, and the motions of other joints,
 * carried outwards. */
#include "writers/mass_parts.h"

/* From the axes before the joint of i to the parent's origin and working axes. */
static pwrench wrench_to_parent(writer *w, uint32_t i, pwrench x)
{
    x.force = mass_to_parent(w, "F", i, x.force);
    x.moment = mass_to_parent(w, "L", i, x.moment);
    x.moment = plus_all(w, x.moment, cross(w, w->mass->of[i].lever, x.force));
    return x;
}

static poly along_joint(writer *w, uint32_t i, const pwrench *x)
{
    if (w->m->bodies[i].kind == BODY_REVOLUTE)
        return x->moment.v[2];
    return dot(w, numbers(w, slide(w, i)), x->force);
}

/* The wrench of the subtree of i when its joint alone accelerates, in the axes before. */
static pwrench column_start(writer *w, uint32_t i)
{
    const mass_body *b = &w->mass->of[i];
    pvec h = b->before_first;
    const poly (*p)[3] = b->before_second.m;
    if (w->m->bodies[i].kind == BODY_PRISMATIC) {
        pvec along = numbers(w, slide(w, i)), force;
        for (int k = 0; k < 3; k++)
            force.v[k] = mass_times(w, b, along.v[k]);
        return (pwrench){force, cross(w, h, along)};
    }
    pwrench out = {{{scaled(w, -1, h.v[1]), h.v[0], poly_zero()}}, {{p[0][2], p[1][2], p[2][2]}}};
    if (w->mass->forms->moments)
        return out;
    for (int k = 0; k < 2; k++)
        out.moment.v[k] = scaled(w, -1, out.moment.v[k]);
    out.moment.v[2] = name(w, "Jz", i, 2, plus(w, p[0][0], p[1][1]));
    return out;
}

static void enter(writer *w, uint32_t row, uint32_t column, double factor, poly value)
{
    poly *to = &w->mass->out.mass[row > column ? mass_at(row, column) : mass_at(column, row)];
    add_to(w, to, row == column ? 2 * factor : factor, value);
}

/* The motion of freedom `part` of body k. */
static pmotion motion_start(writer *w, uint32_t k, int part)
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
static pmotion motion_at(writer *w, uint32_t k, int part, uint32_t j)
{
    if (j == k)
        return motion_start(w, k, part);
    pmotion m = motion_at(w, k, part, w->m->bodies[j].parent);
    m.shifting = plus_all(w, m.shifting, cross(w, m.turning, w->mass->of[j].lever));
    m.shifting = name_all(w, "As", j, m.shifting);
    m.turning = mass_from_before(w, "O", j, mass_from_parent(w, "Op", j, m.turning));
    m.shifting = mass_from_before(w, "A", j, mass_from_parent(w, "Ap", j, m.shifting));
    return m;
}

static poly virtual_work(writer *w, const pmotion *m, const pwrench *x)
{
    return plus(w, dot(w, m->turning, x->moment), dot(w, m->shifting, x->force));
}

void mass_write_free_columns(writer *w, uint32_t i)
{
    const mass_body *b = &w->mass->of[i];
    uint32_t at = w->freedom[i];
    double unit = 1 / w->mass->forms->length;
    for (uint32_t x = 0; x < 3; x++) {
        uint32_t y = (x + 1) % 3, z = (x + 2) % 3;
        poly mass = mass_times(w, b, poly_number(w->n, unit * unit));
        w->mass->out.mass[mass_at(at + x, at + x)] = mass;
        poly moment = plus(w, b->second.m[y][y], b->second.m[z][z]);
        moment = w->mass->forms->moments ? b->second.m[x][x] : moment;
        w->mass->out.mass[mass_at(at + 3 + x, at + 3 + x)] = moment;
        enter(w, at + 3 + y, at + 3 + z, w->mass->forms->moments ? 1 : -1, b->second.m[y][z]);
        enter(w, at + 3 + y, at + z, -unit, b->first.v[x]); /* moment h x a */
        enter(w, at + 3 + z, at + y, unit, b->first.v[x]);
    }
}

/* Carries the wrench of column i inwards and enters it in the row of each ancestor: there, or where
 * the ancestor's motion meets it. */
void mass_write_column(writer *w, uint32_t i)
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
            if (w->mass->forms->meet[i * count + k] != h)
                continue;
            uint32_t row = w->freedom[k];
            bool is_free = w->m->bodies[k].kind == BODY_FREE;
            for (int part = 0; part < (is_free ? 6 : 1); part++) {
                pmotion m = motion_at(w, k, part, h);
                double factor = own_pace * (!is_free ? pace(w, k)
                                            : part < 3 ? 1 / w->mass->forms->length
                                                       : 1);
                enter(w, row + (uint32_t)part, own, factor, virtual_work(w, &m, &x));
            }
        }
        if (w->m->bodies[h].kind != BODY_FREE) {
            x.force = mass_to_before(w, "cfb", h, x.force);
            x.moment = mass_to_before(w, "clb", h, x.moment);
        }
    }
}
