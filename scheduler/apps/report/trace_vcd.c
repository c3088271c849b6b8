/* SPDX-License-Identifier: MIT */
/* A value change dump, the text that every waveform viewer reads. */
#include "apps/report/trace_waves.h"

#include <math.h>
#include <string.h>

static void add_signals(const trace_waves *w, text *out)
{
    const char *scope = "";
    for (uint32_t s = 0; s < w->signals_count; s++) {
        const wave_signal *x = &w->signals[s];
        if (strcmp(scope, x->scope) != 0)
            text_printf(out, "%s$scope module %s $end\n", s ? "$upscope $end\n" : "", x->scope);
        scope = x->scope;
        text_printf(out, "$var %s w%u %s $end\n", x->is_real ? "real 64" : "string 1", s, x->name);
    }
    text_add(out, w->signals_count ? "$upscope $end\n" : "");
}

void trace_print_vcd(const trace *t, text *out)
{
    const trace_waves w = trace_waves_make(out->mem, t);
    uint64_t said = UINT64_MAX;
    text_printf(out, "$comment events of %s; %u ns are one cycle $end\n$timescale 1ns $end\n",
                t->origin, WAVE_CYCLE_NS);
    add_signals(&w, out);
    text_add(out, "$enddefinitions $end\n");
    for (uint32_t k = 0; k < w.changes_count; k++) {
        const wave_change *x = &w.changes[k];
        if (x->time_ns != said)
            text_printf(out, "#%llu\n", (unsigned long long)x->time_ns);
        said = x->time_ns;
        if (!w.signals[x->signal].is_real)
            text_printf(out, "s%s w%u\n", x->word, x->signal);
        else if (isnan(x->value)) /* printf may add a sign, which not all read */
            text_printf(out, "rnan w%u\n", x->signal);
        else
            text_printf(out, "r%.16g w%u\n", x->value, x->signal);
    }
    if (w.end_ns != said)
        text_printf(out, "#%llu\n", (unsigned long long)w.end_ns);
}
