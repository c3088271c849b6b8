#include "commands/hls_files.h"

enum { USUAL_MODULES = 4, INTERVAL_LIMIT = 1000000 };

hls_settings hls_settings_default(void)
{
    hls_settings s = {.interval = 1, .schedule = schedule_settings_default()};
    s.schedule.network = NETWORK_CROSSBAR;
    s.schedule.mul_latency = 4; /* operators of an HLS tool, not ours: what they take at usual clocks */
    s.schedule.add_latency = 5;
    return s;
}

uint32_t hls_files_options(hls_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"hls", ARG_FLAG, &s->wanted, NULL, "also C for Vitis HLS and Bambu, with a schedule for the machine below (4 modules)", 0};
    o[n++] = (arg_option){"ports", ARG_CHOICE, &s->ports, "arrays|stream", "of the HLS kernels: plain arrays or AXI4-Stream", 0};
    o[n++] = (arg_option){"interval", ARG_COUNT, &s->interval, "CYCLES", "between two samples of the pipelined HLS kernel", 0};
    return n + machine_command_options(&s->schedule, o + n);
}

static bool names_units(const schedule_settings *s)
{
    return s->mul || s->add || s->div || s->modules || s->machine_line;
}

static status wanted_machine(const hls_settings *s, machine *out, diag *d)
{
    schedule_settings base = s->schedule;
    if (!names_units(&base))
        base.modules = USUAL_MODULES;
    TRY(settings_machine(&base, out, d));
    return machine_check(out, (place){0}, d);
}

status hls_files_check(const hls_settings *s, diag *d)
{
    machine m;
    if (!s->wanted && (names_units(&s->schedule) || s->ports))
        return diag_error(d, (place){0}, "units, a machine and --ports are for HLS C: add --hls");
    if (s->interval < 1 || s->interval > INTERVAL_LIMIT)
        return diag_error(d, (place){0}, "bad value '%u' of option --interval: 1 .. %d expected", s->interval, INTERVAL_LIMIT);
    return s->wanted ? wanted_machine(s, &m, d) : STATUS_OK;
}

status hls_files_make(arena *mem, const ops *p, const hls_settings *s, uint64_t seed, const char *name, text files[HLS_FILES], uint32_t *cycles, diag *d)
{
    machine m;
    schedule best;
    uint32_t which = 0;
    hls_options options = {.name = name, .stream = s->ports == 1, .interval = s->interval};
    TRY(wanted_machine(s, &m, d));
    TRY(schedule_shortest(mem, p, 1, &m, &s->schedule, seed, &best, &which, d));
    *cycles = best.cycles;
    return emit_hls(p, &best, &options, files, d);
}
