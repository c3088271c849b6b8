/* SPDX-License-Identifier: MIT */
/* A simulation is code that runs with the user's rights, and Verilator's Verilog can hold any code
 * ($c, $system, imports of C). So of the language only that passes which compile writes. */
#include "commands/circuit_text.h"

#include "base/limits.h"
#include "emit/verilog/face.h"

#include <string.h>

static const char DIGITS[] = "0123456789";
static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
static const char WORD[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$";

/* ---- the language ---------------------------------------------------------------------------- */

static bool is_one_of(const char *at, size_t length, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == length && memcmp(*list, at, length) == 0)
            return true;
    return false;
}

/* Whether a word that begins so may stand there; names without a mark may, but for two. */
static bool is_harmless(const char *at, size_t length)
{
    static const char *const TASKS[] = {"$error", "$signed", "$unsigned", "$clog2", NULL};
    static const char *const DIRECTIVES[] = {"`default_nettype", "`ifdef", "`ifndef", "`else",
                                             "`endif", NULL};
    static const char *const KEYWORDS[] = {"import", "export", NULL};
    static const char OWN[] = "`TAUFLOW_", INCLUDE[] = "`include \"tauflow_shape.vh\"\n";
    if (*at == '$')
        return is_one_of(at, length, TASKS);
    if (*at == '`')
        return is_one_of(at, length, DIRECTIVES) || strncmp(at, OWN, strlen(OWN)) == 0 ||
               strncmp(at, INCLUDE, strlen(INCLUDE)) == 0;
    return *at != '\\' && !is_one_of(at, length, KEYWORDS);
}

/* The end of a comment or string that begins there; NULL: it has none. */
static const char *past(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : NULL;
    }
    const char *end = at + 1 + strcspn(at + 1, "\"\\\n");
    return *end == '"' && end[1] != '"' ? end + 1 : NULL;
}

static status check_language(const char *file, const text *verilog, diag *d)
{
    const char *line = verilog->bytes;
    place at = {.file = file, .line = 1};
    for (const char *c = verilog->bytes; *c;) {
        const bool skips = *c == '"' || (*c == '/' && (c[1] == '/' || c[1] == '*'));
        const bool marked = strchr("$`\\", *c), named = strchr(LETTERS, *c);
        const size_t length = 1 + (marked || named ? strspn(c + 1, WORD) : 0);
        const char *end = skips ? past(c) : c + length;
        at.column = (uint32_t)(c - line) + 1;
        if (!end || !is_harmless(c, length))
            return diag_error(d, at, "'%.*s' is not written by compile: it is not run, because it "
                                     "could do anything",
                              (int)(length > 40 ? 40 : length), c);
        for (; c < end; c++)
            if (*c == '\n') {
                at.line++;
                line = c + 1;
            }
    }
    return STATUS_OK;
}

/* ---- the files ------------------------------------------------------------------------------- */

static status read_text(arena *mem, const char *path, text *out, diag *d)
{
    *out = text_make(mem);
    if (file_read(mem, path, LIMIT_FILE_BYTES, &out->bytes, &out->length, d) != STATUS_OK)
        return diag_error(d, (place){.file = path},
                          "cannot read the circuit's Verilog, which belongs beside its image: %s",
                          d->error.text);
    if (strlen(out->bytes) != out->length)
        return diag_error(d, (place){.file = path}, "NUL byte");
    return STATUS_OK;
}

/* The name is that of a module, and goes to Verilator. */
static bool is_module(const char *name)
{
    return *name && !strchr(DIGITS, *name) && !name[strspn(name, WORD)] && !strchr(name, '$');
}

status circuit_text_read(arena *mem, const char *image, const uint8_t *hash, const char *folder,
                         output_file copies[CIRCUIT_TEXTS], diag *d)
{
    static const char *const ENDINGS[CIRCUIT_TEXTS] = {"_core.v", ".v"};
    const char *stem = arena_strndup(mem, image, strlen(image) - strlen(".tau"));
    const char *slash = strrchr(stem, '/'), *name = slash ? slash + 1 : stem;
    uint8_t found[SHA256_BYTES];
    const char *paths[CIRCUIT_TEXTS];
    if (!hash)
        return diag_error(d, (place){.file = image},
                          "this circuit's image does not name its Verilog: compile it again");
    if (!is_module(name))
        return diag_error(d, (place){.file = image},
                          "a circuit's files are named after its module, as compile does");
    for (uint32_t k = 0; k < CIRCUIT_TEXTS; k++) {
        copies[k] = output_make(mem, folder, arena_printf(mem, "%s%s", name, ENDINGS[k]));
        paths[k] = arena_printf(mem, "%s%s", stem, ENDINGS[k]);
        TRY(read_text(mem, paths[k], &copies[k].bytes, d));
    }
    circuit_text_hash(&copies[0].bytes, &copies[1].bytes, found);
    if (memcmp(found, hash, SHA256_BYTES) != 0)
        return diag_error(d, (place){.file = image},
                          "the Verilog beside this image is not its own: %s or %s was changed, or "
                          "is of another circuit",
                          paths[0], paths[1]);
    for (uint32_t k = 0; k < CIRCUIT_TEXTS; k++)
        TRY(check_language(paths[k], &copies[k].bytes, d));
    return STATUS_OK;
}
