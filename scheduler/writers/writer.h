/* SPDX-License-Identifier: MIT */
/* What everything that writes equations of a tree writes with: where they go, the arithmetic of
 * sums by short names, and the names of variables. What one recursion keeps for itself is a part
 * that its own header describes. */
#ifndef TAUFLOW_WRITER_H
#define TAUFLOW_WRITER_H

#include "algebra/matrices.h"
#include "algebra/signals.h"
#include "writers/element_wrenches.h"
#include "writers/model.h"

typedef struct writer {
    arena *mem;
    const tree *t;
    const model *m;   /* as the recursion wants it; NULL: it reads the tree */
    signals *s;
    net *n;
    unsigned wanted;  /* outputs, or what moves: RECURSION_..., MASS_... or ASK_... */
    uint32_t *freedom; /* of each body: its first */
    applied_wrenches applied; /* of elements */
    const char *infix; /* of names, between what and number; NULL: none */
    /* the part of the recursion that writes */
    struct recursion_part *recursion;
    struct mass_part *mass;
    struct derivative_part *slopes;
    struct classic_part *classic;
    struct articulated_part *art;
    struct kinematics_part *runs;
    struct element_part *element;
} writer;

/* WHAT INFIX NUMBER PART; NULL where nobody asks for names. */
static inline const char *name_text(const writer *w, const char *what, uint32_t number,
                                    const char *part)
{
    const char *infix = w->infix ? w->infix : "";
    return w->n->is_trial ? NULL : arena_printf(w->mem, "%s%s%u%s", what, infix, number, part);
}

/* A variable that is called so, and those of a vector or matrix. Constant rotations that are no
 * permutation deserve names of their own, else products pile up. */
static inline poly name_as(writer *w, const char *what, uint32_t number, const char *part,
                           poly value)
{
    return value.count ? net_assign(w->n, name_text(w, what, number, part), value) : value;
}

static inline poly name(writer *w, const char *what, uint32_t number, int axis, poly value)
{
    return name_as(w, what, number, (const char *[]){"x", "y", "z"}[axis], value);
}

static inline pvec name_all(writer *w, const char *what, uint32_t number, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = name(w, what, number, k, u.v[k]);
    return u;
}

static inline pmat name_matrix(writer *w, const char *what, uint32_t number, pmat a)
{
    static const char *const PAIR[3][3] = {
        {"xx", "xy", "xz"}, {"yx", "yy", "yz"}, {"zx", "zy", "zz"}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a.m[r][c] = name_as(w, what, number, PAIR[r][c], a.m[r][c]);
    return a;
}

static inline poly times(writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static inline poly plus(writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static inline poly minus(writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

static inline poly scaled(writer *w, double k, poly a)
{
    return poly_scale(w->n, a, k);
}

static inline pvec times_all(writer *w, poly k, pvec a)
{
    return pvec_times(w->n, k, a);
}

static inline pvec plus_all(writer *w, pvec a, pvec b)
{
    return pvec_add(w->n, a, b);
}

static inline pvec cross(writer *w, pvec a, pvec b)
{
    return pvec_product(w->n, a, b);
}

static inline poly dot(writer *w, pvec a, pvec b)
{
    return pvec_dot(w->n, a, b);
}

/* What was an angle becomes its sum with one of that sine and cosine: of number i. */
static inline void add_angle(writer *w, uint32_t i, poly sine, poly cosine, poly *to_sine,
                             poly *to_cosine)
{
    poly s = plus(w, times(w, sine, *to_cosine), times(w, cosine, *to_sine));
    poly c = minus(w, times(w, cosine, *to_cosine), times(w, sine, *to_sine));
    *to_sine = name_as(w, "sum_s", i, "", s);
    *to_cosine = name_as(w, "sum_c", i, "", c);
}

/* A rate or an acceleration of a joint: so much of its coordinate's. */
static inline poly input_rate(writer *w, input_kind kind, uint32_t coordinate, double ratio)
{
    return poly_scale(w->n, signals_coordinate(w->s, w->n, kind, coordinate, 1, 0), ratio);
}

/* How the rate of a joint changes: so much of its coordinate's acceleration, where that is given;
 * where rates are, of a ball that turns what those of its other hinges do beside. */
static inline poly input_acceleration(writer *w, uint32_t coordinate, double ratio, bool given,
                                      bool moves)
{
    const tree_coordinate *c = &w->t->coordinates[coordinate];
    poly sum = given ? input_rate(w, INPUT_QDD, coordinate, ratio) : poly_zero();
    if (c->swirl == 0 || !moves || ratio == 0)
        return sum;
    poly first = signals_coordinate(w->s, w->n, INPUT_QD, c->swirl_of[0], 1, 0),
         second = signals_coordinate(w->s, w->n, INPUT_QD, c->swirl_of[1], 1, 0);
    return poly_add(w->n, sum, poly_scale(w->n, poly_multiply(w->n, first, second),
                                          ratio * c->swirl));
}

static inline pvec numbers(writer *w, vec3 x)
{
    return pvec_numbers(w->n, x);
}

/* The anchor of body i; what is known of it, a vector of sums, and its lengths, which are
 * inputs. */
pvec anchor_add_lengths(writer *w, uint32_t i, const anchor *a, pvec known);
/* All of it, times `scale`. */
pvec anchor_write(writer *w, uint32_t i, const anchor *a, double scale);

#endif
