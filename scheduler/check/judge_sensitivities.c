/* SPDX-License-Identifier: MIT */
/* Sensitivities: another graph, the function itself in its plainest form, by differences in
 * numbers of twice a double's precision. It was written by other formulas than the one that was
 * derived, and nobody differentiated it. */
#include "check/check.h"
#include "check/check_judge.h"

#include "robot/number_names.h"

#include <string.h>

/* A number of the state. */
typedef struct {
    word_array array;
    uint32_t owner, number; /* number: among those of the owner */
} varied;

/* Which one is called so; false: none. */
static bool find_varied(check_judging *j, const char *name, varied *out)
{
    for (uint32_t a = 0; a < WORD_ARRAYS; a++) {
        const word_array_info *info = &WORD_ARRAY[a];
        const uint32_t count = a == ARRAY_BASE_PARAMETERS ? j->base->count
                               : info->is_result || !info->numbers
                                   ? 0 : j->s->count[a] / info->numbers;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < info->numbers; k++) {
                const char *of = check_owner_name(j->m, j->base, info->owner, i);
                *out = (varied){(word_array)a, i, k};
                if (of && strcmp(name, number_name(j->mem, (word_array)a, of, k, NULL)) == 0)
                    return true;
            }
    }
    return false;
}

/* ---- the function itself --------------------------------------------------------------------- */

static doubled *number_of(const check_judging *j, const varied *v)
{
    if (v->array == ARRAY_BASE_PARAMETERS)
        return &j->base->value[v->owner].value;
    return &j->s->of[v->array][v->owner * WORD_ARRAY[v->array].numbers + v->number].value;
}

static bool evaluate(check_judging *j, check_value *out)
{
    diag unsaid = diag_make(j->mem);
    return check_evaluate(j->mem, j->of, j->s, j->base, out, &j->why_not, &unsaid) == STATUS_OK &&
           !j->why_not;
}

/* What is left of higher derivatives is 1e-20 of them, and of roundings as much. */
static const double STEP = 0x1p-33;

/* What its numbers change by. spread: of the numbers themselves. */
static bool find_slopes(check_judging *j, const varied *v, check_value *slope)
{
    const uint32_t count = j->of->outputs_count;
    doubled *moves = number_of(j, v);
    const doubled at = *moves;
    check_value *ahead = ARENA_ARRAY(j->mem, check_value, count + 1);
    *moves = doubled_add(at, doubled_of(STEP));
    const bool first = evaluate(j, ahead);
    *moves = doubled_sub(at, doubled_of(STEP));
    const bool both = first && evaluate(j, slope);
    *moves = at;
    for (uint32_t i = 0; i < count && both; i++) {
        const doubled apart = doubled_sub(ahead[i].value, slope[i].value);
        slope[i].value = doubled_multiply(apart, doubled_of(1 / (2 * STEP)));
        slope[i].bound = (slope[i].bound + ahead[i].bound) / (2 * STEP);
    }
    return both;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Per row of the sensitivities what is called so in the function, and in the first row whose name
 * is no number of it; UINT32_MAX: that. */
static uint32_t *rows_of(check_judging *j, uint32_t rows)
{
    uint32_t *out = ARENA_ARRAY(j->mem, uint32_t, rows + 1);
    const char **name = ARENA_ARRAY(j->mem, const char *, rows + 1);
    for (uint32_t i = 0; i < j->p->outputs_count; i++)
        if (j->p->outputs[i].kind == OUTPUT_SENSITIVITY && j->p->outputs[i].column == 0)
            name[j->p->outputs[i].index] = j->p->outputs[i].of;
    for (uint32_t r = 0; r < rows; r++)
        out[r] = UINT32_MAX;
    for (uint32_t i = 0; i < j->of->outputs_count; i++) {
        const ops_output *o = &j->of->outputs[i];
        const word_kind *k = &OUTPUT_KIND[o->kind];
        const char *own = number_name(j->mem, k->array, o->of ? o->of : "",
                                      k->offset + (k->is_vector ? o->axis : 0), o->column_of);
        for (uint32_t r = 0; r < rows; r++)
            if (name[r] && strcmp(name[r], own) == 0)
                out[r] = i;
    }
    return out;
}

/* The sizes that an error counts against are what roundings of all constants may change, in units
 * of one: of the function and of its sensitivity. Where there are none, or terms cancel, it is what
 * roundings of all operations may change, in such units. */
static void compare(check_judging *j, word_array a, uint32_t row, uint32_t column,
                    const check_value *must)
{
    const check_cell *c = check_cell_at(j, a, row, column);
    const double spread = must->spread + c->spread, bound = must->bound + c->bound;
    const double size = fmax(fabs(must->value.hi), spread / DBL_EPSILON);
    const double terms = (c->bound + 2 * STEP * must->bound) / DOUBLED_UNIT;
    check_sides(j, a, row, column, c->value, must->value,
                (check_measure){bound, spread, size, fmax(size, terms)});
}

/* With loops closed no more is told of pivots and residuals than that there is an answer; positions
 * of dependent joints are there, too. */
static void judge_closed_rest(check_judging *j, const check_value *out)
{
    static const word_array REST[] = {ARRAY_PIVOT, ARRAY_PIVOT_WHOLE, ARRAY_RESIDUAL,
                                      ARRAY_LEFT_OUT};
    for (size_t a = 0; a < sizeof REST / sizeof *REST; a++)
        for (uint32_t i = 0; i < word_array_numbers(REST[a], j->owners); i++)
            j->cells[REST[a]][i].judged = true;
    for (uint32_t i = 0; i < j->of->outputs_count; i++) {
        const ops_output *o = &j->of->outputs[i];
        const bool is_bad = o->kind == OUTPUT_PIVOT &&
                            !(fabs(out[i].value.hi) > PIVOT_UNITS * out[i].spread);
        j->undecided = j->undecided || is_bad;
        if (o->kind == OUTPUT_CLOSED_Q)
            compare(j, ARRAY_CLOSED_Q, o->index, 0, &out[i]);
    }
}

static bool has_pivots(const check_judging *j)
{
    for (uint32_t i = 0; i < j->p->outputs_count; i++)
        if (j->p->outputs[i].kind == OUTPUT_PIVOT)
            return true;
    return false;
}

void check_judge_sensitivities(check_judging *j)
{
    const uint32_t rows = j->owners[OWNER_RESULT], columns = j->owners[OWNER_VARIED];
    static const check_value NOTHING = {{0, 0}, 0, 0};
    if (!j->of) {
        j->why_not = "the function that is derived is not at hand";
        return;
    }
    check_value *out = ARENA_ARRAY(j->mem, check_value, j->of->outputs_count + 1);
    const uint32_t *of = rows_of(j, rows);
    const char **by = ARENA_ARRAY(j->mem, const char *, columns + 1);
    for (uint32_t i = 0; i < j->p->outputs_count; i++)
        if (j->p->outputs[i].kind == OUTPUT_SENSITIVITY)
            by[j->p->outputs[i].column] = j->p->outputs[i].column_of;
    for (uint32_t c = 0; c < columns; c++) {
        varied v;
        if (!by[c] || !find_varied(j, by[c], &v)) {
            j->worst = (check_difference){by[c] ? by[c] : "nobody", .excess = INFINITY};
            return;
        }
        if (!find_slopes(j, &v, out))
            return;
        for (uint32_t r = 0; r < rows; r++)
            compare(j, ARRAY_SENSITIVITIES, r, c, of[r] == UINT32_MAX ? &NOTHING : &out[of[r]]);
    }
    if (!function_has(j->p->function, ARRAY_RESIDUAL)) {
        if (has_pivots(j))
            check_pivots(j);
    } else if (evaluate(j, out)) {
        judge_closed_rest(j, out);
    }
}
