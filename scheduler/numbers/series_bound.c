/* SPDX-License-Identifier: MIT */
/* Bounds of series.
 *
 * Terms with common first factors are a tree; a leaf is at most its coefficient, and two branches
 * that are cosine and sine of the same angle, times at most A and B, are at most sqrt(A^2 + B^2).
 *
 * That loses where A and B cannot be large together. So a search lays variables on grids, one after
 * another: on each point of a grid the series is one with fewer variables, whose tree is the same
 * at all points; only the coefficients differ. The bound of the whole is that of the worst open
 * point, which is the next to be refined. */
#include "numbers/series.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More than what rounding changes of a bound, of the bound. */
static const double OUTWARDS = 1 + 0x1p-30;

static const double PI = 3.14159265358979323846;

double series_middle(const series *s)
{
    return s->count && !s->terms[0].factor[0] ? s->terms[0].coefficient : 0;
}

/* ---- the tree -------------------------------------------------------------------------------- */

#define NOBODY UINT32_MAX

typedef struct {
    uint32_t parent;
    uint32_t term;    /* that ends here, or NOBODY */
    uint32_t partner; /* of a cosine: the sine after it; NOBODY: none */
    bool is_partner;
} branch;

/* Parents before children. */
typedef struct {
    branch *list;
    uint32_t list_count, list_capacity;
} branches;

/* Terms first .. end - 1 are alike before factor `at`. */
static void grow_tree(arena *mem, const series_term *terms, uint32_t first, uint32_t end,
                      uint32_t at, uint32_t parent, branches *t)
{
    series_factor before = 0;
    uint32_t before_branch = NOBODY;
    if (at == SERIES_FACTORS || !terms[first].factor[at])
        t->list[parent].term = first++;
    while (first < end) {
        series_factor f = terms[first].factor[at];
        uint32_t next = first, own = t->list_count;
        while (next < end && terms[next].factor[at] == f)
            next++;
        *ARENA_PUSH(mem, t, list) = (branch){.parent = parent, .term = NOBODY, .partner = NOBODY};
        if (f == before + 1 && SERIES_CODE(f) % 2 == 0) {
            t->list[before_branch].partner = own;
            t->list[own].is_partner = true;
        }
        before = f;
        before_branch = own;
        grow_tree(mem, terms, first, next, at + 1, own, t);
        first = next;
    }
}

static branches make_tree(arena *mem, const series_term *terms, uint32_t count)
{
    branches t = {0};
    *ARENA_PUSH(mem, &t, list) = (branch){.parent = NOBODY, .term = NOBODY, .partner = NOBODY};
    if (count)
        grow_tree(mem, terms, 0, count, 0, 0, &t);
    return t;
}

/* The bound of the series with these coefficients; `most` has a place per branch. */
static double tree_bound(const branches *t, const double *coefficients, double *most)
{
    for (uint32_t i = 0; i < t->list_count; i++)
        most[i] = t->list[i].term == NOBODY ? 0 : fabs(coefficients[t->list[i].term]);
    for (uint32_t i = t->list_count - 1; i > 0; i--) {
        const branch *b = &t->list[i];
        if (b->is_partner)
            continue;
        double a = most[i], c = b->partner == NOBODY ? 0 : most[b->partner];
        most[b->parent] += c == 0 ? a : sqrt(a * a + c * c);
    }
    return most[0] * OUTWARDS;
}

double series_radius(const series *s)
{
    uint32_t first = s->count && !s->terms[0].factor[0];
    arena mem = arena_make();
    branches t = make_tree(&mem, s->terms + first, s->count - first);
    double *coefficients = ARENA_ARRAY(&mem, double, s->count + 1);
    for (uint32_t i = first; i < s->count; i++)
        coefficients[i - first] = s->terms[i].coefficient;
    double radius = tree_bound(&t, coefficients, ARENA_ARRAY(&mem, double, t.list_count));
    arena_free(&mem);
    return (radius + s->slack) * OUTWARDS;
}

/* ---- the search ------------------------------------------------------------------------------ */

enum { LEVELS_MOST = 12, CODES = 2 * SERIES_HARMONICS + 1 };

/* What is left after so many variables were laid on grids. */
typedef struct {
    uint32_t count;      /* of terms */
    branches tree;
    double factor;       /* of all grids before it */
    uint32_t *row;       /* per term: the term of the next level that it is part of */
    uint8_t *code;       /* and by which harmonic, 0 for none */
    uint32_t points;     /* of the next grid; 0 at the last level */
    double (*weights)[CODES];
} level;

enum { SIGN_BITS = 64 };

typedef struct {
    uint64_t by_top[SIGN_BITS]; /* a vector with that highest bit, or 0 */
} sign_space;

/* An open point of the search. */
typedef struct {
    double bound;
    uint32_t level;
    double *coefficients;
} open_point;

typedef struct {
    arena mem;
    level levels[LEVELS_MOST + 1];
    uint32_t levels_count;
    open_point *open; /* a heap, the largest bound first */
    uint32_t open_count, open_capacity;
    double *root; /* coefficients of the whole */
    double *most, *sums; /* scratch of tree_bound and of refine */
    sign_space signs;    /* differences of terms, and signs that are settled */
    bool symmetric;      /* there are bits for all variables */
    uint64_t work;
} search;

/* Variables in the order in which they are laid on grids: those with sines, largest share of the
 * coefficients first. */
typedef struct {
    uint32_t variable, harmonics;
    double share;
    bool has_sine;
} variable_use;

static int compare_uses(const void *a, const void *b)
{
    const variable_use *x = a, *y = b;
    if (x->has_sine != y->has_sine)
        return x->has_sine ? -1 : 1;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return x->variable < y->variable ? -1 : x->variable > y->variable;
}

static variable_use *list_uses(arena *mem, const series *s, uint32_t *count)
{
    variable_use *all = ARENA_ARRAY(mem, variable_use, SERIES_VARIABLES + 1);
    *count = 0;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < SERIES_FACTORS && s->terms[i].factor[k]; k++) {
            series_factor f = s->terms[i].factor[k];
            variable_use *u = &all[SERIES_VARIABLE(f)];
            uint32_t harmonic = SERIES_HARMONIC(SERIES_CODE(f));
            u->variable = SERIES_VARIABLE(f);
            u->harmonics = harmonic > u->harmonics ? harmonic : u->harmonics;
            u->has_sine |= SERIES_CODE(f) % 2 == 0;
            u->share += fabs(s->terms[i].coefficient);
        }
    for (uint32_t v = 1; v <= SERIES_VARIABLES; v++)
        if (all[v].variable)
            all[(*count)++] = all[v];
    qsort(all, *count, sizeof *all, compare_uses);
    return all;
}

/* ---- symmetry -------------------------------------------------------------------------------- */

/* Half a turn of a variable changes the sign of its odd harmonics, a reflection that of its sines.
 * Where some of both, of several variables, change the sign of all terms or of none, the magnitude
 * of the series is the same on points that they map to each other: one of them will do.
 *
 * Terms are sets of signs that may change, bits 2v and 2v + 1 of variable number v. A change leaves
 * all terms alike if it is orthogonal, over the field of two elements, to the difference of any two
 * of them; and one that changes a given bit exists if the unit vector of that bit is not in the
 * space that they span. */
/* Adds a vector; nothing where it is in the space already. */
static bool space_add(sign_space *s, uint64_t v)
{
    for (uint32_t bit = SIGN_BITS; bit-- > 0;) {
        if (!(v >> bit & 1))
            continue;
        if (!s->by_top[bit]) {
            s->by_top[bit] = v;
            return true;
        }
        v ^= s->by_top[bit];
    }
    return false;
}

static uint64_t half_turn(uint32_t place) { return (uint64_t)1 << (2 * place); }
static uint64_t reflection(uint32_t place) { return (uint64_t)1 << (2 * place + 1); }

static uint64_t signs_of(const series_term *t)
{
    uint64_t signs = 0;
    for (uint32_t k = 0; k < SERIES_FACTORS && t->factor[k]; k++) {
        const uint32_t place = SERIES_VARIABLE(t->factor[k]) - 1, code = SERIES_CODE(t->factor[k]);
        signs ^= SERIES_HARMONIC(code) % 2 ? half_turn(place) : 0;
        signs ^= code % 2 ? 0 : reflection(place);
    }
    return signs;
}

/* Whether a change of `wanted` exists that leaves `held` as it is. */
static bool has_change(const sign_space *s, uint64_t wanted, uint64_t held)
{
    sign_space with = *s;
    if (held)
        space_add(&with, held);
    return space_add(&with, wanted);
}

/* ---- grids ----------------------------------------------------------------------------------- */

/* Whether the point is the first of those that the symmetries of a variable map to each other. */
static bool is_first(const sign_space *s, bool usable, uint32_t place, uint32_t point,
                     uint32_t points)
{
    const uint32_t turned = (point + points / 2) % points, mirrored = (points - point) % points;
    const uint32_t both = (mirrored + points / 2) % points;
    if (!usable)
        return true;
    if (turned < point && has_change(s, half_turn(place), reflection(place)))
        return false;
    if (mirrored < point && has_change(s, reflection(place), half_turn(place)))
        return false;
    return !(both < point &&
             has_change(s, half_turn(place), half_turn(place) ^ reflection(place)));
}

/* The value of each harmonic on each point of a grid. */
static void lay_grid(search *q, const variable_use *u, uint32_t place, uint32_t points, level *l)
{
    l->weights = arena_alloc(&q->mem, points * sizeof *l->weights);
    for (uint32_t p = 0; p < points; p++) {
        const double angle = 2 * PI * p / points;
        if (!is_first(&q->signs, q->symmetric, place, p, points))
            continue;
        double *w = l->weights[l->points++];
        w[0] = 1;
        for (uint32_t k = 1; k <= u->harmonics; k++) {
            w[2 * k - 1] = cos(k * angle);
            w[2 * k] = sin(k * angle);
        }
    }
}

/* Takes the first variable, which is number `first`, out of all terms: `terms` become those of the
 * next level, in order. */
static uint32_t take_variable(arena *mem, series_term *terms, uint32_t count, uint32_t first,
                              level *l)
{
    series_term *rest = ARENA_ARRAY(mem, series_term, count + 1);
    l->row = ARENA_ARRAY(mem, uint32_t, count + 1);
    l->code = ARENA_ARRAY(mem, uint8_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        rest[i] = terms[i];
        if (SERIES_VARIABLE(terms[i].factor[0]) == first) {
            l->code[i] = (uint8_t)SERIES_CODE(terms[i].factor[0]);
            memmove(rest[i].factor, rest[i].factor + 1,
                    (SERIES_FACTORS - 1) * sizeof *rest[i].factor);
            rest[i].factor[SERIES_FACTORS - 1] = 0;
        }
    }
    memcpy(terms, rest, count * sizeof *terms);
    qsort(terms, count, sizeof *terms, series_compare_terms);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!kept || series_compare_terms(&terms[i], &terms[kept - 1]) != 0)
            terms[kept++] = terms[i];
    for (uint32_t i = 0; i < count; i++)
        l->row[i] = (uint32_t)((const series_term *)bsearch(&rest[i], terms, kept, sizeof *terms,
                                                            series_compare_terms) - terms);
    return kept;
}

/* Renumbers the variables by their place in `uses`, so that the first to be laid on a grid is the
 * first factor of all terms. */
static void reorder(series_term *terms, uint32_t count, const variable_use *uses, uint32_t used)
{
    uint16_t place[SERIES_VARIABLES + 1] = {0};
    for (uint32_t i = 0; i < used; i++)
        place[uses[i].variable] = (uint16_t)(i + 1);
    for (uint32_t i = 0; i < count; i++) {
        series_factor *f = terms[i].factor;
        for (uint32_t k = 0; k < SERIES_FACTORS && f[k]; k++) {
            series_factor own = SERIES_FACTOR(place[SERIES_VARIABLE(f[k])], SERIES_CODE(f[k]));
            uint32_t at = k;
            for (; at > 0 && f[at - 1] > own; at--)
                f[at] = f[at - 1];
            f[at] = own;
        }
    }
    qsort(terms, count, sizeof *terms, series_compare_terms);
}

static void make_levels(search *q, const series *s, uint32_t per_harmonic)
{
    uint32_t used, count = s->count, sines = 0;
    variable_use *uses = list_uses(&q->mem, s, &used);
    series_term *terms = ARENA_ARRAY(&q->mem, series_term, count + 1);
    memcpy(terms, s->terms, count * sizeof *terms);
    reorder(terms, count, uses, used);
    q->root = ARENA_ARRAY(&q->mem, double, count + 1);
    for (uint32_t i = 0; i < count; i++)
        q->root[i] = terms[i].coefficient;
    q->symmetric = used <= SIGN_BITS / 2;
    for (uint32_t i = 1; i < count && q->symmetric; i++)
        space_add(&q->signs, signs_of(&terms[0]) ^ signs_of(&terms[i]));
    while (sines < used && sines < LEVELS_MOST && uses[sines].has_sine)
        sines++;
    double factor = 1;
    for (uint32_t i = 0;; i++) {
        level *l = &q->levels[q->levels_count++];
        l->count = count;
        l->factor = factor;
        l->tree = make_tree(&q->mem, terms, count);
        if (i == sines)
            break;
        const uint32_t points = per_harmonic * uses[i].harmonics;
        lay_grid(q, &uses[i], i, points, l);
        if (q->symmetric) { /* later variables do without a change of this one */
            space_add(&q->signs, half_turn(i));
            space_add(&q->signs, reflection(i));
        }
        factor *= OUTWARDS / cos(PI * uses[i].harmonics / points);
        count = take_variable(&q->mem, terms, count, i + 1, l);
    }
}

static void push(search *q, open_point p)
{
    uint32_t at = q->open_count;
    *ARENA_PUSH(&q->mem, q, open) = p;
    for (; at > 0 && q->open[(at - 1) / 2].bound < p.bound; at = (at - 1) / 2)
        q->open[at] = q->open[(at - 1) / 2];
    q->open[at] = p;
}

static open_point pop(search *q)
{
    open_point top = q->open[0], last = q->open[--q->open_count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= q->open_count)
            break;
        if (child + 1 < q->open_count && q->open[child + 1].bound > q->open[child].bound)
            child++;
        if (q->open[child].bound <= last.bound)
            break;
        q->open[at] = q->open[child];
        at = child;
    }
    q->open[at] = last;
    return top;
}

static double bound_of(search *q, uint32_t number, const double *coefficients)
{
    const level *l = &q->levels[number];
    q->work += l->tree.list_count;
    return tree_bound(&l->tree, coefficients, q->most) * l->factor;
}

/* Opens the points of the next grid. What holds for all of them holds for each. */
static void refine(search *q, const open_point *p, double enough)
{
    const level *l = &q->levels[p->level], *next = l + 1;
    for (uint32_t k = 0; k < l->points; k++) {
        const double *w = l->weights[k];
        memset(q->sums, 0, next->count * sizeof *q->sums);
        for (uint32_t i = 0; i < l->count; i++)
            q->sums[l->row[i]] += p->coefficients[i] * w[l->code[i]];
        q->work += l->count;
        double bound = fmin(p->bound, bound_of(q, p->level + 1, q->sums));
        if (bound <= enough)
            continue;
        double *own = ARENA_ARRAY(&q->mem, double, next->count + 1);
        memcpy(own, q->sums, next->count * sizeof *own);
        push(q, (open_point){bound, p->level + 1, own});
    }
}

static double search_bound(const series *s, double most, double enough, uint64_t work,
                           uint32_t per_harmonic)
{
    search q = {.mem = arena_make()};
    uint32_t branches_most = 0;
    make_levels(&q, s, per_harmonic);
    for (uint32_t i = 0; i < q.levels_count; i++)
        if (q.levels[i].tree.list_count > branches_most)
            branches_most = q.levels[i].tree.list_count;
    q.most = ARENA_ARRAY(&q.mem, double, branches_most + 1);
    q.sums = ARENA_ARRAY(&q.mem, double, s->count + 1);

    double bound = 0; /* of all that is not open */
    const double goal = enough - s->slack;
    const double reachable = goal * q.levels[q.levels_count - 1].factor;
    push(&q, (open_point){fmin(most, bound_of(&q, 0, q.root)), 0, q.root});
    while (q.open_count && q.open[0].bound > reachable && q.work < work &&
           q.open[0].level + 1 < q.levels_count) {
        open_point worst = pop(&q);
        refine(&q, &worst, goal);
        bound = fmax(0, goal); /* points below it were not opened */
    }
    if (q.open_count && q.open[0].bound > bound)
        bound = q.open[0].bound;
    arena_free(&q.mem);
    return fmin(most, (bound + s->slack) * OUTWARDS);
}

/* Coarse grids find out much with little work, fine ones lose less. */
double series_magnitude(const series *s, double most, double enough, uint64_t work)
{
    static const uint32_t PER_HARMONIC[] = {8, 16};
    for (uint32_t i = 0; i < 2 && most > enough; i++)
        most = search_bound(s, most, enough, work / 2, PER_HARMONIC[i]);
    return most;
}
