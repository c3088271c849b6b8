/* SPDX-License-Identifier: MIT */
/* `tauflow check`: is this schedule legal, and what does the machine make of it? */
#include "commands/commands.h"

static void print_json(const ops *p, const schedule *s, uint32_t scheduled, text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, p->robot);
    text_printf(out, ", \"ok\": true, \"operations\": %u, \"cycles\": %u, ", p->list_count,
                scheduled);
    text_printf(out, "\"run_cycles\": %u, \"interval\": %u, \"machine\": ", s->cycles, s->interval);
    machine_print_json(&s->target, out);
    text_add(out, "}\n");
}

static void print_verdict(const ops *p, const schedule *s, uint32_t scheduled, text *out)
{
    text_printf(out, "legal: %u operations of %s in %u cycles", p->list_count, p->robot, scheduled);
    if (s->interval)
        text_printf(out, ", a sample every %u", s->interval);
    if (s->cycles < scheduled)
        text_printf(out, "; the machine runs the same sequences in %u", s->cycles);
    text_add(out, "\nmachine: ");
    machine_tell(&s->target, out);
    text_add(out, "\n");
}

static status run_check(arena *mem, const char *path, settings *given, text *out, diag *d)
{
    ops p;
    schedule s;
    TRY(schedule_read(mem, path, &p, &s, d));
    uint32_t scheduled = s.cycles;
    TRY(diag_own(d, schedule_settle(&p, &s, d))); /* the checker has let it pass */
    if (given->json)
        print_json(&p, &s, scheduled, out);
    else
        print_verdict(&p, &s, scheduled, out);
    return STATUS_OK;
}

const command CHECK_COMMAND = {
    .name = "check",
    .title = "is a schedule legal?",
    .operand = "FILE.sched",
    .about = "Accepts or refuses a schedule by the machine's rules of time.",
    .example = "tauflow check build/puma.sched",
    .options = "json",
    .words = {{"json", .about = "print the verdict as one JSON object"}},
    .run = run_check,
};
