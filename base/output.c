#include "base/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

output_file output_make(arena *mem, const char *folder, const char *name)
{
    const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
    output_file f = {.path = arena_printf(mem, "%s%s%s", folder, slash, name), .bytes = text_make(mem)};
    f.fresh = arena_printf(mem, "%s.new", f.path);
    return f;
}

/* Makes a folder and those above it; *made is the topmost one that is new, NULL when all were there. */
static status make_folder(arena *mem, const char *path, const char **made, diag *d)
{
    place at = {.file = path};
    char *part = arena_strdup(mem, path);
    *made = NULL;
    for (char *c = part + 1;; c++) {
        if (*c != '/' && *c)
            continue;
        char kept = *c;
        *c = '\0';
        struct stat info;
        bool there = stat(part, &info) == 0;
        if (there && !S_ISDIR(info.st_mode))
            return diag_error(d, at, "cannot write there: '%s' is not a folder", part);
        if (!there && mkdir(part, 0777) != 0)
            return diag_system_error(d, at, "cannot make the folder: %s", strerror(errno));
        if (!there && !*made)
            *made = arena_strdup(mem, part);
        *c = kept;
        if (!kept)
            return STATUS_OK;
    }
}

/* Takes back what make_folder made, as far as it is empty. */
static void remove_folders(arena *mem, const char *path, const char *made)
{
    char *part = arena_strdup(mem, path);
    for (size_t length = strlen(part); made && length >= strlen(made); length--) {
        part[length] = '\0';
        rmdir(part);
    }
}

/* All files or none: they get their names only when the last one is complete. */
static status write_files(output_file *files, uint32_t count, diag *d)
{
    status result = STATUS_OK;
    struct stat info;
    for (uint32_t i = 0; i < count; i++)
        if (stat(files[i].path, &info) == 0 && !S_ISREG(info.st_mode))
            return diag_error(d, (place){.file = files[i].path}, "cannot write: something that is no file stands there");
    uint32_t written = 0;
    while (written < count && result == STATUS_OK) {
        result = file_write(files[written].fresh, files[written].bytes.bytes, files[written].bytes.length, d);
        written += result == STATUS_OK;
    }
    for (uint32_t i = 0; i < written && result == STATUS_OK; i++)
        if (rename(files[i].fresh, files[i].path) != 0)
            result = diag_system_error(d, (place){.file = files[i].path}, "cannot write: %s", strerror(errno));
    for (uint32_t i = 0; i < written && result != STATUS_OK; i++)
        remove(files[i].fresh);
    return result;
}

status output_write(arena *mem, const char *folder, output_file *files, uint32_t count, diag *d)
{
    const char *made;
    TRY(make_folder(mem, folder, &made, d));
    status written = write_files(files, count, d);
    if (written != STATUS_OK)
        remove_folders(mem, folder, made);
    return written;
}
