/* SPDX-License-Identifier: MIT */
/* Options of the equations, and of the searches that shorten them. */
#include "base/nearest.h"
#include "commands/circuit_settings.h"
#include "commands/equations_options.h"
#include "robot/numbers.h"

#include <string.h>

typedef enum { TRIG_HOST, TRIG_CORE } trig_choice;

#define FUNCTION(id, name, title, call, results, about, judge, arrays) "|" name
static const char FUNCTION_NAMES[] =
#include "machine/functions.def"
    ;
#undef FUNCTION

static const option_row EQUATIONS_ROWS[] = {
    {"function", ARG_TEXT, STORED_IN(equations, function), "NAME", .usual = true,
     .words = FUNCTION_NAMES + 1,
     .standard = "id, inverse dynamics; of a .ops file what it says",
     .about = "what is computed; 'tauflow info --functions' lists all",
     .counts = COUNTS_NEVER /* keys have it in other words */},
    {"derive-by", ARG_LIST, STORED_IN(equations, derive_by), "INPUT,...",
     .about = "what is computed are derivatives of the function's results by these inputs: arrays "
              "(q, qd, gravity ...), numbers of them (qd[JOINT], tau[0]) or joints, which are "
              "their positions; repeatable"},
    {"frame", ARG_LIST, STORED_IN(equations, frames), "LINK[:x,y,z]",
     .standard = "every moving link without children",
     .about = "where functions of frames look: at this link, or at a point of it, in m, in its "
              "axes; several between commas; repeatable"},
    {"formalism", ARG_CHOICE, STORED(passes.equations.form), "classic|default",
     .standard = "", .about = "how equations are written. default: with the fewest operations; "
                               "classic: with parameters as symbols"},
    {"sums", ARG_CHOICE, STORED(passes.sums), "cascade|balanced",
     .about = "the shape of long sums; balanced ones shorten the critical path"},
    {"trig", ARG_CHOICE, STORED_IN(equations, trig), "host|core",
     .about = "who computes sines and cosines. host: they come in with the state; core: q, qd and "
              "qdd are all that comes in. In fixed point only circuits (--circuit) can compute "
              "them"},
    {"plain-angles", ARG_FLAG, STORED(passes.plain_angles), NULL,
     .about = "let the sines and cosines that come in be those of q without a joint's offset; the "
              "core then rotates them, by up to six operations per joint"},
    {"no-check", ARG_FLAG, STORED(passes.no_check), NULL,
     .about = "do without the second opinion: by default every output of the operations is "
              "compared in random states with a recursion that knows nothing of the equations, and "
              "an error ends the command where they differ",
     .counts = COUNTS_NEVER /* it is of a graph and its schedule when both are there */},
};

static const option_row SEARCH_ROWS[] = {
    {"effort", ARG_COUNT, STORED(passes.equations.effort), "N",
     .about = "how long to search for fewer operations: 0 not at all .. 3 long"},
    {"time", ARG_NUMBER, STORED(life.limit_s), "SECONDS", .standard = "no limit",
     .about = "end all searches after so many seconds, with the best that was found until then: "
              "the result then depends on how fast the computer is",
     .counts = COUNTS_NEVER /* a search that was ended early is not kept */},
    {"seed", ARG_SEED, STORED(passes.equations.seed), "N",
     .about = "where random numbers of searches and states begin"},
    {"no-cache", ARG_FLAG, STORED(no_cache), NULL,
     .about = "search anew: take no result that is kept ('tauflow cache'), and keep none",
     .counts = COUNTS_NEVER},
};
const option_table SEARCH_TABLE = {OPTION_TABLE("search", "search", SEARCH_ROWS)};

static status check_search(const settings *s, diag *d)
{
    if (s->passes.equations.effort > 3)
        return diag_error(d, (place){0},
                          "bad value '%u' of option --effort: 0, 1, 2 or 3 expected",
                          s->passes.equations.effort);
    if (!(s->life.limit_s >= 0))
        return diag_error(d, (place){0},
                          "bad value '%g' of option --time: seconds expected, 0 for no limit",
                          s->life.limit_s);
    return STATUS_OK;
}

static status unknown_function(const char *name, diag *d)
{
    const char *names[FUNCTIONS];
    text known = text_make(d->mem);
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        names[k] = FUNCTION_KIND[k].name;
        text_printf(&known, "%s%s", k ? ", " : "", names[k]);
    }
    const char *near = nearest_word(name, names, FUNCTIONS);
    if (near)
        return diag_error(d, (place){0}, "unknown function '%s' (did you mean '%s'?)",
                          text_shown(d->mem, name), near);
    return diag_error(d, (place){0}, "unknown function '%s' (known: %s)", text_shown(d->mem, name),
                      known.bytes);
}

static bool names_function(const struct equations_settings *e, function_kind function)
{
    for (uint32_t i = 0; i < e->functions_count; i++)
        if (e->functions[i] == function)
            return true;
    return false;
}

static status add_function(struct equations_settings *e, const char *name, diag *d)
{
    const function_kind function = function_find(name);
    if (function == FUNCTIONS)
        return unknown_function(name, d);
    if (names_function(e, function))
        return diag_error(d, (place){0}, "--function names '%s' twice", name);
    e->functions[e->functions_count++] = function;
    return STATUS_OK;
}

/* One function, or of `compile` a list of them. */
static status take_functions(struct equations_settings *e, passes_settings *p, diag *d)
{
    e->functions_count = 0;
    p->function_given = e->function || e->function_list;
    if (e->function)
        TRY(add_function(e, e->function, d));
    for (const char *at = e->function_list, *end; at; at = *end ? end + 1 : NULL) {
        end = at + strcspn(at, ",");
        TRY(add_function(e, arena_strndup(d->mem, at, (size_t)(end - at)), d));
    }
    if (!p->function_given)
        e->functions[e->functions_count++] = p->equations.function;
    p->equations.function = e->functions[0];
    return STATUS_OK;
}

static bool have_owner(const struct equations_settings *e, word_owner owner)
{
    for (uint32_t i = 0; i < e->functions_count; i++)
        if (function_has_owner(e->functions[i], owner))
            return true;
    return false;
}

/* With --derive-by another function is computed, which derives the one that was named. */
static status take_derivation(struct equations_settings *e, passes_settings *p, diag *d)
{
    const function_kind of = p->equations.function;
    if (!e->derive_by.items_count)
        return STATUS_OK;
    if (e->functions_count > 1)
        return diag_error(d, (place){0}, "--derive-by takes one function at a time, and --function "
                          "names %u", e->functions_count);
    if (function_has(of, ARRAY_SENSITIVITIES))
        return diag_error(d, (place){0}, "--derive-by: name the function that is derived, not '%s'",
                          FUNCTION_KIND[of].name);
    p->tree.derive = (derive_wish){of, e->derive_by.items, e->derive_by.items_count};
    p->equations.function = e->functions[0] = function_has(of, ARRAY_RESIDUAL)
                                                  ? FUNCTION_CLOSED_SENSITIVITIES
                                                  : FUNCTION_SENSITIVITIES;
    return STATUS_OK;
}

/* Frames are of the functions that have results of them; the others leave them alone, and a note
 * says so. */
static status take_frames(const struct equations_settings *e, passes_settings *p, diag *d)
{
    const arg_list *given = &e->frames;
    bool has_frames = e->all_functions || have_owner(e, OWNER_FRAME);
    frame_wishes wishes = {0};
    for (uint32_t i = 0; i < given->items_count; i++)
        TRY(frames_read(d->mem, given->items[i], &wishes, d));
    if (given->items_count && !has_frames)
        diag_note(d, (place){0}, "--frame has no effect on function '%s'",
                  FUNCTION_KIND[p->equations.function].name);
    p->tree.frames = wishes.items;
    p->tree.frames_count = has_frames ? wishes.items_count : 0;
    p->tree.tips = has_frames;
    return STATUS_OK;
}

static status take_equations(settings *s, diag *d)
{
    passes_settings *p = &s->passes;
    TRY(check_search(s, d));
    TRY(take_functions(s->equations, p, d));
    TRY(take_frames(s->equations, p, d));
    TRY(take_derivation(s->equations, p, d));
    p->equations.life = &s->life;
    p->compute_angles = s->equations->trig == TRIG_CORE;
    p->fixed_angles = s->circuit->wanted;
    return STATUS_OK;
}

const option_table EQUATIONS_TABLE = {OPTION_TABLE("equations", "equations", EQUATIONS_ROWS),
                                      OPTION_PART(equations), .take = take_equations};
