#include "judge.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* A number and the sum of the absolute values of what it was made of. */
typedef struct {
    long double value, size;
} sized;

typedef struct {
    sized v[3];
} sized_vec;

typedef struct {
    sized m[3][3];
} sized_mat;

typedef struct {
    sized_mat turn; /* axes of the body in its parent's */
    sized_vec arm;  /* origin in the parent's axes */
    sized_vec omega, omegad, alpha, force, moment;
} judged;

bool judge_is_wide(void)
{
    return LDBL_MANT_DIG >= 64;
}

static sized number(long double x)
{
    return (sized){x, fabsl(x)};
}

static sized add(sized a, sized b)
{
    return (sized){a.value + b.value, a.size + b.size};
}

static sized times(sized a, sized b)
{
    return (sized){a.value * b.value, a.size * b.size};
}

static sized negative(sized a)
{
    return (sized){-a.value, a.size};
}

static sized_vec vector(vec3 x)
{
    return (sized_vec){{number(x.v[0]), number(x.v[1]), number(x.v[2])}};
}

static sized_vec plus(sized_vec a, sized_vec b)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = add(a.v[k], b.v[k]);
    return a;
}

static sized_vec scaled(sized_vec a, sized k)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = times(a.v[i], k);
    return a;
}

static sized_vec cross(sized_vec a, sized_vec b)
{
    sized_vec out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = add(times(a.v[j], b.v[k]), negative(times(a.v[k], b.v[j])));
    }
    return out;
}

static sized dot(sized_vec a, sized_vec b)
{
    return add(add(times(a.v[0], b.v[0]), times(a.v[1], b.v[1])), times(a.v[2], b.v[2]));
}

static sized_vec apply(const sized_mat *r, bool transposed, sized_vec x)
{
    sized_vec out;
    for (int i = 0; i < 3; i++) {
        sized_vec row;
        for (int k = 0; k < 3; k++)
            row.v[k] = transposed ? r->m[k][i] : r->m[i][k];
        out.v[i] = dot(row, x);
    }
    return out;
}

static sized_vec direction(vec3 x, bool dusty)
{
    sized_vec out = vector(x);
    for (int k = 0; k < 3 && dusty; k++)
        out.v[k].size = 1;
    return out;
}

static sized_mat matrix(mat3 a)
{
    sized_mat out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = number(a.m[r][c]);
    return out;
}

/* Rodrigues: turned = x + s a x x + (1 - c) a x (a x x), column by column; 1 - c as 2 sin^2. */
static sized_mat rotation(vec3 axis, long double angle)
{
    long double half = sinl(angle / 2);
    sized_vec a = vector(axis);
    sized_mat out;
    for (int c = 0; c < 3; c++) {
        sized_vec x = {{{0, 0}, {0, 0}, {0, 0}}};
        x.v[c] = number(1);
        sized_vec side = cross(a, x), back = scaled(cross(a, side), number(2 * half * half));
        x = plus(x, plus(scaled(side, number(sinl(angle))), back));
        for (int r = 0; r < 3; r++)
            out.m[r][c] = (sized){x.v[r].value, fabsl(x.v[r].value)};
    }
    return out;
}

static sized_mat product(const sized_mat *a, const sized_mat *b)
{
    sized_mat out;
    for (int c = 0; c < 3; c++) {
        sized_vec column = apply(a, false, (sized_vec){{b->m[0][c], b->m[1][c], b->m[2][c]}});
        for (int r = 0; r < 3; r++)
            out.m[r][c] = column.v[r];
    }
    return out;
}

/* Acceleration that turning gives to the end of an arm. */
static sized_vec swing(const judged *m, sized_vec arm)
{
    return plus(cross(m->omegad, arm), cross(m->omega, cross(m->omega, arm)));
}

static void move(const tree_body *b, const robot_state *s, bool dusty, const judged *parent,
                 judged *m)
{
    sized ratio = number(b->ratio);
    sized q = add(times(ratio, number(s->q[b->coordinate])), number(b->offset));
    sized qd = times(ratio, number(s->qd[b->coordinate]));
    sized qdd = times(ratio, number(s->qdd[b->coordinate]));
    sized_vec axis = direction(b->axis, dusty);
    sized_mat fixed = matrix(b->origin.rotation), turn = rotation(b->axis, q.value);
    bool turns = b->kind == BODY_REVOLUTE;
    for (int k = 0; k < 9 && dusty; k++)
        fixed.m[k / 3][k % 3].size = 1;
    m->turn = turns ? product(&fixed, &turn) : fixed;
    m->arm = vector(b->origin.position);
    if (!turns)
        m->arm = plus(m->arm, apply(&fixed, false, scaled(axis, q)));
    m->omega = apply(&m->turn, true, parent->omega);
    m->omegad = apply(&m->turn, true, parent->omegad);
    m->alpha = apply(&m->turn, true, plus(parent->alpha, swing(parent, m->arm)));
    sized_vec rate = scaled(axis, qd), faster = scaled(axis, qdd);
    if (turns) {
        m->omegad = plus(m->omegad, plus(cross(m->omega, rate), faster));
        m->omega = plus(m->omega, rate);
    } else {
        m->alpha = plus(m->alpha, plus(cross(m->omega, scaled(rate, number(2))), faster));
    }
}

static void add_inertial_forces(const tree_body *b, bool dusty, judged *m)
{
    sized_mat moments = matrix(b->body.inertia_com_kgm2);
    sized_vec com = vector(b->body.com_m);
    if (dusty) {
        long double reach = vec3_norm(b->body.com_m) + vec3_norm(b->origin.position);
        for (int k = 0; k < 3; k++)
            com.v[k].size = reach;
        for (int k = 0; k < 9; k++)
            moments.m[k / 3][k % 3].size += b->body.mass_kg * reach * reach;
    }
    sized_vec force = scaled(plus(m->alpha, swing(m, com)), number(b->body.mass_kg));
    sized_vec spin = apply(&moments, false, m->omega);
    sized_vec moment = plus(apply(&moments, false, m->omegad), cross(m->omega, spin));
    m->force = plus(m->force, force);
    m->moment = plus(m->moment, plus(moment, cross(com, force)));
}

void judge_torques(const tree *t, const robot_state *s, bool dusty, double *torque, double *size)
{
    judged *m = calloc(t->bodies_count, sizeof *m);
    for (int k = 0; k < 3; k++)
        m[0].alpha.v[k] = number(-t->gravity_ms2.v[k]);
    for (uint32_t i = 1; i < t->bodies_count; i++)
        move(&t->bodies[i], s, dusty, &m[t->bodies[i].parent], &m[i]);
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        torque[c] = size[c] = 0;
    for (uint32_t i = t->bodies_count; i-- > 1;) {
        const tree_body *b = &t->bodies[i];
        add_inertial_forces(b, dusty, &m[i]);
        sized_vec axis = direction(b->axis, dusty);
        sized load = dot(axis, b->kind == BODY_REVOLUTE ? m[i].moment : m[i].force);
        torque[b->coordinate] += b->ratio * (double)load.value;
        size[b->coordinate] += fabs(b->ratio) * (double)load.size;
        judged *h = &m[b->parent];
        sized_vec force = apply(&m[i].turn, false, m[i].force);
        sized_vec moment = apply(&m[i].turn, false, m[i].moment);
        h->force = plus(h->force, force);
        h->moment = plus(h->moment, plus(moment, cross(m[i].arm, force)));
    }
    free(m);
}
