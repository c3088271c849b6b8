#include "equations/derivatives.h"
#include "equations/vectors.h"

typedef struct {
    poly m[3][3];
} pmat;

/* Of the wrench on a subtree: to da, dwd and dw of a frame. */
typedef struct {
    pvec force, moment, rate;
} answer_row;

typedef struct {
    pvec force, moment;
} wrench;

typedef struct {
    /* the joint */
    poly sine, cosine, rate, acceleration;
    poly turned_sine, turned_cosine; /* from the axes used here to those of the body */
    bool is_turned;                  /* these are not 0 and 1 */
    pvec arm;  /* from the parent's origin, in its axes */
    pvec axis; /* prismatic */
    /* motion, in the body's axes */
    pvec omega, omegad, alpha;
    pmat beta;
    pvec arm_rate2; /* twice the rate of arm */
    /* of the subtree, about the body's origin */
    double mass;
    pvec first, first_rate2; /* H, 2 H' */
    pmat inertia, flow2;     /* J, 2 E */
    pvec force, moment;
    answer_row *rows; /* of this joint, in the axes of its own body, of the parent's and so on */
} body_state;

typedef struct {
    arena *mem;
    const model *m;
    const tree *t;
    const derivative_forms *forms;
    signals *s;
    net *n;
    body_state *of;
    uint32_t *freedom; /* per body: its first */
    derivatives out;
} writer;

/* --- small algebra -------------------------------------------------------------------------- */

static poly plus(writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static poly minus(writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

static poly times(writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static poly scaled(writer *w, double k, poly a)
{
    return poly_scale(w->n, a, k);
}

static poly name(writer *w, const char *what, uint32_t body, int axis, poly value)
{
    if (!value.count)
        return value;
    return net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[axis]), value);
}

static pvec name_all(writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = name(w, what, body, k, u.v[k]);
    return u;
}

static void name_matrix(writer *w, const char *what, uint32_t body, pmat *a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a->m[r][c] = net_assign(
                w->n, arena_printf(w->mem, "%s%u%c%c", what, body, "xyz"[r], "xyz"[c]),
                a->m[r][c]);
}

static pvec add(writer *w, pvec a, pvec b)
{
    return pvec_add(w->n, a, b);
}

static pvec scale(writer *w, double k, pvec a)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = scaled(w, k, a.v[i]);
    return a;
}

static pvec numbers(writer *w, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, x.v[k]);
    return out;
}

static pvec cross(writer *w, pvec a, pvec b)
{
    pvec out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = minus(w, times(w, a.v[j], b.v[k]), times(w, a.v[k], b.v[j]));
    }
    return out;
}

static poly dot(writer *w, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum, times(w, a.v[k], b.v[k]));
    return sum;
}

static pvec apply(writer *w, const pmat *a, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++)
        out.v[r] = dot(w, (pvec){{a->m[r][0], a->m[r][1], a->m[r][2]}}, x);
    return out;
}

static pvec unit_z(writer *w)
{
    return (pvec){{poly_zero(), poly_zero(), poly_number(w->n, 1)}};
}

static bool turns(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE;
}

static bool is_free(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_FREE;
}

/* --- between the axes of a body and of its parent ------------------------------------------- */

static bool is_still(const writer *w, uint32_t i)
{
    return turns(w, i) && w->forms->of[i].still;
}

static bool is_parallel(const writer *w, uint32_t i)
{
    return model_is_parallel(w->m, i);
}

/* By which angle vectors turn on the way out of body i, before the constant rotation. */
static bool own_turn(writer *w, uint32_t i, poly *sine, poly *cosine)
{
    const body_state *b = &w->of[i], *h = &w->of[w->m->bodies[i].parent];
    *sine = b->sine;
    *cosine = b->cosine;
    if (!turns(w, i) || is_still(w, i))
        return false;
    if (is_parallel(w, i) && h->is_turned) {
        *sine = b->turned_sine;
        *cosine = b->turned_cosine;
    }
    return true;
}

/* Whether they turn again after it. */
static bool parent_turn(const writer *w, uint32_t i)
{
    return !is_parallel(w, i) && w->of[w->m->bodies[i].parent].is_turned;
}

static pvec into_body(writer *w, uint32_t i, pvec u)
{
    const body_state *h = &w->of[w->m->bodies[i].parent];
    poly s, c;
    if (parent_turn(w, i))
        u = name_all(w, "ti", i, pvec_turn_in(w->n, h->turned_sine, h->turned_cosine, u));
    u = pvec_turn_constant(w->n, w->m->bodies[i].rotation, true, u);
    return own_turn(w, i, &s, &c) ? pvec_turn_in(w->n, s, c, u) : u;
}

static pvec out_of_body(writer *w, uint32_t i, pvec u)
{
    const body_state *h = &w->of[w->m->bodies[i].parent];
    poly s, c;
    if (own_turn(w, i, &s, &c))
        u = name_all(w, "o", i, pvec_turn_out(w->n, s, c, u));
    u = name_all(w, "r", i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, false, u));
    if (parent_turn(w, i))
        u = name_all(w, "to", i, pvec_turn_out(w->n, h->turned_sine, h->turned_cosine, u));
    return u;
}

/* A vector that is constant in body i, in the axes used for it. */
static pvec own_vector(writer *w, uint32_t i, vec3 x)
{
    const body_state *b = &w->of[i];
    pvec u = numbers(w, x);
    if (!b->is_turned)
        return u;
    return name_all(w, "c", i, pvec_turn_out(w->n, b->turned_sine, b->turned_cosine, u));
}

/* Rz a Rz': with d = xx - yy and p = s d + c (xy + yx) the block across z is a - s p, a + s p and
 * c p less the other corner. */
static pmat turn_matrix(writer *w, uint32_t i, poly s, poly c, const pmat *a)
{
    poly d = name(w, "md", i, 2, minus(w, a->m[0][0], a->m[1][1]));
    poly corners = name(w, "mc", i, 2, plus(w, a->m[0][1], a->m[1][0]));
    poly p = name(w, "mp", i, 2, plus(w, times(w, s, d), times(w, c, corners)));
    pmat out = *a;
    poly sp = name(w, "ms", i, 2, times(w, s, p)), cp = name(w, "mk", i, 2, times(w, c, p));
    out.m[0][0] = minus(w, a->m[0][0], sp);
    out.m[1][1] = plus(w, a->m[1][1], sp);
    out.m[0][1] = minus(w, cp, a->m[1][0]);
    out.m[1][0] = minus(w, cp, a->m[0][1]);
    pvec row = {{a->m[2][0], a->m[2][1]}}, column = {{a->m[0][2], a->m[1][2]}};
    row = pvec_turn_out(w->n, s, c, row);
    column = pvec_turn_out(w->n, s, c, column);
    for (int k = 0; k < 2; k++) {
        out.m[2][k] = row.v[k];
        out.m[k][2] = column.v[k];
    }
    return out;
}

static pmat turn_matrix_constant(writer *w, uint32_t i, mat3 r, const pmat *a)
{
    pmat half, out;
    for (int k = 0; k < 3; k++) {
        pvec column = {{a->m[0][k], a->m[1][k], a->m[2][k]}};
        column = pvec_turn_constant(w->n, r, false, column);
        for (int j = 0; j < 3; j++)
            half.m[j][k] = column.v[j];
    }
    name_matrix(w, "mh", i, &half);
    for (int k = 0; k < 3; k++) {
        pvec row = {{half.m[k][0], half.m[k][1], half.m[k][2]}};
        row = pvec_turn_constant(w->n, r, false, row);
        for (int j = 0; j < 3; j++)
            out.m[k][j] = row.v[j];
    }
    return out;
}

static pmat matrix_out_of_body(writer *w, uint32_t i, pmat a)
{
    const body_state *h = &w->of[w->m->bodies[i].parent];
    poly s, c;
    if (own_turn(w, i, &s, &c)) {
        a = turn_matrix(w, i, s, c, &a);
        name_matrix(w, "mo", i, &a);
    }
    a = turn_matrix_constant(w, i, w->m->bodies[i].rotation, &a);
    name_matrix(w, "mr", i, &a);
    if (parent_turn(w, i)) {
        a = turn_matrix(w, i, h->turned_sine, h->turned_cosine, &a);
        name_matrix(w, "mt", i, &a);
    }
    return a;
}

/* The body's own second moments. */
static pmat own_second(writer *w, uint32_t i)
{
    const body_state *b = &w->of[i];
    pmat p;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            p.m[r][c] = poly_number(w->n, w->m->bodies[i].second.m[r][c]);
    if (b->is_turned) {
        p = turn_matrix(w, i, b->turned_sine, b->turned_cosine, &p);
        name_matrix(w, "P", i, &p);
    }
    return p;
}

/* --- entries --------------------------------------------------------------------------------- */

static double ratio_of(const writer *w, uint32_t i)
{
    return w->m->bodies[i].ratio;
}

static void entry_add(writer *w, poly *entries, uint32_t columns, uint32_t row, uint32_t column,
                      poly value)
{
    poly *to = &entries[(size_t)row * columns + column];
    *to = plus(w, *to, net_assign(w->n, NULL, value));
}

static void add_mass(writer *w, uint32_t row, uint32_t column, poly value)
{
    entry_add(w, w->out.mass, w->out.freedoms, row, column, value);
    if (row != column)
        entry_add(w, w->out.mass, w->out.freedoms, column, row, value);
}

static void add_rate(writer *w, uint32_t row, uint32_t column, poly value)
{
    entry_add(w, w->out.by_rate, w->out.freedoms, row, column, value);
}

/* The coordinate's number, from its freedom. */
static void add_position(writer *w, uint32_t row, uint32_t body, poly value)
{
    entry_add(w, w->out.by_position, w->out.coordinates, row, w->m->bodies[body].coordinate,
              value);
}

/* --- positions: subtrees and the mass matrix ------------------------------------------------- */

/* Axes that stay behind the body's turn: with the parent's where these do the same and the joints
 * are parallel. */
static void write_turned(writer *w, uint32_t i)
{
    body_state *b = &w->of[i];
    const body_state *h = &w->of[w->m->bodies[i].parent];
    bool sum = is_parallel(w, i) && h->is_turned;
    b->is_turned = is_still(w, i);
    b->turned_sine = b->sine;
    b->turned_cosine = b->cosine;
    if (!sum)
        return;
    b->turned_sine = name(w, "sum_s", i, 2, plus(w, times(w, h->turned_sine, b->cosine),
                                                  times(w, h->turned_cosine, b->sine)));
    b->turned_cosine = name(w, "sum_c", i, 2, minus(w, times(w, h->turned_cosine, b->cosine),
                                                    times(w, h->turned_sine, b->sine)));
}

static void write_joint(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    to->rate = name(w, "rate", i, 0,
                    scaled(w, b->ratio,
                           signals_coordinate(w->s, w->n, INPUT_QD, b->coordinate, 1, 0)));
    to->acceleration = name(w, "rated", i, 0,
                            scaled(w, b->ratio, signals_coordinate(w->s, w->n, INPUT_QDD,
                                                                   b->coordinate, 1, 0)));
    to->arm = own_vector(w, b->parent, b->anchor);
    if (b->kind == BODY_REVOLUTE) {
        signals_trig(w->s, w->n, b->coordinate, b->ratio, b->offset, &to->sine, &to->cosine);
        write_turned(w, i);
        return;
    }
    to->axis = numbers(w, b->axis);
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    pvec along = own_vector(w, b->parent, mat3_apply(b->rotation, b->axis));
    for (int k = 0; k < 3; k++)
        to->arm.v[k] = name(w, "arm", i, k,
                            plus(w, to->arm.v[k], times(w, along.v[k], length)));
}

static void start_subtree(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    to->mass = b->mass;
    to->first = own_vector(w, i, b->first);
    pmat j;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            j.m[r][c] = poly_number(w->n, r == c ? b->moment.v[r] : -b->second.m[r][c]);
    if (to->is_turned)
        j = turn_matrix(w, i, to->turned_sine, to->turned_cosine, &j);
    to->inertia = j;
}

static void hand_subtree(writer *w, uint32_t i)
{
    body_state *b = &w->of[i], *h = &w->of[w->m->bodies[i].parent];
    pvec d = b->arm, first = out_of_body(w, i, b->first);
    pmat turned = matrix_out_of_body(w, i, b->inertia);
    /* H + M d / 2, so that d H' + H d' + M d d' comes out */
    pvec middle = name_all(w, "hm", i, add(w, first, scale(w, b->mass / 2, d)));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            poly shift = plus(w, times(w, d.v[r], middle.v[c]), times(w, d.v[c], middle.v[r]));
            poly part = minus(w, turned.m[r][c], shift);
            if (r == c) { /* the sums of squares across, never all squares less one */
                int x = (r + 1) % 3, y = (r + 2) % 3;
                part = plus(w, turned.m[r][r],
                            scaled(w, 2, plus(w, times(w, d.v[x], middle.v[x]),
                                              times(w, d.v[y], middle.v[y]))));
            }
            h->inertia.m[r][c] = plus(w, h->inertia.m[r][c], part);
        }
    h->mass += b->mass;
    h->first = add(w, h->first, add(w, first, scale(w, b->mass, d)));
}

/* The row of joint i in the axes of its own body. */
static void start_row(writer *w, uint32_t i)
{
    body_state *b = &w->of[i];
    answer_row *r = &b->rows[0];
    if (turns(w, i)) {
        r->force = cross(w, unit_z(w), b->first);
        r->moment = (pvec){{b->inertia.m[2][0], b->inertia.m[2][1], b->inertia.m[2][2]}};
    } else {
        r->force = scale(w, b->mass, b->axis);
        r->moment = name_all(w, "wm", i, cross(w, b->first, b->axis));
    }
}

/* Carries the row of joint i from the axes of body `from` to those of its parent. */
static void carry_row(writer *w, uint32_t i, uint32_t from, const answer_row *r, answer_row *to)
{
    to->force = out_of_body(w, from, r->force);
    pvec moment = out_of_body(w, from, r->moment);
    to->moment = name_all(w, "wm", i, add(w, moment, cross(w, w->of[from].arm, to->force)));
}

static void write_mass_entries(writer *w, uint32_t i, uint32_t j, const answer_row *r)
{
    uint32_t row = w->freedom[i], column = w->freedom[j];
    if (is_free(w, j)) {
        for (uint32_t k = 0; k < 3; k++) {
            add_mass(w, row, column + k, scaled(w, ratio_of(w, i), r->force.v[k]));
            add_mass(w, row, column + 3 + k, scaled(w, ratio_of(w, i), r->moment.v[k]));
        }
        return;
    }
    double ratio = ratio_of(w, i) * ratio_of(w, j);
    poly value = turns(w, j) ? r->moment.v[2] : dot(w, r->force, w->of[j].axis);
    value = scaled(w, ratio, value);
    add_mass(w, row, column, value);
    if (i != j && row == column) /* a joint and its follower: both orders */
        add_mass(w, row, column, value);
}

static void write_free_mass(writer *w, uint32_t i)
{
    const body_state *b = &w->of[i];
    uint32_t at = w->freedom[i];
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t x = (k + 1) % 3, y = (k + 2) % 3;
        add_mass(w, at + k, at + k, poly_number(w->n, b->mass));
        add_mass(w, at + 3 + x, at + y, scaled(w, -1, b->first.v[k])); /* dL = H x da */
        add_mass(w, at + 3 + y, at + x, b->first.v[k]);
        for (uint32_t c = 0; c <= k; c++)
            add_mass(w, at + 3 + k, at + 3 + c, b->inertia.m[k][c]);
    }
}

static uint32_t depth_of(const writer *w, uint32_t i)
{
    uint32_t depth = 0;
    for (; i; i = w->m->bodies[i].parent)
        depth++;
    return depth;
}

static void write_positions(writer *w)
{
    for (uint32_t i = 1; i < w->m->count; i++) {
        if (!is_free(w, i))
            write_joint(w, i);
        start_subtree(w, i);
    }
    for (uint32_t i = w->m->count; i-- > 1;) {
        w->of[i].first = name_all(w, "H", i, w->of[i].first);
        name_matrix(w, "J", i, &w->of[i].inertia);
        if (is_free(w, i)) {
            write_free_mass(w, i);
            continue;
        }
        w->of[i].rows = ARENA_ARRAY(w->mem, answer_row, depth_of(w, i) + 1);
        start_row(w, i);
        answer_row *r = w->of[i].rows;
        for (uint32_t j = i; j; j = w->m->bodies[j].parent, r++) {
            write_mass_entries(w, i, j, r);
            if (!is_free(w, j))
                carry_row(w, i, j, r, r + 1);
        }
        if (w->m->bodies[i].parent)
            hand_subtree(w, i);
    }
}

/* --- velocities ------------------------------------------------------------------------------ */

static void write_velocity(writer *w, uint32_t i, uint32_t number)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    if (is_free(w, i)) {
        for (uint32_t k = 0; k < 3; k++)
            to->omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA, b->name, number, k);
        return;
    }
    const body_state *h = &w->of[b->parent];
    to->omega = into_body(w, i, h->omega);
    if (turns(w, i)) /* the turn about z leaves z alone */
        to->omega.v[2] = plus(w, to->omega.v[2], to->rate);
    to->omega = name_all(w, "w", i, to->omega);
    pvec rate = cross(w, h->omega, to->arm);
    if (!turns(w, i)) {
        pvec along = own_vector(w, b->parent, mat3_apply(b->rotation, b->axis));
        for (int k = 0; k < 3; k++)
            rate.v[k] = plus(w, rate.v[k], times(w, along.v[k], to->rate));
    }
    to->arm_rate2 = name_all(w, "ar", i, scale(w, 2, rate));
}

static pvec column_of(const pmat *a, int k)
{
    return (pvec){{a->m[0][k], a->m[1][k], a->m[2][k]}};
}

/* 2 E = 2 ~omega P of the body itself. */
static void start_flow(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    pmat p = own_second(w, i);
    for (int c = 0; c < 3; c++) {
        pvec column = cross(w, to->omega, scale(w, 2, column_of(&p, c)));
        for (int r = 0; r < 3; r++)
            to->flow2.m[r][c] = plus(w, to->flow2.m[r][c], column.v[r]);
    }
    pvec first = cross(w, to->omega, scale(w, 2, own_vector(w, i, b->first)));
    to->first_rate2 = add(w, to->first_rate2, first);
}

static void hand_flow(writer *w, uint32_t i)
{
    body_state *b = &w->of[i], *h = &w->of[w->m->bodies[i].parent];
    pvec first = out_of_body(w, i, b->first), rate = out_of_body(w, i, b->first_rate2);
    pmat turned = matrix_out_of_body(w, i, b->flow2);
    pvec whole = name_all(w, "hf", i, add(w, first, scale(w, b->mass, b->arm)));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            poly part = plus(w, times(w, b->arm_rate2.v[r], whole.v[c]),
                             times(w, rate.v[r], b->arm.v[c]));
            h->flow2.m[r][c] = plus(w, h->flow2.m[r][c], plus(w, turned.m[r][c], part));
        }
    h->first_rate2 = add(w, h->first_rate2, add(w, rate, scale(w, b->mass, b->arm_rate2)));
}

/* 2 (tr E - E) x */
static pvec flow_times(writer *w, const body_state *b, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++) {
        int y = (r + 1) % 3, z = (r + 2) % 3;
        poly across = net_assign(w->n, NULL, plus(w, b->flow2.m[y][y], b->flow2.m[z][z]));
        out.v[r] = minus(w, times(w, across, x.v[r]),
                         plus(w, times(w, b->flow2.m[r][y], x.v[y]),
                              times(w, b->flow2.m[r][z], x.v[z])));
    }
    return out;
}

static wrench answer(writer *w, uint32_t i, pvec dw, pvec dwd, pvec da)
{
    const body_state *b = &w->of[i];
    wrench out;
    out.force = add(w, cross(w, dwd, b->first), cross(w, dw, b->first_rate2));
    out.force = add(w, out.force, scale(w, b->mass, da));
    out.moment = add(w, apply(w, &b->inertia, dwd), flow_times(w, b, dw));
    out.moment = add(w, out.moment, cross(w, b->first, da));
    return out;
}

/* The wrench that body i's joint causes, carried inwards: entries of the joints before it. */
typedef void wrench_entries(writer *w, uint32_t i, uint32_t j, const wrench *c);

static void carry_wrench(writer *w, const char *what, uint32_t i, wrench c, wrench_entries *write)
{
    c.force = name_all(w, "f", i, c.force);
    c.moment = name_all(w, what, i, c.moment);
    for (uint32_t j = i;; j = w->m->bodies[j].parent) {
        write(w, i, j, &c);
        if (!w->m->bodies[j].parent)
            return;
        c.force = out_of_body(w, j, c.force);
        pvec moment = out_of_body(w, j, c.moment);
        c.moment = name_all(w, what, i, add(w, moment, cross(w, w->of[j].arm, c.force)));
    }
}

/* Along joint j. */
static poly load_on(writer *w, uint32_t j, const wrench *c)
{
    poly load = turns(w, j) ? c->moment.v[2] : dot(w, c->force, w->of[j].axis);
    return scaled(w, ratio_of(w, j), load);
}

static void write_rate_wrench(writer *w, uint32_t i, uint32_t j, const wrench *c)
{
    uint32_t column = w->freedom[i], row = w->freedom[j];
    if (is_free(w, j)) {
        for (uint32_t k = 0; k < 3; k++) {
            add_rate(w, row + k, column, scaled(w, ratio_of(w, i), c->force.v[k]));
            add_rate(w, row + 3 + k, column, scaled(w, ratio_of(w, i), c->moment.v[k]));
        }
        return;
    }
    add_rate(w, row, column, scaled(w, ratio_of(w, i), load_on(w, j, c)));
}

static void write_rate_row(writer *w, uint32_t i, uint32_t j, const answer_row *r)
{
    const body_state *b = &w->of[j];
    uint32_t row = w->freedom[i], column = w->freedom[j];
    if (is_free(w, j)) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t x = (k + 1) % 3, y = (k + 2) % 3; /* omega x e_k */
            poly turn = minus(w, times(w, r->moment.v[x], b->omega.v[y]),
                              times(w, r->moment.v[y], b->omega.v[x]));
            add_rate(w, row, column + 3 + k,
                     scaled(w, ratio_of(w, i), plus(w, turn, r->rate.v[k])));
        }
        return;
    }
    double ratio = ratio_of(w, i) * ratio_of(w, j);
    poly value;
    if (turns(w, j)) {
        pvec twice = name_all(w, "ww", j, scale(w, 2, cross(w, b->omega, unit_z(w))));
        value = plus(w, dot(w, r->moment, twice), r->rate.v[2]);
    } else {
        pvec twice = name_all(w, "wa", j, scale(w, 2, cross(w, b->omega, b->axis)));
        value = dot(w, r->force, twice);
    }
    add_rate(w, row, column, scaled(w, ratio, value));
}

static void write_rate_rows(writer *w, uint32_t i)
{
    body_state *b = &w->of[i];
    answer_row *r = b->rows;
    if (turns(w, i)) {
        poly across = plus(w, b->flow2.m[0][0], b->flow2.m[1][1]);
        r->rate = (pvec){{scaled(w, -1, b->flow2.m[2][0]), scaled(w, -1, b->flow2.m[2][1]),
                          net_assign(w->n, NULL, across)}};
    } else {
        r->rate = name_all(w, "wr", i, cross(w, b->first_rate2, b->axis));
    }
    for (uint32_t j = i; !is_free(w, j) && w->m->bodies[j].parent; r++) {
        pvec lever = cross(w, w->of[j].arm_rate2, r[1].force);
        r[1].rate = name_all(w, "wr", i, add(w, out_of_body(w, j, r->rate), lever));
        j = w->m->bodies[j].parent;
        write_rate_row(w, i, j, r + 1);
    }
}

static void write_free_rates(writer *w, uint32_t i)
{
    uint32_t at = w->freedom[i];
    for (uint32_t k = 0; k < 3; k++) {
        pvec unit = {0};
        unit.v[k] = poly_number(w->n, 1);
        wrench c = answer(w, i, unit, cross(w, w->of[i].omega, unit), (pvec){0});
        for (uint32_t x = 0; x < 3; x++) {
            add_rate(w, at + x, at + 3 + k, c.force.v[x]);
            add_rate(w, at + 3 + x, at + 3 + k, c.moment.v[x]);
        }
    }
}

static void write_rates(writer *w)
{
    for (uint32_t i = 1, number = 0; i < w->m->count; i++)
        write_velocity(w, i, is_free(w, i) ? number++ : 0);
    for (uint32_t i = w->m->count; i-- > 1;) {
        body_state *b = &w->of[i];
        start_flow(w, i);
        b->first_rate2 = name_all(w, "Hd", i, b->first_rate2);
        name_matrix(w, "E", i, &b->flow2);
        if (is_free(w, i)) {
            write_free_rates(w, i);
            continue;
        }
        write_rate_rows(w, i);
        wrench c;
        if (turns(w, i)) {
            pvec twice = name_all(w, "ww", i, scale(w, 2, cross(w, b->omega, unit_z(w))));
            c = answer(w, i, unit_z(w), twice, (pvec){0});
        } else {
            pvec twice = name_all(w, "wa", i, scale(w, 2, cross(w, b->omega, b->axis)));
            c = answer(w, i, (pvec){0}, (pvec){0}, twice);
        }
        carry_wrench(w, "g", i, c, write_rate_wrench);
        if (w->m->bodies[i].parent)
            hand_flow(w, i);
    }
}

/* --- accelerations ---------------------------------------------------------------------------- */

static void write_beta(writer *w, uint32_t i)
{
    body_state *b = &w->of[i];
    bool column = turns(w, i); /* along the axis it is there already: the parent's, turned */
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly yz = times(w, b->omega.v[y], b->omega.v[z]);
        poly squares = plus(w, times(w, b->omega.v[y], b->omega.v[y]),
                            times(w, b->omega.v[z], b->omega.v[z]));
        if (!(column && x == 2))
            b->beta.m[x][x] = name(w, "bd", i, x, scaled(w, -1, squares));
        if (!(column && y == 2))
            b->beta.m[z][y] = name(w, "bp", i, x,
                                   column && z == 2
                                       ? minus(w, scaled(w, 2, yz), b->beta.m[y][z])
                                       : plus(w, yz, b->omegad.v[x]));
        if (!(column && z == 2))
            b->beta.m[y][z] = name(w, "bm", i, x,
                                   column && y == 2
                                       ? minus(w, scaled(w, 2, yz), b->beta.m[z][y])
                                       : minus(w, yz, b->omegad.v[x]));
    }
}

static void write_free_acceleration(writer *w, uint32_t i, uint32_t number)
{
    body_state *to = &w->of[i];
    const char *of = w->m->bodies[i].name;
    for (uint32_t k = 0; k < 3; k++) {
        to->omegad.v[k] = signals_vector(w->s, w->n, INPUT_OMEGAD, of, number, k);
        to->alpha.v[k] = signals_vector(w->s, w->n, INPUT_ACC, of, number, k);
    }
    write_beta(w, i);
}

static void write_acceleration(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    const body_state *h = &w->of[b->parent];
    pvec arrive = add(w, h->alpha, apply(w, &h->beta, to->arm));
    to->alpha = into_body(w, i, name_all(w, "e", i, arrive));
    if (turns(w, i)) {
        vec3 e = {{b->rotation.m[0][2], b->rotation.m[1][2], b->rotation.m[2][2]}};
        pvec column = apply(w, &h->beta, own_vector(w, b->parent, e));
        column = name_all(w, "bc", i, column);
        column = name_all(w, "bz", i, into_body(w, i, column));
        for (int k = 0; k < 3; k++)
            to->beta.m[k][2] = column.v[k];
        pvec along = into_body(w, i, h->omegad);
        poly z = to->omega.v[2];
        to->omegad.v[0] = name(w, "wd", i, 0,
                               minus(w, times(w, to->omega.v[1], z), column.v[1]));
        to->omegad.v[1] = name(w, "wd", i, 1,
                               minus(w, column.v[0], times(w, to->omega.v[0], z)));
        to->omegad.v[2] = name(w, "wd", i, 2, plus(w, along.v[2], to->acceleration));
    } else {
        to->omegad = name_all(w, "wd", i, into_body(w, i, h->omegad));
        pvec gyration = scale(w, 2, cross(w, to->omega, to->axis));
        for (int k = 0; k < 3; k++)
            to->alpha.v[k] = plus(w, to->alpha.v[k],
                                  plus(w, times(w, gyration.v[k], to->rate),
                                       times(w, to->axis.v[k], to->acceleration)));
    }
    to->alpha = name_all(w, "a", i, to->alpha);
    write_beta(w, i);
}

/* F = m alpha + beta h, L = [beta P - P beta']v + h x alpha of the body itself. */
static void start_wrench(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->of[i];
    pvec first = own_vector(w, i, b->first);
    pmat p = own_second(w, i);
    pvec force = add(w, apply(w, &to->beta, first), scale(w, b->mass, to->alpha));
    pvec moment = cross(w, first, to->alpha);
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        for (int k = 0; k < 3; k++) {
            moment.v[x] = plus(w, moment.v[x],
                               times(w, p.m[k][y], to->beta.m[z][k]));
            moment.v[x] = minus(w, moment.v[x],
                                times(w, p.m[k][z], to->beta.m[y][k]));
        }
    }
    to->force = name_all(w, "F", i, add(w, to->force, force));
    to->moment = name_all(w, "L", i, add(w, to->moment, moment));
}

static void hand_wrench(writer *w, uint32_t i)
{
    body_state *b = &w->of[i], *h = &w->of[w->m->bodies[i].parent];
    pvec force = out_of_body(w, i, b->force), moment = out_of_body(w, i, b->moment);
    h->force = add(w, h->force, force);
    h->moment = add(w, h->moment, add(w, moment, cross(w, b->arm, force)));
}

static void write_position_wrench(writer *w, uint32_t i, uint32_t j, const wrench *c)
{
    uint32_t row = w->freedom[j];
    if (is_free(w, j)) {
        for (uint32_t k = 0; k < 3; k++) {
            add_position(w, row + k, i, scaled(w, ratio_of(w, i), c->force.v[k]));
            add_position(w, row + 3 + k, i, scaled(w, ratio_of(w, i), c->moment.v[k]));
        }
        return;
    }
    add_position(w, row, i, scaled(w, ratio_of(w, i), load_on(w, j, c)));
}

static void write_position_rows(writer *w, uint32_t i)
{
    const answer_row *r = w->of[i].rows + 1;
    for (uint32_t j = w->m->bodies[i].parent; j && !is_free(w, j);
         j = w->m->bodies[j].parent, r++) {
        const body_state *b = &w->of[j];
        poly value;
        if (turns(w, j)) {
            value = dot(w, r->moment, column_of(&b->beta, 2));
            value = plus(w, value, dot(w, r->force, cross(w, b->alpha, unit_z(w))));
            value = plus(w, value, dot(w, r->rate, cross(w, b->omega, unit_z(w))));
        } else {
            pvec moved = name_all(w, "ba", j, apply(w, &b->beta, b->axis));
            value = dot(w, r->force, moved);
        }
        add_position(w, w->freedom[i], j, scaled(w, ratio_of(w, i) * ratio_of(w, j), value));
    }
}

static void write_positions_by(writer *w, uint32_t i)
{
    body_state *b = &w->of[i];
    pvec z = unit_z(w);
    wrench c;
    if (turns(w, i)) {
        c = answer(w, i, cross(w, b->omega, z), column_of(&b->beta, 2), cross(w, b->alpha, z));
        c.force = add(w, c.force, cross(w, z, b->force));
        c.moment = add(w, c.moment, cross(w, z, b->moment));
    } else {
        pvec moved = name_all(w, "ba", i, apply(w, &b->beta, b->axis));
        c = answer(w, i, (pvec){0}, (pvec){0}, moved);
        c.moment = add(w, c.moment, cross(w, b->axis, b->force));
    }
    carry_wrench(w, "h", i, c, write_position_wrench);
    write_position_rows(w, i);
}

static void write_accelerations(writer *w)
{
    for (int k = 0; k < 3; k++)
        w->of[0].alpha.v[k] = poly_number(w->n, -w->m->gravity.v[k]);
    for (uint32_t i = 1, number = 0; i < w->m->count; i++)
        if (is_free(w, i))
            write_free_acceleration(w, i, number++);
        else
            write_acceleration(w, i);
    for (uint32_t i = w->m->count; i-- > 1;) {
        start_wrench(w, i);
        if (is_free(w, i))
            continue;
        write_positions_by(w, i);
        if (w->m->bodies[i].parent)
            hand_wrench(w, i);
    }
}

derivatives derivatives_write(arena *mem, const model *m, const tree *t,
                              const derivative_forms *forms, signals *s, net *n)
{
    writer w = {.mem = mem, .m = m, .t = t, .forms = forms, .s = s, .n = n};
    w.of = ARENA_ARRAY(mem, body_state, m->count);
    w.freedom = ARENA_ARRAY(mem, uint32_t, m->count);
    uint32_t free_bodies = 0;
    for (uint32_t i = 1; i < m->count; i++)
        if (m->bodies[i].kind == BODY_FREE)
            w.freedom[i] = 6 * free_bodies++;
    for (uint32_t i = 1; i < m->count; i++)
        if (m->bodies[i].kind != BODY_FREE)
            w.freedom[i] = 6 * free_bodies + m->bodies[i].coordinate;
    derivatives *d = &w.out;
    d->coordinates = t->coordinates_count;
    d->freedoms = 6 * free_bodies + d->coordinates;
    size_t square = (size_t)d->freedoms * d->freedoms;
    d->by_position = ARENA_ARRAY(mem, poly, (size_t)d->freedoms * d->coordinates);
    d->by_rate = ARENA_ARRAY(mem, poly, square);
    d->mass = ARENA_ARRAY(mem, poly, square);
    write_positions(&w);
    write_rates(&w);
    write_accelerations(&w);
    return w.out;
}
