#include "commands/image.h"
#include "base/limits.h"

#include "base/output.h"
#include "commands/trial.h"
#include "machine/core_files.h"
#include "machine/fp32.h"
#include "program/tau_write.h"

#include <string.h>

enum { TESTS = 8 };

uint32_t image_command_options(run_settings *s, const char **out, arg_option *options)
{
    static const char *const NOT_HERE[] = {"core", "steps", "stream", "mhz", "stalls",
                                           "cycles-dump", "tables", "json",
                                          "engine", "cores", "trace"};
    arg_option all[SCHEDULE_OPTIONS];
    uint32_t count = run_command_options(s, all), n = 0;
    options[n++] = (arg_option){"out", ARG_TEXT, out, "FILE.tau", "the image", 'o'};
    for (uint32_t i = 0; i < count; i++) {
        bool here = true;
        for (size_t k = 0; k < sizeof NOT_HERE / sizeof NOT_HERE[0]; k++)
            here = here && strcmp(all[i].name, NOT_HERE[k]) != 0;
        if (here)
            options[n++] = all[i];
    }
    return n;
}

/* What the evaluator says about the samples of a trial. */
static uint32_t *expected(arena *mem, const ops *p, const trial *t)
{
    float *in = ARENA_ARRAY(mem, float, p->inputs_count + 1), *out = ARENA_ARRAY(mem, float, p->outputs_count + 1);
    float *scratch = ARENA_ARRAY(mem, float, p->list_count + 1);
    uint32_t *words = ARENA_ARRAY(mem, uint32_t, (size_t)t->steps * p->outputs_count + 1);
    for (uint32_t k = 0; k < t->steps; k++) {
        for (uint32_t i = 0; i < p->inputs_count; i++)
            in[i] = fp32_value(t->in[(size_t)k * p->inputs_count + i]);
        ops_eval32(p, in, out, scratch);
        for (uint32_t o = 0; o < p->outputs_count; o++)
            words[(size_t)k * p->outputs_count + o] = fp32_bits(out[o]);
    }
    return words;
}

/* Which core `sim:` will take for it, and what to do where that is not built yet. */
static void print_core(const tauflow_shape *needed, const char *path, text *out)
{
    tauflow_shape core;
    report why;
    char word[SHAPE_NAME_BYTES], name[SHAPE_NAME_BYTES], file[CORES_PATH_BYTES];
    if (shape_choose(needed, &core, &why) != TAUFLOW_OK) {
        text_printf(out, "\ncore              none of ours: %s\n", why.text);
        return;
    }
    shape_word(&core, word);
    shape_name(&core, name);
    text_printf(out, "\ncore              %s%s%s%s\n", word, strcmp(word, name) ? " (" : "",
                strcmp(word, name) ? name : "", strcmp(word, name) ? ")" : "");
    if (!cores_find(name, file))
        text_printf(out, "simulation        this core is not built yet; once: tauflow core %s\n",
                    path);
}

status image_command(arena *mem, const ops *graphs, uint32_t count, const char *description, run_settings *s, const char *path, uint64_t seed,
                     text *out, diag *d)
{
    machine m;
    schedule best;
    program q;
    uint32_t which = 0;
    char *bytes;
    size_t length;
    if (!path || !*path)
        return diag_error(d, (place){0}, "image needs a file to write: -o FILE.tau");
    TRY(file_read(mem, description, LIMIT_FILE_BYTES, &bytes, &length, d));
    TRY(settings_machine(&s->schedule, &m, d));
    TRY(schedule_shortest(mem, graphs, count, &m, &s->schedule, seed, &best, &which, d));
    const ops *p = &graphs[which];
    TRY(program_build(mem, p, &best, &q, d));
    TRY(program_check(p, &q, d));
    trial t = trial_make(mem, p, TESTS, seed);
    text file = text_make(mem);
    tau_contents c = {p, &q, tau_hash(bytes, length), t.in, expected(mem, p, &t), TESTS};
    TRY(tau_write(mem, &c, &file, d));
    TRY(output_write_one(path, &file, d));
    if (output_is_stdout(path))
        return STATUS_OK;
    text_printf(out, "robot             %s\nmachine           ", p->robot);
    machine_tell(&best.target, out);
    text_add(out, "\nneeds             ");
    shape_print(&q.shape, out);
    print_core(&q.shape, path, out);
    text_printf(out, "operations        %u\ncycles predicted  %u\n", p->list_count, q.cycles);
    if (q.interval)
        text_printf(out, "interval          %u, %u packets to flush\n", q.interval, q.flush);
    text_printf(out, "image             %s (%zu bytes)\n", path, file.length);
    return STATUS_OK;
}
