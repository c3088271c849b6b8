/* SPDX-License-Identifier: MIT */
/* Lines of a .tir file: [SECTION], NAME = value, $ and ! begin comments, {...} tables. */
#include "robot/tyre.h"

#include "base/text.h"
#include "robot/numbers.h"
#include "robot/reading.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef enum { USE_PASSED, USE_SOME, USE_STRICT, USE_UNITS, USE_MODEL } section_use;

typedef enum {
#define SECTION(ID, word, USE) SECTION_##ID,
#include "robot/tyres.def"
    SECTIONS
} section_id;

static const struct {
    const char *word;
    section_use use;
} SECTION_OF[SECTIONS] = {
#define SECTION(ID, word, USE) {word, USE_##USE},
#include "robot/tyres.def"
};

typedef enum { NEED_NEEDED, NEED_ONE, NEED_ZERO, NEED_PASSED, NEED_LOAD } coefficient_need;

typedef struct {
    const char *name;
    section_id section;
    coefficient_need need;
} coefficient;

static const coefficient OF_1989[] = {
#define OF_89(NAME, SECTION, NEED) {#NAME, SECTION_##SECTION, NEED_##NEED},
#include "robot/tyres.def"
};
static const coefficient OF_2002_SET[] = {
#define OF_2002(NAME, SECTION, NEED) {#NAME, SECTION_##SECTION, NEED_##NEED},
#include "robot/tyres.def"
};

/* Less is 0: a load of 1e-9 N, a friction of 1e-9. */
#define LEAST 1e-9

/* Of each formula: its word in PROPERTY_FILE_FORMAT, and what must not be 0, as it is divided
 * by; what must be positive or negative, so that no tyre pushes itself along. */
typedef struct {
    int number;
    enum { SIGN_POSITIVE, SIGN_NEGATIVE, SIGN_ANY } sign;
    const char *why;
} demand;

static const struct {
    const char *word;
    const coefficient *of;
    uint32_t count;
    const demand *demands;
    uint32_t demands_count;
} FORMULA[TYRE_FORMULAS] = {
    [TYRE_89] = {"PAC89", OF_1989, TYRE_89_COUNT,
                 (const demand[]){{TYRE_89_A0, SIGN_POSITIVE, "it is a shape"},
                                  {TYRE_89_A2, SIGN_POSITIVE, "it is the friction at no load"},
                                  {TYRE_89_A4, SIGN_ANY, "loads are divided by it"},
                                  {TYRE_89_B0, SIGN_POSITIVE, "it is a shape"},
                                  {TYRE_89_B2, SIGN_POSITIVE, "it is the friction at no load"},
                                  {TYRE_89_C0, SIGN_POSITIVE, "it is a shape"},
                                  {TYRE_89_C2, SIGN_ANY, "it is what a little load turns by"}},
                 7},
    [TYRE_2002] = {"PAC2002", OF_2002_SET, TYRE_2002_COUNT,
                   (const demand[]){
                       {TYRE_2002_FNOMIN, SIGN_POSITIVE, "it is a load"},
                       {TYRE_2002_LFZO, SIGN_POSITIVE, "it scales a load"},
                       {TYRE_2002_PCX1, SIGN_POSITIVE, "it is a shape"},
                       {TYRE_2002_LCX, SIGN_POSITIVE, "it scales a shape"},
                       {TYRE_2002_PDX1, SIGN_ANY, "it is the friction"},
                       {TYRE_2002_LMUX, SIGN_POSITIVE, "it scales the friction"},
                       {TYRE_2002_PKX1, SIGN_POSITIVE, "more slip drives more"},
                       {TYRE_2002_PCY1, SIGN_POSITIVE, "it is a shape"},
                       {TYRE_2002_LCY, SIGN_POSITIVE, "it scales a shape"},
                       {TYRE_2002_PDY1, SIGN_ANY, "it is the friction"},
                       {TYRE_2002_LMUY, SIGN_POSITIVE, "it scales the friction"},
                       {TYRE_2002_PKY1, SIGN_NEGATIVE,
                        "in ISO axes a tyre that slides to its left is pushed to its right"},
                       {TYRE_2002_PKY2, SIGN_POSITIVE, "loads are divided by it"}},
                   13}};

typedef struct {
    arena *mem;
    const char *path;
    uint32_t line;
    section_id section; /* SECTIONS before the first */
    uint32_t begins[SECTIONS]; /* lines; 0: not there */
    bool in_table;
    tyre_formula formula; /* TYRE_FORMULAS: the file has not said */
    double force;         /* of the file's unit, in N */
    const char **values;  /* texts, of the formula's names */
    uint32_t *lines;      /* where they are */
    diag *d;
} tyre_reader;

static place here(const tyre_reader *r, uint32_t line)
{
    return (place){.file = r->path, .line = line, .column = line > 0};
}

static const char *shown(const tyre_reader *r, const char *from)
{
    return text_shown(r->d->mem, from);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Without blanks at its ends. */
static char *trimmed(char *from)
{
    while (isspace((unsigned char)*from))
        from++;
    size_t length = strlen(from);
    while (length && isspace((unsigned char)from[length - 1]))
        from[--length] = 0;
    return from;
}

/* $ and ! begin a comment, but in quotes. */
static void cut_comment(char *line)
{
    char quote = 0;
    for (; *line; line++) {
        if (quote ? *line == quote : *line == '\'' || *line == '"')
            quote = quote ? 0 : *line;
        else if (!quote && (*line == '$' || *line == '!'))
            *line = 0;
        if (!*line)
            return;
    }
}

static char *capitals(char *word)
{
    for (char *c = word; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return word;
}

static status begin_section(tyre_reader *r, char *word)
{
    char *end = strchr(word, ']');
    if (!end)
        return diag_error(r->d, here(r, r->line), "']' expected after '%s'", shown(r, word));
    *end = 0;
    capitals(word = trimmed(word + 1));
    uint32_t k = 0;
    while (k < SECTIONS && strcmp(word, SECTION_OF[k].word) != 0)
        k++;
    if (k == SECTIONS)
        return diag_error(r->d, here(r, r->line), "unknown section '[%s]'", shown(r, word));
    if (r->begins[k])
        return diag_error(r->d, here(r, r->line), "section '[%s]' is there twice", word);
    r->begins[k] = r->line;
    r->section = (section_id)k;
    r->in_table = false;
    return STATUS_OK;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* A value without its quotes, in capitals. */
static char *word_of(char *value)
{
    const size_t length = strlen(value);
    if (length > 1 && (*value == '\'' || *value == '"') && value[length - 1] == *value) {
        value[length - 1] = 0;
        value++;
    }
    return capitals(trimmed(value));
}

/* Lengths, masses, times and angles are those of the formulas, whatever the file's other numbers
 * have. */
static status read_unit(tyre_reader *r, const char *key, char *value)
{
    static const struct {
        const char *word;
        double newton;
    } FORCES[] = {{"NEWTON", 1},        {"N", 1},          {"KNEWTON", 1000},
                  {"KILONEWTON", 1000}, {"KN", 1000},      {"POUND_FORCE", 4.4482216152605},
                  {"KG_FORCE", 9.80665}};
    if (strcmp(key, "FORCE") != 0)
        return STATUS_OK;
    const char *word = word_of(value);
    for (size_t k = 0; k < sizeof FORCES / sizeof *FORCES; k++)
        if (strcmp(word, FORCES[k].word) == 0) {
            r->force = FORCES[k].newton;
            return STATUS_OK;
        }
    return diag_error(r->d, here(r, r->line), "FORCE = '%s': known are newton, knewton, "
                      "pound_force, kg_force", shown(r, word));
}

static status read_model(tyre_reader *r, const char *key, char *value)
{
    if (strcmp(key, "PROPERTY_FILE_FORMAT") != 0)
        return STATUS_OK;
    const char *word = word_of(value);
    for (uint32_t k = 0; k < TYRE_FORMULAS; k++)
        if (strcmp(word, FORMULA[k].word) == 0) {
            r->formula = (tyre_formula)k;
            r->values = ARENA_ARRAY(r->mem, const char *, FORMULA[k].count);
            r->lines = ARENA_ARRAY(r->mem, uint32_t, FORMULA[k].count);
            return STATUS_OK;
        }
    return diag_error(r->d, here(r, r->line), "PROPERTY_FILE_FORMAT = '%s': known are PAC89, "
                      "PAC2002", shown(r, word));
}

/* ---- coefficients ---------------------------------------------------------------------------- */

static status read_coefficient(tyre_reader *r, const char *key, const char *value)
{
    const coefficient *of = FORMULA[r->formula].of;
    const uint32_t count = FORMULA[r->formula].count;
    uint32_t k = 0;
    while (k < count && (of[k].section != r->section || strcmp(of[k].name, key) != 0))
        k++;
    const section_use use = SECTION_OF[r->section].use;
    if (k == count && (use == USE_SOME || use == USE_MODEL))
        return STATUS_OK;
    if (k == count)
        return diag_error(r->d, here(r, r->line), "unknown coefficient '%s' in [%s] of %s",
                          shown(r, key), SECTION_OF[r->section].word, FORMULA[r->formula].word);
    if (r->values[k])
        return diag_error(r->d, here(r, r->line), "'%s' is there twice", of[k].name);
    r->values[k] = value;
    r->lines[k] = r->line;
    return STATUS_OK;
}

static status read_line(tyre_reader *r, char *line, bool only_words)
{
    cut_comment(line);
    line = trimmed(line);
    if (*line == '[')
        return begin_section(r, line);
    if (!*line || r->in_table)
        return STATUS_OK;
    const section_use use = r->section == SECTIONS ? USE_PASSED : SECTION_OF[r->section].use;
    r->in_table = use == USE_PASSED || (*line == '{' && use == USE_SOME);
    if (r->in_table || (only_words ? use != USE_UNITS && use != USE_MODEL : use == USE_UNITS))
        return STATUS_OK;
    char *value = strchr(line, '=');
    if (!value)
        return diag_error(r->d, here(r, r->line), "NAME = value expected, not '%s'",
                          shown(r, line));
    *value++ = 0;
    char *key = capitals(trimmed(line));
    value = trimmed(value);
    if (use == USE_UNITS)
        return read_unit(r, key, value);
    return only_words ? read_model(r, key, value) : read_coefficient(r, key, value);
}

/* Words first, which tell what the numbers are, wherever they stand. */
static status read_lines(tyre_reader *r, const char *bytes, bool only_words)
{
    r->section = SECTIONS;
    r->line = 0;
    memset(r->begins, 0, sizeof r->begins);
    for (const char *at = bytes; *at;) {
        const size_t length = strcspn(at, "\n");
        r->line++;
        TRY(read_line(r, arena_strndup(r->mem, at, length), only_words));
        at += length + (at[length] == '\n');
    }
    return STATUS_OK;
}

static status take_numbers(const tyre_reader *r, double *to)
{
    const coefficient *of = FORMULA[r->formula].of;
    for (uint32_t k = 0; k < FORMULA[r->formula].count; k++) {
        const char *wrong = r->values[k] ? numbers_read(r->d->mem, r->values[k], &to[k], 1) : NULL;
        if (wrong)
            return diag_error(r->d, here(r, r->lines[k]), "%s = '%s': %s", of[k].name,
                              shown(r, r->values[k]), wrong);
        if (!r->values[k] && (of[k].need == NEED_NEEDED || of[k].need == NEED_LOAD))
            return diag_error(r->d, here(r, r->begins[of[k].section]), "%s has no '%s' in [%s]",
                              FORMULA[r->formula].word, of[k].name,
                              SECTION_OF[of[k].section].word);
        if (!r->values[k])
            to[k] = of[k].need == NEED_ZERO ? 0 : 1;
        if (of[k].need == NEED_LOAD)
            to[k] *= r->force;
    }
    return STATUS_OK;
}

static status check_numbers(const tyre_reader *r, const double *value)
{
    static const char *const MUST[] = {"must be positive", "must be negative", "must not be 0"};
    for (uint32_t k = 0; k < FORMULA[r->formula].demands_count; k++) {
        const demand *x = &FORMULA[r->formula].demands[k];
        const double v = value[x->number];
        const coefficient *of = &FORMULA[r->formula].of[x->number];
        if (of->need == NEED_ZERO && !r->begins[of->section])
            continue;
        if (fabs(v) >= LEAST && (x->sign == SIGN_ANY || (v > 0) == (x->sign == SIGN_POSITIVE)))
            continue;
        const uint32_t line = r->lines[x->number] ? r->lines[x->number] : r->begins[of->section];
        return diag_error(r->d, here(r, line), "'%s' %s: %s", of->name, MUST[x->sign], x->why);
    }
    return STATUS_OK;
}

/* ---- moments --------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    section_id section;
} MOMENT[TYRE_MOMENTS] = {{"overturning", SECTION_OVERTURNING},
                          {"rolling resistance", SECTION_ROLLING},
                          {"aligning torque", SECTION_ALIGNING}};

static bool has_section(tyre_formula f, section_id section)
{
    for (uint32_t k = 0; k < FORMULA[f].count; k++)
        if (FORMULA[f].of[k].section == section)
            return true;
    return false;
}

/* One note of all moments that the formula has, but the file has not. */
static void find_moments(const tyre_reader *r, tyre *t)
{
    text none = text_make(r->d->mem), zero = text_make(r->d->mem);
    for (int m = 0; m < TYRE_MOMENTS; m++) {
        const section_id section = MOMENT[m].section;
        t->has_moment[m] = r->begins[section] != 0;
        if (!t->has_moment[m] && has_section(r->formula, section))
            text_printf(&none, "%sno [%s], so that %s is 0", none.length ? ", " : "",
                        SECTION_OF[section].word, MOMENT[m].what);
    }
    for (uint32_t k = 0; k < FORMULA[r->formula].count; k++) {
        const coefficient *of = &FORMULA[r->formula].of[k];
        if (of->need == NEED_ZERO && !r->values[k] && of->section != SECTION_MODEL &&
            r->begins[of->section])
            text_printf(&zero, "%s%s", zero.length ? ", " : "", of->name);
    }
    if (none.length || zero.length)
        diag_note(r->d, here(r, 0), "%s%s%s%s", none.length ? none.bytes : "",
                  none.length && zero.length ? "; " : "",
                  zero.length ? zero.bytes : "", zero.length ? " count as 0" : "");
}

/* Rates of rolling are parts of the speed of measurement. */
static status check_speed(const tyre_reader *r, const double *value)
{
    const bool asks = r->formula == TYRE_2002 &&
                      (value[TYRE_2002_QSY3] != 0 || value[TYRE_2002_QSY4] != 0);
    if (asks && !(value[TYRE_2002_LONGVL] >= LEAST))
        return diag_error(r->d, here(r, r->begins[SECTION_MODEL]),
                          "QSY3 and QSY4 count by a speed LONGVL, positive, in [MODEL]");
    return STATUS_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

status tyre_read(arena *mem, const char *path, place from, const tyre **out, diag *d)
{
    tyre_reader r = {.mem = mem, .path = path_beside(mem, path, from.file), .d = d, .force = 1,
                     .formula = TYRE_FORMULAS};
    input_file f;
    TRY(input_read_included(mem, r.path, &f, d));
    TRY(input_check_text(&f, d));
    TRY(read_lines(&r, f.bytes, true));
    if (r.formula == TYRE_FORMULAS)
        return diag_error(d, here(&r, r.begins[SECTION_MODEL]),
                          "no PROPERTY_FILE_FORMAT in [MODEL] says whose coefficients these are: "
                          "PAC89 or PAC2002");
    TRY(read_lines(&r, f.bytes, false));
    double *value = ARENA_ARRAY(mem, double, FORMULA[r.formula].count);
    TRY(take_numbers(&r, value));
    TRY(check_numbers(&r, value));
    TRY(check_speed(&r, value));
    tyre *t = arena_alloc(mem, sizeof *t);
    *t = (tyre){.formula = r.formula, .value = value, .text = f.bytes};
    find_moments(&r, t);
    *out = t;
    return STATUS_OK;
}
