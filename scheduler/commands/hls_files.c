#include "commands/hls_files.h"

enum { INTERVAL_LIMIT = 1000000 };

hls_settings hls_settings_default(void)
{
    return (hls_settings){.interval = 1, .schedule = schedule_settings_default()};
}

uint32_t hls_files_options(hls_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"hls", ARG_FLAG, &s->wanted, NULL,
                          "also C for Vitis HLS and Bambu, scheduled for the machine below", 0};
    o[n++] = (arg_option){"ports", ARG_CHOICE, &s->ports, "arrays|stream", "of the HLS kernels: plain arrays or AXI4-Stream", 0};
    o[n++] = (arg_option){"interval", ARG_COUNT, &s->interval, "CYCLES", "between two samples of the pipelined HLS kernel", 0};
    n += machine_command_options(&s->schedule, o + n);
    return n + unit_command_options(&s->schedule, o + n);
}

status hls_files_check(const hls_settings *s, diag *d)
{
    machine m;
    if (!s->wanted && (settings_name_machine(&s->schedule) || s->ports))
        return diag_error(d, (place){0}, "units, a machine and --ports are for HLS C: add --hls");
    if (s->interval < 1 || s->interval > INTERVAL_LIMIT)
        return diag_error(d, (place){0}, "bad value '%u' of option --interval: 1 .. %d expected", s->interval, INTERVAL_LIMIT);
    return s->wanted ? settings_machine(&s->schedule, &m, d) : STATUS_OK;
}

status hls_files_make(arena *mem, const ops *p, const hls_settings *s, uint64_t seed,
                      const char *name, text files[HLS_FILES],
                      schedule *best, diag *d)
{
    machine m;
    uint32_t which = 0;
    hls_options options = {.name = name, .stream = s->ports == 1, .interval = s->interval};
    TRY(settings_machine(&s->schedule, &m, d));
    TRY(schedule_shortest(mem, p, 1, &m, &s->schedule, seed, best, &which, d));
    return emit_hls(p, best, &options, files, d);
}
