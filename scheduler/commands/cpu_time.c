/* SPDX-License-Identifier: MIT */
/* One file of C goes to a shell by standard input; the shell compiles it in a folder of its own,
 * which it removes, and answers by standard output. Both are files without a name, so neither side
 * waits for the other. */
#include "commands/cpu_time.h"

#include "emit/c/emit_c.h"
#include "robot/numbers.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Two numbers and the command, or one line with the reason and a status that is not 0. */
static const char SCRIPT[] =
    "folder=$(mktemp -d) || exit 1\n"
    "trap 'rm -rf \"$folder\"' EXIT\n"
    "trap 'exit 1' HUP INT TERM\n"
    "cat >\"$folder/cpu.c\"\n"
    "for with in \"${CC:-cc} -O3 -march=native\" \"${CC:-cc} -O3\"; do\n"
    "    if $with -o \"$folder/cpu\" \"$folder/cpu.c\" -lm >\"$folder/said\" 2>&1; then\n"
    "        \"$folder/cpu\" && echo \"$with\"\n"
    "        exit\n"
    "    fi\n"
    "done\n"
    "grep -m 1 rror \"$folder/said\" || tail -n 1 \"$folder/said\"\n"
    "exit 1\n";

/* The functions are called through a pointer that may change, so that every call is made. */
static const char MEASURE[] =
    "#include <stdio.h>\n#include <time.h>\n\n"
    "static double seconds(void)\n{\n"
    "    struct timespec now;\n    clock_gettime(CLOCK_MONOTONIC, &now);\n"
    "    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;\n}\n"
    "#define MEASURE(real, words) \\\n"
    "    static double round_##real(unsigned times) \\\n    { \\\n"
    "        static real in[STATES][IN + 1], out[STATES][OUT + 1]; \\\n"
    "        void (*volatile call)(const real *, real *) = words; \\\n"
    "        for (int i = 0; i < STATES; i++) \\\n"
    "            for (int k = 0; k < IN; k++) \\\n"
    "                in[i][k] = (real)(0.3 + 0.01 * ((7 * i + 3 * k) % 40)); \\\n"
    "        const double began = seconds(); \\\n"
    "        for (unsigned n = 0; n < times; n++) \\\n"
    "            for (int i = 0; i < STATES; i++) \\\n"
    "                call(in[i], out[i]); \\\n"
    "        return seconds() - began; \\\n    } \\\n"
    "    static double best_##real(void) \\\n    { \\\n"
    "        unsigned times = 1; \\\n"
    "        double best = 1e9, one; \\\n"
    "        while (round_##real(times) < 2e-4) \\\n"
    "            times *= 2; \\\n"
    "        for (int n = 0; n < ROUNDS; n++) \\\n"
    "            best = (one = round_##real(times)) < best ? one : best; \\\n"
    "        return 1e9 * best / (STATES * (double)times); \\\n    }\n";

/* The words of a function as the file calls them; those of inverse dynamics have no name more. */
static void add_measured(const ops *p, const char *real, const char *tag, text *out)
{
    const bool plain = p->function == FUNCTION_ID;
    text_printf(out, "MEASURE(%s, cpu_%s%swords_%s)\n", real,
                plain ? "" : FUNCTION_KIND[p->function].call, plain ? "" : "_", tag);
}

/* The emitted C, which needs no header, and a main. */
static status write_source(arena *mem, const ops *p, text *out, diag *d)
{
    const emit_c_options options = {.with_float = true, .with_double = true, .name = "cpu"};
    text header = text_make(mem);
    ops binary = *p;
    binary.format = FORMAT_UNNAMED;
    TRY(emit_c(&binary, &options, out, &header, d));
    text_printf(out, "enum { IN = %u, OUT = %u, STATES = 64, ROUNDS = 200 };\n", p->inputs_count,
                p->outputs_count);
    text_add(out, MEASURE);
    add_measured(p, "float", "f32", out);
    add_measured(p, "double", "f64", out);
    text_add(out, "int main(void)\n{\n    printf(\"%.4g %.4g\\n\", best_float(), best_double());\n"
                  "    return 0;\n}\n");
    return STATUS_OK;
}

/* 0, or why the shell did not run. */
static int run_shell(FILE *in, FILE *out, int *code)
{
    char *const arguments[] = {"sh", "-c", (char *)SCRIPT, NULL};
    posix_spawn_file_actions_t actions;
    pid_t id;
    int why = posix_spawn_file_actions_init(&actions);
    if (why)
        return why;
    posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    why = posix_spawnp(&id, "sh", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!why && waitpid(id, code, 0) < 0)
        why = errno == EINTR ? 0 : errno;
    return why;
}

static status cannot(const char *why, diag *d)
{
    return diag_system_error(d, (place){0}, "cannot measure the time on this processor: %s", why);
}

static status ask_shell(arena *mem, const text *source, FILE *in, FILE *out, cpu_time *found,
                        diag *d)
{
    enum { LINE_BYTES = 400 };
    char line[LINE_BYTES] = "", with[LINE_BYTES] = "";
    int code = 0;
    if (fwrite(source->bytes, 1, source->length, in) != source->length || fflush(in) != 0 ||
        fseek(in, 0, SEEK_SET) != 0)
        return cannot(strerror(errno), d);
    const int why = run_shell(in, out, &code);
    if (why)
        return cannot(strerror(why), d);
    rewind(out);
    const bool spoke = fgets(line, sizeof line, out) != NULL;
    line[strcspn(line, "\n")] = '\0';
    if (!WIFEXITED(code) || WEXITSTATUS(code) != 0)
        return cannot(spoke ? text_shown(mem, line) : "the compiler does not say why", d);
    if (sscanf(line, "%lf %lf", &found->float_ns, &found->double_ns) != 2 ||
        !fgets(with, sizeof with, out))
        return cannot("its program did not end well", d);
    with[strcspn(with, "\n")] = '\0';
    found->with = arena_strdup(mem, with);
    return STATUS_OK;
}

status cpu_time_measure(arena *mem, const ops *p, cpu_time *out, diag *d)
{
    text source = text_make(mem);
    TRY(write_source(mem, p, &source, d));
    FILE *in = tmpfile(), *said = tmpfile();
    const status done = in && said ? ask_shell(mem, &source, in, said, out, d)
                                   : cannot(strerror(errno), d);
    if (in)
        fclose(in);
    if (said)
        fclose(said);
    return done;
}
