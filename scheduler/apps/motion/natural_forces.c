/* SPDX-License-Identifier: MIT */
/* Statements of what acts on points and of what drives them. */
#include "apps/motion/natural_parts.h"

#include <math.h>
#include <string.h>

static double component_at_start(const reader *r, const natural_sum *l)
{
    double sum = l->constant;
    for (uint32_t k = 0; k < l->count; k++)
        sum += l->factor[k] * r->start[2 * l->coordinate[k]];
    return sum;
}

static double length_at_start(const reader *r, const natural_vector *v)
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
    *out = (natural_link){.way = statement_difference(r, b, a)};
    if (!statement_can_move(r, &out->way))
        return diag_error(r->d, r->at, "%s: nothing of it can move", r->word[0]);
    *length = length_at_start(r, &out->way);
    if (!(*length > 0))
        return diag_error(r->d, r->at, "%s: '%s' and '%s' meet at the start, so that it has no "
                                       "direction", r->word[0], a->name, b->name);
    return STATUS_OK;
}

static status read_table(reader *r, uint32_t word, law_table *out)
{
    const char *wrong = law_table_read(r->mem, r->word[word], false, out);
    if (wrong)
        return diag_error(r->d, r->at, "%s: %s", r->word[0], wrong);
    return STATUS_OK;
}

/* A number larger than 0, or a table, which has colons. */
static status read_law(reader *r, uint32_t word, double *number, const law_table **table)
{
    if (!strchr(r->word[word], ':'))
        return statement_positive(r, word, number);
    law_table *t = ARENA_ARRAY(r->mem, law_table, 1);
    *table = t;
    return read_table(r, word, t);
}

status spring_read(reader *r)
{
    natural_link l;
    double rest;
    TRY(statement_words(r, 4, 5, "spring A B STIFFNESS|LENGTH:PULL,... [REST]"));
    TRY(read_link(r, &l, &rest));
    TRY(read_law(r, 3, &l.stiffness, &l.pull));
    if (l.pull && r->words == 5)
        return diag_error(r->d, r->at, "spring: a table has no REST: it is of the length itself");
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
    TRY(statement_words(r, 4, 4, "damper A B DAMPING|RATE:PULL,..."));
    TRY(read_link(r, &l, &length));
    TRY(read_law(r, 3, &l.damping, &l.resist));
    *ARENA_PUSH(r->mem, r->n, links) = l;
    return STATUS_OK;
}

status force_read(reader *r)
{
    const item *a;
    double newton[3] = {0};
    TRY(statement_words(r, 2 + r->n->dimension, 2 + r->n->dimension, "force POINT x y [z]"));
    TRY(statement_own_point(r, 1, &a));
    TRY(statement_numbers(r, 2, newton));
    if (a->is_fixed)
        return diag_error(r->d, r->at, "force: '%s' cannot move", a->name);
    for (uint32_t k = 0; k < r->n->dimension; k++)
        r->push[a->first + k] += newton[k];
    return STATUS_OK;
}

status road_read(reader *r)
{
    const item *a;
    natural_road road = {.speed = 0};
    TRY(statement_words(r, 5, 6, "road POINT STIFFNESS RADIUS x:z,... [SPEED]"));
    TRY(statement_point(r, 1, &a));
    road.at = statement_difference(r, a, NULL);
    if (!statement_can_move(r, &road.at))
        return diag_error(r->d, r->at, "road: '%s' cannot move", a->name);
    TRY(statement_positive(r, 2, &road.stiffness));
    TRY(statement_number(r, 3, &road.radius));
    if (road.radius < 0)
        return diag_error(r->d, r->at, "road: '%s' is less than 0", r->word[3]);
    TRY(read_table(r, 4, &road.height));
    if (r->words == 6)
        TRY(statement_number(r, 5, &road.speed));
    *ARENA_PUSH(r->mem, r->n, roads) = road;
    return STATUS_OK;
}

/* ---- drives ---------------------------------------------------------------------------------- */

/* POINT.x */
static status read_coordinate(reader *r, char *dot, natural_constraint *c)
{
    const item *of;
    *dot = '\0';
    TRY(statement_own(r, r->word[1], &of));
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
    natural_vector v;
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
