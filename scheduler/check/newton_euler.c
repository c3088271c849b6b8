/* SPDX-License-Identifier: MIT */
/* The textbook recursion: motions outwards, forces inwards, each body in its own axes. */
#include "check/check_model.h"

typedef struct {
    amat turn; /* its axes in the parent's, now */
    avec arm;  /* its origin in the parent's axes, now */
    avec omega, omegad, alpha; /* alpha: acceleration of its origin less gravity */
    avec force, moment;
    bool stirs, loaded; /* of one column of the mass matrix: it accelerates; forces act on it */
} moved;

static avec swing(const moved *m, avec arm)
{
    return avec_add(avec_cross(m->omegad, arm), avec_cross(m->omega, avec_cross(m->omega, arm)));
}

static avec three(const amount *from)
{
    return (avec){{from[0], from[1], from[2]}};
}

/* ---- outwards -------------------------------------------------------------------------------- */

static void move_free(const check_state *s, const check_body *b, moved *m)
{
    const amount *given = &s->of[ARRAY_FREE_MOTION][9 * b->coordinate];
    m->omega = three(given);
    m->omegad = three(given + 3);
    m->alpha = three(given + 6);
}

/* Where it is. */
static void place_body(const check_state *s, uint32_t body, moved *m)
{
    const check_body *b = &s->m->bodies[body];
    const check_joint_state *j = &s->joints[body];
    m->turn = b->hang == CHECK_TURNS ? amat_multiply(&b->turn, &j->spin) : b->turn;
    m->arm = check_arm_of(s, body);
    if (b->hang == CHECK_SLIDES)
        m->arm = avec_add(m->arm, amat_apply(&b->turn, avec_scale(b->axis, j->x)));
}

static void move(const check_state *s, uint32_t body, const moved *parent, moved *m)
{
    const check_body *b = &s->m->bodies[body];
    const check_joint_state *j = &s->joints[body];
    const bool turns = b->hang == CHECK_TURNS, slides = b->hang == CHECK_SLIDES;
    place_body(s, body, m);
    m->omega = amat_apply_back(&m->turn, parent->omega);
    m->omegad = amat_apply_back(&m->turn, parent->omegad);
    m->alpha = amat_apply_back(&m->turn, avec_add(parent->alpha, swing(parent, m->arm)));
    const avec rate = j->rate, faster = j->faster;
    if (turns) {
        m->omegad = avec_add(m->omegad, avec_add(avec_cross(m->omega, rate), faster));
        m->omega = avec_add(m->omega, rate);
    } else if (slides) {
        const avec coriolis = avec_cross(m->omega, avec_scale(rate, amount_of(2)));
        m->alpha = avec_add(m->alpha, avec_add(coriolis, faster));
    }
}

/* Against gravity. */
static void move_all(const check_state *s, moved *all)
{
    const check_model *m = s->m;
    for (uint32_t k = 0; k < 3; k++)
        all[0].alpha.v[k] = amount_negative(s->of[ARRAY_GRAVITY][k]);
    for (uint32_t i = 1; i < m->bodies_count; i++)
        if (m->bodies[i].hang == CHECK_FREE)
            move_free(s, &m->bodies[i], &all[i]);
        else
            move(s, i, &all[m->bodies[i].parent], &all[i]);
}

/* ---- what acts on a body --------------------------------------------------------------------- */

/* What omega x J omega may be made of where the products of inertia are not zero, as they are in
 * few axes: every square of a velocity with every moment. Of what was joined to another body every
 * acceleration, too, and its mass at its distance: the sum was rounded about a common centre. */
static void count_any_axes(const check_load *of, const moved *m, avec *spinning)
{
    double square = 0, twice = 0, changes = 0;
    double moments = of->mass.size * of->joined_m * of->joined_m;
    for (int k = 0; k < 9; k++) {
        moments += of->moments.m[k / 3][k % 3].size;
        changes += of->moments.m[k / 3][k % 3].slope_size;
    }
    for (int k = 0; k < 3; k++) {
        square += m->omega.v[k].size * m->omega.v[k].size;
        twice += 2 * m->omega.v[k].size * m->omega.v[k].slope_size;
        square += of->joined_m > 0 ? m->omegad.v[k].size : 0;
        twice += of->joined_m > 0 ? m->omegad.v[k].slope_size : 0;
    }
    for (int k = 0; k < 3; k++) {
        spinning->v[k].size += square * moments;
        spinning->v[k].slope_size += twice * moments + square * changes;
    }
}

static void add_inertia(const check_load *of, moved *m)
{
    const avec force = avec_scale(avec_add(m->alpha, swing(m, of->centre)), of->mass);
    avec spinning = avec_cross(m->omega, amat_apply(&of->moments, m->omega));
    count_any_axes(of, m, &spinning);
    const avec moment = avec_add(amat_apply(&of->moments, m->omegad), spinning);
    m->force = avec_add(m->force, force);
    m->moment = avec_add(m->moment, avec_add(moment, avec_cross(of->centre, force)));
}

/* A payload or link that comes with the state. */
static check_load load_given(const amount *of)
{
    check_load out = {.mass = of[0], .centre = three(of + 1)};
    for (int k = 0; k < 3; k++)
        out.moments.m[k][k] = of[4 + k];
    for (int k = 0; k < 3; k++) { /* xy, xz, yz */
        const int row = k == 2 ? 1 : 0, column = k == 0 ? 1 : 2;
        out.moments.m[row][column] = out.moments.m[column][row] = of[7 + k];
    }
    return out;
}

/* On bodies that accelerate, or on all. */
static void add_loads(const check_state *s, moved *all, bool of_all)
{
    const check_model *m = s->m;
    for (uint32_t i = 1; i < m->bodies_count; i++)
        if (m->bodies[i].is_heavy && (of_all || all[i].stirs))
            add_inertia(&m->bodies[i].load, &all[i]);
    for (uint32_t k = 0; k < m->loads_count; k++)
        if (of_all || all[m->loads[k].body].stirs)
            add_inertia(&m->loads[k].load, &all[m->loads[k].body]);
    for (uint32_t k = 0; k < m->payloads_count; k++) {
        const check_load load = load_given(&s->of[ARRAY_PAYLOADS][10 * k]);
        if (of_all || all[m->payloads[k].body].stirs)
            add_inertia(&load, &all[m->payloads[k].body]);
    }
    for (uint32_t k = 0; k < m->given_count; k++) {
        check_load load = load_given(&s->of[ARRAY_INERTIAS][10 * k]);
        load.joined_m = m->given[k].load.joined_m;
        if (of_all || all[m->given[k].body].stirs)
            add_inertia(&load, &all[m->given[k].body]);
    }
}

/* ---- rods that were removed ------------------------------------------------------------------ */

/* The end of a rod: its acceleration less gravity in the axes that the other end is seen in. */
static avec end_of(const check_state *s, const check_cut *c, const moved *all, int end, amat *turn)
{
    const moved *m = &all[c->body[end]];
    *turn = check_motion_of(s, c->from, c->body[end]).turn;
    return amat_apply(turn, avec_add(m->alpha, swing(m, c->at[end])));
}

/* Between its ends a uniform rod's points accelerate linearly, so each end takes a third of the
 * mass times its own acceleration and a sixth times that of the other, weight included. Where
 * nothing keeps the ends apart it is half of the mass, and nothing of the other. */
static void add_rod(const check_state *s, const check_cut *c, moved *all)
{
    const double mass = c->what->mass_kg;
    const double own = s->m->closes ? mass / 3 : mass / 2, other = s->m->closes ? mass / 6 : 0;
    amat turn[2];
    avec faster[2];
    for (int end = 0; end < 2; end++)
        faster[end] = end_of(s, c, all, end, &turn[end]);
    for (int end = 0; end < 2; end++) {
        moved *m = &all[c->body[end]];
        const avec both = avec_add(avec_scale(faster[end], amount_of(own)),
                                   avec_scale(faster[!end], amount_of(other)));
        const avec force = amat_apply_back(&turn[end], both);
        m->force = avec_add(m->force, force);
        m->moment = avec_add(m->moment, avec_cross(c->at[end], force));
        m->loaded = true;
    }
}

/* On bodies that accelerate, or on all. */
static void add_rods(const check_state *s, moved *all, bool of_all)
{
    for (uint32_t k = 0; k < s->m->cuts_count; k++) {
        const check_cut *c = &s->m->cuts[k];
        if (c->what->mass_kg > 0 && (of_all || all[c->body[0]].stirs || all[c->body[1]].stirs))
            add_rod(s, c, all);
    }
}

/* What acts from outside needs that much less of the joints. */
static void subtract(moved *m, avec force, avec moment)
{
    m->force = avec_sub(m->force, force);
    m->moment = avec_sub(m->moment, moment);
}

static void subtract_forces(const check_state *s, moved *all)
{
    const check_model *m = s->m;
    check_wrench on[2];
    for (uint32_t k = 0; k < m->forces_count; k++) {
        const amount *given = &s->of[ARRAY_FORCES][6 * k];
        subtract(&all[m->forces[k].body], three(given), three(given + 3));
    }
    for (uint32_t k = 0; k < m->elements_count; k++) {
        const uint32_t count = check_element_wrenches(s, k, on);
        for (uint32_t i = 0; i < count; i++)
            subtract(&all[on[i].body], on[i].force, on[i].moment);
    }
}

/* ---- inwards --------------------------------------------------------------------------------- */

/* What the freedoms of a body take of the force or moment on it. */
static void add_load(const check_model *m, uint32_t body, avec load, amount *out)
{
    uint32_t coordinate[3];
    avec along[3];
    const uint32_t count = check_drives(m, body, coordinate, along);
    for (uint32_t k = 0; k < count; k++) {
        amount *to = &out[6 * m->free_count + coordinate[k]];
        *to = amount_add(*to, avec_dot(along[k], load));
    }
}

static void pass_one(const check_state *s, uint32_t body, moved *all, amount *out)
{
    const check_model *m = s->m;
    const check_body *b = &m->bodies[body];
    const moved *own = &all[body];
    if (b->hang == CHECK_FREE) {
        for (int k = 0; k < 6; k++)
            out[6 * b->coordinate + (uint32_t)k] = k < 3 ? own->force.v[k] : own->moment.v[k - 3];
        return;
    }
    add_load(m, body, b->hang == CHECK_TURNS ? own->moment : own->force, out);
    if (!m->bodies[b->parent].moves)
        return;
    moved *parent = &all[b->parent];
    const avec force = amat_apply(&own->turn, own->force);
    const avec moment = amat_apply(&own->turn, own->moment);
    parent->force = avec_add(parent->force, force);
    parent->moment = avec_add(parent->moment, avec_add(moment, avec_cross(own->arm, force)));
    parent->loaded = true;
}

static void pass_inwards(const check_state *s, moved *all, amount *out)
{
    for (uint32_t i = s->m->bodies_count; i-- > 1;)
        if (s->m->bodies[i].moves)
            pass_one(s, i, all, out);
}

/* ---- what acts at joints --------------------------------------------------------------------- */

amount check_friction_share(amount rate, double width)
{
    const amount wide = amount_multiply(amount_of(width), amount_of(width));
    const amount root = amount_sqrt(amount_add(amount_multiply(rate, rate), wide));
    return amount_multiply(rate, amount_reciprocal(root));
}

static amount joint_torque(const check_state *s, const robot_joint *j, const check_joint_state *at)
{
    const amount damping = check_number_of(s, j, "damping", j->damping),
                 stiffness = check_number_of(s, j, "stiffness", j->stiffness),
                 stretch = amount_sub(at->x, check_number_of(s, j, "rest", j->rest));
    amount sum = amount_scale(at->xdd, j->armature);
    sum = amount_add(sum, amount_multiply(at->xd, damping));
    sum = amount_add(sum, amount_multiply(stretch, stiffness));
    if (j->friction == 0)
        return sum;
    const double width = tree_friction_width(j);
    return amount_add(sum, amount_scale(check_friction_share(at->xd, width), j->friction));
}

static void add_joints(const check_state *s, amount *out)
{
    const check_model *m = s->m;
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) || b->ratio == 0)
            continue;
        const robot_joint *j = &m->r->joints[b->joint];
        if (j->type == JOINT_PLANAR || j->type == JOINT_FLOATING)
            continue;
        out[b->coordinate] = amount_add(out[b->coordinate],
                                        amount_scale(joint_torque(s, j, &s->joints[i]), b->ratio));
    }
}

static void add_tendon(const check_state *s, const robot_tendon *t, amount *out)
{
    const check_model *m = s->m;
    amount stretch = amount_of(-t->rest), rate = amount_of(0);
    for (uint32_t k = 0; k < t->terms_count; k++) {
        const check_joint_state *j = &s->joints[m->body_of_joint[t->terms[k].joint]];
        stretch = amount_add(stretch, amount_scale(j->x, t->terms[k].coefficient));
        rate = amount_add(rate, amount_scale(j->xd, t->terms[k].coefficient));
    }
    const amount pull = amount_add(amount_scale(stretch, t->stiffness),
                                   amount_scale(rate, t->damping));
    for (uint32_t k = 0; k < t->terms_count; k++) {
        const check_body *b = &m->bodies[m->body_of_joint[t->terms[k].joint]];
        amount *to = &out[b->coordinate];
        *to = amount_add(*to, amount_scale(pull, t->terms[k].coefficient * b->ratio));
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

void check_torques(arena *mem, const check_state *s, amount *out)
{
    const check_model *m = s->m;
    moved *all = ARENA_ARRAY(mem, moved, m->bodies_count);
    for (uint32_t k = 0; k < m->freedoms; k++)
        out[k] = amount_of(0);
    move_all(s, all);
    add_loads(s, all, true);
    add_rods(s, all, true);
    subtract_forces(s, all);
    pass_inwards(s, all, out);
    add_joints(s, &out[6 * m->free_count]);
    for (uint32_t k = 0; k < m->tendons_count; k++)
        add_tendon(s, m->tendons[k], &out[6 * m->free_count]);
    for (uint32_t k = 0; k < m->elements_count; k++)
        if (m->elements[k].what->kind == ELEMENT_TORSION)
            check_add_torsion(s, k, &out[6 * m->free_count]);
}

/* ---- the mass matrix ------------------------------------------------------------------------- */

/* Whether a freedom accelerates this body against its parent, and so: about or along what. */
static bool is_driven_by(const check_model *m, uint32_t body, uint32_t freedom, avec *faster)
{
    const check_body *b = &m->bodies[body];
    const uint32_t of_free = 6 * m->free_count;
    if (b->hang == CHECK_FREE)
        return freedom / 6 == b->coordinate && freedom < of_free;
    uint32_t coordinate[3];
    avec along[3];
    const uint32_t count = check_drives(m, body, coordinate, along);
    for (uint32_t k = 0; k < count; k++)
        if (freedom == of_free + coordinate[k]) {
            *faster = along[k];
            return true;
        }
    return false;
}

/* Accelerations of the bodies that a freedom carries, where nothing moves: of all others they are
 * 0, and so is what these take. */
static void stir(const check_state *s, uint32_t freedom, moved *all)
{
    const check_model *m = s->m;
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        const moved *parent = &all[b->parent];
        moved *own = &all[i];
        avec faster = avec_zero();
        const bool driven = is_driven_by(m, i, freedom, &faster);
        own->stirs = own->loaded = driven || (b->hang != CHECK_FREE && parent->stirs);
        own->omega = own->omegad = own->alpha = own->force = own->moment = avec_zero();
        if (b->hang == CHECK_FREE && driven)
            move_free(s, b, own);
        if (b->hang == CHECK_FREE || !own->stirs)
            continue;
        if (parent->stirs) {
            own->omegad = amat_apply_back(&own->turn, parent->omegad);
            own->alpha = amat_apply_back(&own->turn,
                                         avec_add(parent->alpha, swing(parent, own->arm)));
        }
        if (driven && b->hang == CHECK_TURNS)
            own->omegad = avec_add(own->omegad, faster);
        else if (driven)
            own->alpha = avec_add(own->alpha, faster);
    }
}

/* Torques of one acceleration of 1, where nothing moves, weighs or pulls. */
static void inertia_torques(const check_state *s, uint32_t freedom, moved *all, amount *out)
{
    const check_model *m = s->m;
    for (uint32_t k = 0; k < m->freedoms; k++)
        out[k] = amount_of(0);
    stir(s, freedom, all);
    add_loads(s, all, false);
    add_rods(s, all, false);
    for (uint32_t i = m->bodies_count; i-- > 1;)
        if (all[i].loaded && m->bodies[i].moves)
            pass_one(s, i, all, out);
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) ||
            freedom != 6 * m->free_count + b->coordinate)
            continue;
        amount *to = &out[6 * m->free_count + b->coordinate];
        const double rotor = m->r->joints[b->joint].armature;
        *to = amount_add(*to, amount_scale(amount_scale(amount_of(b->ratio), rotor), b->ratio));
    }
}

/* A state in the same position, in which free bodies are at rest. */
static check_state at_rest(arena *mem, const check_state *s)
{
    check_state out = *s;
    out.of[ARRAY_FREE_MOTION] = ARENA_ARRAY(mem, amount, s->count[ARRAY_FREE_MOTION] + 1);
    return out;
}

/* The acceleration of a freedom of a free body: omega, omegad and acceleration go in. */
static amount *free_acceleration(const check_state *s, uint32_t freedom)
{
    const uint32_t part = freedom % 6;
    return &s->of[ARRAY_FREE_MOTION][9 * (freedom / 6) + (part < 3 ? 6 + part : part)];
}

void check_mass(arena *mem, const check_state *s, amount *out)
{
    const uint32_t n = s->m->freedoms, of_free = 6 * s->m->free_count;
    const check_state unit = at_rest(mem, s);
    moved *all = ARENA_ARRAY(mem, moved, s->m->bodies_count);
    amount *column = ARENA_ARRAY(mem, amount, n + 1);
    for (uint32_t i = 1; i < s->m->bodies_count; i++)
        if (s->m->bodies[i].hang != CHECK_FREE)
            place_body(s, i, &all[i]);
    for (uint32_t c = 0; c < n; c++) {
        if (c < of_free)
            *free_acceleration(&unit, c) = amount_of(1);
        inertia_torques(&unit, c, all, column);
        if (c < of_free)
            *free_acceleration(&unit, c) = amount_of(0);
        for (uint32_t r = 0; r < n; r++)
            out[r * n + c] = column[r];
    }
}

/* ---- one number of one body ------------------------------------------------------------------ */

/* The wrench of a unit of it about the body's origin: h is the first moment. */
static void unit_wrench(const moved *m, uint32_t number, avec *force, avec *moment)
{
    static const uint32_t ROW[] = {0, 1, 2, 0, 0, 1}, COLUMN[] = {0, 1, 2, 1, 2, 2};
    avec h = avec_zero();
    amat inertia_about = {.m = {{{.size = 0}}}};
    *force = number == 0 ? m->alpha : avec_zero();
    *moment = avec_zero();
    if (number >= 1 && number <= 3) {
        h.v[number - 1] = amount_of(1);
        *force = swing(m, h);
        *moment = avec_cross(h, m->alpha);
    }
    if (number < 4)
        return;
    const uint32_t row = ROW[number - 4], column = COLUMN[number - 4];
    inertia_about.m[row][column] = inertia_about.m[column][row] = amount_of(1);
    *moment = avec_add(amat_apply(&inertia_about, m->omegad),
                       avec_cross(m->omega, amat_apply(&inertia_about, m->omega)));
}

/* Its way to the base. */
static void carry_inwards(const check_model *m, const moved *all, uint32_t body, avec force,
                          avec moment, amount *out)
{
    for (uint32_t i = body; m->bodies[i].moves; i = m->bodies[i].parent) {
        const check_body *b = &m->bodies[i];
        for (uint32_t k = 0; b->hang == CHECK_FREE && k < 6; k++)
            out[6 * b->coordinate + k] = k < 3 ? force.v[k] : moment.v[k - 3];
        if (b->hang == CHECK_FREE)
            return;
        add_load(m, i, b->hang == CHECK_TURNS ? moment : force, out);
        force = amat_apply(&all[i].turn, force);
        moment = avec_add(amat_apply(&all[i].turn, moment), avec_cross(all[i].arm, force));
    }
}

void check_parameter_torques(arena *mem, const check_state *s, uint32_t body, amount *out)
{
    const check_model *m = s->m;
    moved *all = ARENA_ARRAY(mem, moved, m->bodies_count);
    move_all(s, all);
    for (uint32_t k = 0; k < CHECK_PARAMETERS * m->freedoms; k++)
        out[k] = amount_of(0);
    for (uint32_t k = 0; k < CHECK_PARAMETERS; k++) {
        avec force, moment;
        unit_wrench(&all[body], k, &force, &moment);
        carry_inwards(m, all, body, force, moment, &out[k * m->freedoms]);
    }
}
