/* The file is fed to expat piece by piece; what the whole file says is told at the end. */
#include "base/limits.h"
#include "robot/urdf_parts.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_CHUNK_BYTES = 64 * 1024, LARGEST_CHUNK_BYTES = 16 * 1024 * 1024 };

static void stop_if_failed(reader *r)
{
    if (r->result != STATUS_OK)
        XML_StopParser(r->xml, XML_FALSE);
}

/* Expat may call on after XML_StopParser (the end of an empty element), hence the guards. */
static void on_start(void *user, const char *tag, const char **attributes)
{
    reader *r = user;
    if (r->result != STATUS_OK)
        return;
    r->result = element_begin(r, tag, attributes);
    r->depth++;
    stop_if_failed(r);
}

static void on_end(void *user, const char *tag)
{
    (void)tag;
    reader *r = user;
    if (r->result != STATUS_OK)
        return;
    r->depth--;
    r->result = element_end(r);
    stop_if_failed(r);
}

/* Entities and default attributes of an internal subset can blow a small file up; no robot needs
 * them. */
static void on_doctype(void *user, const char *name, const char *system_id, const char *public_id,
                       int has_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    reader *r = user;
    if (has_subset && r->result == STATUS_OK)
        r->result = diag_error(r->d, here(r),
                               "a DOCTYPE with declarations of its own is not accepted");
    stop_if_failed(r);
}

static status larger(const reader *r)
{
    place whole = {.file = r->robot->file};
    return diag_error(r->d, whole, "larger than %d bytes, the most that is read", LIMIT_FILE_BYTES);
}

static status xml_failure(reader *r)
{
    if (r->result != STATUS_OK)
        return r->result;
    enum XML_Error code = XML_GetErrorCode(r->xml);
    if (code == XML_ERROR_NO_MEMORY)
        return diag_system_error(r->d, here(r), "out of memory");
    return diag_error(r->d, here(r), "broken XML%s%s: %s", r->owner ? " in or after " : "",
                      r->owner ? r->owner : "", XML_ErrorString(code));
}

/* Chunks double, so that one endless token, which expat scans again with every chunk, costs linear
 * time. */
static status parse_file(reader *r, FILE *f)
{
    place whole = {.file = r->robot->file};
    size_t chunk_bytes = FIRST_CHUNK_BYTES, total_bytes = 0;
    for (bool last = false; !last;) {
        void *chunk = XML_GetBuffer(r->xml, (int)chunk_bytes);
        if (!chunk)
            return diag_system_error(r->d, whole, "out of memory");
        size_t got = fread(chunk, 1, chunk_bytes, f);
        if (ferror(f))
            return diag_error(r->d, whole, "cannot read: %s", strerror(errno));
        total_bytes += got;
        if (total_bytes > LIMIT_FILE_BYTES)
            return larger(r);
        last = got < chunk_bytes;
        if (XML_ParseBuffer(r->xml, (int)got, last) != XML_STATUS_OK)
            return xml_failure(r);
        if (chunk_bytes < LARGEST_CHUNK_BYTES)
            chunk_bytes *= 2;
    }
    return STATUS_OK;
}

static status read_open_file(reader *r, FILE *f)
{
    struct stat info;
    place whole = {.file = r->robot->file};
    if (fstat(fileno(f), &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return diag_error(r->d, whole, "cannot read: it is a folder");
        if (S_ISREG(info.st_mode) && info.st_size > LIMIT_FILE_BYTES)
            return larger(r);
    }
    r->xml = XML_ParserCreate(NULL);
    if (!r->xml)
        return diag_system_error(r->d, whole, "out of memory");
    XML_SetUserData(r->xml, r);
    XML_SetElementHandler(r->xml, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->xml, on_doctype);
    status result = parse_file(r, f);
    XML_ParserFree(r->xml);
    return result;
}

static status read_path(reader *r, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return diag_error(r->d, (place){.file = r->robot->file}, "cannot open: %s",
                          strerror(errno));
    status result = read_open_file(r, f);
    fclose(f);
    return result;
}

static void note_all(const reader *r)
{
    const robot *out = r->robot;
    if (r->snapped_count > 0)
        diag_note(r->d, (place){.file = out->file},
                  "%u angle%s within %g rad of a multiple of pi/12 set to it exactly; largest "
                  "change %.2g rad",
                  r->snapped_count, r->snapped_count == 1 ? "" : "s", r->options->snap_rad,
                  r->snapped_most_rad);
    foreign_notes(r);
}

status urdf_read(arena *mem, const char *path, const urdf_options *options, robot *out, diag *d)
{
    *out = (robot){.name = "", .file = arena_strdup(mem, path), .root_link = ROBOT_NONE};
    reader r = {.mem = mem, .d = d, .options = options, .robot = out};
    /* Numbers in files have a point, whatever the user's locale; only this thread is touched. */
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return diag_system_error(d, (place){.file = out->file}, "no memory for a locale");
    locale_t users = uselocale(plain);
    status result = read_path(&r, path);
    if (result == STATUS_OK)
        result = robot_connect(mem, out, r.named, r.robot_at, d);
    if (result == STATUS_OK)
        note_all(&r);
    uselocale(users);
    freelocale(plain);
    return result;
}
