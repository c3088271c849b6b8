/* SPDX-License-Identifier: MIT */
#include "apps/archive/zip.h"

#include "machine/crc32.h"

#include <string.h>

/* What both headers of an entry share: versions, no flags, stored, the first day of 1980. */
static void add_facts(const output_file *e, text *out)
{
    const uint32_t size = (uint32_t)e->bytes.length;
    text_add_low_first(out, 10, 2);
    text_add_low_first(out, 0, 2);
    text_add_low_first(out, 0, 2);
    text_add_low_first(out, 0, 2);
    text_add_low_first(out, 0x21, 2);
    text_add_low_first(out, crc32_bytes(0, e->bytes.bytes, e->bytes.length), 4);
    text_add_low_first(out, size, 4);
    text_add_low_first(out, size, 4);
    text_add_low_first(out, (uint32_t)strlen(e->path), 2);
    text_add_low_first(out, 0, 2);
}

void zip_write(const output_file *entries, uint32_t count, text *out)
{
    uint32_t *at = ARENA_ARRAY(out->mem, uint32_t, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        at[k] = (uint32_t)out->length;
        text_add_low_first(out, 0x04034b50, 4);
        add_facts(&entries[k], out);
        text_add(out, entries[k].path);
        text_add_bytes(out, entries[k].bytes.bytes, entries[k].bytes.length);
    }
    const uint32_t directory = (uint32_t)out->length;
    for (uint32_t k = 0; k < count; k++) {
        text_add_low_first(out, 0x02014b50, 4);
        text_add_low_first(out, 10, 2);
        add_facts(&entries[k], out);
        text_add_low_first(out, 0, 2); /* comment, disk, attributes */
        text_add_low_first(out, 0, 2);
        text_add_low_first(out, 0, 2);
        text_add_low_first(out, 0, 4);
        text_add_low_first(out, at[k], 4);
        text_add(out, entries[k].path);
    }
    const uint32_t size = (uint32_t)out->length - directory;
    text_add_low_first(out, 0x06054b50, 4);
    text_add_low_first(out, 0, 4);
    text_add_low_first(out, count, 2);
    text_add_low_first(out, count, 2);
    text_add_low_first(out, size, 4);
    text_add_low_first(out, directory, 4);
    text_add_low_first(out, 0, 2);
}
