/* SPDX-License-Identifier: MIT */
/* From a tree to the smallest equations we know: forms, shared parts, search. */
#include "algebra/anneal.h"
#include "algebra/identity.h"
#include "algebra/rewrite.h"
#include "functions/equations_parts.h"
#include "functions/functions.h"
#include "writers/laws.h"

#include "base/field.h"
#include "base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

equations_options equations_options_default(void)
{
    equations_options o = {.form = FORMALISM_DEFAULT, .effort = 2, .seed = 1};
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        o.cycles.of[k] = 1;
    return o;
}

effort_budget effort_budget_of(uint32_t effort, uint32_t operations)
{
    static const effort_budget budget[] = {
        {0, 0}, {100000, 0}, {1000000, 60000}, {30000000, 3000000}};
    effort_budget b = budget[effort < 3 ? effort : 3];
    if (operations > 10000 && effort < 3) /* large: what the recursion gives must do */
        b = (effort_budget){0, 0};
    return b;
}

void equations_record(arena *mem, equations *e, const char *name, const net *n)
{
    net_cost c = net_count(n);
    *ARENA_PUSH(mem, e, passes) = (equations_pass){name, c.mul, c.add, c.other};
}

void equations_weigh(arena *mem, equations *e, const char *name, const net *n,
                     const signals *words)
{
    net_cost c = net_count(n);
    equations_scheme *taken = NULL;
    for (uint32_t i = 0; i < e->schemes_count; i++)
        taken = e->schemes[i].taken ? &e->schemes[i] : taken;
    bool is_best = !taken || net_cost_sum(c) < equations_scheme_sum(taken);
    if (is_best) {
        if (taken)
            taken->taken = false;
        e->graph = *n;
        e->words = *words;
    }
    *ARENA_PUSH(mem, e, schemes) = (equations_scheme){name, c.mul, c.add, c.other, is_best};
}

const equations_scheme *equations_schemes(const equations *e, uint32_t *count)
{
    *count = e->schemes_count;
    return e->schemes;
}

/* --- the smallest --------------------------------------------------------------------------- */

static void build_classic(arena *mem, const tree *t, equations *e)
{
    e->words = (signals){.mem = mem, .t = t};
    net n = net_make(mem);
    PRODUCERS[e->function]->write(mem, t, &e->words, &n);
    equations_record(mem, e, "recursion, 0 and 1 rules, dead equations", &n);
    net_share_proved(&n);
    e->graph = n;
    equations_record(mem, e, "common factors and subexpressions", &e->graph);
}

/* Forms of inverse dynamics leave little to find: in the nets of arms up to this size it is found
 * in the first five hundred of 60,000 steps, or not at all: of 20 cases (four arms, seeds, gravity)
 * one lost an operation, the puma without gravity 225 to 226. Larger nets, and those of other
 * functions, gain up to the last step. */
enum { FEW_OPERATIONS = 300 };

/* Of arms of any size nothing was found after a quarter of the steps without gain (kinova, iiwa,
 * z1). With branches there was: a1 543 operations and not 548, stewart 338 and not 341. */
static bool is_arm(const tree *t)
{
    for (uint32_t i = 1; i < t->bodies_count; i++)
        if (t->bodies[i].parent + 1 != i)
            return false;
    return true;
}

static void build_default(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    const producer *p = PRODUCERS[e->function];
    if (p->choose_forms)
        p->choose_forms(mem, t, o, e);
    else
        build_classic(mem, t, e);
    net_cost c = net_count(&e->graph);
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(c));
    if (!b.steps)
        return;
    /* nets with many outputs have more to lose: they want it colder */
    const bool is_id = e->function == FUNCTION_ID;
    anneal_options search = {.seed = o->seed, .steps = b.steps, .hot = is_id ? 0.3 : 0.2,
                             .cold = 0.1, .goal = {0}, .life = o->life};
    if (is_id && net_cost_sum(c) <= FEW_OPERATIONS)
        search.patience = b.steps / 8;
    else if (is_id && is_arm(t))
        search.patience = b.steps / 4;
    progress_search(o->life, "search for fewer operations");
    e->graph = anneal(mem, &e->graph, &search);
    progress_end(o->life);
    equations_record(mem, e, "expansion and search", &e->graph);
}

/* --- finishing ------------------------------------------------------------------------------ */

static int signal_compare(const void *a, const void *b)
{
    const signal *x = a, *y = b;
    bool x_vector = !word_is_of_joint(&INPUT_KIND[x->kind]);
    bool y_vector = !word_is_of_joint(&INPUT_KIND[y->kind]);
    if (x_vector != y_vector)
        return x_vector ? 1 : -1;
    if (x_vector && x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->axis != y->axis      ? (x->axis < y->axis ? -1 : 1)
           : x->symbol < y->symbol ? -1
                                   : x->symbol > y->symbol;
}

/* Every symbol gets a name that no other has; the first to claim one keeps it, inputs before
 * all. */
static void name_variables(arena *mem, equations *e)
{
    name_table taken = names_make(mem);
    for (sym s = 0; s < e->graph.symbols_count; s++) {
        const symbol *v = &e->graph.symbols[s];
        if (v->kind == SYM_INPUT || v->is_output)
            names_add(&taken, v->name, strlen(v->name), s);
    }
    uint32_t temporaries = 0;
    for (sym s = 0; s < e->graph.symbols_count; s++) {
        symbol *v = &e->graph.symbols[s];
        if (v->kind == SYM_FREE || v->kind == SYM_INPUT || v->is_output)
            continue;
        const char *wish = v->name ? v->name : arena_printf(mem, "t%u", ++temporaries);
        const char *name = wish;
        for (uint32_t k = 2; !names_add(&taken, name, strlen(name), s); k++)
            name = v->name ? arena_printf(mem, "%s_%u", wish, k)
                           : arena_printf(mem, "t%u", ++temporaries);
        v->name = name;
    }
}

void equations_finish(arena *mem, const equations_options *o, equations *e)
{
    e->cycles = o->cycles;
    identity_claim *claim = identity_before(&e->graph);
    e->graph = net_copy(&e->graph, mem);
    identity_after(claim, IDENTITY_FINISH, &e->graph);
    signals_rebind(&e->words, &e->graph);
    if (e->words.list_count)
        qsort(e->words.list, e->words.list_count, sizeof(signal), signal_compare);
    name_variables(mem, e);
    e->order_count = net_order(&e->graph, mem, &e->order);
}

equations *equations_smallest(arena *mem, const tree *t, const equations_options *o)
{
    equations *e = ARENA_ARRAY(mem, equations, 1);
    e->robot = t->name;
    e->function = o->function;
    if (o->form == FORMALISM_CLASSIC)
        build_classic(mem, t, e);
    else
        build_default(mem, t, o, e);
    return e;
}

static status has_frames(const tree *t, function_kind function, diag *d)
{
    if (t->frames_count || !function_has_owner(function, OWNER_FRAME))
        return STATUS_OK;
    return diag_error(d, (place){0}, "function '%s' needs a frame: --frame LINK",
                      FUNCTION_KIND[function].name);
}

static bool has_any(function_kind f, const word_array *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (function_has(f, list[i]))
            return true;
    return false;
}

/* Gravity and loads that come with the state concern every function of forces; one that does not
 * take them must not be made as if there were none. */
static status takes_inputs(const tree *t, function_kind f, diag *d)
{
    static const word_array RESULTS[] = {ARRAY_TAU, ARRAY_REDUCED, ARRAY_ACCELERATION, ARRAY_TAU_Q,
                                         ARRAY_QDD_Q, ARRAY_QDD_QD, ARRAY_REGRESSOR,
                                         /* and of loads alone: */
                                         ARRAY_TAU_QD, ARRAY_MASS, ARRAY_MINV};
    enum { ALL = sizeof RESULTS / sizeof *RESULTS, OF_GRAVITY = ALL - 3 };
    const char *name = FUNCTION_KIND[f].name;
    if (t->gravity_is_input && !function_has(f, ARRAY_GRAVITY) && has_any(f, RESULTS, OF_GRAVITY))
        return diag_error(d, (place){0}, "--gravity input: function '%s' takes numbers only", name);
    if (t->payloads_count && !function_has(f, ARRAY_PAYLOADS) && has_any(f, RESULTS, ALL))
        return diag_error(d, (place){0}, "--payload %s: function '%s' takes numbers only: "
                          "LINK=MASS,...", t->payloads[0].link, name);
    if (t->parameters_count && !function_has(f, ARRAY_BASE_PARAMETERS) && has_any(f, RESULTS, ALL))
        return diag_error(d, (place){0}, "--parameters %s: function '%s' takes numbers only",
                          t->parameters[0].on.link, name);
    if (t->numbers_count && !function_has(f, ARRAY_NUMBERS) && has_any(f, RESULTS, ALL - 2))
        return diag_error(d, (place){0}, "--parameters %s: function '%s' takes numbers only",
                          t->numbers[0].name, name);
    if (t->elements_count && !function_has(f, ARRAY_ELEMENT_FORCES) && has_any(f, RESULTS, ALL - 2))
      return diag_error(d, t->elements[0].what.at,
                        "element '%s': function '%s' knows no elements",
                        t->elements[0].what.name, name);
    return STATUS_OK;
}

/* A call tells its derivatives, and not theirs. */
static status has_slopes(const tree *t, function_kind f, diag *d)
{
    const uint32_t k = tree_called_law(t);
    const bool twice = function_derives_twice(f) || (t->laws_are_lines &&
                                                     function_has(f, ARRAY_SENSITIVITIES) &&
                                                     function_derives(t->derive.of));
    if (k == t->elements_count || !twice)
        return STATUS_OK;
    return diag_error(d, t->elements[k].what.at, "%s, which tells its first derivatives: function "
                      "'%s' needs second ones", element_call_told(d->mem, &t->elements[k].what),
                      FUNCTION_KIND[f].name);
}

/* Functions that take no rate for the derivative of a position. */
static status takes_balls(const tree *t, function_kind f, diag *d)
{
    static const bool TAKES[FUNCTIONS] = {
        [FUNCTION_ID] = true, [FUNCTION_GRAVITY] = true, [FUNCTION_BIAS] = true,
        [FUNCTION_MASS] = true, [FUNCTION_MASS_AND_BIAS] = true, [FUNCTION_POSITION] = true,
        [FUNCTION_VELOCITY] = true, [FUNCTION_ACCELERATION] = true, [FUNCTION_JACOBIAN] = true,
        [FUNCTION_FD] = true, [FUNCTION_ABA] = true, [FUNCTION_MINV] = true,
        [FUNCTION_ELEMENTS] = true};
    return TAKES[f] ? STATUS_OK
                    : tree_check_hinges(t, arena_printf(d->mem, "function '%s'",
                                                        FUNCTION_KIND[f].name), d);
}

status equations_check_tree(const tree *t, function_kind function, diag *d)
{
    const producer *p = PRODUCERS[function];
    TRY(has_frames(t, function, d));
    TRY(takes_inputs(t, function, d));
    TRY(laws_check(t, d));
    TRY(takes_balls(t, function, d));
    TRY(has_slopes(t, function, d));
    if (function_has(function, ARRAY_ELEMENT_STATES) && !t->elements_count)
        return diag_error(d, (place){0}, "robot '%s' has no element: see --element", t->name);
    return p->check ? p->check(t, d) : STATUS_OK;
}

status equations_build(arena *mem, const tree *t, const equations_options *options, equations **out,
                       diag *d)
{
    TRY(equations_check_tree(t, options->function, d));
    if (options->shortest) {
        equations_front front;
        TRY(equations_build_front(mem, t, options, &front, d));
        *out = front.list[front.shortest];
        return STATUS_OK;
    }
    *out = equations_smallest(mem, t, options);
    equations_finish(mem, options, *out);
    TRY(identity_check(&(*out)->graph, d));
    return equations_check_pivots(t, *out, d);
}

const equations_pass *equations_passes(const equations *e, uint32_t *count)
{
    *count = e->passes_count;
    return e->passes;
}

equations_proof equations_proof_of(const equations *e)
{
    const net_proof *p = &e->graph.proof;
    return (equations_proof){.prime = FIELD_P, .passes = p->passes, .points = p->points,
                             .chance_log2 = p->error_log2 + log2(p->passes ? p->passes : 1),
                             .roundings = p->roundings, .rounded = p->rounded};
}

/* --- text ----------------------------------------------------------------------------------- */

static void print_term(const equations *e, const term *t, bool first, text *out)
{
    const net *n = &e->graph;
    text_add(out, t->negative ? (first ? "-" : " - ") : first ? "" : " + ");
    bool more = false;
    if (t->constant || !t->count) {
        text_add_number(out, n->constants[t->constant]);
        more = true;
    }
    for (uint32_t k = 0; k < t->count; k++, more = true)
        text_printf(out, "%s%s", more ? "*" : "", n->symbols[t->factor[k]].name);
}

static void print_call(const equations *e, const symbol *v, text *out)
{
    text_printf(out, "%s(", CALL_KIND[v->call].word);
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        text_printf(out, "%s%s", k ? ", " : "", e->graph.symbols[v->argument[k]].name);
    text_add(out, ")\n");
}

void equations_print(const equations *e, text *out)
{
    const net *n = &e->graph;
    net_cost c = net_count(n);
    text_printf(out, "tauflow-eqn 1\nrobot ");
    text_add_json_string(out, e->robot);
    if (e->function != FUNCTION_ID) /* which goes without saying */
        text_printf(out, "\nfunction %s", FUNCTION_KIND[e->function].name);
    /* The operations are counted after lowering, which has the last word on doublings and signs. */
    text_printf(out, "\n# %u mul, %u add", c.mul, c.add);
    if (c.other)
        text_printf(out, ", %u other", c.other);
    text_add(out, " as written; the .ops may have x + x for 2*x and one sub more for a sign\n");
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_PARAMETER) {
            text_printf(out, "parameter %s = ", n->symbols[s].name);
            text_add_number(out, n->symbols[s].value);
            text_add(out, "\n");
        }
    for (uint32_t i = 0; i < e->order_count; i++) {
        const symbol *v = &n->symbols[e->order[i]];
        text_printf(out, "%s%s = ", v->is_output ? "output " : "", v->name);
        if (v->kind == SYM_CALL) {
            print_call(e, v, out);
            continue;
        }
        for (uint32_t t = 0; t < v->terms_count; t++)
            print_term(e, &v->terms[t], t == 0, out);
        text_add(out, v->terms_count ? "\n" : "0\n");
    }
}
