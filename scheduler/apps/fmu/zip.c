/* SPDX-License-Identifier: MIT */
#include "apps/fmu/zip.h"

#include "machine/crc32.h"

#include <string.h>

static void add_number(text *out, uint32_t value, uint32_t bytes)
{
    for (uint32_t k = 0; k < bytes; k++)
        text_add_bytes(out, &(unsigned char){(unsigned char)(value >> 8 * k)}, 1);
}

/* What both headers of an entry share: versions, no flags, stored, the first day of 1980. */
static void add_facts(const output_file *e, text *out)
{
    const uint32_t size = (uint32_t)e->bytes.length;
    add_number(out, 10, 2);
    add_number(out, 0, 2);
    add_number(out, 0, 2);
    add_number(out, 0, 2);
    add_number(out, 0x21, 2);
    add_number(out, crc32_bytes(0, e->bytes.bytes, e->bytes.length), 4);
    add_number(out, size, 4);
    add_number(out, size, 4);
    add_number(out, (uint32_t)strlen(e->path), 2);
    add_number(out, 0, 2);
}

void zip_write(const output_file *entries, uint32_t count, text *out)
{
    uint32_t *at = ARENA_ARRAY(out->mem, uint32_t, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        at[k] = (uint32_t)out->length;
        add_number(out, 0x04034b50, 4);
        add_facts(&entries[k], out);
        text_add(out, entries[k].path);
        text_add_bytes(out, entries[k].bytes.bytes, entries[k].bytes.length);
    }
    const uint32_t directory = (uint32_t)out->length;
    for (uint32_t k = 0; k < count; k++) {
        add_number(out, 0x02014b50, 4);
        add_number(out, 10, 2);
        add_facts(&entries[k], out);
        add_number(out, 0, 2); /* comment, disk, attributes */
        add_number(out, 0, 2);
        add_number(out, 0, 2);
        add_number(out, 0, 4);
        add_number(out, at[k], 4);
        text_add(out, entries[k].path);
    }
    const uint32_t size = (uint32_t)out->length - directory;
    add_number(out, 0x06054b50, 4);
    add_number(out, 0, 4);
    add_number(out, count, 2);
    add_number(out, count, 2);
    add_number(out, size, 4);
    add_number(out, directory, 4);
    add_number(out, 0, 2);
}
