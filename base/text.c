/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

void text_add_low_first(text *t, uint64_t value, uint32_t bytes)
{
    for (uint32_t k = 0; k < bytes; k++)
        text_add_bytes(t, &(unsigned char){(unsigned char)(value >> 8 * k)}, 1);
}

void text_add_double(text *t, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    text_add_low_first(t, bits, 8);
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

void text_add_csv(text *t, const char *value)
{
    const size_t length = strlen(value);
    const bool blank = length && (strchr(" \t", value[0]) || strchr(" \t", value[length - 1]));
    if (!blank && !value[strcspn(value, ",\"\r\n")]) {
        text_add(t, value);
        return;
    }
    text_add(t, "\"");
    for (const char *c = value; *c; c++) {
        text_add_bytes(t, c, 1);
        if (*c == '"')
            text_add(t, "\"");
    }
    text_add(t, "\"");
}

void text_add_plain(text *t, const char *value)
{
    for (const unsigned char *c = (const unsigned char *)value; *c; c++) {
        const bool wide = c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0; /* U+0080 to U+009F */
        if (wide)
            text_printf(t, "\\x%02x", *++c);
        else if (*c < 0x20 || *c == 0x7F)
            text_printf(t, "\\x%02x", *c);
        else
            text_add_bytes(t, c, 1);
    }
}

static status larger(const char *path, size_t limit_bytes, diag *d)
{
    return diag_error(d, (place){.file = path}, "larger than %zu bytes, the most that is read",
                      limit_bytes);
}

/* Where in the file a byte stands. */
static place place_of(const char *path, const char *bytes, const char *byte)
{
    place at = {.file = path, .line = 1};
    const char *line = bytes;
    for (const char *c = bytes; c < byte; c++)
        if (*c == '\n') {
            at.line++;
            line = c + 1;
        }
    at.column = (uint32_t)(byte - line) + 1;
    return at;
}

typedef enum { ANY_BYTES, PLAIN_TEXT, SOME_ENCODING } contents;

static status nul_check(const char *path, const char *bytes, const char *from, size_t length,
                        diag *d)
{
    const char *nul = memchr(from, '\0', length);
    return nul ? diag_error(d, place_of(path, bytes, nul), "NUL byte") : STATUS_OK;
}

static bool has_four_nuls(const char *bytes, size_t length)
{
    size_t run = 0;
    for (size_t i = 0; i < length && run < 4; i++)
        run = bytes[i] ? 0 : run + 1;
    return run == 4;
}

static void heard(const diag *d, const void *bytes, size_t count)
{
    if (d->hear)
        d->hear(d->hearer, bytes, count);
}

/* Reads on until the end, the limit or, in a text, NUL bytes: what has them is left at once, so
 * that an endless device costs one chunk. A file of known size gets its room in one piece, anything
 * else grows. */
static status read_stream(FILE *f, const char *path, size_t expected_bytes, size_t limit_bytes,
                          contents kind, text *all, diag *d)
{
    enum { CHUNK_BYTES = 65536 };
    if (expected_bytes + 1 > all->capacity) {
        all->capacity = expected_bytes + 1;
        all->bytes = arena_alloc(all->mem, all->capacity);
    }
    char *chunk = arena_alloc(all->mem, CHUNK_BYTES);
    size_t got;
    heard(d, NULL, 0);
    while ((got = fread(chunk, 1, CHUNK_BYTES, f)) > 0) {
        if (all->length + got > limit_bytes)
            return larger(path, limit_bytes, d);
        text_add_bytes(all, chunk, got);
        heard(d, chunk, got);
        if (kind == PLAIN_TEXT)
            TRY(nul_check(path, all->bytes, all->bytes + all->length - got, got, d));
        if (kind == SOME_ENCODING && has_four_nuls(chunk, got))
            return STATUS_OK;
    }
    if (ferror(f))
        return diag_error(d, (place){.file = path}, "cannot read: %s", strerror(errno));
    return STATUS_OK;
}

static status read_open(arena *mem, FILE *f, const char *name, size_t limit_bytes, contents kind,
                        text *all, diag *d)
{
    place whole = {.file = name};
    struct stat info;
    if (fstat(fileno(f), &info) != 0)
        return diag_error(d, whole, "cannot open: %s", strerror(errno));
    bool has_size = S_ISREG(info.st_mode) && info.st_size > 0; /* files in /proc say 0 */
    size_t size = has_size ? (size_t)info.st_size : 0;
    *all = text_make(mem);
    if (S_ISDIR(info.st_mode)) /* as standard input */
        return diag_error(d, whole, "cannot read: it is a folder");
    if (S_ISREG(info.st_mode))
        *ARENA_PUSH(d->mem, d, inputs) =
            (diag_file){(uint64_t)info.st_dev, (uint64_t)info.st_ino};
    if (size > limit_bytes)
        return larger(name, limit_bytes, d);
    return read_stream(f, name, size, limit_bytes, kind, all, d);
}

typedef enum { FILES_ALONE, PIPES_TOO } sources;

static const char *kind_word(mode_t mode)
{
    return S_ISDIR(mode) ? "folder" : S_ISFIFO(mode) ? "pipe" : "device";
}

/* Lets a pipe wait for what comes, unless nobody is there to write it. A read tells: it finds
 * nothing yet, or the end; *first is the byte that came meanwhile, or EOF. */
static status await_writer(int file, const char *path, int *first, diag *d)
{
    struct pollfd any = {.fd = file, .events = POLLIN};
    unsigned char byte;
    if (poll(&any, 1, 1000 * TEXT_WRITER_SECONDS) != 0)
        return STATUS_OK;
    const ssize_t got = read(file, &byte, 1);
    if (got == 0)
        return diag_error(d, (place){.file = path},
                          "cannot read: it is a pipe, and nobody has begun to write to it within "
                          "%d s",
                          TEXT_WRITER_SECONDS);
    *first = got == 1 ? byte : EOF;
    return STATUS_OK;
}

/* Opened without waiting, looked at, and only then allowed to wait. */
static status open_input(const char *path, sources from, FILE **out, diag *d)
{
    place whole = {.file = path};
    struct stat info;
    int first = EOF;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    status done = STATUS_OK;
    *out = NULL;
    if (file < 0 || fstat(file, &info) != 0)
        done = diag_error(d, whole, "cannot open: %s", strerror(errno));
    else if (!S_ISREG(info.st_mode) && (from == FILES_ALONE || S_ISDIR(info.st_mode)))
        done = diag_error(d, whole, "cannot read: it is a %s", kind_word(info.st_mode));
    else if (S_ISFIFO(info.st_mode))
        done = await_writer(file, path, &first, d);
    if (done == STATUS_OK && (fcntl(file, F_SETFL, 0) != 0 || !(*out = fdopen(file, "rb"))))
        done = diag_error(d, whole, "cannot open: %s", strerror(errno));
    if (*out && first != EOF)
        ungetc(first, *out);
    if (!*out && file >= 0)
        close(file);
    return done;
}

static status read_whole(arena *mem, const char *path, sources from, size_t limit_bytes,
                         contents kind, text *all, diag *d)
{
    FILE *f;
    TRY(open_input(path, from, &f, d));
    status result = read_open(mem, f, path, limit_bytes, kind, all, d);
    fclose(f);
    return result;
}

static status read_bytes(arena *mem, const char *path, sources from, size_t limit_bytes,
                         contents kind, char **bytes, size_t *length, diag *d)
{
    text all;
    TRY(read_whole(mem, path, from, limit_bytes, kind, &all, d));
    *bytes = all.bytes;
    *length = all.length;
    return STATUS_OK;
}

status file_read(arena *mem, const char *path, size_t limit_bytes, char **bytes, size_t *length,
                 diag *d)
{
    return read_bytes(mem, path, FILES_ALONE, limit_bytes, ANY_BYTES, bytes, length, d);
}

status file_read_given(arena *mem, const char *path, size_t limit_bytes, char **bytes,
                       size_t *length, diag *d)
{
    return read_bytes(mem, path, PIPES_TOO, limit_bytes, ANY_BYTES, bytes, length, d);
}

status file_read_text(arena *mem, const char *path, char **bytes, size_t *length, diag *d)
{
    return read_bytes(mem, path, PIPES_TOO, LIMIT_FILE_BYTES, PLAIN_TEXT, bytes, length, d);
}

bool input_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool path_has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0;
}

static bool is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

status input_read(arena *mem, const char *path, input_file *out, diag *d)
{
    text all;
    bool is_stdin = input_is_stdin(path);
    out->name = is_stdin ? "<stdin>" : arena_strdup(mem, path);
    out->path = is_stdin || !is_regular(path) ? NULL : out->name;
    TRY(is_stdin ? read_open(mem, stdin, out->name, LIMIT_FILE_BYTES, SOME_ENCODING, &all, d)
                 : read_whole(mem, out->name, PIPES_TOO, LIMIT_FILE_BYTES, SOME_ENCODING, &all, d));
    out->file_bytes = out->bytes = all.bytes;
    out->file_length = out->length = all.length;
    return STATUS_OK;
}

status input_read_included(arena *mem, const char *path, input_file *out, diag *d)
{
    out->name = out->path = arena_strdup(mem, path);
    return read_bytes(mem, out->path, FILES_ALONE, LIMIT_FILE_BYTES, SOME_ENCODING, &out->bytes,
                      &out->length, d);
}

status input_check_text(const input_file *f, diag *d)
{
    return nul_check(f->name, f->bytes, f->bytes, f->length, d);
}
