#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

text text_make(arena *mem)
{
    text t = {.mem = mem, .capacity = 256};
    t.bytes = arena_alloc(mem, t.capacity);
    return t;
}

void text_add_bytes(text *t, const void *bytes, size_t length)
{
    if (t->length + length + 1 > t->capacity) {
        size_t capacity = t->capacity * 2;
        if (capacity < t->length + length + 1)
            capacity = t->length + length + 1;
        char *grown = arena_alloc(t->mem, capacity);
        memcpy(grown, t->bytes, t->length);
        t->bytes = grown;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

void text_add(text *t, const char *piece)
{
    text_add_bytes(t, piece, strlen(piece));
}

void text_printf(text *t, const char *format, ...)
{
    char line[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof line) {
        text_add_bytes(t, line, (size_t)length);
    } else if (length >= 0) {
        char *whole = arena_alloc(t->mem, (size_t)length + 1);
        vsnprintf(whole, (size_t)length + 1, format, again);
        text_add_bytes(t, whole, (size_t)length);
    }
    va_end(again);
}

void text_add_number(text *t, double value)
{
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    text_add(t, digits);
}

void text_add_json_string(text *t, const char *value)
{
    text_add(t, "\"");
    for (const unsigned char *c = (const unsigned char *)value; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_printf(t, "\\%c", *c);
        else if (*c < 0x20)
            text_printf(t, "\\u%04x", *c);
        else
            text_add_bytes(t, c, 1);
    }
    text_add(t, "\"");
}

status file_read(arena *mem, const char *path, size_t limit_bytes, char **bytes, size_t *length, diag *d)
{
    place whole = {.file = path};
    struct stat info;
    if (stat(path, &info) != 0)
        return diag_error(d, whole, "cannot open: %s", strerror(errno));
    if (S_ISDIR(info.st_mode))
        return diag_error(d, whole, "cannot read: it is a folder");
    FILE *f = fopen(path, "rb");
    if (!f)
        return diag_error(d, whole, "cannot open: %s", strerror(errno));
    char chunk[65536];
    text all = text_make(mem);
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, f)) > 0 && all.length + got <= limit_bytes)
        text_add_bytes(&all, chunk, got);
    int failed = ferror(f) ? errno : 0;
    fclose(f);
    if (failed)
        return diag_error(d, whole, "cannot read: %s", strerror(failed));
    if (got > 0)
        return diag_error(d, whole, "too large: more than %zu bytes", limit_bytes);
    *bytes = all.bytes;
    *length = all.length;
    return STATUS_OK;
}

status file_write(const char *path, const void *bytes, size_t length, diag *d)
{
    place whole = {.file = path};
    char *temporary = arena_printf(d->mem, "%s.tmp", path);
    FILE *f = fopen(temporary, "wb");
    if (!f)
        return diag_system_error(d, whole, "cannot write: %s", strerror(errno));
    bool good = fwrite(bytes, 1, length, f) == length;
    good = fflush(f) == 0 && good;
    int why = errno;
    good = fclose(f) == 0 && good;
    if (good && rename(temporary, path) == 0)
        return STATUS_OK;
    if (good)
        why = errno;
    remove(temporary);
    return diag_system_error(d, whole, "cannot write: %s", strerror(why));
}
