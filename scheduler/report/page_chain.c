/* SPDX-License-Identifier: MIT */
/* The chain of checks from the robot to what a core loads: a link per step of a certificate. */
#include "report/page.h"

void page_add_chain(const certificate *c, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < c->steps_count; i++) {
        const certificate_step *s = &c->steps[i];
        text_printf(out, "%s{\"step\":\"%s\",\"title\":", i ? "," : "", STEP_KIND[s->kind].word);
        text_add_json_string(out, STEP_KIND[s->kind].title);
        text_printf(out, ",\"verdict\":\"%s\",\"text\":", VERDICT_WORD[s->verdict]);
        text_add_json_string(out, s->text);
        text_printf(out, ",\"count\":%llu,\"bound\":%.3g}", (unsigned long long)s->count, s->bound);
    }
    text_add(out, "]");
}
