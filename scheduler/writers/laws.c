/* SPDX-License-Identifier: MIT */
#include "writers/laws.h"

#include "writers/joint_forces.h"

#include <math.h>
#include <string.h>

/* Every node is a variable, so that products fit terms. */
typedef struct {
    net *n;
    const element_formula *law;
    const char *name;  /* of calls; NULL where nobody asks for names */
    const char *wrong; /* why there is no number; NULL: there may be */
} law_writer;

static poly keep(const law_writer *w, poly value)
{
    return net_assign(w->n, NULL, value);
}

static poly times(const law_writer *w, poly a, poly b)
{
    return keep(w, poly_multiply(w->n, a, b));
}

static bool is_number(const law_writer *w, poly p, double *value)
{
    *value = p.count ? term_coefficient(w->n, &p.terms[0]) : 0;
    return poly_is_number(p);
}

static poly refuse(law_writer *w, const char *why)
{
    if (!w->wrong)
        w->wrong = why;
    return poly_zero();
}

static poly over(law_writer *w, poly a)
{
    double value;
    if (is_number(w, a, &value) && value == 0)
        return refuse(w, "it divides by 0");
    return net_reciprocal(w->n, w->name, a);
}

static poly root(law_writer *w, poly a)
{
    double value;
    if (is_number(w, a, &value) && value < 0)
        return refuse(w, "it takes the root of a negative number");
    return net_call(w->n, w->name, CALL_SQRT, a, poly_zero());
}

/* The smaller of two, and the larger: a where b < 0 and otherwise 0 is what there is. */
static poly smaller(const law_writer *w, poly a, poly b)
{
    const poly apart = keep(w, poly_sub(w->n, a, b));
    return keep(w, poly_add(w->n, b, net_call(w->n, w->name, CALL_BELOW, apart, apart)));
}

static poly larger(const law_writer *w, poly a, poly b)
{
    const poly apart = keep(w, poly_sub(w->n, a, b));
    const poly back = keep(w, poly_scale(w->n, apart, -1));
    return keep(w, poly_add(w->n, b, net_call(w->n, w->name, CALL_BELOW, apart, back)));
}

/* a - 2 a where a < 0 */
static poly size(const law_writer *w, poly a)
{
    const poly below = net_call(w->n, w->name, CALL_BELOW, a, a);
    return keep(w, poly_sub(w->n, a, poly_scale(w->n, below, 2)));
}

/* Squares upon squares, for whole numbers and for eighths, whose squares are roots. */
static poly power(law_writer *w, poly a, double exponent)
{
    const uint32_t eighths = (uint32_t)(fabs(exponent) * FORMULA_EIGHTHS);
    poly out = poly_number(w->n, 1), square = a, down = a;
    for (uint32_t bit = FORMULA_EIGHTHS / 2; bit && eighths % (2 * bit); bit /= 2) {
        down = root(w, down);
        if (eighths & bit)
            out = times(w, out, down);
    }
    for (uint32_t left = eighths / FORMULA_EIGHTHS; left; left /= 2) {
        if (left & 1)
            out = times(w, out, square);
        if (left > 1)
            square = times(w, square, square);
    }
    return exponent < 0 ? over(w, out) : out;
}

/* At a point slopes are of the piece that ends there: a tie has the slope of the second of two. */
static poly table(const law_writer *w, const law_table *t, poly x)
{
    poly sum = poly_number(w->n, t->points[0].y);
    for (uint32_t i = 0; i < t->pieces_count; i++) {
        const law_piece *p = &t->pieces[i];
        poly u = keep(w, poly_sub(w->n, x, poly_number(w->n, p->from)));
        if (p->begins)
            u = larger(w, u, poly_zero());
        if (p->ends)
            u = smaller(w, poly_number(w->n, p->width), u);
        poly y = poly_zero();
        for (int k = 3; k-- > 0;)
            y = times(w, u, keep(w, poly_add(w->n, y, poly_number(w->n, p->c[k]))));
        sum = poly_add(w->n, sum, y);
    }
    return keep(w, sum);
}

/* 1 where x < 0, else 0. */
static poly is_below(const law_writer *w, poly x)
{
    return net_call(w->n, w->name, CALL_BELOW, poly_number(w->n, 1), keep(w, x));
}

/* Slopes of a piece count between its ends alone. */
table_place table_write(net *n, const law_table *t, poly x)
{
    const law_writer w = {.n = n};
    table_place at = {.value = table(&w, t, x)};
    for (uint32_t i = 0; i < t->pieces_count; i++) {
        const law_piece *p = &t->pieces[i];
        const poly u = keep(&w, poly_sub(n, x, poly_number(n, p->from)));
        poly within = poly_number(n, 1);
        if (p->ends)
            within = is_below(&w, poly_sub(n, u, poly_number(n, p->width)));
        if (p->begins)
            within = keep(&w, poly_sub(n, within, is_below(&w, u)));
        poly slope = poly_add(n, poly_number(n, 2 * p->c[1]), poly_scale(n, u, 3 * p->c[2]));
        slope = poly_add(n, poly_number(n, p->c[0]), times(&w, u, keep(&w, slope)));
        const poly bend = poly_add(n, poly_number(n, 2 * p->c[1]), poly_scale(n, u, 6 * p->c[2]));
        at.slope = poly_add(n, at.slope, times(&w, within, keep(&w, slope)));
        at.bend = poly_add(n, at.bend, times(&w, within, keep(&w, bend)));
    }
    at.slope = keep(&w, at.slope);
    at.bend = keep(&w, at.bend);
    return at;
}

static poly node_write(law_writer *w, const formula_node *node, poly a, poly b)
{
    switch (node->op) {
    case FORMULA_NUMBER: return poly_number(w->n, node->value);
    case FORMULA_ADD: return keep(w, poly_add(w->n, a, b));
    case FORMULA_SUB: return keep(w, poly_sub(w->n, a, b));
    case FORMULA_MUL: return times(w, a, b);
    case FORMULA_DIV: return times(w, a, over(w, b));
    case FORMULA_POWER: return power(w, a, node->value);
    case FORMULA_SIN: return net_call(w->n, w->name, CALL_SIN, a, poly_zero());
    case FORMULA_COS: return net_call(w->n, w->name, CALL_COS, a, poly_zero());
    case FORMULA_SQRT: return root(w, a);
    case FORMULA_ABS: return size(w, a);
    case FORMULA_MIN: return smaller(w, a, b);
    case FORMULA_MAX: return larger(w, a, b);
    case FORMULA_TABLE: return table(w, &w->law->table, a);
    case FORMULA_VARIABLE:
    case FORMULA_OPS: break;
    }
    return poly_zero();
}

static poly write(law_writer *w, const formula *f, poly x, poly xd, poly state)
{
    const poly variables[LAW_VARIABLES] = {[LAW_X] = keep(w, x), [LAW_XD] = keep(w, xd),
                                           [LAW_STATE] = state};
    poly *values = ARENA_ARRAY(w->n->mem, poly, f->list_count);
    for (uint32_t i = 0; i < f->list_count; i++) {
        const formula_node *node = &f->list[i];
        values[i] = node->op == FORMULA_VARIABLE
                        ? variables[node->variable]
                        : node_write(w, node, values[node->of[0]], values[node->of[1]]);
    }
    return values[f->list_count - 1];
}

/* What messages and texts call its operations: by its element, whose name may have any letters. */
static const char *name_of_law(arena *mem, const char *element)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    char *name = arena_printf(mem, "law_%.60s", element);
    for (char *c = name; c += strspn(c, LETTERS), *c;)
        *c = '_';
    return name;
}

static poly write_of(net *n, const tree *t, uint32_t number, const formula *f, signals *s, poly x,
                     poly xd)
{
    const robot_element *e = &t->elements[number].what;
    law_writer w = {.n = n, .law = e->formula};
    poly state = poly_zero();
    if (!n->is_trial)
        w.name = name_of_law(n->mem, e->name);
    if (formula_has(f, LAW_STATE))
        state = signals_vector(s, n, INPUT_LAW_STATE, e->name, number, 0);
    return write(&w, f, x, xd, state);
}

poly law_write(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd)
{
    return write_of(n, t, number, &t->elements[number].what.formula->is, s, x, xd);
}

poly law_write_rate(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd)
{
    return write_of(n, t, number, &t->elements[number].what.formula->changes, s, x, xd);
}

poly law_outside(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd)
{
    const robot_element *e = &t->elements[number].what;
    const law_writer w = {.n = n};
    poly sum = signals_vector(s, n, INPUT_ELEMENT_FORCE, e->name, number, 0);
    if (e->law != LAW_CALL || !t->laws_are_lines)
        return sum;
    const poly by[2] = {keep(&w, x), keep(&w, xd)};
    for (uint32_t k = 0; k < 2; k++)
        sum = poly_add(n, sum, times(&w, signals_vector(s, n, INPUT_ELEMENT_FORCE, e->name, number,
                                                        k + 1), by[k]));
    return keep(&w, sum);
}

poly law_outside_turn(net *n, const tree *t, uint32_t number, signals *s, uint32_t axis, poly xd)
{
    const char *name = t->elements[number].what.name;
    const law_writer w = {.n = n};
    const poly moment = signals_vector(s, n, INPUT_ELEMENT_FORCE, name, number, axis);
    if (!t->laws_are_lines)
        return moment;
    return keep(&w, poly_add(n, moment, times(&w, signals_vector(s, n, INPUT_ELEMENT_MOMENT, name,
                                                                 number, axis), keep(&w, xd))));
}

/* --- slopes and bends ------------------------------------------------------------------------ */

/* Which two slopes a bend is of. */
static const surface_part SLOPES_OF[SURFACE_PARTS][2] = {
    [SURFACE_XX] = {SURFACE_X, SURFACE_X},
    [SURFACE_XY] = {SURFACE_X, SURFACE_Y},
    [SURFACE_YY] = {SURFACE_Y, SURFACE_Y}};

/* f(a), by f's value and two derivatives there. */
static surface chained(const law_writer *w, const surface *a, table_place f)
{
    surface out = {{[SURFACE_Z] = f.value}};
    for (int k = SURFACE_X; k <= SURFACE_Y; k++)
        out.of[k] = times(w, f.slope, a->of[k]);
    for (int k = SURFACE_XX; k < SURFACE_PARTS; k++) {
        const poly both = times(w, a->of[SLOPES_OF[k][0]], a->of[SLOPES_OF[k][1]]);
        out.of[k] = keep(w, poly_add(w->n, times(w, f.bend, both), times(w, f.slope, a->of[k])));
    }
    return out;
}

static surface multiplied(const law_writer *w, const surface *a, const surface *b)
{
    surface out;
    for (int k = 0; k < SURFACE_PARTS; k++) {
        poly sum = times(w, a->of[k], b->of[SURFACE_Z]);
        if (k != SURFACE_Z)
            sum = poly_add(w->n, sum, times(w, a->of[SURFACE_Z], b->of[k]));
        for (int i = 0; i < 2 && k >= SURFACE_XX; i++)
            sum = poly_add(w->n, sum, times(w, a->of[SLOPES_OF[k][i]], b->of[SLOPES_OF[k][!i]]));
        out.of[k] = keep(w, sum);
    }
    return out;
}

/* a + k b */
static surface added(const law_writer *w, const surface *a, const surface *b, double k)
{
    surface out;
    for (int i = 0; i < SURFACE_PARTS; i++)
        out.of[i] = keep(w, poly_add(w->n, a->of[i], poly_scale(w->n, b->of[i], k)));
    return out;
}

/* a where `sign` < 0, else b. */
static surface chosen(const law_writer *w, const surface *a, const surface *b, poly sign)
{
    surface out = added(w, a, b, -1);
    for (int k = 0; k < SURFACE_PARTS; k++)
        if (out.of[k].count)
            out.of[k] = net_call(w->n, w->name, CALL_BELOW, out.of[k], sign);
    return added(w, b, &out, 1);
}

/* A function of one value with its derivatives, at a. */
static table_place node_place(law_writer *w, const formula_node *node, poly a)
{
    table_place f = {.value = node_write(w, node, a, a)};
    const double p = node->value;
    switch (node->op) {
    case FORMULA_SIN:
    case FORMULA_COS: {
        const bool is_sine = node->op == FORMULA_SIN;
        const poly other = net_call(w->n, w->name, is_sine ? CALL_COS : CALL_SIN, a, poly_zero());
        f.slope = is_sine ? other : keep(w, poly_scale(w->n, other, -1));
        f.bend = keep(w, poly_scale(w->n, f.value, -1));
        break;
    }
    case FORMULA_SQRT:
        f.slope = keep(w, poly_scale(w->n, over(w, f.value), 0.5));
        f.bend = poly_scale(w->n, times(w, f.slope, times(w, f.slope, f.slope)), -2);
        break;
    case FORMULA_POWER:
        if (p != 0)
            f.slope = keep(w, poly_scale(w->n, power(w, a, p - 1), p));
        if (p != 0 && p != 1)
            f.bend = keep(w, poly_scale(w->n, power(w, a, p - 2), p * (p - 1)));
        break;
    case FORMULA_TABLE: return table_write(w->n, &w->law->table, a);
    default: break;
    }
    return f;
}

/* 1/b */
static surface reciprocal(law_writer *w, const surface *b)
{
    table_place f = {.value = over(w, b->of[SURFACE_Z])};
    const poly square = times(w, f.value, f.value);
    f.slope = keep(w, poly_scale(w->n, square, -1));
    f.bend = keep(w, poly_scale(w->n, times(w, square, f.value), 2));
    return chained(w, b, f);
}

static surface node_surface(law_writer *w, const formula_node *node, const surface *a,
                            const surface *b)
{
    const poly z = a->of[SURFACE_Z];
    const surface none = {{{0}}};
    switch (node->op) {
    case FORMULA_NUMBER: return (surface){{poly_number(w->n, node->value)}};
    case FORMULA_ADD: return added(w, a, b, 1);
    case FORMULA_SUB: return added(w, a, b, -1);
    case FORMULA_MUL: return multiplied(w, a, b);
    case FORMULA_ABS: {
        const surface back = added(w, &none, a, -1);
        return chosen(w, &back, a, keep(w, z));
    }
    case FORMULA_DIV: {
        const surface one_over = reciprocal(w, b);
        return multiplied(w, a, &one_over);
    }
    case FORMULA_MIN:
    case FORMULA_MAX: {
        const poly apart = keep(w, poly_sub(w->n, z, b->of[SURFACE_Z]));
        return node->op == FORMULA_MIN ? chosen(w, a, b, apart) : chosen(w, b, a, apart);
    }
    default: return chained(w, a, node_place(w, node, z));
    }
}

static surface surface_of(law_writer *w, poly x, poly y)
{
    const formula *f = &w->law->is;
    const poly one = poly_number(w->n, 1);
    const surface variables[LAW_VARIABLES] = {
        [LAW_X] = {{[SURFACE_Z] = keep(w, x), [SURFACE_X] = one}},
        [LAW_Y] = {{[SURFACE_Z] = keep(w, y), [SURFACE_Y] = one}}};
    surface *values = ARENA_ARRAY(w->n->mem, surface, f->list_count);
    for (uint32_t i = 0; i < f->list_count; i++) {
        const formula_node *node = &f->list[i];
        values[i] = node->op == FORMULA_VARIABLE
                        ? variables[node->variable]
                        : node_surface(w, node, &values[node->of[0]], &values[node->of[1]]);
    }
    return values[f->list_count - 1];
}

surface law_surface(net *n, const element_formula *law, poly x, poly y)
{
    law_writer w = {.n = n, .law = law};
    return surface_of(&w, x, y);
}

/* --- torsion --------------------------------------------------------------------------------- */

poly torsion_write(const tree *t, uint32_t k, bool moving, signals *s, net *n)
{
    const tree_element *e = &t->elements[k];
    if (e->what.law != LAW_FORMULA && e->what.law != LAW_CALL)
        return law_outside(n, t, k, s, poly_zero(), poly_zero());
    const poly x = tendon_stretch(&e->along, s, n);
    const poly xd = moving ? tendon_rate(&e->along, s, n) : poly_zero();
    return (e->what.law == LAW_FORMULA ? law_write : law_outside)(n, t, k, s, x, xd);
}

poly torsions_at(const tree *t, uint32_t coordinate, bool moving, signals *s, net *n)
{
    poly sum = poly_zero();
    for (uint32_t k = 0; k < t->elements_count; k++) {
        const double share = t->elements[k].what.kind == ELEMENT_TORSION
                                 ? tree_tendon_coefficient(&t->elements[k].along, coordinate)
                                 : 0;
        if (share != 0)
            sum = poly_add(n, sum, poly_scale(n, torsion_write(t, k, moving, s, n), share));
    }
    return sum;
}

/* --- what is no law -------------------------------------------------------------------------- */

status laws_check(const tree *t, diag *d)
{
    arena mem = arena_make();
    status done = STATUS_OK;
    for (uint32_t k = 0; k < t->elements_count && done == STATUS_OK; k++) {
        const robot_element *e = &t->elements[k].what;
        net n = net_make(&mem);
        law_writer w = {.n = &n, .law = e->formula};
        if (!e->formula)
            continue;
        const poly x = poly_symbol(&n, net_input(&n, "x"));
        const poly other = poly_symbol(&n, net_input(&n, "other"));
        const poly state = poly_symbol(&n, net_input(&n, "state"));
        const char *where = "", *key = e->law == LAW_FORMULA ? "law" : "ground";
        if (e->law != LAW_FORMULA) {
            surface_of(&w, x, other);
        } else {
            write(&w, &e->formula->is, x, other, state);
            where = w.wrong ? "" : " at rest";
            write(&w, &e->formula->is, x, poly_zero(), state);
        }
        const bool is_rate = e->formula->state && !w.wrong;
        if (is_rate)
            write(&w, &e->formula->changes, x, other, state);
        if (w.wrong)
            done = diag_error(d, e->at, "element '%s': %s='%s': %s%s", e->name,
                              is_rate ? "rate" : key,
                              is_rate ? e->formula->rate : e->formula->text, w.wrong,
                              is_rate ? "" : where);
    }
    arena_free(&mem);
    return done;
}
