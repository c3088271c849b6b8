/* SPDX-License-Identifier: MIT */
#include "robot/parameter_values.h"

#include "base/text.h"
#include "robot/numbers.h"
#include "robot/reading.h"

#include <string.h>

const link_value LINK_VALUE[LINK_VALUES] = {
    {"mass", "kg", "mass of the link"},
    {"centre_x", "m", "centre of mass in the link's frame"},
    {"centre_y", "m", "centre of mass in the link's frame"},
    {"centre_z", "m", "centre of mass in the link's frame"},
    {"ixx", "kg.m2", "moment of inertia about the centre of mass"},
    {"iyy", "kg.m2", "moment of inertia about the centre of mass"},
    {"izz", "kg.m2", "moment of inertia about the centre of mass"},
    {"ixy", "kg.m2", "product of inertia about the centre of mass"},
    {"ixz", "kg.m2", "product of inertia about the centre of mass"},
    {"iyz", "kg.m2", "product of inertia about the centre of mass"},
};

void link_values_of(const inertia *link, double out[LINK_VALUES])
{
    const mat3 *j = &link->inertia_com_kgm2;
    const double values[LINK_VALUES] = {
        link->mass_kg, link->com_m.v[0], link->com_m.v[1], link->com_m.v[2], j->m[0][0],
        j->m[1][1],    j->m[2][2],       j->m[0][1],       j->m[0][2],       j->m[1][2]};
    memcpy(out, values, sizeof values);
}

inertia link_of_values(const double v[LINK_VALUES])
{
    return (inertia){.mass_kg = v[0],
                     .com_m = {{v[1], v[2], v[3]}},
                     .inertia_com_kgm2 = {{{v[4], v[7], v[8]},
                                           {v[7], v[5], v[9]},
                                           {v[8], v[9], v[6]}}}};
}

/* ---- a file ---------------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    const tree *t;
    double *values; /* LINK_VALUES per link, then numbers */
    bool *is_said;
    diag *d;
    uint32_t count; /* of values that were said */
} reader;

static char *trimmed(char *word)
{
    word += strspn(word, " \t");
    size_t length = strlen(word);
    while (length && strchr(" \t\r", word[length - 1]))
        word[--length] = '\0';
    return word;
}

/* Which of the values it is. A link's own name may have a dot. */
static status find_value(const reader *r, char *name, place at, uint32_t *number)
{
    char *dot = strrchr(name, '.');
    uint32_t link = 0, k = 0, n = 0;
    while (n < r->t->numbers_count && strcmp(r->t->numbers[n].name, name) != 0)
        n++;
    if (n < r->t->numbers_count) {
        *number = LINK_VALUES * r->t->parameters_count + n;
        return STATUS_OK;
    }
    if (dot)
        *dot = '\0';
    while (link < r->t->parameters_count && strcmp(r->t->parameters[link].on.link, name) != 0)
        link++;
    if (!dot || link == r->t->parameters_count)
        return diag_error(r->d, at, "'%s' is nothing that --parameters names, nor a value of it",
                          text_shown(r->d->mem, name));
    while (k < LINK_VALUES && strcmp(LINK_VALUE[k].name, dot + 1) != 0)
        k++;
    if (k == LINK_VALUES)
        return diag_error(r->d, at, "link '%s' has mass, centre_x centre_y centre_z, ixx iyy izz "
                          "ixy ixz iyz, but no '%s'", text_shown(r->d->mem, name),
                          text_shown(r->d->mem, dot + 1));
    *number = LINK_VALUES * link + k;
    *dot = '.';
    return STATUS_OK;
}

static bool is_mass(const reader *r, uint32_t number)
{
    return number < LINK_VALUES * r->t->parameters_count && number % LINK_VALUES == 0;
}

static status read_line(reader *r, char *line, place at)
{
    line[strcspn(line, "#")] = '\0';
    line = trimmed(line);
    char *equals = strpbrk(line, "=,");
    uint32_t number = 0;
    if (!*line)
        return STATUS_OK;
    if (!equals)
        return diag_error(r->d, at, "NAME=VALUE expected");
    *equals = '\0';
    char *name = trimmed(line);
    TRY(find_value(r, name, at, &number));
    const char *wrong = numbers_read(r->mem, trimmed(equals + 1), &r->values[number], 1);
    if (wrong)
        return diag_error(r->d, at, "'%s': %s", text_shown(r->d->mem, name), wrong);
    if (r->is_said[number])
        return diag_error(r->d, at, "'%s' is said twice", text_shown(r->d->mem, name));
    r->is_said[number] = true;
    r->count++;
    if (is_mass(r, number) && r->values[number] < 0)
        return diag_error(r->d, at, "'%s' is negative", text_shown(r->d->mem, name));
    return STATUS_OK;
}

parameter_values parameter_values_nominal(arena *mem, const tree *t)
{
    const parameter_values out = {ARENA_ARRAY(mem, inertia, t->parameters_count + 1),
                                  ARENA_ARRAY(mem, double, t->numbers_count + 1)};
    for (uint32_t k = 0; k < t->parameters_count; k++)
        out.links[k] = t->parameters[k].nominal;
    for (uint32_t k = 0; k < t->numbers_count; k++)
        out.numbers[k] = t->numbers[k].nominal;
    return out;
}

static status take_values(const reader *r, const char *path, parameter_values *out)
{
    const uint32_t links = r->t->parameters_count;
    for (uint32_t k = 0; k < links; k++) {
        const char *owner = arena_printf(r->mem, "link '%s'",
                                         text_shown(r->mem, r->t->parameters[k].on.link));
        out->links[k] = link_of_values(r->values + LINK_VALUES * k);
        TRY(inertia_check(out->links[k], owner, false, (place){.file = path}, r->d));
    }
    memcpy(out->numbers, r->values + LINK_VALUES * links,
           r->t->numbers_count * sizeof *out->numbers);
    return STATUS_OK;
}

status parameter_values_read(arena *mem, const char *path, const tree *t, parameter_values *out,
                             diag *d)
{
    const uint32_t links = t->parameters_count, count = LINK_VALUES * links + t->numbers_count;
    reader r = {.mem = mem, .t = t, .d = d, .values = ARENA_ARRAY(mem, double, count + 1),
                .is_said = ARENA_ARRAY(mem, bool, count + 1)};
    char *bytes;
    size_t length;
    place at = {.file = path, .column = 1};
    TRY(file_read_text(mem, path, &bytes, &length, d));
    *out = parameter_values_nominal(mem, t);
    for (uint32_t k = 0; k < links; k++)
        link_values_of(&out->links[k], r.values + LINK_VALUES * k);
    memcpy(r.values + LINK_VALUES * links, out->numbers, t->numbers_count * sizeof *out->numbers);
    for (char *line = bytes, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        at.line++;
        TRY(read_line(&r, line, at));
    }
    if (!r.count)
        return diag_error(d, (place){.file = path}, "says no value: lines NAME=VALUE expected");
    return take_values(&r, path, out);
}

/* ---- a tree ---------------------------------------------------------------------------------- */

static void put_links(arena *mem, const tree *t, const inertia *links, tree *out)
{
    out->bodies = ARENA_ARRAY(mem, tree_body, t->bodies_count);
    for (uint32_t i = 0; i < t->bodies_count; i++) {
        out->bodies[i] = t->bodies[i];
        out->bodies[i].body = *tree_constant(t, i);
    }
    for (uint32_t k = 0; k < t->parameters_count; k++) {
        const tree_payload *on = &t->parameters[k].on;
        inertia *body = &out->bodies[on->body].body;
        *body = inertia_join(*body, inertia_move(links[k], on->link_in_body));
    }
}

tree tree_with_values(arena *mem, const tree *t, const parameter_values *values)
{
    tree out = *t;
    put_links(mem, t, values->links, &out);
    out.coordinates = ARENA_ARRAY(mem, tree_coordinate, t->coordinates_count + 1);
    out.elements = ARENA_ARRAY(mem, tree_element, t->elements_count + 1);
    memcpy(out.coordinates, t->coordinates, t->coordinates_count * sizeof *t->coordinates);
    if (t->elements_count)
        memcpy(out.elements, t->elements, t->elements_count * sizeof *t->elements);
    for (uint32_t k = 0; k < t->numbers_count; k++)
        tree_number_set(&out, &t->numbers[k], values->numbers[k]);
    out.parameters_count = out.numbers_count = 0;
    return out;
}
