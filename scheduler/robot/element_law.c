/* SPDX-License-Identifier: MIT */
#include "robot/element_law.h"

#include "base/text.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

/* --- laws of a name -------------------------------------------------------------------------- */

enum { PARAMETERS_MOST = 6 };

typedef struct {
    const char *word;
    unsigned kinds;
    bool joins_two; /* of a torsion: another joint, too */
    const char *text;
    struct {
        const char *name;
        double value;
        bool is_needed; /* there is no default */
    } parameters[PARAMETERS_MOST];
} law_row;

#define NEEDED 0, true
/* bump_stop: Hunt and Crossley, Coefficient of restitution interpreted as damping in vibroimpact,
 * Journal of Applied Mechanics 42 (1975). air_spring: a polytropic gas; 1.375 is what slow and fast
 * bellows have between 1 and 1.4. */
static const law_row ROWS[] = {
    {"torsion_bar", LAW_OF_TORSION, false, "stiffness*x + damping*xd",
     {{"stiffness", NEEDED}, {"damping", 0, false}}},
    {"anti_roll_bar", LAW_OF_TORSION, true, "stiffness*x + damping*xd",
     {{"stiffness", NEEDED}, {"damping", 0, false}}},
    {"drive_shaft", LAW_OF_TORSION, true,
     "stiffness*(max(x - play/2, 0) + min(x + play/2, 0)) + damping*xd",
     {{"stiffness", NEEDED}, {"damping", 0, false}, {"play", 0, false}}},
    {"bump_stop", LAW_OF_LINK | LAW_OF_TORSION, false,
     "(stiffness*min(x, 0) + cubic*min(x, 0)^3)*max(1 - damping*xd, 0)",
     {{"stiffness", NEEDED}, {"cubic", 0, false}, {"damping", 0, false}}},
    {"rebound_stop", LAW_OF_LINK | LAW_OF_TORSION, false,
     "(stiffness*max(x, 0) + cubic*max(x, 0)^3)*max(1 + damping*xd, 0)",
     {{"stiffness", NEEDED}, {"cubic", 0, false}, {"damping", 0, false}}},
    {"leaf_spring", LAW_OF_LINK | LAW_OF_TORSION, false,
     "stiffness*x + cubic*x^3 + friction*xd/sqrt(xd^2 + creep^2)",
     {{"stiffness", NEEDED}, {"cubic", 0, false}, {"friction", 0, false}, {"creep", 0.01, false}}},
    {"air_spring", LAW_OF_LINK, false,
     "area*(ambient - pressure*(height/(height + x))^exponent) + damping*xd",
     {{"area", NEEDED}, {"pressure", NEEDED}, {"height", NEEDED}, {"exponent", 1.375, false},
      {"ambient", 101325, false}, {"damping", 0, false}}},
    {"damper", LAW_OF_LINK | LAW_OF_TURN | LAW_OF_TORSION, false, "table(xd)", {{0}}},
};
enum { ROWS_COUNT = sizeof ROWS / sizeof *ROWS };

static const law_row *row_of(const char *word)
{
    for (uint32_t k = 0; word && k < ROWS_COUNT; k++)
        if (strcmp(word, ROWS[k].word) == 0)
            return &ROWS[k];
    return NULL;
}

const char *law_words(arena *mem, unsigned kinds)
{
    text words = text_make(mem);
    for (uint32_t k = 0; k < ROWS_COUNT; k++)
        if (ROWS[k].kinds & kinds)
            text_printf(&words, ", %s", ROWS[k].word);
    return words.bytes;
}

bool law_find(const char *word, unsigned kinds, element_formula *out)
{
    const law_row *row = row_of(word);
    if (!row || !(row->kinds & kinds))
        return false;
    *out = (element_formula){.word = row->word, .text = row->text};
    return true;
}

bool law_is_expression(const char *from)
{
    if (strcmp(from, "x") == 0 || strcmp(from, "xd") == 0)
        return true;
    return from[strspn(from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")] != 0;
}

/* --- reading --------------------------------------------------------------------------------- */

static formula_parameter *find(element_formula *of, const char *name)
{
    for (uint32_t i = 0; i < of->parameters.list_count; i++)
        if (strcmp(of->parameters.list[i].name, name) == 0)
            return &of->parameters.list[i];
    return NULL;
}

/* What a row says of its numbers: they are not negative. */
static const char *complete(arena *mem, const law_row *row, element_formula *of)
{
    for (uint32_t k = 0; k < PARAMETERS_MOST && row->parameters[k].name; k++) {
        const char *name = row->parameters[k].name;
        const formula_parameter *given = find(of, name);
        if (given && given->value < 0)
            return arena_printf(mem, "%s: a number of 0 or more expected", name);
        if (!given && row->parameters[k].is_needed)
            return arena_printf(mem, "law '%s' has no '%s'", row->word, name);
        if (!given)
            *ARENA_PUSH(mem, &of->parameters, list) =
                (formula_parameter){name, row->parameters[k].value, false};
    }
    return NULL;
}

static const char *check_state(arena *mem, const element_formula *of)
{
    if (!of->state)
        return of->rate ? "a 'rate' goes with a 'state'" : NULL;
    if (!of->rate)
        return arena_printf(mem, "state '%s' has no 'rate'", text_shown(mem, of->state));
    if (strcmp(of->state, "x") == 0 || strcmp(of->state, "xd") == 0 ||
        formula_is_function(of->state))
        return arena_printf(mem, "state '%s': this name is taken in expressions", of->state);
    for (const char *at = of->state; *at; at++)
        if (!formula_is_letter(*at))
            return arena_printf(mem, "state '%s': letters and _ expected",
                                text_shown(mem, of->state));
    return NULL;
}

const char *law_read(arena *mem, unsigned kind, bool joins_two, element_formula *of)
{
    /* A turn has three rates and no angle. */
    const char *const variables[] = {"x", "xd", of->state, NULL};
    static const char *const OF_TURN[] = {"xd", NULL};
    static const char *const OF_GROUND[] = {[LAW_X] = "x", [LAW_Y] = "y", [LAW_VARIABLES] = NULL};
    const bool is_ground = kind == LAW_OF_GROUND;
    const char *key = is_ground ? "ground" : "law";
    const law_row *row = row_of(of->word);
    const char *wrong = row ? complete(mem, row, of) : check_state(mem, of);
    if (kind == LAW_OF_TURN && of->state)
        wrong = "a turn has three rates, and no state";
    if (row && (of->state || of->rate))
        wrong = arena_printf(mem, "law '%s' has no state: give it as an expression", row->word);
    if (!wrong && row && row->joins_two && !joins_two)
        wrong = arena_printf(mem, "law '%s' has no 'other' joint", row->word);
    if (!wrong && of->points) {
        wrong = law_table_read(mem, of->points, of->straight, &of->table);
        if (wrong)
            return arena_printf(mem, "table: %s", wrong);
    }
    if (wrong)
        return wrong;
    const formula_names names = {is_ground ? OF_GROUND : kind == LAW_OF_TURN ? OF_TURN : variables,
                                 &of->parameters, of->points != NULL, false};
    wrong = formula_read(mem, of->text, &names, &of->is);
    if (wrong)
        return arena_printf(mem, "%s='%s': %s", key, of->text, wrong);
    wrong = of->rate ? formula_read(mem, of->rate, &names, &of->changes) : NULL;
    if (wrong)
        return arena_printf(mem, "rate='%s': %s", of->rate, wrong);
    for (uint32_t i = 0; i < of->is.list_count; i++)
        if (kind == LAW_OF_TURN && of->is.list[i].op == FORMULA_VARIABLE)
            of->is.list[i].variable = LAW_XD;
    if (of->points && !strstr(of->text, "table") && !(of->rate && strstr(of->rate, "table")))
        return arena_printf(mem, "%s='%s' has no table(x) or table(%s)", key, of->text,
                            is_ground ? "y" : "xd");
    return NULL;
}

bool law_is_lossy(const element_formula *of)
{
    return formula_has(&of->is, LAW_XD) || of->state;
}

/* --- values ---------------------------------------------------------------------------------- */

double law_value(const element_formula *of, double x, double xd)
{
    const double variables[LAW_VARIABLES] = {[LAW_X] = x, [LAW_XD] = xd};
    return formula_value(&of->is, of->points ? &of->table : NULL, variables);
}

double law_rate(const element_formula *of, double x, double xd, double state)
{
    const double variables[LAW_VARIABLES] = {x, xd, state};
    return formula_value(&of->changes, of->points ? &of->table : NULL, variables);
}

/* Halves of an interval, until Simpson's rule agrees with its halves to a unit of 1e-12 of what
 * there is: laws may kink. */
enum { HALVINGS = 40 };
#define AGREEMENT 1e-12

static double integral(const element_formula *of, const double at[3], const double f[3],
                       double allowed, int halvings)
{
    const double q = (at[0] + at[1]) / 2, r = (at[1] + at[2]) / 2, h = at[2] - at[0];
    const double fq = law_value(of, q, 0), fr = law_value(of, r, 0);
    const double one = h / 6 * (f[0] + 4 * f[1] + f[2]);
    const double two = h / 12 * (f[0] + 4 * fq + 2 * f[1] + 4 * fr + f[2]);
    if (!(fabs(two - one) > allowed) || halvings == 0)
        return two + (two - one) / 15;
    return integral(of, (const double[]){at[0], q, at[1]}, (const double[]){f[0], fq, f[1]},
                    allowed / 2, halvings - 1) +
           integral(of, (const double[]){at[1], r, at[2]}, (const double[]){f[1], fr, f[2]},
                    allowed / 2, halvings - 1);
}

double law_potential(const element_formula *of, double x)
{
    enum { PARTS = 16 }; /* so that nothing hides between three values */
    double sum = 0, most = 0;
    for (int k = 0; k <= PARTS; k++)
        most = fmax(most, fabs(law_value(of, x * k / PARTS, 0)));
    for (int k = 0; k < PARTS; k++) {
        const double at[] = {x * k / PARTS, x * (2 * k + 1) / (2 * PARTS), x * (k + 1) / PARTS};
        const double f[] = {law_value(of, at[0], 0), law_value(of, at[1], 0),
                            law_value(of, at[2], 0)};
        sum += integral(of, at, f, AGREEMENT * most * fabs(x) / PARTS, HALVINGS);
    }
    return sum;
}
