/* SPDX-License-Identifier: MIT */
#include "check/check.h"

#include "base/text.h"
#include "check/check_closed.h"

#include <string.h>
#include <time.h>

static const place OWN = {.file = "own graph"};

typedef struct {
    arena *mem;
    const check_model *m;
    const ops *p, *base, *of; /* base: makes base parameters; of: is derived; or NULL */
    check_state state;
    uint64_t seed;
    check_loops *loops; /* of functions that close them */
    bool closed;        /* the state */
    uint32_t owners[WORD_OWNERS];
    check_result *out;
    diag *d;
} session;

/* ---- outputs at their places ----------------------------------------------------------------- */

static const char *owner_name(const session *s, word_owner owner, uint32_t index)
{
    switch (owner) {
    case OWNER_COORDINATE: return s->m->coordinates[index].name;
    case OWNER_FREE_BODY: return s->m->bodies[s->m->free[index]].name;
    case OWNER_FREEDOM: return check_freedom_name(s->mem, s->m, index);
    case OWNER_FRAME: return s->m->frames[index].name;
    case OWNER_ELEMENT: return s->m->elements[index].what->name;
    default: return NULL;
    }
}

/* Rows and columns belong to whom the second opinion has there, too. */
static status check_owner(const session *s, const char *output, word_owner owner, uint32_t index,
                          const char *of)
{
    if (owner == OWNER_NONE || owner == OWNER_PARAMETER)
        return STATUS_OK;
    const char *name = index < s->owners[owner] ? owner_name(s, owner, index) : "nobody";
    if (!name || (of && strcmp(name, of) == 0))
        return STATUS_OK;
    return diag_error(s->d, OWN, "output '%s' belongs to '%s', number %u, and the second opinion "
                      "has '%s' there", output, of ? of : "nobody", index, name);
}

/* How many there are of those that the robot does not count: parameters, and what closes loops. */
static void count_owners(session *s)
{
    memcpy(s->owners, s->m->owners, sizeof s->owners);
    for (uint32_t i = 0; i < s->p->outputs_count; i++) {
        const ops_output *o = &s->p->outputs[i];
        const word_array_info *a = &WORD_ARRAY[OUTPUT_KIND[o->kind].array];
        const word_owner of[2] = {a->owner, a->columns};
        const uint32_t index[2] = {o->index, o->column};
        for (int k = 0; k < 2; k++)
            if (of[k] != OWNER_NONE && s->m->owners[of[k]] == 0 && index[k] >= s->owners[of[k]])
                s->owners[of[k]] = index[k] + 1;
    }
}

static status check_names(const session *s)
{
    for (uint32_t i = 0; i < s->p->outputs_count; i++) {
        const ops_output *o = &s->p->outputs[i];
        const word_array_info *a = &WORD_ARRAY[OUTPUT_KIND[o->kind].array];
        TRY(check_owner(s, o->name, a->owner, o->index, o->of));
        TRY(check_owner(s, o->name, a->columns, o->column, o->column_of));
    }
    return STATUS_OK;
}

/* Cells of all arrays that the function has, with the graph's numbers. */
static void place_outputs(const session *s, check_judging *j, const check_value *value)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (WORD_ARRAY[k].is_result && WORD_ARRAY[k].owner != OWNER_NONE &&
            function_may_have(s->p->function, (word_array)k))
            j->cells[k] = ARENA_ARRAY(j->mem, check_cell,
                                      word_array_numbers((word_array)k, s->owners) + 1);
    for (uint32_t i = 0; i < s->p->outputs_count; i++) {
        const ops_output *o = &s->p->outputs[i];
        const word_kind *k = &OUTPUT_KIND[o->kind];
        if (!j->cells[k->array])
            continue;
        const uint32_t at = word_cell(k, o->index, o->axis, o->column, s->owners);
        j->cells[k->array][at] = (check_cell){
            .value = value[i].value, .bound = value[i].bound, .spread = value[i].spread, .of = o};
    }
}

/* ---- one state ------------------------------------------------------------------------------- */

/* What the function does not take is zero: rates of what is at rest, accelerations of what is
 * steady. */
static void leave_out(const session *s)
{
    const bool rest = !function_has(s->p->function, ARRAY_QD);
    const bool steady = !function_has(s->p->function, ARRAY_QDD);
    const check_state *of = &s->state;
    for (uint32_t c = 0; c < s->m->coordinates_count; c++) {
        if (rest)
            of->of[ARRAY_QD][c] = amount_of(0);
        if (steady)
            of->of[ARRAY_QDD][c] = amount_of(0);
    }
    for (uint32_t k = 0; k < 9 * s->m->free_count; k++)
        if ((rest && k % 9 < 3) || (steady && k % 9 >= 3 && k % 9 < 6))
            of->of[ARRAY_FREE_MOTION][k] = amount_of(0);
}

/* An array of the state, as it can be given again. */
static void tell_state(const session *s)
{
    text t = text_make(s->d->mem);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        if (s->state.count[k] == 0 || (k != ARRAY_INERTIAS &&
                                       !function_may_have(s->p->function, (word_array)k)))
            continue;
        text_printf(&t, "%s%s", t.length ? "; " : "", WORD_ARRAY[k].name);
        for (uint32_t i = 0; i < s->state.count[k]; i++)
            text_printf(&t, " %.17g", s->state.of[k][i].value.hi);
    }
    diag_note(s->d, OWN, "the state is %s", t.bytes);
}

static status tell_fault(const session *s, const check_difference *w)
{
    tell_state(s);
    return diag_error(s->d, OWN, "function '%s', output '%s': the graph has %.17g and the second "
                      "opinion %.17g, which differ by %.2g of the sum of their terms, %.3g; at "
                      "most %.2g is allowed (seed %llu; --no-check leaves this out)",
                      FUNCTION_KIND[s->p->function].name, w->what, doubled_value(w->is),
                      doubled_value(w->must), w->share, w->size,
                      w->excess > 0 ? w->share / w->excess : 0,
                      (unsigned long long)s->seed);
}

/* What the function has and its judge did not look at. */
static const char *unjudged(const session *s, const check_judging *j)
{
    for (uint32_t i = 0; i < s->p->outputs_count; i++) {
        const ops_output *o = &s->p->outputs[i];
        const word_kind *k = &OUTPUT_KIND[o->kind];
        const uint32_t at = j->cells[k->array]
                                ? word_cell(k, o->index, o->axis, o->column, s->owners) : 0;
        if (!j->cells[k->array] || !j->cells[k->array][at].judged)
            return o->name;
    }
    return NULL;
}

/* What the other graph makes of masses, centres and moments. */
static status find_base(session *s, arena *mem, check_base *out)
{
    *out = (check_base){0};
    if (!s->base)
        return STATUS_OK;
    const uint32_t count = s->base->outputs_count;
    check_value *value = ARENA_ARRAY(mem, check_value, count + 1);
    out->value = ARENA_ARRAY(mem, check_value, count + 1);
    out->name = ARENA_ARRAY(mem, const char *, count + 1);
    TRY(check_evaluate(mem, s->base, &s->state, out, value, &s->out->why_not, s->d));
    for (uint32_t i = 0; i < count; i++) {
        const ops_output *o = &s->base->outputs[i];
        if (o->kind != OUTPUT_PARAMETER || o->index >= count || out->name[o->index])
            return diag_error(s->d, OWN, "base parameters: output '%s' has no place of its own",
                              o->name);
        out->value[o->index] = value[i];
        out->name[o->index] = o->of;
    }
    out->count = count;
    return STATUS_OK;
}

static status judge_state(session *s, arena *mem, bool *told)
{
    check_base base;
    check_judging j = {.mem = mem, .m = s->m, .s = &s->state, .p = s->p,
                       .loops = s->loops, .closed = s->closed, .of = s->of, .base = &base};
    check_value *value = ARENA_ARRAY(mem, check_value, s->p->outputs_count + 1);
    memcpy(j.owners, s->owners, sizeof j.owners);
    TRY(find_base(s, mem, &base));
    TRY(check_evaluate(mem, s->p, &s->state, &base, value, &s->out->why_not, s->d));
    if (s->out->why_not)
        return STATUS_OK;
    place_outputs(s, &j, value);
    CHECK_JUDGES[s->p->function](&j);
    s->out->why_not = j.why_not;
    const char *missed = j.why_not || j.undecided ? NULL : unjudged(s, &j);
    if (missed)
        return diag_error(s->d, OWN, "function '%s': nobody judges output '%s'",
                          FUNCTION_KIND[s->p->function].name, missed);
    if (j.worst.excess > 1) /* whatever else is lost */
        return tell_fault(s, &j.worst);
    *told = !j.undecided && !j.why_not;
    if (!*told)
        return STATUS_OK;
    if (j.worst.what && (j.worst.share > s->out->worst || !s->out->worst_of)) {
        s->out->worst = j.worst.share;
        s->out->worst_of = arena_strdup(s->mem, j.worst.what);
    }
    return STATUS_OK;
}

/* Where the function closes loops every other state is closed, and the next one is that one opened.
 * False: no such state was found. */
static bool draw(session *s, uint64_t *seed)
{
    check_state_draw(&s->state, seed);
    leave_out(s);
    check_state_settle(&s->state);
    s->closed = s->loops && !s->closed;
    if (!s->loops || check_loops_draw(s->loops, s->closed, seed))
        return true;
    s->closed = false;
    return false;
}

static status judge_states(session *s, uint32_t states)
{
    enum { TRIES = 4 }; /* per state */
    uint64_t seed = s->seed;
    bool is_told = !s->loops; /* something is told of a closed state */
    for (uint32_t n = 0; n < TRIES * states && s->out->states < states && !s->out->why_not; n++) {
        arena mem = arena_make();
        bool told = false;
        const status done = draw(s, &seed) ? judge_state(s, &mem, &told) : STATUS_OK;
        arena_free(&mem);
        TRY(done);
        s->out->states += told;
        is_told = is_told || (told && s->closed);
    }
    if (!is_told && !s->out->why_not)
        s->out->why_not = "no closed state that was drawn has an answer that can be judged";
    if (s->out->states == 0 && !s->out->why_not)
        s->out->why_not = "no state that was drawn has an answer that can be judged";
    return STATUS_OK;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static status check_known(arena *mem, const robot *r, const tree_options *o, const ops *p,
                          const check_wish *w, check_result *out, diag *d)
{
    check_model m;
    check_loops loops;
    session s = {.mem = mem, .m = &m, .p = p, .base = w->base, .of = w->of,
                 .seed = w->seed, .out = out, .d = d};
    const bool closes = function_has(p->function, ARRAY_RESIDUAL);
    const uint32_t states = w->states ? w->states : CHECK_STATES;
    if (!check_model_make(mem, r, o, &m, &out->why_not))
        return STATUS_OK;
    m.derives = function_derives(p->function);
    if (closes)
        check_loops_count(mem, &m);
    count_owners(&s);
    TRY(check_names(&s));
    s.state = check_state_make(mem, &m);
    if (closes) {
        s.loops = &loops;
        check_state_settle(&s.state);
        TRY(check_loops_make(mem, &s.state, p, &loops, &out->why_not, d));
    }
    TRY(judge_states(&s, closes ? 2 * states : states));
    out->done = !out->why_not;
    return STATUS_OK;
}

status check_graph(arena *mem, const robot *r, const tree_options *o, const ops *p,
                   const check_wish *w, check_result *out, diag *d)
{
    const clock_t begin = clock();
    *out = (check_result){.allowed = CHECK_ALLOWED};
    if (ops_has_points(p))
        out->why_not = "points of fixed point were chosen before it was asked";
    const status done = out->why_not ? STATUS_OK : check_known(mem, r, o, p, w, out, d);
    out->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    return done;
}
