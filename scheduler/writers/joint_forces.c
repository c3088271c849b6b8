/* SPDX-License-Identifier: MIT */
#include "writers/joint_forces.h"

#include "writers/laws.h"

static poly number(net *n, number_form form, const char *prefix, uint32_t coordinate, double value)
{
    if (form == NUMBERS_ARE_CONSTANTS)
        return poly_number(n, value);
    const char *name = arena_printf(n->mem, "%s%u", prefix, coordinate + 1);
    return poly_symbol(n, net_parameter(n, name, value));
}

/* A number of a joint, which may come with the state. */
static poly joint_number(const tree *t, uint32_t c, given_number what, double value,
                         number_form form, signals *s, net *n)
{
    const uint32_t given = tree_number_find(t, OF_COORDINATE, c, what);
    if (given != TREE_NUMBER_NONE)
        return signals_vector(s, n, INPUT_NUMBER, t->numbers[given].name, given, 0);
    return value == 0 ? poly_zero() : number(n, form, GIVEN_WORD[what], c, value);
}

poly joint_stiffness(const tree *t, uint32_t c, number_form form, signals *s, net *n)
{
    return joint_number(t, c, GIVEN_STIFFNESS, t->coordinates[c].stiffness, form, s, n);
}

/* How far a spring is from its rest, which is a number unless it comes with the state. */
static poly joint_stretch(const tree *t, uint32_t c, number_form form, signals *s, net *n)
{
    const double rest = t->coordinates[c].rest;
    if (tree_number_find(t, OF_COORDINATE, c, GIVEN_REST) == TREE_NUMBER_NONE)
        return signals_coordinate(s, n, INPUT_Q, c, 1, -rest);
    return net_assign(n, NULL, poly_sub(n, signals_coordinate(s, n, INPUT_Q, c, 1, 0),
                                        joint_number(t, c, GIVEN_REST, rest, form, s, n)));
}

poly joint_armature(const tree *t, uint32_t c, number_form form, net *n)
{
    double armature = t->coordinates[c].armature;
    return armature == 0 ? poly_zero() : number(n, form, "rotor", c, armature);
}

poly joint_rotor(const tree *t, uint32_t c, number_form form, signals *s, net *n)
{
    if (t->coordinates[c].armature == 0)
        return poly_zero();
    return poly_multiply(n, joint_armature(t, c, form, n),
                         signals_coordinate(s, n, INPUT_QDD, c, 1, 0));
}

/* Of positions: how far it is from its rest. */
static poly tendon_length(const tree_tendon *t, input_kind kind, signals *s, net *n)
{
    poly sum = kind == INPUT_Q ? poly_number(n, -t->rest) : poly_zero();
    for (uint32_t i = 0; i < t->terms_count; i++) {
        poly q = signals_coordinate(s, n, kind, t->terms[i].coordinate, 1, 0);
        sum = poly_add(n, sum, poly_scale(n, q, t->terms[i].coefficient));
    }
    return sum;
}

poly tendon_stretch(const tree_tendon *t, signals *s, net *n)
{
    return tendon_length(t, INPUT_Q, s, n);
}

poly tendon_rate(const tree_tendon *t, signals *s, net *n)
{
    return tendon_length(t, INPUT_QD, s, n);
}

/* What tendons with such a number, stiffness or damping, add at a coordinate. */
static poly tendons_at(const tree *t, uint32_t c, number_form form, input_kind kind, signals *s,
                       net *n)
{
    const bool is_spring = kind == INPUT_Q;
    poly sum = poly_zero();
    for (uint32_t i = 0; i < t->tendons_count; i++) {
        const tree_tendon *k = &t->tendons[i];
        const double value = is_spring ? k->stiffness : k->damping;
        const double coefficient = tree_tendon_coefficient(k, c);
        if (value == 0 || coefficient == 0)
            continue;
        poly pull = net_assign(n, NULL, poly_multiply(
            n, number(n, form, is_spring ? "tendon_stiffness" : "tendon_damping", i, value),
            tendon_length(k, kind, s, n)));
        sum = poly_add(n, sum, poly_scale(n, pull, coefficient));
    }
    return sum;
}

poly joint_spring(const tree *t, uint32_t c, number_form form, signals *s, net *n)
{
    poly sum = tendons_at(t, c, form, INPUT_Q, s, n),
         stiffness = joint_stiffness(t, c, form, s, n);
    if (!stiffness.count)
        return sum;
    return poly_add(n, sum, poly_multiply(n, stiffness, joint_stretch(t, c, form, s, n)));
}

/* How much of its torque friction has at a rate. Never near 0 / 0: the root is at least its
 * width. */
static poly friction_share(const tree_friction *f, number_form form, poly rate, net *n)
{
    poly square = poly_add(n, poly_multiply(n, rate, rate),
                           number(n, form, "width_squared", f->coordinate, f->width * f->width));
    poly root = net_call(n, NULL, CALL_SQRT, square, poly_zero());
    poly over = net_call(n, NULL, CALL_RECIPROCAL, root, poly_zero());
    return net_assign(n, NULL, poly_multiply(n, rate, over));
}

poly joint_friction(const tree_friction *f, signals *s, net *n)
{
    poly rate = signals_coordinate(s, n, INPUT_QD, f->coordinate, 1, 0);
    return friction_share(f, NUMBERS_ARE_CONSTANTS, rate, n);
}

static poly friction(const tree_friction *f, number_form form, poly rate, net *n)
{
    poly share = friction_share(f, form, rate, n);
    return poly_multiply(n, number(n, form, "friction", f->coordinate, f->torque), share);
}

poly joint_losses(const tree *t, uint32_t c, number_form form, signals *s, net *n)
{
    poly damping = joint_number(t, c, GIVEN_DAMPING, t->coordinates[c].damping, form, s, n);
    poly sum = tendons_at(t, c, form, INPUT_QD, s, n), rate;
    if (damping.count || t->coordinates[c].has_friction)
        rate = signals_coordinate(s, n, INPUT_QD, c, 1, 0);
    if (damping.count)
        sum = poly_add(n, sum, poly_multiply(n, damping, rate));
    for (uint32_t i = 0; t->coordinates[c].has_friction && i < t->frictions_count; i++)
        if (t->frictions[i].coordinate == c)
            sum = poly_add(n, sum, friction(&t->frictions[i], form, rate, n));
    return sum;
}

poly joint_forces(const tree *t, uint32_t c, number_form form, bool moves, bool accelerates,
                  signals *s, net *n)
{
    poly sum = poly_add(n, joint_spring(t, c, form, s, n), torsions_at(t, c, moves, s, n));
    if (moves)
        sum = poly_add(n, sum, joint_losses(t, c, form, s, n));
    if (accelerates)
        sum = poly_add(n, sum, joint_rotor(t, c, form, s, n));
    return sum;
}
