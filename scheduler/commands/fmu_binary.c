/* SPDX-License-Identifier: MIT */
#include "commands/fmu_binary.h"

#include "commands/c_compiler.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MADE "model.so"
#define SOURCES "sources/"
enum { BINARY_BYTES_MOST = 1 << 28 };

/* ---- the folder ------------------------------------------------------------------------------ */

static const char *name_of(const output_file *f)
{
    return f->path + strlen(SOURCES);
}

static bool is_source(const output_file *f)
{
    return strncmp(f->path, SOURCES, strlen(SOURCES)) == 0;
}

static bool is_c(const output_file *f)
{
    return is_source(f) && strcmp(f->path + strlen(f->path) - 2, ".c") == 0;
}

static status cannot(const char *what, const char *path, diag *d)
{
    return diag_system_error(d, (place){0}, "fmu: cannot %s %s: %s", what, path, strerror(errno));
}

static status write_sources(arena *mem, const fmu_files *files, const char *folder, diag *d)
{
    for (uint32_t k = 0; k < files->count; k++) {
        const output_file *from = &files->list[k];
        if (!is_source(from))
            continue;
        const char *path = arena_printf(mem, "%s/%s", folder, name_of(from));
        FILE *f = fopen(path, "wx");
        const bool good = f && fwrite(from->bytes.bytes, 1, from->bytes.length, f) ==
                                   from->bytes.length;
        if (!f || fclose(f) != 0 || !good)
            return cannot("write", path, d);
    }
    return STATUS_OK;
}

static void remove_folder(arena *mem, const fmu_files *files, const char *folder)
{
    for (uint32_t k = 0; k < files->count; k++)
        if (is_source(&files->list[k]))
            remove(arena_printf(mem, "%s/%s", folder, name_of(&files->list[k])));
    remove(arena_printf(mem, "%s/%s", folder, MADE));
    rmdir(folder);
}

/* ---- what came out --------------------------------------------------------------------------- */

/* The folder that a shared object belongs in, by its head (ELF: 64 bits, little-endian, which
 * processor); NULL: the standard has none. On arm64 both versions get the name of FMI 3.0. */
static const char *platform_of(const char *bytes, size_t length, fmi_version version)
{
    enum { CLASS_AT = 4, MACHINE_AT = 18, X86_64 = 62, AARCH64 = 183 };
    if (length <= MACHINE_AT + 1 || memcmp(bytes, "\x7f" "ELF\2\1", CLASS_AT + 2) != 0 ||
        bytes[MACHINE_AT + 1])
        return NULL;
    switch ((unsigned char)bytes[MACHINE_AT]) {
    case X86_64: return version == FMI_2 ? "linux64" : "x86_64-linux";
    case AARCH64: return "aarch64-linux";
    default: return NULL;
    }
}

static status take(arena *mem, fmu_files *files, const char *folder, const char **platform,
                   const char **why, diag *d)
{
    const char *path = arena_printf(mem, "%s/%s", folder, MADE);
    char *bytes;
    size_t length;
    if (access(path, R_OK) != 0) {
        *why = "the C compiler made nothing";
        return STATUS_OK;
    }
    TRY(file_read(mem, path, BINARY_BYTES_MOST, &bytes, &length, d));
    *platform = platform_of(bytes, length, files->version);
    if (!*platform) {
        *why = "the standard has no folder for what the C compiler made";
        return STATUS_OK;
    }
    output_file *to = fmu_files_add(mem, files, arena_printf(mem, "binaries/%s/%s.so", *platform,
                                                             files->model));
    text_add_bytes(&to->bytes, bytes, length);
    return STATUS_OK;
}

status fmu_binary_add(arena *mem, fmu_files *files, const char **platform, const char **why,
                      diag *d)
{
    const char *folder, **sources = ARENA_ARRAY(mem, const char *, files->count);
    uint32_t count = 0;
    *why = NULL;
    for (uint32_t k = 0; k < files->count; k++)
        if (is_c(&files->list[k]))
            sources[count++] = name_of(&files->list[k]);
    TRY(c_folder_make(mem, "fmu", &folder, d));
    status done = write_sources(mem, files, folder, d);
    if (done == STATUS_OK)
        done = c_compile(mem, folder, MADE, sources, count, why, d);
    if (done == STATUS_OK && !*why)
        done = take(mem, files, folder, platform, why, d);
    remove_folder(mem, files, folder);
    return done;
}
