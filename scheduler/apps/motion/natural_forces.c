/* SPDX-License-Identifier: MIT */
/* Statements of what acts on points and of what drives them. */
#include "apps/motion/natural_parts.h"

#include <math.h>
#include <string.h>

static natural_point point_of(const item *of)
{
    natural_point p = {.is_fixed = of->is_fixed, .first = of->first};
    memcpy(p.at, of->at, sizeof p.at);
    return p;
}

static double component_at_start(const reader *r, const linear *l)
{
    double sum = l->constant;
    for (uint32_t k = 0; k < l->count; k++)
        sum += l->factor[k] * r->start[2 * l->coordinate[k]];
    return sum;
}

static double length_at_start(const reader *r, const vector *v)
{
    double square = 0;
    for (uint32_t k = 0; k < r->n->dimension; k++) {
        const double x = component_at_start(r, &v->component[k]);
        square += x * x;
    }
    return sqrt(square);
}

/* Two points that are apart, and how far. */
static status read_link(reader *r, natural_link *out, double *length)
{
    const item *a, *b;
    TRY(statement_point(r, 1, &a));
    TRY(statement_point(r, 2, &b));
    if (a->is_fixed && b->is_fixed)
        return diag_error(r->d, r->at, "%s: nothing of it can move", r->word[0]);
    const vector v = statement_difference(r, b, a);
    *length = length_at_start(r, &v);
    if (!(*length > 0))
        return diag_error(r->d, r->at, "%s: '%s' and '%s' meet at the start, so that it has no "
                                       "direction", r->word[0], a->name, b->name);
    *out = (natural_link){.end = {point_of(a), point_of(b)}};
    return STATUS_OK;
}

status spring_read(reader *r)
{
    natural_link l;
    double rest;
    TRY(statement_words(r, 4, 5, "spring A B STIFFNESS [REST]"));
    TRY(read_link(r, &l, &rest));
    TRY(statement_positive(r, 3, &l.stiffness));
    if (r->words == 5)
        TRY(statement_number(r, 4, &rest));
    if (rest < 0)
        return diag_error(r->d, r->at, "spring: '%s' is less than 0", r->word[4]);
    l.rest = rest;
    *ARENA_PUSH(r->mem, r->n, links) = l;
    return STATUS_OK;
}

status damper_read(reader *r)
{
    natural_link l;
    double length;
    TRY(statement_words(r, 4, 4, "damper A B DAMPING"));
    TRY(read_link(r, &l, &length));
    TRY(statement_positive(r, 3, &l.damping));
    *ARENA_PUSH(r->mem, r->n, links) = l;
    return STATUS_OK;
}

status force_read(reader *r)
{
    const item *a;
    double newton[3] = {0};
    TRY(statement_words(r, 2 + r->n->dimension, 2 + r->n->dimension, "force POINT x y [z]"));
    TRY(statement_point(r, 1, &a));
    TRY(statement_numbers(r, 2, newton));
    if (a->is_fixed)
        return diag_error(r->d, r->at, "force: '%s' cannot move", a->name);
    for (uint32_t k = 0; k < r->n->dimension; k++)
        r->push[a->first + k] += newton[k];
    return STATUS_OK;
}

/* ---- drives ---------------------------------------------------------------------------------- */

/* POINT.x */
static status read_coordinate(reader *r, char *dot, natural_constraint *c)
{
    const item *of;
    *dot = '\0';
    TRY(statement_known(r, r->word[1], &of));
    *dot = '.';
    const uint32_t axis = (uint32_t)(dot[1] - 'x');
    if (strlen(dot) != 2 || axis >= r->n->dimension)
        return diag_error(r->d, r->at, "drive: '%s' is no coordinate", r->word[1]);
    if (of->is_fixed)
        return diag_error(r->d, r->at, "drive: '%s' cannot move", of->name);
    c->drive.start = r->start[2 * (of->first + axis)];
    statement_term(r, c, of->first + axis, NATURAL_ONE, 1);
    c->constant = -c->drive.start;
    return STATUS_OK;
}

/* A-B, whose square is what is driven. */
static status read_length(reader *r, natural_constraint *c)
{
    vector v;
    TRY(statement_ends(r, 1, &v));
    for (uint32_t k = 0; k < r->n->dimension; k++)
        statement_product(r, c, &v.component[k], &v.component[k]);
    if (!c->terms_count)
        return diag_error(r->d, r->at, "drive: nothing of it can move");
    c->drive.is_length = true;
    c->drive.start = length_at_start(r, &v);
    c->constant -= c->drive.start * c->drive.start;
    return STATUS_OK;
}

status drive_read(reader *r)
{
    TRY(statement_words(r, 3, 6, "drive A-B|POINT.x RATE [AMPLITUDE OMEGA [PHASE]]"));
    natural_constraint *c = statement_constraint(r);
    char *dot = strrchr(r->word[1], '.');
    if (r->words == 4)
        return diag_error(r->d, r->at, "drive: an amplitude needs OMEGA");
    if (!dot && !strchr(r->word[1], '-'))
        return diag_error(r->d, r->at, "drive: '%s' is neither POINT.x nor A-B", r->word[1]);
    TRY(dot ? read_coordinate(r, dot, c) : read_length(r, c));
    double *const to[] = {&c->drive.rate, &c->drive.amplitude, &c->drive.omega, &c->drive.phase};
    for (uint32_t k = 0; k + 2 < r->words; k++)
        TRY(statement_number(r, 2 + k, to[k]));
    c->drive.drives = r->n->is_driven = true;
    return STATUS_OK;
}
