/* SPDX-License-Identifier: MIT */
#include "certify/tables.h"

typedef struct {
    uint32_t table, owner, word;
} block_owner;

static block_owner owner_of(uint32_t address)
{
    return (block_owner){
        TAUFLOW_GET(address, LOAD_ADDRESS_TABLE), TAUFLOW_GET(address, LOAD_ADDRESS_OWNER),
        TAUFLOW_GET(address, LOAD_ADDRESS_WORD)};
}

/* Lengths or loops of all sequences of a kind; lengths of packets are elsewhere in the image. */
static void take_extents(tables *t, bool loops, uint32_t of, const tau_block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const uint32_t value = table_entry(b, i);
        uint32_t *place = NULL;
        if (of == TAUFLOW_LOAD_RECEPTION)
            place = loops ? &t->receivers[i].loop : &t->receivers[i].count;
        else if (of == TAUFLOW_LOAD_ISSUE)
            place = loops ? &t->units[i].loop : &t->units[i].count;
        else if (of == TAUFLOW_LOAD_EMISSION)
            place = loops ? &t->sources[i].loop : &t->sources[i].count;
        if (place)
            *place = value;
    }
}

static void take_receptions(arena *mem, tables *t, uint32_t r, const tau_block *b)
{
    receiver_table *to = &t->receivers[r];
    to->receptions = *b;
    to->source = ARENA_ARRAY(mem, uint32_t, b->count);
    for (uint32_t k = 0; k < b->count; k++)
        to->source[k] = core_selected(t->c, r, TAUFLOW_GET(table_entry(b, k), RECEPTION_SELECT));
}

/* One of the words of a source's masks. */
static void take_emissions(arena *mem, tables *t, uint32_t s, uint32_t word, const tau_block *b)
{
    source_table *from = &t->sources[s];
    if (!from->to)
        from->to = ARENA_ARRAY(mem, receiver_set, b->count);
    for (uint32_t bit = 0; bit < 32; bit++) {
        const uint32_t r = core_masked(t->c, s, 32 * word + bit);
        for (uint32_t k = 0; r != UINT32_MAX && k < b->count; k++)
            from->to[k].bits[r / 32] |= (table_entry(b, k) >> bit & 1) << r % 32;
    }
}

tables tables_read(arena *mem, const tau_image *from)
{
    const tauflow_shape *c = &from->needs;
    tables t = {.image = from, .c = c,
                .receivers = ARENA_ARRAY(mem, receiver_table, core_receivers(c)),
                .units = ARENA_ARRAY(mem, unit_table, core_units(c)),
                .sources = ARENA_ARRAY(mem, source_table, core_sources(c))};
    tau_block b;
    for (size_t at = 0; tau_image_block(from, &at, &b);) {
        const block_owner o = owner_of(b.address);
        switch (o.table) {
        case TAUFLOW_LOAD_RECEPTION: take_receptions(mem, &t, o.owner, &b); break;
        case TAUFLOW_LOAD_CONSTANT: t.receivers[o.owner].constants = b; break;
        case TAUFLOW_LOAD_ISSUE: t.units[o.owner].issues[o.word] = b; break;
        case TAUFLOW_LOAD_EMISSION: take_emissions(mem, &t, o.owner, o.word, &b); break;
        default: take_extents(&t, o.table == TAUFLOW_LOAD_LOOP, o.owner, &b); break;
        }
    }
    return t;
}
