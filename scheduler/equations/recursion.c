/* Outwards: velocities, beta and accelerations; inwards: forces and moments. Everything is
 * written for every body; what no output needs is swept away afterwards.
 *
 * Two facts shorten the recursion. Points on a joint's axis belong to both bodies, so the
 * column of beta along the axis is the parent's, turned: no product of velocities. And a
 * chain of parallel axes turns as one, by the sum of the angles. */
#include "equations/recursion.h"
#include "equations/vectors.h"

#include <string.h>

/* A sum of as many parts as a body has children, or a coordinate followers. Each part that is added
 * copies the sum, so a full one gets a name and the sum starts anew: memory stays linear in the
 * parts, and the sums of sums are no deeper than a balanced one. */
typedef struct {
    pvec sum; /* what has been added since the last full sum */
    uint32_t parts;
    pvec *full;
    uint32_t full_count, full_capacity;
} gathering;

enum { FULL_SUM = 32 };

typedef struct {
    pvec omega, omegad, alpha; /* alpha divided by the length scale */
    poly beta[3][3];
    poly sine, cosine;         /* of the joint's angle */
    poly sum_sine, sum_cosine; /* of the sum over the chain of parallel axes */
    uint32_t chain_first;      /* first body of that chain */
    poly rate, acceleration;   /* of the joint, ratio included */
    pvec force, moment;        /* on the body, from its parent; force divided by its scale */
    pvec passed_force;         /* the part of force that goes inwards joint by joint */
    gathering children_force, children_passed_force, children_moment; /* handed to the body */
    /* of later bodies of a chain, in the axes before the first joint turns */
    gathering chain_force, chain_moment;
    poly
        spin; /* angular momentum about z of what only spins, with that of parallel bodies behind */
} body_state;

typedef struct {
    arena *mem;
    const model *m;
    const tree *t;
    const recursion_forms *forms;
    unsigned present; /* of the motion */
    signals *s;
    net *n;
    body_state *of;
} writer;

/* --- small algebra on symbols ------------------------------------------------------------ */

static poly name(writer *w, const char *what, uint32_t body, int axis, poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[axis]), value);
}

static poly times(writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static poly plus(writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static poly minus(writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

static poly scaled(writer *w, double k, poly a)
{
    return poly_scale(w->n, a, k);
}

/* Constant rotations that are no permutation deserve names of their own, else products pile up. */
static pvec name_all(writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = name(w, what, body, k, u.v[k]);
    return u;
}

static void gather(writer *w, const char *what, uint32_t body, gathering *g, pvec part)
{
    if (g->parts == FULL_SUM) {
        *ARENA_PUSH(w->mem, g, full) = name_all(w, what, body, g->sum);
        g->sum = (pvec){0};
        g->parts = 0;
    }
    g->sum = pvec_add(w->n, g->sum, part);
    g->parts++;
}

static pvec gathered(writer *w, const char *what, uint32_t body, const gathering *g)
{
    if (!g->full_count)
        return g->sum;
    gathering above = {0};
    for (uint32_t i = 0; i < g->full_count; i++)
        gather(w, what, body, &above, g->full[i]);
    gather(w, what, body, &above, g->sum);
    return gathered(w, what, body, &above);
}

static pvec beta_times(writer *w, const body_state *b, vec3 x)
{
    pvec out;
    for (int r = 0; r < 3; r++) {
        out.v[r] = poly_zero();
        for (int c = 0; c < 3; c++)
            out.v[r] = plus(w, out.v[r], scaled(w, x.v[c], b->beta[r][c]));
    }
    return out;
}

/* From the parent's axes into those of body i; `from` is the body before whose joint the turn
 * starts. */
static pvec into_body(writer *w, uint32_t i, bool by_chain, pvec u)
{
    const body_state *b = &w->of[i];
    uint32_t first = by_chain ? b->chain_first : i;
    pvec before = pvec_turn_constant(w->n, w->m->bodies[first].rotation, true, u);
    return by_chain ? pvec_turn_in(w->n, b->sum_sine, b->sum_cosine, before)
                    : pvec_turn_in(w->n, b->sine, b->cosine, before);
}

static pvec out_of_body(writer *w, uint32_t i, pvec u)
{
    if (w->m->bodies[i].kind == BODY_REVOLUTE)
        u = name_all(w, "o", i, pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, u));
    return name_all(w, "r", i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, false, u));
}

/* --- outwards ------------------------------------------------------------------------------- */

static void write_joint(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    to->chain_first = i;
    if (w->present & RECURSION_VELOCITY)
        to->rate = name(
            w, "rate", i, 0,
            scaled(w, b->ratio, signals_coordinate(w->s, w->n, INPUT_QD, b->coordinate, 1, 0)));
    if (w->present & RECURSION_ACCELERATION)
        to->acceleration = name(
            w, "rated", i, 0,
            scaled(w, b->ratio, signals_coordinate(w->s, w->n, INPUT_QDD, b->coordinate, 1, 0)));
    if (b->kind != BODY_REVOLUTE)
        return;
    signals_trig(w->s, w->n, b->coordinate, b->ratio, b->offset, &to->sine, &to->cosine);
    to->sum_sine = to->sine;
    to->sum_cosine = to->cosine;
    if (model_is_parallel(w->m, i)) {
        const body_state *h = &w->of[b->parent];
        to->chain_first = h->chain_first;
        to->sum_sine = net_assign(
            w->n, arena_printf(w->mem, "sum_s%u", i),
            plus(w, times(w, h->sum_sine, to->cosine), times(w, h->sum_cosine, to->sine)));
        to->sum_cosine = net_assign(
            w->n, arena_printf(w->mem, "sum_c%u", i),
            minus(w, times(w, h->sum_cosine, to->cosine), times(w, h->sum_sine, to->sine)));
    }
}

/* beta from omega and omegad; the column along the joint axis is there already if the form says
 * so. */
static void write_beta(writer *w, uint32_t i, bool column)
{
    body_state *b = &w->of[i];
    const body_form *f = &w->forms->of[i];
    poly square[3], product[3]; /* product[k]: of the two others */
    for (int k = 0; k < 3; k++) {
        square[k] = times(w, b->omega.v[k], b->omega.v[k]);
        product[k] = times(w, b->omega.v[(k + 1) % 3], b->omega.v[(k + 2) % 3]);
    }
    if (!column)
        b->beta[2][2] = name(w, "bzz", i, 2, scaled(w, -1, plus(w, square[0], square[1])));
    for (int k = 0; k < 2; k++) {
        poly diagonal = f->squares ? plus(w, b->beta[2][2], minus(w, square[k], square[2]))
                                   : scaled(w, -1, plus(w, square[1 - k], square[2]));
        b->beta[k][k] = name(w, "bd", i, k, diagonal);
    }
    b->beta[1][0] = name(w, "byx", i, 2, plus(w, product[2], b->omegad.v[2]));
    b->beta[0][1] = name(w, "bxy", i, 2, minus(w, product[2], b->omegad.v[2]));
    if (column) {
        b->beta[2][0] = name(w, "bzx", i, 1, minus(w, scaled(w, 2, product[1]), b->beta[0][2]));
        b->beta[2][1] = name(w, "bzy", i, 0, minus(w, scaled(w, 2, product[0]), b->beta[1][2]));
    } else {
        b->beta[0][2] = name(w, "bxz", i, 1, plus(w, product[1], b->omegad.v[1]));
        b->beta[2][0] = name(w, "bzx", i, 1, minus(w, product[1], b->omegad.v[1]));
        b->beta[2][1] = name(w, "bzy", i, 0, plus(w, product[0], b->omegad.v[0]));
        b->beta[1][2] = name(w, "byz", i, 0, minus(w, product[0], b->omegad.v[0]));
    }
}

static vec3 third_column(mat3 r)
{
    return (vec3){{r.m[0][2], r.m[1][2], r.m[2][2]}};
}

static void write_revolute_motion(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    const body_form *f = &w->forms->of[i];
    body_state *to = &w->of[i];
    uint32_t start = f->group ? to->chain_first : i; /* turn from the parent of this one */
    const body_state *from = &w->of[w->m->bodies[start].parent], *h = &w->of[b->parent];
    to->omega = into_body(w, i, f->group, from->omega);
    pvec along = pvec_turn_constant(w->n, b->rotation, true, h->omega),
         alongd = pvec_turn_constant(w->n, b->rotation, true, h->omegad);
    to->omega.v[2] = plus(w, along.v[2], to->rate);
    to->omega = name_all(w, "w", i, to->omega);
    to->omegad.v[2] = name(w, "wd", i, 2, plus(w, alongd.v[2], to->acceleration));
    if (f->column) {
        pvec axis_motion = beta_times(w, from, third_column(w->m->bodies[start].rotation));
        axis_motion = into_body(w, i, f->group, axis_motion);
        for (int k = 0; k < 3; k++)
            to->beta[k][2] = name(w, "bz", i, k, axis_motion.v[k]);
        to->omegad.v[0] = name(w, "wd", i, 0,
                               minus(w, times(w, to->omega.v[1], to->omega.v[2]), to->beta[1][2]));
        to->omegad.v[1] = name(w, "wd", i, 1,
                               minus(w, to->beta[0][2], times(w, to->omega.v[0], to->omega.v[2])));
    } else {
        pvec turned = into_body(w, i, false, h->omegad);
        to->omegad.v[0] = name(w, "wd", i, 0,
                               plus(w, turned.v[0], times(w, to->omega.v[1], to->rate)));
        to->omegad.v[1] = name(w, "wd", i, 1,
                               minus(w, turned.v[1], times(w, to->omega.v[0], to->rate)));
    }
    write_beta(w, i, f->column);
    pvec arrive = pvec_add(w->n, h->alpha,
                           beta_times(w, h, vec3_scale(b->anchor, 1 / w->forms->acceleration)));
    to->alpha = name_all(w, "a", i, into_body(w, i, false, name_all(w, "e", i, arrive)));
}

static void write_prismatic_motion(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    const body_state *h = &w->of[b->parent];
    double per_length = 1 / w->forms->acceleration;
    to->omega = name_all(w, "w", i, pvec_turn_constant(w->n, b->rotation, true, h->omega));
    to->omegad = name_all(w, "wd", i, pvec_turn_constant(w->n, b->rotation, true, h->omegad));
    bool same_axes = memcmp(&b->rotation, &(mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                            sizeof(mat3)) == 0;
    if (same_axes)
        memcpy(to->beta, h->beta, sizeof to->beta);
    else
        write_beta(w, i, false);
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    pvec arrive = pvec_add(w->n, h->alpha, beta_times(w, h, vec3_scale(b->anchor, per_length)));
    arrive = pvec_turn_constant(w->n, b->rotation, true, name_all(w, "e", i, arrive));
    pvec stretch = beta_times(w, to, b->axis), gyration = pvec_cross(w->n, b->axis, to->omega);
    for (int k = 0; k < 3; k++) {
        poly moving = times(w, name(w, "bq", i, k, stretch.v[k]), length);
        poly coriolis = scaled(w, -2, times(w, name(w, "wq", i, k, gyration.v[k]), to->rate));
        poly driven = scaled(w, b->axis.v[k], to->acceleration);
        poly own = scaled(w, per_length, plus(w, plus(w, moving, coriolis), driven));
        to->alpha.v[k] = name(w, "a", i, k, plus(w, arrive.v[k], own));
    }
}

static void write_free_motion(writer *w, uint32_t i, uint32_t number)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    for (uint32_t k = 0; k < 3; k++) {
        if (w->present & RECURSION_VELOCITY)
            to->omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA, b->name, number, k);
        if (w->present & RECURSION_ACCELERATION)
            to->omegad.v[k] = signals_vector(w->s, w->n, INPUT_OMEGAD, b->name, number, k);
        if (!(w->present & RECURSION_ACC))
            continue;
        poly acc = signals_vector(w->s, w->n, INPUT_ACC, b->name, number, k);
        to->alpha.v[k] = name(w, "a", i, (int)k, scaled(w, 1 / w->forms->acceleration, acc));
    }
    write_beta(w, i, false);
}

/* --- inwards -------------------------------------------------------------------------------- */

/* Moment of a body's own second moments about its origin. */
static pvec write_euler(writer *w, uint32_t i)
{
    const body_state *b = &w->of[i];
    const model_body *own = &w->m->bodies[i];
    const mat3 *p = &own->second;
    bool whole = w->forms->of[i].euler == EULER_SECOND && own->is_sound;
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly sum = poly_zero();
        for (int k = 0; k < 3; k++) {
            if (k != y || whole)
                sum = plus(w, sum, scaled(w, p->m[k][y], b->beta[z][k]));
            if (k != z || whole)
                sum = minus(w, sum, scaled(w, p->m[k][z], b->beta[y][k]));
        }
        if (!whole) {
            poly product = times(w, b->omega.v[y], b->omega.v[z]);
            sum = plus(w, sum, scaled(w, own->moment.v[x], b->omegad.v[x]));
            sum = plus(w, sum, scaled(w, own->difference.v[x], product));
        }
        out.v[x] = sum;
    }
    return out;
}

static void subtract_external(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    for (uint32_t k = 0; k < w->t->forces_count; k++) {
        const tree_force *f = &w->t->forces[k];
        if (f->body != i)
            continue;
        mat3 axes;
        vec3 at;
        model_pose(w->m, i, f->link_in_body, &axes, &at);
        pvec given, turning;
        for (uint32_t c = 0; c < 3; c++) {
            given.v[c] = signals_vector(w->s, w->n, INPUT_FORCE, f->link, k, c);
            turning.v[c] = signals_vector(w->s, w->n, INPUT_MOMENT, f->link, k, c);
        }
        given = name_all(w, "fx", i, pvec_turn_constant(w->n, axes, false, given));
        turning = pvec_turn_constant(w->n, axes, false, turning);
        pvec arm = pvec_cross(w->n, at, given);
        for (int c = 0; c < 3; c++) {
            force->v[c] = minus(w, force->v[c], scaled(w, 1 / w->forms->force, given.v[c]));
            moment->v[c] = minus(w, moment->v[c], plus(w, turning.v[c], arm.v[c]));
        }
    }
}

static void write_wrench(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    pvec own, inertial = beta_times(w, to, vec3_scale(b->first, 1 / w->forms->force));
    double mass = b->mass * w->forms->acceleration / w->forms->force;
    for (int k = 0; k < 3; k++)
        own.v[k] = plus(w, inertial.v[k], scaled(w, mass, to->alpha.v[k]));
    pvec arm = pvec_cross(w->n, vec3_scale(b->first, w->forms->acceleration), to->alpha);
    pvec handed = gathered(w, "Lc", i, &to->children_moment);
    to->moment = pvec_add(w->n, handed, pvec_add(w->n, arm, write_euler(w, i)));
    to->moment.v[2] = plus(w, to->moment.v[2], scaled(w, b->spin, to->omegad.v[2]));
    to->spin = plus(w, to->spin, scaled(w, b->spin, to->omega.v[2]));
    if (to->spin.count > FULL_SUM)
        to->spin = name(w, "spin", i, 2, to->spin);
    subtract_external(w, i, &own, &to->moment);
    to->force = name_all(w, "F", i, pvec_add(w->n, gathered(w, "Fc", i, &to->children_force), own));
    handed = gathered(w, "Pc", i, &to->children_passed_force);
    to->passed_force = name_all(w, "P", i, pvec_add(w->n, handed, own));
    to->moment = name_all(w, "L", i, to->moment);
}

static pvec across(pvec u)
{
    u.v[2] = poly_zero();
    return u;
}

/* The wrench of body i, whose axis is parallel to its parent's: what lies across the axes may
 * go straight to the chain's parent. Returns what goes to the parent as usual. */
static void hand_along_chain(writer *w, uint32_t i, pvec *passed_force, pvec *moment)
{
    const body_form *f = &w->forms->of[i];
    body_state *b = &w->of[i], *h = &w->of[w->m->bodies[i].parent], *first = &w->of[b->chain_first];
    h->spin = plus(w, h->spin, b->spin);
    if (f->chain_moment) {
        pvec turned = pvec_turn_out(w->n, b->sum_sine, b->sum_cosine, across(b->moment));
        gather(w, "cms", b->chain_first, &first->chain_moment, name_all(w, "cm", i, turned));
        moment->v[0] = moment->v[1] = poly_zero();
    }
    if (f->chain_force) {
        pvec turned = pvec_turn_out(w->n, b->sum_sine, b->sum_cosine, b->passed_force);
        gather(w, "cfs", b->chain_first, &first->chain_force, name_all(w, "cf", i, turned));
        passed_force->v[0] = passed_force->v[1] = passed_force->v[2] = poly_zero();
    }
}

/* What only spins acts on the parent through the parent's own turning. */
static pvec spin_moment(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    pvec turning = pvec_cross(w->n, third_column(b->rotation), w->of[b->parent].omega);
    poly spin = name(w, "spin", i, 2, w->of[i].spin);
    for (int k = 0; k < 3; k++)
        turning.v[k] = scaled(w, -1, times(w, turning.v[k], spin));
    return turning;
}

/* Adds the wrench of body i to its parent's. */
static void hand_inwards(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *own = &w->of[i], *h = &w->of[b->parent];
    bool parallel = model_is_parallel(w->m, i);
    bool same = memcmp(&own->force, &own->passed_force, sizeof(pvec)) == 0;
    pvec force = out_of_body(w, i, own->force),
         passed = same ? force : out_of_body(w, i, own->passed_force);
    pvec moment = out_of_body(w, i, own->moment);
    if (parallel) {
        hand_along_chain(w, i, &passed, &moment);
    } else {
        pvec chain_force = gathered(w, "cfs", i, &own->chain_force);
        pvec chain_moment = gathered(w, "cms", i, &own->chain_moment);
        chain_force = pvec_turn_constant(w->n, b->rotation, false, chain_force);
        passed = name_all(w, "pf", i, pvec_add(w->n, passed, chain_force));
        moment = pvec_add(w->n, moment, pvec_turn_constant(w->n, b->rotation, false, chain_moment));
        moment = pvec_add(w->n, moment, spin_moment(w, i));
        force = passed; /* the whole chain's */
    }
    pvec arm = pvec_cross(w->n, vec3_scale(b->anchor, w->forms->force), force);
    pvec lever = {0};
    if (b->kind == BODY_PRISMATIC) {
        poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
        lever = pvec_cross(w->n, mat3_apply(b->rotation, vec3_scale(b->axis, w->forms->force)),
                           force);
        for (int k = 0; k < 3; k++)
            lever.v[k] = times(w, name(w, "lv", i, k, lever.v[k]), length);
    }
    if (!b->parent)
        return; /* nothing asks what acts on the base */
    gather(w, "Fc", b->parent, &h->children_force, force);
    gather(w, "Pc", b->parent, &h->children_passed_force, passed);
    gather(w, "Lc", b->parent, &h->children_moment, pvec_add(w->n, moment, arm));
    if (b->kind == BODY_PRISMATIC)
        gather(w, "Lc", b->parent, &h->children_moment, lever);
}

static poly joint_torque(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    if (b->kind == BODY_REVOLUTE)
        return scaled(w, b->ratio, w->of[i].moment.v[2]);
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum,
                   scaled(w, b->axis.v[k] * w->forms->force * b->ratio, w->of[i].force.v[k]));
    return sum;
}

/* Torques from what was gathered, in the order of coordinates and free bodies. */
static recursion_sums collect(writer *w, gathering *torque)
{
    recursion_sums out = {ARENA_ARRAY(w->mem, poly, w->t->coordinates_count + 1), NULL, 0};
    for (uint32_t c = 0; c < w->t->coordinates_count; c++)
        out.torque[c] = gathered(w, "tc", c, &torque[c]).v[0];
    for (uint32_t i = 1; i < w->m->count; i++)
        out.free_bodies += w->m->bodies[i].kind == BODY_FREE;
    out.wrench = ARENA_ARRAY(w->mem, poly, 6 * out.free_bodies + 1);
    for (uint32_t i = 1, at = 0; i < w->m->count; i++) {
        if (w->m->bodies[i].kind != BODY_FREE)
            continue;
        for (int k = 0; k < 3; k++, at++) {
            out.wrench[at] = scaled(w, w->forms->force, w->of[i].force.v[k]);
            out.wrench[at + 3] = w->of[i].moment.v[k];
        }
        at += 3;
    }
    return out;
}

recursion_sums recursion_torques(arena *mem, const model *m, const tree *t,
                                 const recursion_forms *forms, unsigned present, signals *s, net *n)
{
    writer w = {mem, m, t, forms, present, s, n, ARENA_ARRAY(mem, body_state, m->count)};
    for (int k = 0; k < 3; k++)
        w.of[0].alpha.v[k] = poly_number(n, -m->gravity.v[k] / forms->acceleration);
    uint32_t free_bodies = 0;
    for (uint32_t i = 1; i < m->count; i++) {
        if (m->bodies[i].kind == BODY_FREE) {
            write_free_motion(&w, i, free_bodies++);
            continue;
        }
        write_joint(&w, i);
        if (m->bodies[i].kind == BODY_REVOLUTE)
            write_revolute_motion(&w, i);
        else
            write_prismatic_motion(&w, i);
    }
    gathering *torque = ARENA_ARRAY(mem, gathering, t->coordinates_count + 1);
    for (uint32_t i = m->count; i-- > 1;) {
        write_wrench(&w, i);
        if (m->bodies[i].kind == BODY_FREE)
            continue;
        uint32_t c = m->bodies[i].coordinate;
        gather(&w, "tc", c, &torque[c], (pvec){{joint_torque(&w, i)}});
        hand_inwards(&w, i);
    }
    return collect(&w, torque);
}

void recursion_write(arena *mem, const model *m, const tree *t, const recursion_forms *forms,
                     signals *s, net *n)
{
    recursion_sums sums = recursion_torques(mem, m, t, forms, RECURSION_ALL, s, n);
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        signals_joint_output(s, n, OUTPUT_TORQUE, c, sums.torque[c]);
    for (uint32_t i = 1, number = 0; i < m->count; i++) {
        if (m->bodies[i].kind != BODY_FREE)
            continue;
        const poly *wrench = &sums.wrench[6 * number];
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_FORCE, m->bodies[i].name, number, k, wrench[k]);
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_MOMENT, m->bodies[i].name, number, k, wrench[3 + k]);
        number++;
    }
    net_sweep(n);
}
