/* SPDX-License-Identifier: MIT */
/* How far the numbers of a core are from binary64. */
#include "apps/report/page.h"
#include "program/core_words.h"
#include "program/samples.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void count_error(page_errors *e, double error)
{
    const double bin = (log10(error) + 12) * PAGE_BINS_PER_DECADE;
    e->most = fmax(e->most, error);
    if (error == 0)
        e->exact++;
    else if (bin < 0)
        e->below++;
    else
        e->counts[bin < PAGE_ERROR_BINS ? (uint32_t)bin : PAGE_ERROR_BINS - 1]++;
}

page_errors page_errors_measure(const sample_set *t)
{
    arena mem = arena_make();
    const ops *p = t->p;
    const uint32_t states = t->steps;
    const uint32_t *words = samples_expected(&mem, t);
    const size_t count = (size_t)states * p->outputs_count;
    double *error = ARENA_ARRAY(&mem, double, count + 1);
    double *exact = ARENA_ARRAY(&mem, double, p->outputs_count + 1);
    double *scale = ARENA_ARRAY(&mem, double, p->outputs_count + 1);
    double *scratch = ARENA_ARRAY(&mem, double, p->list_count + 1);
    page_errors e = {.states = states};
    for (uint32_t k = 0; k < states; k++) {
        ops_eval64(p, t->exact + (size_t)k * p->inputs_count, exact, scratch);
        for (uint32_t o = 0; o < p->outputs_count; o++) {
            const size_t at = (size_t)k * p->outputs_count + o;
            error[at] = fabs(core_word_value(p, p->outputs[o].value, words[at]) - exact[o]);
            if (isfinite(exact[o]))
                scale[o] = fmax(scale[o], fabs(exact[o]));
        }
    }
    samples_join_kinds(p, scale);
    size_t kept = 0;
    for (size_t at = 0; at < count; at++) {
        const double relative = samples_relative(error[at], scale[at % p->outputs_count]);
        if (samples_is_rounding(t, (uint32_t)(at % p->outputs_count)))
            continue;
        if (!isfinite(relative)) {
            e.not_finite++;
            continue;
        }
        error[kept] = relative;
        count_error(&e, error[kept++]);
    }
    qsort(error, kept, sizeof *error, by_value);
    e.median = kept ? error[kept / 2] : 0;
    arena_free(&mem);
    return e;
}

void page_add_errors(const page_errors *e, text *out)
{
    text_printf(out, "{\"states\":%u,\"exact\":%llu,\"below\":%llu,\"not_finite\":%u", e->states,
                (unsigned long long)e->exact, (unsigned long long)e->below, e->not_finite);
    text_printf(out, ",\"most\":%.3g,\"median\":%.3g,\"first\":-12,\"per_decade\":%d,\"counts\":[",
                e->most, e->median, PAGE_BINS_PER_DECADE);
    for (uint32_t k = 0; k < PAGE_ERROR_BINS; k++)
        text_printf(out, k ? ",%llu" : "%llu", (unsigned long long)e->counts[k]);
    text_add(out, "]}");
}
