/* SPDX-License-Identifier: MIT */
#include "robot/cuts_read.h"

#include "base/text.h"
#include "robot/numbers.h"
#include "robot/pairs.h"

#include <string.h>

typedef struct {
    arena *mem;
    place at;
    const char *const *pairs;
    snapping *snapped;
    robot_cut *to;
    diag *d;
} cut_reader;

typedef status key_read(const cut_reader *r, const char *key, const char *value);

typedef struct {
    const char *name;
    key_read *read;
    unsigned kinds; /* that have the key, as bits */
    bool needed;
} cut_key;

#define BIT(k) (1u << (k))
enum {
    OF_LINKS = BIT(CUT_BODY) | BIT(CUT_BALL) | BIT(CUT_ROD),
    OF_JOINTS = BIT(CUT_LINEAR) | BIT(CUT_USER),
    OF_WHEEL = BIT(CUT_ROLLING),
    ANY_KIND = OF_LINKS | OF_JOINTS | OF_WHEEL
};

static const struct {
    const char *tag;
    unsigned kinds;
} TAGS[] = {{"cut", OF_LINKS}, {"constraint", OF_JOINTS | OF_WHEEL}};
enum { TAGS_COUNT = sizeof TAGS / sizeof *TAGS };

/* ---- values ---------------------------------------------------------------------------------- */

static const char *shown(const cut_reader *r, const char *from)
{
    return text_shown(r->d->mem, from);
}

static const char *owner(const cut_reader *r)
{
    return arena_printf(r->d->mem, "%s '%s'",
                        cut_is_of_joints(r->to->kind) ? "constraint" : "cut",
                        r->to->name ? shown(r, r->to->name) : "");
}

static status bad_value(const cut_reader *r, const char *key, const char *value, const char *why)
{
    return diag_error(r->d, r->at, "%s: %s='%s': %s", owner(r), key, shown(r, value), why);
}

static status read_text(const cut_reader *r, const char *key, const char *value, const char **to)
{
    *to = arena_strdup(r->mem, value);
    return *value ? STATUS_OK : bad_value(r, key, value, "a name is missing");
}

static status read_name(const cut_reader *r, const char *key, const char *value)
{
    return read_text(r, key, value, &r->to->name);
}

/* Keys that begin with a and b are of the two ends. */
static uint32_t end_of(const char *key)
{
    return key[0] == 'b';
}

static status read_link(const cut_reader *r, const char *key, const char *value)
{
    return read_text(r, key, value, &r->to->link[end_of(key)]);
}

static status read_point(const cut_reader *r, const char *key, const char *value)
{
    const char *wrong = numbers_read(r->d->mem, value, r->to->frame[end_of(key)].position.v, 3);
    return wrong ? bad_value(r, key, value, wrong) : STATUS_OK;
}

static status read_angles(const cut_reader *r, const char *key, const char *value)
{
    double rpy[3];
    const char *wrong = numbers_read(r->d->mem, value, rpy, 3);
    if (wrong)
        return bad_value(r, key, value, wrong);
    for (int i = 0; i < 3; i++)
        rpy[i] = snap_angle(r->snapped, rpy[i]);
    r->to->frame[end_of(key)].rotation = mat3_from_rpy(rpy[0], rpy[1], rpy[2]);
    return STATUS_OK;
}

static status read_positive(const cut_reader *r, const char *key, const char *value, double *to,
                            const char *otherwise)
{
    const char *wrong = numbers_read(r->d->mem, value, to, 1);
    if (!wrong && !(*to > 0))
        wrong = otherwise;
    return wrong ? bad_value(r, key, value, wrong) : STATUS_OK;
}

static status read_length(const cut_reader *r, const char *key, const char *value)
{
    return read_positive(r, key, value, &r->to->length_m,
                         "a rod has a positive length; ends that meet are a ball");
}

static status read_mass(const cut_reader *r, const char *key, const char *value)
{
    const char *wrong = numbers_read(r->d->mem, value, &r->to->mass_kg, 1);
    if (!wrong && r->to->mass_kg < 0)
        wrong = "a mass is not negative";
    return wrong ? bad_value(r, key, value, wrong) : STATUS_OK;
}

static status read_dropped(const cut_reader *r, const char *key, const char *value)
{
    const char *left = value;
    for (char *word; (word = pairs_next_word(r->d->mem, &left)) != NULL;) {
        const unsigned rows = cut_rows_most(r->to->kind);
        unsigned row = 0;
        while (row < rows && strcmp(word, cut_row_word((cut_row)row)) != 0)
            row++;
        if (row == rows)
            return bad_value(r, key, value, rows == CUT_ROWS ? "known are x, y, z, rx, ry, rz"
                                                             : "known are x, y, z");
        if (r->to->dropped & BIT(row))
            return bad_value(r, key, value, "a row is named twice");
        r->to->dropped |= BIT(row);
    }
    if (cut_rows(r->to) == 0)
        return bad_value(r, key, value, "no row is left: nothing is cut");
    if (!pairs_find(r->pairs, "axes"))
        r->to->axes = r->to->dropped ? CUT_AXES_A : CUT_AXES_REFERENCE;
    return STATUS_OK;
}

static status read_axes(const cut_reader *r, const char *key, const char *value)
{
    bool of_a = strcmp(value, "a") == 0;
    if (!of_a && strcmp(value, "reference") != 0)
        return bad_value(r, key, value, "known are a, reference");
    r->to->axes = of_a ? CUT_AXES_A : CUT_AXES_REFERENCE;
    return STATUS_OK;
}

static status read_joints(const cut_reader *r, const char *key, const char *value)
{
    const char *left = value;
    for (char *word; (word = pairs_next_word(r->mem, &left)) != NULL;) {
        for (uint32_t i = 0; i < r->to->terms_count; i++)
            if (strcmp(r->to->terms[i].joint, word) == 0)
                return bad_value(r, key, value, "a joint is named twice");
        *ARENA_PUSH(r->mem, r->to, terms) = (cut_term){word, 1};
    }
    return r->to->terms_count ? STATUS_OK : bad_value(r, key, value, "a joint is missing");
}

/* After the joints: the table has them first. */
static status read_coefficients(const cut_reader *r, const char *key, const char *value)
{
    uint32_t count = r->to->terms_count;
    double *numbers = ARENA_ARRAY(r->mem, double, count);
    const char *wrong = numbers_read(r->d->mem, value, numbers, count);
    for (uint32_t i = 0; !wrong && i < count; i++) {
        r->to->terms[i].coefficient = numbers[i];
        if (numbers[i] == 0)
            wrong = "a coefficient is zero: leave the joint out";
    }
    return wrong ? bad_value(r, key, value, wrong) : STATUS_OK;
}

static status read_constant(const cut_reader *r, const char *key, const char *value)
{
    const char *wrong = numbers_read(r->d->mem, value, &r->to->value, 1);
    return wrong ? bad_value(r, key, value, wrong) : STATUS_OK;
}

static status read_joint(const cut_reader *r, const char *key, const char *value)
{
    cut_term wheel = {NULL, 1};
    TRY(read_text(r, key, value, &wheel.joint));
    *ARENA_PUSH(r->mem, r->to, terms) = wheel;
    return STATUS_OK;
}

static status read_radius(const cut_reader *r, const char *key, const char *value)
{
    return read_positive(r, key, value, &r->to->radius_m, "a wheel has a positive radius");
}

static status read_height(const cut_reader *r, const char *key, const char *value)
{
    const char *wrong = numbers_read(r->d->mem, value, &r->to->height_m, 1);
    return wrong ? bad_value(r, key, value, wrong) : STATUS_OK;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static const cut_key KEYS[] = {
    {"name", read_name, ANY_KIND, true},
    {"a", read_link, OF_LINKS, true},
    {"a_xyz", read_point, OF_LINKS, false},
    {"a_rpy", read_angles, BIT(CUT_BODY), false},
    {"b", read_link, OF_LINKS, true},
    {"b_xyz", read_point, OF_LINKS, false},
    {"b_rpy", read_angles, BIT(CUT_BODY), false},
    {"length", read_length, BIT(CUT_ROD), true},
    {"mass", read_mass, BIT(CUT_ROD), false},
    {"axes", read_axes, BIT(CUT_BODY), false},
    {"drop", read_dropped, BIT(CUT_BODY) | OF_WHEEL, false},
    {"joints", read_joints, OF_JOINTS, true},
    {"coefficients", read_coefficients, BIT(CUT_LINEAR), true},
    {"value", read_constant, BIT(CUT_LINEAR), false},
    {"joint", read_joint, OF_WHEEL, true},
    {"radius", read_radius, OF_WHEEL, true},
    {"height", read_height, OF_WHEEL, false},
};
enum { KEYS_COUNT = sizeof KEYS / sizeof *KEYS };

static status check_keys(const cut_reader *r)
{
    for (const char *const *p = r->pairs; p[0]; p += 2) {
        uint32_t k = 0;
        while (k < KEYS_COUNT &&
               (strcmp(p[0], KEYS[k].name) != 0 || !(KEYS[k].kinds & BIT(r->to->kind))))
            k++;
        if (k == KEYS_COUNT && strcmp(p[0], "kind") != 0)
            return diag_error(r->d, r->at, "%s of kind %s has no '%s'", owner(r),
                              cut_kind_word(r->to->kind), shown(r, p[0]));
        if (pairs_repeated(r->pairs, p))
            return diag_error(r->d, r->at, "%s has '%s' twice", owner(r), shown(r, p[0]));
    }
    return STATUS_OK;
}

static status read_pairs(const cut_reader *r, cut_list *to)
{
    for (uint32_t k = 0; k < KEYS_COUNT; k++) {
        if (!(KEYS[k].kinds & BIT(r->to->kind)))
            continue;
        const char *value = pairs_find(r->pairs, KEYS[k].name);
        if (value)
            TRY(KEYS[k].read(r, KEYS[k].name, value));
        else if (KEYS[k].needed)
            return diag_error(r->d, r->at, "%s has no '%s'", owner(r), KEYS[k].name);
    }
    TRY(check_keys(r));
    return cut_add(r->mem, r->to, to, r->d);
}

status cut_add(arena *mem, const robot_cut *c, cut_list *to, diag *d)
{
    const char *kind = cut_is_of_joints(c->kind) ? "constraint" : "cut";
    TRY(name_check(mem, kind, c->name, c->at, d));
    for (uint32_t i = 0; i < to->list_count; i++)
        if (strcmp(to->list[i].name, c->name) == 0)
            return diag_error(d, c->at, "%s '%s': another cut or constraint has this name", kind,
                              text_shown(d->mem, c->name));
    *ARENA_PUSH(mem, to, list) = *c;
    return STATUS_OK;
}

/* ---- kinds ----------------------------------------------------------------------------------- */

/* The names of kinds, for messages. */
static const char *kinds_shown(arena *mem, unsigned kinds)
{
    text all = text_make(mem);
    for (unsigned k = 0; k < CUT_KINDS; k++)
        if (kinds & BIT(k))
            text_printf(&all, "%s%s", all.length ? ", " : "", cut_kind_word((cut_kind)k));
    return all.bytes;
}

static bool find_kind(const char *word, unsigned kinds, cut_kind *out)
{
    for (unsigned k = 0; k < CUT_KINDS; k++)
        if ((kinds & BIT(k)) && strcmp(word, cut_kind_word((cut_kind)k)) == 0) {
            *out = (cut_kind)k;
            return true;
        }
    return false;
}

static robot_cut plain(place at)
{
    return (robot_cut){.at = at, .frame = {pose_identity(), pose_identity()}};
}

bool cut_tag_find(const char *tag)
{
    for (uint32_t i = 0; i < TAGS_COUNT; i++)
        if (strcmp(tag, TAGS[i].tag) == 0)
            return true;
    return false;
}

status cut_read(arena *mem, const char *tag, const char *const *pairs, snapping *snapped, place at,
                cut_list *to, diag *d)
{
    robot_cut c = plain(at);
    const cut_reader r = {mem, at, pairs, snapped, &c, d};
    const char *word = pairs_find(pairs, "kind"), *name = pairs_find(pairs, "name");
    unsigned kinds = 0;
    for (uint32_t i = 0; i < TAGS_COUNT; i++)
        kinds |= strcmp(tag, TAGS[i].tag) == 0 ? TAGS[i].kinds : 0;
    if (!word || !find_kind(word, kinds, &c.kind))
        return diag_error(d, at, "%s '%s': kind '%s': known are %s", tag,
                          name ? shown(&r, name) : "", word ? shown(&r, word) : "",
                          kinds_shown(d->mem, kinds));
    return read_pairs(&r, to);
}

status cut_read_text(arena *mem, const char *from, snapping *snapped, cut_list *to, diag *d)
{
    robot_cut c = plain((place){.file = "--cut"});
    cut_reader r = {mem, c.at, NULL, snapped, &c, d};
    const char *left = from, *word = pairs_next_word(mem, &left);
    if (!word || !find_kind(word, ANY_KIND, &c.kind))
        return diag_error(d, (place){0}, "--cut: '%s' must begin with its kind, one of %s",
                          shown(&r, from), kinds_shown(d->mem, ANY_KIND));
    TRY(pairs_from_text(mem, "--cut", left, &r.pairs, d));
    return read_pairs(&r, to);
}
