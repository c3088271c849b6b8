/* SPDX-License-Identifier: MIT */
/* Rigid bodies: every point of one is r = sum of shapes psi_p (constant in the body) times F_p q,
 * q the points and vectors that carry it, so that M = sum over p, q of Z_pq F_p' F_q with the
 * moments Z_pq of psi_p psi_q, and its weight acts by Z_0p.
 *
 *   in a plane  A, B         psi = 1, a, b: r = A + a (B - A) + b R (B - A), R a right angle
 *   in space    A, B, C, D   psi = 1, a, b, c: r = A + a e1 + b e2 + c e3, e = B - A or, where B
 *                            is a vector, B itself
 *
 * What the carriers keep of each other are constraints, those left out that there are already. */
#include "apps/motion/natural_parts.h"

#include "apps/motion/dense.h"

#include <math.h>
#include <string.h>

enum { SHAPES = 4, CARRIERS = 4 };

typedef struct {
    uint32_t wide, shapes, carriers;
    const item *carrier[CARRIERS];
    double f[SHAPES][CARRIERS][3][3]; /* F */
    double z[SHAPES][SHAPES];
    double basis[3][3];               /* columns: what a, b, c are multiples of, at the start */
} shape;

static double at_start(const reader *r, const item *of, uint32_t axis)
{
    return of->is_fixed ? of->at[axis] : r->start[2 * (of->first + axis)];
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static void add_unit(shape *s, uint32_t p, uint32_t carrier, double factor)
{
    for (uint32_t k = 0; k < s->wide; k++)
        s->f[p][carrier][k][k] += factor;
}

static void add_carrier(const reader *r, shape *s, uint32_t number)
{
    const item *of = s->carrier[number];
    add_unit(s, number, number, 1);
    if (!of->is_vector)
        add_unit(s, number, 0, -1);
    for (uint32_t k = 0; k < s->wide; k++)
        s->basis[k][number - 1] = at_start(r, of, k) -
                                  (of->is_vector ? 0 : at_start(r, s->carrier[0], k));
}

/* Across what A and B span. */
static void add_across(shape *s)
{
    for (uint32_t carrier = 0; carrier < 2; carrier++) {
        const double sign = carrier ? 1 : -1;
        s->f[2][carrier][0][1] = -sign;
        s->f[2][carrier][1][0] = sign;
    }
    s->basis[0][1] = -s->basis[1][0];
    s->basis[1][1] = s->basis[0][0];
}

/* Moments from mass, centre of mass (from A) and second moments about it. */
static status find_moments(reader *r, shape *s, double kg, const double *centre,
                           double second[3][3])
{
    const uint32_t wide = s->wide;
    double left[9], inverse[9] = {0}, first[3];
    for (uint32_t i = 0; i < wide; i++)
        for (uint32_t k = 0; k < wide; k++) {
            left[i * wide + k] = s->basis[i][k];
            inverse[i * wide + k] = i == k;
            second[i][k] += kg * centre[i] * centre[k];
        }
    if (!dense_solve_any(left, wide, inverse, wide))
        return diag_error(r->d, r->at, "body: its points and vectors lie in one plane");
    s->z[0][0] = kg;
    for (uint32_t p = 0; p < wide; p++) {
        first[p] = kg * dense_dot(inverse + (size_t)p * wide, centre, wide);
        s->z[0][p + 1] = s->z[p + 1][0] = first[p];
        for (uint32_t q = 0; q < wide; q++)
            for (uint32_t i = 0; i < wide; i++)
                s->z[p + 1][q + 1] += inverse[p * wide + i] *
                                      dense_dot(second[i], inverse + (size_t)q * wide, wide);
    }
    return STATUS_OK;
}

/* ---- what it adds ---------------------------------------------------------------------------- */

static double mass_between(const shape *s, uint32_t i, uint32_t l, uint32_t j, uint32_t m)
{
    double sum = 0;
    for (uint32_t p = 0; p < s->shapes; p++)
        for (uint32_t q = 0; q < s->shapes; q++)
            for (uint32_t k = 0; k < s->wide; k++)
                sum += s->z[p][q] * s->f[p][i][k][l] * s->f[q][j][k][m];
    return sum;
}

static double weight_on(const reader *r, const shape *s, uint32_t i, uint32_t l)
{
    double sum = 0;
    for (uint32_t p = 0; p < s->shapes; p++)
        for (uint32_t k = 0; k < s->wide; k++)
            sum += s->z[0][p] * s->f[p][i][k][l] * r->gravity[k];
    return sum;
}

static void add_body(reader *r, const shape *s)
{
    for (uint32_t i = 0; i < s->carriers; i++)
        for (uint32_t l = 0; l < s->wide; l++) {
            const item *a = s->carrier[i];
            if (a->is_fixed)
                r->n->force_constant += weight_on(r, s, i, l) * a->at[l];
            else
                r->force[a->first + l] += weight_on(r, s, i, l);
            for (uint32_t j = 0; j < s->carriers; j++)
                for (uint32_t m = 0; m < s->wide && !a->is_fixed && !s->carrier[j]->is_fixed; m++)
                    r->mass[(a->first + l) * MOST_COORDINATES + s->carrier[j]->first + m] +=
                        mass_between(s, i, l, j, m);
        }
}

static bool is_alike(const natural_constraint *a, const natural_constraint *b)
{
    static const double ROUNDING = 1e-12;
    bool same = a->terms_count == b->terms_count && !a->drive.drives &&
                fabs(a->constant - b->constant) <= ROUNDING * (1 + fabs(a->constant));
    for (uint32_t i = 0; same && i < a->terms_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < b->terms_count; k++) {
            const natural_term *x = &a->terms[i], *y = &b->terms[k];
            found = found || (x->factor == y->factor &&
                              ((x->i == y->i && x->j == y->j) || (x->i == y->j && x->j == y->i)));
        }
        same = found;
    }
    return same;
}

static void drop_repeated(reader *r)
{
    const natural_constraint *last = &r->n->constraints[r->n->constraints_count - 1];
    for (const natural_constraint *c = r->n->constraints; c < last; c++)
        if (is_alike(c, last)) {
            r->n->constraints_count--;
            return;
        }
}

/* Lengths and angles between A and the others; a vector's length stays as it is. */
static status add_rigidity(reader *r, const shape *s)
{
    natural_vector side[CARRIERS];
    for (uint32_t i = 1; i < s->carriers; i++)
        side[i] = statement_difference(r, s->carrier[i],
                                       s->carrier[i]->is_vector ? NULL : s->carrier[0]);
    for (uint32_t i = 1; i < s->carriers; i++)
        for (uint32_t k = i; k < s->carriers; k++) {
            const bool is_unit = i == k && s->carrier[i]->is_vector;
            if (is_unit || (!statement_can_move(r, &side[i]) && !statement_can_move(r, &side[k])))
                continue;
            TRY(statement_dot(r, &side[i], &side[k], NULL));
            drop_repeated(r);
        }
    return STATUS_OK;
}

/* ---- the statement --------------------------------------------------------------------------- */

/* Second moments about the centre from moments of inertia; of one moment in a plane any with that
 * sum do. */
static status read_inertia(reader *r, uint32_t from, uint32_t wide, double second[3][3])
{
    double i[6] = {0};
    const uint32_t given = r->words - from;
    for (uint32_t k = 0; k < given; k++)
        TRY(statement_number(r, from + k, &i[k]));
    for (uint32_t k = 0; k < (wide == 2 ? 1 : wide); k++)
        if (!(i[k] >= 0))
            return diag_error(r->d, r->at, "body: '%s' is less than 0", r->word[from + k]);
    for (uint32_t k = 0; k < wide; k++)
        second[k][k] = wide == 2 ? i[0] / 2 : (i[0] + i[1] + i[2]) / 2 - i[k];
    if (wide == 3) {
        second[0][1] = second[1][0] = -i[3];
        second[0][2] = second[2][0] = -i[4];
        second[1][2] = second[2][1] = -i[5];
    }
    return STATUS_OK;
}

/* The points and vectors that carry it, from a word on. */
static status read_carriers(reader *r, uint32_t from, shape *s)
{
    const uint32_t wide = r->n->dimension;
    *s = (shape){.wide = wide, .shapes = wide + 1, .carriers = wide == 2 ? 2 : CARRIERS};
    for (uint32_t i = 0; i < s->carriers; i++) {
        TRY(statement_own(r, r->word[from + i], &s->carrier[i]));
        if (s->carrier[i]->is_vector && (i == 0 || wide == 2))
            return diag_error(r->d, r->at, "%s: '%s' is a vector, not a point", r->word[0],
                              s->carrier[i]->name);
    }
    add_unit(s, 0, 0, 1);
    for (uint32_t i = 1; i < s->carriers; i++)
        add_carrier(r, s, i);
    if (wide == 2)
        add_across(s);
    return STATUS_OK;
}

status body_read(reader *r)
{
    const uint32_t wide = r->n->dimension, carriers = wide == 2 ? 2 : 4, from = 2 + carriers + wide;
    shape s;
    double kg, centre[3], second[3][3] = {{0}};
    TRY(statement_words(r, from + (wide == 2 ? 1 : 3), from + (wide == 2 ? 1 : 6),
                        wide == 2 ? "body A B KG cx cy I"
                                  : "body A B C D KG cx cy cz ixx iyy izz [ixy ixz iyz]"));
    if (wide == 3 && r->words != from + 3 && r->words != from + 6)
        return diag_error(r->d, r->at, "body: three or six moments of inertia expected");
    TRY(read_carriers(r, 1, &s));
    TRY(statement_positive(r, 1 + carriers, &kg));
    TRY(statement_numbers(r, 2 + carriers, centre));
    TRY(read_inertia(r, from, wide, second));
    for (uint32_t k = 0; k < wide; k++)
        centre[k] -= at_start(r, s.carrier[0], k);
    TRY(find_moments(r, &s, kg, centre, second));
    add_body(r, &s);
    return add_rigidity(r, &s);
}

/* ---- points of a body ------------------------------------------------------------------------ */

/* What a component of the point is of the coordinates of a carrier. */
static void add_share(const shape *s, const double *psi, uint32_t axis, uint32_t i,
                      natural_sum *to)
{
    for (uint32_t l = 0; l < s->wide; l++) {
        double factor = 0;
        for (uint32_t p = 0; p < s->shapes; p++)
            factor += psi[p] * s->f[p][i][axis][l];
        if (s->carrier[i]->is_fixed)
            to->constant += factor * s->carrier[i]->at[l];
        else if (factor != 0) {
            to->coordinate[to->count] = s->carrier[i]->first + l;
            to->factor[to->count++] = factor;
        }
    }
}

status mount_read(reader *r)
{
    const uint32_t wide = r->n->dimension, carriers = wide == 2 ? 2 : 4;
    const uint32_t words = 2 + carriers + wide;
    shape s;
    double psi[SHAPES] = {1}, left[9];
    TRY(statement_words(r, words, words,
                        wide == 2 ? "mount NAME A B x y" : "mount NAME A B C D x y z"));
    TRY(read_carriers(r, 2, &s));
    TRY(statement_numbers(r, 2 + carriers, psi + 1));
    for (uint32_t i = 0; i < wide; i++) {
        psi[1 + i] -= at_start(r, s.carrier[0], i);
        for (uint32_t k = 0; k < wide; k++)
            left[i * wide + k] = s.basis[i][k];
    }
    if (!dense_solve_any(left, wide, psi + 1, 1))
        return diag_error(r->d, r->at, "mount: its points and vectors lie in one plane");
    natural_vector *at = ARENA_ARRAY(r->mem, natural_vector, 1);
    for (uint32_t k = 0; k < wide; k++)
        for (uint32_t i = 0; i < carriers; i++)
            add_share(&s, psi, k, i, &at->component[k]);
    return statement_make(r, (item){.mounted = at});
}
