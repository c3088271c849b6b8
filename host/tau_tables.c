/* Checking: blocks stand in the order of their addresses, so none is there twice; all lengths come first, every further block has
 * the length told there, and the sum tells that none is missing. Placing: numbers of units, receivers and sources become the core's. */
#include "tau_tables.h"

#include "tauflow_regs.h"

#define BAD(r, ...) report_fail(r, TAUFLOW_BAD_IMAGE, __VA_ARGS__)
#define GET(word, field) (((word) & TAUFLOW_##field##_MASK) >> TAUFLOW_##field##_LOW)

typedef struct {
    uint32_t table, owner, word;
} spot;

static spot spot_of(uint32_t address)
{
    return (spot){GET(address, LOAD_ADDRESS_TABLE), GET(address, LOAD_ADDRESS_OWNER), GET(address, LOAD_ADDRESS_WORD)};
}

static uint32_t address_of(uint32_t table, uint32_t owner, uint32_t word)
{
    return table << TAUFLOW_LOAD_ADDRESS_TABLE_LOW | owner << TAUFLOW_LOAD_ADDRESS_OWNER_LOW | word << TAUFLOW_LOAD_ADDRESS_WORD_LOW;
}

bool tau_image_block(const tau_image *i, size_t *at, tau_block *out)
{
    const tau_piece *s = &i->section[TAU_TABLES];
    size_t from = *at ? *at : 4;
    if (from >= s->size)
        return false;
    *out = (tau_block){tau_word(s->bytes + from), tau_word(s->bytes + from + 4), s->bytes + from + 8};
    *at = from + 8 + 4 * (size_t)out->count;
    return true;
}

/* ---- checking --------------------------------------------------------------------------------------- */

enum { LENGTHS = 4, BEATS = 3 /* input, output, lane 0 of output */ };
/* Owners of the length tables, in the order of their addresses. */
static const uint32_t LENGTH_OWNER[LENGTHS] = {TAUFLOW_LOAD_RECEPTION, TAUFLOW_LOAD_ISSUE, TAUFLOW_LOAD_EMISSION, TAUFLOW_LOAD_BEATS};

typedef struct {
    const tau_image *image;
    const tauflow_shape *c;
    tau_block length[LENGTHS];
    uint64_t wanted, found; /* words of sequences */
} checker;

static uint32_t length_of(const checker *k, uint32_t table, uint32_t owner)
{
    for (uint32_t i = 0; i < LENGTHS; i++)
        if (LENGTH_OWNER[i] == table)
            return owner < k->length[i].count ? tau_word(k->length[i].words + 4 * (size_t)owner) : 0;
    return 0;
}

/* Most entries of a sequence of this table and owner in the shape. */
static uint32_t depth_of(const tauflow_shape *c, uint32_t table, uint32_t owner)
{
    switch (table) {
    case TAUFLOW_LOAD_RECEPTION: return owner < shape_output(c) ? c->receptions : owner == shape_output(c) ? c->output_words : c->relay_words;
    case TAUFLOW_LOAD_ISSUE: return c->issues;
    case TAUFLOW_LOAD_EMISSION: return owner < shape_units(c) ? c->issues : owner < shape_relay_source(c) ? c->lane_words : c->relay_words;
    default: return owner ? c->output_words : c->lane_words; /* beats */
    }
}

static tauflow_status check_lengths(checker *k, report *r)
{
    const uint32_t counts[LENGTHS] = {shape_receivers(k->c), shape_units(k->c), shape_sources(k->c), BEATS};
    for (uint32_t i = 0; i < LENGTHS; i++) {
        if (k->length[i].count != counts[i] || k->length[i].address != address_of(TAUFLOW_LOAD_LENGTH, LENGTH_OWNER[i], 0))
            return BAD(r, "the tables do not begin with the lengths of all sequences");
        for (uint32_t owner = 0; owner < counts[i]; owner++) {
            uint32_t length = tau_word(k->length[i].words + 4 * (size_t)owner), table = LENGTH_OWNER[i];
            if (length > depth_of(k->c, table, owner))
                return BAD(r, "sequence %u of table %u has %u entries and the shape %u", owner, table, length, depth_of(k->c, table, owner));
            uint32_t width = table == TAUFLOW_LOAD_EMISSION ? (shape_mask_bits(k->c, owner) + 31) / 32 : 1;
            k->wanted += table == TAUFLOW_LOAD_BEATS ? 0 : (uint64_t)length * width;
        }
    }
    if (tau_word(k->length[3].words) != k->image->beats)
        return BAD(r, "the tables tell %u beats and the input map %u", tau_word(k->length[3].words), k->image->beats);
    if (length_of(k, TAUFLOW_LOAD_RECEPTION, shape_output(k->c)) != k->c->output_words)
        return BAD(r, "the output port takes %u words and the shape tells %u", length_of(k, TAUFLOW_LOAD_RECEPTION, shape_output(k->c)),
                   k->c->output_words);
    return TAUFLOW_OK;
}

static bool reception_is_good(const tauflow_shape *c, uint32_t receiver, uint32_t word)
{
    uint32_t slot = word & 0xfff, select = word >> 16, ends = receiver == shape_output(c) ? 0x1000u : 0;
    bool operand = receiver < shape_output(c), narrow = shape_relays(c) && receiver != shape_output(c);
    uint32_t selects = !narrow ? shape_relay_source(c) : operand ? 4 + c->lanes : 4;
    return !(word & 0xff00f000u & ~ends) && (operand ? slot < c->slots : slot == 0) && select < selects;
}

static bool read_is_good(const tauflow_shape *c, uint32_t field)
{
    uint32_t index = field & 0xfff;
    bool constant = field >> 12 & 1, release = field >> 13 & 1;
    return constant ? index < c->constants && !release : index < c->slots;
}

static bool issue_is_good(const tauflow_shape *c, uint32_t unit, uint32_t word)
{
    uint32_t negations = word >> 28;
    return negations <= (unit < c->modules ? 0 : 2) && read_is_good(c, word & 0x3fff) && read_is_good(c, word >> 14 & 0x3fff);
}

static bool emission_is_good(const tauflow_shape *c, uint32_t source, uint32_t number, uint32_t word)
{
    uint32_t bits = shape_mask_bits(c, source), here = bits - 32 * number;
    bool relay = source >= shape_relay_source(c);
    return (here >= 32 || word >> here == 0) && !(relay && word >> 4 & 1);
}

static bool entry_is_good(const tauflow_shape *c, const spot *s, uint32_t word)
{
    switch (s->table) {
    case TAUFLOW_LOAD_RECEPTION: return reception_is_good(c, s->owner, word);
    case TAUFLOW_LOAD_ISSUE: return issue_is_good(c, s->owner, word);
    case TAUFLOW_LOAD_EMISSION: return emission_is_good(c, s->owner, s->word, word);
    default: return true; /* constants: any value */
    }
}

/* Where a sequence goes on after its last entry. */
static tauflow_status check_loops(const checker *k, const tau_block *b, uint32_t table, report *r)
{
    uint32_t owners = table == TAUFLOW_LOAD_RECEPTION  ? shape_receivers(k->c)
                      : table == TAUFLOW_LOAD_ISSUE    ? shape_units(k->c)
                      : table == TAUFLOW_LOAD_EMISSION ? shape_sources(k->c)
                                                       : 0;
    if (b->address != address_of(TAUFLOW_LOAD_LOOP, table, 0) || b->count != owners)
        return BAD(r, "block %08x of the tables has %u words", b->address, b->count);
    for (uint32_t owner = 0; owner < owners; owner++)
        if (tau_word(b->words + 4 * (size_t)owner) != 0)
            return BAD(r, "sequence %u of table %u does not end with each sample", owner, table);
    return TAUFLOW_OK;
}

static tauflow_status check_block(checker *k, const tau_block *b, report *r)
{
    const tauflow_shape *c = k->c;
    spot s = spot_of(b->address);
    if (s.table == TAUFLOW_LOAD_LOOP)
        return check_loops(k, b, s.owner, r);
    uint32_t owners = s.table == TAUFLOW_LOAD_RECEPTION  ? shape_receivers(c)
                      : s.table == TAUFLOW_LOAD_ISSUE    ? shape_units(c)
                      : s.table == TAUFLOW_LOAD_CONSTANT ? shape_output(c)
                      : s.table == TAUFLOW_LOAD_EMISSION ? shape_sources(c)
                                                         : 0;
    uint32_t width = s.table == TAUFLOW_LOAD_EMISSION && s.owner < owners ? (shape_mask_bits(c, s.owner) + 31) / 32 : 1;
    if (address_of(s.table, s.owner, s.word) != b->address || s.owner >= owners || s.word >= width)
        return BAD(r, "a block of the tables goes to address %08x, which the shape has not", b->address);
    bool constant = s.table == TAUFLOW_LOAD_CONSTANT;
    if (constant ? b->count > c->constants : b->count != length_of(k, s.table, s.owner))
        return BAD(r, "block %08x of the tables has %u words", b->address, b->count);
    for (uint32_t i = 0; i < b->count; i++)
        if (!entry_is_good(c, &s, tau_word(b->words + 4 * (size_t)i)))
            return BAD(r, "entry %u of block %08x is %08x, which means nothing on this shape", i, b->address, tau_word(b->words + 4 * (size_t)i));
    k->found += constant ? 0 : b->count;
    return TAUFLOW_OK;
}

tauflow_status tau_tables_check(tau_image *i, report *r)
{
    checker k = {.image = i, .c = &i->needs};
    const tau_piece *s = &i->section[TAU_TABLES];
    if (s->size < 4)
        return BAD(r, "the section of tables is empty");
    uint32_t last = 0;
    for (size_t at = 4; at < s->size; i->blocks++) {
        if (s->size - at < 8 || tau_word(s->bytes + at + 4) > (s->size - at - 8) / 4)
            return BAD(r, "block %u of the tables is cut off", i->blocks);
        tau_block b;
        tau_image_block(i, &at, &b);
        if (!b.count || (i->blocks && b.address <= last))
            return BAD(r, "block %u of the tables is empty or stands in the wrong place", i->blocks);
        last = b.address;
        if (i->blocks < LENGTHS)
            k.length[i->blocks] = b;
        if (i->blocks + 1 == LENGTHS)
            PASS(check_lengths(&k, r));
        if (i->blocks >= LENGTHS)
            PASS(check_block(&k, &b, r));
        i->table_words += b.count;
    }
    if (i->blocks < LENGTHS || i->blocks != tau_word(s->bytes) || k.wanted != k.found)
        return BAD(r, "the tables are incomplete: %u blocks of %u, %llu words of %llu", i->blocks, tau_word(s->bytes), (unsigned long long)k.found,
                   (unsigned long long)k.wanted);
    return TAUFLOW_OK;
}

/* ---- placing ----------------------------------------------------------------------------------------- */

typedef struct {
    const tau_image *image;
    const tauflow_shape *from, *to;
    const tau_sink *sink;
} placer;

static uint32_t map_unit(const placer *p, uint32_t unit)
{
    return unit / p->from->modules * p->to->modules + unit % p->from->modules;
}

static uint32_t map_receiver(const placer *p, uint32_t receiver)
{
    uint32_t output = shape_output(p->from);
    return receiver >= output ? shape_output(p->to) + receiver - output : 2 * map_unit(p, receiver / 2) + receiver % 2;
}

static uint32_t map_source(const placer *p, uint32_t source)
{
    if (source < shape_units(p->from))
        return map_unit(p, source);
    if (source < shape_relay_source(p->from))
        return shape_units(p->to) + source - shape_units(p->from);
    return shape_relay_source(p->to) + source - shape_relay_source(p->from);
}

static uint32_t map_owner(const placer *p, uint32_t table, uint32_t owner)
{
    return table == TAUFLOW_LOAD_ISSUE ? map_unit(p, owner) : table == TAUFLOW_LOAD_EMISSION ? map_source(p, owner) : map_receiver(p, owner);
}

/* Selects of a ring's receivers are counted from their own module and stay; its output port and a crossbar name sources. */
static uint32_t map_reception(const placer *p, uint32_t receiver, uint32_t word)
{
    bool narrow = shape_relays(p->from) && receiver != shape_output(p->from);
    return narrow ? word : (word & 0x1fff) | map_source(p, word >> 16) << 16;
}

/* Lengths for all owners of the core: those that the program does not use are 0. */
static tauflow_status place_lengths(const placer *p, const tau_block *b, report *r)
{
    uint32_t table = spot_of(b->address).owner;
    uint32_t owners = table == TAUFLOW_LOAD_RECEPTION  ? shape_receivers(p->to)
                      : table == TAUFLOW_LOAD_ISSUE    ? shape_units(p->to)
                      : table == TAUFLOW_LOAD_EMISSION ? shape_sources(p->to)
                                                       : BEATS;
    PASS(p->sink->block(p->sink->user, b->address, r));
    for (uint32_t owner = 0; owner < owners; owner++) {
        uint32_t length = 0;
        for (uint32_t k = 0; k < b->count; k++)
            if ((table == TAUFLOW_LOAD_BEATS ? k : map_owner(p, table, k)) == owner)
                length = tau_word(b->words + 4 * (size_t)k);
        PASS(p->sink->word(p->sink->user, length, r));
    }
    return TAUFLOW_OK;
}

/* All words of a source's entries at once: a bit may move from one word to another. `b` is that of word 0; the others follow it. */
static tauflow_status place_emissions(const placer *p, const tau_block *b, size_t next, report *r)
{
    uint32_t source = spot_of(b->address).owner, owner = map_source(p, source);
    uint32_t bits = shape_mask_bits(p->from, source);
    bool moves = bits == shape_output(p->from) + 1; /* bits are receivers, not places in a module */
    tau_block words[SHAPE_MASK_WORDS] = {*b};
    for (uint32_t w = 1; w < (bits + 31) / 32; w++)
        tau_image_block(p->image, &next, &words[w]);
    for (uint32_t w = 0; w < (shape_mask_bits(p->to, owner) + 31) / 32; w++) {
        PASS(p->sink->block(p->sink->user, address_of(TAUFLOW_LOAD_EMISSION, owner, w), r));
        for (uint32_t k = 0; k < b->count; k++) {
            uint32_t word = 0;
            for (uint32_t bit = 0; bit < bits; bit++) {
                uint32_t to = moves ? map_receiver(p, bit) : bit;
                if (to / 32 == w && tau_word(words[bit / 32].words + 4 * (size_t)k) >> bit % 32 & 1)
                    word |= UINT32_C(1) << to % 32;
            }
            PASS(p->sink->word(p->sink->user, word, r));
        }
    }
    return TAUFLOW_OK;
}

static tauflow_status place_block(const placer *p, const tau_block *b, report *r)
{
    spot s = spot_of(b->address);
    PASS(p->sink->block(p->sink->user, address_of(s.table, map_owner(p, s.table, s.owner), 0), r));
    for (uint32_t k = 0; k < b->count; k++) {
        uint32_t word = tau_word(b->words + 4 * (size_t)k);
        PASS(p->sink->word(p->sink->user, s.table == TAUFLOW_LOAD_RECEPTION ? map_reception(p, s.owner, word) : word, r));
    }
    return TAUFLOW_OK;
}

tauflow_status tau_image_place(const tau_image *i, const tauflow_shape *core, const tau_sink *sink, report *r)
{
    placer p = {i, &i->needs, core, sink};
    tau_block b;
    for (size_t at = 0; tau_image_block(i, &at, &b);) {
        spot s = spot_of(b.address);
        if (s.table == TAUFLOW_LOAD_LENGTH || s.table == TAUFLOW_LOAD_LOOP)
            PASS(place_lengths(&p, &b, r));
        else if (s.table != TAUFLOW_LOAD_EMISSION)
            PASS(place_block(&p, &b, r));
        else if (s.word == 0)
            PASS(place_emissions(&p, &b, at, r));
    }
    return TAUFLOW_OK;
}
