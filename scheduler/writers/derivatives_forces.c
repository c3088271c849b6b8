/* SPDX-License-Identifier: MIT */
/* What acts on the robot from outside its bodies' inertia: external forces, forces of elements, and
 * what acts at the joints themselves. The recursion lets wrenches on bodies turn with them; here is
 * what their own change with the state adds. */
#include "algebra/differentiate.h"
#include "writers/derivatives_parts.h"
#include "writers/joint_forces.h"
#include "writers/laws.h"

/* A wrench at the origin of a frame that stands so in body i, in the frame's axes: about the body's
 * origin, in its working axes. */
static wrench on_body(writer *w, uint32_t i, pose in_body, wrench x)
{
    mat3 axes;
    vec3 at;
    model_pose(w->m, i, in_body, &axes, &at);
    x.force = pvec_assign(w->n, pvec_turn_constant(w->n, axes, false, x.force));
    x.moment = plus_all(w, pvec_turn_constant(w->n, axes, false, x.moment),
                        pvec_cross(w->n, at, x.force));
    x.force = pvec_scale(w->n, w->slopes->forms->length, x.force);
    return (wrench){derivative_fixed_axes(w, i, x.force), derivative_fixed_axes(w, i, x.moment)};
}

wrench derivative_external(writer *w, uint32_t i)
{
    wrench out = {0};
    applied_wrench a;
    for (uint32_t at = 0; wrenches_next(w->t, &w->applied, i, &at, w->s, w->n, &a);)
        derivative_add_wrench(w, &out, on_body(w, i, a.in_body, (wrench){a.force, a.moment}));
    return out;
}

/* --- elements -------------------------------------------------------------------------------- */

/* A wrench that changes with a position or a velocity, on body i, as torques of all joints before
 * it. `column` is that of the position or the velocity. */
static void write_change(writer *w, uint32_t i, wrench x, poly *entries, uint32_t columns,
                         uint32_t column)
{
    for (; !derivative_is_free(w, i); i = w->m->bodies[i].parent) {
        x = (wrench){derivative_before(w, i, x.force), derivative_before(w, i, x.moment)};
        derivative_entry_add(w, entries, columns, w->freedom[i], column, -w->m->bodies[i].ratio,
                             derivative_along(w, i, x));
        if (!w->m->bodies[i].parent)
            return;
        x = derivative_wrench_to_parent(w, i, x);
        x.moment = pvec_assign(w->n, x.moment);
    }
    for (uint32_t k = 0; k < 3; k++) {
        derivative_entry_add(w, entries, columns, w->freedom[i] + k, column,
                             -1 / w->slopes->forms->length, x.force.v[k]);
        derivative_entry_add(w, entries, columns, w->freedom[i] + 3 + k, column, -1,
                             x.moment.v[k]);
    }
}

static parameter rate_parameter(writer *w, uint32_t freedom)
{
    uint32_t of_free = w->slopes->out.freedoms - w->slopes->out.coordinates;
    if (freedom >= of_free)
        return parameter_word(w->mem, w->s, w->n, INPUT_QD, freedom - of_free, 0);
    if (freedom % 6 < 3)
        return (parameter){0};
    return parameter_word(w->mem, w->s, w->n, INPUT_OMEGA, freedom / 6, freedom % 3);
}

/* A symbol of its own for a sum, until it has been differentiated. */
static sym hold(writer *w, poly value)
{
    return net_output(w->n, NULL, value);
}

static void let_go(writer *w, sym s)
{
    w->n->symbols[s].is_output = false;
    w->n->symbols[s].uses--;
}

void derivative_write_elements(writer *w)
{
    const uint32_t coordinates = w->slopes->out.coordinates,
                   all = coordinates + w->slopes->out.freedoms;
    const uint32_t count = 6 * w->applied.list_count;
    if (!count)
        return;
    parameter *by = ARENA_ARRAY(w->mem, parameter, all + 1);
    sym *of = ARENA_ARRAY(w->mem, sym, count);
    poly *slope = ARENA_ARRAY(w->mem, poly, (size_t)count * all + 1);
    for (uint32_t p = 0; p < all; p++)
        by[p] = p < coordinates ? parameter_position(w->mem, w->s, w->n, p)
                                : rate_parameter(w, p - coordinates);
    for (uint32_t k = 0; k < count; k++) {
        const applied_wrench *a = &w->applied.list[k / 6];
        of[k] = hold(w, k % 6 < 3 ? a->force.v[k % 3] : a->moment.v[k % 3]);
    }
    net_differentiate(w->n, of, count, by, all, ELIMINATE_CHEAPEST, slope);
    for (uint32_t k = 0; k < count; k++)
        let_go(w, of[k]);
    for (uint32_t k = 0; k < count; k += 6)
        for (uint32_t p = 0; p < all; p++) {
            const applied_wrench *a = &w->applied.list[k / 6];
            wrench x;
            for (uint32_t c = 0; c < 3; c++) {
                x.force.v[c] = net_assign(w->n, NULL, slope[(size_t)(k + c) * all + p]);
                x.moment.v[c] = net_assign(w->n, NULL, slope[(size_t)(k + 3 + c) * all + p]);
            }
            x = on_body(w, a->body, a->in_body, x);
            if (p < coordinates)
                write_change(w, a->body, x, w->slopes->out.by_position, coordinates, p);
            else
                write_change(w, a->body, x, w->slopes->out.by_rate, w->slopes->out.freedoms,
                             p - coordinates);
        }
}

/* --- torsion --------------------------------------------------------------------------------- */

/* A moment along x, by its one or two positions and rates, at the same joints. */
static void write_torsion_changes(writer *w, uint32_t k)
{
    const tree_tendon *t = &w->t->elements[k].along;
    const uint32_t first = w->slopes->out.freedoms - w->slopes->out.coordinates;
    const uint32_t count = 2 * t->terms_count;
    parameter *by = ARENA_ARRAY(w->mem, parameter, count);
    poly *slope = ARENA_ARRAY(w->mem, poly, count);
    sym of = hold(w, torsion_write(w->t, k, true, w->s, w->n)); /* makes the inputs */
    for (uint32_t i = 0; i < t->terms_count; i++) {
        by[i] = parameter_position(w->mem, w->s, w->n, t->terms[i].coordinate);
        by[t->terms_count + i] = rate_parameter(w, first + t->terms[i].coordinate);
    }
    net_differentiate(w->n, &of, 1, by, count, ELIMINATE_CHEAPEST, slope);
    let_go(w, of);
    for (uint32_t at = 0; at < t->terms_count; at++)
        for (uint32_t p = 0; p < t->terms_count; p++) {
            const uint32_t own = first + t->terms[at].coordinate, c = t->terms[p].coordinate;
            const double share = t->terms[at].coefficient;
            derivative_entry_add(w, w->slopes->out.by_position, w->slopes->out.coordinates, own, c,
                                 share, slope[p]);
            derivative_entry_add(w, w->slopes->out.by_rate, w->slopes->out.freedoms, own, first + c,
                                 share, slope[t->terms_count + p]);
        }
}

static void write_torsions(writer *w)
{
    for (uint32_t k = 0; k < w->t->elements_count; k++)
        if (w->t->elements[k].what.kind == ELEMENT_TORSION)
            write_torsion_changes(w, k);
}

/* --- joints ---------------------------------------------------------------------------------- */

/* What tendons at coordinate c change by with the others and their rates; by its own rate they are
 * among the losses. */
static void write_tendon_changes(writer *w, uint32_t c)
{
    const uint32_t first = w->slopes->out.freedoms - w->slopes->out.coordinates;
    for (uint32_t i = 0; i < w->t->tendons_count; i++) {
        const tree_tendon *t = &w->t->tendons[i];
        const double own = tree_tendon_coefficient(t, c);
        for (uint32_t k = 0; own != 0 && k < t->terms_count; k++) {
            const uint32_t by = t->terms[k].coordinate;
            const double both = own * t->terms[k].coefficient;
            derivative_entry_add(w, w->slopes->out.by_position, w->slopes->out.coordinates,
                                 first + c, by, 1, poly_number(w->n, both * t->stiffness));
            if (by != c)
                derivative_entry_add(w, w->slopes->out.by_rate, w->slopes->out.freedoms, first + c,
                                     first + by, 1, poly_number(w->n, both * t->damping));
        }
    }
}

/* Rotors, springs, damping, friction and tendons. */
void derivative_write_joint_forces(writer *w)
{
    const number_form form = NUMBERS_ARE_CONSTANTS;
    net *n = w->n;
    write_torsions(w);
    for (uint32_t c = 0; c < w->slopes->out.coordinates; c++) {
        uint32_t own = w->slopes->out.freedoms - w->slopes->out.coordinates + c;
        derivative_entry_add(w, w->slopes->out.mass, w->slopes->out.freedoms, own, own, 1,
                             joint_armature(w->t, c, form, n));
        derivative_entry_add(w, w->slopes->out.by_position, w->slopes->out.coordinates, own, c, 1,
                             joint_stiffness(w->t, c, form, w->s, n));
        write_tendon_changes(w, c);
        poly losses = joint_losses(w->t, c, form, w->s, n);
        poly held = poly_add(n, joint_spring(w->t, c, form, w->s, n), losses);
        held = poly_add(n, held, torsions_at(w->t, c, true, w->s, n));
        w->slopes->out.bias[own] = poly_add(n, w->slopes->out.bias[own], held);
        if (!losses.count)
            continue;
        sym loss = hold(w, losses);
        parameter rate = rate_parameter(w, own);
        poly slope;
        net_differentiate(n, &loss, 1, &rate, 1, ELIMINATE_FORWARD, &slope);
        let_go(w, loss);
        derivative_entry_add(w, w->slopes->out.by_rate, w->slopes->out.freedoms, own, own, 1,
                             slope);
    }
}

void derivative_write_joint_torques(writer *w, const poly *x)
{
    const number_form form = NUMBERS_ARE_CONSTANTS;
    net *n = w->n;
    for (uint32_t c = 0; c < w->slopes->out.coordinates; c++) {
        const uint32_t own = w->slopes->out.freedoms - w->slopes->out.coordinates + c;
        poly rotor = joint_armature(w->t, c, form, n),
             held = poly_add(n, joint_spring(w->t, c, form, w->s, n),
                             joint_losses(w->t, c, form, w->s, n));
        held = poly_add(n, held, torsions_at(w->t, c, true, w->s, n));
        if (rotor.count) {
            poly rate = x ? x[own] : signals_coordinate(w->s, n, INPUT_QDD, c, 1, 0);
            held = poly_add(n, held, poly_multiply(n, rotor, rate));
        }
        derivative_entry_add(w, w->slopes->out.torque, 1, c, 0, 1, held);
    }
}
