/* SPDX-License-Identifier: MIT */
/* The lines of regs.def. What the kinds of unit fill grows with them, and nothing moves: a field
 * that its register has no room for, or a bank that more units need, is in a further register. */
#include "generate/descriptions.h"

#include <stdio.h>
#include <string.h>

#define REG(name, offset, access, about) \
    {IS_REG, #name, NULL, offset, 1, #access, about, IN_MODULE, 0, 0, #name},
#define REGS(name, offset, count, access, about) \
    {IS_REGS, #name, NULL, offset, count, #access, about, IN_MODULE, 0, 0, #name},
#define FIELD(name, field, low, bits, about) \
    {IS_FIELD, #name, #field, low, bits, NULL, about, IN_MODULE, 0, 0, #name},
#define VALUE(name, value, about) \
    {IS_VALUE, #name, NULL, value, 0, NULL, about, IN_MODULE, 0, 0, #name},
#define FIELDS(name, where, bits, ending, further) \
    {IS_FIELDS, #name, NULL, 0, bits, "RO", ending, IN_##where, further, 0, #name},
#define BANKS(name, offset, count, step, access, about) \
    {IS_BANKS, #name, NULL, offset, count, #access, about, IN_SHARED, step, 0, #name},
static const line GIVEN[] = {
#include "regs.def"
};

static void add(register_list *r, line new)
{
    r->lines[r->count++] = new;
}

static const char *joined(register_list *r, const char *a, const char *b)
{
    char *out = r->texts[r->texts_count++];
    snprintf(out, TEXT_BYTES, "%s%s", a, b);
    return out;
}

/* Of register or bank `n` that goes on from the first. */
static const char *further_name(register_list *r, const line *first, uint32_t n)
{
    char *out = r->texts[r->texts_count++];
    snprintf(out, TEXT_BYTES, "%s_%u", first->name, n);
    return out;
}

static void list_fields(register_list *r, const line *given)
{
    const uint32_t each = 32 / given->count;
    uint32_t number = 0;
    line field = {IS_FIELD, given->name, NULL, 0, given->count, NULL, NULL, given->where, 0, 0,
                  given->name};
    for (uint32_t k = 0; k < KINDS_COUNT; k++) {
        if (KINDS[k].where != given->where)
            continue;
        if (number && number % each == 0) {
            field.name = further_name(r, given, number / each);
            add(r, (line){IS_REG, field.name, NULL, given->further + 4 * (number / each - 1), 1,
                          given->access, joined(r, "further kinds of ", given->name),
                          given->where, 0, 0, given->name});
        }
        field.field = KINDS[k].name;
        field.number = given->count * (number++ % each);
        field.about = joined(r, KINDS[k].about, given->about);
        add(r, field);
    }
}

static void list_banks(register_list *r, const line *given)
{
    line bank = *given;
    bank.kind = IS_REGS;
    add(r, bank);
    for (uint32_t n = 1; n * given->count < SHARED_UNITS_MOST; n++) {
        bank.name = further_name(r, given, n);
        bank.number += given->further;
        bank.first += given->count;
        bank.about = joined(r, "further units of ", given->name);
        add(r, bank);
    }
}

static void tell_networks(char text[NETWORKS_TEXT_BYTES])
{
    size_t used = 0;
    for (uint32_t n = 1; n < NETWORKS_COUNT && used < NETWORKS_TEXT_BYTES; n++)
        used += (size_t)snprintf(text + used, NETWORKS_TEXT_BYTES - used, "%s%u %s",
                                 n > 1 ? ", " : "", n, NETWORKS[n].about);
}

const char *text_of(const register_list *r, const char *about)
{
    return about && strcmp(about, NETWORKS_BY_NUMBER) == 0 ? r->networks : about;
}

void list_registers(register_list *out)
{
    out->count = out->texts_count = 0;
    tell_networks(out->networks);
    for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++)
        if (GIVEN[i].kind == IS_FIELDS)
            list_fields(out, &GIVEN[i]);
        else if (GIVEN[i].kind == IS_BANKS)
            list_banks(out, &GIVEN[i]);
        else
            add(out, GIVEN[i]);
    for (uint32_t i = 0; i < out->count; i++)
        out->lines[i].about = text_of(out, out->lines[i].about);
}

uint32_t mask_of(const line *l)
{
    return (l->count == 32 ? UINT32_MAX : (UINT32_C(1) << l->count) - 1) << l->number;
}

const line *find_field(const register_list *r, const char *reg, const char *field)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->lines[i].kind == IS_FIELD && strcmp(r->lines[i].field, field) == 0 &&
            (strcmp(r->lines[i].name, reg) == 0 || strcmp(r->lines[i].begins, reg) == 0))
            return &r->lines[i];
    return NULL;
}
