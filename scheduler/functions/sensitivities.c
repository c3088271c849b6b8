/* SPDX-License-Identifier: MIT */
/* Sensitivities: what the results of any function change by per change of inputs that --derive-by
 * names. The function's own equations, in their shortest forms, are differentiated.
 *
 * Where the function closes loops, one pass of Newton's method more goes before: positions of
 * dependent joints are then variables whose derivatives along the constraints are right wherever
 * the loops are closed, and everything else is of these positions. */
#include "algebra/differentiate.h"
#include "algebra/rewrite.h"
#include "base/nearest.h"
#include "functions/functions.h"
#include "functions/sensitivities.h"
#include "robot/number_names.h"
#include "robot/numbers.h"
#include "writers/base_numbers.h"

#include <stdlib.h>
#include <string.h>

/* --- what is derived by ----------------------------------------------------------------------- */

/* A number of an array of the state. */
typedef struct {
    word_array array;
    uint32_t owner, number; /* number: among those of the owner */
    const char *of, *name;
} varied;

typedef struct {
    varied *list;
    uint32_t list_count, list_capacity;
} varied_list;

static uint32_t owners_count(const tree *t, const model *m, word_owner owner)
{
    switch (owner) {
    case OWNER_COORDINATE: return t->coordinates_count;
    case OWNER_FREE_BODY: return tree_free_bodies(t);
    case OWNER_FORCE: return t->forces_count;
    case OWNER_BASE: return t->gravity_is_input;
    case OWNER_PAYLOAD: return t->payloads_count;
    case OWNER_ELEMENT: return t->elements_count;
    case OWNER_LINK: return t->parameters_count;
    case OWNER_NUMBER: return t->numbers_count;
    case OWNER_PARAMETER: return t->parameters_count ? base_numbers_count(m) : 0;
    default: return 0;
    }
}

static const char *base_name(arena *mem, const model *m, uint32_t index)
{
    for (uint32_t i = 1; i < m->count; i++)
        for (uint32_t k = 0; k < BASE_NUMBERS; k++)
            if (base_number_is_given(&m->bodies[i], k) &&
                base_number_index(&m->bodies[i], k) == index)
                return base_number_name(mem, &m->bodies[i], k);
    return "";
}

static const char *owner_name(arena *mem, const tree *t, const model *m, word_owner owner,
                              uint32_t index)
{
    switch (owner) {
    case OWNER_COORDINATE: return t->coordinates[index].name;
    case OWNER_FREE_BODY: return t->bodies[tree_free_body(t, index)].name;
    case OWNER_FORCE: return t->forces[index].link;
    case OWNER_PAYLOAD: return t->payloads[index].link;
    case OWNER_ELEMENT: return t->elements[index].what.name;
    case OWNER_LINK: return t->parameters[index].on.link;
    case OWNER_NUMBER: return t->numbers[index].name;
    case OWNER_PARAMETER: return base_name(mem, m, index);
    default: return "gravity";
    }
}

/* Imposed accelerations are those of some joints. */
static bool is_read(const tree *t, word_array array, uint32_t owner)
{
    return array != ARRAY_IMPOSED || t->coordinates[owner].driven;
}

/* All numbers of the state that the function takes of this robot, array by array. */
static varied_list candidates(arena *mem, const tree *t)
{
    varied_list out = {0};
    model m;
    model_build(mem, t, &m);
    for (uint32_t a = 0; a < WORD_ARRAYS; a++) {
        const word_array_info *info = &WORD_ARRAY[a];
        if (info->is_result || !function_may_have(t->derive.of, (word_array)a))
            continue;
        for (uint32_t i = 0; i < owners_count(t, &m, info->owner); i++)
            for (uint32_t k = 0; k < info->numbers && is_read(t, (word_array)a, i); k++) {
                const char *of = owner_name(mem, t, &m, info->owner, i);
                *ARENA_PUSH(mem, &out, list) = (varied){
                    (word_array)a, i, k, of, number_name(mem, (word_array)a, of, k, NULL)};
            }
    }
    return out;
}

/* ARRAY, ARRAY[OWNER], ARRAY[OWNER.K], ARRAY[NUMBER from 0]; a joint alone is its position. */
static bool is_named(arena *mem, const varied *v, const char *name)
{
    const word_array_info *a = &WORD_ARRAY[v->array];
    const uint32_t number = v->owner * a->numbers + v->number;
    const char *by_number = arena_printf(mem, "%s[%u]", a->name, number);
    return strcmp(name, a->name) == 0 || strcmp(name, v->name) == 0 ||
           strcmp(name, by_number) == 0 ||
           strcmp(name, arena_printf(mem, "%s[%s]", a->name, v->of)) == 0 ||
           (v->array == ARRAY_Q && strcmp(name, v->of) == 0);
}

static bool is_known(const varied_list *list, const varied *v)
{
    for (uint32_t i = 0; i < list->list_count; i++)
        if (strcmp(list->list[i].name, v->name) == 0)
            return true;
    return false;
}

static status unknown_name(const tree *t, const varied_list *all, const char *name, diag *d)
{
    const char **known = ARENA_ARRAY(d->mem, const char *, 2 * all->list_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->list_count; i++)
        if (!i || all->list[i].array != all->list[i - 1].array)
            known[count++] = WORD_ARRAY[all->list[i].array].name;
    for (uint32_t i = 0; i < all->list_count; i++)
        known[count++] = text_shown(d->mem, all->list[i].name);
    return diag_error(d, (place){0}, "--derive-by: function '%s' of robot '%s' has no input '%s'%s",
                      FUNCTION_KIND[t->derive.of].name, text_shown(d->mem, t->name),
                      text_shown(d->mem, name),
                      nearest_told(d->mem, name, "inputs", known, count));
}

static status add_name(arena *mem, const tree *t, const varied_list *all, const char *name,
                       varied_list *out, diag *d)
{
    bool found = false;
    for (uint32_t i = 0; i < all->list_count; i++) {
        const varied *v = &all->list[i];
        if (!is_named(mem, v, name))
            continue;
        found = true;
        if (!is_known(out, v))
            *ARENA_PUSH(mem, out, list) = *v;
    }
    return found ? STATUS_OK : unknown_name(t, all, name, d);
}

/* In the order in which they are named. */
static status find_varied(arena *mem, const tree *t, varied_list *out, diag *d)
{
    const varied_list all = candidates(mem, t);
    *out = (varied_list){0};
    for (uint32_t i = 0; i < t->derive.by_count; i++)
        for (const char *at = t->derive.by[i], *end; at; at = *end ? end + 1 : NULL) {
            end = at + strcspn(at, ",");
            TRY(add_name(mem, t, &all, arena_strndup(mem, at, (size_t)(end - at)), out, d));
        }
    return STATUS_OK;
}

static parameter parameter_of(arena *mem, const varied *v, const signals *s, net *n)
{
    parameter p = {0};
    if (v->array == ARRAY_Q)
        return parameter_position(mem, s, n, v->owner);
    for (uint32_t i = 0; i < s->list_count; i++) {
        const signal *x = &s->list[i];
        const word_kind *k = &INPUT_KIND[x->kind];
        if (k->array == v->array && x->index == v->owner &&
            k->offset + (k->is_vector ? x->axis : 0) == v->number)
            *ARENA_PUSH(mem, &p, seeds) = (input_slope){x->symbol, poly_number(n, 1)};
    }
    return p;
}

/* --- what is derived -------------------------------------------------------------------------- */

/* What tells whether there is an answer is not derived. */
static bool is_derived(const result *r)
{
    static const word_array TELLS[] = {ARRAY_PIVOT, ARRAY_PIVOT_WHOLE, ARRAY_RESIDUAL,
                                       ARRAY_LEFT_OUT};
    for (size_t i = 0; i < sizeof TELLS / sizeof *TELLS; i++)
        if (OUTPUT_KIND[r->kind].array == TELLS[i])
            return false;
    return true;
}

/* That stays a result, and positions of dependent joints do, from which loops are closed. */
static bool stays(const result *r)
{
    return !is_derived(r) || OUTPUT_KIND[r->kind].array == ARRAY_CLOSED_Q;
}

static int in_order(const void *a, const void *b)
{
    const result *x = a, *y = b;
    const word_kind *k = &OUTPUT_KIND[x->kind], *m = &OUTPUT_KIND[y->kind];
    if (k->array != m->array)
        return k->array < m->array ? -1 : 1;
    const uint32_t i = word_number(k, x->index, x->axis), j = word_number(m, y->index, y->axis);
    if (i != j)
        return i < j ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

/* Those that are derived, array by array, row by row; returns how many. */
static uint32_t take_results(signals *s, result *derived)
{
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < s->results_count; i++) {
        const result r = s->results[i];
        if (is_derived(&r))
            derived[count++] = r;
        if (stays(&r))
            s->results[kept++] = r;
    }
    s->results_count = kept;
    if (count)
        qsort(derived, count, sizeof *derived, in_order);
    return count;
}

static const char *row_name(arena *mem, const result *r)
{
    const word_kind *k = &OUTPUT_KIND[r->kind];
    return number_name(mem, k->array, r->of, k->offset + (k->is_vector ? r->axis : 0),
                       r->column_of);
}

/* Results that are outputs of n give way to their derivatives. */
static void differentiate(arena *mem, const tree *t, elimination how, signals *s, net *n)
{
    diag unsaid = diag_make(mem); /* check has told what is wrong */
    varied_list by;
    (void)find_varied(s->mem, t, &by, &unsaid);
    result *derived = ARENA_ARRAY(mem, result, s->results_count + 1);
    const uint32_t rows = take_results(s, derived), columns = by.list_count;
    parameter *parameters = ARENA_ARRAY(mem, parameter, columns + 1);
    sym *results = ARENA_ARRAY(mem, sym, rows + 1);
    poly *partial = ARENA_ARRAY(mem, poly, (size_t)rows * columns + 1);
    for (uint32_t c = 0; c < columns; c++)
        parameters[c] = parameter_of(mem, &by.list[c], s, n);
    for (uint32_t r = 0; r < rows; r++)
        results[r] = derived[r].symbol;
    net_differentiate(n, results, rows, parameters, columns, how, partial);
    for (uint32_t r = 0; r < rows; r++) {
        n->symbols[results[r]].is_output = stays(&derived[r]);
        n->symbols[results[r]].uses -= !stays(&derived[r]);
    }
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            signals_entry(s, n, OUTPUT_SENSITIVITY, row_name(s->mem, &derived[r]), r, 0,
                          by.list[c].name, c, partial[(size_t)r * columns + c]);
    net_sweep(n);
}

/* --- producers -------------------------------------------------------------------------------- */

const tree *sensitivities_tree(arena *mem, const tree *t)
{
    tree *own = ARENA_ARRAY(mem, tree, 1);
    *own = *t;
    if (function_has(t->derive.of, ARRAY_CLOSED_Q))
        own->newton_passes = (t->newton_passes ? t->newton_passes : 1) + 1;
    return own;
}

static void write_plain(arena *mem, const tree *t, signals *s, net *n)
{
    s->t = sensitivities_tree(s->mem, t);
    PRODUCERS[t->derive.of]->write(mem, s->t, s, n);
    differentiate(mem, t, ELIMINATE_FORWARD, s, n);
}

/* Words of their own, to be changed. */
static signals words_copy(arena *mem, const signals *of)
{
    signals out = *of;
    out.list = ARENA_ARRAY(mem, signal, of->list_count + 1);
    out.results = ARENA_ARRAY(mem, result, of->results_count + 1);
    out.list_capacity = of->list_count;
    out.results_capacity = of->results_count;
    for (uint32_t i = 0; i < of->list_count; i++)
        out.list[i] = of->list[i];
    for (uint32_t i = 0; i < of->results_count; i++)
        out.results[i] = of->results[i];
    return out;
}

static void write_shared(arena *mem, const tree *t, elimination how, const equations *from,
                         equations *e, const char *name)
{
    signals words = words_copy(mem, &from->words);
    net n = net_copy(&from->graph, mem);
    signals_rebind(&words, &n);
    differentiate(mem, t, how, &words, &n);
    net_share_proved(&n);
    equations_weigh(mem, e, name, &n, &words);
}

/* Of large equations the way that follows fewer numbers, of others the cheapest of all. */
static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    enum { MOST_OPERATIONS = 4000 };
    const tree *of = sensitivities_tree(mem, t);
    const producer *p = PRODUCERS[t->derive.of];
    equations_options own = *o;
    equations from = {.robot = e->robot, .function = t->derive.of};
    own.function = t->derive.of;
    from.words = (signals){.mem = mem, .t = of};
    if (p->choose_forms) {
        p->choose_forms(mem, of, &own, &from);
    } else {
        from.graph = net_make(mem);
        p->write(mem, of, &from.words, &from.graph);
    }
    write_shared(mem, t, ELIMINATE_FORWARD, &from, e, "derived from the inputs");
    if (net_cost_sum(net_count(&from.graph)) <= MOST_OPERATIONS) {
        write_shared(mem, t, ELIMINATE_REVERSE, &from, e, "derived from the results");
        write_shared(mem, t, ELIMINATE_CHEAPEST, &from, e, "derived, cheapest first");
    }
    equations_record(mem, e, "results differentiated", &e->graph);
}

static status check_closed(const tree *t, diag *d)
{
    if (!function_has(t->derive.of, ARRAY_CLOSED_Q))
        return diag_error(d, (place){0}, "--derive-by: function '%s' has no sensitivities, for it "
                          "takes positions of dependent joints as they are: closed-forces has",
                          FUNCTION_KIND[t->derive.of].name);
    for (uint32_t i = 0; i < t->cuts_count; i++)
        if (t->cuts[i].what.kind == CUT_USER)
            return diag_error(d, t->cuts[i].what.at,
                              "constraint '%s' is the user's own and has no second derivatives: "
                              "functions that close loops with it have no sensitivities",
                              text_shown(d->mem, t->cuts[i].what.name));
    return tree_check_holonomic(t, "a function of sensitivities", d);
}

static status check(const tree *t, diag *d)
{
    if (!t->derive.by_count)
        return diag_error(d, (place){0}, "sensitivities are those of another function: "
                          "--function NAME --derive-by INPUT,...");
    if (function_has(t->derive.of, ARRAY_RESIDUAL))
        TRY(check_closed(t, d));
    TRY(equations_check_tree(t, t->derive.of, d));
    arena mem = arena_make();
    varied_list by;
    const status done = find_varied(&mem, t, &by, d);
    arena_free(&mem);
    return done;
}

const producer PRODUCER_SENSITIVITIES = {
    .write = write_plain, .choose_forms = choose_forms, .check = check};
const producer PRODUCER_CLOSED_SENSITIVITIES = {
    .write = write_plain, .choose_forms = choose_forms, .check = check};
