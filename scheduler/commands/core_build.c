/* SPDX-License-Identifier: MIT */
#include "commands/core_build.h"

#include "commands/circuit_text.h"
#include "machine/core_files.h"
#include "machine/tau_image.h"
#include "machine/shape_text.h"
#include "rtl_core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_BYTES = 512 };

/* ---- what there is --------------------------------------------------------------------------- */

static bool on_path(const char *tool)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t length = strcspn(at, ":");
        char file[LINE_BYTES];
        const int shown = length < LINE_BYTES ? (int)length : LINE_BYTES;
        int used = snprintf(file, sizeof file, "%.*s/%s", shown, at, tool);
        if (used > 0 && used < LINE_BYTES && access(file, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* The first tool that is missing, which is also the name of its Debian package; NULL: none is. */
static const char *missing_tool(void)
{
    static const char *const TOOLS[] = {"verilator", "g++"};
    for (size_t i = 0; i < sizeof TOOLS / sizeof TOOLS[0]; i++)
        if (!on_path(TOOLS[i]))
            return TOOLS[i];
    return NULL;
}

typedef struct {
    const char *name;
    const char *parameters; /* of its Verilog */
    const char *folder; /* in which NAME lies; "": there is none */
    const char *circuit[CIRCUIT_TEXTS]; /* its Verilog; NULL: a core */
    bool there, ready_made; /* came with an installed tauflow, and is not for us to change */
} found;

/* hash: of a circuit, see cores_find. */
static status find(arena *mem, const char *folder, const tauflow_shape *core, bool trace,
                   const uint8_t *hash, found *f, diag *d)
{
    char path[CORES_PATH_BYTES], own[CORES_PATH_BYTES];
    text name = text_make(mem), parameters = text_make(mem);
    report why;
    rtl_name(core, trace, &name);
    shape_print_parameters(core, &parameters);
    *f = (found){.name = name.bytes, .parameters = parameters.bytes};
    const tauflow_status done = folder ? cores_find_in(folder, f->name, hash, path, &why)
                                       : cores_find(f->name, hash, path, &why);
    if (done == TAUFLOW_BAD_DEVICE)
        return diag_error(d, (place){0}, "%s", why.text);
    f->there = done == TAUFLOW_OK;
    if (folder)
        snprintf(own, sizeof own, "%s", folder);
    else
        cores_folder(own);
    f->ready_made = f->there && strncmp(path, own, strlen(own)) != 0;
    if (f->there)
        path[strlen(path) - strlen(f->name) - strlen("//core.so")] = '\0';
    else if (!hash || !*own || !cores_circuit_folder(own, hash, path))
        snprintf(path, sizeof path, "%s", own);
    f->folder = arena_strdup(mem, path);
    return STATUS_OK;
}

static const char *tool_text(arena *mem, const char *tool)
{
    return arena_printf(mem, "%s is not on the PATH: install the Debian package %s", tool, tool);
}

bool core_at_hand(arena *mem, const char *folder, const tauflow_shape *core, bool trace,
                  const char **why)
{
    const char *tool = missing_tool();
    diag unsaid = diag_make(mem);
    found f;
    if (find(mem, folder, core, trace, NULL, &f, &unsaid) != STATUS_OK)
        *why = unsaid.error.text;
    else if (!tool || f.there)
        return true;
    else
        *why = tool_text(mem, tool);
    return false;
}

/* ---- building -------------------------------------------------------------------------------- */

typedef struct {
    bool terminal, told;
    const char *name;
    char reason[LINE_BYTES]; /* of a failure, out of what the tools say */
} build_progress;

/* Says that something is being built only where that is so: a core that is there and fresh takes no
 * step. */
static void show(build_progress *p, unsigned step, unsigned steps)
{
    if (p->terminal && step)
        fprintf(stderr, "\r\033[Kbuilding core %s, once: %u of %u", p->name, step, steps);
    else if (p->terminal)
        fprintf(stderr, "\r\033[Kbuilding core %s, once", p->name);
    else if (!p->told)
        fprintf(stderr, "tauflow: note: building core %s, once; this takes about half a minute\n",
                p->name);
    p->told = true;
}

static void listen(FILE *f, build_progress *p)
{
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, f)) {
        unsigned step, steps;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "step %u of %u", &step, &steps) == 2)
            show(p, step, steps);
        else if (*line && !strstr(p->reason, "rror")) /* the first error, else the last line */
            memcpy(p->reason, line, sizeof line);
    }
    if (p->terminal && p->told)
        fputs("\r\033[K", stderr);
}

/* The child: everything it says goes to one pipe. */
static _Noreturn void become_script(int to, const char *script, const found *f,
                                    const char *folder)
{
    char jobs[32], gen[CORES_PATH_BYTES];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(jobs, sizeof jobs, "%ld", processors > 0 ? processors : 1);
    setenv("JOBS", jobs, 1);
    umask(S_IRWXG | S_IRWXO);
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    cores_gen(gen);
    execlp("bash", "bash", script, f->name, folder, gen, f->parameters, f->circuit[0],
           f->circuit[1], (char *)NULL);
    fprintf(stderr, "cannot start bash: %s\n", strerror(errno));
    _exit(127);
}

static status build(arena *mem, const found *f, diag *d)
{
    char sources[CORES_PATH_BYTES];
    cores_sources(sources);
    const char *script = arena_printf(mem, "%s/sim/core.sh", sources);
    const char *folder = arena_printf(mem, "%s/%s", f->folder, f->name);
    build_progress p = {.terminal = isatty(STDERR_FILENO), .name = f->name};
    int ends[2], code = 0;
    if (pipe(ends) != 0)
        return diag_system_error(d, (place){0}, "cannot build core %s: %s", f->name,
                                 strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_script(ends[1], script, f, folder);
    }
    close(ends[1]);
    FILE *said = child > 0 ? fdopen(ends[0], "r") : NULL;
    if (said) {
        listen(said, &p);
        fclose(said);
    } else {
        close(ends[0]);
    }
    bool ended = child > 0 && waitpid(child, &code, 0) == child;
    if (ended && WIFEXITED(code) && WEXITSTATUS(code) == 0)
        return STATUS_OK;
    return diag_system_error(d, (place){0}, "cannot build core %s: %s", f->name,
                             *p.reason ? p.reason : "the script was stopped");
}

/* Decides what to do; *builds: it is to be built, or looked at whether it is fresh. */
static status prepare(arena *mem, const found *f, bool *builds, diag *d)
{
    const char *tool = missing_tool();
    const char *own = arena_printf(mem, "%s/%s", f->folder, f->name);
    report why;
    *builds = !f->there || !(tool || f->ready_made || access(own, W_OK) != 0);
    if (!*builds)
        return STATUS_OK;
    if (tool)
        return diag_error(d, (place){0}, "core %s is not built yet, and %s", f->name,
                          tool_text(mem, tool));
    if (!*f->folder)
        return diag_error(d, (place){0},
                          "no folder for built cores: neither XDG_CACHE_HOME nor HOME is set");
    const tauflow_status done = cores_make_folder(f->folder, &why);
    if (done == TAUFLOW_IO)
        return diag_system_error(d, (place){0}, "%s", why.text);
    return done == TAUFLOW_OK ? STATUS_OK : diag_error(d, (place){0}, "%s", why.text);
}

status core_ready(arena *mem, const char *folder, const tauflow_shape *core, bool trace,
                  const char **where, diag *d)
{
    found f;
    bool builds;
    TRY(find(mem, folder, core, trace, NULL, &f, d));
    *where = f.folder;
    TRY(prepare(mem, &f, &builds, d));
    return builds ? build(mem, &f, d) : STATUS_OK;
}

static status ready_circuit(arena *mem, const char *path, const tauflow_shape *shape,
                            const uint8_t *hash, const char **where, diag *d)
{
    found f;
    bool builds;
    output_file copies[CIRCUIT_TEXTS];
    TRY(find(mem, NULL, shape, false, hash, &f, d));
    *where = f.folder;
    TRY(circuit_text_read(mem, path, hash, *f.folder ? f.folder : ".", copies, d));
    TRY(prepare(mem, &f, &builds, d));
    if (!builds)
        return STATUS_OK;
    TRY(output_write(copies, CIRCUIT_TEXTS, d));
    for (uint32_t k = 0; k < CIRCUIT_TEXTS; k++)
        f.circuit[k] = copies[k].path;
    return build(mem, &f, d);
}

status core_ready_image(arena *mem, const char *path, tauflow_shape *shape, const char **where,
                        diag *d)
{
    char *bytes;
    size_t length;
    tau_image i;
    report why;
    TRY(file_read(mem, path, TAU_FILE_LIMIT_BYTES, &bytes, &length, d));
    tauflow_status done = tau_image_read(bytes, length, &i, &why);
    if (done == TAUFLOW_OK)
        done = shape_choose(&i.needs, shape, &why);
    if (done != TAUFLOW_OK)
        return diag_error(d, (place){.file = path}, "%s", why.text);
    const size_t name = strlen(path), ending = strlen(".tau");
    if (shape->circuit && (name <= ending || strcmp(path + name - ending, ".tau") != 0))
        return diag_error(d, (place){.file = path},
                          "a circuit is built from its image: NAME.tau expected");
    return shape->circuit ? ready_circuit(mem, path, shape, i.text, where, d)
                          : core_ready(mem, NULL, shape, false, where, d);
}
