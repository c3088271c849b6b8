/* `tauflow check`: is this schedule legal, and what does the machine make of it? */
#include "commands/commands.h"

status check_command(arena *mem, const char *path, const schedule_settings *settings, text *out, diag *d)
{
    char *bytes;
    size_t length;
    ops p;
    schedule s;
    sched_lines lines;
    TRY(file_read_text(mem, path, &bytes, &length, d));
    TRY(schedule_parse_lines(mem, path, bytes, length, &p, &s, &lines, d));
    TRY(schedule_check(&p, &s, path, &lines, d));
    uint32_t scheduled = s.cycles;
    TRY(schedule_settle(&p, &s, d));
    if (settings->json) {
        text_add(out, "{\"robot\": ");
        text_add_json_string(out, p.robot);
        text_printf(out, ", \"ok\": true, \"operations\": %u, \"cycles\": %u, ", p.list_count,
                    scheduled);
        text_printf(out, "\"run_cycles\": %u, \"interval\": %u, \"machine\": ", s.cycles,
                    s.interval);
        machine_print_json(&s.target, out);
        text_add(out, "}\n");
    } else {
        text_printf(out, "legal: %u operations of %s in %u cycles", p.list_count, p.robot, scheduled);
        if (s.interval)
            text_printf(out, ", a sample every %u", s.interval);
        text_printf(out, s.cycles < scheduled ? "; the machine runs the same sequences in %u\n" : "\n", s.cycles);
        text_add(out, "machine: ");
        machine_tell(&s.target, out);
        text_add(out, "\n");
    }
    return STATUS_OK;
}
