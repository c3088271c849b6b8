/* SPDX-License-Identifier: MIT */
#include "commands/engine.h"

#include "commands/core_build.h"
#include "machine/core_files.h"
#include "rtl_core.h"

const char *const ENGINE_WORD[] = {[ENGINE_AUTO] = "auto", [ENGINE_TWIN] = "twin",
                                   [ENGINE_RTL] = "rtl"};

struct engine {
    twin *twin;
    rtl_core *rtl;
    uint32_t units;
};

status engine_core(engine_kind kind, const tauflow_shape *needed, tauflow_shape *out, diag *d)
{
    report why;
    *out = *needed;
    if (kind == ENGINE_RTL && shape_deepen(needed, out, &why) != TAUFLOW_OK)
        return diag_error(d, (place){0}, "no Verilated core for it: %s", why.text);
    return STATUS_OK;
}

status engine_open(arena *mem, const engine_options *o, const image *words, engine **out, diag *d)
{
    engine *e = ARENA_ARRAY(mem, engine, 1);
    e->units = core_units(&words->core);
    if (o->kind == ENGINE_RTL) {
        const char *folder;
        TRY(core_ready(mem, o->cores, &words->core, o->trace != NULL, &folder, d));
        TRY(rtl_open(mem, folder, &words->core, o->trace, 1, &e->rtl, d));
        status loaded = rtl_load(e->rtl, words, d);
        if (loaded != STATUS_OK)
            rtl_close(e->rtl);
        TRY(loaded);
    } else {
        e->twin = twin_make(mem, &words->core);
        twin_load_image(e->twin, words);
    }
    *out = e;
    return STATUS_OK;
}

void engine_close(engine *e)
{
    if (e->rtl)
        rtl_close(e->rtl);
}

stream_core engine_stream(engine *e)
{
    return e->rtl ? rtl_stream(e->rtl) : stream_twin(e->twin);
}

status engine_restart(engine *e, diag *d)
{
    if (!e->rtl) {
        twin_restart(e->twin);
        return STATUS_OK;
    }
    return rtl_restart(e->rtl, d);
}

void engine_watch(engine *e, core_watcher *tell, void *user)
{
    rtl_watch(e->rtl, tell, user);
}

const twin *engine_twin(const engine *e)
{
    return e->twin;
}

status engine_figures(arena *mem, engine *e, twin_figures *out, diag *d)
{
    if (e->rtl) {
        rtl_figures f;
        TRY(rtl_figures_read(mem, e->rtl, &f, d));
        *out = (twin_figures){f.samples, f.cycles, f.interval, f.busy, f.errors, f.issues,
                              f.stalls};
        return STATUS_OK;
    }
    *out = twin_read(e->twin);
    uint32_t *counts = ARENA_ARRAY(mem, uint32_t, 2 * e->units);
    for (uint32_t u = 0; u < e->units; u++) {
        counts[u] = out->issues[u];
        counts[e->units + u] = out->stalls[u];
    }
    out->issues = counts;
    out->stalls = counts + e->units;
    return STATUS_OK;
}
