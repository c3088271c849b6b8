/* Joints and axes, velocities and accelerations, and the moments of subtrees: everything that the
 * derivatives are made of. */
#include "equations/derivatives_parts.h"
#include "equations/loads.h"

#include <string.h>

static poly name(derivative_writer *w, const char *what, uint32_t body, int axis, poly value)
{
    if (!value.count)
        return value;
    return net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[axis]), value);
}

static pvec name_all(derivative_writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = name(w, what, body, k, u.v[k]);
    return u;
}

static pmat name_matrix(derivative_writer *w, const char *what, uint32_t body, pmat a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (a.m[r][c].count)
                a.m[r][c] = net_assign(
                    w->n, arena_printf(w->mem, "%s%u%c%c", what, body, "xyz"[r], "xyz"[c]),
                    a.m[r][c]);
    return a;
}

static void add_to(derivative_writer *w, poly *sum, poly part)
{
    enum { FULL_SUM = 32 }; /* many children: named, so that no sum is copied too often */
    *sum = poly_add(w->n, *sum, part);
    if (sum->count > FULL_SUM)
        *sum = net_assign(w->n, NULL, *sum);
}

static void add_vector(derivative_writer *w, pvec *sum, pvec part)
{
    for (int k = 0; k < 3; k++)
        add_to(w, &sum->v[k], part.v[k]);
}

/* --- axes ----------------------------------------------------------------------------------- */

bool derivative_turns(const derivative_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE;
}

bool derivative_is_free(const derivative_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_FREE;
}

static bool is_still(const derivative_writer *w, uint32_t i)
{
    return derivative_turns(w, i) && w->forms->of[i].still;
}

static bool is_turned(const derivative_writer *w, uint32_t i)
{
    return derivative_turns(w, i) && !w->forms->of[i].still;
}

static pvec turn_out(derivative_writer *w, uint32_t i, pvec u)
{
    return pvec_assign(w->n, pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, u));
}

pvec derivative_before(derivative_writer *w, uint32_t i, pvec u)
{
    return is_turned(w, i) ? turn_out(w, i, u) : u;
}

pvec derivative_working(derivative_writer *w, uint32_t i, pvec u)
{
    return is_turned(w, i) ? pvec_turn_in(w->n, w->of[i].sine, w->of[i].cosine, u) : u;
}

pvec derivative_to_parent(derivative_writer *w, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->of[i].continues)
        return u;
    u = pvec_assign(w->n, pvec_turn_constant(w->n, b->rotation, false, u));
    return is_still(w, b->parent) ? turn_out(w, b->parent, u) : u;
}

static pvec from_parent(derivative_writer *w, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    const derivative_body *h = &w->of[b->parent];
    if (w->of[i].continues)
        return u;
    if (is_still(w, b->parent))
        u = pvec_assign(w->n, pvec_turn_in(w->n, h->sine, h->cosine, u));
    return pvec_turn_constant(w->n, b->rotation, true, u);
}

static pmat matrix_before(derivative_writer *w, uint32_t i, const pmat *a)
{
    return is_turned(w, i) ? pmat_turn_out(w->n, w->of[i].sine, w->of[i].cosine, a) : *a;
}

static pmat matrix_to_parent(derivative_writer *w, uint32_t i, const pmat *a)
{
    const model_body *b = &w->m->bodies[i];
    const derivative_body *h = &w->of[b->parent];
    if (w->of[i].continues)
        return *a;
    pmat turned = pmat_turn_constant(w->n, b->rotation, a);
    return is_still(w, b->parent) ? pmat_turn_out(w->n, h->sine, h->cosine, &turned) : turned;
}

wrench derivative_wrench_to_parent(derivative_writer *w, uint32_t i, wrench x)
{
    x.force = derivative_to_parent(w, i, x.force);
    x.moment = pvec_add(w->n, derivative_to_parent(w, i, x.moment),
                        pvec_product(w->n, w->of[i].arm, x.force));
    return x;
}

/* What is constant in body i, in its working axes. */
static pvec fixed(derivative_writer *w, uint32_t i, vec3 x)
{
    pvec u = pvec_numbers(w->n, x);
    return is_still(w, i) ? turn_out(w, i, u) : u;
}

static pmat fixed_matrix(derivative_writer *w, uint32_t i, mat3 x)
{
    pmat a = pmat_numbers(w->n, x);
    return is_still(w, i) ? pmat_turn_out(w->n, w->of[i].sine, w->of[i].cosine, &a) : a;
}

/* --- joints --------------------------------------------------------------------------------- */

static void write_angle(derivative_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    derivative_body *to = &w->of[i];
    const derivative_body *h = &w->of[b->parent];
    signals_trig(w->s, w->n, b->coordinate, b->ratio, b->offset, &to->sine, &to->cosine);
    to->continues = model_is_parallel(w->m, i) && is_still(w, b->parent);
    if (!to->continues)
        return;
    net *n = w->n;
    poly sine = poly_add(n, poly_multiply(n, h->sine, to->cosine),
                         poly_multiply(n, h->cosine, to->sine));
    poly cosine = poly_sub(n, poly_multiply(n, h->cosine, to->cosine),
                           poly_multiply(n, h->sine, to->sine));
    to->sine = net_assign(n, arena_printf(w->mem, "sum_s%u", i), sine);
    to->cosine = net_assign(n, arena_printf(w->mem, "sum_c%u", i), cosine);
}

static void write_joint(derivative_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    derivative_body *to = &w->of[i];
    to->arm = fixed(w, b->parent, b->anchor);
    poly rate = signals_coordinate(w->s, w->n, INPUT_QD, b->coordinate, 1, 0);
    to->rate = name(w, "rate", i, 0, poly_scale(w->n, rate, b->ratio));
    if (b->kind == BODY_REVOLUTE) {
        write_angle(w, i);
        return;
    }
    to->axis = pvec_numbers(w->n, b->axis);
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    pvec along = derivative_to_parent(w, i, to->axis);
    for (int k = 0; k < 3; k++)
        along.v[k] = poly_multiply(w->n, along.v[k], length);
    to->arm = name_all(w, "d", i, pvec_add(w->n, to->arm, along));
}

void derivative_write_joints(derivative_writer *w)
{
    pvec against = pvec_numbers(w->n, vec3_scale(w->m->gravity, -1));
    for (uint32_t k = 0; w->t->gravity_is_input && k < 3; k++) {
        poly given = signals_vector(w->s, w->n, INPUT_GRAVITY, "gravity", 0, k);
        against.v[k] = poly_scale(w->n, given, -1 / w->forms->length);
    }
    w->of[0].gravity = name_all(w, "g", 0, against);
    for (uint32_t i = 1; i < w->m->count; i++) {
        derivative_body *b = &w->of[i];
        if (derivative_is_free(w, i))
            continue; /* its acceleration is less gravity already */
        write_joint(w, i);
        b->gravity_before = from_parent(w, i, w->of[w->m->bodies[i].parent].gravity);
        b->gravity_before = name_all(w, "gb", i, b->gravity_before);
        b->gravity = name_all(w, "g", i, derivative_working(w, i, b->gravity_before));
    }
}

/* --- velocities
 * --------------------------------------------------------------------------------
 */

static void write_velocity(derivative_writer *w, uint32_t i)
{
    derivative_body *to = &w->of[i];
    const derivative_body *h = &w->of[w->m->bodies[i].parent];
    to->omega_before = name_all(w, "wb", i, from_parent(w, i, h->omega));
    to->omega = derivative_working(w, i, to->omega_before);
    pvec rate = pvec_product(w->n, h->omega, to->arm);
    if (derivative_turns(w, i)) {
        to->omega.v[2] = poly_add(w->n, to->omega.v[2], to->rate);
    } else {
        pvec along = derivative_to_parent(w, i, to->axis);
        for (int k = 0; k < 3; k++)
            rate.v[k] = poly_add(w->n, rate.v[k], poly_multiply(w->n, along.v[k], to->rate));
    }
    to->omega = name_all(w, "w", i, to->omega);
    to->arm_rate2 = name_all(w, "dr", i, pvec_scale(w->n, 2, rate));
}

void derivative_write_velocities(derivative_writer *w)
{
    for (uint32_t i = 1, number = 0; i < w->m->count; i++) {
        if (!derivative_is_free(w, i)) {
            write_velocity(w, i);
            continue;
        }
        for (uint32_t k = 0; k < 3; k++)
            w->of[i].omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA, w->m->bodies[i].name,
                                                 number, k);
        number++;
    }
}

/* --- accelerations ---------------------------------------------------------------------------- */

/* ~omegad + ~omega ~omega; the column along a revolute axis is there already. */
static void write_beta(derivative_writer *w, uint32_t i)
{
    derivative_body *b = &w->of[i];
    net *n = w->n;
    int there = derivative_turns(w, i) ? 2 : -1;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly yz = poly_multiply(n, b->omega.v[y], b->omega.v[z]), twice = poly_scale(n, yz, 2);
        poly squares = poly_add(n, poly_multiply(n, b->omega.v[y], b->omega.v[y]),
                                poly_multiply(n, b->omega.v[z], b->omega.v[z]));
        if (x != there)
            b->beta.m[x][x] = name(w, "bd", i, x, poly_scale(n, squares, -1));
        if (y != there)
            b->beta.m[z][y] = name(w, "bp", i, x,
                                   z == there ? poly_sub(n, twice, b->beta.m[y][z])
                                              : poly_add(n, yz, b->omegad.v[x]));
        if (z != there)
            b->beta.m[y][z] = name(w, "bm", i, x,
                                   y == there ? poly_sub(n, twice, b->beta.m[z][y])
                                              : poly_sub(n, yz, b->omegad.v[x]));
    }
}

static void write_turning(derivative_writer *w, uint32_t i, poly acceleration)
{
    derivative_body *to = &w->of[i];
    const derivative_body *h = &w->of[w->m->bodies[i].parent];
    net *n = w->n;
    pvec z = derivative_to_parent(w, i, pvec_unit(n, 2));
    pvec column = pvec_assign(n, pmat_apply(n, &h->beta, z));
    to->column_before = name_all(w, "cb", i, from_parent(w, i, column));
    column = name_all(w, "c", i, derivative_working(w, i, to->column_before));
    for (int k = 0; k < 3; k++)
        to->beta.m[k][2] = column.v[k];
    const poly *omega = to->omega.v;
    pvec along = from_parent(w, i, h->omegad);
    to->omegad.v[0] = poly_sub(n, poly_multiply(n, omega[1], omega[2]), column.v[1]);
    to->omegad.v[1] = poly_sub(n, column.v[0], poly_multiply(n, omega[0], omega[2]));
    to->omegad.v[2] = poly_add(n, along.v[2], acceleration);
    to->omegad = name_all(w, "wd", i, to->omegad);
}

static void write_sliding(derivative_writer *w, uint32_t i, poly acceleration)
{
    derivative_body *to = &w->of[i];
    net *n = w->n;
    to->omegad = from_parent(w, i, w->of[w->m->bodies[i].parent].omegad);
    to->omegad = name_all(w, "wd", i, to->omegad);
    pvec gyration = pvec_scale(n, 2, pvec_product(n, to->omega, to->axis));
    for (int k = 0; k < 3; k++) {
        poly own = poly_add(n, poly_multiply(n, gyration.v[k], to->rate),
                            poly_multiply(n, to->axis.v[k], acceleration));
        to->alpha_before.v[k] = poly_add(n, to->alpha_before.v[k], own);
    }
}

static void write_acceleration(derivative_writer *w, uint32_t i, poly acceleration)
{
    derivative_body *to = &w->of[i];
    const derivative_body *h = &w->of[w->m->bodies[i].parent];
    pvec arrive = pvec_add(w->n, h->alpha, pmat_apply(w->n, &h->beta, to->arm));
    to->alpha_before = from_parent(w, i, name_all(w, "e", i, arrive));
    if (derivative_turns(w, i))
        write_turning(w, i, acceleration);
    else
        write_sliding(w, i, acceleration);
    to->alpha_before = name_all(w, "ab", i, to->alpha_before);
    to->alpha = name_all(w, "a", i, derivative_working(w, i, to->alpha_before));
    write_beta(w, i);
}

static void write_free_acceleration(derivative_writer *w, uint32_t i, uint32_t number,
                                    const poly *x)
{
    derivative_body *to = &w->of[i];
    const char *of = w->m->bodies[i].name;
    for (uint32_t k = 0; k < 3; k++) {
        poly linear = x ? x[w->freedom[i] + k]
                        : signals_vector(w->s, w->n, INPUT_ACC, of, number, k);
        to->alpha.v[k] = poly_scale(w->n, linear, 1 / w->forms->length);
        to->omegad.v[k] = x ? x[w->freedom[i] + 3 + k]
                            : signals_vector(w->s, w->n, INPUT_OMEGAD, of, number, k);
    }
    to->alpha = name_all(w, "a", i, to->alpha);
    write_beta(w, i);
}

void derivative_write_accelerations(derivative_writer *w, const poly *x)
{
    w->of[0].alpha = w->of[0].gravity;
    for (uint32_t i = 1, number = 0; i < w->m->count; i++) {
        if (derivative_is_free(w, i)) {
            write_free_acceleration(w, i, number++, x);
            continue;
        }
        const model_body *b = &w->m->bodies[i];
        poly given = x ? x[w->freedom[i]]
                       : signals_coordinate(w->s, w->n, INPUT_QDD, b->coordinate, 1, 0);
        write_acceleration(w, i, name(w, "rated", i, 0, poly_scale(w->n, given, b->ratio)));
    }
}

/* --- subtrees --------------------------------------------------------------------------------- */

/* External forces on body i's links: force and moment about its origin. */
static wrench external_load(derivative_writer *w, uint32_t i)
{
    wrench out = {0};
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
        turning = pvec_add(w->n, pvec_turn_constant(w->n, axes, false, turning),
                           pvec_cross(w->n, at, given));
        given = pvec_scale(w->n, w->forms->length, given);
        out.force = pvec_add(w->n, out.force, given);
        out.moment = pvec_add(w->n, out.moment, turning);
    }
    out = (wrench){name_all(w, "Fx", i, out.force), name_all(w, "Lx", i, out.moment)};
    if (is_still(w, i))
        out = (wrench){turn_out(w, i, out.force), turn_out(w, i, out.moment)};
    return out;
}

void derivative_close_external(derivative_writer *w, uint32_t i)
{
    derivative_body *b = &w->of[i];
    b->external = external_load(w, i);
    add_vector(w, &b->given.force, b->external.force);
    add_vector(w, &b->given.moment, b->external.moment);
    b->given.force = derivative_before(w, i, b->given.force);
    b->given.moment = derivative_before(w, i, b->given.moment);
}

void derivative_hand_external(derivative_writer *w, uint32_t i)
{
    wrench x = derivative_wrench_to_parent(w, i, w->of[i].given);
    derivative_body *h = &w->of[w->m->bodies[i].parent];
    add_vector(w, &h->given.force, x.force);
    add_vector(w, &h->given.moment, x.moment);
}

static void add_matrix(derivative_writer *w, pmat *sum, const pmat *part)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            add_to(w, &sum->m[r][c], part->m[r][c]);
}

/* Loads that come with the state. */
static void add_loads(derivative_writer *w, uint32_t i, body_moments *own)
{
    double unit = w->forms->length;
    net *n = w->n;
    for (uint32_t k = 0; k < w->t->payloads_count; k++) {
        mat3 axes;
        vec3 at;
        pmat second, about;
        if (w->t->payloads[k].body != i)
            continue;
        model_pose(w->m, i, w->t->payloads[k].link_in_body, &axes, &at);
        load_inertia l = load_write(w->t, k, axes, at, w->s, n);
        memcpy(second.m, l.second, sizeof second.m);
        pvec first = pvec_assign(n, pvec_scale(n, unit, l.first));
        if (is_still(w, i)) {
            first = turn_out(w, i, first);
            second = pmat_turn_out(n, w->of[i].sine, w->of[i].cosine, &second);
        }
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                about.m[r][c] = r != c ? poly_scale(n, second.m[r][c], -1)
                                       : poly_add(n, second.m[(r + 1) % 3][(r + 1) % 3],
                                                  second.m[(r + 2) % 3][(r + 2) % 3]);
        add_to(w, &own->mass, poly_scale(n, l.mass, unit * unit));
        add_vector(w, &own->first, first);
        add_matrix(w, &own->second, &second);
        add_matrix(w, &own->inertia, &about);
    }
    own->mass = net_assign(n, NULL, own->mass);
    own->first = pvec_assign(n, own->first);
    own->second = pmat_assign(n, own->second);
    own->inertia = pmat_assign(n, own->inertia);
}

static void write_own_moments(derivative_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_moments *own = &w->of[i].own;
    mat3 about;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            about.m[r][c] = r == c ? b->moment.v[r] : -b->second.m[r][c];
    own->mass = poly_number(w->n, b->mass);
    own->first = fixed(w, i, b->first);
    own->second = fixed_matrix(w, i, b->second);
    own->inertia = fixed_matrix(w, i, about);
    if (w->t->payloads_count)
        add_loads(w, i, own);
}

void derivative_close_inertia(derivative_writer *w, uint32_t i)
{
    subtree *all = &w->of[i].working, *before = &w->of[i].before;
    const body_moments *own = &w->of[i].own;
    write_own_moments(w, i);
    add_to(w, &all->mass, own->mass);
    add_vector(w, &all->first, own->first);
    add_matrix(w, &all->inertia, &own->inertia);
    all->mass = net_assign(w->n, NULL, all->mass);
    all->first = name_all(w, "H", i, all->first);
    all->inertia = name_matrix(w, "J", i, all->inertia);
    before->mass = all->mass;
    before->first = derivative_before(w, i, all->first);
    before->inertia = matrix_before(w, i, &all->inertia);
}

void derivative_hand_inertia(derivative_writer *w, uint32_t i)
{
    const derivative_body *b = &w->of[i];
    subtree *h = &w->of[w->m->bodies[i].parent].working;
    net *n = w->n;
    pvec d = b->arm, first = derivative_to_parent(w, i, b->before.first);
    pmat turned = matrix_to_parent(w, i, &b->before.inertia);
    pvec heavy = pvec_times(n, b->before.mass, d);
    /* H + M d / 2: then d H' + H d' + M d d' is the shift of second moments */
    pvec middle = pvec_assign(n, pvec_add(n, first, pvec_scale(n, 0.5, heavy)));
    poly square[3];
    for (int k = 0; k < 3; k++)
        square[k] = poly_scale(n, poly_multiply(n, d.v[k], middle.v[k]), 2);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            poly shift = poly_add(n, poly_multiply(n, d.v[r], middle.v[c]),
                                  poly_multiply(n, d.v[c], middle.v[r]));
            shift = r == c ? poly_add(n, square[(r + 1) % 3], square[(r + 2) % 3])
                           : poly_scale(n, shift, -1);
            add_to(w, &h->inertia.m[r][c], poly_add(n, turned.m[r][c], shift));
        }
    add_to(w, &h->mass, b->before.mass);
    add_vector(w, &h->first, pvec_add(n, first, heavy));
}

void derivative_close_flow(derivative_writer *w, uint32_t i)
{
    derivative_body *to = &w->of[i];
    subtree *all = &to->working;
    net *n = w->n;
    for (int c = 0; c < 3; c++) { /* 2 E = 2 ~omega P */
        pvec column = pvec_scale(n, 2, pmat_column(&to->own.second, c));
        column = pvec_product(n, to->omega, column);
        for (int r = 0; r < 3; r++)
            add_to(w, &all->flow2.m[r][c], column.v[r]);
    }
    add_vector(w, &all->first_rate2, pvec_product(n, to->omega, pvec_scale(n, 2, to->own.first)));
    all->first_rate2 = name_all(w, "Hr", i, all->first_rate2);
    all->flow2 = name_matrix(w, "E", i, all->flow2);
    to->before.first_rate2 = derivative_before(w, i, all->first_rate2);
    to->before.flow2 = matrix_before(w, i, &all->flow2);
}

void derivative_hand_flow(derivative_writer *w, uint32_t i)
{
    const derivative_body *b = &w->of[i];
    subtree *h = &w->of[w->m->bodies[i].parent].working;
    net *n = w->n;
    pvec rate = derivative_to_parent(w, i, b->before.first_rate2);
    pmat turned = matrix_to_parent(w, i, &b->before.flow2);
    pvec whole = derivative_to_parent(w, i, b->before.first);
    whole = pvec_assign(n, pvec_add(n, whole, pvec_times(n, b->before.mass, b->arm)));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            poly part = poly_add(n, poly_multiply(n, b->arm_rate2.v[r], whole.v[c]),
                                 poly_multiply(n, rate.v[r], b->arm.v[c]));
            add_to(w, &h->flow2.m[r][c], poly_add(n, turned.m[r][c], part));
        }
    add_vector(w, &h->first_rate2,
               pvec_add(n, rate, pvec_times(n, b->before.mass, b->arm_rate2)));
}

/* F = m alpha + beta h, L = [beta P - P beta']v + h x alpha. */
static wrench own_load(derivative_writer *w, uint32_t i)
{
    const derivative_body *of = &w->of[i];
    const body_moments *own = &of->own;
    net *n = w->n;
    wrench out = {pvec_add(n, pmat_apply(n, &of->beta, own->first),
                           pvec_times(n, own->mass, of->alpha)),
                  pvec_product(n, own->first, of->alpha)};
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly up = pvec_dot(n, pmat_row(&of->beta, z), pmat_column(&own->second, y));
        poly down = pvec_dot(n, pmat_row(&of->beta, y), pmat_column(&own->second, z));
        out.moment.v[x] = poly_add(n, out.moment.v[x], poly_sub(n, up, down));
    }
    return out;
}

void derivative_close_load(derivative_writer *w, uint32_t i)
{
    derivative_body *b = &w->of[i];
    wrench own = own_load(w, i);
    add_vector(w, &b->working.load.force, pvec_sub(w->n, own.force, b->external.force));
    add_vector(w, &b->working.load.moment, pvec_sub(w->n, own.moment, b->external.moment));
    b->working.load.force = name_all(w, "F", i, b->working.load.force);
    b->working.load.moment = name_all(w, "L", i, b->working.load.moment);
    b->before.load.force = derivative_before(w, i, b->working.load.force);
    b->before.load.moment = derivative_before(w, i, b->working.load.moment);
}

void derivative_hand_load(derivative_writer *w, uint32_t i)
{
    wrench x = derivative_wrench_to_parent(w, i, w->of[i].before.load);
    subtree *h = &w->of[w->m->bodies[i].parent].working;
    add_vector(w, &h->load.force, x.force);
    add_vector(w, &h->load.moment, x.moment);
}
