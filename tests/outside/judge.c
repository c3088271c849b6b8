/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    judge_mat turn; /* axes of the body in its parent's */
    judge_vec arm;  /* origin in the parent's axes */
    judge_vec omega, omegad, alpha, force, moment;
} judged;

bool judge_is_wide(void)
{
    return LDBL_MANT_DIG >= 64;
}

static judge_number number(long double x)
{
    return (judge_number){x, fabsl(x)};
}

static judge_number add(judge_number a, judge_number b)
{
    return (judge_number){a.value + b.value, a.size + b.size};
}

static judge_number times(judge_number a, judge_number b)
{
    return (judge_number){a.value * b.value, a.size * b.size};
}

static judge_number negative(judge_number a)
{
    return (judge_number){-a.value, a.size};
}

static judge_vec vector(vec3 x)
{
    return (judge_vec){{number(x.v[0]), number(x.v[1]), number(x.v[2])}};
}

static judge_vec plus(judge_vec a, judge_vec b)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = add(a.v[k], b.v[k]);
    return a;
}

static judge_vec scaled(judge_vec a, judge_number k)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = times(a.v[i], k);
    return a;
}

static judge_vec cross(judge_vec a, judge_vec b)
{
    judge_vec out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = add(times(a.v[j], b.v[k]), negative(times(a.v[k], b.v[j])));
    }
    return out;
}

static judge_number dot(judge_vec a, judge_vec b)
{
    return add(add(times(a.v[0], b.v[0]), times(a.v[1], b.v[1])), times(a.v[2], b.v[2]));
}

static judge_vec apply(const judge_mat *r, bool transposed, judge_vec x)
{
    judge_vec out;
    for (int i = 0; i < 3; i++) {
        judge_vec row;
        for (int k = 0; k < 3; k++)
            row.v[k] = transposed ? r->m[k][i] : r->m[i][k];
        out.v[i] = dot(row, x);
    }
    return out;
}

static judge_mat matrix(mat3 a)
{
    judge_mat out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = number(a.m[r][c]);
    return out;
}

/* Rodrigues: turned = x + s a x x + (1 - c) a x (a x x), column by column; 1 - c as 2 sin^2. An
 * entry counts as it is, not as what it was made of. */
static judge_mat rotation(judge_vec axis, long double sine, long double half_sine)
{
    judge_mat out;
    for (int c = 0; c < 3; c++) {
        judge_vec x = {{{0, 0}, {0, 0}, {0, 0}}};
        x.v[c] = number(1);
        judge_number rest = number(2 * half_sine * half_sine);
        judge_vec side = cross(axis, x), back = scaled(cross(axis, side), rest);
        x = plus(x, plus(scaled(side, number(sine)), back));
        for (int r = 0; r < 3; r++)
            out.m[r][c] = number(x.v[r].value);
    }
    return out;
}

static judge_mat product(const judge_mat *a, const judge_mat *b)
{
    judge_mat out;
    for (int c = 0; c < 3; c++) {
        judge_vec column = apply(a, false, (judge_vec){{b->m[0][c], b->m[1][c], b->m[2][c]}});
        for (int r = 0; r < 3; r++)
            out.m[r][c] = column.v[r];
    }
    return out;
}

/* Acceleration that turning gives to the end of an arm. */
static judge_vec swing(const judged *m, judge_vec arm)
{
    return plus(cross(m->omegad, arm), cross(m->omega, cross(m->omega, arm)));
}

static void move(const judge_body *b, const judge_state *s, const judged *parent, judged *m)
{
    judge_number ratio = number(b->ratio), q = {0, 0}, qd = q, qdd = q;
    if (b->kind != JUDGE_FIXED) {
        q = add(times(ratio, number(s->q[b->coordinate])), number(b->offset));
        qd = times(ratio, number(s->qd[b->coordinate]));
        qdd = times(ratio, number(s->qdd[b->coordinate]));
    }
    judge_mat turn = rotation(b->axis, sinl(q.value), sinl(q.value / 2));
    bool turns = b->kind == JUDGE_TURNS;
    m->turn = turns ? product(&b->turn, &turn) : b->turn;
    m->arm = b->arm;
    if (b->kind == JUDGE_SLIDES)
        m->arm = plus(m->arm, apply(&b->turn, false, scaled(b->axis, q)));
    m->omega = apply(&m->turn, true, parent->omega);
    m->omegad = apply(&m->turn, true, parent->omegad);
    m->alpha = apply(&m->turn, true, plus(parent->alpha, swing(parent, m->arm)));
    judge_vec rate = scaled(b->axis, qd), faster = scaled(b->axis, qdd);
    if (turns) {
        m->omegad = plus(m->omegad, plus(cross(m->omega, rate), faster));
        m->omega = plus(m->omega, rate);
    } else {
        m->alpha = plus(m->alpha, plus(cross(m->omega, scaled(rate, number(2))), faster));
    }
}

static void move_free(const judge_state *s, judged *m)
{
    for (int k = 0; k < 3; k++) {
        m->omega.v[k] = number(s->free[k]);
        m->omegad.v[k] = number(s->free[3 + k]);
        m->alpha.v[k] = number(s->free[6 + k]);
    }
}

/* Every square of a velocity with every moment: what omega x J omega may be made of where the
 * products of inertia are not zero, as they are in few axes. */
static void count_any_axes(const judge_body *b, const judged *m, judge_vec *spinning)
{
    long double square = 0, moments = 0;
    for (int k = 0; k < 9; k++)
        moments += b->moments.m[k / 3][k % 3].size;
    for (int k = 0; k < 3; k++)
        square += m->omega.v[k].size * m->omega.v[k].size;
    for (int k = 0; k < 3; k++)
        spinning->v[k].size += square * moments;
}

static void add_inertial_forces(const judge_body *b, bool any_axes, judged *m)
{
    judge_vec force = scaled(plus(m->alpha, swing(m, b->com)), number(b->mass));
    judge_vec spin = apply(&b->moments, false, m->omega);
    judge_vec spinning = cross(m->omega, spin);
    if (any_axes)
        count_any_axes(b, m, &spinning);
    judge_vec moment = plus(apply(&b->moments, false, m->omegad), spinning);
    m->force = plus(m->force, force);
    m->moment = plus(m->moment, plus(moment, cross(b->com, force)));
}

static void pass_to_parent(const judged *m, judged *parent)
{
    judge_vec force = apply(&m->turn, false, m->force);
    judge_vec moment = apply(&m->turn, false, m->moment);
    parent->force = plus(parent->force, force);
    parent->moment = plus(parent->moment, plus(moment, cross(m->arm, force)));
}

void judge_freedoms(const judge_robot *r, const judge_state *s, judge_number *out)
{
    judged *m = calloc(r->count, sizeof *m);
    uint32_t base = r->floats ? 6 : 0;
    for (int k = 0; k < 3; k++)
        m[0].alpha.v[k] = number(-s->gravity[k]);
    for (uint32_t i = 1; i < r->count; i++)
        if (r->bodies[i].kind == JUDGE_FREE)
            move_free(s, &m[i]);
        else
            move(&r->bodies[i], s, &m[r->bodies[i].parent], &m[i]);
    for (uint32_t c = 0; c < base + r->coordinates; c++)
        out[c] = number(0);
    for (uint32_t i = r->count; i-- > 1;) {
        const judge_body *b = &r->bodies[i];
        add_inertial_forces(b, s->any_axes, &m[i]);
        if (b->kind == JUDGE_FREE)
            continue;
        judge_number load = dot(b->axis, b->kind == JUDGE_TURNS ? m[i].moment : m[i].force);
        judge_number *to = &out[base + b->coordinate];
        if (b->kind != JUDGE_FIXED)
            *to = add(*to, times(number(b->ratio), load));
        pass_to_parent(&m[i], &m[b->parent]);
    }
    for (uint32_t k = 0; k < base; k++)
        out[k] = k < 3 ? m[1].force.v[k] : m[1].moment.v[k - 3];
    free(m);
}

/* --- the robot of a tree ------------------------------------------------------------------- */

judge_robot judge_of_tree(arena *mem, const tree *t)
{
    judge_robot out = {.count = t->bodies_count, .coordinates = t->coordinates_count};
    out.bodies = ARENA_ARRAY(mem, judge_body, out.count);
    for (uint32_t i = 1; i < out.count; i++) {
        const tree_body *b = &t->bodies[i];
        out.bodies[i] = (judge_body){
            .kind = b->kind == BODY_REVOLUTE ? JUDGE_TURNS : JUDGE_SLIDES,
            .parent = b->parent, .coordinate = b->coordinate,
            .ratio = b->ratio, .offset = b->offset,
            .turn = matrix(b->origin.rotation), .arm = vector(b->origin.position),
            .axis = vector(b->axis), .mass = b->body.mass_kg, .com = vector(b->body.com_m),
            .moments = matrix(b->body.inertia_com_kgm2)};
    }
    return out;
}

static void make_dusty(judge_body *b)
{
    long double com = 0, arm = 0;
    for (int k = 0; k < 3; k++) {
        com += b->com.v[k].value * b->com.v[k].value;
        arm += b->arm.v[k].value * b->arm.v[k].value;
    }
    long double reach = sqrtl(com) + sqrtl(arm);
    for (int k = 0; k < 9; k++) {
        b->turn.m[k / 3][k % 3].size = 1;
        b->moments.m[k / 3][k % 3].size += b->mass * reach * reach;
    }
    for (int k = 0; k < 3; k++) {
        b->com.v[k].size = reach;
        b->axis.v[k].size = 1;
    }
}

void judge_torques(const tree *t, const robot_state *s, bool dusty, double *torque, double *size)
{
    arena mem = arena_make();
    judge_robot r = judge_of_tree(&mem, t);
    for (uint32_t i = 1; dusty && i < r.count; i++)
        make_dusty(&r.bodies[i]);
    judge_state now = {.q = s->q, .qd = s->qd, .qdd = s->qdd};
    for (int k = 0; k < 3; k++)
        now.gravity[k] = t->gravity_ms2.v[k];
    judge_number *found = ARENA_ARRAY(&mem, judge_number, r.coordinates + 1);
    judge_freedoms(&r, &now, found);
    for (uint32_t c = 0; c < r.coordinates; c++) {
        torque[c] = (double)found[c].value;
        size[c] = (double)found[c].size;
    }
    arena_free(&mem);
}

/* --- the robot of a file ------------------------------------------------------------------- */

static const long double PI = 3.141592653589793238462643383279502884L;

/* Sine and cosine of an angle in a file. */
static void sine_cosine(double angle, long double *sine, long double *cosine)
{
    long double twelfths = roundl((long double)angle * 12 / PI);
    long double multiple = twelfths * PI / 12;
    bool meant = fabsl(angle - multiple) <= DBL_EPSILON * fabsl(multiple);
    long double exact = meant ? multiple : (long double)angle;
    *sine = sinl(exact);
    *cosine = cosl(exact);
    if (meant && fmodl(twelfths, 12) == 0)
        *sine = 0;
    if (meant && fmodl(fabsl(twelfths), 12) == 6)
        *cosine = 0;
}

/* Rz(yaw) Ry(pitch) Rx(roll); an entry counts as the products that it was made of. */
static judge_mat turn_of_rpy(const double rpy[3])
{
    judge_mat out = matrix(mat3_identity());
    for (int axis = 2; axis >= 0; axis--) {
        long double s, c;
        sine_cosine(rpy[axis], &s, &c);
        int j = (axis + 1) % 3, k = (axis + 2) % 3;
        judge_mat one = matrix(mat3_identity());
        one.m[j][j] = one.m[k][k] = number(c);
        one.m[k][j] = number(s);
        one.m[j][k] = number(-s);
        out = product(&out, &one);
    }
    return out;
}

static judge_vec unit_of(const double axis[3])
{
    long double square = 0;
    for (int k = 0; k < 3; k++)
        square += (long double)axis[k] * axis[k];
    judge_vec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = number(axis[k] / sqrtl(square));
    return out;
}

static void read_inertial(const wild_joint *j, judge_body *to)
{
    static const int PLACE[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    judge_mat own, turn = turn_of_rpy(j->inertial_rpy), back;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            own.m[r][c] = number(j->inertia[PLACE[r][c]]);
            back.m[r][c] = turn.m[c][r];
        }
    own = product(&turn, &own);
    to->moments = product(&own, &back);
    to->mass = j->mass;
    for (int k = 0; k < 3; k++)
        to->com.v[k] = number(j->com[k]);
}

judge_robot judge_of_wild(arena *mem, const wild_robot *r)
{
    judge_robot out = {.count = r->count + 2, .floats = r->floats};
    out.bodies = ARENA_ARRAY(mem, judge_body, out.count);
    judge_body *root = &out.bodies[1]; /* link 0 */
    root->kind = r->floats ? JUDGE_FREE : JUDGE_FIXED;
    root->turn = matrix(mat3_identity());
    read_inertial(&r->base, root);
    for (uint32_t i = 0; i < r->count; i++) {
        const wild_joint *j = &r->joint[i];
        judge_body *b = &out.bodies[i + 2];
        b->kind = j->is_fixed ? JUDGE_FIXED : j->slides ? JUDGE_SLIDES : JUDGE_TURNS;
        b->parent = j->parent + 1;
        b->ratio = j->follows ? j->ratio : 1;
        b->offset = j->follows ? j->offset : 0;
        if (!j->is_fixed)
            b->coordinate = j->follows ? out.bodies[j->follows + 1].coordinate : out.coordinates++;
        b->turn = turn_of_rpy(j->rpy);
        b->axis = unit_of(j->axis);
        for (int k = 0; k < 3; k++)
            b->arm.v[k] = number(j->xyz[k]);
        read_inertial(j, b);
    }
    return out;
}
