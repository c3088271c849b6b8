/* SPDX-License-Identifier: MIT */
/* The regressor is judged three times.
 *   - Times its parameters it is the torque. A column that is the sum of others but for 1e-9 of it
 *     is left out by design (base parameters, docs/functions.md), so that much may be missing.
 *   - A column of a body is the same mix, in all states, of what the ten numbers of that body do.
 *     In which axes they are told is the graph's choice, so that the mix is found from the states:
 *     ten unknowns, and many more equations, which must be left with nothing.
 *   - A column of a joint or tendon is known: an acceleration, a rate, a stretch. */
#include "check/check_judge.h"

#include "check/check.h"

#include <string.h>

#define LEFT_OUT_COLUMN 1e-9
/* Pivots below this share of their row and column are none: what numbers here leave of a zero. */
#define NO_PIVOT 0x1p-70

enum { EQUATIONS = 24 };

typedef struct {
    check_judging *j;
    uint32_t n, parameters, states;
    const char **names;  /* of parameters */
    check_state *at;     /* of the states */
    check_value *y;      /* [(state * n + row) * parameters + parameter] */
} regressor;

/* ---- the graph in several states ------------------------------------------------------------- */

/* The state that is judged, and others. */
static bool evaluate(regressor *g, uint32_t number, uint64_t *seed)
{
    const check_judging *j = g->j;
    const ops *p = j->p;
    diag unsaid = diag_make(j->mem); /* it was evaluated before */
    check_value *out = ARENA_ARRAY(j->mem, check_value, p->outputs_count + 1);
    const char *why_not = NULL;
    g->at[number] = number ? check_state_make(j->mem, j->m) : *j->s;
    if (number) {
        check_state_draw(&g->at[number], seed);
        check_state_settle(&g->at[number]);
    }
    const check_base none = {0};
    if (check_evaluate(j->mem, p, &g->at[number], &none, out, &why_not, &unsaid) != STATUS_OK)
        return false;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        if (o->kind == OUTPUT_PARAMETER)
            g->names[o->index] = o->of;
        if (o->kind != OUTPUT_REGRESSOR)
            continue;
        g->y[(number * g->n + o->index) * g->parameters + o->column] = out[i];
    }
    return true;
}

static regressor gather(check_judging *j)
{
    regressor g = {.j = j, .n = j->m->freedoms, .parameters = j->owners[OWNER_PARAMETER]};
    uint64_t seed = 1;
    g.states = EQUATIONS / g.n + 1;
    const uint32_t cells = g.states * g.n * g.parameters;
    g.names = ARENA_ARRAY(j->mem, const char *, g.parameters + 1);
    g.at = ARENA_ARRAY(j->mem, check_state, g.states);
    g.y = ARENA_ARRAY(j->mem, check_value, cells + 1);
    for (uint32_t k = 0; k < g.states; k++)
        if (!evaluate(&g, k, &seed))
            j->why_not = "the regressor cannot be evaluated";
    return g;
}

/* Whether a parameter is `what` of an owner of that name; what: NULL for anything. */
static bool is_of(const char *parameter, const char *owner, const char *what)
{
    const size_t length = strlen(owner);
    return parameter && strncmp(parameter, owner, length) == 0 && parameter[length] == '.' &&
           !strchr(parameter + length + 1, '.') &&
           (!what || strcmp(parameter + length + 1, what) == 0);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Equations of one body: what its numbers do, then the columns that must be mixes of that. */
typedef struct {
    uint32_t rows, columns;
    const uint32_t *parameter; /* of the columns */
    doubled *a;                /* rows x (CHECK_PARAMETERS + columns) */
    check_measure *measure;    /* rows x columns */
    double *unit;              /* rows x CHECK_PARAMETERS: what the numbers' part was made of */
    bool *used;                /* per row: as a pivot's */
    uint32_t rank, row_of[CHECK_PARAMETERS], column_of[CHECK_PARAMETERS]; /* of pivots, in turn */
} mixture;

static doubled *entry(const mixture *x, uint32_t row, uint32_t column)
{
    return &x->a[row * (CHECK_PARAMETERS + x->columns) + column];
}

/* Sizes at the beginning of rows and of columns, those of rows in columns of size 1. */
typedef struct {
    double *rows, columns[CHECK_PARAMETERS];
} scales;

/* of: rows x CHECK_PARAMETERS */
static scales scales_of(arena *mem, const mixture *x, const double *of)
{
    scales s = {.rows = ARENA_ARRAY(mem, double, x->rows + 1)};
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t c = 0; c < CHECK_PARAMETERS; c++)
            s.columns[c] = fmax(s.columns[c], of[r * CHECK_PARAMETERS + c]);
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t c = 0; c < CHECK_PARAMETERS; c++)
            if (s.columns[c] > 0)
                s.rows[r] = fmax(s.rows[r], of[r * CHECK_PARAMETERS + c] / s.columns[c]);
    return s;
}

/* The largest entry of the body's numbers for the terms of its row and column. A row is as exact as
 * its terms, which may be far more than what they leave: a pivot from such a row would carry its
 * errors into all others. None where no entry is more of the values than NO_PIVOT. */
static bool find_pivot(const mixture *x, const scales *terms, const scales *values, uint32_t *row,
                       uint32_t *column)
{
    double most = 0;
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t c = 0; c < CHECK_PARAMETERS && !x->used[r]; c++) {
            const double value = fabs(entry(x, r, c)->hi),
                         share = value / (terms->rows[r] * terms->columns[c]);
            if (value > NO_PIVOT * values->rows[r] * values->columns[c] && share > most) {
                most = share;
                *row = r;
                *column = c;
            }
        }
    return most > 0;
}

/* Returns how much of the pivot's row was subtracted. */
static double subtract_row(mixture *x, uint32_t row, uint32_t pivot, uint32_t column)
{
    const doubled share = doubled_divide(*entry(x, row, column), *entry(x, pivot, column));
    for (uint32_t c = 0; c < CHECK_PARAMETERS + x->columns && share.hi != 0; c++)
        *entry(x, row, c) = doubled_sub(*entry(x, row, c),
                                        doubled_multiply(share, *entry(x, pivot, c)));
    *entry(x, row, column) = doubled_of(0);
    for (uint32_t c = 0; c < x->columns; c++) {
        check_measure *m = &x->measure[row * x->columns + c];
        const check_measure *of = &x->measure[pivot * x->columns + c];
        m->bound += fabs(share.hi) * of->bound;
        m->size += fabs(share.hi) * of->size;
        m->whole += fabs(share.hi) * of->whole;
    }
    return fabs(share.hi);
}

static void eliminate(arena *mem, mixture *x)
{
    double *value = ARENA_ARRAY(mem, double, x->rows * CHECK_PARAMETERS + 1);
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t c = 0; c < CHECK_PARAMETERS; c++)
            value[r * CHECK_PARAMETERS + c] = fabs(entry(x, r, c)->hi);
    const scales values = scales_of(mem, x, value), terms = scales_of(mem, x, x->unit);
    for (uint32_t row = 0, column = 0; find_pivot(x, &terms, &values, &row, &column);) {
        x->used[row] = true;
        x->row_of[x->rank] = row;
        x->column_of[x->rank++] = column;
        for (uint32_t r = 0; r < x->rows; r++)
            if (!x->used[r])
                terms.rows[r] += subtract_row(x, r, row, column) * terms.rows[row];
    }
}

/* An entry counts as all terms of its mix. */
static void count_terms(mixture *x)
{
    for (uint32_t c = 0; c < x->columns; c++) {
        doubled share[CHECK_PARAMETERS];
        for (uint32_t k = x->rank; k-- > 0;) {
            const uint32_t row = x->row_of[k];
            doubled sum = *entry(x, row, CHECK_PARAMETERS + c);
            for (uint32_t i = k + 1; i < x->rank; i++)
                sum = doubled_sub(sum, doubled_multiply(*entry(x, row, x->column_of[i]), share[i]));
            share[k] = doubled_divide(sum, *entry(x, row, x->column_of[k]));
        }
        for (uint32_t r = 0; r < x->rows; r++)
            for (uint32_t k = 0; k < x->rank; k++)
                x->measure[r * x->columns + c].size +=
                    fabs(share[k].hi) * x->unit[r * CHECK_PARAMETERS + x->column_of[k]];
    }
}

static void fill(regressor *g, uint32_t body, mixture *x)
{
    amount *unit = ARENA_ARRAY(g->j->mem, amount, CHECK_PARAMETERS * g->n + 1);
    for (uint32_t k = 0; k < g->states; k++) {
        check_parameter_torques(g->j->mem, &g->at[k], body, unit);
        for (uint32_t r = 0; r < g->n; r++) {
            const uint32_t row = k * g->n + r;
            for (uint32_t c = 0; c < CHECK_PARAMETERS; c++)
                *entry(x, row, c) = unit[c * g->n + r].value;
            for (uint32_t c = 0; c < CHECK_PARAMETERS; c++)
                x->unit[row * CHECK_PARAMETERS + c] = unit[c * g->n + r].size;
            for (uint32_t c = 0; c < x->columns; c++) {
                const check_value y = g->y[row * g->parameters + x->parameter[c]];
                *entry(x, row, CHECK_PARAMETERS + c) = y.value;
                x->measure[row * x->columns + c] =
                    (check_measure){y.bound, INFINITY, fabs(y.value.hi), 0};
            }
        }
    }
}

/* What is zero in other axes counts as the largest entry of its column. */
static void count_dropped(mixture *x)
{
    for (uint32_t c = 0; c < x->columns; c++) {
        double most = 0;
        for (uint32_t r = 0; r < x->rows; r++)
            most = fmax(most, x->measure[r * x->columns + c].size);
        for (uint32_t r = 0; r < x->rows; r++)
            x->measure[r * x->columns + c].whole = most;
    }
}

static void judge_body(regressor *g, uint32_t body)
{
    arena *mem = g->j->mem;
    uint32_t *own = ARENA_ARRAY(mem, uint32_t, g->parameters + 1);
    mixture x = {.rows = g->states * g->n, .parameter = own};
    for (uint32_t k = 0; k < g->parameters; k++)
        if (is_of(g->names[k], g->j->m->bodies[body].name, NULL) &&
            strchr("mJ", strrchr(g->names[k], '.')[1])) /* numbers of bodies */
            own[x.columns++] = k;
    if (!x.columns)
        return;
    x.a = ARENA_ARRAY(mem, doubled, x.rows * (CHECK_PARAMETERS + x.columns));
    x.measure = ARENA_ARRAY(mem, check_measure, x.rows * x.columns);
    x.unit = ARENA_ARRAY(mem, double, x.rows * CHECK_PARAMETERS);
    x.used = ARENA_ARRAY(mem, bool, x.rows);
    fill(g, body, &x);
    count_dropped(&x);
    eliminate(mem, &x);
    count_terms(&x);
    for (uint32_t r = 0; r < x.rows; r++)
        for (uint32_t c = 0; c < x.columns; c++)
            if (x.used[r])
                check_cell_at(g->j, ARRAY_REGRESSOR, r % g->n, own[c])->judged = true;
            else
                check_sides(g->j, ARRAY_REGRESSOR, r % g->n, own[c],
                            *entry(&x, r, CHECK_PARAMETERS + c), doubled_of(0),
                            x.measure[r * x.columns + c]);
}

/* ---- joints and tendons ---------------------------------------------------------------------- */

/* What a joint's number is multiplied by at its coordinate: with those that follow it, the sum of
 * what each does over the sum of their numbers there. */
typedef struct {
    amount what, of;
} quotient;

static void add_part(quotient *to, amount what, double ratio, double number)
{
    to->what = amount_add(to->what, amount_scale(amount_scale(what, ratio), number));
    to->of = amount_add(to->of, amount_scale(amount_scale(amount_of(ratio), ratio), number));
}

static const char *const JOINT_WORD[] = {"armature", "damping", "stiffness", "friction"};
enum { JOINT_WORDS = 4 };

/* Of one coordinate; false where several have a friction, each with its own width. */
static bool find_parts(const check_judging *j, uint32_t coordinate, quotient parts[JOINT_WORDS])
{
    uint32_t frictions = 0;
    memset(parts, 0, JOINT_WORDS * sizeof *parts);
    for (uint32_t i = 1; i < j->m->bodies_count; i++) {
        const check_body *b = &j->m->bodies[i];
        const check_joint_state *at = &j->s->joints[i];
        if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) || b->coordinate != coordinate)
            continue;
        const robot_joint *r = &j->m->r->joints[b->joint];
        if (r->type == JOINT_PLANAR || r->type == JOINT_FLOATING)
            continue;
        add_part(&parts[0], at->xdd, b->ratio, r->armature);
        add_part(&parts[1], at->xd, b->ratio, r->damping);
        add_part(&parts[2], amount_sub(at->x, amount_of(r->rest)), b->ratio, r->stiffness);
        if (r->friction == 0 || b->ratio == 0)
            continue;
        frictions++;
        const amount share = check_friction_share(at->xd, tree_friction_width(r));
        parts[3].what = amount_add(parts[3].what,
                                   amount_scale(amount_scale(share, b->ratio), r->friction));
        parts[3].of = amount_add(parts[3].of, amount_of(fabs(b->ratio) * r->friction));
    }
    return frictions <= 1;
}

/* A column that is this number at one freedom, and 0 at all others. */
static void judge_column(regressor *g, uint32_t parameter, uint32_t row, amount must)
{
    for (uint32_t r = 0; r < g->n; r++)
        if (r == row)
            check_number(g->j, ARRAY_REGRESSOR, r, parameter, must.value, must.size, 0);
        else
            check_number(g->j, ARRAY_REGRESSOR, r, parameter, doubled_of(0), 0, 0);
}

static void judge_joint(regressor *g, uint32_t coordinate)
{
    const check_model *m = g->j->m;
    quotient parts[JOINT_WORDS];
    const bool one_friction = find_parts(g->j, coordinate, parts);
    for (uint32_t k = 0; k < g->parameters; k++)
        for (uint32_t w = 0; w < JOINT_WORDS; w++)
            if (is_of(g->names[k], m->coordinates[coordinate].name, JOINT_WORD[w]) &&
                parts[w].of.size != 0 && (w < 3 || one_friction))
                judge_column(g, k, 6 * m->free_count + coordinate,
                             amount_multiply(parts[w].what, amount_reciprocal(parts[w].of)));
}

/* Stretch and rate, by how each coordinate changes the length. */
static void judge_tendon(regressor *g, const robot_tendon *t)
{
    const check_model *m = g->j->m;
    amount *share = ARENA_ARRAY(g->j->mem, amount, g->n + 1);
    amount stretch = amount_of(-t->rest), rate = amount_of(0);
    for (uint32_t k = 0; k < t->terms_count; k++) {
        const uint32_t body = m->body_of_joint[t->terms[k].joint];
        amount *at = &share[6 * m->free_count + m->bodies[body].coordinate];
        const double by = t->terms[k].coefficient;
        stretch = amount_add(stretch, amount_scale(g->j->s->joints[body].x, by));
        rate = amount_add(rate, amount_scale(g->j->s->joints[body].xd, by));
        *at = amount_add(*at, amount_scale(amount_of(by), m->bodies[body].ratio));
    }
    for (uint32_t k = 0; k < g->parameters; k++) {
        const bool stiff = is_of(g->names[k], t->name, "stiffness");
        if (!stiff && !is_of(g->names[k], t->name, "damping"))
            continue;
        for (uint32_t r = 0; r < g->n; r++) {
            const amount must = amount_multiply(share[r], stiff ? stretch : rate);
            check_number(g->j, ARRAY_REGRESSOR, r, k, must.value, must.size, 0);
        }
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void judge_product(check_judging *j)
{
    const uint32_t n = j->m->freedoms, parameters = j->owners[OWNER_PARAMETER];
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    check_torques(j->mem, j->s, torque);
    for (uint32_t k = 0; k < parameters; k++)
        check_cell_at(j, ARRAY_PARAMETERS, k, 0)->judged = true;
    for (uint32_t i = 0; i < n; i++) {
        doubled sum = doubled_of(0);
        double size = torque[i].size, bound = 0;
        for (uint32_t k = 0; k < parameters; k++) {
            const check_cell *y = check_cell_at(j, ARRAY_REGRESSOR, i, k);
            const check_cell *p = check_cell_at(j, ARRAY_PARAMETERS, k, 0);
            sum = doubled_add(sum, doubled_multiply(y->value, p->value));
            size += fabs(y->value.hi * p->value.hi);
            bound += y->bound * fabs(p->value.hi) + fabs(y->value.hi) * p->bound;
        }
        if (parameters)
            check_equation(j, ARRAY_REGRESSOR, i, 0, sum, torque[i].value, bound,
                           LEFT_OUT_COLUMN / CHECK_ALLOWED * size);
    }
}

/* Frictions of joints that follow others, several at one coordinate, stand in the product alone. */
static void pass_frictions(regressor *g)
{
    for (uint32_t k = 0; k < g->parameters; k++) {
        const char *dot = g->names[k] ? strrchr(g->names[k], '.') : NULL;
        for (uint32_t r = 0; r < g->n && dot && strcmp(dot, ".friction") == 0; r++)
            check_cell_at(g->j, ARRAY_REGRESSOR, r, k)->judged = true;
    }
}

void check_judge_regressor(check_judging *j)
{
    regressor g = gather(j);
    if (j->why_not)
        return;
    judge_product(j);
    for (uint32_t i = 1; i < j->m->bodies_count; i++)
        if (j->m->bodies[i].hang != CHECK_FIXED)
            judge_body(&g, i);
    for (uint32_t c = 0; c < j->m->coordinates_count; c++)
        judge_joint(&g, c);
    for (uint32_t k = 0; k < j->m->tendons_count; k++)
        judge_tendon(&g, j->m->tendons[k]);
    pass_frictions(&g);
}
