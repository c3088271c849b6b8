/* SPDX-License-Identifier: MIT */
/* Inverse dynamics by recursion over the bodies, in the forms that search finds best. */
#include "functions/functions.h"
#include "writers/classic.h"
#include "writers/forms.h"

/* The counts of simpler ways to write the same torques, for `--passes`. */
static void record_simpler(arena *mem, const tree *t, const model *raw, equations *e)
{
    arena work = arena_make();
    signals s = {.mem = &work, .t = t};
    net n = net_make(&work);
    classic_write(&work, t, &s, &n);
    equations_record(mem, e, "recursion in the file's frames, about centres of mass", &n);
    recursion_forms f = forms_plain(&work, raw);
    for (uint32_t i = 0; i < raw->count; i++)
        f.of[i] = (body_form){0};
    s = (signals){.mem = &work, .t = t};
    n = net_make(&work);
    recursion_write(&work, raw, t, &f, &s, &n);
    equations_record(mem, e, "frames re-chosen, inertia at the joint origins", &n);
    n = forms_write(&work, t, raw, &f, false, &s);
    equations_record(mem, e, "base parameters", &n);
    f = forms_plain(&work, raw);
    n = forms_write(&work, t, raw, &f, false, &s);
    equations_record(mem, e, "axis accelerations from the parent, chains of parallel axes", &n);
    arena_free(&work);
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    const objective goal = {0};
    model raw;
    model_build(mem, t, &raw);
    if (o->record_passes)
        record_simpler(mem, t, &raw, e);
    recursion_forms f = forms_plain(mem, &raw);
    e->graph = forms_write(mem, t, &raw, &f, true, &e->words);
    equations_record(mem, e, "shared sums and products", &e->graph);
    net_cost c = net_count(&e->graph);
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(c));
    if (!b.form_operations)
        return;
    progress_search(o->life, "forms of the equations");
    forms_search(t, &raw, &goal, b.form_operations, o->life, o->trials, &f);
    progress_end(o->life);
    if (o->record_passes) {
        recursion_forms unscaled = {f.of, 1, 1};
        e->graph = forms_write(mem, t, &raw, &unscaled, true, &e->words);
        equations_record(mem, e, "forms of each body", &e->graph);
    }
    e->graph = forms_write(mem, t, &raw, &f, true, &e->words);
    equations_record(mem, e, "scales of accelerations and forces", &e->graph);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o,
                       const objective *goal, signals *words)
{
    model raw;
    model_build(mem, t, &raw);
    recursion_forms f = forms_plain(mem, &raw);
    progress_search(o->life, "forms for a short path");
    forms_search(t, &raw, goal, effort_budget_of(o->effort, 0).form_operations, o->life, o->trials,
                 &f);
    progress_end(o->life);
    return forms_write(mem, t, &raw, &f, true, words);
}

const producer PRODUCER_ID = {
    .write = classic_write, .choose_forms = choose_forms, .short_forms = short_forms};
