/* SPDX-License-Identifier: MIT */
/* The reader of `.nat`: one statement a line, words between blanks, # begins a comment. Places are
 * vectors whose components are linear in the coordinates, so that every constraint is a product of
 * two of them. */
#include "apps/motion/dense.h"
#include "apps/motion/natural_parts.h"

#include "robot/numbers.h"

#include <math.h>
#include <string.h>

status statement_number(reader *r, uint32_t word, double *out)
{
    const char *wrong = numbers_read(r->mem, r->word[word], out, 1);
    if (wrong)
        return diag_error(r->d, r->at, "%s: %s", r->word[0], wrong);
    return STATUS_OK;
}

/* As many numbers as there are dimensions, from a word on. */
status statement_numbers(reader *r, uint32_t from, double *out)
{
    for (uint32_t k = 0; k < r->n->dimension; k++)
        TRY(statement_number(r, from + k, out + k));
    return STATUS_OK;
}

status statement_positive(reader *r, uint32_t word, double *out)
{
    TRY(statement_number(r, word, out));
    if (!(*out > 0))
        return diag_error(r->d, r->at, "%s: '%s' is not larger than 0", r->word[0], r->word[word]);
    return STATUS_OK;
}

status statement_words(reader *r, uint32_t least, uint32_t most, const char *form)
{
    if (r->words < least || r->words > most)
        return diag_error(r->d, r->at, "%s: '%s' expected", r->word[0], form);
    return STATUS_OK;
}

static const item *find(const reader *r, const char *name, size_t length)
{
    for (uint32_t i = 0; i < r->items_count; i++)
        if (strlen(r->items[i].name) == length && memcmp(r->items[i].name, name, length) == 0)
            return &r->items[i];
    return NULL;
}

status statement_known(reader *r, const char *name, const item **out)
{
    *out = find(r, name, strlen(name));
    if (!*out)
        return diag_error(r->d, r->at, "%s: no point or vector '%s' before this line", r->word[0],
                          name);
    return STATUS_OK;
}

status statement_own(reader *r, const char *name, const item **out)
{
    TRY(statement_known(r, name, out));
    if ((*out)->mounted)
        return diag_error(r->d, r->at, "%s: '%s' is mounted on a body and has no coordinates of "
                                       "its own", r->word[0], name);
    return STATUS_OK;
}

status statement_own_point(reader *r, uint32_t word, const item **out)
{
    TRY(statement_own(r, r->word[word], out));
    return statement_point(r, word, out);
}

status statement_point(reader *r, uint32_t word, const item **out)
{
    TRY(statement_known(r, r->word[word], out));
    if ((*out)->is_vector)
        return diag_error(r->d, r->at, "%s: '%s' is a vector, not a point", r->word[0],
                          (*out)->name);
    return STATUS_OK;
}

/* ---- constraints as products ----------------------------------------------------------------- */

static void add_to(natural_sum *to, const item *of, uint32_t axis, double factor)
{
    const natural_sum own = {.coordinate = {of->first + axis}, .factor = {1}, .count = 1},
                      still = {.constant = of->at[axis]};
    const natural_sum *from = of->mounted ? &of->mounted->component[axis]
                              : of->is_fixed ? &still : &own;
    to->constant += factor * from->constant;
    for (uint32_t i = 0; i < from->count; i++) {
        to->coordinate[to->count] = from->coordinate[i];
        to->factor[to->count++] = factor * from->factor[i];
    }
}

/* to - from; from NULL: to alone. */
natural_vector statement_difference(const reader *r, const item *to, const item *from)
{
    natural_vector v = {0};
    for (uint32_t k = 0; k < r->n->dimension; k++) {
        add_to(&v.component[k], to, k, 1);
        if (from)
            add_to(&v.component[k], from, k, -1);
    }
    return v;
}

void statement_term(reader *r, natural_constraint *c, uint32_t i, uint32_t j, double factor)
{
    for (uint32_t t = 0; t < c->terms_count; t++) {
        natural_term *x = &c->terms[t];
        if ((x->i == i && x->j == j) || (x->i == j && x->j == i)) {
            x->factor += factor;
            return;
        }
    }
    *ARENA_PUSH(r->mem, c, terms) = (natural_term){i, j, factor};
}

bool statement_can_move(const reader *r, const natural_vector *v)
{
    bool can = false;
    for (uint32_t k = 0; k < r->n->dimension; k++)
        can = can || v->component[k].count;
    return can;
}

void statement_product(reader *r, natural_constraint *c, const natural_sum *a,
                       const natural_sum *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < b->count; j++)
            statement_term(r, c, a->coordinate[i], b->coordinate[j], a->factor[i] * b->factor[j]);
        if (b->constant != 0)
            statement_term(r, c, a->coordinate[i], NATURAL_ONE, a->factor[i] * b->constant);
    }
    for (uint32_t j = 0; j < b->count && a->constant != 0; j++)
        statement_term(r, c, b->coordinate[j], NATURAL_ONE, a->constant * b->factor[j]);
    c->constant += a->constant * b->constant;
}

natural_constraint *statement_constraint(reader *r)
{
    natural_constraint *c = ARENA_PUSH(r->mem, r->n, constraints);
    text name = text_make(r->mem);
    for (uint32_t i = 0; i < r->words && i < 4; i++)
        text_printf(&name, "%s%s", i ? " " : "", r->word[i]);
    c->name = name.bytes;
    c->at = r->at;
    return c;
}

/* Its value at the start, where every coordinate that it has is known. */
static double value_at_start(const reader *r, const natural_constraint *c)
{
    double value = c->constant;
    for (uint32_t t = 0; t < c->terms_count; t++)
        value += c->terms[t].factor * r->start[2 * c->terms[t].i] *
                 (c->terms[t].j == NATURAL_ONE ? 1 : r->start[2 * c->terms[t].j]);
    return value;
}

/* a . b = value; where it is not given, what it is at the start. */
status statement_dot(reader *r, const natural_vector *a, const natural_vector *b,
                     const double *value)
{
    natural_constraint *c = statement_constraint(r);
    for (uint32_t k = 0; k < r->n->dimension; k++)
        statement_product(r, c, &a->component[k], &b->component[k]);
    if (!c->terms_count)
        return diag_error(r->d, r->at, "%s: nothing of it can move", c->name);
    c->constant -= value ? *value : value_at_start(r, c);
    return STATUS_OK;
}

/* ---- statements ------------------------------------------------------------------------------ */

status statement_make(reader *r, item it)
{
    if (strchr(r->word[1], '-'))
        return diag_error(r->d, r->at, "%s: a name has no '-': '%s'", r->word[0], r->word[1]);
    if (find(r, r->word[1], strlen(r->word[1])))
        return diag_error(r->d, r->at, "%s: there is a '%s' already", r->word[0], r->word[1]);
    it.name = r->word[1];
    *ARENA_PUSH(r->mem, r, items) = it;
    r->moving = true;
    return STATUS_OK;
}

static status read_fixed(reader *r)
{
    item it = {.is_fixed = true};
    TRY(statement_words(r, 2 + r->n->dimension, 2 + r->n->dimension, "fixed NAME x y [z]"));
    TRY(statement_numbers(r, 2, it.at));
    return statement_make(r, it);
}

static status read_moving(reader *r, bool is_vector)
{
    const uint32_t wide = r->n->dimension;
    item it = {.first = r->start_count / 2, .is_vector = is_vector};
    double rate[3] = {0};
    const bool moves = r->words > 2 + wide;
    TRY(statement_words(r, 2 + wide, 3 + 2 * wide, "NAME x y [z] [rate x y [z]]"));
    TRY(statement_numbers(r, 2, it.at));
    if (moves && (r->words != 3 + 2 * wide || strcmp(r->word[2 + wide], "rate") != 0))
        return diag_error(r->d, r->at, "%s: 'rate' and %u numbers expected at the end", r->word[0],
                          wide);
    if (moves)
        TRY(statement_numbers(r, 3 + wide, rate));
    if (it.first + wide > MOST_COORDINATES)
        return diag_error(r->d, r->at, "more than %d coordinates", MOST_COORDINATES);
    for (uint32_t k = 0; k < wide; k++) {
        *ARENA_PUSH(r->mem, r, names) = arena_printf(r->mem, "%s.%c", r->word[1], "xyz"[k]);
        *ARENA_PUSH(r->mem, r, start) = it.at[k];
        *ARENA_PUSH(r->mem, r, start) = rate[k];
    }
    TRY(statement_make(r, it));
    if (!is_vector)
        return STATUS_OK;
    const natural_vector u = statement_difference(r, &r->items[r->items_count - 1], NULL);
    const double one = 1;
    return statement_dot(r, &u, &u, &one);
}

static status read_point(reader *r)
{
    return read_moving(r, false);
}

static status read_vector(reader *r)
{
    return read_moving(r, true);
}

/* Mass that two places share: what it weighs, and M between them. */
static void add_mass(reader *r, const item *a, const item *b, double kg)
{
    for (uint32_t k = 0; k < r->n->dimension && !a->is_fixed && !b->is_fixed; k++) {
        r->mass[(a->first + k) * MOST_COORDINATES + b->first + k] += kg;
        if (a != b)
            r->mass[(b->first + k) * MOST_COORDINATES + a->first + k] += kg;
    }
}

static void add_weight(reader *r, const item *a, double kg)
{
    for (uint32_t k = 0; k < r->n->dimension; k++)
        if (a->is_fixed)
            r->n->force_constant += kg * r->gravity[k] * a->at[k];
        else
            r->force[a->first + k] += kg * r->gravity[k];
}

static status read_mass(reader *r)
{
    const item *a;
    double kg;
    TRY(statement_words(r, 3, 3, "mass NAME KG"));
    TRY(statement_own(r, r->word[1], &a));
    TRY(statement_positive(r, 2, &kg));
    add_mass(r, a, a, kg);
    if (!a->is_vector) /* a vector has inertia, kg m^2 for each component, and no weight */
        add_weight(r, a, kg);
    return STATUS_OK;
}

/* Uniform and slender: velocities are linear between the ends. */
static status read_bar(reader *r)
{
    const item *a, *b;
    double kg;
    TRY(statement_words(r, 4, 4, "bar A B KG"));
    TRY(statement_own_point(r, 1, &a));
    TRY(statement_own_point(r, 2, &b));
    TRY(statement_positive(r, 3, &kg));
    add_mass(r, a, a, kg / 3);
    add_mass(r, b, b, kg / 3);
    add_mass(r, a, b, kg / 6);
    add_weight(r, a, kg / 2);
    add_weight(r, b, kg / 2);
    const natural_vector v = statement_difference(r, b, a);
    return statement_dot(r, &v, &v, NULL);
}

static status read_distance(reader *r)
{
    const item *a, *b;
    double length = 0;
    TRY(statement_words(r, 3, 4, "distance A B [LENGTH]"));
    TRY(statement_point(r, 1, &a));
    TRY(statement_point(r, 2, &b));
    if (r->words == 4)
        TRY(statement_positive(r, 3, &length));
    length *= length;
    const natural_vector v = statement_difference(r, b, a);
    return statement_dot(r, &v, &v, r->words == 4 ? &length : NULL);
}

/* NAME or TO-FROM. */
status statement_ends(reader *r, uint32_t word, natural_vector *out)
{
    char *dash = strchr(r->word[word], '-');
    const item *to, *from = NULL;
    if (dash) {
        TRY(statement_known(r, dash + 1, &from));
        *dash = '\0';
    }
    TRY(statement_known(r, r->word[word], &to));
    if (dash)
        *dash = '-';
    *out = statement_difference(r, to, from);
    return STATUS_OK;
}

static status read_dot(reader *r)
{
    natural_vector a, b;
    double value;
    TRY(statement_words(r, 3, 4, "dot A-B|VECTOR C-D|VECTOR [VALUE]"));
    TRY(statement_ends(r, 1, &a));
    TRY(statement_ends(r, 2, &b));
    if (r->words == 4)
        TRY(statement_number(r, 3, &value));
    return statement_dot(r, &a, &b, r->words == 4 ? &value : NULL);
}

/* C = A + FACTOR (B - A), one equation per component. */
static status read_along(reader *r)
{
    const item *a, *b, *c;
    double factor;
    TRY(statement_words(r, 5, 5, "along A B C FACTOR"));
    TRY(statement_own_point(r, 1, &a));
    TRY(statement_own_point(r, 2, &b));
    TRY(statement_own_point(r, 3, &c));
    TRY(statement_number(r, 4, &factor));
    if (a->is_fixed && b->is_fixed && c->is_fixed)
        return diag_error(r->d, r->at, "along: nothing of it can move");
    for (uint32_t k = 0; k < r->n->dimension; k++) {
        natural_constraint *row = statement_constraint(r);
        const item *of[] = {c, a, b};
        const double times[] = {1, factor - 1, -factor};
        for (uint32_t i = 0; i < 3; i++)
            if (of[i]->is_fixed)
                row->constant += times[i] * of[i]->at[k];
            else
                statement_term(r, row, of[i]->first + k, NATURAL_ONE, times[i]);
    }
    return STATUS_OK;
}

static status before_items(reader *r)
{
    if (r->moving)
        return diag_error(r->d, r->at, "%s: only before the first point or vector", r->word[0]);
    return STATUS_OK;
}

static status read_model(reader *r)
{
    TRY(statement_words(r, 2, 2, "model NAME"));
    r->n->name = r->word[1];
    return STATUS_OK;
}

static status read_plane(reader *r)
{
    TRY(statement_words(r, 1, 1, "plane"));
    r->n->dimension = 2;
    r->gravity[1] = -9.81;
    r->gravity[2] = 0;
    return before_items(r);
}

static status read_gravity(reader *r)
{
    TRY(statement_words(r, 1 + r->n->dimension, 1 + r->n->dimension, "gravity x y [z]"));
    TRY(statement_numbers(r, 1, r->gravity));
    return before_items(r);
}

static const struct {
    const char *word;
    status (*read)(reader *r);
} STATEMENTS[] = {
    {"model", read_model},   {"plane", read_plane}, {"gravity", read_gravity},
    {"fixed", read_fixed},   {"point", read_point}, {"vector", read_vector},
    {"mass", read_mass},     {"bar", read_bar},     {"distance", read_distance},
    {"dot", read_dot},       {"along", read_along}, {"body", body_read},
    {"spring", spring_read}, {"damper", damper_read}, {"force", force_read},
    {"drive", drive_read},   {"mount", mount_read}, {"road", road_read},
};
enum { STATEMENTS_COUNT = sizeof STATEMENTS / sizeof STATEMENTS[0] };

static status read_line(reader *r, char *line)
{
    line[strcspn(line, "#\r")] = '\0';
    r->words = 0;
    r->at.column = (uint32_t)strspn(line, " \t") + 1;
    for (char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
        if (r->words == MOST_WORDS)
            return diag_error(r->d, r->at, "more than %d words on one line", MOST_WORDS);
        const size_t length = strcspn(at, " \t");
        r->word[r->words++] = arena_strndup(r->mem, at, length);
        at += length;
    }
    if (!r->words)
        return STATUS_OK;
    for (uint32_t k = 0; k < STATEMENTS_COUNT; k++)
        if (strcmp(STATEMENTS[k].word, r->word[0]) == 0)
            return STATEMENTS[k].read(r);
    return diag_error(r->d, r->at, "unknown statement '%s'", text_shown(r->mem, r->word[0]));
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void take(reader *r)
{
    natural *n = r->n;
    n->count = r->start_count / 2;
    n->names = r->names;
    n->mass = ARENA_ARRAY(r->mem, double, (size_t)n->count * n->count + 1);
    n->force = ARENA_ARRAY(r->mem, double, n->count + 1);
    n->push = ARENA_ARRAY(r->mem, double, n->count + 1);
    n->q = ARENA_ARRAY(r->mem, double, n->count + 1);
    n->qd = ARENA_ARRAY(r->mem, double, n->count + 1);
    for (uint32_t i = 0; i < n->count; i++) {
        n->q[i] = r->start[2 * i];
        n->qd[i] = r->start[2 * i + 1];
        n->force[i] = r->force[i];
        n->push[i] = r->push[i];
        for (uint32_t j = 0; j < n->count; j++)
            n->mass[i * n->count + j] = r->mass[i * MOST_COORDINATES + j];
    }
}

/* Points without mass are told by their names; the rest by the factors of M. */
static status check_mass(const reader *r)
{
    const natural *n = r->n;
    for (uint32_t i = 0; i < n->count; i++)
        if (!(n->mass[i * n->count + i] > 0))
            return diag_error(r->d, (place){.file = r->file}, "%s moves no mass", n->names[i]);
    double *factors = ARENA_ARRAY(r->mem, double, (size_t)n->count * n->count);
    memcpy(factors, n->mass, (size_t)n->count * n->count * sizeof *factors);
    if (!dense_factor(factors, n->count, 1e-14))
        return diag_error(r->d, (place){.file = r->file}, "the mass matrix is not definite");
    return STATUS_OK;
}

/* Open by more than rounding, of the size of what the constraint is made of. */
#define OPEN_AT_MOST 1e-9

static status check_start(const reader *r)
{
    const natural *n = r->n;
    const uint32_t m = n->constraints_count;
    double *value = ARENA_ARRAY(r->mem, double, m + 1);
    double *row = ARENA_ARRAY(r->mem, double, (size_t)m * n->count + 1);
    const double size = fmax(1, dense_largest(n->q, n->count));
    const double speed = fmax(1, dense_largest(n->qd, n->count));
    natural_values(n, 0, n->q, value);
    natural_rows(n, n->q, row);
    for (uint32_t k = 0; k < m; k++) {
        const natural_constraint *c = &n->constraints[k];
        const double rate = dense_dot(row + (size_t)k * n->count, n->qd, n->count) -
                            natural_driven(c, 0, 1);
        if (!(fabs(value[k]) <= OPEN_AT_MOST * size * size))
            return diag_error(r->d, c->at, "%s: does not hold at the start, by %g", c->name,
                              value[k]);
        if (!(fabs(rate) <= OPEN_AT_MOST * size * speed))
            return diag_error(r->d, c->at, "%s: does not hold for the rates at the start, by %g",
                              c->name, rate);
    }
    return STATUS_OK;
}

status natural_read(arena *mem, const char *path, natural *out, diag *d)
{
    reader *r = ARENA_ARRAY(mem, reader, 1);
    char *bytes;
    size_t length;
    *out = (natural){.name = "model", .dimension = 3};
    r->mem = mem;
    r->n = out;
    r->file = r->at.file = path;
    r->d = d;
    r->gravity[2] = -9.81;
    TRY(file_read_text(mem, path, &bytes, &length, d));
    for (char *line = bytes, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        r->at.line++;
        TRY(read_line(r, line));
    }
    take(r);
    if (!out->count)
        return diag_error(d, (place){.file = path}, "no point or vector that can move");
    TRY(check_mass(r));
    return check_start(r);
}
