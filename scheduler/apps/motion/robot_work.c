/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_work.h"

#include "apps/motion/robot_motion.h"

#include <math.h>

/* ---- what takes energy ----------------------------------------------------------------------- */

static double of_coordinates(const tree *t, const double *qd)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        sum += t->coordinates[i].damping * qd[i] * qd[i];
    for (uint32_t k = 0; k < t->frictions_count; k++) {
        const tree_friction *f = &t->frictions[k];
        const double rate = qd[f->coordinate];
        sum += f->torque * rate * rate / sqrt(rate * rate + f->width * f->width);
    }
    for (uint32_t k = 0; k < t->tendons_count; k++) {
        const double rate = tree_tendon_sum(&t->tendons[k], qd);
        sum += t->tendons[k].damping * rate * rate;
    }
    return sum;
}

/* One link turns against another: a law is that of each rate about the axes of the second. */
static double of_turn(const tree_element *e, const body_motion *bodies)
{
    const body_motion *b = &bodies[e->body[1]];
    const vec3 turns = vec3_sub(b->omega, bodies[e->body[0]].omega);
    if (e->what.law == LAW_VISCOUS)
        return e->what.damping * vec3_dot(turns, turns);
    const mat3 axes = mat3_multiply(b->rotation, e->in_body[1].rotation);
    const vec3 rate = mat3_apply(mat3_transpose(axes), turns);
    double sum = 0;
    for (uint32_t c = 0; c < 3; c++)
        sum += law_value(e->what.formula, 0, rate.v[c]) * rate.v[c];
    return sum;
}

/* Beside what law_potential has. */
static double of_law(const element_formula *f, const double along[2], double state)
{
    const double variables[LAW_VARIABLES] = {along[0], along[1], state};
    const double force = formula_value(&f->is, f->points ? &f->table : NULL, variables);
    return (force - (f->state ? 0 : law_value(f, along[0], 0))) * along[1];
}

/* given: its seven numbers of element_forces. */
static double of_element(const tree_element *e, const double *q, const double *qd,
                         const body_motion *bodies, const double *given)
{
    double along[2];
    if (e->what.kind == ELEMENT_TURN)
        return of_turn(e, bodies);
    if (e->what.kind != ELEMENT_LINK && e->what.kind != ELEMENT_TORSION)
        return 0;
    element_along(e, q, qd, bodies, along);
    if (e->what.law == LAW_FORMULA)
        return of_law(e->what.formula, along, given[3]);
    return along[1] * (e->what.law == LAW_CALL ? given[0] : e->what.damping * along[1]);
}

static double of_elements(const robot_motion *x, const double *q, const double *qd)
{
    double sum = 0;
    robot_energy(x->t, q, qd, x->bodies);
    for (uint32_t k = 0; k < x->t->elements_count; k++)
        sum += of_element(&x->t->elements[k], q, qd, x->bodies,
                          x->element_forces + 7 * (size_t)k);
    return sum;
}

static double of_tyres(const robot_motion *x, const double *q, const double *qd)
{
    robot_work *w = x->account;
    const robot_state s = {.q = q, .qd = qd, .free_motion = x->free_motion};
    double sum = 0;
    function_numbers_run(&w->tyres, &s);
    function_numbers_take(&w->tyres, OUTPUT_TORQUE, w->torque);
    for (uint32_t i = 0; i < x->count; i++)
        sum += w->torque[i] * qd[i];
    return sum;
}

void robot_work_look(robot_motion *x, const double *q, const double *qd)
{
    x->power = (works){.dissipated = of_coordinates(x->t, qd)};
    for (uint32_t i = 0; i < x->count; i++)
        x->power.supplied += x->tau[i] * qd[i];
    if (x->account->has_elements)
        x->power.dissipated += of_elements(x, q, qd);
    if (x->account->has_tyres)
        x->power.dissipated += of_tyres(x, q, qd);
}

/* ---- as a part of a motion ------------------------------------------------------------------- */

static bool is_tyre(const tree_element *e)
{
    return e->what.kind == ELEMENT_WHEEL;
}

/* The robot without mass, weight and whatever else acts. */
static passes_forms *tyres_alone(arena *mem, const passes_forms *of)
{
    passes_forms *f = ARENA_ARRAY(mem, passes_forms, 1);
    tree *t = &f->tree;
    *f = *of;
    t->bodies = ARENA_ARRAY(mem, tree_body, t->bodies_count);
    t->coordinates = ARENA_ARRAY(mem, tree_coordinate, t->coordinates_count + 1);
    t->elements = ARENA_ARRAY(mem, tree_element, t->elements_count);
    t->elements_count = 0;
    for (uint32_t i = 0; i < of->tree.bodies_count; i++) {
        t->bodies[i] = of->tree.bodies[i];
        t->bodies[i].body = t->bodies[i].constant = (inertia){0};
    }
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        const tree_coordinate *c = &of->tree.coordinates[i];
        t->coordinates[i] = (tree_coordinate){.name = c->name, .is_angle = c->is_angle,
                                              .independent = true};
    }
    for (uint32_t k = 0; k < of->tree.elements_count; k++)
        if (is_tyre(&of->tree.elements[k]))
            t->elements[t->elements_count++] = of->tree.elements[k];
    t->frictions_count = t->forces_count = t->frames_count = t->payloads_count = 0;
    t->parameters_count = t->numbers_count = t->tendons_count = t->cuts_count = 0;
    t->gravity_is_input = false;
    t->gravity_ms2 = (vec3){{0, 0, 0}};
    return f;
}

/* Without a search, which the equations of motion are worth. */
static status write_tyres(arena *mem, const passes_settings *s, const passes_forms *of,
                          robot_work *w, diag *d)
{
    passes_settings own = *s;
    diag unsaid = diag_make(mem); /* notes of the robot were said */
    own.equations.effort = 0;
    own.equations.life = NULL;
    own.equations.trials = NULL;
    own.cache = NULL;
    own.no_check = true; /* the second opinion is of the whole robot; the energy judges this */
    const status done = function_numbers_make(mem, &own, tyres_alone(mem, of), FUNCTION_BIAS, NULL,
                                              &w->tyres, &unsaid);
    w->torque = ARENA_ARRAY(mem, double, of->tree.coordinates_count + 1);
    return done == STATUS_OK ? done : diag_error(d, unsaid.error.at, "%s", unsaid.error.text);
}

status robot_work_begin(arena *mem, const passes_settings *s, const passes_forms *of,
                        robot_motion *x, diag *d)
{
    if (!x->torques && robot_is_conservative(x->t))
        return STATUS_OK;
    x->account = ARENA_ARRAY(mem, robot_work, 1);
    for (uint32_t k = 0; k < x->t->elements_count; k++) {
        const bool has_tyre = is_tyre(&x->t->elements[k]);
        x->account->has_tyres = x->account->has_tyres || has_tyre;
        x->account->has_elements = x->account->has_elements || !has_tyre;
    }
    return x->account->has_tyres ? write_tyres(mem, s, of, x->account, d) : STATUS_OK;
}

void robot_work_fork(arena *mem, robot_motion *x)
{
    if (!x->account)
        return;
    robot_work *w = ARENA_ARRAY(mem, robot_work, 1);
    *w = *x->account;
    w->tyres = function_numbers_share(mem, &w->tyres, x->known);
    w->torque = ARENA_ARRAY(mem, double, x->count + 1);
    x->account = w;
}
