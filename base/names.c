/* SPDX-License-Identifier: MIT */
#include "base/names.h"

#include <string.h>

enum { FIRST_SLOTS = 64 };

name_table names_make(arena *mem)
{
    return (name_table){.mem = mem};
}

/* FNV-1a with a final mix, because only the low bits choose the slot. */
static uint32_t hash_of(const char *name, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 13;
}

/* The slot that holds the name, or the free one where it belongs. */
static name_slot *slot_of(const name_table *t, const char *name, size_t length, uint32_t hash)
{
    uint32_t mask = t->slots_count - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        name_slot *s = &t->slots[i];
        if (!s->text ||
            (s->hash == hash && s->length == length && memcmp(s->text, name, length) == 0))
            return s;
    }
}

bool names_find(const name_table *t, const char *name, size_t length, uint32_t *value)
{
    if (t->slots_count == 0)
        return false;
    const name_slot *s = slot_of(t, name, length, hash_of(name, length));
    if (!s->text)
        return false;
    *value = s->value;
    return true;
}

static void grow_to(name_table *t, uint32_t slots)
{
    name_table larger = {.mem = t->mem, .used = t->used, .slots_count = slots};
    larger.slots = ARENA_ARRAY(t->mem, name_slot, slots);
    for (uint32_t i = 0; i < t->slots_count; i++) {
        const name_slot *s = &t->slots[i];
        if (s->text)
            *slot_of(&larger, s->text, s->length, s->hash) = *s;
    }
    *t = larger;
}

name_table names_make_for(arena *mem, uint32_t count)
{
    name_table t = names_make(mem);
    uint32_t slots = FIRST_SLOTS;
    while (slots / 2 < count)
        slots *= 2;
    grow_to(&t, slots);
    return t;
}

bool names_add(name_table *t, const char *name, size_t length, uint32_t value)
{
    if (t->used * 2 >= t->slots_count)
        grow_to(t, t->slots_count ? t->slots_count * 2 : FIRST_SLOTS);
    uint32_t hash = hash_of(name, length);
    name_slot *s = slot_of(t, name, length, hash);
    if (s->text)
        return false;
    *s = (name_slot){.text = name, .length = length, .hash = hash, .value = value};
    t->used++;
    return true;
}
