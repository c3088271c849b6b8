/* SPDX-License-Identifier: MIT */
#include "apps/motion/core_accelerator.h"

#include "apps/motion/natural_ops.h"
#include "host/tauflow.h"

#include <string.h>

static status failed(const core_accelerator *c, const char *what, diag *d)
{
    char words[400];
    return diag_system_error(d, (place){0}, "%s: %s%s", c->address, what,
                             tauflow_message(c->core, words, sizeof words));
}

static status build(arena *mem, const passes_settings *s, passes_graphs graphs, text *bytes,
                    diag *d)
{
    passes_built built;
    TRY(passes_build_graphs(mem, graphs, s, &built, d));
    return passes_image(mem, s, &built, bytes, d);
}

status core_image_of_robot(arena *mem, const passes_settings *s, const passes_forms *of,
                           text *bytes, diag *d)
{
    passes_settings own = *s;
    passes_forms *f = ARENA_ARRAY(mem, passes_forms, 1);
    ops *p = ARENA_ARRAY(mem, ops, 1);
    *f = *of;
    f->tree.newton_passes = CORE_NEWTON_PASSES;
    own.holder = "a core";
    own.equations.function = f->tree.cuts_count ? FUNCTION_CLOSED_FD : FUNCTION_FD;
    TRY(passes_operations(mem, &own, f, d));
    *p = f->ops;
    const passes_graphs graphs = {.list = p, .forms = f, .count = 1, .source = f->source};
    return build(mem, &own, graphs, bytes, d);
}

status core_image_of_natural(arena *mem, const passes_settings *s, const natural *n, text *bytes,
                             diag *d)
{
    passes_settings own = *s;
    ops *p = ARENA_ARRAY(mem, ops, 1);
    text form = text_make(mem);
    own.equations.function = FUNCTION_AUGMENTED;
    TRY(natural_ops(mem, n, p, d));
    ops_print(p, &form);
    const input_file source = {.name = n->name, .bytes = form.bytes, .length = form.length};
    return build(mem, &own, (passes_graphs){.list = p, .count = 1, .source = source}, bytes, d);
}

static status describe(arena *mem, core_accelerator *c, diag *d)
{
    tauflow_description all;
    tauflow_array one;
    if (tauflow_describe(c->core, &all) != TAUFLOW_OK)
        return failed(c, "", d);
    c->predicted = all.cycles;
    c->inputs = ARENA_ARRAY(mem, char *, WORD_ARRAYS);
    for (uint32_t k = 0; tauflow_describe_array(c->core, k, &one) == TAUFLOW_OK; k++)
        if (!one.is_result) {
            c->inputs[c->inputs_count++] = arena_strdup(mem, one.name);
        } else {
            c->has_reaction = c->has_reaction || strcmp(one.name, "reaction") == 0;
            c->has_free = c->has_free || strcmp(one.name, "free_acceleration") == 0;
        }
    return STATUS_OK;
}

status core_accelerator_open(arena *mem, const char *address, const text *bytes,
                             core_accelerator *out, diag *d)
{
    *out = (core_accelerator){.address = address, .least = UINT32_MAX};
    if (tauflow_open(address, NULL, &out->core) != TAUFLOW_OK)
        return failed(out, "", d);
    if (tauflow_load_bytes(out->core, bytes->bytes, bytes->length) != TAUFLOW_OK)
        return failed(out, "", d);
    return describe(mem, out, d);
}

void core_accelerator_close(core_accelerator *c)
{
    tauflow_close(c->core);
    c->core = NULL;
}

static const double *input_named(const motion_query *x, const char *name)
{
    const struct {
        const char *name;
        const double *of;
    } known[] = {{"q", x->q}, {"qd", x->qd}, {"tau", x->tau}, {"imposed", x->imposed},
                 {"free_motion", x->free_motion}, {"wrench", x->wrench},
                 {"base_parameters", x->base_parameters}, {"numbers", x->numbers}};
    for (uint32_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (strcmp(known[k].name, name) == 0)
            return known[k].of;
    return NULL;
}

static status answer(void *self, double t, motion_query *x, diag *d)
{
    core_accelerator *c = self;
    tauflow_input in[WORD_ARRAYS];
    tauflow_output out[3];
    tauflow_statistics figures;
    uint32_t cycles, results = 0;
    out[results++] = (tauflow_output){"qdd", x->qdd};
    if (x->multiplier)
        out[results++] = (tauflow_output){"multiplier", x->multiplier};
    else if (c->has_reaction)
        out[results++] = (tauflow_output){"reaction", x->reaction};
    if (c->has_free)
        out[results++] = (tauflow_output){"free_acceleration", x->free_acceleration};
    for (uint32_t k = 0; k < c->inputs_count; k++)
        in[k] = (tauflow_input){c->inputs[k], input_named(x, c->inputs[k])};
    if (tauflow_call(c->core, in, c->inputs_count, out, results) != TAUFLOW_OK ||
        tauflow_cycles(c->core, &cycles) != TAUFLOW_OK ||
        tauflow_figures(c->core, &figures) != TAUFLOW_OK)
        return failed(c, arena_printf(d->mem, "at t = %.9g s: ", t), d);
    c->least = cycles < c->least ? cycles : c->least;
    c->most = cycles > c->most ? cycles : c->most;
    c->evaluations++;
    c->passes = figures.passes;
    return STATUS_OK;
}

accelerator core_accelerator_of(core_accelerator *c)
{
    return (accelerator){c, answer};
}
