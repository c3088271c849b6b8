/* SPDX-License-Identifier: MIT */
/* The chain of checks from the robot to what a core loads: a link per step of a certificate. */
#include "apps/report/page.h"

#include <math.h>

/* Not judged here: a link of another colour. */
static void add_passes(arena *mem, const certificate_passes *p, text *out)
{
    text_add(out, "{\"step\":\"passes\",\"title\":\"passes over equations\","
                  "\"verdict\":\"recorded\",\"text\":");
    text_add_json_string(out, certificate_passes_say(mem, p));
    text_printf(out, ",\"count\":%llu,\"bound\":%.3g},", (unsigned long long)p->count,
                p->bits ? ldexp(1, -(int)p->bits) : 0);
}

void page_add_chain(const certificate *c, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < c->steps_count; i++) {
        const certificate_step *s = &c->steps[i];
        const certificate_passes *p = certificate_passes_of(c, s->from);
        text_add(out, i ? "," : "");
        if (p && s->kind == STEP_LOWERING)
            add_passes(out->mem, p, out);
        text_printf(out, "{\"step\":\"%s\",\"title\":", STEP_KIND[s->kind].word);
        text_add_json_string(out, STEP_KIND[s->kind].title);
        text_printf(out, ",\"verdict\":\"%s\",\"text\":", VERDICT_WORD[s->verdict]);
        text_add_json_string(out, s->text);
        text_printf(out, ",\"count\":%llu,\"bound\":%.3g}", (unsigned long long)s->count, s->bound);
    }
    text_add(out, "]");
}
