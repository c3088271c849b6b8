/* SPDX-License-Identifier: MIT */
#include "robot/elements.h"

#include "base/text.h"
#include "robot/numbers.h"
#include "robot/pairs.h"
#include "robot/reading.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const char *const KIND_WORD[ELEMENT_KINDS] = {
    [ELEMENT_FORCE] = "force", [ELEMENT_LINK] = "link", [ELEMENT_WHEEL] = "wheel",
    [ELEMENT_TURN] = "turn", [ELEMENT_TORSION] = "torsion"};
static const char *const LAW_WORD[ELEMENT_LAWS] = {
    [LAW_INPUT] = "input", [LAW_LIFT] = "lift", [LAW_SPRING] = "spring", [LAW_TYRE] = "tyre",
    [LAW_MAGIC] = "magic", [LAW_VISCOUS] = "viscous", [LAW_USER] = "user",
    [LAW_CALL] = "call"};
static const char *const GROUND_WORD[GROUNDS] = {
    [GROUND_FLAT] = "flat", [GROUND_INPUT] = "input", [GROUND_PLANE] = "plane",
    [GROUND_TABLE] = "table", [GROUND_GRID] = "grid"};
/* A formula is called by its row, or not at all. */
enum { LAWS_OF_A_WORD = LAW_FORMULA, GROUNDS_OF_A_WORD = GROUND_FORMULA };

/* Slip is measured against speeds of at least this, in m/s. */
#define CREEP_DEFAULT 0.1

vec3 element_ground_normal(const robot_element *e)
{
    return e->ground == GROUND_PLANE ? e->normal : (vec3){{0, 0, 1}};
}

const char *element_type_word(element_type kind)
{
    return KIND_WORD[kind];
}

const char *element_call_told(arena *mem, const robot_element *e)
{
    return arena_printf(mem, "law '%s' of %s '%s' is a call", e->call, KIND_WORD[e->kind],
                        text_shown(mem, e->name));
}

bool element_ground_is_uneven(const robot_element *e)
{
    return e->ground == GROUND_TABLE || e->ground == GROUND_GRID || e->ground == GROUND_FORMULA;
}

bool element_type_find(const char *word, element_type *out)
{
    for (int k = 0; k < ELEMENT_KINDS; k++)
        if (strcmp(word, KIND_WORD[k]) == 0) {
            *out = (element_type)k;
            return true;
        }
    return false;
}

/* ---- keys ------------------------------------------------------------------------------------ */

typedef enum {
    VALUE_TEXT,
    VALUE_POINT,
    VALUE_NUMBER,
    VALUE_LAW,
    VALUE_GROUND,
    VALUE_CONVENTION,
    VALUE_BETWEEN
} value_kind;

/* Which kinds and which laws of them have the key; kinds and laws as bits. */
typedef struct {
    const char *name;
    value_kind value;
    size_t stored;
    unsigned kinds, laws;
    bool needed;
    double least; /* of numbers */
} element_key;

#define BIT(k) (1u << (k))
#define AT(member) offsetof(robot_element, member)
enum {
    OF_FORCE = BIT(ELEMENT_FORCE),
    OF_LINK = BIT(ELEMENT_LINK),
    OF_WHEEL = BIT(ELEMENT_WHEEL),
    OF_TURN = BIT(ELEMENT_TURN),
    OF_TORSION = BIT(ELEMENT_TORSION),
    OF_FORMULA = OF_LINK | OF_TURN | OF_TORSION,
    ANY_KIND = OF_FORCE | OF_LINK | OF_WHEEL | OF_TURN | OF_TORSION,
    ANY_LAW = BIT(ELEMENT_LAWS) - 1
};

static const element_key KEYS[] = {
    {"name", VALUE_TEXT, AT(name), ANY_KIND, ANY_LAW, true, 0},
    {"law", VALUE_LAW, AT(law), ANY_KIND, ANY_LAW, false, 0},
    {"link", VALUE_TEXT, AT(link[0]), OF_FORCE, ANY_LAW, true, 0},
    {"xyz", VALUE_POINT, AT(point[0]), OF_FORCE, ANY_LAW, false, 0},
    {"a", VALUE_TEXT, AT(link[0]), OF_LINK | OF_TURN, ANY_LAW, true, 0},
    {"a_xyz", VALUE_POINT, AT(point[0]), OF_LINK, ANY_LAW, false, 0},
    {"b", VALUE_TEXT, AT(link[1]), OF_LINK | OF_TURN, ANY_LAW, true, 0},
    {"b_xyz", VALUE_POINT, AT(point[1]), OF_LINK, ANY_LAW, false, 0},
    {"mass", VALUE_NUMBER, AT(mass), OF_FORCE, BIT(LAW_LIFT), false, 0},
    {"joint", VALUE_TEXT, AT(joint), OF_WHEEL | OF_TORSION, ANY_LAW, true, 0},
    {"other", VALUE_TEXT, AT(other), OF_TORSION, ANY_LAW, false, 0},
    {"ratio", VALUE_NUMBER, AT(ratio), OF_TORSION, ANY_LAW, false, -NUMBERS_LARGEST},
    {"radius", VALUE_NUMBER, AT(radius), OF_WHEEL, ANY_LAW, true, 0},
    {"ground", VALUE_GROUND, AT(ground), OF_WHEEL, ANY_LAW, false, 0},
    {"height", VALUE_NUMBER, AT(height), OF_WHEEL, ANY_LAW, false, -NUMBERS_LARGEST},
    {"normal", VALUE_POINT, AT(normal), OF_WHEEL, ANY_LAW, false, 0},
    {"grid", VALUE_TEXT, AT(grid_file), OF_WHEEL, ANY_LAW, false, 0},
    {"steps", VALUE_NUMBER, AT(steps), OF_WHEEL, ANY_LAW, false, 1},
    {"convention", VALUE_CONVENTION, AT(convention), OF_WHEEL, ANY_LAW, false, 0},
    {"creep", VALUE_NUMBER, AT(creep), OF_WHEEL, ANY_LAW, false, 0},
    {"stiffness", VALUE_NUMBER, AT(stiffness), OF_LINK | OF_WHEEL,
     BIT(LAW_SPRING) | BIT(LAW_TYRE) | BIT(LAW_MAGIC), false, 0},
    {"damping", VALUE_NUMBER, AT(damping), OF_LINK | OF_WHEEL | OF_TURN,
     BIT(LAW_SPRING) | BIT(LAW_TYRE) | BIT(LAW_MAGIC) | BIT(LAW_VISCOUS), false, 0},
    {"rest", VALUE_NUMBER, AT(rest), OF_LINK,
     BIT(LAW_SPRING) | BIT(LAW_FORMULA) | BIT(LAW_CALL), false, 0},
    {"rest", VALUE_NUMBER, AT(rest), OF_TORSION, ANY_LAW, false, -NUMBERS_LARGEST},
    {"call", VALUE_TEXT, AT(call), OF_LINK | OF_TORSION | OF_TURN | OF_WHEEL, BIT(LAW_CALL), false,
     0},
    {"table", VALUE_TEXT, AT(table), OF_FORMULA, BIT(LAW_FORMULA), false, 0},
    {"table", VALUE_TEXT, AT(table), OF_WHEEL, ANY_LAW, false, 0},
    {"state", VALUE_TEXT, AT(state), OF_FORMULA, BIT(LAW_FORMULA), false, 0},
    {"rate", VALUE_TEXT, AT(rate), OF_FORMULA, BIT(LAW_FORMULA), false, 0},
    {"initial", VALUE_NUMBER, AT(initial), OF_FORMULA, BIT(LAW_FORMULA), false, -NUMBERS_LARGEST},
    {"between", VALUE_BETWEEN, AT(between), OF_FORMULA, BIT(LAW_FORMULA), false, 0},
    {"cornering", VALUE_NUMBER, AT(cornering), OF_WHEEL, BIT(LAW_TYRE) | BIT(LAW_CALL), false, 0},
    {"slip", VALUE_NUMBER, AT(slip), OF_WHEEL, BIT(LAW_TYRE) | BIT(LAW_CALL), false, 0},
    {"friction", VALUE_NUMBER, AT(friction), OF_WHEEL, BIT(LAW_TYRE) | BIT(LAW_CALL), false, 0},
    {"friction_across", VALUE_NUMBER, AT(friction_across), OF_WHEEL,
     BIT(LAW_TYRE) | BIT(LAW_CALL), false, 0},
    {"file", VALUE_TEXT, AT(file), OF_WHEEL, BIT(LAW_MAGIC) | BIT(LAW_CALL), false, 0},
};
enum { KEYS_COUNT = sizeof KEYS / sizeof *KEYS };

static const unsigned LAWS_OF[ELEMENT_KINDS] = {
    [ELEMENT_FORCE] = BIT(LAW_INPUT) | BIT(LAW_LIFT) | BIT(LAW_USER),
    [ELEMENT_LINK] = BIT(LAW_INPUT) | BIT(LAW_SPRING) | BIT(LAW_USER) | BIT(LAW_CALL),
    [ELEMENT_WHEEL] = BIT(LAW_TYRE) | BIT(LAW_MAGIC) | BIT(LAW_USER) | BIT(LAW_CALL),
    [ELEMENT_TURN] = BIT(LAW_VISCOUS) | BIT(LAW_CALL),
    [ELEMENT_TORSION] = BIT(LAW_INPUT) | BIT(LAW_USER) | BIT(LAW_CALL)};
static const element_law LAW_DEFAULT[ELEMENT_KINDS] = {
    [ELEMENT_FORCE] = LAW_INPUT, [ELEMENT_LINK] = LAW_SPRING, [ELEMENT_WHEEL] = LAW_TYRE,
    [ELEMENT_TURN] = LAW_VISCOUS, [ELEMENT_TORSION] = LAW_FORMULA};
static const unsigned FORMULAS_OF[ELEMENT_KINDS] = {
    [ELEMENT_LINK] = LAW_OF_LINK, [ELEMENT_TURN] = LAW_OF_TURN,
    [ELEMENT_TORSION] = LAW_OF_TORSION};
#define TORSION_DEFAULT "torsion_bar"

/* ---- values ---------------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    place at;
    robot_element *to;
    const char *const *pairs;
    const element_list *others; /* before it */
    diag *d;
} element_reader;

static const char *owner(const element_reader *r)
{
    return arena_printf(r->d->mem, "%s '%s'", KIND_WORD[r->to->kind],
                        r->to->name ? text_shown(r->d->mem, r->to->name) : "");
}

static status bad_value(const element_reader *r, const char *key, const char *value,
                        const char *why)
{
    return diag_error(r->d, r->at, "%s: %s='%s': %s", owner(r), key, text_shown(r->d->mem, value),
                      why);
}

/* What else there is than words. */
static const char *other_choices(const element_reader *r, const char *const *words)
{
    if (words == LAW_WORD && FORMULAS_OF[r->to->kind])
        return arena_printf(r->d->mem, "%s, or an expression in x and xd",
                            law_words(r->d->mem, FORMULAS_OF[r->to->kind]));
    return words == GROUND_WORD ? ", or an expression in x and y" : "";
}

static status read_choice(const element_reader *r, const char *key, const char *value,
                          const char *const *words, uint32_t count, unsigned allowed, int *out)
{
    text known = text_make(r->d->mem);
    for (uint32_t k = 0; k < count; k++) {
        if (!(allowed & BIT(k)))
            continue;
        if (strcmp(value, words[k]) == 0) {
            *out = (int)k;
            return STATUS_OK;
        }
        text_printf(&known, "%s%s", known.length ? ", " : "", words[k]);
    }
    return bad_value(r, key, value, arena_printf(r->d->mem, "known are %s%s", known.bytes,
                                                 other_choices(r, words)));
}

static element_formula *formula_keep(const element_reader *r, element_formula of)
{
    element_formula *kept = ARENA_ARRAY(r->mem, element_formula, 1);
    *kept = of;
    return kept;
}

/* The name of the law's own state is one, too. */
static bool is_expression(const element_reader *r, const char *value)
{
    const char *state = pairs_find(r->pairs, "state");
    return law_is_expression(value) || (state && strcmp(value, state) == 0);
}

/* A law's word, or an expression. */
static status read_law(const element_reader *r, const char *value)
{
    const unsigned formulas = FORMULAS_OF[r->to->kind];
    element_formula of = {.text = arena_strdup(r->mem, value)};
    int choice = LAW_FORMULA;
    if (!law_find(value, formulas, &of) && !(formulas && is_expression(r, value)))
        TRY(read_choice(r, "law", value, LAW_WORD, LAWS_OF_A_WORD, LAWS_OF[r->to->kind], &choice));
    r->to->law = (element_law)choice;
    if (choice == LAW_FORMULA)
        r->to->formula = formula_keep(r, of);
    return STATUS_OK;
}

/* A ground's word, or an expression. */
static status read_ground(const element_reader *r, const char *value)
{
    int choice = GROUND_FORMULA;
    if (!law_is_expression(value) && strcmp(value, "y") != 0)
        TRY(read_choice(r, "ground", value, GROUND_WORD, GROUNDS_OF_A_WORD,
                        BIT(GROUNDS_OF_A_WORD) - 1, &choice));
    r->to->ground = (ground_kind)choice;
    if (choice == GROUND_FORMULA)
        r->to->formula =
            formula_keep(r, (element_formula){.text = arena_strdup(r->mem, value)});
    return STATUS_OK;
}

static status read_value(const element_reader *r, const element_key *k, const char *value)
{
    static const char *const CONVENTIONS[] = {"formula", "code", "contact"};
    static const char *const LINES[] = {[TABLE_CUBIC] = "cubic", [TABLE_LINEAR] = "linear"};
    char *to = (char *)r->to + k->stored;
    const char *wrong = NULL;
    int choice = 0;
    switch (k->value) {
    case VALUE_TEXT:
        *(const char **)to = arena_strdup(r->mem, value);
        return *value ? STATUS_OK : bad_value(r, k->name, value, "a name is missing");
    case VALUE_POINT: wrong = numbers_read(r->d->mem, value, ((vec3 *)to)->v, 3); break;
    case VALUE_NUMBER:
        wrong = numbers_read(r->d->mem, value, (double *)to, 1);
        if (!wrong && *(double *)to < k->least)
            wrong = arena_printf(r->d->mem, "a number of %.15g or more expected", k->least);
        break;
    case VALUE_LAW: return read_law(r, value);
    case VALUE_BETWEEN:
        TRY(read_choice(r, k->name, value, LINES, 2, 3, &choice));
        *(table_lines *)to = (table_lines)choice;
        break;
    case VALUE_GROUND: return read_ground(r, value);
    case VALUE_CONVENTION:
        TRY(read_choice(r, k->name, value, CONVENTIONS, 3, 7, &choice));
        *(wheel_convention *)to = (wheel_convention)choice;
        break;
    }
    return wrong ? bad_value(r, k->name, value, wrong) : STATUS_OK;
}

/* NULL: elements of this kind have none of that name. */
static const element_key *find_key(const element_reader *r, const char *name)
{
    for (uint32_t k = 0; k < KEYS_COUNT; k++)
        if (strcmp(name, KEYS[k].name) == 0 && (KEYS[k].kinds & BIT(r->to->kind)))
            return &KEYS[k];
    return NULL;
}

/* Numbers of a formula are keys, too. */
static status read_formula(const element_reader *r, const char *const *pairs, unsigned kind,
                           element_formula of)
{
    robot_element *e = r->to;
    of.points = e->table;
    of.straight = e->between == TABLE_LINEAR;
    of.state = e->state;
    of.rate = e->rate;
    of.initial = e->initial;
    for (const char *const *p = pairs; p[0]; p += 2) {
        const element_key *key = find_key(r, p[0]);
        formula_parameter given = {.name = arena_strdup(r->mem, p[0])};
        if (key && key->value != VALUE_NUMBER)
            continue;
        const char *wrong = numbers_read(r->d->mem, p[1], &given.value, 1);
        if (wrong)
            return bad_value(r, text_shown(r->d->mem, p[0]), p[1], wrong);
        *ARENA_PUSH(r->mem, &of.parameters, list) = given;
    }
    const char *wrong = law_read(r->mem, kind, e->other != NULL, &of);
    if (!wrong && pairs_find(pairs, "initial") && !e->state)
        wrong = "'initial' goes with a 'state'";
    e->formula = formula_keep(r, of);
    return wrong ? diag_error(r->d, r->at, "%s: %s", owner(r), wrong) : STATUS_OK;
}

/* What the law is without a law= is chosen here. */
static status read_formulas(const element_reader *r, const char *const *pairs)
{
    robot_element *e = r->to;
    element_formula of = {.text = e->kind == ELEMENT_TURN ? "table(xd)" : "table(x)"};
    if (e->ground == GROUND_FORMULA)
        return read_formula(r, pairs, LAW_OF_GROUND, *e->formula);
    if (e->law != LAW_FORMULA)
        return STATUS_OK;
    if (e->formula)
        of = *e->formula;
    else if (!e->table)
        law_find(TORSION_DEFAULT, LAW_OF_TORSION, &of);
    return read_formula(r, pairs, FORMULAS_OF[e->kind], of);
}

static bool is_in_formula(const robot_element *e, const char *name)
{
    for (uint32_t k = 0; e->formula && k < e->formula->parameters.list_count; k++)
        if (strcmp(e->formula->parameters.list[k].name, name) == 0)
            return e->formula->parameters.list[k].is_used;
    return false;
}

static status check_keys(const element_reader *r, const char *const *pairs)
{
    for (const char *const *p = pairs; p[0]; p += 2) {
        const element_key *key = find_key(r, p[0]);
        const char *shown = text_shown(r->d->mem, p[0]);
        if (pairs_repeated(pairs, p))
            return diag_error(r->d, r->at, "%s has '%s' twice", owner(r), shown);
        if (is_in_formula(r->to, p[0]))
            continue;
        if (!key)
            return diag_error(r->d, r->at, "%s has no '%s'", owner(r), shown);
        if (!(key->laws & BIT(r->to->law)) && r->to->law == LAW_FORMULA)
            return diag_error(r->d, r->at, "%s: its law has no '%s'", owner(r), shown);
        if (!(key->laws & BIT(r->to->law)))
            return diag_error(r->d, r->at, "%s: law '%s' has no '%s'", owner(r),
                              LAW_WORD[r->to->law], shown);
    }
    return STATUS_OK;
}

/* Letters, digits and _, the first no digit: what C calls a function. */
static bool is_identifier(const char *name)
{
    static const char OF_NAMES[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "_0123456789";
    return (*name < '0' || *name > '9') && !name[strspn(name, OF_NAMES)];
}

static status check_call(const element_reader *r)
{
    const robot_element *e = r->to;
    if (e->law != LAW_CALL)
        return STATUS_OK;
    if (!e->call)
        return diag_error(r->d, r->at, "%s: law 'call' has no 'call', the name of a C function",
                          owner(r));
    if (!is_identifier(e->call))
        return bad_value(r, "call", e->call, "a C identifier expected");
    if (e->kind == ELEMENT_WHEEL && e->convention != INDICATORS_FORMULA)
        return diag_error(r->d, r->at, "%s: law 'call' takes what convention 'formula' tells",
                          owner(r));
    return e->file && e->slip + e->cornering + e->friction > 0
               ? diag_error(r->d, r->at, "%s: its forces along and across are those of 'file', or "
                                         "of 'slip', 'cornering' and 'friction'", owner(r))
               : STATUS_OK;
}

/* What numbers mean together. */
static status check_element(const element_reader *r)
{
    const robot_element *e = r->to;
    TRY(check_call(r));
    if (e->kind == ELEMENT_WHEEL && !(e->radius > 0))
        return diag_error(r->d, r->at, "%s: its radius must be positive", owner(r));
    if ((e->law == LAW_TYRE || e->law == LAW_MAGIC) && !(e->stiffness > 0))
        return diag_error(r->d, r->at, "%s: a tyre has a stiffness", owner(r));
    if (e->law == LAW_MAGIC && !e->file)
        return diag_error(r->d, r->at, "%s: law 'magic' has its coefficients from a 'file'",
                          owner(r));
    if (e->friction_across > 0 && !(e->friction > 0))
        return diag_error(r->d, r->at, "%s: 'friction_across' goes with 'friction'", owner(r));
    if (e->law == LAW_LIFT && !(e->mass > 0))
        return diag_error(r->d, r->at, "%s: the mass that it lifts must be positive", owner(r));
    if (e->law == LAW_VISCOUS && !(e->damping > 0))
        return diag_error(r->d, r->at, "%s: its damping must be positive", owner(r));
    if (e->kind == ELEMENT_WHEEL && !(e->creep > 0))
        return diag_error(r->d, r->at, "%s: its creep must be positive: slip of a wheel that "
                                       "stands is measured against it", owner(r));
    if (e->kind == ELEMENT_WHEEL && e->ground == GROUND_INPUT && e->height != 0)
        return diag_error(r->d, r->at, "%s: the height of its ground is an input", owner(r));
    if (e->ground == GROUND_PLANE && !(e->normal.v[2] > 0))
        return diag_error(r->d, r->at, "%s: the 'normal' of its ground must point upwards",
                          owner(r));
    if (e->ground != GROUND_PLANE && vec3_norm(e->normal) > 0)
        return diag_error(r->d, r->at, "%s: a 'normal' goes with ground='plane'", owner(r));
    return STATUS_OK;
}

static status check_ground(const element_reader *r)
{
    const robot_element *e = r->to;
    if (e->kind != ELEMENT_WHEEL)
        return STATUS_OK;
    if (e->ground != GROUND_FORMULA && (e->ground == GROUND_TABLE) != (e->table != NULL))
        return diag_error(r->d, r->at, "%s: ground='table' and 'table' go together", owner(r));
    if ((e->ground == GROUND_GRID) != (e->grid_file != NULL))
        return diag_error(r->d, r->at, "%s: ground='grid' and 'grid' go together", owner(r));
    if (e->steps > 0 && !element_ground_is_uneven(e))
        return diag_error(r->d, r->at, "%s: 'steps' lead to contacts on uneven ground, a table, a "
                                       "grid or an expression", owner(r));
    if (e->steps != floor(e->steps) || e->steps > GROUND_STEPS_MOST)
        return diag_error(r->d, r->at, "%s: 'steps' are a whole number up to %d", owner(r),
                          GROUND_STEPS_MOST);
    return STATUS_OK;
}

/* Whether another wheel has read the file: notes on it are said once. */
static bool share_tyre(const element_reader *r)
{
    for (uint32_t k = 0; k < r->others->list_count; k++) {
        const robot_element *other = &r->others->list[k];
        if (other->tyre && strcmp(other->file, r->to->file) == 0 && other->at.file && r->at.file &&
            strcmp(other->at.file, r->at.file) == 0) {
            r->to->tyre = other->tyre;
            return true;
        }
    }
    return false;
}

/* What stands in other files and texts. */
static status read_rest(const element_reader *r)
{
    robot_element *e = r->to;
    if (e->ground == GROUND_PLANE)
        e->normal = vec3_scale(e->normal, 1 / vec3_norm(e->normal));
    if (e->friction > 0 && !(e->friction_across > 0))
        e->friction_across = e->friction;
    if (element_ground_is_uneven(e) && !(e->steps > 0))
        e->steps = GROUND_STEPS;
    if (e->ground == GROUND_GRID)
        TRY(height_grid_read(r->mem, e->grid_file, r->at, &e->grid, r->d));
    if (e->ground == GROUND_TABLE) {
        law_table *road = ARENA_ARRAY(r->mem, law_table, 1);
        const char *wrong = law_table_read(r->mem, e->table, false, road);
        if (wrong)
            return bad_value(r, "table", e->table, wrong);
        e->road = road;
    }
    if (!e->file || share_tyre(r))
        return STATUS_OK;
    return tyre_read(r->mem, e->file, r->at, &e->tyre, r->d);
}

status element_read(arena *mem, element_type kind, const char *const *pairs, place at,
                    element_list *to, diag *d)
{
    robot_element e = {.kind = kind, .law = LAW_DEFAULT[kind], .at = at, .creep = CREEP_DEFAULT,
                       .ratio = 1};
    const element_reader r = {mem, at, &e, pairs, to, d};
    if (FORMULAS_OF[kind] && pairs_find(pairs, "table"))
        e.law = LAW_FORMULA;
    for (uint32_t k = 0; k < KEYS_COUNT; k++) {
        if (!(KEYS[k].kinds & BIT(kind)))
            continue;
        const char *value = pairs_find(pairs, KEYS[k].name);
        if (value)
            TRY(read_value(&r, &KEYS[k], value));
        else if (KEYS[k].needed)
            return diag_error(d, at, "%s has no '%s'", owner(&r), KEYS[k].name);
    }
    TRY(read_formulas(&r, pairs));
    TRY(check_keys(&r, pairs));
    TRY(name_check(mem, KIND_WORD[kind], e.name, at, d));
    TRY(check_element(&r));
    TRY(check_ground(&r));
    TRY(read_rest(&r));
    for (uint32_t i = 0; i < to->list_count; i++)
        if (strcmp(to->list[i].name, e.name) == 0)
            return diag_error(d, at, "%s: another element has this name", owner(&r));
    *ARENA_PUSH(mem, to, list) = e;
    return STATUS_OK;
}

/* ---- one text -------------------------------------------------------------------------------- */

status element_read_text(arena *mem, const char *from, element_list *to, diag *d)
{
    const char *const *pairs, *left = from;
    element_type kind;
    const char *word = pairs_next_word(mem, &left);
    if (!word || !element_type_find(word, &kind))
        return diag_error(d, (place){0},
                          "--element: '%s': force, link, wheel, turn or torsion expected first",
                          text_shown(d->mem, from));
    TRY(pairs_from_text(mem, "--element", left, &pairs, d));
    return element_read(mem, kind, pairs, (place){.file = "--element"}, to, d);
}
