/* SPDX-License-Identifier: MIT */
#include "cache/kept.h"

#include "cache/same_values.h"
#include "functions/equations_parts.h"
#include "functions/net_text.h"
#include "operations/lower.h"
#include "writers/forward.h"

#include <string.h>

/* ---- keys ------------------------------------------------------------------------------------ */

/* By the plain recursion: fewest assumptions, no search. NULL: it has none. */
static const equations *plain_equations(arena *mem, const tree *t, function_kind function)
{
    diag unsaid = diag_make(mem);
    equations *e;
    equations_options o = equations_options_default();
    o.function = function;
    o.form = FORMALISM_CLASSIC;
    o.effort = 0;
    return equations_build(mem, t, &o, &e, &unsaid) == STATUS_OK ? e : NULL;
}

/* Operations of a text's equations; nobody has asked for them in numbers of a format yet. */
static bool plain_operations(arena *mem, const equations *e, ops *p)
{
    diag unsaid = diag_make(mem);
    return ops_lower(mem, e, SUMS_BALANCED, p, &unsaid) == STATUS_OK;
}

static bool has_matrix(function_kind function)
{
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        if (function_has(function, OUTPUT_KIND[k].array) && word_has_column(&OUTPUT_KIND[k]))
            return true;
    return false;
}

/* Of large robots with much to compute little is searched for, and the recursion takes as long. */
static bool is_worth_keeping(const tree *t, const equations_options *o)
{
    enum { MOST_BODIES = 200, MOST_ENTRIES = 1000 };
    const uint32_t bodies = t->bodies_count;
    if (o->form != FORMALISM_DEFAULT || !o->effort || bodies > MOST_BODIES)
        return false;
    const bool each = t->cuts_count || has_matrix(o->function);
    return !each || bodies * tree_freedoms(t) <= MOST_ENTRIES;
}

/* The key is that of the plain equations, too, with all their numbers and words: robots, or
 * settings, that differ in anything that forces depend on have different keys. */
static void key_of_tree(arena *mem, const char *what, option_set set, const tree *t,
                        const equations_options *o, text *all, kept_result *k)
{
    ops p;
    k->t = t;
    k->life = o->life;
    k->plain = plain_equations(mem, t, o->function);
    if (!k->plain || !plain_operations(mem, k->plain, &p)) {
        k->in = NULL;
        return;
    }
    *all = key_begin(mem, k->in, set, what);
    key_add_equations(o, all);
    text_printf(all, "plain angles %d\n", t->plain_angles);
    key_add_graph(&p, all);
}

kept_result kept_equations(arena *mem, cache *in, const tree *t, const equations_options *o)
{
    kept_result k = {.in = in && is_worth_keeping(t, o) ? in : NULL};
    text all;
    if (k.in)
        key_of_tree(mem, "equations", OPTIONS_OF_EQUATIONS, t, o, &all, &k);
    if (k.in)
        k.key = key_end(&all);
    return k;
}

kept_result kept_choice(arena *mem, cache *in, const tree *t, const equations_options *o,
                        const schedule_wish *w, const char *more)
{
    kept_result k = {.in = in};
    text all;
    if (k.in)
        key_of_tree(mem, "choice", OPTIONS_OF_ALL, t, o, &all, &k);
    if (k.in) {
        key_add_wish(w, &all);
        text_add(&all, more);
        k.key = key_end(&all);
    }
    return k;
}

kept_result kept_schedule(arena *mem, cache *in, const ops *p, const schedule_wish *w,
                          const char *more)
{
    kept_result k = {.in = in, .life = w->options.life};
    if (!in)
        return k;
    text all = key_begin(mem, in, OPTIONS_OF_ALL, "schedule");
    key_add_wish(w, &all);
    text_add(&all, more);
    key_add_graph(p, &all);
    k.key = key_end(&all);
    return k;
}

/* ---- taking ---------------------------------------------------------------------------------- */

void kept_spoilt(kept_result *k, const char *why, diag *d)
{
    cache_remove(k->in, &k->key);
    k->entry = (cache_entry){0};
    diag_note(d, (place){0}, "a kept result is removed, and the search runs again: %s", why);
}

static bool find_entry(arena *mem, kept_result *k, diag *d)
{
    text bytes;
    if (!k->in || !cache_read(mem, k->in, &k->key, &bytes, d))
        return false;
    if (entry_parse(mem, &bytes, &k->key, &k->entry))
        return true;
    kept_spoilt(k, "its file is damaged", d);
    return false;
}

/* The reason, in mem, why these are no equations of the tree; NULL: they are. */
static const char *read_equations(arena *mem, const kept_result *k, equations **out)
{
    diag own = diag_make(mem);
    ops p, plain;
    const entry_part *from = &k->entry.equations;
    if (!from->bytes)
        return "it has no equations";
    if (net_text_parse(mem, "", from->bytes, from->length, k->plain, out, &own) != STATUS_OK ||
        ops_lower(mem, *out, SUMS_BALANCED, &p, &own) != STATUS_OK ||
        equations_check_pivots(k->t, *out, &own) != STATUS_OK)
        return own.error.text;
    return plain_operations(mem, k->plain, &plain) && same_values(k->t, &plain, &p)
               ? NULL
               : "its equations are not those of this robot";
}

equations *kept_find_equations(arena *mem, kept_result *k, diag *d)
{
    equations *e;
    if (!find_entry(mem, k, d))
        return NULL;
    const char *why = read_equations(mem, k, &e);
    if (why)
        kept_spoilt(k, why, d);
    return why ? NULL : e;
}

/* Line numbers of a message are those of the operations' text and the entry's. */
static const char *read_schedule(arena *mem, const entry_part *from, const ops *p,
                                 const schedule_wish *w, schedule *out)
{
    diag own = diag_make(mem);
    text whole = text_make(mem);
    ops again;
    if (!from->bytes)
        return "it has no schedule";
    ops_print(p, &whole);
    text_add_bytes(&whole, from->bytes, from->length);
    if (schedule_parse(mem, "", whole.bytes, whole.length, &again, out, &own) != STATUS_OK ||
        schedule_check(p, out, "", NULL, &own) != STATUS_OK)
        return own.error.text;
    return schedule_wish_allows(p, w, out) ? NULL : "its schedule is for another machine";
}

bool kept_find_schedule(arena *mem, kept_result *k, const ops *p, const schedule_wish *w,
                        schedule *out, diag *d)
{
    if (!k->entry.schedule.bytes && !find_entry(mem, k, d))
        return false;
    const char *why = read_schedule(mem, &k->entry.schedule, p, w, out);
    if (why)
        kept_spoilt(k, why, d);
    return !why;
}

void kept_give_notes(const kept_result *k, diag *d)
{
    for (uint32_t i = 0; i < k->entry.notes.items_count; i++)
        diag_note(d, (place){0}, "%s", k->entry.notes.items[i]);
    for (uint32_t i = 0; i < k->entry.warnings.items_count; i++)
        diag_warn(d, (place){0}, "%s", k->entry.warnings.items[i]);
}

/* ---- keeping --------------------------------------------------------------------------------- */

void kept_listen(kept_result *k, const diag *d)
{
    k->listens = true;
    k->notes = d->notes_count;
    k->warnings = d->warnings_count;
}

/* What names a place in a file is not kept: the same bytes may stand under another name. */
static bool take_notes(arena *mem, const kept_result *k, const diag_entry *list, uint32_t from,
                       uint32_t to, entry_notes *out)
{
    for (uint32_t i = from; i < to && k->listens; i++) {
        if (list[i].at.file)
            return false;
        *ARENA_PUSH(mem, out, items) = list[i].text;
    }
    return true;
}

/* Of a .sched file what follows the operations. */
static entry_part part_of_schedule(arena *mem, const ops *p, const schedule *s)
{
    text head = text_make(mem), whole = text_make(mem);
    ops_print(p, &head);
    schedule_print(p, s, &whole);
    return (entry_part){whole.bytes + head.length, whole.length - head.length};
}

/* What would be refused when it is read is not written. */
static bool is_good(arena *mem, const kept_result *k, bool has_equations)
{
    equations *e;
    return !has_equations || !read_equations(mem, k, &e);
}

void kept_store(kept_result *k, uint32_t variants, const equations *e, const ops *p,
                const schedule *s, diag *d)
{
    if (!k->in || (k->life && (k->life->stopped || k->life->late)))
        return;
    arena mem = arena_make();
    cache_entry *own = &k->entry;
    text written = text_make(&mem), bytes = text_make(&mem);
    *own = (cache_entry){.variants = variants};
    bool good = take_notes(&mem, k, d->notes, k->notes, d->notes_count, &own->notes) &&
                take_notes(&mem, k, d->warnings, k->warnings, d->warnings_count,
                           &own->warnings) &&
                (!e || net_text_print(e, &written));
    if (e)
        own->equations = (entry_part){written.bytes, written.length};
    if (s)
        own->schedule = part_of_schedule(&mem, p, s);
    if (good && is_good(&mem, k, e)) {
        entry_print(own, &k->key, &bytes);
        cache_write(k->in, &k->key, &bytes, d);
    }
    *own = (cache_entry){0};
    arena_free(&mem);
}
