/* SPDX-License-Identifier: MIT */
/* Whatever a program computes, with its arrays by name. */
#include "handle.h"

#include <stddef.h>
#include <string.h>

/* ---- what there is -------------------------------------------------------------------------- */

static tauflow_status check_loaded(tauflow *h)
{
    return h->plan.memory ? TAUFLOW_OK
                          : report_fail(&h->why, TAUFLOW_BAD_CALL, "no program is loaded");
}

static uint32_t columns_of(const tau_image *i, uint32_t array)
{
    word_owner columns = WORD_ARRAY[array].columns;
    return columns == OWNER_NONE ? 1 : i->count[columns];
}

tauflow_status tauflow_describe_array_sized(tauflow *h, uint32_t array, tauflow_array *out,
                                            size_t out_size)
{
    PASS(handle_enter(h));
    if (!out)
        return handle_refuse(h, "a place for the array is missing");
    tauflow_status done = check_loaded(h);
    if (done != TAUFLOW_OK)
        return handle_done(h, done);
    const tau_image *i = &h->plan.image;
    uint32_t k = 0;
    for (uint32_t left = array; k < WORD_ARRAYS; k++)
        if (tau_image_numbers(i, (word_array)k) && left-- == 0)
            break;
    if (k == WORD_ARRAYS)
        return handle_done(h, report_fail(&h->why, TAUFLOW_RANGE, "there is no array %u", array));
    const uint32_t columns = columns_of(i, k);
    const tauflow_array told = {.name = WORD_ARRAY[k].name,
                                .is_result = WORD_ARRAY[k].is_result,
                                .rows = tau_image_numbers(i, (word_array)k) / columns,
                                .columns = columns,
                                .first = WORD_ARRAY[k].is_result ? plan_first_number(i, k) : 0};
    sized_give(out, out_size, &told, sizeof told);
    return handle_done(h, TAUFLOW_OK);
}

/* The array of that name which the program takes or makes; WORD_ARRAYS: none. */
static uint32_t find_array(const tau_image *i, const char *name, bool is_result)
{
    uint32_t k = 0;
    while (k < WORD_ARRAYS && (WORD_ARRAY[k].is_result != is_result || !name ||
                               !tau_image_has(i, (word_array)k) ||
                               strcmp(WORD_ARRAY[k].name, name) != 0))
        k++;
    return k;
}

static tauflow_status owner_name(tauflow *h, word_owner owner, uint32_t number, const char **name)
{
    const plan *p = &h->plan;
    if (owner == OWNER_NONE || number >= p->image.count[owner])
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "there is no such row or column: %u",
                           number);
    *name = p->names[owner][number] ? p->names[owner][number] : "";
    return TAUFLOW_OK;
}

/* Rows of an array of joints are joints. */
static const char *unit_of(const tauflow *h, word_array array, uint32_t row)
{
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        if (OUTPUT_KIND[k].array == array && word_is_of_joint(&OUTPUT_KIND[k]))
            return OUTPUT_KIND[k].unit[h->plan.joint_is_angle[row]];
    return "";
}

typedef enum { NAME_OF_ROW, NAME_OF_COLUMN, UNIT_OF_ROW } described;

static tauflow_status describe(tauflow *h, const char *array, uint32_t number, described what,
                               const char **out)
{
    PASS(handle_enter(h));
    if (!out)
        return handle_refuse(h, what == UNIT_OF_ROW ? "a place for the unit is missing"
                                                    : "a place for the name is missing");
    tauflow_status done = check_loaded(h);
    if (done != TAUFLOW_OK)
        return handle_done(h, done);
    uint32_t k = find_array(&h->plan.image, array, true);
    if (k == WORD_ARRAYS)
        return handle_done(h, report_fail(&h->why, TAUFLOW_BAD_CALL, "there is no result '%s'",
                                          array ? array : ""));
    const word_array_info *a = &WORD_ARRAY[k];
    if (what == NAME_OF_COLUMN)
        return handle_done(h, owner_name(h, a->columns, number, out));
    done = owner_name(h, a->owner, number / (a->numbers ? a->numbers : 1), out);
    if (done == TAUFLOW_OK && what == UNIT_OF_ROW)
        *out = unit_of(h, (word_array)k, number);
    return handle_done(h, done);
}

tauflow_status tauflow_describe_row(tauflow *h, const char *array, uint32_t row, const char **name)
{
    return describe(h, array, row, NAME_OF_ROW, name);
}

tauflow_status tauflow_describe_column(tauflow *h, const char *array, uint32_t column,
                                       const char **name)
{
    return describe(h, array, column, NAME_OF_COLUMN, name);
}

tauflow_status tauflow_describe_unit(tauflow *h, const char *array, uint32_t row, const char **unit)
{
    return describe(h, array, row, UNIT_OF_ROW, unit);
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Where a state keeps its arrays. */
static const double **state_place(tauflow_state *s, uint32_t array)
{
    static const size_t OFFSET[WORD_ARRAYS] = {
#define INPUT_ARRAY(id, name, owner, numbers, random, about) \
    [ARRAY_##id] = offsetof(tauflow_state, name),
#include "machine/words.def"
    };
    return (const double **)((char *)s + OFFSET[array]);
}

static tauflow_status take_inputs(tauflow *h, const tauflow_input *list, size_t count,
                                  tauflow_state *state)
{
    for (size_t n = 0; n < count; n++) {
        uint32_t k = find_array(&h->plan.image, list[n].name, false);
        if (k == WORD_ARRAYS || WORD_ARRAY[k].owner == OWNER_NONE)
            return report_fail(&h->why, TAUFLOW_BAD_CALL, "%s takes no '%s'",
                               FUNCTION_KIND[h->plan.image.function].title,
                               list[n].name ? list[n].name : "");
        *state_place(state, k) = list[n].values;
    }
    return TAUFLOW_OK;
}

/* Before anything runs: every result that is wanted is there and has a place. */
static tauflow_status check_outputs(tauflow *h, const tauflow_output *list, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        if (find_array(&h->plan.image, list[n].name, true) == WORD_ARRAYS)
            return report_fail(&h->why, TAUFLOW_BAD_CALL, "%s has no result '%s'",
                               FUNCTION_KIND[h->plan.image.function].title,
                               list[n].name ? list[n].name : "");
        if (!list[n].values)
            return report_fail(&h->why, TAUFLOW_BAD_CALL, "an array is missing: %s is needed",
                               list[n].name);
    }
    return TAUFLOW_OK;
}

static void give_outputs(const tauflow *h, const tauflow_output *list, size_t count)
{
    const plan *p = &h->plan;
    for (size_t n = 0; n < count; n++) {
        uint32_t k = find_array(&p->image, list[n].name, true);
        const uint32_t count_of = tau_image_numbers(&p->image, (word_array)k);
        memcpy(list[n].values, p->results + plan_first_number(&p->image, k),
               count_of * sizeof(double));
        for (uint32_t i = count_of; k == ARRAY_RESIDUAL && i < h->residuals; i++)
            list[n].values[i] = 0; /* of blocks that the other image has */
    }
}

/* By the loaded image or, where that cannot, by the other one, from the positions given. */
static tauflow_status close_loops(tauflow *h, tauflow_state *state)
{
    const tauflow_state given = *state;
    const tauflow_status done = closing_run(h, state);
    if (!other_image_may_help(h, done))
        return done;
    PASS(other_image_load(h));
    *state = given;
    return closing_run(h, state);
}

static tauflow_status call(tauflow *h, const tauflow_input *inputs, size_t inputs_count,
                           const tauflow_output *outputs, size_t outputs_count)
{
    tauflow_state state = {0};
    PASS(check_loaded(h));
    if ((inputs_count && !inputs) || (outputs_count && !outputs))
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "a list of arrays is missing");
    PASS(take_inputs(h, inputs, inputs_count, &state));
    PASS(check_outputs(h, outputs, outputs_count));
    if (closing_is_wanted(&h->plan.image))
        PASS(close_loops(h, &state));
    else
        PASS(stream_run(h, 1, &state, h->plan.results));
    give_outputs(h, outputs, outputs_count);
    return TAUFLOW_OK;
}

tauflow_status tauflow_call(tauflow *h, const tauflow_input *inputs, size_t inputs_count,
                            const tauflow_output *outputs, size_t outputs_count)
{
    PASS(handle_enter(h));
    return handle_done(h, call(h, inputs, inputs_count, outputs, outputs_count));
}

/* ---- by type -------------------------------------------------------------------------------- */

enum { TYPED_INPUTS = 3 };

/* A call of one of the functions whose C name (functions.def) begins so, inputs up to one without
 * a name. */
static tauflow_status typed(tauflow *h, const char *c_name, const tauflow_input in[TYPED_INPUTS],
                            tauflow_output out)
{
    PASS(handle_enter(h));
    tauflow_status done = check_loaded(h);
    const function_kind f = h->plan.image.function;
    if (done == TAUFLOW_OK && strncmp(FUNCTION_KIND[f].call, c_name, strlen(c_name)) != 0)
        done = report_fail(&h->why, TAUFLOW_BAD_CALL, "the program computes '%s', %s",
                           FUNCTION_KIND[f].name, FUNCTION_KIND[f].title);
    size_t count = 0;
    while (count < TYPED_INPUTS && in[count].name)
        count++;
    if (done == TAUFLOW_OK)
        done = call(h, in, count, &out, 1);
    return handle_done(h, done);
}

tauflow_status tauflow_forward(tauflow *h, const double *q, const double *qd, const double *tau,
                               double *qdd)
{
    const tauflow_input in[TYPED_INPUTS] = {{"q", q}, {"qd", qd}, {"tau", tau}};
    return typed(h, "forward", in, (tauflow_output){"qdd", qdd});
}

tauflow_status tauflow_mass_matrix(tauflow *h, const double *q, double *mass)
{
    return typed(h, "mass_matrix", (const tauflow_input[TYPED_INPUTS]){{"q", q}},
                 (tauflow_output){"mass", mass});
}

tauflow_status tauflow_inverse_mass_matrix(tauflow *h, const double *q, double *minv)
{
    return typed(h, "mass_inverse", (const tauflow_input[TYPED_INPUTS]){{"q", q}},
                 (tauflow_output){"minv", minv});
}

tauflow_status tauflow_bias(tauflow *h, const double *q, const double *qd, double *tau)
{
    return typed(h, "bias", (const tauflow_input[TYPED_INPUTS]){{"q", q}, {"qd", qd}},
                 (tauflow_output){"tau", tau});
}

tauflow_status tauflow_gravity(tauflow *h, const double *q, double *tau)
{
    return typed(h, "gravity", (const tauflow_input[TYPED_INPUTS]){{"q", q}},
                 (tauflow_output){"tau", tau});
}

tauflow_status tauflow_position(tauflow *h, const double *q, double *pose)
{
    return typed(h, "position", (const tauflow_input[TYPED_INPUTS]){{"q", q}},
                 (tauflow_output){"pose", pose});
}

tauflow_status tauflow_jacobian(tauflow *h, const double *q, double *jacobian)
{
    return typed(h, "jacobian", (const tauflow_input[TYPED_INPUTS]){{"q", q}},
                 (tauflow_output){"jacobian", jacobian});
}
